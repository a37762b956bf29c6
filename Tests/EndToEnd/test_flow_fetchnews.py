"""What FetchNews' pages alone have: signing up, a banner that goes by itself, sessions, emails in words of its own."""

import json
import re
from urllib.parse import unquote

import backends
import httpx
import pytest
from apps.fetchnews import (
    APP, FORM, NEWCOMER, OLD, confirming, forgotten, login, registered, request_form, sign_in, sign_up, sign_up_typed,
)  # fmt: skip
from flows import KEPT, NEW, jwt
from sandboxes import PERSON, UNVERIFIED
from selenium.webdriver.common.keys import Keys

LOOK = "dispatchEvent(new Event('focus'))"


def verified_elsewhere(backend, email=NEWCOMER):
    token = unquote(backend.link(email).split("token=")[1])
    assert httpx.get(f"{backend.base}/api/auth/verify-email", params={"token": token}).is_success


def resend(page):
    """Sends another email after the wait."""
    return page.passes(60).allows("Resend Email").press("Resend Email")


# MARK: Email verification


def test_signing_up_sends_a_link_and_signing_in_then_shows_the_banner(page, backend):
    sign_up_typed(page)
    assert "We'll send you an email to verify your account" in page.text
    page.press("Create Account").shows("registered")
    for words in ("Success! Check your email to verify", "Please check your email to verify your account."):
        assert words in page.text
    (mail,) = backend.mails(NEWCOMER)
    assert mail["purpose"] == "verify-email"
    assert mail["link"].startswith("https://fetchnews.example/verify-email?token=")
    page.press("Log In").shows("sign-in").type("email", NEWCOMER).type("password", NEW).press("Log In").shows("unverified")
    for words in ("Verify Your Email", "Please check your inbox for a verification link", "Not Verified"):
        assert words in page.text


def test_resend_sends_a_verification_email_and_then_waits(page, backend):
    sign_in(page).shows("unverified")
    assert backend.mails(UNVERIFIED) == []
    page.press("Resend Email").shows("resent")
    assert "Verification email sent" in page.text
    assert [mail["purpose"] for mail in backend.mails(UNVERIFIED)] == ["verify-email"]
    page.press("OK").shows("unverified")
    assert not page.is_ready("Resend Email")
    page.passes(60).allows("Resend Email")


def test_a_used_verification_link_replaces_the_banner_by_verified(page, backend):
    sign_in(page).shows("unverified").press("Resend Email").shows("resent")
    page.open(backend.link(UNVERIFIED)).shows("confirm")
    assert backend.calls("/verify-email") == []
    page.press("Verify Email").shows("verified")
    assert "Email verified successfully!" in page.text
    page.press("Log In").shows("sign-in")
    page.type("email", UNVERIFIED).type("password", OLD).press("Log In").shows("verified")
    assert "Email Status: Verified" in page.text
    assert "Not Verified" not in page.text


@pytest.mark.parametrize("event", [LOOK, "document.dispatchEvent(new Event('visibilitychange'))", ""], ids=["focus", "visibility", "time"])
@pytest.mark.sampled(3)
def test_the_banner_goes_without_a_press_once_the_email_is_verified(page, backend, event):
    sign_up(page).press("Log In").shows("sign-in").type("email", NEWCOMER).type("password", NEW).press("Log In").shows("unverified")
    verified_elsewhere(backend)
    page.watches().run(event)
    assert not event or page.requested
    page.shows("verified").focuses("#verified h1")
    assert "Email Status: Verified" in page.text and NEWCOMER in page.text


def test_the_page_after_signing_up_shows_that_the_email_was_verified(page, backend):
    sign_up(page)
    verified_elsewhere(backend)
    page.run(LOOK)
    page.shows("ready")
    assert "You're All Set" in page.text and "Email Status: Verified" in page.text and NEWCOMER in page.text


def test_signing_up_with_a_known_address_shows_nothing_of_its_account(page, backend):
    sign_up(page, PERSON).watches().run(LOOK)
    assert (page.requested, page.state) == ([], "registered")
    resend(page).until(lambda: page.said == "Check your inbox again.", "words")
    assert page.state == "registered" and not page.is_ready("Resend Email")
    assert backend.calls("/me") == backend.calls("/resend-verification") == []


