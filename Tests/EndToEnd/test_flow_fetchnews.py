"""FetchNews' email features: signing up, verifying and resetting, with the imitation of its backend, in both engines."""

import json
import re

import backends
import httpx
import pytest
from flows import (  # noqa: F401
    IMAGE, KEPT, MARKUP, Place, backend, findings, is_harmless, new_password, outcomes, page, possible_outcomes,
    requests_with, scan, story, wrong_email,
)  # fmt: skip
from sandboxes import DISABLED, PERSON, UNKNOWN, UNVERIFIED
from sandboxes import PASSWORD as OLD_PASSWORD
from test_flow_truth import jwt
from selenium.webdriver.common.keys import Keys

APP = "fetchnews"
PASSWORD = "Sunflower-7"
NEW = "new@example.com"


def post(backend, path, **body):
    """Asks the backend as the app does; returns the status and the JSON."""
    answer = httpx.post(f"{backend.bases[APP]}/api/auth/{path}", json=body)
    return answer.status_code, answer.json()


def forgotten(backend):
    assert post(backend, "forgot-password", email=PERSON)[0] == 200
    return backend.link()


def registered(backend):
    assert post(backend, "register", email=NEW, password=PASSWORD)[0] == 201
    return backend.link(NEW)


def token_of(link):
    return link.split("token=")[1]


def login(page):
    """Anew: opening the same address again is a reload."""
    page.browser.open("about:blank")
    return page.open("/login").shows("sign-in")


def sign_in(page, email=UNVERIFIED, password=OLD_PASSWORD):
    login(page).type("email", email).type("password", password)
    return page.press("Log In")


def sign_up(page, email=NEW, password=PASSWORD):
    login(page).press("Create Account").shows("sign-up")
    page.type("email", email).type("new-password", password)
    return page.press("Create Account")


def hrefs(page):
    """Where the links of a state lead, without their fragments: an email goes along there."""
    return page.run(
        "return [...document.querySelectorAll('section:not([hidden]) a')].map(link => link.getAttribute('href').split('#')[0])"
    )


# MARK: Email verification


def test_register_new_user(page, backend):
    login(page).press("Create Account").shows("sign-up")
    assert "We'll send you an email to verify your account" in page.text
    page.type("email", NEW).type("new-password", PASSWORD).press("Create Account").shows("registered")
    assert "Success! Check your email to verify" in page.text
    assert "Please check your email to verify your account." in page.text
    (mail,) = backend.mails(NEW)
    assert mail["purpose"] == "verify-email"
    assert mail["link"].startswith("https://fetchnews.example/verify-email?token=")


def test_verify_email_banner_appears(page, backend):
    sign_up(page).shows("registered").press("Log In").shows("sign-in")
    page.type("email", NEW).type("password", PASSWORD).press("Log In").shows("unverified")
    assert "Verify Your Email" in page.text
    assert "Please check your inbox for a verification link" in page.text
    assert "Not Verified" in page.text


def test_click_resend_email_button_and_check_the_inbox(page, backend):
    sign_in(page).shows("unverified")
    assert backend.mails(UNVERIFIED) == []
    page.press("Resend Email").shows("resent")
    assert "Verification email sent" in page.text
    assert [mail["purpose"] for mail in backend.mails(UNVERIFIED)] == ["verify-email"]
    page.press("OK").shows("unverified")
    assert not page.button("Resend Email").is_enabled()
    page.allows("Resend Email")


def test_click_verification_link_then_the_banner_disappears_and_the_profile_shows_verified(page, backend):
    sign_in(page).shows("unverified").press("Resend Email").shows("resent")
    page.open(backend.link(UNVERIFIED)).shows("confirm")
    assert backend.calls("/verify-email") == []
    page.press("Verify Email").shows("verified")
    assert "Email verified successfully!" in page.text
    page.press("Log In").shows("sign-in")
    page.type("email", UNVERIFIED).type("password", OLD_PASSWORD).press("Log In").shows("verified")
    assert "Email Status: Verified" in page.text
    assert "Not Verified" not in page.text


def verified_elsewhere(backend, email=NEW):
    token = token_of(backend.link(email))
    assert httpx.get(f"{backend.bases[APP]}/api/auth/verify-email", params={"token": token}).status_code == 200


