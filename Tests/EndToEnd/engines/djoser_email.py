"""A password reset by djoser's own message, up to Django's mailbox: a job in, the email's parts out."""

import django
import jobs
from django.conf import settings

settings.configure(
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sites", "djoser"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
    EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend",
    SECRET_KEY="none",
    SITE_ID=1,
    DJOSER={"PASSWORD_RESET_CONFIRM_URL": "elsewhere/{uid}/{token}"},
)
django.setup()

import djoser.email  # noqa: E402  Django has to be configured first.
from django.contrib.auth.models import User  # noqa: E402
from django.core import mail  # noqa: E402
from django.utils import translation  # noqa: E402


class Tokens:
    """In place of the token generator, so that the token is the job's."""

    def __init__(self, token):
        self.token = token

    def make_token(self, user):
        return self.token


def send(job):
    # As LocaleMiddleware does, and an app that knows the language of the person.
    translation.activate(job["language"] or "en")
    # Django reads its list of folders with the first template.
    settings.TEMPLATES[0]["DIRS"] = [job["templates"]]
    djoser.email.default_token_generator = Tokens(job["token"])
    user = User(pk=1, email=job["email"], first_name=job["name"])
    djoser.email.PasswordResetEmail(None, {"user": user}).send([job["email"]])
    [message] = mail.outbox
    assert message.to == [job["email"]]
    [(html, kind)] = message.alternatives
    assert kind == "text/html"
    message.message()  # refuses a line break in a header
    return {"subject": message.subject, "html": html, "text": message.body}


jobs.answer(send)
