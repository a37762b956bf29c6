"""Story 1.4 with Firebase, from the forgotten password to the new one, and every other kind of mail that it sends."""

import json

import backends
import httpx
import programs
import pytest
from flows import (  # noqa: F401
    IMAGE, KEPT, MARKUP, Place, backend, findings, new_password, outcomes, page, possible_outcomes,
    requests_with, scan, story, wrong_email,
)  # fmt: skip
from rawhttp import ask
from sandboxes import DISABLED, PERSON, UNKNOWN, UNVERIFIED
from sandboxes import PASSWORD as OLD_PASSWORD
from selenium.webdriver.common.keys import Keys

APP = "creators"
PASSWORD = "Sunflower-7"
NEW = "new-address@example.com"
KEY = "AIzaSyCreatorsExampleKey"
GENERIC = "If this email is registered, you'll receive a reset link."


def accounts(backend, method, **body):
    """Calls a method of Identity Toolkit, as the app does; returns the status and the JSON."""
    answer = httpx.post(f"{backend.bases[APP]}/v1/accounts:{method}?key=app", json=body)
    return answer.status_code, answer.json()


def token(backend, email=PERSON, password=OLD_PASSWORD):
    status, answer = accounts(backend, "signInWithPassword", email=email, password=password)
    assert status == 200, answer
    return answer["idToken"]


def mailed(backend, mode):
    """A link of each kind, asked for as the app does."""
    if mode == "resetPassword":
        accounts(backend, "sendOobCode", requestType="PASSWORD_RESET", email=PERSON)
    elif mode == "verifyEmail":
        accounts(backend, "sendOobCode", requestType="VERIFY_EMAIL", idToken=token(backend, UNVERIFIED))
    elif mode == "signIn":
        continued = "https://creators.example/login"
        accounts(backend, "sendOobCode", requestType="EMAIL_SIGNIN", email=PERSON, continueUrl=continued)
    else:
        accounts(backend, "sendOobCode", requestType="VERIFY_AND_CHANGE_EMAIL", idToken=token(backend), newEmail=NEW)
        if mode == "recoverEmail":
            assert accounts(backend, "update", oobCode=code_of(backend.link(NEW)))[0] == 200
    link = backend.link(None)
    assert f"mode={mode}&" in link
    return link


def code_of(link):
    return link.split("oobCode=")[1].split("&")[0]


def request_link(page, email=PERSON):
    page.open("/forgot-password").shows("form").type("email", email)
    return page.press("Send Reset Email").shows("sent")


def sender(page):
    """The button, whatever it says just now."""
    return page.browser.driver.find_element("css selector", "section:not([hidden]) [name=run]")


def border(page):
    """What a person sees of right and wrong."""
    return page.run("return document.querySelector('section:not([hidden]) .field').className")


def address_of(page, label):
    return page.button(label).get_attribute("href")


# MARK: The story


def test_reset_email_flow_from_the_request_to_signing_in_with_the_new_password(page, backend):
    request_link(page)
    assert "Password Reset Email Sent" in page.text
    assert f"Reset email sent, check your inbox: {PERSON}" in page.text
    assert GENERIC in page.text
    (mail,) = backend.mails()
    assert (mail["to"], mail["purpose"]) == (PERSON, "reset-password")
    page.open(backend.link()).shows("reset")
    assert f"For {PERSON}" in page.text
    assert page.run("return document.querySelector('[autocomplete=username]').value") == PERSON
    new_password(page).shows("done")
    assert page.run("return [...document.querySelectorAll('[type=password]')].every(input => !input.value)")
    assert accounts(backend, "signInWithPassword", email=PERSON, password=OLD_PASSWORD)[0] == 400
    assert accounts(backend, "signInWithPassword", email=PERSON, password=PASSWORD)[0] == 200


def test_after_the_new_password_there_is_the_way_into_the_app_and_to_the_web_login(page, backend):
    page.open(mailed(backend, "resetPassword")).shows("reset")
    new_password(page).shows("done")
    assert address_of(page, "Log In") == "creators://login"
    assert address_of(page, "Log In on the Web") == page.origin + "/login"


def test_without_a_script_a_page_says_why_its_buttons_are_not_there(page):
    """Those into a vendor's page have values in their addresses."""
    assert "requires JavaScript" in ask(page.port, "/auth/action?mode=signIn&oobCode=abc").body.decode()


