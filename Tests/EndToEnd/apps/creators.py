"""Creators: resets, verification and changes of the email by links, with Firebase. The steps and tables of its flow."""

import backends
import httpx
from flows import IMAGE, MARKUP, NEW, TROUBLE, EmailForm, Link, Place
from sandboxes import DISABLED, PERSON, UNKNOWN, UNVERIFIED
from sandboxes import PASSWORD as OLD

APP = SCHEME = "creators"
NEW_EMAIL = "new-address@example.com"
KEY = "AIzaSyCreatorsExampleKey"


def accounts(backend, method, **body):
    """Calls a method of Identity Toolkit, as the app does; returns the status and the JSON."""
    answer = httpx.post(f"{backend.base}/v1/accounts:{method}?key=app", json=body)
    return answer.status_code, answer.json()


def id_token(backend, email=PERSON, password=OLD):
    status, answer = accounts(backend, "signInWithPassword", email=email, password=password)
    assert status == 200, answer
    return answer["idToken"]


def mailed(mode):
    """Requests an email of a kind as the app does, and returns its link."""

    def mail(backend):
        if mode == "resetPassword":
            accounts(backend, "sendOobCode", requestType="PASSWORD_RESET", email=PERSON)
        elif mode == "verifyEmail":
            accounts(backend, "sendOobCode", requestType="VERIFY_EMAIL", idToken=id_token(backend, UNVERIFIED))
        elif mode == "signIn":
            continued = "https://creators.example/login"
            accounts(backend, "sendOobCode", requestType="EMAIL_SIGNIN", email=PERSON, continueUrl=continued)
        else:
            accounts(backend, "sendOobCode", requestType="VERIFY_AND_CHANGE_EMAIL", idToken=id_token(backend), newEmail=NEW_EMAIL)
            if mode == "recoverEmail":
                assert accounts(backend, "update", oobCode=code_of(backend.link(NEW_EMAIL)))[0] == 200
        link = backend.link(None)
        assert f"mode={mode}&" in link
        return link

    return mail


def code_of(link):
    return link.split("oobCode=")[1].split("&")[0]


def request_form(page):
    return page.open("/forgot-password").shows("form")


def opened(mode):
    return lambda page, backend: page.open(f"/auth/action?mode={mode}&oobCode=c")


def arrived(mode, state):
    return lambda page, backend: page.open(mailed(mode)(backend)).shows(state)


def email_typed(page, backend):
    request_form(page).type("email", PERSON)


def sent(page, backend):
    FORM.send(page)


def login(page, email=PERSON, password=OLD):
    return page.open("/login").shows("login").type("email", email).type("password", password)


def login_typed(page, backend):
    login(page)
    # Otherwise the state after signing in ends at once.
    backend.choose("check-session", "timeout")


def session_unchecked(page, backend):
    login(page)
    backend.choose("check-session", "server")
    page.press("Log In").shows("checking").says("Something went wrong")


def unverified(page, backend):
    login(page, UNVERIFIED).press("Log In").shows("unverified")


def password_typed(page, backend):
    arrived("resetPassword", "reset")(page, backend).type("new-password", NEW)


def address_typed(page, backend):
    arrived("signIn", "sign-in")(page, backend).type("email", PERSON)


def second_factor_shown(page, backend):
    # The sandbox adds no second factors, so that it sends no email about one.
    backend.choose("check-second-factor", "ok")
    opened("revertSecondFactorAddition")(page, backend).shows("second-factor")


FORM = EmailForm(
    open=request_form,
    state="form",
    press="Send Reset Email",
    next="sent",
    path="accounts:sendOobCode",
    again="Send Another Email",
    again_state="sent-again",
    wrong=("ada", "ada.example.com", "ada@", "ada@example", "ada@.com"),
    error="Please enter a valid email address",
    offline="No internet connection.",
    alike=(PERSON, UNKNOWN, DISABLED),
    mailed=(PERSON, DISABLED),
    elsewhere=("/auth/action?mode=verifyEmail", "incomplete"),
)


def link(mode, state, press, end, used, way_on=("Back to Login", "login"), account=PERSON, **more):
    check, update = (f"/v1/accounts:{method}?key={KEY}" for method in ("resetPassword", "update"))

    sign_in = f"/v1/accounts:signInWithEmailLink?key={KEY}"
    ends = {"resetPassword": (check, {"newPassword": NEW}), "signIn": (sign_in, {"email": PERSON})}

    def requests(code):
        finish = ends.get(mode, (update, {}))
        return [("POST", path, {"oobCode": code} | body) for path, body in ((check, {}), finish)]

    return Link(
        name=mode,
        mail=mailed(mode),
        parameter="oobCode",
        state=state,
        press=press,
        end=end,
        used=(used,),
        way_on=lambda page: page.press(way_on[0]).shows(way_on[1]),
        expired=(used,),
        lives=60,
        reloaded="forgotten",
        opens=f"creators://auth/action?mode={mode}&oobCode={{}}",
        requests=requests,
        checks=1,
        account=account,
        is_origin_sent=True,
        **more,
    )


LINKS = [
    link("resetPassword", "reset", "Save Password", "done", "invalid", ("Get a New Link", "form"), fill=lambda page: page.type("new-password", NEW)),
    link("verifyEmail", "verify", "Verify Email", "verified", "spent", account=UNVERIFIED),
    link("verifyAndChangeEmail", "change", "Change Email", "changed", "unchanged"),
    link("recoverEmail", "recover", "Restore Address", "recovered", "late", ("Reset Password", "form")),
    link("signIn", "sign-in", "Log In", "signed-in", "spent", account="", fill=lambda page: page.type("email", PERSON)),
]

