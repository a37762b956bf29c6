"""What a page says is true, whatever state it is in: about emails, about apps that do not open, about errors; and what it leaves behind."""

import re

import backends
import programs
import pytest
import useragents
from audits import HIDDEN_WORDS, described
from flows import backend, page, story  # noqa: F401
from pages import visit
from sandboxes import PERSON, UNKNOWN
from selenium.webdriver.common.keys import Keys

pytestmark = pytest.mark.engines_differ

APP = "recruiting-compass"
ALREADY = "Already sent, check inbox"


def send(page, email=PERSON):
    return page.open("/forgot-password").shows("form").type("email", email).press("Send Reset Link").shows("sent")


class TestAlreadySent:
    """Recruiting Compass, section 8: "User resends before 1 minute: Show 'Already sent, check inbox'"."""

    def test_a_press_before_the_page_has_looked_asks_for_nothing_and_says_so(self, page, backend):
        page.origin = backend.patient
        send(page)
        page.browser.open(page.origin + "/.nothing-is-here")
        page.open("/forgot-password").shows("form")
        # Typed and sent at once, as a password manager does.
        page.run("document.querySelector('#form [name=run]').disabled = false")
        if page.button("Send Reset Link").is_enabled():
            page.press("Send Reset Link")
        page.until(lambda: ALREADY in page.text, "the words")
        assert len(backend.calls("/recover")) == 1

    @pytest.mark.parametrize(["email", "emails"], [(PERSON, 1), (UNKNOWN, 0)])
    def test_a_page_claims_no_email_that_was_not_sent(self, page, backend, email, emails):
        page.origin = backend.patient
        send(page, email).press("Use a different email address").shows("form").type("email", email.upper())
        page.until(lambda: page.reason("Send Reset Link").startswith(ALREADY), "the words")
        assert len(backend.mails(email)) == emails

    def test_another_address_is_another_email(self, page, backend):
        send(page).press("Use a different email address").shows("form").type("email", UNKNOWN)
        page.press("Send Reset Link").shows("sent")
        assert len(backend.calls("/recover")) == 2
        assert ALREADY not in page.note

    def test_a_reload_remembers_that_an_email_was_sent_and_no_storage_has_its_address(self, page, backend):
        page.origin = backend.patient
        send(page).until(lambda: page.run("return localStorage.length"), "a digest")
        assert PERSON not in page.run("return JSON.stringify([sessionStorage, localStorage, history.state, location.href])")
        page.browser.driver.refresh()
        page.shows("sent").until(lambda: page.reason("Send Another Email").startswith(ALREADY), "the words")
        assert PERSON in page.text

    def test_a_clock_that_was_set_back_makes_nobody_wait_longer(self, page, backend):
        send(page).until(lambda: page.run("return localStorage.length"), "a digest")
        later = "const all = JSON.parse(localStorage.latchkey); for (const sign in all) if (sign !== 'key') all[sign] += 3600000;"
        page.run(later + " localStorage.latchkey = JSON.stringify(all)")
        page.browser.driver.refresh()
        page.shows("sent").completes()
        assert page.button("Send Another Email").is_enabled() and page.reason("Send Another Email") == ""

    def test_another_tab_knows_that_an_email_was_sent(self, page, backend):
        page.origin = backend.patient
        send(page)
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

    def test_a_sent_email_is_remembered_no_longer_than_the_wait(self, page, backend):
        send(page).until(page.button("Send Another Email").is_enabled, "an end of the wait")
        page.until(lambda: not page.run("return localStorage.length"), "nothing to be remembered")
        page.press("Send Another Email").shows("sent-again")
        assert len(backend.calls("/recover")) == 2


def test_every_resend_has_words_and_is_announced(page, backend):
    """The table of what is heard, action by action."""
    heard = []
    page.open("/forgot-password").shows("form").type("email", PERSON)
    for label, state in [("Send Reset Link", "sent"), ("Send Another Email", "sent-again"), ("Send Another Email", "sent-again")]:
        page.allows(label)
        page.press(label).shows(state).until(lambda: "sent" in page.said, "an announcement")
        heard.append((label, state, page.said, page.note))
    again = "Email sent again"
    assert heard == [
        ("Send Reset Link", "sent", "Password reset email sent", ""),
        ("Send Another Email", "sent-again", again, ""),
        ("Send Another Email", "sent-again", again, again),
    ]


