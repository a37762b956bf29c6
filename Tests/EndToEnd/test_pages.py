"""Every state of every page, in Chromium and in WebKit, as a person on a phone or at a desk would see it.

The pictures land in .build/screenshots, with an index.html to look at them all. Those of a phone are held against the contact
sheets in sheets/, which somebody has looked at.
"""

import html
from collections import defaultdict
from math import ceil

import programs
import pytest
from audits import (
    BEARINGS, COLOURS, HIDDEN_WORDS, LOW_CONTRAST, MOVES, NARROW, OVERFLOW, SILENT, SLOW, SMALL_TARGETS, described, narrow_faults,
)  # fmt: skip
from browsers import Look, call
from goldens import UPDATE
from selenium.webdriver.common.keys import Keys
from sheets import Sheet
from states import APPS, sites  # noqa: F401

BACKEND = "127.0.0.1:9/"
PICTURES = programs.ROOT / ".build" / "screenshots"
PHONE, DESK = Look(390, 844), Look(1280, 800)
# For pictures the window is as high as the longest page: WebKit gives a picture of no more than is in it.
HIGH = 1300
LOOKS = [Look(width, HIGH, dark) for width in (PHONE.width, DESK.width) for dark in (False, True)]


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The address of Artitec's release itself, but for its backend: nobody answers there, and nobody else is asked."""
    folder = tmp_path_factory.mktemp("served")
    programs.copy_site(folder, "artitec")
    app = folder / "Site" / "artitec" / "app.yml"
    app.write_text(app.read_text().replace("https://api.artitec.com", "http://127.0.0.1:9") + programs.LOCAL)
    programs.build(folder / "Site", folder / "out")
    with programs.serve(folder / "out", "--as", "artitec.com") as running:
        yield f"http://127.0.0.1:{running.port}"


