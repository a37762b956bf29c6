"""A password reset by Django's own form, up to Django's mailbox: a job in, the email's parts out."""

import django
import jobs
from django.conf import settings

settings.configure(
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
    EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend",
    SECRET_KEY="none",
)
django.setup()

from django.contrib.auth.forms import PasswordResetForm  # noqa: E402  Django has to be configured first.
from django.contrib.auth.models import User  # noqa: E402
from django.utils import translation  # noqa: E402
from django_mail import Tokens, parts  # noqa: E402


def send(job):
    # As LocaleMiddleware does, and an app that knows the language of the person.
    translation.activate(job["language"] or "en")
    # Django reads its list of folders with the first template.
    settings.TEMPLATES[0]["DIRS"] = [job["templates"]]
    form = PasswordResetForm({"email": job["email"]})
    assert form.is_valid(), form.errors
    form.get_users = lambda email: [User(pk=1, email=email, first_name=job["name"])]
    form.save(
        domain_override="elsewhere.example",
        token_generator=Tokens(job["token"]),
        html_email_template_name="registration/password_reset_email_html.html",
    )
    return parts(job)


jobs.answer(send)