@pytest.mark.parametrize("event", ["the window's focus", "coming back to the tab", "a moment's patience"])
def test_the_banner_disappears_without_a_press(page, backend, event):
    sign_up(page).shows("registered").press("Log In").shows("sign-in")
    page.type("email", NEW).type("password", PASSWORD).press("Log In").shows("unverified")
    verified_elsewhere(backend)
    if event == "the window's focus":
        page.run("dispatchEvent(new Event('focus'))")
    elif event == "coming back to the tab":
        page.run("document.dispatchEvent(new Event('visibilitychange'))")
    page.shows("verified", 4 if event != "a moment's patience" else 12)
    assert "Email Status: Verified" in page.text
    assert NEW in page.text
    page.focuses("#verified h1")


def test_the_page_after_registering_sees_the_verification_and_welcomes(page, backend):
    sign_up(page).shows("registered")
    verified_elsewhere(backend)
    page.run("dispatchEvent(new Event('focus'))")
    page.shows("ready")
    assert "You're All Set" in page.text and "Email Status: Verified" in page.text and NEW in page.text


def test_an_address_that_was_registered_before_learns_nothing_by_waiting_or_resending(page, backend):
    sign_up(page, PERSON).shows("registered").watches()
    page.run("dispatchEvent(new Event('focus'))")
    assert (page.requested, page.state) == ([], "registered")
    page.allows("Resend Email")
    page.press("Resend Email").until(lambda: page.said == "Check your inbox again.", "words")
    assert page.state == "registered" and not page.button("Resend Email").is_enabled()
    assert backend.calls("/me") == backend.calls("/resend-verification") == []


def test_after_registering_a_mistyped_address_is_seen_and_corrected(page, backend):
    sign_up(page, "new@exmaple.com").shows("registered")
    assert "You entered new@exmaple.com." in page.text
    page.press("Use a Different Email").shows("sign-up")
    assert page.value("email") == "new@exmaple.com"
    page.type("email", NEW).type("new-password", PASSWORD).press("Create Account").shows("registered")
    assert NEW in page.text
    page.allows("Resend Email")
    page.press("Resend Email").until(lambda: page.said == "Check your inbox again.", "words")
    assert (page.state, len(backend.mails(NEW))) == ("registered", 2)


def test_a_session_does_not_outlive_its_address(page, backend):
    """What is sent again, and what is seen to be verified, is for the address that the page names."""
    sign_up(page, "mistyped@example.com").shows("registered").press("Use a Different Email").shows("sign-up")
    page.type("email", PERSON).type("new-password", PASSWORD).press("Create Account").shows("registered")
    assert f"You entered {PERSON}." in page.text
    page.allows("Resend Email")
    page.press("Resend Email").until(lambda: page.said == "Check your inbox again.", "words")
    assert len(backend.mails("mistyped@example.com")) == 1 and backend.calls("/resend-verification") == []
    verified_elsewhere(backend, "mistyped@example.com")
    page.watches().run("dispatchEvent(new Event('focus'))")
    assert (page.requested, page.state) == ([], "registered")


@pytest.mark.parametrize("email", [NEW, PERSON])
def test_registering_again_within_the_wait_claims_no_new_email(page, backend, email):
    page.origin = backend.patient
    sign_up(page, email).shows("registered").press("Use a Different Email").shows("sign-up")
    page.type("new-password", PASSWORD).press("Create Account").shows("registered")
    page.until(lambda: page.said.startswith("You can send another email in"), "the words")
    assert len(backend.mails(email)) == (email == NEW)


def test_looking_again_is_gentle_and_shows_nothing(page, backend):
    sign_in(page).shows("unverified")
    backend.trouble = backends.status(500, {"error": "boom"}, path="/me")
    page.until(lambda: len(backend.calls("/me")) == 2, "two looks", 20)
    assert page.state == "unverified" and page.alert == ""
    # Each look is at most every five seconds, and the pauses grow: so many seconds of the page's own.
    page.watches().run("window.seconds = 0; setInterval(() => seconds++, 1000)")
    page.until(lambda: page.run("return seconds") == 5, "five seconds")
    assert page.requested == []
    # A press goes first.
    backend.trouble = None
    page.press("Resend Email").shows("resent")


def test_logging_out_ends_looking(page, backend):
    sign_in(page).shows("unverified").press("Log Out").shows("sign-in").watches()
    page.run("dispatchEvent(new Event('focus'))")
    assert page.requested == [] == backend.calls("/me")


