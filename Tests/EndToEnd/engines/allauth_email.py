"""A password reset by allauth itself, from its own flow and adapter to Django's mailbox: a job in, the email's parts out."""

import django
import jobs
from django.conf import settings

settings.configure(
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "allauth", "allauth.account", "allauth.headless"],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {"context_processors": ["django.contrib.auth.context_processors.auth"]},
        }
    ],
    MIDDLEWARE=["allauth.account.middleware.AccountMiddleware"],
    EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend",
    SECRET_KEY="none",
    USE_TZ=True,
    TIME_ZONE="UTC",
    ALLOWED_HOSTS=["*"],
    HEADLESS_ONLY=True,
    HEADLESS_FRONTEND_URLS={
        "account_signup": "https://elsewhere.example/sign-up",
        "account_reset_password": "https://elsewhere.example/forgot",
        "account_reset_password_from_key": "https://elsewhere.example/reset/{key}",
    },
    ACCOUNT_EMAIL_SUBJECT_PREFIX="",
    ACCOUNT_EMAIL_NOTIFICATIONS=True,
)
django.setup()

from allauth.account.adapter import get_adapter  # noqa: E402  Django has to be configured first.
from allauth.account.internal.flows.password_reset import request_password_reset  # noqa: E402
from allauth.core.context import request_context  # noqa: E402
from django.contrib.auth.models import AnonymousUser, User  # noqa: E402
from django.test import RequestFactory  # noqa: E402
from django.utils import translation  # noqa: E402
from django_mail import Tokens, parts  # noqa: E402


def send(job):
    # As LocaleMiddleware does, and an app that knows the language of the person.
    translation.activate(job["language"] or "en")
    # Django reads its list of folders with the first template.
    settings.TEMPLATES[0]["DIRS"] = [job["templates"]]
    user = User(pk=1, email=job["email"], first_name=job["name"])
    request = RequestFactory(headers={"User-Agent": job["device"]}).get("/")
    request.user = AnonymousUser()
    with request_context(request):
        if job["prefix"] == "account/email/password_reset_key":
            request_password_reset(request, job["email"], [user], Tokens(job["token"]))
        else:
            request.user = user
            get_adapter(request).send_notification_mail(job["prefix"], user, email=job["email"])
    return parts(job)


jobs.answer(send)