# Where nothing is wrong with the request, the state stays.
TROUBLE = TROUBLE | {"not-allowed": "This isn't available right now."}
LINK = TROUBLE | {"link-incomplete": "#forgotten", "account-disabled": "#disabled"}
SEND = TROUBLE | {"invalid-email": "Please enter a valid email address.", "server": "Failed to send reset email. Please try again."}


def dead(state):
    return LINK | {"link-invalid": f"#{state}", "link-expired": f"#{state}"}


def used(state):
    return dead(state) | {"account-exists": "#taken"}


PLACES = [
    Place("forgot-password", "form", "send-link", SEND | {"ok": "#sent"}, email_typed, "Send Reset Email"),
    Place("forgot-password", "sent", "send-link", SEND | {"ok": "#sent-again"}, sent, "Send Another Email"),
    Place(
        "login",
        "login",
        "sign-in",
        TROUBLE
        | {
            "ok": "#checking",
            "needs-second-factor": "#second-factor",
            "account-disabled": "#disabled",
            "wrong-credentials": "Email or password is incorrect.",
            "invalid-email": "Please enter a valid email address.",
        },
        login_typed,
        "Log In",
    ),
    Place(
        "login",
        "checking",
        "check-session",
        TROUBLE | {"ok": "#welcome", "email-unverified": "#unverified", "needs-login": "#login", "account-disabled": "#disabled"},
        session_unchecked,
        "Try again",
    ),
    Place(
        "login",
        "unverified",
        "resend-verification",
        TROUBLE | {"ok": "#unverified", "needs-login": "#login", "account-disabled": "#disabled"},
        unverified,
        "Resend Email",
    ),
    Place("reset-password", "checking", "check-link", dead("invalid") | {"ok": "#reset"}, opened("resetPassword")),
    Place(
        "reset-password",
        "reset",
        "reset-password",
        dead("invalid") | {"ok": "#done", "weak-password": "This password is too easy to guess."},
        password_typed,
        "Save Password",
    ),
    Place("email", "checking-email", "check-verification", dead("spent") | {"ok": "#verify"}, opened("verifyEmail")),
    Place("email", "verify", "verify-email", used("spent") | {"ok": "#verified"}, arrived("verifyEmail", "verify"), "Verify Email"),
    Place("email", "checking-change", "check-change", dead("unchanged") | {"ok": "#change"}, opened("verifyAndChangeEmail")),
    Place("email", "change", "verify-email", used("unchanged") | {"ok": "#changed"}, arrived("verifyAndChangeEmail", "change"), "Change Email"),
    Place("email", "checking-recovery", "check-recovery", dead("late") | {"ok": "#recover"}, opened("recoverEmail")),
    Place("email", "recover", "verify-email", used("late") | {"ok": "#recovered"}, arrived("recoverEmail", "recover"), "Restore Address"),
    Place("account", "checking-sign-in", "check-sign-in", dead("spent") | {"ok": "#sign-in"}, opened("signIn")),
    Place(
        "account",
        "sign-in",
        "sign-in-with-link",
        dead("spent")
        | {"ok": "#signed-in", "needs-second-factor": "#protected", "invalid-email": "This is not the address that the link was sent to."},
        address_typed,
        "Log In",
    ),
    Place("account", "checking-second-factor", "check-second-factor", dead("late") | {"ok": "#second-factor"}, opened("revertSecondFactorAddition")),
    Place("account", "second-factor", "revert-second-factor", dead("late") | {"ok": "#turned-off"}, second_factor_shown, "Turn It Off"),
]

# An address with its state, and a state that it cannot show.
GUARDED = ("/login", "login", "welcome")
# The states that the backend decides on as an address is opened.
CHECKED = ("invalid", "spent", "unchanged", "late")
# Other hosts to which pages link.
HOSTS = ()
ADDRESSES = [
    ("/auth/action?mode=resetPassword", "incomplete"),
    ("/auth/action?mode=signIn&lang=de", "incomplete"),
    ("/auth/action?mode=verifyEmail&oobCode=", "incomplete"),
    ("/auth/action?mode=recoverEmail", "incomplete"),
    ("/auth/action?mode=signIn&oobCode=c", "spent"),
    ("/auth/action?mode=revertSecondFactorAddition&oobCode=c", "late"),
    (f"/auth/action?mode=resetPassword&oobCode={MARKUP}", "invalid"),
    (f"/auth/action?mode=verifyEmail&oobCode={MARKUP}", "spent"),
    ("/auth/action?mode=verifyAndChangeEmail&oobCode=c", "unchanged"),
    ("/auth/action?mode=recoverEmail&oobCode=javascript:alert(1)", "late"),
    ("/auth/action?mode=resetPassword&oobCode=%FF", "incomplete"),
    (f"/auth/action?mode=resetPassword&error_description={MARKUP}", "incomplete"),
    ("/auth/action?mode=resetPassword#oobCode=" + "a" * 100_000, "incomplete"),
    (f"/forgot-password#email={MARKUP}", "form"),
    ("/forgot-password?continueUrl=javascript:alert(1)#state=sent", "form"),
]

NO_ANSWERS = (PLACES[7], False)
ANSWERS = [
    (PLACES[7], backends.html, "#spent", ""),
    (PLACES[7], backends.rubbish, "#spent", ""),
    (
        PLACES[9],
        backends.status(200, {"requestType": "VERIFY_AND_CHANGE_EMAIL", "email": IMAGE, "newEmail": f"{IMAGE}2"}),
        "#change",
        f"You'll use {IMAGE}2 to log in instead of {IMAGE}.",
    ),
]