def test_a_verified_account_is_welcomed_by_email(page, backend):
    page.open(registered(backend)).shows("confirm").press("Verify Email").shows("verified")
    verify, welcome = backend.mails(NEW)
    assert (verify["purpose"], welcome["purpose"], welcome["subject"]) == ("verify-email", "welcome", "Welcome to FetchNews")
    assert "Your email is verified" in welcome["text"]
    assert "https://fetchnews.example/login" in welcome["text"]


def test_the_reset_link_is_sent_again_after_the_wait(page, backend):
    sent(page, backend)
    assert not page.button("Resend Email").is_enabled()
    page.allows("Resend Email")
    page.press("Resend Email").shows("sent-again")
    assert [mail["to"] for mail in backend.mails()] == [PERSON, PERSON]


def test_a_link_that_was_used_says_already_verified(page, backend):
    link = registered(backend)
    page.open(link).shows("confirm").press("Verify Email").shows("verified")
    page.open(link).shows("confirm").press("Verify Email").shows("already")
    assert hrefs(page) == ["fetchnews://login", "/login"]


def test_a_newer_mail_ends_the_link_before_it(page, backend):
    link = registered(backend)
    sign_in(page, NEW, PASSWORD).shows("unverified").press("Resend Email").shows("resent")
    page.open(link).shows("confirm").press("Verify Email").shows("invalid")
    page.press("Log In").shows("sign-in")


def test_an_account_that_exists_looks_like_a_new_one(page, backend):
    seen = []
    for email in (NEW, PERSON):
        sign_up(page, email).shows("registered")
        seen.append((re.sub(r"\s*\d\d:\d\d", "", page.text.replace(email, "…")), hrefs(page)))
    assert seen[0] == seen[1]
    assert [mail["to"] for mail in backend.mails()] == [NEW]


# MARK: Password reset


def test_click_forgot_password_on_login(page):
    login(page).type("email", PERSON).press("Forgot Password?").shows("form")
    assert page.run("return location.href") == page.origin + "/forgot-password"
    assert page.value("email") == PERSON
    # It came by the tab's storage; what a link says is ignored.
    page.browser.open("about:blank")
    page.open("/forgot-password#email=other@example.com").shows("form")
    assert (page.value("email"), page.run("return location.href")) == (PERSON, page.origin + "/forgot-password")


def test_enter_leaves_the_focus_in_a_field_that_was_refused(page):
    login(page).type("email", PERSON).type("password", "wrong").keys(Keys.ENTER).says("Email or password is incorrect.")
    page.focuses("[name=password]")


def test_an_error_of_a_state_without_fields_is_dismissed_to_its_headline(page, backend):
    confirming(page, backend)
    backend.choose("verify-email", "server")
    page.press("Verify Email").says("Something went wrong")
    page.tab_to("#confirm .dismiss").keys(Keys.ENTER)
    page.focuses("#confirm h1")
    assert page.alert == ""


def test_enter_email_address_and_check_the_inbox(page, backend):
    page.open("/forgot-password").shows("form").type("email", PERSON).press("Send Reset Link").shows("sent")
    assert "Check your email for reset link" in page.text
    (mail,) = backend.mails()
    assert (mail["to"], mail["purpose"]) == (PERSON, "reset-password")
    assert mail["link"].startswith("https://fetchnews.example/reset-password?token=")


def test_click_reset_link_enter_new_password_and_log_in_with_it(page, backend):
    page.open("/forgot-password").shows("form").type("email", PERSON).press("Send Reset Link").shows("sent")
    page.open(backend.link()).shows("form")
    page.focuses("[name=new-password]")
    new_password(page).shows("done")
    page.press("Log In").shows("sign-in")
    page.type("email", PERSON).type("password", OLD_PASSWORD).press("Log In").says("Email or password is incorrect.")
    page.type("password", PASSWORD).press("Log In").shows("verified")


def test_a_new_password_is_told_by_mail(page, backend):
    page.open(forgotten(backend)).shows("form")
    new_password(page).shows("done")
    mail = backend.mail()
    assert (mail["to"], mail["purpose"], mail["subject"]) == (PERSON, "password-changed", "Your FetchNews password was changed")
    assert "https://fetchnews.example/forgot-password" in mail["text"]


