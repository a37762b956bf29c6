"""The pages with which Django and some of its packages themselves open the links of emails, on SQLite: PORT SMTP-PORT.

`GET /link/<package>/<name>` answers with a new link for an account of this name, of `allauth`, `django`, `invitations` or `magic-link`.
"""

import sys
from pathlib import Path

import django
from django.conf import settings

PORT = int(sys.argv[1])
settings.configure(
    SECRET_KEY="a secret of a test, as long as it has to be",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    STATIC_URL="/static/",
    INSTALLED_APPS=[
        "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
        "django.contrib.messages", "allauth", "allauth.account", "invitations", "magic_link",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware", "allauth.account.middleware.AccountMiddleware",
    ],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": Path("users.db").resolve()}},
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ],
            },
        }
    ],
    ACCOUNT_EMAIL_VERIFICATION="mandatory",
    LOGIN_REDIRECT_URL="/done",
    LOGIN_URL="/done",
    INVITATIONS_SIGNUP_REDIRECT="/done",
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
)  # fmt: skip
django.setup()

from allauth.account.models import EmailAddress, EmailConfirmationHMAC  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.contrib.auth.tokens import default_token_generator  # noqa: E402
from django.contrib.auth.views import PasswordResetConfirmView  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.urls import include, path, reverse  # noqa: E402
from django.utils import timezone  # noqa: E402
from django.utils.encoding import force_bytes  # noqa: E402
from django.utils.http import urlsafe_base64_encode  # noqa: E402
from django_serving import serve  # noqa: E402
from invitations.utils import get_invitation_model  # noqa: E402
from magic_link.models import MagicLink  # noqa: E402


def link(request, kind, name):
    if kind == "invitations":
        invitation = get_invitation_model().create(f"{name}@example.com")
        invitation.sent = timezone.now()
        invitation.save()
        return HttpResponse(request.build_absolute_uri(reverse("invitations:accept-invite", args=[invitation.key])))
    user = User.objects.create_user(name, f"{name}@example.com", "Old-Password-1")
    if kind == "django":
        values = [urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)]
        address = reverse("password_reset_confirm", args=values)
    elif kind == "magic-link":
        address = MagicLink.objects.create(user=user, redirect_to="/done").get_absolute_url()
    else:
        email = EmailAddress.objects.create(user=user, email=user.email, verified=False, primary=True)
        address = reverse("account_confirm_email", args=[EmailConfirmationHMAC(email).key])
    return HttpResponse(request.build_absolute_uri(address))


urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("invitations/", include("invitations.urls", namespace="invitations")),
    path("magic-link/", include("magic_link.urls")),
    path("reset/<uidb64>/<token>/", PasswordResetConfirmView.as_view(success_url="/done"), name="password_reset_confirm"),
    path("link/<kind>/<name>", link),
    path("done", lambda _: HttpResponse("done")),
]

serve(PORT)