def test_signing_up_answers_known_and_unknown_addresses_alike(page, backend):
    seen = set()
    for email in (NEWCOMER, PERSON):
        links = sign_up(page, email).run("return [...document.querySelectorAll('section:not([hidden]) a')].map(link => link.getAttribute('href'))")
        seen.add((re.sub(r"\s*\d\d:\d\d|\d+ seconds?", "", page.text.replace(email, "…")), *[link.partition("#")[0] for link in links]))
    assert len(seen) == 1
    assert [mail["to"] for mail in backend.mails()] == [NEWCOMER]


def test_a_mistyped_address_is_shown_and_can_be_replaced(page, backend):
    sign_up(page, "new@exmaple.com")
    assert "You entered: new@exmaple.com" in page.text
    page.press("Use a Different Email").shows("sign-up")
    assert page.value("email") == "new@exmaple.com"
    page.type("email", NEWCOMER).type("new-password", NEW).press("Create Account").shows("registered")
    assert NEWCOMER in page.text
    resend(page).until(lambda: page.said == "Check your inbox again.", "words")
    assert (page.state, len(backend.mails(NEWCOMER))) == ("registered", 2)


def test_the_session_of_a_replaced_address_is_not_used_for_the_new_one(page, backend):
    sign_up(page, "mistyped@example.com").press("Use a Different Email").shows("sign-up")
    page.type("email", PERSON).type("new-password", NEW).press("Create Account").shows("registered")
    assert f"You entered: {PERSON}" in page.text
    resend(page).until(lambda: page.said == "Check your inbox again.", "words")
    assert len(backend.mails("mistyped@example.com")) == 1 and backend.calls("/resend-verification") == []
    verified_elsewhere(backend, "mistyped@example.com")
    page.watches().run(LOOK)
    assert (page.requested, page.state) == ([], "registered")


@pytest.mark.parametrize("email", [NEWCOMER, PERSON])
def test_signing_up_again_within_the_wait_claims_no_new_email(page, backend, email):
    sign_up(page, email).press("Use a Different Email").shows("sign-up")
    page.type("new-password", NEW).press("Create Account").shows("registered")
    page.until(lambda: page.said.startswith("To send another email, please wait:"), "the words")
    assert len(backend.mails(email)) == (email == NEWCOMER)


# Runs the intervals of the page only when told, and counts the answers that it has read.
TICKS = """
const { text } = Response.prototype;
window.ticks = [];
window.answers = 0;
window.setInterval = run => ticks.push(run);
Response.prototype.text = function () { return text.call(this).finally(() => { answers++; }); };
"""


@pytest.mark.only("chromium")
def test_polling_pauses_twice_as_long_each_time_for_ten_minutes_and_shows_no_error(page, backend):
    driver = page.browser.driver
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": TICKS})
    try:
        sign_in(page).shows("unverified")
    finally:
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    backend.trouble = backends.status(500, {"error": "boom"}, path="/me")
    tick = "for (let count = 0; count < arguments[0]; count++) for (const run of ticks) run()"
    # The first second notices the state.
    page.watches().run("answers = 0; " + tick, 1)
    second = 0
    for count, moment in enumerate([5, 10, 20, 40, 80, 160, 320, 600]):
        page.run(tick, moment - second - 1)
        assert len(page.requested) == count
        page.run(tick, 1)
        assert len(page.requested) == count + 1
        page.comes_to("return answers === arguments[0]", "an answer", count + 1).completes()
        second = moment
    page.run(tick, 1000)
    assert len(page.requested) == 8
    assert page.state == "unverified" and page.alert == ""


@pytest.mark.only("chromium")
def test_a_page_in_the_background_does_not_poll(page, backend):
    sign_in(page).shows("unverified").watches()
    page.run("Object.defineProperty(document, 'hidden', { value: true, configurable: true }); " + LOOK)
    assert page.requested == []
    page.run("delete document.hidden; " + LOOK)
    assert page.requested != []


def test_signing_out_ends_polling(page, backend):
    sign_in(page).shows("unverified").press("Log Out").shows("sign-in").watches().run(LOOK)
    assert page.requested == [] == backend.calls("/me")


def test_a_newer_email_ends_the_link_of_the_one_before(page, backend):
    link = registered(backend)
    sign_in(page, NEWCOMER, NEW).shows("unverified").press("Resend Email").shows("resent")
    page.open(link).shows("confirm").press("Verify Email").shows("invalid")
    page.press("Log In").shows("sign-in")


# MARK: Password reset