# MARK: Navigation


def test_email_from_login_screen_is_autofilled(page):
    """As a page of the site hands it on in the tab: in no address and in no entry of the history."""
    page.open("/.nothing-is-here").run("sessionStorage.setItem('email', arguments[0])", PERSON)
    page.open("/forgot-password").shows("form")
    assert page.run("return sessionStorage.length") == 0
    assert page.value("email") == PERSON
    assert page.run("return location.href") == page.origin + "/forgot-password"
    assert border(page) == "field right"
    assert sender(page).is_enabled()


def test_forgot_password_on_the_login_screen_leads_to_the_reset_screen_with_the_email(page):
    page.open("/login").shows("login").type("email", PERSON).press("Forgot Password?").shows("form")
    assert page.run("return location.href") == page.origin + "/forgot-password"
    assert page.value("email") == PERSON
    assert sender(page).is_enabled()


def test_back_to_login_leads_to_the_login_of_the_release(page):
    page.open("/forgot-password").shows("form").press("Back to Login").shows("login")
    assert page.run("return location.pathname") == "/login"


def test_a_new_password_logs_in_and_the_old_one_does_not(page, backend):
    page.open(mailed(backend, "resetPassword")).shows("reset")
    new_password(page).shows("done").press("Log In on the Web").shows("login")
    page.type("email", PERSON).type("password", OLD_PASSWORD).press("Log In").says("Email or password is incorrect.")
    page.type("password", PASSWORD).press("Log In").shows("welcome")
    assert PERSON in page.text
    page.press("Log Out").shows("login")
    assert page.value("password") == ""


def test_the_email_field_has_the_focus_on_a_first_view(page):
    page.open("/forgot-password").shows("form")
    page.focuses("[name=email]")


def test_ok_leads_back_to_the_login(page):
    request_link(page)
    page.press("OK").shows("login")
    assert page.value("email") == PERSON


# MARK: Email validation


@pytest.mark.parametrize("email", ["ada", "ada.example.com"])
def test_invalid_email_without_at_shows_a_red_border_and_a_disabled_button(page, backend, email):
    refused(page, backend, email)


@pytest.mark.parametrize("email", ["ada@", "ada@example", "ada@.com"])
def test_invalid_email_without_domain_shows_a_red_border_and_a_disabled_button(page, backend, email):
    refused(page, backend, email)


def refused(page, backend, email):
    page.open("/forgot-password").shows("form")
    assert not sender(page).is_enabled()
    page.type("email", email)
    assert not sender(page).is_enabled()
    page.watches().keys(Keys.ENTER, Keys.TAB)
    page.until(lambda: border(page) == "field wrong", "a red border")
    assert page.errors == ["Please enter a valid email address"]
    assert page.field("email").get_attribute("aria-invalid") == "true"
    assert page.state == "form"
    assert page.requested == []


def test_valid_email_shows_a_green_check_mark_and_an_enabled_button(page):
    page.open("/forgot-password").shows("form").type("email", "ada@example.co")
    page.until(lambda: border(page) == "field right", "a green border")
    assert page.run("return getComputedStyle(document.querySelector('.right .box'), '::after').content") == '""'
    assert sender(page).is_enabled()
    # What is no address any more is none at once.
    page.type("email", "ada@")
    assert not sender(page).is_enabled()
    assert border(page) == "field"


def test_validation_error_clears_when_somebody_types_on(page):
    page.open("/forgot-password").shows("form").type("email", "ada@example").keys(Keys.TAB)
    page.until(lambda: page.errors, "an error")
    page.field("email").send_keys(".com")
    assert page.errors == []
    assert border(page) == "field right"


# MARK: Sending


def test_the_button_says_sending_and_many_taps_send_one_mail(page, backend):
    backend.trouble = backends.slowly(1)
    page.open("/forgot-password").shows("form").type("email", PERSON).press("Send Reset Email")
    page.until(lambda: sender(page).text.strip() == "Sending…", "a loading indicator")
    assert sender(page).get_attribute("aria-busy") == "true"
    assert not sender(page).is_enabled()
    for _ in range(3):
        page.run("document.querySelector('section:not([hidden]) [name=run]').click()")
        page.field("email").send_keys(Keys.ENTER)
    page.shows("sent")
    assert len(backend.calls("accounts:sendOobCode")) == 1
    assert len(backend.mails()) == 1


