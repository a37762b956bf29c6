"""The storyboard: a gallery of everything that a site shows, opened from a disk, without a server and without the program."""

import re
from contextlib import contextmanager
from urllib.parse import urlsplit

import programs
import pytest
from browsers import Look
from test_studio import APPS, states

IDS = "return [...document.querySelectorAll('.card')].filter(card => card.getClientRects().length).map(card => card.id)"
SEARCH = "const i = document.getElementById('search'); i.value = arguments[0]; i.dispatchEvent(new Event('input'))"
# French pages of an app that is written in English.
FRENCH = "\nlanguages: [fr]\n"


def storyboard(site, output, *options):
    result = programs.run(programs.LATCHKEY, "storyboard", site, "--output", output, *options)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The storyboard of every app of the repository's site."""
    output = tmp_path_factory.mktemp("storyboard") / "Out"
    storyboard(programs.SITE, output)
    return output


@pytest.fixture
def opened(folder, browser):
    browser.look(Look(1280, 1300))
    # What other tests' pages said and asked for is theirs.
    browser.open("about:blank")
    browser.console()
    if browser.name == "chromium":
        browser.requests()
    browser.open((folder / "index.html").as_uri())
    return browser


def pages(folder):
    """The files but the list of them, which is written anew."""
    return {name: file for name, file in programs.snapshot(folder).items() if name != ".latchkey-storyboard"}


def heading(browser, address):
    """The headline that a frame's document shows, opened by itself."""
    browser.open("about:blank")
    browser.open(address)
    assert browser.waits_for("return document.documentElement.dataset.preview === 'ready'", []), address
    return browser.run("return document.querySelector('section:not([hidden]) h1').textContent")


def test_the_gallery_has_every_state_of_every_page_and_every_email_once_each_with_an_anchor(folder):
    index = (folder / "index.html").read_text()
    anchors = re.findall(r'<li id="([^"]+)"', index)
    assert len(set(anchors)) == len(anchors)
    shown = [anchor for anchor in anchors if anchor.count("/") == 2 and "/emails" not in anchor]
    assert [anchor for anchor in shown if "." not in anchor] == [state for app in APPS for state in states(app)]
    # The pages of FetchNews are in four more languages, those of Artitec in one.
    own = [anchor.split("/") for anchor in shown if "." not in anchor]
    tags = {"fetchnews": ("de", "fr", "ar", "ja"), "artitec": ("es",)}
    assert {anchor for anchor in shown if "." in anchor} == {f"{app}/{page}.{tag}/{state}" for app, page, state in own for tag in tags.get(app, ())}
    emails = {f"{path.parts[-3]}/emails/{path.stem}" for path in programs.SITE.glob("*/emails/*.md")}
    translated = {f"{app}/emails.{name.partition('.')[2]}/{name.partition('.')[0]}" if "." in name else f"{app}/emails/{name}" for app, _, name in (email.split("/") for email in emails)}
    assert {anchor for anchor in anchors if "/emails" in anchor} == translated
    assert all(f'href="#{anchor}"' in index for anchor in anchors)
    # A message of the page's own is a card of its own, with its words.
    assert "artitec/forgot-password/form/rate-limited" in anchors
    assert "Too many attempts" in index.split('<li id="artitec/forgot-password/form/rate-limited"')[1].split("</li>")[0]


def test_every_address_in_the_gallery_is_a_file_of_it_and_nothing_is_from_elsewhere(folder):
    index = (folder / "index.html").read_text()
    for address in re.findall(r'(?:src|href)="([^"#]*)', index):
        assert not address or address == "data:," or (folder / address).is_file(), address
    listed = (folder / ".latchkey-storyboard").read_text().split()
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path.name != ".latchkey-storyboard") == listed
    for path in folder.rglob("*.html"):
        text = path.read_text()
        loaded = re.findall(r'<(?:img|source|script|link|iframe)\b[^>]*?\b(?:src|srcset|href)="([^"]*)"', text)
        assert all(address.startswith(("data:", "#")) or not urlsplit(address).scheme and (path.parent / address.split("#")[0]).is_file() for address in loaded), path


