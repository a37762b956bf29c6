"""Every state as the script leaves it, pictured and held against axe-core, in both engines.

The pictures land beside those of test_pages.py, in .build/screenshots.
"""

import backends
import programs
import pytest
from browsers import Look
from pages import Page
from selenium.webdriver.common.keys import Keys
from test_pages import LOW_CONTRAST, OVERFLOW, SMALL_TARGETS

PASSWORD = "Sunflower-7"
PICTURES = programs.ROOT / ".build" / "screenshots" / "flow"


def reset(page, backend, standing="good"):
    token = backend.mail()
    backend.links[token]["standing"] = standing
    return page.open(f"/reset-password?token={token}")


def ask(page, backend):
    page.open("/forgot-password").shows("form").type("email", "ada@example.com")


def sent(page, backend):
    ask(page, backend)
    page.press("Send Reset Link").shows("sent")


def wait_again(page, backend):
    sent(page, backend)
    page.browser.driver.back()
    page.shows("form")


def wrong_email(page, backend):
    page.open("/forgot-password").shows("form").type("email", "ada@example").keys(Keys.TAB)


def busy(page, backend):
    backend.trouble = backends.slowly(2.5)
    ask(page, backend)
    page.press("Send Reset Link")


def verifying(page, backend):
    backend.trouble = backends.slowly(2.5)
    reset(page, backend).shows("verifying")


def limited(page, backend):
    backend.trouble = backends.status(429, {}, [("Retry-After", "60")])
    ask(page, backend)
    page.press("Send Reset Link").says("Too many attempts")


def unreachable(page, backend):
    backend.trouble = backends.nothing
    reset(page, backend).says("cannot be reached")


def form(page, backend):
    reset(page, backend).shows("form")


def typing(page, backend):
    form(page, backend)
    page.type("new-password", "Sunflower")


def ready(page, backend):
    form(page, backend)
    page.type("new-password", PASSWORD).type("confirm-password", PASSWORD)


def weak(page, backend):
    form(page, backend)
    page.type("new-password", "sun").press("Reset Password").says("Use at least")


def different(page, backend):
    form(page, backend)
    page.type("new-password", PASSWORD).type("confirm-password", "x").press("Reset Password")


def app_did_not_open(page, backend):
    form(page, backend)
    page.run("document.getElementById('unopened').hidden = false")


def done(page, backend):
    ready(page, backend)
    page.press("Reset Password").shows("done")


def invalid(page, backend):
    reset(page, backend, "used").shows("invalid")


def expired(page, backend):
    reset(page, backend, "expired").shows("expired")


def forgotten(page, backend):
    page.open("/reset-password").shows("forgotten")


STATES = [
    ask, wrong_email, busy, sent, wait_again, limited, verifying, unreachable, form, typing, ready, weak, different,
    app_did_not_open, done, invalid, expired, forgotten,
]  # fmt: skip


@pytest.mark.parametrize("look", [Look(390, 1300), Look(390, 1300, dark=True), Look(320, 1400)], ids=str)
def test_every_state_that_the_script_makes_is_accessible(flow, backend, browser, look):
    PICTURES.mkdir(parents=True, exist_ok=True)
    browser.look(look)
    page = Page(browser, flow[1])
    complaints = {}
    for state in STATES:
        browser.open("about:blank")
        backend.trouble = None
        state(page, backend)
        browser.settle()
        browser.screenshot(PICTURES / f"{state.__name__}.{look}.{browser.name}.png")
        found = browser.axe() + browser.run(LOW_CONTRAST) + browser.run(OVERFLOW) + browser.run(SMALL_TARGETS)
        complaints[state.__name__] = found + [line for line in browser.console() if "Content" in line]
    assert {state: found for state, found in complaints.items() if found} == {}