def test_a_reset_by_email_replaces_the_password(page, backend):
    FORM.send(page)
    assert "Check your email for reset link" in page.text
    (mail,) = backend.mails()
    assert (mail["to"], mail["purpose"]) == (PERSON, "reset-password")
    assert mail["link"].startswith("https://fetchnews.example/reset-password?token=")
    page.open(backend.link()).shows("form").focuses("[name=new-password]")
    page.type("new-password", NEW).press("Save Password").shows("done").press("Log In").shows("sign-in")
    page.type("email", PERSON).type("password", OLD).press("Log In").says("Email or password is incorrect.")
    page.type("password", NEW).press("Log In").shows("verified")


@pytest.mark.parametrize(
    ["tag", "direction", "save", "done"],
    [
        ("de", "ltr", "Passwort speichern", "Ihr Passwort wurde geändert"),
        ("fr", "ltr", "Enregistrer le mot de passe", "Votre mot de passe a été modifié"),
        ("ar", "rtl", "حفظ كلمة المرور", "تم تغيير كلمة المرور"),
        ("ja", "ltr", "パスワードを保存", "パスワードが変更されました"),
    ],
)  # fmt: skip
@pytest.mark.sampled(4)
def test_a_password_is_reset_at_the_links_address_below_a_language(page, backend, tag, direction, save, done):
    page.open(f"/{tag}{forgotten(backend)}").shows("form")
    assert page.run("return [document.documentElement.lang, getComputedStyle(document.body).direction, location.pathname]") == [tag, direction, f"/{tag}/reset-password"]
    page.type("new-password", NEW).press(save).shows("done")
    assert done in page.text


@pytest.mark.engines_differ
@pytest.mark.parametrize(["tag", "send", "save"], [("fr", "Envoyer le lien", "Enregistrer le mot de passe"), ("ar", "إرسال رابط إعادة التعيين", "حفظ كلمة المرور")])
@pytest.mark.sampled(4)
def test_the_email_that_a_translated_page_requests_is_in_its_language_and_so_is_the_page_of_its_link(page, backend, tag, send, save):
    page.open(f"/{tag}/forgot-password").shows("form").type("email", PERSON).press(send).shows("sent")
    (request,) = backend.calls("/forgot-password")
    assert {name.lower(): value for name, value in request.headers.items()}["accept-language"] == tag
    mail = backend.mail()
    assert f'<html lang="{tag}"' in mail["html"]
    assert mail["link"].startswith("https://fetchnews.example/reset-password?token=") and mail["link"].endswith(f"&lang={tag}")
    # The browser itself asks for English.
    page.open(backend.link()).shows("form")
    assert page.run("return document.documentElement.lang") == tag
    page.type("new-password", NEW).press(save).shows("done")
    notice = backend.mail()
    assert notice["purpose"] == "password-changed" and f'<html lang="{tag}"' in notice["html"]


def test_the_email_that_a_page_in_the_apps_own_language_requests_has_no_language_in_its_link(page, backend):
    page.open("/forgot-password").shows("form").type("email", PERSON).press("Send Reset Link").shows("sent")
    assert '<html lang="en"' in backend.mail()["html"] and "lang=" not in backend.mail()["link"]


def test_forgot_password_hands_over_the_email_in_the_storage_of_the_tab_alone(page):
    login(page).type("email", PERSON).press("Forgot Password?").shows("form")
    assert (page.value("email"), page.run("return location.href")) == (PERSON, page.origin + "/forgot-password")
    page.browser.open("about:blank")
    page.open("/forgot-password#email=other@example.com").shows("form")
    assert (page.value("email"), page.run("return location.href")) == (PERSON, page.origin + "/forgot-password")


@pytest.mark.parametrize(["seconds", "state"], [(-172800, "invalid"), (-3600, "form")])
def test_a_link_that_expired_more_than_a_day_ago_by_its_own_claim_is_invalid_at_once(page, backend, seconds, state):
    page.open(f"/reset-password?token={jwt(seconds)}").shows(state)


def test_an_invalid_link_says_that_a_password_may_have_been_saved(page, backend):
    """The answer to the saving may have been lost."""
    backend.choose("reset-password", "link-invalid")
    page.open("/reset-password?token=" + "t" * 64).shows("form").type("new-password", NEW).press("Save Password").shows("invalid")
    assert "If you've just saved a new password, log in with it." in page.text
    assert page.button("Back to Login").is_displayed()
    assert "10 minutes" in page.text


# MARK: Emails


def test_emails_have_the_apps_words_its_lifetime_and_https_links_alone(page, backend):
    for link, purpose in [(forgotten(backend), "reset-password"), (registered(backend), "verify-email")]:
        (mail,) = [mail for mail in backend.mails() if mail["purpose"] == purpose]
        assert f"https://fetchnews.example{link}" in mail["text"]
        assert "fetchnews://" not in mail["text"] + mail["html"]
        assert "10 minutes" in mail["text"]


