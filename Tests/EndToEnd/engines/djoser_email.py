"""A mail of djoser's: a job in, the mail's parts out."""

import json
import sys

import django
from django.conf import settings

job = json.load(sys.stdin)
settings.configure(
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sites", "djoser"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [job["templates"]]}],
    SECRET_KEY="none",
    SITE_ID=1,
    DJOSER={},
)
django.setup()

from djoser.email import BaseEmailMessage  # noqa: E402  Django has to be configured first.

context = {name: job[name] for name in ("user", "uid", "token")}
mail = BaseEmailMessage(context=context, template_name="email/password_reset.html")
mail.render()
json.dump({"subject": mail.subject, "html": mail.html, "text": mail.body}, sys.stdout)