class TestRateLimit:
    """A button that the backend refuses for now waits as one that has sent an email does, and its end is said."""

    @pytest.mark.parametrize(
        ["operation", "address", "label"],
        [("send-link", "/forgot-password", "Send Reset Link"), ("check-session", "/reset-password#access_token={}&type=recovery", "Try again")],
    )
    def test_the_button_waits_says_so_and_the_end_is_said(self, page, backend, operation, address, label):
        backend.trouble = backends.status(429, {"code": 429, "msg": "slow down"}, [("Retry-After", "6")])
        page.open(address.format(jwt(3600)))
        if operation == "send-link":
            page.shows("form").type("email", PERSON).press(label)
        page.says("Too many")
        backend.trouble = None
        assert not page.button(label).is_enabled()
        assert re.fullmatch(r"You can try again in [1-6] seconds?\.", page.reason(label))
        if operation == "send-link":
            page.focuses("h1")
        # A reload does not end it; of a link the page has none left then.
        page.browser.driver.refresh()
        if operation != "send-link":
            page.open(address.format(jwt(3600))).says("Too many")
        asked = len(backend.asked)
        page.until(lambda: re.fullmatch(r"You can try again in [1-6] seconds?\.", page.reason(label)), "the wait")
        assert len(backend.asked) == asked
        if operation == "send-link":
            page.type("email", PERSON)
        page.until(page.button(label).is_enabled, "an end of the wait")
        assert page.said == f'You can use "{label}" again.'
        assert (page.reason(label), page.alert) == ("", "")
        page.press(label).until(lambda: not page.run("return document.querySelector('[aria-busy]')") and page.state != "verifying" or page.alert, "an answer")


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
    def test_a_button_that_waits_says_for_what(self, page):
        page.open("/forgot-password").shows("form")
        assert page.reason("Send Reset Link") == "Still needed: Email"
        # An address is wrong until its last letter.
        page.type("email", "person@")
        assert page.reason("Send Reset Link") == "Still needed: Email"
        # And then its error says so, once.
        page.keys("\t").until(lambda: page.errors == ["Invalid email address"], "the error")
        assert page.reason("Send Reset Link") == "Still needed: Email"
        # Neither stands any longer, seen or heard, once the address is right.
        assert page.said == "Invalid email address"
        page.type("email", PERSON)
        assert (page.reason("Send Reset Link"), page.said, page.errors) == ("", "", [])

    def test_no_error_is_described_that_nobody_sees(self, page):
        page.open("/forgot-password").shows("form")
        for typed in ("", PERSON):
            page.type("email", typed)
            assert page.browser.faults(HIDDEN_WORDS) + described(page.browser) == []
        page.type("email", "person@").keys(Keys.TAB).until(lambda: page.errors == ["Invalid email address"], "the error")
        place = page.field("email").get_attribute("aria-describedby").split()[-1]
        assert page.run("return document.getElementById(arguments[0]).innerText.trim()", place) == "Invalid email address"
        page.type("email", PERSON)
        assert page.browser.faults(HIDDEN_WORDS) + described(page.browser) == []

    def test_an_error_goes_when_the_mistake_is_mended(self, page):
        page.open("/reset-password?token_hash=" + HASH + "&type=recovery").shows("form")
        page.type("new-password", "x").type("confirm-password", "y").press("Reset Password")
        page.until(lambda: page.alert, "a summary of what is wrong")
        page.type("new-password", "Sunflower-7").type("confirm-password", "Sunflower-7").keys(Keys.TAB)
        page.until(lambda: not page.errors and not page.alert, "an end of the field's and the form's error")

    def test_white_space_around_an_address_is_none_of_it(self, page, backend):
        """A browser removes some of it, but not what other programs put around a copied address."""
        page.open("/forgot-password").shows("form").type("email", "\u00a0" + PERSON + "\u00a0")
        page.press("Send Reset Link").shows("sent")
        assert len(backend.mails()) == 1 and PERSON in page.text

    def test_an_address_with_an_apostrophe_is_one(self, page, backend):
        page.open("/forgot-password").shows("form").type("email", "o'brien&co@example.com").press("Send Reset Link").shows("sent")
        assert len(backend.calls("/recover")) == 1

    @pytest.mark.parametrize(
        ["address", "name", "typed", "key", "words"],
        [
            ("/forgot-password", "email", "", Keys.ENTER, "Still needed: Email"),
            ("/forgot-password", "email", "person@", Keys.ENTER, "Invalid email address"),
            ("/forgot-password", "email", "person@", Keys.TAB, "Invalid email address"),
            ("/reset-password?token_hash={}&type=recovery", "new-password", "abc", Keys.TAB, "Still needed: At least 8 characters, Contains uppercase letter, Contains number"),
        ],
    )
    def test_what_a_form_waits_for_is_heard(self, page, address, name, typed, key, words):
        page.open(address.format(HASH)).shows("form").type(name, typed)
        page.field(name).send_keys(key)
        page.until(lambda: page.said == words, "the words")
        if key == Keys.ENTER:
            assert page.reason("Send Reset Link") == "Still needed: Email"

    @pytest.mark.parametrize("password", ["Aa1" + "é" * 35, "Aa1" + "x" * 70])
    def test_a_password_that_the_backend_does_not_take_is_told_before_it_takes_the_link(self, page, backend, password):
        """It takes 72 bytes, of which an accent needs two."""
        page.open("/reset-password?token_hash=" + HASH + "&type=recovery").shows("form")
        page.type("new-password", password[:-1]).type("confirm-password", password[:-1])
        assert "A shorter password" not in page.text and len(page.run(TICKED)) == 2
        page.type("new-password", password).type("confirm-password", password)
        assert "A shorter password" in page.text and page.run(TICKED) == ["confirm-password"]
        page.watches().press("Reset Password").says("Still needed: A shorter password")
        assert page.requested == []

    def test_the_cross_of_a_wrong_field_is_beside_the_ring_of_its_button(self, page):
        page.open("/reset-password?token_hash=" + HASH + "&type=recovery").shows("form")
        page.type("new-password", "abc").keys(Keys.TAB).tab_to(".wrong .reveal")
        ring, cross = page.run(RING_AND_CROSS)
        assert ring <= cross + 0.5

    def test_an_address_that_was_asked_for_already_is_heard_as_it_is_typed_and_with_enter(self, page, backend):
        page.origin = backend.patient
        send(page).press("Use a different email address").shows("form").type("email", UNKNOWN)
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
    def test_the_address_forgets_the_token_and_the_way_into_the_app_has_it(self, trial, address, path):
        trial.open(address).shows("open")
        assert trial.run("return location.href") == trial.origin + path
        assert trial.run("return document.querySelector('.open').getAttribute('href')").endswith("?token=t0k")
        assert "JavaScript" not in trial.text
        trial.press("Next").shows("none")

    def test_a_page_with_nothing_to_do_has_no_script_and_does_not_ask_for_one(self, trial):
        trial.open("/welcome")
        assert trial.run("return document.scripts.length") == 0
        assert "JavaScript" not in trial.text


