"""What pages say about emails, waits, errors and apps that do not open is true, and what they leave behind."""

import re

import backends
import programs
import pytest
import useragents
from apps.recruiting_compass import FORM, HASH
from audits import HIDDEN_WORDS, described
from flows import jwt
from pages import visit
from sandboxes import PERSON, UNKNOWN
from selenium.webdriver.common.keys import Keys

# In `make test` each in one engine or the other.
pytestmark = [pytest.mark.engines_differ, pytest.mark.sampled(2)]

APP = "recruiting-compass"
ALREADY = "Already sent, check inbox"


class TestAlreadySent:
    """Recruiting Compass, section 8: "User resends before 1 minute: Show 'Already sent, check inbox'"."""

    def test_a_press_before_the_storage_was_read_sends_nothing_and_says_so(self, page, backend):
        FORM.send(page)
        page.browser.open(page.origin + "/.nothing-is-here")
        page.open("/forgot-password").shows("form")
        # Typed and sent at once, as a password manager does.
        page.run("document.querySelector('#form [name=run]').disabled = false")
        if page.is_ready("Send Reset Link"):
            page.press("Send Reset Link")
        page.until(lambda: ALREADY in page.text, "the words")
        assert len(backend.calls("/recover")) == 1

    @pytest.mark.parametrize(["email", "emails"], [(PERSON, 1), (UNKNOWN, 0)])
    @pytest.mark.sampled(2)
    def test_the_same_address_is_refused_alike_with_and_without_an_account(self, page, backend, email, emails):
        FORM.send(page, email).press("Use a different email address").shows("form").type("email", email.upper())
        page.until(lambda: page.reason("Send Reset Link").startswith(ALREADY), "the words")
        assert len(backend.mails(email)) == emails

    def test_a_clock_that_was_set_back_ends_the_wait(self, page, backend):
        FORM.send(page).until(lambda: page.run("return localStorage.length"), "a digest")
        later = "const all = JSON.parse(localStorage.latchkey); for (const sign in all) if (sign !== 'key') all[sign] += 3600000;"
        page.run(later + " localStorage.latchkey = JSON.stringify(all)")
        page.browser.driver.refresh()
        page.shows("sent").completes()
        assert page.is_ready("Send Another Email") and page.reason("Send Another Email") == ""

    def test_another_tab_shows_the_wait(self, page, backend):
        FORM.send(page)
        driver = page.browser.driver
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        try:
            page.open("/forgot-password").shows("form").type("email", PERSON)
            page.until(lambda: page.reason("Send Reset Link").startswith(ALREADY), "the words")
        finally:
            driver.close()
            driver.switch_to.window(first)
        assert len(backend.calls("/recover")) == 1


def test_every_resend_is_announced_and_the_second_shown_in_place(page, backend):
    heard = []
    page.open("/forgot-password").shows("form").type("email", PERSON)
    for label, state in [("Send Reset Link", "sent"), ("Send Another Email", "sent-again"), ("Send Another Email", "sent-again")]:
        backend.advance("61s")
        page.passes(60).allows(label).press(label).shows(state).until(lambda: "sent" in page.said, "an announcement")
        heard.append((label, state, page.said, page.note))
    again = "Email sent again"
    assert heard == [
        ("Send Reset Link", "sent", "Password reset email sent", ""),
        ("Send Another Email", "sent-again", again, ""),
        ("Send Another Email", "sent-again", again, again),
    ]


