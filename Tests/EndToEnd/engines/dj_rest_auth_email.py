"""A password reset by dj-rest-auth's form and allauth's adapter, up to Django's mailbox: a job in, the email's parts out."""

import django
import jobs
from django.conf import settings

settings.configure(
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework", "allauth", "allauth.account", "dj_rest_auth"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
    MIDDLEWARE=["allauth.account.middleware.AccountMiddleware"],
    EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend",
    SECRET_KEY="none",
    USE_TZ=True,
    ALLOWED_HOSTS=["*"],
    REST_AUTH={"TOKEN_MODEL": None},
    ACCOUNT_EMAIL_SUBJECT_PREFIX="",
)
django.setup()

from allauth.core.context import request_context  # noqa: E402  Django has to be configured first.
from dj_rest_auth.forms import AllAuthPasswordResetForm  # noqa: E402
from django.contrib.auth.models import AnonymousUser, User  # noqa: E402
from django.test import RequestFactory  # noqa: E402
from django.utils import translation  # noqa: E402
from django_mail import Tokens, parts  # noqa: E402


def send(job):
    # As LocaleMiddleware does, and an app that knows the language of the person.
    translation.activate(job["language"] or "en")
    # Django reads its list of folders with the first template.
    settings.TEMPLATES[0]["DIRS"] = [job["templates"]]
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    form = AllAuthPasswordResetForm()
    form.cleaned_data = {"email": job["email"]}
    form.users = [User(pk=1, email=job["email"], first_name=job["name"])]
    with request_context(request):
        form.save(request, token_generator=Tokens(job["token"]), url_generator=lambda *_: "https://elsewhere.example/")
    return parts(job)


jobs.answer(send)