def test_mails_are_in_the_apps_own_words_and_carry_https_alone(page, backend):
    for link, purpose in [(forgotten(backend), "reset-password"), (registered(backend), "verify-email")]:
        (mail,) = [mail for mail in backend.mails() if mail["purpose"] == purpose]
        assert f"https://fetchnews.example{link}" in mail["text"]
        assert "fetchnews://" not in mail["text"] + mail["html"]
        assert "10 minutes" in mail["text"]


def test_known_and_unknown_addresses_are_answered_alike(page, backend):
    seen = []
    for email in (PERSON, UNKNOWN, DISABLED):
        page.browser.open("about:blank")
        page.open("/forgot-password").shows("form").type("email", email).press("Send Reset Link").shows("sent")
        seen.append(re.sub(r"\d+ seconds?", "…", page.text.replace(email, "…")))
    assert seen[0] == seen[1] == seen[2]
    assert [mail["to"] for mail in backend.mails()] == [PERSON]


@pytest.mark.parametrize(["minutes", "works"], [(9, True), (11, False)])
def test_links_expire_after_ten_minutes(page, backend, minutes, works):
    link, other = forgotten(backend), registered(backend)
    backend.advance(f"{minutes}m")
    page.open(link).shows("form")
    new_password(page).shows("done" if works else "invalid")
    if not works:
        assert "10 minutes" in page.text
        page.press("Send a New Link").shows("form")
    page.open(other).shows("confirm").press("Verify Email").shows("verified" if works else "invalid")


# MARK: Deep links


@pytest.mark.only("chromium")  # The way into the app is for phones, and WebKit is tried with a mouse.
@pytest.mark.parametrize(
    ["link", "state", "label"],
    [("verify-email", "confirm", "Verify Email"), ("reset-password", "form", "Save Password")],
)
def test_links_in_a_browser_open_the_page_with_a_way_into_the_app(page, backend, link, state, label):
    """The checklist's "Test email verification link in Safari" and "Test password reset link in Safari"."""
    address = registered(backend) if link == "verify-email" else forgotten(backend)
    page.open(address).shows(state)
    assert page.button(label).is_enabled()
    way = page.button("Continue in FetchNews")
    assert way.get_attribute("href") == f"fetchnews://{link}?token={token_of(address)}"
    # The address itself is nobody's here, and engines differ in what they make of that.
    page.run("document.querySelector('.open').addEventListener('click', event => event.preventDefault())")
    way.click()
    page.until(page.browser.driver.find_element("id", "unopened").is_displayed, "words for an app that didn't open", 4)


def test_without_their_links_the_pages_say_so_kindly(page, backend):
    for address in ("/verify-email?token=", "/reset-password?other=1"):
        page.open(address).shows("incomplete")
    for address in ("/verify-email", "/reset-password"):
        page.open(address).shows("forgotten")
    page.open(forgotten(backend)).shows("form")
    page.browser.driver.refresh()
    page.shows("forgotten").press("Send a New Link").shows("form")


# MARK: Outcomes

TROUBLE = {
    "rate-limited": "Too many attempts.",
    "network": "We can't reach our server.",
    "timeout": "This is taking too long.",
    "server": "Something went wrong on our end.",
}


def address_typed(page, backend):
    page.open("/forgot-password").shows("form").type("email", PERSON)


def password_typed(page, backend):
    page.open(forgotten(backend)).shows("form")
    page.type("new-password", PASSWORD)


def confirming(page, backend):
    page.open(registered(backend)).shows("confirm")


def signed_in(page, backend):
    sign_in(page).shows("unverified")


def login_typed(page, backend):
    login(page).type("email", PERSON).type("password", OLD_PASSWORD)


def account_typed(page, backend):
    login(page).press("Create Account").shows("sign-up")
    page.type("email", NEW).type("new-password", PASSWORD)


