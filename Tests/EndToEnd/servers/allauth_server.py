"""Headless django-allauth with only its app client, on SQLite, emails over SMTP: PORT SMTP-PORT [--mfa] [ORIGIN].

With --mfa accounts can have a second factor. The pages of ORIGIN may call it. If its working directory contains 'templates', they replace its email templates.
"""

import sys
from pathlib import Path

import django
from django.conf import settings

PORT, SMTP_PORT = int(sys.argv[1]), int(sys.argv[2])
HAS_MFA = "--mfa" in sys.argv
VALIDATORS = "django.contrib.auth.password_validation."
settings.configure(
    SECRET_KEY="a secret of a test, as long as it has to be",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],  # fast, for a test
    INSTALLED_APPS=[
        "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages",
        "allauth", "allauth.account", "allauth.headless",
        *["allauth.mfa"] * HAS_MFA,
    ],
    MIDDLEWARE=[
        "django_serving.cross_origin",
        "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware", "allauth.account.middleware.AccountMiddleware",
    ],
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
    ],
    EMAIL_HOST="127.0.0.1",
    EMAIL_PORT=SMTP_PORT,
    DEFAULT_FROM_EMAIL="app@example.com",
    HEADLESS_ONLY=True,
    HEADLESS_CLIENTS=["app"],
    HEADLESS_FRONTEND_URLS={
        "account_confirm_email": "https://app.example/verify/{key}",
        "account_reset_password_from_key": "https://app.example/reset/{key}",
        "account_signup": "https://app.example/sign-up",
        "account_reset_password": "https://app.example/forgot",
    },
    MFA_SUPPORTED_TYPES=["totp", "recovery_codes"],
    MFA_TOTP_TOLERANCE=1,
    ACCOUNT_LOGIN_METHODS={"email"},
    ACCOUNT_SIGNUP_FIELDS=["email*", "password1*"],
    ACCOUNT_EMAIL_VERIFICATION="mandatory",
    ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS=False,
    ACCOUNT_EMAIL_SUBJECT_PREFIX="",
    ACCOUNT_EMAIL_NOTIFICATIONS=True,
    ACCOUNT_RATE_LIMITS={"login_failed": "3/m/ip", "confirm_email": "9/s/key"},
)  # fmt: skip
django.setup()

from django.urls import include, path  # noqa: E402
from django_serving import serve  # noqa: E402

urlpatterns = [path("accounts/", include("allauth.urls")), path("_allauth/", include("allauth.headless.urls"))]

serve(PORT, *[origin for origin in sys.argv[3:] if origin != "--mfa"])
