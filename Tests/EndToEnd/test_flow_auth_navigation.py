"""The navigation contract on one page, with Supabase's imitation behind it, in both engines: ways, clearing, codes."""

import json
import re

from audits import COLOURS
import backends
import httpx
import pytest
from browsers import NOWHERE, Look
from flows import (  # noqa: F401
    IMAGE, KEPT, MARKUP, Place, backend, findings, is_harmless, outcomes, page, possible_outcomes, requests_with, scan, story,
)  # fmt: skip
from rawhttp import ask
from sandboxes import DISABLED, PASSWORD, PERSON, SECOND_FACTOR, UNKNOWN, UNVERIFIED
from selenium.webdriver.common.keys import Keys

APP = "auth-navigation"
NEW = "Sunflower-7"
FIELDS = "return [...document.querySelectorAll('.field input')].map(input => input.type === 'checkbox' ? input.checked : input.value)"


def choice(page, backend=None):
    return page.open("/auth").shows("choice")


def login(page, backend=None, email=PERSON, password=PASSWORD):
    choice(page).press("Sign In").shows("login")
    return page.type("email", email).type("password", password)


def signup(page, backend=None, email="new@example.com", password=NEW):
    choice(page).press("Create Account").shows("signup")
    page.type("email", email).type("new-password", password).type("confirm-password", password)
    return tick(page)


def tick(page):
    page.field("consent").click()
    return page


def reset_request(page, backend=None, email=PERSON):
    choice(page).press("Sign In").shows("login").press("Forgot password?").shows("reset-request")
    return page.type("email", email)


def reset_verify(page, backend, email=PERSON):
    reset_request(page, backend, email).press("Send Code").shows("reset-verify")
    return choose_password(page, backend.mail(email)["code"] if email == PERSON else "123456")


def choose_password(page, code, password=NEW):
    return page.type("code", code).type("new-password", password).type("confirm-password", password)


def confirm(page, backend):
    signup(page).press("Create Account").shows("confirm")
    return page.type("code", backend.mail("new@example.com")["code"])


def unconfirmed(page, backend):
    login(page, email=UNVERIFIED).press("Sign In").shows("confirm")


def signed_in(page, backend):
    login(page).press("Sign In").shows("signed-in")


def back(page):
    """As a person's thumb does it."""
    page.browser.driver.back()
    return page