@pytest.fixture(scope="module")
def gallery(browser):
    """The folder for an engine's pictures, and when all are taken the page to look at them on, beside the other's."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob(f"*.{browser.name}.png"):
        old.unlink()
    yield PICTURES
    figures = "".join(
        f'<figure><img src="{html.escape(picture.name)}" alt=""><figcaption>{html.escape(picture.stem)}</figcaption></figure>\n'
        for picture in sorted(PICTURES.glob("*.png"))
    )
    (PICTURES / "index.html").write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Every state</title><style>'
        "body{margin:16px;background:#888;font:12px system-ui;display:flex;flex-wrap:wrap;gap:16px;align-items:start}"
        f"figure{{margin:0}}img{{display:block;height:420px}}</style>\n{figures}"
    )


# The element in focus, and the contrast of its focus ring with the colours around it; 0 without a ring.
RING = COLOURS + r"""
const element = document.activeElement;
if (element === document.body) return null;
const ringed = element.matches('.box > :not(button)') ? element.closest('.box') : element;
const { outlineStyle, outlineColor } = getComputedStyle(ringed);
const around = behind(ringed.parentElement).map(colour => contrast(parse(outlineColor), colour));
return [element.outerHTML.slice(0, 80), outlineStyle === 'none' ? 0 : Math.min(...around)];
"""

# The states that are not shown. Of what is hidden, axe-core examines identifiers alone, but takes two thirds of its time for it.
STRIP = "for (const section of document.querySelectorAll('section[hidden]')) section.remove()"

# What fades is in no picture.
STILL = "document.styleSheets[0].insertRule('*, ::before { animation: none !important }')"


def findings(browser, app, renderings, looks, check):
    """What `check` finds on each state in each look, and what each says on the console; nothing is named that is as it should be.

    The looks differ in their colours alone, which a page changes where it stands."""
    browser.look(looks[0])
    browser.open("about:blank")
    browser.console()  # what the tests before have left
    found = {}
    for rendering in renderings:
        browser.look(looks[0])
        rendering.open(browser, app.origin)
        for look in looks:
            browser.look(look)
            # Pages that earlier tests have left are cut off from what they asked, and Chromium says so late.
            said = [line for line in browser.console() if app.origin in line and "/_preview/events" not in line]
            found[f"{rendering} {look}"] = check(rendering, look) + said
    return {state: faults for state, faults in found.items() if faults}


@pytest.mark.parametrize("app", APPS)
@pytest.mark.sampled(5)
def test_every_state_looks_on_a_phone_as_on_its_sheet(browser, sites, gallery, app, is_full):
    """Light and dark; and nothing hidden is read out, buttons that wait say why, and all fits the narrowest window, there with
    text of twice the size too. Each state is opened once for all that is asked of it.

    `make test` looks at one state in eight as closely, and at one in four in light alone: they have the same style sheet.
    """
    states = defaultdict(set)
    for rendering in sites[app].typical:
        states[rendering.page].add(f"{rendering.state} {rendering.condition}")
    pages = {page: Sheet(app, page, browser.name, names) for page, names in states.items()}
    whole = set()

    def check(rendering, look):
        if look.dark:
            if rendering.page in whole:
                browser.run(STRIP)
            whole.add(rendering.page)
            faults = browser.axe()
        else:
            faults = described(browser) + browser.faults(MOVES, BEARINGS, HIDDEN_WORDS, SILENT)
            browser.run(STILL)
        picture = gallery / f"{app}.{rendering}.{look}.{browser.name}.png"
        height, pale = browser.run(f"return [document.body.getBoundingClientRect().bottom, {call(LOW_CONTRAST)}]")

        def take():
            browser.settle()
            browser.screenshot(picture, ceil(height))
            return picture

        pages[rendering.page].add(f"{rendering.state} {rendering.condition}", look.dark, take, height)
        if look.dark:
            faults += [f"at {NARROW.width} px: {line}" for line in narrow_faults(browser, is_full)]
        return faults + pale

    looks = [Look(PHONE.width, HIGH, dark, reduced_motion=True) for dark in (False, True)]
    is_every = is_full or bool(UPDATE)
    found = findings(browser, sites[app], sites[app].typical[:: 1 if is_every else 8], looks, check)
    if not is_every:
        found |= findings(browser, sites[app], sites[app].typical[2::4], looks[:1], check)
    for sheet in pages.values():
        found |= sheet.findings()
    assert not found, "\n".join(f"{state}: {words}" for state, words in found.items())


@pytest.mark.parametrize("app", APPS)
@pytest.mark.sampled(4)
def test_every_page_is_at_home_at_a_desk(browser, sites, gallery, app):
    """Its first state: the others stand in the same column. Nothing of any state moves slowly; all are in the document."""
    first = {rendering.page: rendering for rendering in reversed(sites[app].typical)}.values()

    def check(rendering, look):
        browser.screenshot(gallery / f"{app}.{rendering}.{look}.{browser.name}.png")
        return browser.faults(OVERFLOW, SMALL_TARGETS, LOW_CONTRAST, SLOW)

    looks = [Look(DESK.width, HIGH, dark) for dark in (False, True)]
    assert findings(browser, sites[app], first, looks, check) == {}


@pytest.mark.engines_differ
@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.sampled(2)
def test_what_is_served_is_pictured_and_accessible(browser, served, gallery, look):
    """The release itself: buttons disabled, and the words that say why."""
    browser.look(look)
    for path in ("/reset-password?token=abc", "/forgot-password", "/nowhere"):
        browser.open(served + path)
        browser.screenshot(gallery / f"served{path.partition('?')[0].replace('/', '.')}.{look}.{browser.name}.png")
        assert browser.axe() + browser.faults(LOW_CONTRAST, OVERFLOW, SMALL_TARGETS) == []


@pytest.mark.engines_differ
@pytest.mark.parametrize("path", ["/reset-password?token=abc", "/forgot-password", "/nowhere"])
def test_a_served_page_is_one_request_and_says_nothing_on_the_console(browser, served, path):
    browser.look(PHONE)
    browser.open("about:blank")
    browser.console()
    if browser.name == "chromium":
        browser.requests()
    browser.open(served + path)
    if browser.name == "chromium":
        assert [url for url in browser.requests() if BACKEND not in url] == [served + path]
    loaded = "return performance.getEntriesByType('resource').filter(entry => entry.initiatorType != 'fetch').length"
    assert browser.run(loaded) == 0
    # Chromium reports a 404 of the page itself as an error, and a backend that is not there.
    assert [line for line in browser.console() if "404" not in line and BACKEND not in line] == []


@pytest.mark.parametrize("path", ["/reset-password?token=abc", "/forgot-password"])
def test_the_buttons_of_a_served_page_wait_for_the_script(chromium, served, path):
    chromium.look(PHONE)
    chromium.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        chromium.open(served + path)
        forms = chromium.driver.find_elements("css selector", "form")
        buttons = chromium.driver.find_elements("css selector", "form button:not([hidden])")
        assert forms and all(form.get_attribute("method") == "post" for form in forms)
        assert buttons and not any(button.is_enabled() for button in buttons)
    finally:
        chromium.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.parametrize("path", ["/forgot-password", "/reset-password?token=abc"])
def test_without_a_script_the_page_says_why_nothing_works(chromium, served, path):
    chromium.look(PHONE)
    chromium.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        chromium.open(served + path)
        text = chromium.driver.find_element("css selector", "body").text
    finally:
        chromium.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "JavaScript" in text
    assert "help@artitec.com" in text
    assert "Verifying" not in text


def test_a_page_reads_well_on_paper(chromium, served):
    chromium.look(DESK)
    chromium.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        chromium.open(f"{served}/forgot-password")
        background = chromium.run("return getComputedStyle(document.body).backgroundImage")
    finally:
        chromium.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert "gradient" not in background


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", APPS)
@pytest.mark.sampled(9)
def test_every_focus_ring_can_be_seen_on_the_card_and_on_the_pages_background(chromium, sites, name, dark):  # noqa: F811
    look = Look(390, HIGH, dark)
    chromium.look(look)
    found, pages = {}, set()
    for rendering in sites[name].renderings:
        if rendering.condition != "idle" or rendering.page in pages:
            continue
        pages.add(rendering.page)
        rendering.open(chromium, sites[name].origin, look)
        chromium.run("document.activeElement.blur()")
        for _ in range(20):
            chromium.press_keys(Keys.TAB)
            ring = chromium.run(RING)
            if not ring or ring[0] in found:
                break
            found[ring[0]] = ring[1]
    assert "mailto:" in str(found), "the foot of the page was not reached"
    assert {element: contrast for element, contrast in found.items() if contrast < 3} == {}
