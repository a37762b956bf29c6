"""Artitec's password reset from the first tap to the new password, in Chromium and in WebKit, as its specification has it."""

import re

import backends
import pytest
from PIL import Image
from selenium.webdriver.common.keys import Keys

PASSWORD = "Sunflower-7"


def reset(page, token, password=PASSWORD, copy=None):
    """From the link to the pressed button."""
    page.open(f"/reset-password?token={token}").shows("form")
    page.type("new-password", password).type("confirm-password", password if copy is None else copy)
    return page.press("Reset Password")


class TestStory:
    def test_from_the_request_to_the_new_password(self, page, backend):
        page.open("/forgot-password").shows("form")
        page.type("email", "ada@example.com").press("Send Reset Link").shows("sent")
        assert "If an account exists with that email" in page.run("return document.body.innerText")
        (mail,) = backend.inbox
        assert mail["to"] == "ada@example.com"
        page.open(f"/reset-password?token={mail['token']}").shows("form")
        assert "For: ada@example.com" in page.run("return document.body.innerText")
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD).press("Reset Password").shows("done")
        assert backend.passwords == {"ada@example.com": PASSWORD}
        assert page.run("return document.querySelector('#done .action').href") == "artitec://login"
        assert page.run("return [...document.querySelectorAll('[type=password]')].every(input => !input.value)")

    def test_known_and_unknown_addresses_are_answered_alike(self, page, backend):
        seen = []
        for email in ("ada@example.com", "nobody@example.com"):
            page.browser.open("about:blank")
            page.open("/forgot-password").shows("form").type("email", email).press("Send Reset Link").shows("sent")
            text = page.run("return document.querySelector('main').innerText")
            assert f"You entered {email}." in text
            seen.append(re.sub(r"\s*\d\d:\d\d", "", text.replace(email, "…")))
        assert seen[0] == seen[1]
        assert len(backend.inbox) == 1

    def test_the_focus_goes_to_the_heading_after_a_move_and_stays_on_a_first_view(self, page, backend):
        page.open("/forgot-password").shows("form")
        page.focuses("body")
        page.type("email", "ada@example.com").keys(Keys.ENTER).shows("sent")
        page.focuses("#sent h1")

    def test_what_is_known_of_the_account_is_told_to_the_password_manager(self, page, backend):
        page.open(f"/reset-password?token={backend.mail()}").shows("form")
        assert page.run("return document.querySelector('[autocomplete=username]').value") == "ada@example.com"


