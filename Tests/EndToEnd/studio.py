"""A running preview and its studio, as seen by a site's author."""

import re
from contextlib import contextmanager

import programs
from browsers import PATIENCE
from rawhttp import ask
from selenium.common.exceptions import (
    ElementNotInteractableException, NoSuchElementException, NoSuchFrameException, StaleElementReferenceException, TimeoutException,
)  # fmt: skip
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait


class Preview(programs.Running):
    """A preview of a site that the test may modify."""

    def __init__(self, site, *options, apps=None, ports=12, cwd=None, environment=None):
        count = len(list(site.glob("*/app.yml"))) if apps is None else apps
        super().__init__(
            programs.LATCHKEY, "preview", "Site", "--port", programs.free_ports(ports), *options, cwd=cwd or site.parent,
            environment=environment, lines=1 + count,
        )
        self.origin = f"http://127.0.0.1:{self.port}"
        # The origins by the apps' display names.
        lines = (re.match(r"(.+): (http://127\.0\.0\.1:\d+)", line) for line in self.said[1:])
        self.apps = dict(line.groups() for line in lines if line)

    def get(self, path, port=None, *fields):
        """Requests a path from a port without a browser."""
        port = port or self.port
        return ask(port, path, *fields, host=f"127.0.0.1:{port}")


def eventually(browser, script, condition, seconds=PATIENCE, again=lambda: None):
    """Waits until the result of a script satisfies a condition. Retries after `again` if the page is being replaced."""
    seen = []

    def holds(_):
        try:
            seen[:] = [browser.run(script)]
            return condition(seen[0])
        except Exception:  # noqa: BLE001  the page is being replaced
            again()
            return False

    try:
        WebDriverWait(browser.driver, seconds, 0.05).until(holds)
    except Exception as error:
        raise AssertionError(f"{script} never came to it; at last: {seen}") from error


class Studio:
    """The studio in a browser, operated by its visible text."""

    def __init__(self, browser, preview):
        self.browser = browser
        self.preview = preview
        # The element with the current frame, if it is not the studio's own document.
        self._place = None

    def open(self, section="pages"):
        self.browser.open("about:blank")
        self.browser.open(f"{self.preview.origin}/#/{section}")
        return self.until("return document.querySelector('main h1')?.textContent ?? ''", lambda text: text)

    def until(self, script, condition, seconds=PATIENCE):
        eventually(self.browser, script, condition, seconds, self._enter)
        return self

    def run(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def says(self, words, where="main"):
        return self.until(f"return document.querySelector('{where}').innerText", lambda text: words in text)

    def cards(self):
        """The states on the cards of the Pages section: `artitec/reset-password/form`."""
        self.until("return document.querySelectorAll('.card').length", lambda count: count > 0)
        return self.run("return [...document.querySelectorAll('.card')].map(card => card.dataset.state)")

    @contextmanager
    def frame(self, selector):
        """Switches to a frame as soon as it exists, and to the one that replaces it while a condition is waited for."""
        self.run("document.querySelector(arguments[0])?.scrollIntoView({ block: 'center' })", selector)
        self._place = selector
        try:
            WebDriverWait(self.browser.driver, 15, 0.05).until(lambda _: self._enter(), f"a frame in {selector}")
            yield self
        finally:
            self._place = None
            self.browser.driver.switch_to.default_content()

    def _enter(self):
        """Whether the current frame could be switched to."""
        if not self._place:
            return True
        driver = self.browser.driver
        try:
            driver.switch_to.default_content()
            driver.switch_to.frame(driver.find_element(By.CSS_SELECTOR, f"{self._place} iframe"))
        except (NoSuchElementException, NoSuchFrameException, StaleElementReferenceException):
            return False
        return True

    def type(self, selector, text):
        """Types into a field of the current frame."""
        field = self.browser.driver.find_element(By.CSS_SELECTOR, selector)
        try:
            field.clear()
            field.send_keys(text)
        except ElementNotInteractableException:
            # WebKit's driver cannot focus cross-origin frames.
            self.run(
                "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new InputEvent('input', { bubbles: true }))",
                field, text)
        return self

    def click(self, words, where="main"):
        """Clicks the element with exactly this text, when it is there."""
        wait = WebDriverWait(self.browser.driver, 15, 0.05, ignored_exceptions=[StaleElementReferenceException])
        try:
            wait.until(lambda _: self.clicks(words, where))
        except TimeoutException as error:
            raise AssertionError(f"there is no '{words}' on {self.run('return document.body.innerText')!r}") from error
        return self

    def clicks(self, words, where):
        """Whether there was such an element to click. The studio may replace it at any moment, as when an email comes."""
        for element in self.browser.driver.find_elements(By.CSS_SELECTOR, f"{where} a, {where} button, {where} summary"):
            if element.is_displayed() and element.text.strip() == words:
                element.click()
                return True
        return False
