"""dj-rest-auth with its registration, on django-allauth and SQLite, emails over SMTP: PORT SMTP-PORT.

If its working directory contains 'templates', they replace its email templates.
"""

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
        "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.sites",
        "django.contrib.messages", "rest_framework", "rest_framework.authtoken", "allauth", "allauth.account",
        "allauth.socialaccount", "dj_rest_auth", "dj_rest_auth.registration",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware", "allauth.account.middleware.AccountMiddleware",
    ],
    SITE_ID=1,
    AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": Path("users.db").resolve()}},
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "DIRS": ["templates"],
            "APP_DIRS": True,
            "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
        }
    ],
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
    ACCOUNT_LOGIN_METHODS={"email"},
    ACCOUNT_SIGNUP_FIELDS=["email*", "password1*", "password2*"],
    ACCOUNT_EMAIL_VERIFICATION="mandatory",
    ACCOUNT_EMAIL_SUBJECT_PREFIX="",
)  # fmt: skip
django.setup()

from django.urls import include, path  # noqa: E402
from django.views.generic import TemplateView  # noqa: E402
from django_serving import serve  # noqa: E402

urlpatterns = [
    path("auth/", include("dj_rest_auth.urls")),
    path("auth/registration/", include("dj_rest_auth.registration.urls")),
    # dj-rest-auth asks Django for the address of a page of this name, for its own emails.
    path("reset/<uidb64>/<token>/", TemplateView.as_view(), name="password_reset_confirm"),
]

serve(PORT)
