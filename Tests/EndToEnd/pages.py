"""What a person sees of a page and does with it, whatever the engine."""

from contextlib import contextmanager

from browsers import Look
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

SHOWN = "return [...document.querySelectorAll('section')].filter(s => !s.hidden).map(s => s.id).join()"
# While a page is being opened its script has yet to move the focus.
OPENED = f"if (document.readyState === 'complete') {SHOWN}"
TEXT = "return document.querySelector('main')?.innerText ?? ''"
ALERT = "return [...document.querySelectorAll('section:not([hidden]) .message:not([hidden])')].map(m => m.innerText.trim()).join()"
# Errors beside their fields.
ERRORS = "return [...document.querySelectorAll('section:not([hidden]) .error:not([hidden])')].map(e => e.innerText.trim())"

# What a person would press, by what stands on it and perhaps the minutes and seconds that it counts down.
BUTTON = """
const [label] = arguments;
return [...document.querySelectorAll('section:not([hidden]) .action, .open')].find(element => {
  const text = element.innerText.trim();
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && text.startsWith(label) && /^(\\s*\\d\\d:\\d\\d)?$/.test(text.slice(label.length));
});
"""


class Page:
    """A browser's page, by what stands on it."""

    def __init__(self, browser, origin):
        self.browser = browser
        self.origin = origin

    def open(self, address):
        self.browser.open(self.origin + address)
        return self

    @property
    def port(self):
        """Where its server listens."""
        return int(self.origin.rpartition(":")[2])

    def run(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def until(self, condition, what, seconds=8):
        try:
            WebDriverWait(self.browser.driver, seconds, 0.05).until(lambda _: condition())
        except TimeoutException:
            raise AssertionError(f"never: {what}; the page: {self.run(TEXT)!r}") from None
        return self

    def shows(self, state, seconds=8):
        return self.until(lambda: self.run(OPENED) == state, f"the state '{state}'", seconds)

    def focuses(self, selector):
        return self.until(lambda: self.run("return document.activeElement.matches(arguments[0])", selector), f"a focus on {selector}")

    def says(self, words, seconds=8):
        """In the alert."""
        return self.until(lambda: words in self.run(ALERT), f"'{words}'", seconds)

    @property
    def text(self):
        return self.run(TEXT)

    @property
    def state(self):
        return self.run(SHOWN)

    @property
    def alert(self):
        return self.run(ALERT)

    @property
    def errors(self):
        return self.run(ERRORS)

    def field(self, name):
        return self.browser.driver.find_element(By.CSS_SELECTOR, f"section:not([hidden]) .field input[name='{name}']")

    def type(self, name, text):
        element = self.field(name)
        element.clear()
        if text:
            element.send_keys(text)
        return self

    def button(self, label):
        """A button or a link by its label; one that counts down is still what it is."""
        found = self.run(BUTTON, label)
        assert found, f"there is no '{label}' on {self.text!r}"
        return found

    def reason(self, label):
        """Why a button waits, in the words below it that describe it; nothing where it does not."""
        place = self.button(label).get_attribute("aria-describedby")
        return self.run("return document.getElementById(arguments[0])?.innerText ?? ''", place) if place else ""

    @property
    def said(self):
        """What the live region says."""
        return self.run("return document.getElementById('status').textContent")

    @property
    def note(self):
        """What is said without an outcome."""
        return self.run("return [...document.querySelectorAll('.note:not([data-unscripted])')].filter(note => note.getClientRects().length).map(note => note.innerText.trim()).join()")

    def press(self, label):
        """Clicks a button or a link by its label."""
        self.button(label).click()
        return self

    def value(self, name):
        """What stands in a field."""
        return self.field(name).get_attribute("value")

    def keys(self, *keys):
        """Presses keys where the focus is."""
        self.browser.driver.switch_to.active_element.send_keys(*keys)
        return self

    def tab_to(self, selector, most=20):
        for _ in range(most):
            if self.run(f"return document.activeElement.matches({selector!r})"):
                return self
            self.keys(Keys.TAB)
        raise AssertionError(f"the keyboard does not reach {selector}")


# A page of every app that is none of its flow.
NOWHERE = "/.nothing-is-here"


def forget(browser, origin):
    """Empties what an app's pages keep for the tab: when they last asked for an email, and the email typed last."""
    browser.open(origin + NOWHERE)
    browser.run("sessionStorage.clear()")


@contextmanager
def visit(browser, origin):
    """An app's pages on a phone; whatever is done on them, they break no rule of their own policy. The page before is `NOWHERE`."""
    browser.look(Look())
    forget(browser, origin)
    browser.console()
    yield Page(browser, origin)
    reports = [line for line in browser.console() if "Content Security Policy" in line or "Content-Security-Policy" in line]
    assert reports == []
