"""What forms say, and when: a site of its own with every kind of field, in both engines."""

import shutil

import backends
import programs
import pytest
from browsers import Look
from pages import Page
from selenium.webdriver.common.keys import Keys

PASSWORD = "Sunflower-7"

APP = """
name: Trial
hosts: [trial.example]
local: true
login: {{ app: trial://login }}
theme: {{ accent: "#1D4ED8", success: "#0A7D4F" }}
ios: {{ app-id: ABCDE12345.example.trial, scheme: trial }}
backend: {{ base: {base}, timeout: 30s, resend-after: 60s }}
links:
  reset: {{ web: "/trial?token={{token}}", app: "trial://reset?token={{token}}", page: trial }}
  other: {{ web: "/trial?mode=other&code={{code}}", page: trial }}
"""

PAGE = """---
title: Trial
link: [reset, other]
start: { reset: reset, other: other, none: choice }
states:
  choice:
    forgets: fields
  ask:
    back: choice
    submit: when-valid
    fields:
      - { name: email, rule: email, label: Email, error: Please enter a valid email address, focus: true }
    send-link: { ok: sent }
  enter:
    back: choice
    fields:
      - { name: email, rule: email, label: Email, error: Please enter a valid email address }
      - { name: password, rule: current-password, label: Password, error: Please enter your password }
      - { name: one-time, rule: code, label: Code from the email, error: Please enter the code }
      - { name: consent, rule: consent, label: I agree to the terms, error: Please agree to the terms }
    send-link: { ok: sent }
  sent:
    back: choice
  reset:
    fields:
      - name: new-password
        rule: password
        label: New password
        focus: true
        strength: { label: Strength, words: [Weak, Fair, Good, Strong] }
        requirements: { title: It needs, rules: [{ rule: at-least 8, words: 8 characters }, { rule: digit, words: a number }] }
      - { name: confirm, rule: same-as new-password, label: Once more, error: The two are not the same }
    reset-password: { ok: done, link-*: done }
---
# choice
## Choice
[Ask](#ask)
[Enter](#enter)

# ask
## Ask
[Send](run:send-link "Sending…")
[Back](#choice)

# enter
## Enter
[Go](run:send-link "Going…")
[Back](#choice)

# sent
## Sent
> We sent it to {{email}}.

[Back](#choice)

# reset
## Reset
[Save](run:reset-password "Saving…")

# other
## Other
[Go on](https://trial.example/elsewhere?mode=other&code={{code}})

# done
## Done
[Open the App](app:login)

# messages
- **invalid-email** Please enter a valid email address
- **link-invalid** This link does not work.
- **link-expired** This link does not work.
- **link-incomplete** This link is not whole.
- **weak-password** Choose a better one.
- **network** You are offline.
- **rate-limited** Wait for {{wait}}.
"""


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trial")
    site = folder / "Site" / "trial"
    site.mkdir(parents=True)
    with backends.artitec() as backend:
        (site / "app.yml").write_text(APP.format(base=backend.address))
        shutil.copy(programs.SITE / "artitec" / "backend.yml", site)
        (site / "trial.md").write_text(PAGE)
        programs.build(folder / "Site", folder / "out", "--no-compress", warns=True)
        with programs.serve(folder / "out", "--as", "trial.example") as running:
            yield backend, f"http://127.0.0.1:{running.port}"


@pytest.fixture
def page(trial, browser):
    trial[0].trouble = None
    browser.look(Look(390, 1000))
    return Page(browser, trial[1], begins_anew=True)


def has_focus(page, what):
    """By its name or its words."""
    focus = "return document.activeElement.name || document.activeElement.textContent.trim()"
    page.until(lambda: page.run(focus) == what, f"a focus on '{what}'")


def heard(page):
    """Everything that was said to those who listen, once for each time."""
    return page.run("return window.heard")