@pytest.mark.parametrize(
    ["operation", "address", "label"],
    [("send-link", "/forgot-password", "Send Reset Link"), ("check-session", "/reset-password#access_token={}&type=recovery", "Try again")],
)
@pytest.mark.sampled(2)
def test_a_rate_limited_button_is_disabled_until_its_announced_end_also_after_a_reload(page, backend, operation, address, label):
    is_form = operation == "send-link"
    backend.trouble = backends.status(429, {"code": 429, "msg": "slow down"}, [("Retry-After", "600")])
    page.open(address.format(jwt(3600)))
    if is_form:
        page.shows("form").type("email", PERSON).press(label)
    page.says("Too many")
    backend.trouble = None
    assert not page.is_ready(label)
    # The message says it, and not the button a second time.
    assert re.fullmatch(r"Too many .* Try again in \d+ minutes\.", page.reason(label)) and "To try again" not in page.text
    if is_form:
        page.focuses("h1")
    page.browser.driver.refresh()
    if not is_form:
        # The page has no link after a reload.
        page.open(address.format(jwt(3600))).says("Too many")
    asked = len(backend.asked)
    page.until(lambda: re.fullmatch(r".*(?:Try again in|please wait:) \d+ minutes\.", page.reason(label)), "the wait")
    assert len(backend.asked) == asked
    if is_form:
        page.type("email", PERSON)
    page.passes(600).allows(label).until(lambda: page.said == f'You can use "{label}" again.', "the announcement")
    assert (page.reason(label), page.alert) == ("", "")
    page.press(label).until(lambda: len(backend.asked) > asked, "a request")


# The names of the fields that are marked as right.
TICKED = "return [...document.querySelectorAll('.right [name]')].map(input => input.name)"
# Where the focus ring of a field's button ends, and where the field's cross begins.
RING_AND_CROSS = """
const button = document.activeElement, box = button.parentElement, ring = getComputedStyle(button), outer = getComputedStyle(box);
const cross = parseFloat(getComputedStyle(box, '::after').width);
return [
  button.getBoundingClientRect().right + Math.max(0, parseFloat(ring.outlineOffset) + parseFloat(ring.outlineWidth)),
  box.getBoundingClientRect().right - parseFloat(outer.paddingRight) - parseFloat(outer.borderRightWidth) - cross];
"""


