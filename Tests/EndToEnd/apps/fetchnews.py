"""FetchNews: signing up, verification and resets by links, over its own backend. The steps and tables of its flow."""

import backends
import httpx
from flows import IMAGE, MARKUP, NEW, TROUBLE, EmailForm, Link, Place
from sandboxes import DISABLED, PERSON, UNKNOWN, UNVERIFIED
from sandboxes import PASSWORD as OLD

APP = SCHEME = "fetchnews"
NEWCOMER = "new@example.com"


def post(backend, path, **body):
    """Asks the backend as the app does."""
    answer = httpx.post(f"{backend.base}/api/auth/{path}", json=body)
    assert answer.is_success, answer.text


def forgotten(backend):
    post(backend, "forgot-password", email=PERSON)
    return backend.link()


def registered(backend):
    post(backend, "register", email=NEWCOMER, password=NEW)
    return backend.link(NEWCOMER)


def login(page):
    """Anew: opening the same address again is a reload."""
    page.browser.open("about:blank")
    return page.open("/login").shows("sign-in")


def sign_in(page, email=UNVERIFIED, password=OLD):
    return login(page).type("email", email).type("password", password).press("Log In")


def sign_up(page, email=NEWCOMER):
    return sign_up_typed(page, email).press("Create Account").shows("registered")


def sign_up_typed(page, email=NEWCOMER):
    return login(page).press("Create Account").shows("sign-up").type("email", email).type("new-password", NEW)


def request_form(page):
    return page.open("/forgot-password").shows("form")


def email_typed(page, backend):
    request_form(page).type("email", PERSON)


def sent(page, backend):
    FORM.send(page)


def password_typed(page, backend):
    page.open(forgotten(backend)).shows("form").type("new-password", NEW)


def confirming(page, backend):
    page.open(registered(backend)).shows("confirm")


def signed_in(page, backend):
    sign_in(page).shows("unverified")


def login_typed(page, backend):
    login(page).type("email", PERSON).type("password", OLD)


FORM = EmailForm(
    open=request_form,
    state="form",
    press="Send Reset Link",
    next="sent",
    path="/forgot-password",
    again="Resend Email",
    again_state="sent-again",
    wrong=("ada", "ada@", "a b@example.com"),
    error="Please enter a valid email address",
    offline="No internet connection.",
    alike=(PERSON, UNKNOWN, DISABLED),
    mailed=(PERSON,),
    elsewhere=("/login", "sign-in"),
    waits=False,
)

LINKS = [
    Link(
        name="verify-email",
        mail=registered,
        parameter="token",
        state="confirm",
        press="Verify Email",
        end="verified",
        used=("confirm", "already"),
        way_on=lambda page: page.press("Log In").shows("sign-in"),
        expired=("confirm", "invalid"),
        lives=10,
        reloaded="forgotten",
        opens="fetchnews://verify-email?token={}",
        # A GET, which has its token in the query, as the backend wants it.
        requests=lambda token: [("GET", f"/api/auth/verify-email?token={token}", None)],
    ),
    Link(
        name="reset-password",
        mail=forgotten,
        parameter="token",
        state="form",
        fill=lambda page: page.type("new-password", NEW),
        press="Save Password",
        end="done",
        used=("form", "invalid"),
        way_on=lambda page: page.press("Get a New Link").shows("form"),
        expired=("form", "invalid"),
        lives=10,
        reloaded="forgotten",
        opens="fetchnews://reset-password?token={}",
        requests=lambda token: [("POST", "/api/auth/reset-password", {"token": token, "newPassword": NEW})],
    ),
]

INVALID = {"link-invalid": "#invalid", "link-expired": "#invalid"}
SEND = TROUBLE | {"ok": "#sent", "invalid-email": "Please enter a valid email address."}
WEAK = {"weak-password": "This password is too easy to guess."}
PLACES = [
    Place("forgot-password", "form", "send-link", SEND, email_typed, "Send Reset Link"),
    Place("forgot-password", "sent", "send-link", SEND | {"ok": "#sent-again"}, sent, "Resend Email"),
    Place("reset-password", "form", "reset-password", TROUBLE | INVALID | WEAK | {"ok": "#done"}, password_typed, "Save Password"),
    Place(
        "verify-email",
        "confirm",
        "verify-email",
        TROUBLE | INVALID | {"ok": "#verified", "already-verified": "#already"},
        confirming,
        "Verify Email",
    ),
    Place(
        "login",
        "registered",
        "resend-verification",
        TROUBLE | {"ok": "#registered", "already-verified": "#ready", "needs-login": "#registered"},
        lambda page, backend: sign_up(page),
        "Resend Email",
    ),
    Place(
        "login",
        "unverified",
        "resend-verification",
        TROUBLE | {"ok": "#resent", "already-verified": "#verified", "needs-login": "#sign-in"},
        signed_in,
        "Resend Email",
    ),
    Place(
        "login",
        "sign-in",
        "sign-in",
        TROUBLE
        | {
            "ok": "#verified",
            "email-unverified": "#unverified",
            "wrong-credentials": "Email or password is incorrect.",
            "account-disabled": "This account has been disabled.",
        },
        login_typed,
        "Log In",
    ),
    Place(
        "login",
        "sign-up",
        "sign-up",
        TROUBLE
        | WEAK
        | {
            "sent": "#registered",
            "account-exists": "#registered",
            "invalid-email": "Please enter a valid email address.",
            "email-refused": "Temporary addresses aren't accepted.",
        },
        lambda page, backend: sign_up_typed(page),
        "Create Account",
    ),
]

# An address with its state, and a state that it cannot show.
GUARDED = ("/login", "sign-in", "verified")
# The states that the backend decides on as an address is opened.
CHECKED = ()
# Other hosts to which pages link.
HOSTS = ()
ADDRESSES = [
    ("/verify-email", "forgotten"),
    ("/verify-email?token=", "incomplete"),
    ("/reset-password", "forgotten"),
    ("/reset-password?other=1", "incomplete"),
    (f"/verify-email?token={MARKUP}", "confirm"),
    ("/verify-email?token=javascript:alert(1)", "confirm"),
    ("/verify-email?token=%FF", "incomplete"),
    ("/verify-email?token=a&token=", "incomplete"),
    (f"/reset-password?token={MARKUP}", "form"),
    (f"/reset-password?error_description={MARKUP}&token=", "incomplete"),
    (f"/login#email={MARKUP}", "sign-in"),
    ("/login?redirect=javascript:alert(1)&session=abc&token=abc", "sign-in"),
    ("/login#state=verified&session=abc&email=evil", "sign-in"),
    ("/forgot-password?next=https://evil.example", "form"),
    ("/forgot-password#email=other@example.com", "form"),
]

NO_ANSWERS = (PLACES[6], True)
ANSWERS = [
    (PLACES[6], backends.status(200, {"token": "s", "user": {"email": IMAGE, "emailVerified": True}}), "#verified", PERSON),
    (PLACES[3], backends.status(400, {"error": f"Call 555-4711 {IMAGE}", "message": "Call 555-4711"}), "#invalid", ""),
]