def test_leaving_while_it_loads_cancels_the_request(page, backend):
    backend.trouble = backends.slowly(1.5)
    page.open("/forgot-password").shows("form").type("email", PERSON).press("Send Reset Email")
    page.until(lambda: backend.calls("accounts:sendOobCode"), "a request")
    page.open("/auth/action?mode=verifyEmail").shows("incomplete")
    page.browser.driver.back()
    page.shows("form")


def test_unregistered_email_shows_the_same_generic_message(page, backend):
    seen = []
    for email in (PERSON, UNKNOWN, DISABLED):
        page.browser.open("about:blank")
        request_link(page, email)
        seen.append(page.text.replace(email, "…"))
    assert seen[0] == seen[1] == seen[2]
    assert GENERIC in seen[0]
    assert [mail["to"] for mail in backend.mails()] == [PERSON, DISABLED]


def test_an_old_project_that_tells_who_is_registered_is_not_repeated(page, backend):
    backend.trouble = backends.status(400, {"error": {"code": 400, "message": "EMAIL_NOT_FOUND"}})
    request_link(page, UNKNOWN)
    assert GENERIC in page.text


@pytest.mark.only("chromium")
def test_airplane_mode_shows_a_network_error(page, chromium):
    page.open("/forgot-password").shows("form").type("email", PERSON)
    network = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    chromium.driver.execute_cdp_cmd("Network.enable", {})
    chromium.driver.execute_cdp_cmd("Network.emulateNetworkConditions", network)
    try:
        page.press("Send Reset Email").says("No internet connection.")
    finally:
        chromium.driver.execute_cdp_cmd("Network.emulateNetworkConditions", dict(network, offline=False))
    page.press("Send Reset Email").shows("sent")


def test_network_failure_and_timeout_offer_a_retry_with_what_was_typed(page, backend):
    page.origin = backend.impatient
    page.open("/forgot-password").shows("form").type("email", PERSON)
    for trouble, words in [(backends.nothing, "can't reach our server"), (backends.held, "taking too long")]:
        backend.trouble = trouble
        page.press("Send Reset Email").says(words)
        assert page.value("email") == PERSON
        assert sender(page).is_enabled()
    backend.trouble = None
    page.press("Send Reset Email").shows("sent")


def test_the_app_waits_thirty_seconds():
    assert "timeout: 30s" in (programs.SITE / "creators" / "app.yml").read_text()


def test_another_email_is_sent_after_the_wait(page, backend):
    request_link(page)
    assert not page.button("Send Another Email").is_enabled()
    page.allows("Send Another Email")
    page.press("Send Another Email").shows("sent-again")
    assert "Password Reset Email Sent Again" in page.text
    assert [mail["to"] for mail in backend.mails()] == [PERSON, PERSON]


# MARK: Accessibility


def test_the_email_field_has_a_proper_label(page):
    page.open("/forgot-password").shows("form")
    field = page.field("email")
    assert field.accessible_name == "Email address"
    assert field.get_attribute("autocomplete") == "email"
    assert field.get_attribute("autocapitalize") == "none"
    assert field.get_attribute("type") == "email"


def test_success_is_read_aloud(page):
    request_link(page)
    page.focuses("#sent h1")
    assert page.run("return document.activeElement.textContent") == "Password Reset Email Sent"
    status = "return document.getElementById('status').textContent"
    page.until(lambda: page.run(status) == f"Password reset email sent to {PERSON}", "the announcement")


def test_the_link_is_opened_and_a_password_saved_by_keyboard_alone(page, backend):
    page.open("/forgot-password").shows("form").tab_to("#form input[name=email]")
    page.keys(PERSON, Keys.ENTER).shows("sent")
    page.open(backend.link()).shows("reset").tab_to("#reset input[name=new-password]").keys(PASSWORD)
    page.tab_to("#reset [name=run]").keys(Keys.SPACE).shows("done")


# MARK: The other kinds of mail


def test_verify_email_takes_a_tap(page, backend):
    page.open(mailed(backend, "verifyEmail")).shows("verify")
    assert UNVERIFIED in page.text
    assert backend.calls("accounts:update") == []
    page.press("Verify Email").shows("verified")
    _, answer = accounts(backend, "lookup", idToken=token(backend, UNVERIFIED))
    assert answer["users"][0]["emailVerified"] is True