class TestErrors:
    @pytest.mark.parametrize("typed", ["", "person@example"])
    def test_a_press_of_the_dimmed_button_explains_what_is_wrong(self, page, typed):
        page.open("/forgot-password").shows("form").watches()
        page.type("email", typed)
        # Nothing is said before anybody has left the field or pressed.
        assert (page.is_ready("Send Reset Link"), page.reason("Send Reset Link"), page.errors, page.alert) == (False, "", [], "")
        page.press("Send Reset Link").until(lambda: page.errors == ["Invalid email address"], "the error").focuses("#form [name=email]")
        assert (page.said, page.requested) == ("Invalid email address", [])
        # It does not stand any longer, seen or heard, once the address is right.
        page.type("email", PERSON)
        assert (page.is_ready("Send Reset Link"), page.said, page.errors) == (True, "", [])

    def test_descriptions_have_no_hidden_errors(self, page):
        page.open("/forgot-password").shows("form")
        for typed in ("", PERSON):
            page.type("email", typed)
            assert page.browser.faults(HIDDEN_WORDS) + described(page.browser) == []
        page.type("email", "person@").keys(Keys.TAB).until(lambda: page.errors == ["Invalid email address"], "the error")
        place = page.field("email").get_attribute("aria-describedby").split()[-1]
        assert page.run("return document.getElementById(arguments[0]).innerText.trim()", place) == "Invalid email address"
        page.type("email", PERSON)
        assert page.browser.faults(HIDDEN_WORDS) + described(page.browser) == []

    def test_errors_of_field_and_form_go_when_the_fields_are_right(self, page):
        page.open("/reset-password?token_hash=" + HASH + "&type=recovery").shows("form")
        page.type("new-password", "x").type("confirm-password", "y").press("Reset Password")
        page.until(lambda: page.alert, "a summary of what is wrong")
        page.type("new-password", "Sunflower-7").type("confirm-password", "Sunflower-7").keys(Keys.TAB)
        page.until(lambda: not page.errors and not page.alert, "an end of the field's and the form's error")

    def test_white_space_around_an_address_is_removed(self, page, backend):
        """A browser removes some of it, but not what other programs put around a copied address."""
        page.open("/forgot-password").shows("form").type("email", "\u00a0" + PERSON + "\u00a0")
        page.press("Send Reset Link").shows("sent")
        assert len(backend.mails()) == 1 and PERSON in page.text

    def test_an_address_with_an_apostrophe_is_sent(self, page, backend):
        page.open("/forgot-password").shows("form").type("email", "o'brien&co@example.com").press("Send Reset Link").shows("sent")
        assert len(backend.calls("/recover")) == 1

    @pytest.mark.parametrize(
        ["address", "name", "typed", "key", "words"],
        [
            ("/forgot-password", "email", "", Keys.ENTER, "Invalid email address"),
            ("/forgot-password", "email", "person@", Keys.ENTER, "Invalid email address"),
            ("/forgot-password", "email", "person@", Keys.TAB, "Invalid email address"),
            ("/reset-password?token_hash={}&type=recovery", "new-password", "abc", Keys.TAB, "Still needed: At least 8 characters, Contains uppercase letter, Contains number"),
        ],
    )
    def test_leaving_or_submitting_an_incomplete_field_announces_what_is_missing(self, page, address, name, typed, key, words):
        page.open(address.format(HASH)).shows("form").type(name, typed)
        page.field(name).send_keys(key)
        page.until(lambda: page.said == words, "the words")

    @pytest.mark.parametrize("password", ["Aa1" + "é" * 35, "Aa1" + "x" * 70])
    @pytest.mark.sampled(2)
    def test_a_password_of_more_than_72_bytes_is_refused_before_the_link_is_used(self, page, backend, password):
        """It takes 72 bytes, of which an accent needs two."""
        page.open("/reset-password?token_hash=" + HASH + "&type=recovery").shows("form")
        assert page.field("new-password").get_attribute("passwordrules") == "minlength: 12; maxlength: 72; required: lower; required: upper; required: digit; allowed: [-];"
        page.type("new-password", password[:-1]).type("confirm-password", password[:-1])
        assert "A shorter password" not in page.text and len(page.run(TICKED)) == 2
        page.type("new-password", password).type("confirm-password", password)
        assert "A shorter password" in page.text and page.run(TICKED) == ["confirm-password"]
        page.watches().press("Reset Password").until(lambda: page.said == "Still needed: A shorter password", "the words")
        assert page.requested == []

    def test_the_cross_of_a_wrong_field_does_not_touch_the_ring_of_its_button(self, page):
        page.open("/reset-password?token_hash=" + HASH + "&type=recovery").shows("form")
        page.type("new-password", "abc").keys(Keys.TAB).tab_to(".wrong .reveal")
        ring, cross = page.run(RING_AND_CROSS)
        assert ring <= cross + 0.5

    def test_the_wait_of_an_address_is_announced_when_it_is_typed_and_submitted(self, page, backend):
        FORM.send(page).press("Use a different email address").shows("form").type("email", UNKNOWN)
        page.type("email", PERSON).until(lambda: page.said.startswith(ALREADY), "the words")
        page.run("document.getElementById('status').textContent = ''")
        page.field("email").send_keys(Keys.ENTER)
        page.until(lambda: page.said.startswith(ALREADY), "the words again")
        assert len(backend.calls("/recover")) == 1


# MARK: A site of its own: no backend, a link on the root path