SENT_AGAIN = {"ok": "#sent-again", "invalid-email": "Please enter a valid email address.", **TROUBLE}
INVALID = {"link-invalid": "#invalid", "link-expired": "#invalid"}
PLACES = [
    Place(
        "form",
        "send-link",
        {"ok": "#sent", "invalid-email": "Please enter a valid email address.", **TROUBLE},
        address_typed,
        "Send Reset Link",
    ),
    Place("sent", "send-link", SENT_AGAIN, lambda page, backend: sent(page, backend), "Resend Email"),
    Place(
        "form",
        "reset-password",
        {"ok": "#done", "weak-password": "Choose a password that's harder to guess, with at least 8 characters.", **INVALID, **TROUBLE},
        password_typed,
        "Save Password",
    ),
    Place(
        "confirm",
        "verify-email",
        {"ok": "#verified", "already-verified": "#already", **INVALID, **TROUBLE},
        confirming,
        "Verify Email",
    ),
    Place(
        "registered",
        "resend-verification",
        {"ok": "#registered", "already-verified": "#ready", "needs-login": "#registered", **TROUBLE},
        lambda page, backend: welcomed(page, backend),
        "Resend Email",
    ),
    Place(
        "unverified",
        "resend-verification",
        {"ok": "#resent", "already-verified": "#verified", "needs-login": "#sign-in", **TROUBLE},
        signed_in,
        "Resend Email",
    ),
    Place(
        "sign-in",
        "sign-in",
        {
            "ok": "#verified",
            "email-unverified": "#unverified",
            "wrong-credentials": "Email or password is incorrect.",
            "account-disabled": "This account has been disabled.",
            **TROUBLE,
        },
        login_typed,
        "Log In",
    ),
    Place(
        "sign-up",
        "sign-up",
        {
            "sent": "#registered",
            "account-exists": "#registered",
            "invalid-email": "Please enter a valid email address.",
            "email-refused": "Temporary addresses aren't accepted.",
            "weak-password": "Choose a password that's harder to guess, with at least 8 characters.",
            **TROUBLE,
        },
        account_typed,
        "Create Account",
    ),
]


@outcomes(*PLACES)
def test_every_outcome_has_its_state_or_words(page, backend, place, outcome):
    place.check(page, backend, outcome)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place.state}.{place.operation}")
def test_no_outcome_is_forgotten(backend, place):
    assert set(place.leads) == possible_outcomes(backend, place.operation)


# MARK: Signed in


def test_the_session_is_in_memory_alone(page, backend):
    sign_in(page).shows("unverified")
    (call,) = backend.calls("/login")
    (session,) = set(backend.sessions)
    assert session not in page.run(KEPT)
    assert OLD_PASSWORD not in page.run(KEPT)
    assert session not in json.dumps(page.run("return history.state"))
    assert page.run("return localStorage.length + sessionStorage.length + document.cookie.length") == 0
    page.press("Resend Email").shows("resent")
    (call,) = backend.calls("/resend-verification")
    assert call.headers["Authorization"] == f"Bearer {session}"
    assert [each for each in backend.asked if session in each.text] == [call]
    assert session not in page.run(KEPT)


def test_a_reload_and_back_after_it_ask_for_the_login_again(page, backend):
    sign_in(page).shows("unverified")
    page.browser.driver.refresh()
    page.shows("sign-in")
    assert page.value("password") == ""
    sign_in(page, PERSON).shows("verified")
    page.browser.driver.refresh()
    page.shows("sign-in")


def test_logging_out_forgets_the_session_the_password_and_the_address(page, backend):
    for email, state in [(UNVERIFIED, "unverified"), (PERSON, "verified")]:
        sign_in(page, email).shows(state).press("Log Out").shows("sign-in")
        assert (page.value("email"), page.value("password")) == ("", "")
        page.browser.driver.refresh()
        page.shows("sign-in")
        assert page.value("email") == ""
        assert email not in page.run("return JSON.stringify([sessionStorage, localStorage])")
        page.run("addEventListener('popstate', (event) => { window.went = event.state.state })")
        page.browser.driver.forward()
        page.until(lambda: page.run("return window.went") == state, "the entry of the state before")
        assert page.state == "sign-in"


def test_back_from_being_signed_in_is_the_login_without_the_password(page, backend):
    page.open("/forgot-password").shows("form")
    sign_in(page).shows("unverified")
    page.browser.driver.back()
    page.shows("sign-in")
    assert page.value("password") == ""


def test_all_of_it_by_keyboard(page, backend):
    login(page).tab_to("#sign-in input[name=email]").keys(UNVERIFIED)
    page.tab_to("#sign-in input[name=password]").keys(OLD_PASSWORD, Keys.ENTER).shows("unverified")
    page.tab_to("#unverified [name=run]").keys(Keys.SPACE).shows("resent")


