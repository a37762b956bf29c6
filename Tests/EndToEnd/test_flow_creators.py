"""What Creators' pages alone have: story 1.4 line by line, the other kinds of Firebase's emails, parameters that links bring."""

import re

import backends
import pytest
from apps.creators import FORM, KEY, NEW_EMAIL, accounts, code_of, id_token, login, mailed, request_form, second_factor_shown, unverified
from flows import NEW
from rawhttp import ask
from sandboxes import DISABLED, PERSON, UNKNOWN, UNVERIFIED
from sandboxes import PASSWORD as OLD

APP = "creators"


def address_of(page, label):
    return page.button(label).get_attribute("href")


def has_right_address(page, email=PERSON):
    return page.value("email") == email and page.is_ready(FORM.press)


# MARK: Story 1.4


def test_a_reset_by_email_replaces_the_password_for_the_app_and_the_web(page, backend):
    FORM.send(page)
    for words in ("Password Reset Email Sent", f"Reset email sent, check your inbox: {PERSON}", "If this email is registered, you'll receive a reset link."):
        assert words in page.text
    (mail,) = backend.mails()
    assert (mail["to"], mail["purpose"]) == (PERSON, "reset-password")
    page.open(backend.link()).shows("reset").type("new-password", NEW).press("Save Password").shows("done")
    assert accounts(backend, "signInWithPassword", email=PERSON, password=OLD)[0] == 400
    assert (address_of(page, "Log In"), address_of(page, "Log In on the Web")) == ("creators://login", page.origin + "/login")
    page.press("Log In on the Web").shows("login")
    page.type("email", PERSON).type("password", OLD).press("Log In").says("Email or password is incorrect.")
    page.type("password", NEW).press("Log In").shows("welcome")
    assert PERSON in page.text
    page.press("Log Out").shows("login")
    assert page.value("password") == ""


def test_an_email_in_the_storage_of_the_tab_is_filled_in_and_removed(page):
    """As another page of the site hands it over: in no URL and in no entry of the history."""
    page.open("/.nothing-is-here").run("sessionStorage.setItem('email', arguments[0])", PERSON)
    request_form(page)
    assert page.run("return sessionStorage.length") == 0
    assert page.run("return location.href") == page.origin + "/forgot-password"
    assert page.run("return document.querySelector('section:not([hidden]) .field').className") == "field right"
    assert has_right_address(page)


def test_forgot_password_and_back_lead_from_login_to_the_reset_with_the_email(page):
    page.open("/login").shows("login").type("email", PERSON).press("Forgot Password?").shows("form")
    assert page.run("return location.href") == page.origin + "/forgot-password"
    assert has_right_address(page)
    page.press("Back to Login").shows("login")
    assert page.run("return location.pathname") == "/login"


def test_ok_after_the_email_leads_to_the_login_with_the_address(page):
    FORM.send(page).press("OK").shows("login")
    assert page.value("email") == PERSON


def test_the_email_field_has_focus_label_and_attributes(page):
    request_form(page).focuses("[name=email]")
    field = page.field("email")
    assert field.accessible_name == "Email address"
    attributes = {name: field.get_attribute(name) for name in ("autocomplete", "autocapitalize", "type")}
    assert attributes == {"autocomplete": "email", "autocapitalize": "none", "type": "email"}


def test_a_right_email_has_a_check_mark_until_it_is_wrong_again(page):
    request_form(page).type("email", "ada@example.co")
    assert page.run("return getComputedStyle(document.querySelector('.right .box'), '::after').content") == '""'
    page.type("email", "ada@")
    assert not page.is_ready(FORM.press)
    assert page.run("return document.querySelector('section:not([hidden]) .field').className") == "field"


def test_success_has_the_focus_on_its_heading_and_is_announced(page):
    FORM.send(page).focuses("#sent h1")
    assert page.run("return document.activeElement.textContent") == "Password Reset Email Sent"
    page.until(lambda: page.said == f"Password reset email sent to {PERSON}", "the announcement")


def test_an_answer_that_tells_who_is_registered_is_not_repeated(page, backend):
    """As projects without protection against enumeration answer."""
    backend.trouble = backends.status(400, {"error": {"code": 400, "message": "EMAIL_NOT_FOUND"}})
    FORM.send(page, UNKNOWN)
    assert "If this email is registered, you'll receive a reset link." in page.text


def test_without_a_script_pages_say_why_their_buttons_are_missing(page):
    """Buttons into Firebase's own page have values of the link in their addresses."""
    assert "requires JavaScript" in ask(page.port, "/auth/action?mode=signIn&oobCode=abc").body.decode()


# MARK: The other kinds of email


def test_verifying_an_email_takes_a_tap(page, backend):
    page.open(mailed("verifyEmail")(backend)).shows("verify")
    assert backend.calls("accounts:update") == []
    page.press("Verify Email").shows("verified")
    _, answer = accounts(backend, "lookup", idToken=id_token(backend, UNVERIFIED))
    assert answer["users"][0]["emailVerified"] is True


def test_changing_an_email_names_both_addresses_and_takes_a_tap(page, backend):
    page.open(mailed("verifyAndChangeEmail")(backend)).shows("change")
    assert NEW_EMAIL in page.text and PERSON in page.text
    page.press("Change Email").shows("changed")
    assert NEW_EMAIL in page.text
    assert id_token(backend, NEW_EMAIL)


