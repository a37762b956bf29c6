"""What the page of the navigation contract alone has: ways between its screens, clearing, codes, consent, sessions."""

import json
import re

import httpx
import pytest
from apps.auth_navigation import (
    APP, INCORRECT, NEWCOMER, choice, choose_password, confirm, login, reset_request, reset_verify, signed_in, signup, tick,
)  # fmt: skip
from audits import COLOURS
from browsers import NOWHERE, Look
from flows import KEPT, NEW, VALUES, requests_with, scan
from rawhttp import ask
from sandboxes import DISABLED, PASSWORD, PERSON, SECOND_FACTOR, UNKNOWN, UNVERIFIED
from selenium.webdriver.common.keys import Keys

# The fields of all screens, also of those that are hidden.
FIELDS = VALUES.replace("section:not([hidden]) ", "")
WRONG = "Email or password is incorrect"


def back(page):
    page.browser.driver.back()
    return page


def go_back(page, way):
    """Leaves a screen by its link or the browser's button."""
    return page.press("Back").shows("choice") if way == "link" else back(page).shows("choice")


def refused(page, backend=None):
    return login(page, password="wrong").press("Sign In").says(WRONG)


def sign_in_screen_of_reset(page, email=PERSON):
    return page.press("Sign In").shows("login").type("email", email).press("Forgot password?").shows("reset-request")


def is_signed_in(page):
    return f"You're signed in as {PERSON}." in " ".join(page.text.split())