APP_FILE = """
name: Trial
hosts: [trial.example]
support: help@trial.example
login: { app: trial://login, web: /welcome }
ios: { app-id: ABCDE12345.example.trial, scheme: trial, store: 4711 }
android: { package: example.trial, sha256: ["%s"] }
links:
  reset: { web: "/?token={token}", app: "trial://reset?token={token}", page: reset }
  other: { web: "/other#token={token}", app: "trial://other?token={token}", page: other }
""" % ":".join(["AB"] * 32)
RESET = """---
title: Reset
link: reset
start: { reset: open, none: none }
---
# open
## Open the App
[Next](#none)
[Log In](app:login)
[Contact Support](mailto:ask@trial.example)

# none
## No Link
[Log In](app:login)
"""
WELCOME = """---
title: Welcome
start: only
---
# only
## Welcome
Nothing to do.
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bare")
    site = folder / "Site" / "trial"
    site.mkdir(parents=True)
    (site / "app.yml").write_text(APP_FILE)
    (site / "reset.md").write_text(RESET)
    (site / "other.md").write_text(RESET.replace("reset", "other"))
    (site / "welcome.md").write_text(WELCOME)
    programs.build(folder / "Site", folder / "out")
    with programs.serve(folder / "out", "--as", "trial.example") as running:
        yield f"http://127.0.0.1:{running.port}"


@pytest.fixture
def trial(bare, browser):
    with visit(browser, bare) as page:
        yield page


class TestWithoutBackend:
    @pytest.mark.parametrize(["address", "path"], [("/?token=t0k", "/"), ("/other#token=t0k", "/other")])
    def test_the_token_moves_from_the_address_to_the_link_into_the_app(self, trial, address, path):
        trial.open(address).shows("open")
        assert trial.run("return location.href") == trial.origin + path
        assert trial.run("return document.querySelector('.open').getAttribute('href')").endswith("?token=t0k")
        assert "JavaScript" not in trial.text
        trial.press("Next").shows("none")

    def test_a_page_without_actions_has_no_script(self, trial):
        trial.open("/welcome")
        assert trial.run("return document.scripts.length") == 0
        assert "JavaScript" not in trial.text


class TestWaysOut:
    def tapped(self, trial, label):
        trial.open("/?token=t0k").shows("open")
        # Engines differ in what they make of an address that is nobody's.
        trial.run("addEventListener('click', event => event.preventDefault())")
        trial.press(label).until(lambda: trial.note, "words")
        assert trial.said == trial.note
        return [line for line in trial.note.split("\n") if line], trial.run("return [...document.querySelectorAll('.note a')].filter(a => a.getClientRects().length).map(a => a.getAttribute('href'))")

    @pytest.mark.only("chromium")
    @pytest.mark.parametrize("label", ["Log In", "Continue in Trial"])
    def test_on_a_phone_a_missing_app_is_explained_with_the_other_ways(self, trial, label):
        words, ways = self.tapped(trial, label)
        assert words[0] == "Trial didn't open. It may not be installed on this phone."
        # Instead of the link into the app there is the page itself, which has the link's parameters.
        is_link = label.startswith("Continue")
        assert words[1:2] == (["You can continue here instead."] if is_link else ["Continue on the Web"])
        assert ways == ([] if is_link else ["/welcome"]) + ["https://apps.apple.com/app/id4711"]

    @pytest.mark.only("webkit")
    def test_on_a_desktop_the_button_says_that_the_app_is_for_phones(self, trial):
        # Without a hand that keeps the browser from leaving for an error page.
        trial.open("/?token=t0k").shows("open").press("Log In").until(lambda: trial.note, "words")
        assert trial.said == trial.note
        assert [line for line in trial.note.split("\n") if line] == ["Trial is an app for your phone. Open it there.", "Continue on the Web"]
        trial.press("Next").shows("none")
        assert not trial.run("return document.querySelector('.open').getClientRects().length")

    @pytest.mark.only("chromium")
    @pytest.mark.parametrize(["agent", "store"], [("iPhone", "https://apps.apple.com/app/id4711"), ("Android", "https://play.google.com/store/apps/details?id=example.trial")])
    def test_a_missing_app_is_offered_from_the_store_of_the_phone(self, trial, agent, store):
        driver = trial.browser.driver
        agents = {"iPhone": useragents.IOS, "Android": useragents.PIXEL}
        driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agents[agent]})
        try:
            assert self.tapped(trial, "Log In")[1] == ["/welcome", store]
        finally:
            driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": ""})

    @pytest.mark.only("chromium")
    def test_an_app_that_does_not_exist_for_the_phone_is_not_offered(self, page):
        driver = page.browser.driver
        into = "return [...document.querySelectorAll('a')].filter(each => each.getClientRects().length && /^recruiting/.test(each.protocol)).map(each => each.innerText)"
        main = "return [...document.querySelectorAll('#done .main')].map(each => each.innerText)"
        for agent, links, first in ((useragents.IOS, ["Continue in The Recruiting Compass"], "Open the App"), (useragents.PIXEL, [], "Sign In on the Web")):
            driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent})
            try:
                page.browser.open("about:blank")
                page.open("/verify-email?token_hash=" + HASH + "&type=email").shows("confirm")
                assert page.run(into) == links
                assert page.run(main) == [first]
            finally:
                driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": ""})

    @pytest.mark.only("webkit")
    def test_on_a_desktop_the_web_is_the_main_way_after_success(self, page):
        page.open("/verify-email?token_hash=" + HASH + "&type=email").shows("confirm")
        assert page.run("return [...document.querySelectorAll('#done .action')].map(each => [each.innerText, each.matches('.main')])") == [["Sign In on the Web", True], ["Open the App", False]]

    def test_a_missing_email_program_is_replaced_by_the_address(self, trial):
        words, _ = self.tapped(trial, "Contact Support")
        assert words == ["Email us: ask@trial.example"]


@pytest.mark.parametrize(["path", "ways"], [("/login", ["/forgot-password"]), ("/nowhere", ["/login", "/forgot-password"])])
def test_the_404_page_has_no_link_to_itself(page, path, ways):
    page.open(path)
    assert page.run("return [...document.querySelectorAll('a.action')].map(each => each.pathname)") == ways
    assert page.run("return [...document.querySelectorAll('.main')].map(each => each.pathname)") == ways[:1]


# A mail program may encode the sign before the parameters.
@pytest.mark.parametrize("address", ["/Reset-Password?token={}#access_token={}", "/Reset-Password%3Ftoken={}&type=recovery"])
def test_the_404_page_removes_the_parameters_of_a_link(page, address):
    page.open(address.format(HASH, HASH))
    page.until(lambda: page.run("return location.pathname + location.search + location.hash") == "/Reset-Password", "the path alone")


class TestLeftBehind:
    def test_back_to_a_form_shows_neither_password_nor_token(self, page, backend):
        page.open("/reset-password?token_hash=" + HASH + "&type=recovery").shows("form")
        page.type("new-password", "Sunflower-7").type("confirm-password", "Sunflower-7")
        page.browser.open(page.origin + "/.nothing-is-here")
        page.browser.driver.back()
        page.until(lambda: page.state in ("form", "forgotten"), "the page")
        typed = "return [...document.querySelectorAll('input')].map(input => input.value).join('') + document.querySelector('.open').href"
        page.until(lambda: page.run(typed) == "", "nothing of what was known")

    def test_a_page_restored_from_the_back_forward_cache_is_reloaded(self, page):
        page.open("/forgot-password").shows("form")
        page.run("window.isRestored = true; dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        page.until(lambda: not page.run("return window.isRestored"), "a reload").shows("form")

    def test_a_scripts_submit_during_the_activation_of_another_tap_sends_nothing(self, page, backend):
        page.open("/verify-email?token_hash=" + HASH + "&type=email").shows("confirm")
        page.run("document.querySelector('#confirm h1').addEventListener('click', () => document.querySelector('#confirm form').requestSubmit(document.querySelector('#confirm [name=run]')))")
        page.watches().browser.driver.find_element("css selector", "#confirm h1").click()
        page.run("document.querySelector('#confirm [name=run]').click()")
        assert (page.requested, page.state) == ([], "confirm")
        page.press("Confirm Email").until(lambda: backend.calls("/verify"), "the tap itself")

    def test_the_title_is_that_of_the_state(self, page, backend):
        titles = [page.open("/forgot-password").shows("form").run("return document.title"), FORM.send(page).run("return document.title")]
        assert titles == ["Reset Your Password · The Recruiting Compass", "Check Your Email · The Recruiting Compass"]

    def test_history_entries_have_no_email(self, page, backend):
        FORM.send(page)
        assert page.run("return history.state") == {"state": "sent"}
        page.press("Use a different email address").shows("form").type("email", PERSON)
        assert PERSON not in page.run("return JSON.stringify([history.state, location.href, {...sessionStorage}])")


def test_a_session_that_expired_by_the_clock_is_checked_by_the_backend(page, backend):
    backend.trouble = backends.held
    page.open(f"/reset-password#access_token={jwt(-3600)}&expires_in=3600&refresh_token=r&token_type=bearer&type=recovery").shows("verifying")
