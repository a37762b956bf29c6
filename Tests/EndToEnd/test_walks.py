"""Walks through the flow of each app, from the first page to the last: by keyboard, by touch, and by screen reader.

By keyboard with Tab, Enter, Space and letters alone. By touch in a window of 320 px, on targets of 44 px. By screen reader with
roles and accessible names alone; every state has a heading, a title or a name to be read.
"""

import re

import pytest
from browsers import Look
from flows import NEW
from sandboxes import PERSON
from selenium.webdriver.common.keys import Keys

pytestmark = pytest.mark.engines_differ

NEWCOMER = "newcomer@example.com"

# What may be focused or tapped in the state that is shown, in order, with its accessible name.
CONTROLS = """
return [...document.querySelectorAll('main :is(a[href], button, input)')].filter(
  (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true]') && element.tabIndex >= 0);
"""
# Where a person's thumb lands: the middle of what was named, and nothing in front of it.
IS_ON_TOP = """
const [element] = arguments;
element.scrollIntoView({ block: 'center' });
const { left, top, width, height } = element.getBoundingClientRect();
const hit = document.elementFromPoint(left + width / 2, top + height / 2);
return [Math.round(width), Math.round(height), element === hit || element.contains(hit) || hit?.contains(element)];
"""


class Keyboard:
    """A person without a mouse."""

    def __init__(self, page):
        self.page = page

    def type(self, name, text):
        self.page.tab_to(f"section:not([hidden]) input[name='{name}']", 30).keys(text)

    def press(self, label):
        element = self.page.button(label)
        for _ in range(30):
            if self.page.run("return document.activeElement === arguments[0]", element):
                # A link opens with Enter alone, a button with either.
                self.page.keys(Keys.SPACE if element.tag_name == "button" else Keys.ENTER)
                return
            self.page.keys(Keys.TAB)
        raise AssertionError(f"the keyboard does not reach '{label}'")

    def tick(self, name):
        self.page.tab_to(f"section:not([hidden]) input[name='{name}']", 30).keys(Keys.SPACE)

    def arrives(self, state):
        self.page.shows(state)


class Phone:
    """A thumb on the smallest screen."""

    def __init__(self, page):
        self.page = page
        page.browser.look(Look(320, 640))

    def tap(self, element):
        width, height, is_on_top = self.page.run(IS_ON_TOP, element)
        assert is_on_top, f"'{element.accessible_name}' is behind something"
        assert min(width, height) >= 44, f"'{element.accessible_name}' is {width} by {height} px"
        element.click()

    def type(self, name, text):
        field = self.page.field(name)
        self.tap(field)
        field.send_keys(text)

    def press(self, label):
        self.tap(self.page.button(label))

    def tick(self, name):
        self.tap(self.page.field(name).find_element("xpath", "./ancestor::label"))

    def arrives(self, state):
        self.page.shows(state)
        assert self.page.run("return document.documentElement.scrollWidth <= innerWidth"), f"'{state}' is wider than the screen"


class ScreenReader:
    """A person who hears roles, names and announcements, and sees nothing."""

    def __init__(self, page):
        self.page = page

    def find(self, tags, name):
        """What is heard as a button, a link or a field of that name; a button may also count down."""
        controls = [each for each in self.page.run(CONTROLS) if each.tag_name in tags]
        found = [each for each in controls if re.fullmatch(re.escape(name) + r"(\s*\d\d:\d\d)?", each.accessible_name.strip())]
        assert found, f"nothing is called '{name}' among {[each.accessible_name for each in controls]}"
        return found[0]

    def type(self, name, text):
        # A label is what is heard; the name is only how the test knows the field.
        label = self.page.field(name).accessible_name
        assert label, f"the field '{name}' has no name"
        self.find(["input"], label).send_keys(text)

    def press(self, label):
        self.find(["button", "a"], label).send_keys(Keys.ENTER)

    def tick(self, name):
        label = self.page.field(name).accessible_name
        assert label
        self.page.field(name).send_keys(Keys.SPACE)
        assert self.page.run("return arguments[0].checked", self.page.field(name))

    def arrives(self, state):
        self.page.shows(state)
        focused = self.page.browser.driver.switch_to.active_element
        if focused.tag_name == "body":
            # A page that was just opened is read from its title on.
            assert self.page.run("return document.title")
        elif focused.tag_name == "h1":
            assert focused.text.strip() or self.page.run("return arguments[0].textContent.trim()", focused), f"'{state}' has no heading"
        else:
            assert focused.accessible_name, f"the focus in '{state}' is on something without a name"


