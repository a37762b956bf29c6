"""The navigation contract: signing in, signing up and resets by codes on one page, with Supabase. The steps and tables of its flow."""

import backends
from flows import IMAGE, MARKUP, NEW, TROUBLE, EmailForm, Place
from sandboxes import DISABLED, PASSWORD, PERSON, UNKNOWN, UNVERIFIED

APP = "auth-navigation"
SCHEME = "foyer"
NEWCOMER = "new@example.com"


def choice(page, backend=None):
    return page.open("/auth").shows("choice")


def login(page, backend=None, email=PERSON, password=PASSWORD):
    return choice(page).press("Sign In").shows("login").type("email", email).type("password", password)


def signup(page, backend=None, email=NEWCOMER, password=NEW):
    choice(page).press("Create Account").shows("signup")
    page.type("email", email).type("new-password", password).type("confirm-password", password)
    return tick(page)


def tick(page):
    page.field("consent").click()
    return page


def request_form(page):
    page.browser.open("about:blank")
    return choice(page).press("Sign In").shows("login").press("Forgot password?").shows("reset-request")


def reset_request(page, backend=None, email=PERSON):
    return request_form(page).type("email", email)


def reset_verify(page, backend):
    reset_request(page).press("Send Code").shows("reset-verify")
    return choose_password(page, backend.mail()["code"])


def choose_password(page, code, password=NEW):
    return page.type("code", code).type("new-password", password).type("confirm-password", password)


def confirm(page, backend):
    signup(page).press("Create Account").shows("confirm")
    return page.type("code", backend.mail(NEWCOMER)["code"])


def signed_in(page, backend):
    return login(page).press("Sign In").shows("signed-in")


FORM = EmailForm(
    open=request_form,
    state="reset-request",
    press="Send Code",
    next="reset-verify",
    path="/recover",
    again="Send Another Code",
    again_state="reset-verify",
    wrong=("ada", "ada@", "a b@example.com"),
    error="Please enter a valid email address",
    offline="You're offline.",
    alike=(PERSON, UNKNOWN, DISABLED, UNVERIFIED),
    mailed=(PERSON, DISABLED, UNVERIFIED),
)
LINKS = []

TROUBLE = TROUBLE | {"not-allowed": "This isn't available right now."}
INCORRECT = "This code is incorrect or has expired."
CODE = TROUBLE | {"code-invalid": INCORRECT, "account-disabled": "This account has been disabled."}
MAIL = TROUBLE | {"invalid-email": "Please enter a valid email address."}
PASSWORD_REFUSED = {"weak-password": "This password is too easy to guess.", "password-too-long": "This password is too long."}
PLACES = [
    Place(
        "auth",
        "login",
        "sign-in",
        TROUBLE
        | {
            "ok": "#signed-in",
            "email-unverified": "#confirm",
            "account-disabled": "This account has been disabled.",
            "wrong-credentials": "Email or password is incorrect.",
        },
        login,
        "Sign In",
    ),
    Place(
        "auth",
        "signup",
        "sign-up",
        MAIL | PASSWORD_REFUSED | {"ok": "#signed-in", "sent": "#confirm", "email-refused": "#confirm", "account-exists": "#confirm"},
        signup,
        "Create Account",
    ),
    Place("auth", "reset-request", "send-link", MAIL | {"ok": "#reset-verify", "email-refused": "#reset-verify"}, reset_request, "Send Code"),
    Place(
        "auth",
        "reset-verify",
        "reset-password-by-code",
        CODE
        | PASSWORD_REFUSED
        | {
            "ok": "#changed",
            "needs-second-factor": "This account uses two-step verification.",
            "same-password": "This is already your password.",
            "needs-login": INCORRECT,
            "link-expired": INCORRECT,
        },
        reset_verify,
        "Change Password",
    ),
    Place("auth", "reset-verify", "send-link", MAIL | {"ok": "#reset-verify", "email-refused": "#reset-verify"}, reset_verify, "Send Another Code"),
    Place("auth", "confirm", "verify-email-by-code", CODE | {"ok": "#signed-in"}, confirm, "Confirm"),
    Place("auth", "confirm", "resend-verification", MAIL | {"ok": "#confirm", "email-refused": "#confirm"}, confirm, "Send Another Code"),
    Place(
        "auth",
        "signed-in",
        "sign-out",
        {name: words for name, words in TROUBLE.items() if name != "not-allowed"} | {"ok": "#choice"},
        signed_in,
        "Sign Out",
    ),
]

# An address with its state, and a state that it cannot show.
GUARDED = ("/auth", "choice", "signed-in")
# The states that the backend decides on as an address is opened.
CHECKED = ()
# Other hosts to which pages link.
HOSTS = ()
ADDRESSES = [
    ("/auth", "choice"),
    ("/auth#login", "choice"),
    ("/auth?state=login", "choice"),
    ("/auth#state=signup", "choice"),
    (f"/auth#email={MARKUP}", "choice"),
    (f"/auth#error=access_denied&error_code=otp_expired&error_description={MARKUP}", "choice"),
    ("/auth#error_description=<img onerror=alert(1)>", "choice"),
    ("/auth#access_token=somebody.elses.session&type=recovery", "choice"),
    ("/auth?redirect=javascript:alert(1)&__proto__=x&code=123456", "choice"),
]

NO_ANSWERS = (PLACES[0], True)
ANSWERS = [
    (PLACES[0], backends.status(200, {"access_token": "t", "user": {"email": IMAGE}}, path="grant_type=password"), "#signed-in", f"You're Signed In {IMAGE}"),
]