def test_verify_and_change_email_names_both_addresses_and_takes_a_tap(page, backend):
    page.open(mailed(backend, "verifyAndChangeEmail")).shows("change")
    assert NEW in page.text and PERSON in page.text
    page.press("Change Email").shows("changed")
    assert NEW in page.text
    assert token(backend, NEW)


def test_recover_email_takes_the_address_back_and_offers_a_new_password(page, backend):
    page.open(mailed(backend, "recoverEmail")).shows("recover")
    assert NEW in page.text and PERSON in page.text
    page.press("Restore Address").shows("recovered")
    assert token(backend, PERSON)
    page.press("Reset Password").shows("form")
    assert page.value("email") == PERSON
    page.press("Send Reset Email").shows("sent")
    page.open(backend.link()).shows("reset")
    new_password(page).shows("done")
    assert token(backend, PERSON, PASSWORD)


@pytest.mark.parametrize(
    ["mode", "state", "more"],
    [
        ("signIn", "sign-in", "&continueUrl=https%3A%2F%2Fcreators.example%2Flogin"),
        ("revertSecondFactorAddition", "second-factor", ""),
    ],
)
def test_what_only_the_project_can_do_is_handed_to_it_with_its_parameters(page, backend, mode, state, more):
    # The sandbox adds no second factors, so that nobody is told of one.
    link = mailed(backend, mode) if mode == "signIn" else f"/auth/action?mode={mode}&oobCode=c%2F1&apiKey=k&lang=de"
    page.open(link).shows(state)
    assert page.run("return location.search") == f"?mode={mode}"
    project = "https://creators-example.firebaseapp.com/__/auth/action"
    assert address_of(page, "Continue" if mode == "signIn" else "Turn Off") == f"{project}?mode={mode}&oobCode={code_of(link)}&apiKey={KEY}{more}"
    assert backend.asked == []


def test_a_dead_verification_link_is_replaced_at_the_login(page, backend):
    """Its page says "Log in to check or to get a new link", and the web's login does both."""
    page.open("/auth/action?mode=verifyEmail&oobCode=c").shows("spent").press("Back to Login").shows("login")
    page.type("email", UNVERIFIED).type("password", OLD_PASSWORD).press("Log In").shows("unverified")
    assert UNVERIFIED in page.text and "your email isn't verified yet" in page.text
    # The app is no way back from here.
    assert not page.button("Open the App").find_elements("css selector", "svg")
    page.press("Resend Email").until(lambda: page.note == page.said == "Check your inbox.", "words")
    assert page.state == "unverified" and not page.button("Resend Email").is_enabled()
    (mail,) = backend.mails(UNVERIFIED)
    assert mail["purpose"] == "verify-email"
    page.open(backend.link(UNVERIFIED)).shows("verify").press("Verify Email").shows("verified")
    page.press("Log In on the Web").shows("login").type("email", UNVERIFIED).type("password", OLD_PASSWORD)
    page.press("Log In").shows("welcome")
    assert "Your email is verified." in page.text


def test_a_code_that_was_made_for_something_else_does_nothing(page, backend):
    for made, told, state in [
        ("resetPassword", "verifyEmail", "spent"),
        ("verifyEmail", "resetPassword", "invalid"),
        ("verifyAndChangeEmail", "verifyEmail", "spent"),
        ("recoverEmail", "verifyAndChangeEmail", "unchanged"),
        ("verifyEmail", "recoverEmail", "late"),
    ]:
        backend.begin()
        link = mailed(backend, made)
        page.open(link.replace(f"mode={made}", f"mode={told}")).shows(state)
        assert backend.calls("accounts:update") == []


# MARK: Outcomes


# Where nothing is the matter with what was asked, everybody stays.
TROUBLE = {
    "rate-limited": "Too many attempts.",
    "not-allowed": "This isn't available right now.",
    "network": "We can't reach our server.",
    "timeout": "This is taking too long.",
    "server": "Something went wrong on our end.",
}
LINK = {"link-incomplete": "#forgotten", "account-disabled": "#disabled", **TROUBLE}
INVALID = {"link-invalid": "#invalid", "link-expired": "#invalid", **LINK}
SPENT = {"link-invalid": "#spent", "link-expired": "#spent", **LINK}
UNCHANGED = {"link-invalid": "#unchanged", "link-expired": "#unchanged", **LINK}
LATE = {"link-invalid": "#late", "link-expired": "#late", **LINK}


