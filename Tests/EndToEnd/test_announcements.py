"""What a person hears who does not look: all that the live regions say, and the headings that take the focus, for everything that
every operation of every state can come to, and for every button and link that moves without one or opens the app. `announcements`
has a table for each site.

The table is for reading.
"""

import json
import urllib.request
from pathlib import Path

import programs
import pytest
from browsers import Look
from goldens import expect
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.ui import WebDriverWait
from states import APPS, Rendering

TABLES = Path(__file__).with_name("announcements")

# In front of every script of a page: notes what is said, in order, once. A heading is heard when it takes the focus.
LISTEN = """
window.heard = [];
{
  const say = (kind, text) => {
    const words = text.replace(/\\s+/g, ' ').trim();
    if (words && heard[heard.length - 1] !== kind + words) heard.push(kind + words);
  };
  const focus = function () { if (this.localName === 'h1') say('heading: ', this.textContent); };
  // The preview's driver keeps the focus where it is.
  Object.defineProperty(HTMLElement.prototype, 'focus', { get: () => focus, set() {} });
  new MutationObserver((changes) => {
    for (const region of new Set(changes.map(({ target }) => (target.closest ? target : target.parentElement)?.closest('[role]')))) {
      const role = region?.getAttribute('role');
      if (role === 'status') say('', region.textContent);
      // The cross that dismisses an error is a button, and no part of what is said.
      else if (role === 'alert' && region.getClientRects().length) say('alert: ', region.querySelector('p').textContent);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['hidden'] });
}
"""

# Nothing is under way any more, and what followed from it has been said; or a preview shows a state that only waits. A preview's
# clock may stand still.
SETTLED = """
const done = arguments[arguments.length - 1];
let left = 200;
const wait = () => left-- && (document.querySelector('[aria-busy]') || [...document.querySelectorAll('.spin')].some(each => each.getClientRects().length))
  ? setTimeout(wait, 10) : setTimeout(() => done(document.querySelector('section:not([hidden])').id), 30);
wait();
"""

# Run in passing: where they lead nowhere, nobody hears of them.
IN_PASSING = ("sign-out", "end-recovery", "check-verification", "unverified: check-session")

# What moves without an operation, opens the app, or begins an email; addresses on the web leave the page.
MOVES = """
const moves = [...document.querySelectorAll("section:not([hidden]) [data-to], section:not([hidden]) a[href]:not([href^='/']):not([href^='http'])")]
  .filter(element => element.getClientRects().length);
"""
MOVE = MOVES + """
const element = moves[arguments[0]];
heard.length = 0;
addEventListener('click', (event) => event.preventDefault());
element.click();
return element.textContent.trim();
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The preview's list of apps, pages and states."""
    folder = programs.copy_site(tmp_path_factory.mktemp("heard"), *APPS)
    with programs.Running(programs.LATCHKEY, "preview", "Site", "--port", programs.free_ports(len(APPS) + 1), cwd=folder.parent) as preview:
        with urllib.request.urlopen(f"http://127.0.0.1:{preview.port}/api/site") as answer:
            yield {app["name"]: app for app in json.load(answer)["apps"]}


def settled(browser):
    return browser.driver.execute_async_script(SETTLED)


def rows(browser, app):
    """Each outcome with what is heard on the way to it."""
    look = Look(390, 1300, reduced_motion=True)
    browser.look(look)
    for page in app["pages"]:
        for state in page["states"]:
            for outcome in state["outcomes"]:
                Rendering(page["name"], state["name"], outcome).open(browser, app["origin"], look)
                operation, _, name = outcome.partition(":")
                yield (
                    f"{page['name']}, {state['name']}: {operation}, {name}",
                    settled(browser),
                    browser.run("return heard"),
                )
            index = 0
            while True:
                Rendering(page["name"], state["name"], "idle").open(browser, app["origin"], look)
                if index >= browser.run(MOVES + "return moves.length"):
                    break
                label = browser.run(MOVE, index)
                index += 1
                try:
                    WebDriverWait(browser.driver, 2, 0.05).until(lambda _: browser.run("return window.heard?.length"))
                except TimeoutException:  # goes back in the history, of which a preview has none; test_flow_auth_navigation.py has that
                    continue
                yield f"{page['name']}, {state['name']}: [{label}]", settled(browser), browser.run("return heard")


@pytest.mark.full  # every outcome of every state: a minute
@pytest.mark.only("chromium")
@pytest.mark.parametrize("app", APPS)
def test_every_outcome_is_heard_as_the_table_says(browser, site, app):
    script = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LISTEN})
    try:
        heard = list(rows(browser, site[app]))
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    # These lead back in the history, of which a preview has none.
    back = [f"login, {each}, {name}" for each in ("unverified: resend-verification", "checking: check-session") for name in ("needs-login", "link-incomplete")]
    silent = [action for action, _, said in heard if not said and action not in back and not any(f" {name}, " in action for name in IN_PASSING)]
    table = "".join(f"{action} → {state}\n" + "".join(f"    {each}\n" for each in said) for action, state, said in heard)
    assert silent == []
    expect({TABLES / f"{app}.txt": table})
