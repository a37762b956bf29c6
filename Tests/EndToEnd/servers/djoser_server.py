"""Djoser on Django REST framework and SQLite, with Django's own emails over SMTP: PORT SMTP-PORT."""

import sys
from pathlib import Path

import django
from django.conf import settings

PORT, SMTP_PORT = int(sys.argv[1]), int(sys.argv[2])
VALIDATORS = "django.contrib.auth.password_validation."
settings.configure(
    SECRET_KEY="a secret of a test, as long as it has to be",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],  # fast, for a test
    INSTALLED_APPS=[
        "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sites",
        "rest_framework", "rest_framework.authtoken", "djoser",
    ],
    SITE_ID=1,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": Path("users.db").resolve()}},
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
    AUTH_PASSWORD_VALIDATORS=[
        {"NAME": VALIDATORS + "MinimumLengthValidator"},
        {"NAME": VALIDATORS + "CommonPasswordValidator"},
        {"NAME": VALIDATORS + "NumericPasswordValidator"},
    ],
    EMAIL_HOST="127.0.0.1",
    EMAIL_PORT=SMTP_PORT,
    DEFAULT_FROM_EMAIL="app@example.com",
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    },
    DJOSER={
        "PASSWORD_RESET_CONFIRM_URL": "reset/{uid}/{token}",
        "ACTIVATION_URL": "activate/{uid}/{token}",
        "SEND_ACTIVATION_EMAIL": True,
        "EMAIL_FRONTEND_DOMAIN": "app.example",
        "EMAIL_FRONTEND_PROTOCOL": "https",
    },
)  # fmt: skip
django.setup()

from django.urls import include, path  # noqa: E402
from django_serving import serve  # noqa: E402

urlpatterns = [path("auth/", include("djoser.urls")), path("auth/", include("djoser.urls.authtoken"))]

serve(PORT)