class TestFields:
    @pytest.mark.parametrize("email", ["ada", "ada@example", "ada@@example.com", "a b@example.com"])
    def test_an_address_that_is_none_is_refused_before_anybody_is_asked(self, page, backend, email):
        page.open("/forgot-password").shows("form")
        assert not page.button("Send Reset Link").is_enabled()
        page.watches().type("email", email).keys(Keys.ENTER, Keys.TAB)
        page.until(lambda: page.errors == ["Please enter a valid email address"], "an error")
        assert page.field("email").get_attribute("aria-invalid") == "true"
        assert not page.button("Send Reset Link").is_enabled()
        assert page.requested == []

    def test_an_error_comes_on_leaving_the_field_and_goes_while_typing(self, page):
        page.open("/forgot-password").shows("form").type("email", "ada@example")
        assert page.errors == []
        page.keys(Keys.TAB)
        assert page.errors == ["Please enter a valid email address"]
        page.field("email").send_keys(".com")
        assert page.errors == []
        assert page.run("return document.querySelector('.field').className") == "field right"

    def test_requirements_show_while_typing_and_each_is_told_when_it_is_met(self, page, backend):
        page.open(f"/reset-password?token={backend.mail()}").shows("form")
        shown = "return !document.getElementById('form.new-password.rules').hidden"
        met = "return [...document.querySelectorAll('.met')].map(line => line.dataset.rule)"
        assert not page.run(shown)
        for text, rules in [
            ("sun", ["lower"]),
            ("sunF", ["upper", "lower"]),
            ("sunF1", ["upper", "lower", "digit"]),
            ("sunF1234", ["at-least", "upper", "lower", "digit"]),
        ]:
            page.type("new-password", text)
            assert page.run(shown)
            assert page.run(met) == rules
        page.type("confirm-password", "sunF1234")
        assert page.run(met) == ["at-least", "upper", "lower", "digit", "same"]

    @pytest.mark.parametrize(
        ["password", "unmet"],
        [
            ("Pass1", ["at-least"]), ("password123", ["upper"]), ("PASSWORD123", ["lower"]), ("PasswordOnly", ["digit"]),
        ],
    )  # fmt: skip
    def test_a_weak_password_keeps_the_button_disabled_and_says_what_is_missing(self, page, backend, password, unmet):
        page.open(f"/reset-password?token={backend.mail()}").shows("form")
        assert not page.button("Reset Password").is_enabled()
        page.watches().type("new-password", password).type("confirm-password", password).keys(Keys.ENTER)
        shown = "return [...document.querySelectorAll('li:not(.met)')].map(line => line.dataset.rule)"
        assert page.run(shown) == unmet
        assert not page.button("Reset Password").is_enabled()
        assert page.requested == []
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD)
        assert page.button("Reset Password").is_enabled()

    def test_a_strength_meter_rates_the_password(self, page, backend):
        page.open(f"/reset-password?token={backend.mail()}").shows("form")
        rated = "return document.querySelector('.strength b').textContent"
        seen = []
        for password in ("sun", "Sunflower-7", "Sunflower-7 in the corner shop"):
            page.type("new-password", password)
            assert page.run("return !document.querySelector('.strength').hidden")
            seen.append(page.run(rated))
        assert seen[0] == "Weak" and seen[-1] == "Strong" and len(set(seen)) > 1, seen

    def test_two_passwords_that_differ_are_refused(self, page, backend):
        page.open(f"/reset-password?token={backend.mail()}").shows("form")
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD + "x").keys(Keys.TAB)
        assert page.errors == ["Passwords don't match"]
        assert backend.calls("/reset-password") == []

    def test_a_password_can_be_looked_at(self, page, backend):
        page.open(f"/reset-password?token={backend.mail()}").shows("form").type("new-password", PASSWORD)
        button = page.browser.driver.find_element("css selector", ".reveal")
        for pressed, kind in (("false", "password"), ("true", "text"), ("false", "password")):
            assert button.get_attribute("aria-pressed") == pressed
            assert page.field("new-password").get_attribute("type") == kind
            button.click()