class TestStory:
    def test_from_the_request_to_signing_in_with_the_new_password(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify")
        assert PERSON in page.text
        (mail,) = backend.mails()
        assert (mail["to"], mail["purpose"]) == (PERSON, "reset-password")
        choose_password(page, f"{mail['code'][:3]} {mail['code'][3:]}").press("Change Password").shows("changed")
        page.press("Sign In").shows("login")
        assert page.value("password") == ""
        page.type("email", PERSON).type("password", PASSWORD).press("Sign In").says("Email or password is incorrect")
        page.type("password", NEW).press("Sign In").shows("signed-in")
        assert PERSON in page.text

    def test_from_signing_up_to_signing_in(self, page, backend):
        signup(page).press("Create Account").shows("confirm")
        assert "new@example.com" in page.text
        page.type("code", backend.mail("new@example.com")["code"]).press("Confirm").shows("signed-in")
        page.press("Sign Out").shows("choice")
        login(page, email="new@example.com", password=NEW).press("Sign In").shows("signed-in")

    def test_an_account_that_was_never_confirmed_confirms_itself_while_signing_in(self, page, backend):
        unconfirmed(page, backend)
        assert backend.mails(UNVERIFIED) == []
        assert "Confirm Your Email" in page.text and UNVERIFIED in page.text
        page.press("Send Another Code").until(lambda: page.note == "Check your inbox.", "words")
        page.type("code", backend.mail(UNVERIFIED)["code"]).press("Confirm").shows("signed-in")

    def test_the_session_of_the_reset_ends_with_it(self, page, backend):
        reset_verify(page, backend).press("Change Password").shows("changed")
        page.until(lambda: backend.calls("/logout"), "a sign-out")
        header = {"apikey": "x", "Authorization": backend.calls("/logout")[0].headers["Authorization"]}
        assert httpx.get(f"{backend.bases[APP]}/user", headers=header).json()["error_code"] == "session_not_found"

    def test_a_session_of_another_account_changes_nobodys_password(self, page, backend):
        """Who is signed in, goes back and asks for a code for another address changes that address's password alone."""
        signed_in(page, backend)
        back(page).shows("choice")
        page.press("Sign In").shows("login").type("email", UNVERIFIED).press("Forgot password?").shows("reset-request")
        page.press("Send Code").shows("reset-verify")
        choose_password(page, "000000").press("Change Password").says("This code is incorrect or has expired.")
        assert len(backend.calls("/verify")) == 1
        assert backend.calls("/user") == []

    def test_signing_out_ends_the_session(self, page, backend):
        signed_in(page, backend)
        page.press("Sign Out").shows("choice")
        assert len(backend.calls("/logout")) == 1

    @pytest.mark.parametrize("way", ["signing up", "asking for a code"])
    def test_known_and_unknown_addresses_are_answered_alike(self, page, backend, way):
        seen = []
        for email in (PERSON, UNKNOWN, DISABLED, UNVERIFIED):
            page.browser.open("about:blank")
            if way == "signing up":
                signup(page, email=email).press("Create Account").shows("confirm")
            else:
                reset_request(page, email=email).press("Send Code").shows("reset-verify")
            seen.append(re.sub(r"\d+ seconds?", "…", page.text.replace(email, "…")))
        assert set(seen) == {seen[0]}


class TestNavigation:
    """The contract's own tests, as far as a browser can show them, in its order."""

    def test_initial_state_is_choice(self, page):
        choice(page)
        for address in ("/auth#login", "/auth?state=login", "/auth#state=signup"):
            page.browser.open("about:blank")
            page.open(address).shows("choice")

    def test_navigate_from_choice_to_login(self, page):
        choice(page).press("Sign In").shows("login")

    def test_navigate_from_choice_to_signup(self, page):
        choice(page).press("Create Account").shows("signup")
        assert not page.field("consent").is_selected()

    @pytest.mark.parametrize("way", ["the link", "the browser's Back"])
    def test_navigate_from_login_to_choice_clears_state(self, page, backend, way):
        login(page, password="wrong").press("Sign In").says("Email or password is incorrect")
        self.leave(page, way)
        assert not any(page.run(FIELDS))
        page.press("Sign In").shows("login")
        assert (page.value("email"), page.value("password"), page.alert, page.errors) == ("", "", "", [])

    def test_navigate_from_login_to_reset_preserves_email(self, page, backend):
        login(page, password="wrong").press("Sign In").says("Email or password is incorrect")
        page.press("Forgot password?").shows("reset-request")
        assert (page.value("email"), page.alert) == (PERSON, "")
        assert PASSWORD not in page.run(FIELDS) and "wrong" not in page.run(FIELDS)

    @pytest.mark.parametrize("way", ["the link", "the browser's Back"])
    def test_navigate_from_signup_to_choice_clears_state(self, page, backend, way):
        signup(page)
        self.leave(page, way)
        assert not any(page.run(FIELDS))
        page.press("Create Account").shows("signup")
        assert not any(page.run(FIELDS)), "consent is asked for again"

    @pytest.mark.parametrize("way", ["the link", "the browser's Back"])
    @pytest.mark.parametrize("reach", [reset_request, reset_verify, confirm], ids=lambda reach: reach.__name__)
    def test_back_always_goes_to_choice_and_clears(self, page, backend, reach, way):
        reach(page, backend)
        self.leave(page, way)
        assert not any(page.run(FIELDS))

    def test_choice_screen_prevents_back_navigation(self, page):
        """There is no way back on the screen, and the browser's own leads out of the flow, never into a screen before."""
        choice(page.open(NOWHERE))
        assert "Back" not in page.text
        for label in ("Sign In", "Create Account", "Sign In"):
            page.press(label).until(lambda: page.state != "choice", "another screen")
            back(page).shows("choice")
        back(page).until(lambda: page.run("return location.pathname") == NOWHERE, "the page before")

    def test_forward_leads_into_an_empty_screen(self, page):
        login(page)
        back(page).shows("choice")
        page.browser.driver.forward()
        page.shows("login")
        assert (page.value("email"), page.value("password")) == ("", "")

    def test_consent_toggle_updates_state(self, page, backend):
        signup(page)
        submit = page.button("Create Account")
        tick(page)
        assert page.reason("Create Account") == "Still needed: agreement to the terms"
        tick(page)
        for is_on in (True, False, True):
            assert page.field("consent").is_selected() == is_on
            assert submit.is_enabled() == is_on
            assert page.reason("Create Account") == ("" if is_on else "Still needed: agreement to the terms")
            tick(page)
        tick(page)
        assert [page.value(name) for name in ("email", "new-password", "confirm-password")] == ["new@example.com", NEW, NEW]
        for name, wrong, right in [
            ("email", "new@example", "new@example.com"), ("new-password", "short", NEW), ("confirm-password", "other", NEW),
        ]:  # fmt: skip
            page.type(name, wrong)
            assert not submit.is_enabled()
            page.type(name, right)
            assert submit.is_enabled()

    @pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
    def test_the_unchecked_consent_has_a_border_that_can_be_seen(self, page, dark):
        page.browser.look(Look(dark=dark))
        tick(signup(page))
        border = "const box = document.querySelector('.tick input'), style = getComputedStyle(box); return style.appearance === 'none' && style.borderTopWidth !== '0px' ? Math.min(...behind(box.parentElement).map(colour => contrast(parse(style.borderTopColor), colour))) : 0"
        assert page.run(COLOURS + border) >= 3

    def test_the_terms_and_the_privacy_policy_are_linked_beside_the_consent(self, page):
        signup(page)
        links = page.run(
            "return [...document.querySelectorAll('#signup label a')].map(a => [a.innerText, a.getAttribute('href'), a.target])"
        )
        assert links == [["terms", "/terms", "_blank"], ["privacy policy", "/privacy", "_blank"]]
        assert page.field("consent").accessible_name == "I agree to the terms and privacy policy"
        # Reading them is not agreeing to them.
        page.run("document.querySelector('#signup label a').addEventListener('click', event => event.preventDefault())")
        page.browser.driver.find_element("css selector", "#signup label a").click()
        assert page.field("consent").is_selected()

    def test_errors_persist_within_the_screen(self, page, backend):
        login(page, password="wrong").press("Sign In").says("Email or password is incorrect")
        page.type("email", "somebody@example.com").keys(Keys.TAB)
        assert "Email or password is incorrect" in page.alert

    def test_errors_clear_when_dismissed(self, page, backend):
        login(page, password="wrong").press("Sign In").says("Email or password is incorrect")
        page.browser.driver.find_element("css selector", "#login .message .dismiss").click()
        assert page.alert == ""
        assert page.value("email") == PERSON

    def test_errors_clear_when_navigating_to_choice(self, page, backend):
        login(page, password="wrong").press("Sign In").says("Email or password is incorrect")
        back(page).shows("choice").press("Create Account").shows("signup")
        assert (page.alert, page.errors) == ("", [])

    def test_complete_navigation_cycle(self, page):
        signup(page)
        back(page).shows("choice")
        assert not any(page.run(FIELDS))
        page.press("Sign In").shows("login")

    def test_state_clearing_does_not_affect_session(self, page, backend):
        signed_in(page, backend)
        back(page).shows("choice")
        assert not any(page.run(FIELDS))
        page.browser.driver.forward()
        page.shows("signed-in").press("Sign Out").shows("choice")
        (request,) = backend.calls("/logout")
        assert request.headers["Authorization"] == f"Bearer {backend.sessions[0]}"

    def test_the_choice_says_who_is_signed_in_and_leads_to_signing_out(self, page, backend):
        signed_in(page, backend)
        back(page).shows("choice")
        assert f"You're signed in as {PERSON}." in " ".join(page.text.split())
        page.press("Sign In").shows("login").press("Back").shows("choice")
        page.press("Continue or Sign Out").shows("signed-in").press("Sign Out").shows("choice")
        assert len(backend.calls("/logout")) == 1
        assert "signed in" not in page.text and "Sign Out" not in page.text

    def test_whoever_has_a_code_can_enter_it(self, page, backend):
        """However the page was left meanwhile; the code is in the inbox, and another one would replace it."""
        page.origin = backend.patient
        reset_request(page).press("Send Code").shows("reset-verify").press("Back").shows("choice")
        reset_request(page).until(lambda: not page.button("Send Code").is_enabled(), "the wait")
        page.press("Enter a Code").shows("reset-verify")
        choose_password(page, backend.mail()["code"]).press("Change Password").shows("changed")

    def test_whoever_has_signed_up_can_sign_in_and_enter_the_code(self, page, backend):
        page.origin = backend.patient
        signup(page).press("Create Account").shows("confirm").press("Back").shows("choice")
        login(page, email="new@example.com", password=NEW).press("Sign In").shows("confirm")
        assert page.reason("Send Another Code").startswith("You can send another email in")
        page.type("code", backend.mail("new@example.com")["code"]).press("Confirm").shows("signed-in")

    def test_signing_up_again_claims_no_second_email(self, page, backend):
        page.origin = backend.patient
        signup(page).press("Create Account").shows("confirm").press("Back").shows("choice")
        signup(page).press("Create Account").shows("confirm")
        page.until(lambda: page.said.startswith("You can send another email in"), "the words")
        assert len(backend.mails("new@example.com")) == 1

    @pytest.mark.parametrize(["code", "is_right"], [("abc", False), ("12345", False), ("12345678901", False), ("123 456", True), ("1234567890", True)])
    def test_a_code_is_6_to_10_digits(self, page, backend, code, is_right):
        reset_request(page).press("Send Code").shows("reset-verify")
        page.type("code", code).keys(Keys.TAB)
        page.until(lambda: page.errors == ([] if is_right else ["Please enter 6 to 10 digits"]), "the error")
        assert ("right" in page.run("return document.querySelector('#reset-verify .field').className")) == is_right
        choose_password(page, code)
        assert page.button("Change Password").is_enabled() == is_right

    def test_nothing_that_the_backend_refused_is_ticked(self, page, backend):
        ticks = "return document.querySelectorAll('section:not([hidden]) .right').length"
        login(page, password="wrong")
        assert page.run(ticks) > 0
        page.press("Sign In").says("Email or password is incorrect")
        assert page.run(ticks) == 0
        page.browser.open("about:blank")
        reset_request(page, backend).press("Send Code").shows("reset-verify")
        choose_password(page, "000000")
        assert page.run(ticks) > 0
        page.press("Change Password").says("This code is incorrect")
        assert page.run(ticks) == 0

    def test_what_a_password_needs_stands_above_the_consent(self, page):
        signup(page)
        assert page.text.index("At least 8 characters") < page.text.index("I agree to")

    def test_a_code_that_is_sent_again_is_seen_and_heard(self, page, backend):
        signup(page).press("Create Account").shows("confirm").allows("Send Another Code")
        page.press("Send Another Code").until(lambda: "again" in page.said and page.said in page.text, "the words")

    def test_a_code_is_entered_for_an_address(self, page):
        reset_request(page, email="person@")
        assert not page.run("return document.querySelector('#reset-request [data-to=reset-verify]').checkVisibility()")

    def test_without_a_script_nothing_is_offered_that_nobody_could_do(self, page):
        text = ask(page.port, "/auth").body.decode()
        (button,) = re.findall(r'<button[^>]* data-to="signed-in"[^>]*>', text)
        assert " hidden" in button and "requires JavaScript" in text

    def test_a_request_for_a_code_leaves_the_session_alone(self, page, backend):
        signed_in(page, backend)
        back(page).shows("choice").press("Sign In").shows("login").type("email", PERSON).press("Forgot password?").shows("reset-request")
        page.press("Send Code").shows("reset-verify").press("Back").shows("choice")
        assert f"You're signed in as {PERSON}." in " ".join(page.text.split())
        page.press("Continue or Sign Out").shows("signed-in").press("Sign Out").shows("choice")
        (request,) = backend.calls("/logout")
        assert request.headers["Authorization"] == f"Bearer {backend.sessions[0]}"

    def test_a_code_alone_signs_nobody_in(self, page, backend):
        reset_verify(page, backend)
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD)
        page.press("Change Password").says("This is already your password.").press("Back").shows("choice")
        assert "signed in" not in page.text and "Sign Out" not in page.text

    @pytest.mark.parametrize("outcome", ["ok", "network", "server"])
    def test_after_a_new_password_nobody_is_signed_in_whatever_becomes_of_the_sign_out(self, page, backend, outcome):
        signed_in(page, backend)
        back(page).shows("choice").press("Sign In").shows("login").type("email", PERSON).press("Forgot password?").shows("reset-request")
        page.press("Send Code").shows("reset-verify")
        if outcome != "ok":
            backend.choose("end-recovery", outcome)
        choose_password(page, backend.mail()["code"]).press("Change Password").shows("changed")
        back(page).shows("choice")
        assert "signed in" not in page.text and "Sign Out" not in page.text

    def test_a_session_that_ended_with_the_reset_is_nobodys(self, page, backend):
        reset_verify(page, backend).press("Change Password").shows("changed")
        page.until(lambda: backend.calls("/logout"), "a sign-out")
        back(page).shows("choice")
        page.until(lambda: "Sign Out" not in page.text, "no session")

    def test_form_state_is_cleared_when_the_choice_is_opened_again(self, page, backend):
        choice(page).press("Sign In").shows("login").type("email", PERSON)
        page.browser.open(page.origin + NOWHERE)
        choice(page)
        for label, state in (("Sign In", "login"), ("Create Account", "signup")):
            page.press(label).shows(state)
            assert page.value("email") == ""
            page.press("Back").shows("choice")

    def test_a_reload_claims_no_session_and_asks_for_nothing_twice(self, page, backend):
        signed_in(page, backend)
        page.browser.driver.refresh()
        page.shows("choice")

    def test_a_reload_while_the_mail_is_read_leads_to_the_code_again(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify")
        page.browser.driver.refresh()
        page.shows("reset-verify")
        assert PERSON in page.text
        choose_password(page, backend.mail()["code"]).press("Change Password").shows("changed")

    def leave(self, page, way):
        if way == "the link":
            page.press("Back").shows("choice")
        else:
            back(page).shows("choice")


TROUBLE = {
    "rate-limited": "Too many attempts. Try again in",
    "not-allowed": "This isn't available right now.",
    "network": "We can't reach our server.",
    "timeout": "This is taking too long.",
    "server": "Something went wrong on our end.",
}
CODE = TROUBLE | {"code-invalid": "This code is incorrect or has expired.", "account-disabled": "This account has been disabled."}
MAIL = TROUBLE | {"invalid-email": "Please enter a valid email address."}
PLACES = [
    Place(
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
        "signup",
        "sign-up",
        TROUBLE
        | {
            "ok": "#signed-in",
            "sent": "#confirm",
            "email-refused": "#confirm",
            "account-exists": "#confirm",
            "invalid-email": "Please enter a valid email address.",
            "weak-password": "Choose a password that's harder to guess",
            "password-too-long": "This password is too long.",
        },
        signup,
        "Create Account",
    ),
    Place("reset-request", "send-link", MAIL | {"ok": "#reset-verify", "email-refused": "#reset-verify"}, reset_request, "Send Code"),
    Place(
        "reset-verify",
        "reset-password-by-code",
        CODE
        | {
            "ok": "#changed",
            "needs-second-factor": "This account uses two-step verification.",
            "weak-password": "Choose a password that's harder to guess",
            "same-password": "This is already your password.",
            "password-too-long": "This password is too long.",
            "needs-login": "This code is incorrect or has expired",
            "link-expired": "This code is incorrect or has expired.",
        },
        reset_verify,
        "Change Password",
    ),
    Place(
        "reset-verify",
        "send-link",
        MAIL | {"ok": "#reset-verify", "email-refused": "#reset-verify"},
        reset_verify,
        "Send Another Code",
    ),
    Place("confirm", "verify-email-by-code", CODE | {"ok": "#signed-in"}, confirm, "Confirm"),
    Place("confirm", "resend-verification", MAIL | {"ok": "#confirm", "email-refused": "#confirm"}, confirm, "Send Another Code"),
    Place("signed-in", "sign-out", {name: words for name, words in TROUBLE.items() if name != "not-allowed"} | {"ok": "#choice"}, signed_in, "Sign Out"),
]


class TestOutcomes:
    @outcomes(*PLACES)
    def test_each_outcome_has_its_state_or_words(self, page, backend, place, outcome):
        place.check(page, backend, outcome)

    def test_no_outcome_is_left_out(self, backend):
        for place in PLACES:
            assert possible_outcomes(backend, place.operation) - {"link-incomplete"} == set(place.leads), place.operation

    def test_a_password_that_is_refused_is_tried_again_with_the_same_code(self, page, backend):
        reset_verify(page, backend)
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD)
        page.press("Change Password").says("This is already your password.")
        page.type("new-password", NEW).type("confirm-password", NEW).press("Change Password").shows("changed")
        assert len(backend.calls("/verify")) == 1

    def test_a_wrong_code_leaves_the_right_one_good(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify")
        code = backend.mail()["code"]
        choose_password(page, "000000" if code != "000000" else "000001").press("Change Password").says("This code is incorrect")
        assert page.value("new-password") == NEW
        page.type("code", code).press("Change Password").shows("changed")

    def test_a_code_that_was_used_says_so_and_offers_another(self, page, backend):
        code = self.use(page, backend)
        page.press("Sign In").shows("login").type("email", PERSON).press("Forgot password?").shows("reset-request")
        page.allows("Send Code")
        page.press("Send Code").shows("reset-verify")
        choose_password(page, code, "Another-8").press("Change Password").says("This code is incorrect or has expired.")
        assert page.button("Send Another Code").is_displayed()

    def use(self, page, backend):
        reset_verify(page, backend).press("Change Password").shows("changed")
        return backend.mail()["code"]

    def test_a_code_that_is_too_old_says_so(self, page, backend):
        reset_verify(page, backend)
        backend.advance("25h")
        page.press("Change Password").says("This code is incorrect or has expired.")

    def test_another_code_can_be_sent_while_the_field_of_the_code_is_empty(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify")
        page.allows("Send Another Code")
        assert not page.button("Change Password").is_enabled()
        backend.advance("61s")
        page.press("Send Another Code").until(lambda: len(backend.mails()) == 2 and "Sending…" not in page.text, "a second mail")
        assert page.errors == []
        page.until(lambda: not page.button("Send Another Code").is_enabled(), "a wait")

    def test_accounts_that_a_code_alone_cannot_help_are_told_what_can(self, page, backend):
        for email, words in ((DISABLED, "This account has been disabled."), (SECOND_FACTOR, "Use the app.")):
            page.browser.open("about:blank")
            reset_request(page, email=email).press("Send Code").shows("reset-verify")
            choose_password(page, backend.mail(email)["code"]).press("Change Password").says(words)


class TestScanner:
    def test_a_code_still_works_after_a_scanner_has_done_its_worst(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify")
        code = backend.mail()["code"]
        asked = len(backend.asked)
        scan(page, "/auth")
        assert len(backend.asked) == asked
        page.browser.open("about:blank")
        reset_request(page).press("Send Code").shows("reset-verify")
        choose_password(page, code).press("Change Password").shows("changed")


class TestNoLeak:
    def test_passwords_codes_and_sessions_go_to_the_backend_and_nowhere_else(self, page, backend):
        reset_request(page).press("Send Code").shows("reset-verify")
        code = backend.mail()["code"]
        if page.browser.name == "chromium":
            page.browser.driver.get_log("performance")
        choose_password(page, code).press("Change Password").shows("changed")
        page.until(lambda: backend.calls("/logout"), "a sign-out")
        page.press("Sign In").shows("login").type("email", PERSON).type("password", NEW).press("Sign In").shows("signed-in")
        assert len(backend.sessions) == 4  # an access and a refresh token each
        secrets = [NEW, *backend.sessions]
        kept = page.run(KEPT)
        assert [secret for secret in secrets if secret in kept] == []
        assert code not in page.run("return JSON.stringify([location.href, history.state, document.body.innerText])")
        back(page).shows("choice")
        kept = page.run(KEPT)
        assert [secret for secret in secrets if secret in kept] == []
        with_password = {(each.method, each.path.rpartition("/auth/v1")[2]) for each in backend.asked if NEW in each.text}
        assert with_password == {("PUT", "/user"), ("POST", "/token?grant_type=password")}
        with_code = [each.path.rpartition("/auth/v1")[2] for each in backend.asked if f'"{code}"' in each.text]
        assert with_code == ["/verify"]
        assert [each for each in backend.asked if "Referer" in each.headers or "Cookie" in each.headers] == []
        assert page.run("return Object.keys(localStorage).join() + document.cookie") in ("", "latchkey")
        if page.browser.name == "chromium":
            assert requests_with(page, NEW) == {backend.address + "/user", backend.address + "/token"}

    def test_what_outlives_a_reload_is_the_state_and_when_an_email_was_asked_for(self, page, backend):
        reset_verify(page, backend)
        assert page.run("return history.state") == {"state": "reset-verify"}
        assert PERSON not in page.run("return JSON.stringify([sessionStorage, localStorage])")


class TestHostile:
    @pytest.mark.parametrize(
        "address",
        [
            f"/auth#email={MARKUP}",
            f"/auth#error=access_denied&error_code=otp_expired&error_description={MARKUP}",
            "/auth#error_description=<img onerror=alert(1)>",
            "/auth#access_token=somebody.elses.session&type=recovery",
            "/auth?redirect=javascript:alert(1)&__proto__=x&code=123456",
        ],
    )
    def test_an_address_brings_no_markup_and_leads_nowhere(self, page, backend, address):
        page.open(address).shows("choice")
        assert is_harmless(page, "foyer")
        assert page.run("return location.href") == f"{page.origin}/auth"
        assert not any(page.run(FIELDS))
        assert backend.asked == []

    def test_an_email_of_markup_in_an_answer_becomes_none(self, page, backend):
        login(page)
        backend.trouble = backends.status(200, {"access_token": "t", "user": {"email": IMAGE}}, path="grant_type=password")
        page.press("Sign In").shows("signed-in")
        assert is_harmless(page, "foyer")

    @pytest.mark.parametrize("trouble", [backends.html, backends.rubbish, backends.nothing, backends.no_cors])
    def test_a_backend_that_makes_no_sense_keeps_everybody_where_they_are(self, page, backend, trouble):
        login(page)
        backend.trouble = trouble
        page.press("Sign In").until(lambda: page.alert, "words")
        assert page.state == "login"
        assert (page.value("email"), page.value("password")) == (PERSON, PASSWORD)
        assert is_harmless(page, "foyer")
        backend.trouble = None
        page.press("Sign In").shows("signed-in")

    @pytest.mark.parametrize("state", [{"state": "signed-in"}, {"state": "changed"}, {"state": "constructor"}, {"state": 7}, "login", []])
    def test_a_history_entry_of_somebody_elses_making_breaks_nothing(self, page, state):
        choice(page)
        page.run("history.replaceState(arguments[0], '')", state)
        page.browser.driver.refresh()
        page.until(lambda: page.state in ("choice", "changed"), "a state")


def wrong_email(page, backend):
    reset_request(page, email="person@example").keys(Keys.TAB)


def wrong_credentials(page, backend):
    login(page, password="wrong").press("Sign In").says("Email or password is incorrect")


def busy(page, backend):
    login(page)
    backend.trouble = backends.held
    page.press("Sign In")


def typing(page, backend):
    choice(page).press("Create Account").shows("signup").type("email", "new@example.com").type("new-password", "Sunfl")


def wrong_code(page, backend):
    reset_verify(page, backend)
    page.type("code", "1234567").press("Change Password").says("This code is incorrect")


def changed(page, backend):
    reset_verify(page, backend).press("Change Password").shows("changed")


def disabled(page, backend):
    backend.choose("reset-password-by-code", "account-disabled")
    reset_verify(page, backend).press("Change Password").says("This account has been disabled.")


def second_factor(page, backend):
    backend.choose("reset-password-by-code", "needs-second-factor")
    reset_verify(page, backend).press("Change Password").says("This account uses two-step verification.")


@pytest.mark.full  # `make test` looks at each state in the preview: test_pages.py, test_flow_states.py
def test_every_state_is_accessible(story, browser):
    states = [
        choice, login, wrong_email, wrong_credentials, busy, signup, typing, reset_request, reset_verify, wrong_code, confirm, unconfirmed,
        changed, signed_in, disabled, second_factor,
    ]  # fmt: skip
    assert findings(story, browser, states) == {}


class TestByKeyboard:
    def test_all_of_it_without_a_pointer(self, page, backend):
        choice(page).tab_to("#choice .action")
        page.keys(Keys.ENTER).shows("login")
        page.tab_to("#login input[name=email]").keys(PERSON)
        page.tab_to("#login [data-to='reset-request']").keys(Keys.ENTER).shows("reset-request")
        page.tab_to("#reset-request [name=run]").keys(Keys.SPACE).shows("reset-verify")
        page.tab_to("#reset-verify input[name=code]").keys(backend.mail()["code"])
        page.tab_to("#reset-verify input[name=new-password]").keys(NEW)
        page.tab_to("#reset-verify input[name=confirm-password]").keys(NEW, Keys.ENTER).shows("changed")
        page.tab_to("#changed .action").keys(Keys.ENTER).shows("login")


def test_the_inputs_help_their_keyboards_and_password_managers(page, backend):
    choice(page)
    attributes = "return [...document.querySelectorAll(arguments[0] + ' .field input')].map(i => [i.name, i.type, i.autocomplete, i.inputMode])"
    assert page.run(attributes, "#login") == [
        ["email", "email", "username", ""], ["password", "password", "current-password", ""],
    ]  # fmt: skip
    assert page.run(attributes, "#reset-verify")[0] == ["code", "text", "one-time-code", "numeric"]
    assert [each[2] for each in page.run(attributes, "#signup")[:3]] == ["username", "new-password", "new-password"]


def test_the_page_is_read_once_and_keeps_to_its_backend(page, backend):
    """One request for the page, and what it sends afterwards has the key of the app and JSON."""
    signed_in(page, backend)
    (request,) = backend.calls("/token")
    assert json.loads(request.body) == {"email": PERSON, "password": PASSWORD}
    assert request.headers["apikey"] == "sb_publishable_foyer"