def test_five_apps_take_less_than_5_megabytes(folder):
    # One of them in five languages, and one in two.
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < 5 * 1024 * 1024


@pytest.mark.full
def test_frames_show_the_states_that_their_addresses_name(folder, browser):
    browser.look(Look(390, 844))
    # What other tests' pages said is theirs.
    browser.open("about:blank")
    browser.console()
    page = (folder / "artitec" / "forgot-password.light.html").as_uri()
    assert heading(browser, f"{page}#/form") == "Forgot Password?"
    assert heading(browser, f"{page}#/sent") == "Check Your Email"
    assert "ada@example.com" in browser.run("return document.querySelector('section:not([hidden])').innerText")
    assert heading(browser, f"{page}#/form/rate-limited") == "Forgot Password?"
    assert "Too many attempts" in browser.run("return document.querySelector('section:not([hidden])').innerText")
    # A message below a long form is in the picture of a phone.
    assert heading(browser, f"{page.replace('forgot', 'reset')}#/form/rate-limited") == "Reset Password"
    assert browser.run("const { top, bottom } = document.querySelector('section:not([hidden]) .message:not([hidden])').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight")
    # A page that a link opens, with the button into the app, which takes the link's parameters.
    page = (folder / "artitec" / "reset-password.dark.html").as_uri()
    assert heading(browser, f"{page}#/form") == "Reset Password"
    assert browser.run("return document.querySelector('meta[name=color-scheme]').content") == "dark"
    assert browser.console() == []


def test_the_gallery_opens_from_a_file_without_a_message_or_a_request_elsewhere(opened):
    assert len(opened.run(IDS)) > 50
    assert opened.waits_for("return document.querySelectorAll('iframe').length > 5", [])
    # Frames that are far away are given up.
    opened.run("document.querySelector('main > section:last-child').scrollIntoView()")
    assert opened.waits_for("return !document.querySelector('#artitec iframe') && document.querySelector('section:last-child iframe')", [])
    assert opened.console() == []
    if opened.name == "chromium":
        assert [address for address in opened.requests() if not address.startswith("file:///")] == []
    # The frames have documents of their own, which the tests of pages and emails audit; and what is of one app is of all.
    opened.run(SEARCH, "artitec")
    opened.run("for (const picture of document.querySelectorAll('.picture')) picture.remove()")
    assert opened.axe() == []


@pytest.mark.full
def test_search_finds_states_by_words_and_by_names(opened):
    everything = opened.run("return document.querySelectorAll('.card').length")
    states = opened.run(IDS)
    opened.run(SEARCH, "artitec check your email")
    found = opened.run(IDS)
    assert found[0] == "artitec/forgot-password/sent" and all(name.startswith("artitec/") for name in found)
    assert opened.run("return document.getElementById('found').textContent") == f"{len(found)} of {everything}"
    opened.run(SEARCH, "artitec too many attempts reset-password/form")
    assert opened.run(IDS) == ["artitec/reset-password/form/rate-limited"]
    opened.run(SEARCH, "artitec/reset-password/form rate-limited")
    assert all("artitec/reset-password/form" in name for name in opened.run(IDS))
    opened.run(SEARCH, "nothing has these words")
    assert opened.run(IDS) == [] and opened.run("return [...document.querySelectorAll('h2')].every(h => !h.getClientRects().length)")
    opened.run(SEARCH, "")
    assert opened.run(IDS) == states


@pytest.mark.full
def test_width_colours_and_messages_are_chosen_without_a_script(opened):
    def choose(name):
        opened.run("document.getElementById(arguments[0]).click()", name)
        return opened.run("return [...document.querySelectorAll('#artitec .picture')].filter(p => p.getClientRects().length).map(p => [p.className, p.offsetWidth])")

    assert set(map(tuple, choose("phone"))) == {("picture light", 195)}
    assert set(map(tuple, choose("desktop"))) == {("picture light", 461)}
    assert set(map(tuple, choose("dark"))) == {("picture dark", 461)}
    assert {name for name, _ in choose("both")} == {"picture light", "picture dark"}
    message = "artitec/forgot-password/form/rate-limited"
    assert message not in opened.run(IDS)
    choose("all")
    assert message in opened.run(IDS)
    choose("states")
    assert message not in opened.run(IDS)
    opened.run("location.hash = arguments[0]", message)
    assert message in opened.run(IDS)