def opened(mode):
    return lambda page, backend: page.open(f"/auth/action?mode={mode}&oobCode=c")


def arrived(mode, state):
    return lambda page, backend: page.open(mailed(backend, mode)).shows(state)


def typed(page, backend):
    page.open("/forgot-password").shows("form").type("email", PERSON)


def login_typed(page, backend):
    page.open("/login").shows("login").type("email", PERSON).type("password", OLD_PASSWORD)


def logged_in(page, backend):
    login_typed(page, backend)
    page.press("Log In").shows("welcome")


def wrong_login(page, backend):
    page.open("/login").shows("login").type("email", PERSON).type("password", "wrong").press("Log In").says("incorrect")


def login_elsewhere(page, backend):
    login_typed(page, backend)
    backend.choose("sign-in", "needs-second-factor")
    page.press("Log In").shows("second-factor")


def login_disabled(page, backend):
    page.open("/login").shows("login").type("email", DISABLED).type("password", OLD_PASSWORD).press("Log In").shows("disabled")


def sent_again(page, backend):
    request_link(page)
    page.allows("Send Another Email")
    page.press("Send Another Email").shows("sent-again")


def password_typed(page, backend):
    page.open(mailed(backend, "resetPassword")).shows("reset")
    page.type("new-password", PASSWORD)


USED = {"account-exists": "#taken", **SPENT}
PLACES = [
    Place(
        "form",
        "send-link",
        {
            "ok": "#sent",
            "invalid-email": "Please enter a valid email address.",
            **TROUBLE,
            "server": "Failed to send reset email. Please try again.",
        },
        typed,
        "Send Reset Email",
    ),
    Place(
        "sent",
        "send-link",
        {
            "ok": "#sent-again",
            "invalid-email": "Please enter a valid email address.",
            **TROUBLE,
            "server": "Failed to send reset email. Please try again.",
        },
        lambda page, backend: request_link(page),
        "Send Another Email",
    ),
    Place(
        "login",
        "sign-in",
        {
            "ok": "#checking",
            "needs-second-factor": "#second-factor",
            "account-disabled": "#disabled",
            "wrong-credentials": "Email or password is incorrect.",
            "invalid-email": "Please enter a valid email address.",
            **TROUBLE,
        },
        lambda page, backend: login_typed(page, backend),
        "Log In",
    ),
    Place(
        "checking",
        "check-session",
        {"ok": "#welcome", "email-unverified": "#unverified", "needs-login": "#login", "account-disabled": "#disabled", **TROUBLE},
        lambda page, backend: unchecked(page, backend),
        "Try again",
    ),
    Place(
        "unverified",
        "resend-verification",
        {"ok": "#unverified", "needs-login": "#login", "account-disabled": "#disabled", **TROUBLE},
        lambda page, backend: unverified(page, backend),
        "Resend Email",
    ),
    Place("checking", "check-link", {"ok": "#reset", **INVALID}, opened("resetPassword")),
    Place(
        "reset",
        "reset-password",
        {"ok": "#done", "weak-password": "Choose a password that's harder to guess", **INVALID},
        password_typed,
        "Save Password",
    ),
    Place("checking-email", "check-verification", {"ok": "#verify", **SPENT}, opened("verifyEmail")),
    Place("verify", "verify-email", {"ok": "#verified", **USED}, arrived("verifyEmail", "verify"), "Verify Email"),
    Place("checking-change", "check-change", {"ok": "#change", **UNCHANGED}, opened("verifyAndChangeEmail")),
    Place("change", "verify-email", {"ok": "#changed", "account-exists": "#taken", **UNCHANGED}, arrived("verifyAndChangeEmail", "change"), "Change Email"),
    Place("checking-recovery", "check-recovery", {"ok": "#recover", **LATE}, opened("recoverEmail")),
    Place("recover", "verify-email", {"ok": "#recovered", "account-exists": "#taken", **LATE}, arrived("recoverEmail", "recover"), "Restore Address"),
]


@outcomes(*PLACES)
def test_every_outcome_has_its_state_or_words(page, backend, place, outcome):
    place.check(page, backend, outcome)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place.state}.{place.operation}")
def test_no_outcome_is_forgotten(backend, place):
    assert set(place.leads) == possible_outcomes(backend, place.operation)


