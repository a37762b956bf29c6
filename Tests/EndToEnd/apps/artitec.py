"""Artitec: password resets by a link, over its own backend. The steps and tables of its flow."""

import backends
import httpx
from flows import IMAGE, MARKUP, NEW, TROUBLE, EmailForm, Link, Place
from sandboxes import PERSON, UNKNOWN

APP = SCHEME = "artitec"


def mailed(backend, email=PERSON):
    """The link of a reset, requested as the app does."""
    httpx.post(f"{backend.base}/v1/auth/forgot-password", json={"email": email}).raise_for_status()
    return backend.link(email)


def request_form(page):
    return page.open("/forgot-password").shows("form")


def choose_password(page, password=NEW):
    return page.type("new-password", password).type("confirm-password", password)


def email_typed(page, backend):
    request_form(page).type("email", PERSON)


def sent(page, backend):
    FORM.send(page)


def link_opened(page, backend):
    page.open("/reset-password?token=t")


def password_typed(page, backend):
    choose_password(page.open(mailed(backend)).shows("form"))


FORM = EmailForm(
    open=request_form,
    state="form",
    press="Send Reset Link",
    next="sent",
    path="/forgot-password",
    again="Resend Email",
    again_state="sent",
    wrong=("ada", "ada@example", "ada@@example.com", "a b@example.com"),
    error="Please enter a valid email address",
    offline="No internet connection.",
    alike=(PERSON, UNKNOWN),
    mailed=(PERSON,),
    elsewhere=("/reset-password", "forgotten"),
)

LINKS = [
    Link(
        name="reset-password",
        mail=mailed,
        parameter="token",
        state="form",
        fill=choose_password,
        press="Reset Password",
        end="done",
        used=("invalid",),
        way_on=lambda page: page.press("Get a New Link").shows("form"),
        expired=("expired",),
        lives=60,
        reloaded="forgotten",
        opens="artitec://reset-password?token={}",
        requests=lambda token: [
            ("POST", "/v1/auth/verify-reset-token", {"token": token}),
            ("POST", "/v1/auth/reset-password", {"token": token, "new_password": NEW}),
        ],
        checks=1,
        account=PERSON,
    )
]

INVALID = {"link-invalid": "#invalid", "link-expired": "#expired"}
SEND = TROUBLE | {"invalid-email": "Please enter a valid email address", "ok": "#sent"}
PLACES = [
    Place("forgot-password", "form", "send-link", SEND, email_typed, "Send Reset Link"),
    Place("forgot-password", "sent", "send-link", SEND, sent, "Resend Email"),
    Place("reset-password", "verifying", "check-link", TROUBLE | INVALID | {"ok": "#form"}, link_opened),
    Place(
        "reset-password",
        "form",
        "reset-password",
        TROUBLE | INVALID | {"ok": "#done", "weak-password": "This password is too easy to guess."},
        password_typed,
        "Reset Password",
    ),
]

# An address with its state, and a state that it cannot show.
GUARDED = ("/reset-password", "forgotten", "form")
# The states that the backend decides on as an address is opened.
CHECKED = ("invalid",)
# Other hosts to which pages link.
HOSTS = ()
ADDRESSES = [
    ("/reset-password", "forgotten"),
    ("/reset-password?token=", "incomplete"),
    ("/reset-password?other=1", "incomplete"),
    (f"/reset-password?token={MARKUP}", "invalid"),
    ("/reset-password?token=javascript:alert(1)", "invalid"),
    ("/reset-password?token=%00%0d%0aSet-Cookie:a%3Db", "invalid"),
    ("/reset-password?token=%F0%9F%94%91%E2%80%AE", "invalid"),
    ("/reset-password?token=%FF", "incomplete"),
    ("/reset-password?token=a&token=", "incomplete"),
    ("/reset-password?token[]=a&__proto__=b&constructor=c", "incomplete"),
    (f"/reset-password?error=access_denied&error_description={MARKUP}", "incomplete"),
    (f"/reset-password?token=#{MARKUP}", "incomplete"),
    ("/reset-password#token=" + "a" * 100_000, "incomplete"),
    (f"/forgot-password#email={MARKUP}", "form"),
    ("/forgot-password#email=javascript:alert(1)@a.example&state=sent", "form"),
    ("/forgot-password?state=sent&redirect=javascript:alert(1)", "form"),
]

NO_ANSWERS = (PLACES[2], True)
ANSWERS = [
    (PLACES[2], backends.status(200, {"valid": True, "user_email": IMAGE}), "#form", f"For: {IMAGE}"),
    (
        PLACES[3],
        backends.status(400, {"detail": f"Password {IMAGE} is bad", "message": "Call 555-4711"}, path="/reset-password"),
        PLACES[3].leads["weak-password"],
        "",
    ),
]