LISTEN = """
window.heard = [];
new MutationObserver(changes => {
  for (const place of new Set(changes.map(change => change.target.nodeType === 3 ? change.target.parentElement : change.target))) {
    const region = place.closest?.('[role=status], [role=alert]');
    if (region && !region.closest('[hidden]') && region.innerText.trim()) window.heard.push(region.innerText.trim());
  }
}).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['hidden'] });
"""


class TestSummary:
    def test_the_summary_names_wrong_fields_and_focuses_the_chosen_one(self, page):
        page.open("/trial").press("Enter").shows("enter")
        page.type("email", "ada").press("Go").says("Check these fields:")
        named = page.run("return [...document.querySelectorAll('section:not([hidden]) .message button:not(.dismiss)')].map(b => b.textContent)")
        assert named == ["Email", "Password", "Code from the email", "I agree to the terms"]
        assert page.errors == [
            "Please enter a valid email address", "Please enter your password", "Please enter the code", "Please agree to the terms",
        ]  # fmt: skip
        has_focus(page, "email")
        page.run("document.querySelectorAll('section:not([hidden]) .message button')[2].click()")
        has_focus(page, "one-time")

    def test_the_summary_is_announced_once(self, page):
        page.open("/trial").press("Enter").shows("enter").run(LISTEN)
        page.press("Go").says("Check these")
        page.until(lambda: heard(page), "an announcement")
        assert len(set(heard(page))) == 1, heard(page)

    def test_the_summary_drops_each_field_when_it_is_right(self, page):
        page.open("/trial").press("Enter").shows("enter").press("Go").says("Check these")
        named = "return [...document.querySelectorAll('section:not([hidden]) .message button:not(.dismiss)')].map(b => b.textContent)"
        page.type("email", "ada@example.com")
        assert page.run(named) == ["Password", "Code from the email", "I agree to the terms"]
        page.type("password", "x").type("one-time", "123456")
        assert page.run(named) == ["I agree to the terms"]
        page.field("consent").click()
        assert page.alert == ""

    def test_the_summary_goes_when_the_form_is_sent(self, page):
        page.open("/trial").press("Enter").shows("enter").press("Go").says("Check these")
        page.type("email", "ada@example.com").type("password", "x").type("one-time", "12 34 56")
        page.field("consent").click()
        page.press("Go").shows("sent")
        assert "We sent it to ada@example.com." in page.text


class TestFirstView:
    def test_a_first_view_focuses_the_field_of_the_spec(self, page):
        page.open("/trial?token=abc").shows("reset")
        has_focus(page, "new-password")

    def test_a_first_view_without_such_a_field_focuses_nothing(self, page):
        page.open("/trial").shows("choice")
        page.focuses("body")

    def test_a_move_focuses_the_heading(self, page):
        page.open("/trial").press("Ask").shows("ask")
        has_focus(page, "Ask")

    def test_the_link_of_the_address_selects_the_first_state(self, page):
        page.open("/trial?mode=other&code=a%2Bb").shows("other")
        assert page.run("return location.pathname + location.search") == "/trial?mode=other"
        assert page.button("Go on").get_attribute("href") == "https://trial.example/elsewhere?mode=other&code=a%2Bb"
        page.open("/trial").shows("choice")


class TestButton:
    def test_a_button_with_when_valid_is_disabled_until_the_fields_are_right(self, page):
        page.open("/trial").press("Ask").shows("ask")
        assert not page.is_ready("Send")
        page.type("email", "ada@example")
        assert not page.is_ready("Send")
        page.keys(".com")
        assert page.is_ready("Send")
        page.press("Send").shows("sent")


    @pytest.mark.only("chromium")
    def test_a_pressed_button_gets_its_click_though_a_field_above_has_become_wrong(self, page):
        """The error of the field that the mouse leaves would move the button away from under it."""
        page.open("/trial").press("Enter").shows("enter").type("email", "ada")
        with page.browser.pressing(page.button("Go")):
            page.focuses("button")
            assert page.errors == []
        page.says("Check these fields:")
        assert page.errors[:1] == ["Please enter a valid email address"]