def test_a_password_that_only_the_backend_finds_weak_may_be_followed_by_a_better_one(page, backend):
    page.open(mailed(backend, "resetPassword")).shows("reset")
    backend.choose("reset-password", "weak-password")
    new_password(page, "sunflower").says("Choose a password that's harder to guess")
    assert page.field("new-password").get_attribute("value") == "sunflower"
    new_password(page).shows("done")


def test_links_live_for_an_hour(page, backend):
    for mode, state in [("resetPassword", "invalid"), ("verifyEmail", "spent"), ("recoverEmail", "late")]:
        backend.begin()
        link = mailed(backend, mode)
        backend.advance("61m")
        page.open(link).shows(state)


def test_a_disabled_accounts_link_says_so(page, backend):
    accounts(backend, "sendOobCode", requestType="PASSWORD_RESET", email=DISABLED)
    page.open(backend.link(DISABLED)).shows("disabled")


def test_without_its_link_the_page_says_so_kindly(page, backend):
    for address in ("/auth/action?mode=resetPassword", "/auth/action?mode=signIn&lang=de", "/auth/action?mode=verifyEmail&oobCode="):
        page.open(address).shows("incomplete")
    page.open(mailed(backend, "resetPassword")).shows("reset")
    page.browser.driver.refresh()
    page.shows("forgotten")
    page.press("Send a New Link").shows("form")


# MARK: Looks


def busy(page, backend):
    typed(page, backend)
    backend.trouble = backends.held
    page.press("Send Reset Email")


def limited(page, backend):
    typed(page, backend)
    backend.trouble = backends.status(429, {}, [("Retry-After", "60")], path="key=" + KEY)
    page.press("Send Reset Email").says("Too many attempts")


def sent(page, backend):
    request_link(page)


def checking(page, backend):
    backend.trouble = backends.held
    page.open("/auth/action?mode=resetPassword&oobCode=c").shows("checking")


def unreachable(page, backend):
    backend.trouble = backends.nothing
    page.open("/auth/action?mode=resetPassword&oobCode=c").says("can't reach our server")


def reset(page, backend):
    arrived("resetPassword", "reset")(page, backend)


def weak(page, backend):
    reset(page, backend)
    page.type("new-password", "sun").press("Save Password").says("Still needed: At least 6 characters")


def done(page, backend):
    password_typed(page, backend)
    page.press("Save Password").shows("done")


def invalid(page, backend):
    page.open("/auth/action?mode=resetPassword&oobCode=c").shows("invalid")


def forgotten(page, backend):
    page.open(mailed(backend, "resetPassword")).shows("reset")
    page.browser.driver.refresh()
    page.shows("forgotten")


def incomplete(page, backend):
    page.open("/auth/action?mode=resetPassword").shows("incomplete")


def disabled(page, backend):
    accounts(backend, "sendOobCode", requestType="PASSWORD_RESET", email=DISABLED)
    page.open(backend.link(DISABLED)).shows("disabled")


def verify(page, backend):
    arrived("verifyEmail", "verify")(page, backend)


def verified(page, backend):
    verify(page, backend)
    page.press("Verify Email").shows("verified")


def change(page, backend):
    arrived("verifyAndChangeEmail", "change")(page, backend)


def changed(page, backend):
    change(page, backend)
    page.press("Change Email").shows("changed")


def taken(page, backend):
    change(page, backend)
    backend.choose("verify-email", "account-exists")
    page.press("Change Email").shows("taken")


def recover(page, backend):
    arrived("recoverEmail", "recover")(page, backend)


def recovered(page, backend):
    recover(page, backend)
    page.press("Restore Address").shows("recovered")


def spent(page, backend):
    page.open("/auth/action?mode=verifyEmail&oobCode=c").shows("spent")


def unchanged(page, backend):
    page.open("/auth/action?mode=verifyAndChangeEmail&oobCode=c").shows("unchanged")


def unchecked(page, backend):
    login_typed(page, backend)
    backend.choose("check-session", "server")
    page.press("Log In").shows("checking").says("Something went wrong")


def unverified(page, backend):
    page.open("/login").shows("login").type("email", UNVERIFIED).type("password", OLD_PASSWORD).press("Log In").shows("unverified")


def late(page, backend):
    page.open("/auth/action?mode=recoverEmail&oobCode=c").shows("late")


def link_incomplete(page, backend):
    page.open("/auth/action?mode=recoverEmail").shows("incomplete")