class TestOutcomes:
    @pytest.mark.parametrize(
        ["standing", "state", "words"],
        [
            ("unknown", "invalid", "This reset link is invalid or has expired."),
            ("used", "invalid", "This reset link is invalid or has expired."),
            ("expired", "expired", "This reset link has expired. Please request a new one."),
        ],
    )
    def test_a_link_that_is_no_good(self, page, backend, standing, state, words):
        token = backend.mail()
        backend.links[token]["standing"] = standing
        page.open(f"/reset-password?token={token}").shows(state)
        assert words in page.run("return document.body.innerText")
        page.press("Send a New Link").shows("form")
        assert page.run("return location.pathname") == "/forgot-password"

    @pytest.mark.parametrize(["standing", "state"], [("used", "invalid"), ("expired", "expired")])
    def test_a_link_that_goes_bad_while_somebody_types(self, page, backend, standing, state):
        token = backend.mail()
        page.open(f"/reset-password?token={token}").shows("form")
        backend.links[token]["standing"] = standing
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD).press("Reset Password").shows(state)

    def test_without_its_link_the_page_says_so_kindly(self, page, backend):
        for address, state in {"/reset-password": "forgotten", "/reset-password?token=": "incomplete", "/reset-password?other=1": "incomplete"}.items():
            page.open(address).shows(state)
        page.open(f"/reset-password?token={backend.mail()}").shows("form")
        page.browser.driver.refresh()
        page.shows("forgotten")
        assert "To protect your account, this page doesn't keep your link. Tap it again in the email." in page.run(
            "return document.body.innerText"
        )

    def test_a_password_that_only_the_backend_finds_weak(self, page, backend):
        reset(page, backend.mail(), "Common-Password-1").says("Choose a password that's harder to guess")
        assert page.state == "form"
        assert page.field("new-password").get_attribute("value") == "Common-Password-1"
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD).press("Reset Password").shows("done")

    @pytest.mark.parametrize(
        ["trouble", "words"],
        [
            (backends.status(500, {"detail": "boom"}), "Something went wrong on our end."),
            (backends.status(429, {}, [("Retry-After", "90")]), "Too many attempts. Try again in 90 seconds."),
            (backends.status(429, {}, [("Retry-After", "300")]), "Too many attempts. Try again in 5 minutes."),
            (backends.html, "Something went wrong on our end."),
            (backends.rubbish, "Something went wrong on our end."),
            (backends.nothing, "We can't reach our server."),
            (backends.no_cors, "We can't reach our server."),
            (backends.slowly(6), "This is taking too long."),
            (backends.status(307, b"", [("Location", "https://elsewhere.example/")]), "Something went wrong on our end."),
        ],
        ids=["500", "429", "429 long", "html", "rubbish", "nothing", "no cors", "slowly", "redirect"],
    )
    def test_a_backend_in_trouble_keeps_everybody_where_they_are_with_words_to_act_on(self, page, backend, trouble, words, request):
        token = backend.mail()
        backend.trouble = trouble
        page.open(f"/reset-password?token={token}").says(words, 10)
        assert page.state == "verifying"
        assert "Verifying" not in page.run("return document.querySelector('main').innerText")
        backend.trouble = None
        # What the backend refuses for now waits.
        waits = "429" in request.node.callspec.id
        assert page.button("Try again").is_enabled() != waits
        if waits:
            page.run("sessionStorage.clear()")
            page.browser.open("about:blank")
            page.open(f"/reset-password?token={token}").shows("form")
        else:
            page.press("Try again").shows("form")
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD)
        # What is not JSON says as little in a 200, but a password was taken all the same.
        if request.node.callspec.id.split("-")[-1] in ("html", "rubbish", "no cors"):
            return
        backend.trouble = trouble
        page.press("Reset Password").says(words, 10)
        assert page.state == "form"
        assert page.field("new-password").get_attribute("value") == PASSWORD
        backend.trouble = None
        assert page.button("Reset Password").is_enabled() != waits
        if not waits:
            page.press("Reset Password").shows("done")

    def test_a_wait_counts_down_and_is_over(self, page, backend):
        backend.trouble = backends.status(429, {}, [("Retry-After", "3")])
        page.open("/forgot-password").shows("form").type("email", "ada@example.com").press("Send Reset Link")
        page.says("Try again in 3 seconds.").says("Try again in 2 seconds.").says("Try again in 1 second.")
        page.until(lambda: not page.alert, "an end of the wait")

    @pytest.mark.only("chromium")
    def test_without_a_connection_the_page_says_so(self, page, backend, chromium):
        page.open("/forgot-password").shows("form").type("email", "ada@example.com")
        network = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        chromium.driver.execute_cdp_cmd("Network.enable", {})
        chromium.driver.execute_cdp_cmd("Network.emulateNetworkConditions", network)
        try:
            page.press("Send Reset Link").says("No internet connection.")
        finally:
            chromium.driver.execute_cdp_cmd("Network.emulateNetworkConditions", dict(network, offline=False))
        page.press("Send Reset Link").shows("sent")


class TestTheButton:
    def test_it_says_what_it_is_doing_and_is_sent_once(self, page, backend):
        backend.trouble = backends.slowly(1.5)
        page.open("/forgot-password").shows("form").type("email", "ada@example.com").press("Send Reset Link")
        button = page.browser.driver.find_element("css selector", "#form [name=run]")
        page.until(lambda: button.text.strip() == "Sending…", "the busy label")
        assert button.get_attribute("aria-busy") == "true"
        assert not button.is_enabled()
        assert page.run("return document.querySelector('[role=status]:last-child').textContent") == "Sending…"
        page.field("email").send_keys(Keys.ENTER)
        page.run("document.querySelector('form').requestSubmit()")
        page.shows("sent")
        assert len(backend.calls("/forgot-password")) == 1

    def test_leaving_ends_what_is_under_way(self, page, backend):
        backend.trouble = backends.slowly(2)
        page.open("/forgot-password").shows("form").type("email", "ada@example.com").press("Send Reset Link")
        page.until(lambda: backend.calls("/forgot-password"), "a request")
        page.open("/reset-password").shows("forgotten")


