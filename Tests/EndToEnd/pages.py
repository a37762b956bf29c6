"""Page object: what a visitor sees and does on a page, in any engine."""

from contextlib import contextmanager

from browsers import PATIENCE, Look
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

SHOWN = "return [...document.querySelectorAll('section')].filter(s => !s.hidden).map(s => s.id).join()"
# Only after loading, since the page's script moves the focus last.
OPENED = f"if (document.readyState === 'complete') {SHOWN}"
TEXT = "return document.querySelector('main')?.innerText ?? ''"
ALERT = "return [...document.querySelectorAll('section:not([hidden]) .message:not([hidden])')].map(m => m.innerText.trim()).join()"
# Errors beside their fields.
ERRORS = "return [...document.querySelectorAll('section:not([hidden]) .error:not([hidden])')].map(e => e.innerText.trim())"

# Records all requests from now on.
WATCH = """
const { fetch } = window;
window.asked = [];
window.fetch = (...all) => {
  asked.push({ url: String(all[0]), cache: all[1]?.cache });
  return fetch(...all);
};
"""
# Stops the page's clock, which from then on only `PASS` moves: its script goes by Date.now, and by setTimeout for what takes long.
# WebKit's driver limits each of its scripts by such a timer, too.
STOP = f"const limit = {PATIENCE * 1000};" + """
if (!window.clock) {
  const { now } = Date, { setTimeout, clearTimeout } = window;
  window.clock = { time: now.call(Date), timers: new Map(), count: 0 };
  Date.now = () => clock.time;
  window.setTimeout = (run, delay = 0, ...rest) => {
    if (delay < 10000 || delay === limit) return setTimeout.call(window, run, delay, ...rest);
    clock.timers.set(--clock.count, { run, end: clock.time + delay });
    return clock.count;
  };
  window.clearTimeout = id => clock.timers.delete(id) || clearTimeout.call(window, id);
}
"""
PASS = STOP + """
clock.time += arguments[0] * 1000;
for (const [id, { run, end }] of [...clock.timers]) if (end <= clock.time) clock.timers.delete(id), run();
"""
# Calls back when a page has sent the requests of all that it has begun. It sends them in the event itself, or after one digest
# for each of its operations (emails.js); more digests than a page has operations end later, on any machine.
SETTLED = """
const [done] = arguments;
(async () => {
  for (let count = 0; count < 50; count++) await crypto.subtle?.digest('SHA-256', new Uint8Array(32));
  setTimeout(done);
})();
"""

# A visible button or link by its label, which a countdown may follow.
BUTTON = """
const [label] = arguments;
return [...document.querySelectorAll('section:not([hidden]) .action, .open')].find(element => {
  const text = element.innerText.trim();
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && text.startsWith(label) && /^(\\s*\\d\\d:\\d\\d)?$/.test(text.slice(label.length));
});
"""