def signing_in(page, backend):
    page.open("/auth/action?mode=signIn&oobCode=c").shows("sign-in")


def second_factor(page, backend):
    page.open("/auth/action?mode=revertSecondFactorAddition&oobCode=c").shows("second-factor")


@pytest.mark.full  # `make test` looks at each state in the preview: test_pages.py, test_flow_states.py
def test_every_state_is_pictured_and_accessible(story, browser):
    states = [
        typed, wrong_email, busy, limited, sent, sent_again, login_typed, wrong_login, logged_in, login_elsewhere,
        login_disabled, checking, unreachable, reset, weak, done, invalid, forgotten, incomplete,
        disabled, verify, verified, change, changed, taken, recover, recovered, spent, unchanged, unchecked, unverified, late, link_incomplete, signing_in, second_factor,
    ]  # fmt: skip
    assert findings(story, browser, states) == {}


# MARK: Scanners


@pytest.mark.parametrize(
    ["mode", "state", "finish", "end"],
    [
        ("resetPassword", "reset", new_password, "done"),
        ("verifyEmail", "verify", lambda page: page.press("Verify Email"), "verified"),
        ("recoverEmail", "recover", lambda page: page.press("Restore Address"), "recovered"),
    ],
)
def test_a_link_still_works_after_a_scanner_and_says_when_it_was_used(page, backend, mode, state, finish, end):
    link = mailed(backend, mode)
    page.open(link).shows(state)
    scan(page, link)
    assert page.state == state
    assert backend.calls("accounts:update") == []
    assert [each for each in backend.calls("accounts:resetPassword") if "newPassword" in each.body] == []
    page.open(link).shows(state)
    finish(page).shows(end)
    used = {"resetPassword": "invalid", "recoverEmail": "late"}.get(mode, "spent")
    page.open(link).shows(used)
    if used == "invalid":
        page.press("Send a New Link").shows("form")
    elif used == "late":
        assert address_of(page, "Reset Password") == f"{page.origin}/forgot-password"
    else:
        assert address_of(page, "Back to Login") == f"{page.origin}/login"


# MARK: No leak


def test_the_code_is_in_two_kinds_of_request_and_nowhere_else(page, backend):
    request_link(page)
    link = backend.link()
    code = code_of(link)
    backend.asked.clear()
    if page.browser.name == "chromium":
        page.browser.driver.get_log("performance")
    page.open(link).shows("reset")
    assert page.run("return location.href") == page.origin + "/auth/action?mode=resetPassword"
    assert code not in page.run(KEPT)
    page.type("new-password", PASSWORD)
    assert PASSWORD not in page.run(KEPT)
    page.press("Save Password").shows("done")
    assert code not in page.run(KEPT)
    assert code not in page.run("return document.documentElement.outerHTML")
    assert page.run("return history.state") == {"state": "done"}

    asked = [each for each in backend.asked if each.method == "POST"]
    assert [json.loads(each.body) for each in asked] == [
        {"oobCode": code},
        {"oobCode": code, "newPassword": PASSWORD},
    ]
    for each in backend.asked:
        assert code not in each.text.replace(each.body, "")
        assert "Cookie" not in each.headers
        # Keys may be bound to the pages' origin; more than that is told to nobody.
        assert each.headers.get("Referer") in (None, page.origin + "/")
    if page.browser.name == "chromium":
        asked = {f"{page.origin}/auth/action", f"{backend.address}/v1/accounts:resetPassword"}
        assert requests_with(page, code) == asked


def test_what_outlives_a_reload_is_the_state_and_the_email(page):
    request_link(page)
    assert page.run("return history.state") == {"state": "sent"}
    assert PERSON not in page.run("return JSON.stringify([sessionStorage, localStorage, history.state, location.href])")
    page.browser.driver.refresh()
    page.shows("sent")
    assert PERSON in page.text


# MARK: Hostile


HOSTILE = "apiKey=evil-key&continueUrl=javascript%3Aalert(1)&lang=%3Cimg%20src%3Dx%3E&tenantId=evil"
HARMLESS = """
return !document.querySelector('img') && document.title !== 'pwned'
  && [...document.links].every(link => ['http:', 'https:', 'creators:', 'mailto:'].includes(link.protocol))
  && [...document.links].every(link => !/evil/.test(link.href));
"""