# MARK: Looks


def busy(page, backend):
    address_typed(page, backend)
    backend.trouble = backends.held
    page.press("Send Reset Link")


def sent(page, backend):
    address_typed(page, backend)
    page.press("Send Reset Link").shows("sent")


def sent_again(page, backend):
    sent(page, backend)
    page.allows("Resend Email")
    page.press("Resend Email").shows("sent-again")


def reset(page, backend):
    page.open(forgotten(backend)).shows("form").type("new-password", "sun")


def weak(page, backend):
    reset(page, backend)
    page.press("Save Password").says("Still needed: At least 8 characters")


def done(page, backend):
    password_typed(page, backend)
    page.press("Save Password").shows("done")


def invalid(page, backend):
    page.open("/reset-password?token=x").shows("form")
    new_password(page).shows("invalid")


def link_forgotten(page, backend):
    page.open("/reset-password").shows("forgotten")


def verified(page, backend):
    confirming(page, backend)
    page.press("Verify Email").shows("verified")


def already(page, backend):
    confirming(page, backend)
    backend.choose("verify-email", "already-verified")
    page.press("Verify Email").shows("already")


def not_verified(page, backend):
    page.open("/verify-email?token=x").shows("confirm").press("Verify Email").shows("invalid")


def verification_forgotten(page, backend):
    page.open("/verify-email").shows("forgotten")


def wrong_login(page, backend):
    sign_in(page, PERSON, "wrong").says("Email or password is incorrect.")


def welcomed(page, backend):
    account_typed(page, backend)
    page.press("Create Account").shows("registered")


def ready(page, backend):
    welcomed(page, backend)
    verified_elsewhere(backend)
    page.run("dispatchEvent(new Event('focus'))")
    page.shows("ready")


def resent(page, backend):
    signed_in(page, backend)
    page.press("Resend Email").shows("resent")


def waiting(page, backend):
    resent(page, backend)
    page.press("OK").shows("unverified")


def status_verified(page, backend):
    sign_in(page, PERSON).shows("verified")


@pytest.mark.full  # `make test` looks at each state in the preview: test_pages.py, test_flow_states.py
def test_every_state_is_pictured_and_accessible(story, browser):
    states = [
        address_typed, wrong_email, busy, sent, sent_again, reset, weak, done, invalid, link_forgotten, confirming, verified, already,
        not_verified, verification_forgotten, login_typed, wrong_login, account_typed, welcomed, ready, signed_in, resent, waiting,
        status_verified,
    ]  # fmt: skip
    assert findings(story, browser, states) == {}


# MARK: Scanners


@pytest.mark.parametrize("kind", ["verify-email", "reset-password"])
def test_a_link_still_works_after_a_scanner_and_says_when_it_was_used(page, backend, kind):
    link = registered(backend) if kind == "verify-email" else forgotten(backend)
    state, end = ("confirm", "verified") if kind == "verify-email" else ("form", "done")
    page.open(link).shows(state)
    scan(page, link)
    assert page.state == state
    assert backend.asked == []
    page.open(link).shows(state)
    use = (lambda: page.press("Verify Email")) if kind == "verify-email" else (lambda: new_password(page))
    use().shows(end)
    page.open(link).shows(state)
    use().shows("already" if kind == "verify-email" else "invalid")
    page.press("Log In" if kind == "verify-email" else "Send a New Link")
    page.until(lambda: page.state in ("sign-in", "form"), "the next step")


# MARK: No leak


