"""A password reset by djoser's own message, up to Django's mailbox: a job in, the email's parts out."""

import json
import sys

import django
from django.conf import settings

job = json.load(sys.stdin)
settings.configure(
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sites", "djoser"],
    TEMPLATES=[
        {"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [job["templates"]], "APP_DIRS": True}
    ],
    EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend",
    SECRET_KEY="none",
    SITE_ID=1,
    DJOSER={"PASSWORD_RESET_CONFIRM_URL": "elsewhere/{uid}/{token}"},
)
django.setup()

import djoser.email  # noqa: E402  Django has to be configured first.
from django.contrib.auth.models import User  # noqa: E402
from django.core import mail  # noqa: E402


class Tokens:
    """In place of the token generator, so that the token is the job's."""

    def make_token(self, user):
        return job["token"]


djoser.email.default_token_generator = Tokens()
user = User(pk=1, email=job["email"], first_name=job["name"])
djoser.email.PasswordResetEmail(None, {"user": user}).send([job["email"]])
[message] = mail.outbox
assert message.to == [job["email"]]
[(html, kind)] = message.alternatives
assert kind == "text/html"
message.message()  # refuses a line break in a header
json.dump({"subject": message.subject, "html": html, "text": message.body}, sys.stdout)