class Page:
    """A page in a browser, operated by its visible text."""

    def __init__(self, browser, origin, begins_anew=False):
        """`begins_anew` if the page that is opened first is to find nothing of an earlier test."""
        self.browser = browser
        self.origin = origin
        self._begins_anew = begins_anew

    def open(self, address):
        if self._begins_anew:
            self._begins_anew = False
            self.browser.open_anew(self.origin + address)
        else:
            self.browser.open(self.origin + address)
        return self

    @property
    def port(self):
        """The port of its server."""
        return int(self.origin.rpartition(":")[2])

    def run(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def until(self, condition, what, seconds=PATIENCE):
        try:
            WebDriverWait(self.browser.driver, seconds, 0.05).until(lambda _: condition())
        except TimeoutException:
            raise AssertionError(f"never: {what}; the page: {self.run(TEXT)!r}") from None
        return self

    def comes_to(self, condition, what, *arguments, seconds=PATIENCE):
        """Waits until a script returns true."""
        if not self.browser.waits_for(condition, arguments, seconds):
            raise AssertionError(f"never: {what}; the page: {self.run(TEXT)!r}")
        return self

    def shows(self, state, seconds=PATIENCE):
        return self.comes_to(f"return (() => {{ {OPENED} }})() === arguments[0]", f"the state '{state}'", state, seconds=seconds)

    def focuses(self, selector):
        return self.comes_to("return document.activeElement.matches(arguments[0])", f"a focus on {selector}", selector)

    def says(self, words, seconds=PATIENCE):
        """Waits for text in the alert."""
        return self.comes_to(f"return (() => {{ {ALERT} }})().includes(arguments[0])", f"'{words}'", words, seconds=seconds)

    def allows(self, label, seconds=PATIENCE):
        """Waits until a button is enabled, for example at the end of a countdown."""
        enabled = f"const found = ((...arguments) => {{ {BUTTON} }})(arguments[0]); return found?.disabled === false && found.ariaDisabled !== 'true'"
        return self.comes_to(enabled, f"'{label}' to press", label, seconds=seconds)

    def is_busy(self):
        """Waits until an operation runs."""
        return self.comes_to("return !!document.querySelector('[aria-busy], section:not([hidden]) .spin:not([hidden])')", "an operation that runs")

    def is_idle(self):
        """Waits until no operation runs."""
        return self.comes_to("return !document.querySelector('[aria-busy]')", "an end of the operation")

    def stops_clock(self):
        """Stops the clock of the page's script, until another page is opened."""
        self.run(STOP)
        return self

    def passes(self, seconds):
        """Lets some time pass for the page's script alone."""
        self.run(PASS, seconds)
        return self

    def watches(self):
        """Begins to record requests."""
        self.run(WATCH)
        return self

    def completes(self):
        """Waits until all that the page has begun is done or has sent its request."""
        self.browser.driver.execute_async_script(SETTLED)
        return self

    @property
    def requested(self):
        """The URLs of the requests since `watches`, with those that follow from what the page has begun."""
        return self.completes().run("return window.asked.map(each => each.url)")

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
        self.browser.type(self.field(name), text)
        return self

    def button(self, label):
        """A button or a link by its label, with or without a countdown."""
        found = self.run(BUTTON, label)
        assert found, f"there is no '{label}' on {self.text!r}"
        return found

    def is_ready(self, label):
        """Whether a button neither waits nor is dimmed."""
        button = self.button(label)
        return button.is_enabled() and button.get_attribute("aria-disabled") != "true"

    def reason(self, label):
        """The text that says why a button is disabled; empty if there is none."""
        place = self.button(label).get_attribute("aria-describedby")
        return self.run("return document.getElementById(arguments[0])?.innerText ?? ''", place) if place else ""

    @property
    def said(self):
        """The text of the live region."""
        return self.run("return document.getElementById('status').textContent")

    @property
    def note(self):
        """The visible notes, which do not depend on an outcome."""
        return self.run("return [...document.querySelectorAll('.note:not([data-unscripted])')].filter(note => note.getClientRects().length).map(note => note.innerText.trim()).join()")

    def press(self, label):
        """Clicks a button or a link by its label."""
        self.browser.click(self.button(label))
        return self

    def value(self, name):
        """The value of a field."""
        return self.field(name).get_attribute("value")

    def keys(self, *keys):
        """Sends keys to the focused element."""
        self.browser.press_keys(*keys)
        return self

    def tab_to(self, selector, most=20):
        for _ in range(most):
            if self.run(f"return document.activeElement.matches({selector!r})"):
                return self
            self.keys(Keys.TAB)
        raise AssertionError(f"the keyboard does not reach {selector}")


@contextmanager
def visit(browser, origin):
    """An app's pages at the size of a phone, without what earlier tests stored. Fails on violations of their Content-Security-Policy."""
    browser.look(Look())
    browser.console()
    yield Page(browser, origin, begins_anew=True)
    reports = [line for line in browser.console() if "Content Security Policy" in line or "Content-Security-Policy" in line]
    assert reports == []