class TestRightAndWrong:
    def test_right_and_wrong_fields_differ_in_border_and_mark(self, page):
        page.open("/trial").press("Enter").shows("enter").type("email", "ada@example.com")
        border = "return getComputedStyle(document.querySelector('section:not([hidden]) .box')).borderTopColor"
        mark = "return getComputedStyle(document.querySelector('section:not([hidden]) .box'), '::after').content"
        good = page.run(border)
        assert page.run(mark) == '""'
        page.keys(Keys.BACKSPACE * 12, Keys.TAB)
        page.until(lambda: page.errors, "an error")
        assert page.run(mark) == '"×"'
        assert page.run(border) != good
        assert page.run("return document.querySelector('section:not([hidden]) .error:not([hidden]) svg') !== null")

    def test_requirements_say_in_words_whether_they_are_met(self, page):
        page.open("/trial?token=abc").shows("reset").type("new-password", "longenough")
        lines = "return [...document.querySelectorAll('[data-rule]')].map(line => line.textContent.trim())"
        assert page.run(lines) == ["met: 8 characters", "not met: a number"]
        page.keys("1")
        assert page.run(lines) == ["met: 8 characters", "met: a number"]


class TestCopy:
    def test_an_empty_copy_has_another_error_than_a_different_one(self, page):
        page.open("/trial?token=abc").shows("reset").press("Save").says("Check these fields:")
        assert page.errors == ["Enter the password again"]
        page.type("new-password", PASSWORD).type("confirm", "other").press("Save")
        page.until(lambda: page.errors == ["The two are not the same"], "the error")


def test_show_buttons_of_two_passwords_have_the_names_of_their_fields(page):
    names = "return [...document.querySelectorAll('section:not([hidden]) .reveal')].map(each => each.ariaLabel)"
    page.open("/trial?token=abc").shows("reset")
    assert page.run(names) == ["Show password: New password", "Show password: Once more"]
    page.open("/trial").shows("choice").press("Enter").shows("enter")
    assert page.run(names) == ["Show password"]


class TestReveal:
    def test_a_shown_password_is_hidden_when_the_form_is_sent(self, trial, page):
        """Password managers save the values of password fields only."""
        trial[0].trouble = backends.nothing
        types = "return [...document.querySelectorAll('#reset .field input')].map(input => input.type)"
        page.open("/trial?token=abc").shows("reset").type("new-password", PASSWORD).type("confirm", PASSWORD)
        page.run("for (const button of document.querySelectorAll('#reset .reveal')) button.click()")
        assert page.run(types) == ["text", "text"]
        page.press("Save").says("We can't reach our server.")
        assert page.run(types) == ["password", "password"]


class TestStrength:
    @pytest.mark.parametrize(
        ["password", "word"], [("short1", "Weak"), ("aaaaaaa1", "Weak"), ("password12", "Fair"), (PASSWORD, "Good"), ("correct horse 7 battery staple", "Strong")]
    )
    def test_strength_has_one_word_for_each_password(self, page, password, word):
        page.open("/trial?token=abc").shows("reset").type("new-password", password)
        assert f"Strength: {word}" in " ".join(page.text.split())

    def test_strength_is_announced_only_when_it_changes(self, page):
        page.open("/trial?token=abc").shows("reset").run(LISTEN)
        page.type("new-password", PASSWORD)
        page.until(lambda: heard(page)[-1:] and heard(page)[-1].endswith("Strength: Good"), "Good")
        said = heard(page)
        assert len(said) == len([each for each, before in zip(said, [""] + said) if each != before]), said

    def test_strength_is_hidden_without_a_password(self, page):
        page.open("/trial?token=abc").shows("reset").type("new-password", "x")
        page.keys(Keys.BACKSPACE)
        assert "Strength" not in page.text


class TestCode:
    def test_a_code_field_has_numeric_keys_and_is_filled_in_from_a_message(self, page):
        page.open("/trial").press("Enter").shows("enter")
        field = page.field("one-time")
        assert field.get_attribute("inputmode") == "numeric"
        assert field.get_attribute("autocomplete") == "one-time-code"
        assert page.field("password").get_attribute("autocomplete") == "current-password"


