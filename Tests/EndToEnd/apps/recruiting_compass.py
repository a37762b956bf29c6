"""The Recruiting Compass: password resets by a link or a session, with Supabase. The steps and tables of its flow."""

import backends
import httpx
from flows import IMAGE, MARKUP, NEW, EmailForm, Link, Place
from sandboxes import DISABLED, PASSWORD, PERSON, UNKNOWN, UNVERIFIED

APP = "recruiting-compass"
SCHEME = "recruitingcompass"
KEY = {"apikey": "x"}
# As Supabase makes them, and nobody's.
HASH = "t0k" + "0" * 53


def recovery(backend, email=PERSON):
    """The link of a reset, requested as the app does."""
    assert httpx.post(f"{backend.base}/recover", json={"email": email}, headers=KEY).json() == {}
    return backend.link(email)


def returned(backend, link):
    """Where Supabase sends a browser that follows the link of its own template, without the host."""
    token = link.split("token_hash=")[1].split("&")[0]
    query = {"token": token, "type": "recovery", "redirect_to": "https://recruiting-compass.example/reset-password"}
    answer = httpx.get(f"{backend.base}/verify", params=query)
    assert answer.status_code == 303
    return answer.headers["Location"].removeprefix("https://recruiting-compass.example")


def session(backend):
    return returned(backend, recovery(backend))


def confirmation(backend):
    httpx.post(f"{backend.base}/resend", json={"type": "signup", "email": UNVERIFIED}, headers=KEY)
    return backend.link(UNVERIFIED)


def sign_in(backend, password, email=PERSON):
    """Signs in at the backend: the site's login is another system's page."""
    address = f"{backend.base}/token?grant_type=password"
    return httpx.post(address, json={"email": email, "password": password}, headers=KEY)


def request_form(page):
    return page.open("/forgot-password").shows("form")


def choose_password(page, password=NEW):
    return page.type("new-password", password).type("confirm-password", password)


def email_typed(page, backend):
    request_form(page).type("email", PERSON)


def sent(page, backend):
    FORM.send(page)


def sent_again(page, backend):
    sent(page, backend)
    backend.advance("61s")
    page.passes(60).allows("Send Another Email").press("Send Another Email").shows("sent-again")


def password_typed(page, backend):
    choose_password(page.open(recovery(backend)).shows("form"))


def confirm(page, backend=None):
    return page.open(f"/verify-email?token_hash={'a' * 56}&type=email").shows("confirm")


def confirm_expired(page, backend):
    confirm(page).press("Confirm Email").shows("expired").type("email", UNVERIFIED)


def session_opened(page, backend):
    page.open("/reset-password#access_token=a.b.c&expires_in=3600&refresh_token=r&sb=&token_type=bearer&type=recovery")


FORM = EmailForm(
    open=request_form,
    state="form",
    press="Send Reset Link",
    next="sent",
    path="/recover",
    again="Send Another Email",
    again_state="sent-again",
    wrong=("ada", "ada@example", "ada@@example.com", "a b@example.com"),
    error="Invalid email address",
    offline="No internet connection. Please try again.",
    alike=(PERSON, UNKNOWN, DISABLED, UNVERIFIED),
    mailed=(PERSON, DISABLED, UNVERIFIED),
    elsewhere=("/reset-password", "forgotten"),
)

RESET = dict(
    state="form",
    fill=choose_password,
    press="Reset Password",
    end="done",
    used=("form", "expired"),
    way_on=lambda page: page.press("Get a New Link").shows("form"),
    expired=("form", "expired"),
    lives=24 * 60,
    reloaded="forgotten",
)
LINKS = [
    Link(
        name="reset-password",
        mail=recovery,
        parameter="token_hash",
        opens="recruitingcompass://reset-password?token_hash={}&type=recovery",
        requests=lambda token: [("POST", "/verify", {"token_hash": token, "type": "recovery"}), ("PUT", "/user", {"password": NEW})],
        **RESET,
    ),
    Link(
        name="session",
        mail=session,
        parameter="access_token",
        opens="recruitingcompass://reset-password#access_token={}&type=recovery",
        requests=lambda token: [("GET", "/user", None), ("PUT", "/user", {"password": NEW}), ("POST", "/logout?scope=local", None)],
        checks=1,
        account=PERSON,
        **RESET | {"used": ("expired",), "expired": ("expired",), "lives": 60},
    ),
    Link(
        name="verify-email",
        mail=confirmation,
        parameter="token_hash",
        state="confirm",
        press="Confirm Email",
        end="done",
        used=("confirm", "expired"),
        way_on=lambda page: page.type("email", UNVERIFIED).press("Send a New Link").shows("sent"),
        expired=("confirm", "expired"),
        lives=24 * 60,
        reloaded="forgotten",
        opens="recruitingcompass://verify-email?token_hash={}&type=email",
        requests=lambda token: [("POST", "/verify", {"token_hash": token, "type": "email"})],
    ),
]