class TestCodes:
    def test_a_reset_by_code_replaces_the_password_for_signing_in(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify")
        assert PERSON in page.text
        (mail,) = backend.mails()
        assert (mail["to"], mail["purpose"]) == (PERSON, "reset-password")
        choose_password(page, f"{mail['code'][:3]} {mail['code'][3:]}").press("Change Password").shows("changed")
        page.press("Sign In").shows("login")
        assert page.value("password") == ""
        page.type("email", PERSON).type("password", PASSWORD).press("Sign In").says(WRONG)
        page.type("password", NEW).press("Sign In").shows("signed-in")
        assert PERSON in page.text

    def test_a_sign_up_is_confirmed_by_its_code_and_then_signs_in(self, page, backend):
        signup(page).press("Create Account").shows("confirm")
        assert NEWCOMER in page.text
        page.type("code", backend.mail(NEWCOMER)["code"]).press("Confirm").shows("signed-in")
        page.press("Sign Out").shows("choice")
        login(page, email=NEWCOMER, password=NEW).press("Sign In").shows("signed-in")

    def test_signing_in_to_an_unconfirmed_account_asks_for_a_code_on_request(self, page, backend):
        login(page, email=UNVERIFIED).press("Sign In").shows("confirm")
        assert backend.mails(UNVERIFIED) == []
        assert "Confirm Your Email" in page.text and UNVERIFIED in page.text
        page.press("Send Another Code").until(lambda: page.note == "Check your inbox.", "words")
        page.type("code", backend.mail(UNVERIFIED)["code"]).press("Confirm").shows("signed-in")

    def test_signing_up_answers_known_and_unknown_addresses_alike(self, page, backend):
        seen = set()
        for email in (PERSON, UNKNOWN, DISABLED, UNVERIFIED):
            page.browser.open("about:blank")
            signup(page, email=email).press("Create Account").shows("confirm")
            seen.add(re.sub(r"\d+ seconds?", "…", page.text.replace(email, "…")))
        assert len(seen) == 1

    @pytest.mark.full
    def test_a_code_is_right_with_6_to_10_digits_alone(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify")
        for code, is_right in [("abc", False), ("12345", False), ("12345678901", False), ("123 456", True), ("1234567890", True)]:
            page.type("code", code).keys(Keys.TAB)
            page.until(lambda: page.errors == ([] if is_right else ["Please enter 6 to 10 digits"]), "the error")
            assert ("right" in page.run("return document.querySelector('#reset-verify .field').className")) == is_right
            choose_password(page, code)
            assert page.is_ready("Change Password") == is_right

    def test_a_wrong_used_or_old_code_is_refused_and_the_right_one_stays_good(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify")
        code = backend.mail()["code"]
        choose_password(page, "000000" if code != "000000" else "000001").press("Change Password").says(INCORRECT)
        assert page.value("new-password") == NEW
        page.type("code", code).press("Change Password").shows("changed")
        backend.advance("61s")
        sign_in_screen_of_reset(page).passes(60).allows("Send Code").press("Send Code").shows("reset-verify")
        choose_password(page, code, "Another-8").press("Change Password").says(INCORRECT)
        assert page.button("Send Another Code").is_displayed()
        backend.advance("25h")
        page.type("code", backend.mail()["code"]).press("Change Password").says(INCORRECT)

    def test_a_refused_password_is_replaced_with_the_same_code(self, page, backend):
        reset_verify(page, backend)
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD)
        page.press("Change Password").says("This is already your password.")
        page.type("new-password", NEW).type("confirm-password", NEW).press("Change Password").shows("changed")
        assert len(backend.calls("/verify")) == 1

    def test_a_code_with_a_refused_password_signs_nobody_in(self, page, backend):
        reset_verify(page, backend)
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD)
        page.press("Change Password").says("This is already your password.").press("Back").shows("choice")
        assert "signed in" not in page.text and "Sign Out" not in page.text

    def test_disabled_accounts_and_second_factors_are_told_what_helps(self, page, backend):
        for email, words in ((DISABLED, "This account has been disabled."), (SECOND_FACTOR, "Use the app.")):
            reset_request(page, email=email).press("Send Code").shows("reset-verify")
            choose_password(page, backend.mail(email)["code"]).press("Change Password").says(words)

    def test_a_code_is_entered_only_for_a_right_address(self, page):
        reset_request(page, email="person@")
        assert not page.run("return document.querySelector('#reset-request [data-to=reset-verify]').checkVisibility()")

    @pytest.mark.full
    def test_a_code_can_be_entered_after_the_screen_was_left(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify").press("Back").shows("choice")
        reset_request(page).until(lambda: not page.is_ready("Send Code"), "the wait")
        page.press("I Have a Code").shows("reset-verify")
        choose_password(page, backend.mail()["code"]).press("Change Password").shows("changed")

    def test_signing_in_after_signing_up_asks_for_the_code_that_was_sent(self, page, backend):
        signup(page).press("Create Account").shows("confirm").press("Back").shows("choice")
        login(page, email=NEWCOMER, password=NEW).press("Sign In").shows("confirm")
        assert page.reason("Send Another Code").startswith("To send another email, please wait:")
        page.type("code", backend.mail(NEWCOMER)["code"]).press("Confirm").shows("signed-in")

    def test_signing_up_again_within_the_wait_claims_no_second_email(self, page, backend):
        signup(page).press("Create Account").shows("confirm").press("Back").shows("choice")
        signup(page).press("Create Account").shows("confirm")
        page.until(lambda: page.said.startswith("To send another email, please wait:"), "the words")
        assert len(backend.mails(NEWCOMER)) == 1

    def test_a_code_that_is_sent_again_is_announced_in_the_words_shown(self, page, backend):
        signup(page).press("Create Account").shows("confirm")
        backend.advance("61s")
        page.passes(60).allows("Send Another Code").press("Send Another Code")
        page.until(lambda: "again" in page.said and page.said in page.text, "the words")

    def test_a_reload_while_the_email_is_read_shows_the_field_for_the_code(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify")
        page.browser.driver.refresh()
        page.shows("reset-verify")
        assert PERSON in page.text
        choose_password(page, backend.mail()["code"]).press("Change Password").shows("changed")

    def test_a_scan_of_the_page_sends_nothing_and_the_code_still_works(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify")
        code, asked = backend.mail()["code"], len(backend.asked)
        scan(page, "/auth")
        assert len(backend.asked) == asked
        choose_password(reset_request(page).press("I Have a Code").shows("reset-verify"), code).press("Change Password").shows("changed")

    def test_passwords_codes_and_sessions_go_to_the_backend_alone(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify")
        code = backend.mail()["code"]
        if page.browser.name == "chromium":
            page.browser.driver.get_log("performance")
        choose_password(page, code).press("Change Password").shows("changed")
        page.until(lambda: backend.calls("/logout"), "a sign-out")
        page.press("Sign In").shows("login").type("email", PERSON).type("password", NEW).press("Sign In").shows("signed-in")
        assert len(backend.sessions) == 4  # an access and a refresh token each
        secrets = [NEW, *backend.sessions]
        assert code not in page.run("return JSON.stringify([location.href, history.state, document.body.innerText])")
        assert [secret for secret in secrets if secret in page.run(KEPT)] == []
        back(page).shows("choice")
        assert [secret for secret in secrets if secret in page.run(KEPT)] == []
        with_password = {(each.method, backend.path(each)) for each in backend.asked if NEW in each.text}
        assert with_password == {("PUT", "/user"), ("POST", "/token?grant_type=password")}
        assert [backend.path(each) for each in backend.asked if f'"{code}"' in each.text] == ["/verify"]
        assert [each for each in backend.asked if "Referer" in each.headers or "Cookie" in each.headers] == []
        assert page.run("return Object.keys(localStorage).join() + document.cookie") in ("", "latchkey")
        if page.browser.name == "chromium":
            assert requests_with(page, NEW) == {backend.address + "/user", backend.address + "/token"}


class TestSessions:
    def test_the_session_of_a_reset_ends_with_it(self, page, backend):
        reset_verify(page, backend).press("Change Password").shows("changed")
        page.until(lambda: backend.calls("/logout"), "a sign-out")
        header = {"apikey": "x", "Authorization": backend.calls("/logout")[0].headers["Authorization"]}
        assert httpx.get(f"{backend.base}/user", headers=header).json()["error_code"] == "session_not_found"

    def test_a_session_of_another_account_changes_no_password_of_the_address(self, page, backend):
        signed_in(page, backend)
        sign_in_screen_of_reset(back(page).shows("choice"), UNVERIFIED).press("Send Code").shows("reset-verify")
        choose_password(page, "000000").press("Change Password").says(INCORRECT)
        assert len(backend.calls("/verify")) == 1
        assert backend.calls("/user") == []

    def test_clearing_the_fields_keeps_the_session_until_signing_out(self, page, backend):
        signed_in(page, backend)
        back(page).shows("choice")
        assert not any(page.run(FIELDS))
        assert is_signed_in(page)
        page.press("Sign In").shows("login").press("Back").shows("choice")
        page.press("Continue or Sign Out").shows("signed-in")
        back(page).shows("choice")
        page.browser.driver.forward()
        page.shows("signed-in").press("Sign Out").shows("choice")
        (request,) = backend.calls("/logout")
        assert request.headers["Authorization"] == f"Bearer {backend.sessions[0]}"
        assert "signed in" not in page.text and "Sign Out" not in page.text

    def test_requesting_a_code_keeps_the_session(self, page, backend):
        signed_in(page, backend)
        sign_in_screen_of_reset(back(page).shows("choice")).press("Send Code").shows("reset-verify").press("Back").shows("choice")
        assert is_signed_in(page)
        page.press("Continue or Sign Out").shows("signed-in").press("Sign Out").shows("choice")
        (request,) = backend.calls("/logout")
        assert request.headers["Authorization"] == f"Bearer {backend.sessions[0]}"

    @pytest.mark.parametrize("outcome", ["ok", "network", "server"])
    @pytest.mark.sampled(3)
    def test_a_new_password_ends_the_session_whatever_the_sign_out_answers(self, page, backend, outcome):
        signed_in(page, backend)
        sign_in_screen_of_reset(back(page).shows("choice")).press("Send Code").shows("reset-verify")
        if outcome != "ok":
            backend.choose("end-recovery", outcome)
        choose_password(page, backend.mail()["code"]).press("Change Password").shows("changed")
        back(page).shows("choice")
        assert "signed in" not in page.text and "Sign Out" not in page.text

    def test_a_reload_ends_the_session_and_says_so(self, page, backend):
        signed_in(page, backend)
        page.browser.driver.refresh()
        page.shows("choice").until(lambda: page.note == "For your security, you've been signed out. Sign in again.", "the words")
        page.press("Create Account").shows("signup")
        assert page.note == ""
        page.browser.driver.refresh()
        assert page.shows("signup").note == ""


# The texts of the elements that describe a field.
DESCRIPTION = "return arguments[0].getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id)?.innerText.trim()).join()"


@pytest.mark.engines_differ
@pytest.mark.parametrize(
    ["reach", "operation", "outcome", "press", "name"],
    [
        (reset_verify, "reset-password-by-code", "code-invalid", "Change Password", "code"),
        (reset_verify, "reset-password-by-code", "weak-password", "Change Password", "new-password"),
        (signup, "sign-up", "invalid-email", "Create Account", "email"),
    ],
)
@pytest.mark.sampled(6)
def test_a_refusal_marks_describes_and_focuses_its_field_until_it_is_changed(page, backend, reach, operation, outcome, press, name):
    reach(page, backend)
    backend.choose(operation, outcome)
    page.press(press).until(lambda: page.alert, "the message").focuses(f"[name={name}]")
    wrong = "return [...document.querySelectorAll('.wrong [name], section:not([hidden]) [aria-invalid=true]')].map(each => each.name)"
    assert page.run(wrong) == [name]
    assert page.alert.split("\n")[0] in page.run(DESCRIPTION, page.field(name))
    # The message above the button is said once.
    assert page.errors == []
    page.keys(Keys.TAB, "x", Keys.BACKSPACE)
    assert (page.run(wrong), bool(page.alert)) == ([name], True)
    page.field(name).send_keys("1")
    assert (page.run(wrong), page.alert) == ([], "")


class TestNavigation:
    """The contract's own tests, as far as a browser can show them, in its order."""

    def test_choice_leads_to_login_and_to_signup_without_consent(self, page):
        choice(page).press("Sign In").shows("login").press("Back").shows("choice").press("Create Account").shows("signup")
        assert not page.field("consent").is_selected()

    @pytest.mark.parametrize("way", ["link", "button"])
    @pytest.mark.parametrize("reach", [refused, signup, reset_request, reset_verify, confirm], ids=lambda reach: reach.__name__)
    @pytest.mark.sampled(9)
    def test_back_leads_to_choice_and_clears_every_field_and_error(self, page, backend, reach, way):
        reach(page, backend)
        go_back(page, way)
        assert not any(page.run(FIELDS))
        for label, state in (("Sign In", "login"), ("Create Account", "signup")):
            page.press(label).shows(state)
            assert (any(page.run(FIELDS)), page.alert, page.errors) == (False, "", [])
            page.press("Back").shows("choice")

    @pytest.mark.engines_differ
    @pytest.mark.parametrize("name", ["email", "password"])
    @pytest.mark.parametrize("label", ["Back", "Forgot password?"])
    @pytest.mark.sampled(9)
    def test_a_press_that_leaves_a_form_from_a_field_makes_no_error_in_it(self, page, name, label):
        login(page)
        page.type("email", PERSON).type("password", "x")
        page.run("arguments[0].focus()", page.field(name))
        page.watches().press(label)
        page.until(lambda: page.state != "login", "another screen")
        page.run("return new Promise(done => setTimeout(done, 50))")
        assert page.said == "" and page.errors == []
        if label != "Back":
            page.press("Back")
        page.shows("choice").press("Sign In").shows("login")
        assert (page.errors, "wrong" in page.run(FIELDS)) == ([], False)

    def test_login_leads_to_reset_with_the_email_and_without_password_or_error(self, page, backend):
        refused(page).press("Forgot password?").shows("reset-request")
        assert (page.value("email"), page.alert) == (PERSON, "")
        assert "wrong" not in page.run(FIELDS)

    def test_choice_has_no_way_back_but_out_of_the_flow(self, page):
        choice(page.open(NOWHERE))
        assert "Back" not in page.text
        for label in ("Sign In", "Create Account", "Sign In"):
            page.press(label).until(lambda: page.state != "choice", "another screen")
            back(page).shows("choice")
        back(page).until(lambda: page.run("return location.pathname") == NOWHERE, "the page before")

    def test_forward_leads_to_an_empty_screen(self, page):
        login(page)
        back(page).shows("choice")
        page.browser.driver.forward()
        page.shows("login")
        assert (page.value("email"), page.value("password")) == ("", "")

    def test_opening_the_page_again_clears_its_fields(self, page, backend):
        choice(page).press("Sign In").shows("login").type("email", PERSON)
        page.browser.open(page.origin + NOWHERE)
        choice(page)
        for label, state in (("Sign In", "login"), ("Create Account", "signup")):
            page.press(label).shows(state)
            assert page.value("email") == ""
            page.press("Back").shows("choice")

    def test_the_submit_button_follows_consent_and_every_other_field(self, page, backend):
        signup(page)
        assert page.text.index("At least 8 characters") < page.text.index("I agree to")
        for is_on in (True, False, True):
            assert page.field("consent").is_selected() == is_on
            assert page.is_ready("Create Account") == is_on
            tick(page)
        tick(page)
        assert [page.value(name) for name in ("email", "new-password", "confirm-password")] == [NEWCOMER, NEW, NEW]
        for name, wrong, right in [("email", "new@example", NEWCOMER), ("new-password", "short", NEW), ("confirm-password", "other", NEW)]:
            page.type(name, wrong)
            assert not page.is_ready("Create Account")
            page.type(name, right)
            assert page.is_ready("Create Account")

    @pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
    def test_the_unchecked_consent_has_a_border_of_contrast_3(self, page, dark):
        page.browser.look(Look(dark=dark))
        tick(signup(page))
        border = "const box = document.querySelector('.tick input'), style = getComputedStyle(box); return style.appearance === 'none' && style.borderTopWidth !== '0px' ? Math.min(...behind(box.parentElement).map(colour => contrast(parse(style.borderTopColor), colour))) : 0"
        assert page.run(COLOURS + border) >= 3

    def test_links_in_the_consent_open_beside_the_page_and_leave_it_as_it_is(self, page):
        signup(page)
        links = page.run(
            "return [...document.querySelectorAll('#signup label a')].map(a => [a.innerText, a.getAttribute('href'), a.target])"
        )
        assert links == [["terms", "/terms", "_blank"], ["privacy policy", "/privacy", "_blank"]]
        assert page.field("consent").accessible_name == "I agree to the terms and privacy policy"
        page.run("document.querySelector('#signup label a').addEventListener('click', event => event.preventDefault())")
        page.browser.driver.find_element("css selector", "#signup label a").click()
        assert page.field("consent").is_selected()

    def test_an_error_stays_until_it_is_dismissed(self, page, backend):
        refused(page).type("email", "somebody@example.com").keys(Keys.TAB)
        assert WRONG in page.alert
        page.browser.driver.find_element("css selector", "#login .message .dismiss").click()
        assert page.alert == ""
        assert page.value("email") == "somebody@example.com"

    def test_fields_that_the_backend_refused_have_no_tick(self, page, backend):
        ticks = "return document.querySelectorAll('section:not([hidden]) .right').length"
        login(page, password="wrong")
        assert page.run(ticks) > 0
        page.press("Sign In").says(WRONG)
        assert page.run(ticks) == 0
        reset_request(page).press("Send Code").shows("reset-verify")
        choose_password(page, "000000")
        assert page.run(ticks) > 0
        page.press("Change Password").says("This code is incorrect")
        assert page.run(ticks) == 0

    def test_without_a_script_the_page_hides_the_way_to_signing_out_and_says_why(self, page):
        text = ask(page.port, "/auth").body.decode()
        (button,) = re.findall(r'<button[^>]* data-to="signed-in"[^>]*>', text)
        assert " hidden" in button and "requires JavaScript" in text


def test_fields_have_the_attributes_for_keyboards_and_password_managers(page, backend):
    choice(page)
    attributes = "return [...document.querySelectorAll(arguments[0] + ' .field input')].map(i => [i.name, i.type, i.autocomplete, i.inputMode])"
    assert page.run(attributes, "#login") == [
        ["email", "email", "username", ""], ["password", "password", "current-password", ""],
    ]  # fmt: skip
    assert page.run(attributes, "#reset-verify")[0] == ["code", "text", "one-time-code", "numeric"]
    assert [each[2] for each in page.run(attributes, "#signup")[:3]] == ["username", "new-password", "new-password"]


def test_signing_in_sends_one_request_with_the_key_and_json(page, backend):
    signed_in(page, backend)
    (request,) = backend.calls("/token")
    assert json.loads(request.body) == {"email": PERSON, "password": PASSWORD}
    assert request.headers["apikey"] == "sb_publishable_foyer"