class TestLeaving:
    def test_leaving_a_state_empties_its_fields(self, page):
        page.open("/trial").press("Enter").shows("enter")
        page.type("email", "ada@example.com").type("password", "secret").type("one-time", "123").press("Back").shows("choice")
        assert page.run("return [...document.querySelectorAll('.field input')].map(i => i.value).join('')") == ""

    def test_a_state_that_forgets_fields_clears_what_was_typed_before(self, page):
        page.open("/trial").press("Ask").shows("ask").type("email", "ada@example.com")
        page.browser.driver.back()
        page.shows("choice").press("Enter").shows("enter")
        assert page.value("email") == ""

    def test_a_page_that_the_browser_restores_is_loaded_anew(self, page):
        """Its state would be shown without the values that it had."""
        page.open("/trial").press("Ask").shows("ask").type("email", "ada@example.com").run("window.isRestored = true")
        page.run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        page.comes_to("return !window.isRestored", "another document").shows("ask")

    def test_back_leads_to_the_state_of_the_spec_without_a_history_entry(self, page):
        page.open("/trial").press("Ask").shows("ask").type("email", "ada@example.com").press("Send").shows("sent")
        length = page.run("return history.length")
        page.press("Back").shows("choice").press("Enter").shows("enter")
        assert page.run("return history.length") == length
        page.browser.driver.back()
        page.shows("choice")


class TestApp:
    def test_the_hint_at_the_app_is_shown_with_a_link_and_a_mouse_alone(self, page):
        page.open("/trial?token=abc").shows("reset")
        hint = page.run("return document.querySelector('.hint').getClientRects().length > 0")
        assert hint == page.run("return !matchMedia('(hover: none)').matches")
        page.open("/trial").shows("choice")
        assert not page.run("return document.querySelector('.hint').getClientRects().length > 0")


class TestOldBrowser:
    def test_without_user_activation_a_trusted_event_sends(self, trial, chromium):
        chromium.look(Look())
        chromium.open("about:blank")
        added = chromium.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": "delete Navigator.prototype.userActivation"}
        )
        try:
            page = Page(chromium, trial[1]).open("/trial").press("Ask").shows("ask")
            assert page.run("return !('userActivation' in navigator)")
            page.type("email", "ada@example.com").press("Send").shows("sent")
        finally:
            chromium.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": added["identifier"]})

    def test_events_of_a_script_send_nothing(self, page):
        page.open("/trial").press("Ask").shows("ask").type("email", "ada@example.com").watches()
        page.run(
            "const form = document.querySelector('#ask form'), submitter = form.querySelector('[name=run]');"
            "submitter.click(); form.dispatchEvent(new SubmitEvent('submit', { submitter, cancelable: true }))"
        )
        assert (page.requested, page.alert, page.state) == ([], "", "ask")


class TestOffline:
    def test_a_page_that_is_offline_says_so(self, page):
        """WebKit has no switch for it, so the page is told that there is no connection."""
        page.open("/trial").press("Ask").shows("ask").type("email", "ada@example.com")
        page.run("Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })")
        page.press("Send").says("You are offline.")

    def test_an_unreachable_server_has_other_words_than_offline(self, trial, page):
        trial[0].trouble = backends.nothing
        page.open("/trial").press("Ask").shows("ask").type("email", "ada@example.com")
        page.press("Send").says("We can't reach our server.")


@pytest.mark.parametrize("width", [320, 390])
def test_text_of_twice_the_size_fits_the_window(page, browser, width):
    from audits import OVERFLOW

    browser.look(Look(width, 1400))
    for address, state in [("/trial", "choice"), ("/trial?token=abc", "reset")]:
        page.open(address).shows(state)
        page.run("document.documentElement.style.setProperty('font-size', '200%')")
        assert page.run(OVERFLOW) == []
        assert page.run("return document.documentElement.scrollWidth <= innerWidth")