def test_a_verified_account_gets_a_welcome_email(page, backend):
    confirming(page, backend)
    page.press("Verify Email").shows("verified")
    verify, welcome = backend.mails(NEWCOMER)
    assert (verify["purpose"], welcome["purpose"], welcome["subject"]) == ("verify-email", "welcome", "Welcome to FetchNews")
    assert "Your email is verified" in welcome["text"]
    assert "https://fetchnews.example/login" in welcome["text"]


def test_a_new_password_is_reported_by_email(page, backend):
    page.open(forgotten(backend)).shows("form").type("new-password", NEW).press("Save Password").shows("done")
    mail = backend.mail()
    assert (mail["to"], mail["purpose"], mail["subject"]) == (PERSON, "password-changed", "Your FetchNews password was changed")
    assert "https://fetchnews.example/forgot-password" in mail["text"]


# MARK: Deep links


@pytest.mark.only("chromium")  # The link into the app is for phones, and WebKit is tested with a mouse.
@pytest.mark.parametrize(["mail", "state", "label"], [(registered, "confirm", "Verify Email"), (forgotten, "form", "Save Password")], ids=["verify", "reset"])
def test_a_link_in_a_browser_opens_the_page_with_a_link_into_the_app(page, backend, mail, state, label):
    """The checklist's "Test email verification link in Safari" and "Test password reset link in Safari"."""
    page.open(mail(backend)).shows(state)
    assert page.button(label).is_displayed()
    # No app has this scheme here, which engines handle differently.
    page.run("document.querySelector('.open').addEventListener('click', event => event.preventDefault())")
    page.press("Continue in FetchNews")
    page.until(page.browser.driver.find_element("id", "unopened").is_displayed, "words for an app that didn't open")


# MARK: Signed in


def test_the_session_is_in_memory_and_in_requests_with_it_alone(page, backend):
    sign_in(page).shows("unverified")
    (session,) = set(backend.sessions)
    assert [secret for secret in (session, OLD) if secret in page.run(KEPT)] == []
    assert session not in json.dumps(page.run("return history.state"))
    assert page.run("return localStorage.length + sessionStorage.length + document.cookie.length") == 0
    page.press("Resend Email").shows("resent")
    (call,) = backend.calls("/resend-verification")
    assert call.headers["Authorization"] == f"Bearer {session}"
    assert {backend.path(each) for each in backend.asked if session in each.text} <= {"/api/auth/resend-verification", "/api/auth/me"}
    assert session not in page.run(KEPT)


def test_reload_and_back_end_the_session(page, backend):
    request_form(page)
    for email, state in [(UNVERIFIED, "unverified"), (PERSON, "verified")]:
        for leave in (page.browser.driver.refresh, page.browser.driver.back):
            sign_in(page, email).shows(state)
            leave()
            page.shows("sign-in")
            assert page.value("password") == ""


def test_signing_out_clears_session_password_and_address(page, backend):
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


@pytest.mark.only("chromium")  # WebKit's window has no focus here, so `:focus` matches nothing.
def test_enter_keeps_the_focus_in_a_field_that_was_refused(page):
    login(page).type("email", PERSON).type("password", "wrong").keys(Keys.ENTER).says("Email or password is incorrect.")
    page.focuses("[name=password]")


def test_dismissing_an_error_of_a_state_without_fields_focuses_its_heading(page, backend):
    confirming(page, backend)
    backend.choose("verify-email", "server")
    page.press("Verify Email").says("Something went wrong")
    page.tab_to("#confirm .dismiss").keys(Keys.ENTER)
    page.focuses("#confirm h1")
    assert page.alert == ""


def test_a_session_that_is_no_header_value_is_never_sent(page, backend):
    login(page).type("email", PERSON).type("password", NEW)
    backend.trouble = backends.status(200, {"token": "s\r\nX-Evil: 1", "user": {"email": PERSON, "emailVerified": False}})
    page.press("Log In").shows("unverified")
    backend.trouble = None
    page.press("Resend Email").shows("sign-in")
    assert backend.calls("/resend-verification") == []


def test_a_login_sends_every_address(page, backend):
    """Accounts may have addresses that no form would accept."""
    sign_in(page, "o'brien@localhost")
    page.until(lambda: backend.calls("/login"), "a request")
