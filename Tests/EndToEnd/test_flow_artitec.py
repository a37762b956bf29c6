"""What Artitec's pages alone have: requirements and strength, drawings on gold, history without fields, an app for the iPhone alone."""

import backends
import programs
import pytest
from apps.artitec import FORM, choose_password, email_typed, mailed, password_typed, request_form
from flows import NEW
from PIL import Image
from rawhttp import ask
from sandboxes import PERSON, UNKNOWN
from selenium.webdriver.common.keys import Keys

APP = "artitec"
# Everything that was said without a move.
LISTEN = """
const status = document.getElementById('status');
window.heard = [];
new MutationObserver(() => heard.push(status.textContent)).observe(status, { childList: true });
"""


class TestPassword:
    def test_requirements_and_strength_show_while_typing(self, page, backend):
        page.open(mailed(backend)).shows("form")
        shown = "return ['.rules', '.strength'].map(each => !document.querySelector(each).hidden)"
        seen = "return [[...document.querySelectorAll('.met')].map(line => line.dataset.rule), document.querySelector('.strength b').textContent]"
        assert page.run(shown) == [False, False]
        for text, rules, strength in [
            ("sun", ["lower"], "Weak"),
            ("sunF", ["upper", "lower"], "Weak"),
            ("sunF1", ["upper", "lower", "digit"], "Weak"),
            ("sunF1234", ["at-least", "upper", "lower", "digit"], "Fair"),
            ("Sunflower-7 in the corner shop", ["at-least", "upper", "lower", "digit"], "Strong"),
        ]:
            page.type("new-password", text)
            assert (page.run(shown), page.run(seen)) == ([True, True], [rules, strength])
        page.type("confirm-password", text)
        assert page.run(seen)[0] == ["at-least", "upper", "lower", "digit", "same"]

    def test_a_met_requirement_is_announced_once(self, page, backend):
        page.open(mailed(backend)).shows("form").run(LISTEN)
        page.type("new-password", "abcdefgH")
        page.until(lambda: any("Contains uppercase letter" in each for each in page.run("return heard")), "the requirement")
        assert sum("At least 8 characters" in each for each in page.run("return heard")) == 1

    def test_a_weak_or_mistyped_password_keeps_the_button_disabled_and_sends_nothing(self, page, backend):
        page.open(mailed(backend)).shows("form").watches()
        assert not page.is_ready("Reset Password")
        unmet = "return [...document.querySelectorAll('li:not(.met)')].map(line => line.dataset.rule)"
        for password, copy, missing in [
            ("Pass1", "Pass1", "at-least"), ("password123", "password123", "upper"), ("PASSWORD123", "PASSWORD123", "lower"),
            ("PasswordOnly", "PasswordOnly", "digit"), (NEW, NEW + "x", "same"),
        ]:  # fmt: skip
            page.type("new-password", password).type("confirm-password", copy).keys(Keys.ENTER, Keys.TAB)
            assert page.run(unmet) == [missing]
            assert page.errors == (["Passwords don't match"] if missing == "same" else page.errors)
            assert not page.is_ready("Reset Password")
        assert page.requested == []
        choose_password(page)
        assert page.is_ready("Reset Password")

    def test_a_shown_password_is_hidden_again_by_its_button_and_when_it_is_sent(self, page, backend):
        password_typed(page, backend)
        kind = "return document.activeElement.parentElement.querySelector('input').type"
        page.tab_to(".reveal")
        for pressed, expected in (("true", "text"), ("false", "password"), ("true", "text")):
            page.keys(Keys.SPACE)
            assert (page.run("return document.activeElement.ariaPressed"), page.run(kind)) == (pressed, expected)
        backend.trouble = backends.paused
        page.press("Reset Password").is_busy()
        # A password manager saves what was in a field for passwords.
        assert page.run("return [...document.querySelectorAll('[autocomplete=new-password]')].map(input => input.type)") == ["password"] * 2