class TestWaysOut:
    def tapped(self, trial, label):
        trial.open("/?token=t0k").shows("open")
        # Engines differ in what they make of an address that is nobody's.
        trial.run("addEventListener('click', event => event.preventDefault())")
        trial.press(label).until(lambda: trial.note, "words", 2)
        assert trial.said == trial.note
        return [line for line in trial.note.split("\n") if line], trial.run("return [...document.querySelectorAll('.note a')].filter(a => a.getClientRects().length).map(a => a.getAttribute('href'))")

    @pytest.mark.only("chromium")
    @pytest.mark.parametrize("label", ["Log In", "Continue in Trial"])
    def test_on_a_phone_an_app_that_does_not_open_is_told_and_the_other_ways_are_offered(self, trial, label):
        words, ways = self.tapped(trial, label)
        assert words[0] == "Trial didn't open. It may not be installed on this phone."
        # Instead of the link into the app there is the page itself, which has the link's parameters.
        is_link = label.startswith("Continue")
        assert words[1:2] == (["You can continue here instead."] if is_link else ["Continue on the Web"])
        assert ways == ([] if is_link else ["/welcome"]) + ["https://apps.apple.com/app/id4711"]

    @pytest.mark.only("webkit")
    def test_at_a_desk_the_button_says_where_the_app_is(self, trial):
        # Without a hand that keeps the browser from leaving for an error page.
        trial.open("/?token=t0k").shows("open").press("Log In").until(lambda: trial.note, "words", 2)
        assert trial.said == trial.note
        assert [line for line in trial.note.split("\n") if line] == ["Trial is an app for your phone. Open it there.", "Continue on the Web"]
        trial.press("Next").shows("none")
        assert not trial.run("return document.querySelector('.open').getClientRects().length")

    @pytest.mark.only("chromium")
    @pytest.mark.parametrize(["agent", "store"], [("iPhone", "https://apps.apple.com/app/id4711"), ("Android", "https://play.google.com/store/apps/details?id=example.trial")])
    def test_a_phone_is_offered_its_own_store(self, trial, agent, store):
        driver = trial.browser.driver
        agents = {"iPhone": useragents.IOS, "Android": useragents.PIXEL}
        driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agents[agent]})
        try:
            assert self.tapped(trial, "Log In")[1] == ["/welcome", store]
        finally:
            driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": ""})

    def test_an_email_program_that_does_not_open_leaves_the_address(self, trial):
        words, _ = self.tapped(trial, "Contact Support")
        assert words == ["Email us at ask@trial.example"]