@pytest.mark.full
def test_print_loads_every_picture_that_is_shown_and_no_other(opened):
    opened.run(SEARCH, "recruiting-compass/reset-password/")
    count = len(opened.run(IDS))
    opened.run("window.print = () => { window.printed = document.querySelectorAll('iframe').length }; document.getElementById('print').click()")
    assert opened.waits_for("return window.printed === arguments[0]".replace("arguments[0]", str(count)), []), opened.run("return window.printed")


@pytest.mark.full
def test_the_gallery_fits_a_phone(folder, browser):
    browser.look(Look(390, 844))
    browser.open((folder / "index.html").as_uri())
    for name in ("phone", "desktop", "both"):
        browser.run("document.getElementById(arguments[0]).click()", name)
        assert browser.run("return document.documentElement.scrollWidth") <= 390, name


SHOWN = "return document.querySelector('section:not([hidden]) h1')?.textContent === arguments[0]"
BUTTON = "section:not([hidden]) button[name=run]:not([disabled])"


@contextmanager
def used(browser):
    """The page in the frame of the document where pages are used."""
    assert browser.waits_for("return !!document.querySelector('#stage iframe')", [], 60)
    browser.driver.switch_to.frame(browser.driver.find_element("css selector", "#stage iframe"))
    try:
        yield
    finally:
        browser.driver.switch_to.default_content()


def fill(browser, **texts):
    """Types into fields, and presses the button of the state."""
    for name, text in texts.items():
        field = browser.driver.find_element("css selector", f"section:not([hidden]) input[name={name.replace('_', '-')}]")
        # WebKit's driver cannot focus what is in a frame.
        browser.run("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new InputEvent('input', { bubbles: true }))", field, text)
    assert browser.waits_for(f"return !!document.querySelector('{BUTTON}')", [], 60)
    browser.driver.find_element("css selector", BUTTON).click()


def live(folder, browser, app):
    browser.look(Look(1280, 1300))
    browser.open("about:blank")
    browser.console()
    if browser.name == "chromium":
        browser.requests()
    browser.open((folder / "live.html").as_uri() + f"#{app}")


def test_a_password_is_reset_in_the_pages_from_a_file(folder, browser):
    live(folder, browser, "artitec")
    with used(browser):
        assert browser.waits_for(SHOWN, ["Forgot Password?"], 60)
        # The page has the height of a phone, or of the window.
        assert browser.run("return innerHeight") > 500
        fill(browser, email="person@example.com")
        assert browser.waits_for(SHOWN, ["Check Your Email"], 60)
    inbox = browser.run("return document.getElementById('inbox').innerText")
    assert "Reset your Artitec password" in inbox and "Artitec to person@example.com" in inbox
    browser.driver.find_element("css selector", "#inbox button").click()
    with used(browser):
        assert browser.waits_for(SHOWN, ["Reset Password"], 60)
        fill(browser, new_password="Sunflower-7", confirm_password="Sunflower-7")
        assert browser.waits_for(SHOWN, ["Password Reset Successful"], 60)
    assert browser.run("return document.getElementById('log').innerText.split('\\n').length") >= 3
    assert browser.console() == []
    if browser.name == "chromium":
        assert [address for address in browser.requests() if not address.startswith("file:///")] == []
    browser.run("for (const frame of document.querySelectorAll('iframe')) frame.remove()")
    assert browser.axe() == []


def test_a_chosen_outcome_is_what_the_page_in_the_file_says_once(folder, browser):
    live(folder, browser, "artitec")
    with used(browser):
        assert browser.waits_for(SHOWN, ["Forgot Password?"], 60)
    browser.run("const s = document.querySelector('#outcomes select[name=send-link]'); s.value = 'rate-limited'; s.dispatchEvent(new Event('change'))")
    with used(browser):
        fill(browser, email="person@example.com")
        assert browser.waits_for("return document.querySelector('section:not([hidden])').innerText.includes('Too many')", [], 60)
    assert browser.run("return document.querySelector('#outcomes select').value") == ""
    assert browser.run("return document.querySelectorAll('#inbox li').length") == 0