SERVER = {"not-allowed": "This isn't available right now.", "server": "Something went wrong on our end."}
SEND = SERVER | {
    "email-refused": "#sent",
    "invalid-email": "Invalid email address",
    "rate-limited": "Too many reset requests. Try again in",
    "network": "Network error. Please check your connection.",
    "timeout": "Connection timed out. Please check your connection.",
    "ok": "#sent",
}
SEND_AGAIN = SEND | {"ok": "#sent-again", "email-refused": "#sent-again"}
TROUBLE = SERVER | {
    "rate-limited": "Too many attempts. Try again in",
    "network": "Network error. Please check your network and try again.",
    "timeout": "This is taking too long.",
}
PLACES = [
    Place("forgot-password", "form", "send-link", SEND, email_typed, "Send Reset Link"),
    Place("forgot-password", "sent", "send-link", SEND_AGAIN, sent, "Send Another Email"),
    Place("forgot-password", "sent-again", "send-link", SEND_AGAIN, sent_again, "Send Another Email"),
    Place(
        "reset-password",
        "verifying",
        "check-session",
        TROUBLE | {"ok": "#form", "account-disabled": "#disabled", "link-expired": "#expired"},
        session_opened,
    ),
    Place(
        "reset-password",
        "form",
        "reset-password",
        TROUBLE
        | {
            "ok": "#done",
            "link-expired": "#expired",
            "link-invalid": "#invalid",
            "account-disabled": "#disabled",
            "needs-second-factor": "#second-factor",
            "weak-password": "This password is too easy to guess.",
            "same-password": "This is already your password. Sign in with it, or choose a different one.",
            "password-too-long": "This password is too long. Choose a shorter one.",
            "needs-login": "This link can't be used to change your password anymore. Request a new link and open it right away.",
        },
        password_typed,
        "Reset Password",
    ),
    Place(
        "verify-email",
        "confirm",
        "verify-email",
        TROUBLE
        | {
            "ok": "#done",
            "other-email-pending": "#done",
            "account-disabled": "#disabled",
            "link-expired": "#expired",
            "link-invalid": "#expired",
        },
        confirm,
        "Confirm Email",
    ),
    Place(
        "verify-email",
        "expired",
        "resend-verification",
        TROUBLE | {"ok": "#sent", "email-refused": "#sent", "invalid-email": "Invalid email address"},
        confirm_expired,
        "Send a New Link",
    ),
]

EXPIRED = "error=access_denied&error_code=otp_expired"
# An address with its state, and a state that it cannot show.
GUARDED = ("/reset-password", "forgotten", "form")
# The states that the backend decides on as an address is opened.
CHECKED = ()
# Other hosts to which pages link.
HOSTS = ()
ADDRESSES = [
    ("/reset-password", "forgotten"),
    ("/reset-password?token_hash=&type=recovery", "incomplete"),
    ("/reset-password?token_hash=abc&type=signup", "incomplete"),
    (f"/reset-password?token_hash={HASH}&type=reco", "incomplete"),
    (f"/reset-password?token_hash={HASH}&amp;type=recovery", "form"),
    ("/reset-password#access_token=abc&type=magiclink", "incomplete"),
    (f"/reset-password#{EXPIRED}&error_description=Email+link+is+invalid+or+has+expired&sb=", "expired"),
    (f"/reset-password#{EXPIRED}&error_description=It%252527s%25253A+over&sb=", "expired"),
    (f"/reset-password?{EXPIRED}#{EXPIRED}&sb=", "expired"),
    ("/reset-password#error=unauthorized_client&error_code=401&error_description=Email+link+is+invalid", "invalid"),
    ("/reset-password#error_code=404&error_description=User+not+found", "invalid"),
    ("/reset-password#error=server_error&error_description=x", "invalid"),
    # Tokens without the shape of Supabase's: the link was cut off.
    (f"/reset-password?token_hash={'a' * 40}&type=recovery", "incomplete"),
    ("/reset-password?token=xxx", "incomplete"),
    ("/reset-password#access_token=ey.J&type=recovery", "incomplete"),
    ("/reset-password#access_token=made-up&type=recovery", "incomplete"),
    ("/verify-email?token_hash=56&type=email", "incomplete"),
    (f"/verify-email?token_hash={HASH}&type=signup", "confirm"),
    (f"/verify-email?token_hash={HASH}", "incomplete"),
    (f"/verify-email?{EXPIRED}", "expired"),
    (f"/verify-email#{EXPIRED}", "expired"),
    (f"/reset-password?token_hash={MARKUP}&type=recovery", "incomplete"),
    ("/reset-password?token_hash=javascript:alert(1)&type=recovery", "incomplete"),
    (f"/reset-password#{EXPIRED}&error_description={MARKUP}", "expired"),
    (f"/reset-password#error={MARKUP}&error_code={MARKUP}&error_description={MARKUP}", "invalid"),
    (f"/reset-password?error_description={MARKUP}", "incomplete"),
    (f"/reset-password#access_token={MARKUP}&type=recovery", "incomplete"),
    ("/reset-password#access_token=a%0d%0aCookie:x&type=recovery", "incomplete"),
    ("/reset-password?token_hash=%FF&type=recovery", "incomplete"),
    ("/reset-password?redirect_to=javascript:alert(1)&__proto__=x", "incomplete"),
    (f"/verify-email?token_hash={MARKUP}&type=email", "incomplete"),
    (f"/forgot-password#email={MARKUP}", "form"),
    ("/forgot-password?state=sent#error_description=<img onerror=alert(1)>", "form"),
]

NO_ANSWERS = (PLACES[4], True)
ANSWERS = [(PLACES[3], backends.status(200, {"id": "1", "email": IMAGE}, path="/user"), "#form", f"For: {IMAGE}")]