@pytest.mark.parametrize("kind", ["verify-email", "reset-password"])
def test_the_token_is_in_two_kinds_of_request_and_nowhere_else(page, backend, kind):
    link = registered(backend) if kind == "verify-email" else forgotten(backend)
    token = token_of(link)
    if page.browser.name == "chromium":
        page.browser.driver.get_log("performance")
    page.open(link).shows("confirm" if kind == "verify-email" else "form")
    assert page.run("return location.href") == f"{page.origin}/{kind}"
    assert token not in page.run(KEPT)
    if kind == "verify-email":
        page.press("Verify Email").shows("verified")
    else:
        page.type("new-password", PASSWORD)
        assert PASSWORD not in page.run(KEPT)
        page.press("Save Password").shows("done")
    assert token not in page.run(KEPT)
    assert token not in page.run("return document.documentElement.outerHTML")
    page.browser.driver.refresh()
    page.until(lambda: page.state in ("verified", "done"), "the state that was there")

    # Verifying is a GET, which needs no leave and carries its token in the query, as the backend has it.
    asked = [(each.method, each.path.removeprefix("/" + APP), each.body) for each in backend.asked if each.method != "OPTIONS"]
    if kind == "verify-email":
        assert asked == [("GET", f"/api/auth/verify-email?token={token}", "")]
    else:
        (call,) = asked
        assert (call[0], call[1], json.loads(call[2])) == (
            "POST",
            "/api/auth/reset-password",
            {"token": token, "newPassword": PASSWORD},
        )
    assert [each for each in backend.asked if "Referer" in each.headers or "Cookie" in each.headers] == []
    if page.browser.name == "chromium":
        assert requests_with(page, token) == {f"{page.origin}/{kind}", f"{backend.address}/api/auth/{kind}"}


# MARK: Hostile


@pytest.mark.parametrize(
    ["address", "state"],
    [
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
    ],
)
def test_an_address_brings_no_markup_and_leads_nowhere(page, address, state):
    page.open(address).shows(state)
    assert is_harmless(page, "fetchnews")
    path = address.partition("?")[0].partition("#")[0]
    assert page.run("return location.href") == page.origin + path
    assert page.run("return [...document.querySelectorAll('input')].every(input => !input.value)")


def test_an_email_of_markup_brings_none(page, backend):
    user = {"token": "s", "user": {"email": IMAGE, "emailVerified": True}}
    login(page).type("email", PERSON).type("password", PASSWORD)
    backend.trouble = backends.status(200, user)
    page.press("Log In").shows("verified")
    assert PERSON in page.text
    assert is_harmless(page, "fetchnews")


def test_a_backends_words_are_never_shown(page, backend):
    page.open(registered(backend)).shows("confirm")
    backend.trouble = backends.status(400, {"error": f"Call 555-4711 {IMAGE}", "message": "Call 555-4711"})
    page.press("Verify Email").shows("invalid")
    assert "4711" not in page.run("return document.body.innerText")
    assert is_harmless(page, "fetchnews")


def test_a_session_that_is_no_header_reaches_nobody(page, backend):
    login(page).type("email", PERSON).type("password", PASSWORD)
    broken = {"token": "s\r\nX-Evil: 1", "user": {"email": PERSON, "emailVerified": False}}
    backend.trouble = backends.status(200, broken)
    page.press("Log In").shows("unverified")
    backend.trouble = None
    page.press("Resend Email").shows("sign-in")
    assert backend.calls("/resend-verification") == []


@pytest.mark.parametrize(
    "trouble",
    [backends.html, backends.rubbish, backends.nothing, backends.no_cors, backends.held],
    ids=["html", "rubbish", "nothing", "no cors", "held"],
)
def test_a_backend_in_trouble_signs_nobody_in_unnoticed(page, backend, trouble):
    page.origin = backend.impatient
    login(page).type("email", PERSON).type("password", OLD_PASSWORD)
    backend.trouble = trouble
    page.press("Log In")
    page.until(lambda: page.alert or page.state != "sign-in", "words")
    assert is_harmless(page, "fetchnews")
    if page.state == "sign-in":
        backend.trouble = None
        page.press("Log In").shows("verified")


@pytest.mark.parametrize(["seconds", "state"], [(-172800, "invalid"), (-3600, "form")])
def test_a_link_that_says_itself_that_it_has_expired_is_told_before_anybody_types(page, backend, seconds, state):
    """By more than a day, since the device's clock may be ahead."""
    page.open(f"/reset-password?token={jwt(seconds)}").shows(state)


def test_a_link_that_was_used_does_not_deny_a_password_whose_answer_was_lost(page, backend):
    backend.choose("reset-password", "link-invalid")
    page.open("/reset-password?token=" + "t" * 64).shows("form").type("new-password", "Sunflower-7").press("Save Password").shows("invalid")
    assert "If you've just saved a new password, log in with it." in page.text
    assert page.button("Back to Login").is_displayed()


def test_a_login_refuses_no_address_of_an_account(page, backend):
    sign_in(page, "o'brien@localhost")
    page.until(lambda: backend.calls("/login"), "a request")