def test_recovering_an_email_offers_a_reset_for_the_restored_address(page, backend):
    page.open(mailed("recoverEmail")(backend)).shows("recover")
    assert NEW_EMAIL in page.text and PERSON in page.text
    page.press("Restore Address").shows("recovered")
    assert id_token(backend, PERSON)
    page.press("Reset Password").shows("form")
    assert page.value("email") == PERSON
    page.press(FORM.press).shows("sent")
    page.open(backend.link()).shows("reset").type("new-password", NEW).press("Save Password").shows("done")
    assert id_token(backend, PERSON, NEW)


def test_a_sign_in_link_signs_in_with_the_address_that_it_was_sent_to_alone(page, backend):
    page.open(mailed("signIn")(backend)).shows("sign-in")
    page.type("email", UNKNOWN).press("Log In").says("This is not the address that the link was sent to.")
    page.type("email", PERSON).press("Log In").shows("signed-in")
    assert PERSON in page.text
    page.open(backend.link(None)).shows("spent")


def test_a_second_factor_is_taken_back_by_a_press_and_a_reset_follows(page, backend):
    second_factor_shown(page, backend)
    assert "example-phone" in page.text
    backend.choose("revert-second-factor", "ok")
    page.press("Turn It Off").shows("turned-off").press("Reset Password").shows("form")
    (call,) = backend.calls("accounts:update")
    assert call.body == '{"oobCode":"c"}'


def test_an_unverified_account_gets_another_link_at_the_login(page, backend):
    page.open("/auth/action?mode=verifyEmail&oobCode=c").shows("spent").press("Back to Login").shows("login")
    unverified(page, backend)
    assert UNVERIFIED in page.text and "your email isn't verified yet" in page.text
    # The app is no way back from here.
    assert not page.button("Open the App").find_elements("css selector", "svg")
    page.press("Resend Email").until(lambda: page.note == page.said == "Check your inbox.", "words")
    assert page.state == "unverified" and not page.is_ready("Resend Email")
    (mail,) = backend.mails(UNVERIFIED)
    assert mail["purpose"] == "verify-email"
    page.open(backend.link(UNVERIFIED)).shows("verify").press("Verify Email").shows("verified")
    login(page, UNVERIFIED).press("Log In").shows("welcome")
    assert "Your email is verified." in page.text


def test_a_disabled_accounts_link_and_login_say_so(page, backend):
    accounts(backend, "sendOobCode", requestType="PASSWORD_RESET", email=DISABLED)
    page.open(backend.link(DISABLED)).shows("disabled")
    login(page, DISABLED).press("Log In").shows("disabled")


# MARK: Parameters


@pytest.mark.parametrize(
    ["made", "told", "state"],
    [
        ("resetPassword", "verifyEmail", "spent"),
        ("verifyEmail", "resetPassword", "invalid"),
        ("verifyAndChangeEmail", "verifyEmail", "spent"),
        ("recoverEmail", "verifyAndChangeEmail", "unchanged"),
        ("verifyEmail", "recoverEmail", "late"),
    ],
)
def test_a_code_with_the_mode_of_another_changes_nothing(page, backend, made, told, state):
    link = mailed(made)(backend)
    backend.asked.clear()
    page.open(link.replace(f"mode={made}", f"mode={told}")).shows(state)
    assert backend.calls("accounts:update") == []


HOSTILE = "apiKey=evil-key&continueUrl=javascript%3Aalert(1)&lang=%3Cimg%20src%3Dx%3E&tenantId=evil"


@pytest.mark.parametrize(["mode", "state"], [("resetPassword", "reset"), ("verifyEmail", "verify"), ("verifyAndChangeEmail", "change"), ("recoverEmail", "recover")])
@pytest.mark.sampled(4)
def test_key_tenant_and_language_of_a_link_are_ignored(page, backend, mode, state):
    code = code_of(mailed(mode)(backend))
    backend.asked.clear()
    page.open(f"/auth/action?{HOSTILE}&mode={mode}&oobCode={code}").shows(state)
    assert {each.path.partition("?")[2] for each in backend.asked} == {f"key={KEY}"}
    assert not re.search(r"evil|alert\(|<img src=(?!.data:image/svg)", page.run("return document.documentElement.outerHTML + location.href"))
    assert page.run("return document.querySelector('.open').href") == f"creators://auth/action?mode={mode}&oobCode={code}"


@pytest.mark.parametrize("continued", ["https://evil.example/", "javascript:alert(1)", "//evil.example", "data:text/html,evil"])
@pytest.mark.sampled(4)
def test_signing_in_ignores_where_a_link_says_to_continue(page, backend, continued):
    code = code_of(mailed("signIn")(backend))
    page.open(f"/auth/action?mode=signIn&oobCode={code}&apiKey=evil&continueUrl={continued.replace(':', '%3A').replace('/', '%2F')}")
    page.shows("sign-in").type("email", PERSON).press("Log In").shows("signed-in")
    assert not page.run("return [...document.links].some(link => /evil|^javascript:|^data:/.test(link.href))")


@pytest.mark.parametrize(
    "query", ["", "?mode=none&oobCode=a", "?mode=__proto__&oobCode=a", "?mode=resetPassword&mode=verifyEmail&oobCode=a"]
)
def test_an_unknown_mode_gets_404_and_a_page_for_visitors_of_emails(page, query):
    assert ask(page.port, "/auth/action" + query).status == 404
    page.open("/auth/action" + query)
    assert "If you came from an email, wait a moment and tap its link again." in page.text
    page.browser.console()  # Chromium reports the 404
