"""Looks that only a visitor's way through a page leads to, checked with axe-core in both engines.

All others are in test_pages.py, as the preview shows them.
"""

import pytest
from apps.artitec import FORM, mailed
from audits import LOW_CONTRAST, OVERFLOW, SMALL_TARGETS
from browsers import Look

pytestmark = pytest.mark.engines_differ
APP = "artitec"


def wait_after_back(page, backend):
    FORM.send(page).browser.driver.back()
    page.shows("form")


def app_that_did_not_open(page, backend):
    page.open(mailed(backend)).shows("form").run("document.getElementById('unopened').hidden = false")


@pytest.mark.parametrize("look", [Look(390, 1300), Look(390, 1300, dark=True), Look(320, 1400)], ids=str)
@pytest.mark.parametrize("reach", [wait_after_back, app_that_did_not_open], ids=lambda reach: reach.__name__)
@pytest.mark.sampled(3)
def test_a_state_of_a_visitors_way_is_accessible(page, backend, browser, reach, look):
    browser.look(look)
    reach(page, backend)
    browser.settle()
    assert browser.axe() + browser.faults(LOW_CONTRAST, OVERFLOW, SMALL_TARGETS) == []
