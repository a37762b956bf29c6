"""What holds in every state of every page: nothing hidden is read out, and every button does something."""

from time import monotonic

import pytest
from audits import HIDDEN_WORDS, SILENT, described
from browsers import PATIENCE, Look
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.ui import WebDriverWait
from states import APPS, sites  # noqa: F401

# Without motion, which WebKit's window does not always survive.
PHONE = Look(390, 1300, reduced_motion=True)


@pytest.mark.full  # the states that differ in more than their message are tested with their pictures, in test_pages.py
@pytest.mark.parametrize("app", APPS)
def test_messages_and_descriptions_have_no_hidden_words(browser, sites, app):
    browser.look(PHONE)
    found = {}
    for rendering in sites[app].renderings:
        if rendering not in sites[app].typical:
            rendering.open(browser, sites[app].origin)
            found[str(rendering)] = described(browser) + browser.faults(HIDDEN_WORDS, SILENT)
    assert {state: faults for state, faults in found.items() if faults} == {}


# All that can be seen and heard, and where the page is.
SIGNATURE = """
return [location.href, window.told, document.body.innerText, document.getElementById('status')?.textContent, document.activeElement.id,
  [...document.querySelectorAll('[aria-pressed], [aria-busy]')].map(e => e.getAttribute('aria-pressed') + e.getAttribute('aria-busy'))].join();
"""
# A link that opens beside the page does so, which is seen in another tab. What a summary leads to gets the focus, of which a
# preview has none; test_flow_forms.py has that.
CONTROLS = "main a[href]:not([target]), main button:not(.message [value])"


# The same words may be said once more.
LISTEN = """
window.told = 0;
const isHeard = ({ target }) => (target.closest ? target : target.parentElement)?.closest('[role=status], [role=alert]');
new MutationObserver(changes => { told += changes.filter(isHeard).length; })
  .observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['hidden'] });
// A preview has no history. Going back would leave the page for the one before, in which WebKit crashes now and then.
history.go = () => { told++; };
"""


def has_effect(browser, control, before):
    """Taps a control until it changes something: WebKit now and then loses a tap."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        control.click()
        try:
            WebDriverWait(browser.driver, 5, 0.02).until(lambda _: browser.run(SIGNATURE) != before)
            return True
        except TimeoutException:
            pass
    return False


def dead_buttons(browser, app, renderings, look):
    """The buttons and links that change nothing visible or announced after a tap; each gets the page opened anew."""
    browser.look(look)
    for rendering in renderings:
        index, count = 0, 1
        while index < count:
            rendering.open(browser, app.origin)
            # Engines differ in what they make of an address that nothing opens.
            browser.run(
                "for (const a of document.links) if (!/^http/.test(a.protocol)) a.addEventListener('click', event => event.preventDefault())"
            )
            controls = browser.run(
                "return [...document.querySelectorAll(arguments[0])].filter(each => each.getClientRects().length && !each.disabled)", CONTROLS
            )
            count = len(controls)
            if index < count:
                name = browser.run("return arguments[0].ariaLabel || arguments[0].innerText", controls[index])
                before = browser.run(LISTEN + SIGNATURE)
                if not has_effect(browser, controls[index], before):
                    yield f"{rendering}: {name}"
            index += 1


@pytest.mark.full  # a page opened anew for every button: minutes
@pytest.mark.parametrize("app", APPS)
def test_every_button_has_an_effect_without_an_app(browser, sites, app):
    """In every condition: idle, typing, with wrong fields, busy, and after each failure."""
    assert [*dead_buttons(browser, sites[app], sites[app].typical, PHONE)] == []