class TestHeard:
    """What is said without a move, for whoever does not look."""

    LISTEN = "window.heard = []; new MutationObserver(() => heard.push(status.textContent)).observe(status, { childList: true })"

    def listen(self, page):
        page.run("const status = document.getElementById('status');" + self.LISTEN)

    def test_enter_in_a_wrong_field_shows_and_says_what_is_wrong_with_it(self, page, backend):
        page.open("/forgot-password").shows("form").type("email", "person@")
        self.listen(page.watches())
        page.browser.driver.switch_to.active_element.send_keys(Keys.ENTER)
        assert page.run("return document.getElementById('form.email').getAttribute('aria-invalid')") == "true"
        page.until(lambda: page.run("return heard") == ["Please enter a valid email address"], "the error")
        assert page.requested == []

    def test_a_requirement_is_heard_when_it_is_met(self, page, backend):
        page.open(f"/reset-password?token={backend.mail()}").shows("form")
        self.listen(page)
        page.type("new-password", "abcdefgH")
        page.until(lambda: any("Contains uppercase letter" in each for each in page.run("return heard")), "the requirement")
        assert sum("At least 8 characters" in each for each in page.run("return heard")) == 1

    def test_a_check_that_fails_leaves_ways_on_and_the_focus_on_trying_again(self, page, backend):
        token = backend.mail()
        backend.trouble = backends.status(503, {})
        page.open(f"/reset-password?token={token}").says("Something went wrong on our end.")
        for label in ("Try again", "Send a New Link", "Back to Login"):
            assert page.button(label).is_displayed()
        page.press("Try again").says("Something went wrong on our end.")
        page.until(lambda: page.run("return document.activeElement.textContent") == "Try again", "the focus")
        backend.trouble = None
        page.press("Try again").shows("form")


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

    def test_the_header_stands_on_the_gold_above_the_card(self, page, backend):
        page.open("/forgot-password").shows("form")
        drawn = {"card": "rgba(0, 0, 0, 0)", "form": "rgb(255, 255, 255)", "isAbove": True, "icon": 60, "ink": True}
        assert page.run(self.PLACES) == drawn
        page.open(f"/reset-password?token={backend.mail()}").shows("form")
        assert page.run(self.PLACES) == drawn

    def test_the_header_is_on_gold_and_the_button_runs_from_one_gold_to_the_other(self, page, tmp_path):
        page.open("/forgot-password").shows("form").type("email", "ada@example.com")
        page.browser.settle()
        page.browser.screenshot(tmp_path / "page.png")
        picture = Image.open(tmp_path / "page.png").convert("RGB")
        left, top = page.run("const { left, top } = document.querySelector('#form h1').getBoundingClientRect(); return [left, top]")
        assert picture.getpixel((round(left), round(top)))[2] < 60
        left, right, top = page.run("const { left, right, top } = arguments[0].getBoundingClientRect(); return [left, right, top]", page.button("Send Reset Link"))
        ends = [picture.getpixel((round(x), round(top) + 20)) for x in (left + 3, right - 3)]
        assert all(abs(a - b) < 4 for a, b in zip(ends[0] + ends[1], (212, 175, 55, 197, 160, 40), strict=True)), ends

    def test_an_invalid_link_is_told_on_the_gold_with_a_white_button(self, page, backend):
        page.open("/reset-password?token=unknown").shows("invalid")
        assert page.run(self.PLACES) == {"card": "rgba(0, 0, 0, 0)", "form": "rgb(255, 255, 255)", "isAbove": True, "icon": 60, "ink": True}