@pytest.mark.parametrize("app", APPS)
@pytest.mark.sampled(5)
def test_every_page_of_every_app_begins_in_a_file(folder, browser, app):
    live(folder, browser, app)
    names = browser.run("return [...document.querySelectorAll('#pages option')].map(option => option.value)")
    assert names == [page.stem for page in programs.originals(sorted((programs.SITE / app).glob("*.md")))]
    for name in names:
        browser.run("const s = document.getElementById('pages'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))", name)
        with used(browser):
            assert browser.waits_for("return document.readyState === 'complete' && !!document.querySelector('section:not([hidden])')?.innerText.trim()", [], 60), name
            # Enabled by the page's own script.
            assert browser.run("return document.querySelectorAll('[data-unscripted]').length") == 0, name
    assert browser.console() == []


def test_pages_lead_to_one_another_in_a_file(folder, browser):
    live(folder, browser, "creators")
    with used(browser):
        assert browser.waits_for("return !!document.querySelector('section:not([hidden]) a[href^=\"/login\"]')", [], 60)
        # After the command, which would have no answer from a frame that is replaced.
        browser.run("setTimeout(() => document.querySelector('section:not([hidden]) a[href^=\"/login\"]').click())")
    assert browser.waits_for("return document.getElementById('pages').value === 'login'", [], 60)


def test_every_language_is_in_the_gallery(site, tmp_path):
    app = site / "artitec" / "app.yml"
    app.write_text(app.read_text() + FRENCH)
    # A page of a kind, which has its translation built in.
    (site / "artitec" / "forgot-password.md").write_text("---\nkind: forgot-password\n---\n")
    storyboard(site, tmp_path / "Out")
    index = (tmp_path / "Out" / "index.html").read_text()
    assert '<li id="artitec/forgot-password.fr/form"' in index and '<span class="tag">fr</span>' in index
    assert '<html lang="fr"' in (tmp_path / "Out" / "artitec" / "forgot-password.fr.light.html").read_text()


def test_a_storyboard_replaces_an_earlier_one_and_no_other_files(site, tmp_path):
    output = tmp_path / "Out"
    said = storyboard(site, output)
    assert re.fullmatch(rf"Wrote 1 app, 2 pages, \d+ states, \d+ messages, 2 emails to {output}, \d+ kB\. Open {output}/index\.html\.\n", said)
    before = pages(output)
    storyboard(site, output)
    assert pages(output) == before
    (output / "notes.txt").write_text("mine")
    (site / "artitec" / "emails" / "password-changed.md").unlink()
    storyboard(site, output)
    assert (output / "notes.txt").read_text() == "mine" and not (output / "artitec" / "emails" / "password-changed.light.html").exists()
    # An error leaves the last one.
    before = pages(output)
    (site / "artitec" / "forgot-password.md").write_text("# form\n")
    result = programs.run(programs.LATCHKEY, "storyboard", site, "--output", output)
    assert result.returncode == 1 and "forgot-password.md" in result.stderr
    assert pages(output) == before


def test_a_folder_with_other_files_is_refused(site, tmp_path):
    other = tmp_path / "mine"
    other.mkdir()
    (other / "letter.txt").write_text("Dear Ada")
    result = programs.run(programs.LATCHKEY, "storyboard", site, "--output", other)
    assert (result.returncode, result.stderr) == (
        1, f"{other}: error: the folder has files that no storyboard wrote, such as 'letter.txt'\n  fix: Name a new or an empty folder: '--output Storyboard'.\n")
    result = programs.run(programs.LATCHKEY, "storyboard", site, "--output", site / "artitec" / "Out")
    assert result.returncode == 1 and "the output would be inside the site" in result.stderr
    assert [path.name for path in other.iterdir()] == ["letter.txt"]