class TestOutcomes:
    def test_a_failed_check_leaves_ways_on_and_the_focus_on_trying_again(self, page, backend):
        link = mailed(backend)
        backend.trouble = backends.status(503, {})
        page.open(link).says("Something went wrong on our end.")
        assert "Verifying" not in page.text
        for label in ("Try again", "Get a New Link", "Back to Login"):
            assert page.button(label).is_displayed()
        page.press("Try again").says("Something went wrong on our end.")
        page.until(lambda: page.run("return document.activeElement.textContent") == "Try again", "the focus")
        backend.trouble = None
        page.press("Try again").shows("form")

    @pytest.mark.engines_differ
    def test_a_check_of_ten_seconds_leaves_ways_on_until_it_ends(self, page, backend):
        link = mailed(backend)
        backend.trouble = backends.status(503, {})
        page.open(link).says("Something went wrong on our end.").stops_clock()
        backend.trouble = backends.held
        page.press("Try again").is_busy()
        ways = "return [...document.querySelectorAll('section:not([hidden]) .action')].filter(each => each.getClientRects().length).map(each => each.innerText)"
        assert (page.run(ways), page.note) == ([], "")
        page.passes(10).until(lambda: page.note == "This is taking longer than usual.", "the words")
        assert page.run(ways) == ["Get a New Link", "Back to Login"]
        page.passes(20).says("This is taking too long.")
        assert page.note == ""

    def test_the_wait_of_a_refused_email_counts_down_to_its_end(self, page, backend):
        email_typed(page, backend)
        backend.trouble = backends.status(429, {}, [("Retry-After", "3")])
        page.stops_clock().press(FORM.press).says("Too many attempts. Try again in 3 seconds.")
        page.passes(1).says("Try again in 2 seconds.")
        page.passes(1).says("Try again in 1 second.")
        page.passes(1).until(lambda: not page.alert, "an end of the wait")


class TestDrawing:
    """As ForgotPasswordView and ResetPasswordView draw it."""

    PLACES = """
    const box = (selector) => document.querySelector('section:not([hidden]) ' + selector)?.getBoundingClientRect();
    const style = (selector) => getComputedStyle(document.querySelector('section:not([hidden]) ' + selector));
    const form = box('form') ?? box('.actions');
    return { card: getComputedStyle(document.querySelector('section:not([hidden])')).backgroundColor, form: style(box('form') ? 'form' : '.main').backgroundColor,
      isAbove: ['.seal', 'h1', '.words'].every(each => box(each).bottom <= form.top), icon: Math.round(box('.seal svg').width),
      ink: style('h1').color === style('.words').color };
    """

    def test_every_header_is_above_the_white_card_or_button_on_the_gold(self, page, backend):
        for address, state in [("/forgot-password", "form"), (mailed(backend), "form"), ("/reset-password?token=unknown", "invalid")]:
            page.open(address).shows(state)
            assert page.run(self.PLACES) == {"card": "rgba(0, 0, 0, 0)", "form": "rgb(255, 255, 255)", "isAbove": True, "icon": 60, "ink": True}

    def test_the_header_is_dark_on_gold_and_the_button_a_gradient_of_the_golds(self, page, backend, tmp_path):
        email_typed(page, backend)
        page.browser.settle()
        page.browser.screenshot(tmp_path / "page.png")
        picture = Image.open(tmp_path / "page.png").convert("RGB")
        left, top = page.run("const { left, top } = document.querySelector('#form h1').getBoundingClientRect(); return [left, top]")
        assert picture.getpixel((round(left), round(top)))[2] < 60
        left, right, top = page.run("const { left, right, top } = arguments[0].getBoundingClientRect(); return [left, right, top]", page.button(FORM.press))
        ends = [picture.getpixel((round(x), round(top) + 20)) for x in (left + 3, right - 3)]
        assert all(abs(a - b) < 4 for a, b in zip(ends[0] + ends[1], (212, 175, 55, 197, 160, 40), strict=True)), ends