# As Supabase makes them, and nobody's.
HASH = "t0k" + "0" * 53


@pytest.mark.parametrize(["path", "ways"], [("/login", ["/forgot-password"]), ("/nowhere", ["/login", "/forgot-password"])])
def test_an_unknown_address_offers_no_way_to_itself(page, path, ways):
    page.open(path)
    assert page.run("return [...document.querySelectorAll('a.action')].map(each => each.pathname)") == ways
    assert page.run("return [...document.querySelectorAll('.main')].map(each => each.pathname)") == ways[:1]


# A mail program may encode the sign before the parameters.
@pytest.mark.parametrize("address", ["/Reset-Password?token={}#access_token={}", "/Reset-Password%3Ftoken={}&type=recovery"])
def test_an_unknown_address_keeps_no_link(page, address):
    page.open(address.format(HASH, HASH))
    page.until(lambda: page.run("return location.pathname + location.search + location.hash") == "/Reset-Password", "the path alone")


class TestLeftBehind:
    def test_back_shows_no_password_and_no_token(self, page, backend):
        page.open("/reset-password?token_hash=" + HASH + "&type=recovery").shows("form")
        page.type("new-password", "Sunflower-7").type("confirm-password", "Sunflower-7")
        page.browser.open(page.origin + "/.nothing-is-here")
        page.browser.driver.back()
        page.until(lambda: page.state in ("form", "forgotten"), "the page")
        typed = "return [...document.querySelectorAll('input')].map(input => input.value).join('') + document.querySelector('.open').href"
        page.until(lambda: page.run(typed) == "", "nothing of what was known")

    def test_a_script_sends_nothing_within_the_activation_of_another_tap(self, page, backend):
        page.open("/verify-email?token_hash=" + HASH + "&type=email").shows("confirm")
        page.run("document.querySelector('#confirm h1').addEventListener('click', () => document.querySelector('#confirm form').requestSubmit(document.querySelector('#confirm [name=run]')))")
        page.watches().browser.driver.find_element("css selector", "#confirm h1").click()
        page.run("document.querySelector('#confirm [name=run]').click()")
        assert (page.requested, page.state) == ([], "confirm")
        page.press("Confirm Email").until(lambda: backend.calls("/verify"), "the tap itself")

    def test_the_email_is_in_no_entry_of_the_history(self, page, backend):
        send(page)
        assert page.run("return history.state") == {"state": "sent"}
        page.press("Use a different email address").shows("form").type("email", PERSON)
        assert PERSON not in page.run("return JSON.stringify([history.state, location.href, {...sessionStorage}])")


def jwt(seconds):
    """A token that says when it expires."""
    import base64
    import json
    import time

    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part({'alg': 'HS256'})}.{part({'exp': int(time.time()) + seconds, 'sub': 'ÿ?>'})}.c2ln"


def test_the_backend_decides_whether_a_session_has_expired_not_the_clock(page, backend):
    backend.trouble = backends.held
    page.open(f"/reset-password#access_token={jwt(-3600)}&expires_in=3600&refresh_token=r&token_type=bearer&type=recovery").shows("verifying")


@pytest.mark.parametrize(
    ["address", "state"],
    [
        ("/reset-password?token_hash={}&amp;type=recovery", "form"),
        ("/verify-email?token_hash={}&type=signup", "confirm"),
        ("/verify-email?error=access_denied&error_code=otp_expired", "expired"),
        ("/verify-email#error=access_denied&error_code=otp_expired", "expired"),
        ("/reset-password?token_hash={}&type=reco", "incomplete"),
        ("/verify-email?token_hash={}", "incomplete"),
        ("/reset-password", "forgotten"),
    ],
)
def test_a_damaged_link_is_repaired_or_told(page, backend, address, state):
    page.open(address.format(HASH)).shows(state)
    assert ("incomplete" in page.text.lower()) == (state == "incomplete")
    assert HASH not in page.run("return location.href")