@pytest.mark.parametrize("mode", ["resetPassword", "verifyEmail", "verifyAndChangeEmail", "recoverEmail"])
def test_a_links_own_key_and_continue_address_are_nobodys(page, backend, mode):
    link = mailed(backend, mode)
    code = code_of(link)
    page.open(f"/auth/action?{HOSTILE}&mode={mode}&oobCode={code}")
    page.until(lambda: not page.state.startswith("checking"), "an end of looking it up")
    assert page.state in ("reset", "verify", "change", "recover")
    assert {each.path.partition("?")[2] for each in backend.asked} == {f"key={KEY}"}
    assert page.run(HARMLESS)
    assert "evil" not in page.run("return document.documentElement.outerHTML + location.href")
    assert page.run("return document.querySelector('.open').href") == f"creators://auth/action?mode={mode}&oobCode={code}"


@pytest.mark.parametrize("continued", ["https://evil.example/", "javascript:alert(1)", "//evil.example", "data:text/html,evil"])
def test_signing_in_continues_at_the_apps_own_address(page, backend, continued):
    page.open(f"/auth/action?mode=signIn&oobCode=c&apiKey=evil&continueUrl={continued.replace(':', '%3A').replace('/', '%2F')}")
    page.shows("sign-in")
    assert address_of(page, "Continue").endswith(f"&apiKey={KEY}&continueUrl=https%3A%2F%2Fcreators.example%2Flogin")
    assert page.run(HARMLESS)


@pytest.mark.parametrize(
    ["address", "state"],
    [
        (f"/auth/action?mode=resetPassword&oobCode={MARKUP}", "invalid"),
        (f"/auth/action?mode=verifyEmail&oobCode={MARKUP}", "spent"),
        ("/auth/action?mode=recoverEmail&oobCode=javascript:alert(1)", "late"),
        ("/auth/action?mode=resetPassword&oobCode=%FF", "incomplete"),
        (f"/auth/action?mode=resetPassword&error_description={MARKUP}", "incomplete"),
        (f"/forgot-password#email={MARKUP}", "form"),
        ("/forgot-password?continueUrl=javascript:alert(1)#state=sent", "form"),
    ],
)
def test_an_address_brings_no_markup_and_leads_nowhere(page, address, state):
    page.open(address).shows(state)
    assert page.run(HARMLESS)
    assert page.run("return [...document.querySelectorAll('input')].every(input => !input.value)")
    assert "alert" not in page.run("return location.href")


def test_a_code_of_a_hundred_kilobytes_harms_nobody(page, backend):
    assert ask(page.port, "/auth/action?mode=resetPassword&oobCode=" + "a" * 100_000).status in (413, 414, 431)
    page.open("/auth/action?mode=resetPassword#oobCode=" + "a" * 100_000).shows("incomplete")


@pytest.mark.parametrize(
    "query", ["", "?mode=none&oobCode=a", "?mode=__proto__&oobCode=a", "?mode=resetPassword&mode=verifyEmail&oobCode=a"]
)
def test_a_mode_that_there_is_not_is_an_address_that_there_is_not(page, query):
    assert ask(page.port, "/auth/action" + query).status == 404
    page.open("/auth/action" + query)
    assert "If you came here from an email, wait a moment and tap the link in it again." in page.text
    page.browser.console()  # Chromium reports the 404


def test_addresses_of_markup_that_a_backend_tells_are_shown_as_text(page, backend):
    kind = {"requestType": "VERIFY_AND_CHANGE_EMAIL", "email": IMAGE, "newEmail": f"{IMAGE}2"}
    backend.trouble = backends.status(200, kind)
    page.open("/auth/action?mode=verifyAndChangeEmail&oobCode=c").shows("change")
    assert f"{IMAGE}2" in page.text
    assert page.run(HARMLESS)


@pytest.mark.parametrize(
    "trouble",
    [backends.html, backends.rubbish, backends.nothing, backends.no_cors, backends.held],
    ids=["html", "rubbish", "nothing", "no cors", "held"],
)
def test_a_backend_in_trouble_leaves_words_to_act_on(page, backend, trouble):
    page.origin = backend.impatient
    link = mailed(backend, "verifyEmail")
    backend.trouble = trouble
    page.open(link)
    page.until(lambda: page.alert or page.state == "spent", "words")
    if page.state != "spent":
        backend.trouble = None
        page.press("Try again").shows("verify")
    assert page.run(HARMLESS)