class TestHistory:
    def test_a_reload_keeps_the_state_and_the_mails_wait(self, page, backend):
        page.open("/forgot-password").shows("form").type("email", "ada@example.com").press("Send Reset Link").shows("sent")
        page.browser.driver.refresh()
        page.shows("sent")
        page.browser.driver.back()
        page.shows("form")
        assert page.field("email").get_attribute("value") == "ada@example.com"
        button = page.browser.driver.find_element("css selector", "#form [name=run]")
        assert not button.is_enabled()
        assert page.reason("Send Reset Link").startswith("You can send another email in ")
        page.browser.driver.refresh()
        page.shows("form")
        button = page.browser.driver.find_element("css selector", "#form [name=run]")
        page.until(lambda: not button.is_enabled(), "the wait")
        # Another address is another mail.
        page.type("email", "bea@example.com")
        assert button.is_enabled()
        page.type("email", "ada@example.com")
        page.until(button.is_enabled, "an end of the wait", 10)
        assert button.text.strip() == "Send Reset Link"

    def test_back_and_forward_lead_through_the_states(self, page, backend):
        page.open("/forgot-password").shows("form").type("email", "ada@example.com").press("Send Reset Link").shows("sent")
        page.browser.driver.back()
        page.shows("form")
        page.browser.driver.forward()
        page.shows("sent")

    def test_back_from_the_end_leads_to_no_spent_form(self, page, backend):
        page.open("/forgot-password").shows("form")
        reset(page, backend.mail()).shows("done")
        page.browser.driver.refresh()
        page.shows("done")
        page.browser.driver.back()
        page.until(lambda: page.run("return location.pathname") == "/forgot-password", "the page before")

    def test_a_reload_in_the_form_asks_for_the_link_again(self, page, backend):
        page.open(f"/reset-password?token={backend.mail()}").shows("form")
        page.browser.driver.refresh()
        page.shows("forgotten")

    def test_an_email_goes_along_to_the_next_page_and_out_of_its_address(self, page, backend):
        token = backend.mail()
        page.open(f"/reset-password?token={token}").shows("form")
        backend.links[token]["standing"] = "expired"
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD).press("Reset Password").shows("expired")
        page.press("Send a New Link").shows("form")
        assert page.field("email").get_attribute("value") == "ada@example.com"
        assert page.run("return location.href") == page.origin + "/forgot-password"


class TestTheApp:
    def test_the_link_into_the_app_carries_the_token_while_it_is_good(self, page, backend):
        token = backend.mail()
        page.open(f"/reset-password?token={token}").shows("form")
        link = page.browser.driver.find_element("css selector", ".open")
        # WebKit is tried with a mouse, and where there is one the app is elsewhere.
        assert link.is_displayed() == (page.browser.name == "chromium")
        assert link.get_attribute("textContent") == "Continue in Artitec"
        assert link.get_attribute("href") == f"artitec://reset-password?token={token}"
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD).press("Reset Password").shows("done")
        assert not link.is_displayed()
        assert page.run("return document.querySelector('.open').href") == ""

    @pytest.mark.only("chromium")
    def test_an_app_that_does_not_open_is_explained(self, page, backend):
        page.open(f"/reset-password?token={backend.mail()}").shows("form")
        # The address itself is nobody's here, and engines differ in what they make of that.
        page.run("document.querySelector('.open').addEventListener('click', event => event.preventDefault())")
        page.press("Continue in Artitec")
        hint = page.browser.driver.find_element("id", "unopened")
        assert not hint.is_displayed()
        page.until(hint.is_displayed, "the words for an app that didn't open", 4)
        words = "Artitec didn't open. You need the iPhone app.\nYou can continue here instead.\nGet the app from the App Store"
        assert hint.text == words
        assert page.said.split() == words.split()


    @pytest.mark.engines_differ
    def test_a_button_into_the_app_says_what_to_do_where_the_app_is_not(self, page, backend):
        page.open("/forgot-password").shows("form").type("email", "ada@example.com").press("Send Reset Link").shows("sent")
        page.press("OK").until(lambda: "Artitec" in page.said, "words after 'OK'")
        reset(page, backend.mail()).shows("done")
        page.press("Login Now").until(lambda: "Artitec" in page.said, "words after 'Login Now'")


class TestByKeyboard:
    def test_all_of_it_without_a_pointer(self, page, backend):
        page.open("/forgot-password").shows("form").tab_to("#form input[name=email]")
        page.keys("ada@example.com", Keys.ENTER).shows("sent")
        (mail,) = backend.inbox
        page.open(f"/reset-password?token={mail['token']}").shows("form")
        page.tab_to("#form input[name=new-password]").keys(PASSWORD)
        page.tab_to(".reveal").keys(Keys.SPACE)
        page.tab_to("#form input[name=confirm-password]").keys(PASSWORD)
        page.tab_to("#form [name=run]").keys(Keys.SPACE).shows("done")
        page.tab_to("#done a.action")
        assert backend.passwords == {"ada@example.com": PASSWORD}