def forgotten_to_done(page, person, backend):
    page.open("/forgot-password")
    person.arrives("form")
    person.type("email", PERSON)
    person.press("Send Reset Link")
    person.arrives("sent")
    page.open(backend.link())
    person.arrives("form")
    person.type("new-password", NEW)
    person.type("confirm-password", NEW)
    person.press("Reset Password")
    person.arrives("done")


def artitec(page, person, backend):
    forgotten_to_done(page, person, backend)
    return "/v1/auth/reset-password"


def recruiting_compass(page, person, backend):
    forgotten_to_done(page, person, backend)
    return "/user"


def creators(page, person, backend):
    page.open("/login")
    person.arrives("login")
    person.type("email", PERSON)
    person.press("Forgot Password?")
    person.arrives("form")
    person.press("Send Reset Email")
    person.arrives("sent")
    page.open(backend.link())
    person.arrives("reset")
    person.type("new-password", NEW)
    person.press("Save Password")
    person.arrives("done")
    person.press("Log In on the Web")
    person.arrives("login")
    if page.value("email") != PERSON:
        person.type("email", PERSON)
    person.type("password", NEW)
    person.press("Log In")
    person.arrives("welcome")
    return "accounts:signInWithPassword"


def fetchnews(page, person, backend):
    page.open("/login")
    person.arrives("sign-in")
    person.press("Create Account")
    person.arrives("sign-up")
    person.type("email", NEWCOMER)
    person.type("new-password", NEW)
    person.press("Create Account")
    person.arrives("registered")
    page.open(backend.link(NEWCOMER))
    person.arrives("confirm")
    person.press("Verify Email")
    person.arrives("verified")
    person.press("Log In")
    person.arrives("sign-in")
    if page.value("email") != NEWCOMER:
        person.type("email", NEWCOMER)
    person.type("password", NEW)
    person.press("Log In")
    person.arrives("verified")
    return "/api/auth/login"


def auth_navigation(page, person, backend):
    page.open("/auth")
    person.arrives("choice")
    person.press("Create Account")
    person.arrives("signup")
    person.type("email", NEWCOMER)
    person.type("new-password", NEW)
    person.type("confirm-password", NEW)
    person.tick("consent")
    person.press("Create Account")
    person.arrives("confirm")
    person.type("code", backend.mail(NEWCOMER)["code"])
    person.press("Confirm")
    person.arrives("signed-in")
    person.press("Sign Out")
    person.arrives("choice")
    person.press("Sign In")
    person.arrives("login")
    person.type("email", PERSON)
    person.press("Forgot password?")
    person.arrives("reset-request")
    person.press("Send Code")
    person.arrives("reset-verify")
    person.type("code", backend.mail(PERSON)["code"])
    person.type("new-password", NEW)
    person.type("confirm-password", NEW)
    person.press("Change Password")
    person.arrives("changed")
    return "/user"


WALKS = {
    "artitec": artitec,
    "auth-navigation": auth_navigation,
    "creators": creators,
    "fetchnews": fetchnews,
    "recruiting-compass": recruiting_compass,
}


def walk(app, person, page, backend):
    path = WALKS[app](page, person(page), backend)
    assert backend.calls(path), f"no request to {path}"


@pytest.mark.parametrize("app", WALKS)
@pytest.mark.sampled(12)
def test_a_walk_by_keyboard_reaches_the_last_state(app, page, backend):
    walk(app, Keyboard, page, backend)


@pytest.mark.parametrize("app", WALKS)
@pytest.mark.sampled(6)
def test_a_walk_by_touch_reaches_the_last_state(app, page, backend):
    walk(app, Phone, page, backend)


@pytest.mark.parametrize("app", WALKS)
@pytest.mark.sampled(2)
def test_a_walk_by_screen_reader_reaches_the_last_state(app, page, backend):
    walk(app, ScreenReader, page, backend)
