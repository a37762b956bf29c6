"""Looks that only a person's way through a page leads to, held against axe-core in both engines.

All others are in test_pages.py, as the preview shows them.
"""

import pytest
from audits import LOW_CONTRAST, OVERFLOW, SMALL_TARGETS
from browsers import Look
from pages import Page

pytestmark = pytest.mark.engines_differ


def ask(page, backend):
    page.open("/forgot-password").shows("form").type("email", "ada@example.com")


def wait_again(page, backend):
    ask(page, backend)
    page.press("Send Reset Link").shows("sent")
    page.browser.driver.back()
    page.shows("form")


def app_did_not_open(page, backend):
    page.open(f"/reset-password?token={backend.mail()}").shows("form")
    page.run("document.getElementById('unopened').hidden = false")


STATES = [wait_again, app_did_not_open]


@pytest.mark.parametrize("look", [Look(390, 1300), Look(390, 1300, dark=True), Look(320, 1400)], ids=str)
def test_what_only_a_persons_way_leads_to_is_accessible(flow, backend, browser, look):
    browser.look(look)
    findings = {}
    for state in STATES:
        page = Page(browser, flow[1], begins_anew=True)
        backend.trouble = None
        state(page, backend)
        browser.settle()
        found = browser.axe() + browser.faults(LOW_CONTRAST, OVERFLOW, SMALL_TARGETS)
        findings[state.__name__] = found + [line for line in browser.console() if "Content" in line]
    assert {state: found for state, found in findings.items() if found} == {}
