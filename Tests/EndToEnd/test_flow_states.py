"""What holds in every state of every page: nothing hidden is read out, every button does something, and no word breaks."""

import pytest
from browsers import Look
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.ui import WebDriverWait
from states import APPS, sites  # noqa: F401
from test_pages import LOW_CONTRAST, OVERFLOW, SMALL_TARGETS, gallery  # noqa: F401

# Without motion, which WebKit's window does not always survive.
PHONE = Look(390, 1300, reduced_motion=True)
NARROW = Look(320, 1800, reduced_motion=True)

# Controls whose description or label is hidden, or is not there at all.
HIDDEN_WORDS = """
return [...document.querySelectorAll('[aria-describedby], [aria-labelledby], [aria-errormessage]')]
  .filter(element => element.getClientRects().length)
  .flatMap(element => ['aria-describedby', 'aria-labelledby', 'aria-errormessage']
    .flatMap(name => (element.getAttribute(name) ?? '').split(' ').filter(Boolean))
    .filter(id => document.getElementById(id) && !document.getElementById(id).getClientRects().length)
    .map(id => `${element.id || element.value}: ${id}`));
"""

# Buttons that wait without saying why; one whose operation runs says so itself, as those beside it wait for that.
SILENT = """
if (document.querySelector('[aria-busy]')) return [];
return [...document.querySelectorAll('section:not([hidden]) .action:disabled')]
  .filter(button => !document.getElementById(button.getAttribute('aria-describedby'))?.innerText.trim())
  .map(button => button.innerText);
"""

# Words over two lines: an address may break, and so may what has a hyphen.
BROKEN = r"""
document.documentElement.style.setProperty('font', '200%/1.5 system-ui');
const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
while (walker.nextNode()) {
  const node = walker.currentNode, element = node.parentElement;
  if (!element.getClientRects().length || element.closest('.unseen')) continue;
  for (const { 0: word, index } of node.data.matchAll(/[^\s-]+/g)) {
    if (/[@/.]./.test(word)) continue;
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) found.push(word);
  }
}
return found;
"""


def described(browser):
    """The names and descriptions of the accessibility tree that have words which nobody sees; only Chromium shows it."""
    if browser.name != "chromium":
        return []
    hidden = browser.run(
        "return [...document.querySelectorAll('main [id][hidden]')].filter(e => !e.getClientRects().length && e.tagName !== 'SECTION')"
        ".map(e => e.textContent.replace(/\\s+/g, ' ').trim()).filter(text => text.length > 3)"
    )
    seen = browser.run("return document.body.innerText.replace(/\\s+/g, ' ')")
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    said = [node[key]["value"] for node in nodes if not node["ignored"] for key in ("name", "description") if node.get(key, {}).get("value")]
    return [text for text in hidden if text not in seen and any(text in each for each in said)]


@pytest.mark.parametrize("app", APPS)
def test_nothing_hidden_is_read_out_buttons_that_wait_say_why_and_all_fits_the_narrowest_window(browser, sites, gallery, app, is_full):
    """There with text of twice the size too. Each state is opened once for all that is asked of it."""
    found = {}
    for rendering in sites[app].renderings if is_full else sites[app].typical:
        browser.look(PHONE)
        rendering.open(browser, sites[app].origin)
        faults = browser.run(HIDDEN_WORDS) + browser.run(SILENT) + described(browser)
        if rendering in sites[app].typical:
            browser.look(NARROW)
            browser.screenshot(gallery / f"{app}.{rendering}.{NARROW}.{browser.name}.png")
            faults += browser.run(LOW_CONTRAST) + browser.run(OVERFLOW) + browser.run(SMALL_TARGETS)
            # Which says of a document what it says of the same one in a wider window, in test_pages.py.
            faults += browser.axe() if is_full else []
            faults += [f"breaks: {word}" for word in browser.run(BROKEN)]
            faults += [f"at 200 %: {line}" for line in browser.run(OVERFLOW)]
        if faults:
            found[str(rendering)] = faults
    assert found == {}


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
"""


def dead_buttons(browser, app, renderings, look):
    """The buttons and links that change nothing visible or announced within two seconds of a tap; each has a page of its own."""
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
                controls[index].click()
                try:
                    WebDriverWait(browser.driver, 2, 0.02).until(lambda _: browser.run(SIGNATURE) != before)
                except TimeoutException:
                    yield f"{rendering}: {name}"
            index += 1


@pytest.mark.full  # a page opened anew for every button: minutes
@pytest.mark.parametrize("app", APPS)
def test_every_button_does_something_within_two_seconds_without_an_app(browser, sites, app):
    """In every condition: ready, typed into, with wrong fields, with an operation under way, failed."""
    assert [*dead_buttons(browser, sites[app], sites[app].typical, PHONE)] == []