class TestHistory:
    def test_back_forward_and_reload_keep_state_address_and_wait(self, page, backend):
        FORM.send(page)
        page.browser.driver.refresh()
        page.shows("sent")
        page.browser.driver.back()
        page.shows("form")
        page.browser.driver.forward()
        page.shows("sent")
        page.browser.driver.back()
        page.shows("form")
        for _ in range(2):
            assert page.value("email") == PERSON
            page.until(lambda: page.reason(FORM.press).startswith("To send another email, please wait: "), "the wait")
            assert not page.is_ready(FORM.press)
            page.browser.driver.refresh()
            page.shows("form")
        # Another address is another email.
        assert page.type("email", UNKNOWN).button(FORM.press).is_enabled()
        page.type("email", PERSON).passes(60).allows(FORM.press)
        assert page.button(FORM.press).text.strip() == FORM.press

    def test_back_from_the_end_skips_the_form_with_the_used_link(self, page, backend):
        request_form(page)
        password_typed(page, backend)
        page.press("Reset Password").shows("done")
        assert page.run("return document.querySelector('#done .action').href") == "artitec://login"
        page.browser.driver.refresh()
        page.shows("done")
        page.browser.driver.back()
        page.until(lambda: page.run("return location.pathname") == "/forgot-password", "the page before")

    def test_a_new_link_is_requested_with_the_address_of_the_old_one(self, page, backend):
        password_typed(page, backend)
        backend.advance("61m")
        page.press("Reset Password").shows("expired").press("Get a New Link").shows("form")
        assert page.value("email") == PERSON
        assert page.run("return location.href") == page.origin + "/forgot-password"


class TestApp:
    @pytest.mark.only("chromium")
    def test_an_app_that_does_not_open_is_explained_with_the_other_ways(self, page, backend):
        page.open(mailed(backend)).shows("form")
        # No app has this scheme here, which engines handle differently.
        page.run("document.querySelector('.open').addEventListener('click', event => event.preventDefault())")
        page.press("Continue in Artitec")
        hint = page.browser.driver.find_element("id", "unopened")
        page.until(hint.is_displayed, "the words for an app that didn't open")
        words = "Artitec didn't open. It may not be installed on this phone.\nYou can continue here instead.\nGet the app from the App Store"
        assert hint.text == words
        assert page.said.split() == words.split()

    @pytest.mark.engines_differ
    @pytest.mark.sampled(2)
    def test_a_button_into_the_app_explains_the_app_where_it_is_missing(self, page, backend):
        FORM.send(page).press("OK").until(lambda: "Artitec" in page.said, "words after 'OK'")
        password_typed(page, backend)
        page.press("Reset Password").shows("done")
        page.press("Login Now").until(lambda: "Artitec" in page.said, "words after 'Login Now'")


@pytest.mark.engines_differ
class TestSafety:
    def test_a_token_with_delimiters_is_one_value_of_the_link_into_the_app(self, page, backend):
        backend.trouble = backends.status(200, {"valid": True, "user_email": PERSON})
        page.open("/reset-password?token=a%26b%3Dc%23d%22%3E%3Cimg%20src%3Dx%3E").shows("form")
        href = page.run("return document.querySelector('.open').getAttribute('href')")
        assert href == "artitec://reset-password?token=a%26b%3Dc%23d%22%3E%3Cimg%20src%3Dx%3E"

    def test_a_token_of_a_hundred_kilobytes_is_refused_by_the_server(self, page):
        assert ask(page.port, "/reset-password?token=" + "a" * 100_000).status in (413, 414, 431)

    def test_the_log_of_the_server_never_has_a_token(self, release, chromium):
        with programs.serve(release, "--as", "artitec.com") as running:
            chromium.open(f"http://127.0.0.1:{running.port}/reset-password?token=tok_4711_unseen")
            status, stderr = running.stop()
        assert status == 0
        assert "4711" not in stderr + "".join(running.said)

    def test_without_a_script_nothing_typed_reaches_an_address(self, running_app, backend, chromium):
        chromium.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            chromium.open(f"{running_app[1]}/forgot-password")
            chromium.driver.find_element("name", "email").send_keys("ada@example.com\n")
            assert not chromium.driver.find_element("name", "run").is_enabled()
            assert chromium.driver.current_url == f"{running_app[1]}/forgot-password"
        finally:
            chromium.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
        chromium.console()
        assert backend.asked == []
