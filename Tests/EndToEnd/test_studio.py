"""The studio: everything that a site makes, side by side, and what its backends and links do."""

import json
import os
import re
import shutil
import urllib.error
import urllib.request
from urllib.parse import urlsplit

import programs
import pytest
from browsers import Look
from rawhttp import ask
from selenium.webdriver.common.keys import Keys
from studio import Preview, Studio, eventually

APPS = [folder.parent.name for folder in sorted(programs.SITE.glob("*/app.yml"))]
SECTIONS = ["pages", "map/artitec", "map/creators", "emails", "pages/artitec/reset-password/form", "flow", "inbox", "sandbox", "links", "problems"]
HEADING = "return document.querySelector('section:not([hidden]) h1')?.textContent ?? ''"
OVERLAY = "const o = document.getElementById('overlay'); return o.hidden ? '' : o.innerText"


def states(app):
    """Every state that the specs of an app have, read from the specs themselves: `artitec/reset-password/form`."""
    for page in sorted(programs.originals((programs.SITE / app).glob("*.md"))):
        for name in re.findall(r"^# (.+)$", page.read_text(), flags=re.MULTILINE):
            if name != "messages":
                yield f"{app}/{page.stem}/{name}"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A preview of every app of the repository's site, which nobody changes."""
    with Preview(programs.copy_site(tmp_path_factory.mktemp("whole"), *APPS)) as running:
        yield running


@pytest.fixture
def preview(site):
    """A preview of Artitec's site, which a test may change."""
    with Preview(site) as running:
        yield running


@pytest.fixture
def studio(preview, browser):
    # High enough that what is pressed in a frame is in the window: WebKit's driver scrolls no frame of another origin.
    browser.look(Look(1280, 1300))
    browser.open("about:blank")
    browser.console()
    return Studio(browser, preview)


def test_every_state_of_every_page_of_every_site_appears(whole, browser):
    browser.look(Look(1280, 900))
    studio = Studio(browser, whole)
    cards = []
    for app in APPS:
        # One app at a time.
        assert studio.open(f"pages/{app}").cards() == list(states(app))
        cards += states(app)
    # Each shows its state, and lets the studio alone show it.
    overview = json.loads(whole.get("/api/site").body)
    origins = {app["name"]: app["origin"] for app in overview["apps"]}
    for card in cards:
        app, page, state = card.split("/")
        port = int(origins[app].rpartition(":")[2])
        answer = whole.get(f"/_preview/{page}?state={state}&scheme=light&condition=idle&text=100", port)
        assert answer.status == 200, card
        sections = re.findall(rb'<section[^>]*\bid="?([a-z0-9-]+)"?[^>]*>', answer.body)
        visible = re.findall(rb'<section(?![^>]*\bhidden)[^>]*\bid="?([a-z0-9-]+)"?', answer.body)
        assert state.encode() in sections and visible == [state.encode()], card
        assert f"frame-ancestors {whole.origin};" in answer["content-security-policy"] + ";"


@pytest.mark.full
def test_frames_are_loaded_when_they_come_near_and_given_up_when_they_are_far(whole, browser):
    browser.look(Look(1280, 900))
    studio = Studio(browser, whole).open("pages/creators")
    count = len(studio.cards())
    frames = "return document.querySelectorAll('.card iframe').length"
    studio.until(frames, lambda loaded: loaded > 0)
    if count > 20:
        assert studio.run(frames) < count
    last = "[...document.querySelectorAll('.card')].pop()"
    studio.run(f"{last}.scrollIntoView()")
    studio.until(f"return {last}.querySelectorAll('iframe').length", lambda loaded: loaded == 1)
    with studio.frame(f".card[data-state='{studio.cards()[-1]}']"):
        studio.until("return document.querySelector('section:not([hidden])').innerText", bool)


def test_an_edited_heading_is_repainted_where_it_stands(studio, site):
    studio.open()
    card = ".card[data-state='artitec/forgot-password/form']"
    with studio.frame(card):
        studio.until(HEADING, lambda text: text == "Forgot Password?")
    page = site / "artitec" / "forgot-password.md"
    page.write_text(page.read_text().replace("## Forgot Password?", "## Lost your password?"))
    with studio.frame(card):
        studio.until(HEADING, lambda text: text == "Lost your password?")
    # A new state appears without anybody's asking.
    page.write_text(page.read_text().replace("[OK](app:login)", "[OK](app:login)\n[Help](#help)").replace("# messages", "# help\n## Help\nWrite to us.\n\n# messages"))
    studio.until("return [...document.querySelectorAll('.card')].map(card => card.dataset.state)", lambda cards: "artitec/forgot-password/help" in cards)


def test_a_broken_file_is_explained_over_the_last_good_pages_until_it_is_mended(studio, site, preview):
    studio.open()
    page = site / "artitec" / "forgot-password.md"
    good = page.read_text()
    page.write_text(good.replace("send-link: { ok: sent }", "send-link: { ok: snet }"))
    studio.until(OVERLAY, lambda text: "Site/artitec/forgot-password.md:15:" in text and "'snet'" in text and "send-link: { ok: snet }" in text)
    assert "Did you mean 'sent'?" in studio.run(OVERLAY)
    with studio.frame(".card[data-state='artitec/forgot-password/sent']"):
        studio.until(HEADING, lambda text: text == "Check Your Email")
        # The studio's own is enough.
        assert studio.run("return document.getElementById('latchkey-problems')") is None
    assert studio.browser.axe() == []
    studio.click("Hide", "#overlay").until(OVERLAY, lambda text: text == "")
    # Another mistake is another problem.
    page.write_text(good.replace("(app:login)", "(app:logn)"))
    studio.until(OVERLAY, lambda text: "app:logn" in text)
    studio.open("problems").says("app:logn")
    assert studio.run(OVERLAY) == ""
    page.write_text(good)
    studio.until("return document.querySelector('main').innerText", lambda text: "logn" not in text)
    studio.open().until(OVERLAY, lambda text: text == "")


@pytest.mark.full
def test_an_app_of_a_large_site_is_built_when_it_is_opened(tmp_path, chromium):
    for number in range(10, 30):
        app = shutil.copytree(programs.SITE / "artitec", tmp_path / "Site" / f"app-{number}") / "app.yml"
        app.write_text(re.sub(r"(?m)^name: .*", f"name: App {number}", app.read_text()).replace("[artitec.com]", f"[app-{number}.example]"))
    # Nobody looks at it.
    (tmp_path / "Site" / "app-29" / "app.yml").write_text("nonsense: true\n")
    with Preview(tmp_path / "Site", "--app", "app-17", apps=2) as running:
        assert list(running.apps) == ["App 17"]
        assert running.said[-1] == (
            "19 other apps: open them in the studio, or name them with '--app'. 'latchkey check' finds their problems.")
        chromium.look(Look(1280, 900))
        studio = Studio(chromium, running).open()
        assert {card.split("/")[0] for card in studio.cards()} == {"app-17"}
        studio.says("19 more apps are not open")
        assert chromium.axe() == []
        studio.run("const i = document.querySelector('input[type=search]'); i.value = '12'; i.dispatchEvent(new Event('input'))")
        studio.click("app-12")
        studio.until("return [...document.querySelectorAll('.card')].map(card => card.dataset.state)", lambda cards: "app-12/forgot-password/form" in cards)
        with studio.frame(".card[data-state='app-12/forgot-password/form']"):
            studio.until(HEADING, lambda text: text == "Forgot Password?")
        page = tmp_path / "Site" / "app-12" / "forgot-password.md"
        page.write_text(page.read_text().replace("## Forgot Password?", "## Saved in app 12"))
        with studio.frame(".card[data-state='app-12/forgot-password/form']"):
            studio.until(HEADING, lambda text: text == "Saved in app 12")
        overview = json.loads(running.get("/api/site").body)
        assert [app["name"] for app in overview["apps"]] == ["app-12", "app-17"]
        assert len(overview["others"]) == 18 and not overview["broken"]
        # An app that the address names is opened, wherever it is shown, and kept.
        studio.open("flow/app-15").until(SHOWN, lambda text: text == "Flow of App 15")
        studio.until("return document.getElementById('apps').innerText.split('\\n')", lambda names: names[-2:] == ["App 17", "17 more…"])
        studio.open("map").until(SHOWN, lambda text: text == "Map of App 15")


def choose(studio, operation, outcome):
    """What the next run of an operation comes to, as the page's own controls say it."""
    studio.until(f"return [...document.querySelectorAll('.choices code')].some(c => c.textContent === '{operation}')", bool)
    studio.run(
        """const select = [...document.querySelectorAll('.choices label')].find(l => l.querySelector('code')?.textContent === arguments[0]).querySelector('select');
        select.value = arguments[1]; select.dispatchEvent(new Event('change'));""", operation, outcome)


def send_link(studio, address="person@example.com"):
    """Asks for a link in the flow's frame, as a person does."""
    with studio.frame(".stage"):
        studio.until("return !!document.querySelector('section:not([hidden]) button:not([disabled])')", bool)
        studio.type("section:not([hidden]) input[type=email]", address)
        studio.browser.driver.find_element("css selector", "section:not([hidden]) button:not([type=button])").click()


def test_a_chosen_outcome_is_what_the_page_says_once(studio):
    studio.open("flow")
    choose(studio, "send-link", "rate-limited")
    # Said again by the sandbox, for this and every other studio.
    studio.until("return [...document.querySelectorAll('.choices option:checked')].map(o => o.value).join('')", lambda text: text == "rate-limited")
    send_link(studio)
    with studio.frame(".stage"):
        studio.until("return document.querySelector('section:not([hidden])').innerText", lambda text: "Too many attempts" in text)
    studio.until("return [...document.querySelectorAll('.choices select')].map(s => s.value).join('')", lambda text: text == "")


def test_a_password_is_reset_from_the_first_page_to_the_last(studio):
    """Ask for a link, read the mail beside the page, follow it there, choose a new password."""
    studio.open("flow")
    send_link(studio)
    with studio.frame(".stage"):
        studio.until(HEADING, lambda text: text == "Check Your Email")
    studio.until("return document.querySelectorAll('.beside [data-email]').length", lambda count: count == 1)
    # The page was not begun anew by the mail.
    with studio.frame(".stage"):
        assert studio.run(HEADING) == "Check Your Email"
    studio.click("Open the link")
    with studio.frame(".stage"):
        studio.until(HEADING, lambda text: text == "Reset Password")
        for name in ("new-password", "confirm-password"):
            studio.type(f"section:not([hidden]) input[name={name}]", "Sunflower-7")
        studio.browser.driver.find_element("css selector", "section:not([hidden]) button:not([type=button])").click()
        studio.until(HEADING, lambda text: text == "Password Reset Successful")
    # The link and its token never were in the studio's own address.
    assert "token" not in studio.run("return location.href")


def test_the_inbox_is_live_and_its_links_lead_to_the_preview(studio, preview):
    studio.open("flow")
    send_link(studio)
    with studio.frame(".stage"):
        studio.until(HEADING, lambda text: text == "Check Your Email")
    studio.open("inbox").until("return document.querySelectorAll('[data-email]').length", lambda count: count == 1)
    first = studio.run("return document.querySelector('[data-email]').dataset.email")
    link = json.loads(preview.get("/api/inbox").body)["emails"][0]["link"]
    assert link.startswith(f"{preview.apps['Artitec']}/reset-password?token=")
    # So does every other link to a page of the app.
    html = preview.get("/_preview/inbox/0", preview.port + 1).body.decode()
    assert f'href="{preview.apps["Artitec"]}/forgot-password"' in html and "https://artitec.com" not in html
    # Another comes while the inbox is looked at, and stands above.
    page = preview.get("/forgot-password", preview.port + 1).body
    base = re.search(rb"http://127\.0\.0\.1:\d+/artitec", page)[0].decode()
    body = json.dumps({"email": "unverified@example.com"}).encode()
    request = urllib.request.Request(f"{base}/v1/auth/forgot-password", body, {"Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=programs.PATIENCE).close()
    studio.until("return document.querySelectorAll('[data-email]').length", lambda count: count == 2)
    assert "unverified@example.com" in studio.run("return document.querySelector('[data-email]').innerText")
    assert studio.run("return document.querySelectorAll('[data-email]')[1].dataset.email") == first


@pytest.mark.full
def test_links_are_explained_as_they_are_typed(studio, preview):
    studio.open("links").says("Opens the app for '/reset-password' with an item 'token' that is not empty.")
    studio.browser.driver.find_element("css selector", "main input").send_keys("https://artitec.com/reset-password?token=abc")
    studio.says("The app opens with the link 'reset-password'.").says("token").says("Desktop")
    said = programs.run(programs.LATCHKEY, "links", "explain", "https://artitec.com/reset-password?token=abc", "--site", programs.SITE).stdout
    shown = studio.run("return document.querySelector('.answer').innerText")
    for sentence in re.findall(r"(?:The|iOS|app\.yml|This is the link)[^\n]*\.", said):
        assert sentence in re.sub(r"\s+", " ", shown), sentence
    field = studio.browser.driver.find_element("css selector", "main input")
    field.clear()
    # An address of the preview's own is taken for the app's.
    field.send_keys(preview.apps["Artitec"] + "/reset-password?token=abc")
    studio.says("The app opens with the link 'reset-password'.")
    field.clear()
    field.send_keys("https://elsewhere.example/x")
    studio.says("No app of this site has it. The site knows artitec.com, artitec://.")


@pytest.mark.full
def test_a_newcomers_five_minutes(preview, site, chromium):
    """The README's walk: change the headline, see it, reset a password, read the mail, paste a link."""
    # High enough that the page in the frame is not scaled: the driver presses beside what a scaled frame contains.
    chromium.look(Look(1280, 1300))
    studio = Studio(chromium, preview).open()
    page = site / "artitec" / "forgot-password.md"
    page.write_text(page.read_text().replace("## Forgot Password?", "## Lost your password?"))
    with studio.frame(".card[data-state='artitec/forgot-password/form']"):
        studio.until(HEADING, lambda text: text == "Lost your password?")
    studio.click("Flow", "nav").until("return document.querySelectorAll('.stage iframe').length", bool)
    send_link(studio)
    studio.until("return document.querySelectorAll('.beside [data-email]').length", lambda count: count == 1)
    studio.click("Open the link")
    with studio.frame(".stage"):
        studio.until(HEADING, lambda text: text == "Reset Password")
        for name in ("new-password", "confirm-password"):
            studio.type(f"section:not([hidden]) input[name={name}]", "Sunflower-7")
        chromium.driver.find_element("css selector", "section:not([hidden]) button:not([type=button])").click()
        studio.until(HEADING, lambda text: text == "Password Reset Successful")
    studio.click("Inbox", "nav").says("Reset your Artitec password")
    studio.click("The text").says("We received a request to reset your Artitec password")
    studio.click("Links", "nav").says("Address")
    chromium.driver.find_element("css selector", "main input").send_keys("https://artitec.com/reset-password?token=abc")
    studio.says("The app opens with the link 'reset-password'.")


@pytest.mark.full
def test_what_somebody_reads_stays_open_when_an_email_comes(studio):
    send = "import('/site.js').then(({ post }) => post('/api/emails', { app: 'artitec', email: 'reset-password' }))"
    for section, place in [("inbox", "main"), ("flow", ".beside")]:
        studio.open(section)
        emails = f"return document.querySelectorAll('{place} [data-email]').length"
        count = studio.run(emails)
        studio.run(send)
        studio.until(emails, lambda now, count=count: now == count + 1)
        studio.click("The text", place).says("We received a request", place)
        read = "const place = document.activeElement.closest('[data-email], [data-read]'); return place?.dataset.email ?? place?.dataset.read"
        focused = studio.run(f"document.querySelector('{place} summary').focus(); {read}")
        studio.run(send)
        studio.until(emails, lambda now, count=count: now == count + 2).says("We received a request", place)
        assert focused and studio.run(read) == focused


def emails(app):
    return [f"{app}/{file.stem}" for file in sorted(programs.originals((programs.SITE / app / "emails").glob("*.md")))]


def test_every_email_of_every_site_appears(whole, browser):
    browser.look(Look(1280, 900))
    studio = Studio(browser, whole)
    shown = "return [...document.querySelectorAll('[data-email]')].map(each => each.dataset.email)"
    addresses = []
    for app in APPS:
        studio.open(f"emails/{app}").until(shown, lambda names, app=app: names == emails(app))
        addresses += studio.run("return [...document.querySelectorAll('[data-email] .picture a')].map(a => a.href)")
    for address in addresses:
        port = int(urlsplit(address).port)
        answer = whole.get("{0.path}?{0.query}".format(urlsplit(address)), port)
        assert answer.status == 200 and b"</html>" in answer.body
        policy = answer["content-security-policy"]
        assert f"frame-ancestors {whole.origin};" in policy and "script-src" not in policy
        # Colours are rendered, since a frame has none of its own.
        assert b"prefers-color-scheme: dark" not in answer.body
        assert ("img-src 'none'" in policy) == ("images=off" in address)


def luminance(color):
    """The relative luminance of a colour as browsers write it: `rgb(20, 20, 22)`."""
    channels = [int(each) / 255 for each in re.findall(r"\d+", color)[:3]]
    return sum(weight * (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4) for weight, each in zip((0.2126, 0.7152, 0.0722), channels, strict=True))


COLORS = "const s = getComputedStyle(document.querySelector('h1')), ground = getComputedStyle(document.querySelector('.card')); return [s.color, ground.backgroundColor, s.fontSize]"


@pytest.mark.full
def test_emails_are_shown_as_programs_change_them(whole, browser):
    browser.look(Look(390, 844))
    shown = {}
    studio = Studio(browser, whole).open("emails/artitec")
    words = studio.run("return [...document.querySelectorAll('article:first-of-type .card p')].map(p => p.textContent)")
    addresses = studio.run("return [...document.querySelectorAll('article:first-of-type .picture a')].map(a => a.href)")
    assert words[len(addresses):] == ["Text only"] and "Artitec" in studio.run("return document.querySelector('.text-only').textContent")
    for word, address in zip(words, addresses, strict=False):
        browser.open(address)
        shown[word] = browser.run(COLORS)
    light, own = shown["Light"], shown["Dark, its own colours"]
    assert luminance(light[0]) < 0.1 < luminance(light[1]) and luminance(own[1]) < 0.1 < luminance(own[0])
    for program in ("Gmail, iPhone", "Gmail, Android"):
        text, ground, _ = shown[f"Dark in {program}"]
        assert luminance(ground) < 0.1 < luminance(text) and ground != own[1], program
    # Outlook.com lets an email answer, and this one does.
    assert shown["Dark in Outlook.com"] == own
    assert float(shown["Text at 200 %"][2][:-2]) == 2 * float(light[2][:-2])


@pytest.mark.full
def test_an_email_is_sent_downloaded_and_put_in_other_words(studio, preview, site):
    studio.open("emails").click("Send to the sandbox inbox").says("Sent")
    studio.until("return 1", lambda _: json.loads(preview.get("/api/inbox").body)["emails"])
    (mail,) = json.loads(preview.get("/api/inbox").body)["emails"]
    assert mail["to"] == "ada@example.com" and mail["hasHTML"]
    assert mail["link"].startswith(preview.apps["Artitec"])
    message = preview.get("/api/eml?app=artitec&email=reset-password")
    assert message["content-disposition"] == 'attachment; filename="artitec-reset-password.eml"'
    assert b"Subject: Reset your Artitec password" in message.body and b"multipart/alternative" in message.body
    # What the command writes is what the studio shows.
    dialects = json.loads(preview.get("/api/emails").body)["dialects"]
    assert "jinja" in dialects
    result = programs.run(programs.LATCHKEY, "emails", "export", site, "--dialect", "jinja", "--output", site.parent / "jinja")
    assert result.returncode == 0, result.stderr
    files = json.loads(preview.get("/api/dialect?app=artitec&dialect=jinja").body)["files"]
    written = {str(file.relative_to(site.parent / "jinja")): file.read_text() for file in (site.parent / "jinja" / "artitec").rglob("*") if file.is_file()}
    assert {f"artitec/{file['path']}": file["text"] for file in files} == written
    # A changed subject is in the row at once.
    spec = site / "artitec" / "emails" / "reset-password.md"
    spec.write_text(re.sub(r"(?m)^subject: .*$", "subject: Choose another password", spec.read_text()))
    studio.says("Choose another password")


# The phone's width, where most goes wrong; `make test-all` has the others.
@pytest.mark.parametrize(
    ["width", "dark"],
    [
        pytest.param(1280, False, id="1280-light", marks=pytest.mark.full), pytest.param(390, True, id="390-dark"),
        pytest.param(1280, True, id="1280-dark", marks=pytest.mark.full), pytest.param(390, False, id="390-light", marks=pytest.mark.full),
    ],
)  # fmt: skip
def test_nobody_is_shut_out(whole, browser, width, dark):
    browser.look(Look(width, 900, dark))
    browser.open("about:blank")
    browser.console()
    pictures = programs.ROOT / ".build" / "screenshots" / "studio"
    pictures.mkdir(parents=True, exist_ok=True)
    for section in SECTIONS:
        studio = Studio(browser, whole).open(section)
        assert browser.axe() == [], section
        assert studio.run("return document.documentElement.scrollWidth <= innerWidth"), section
        browser.driver.save_screenshot(str(pictures / f"{section.replace('/', '-')}.{width}.{'dark' if dark else 'light'}.{browser.name}.png"))
    # axe-core asks the frames, which do not listen.
    assert [line for line in browser.console() if whole.origin in line and "post" not in line.lower()] == []


def test_the_keyboard_is_enough(whole, browser):
    browser.look(Look(1280, 900))
    studio = Studio(browser, whole).open()
    studio.cards()

    def press(*keys):
        browser.press_keys(*keys)

    def tab_to(condition, most=400):
        for _ in range(most):
            if studio.run(f"const e = document.activeElement; return !!({condition})"):
                return
            press(Keys.TAB)
        raise AssertionError(f"the keyboard never comes to {condition}")

    # To a choice, which the arrows change, and the focus stays.
    tab_to("e.name === 'Colours'")
    before = studio.run("return document.activeElement.value")
    press(Keys.ARROW_RIGHT if before == "light" else Keys.ARROW_LEFT)
    studio.until("return document.querySelector('input[name=Colours]:checked').value", lambda value: value != before)
    studio.until("return document.activeElement.name", lambda name: name == "Colours")
    # To a state: the frames themselves are no stops on the way.
    tab_to("e.closest('.picture')")
    assert studio.run("return !document.querySelector('.card iframe:not([inert] *)')")
    press(Keys.ENTER)
    studio.until("return location.hash", lambda text: text.count("/") == 4)
    studio.until("return document.activeElement.localName", lambda name: name == "h1")
    first = studio.run("return location.hash")
    press(Keys.ARROW_RIGHT)
    studio.until("return location.hash", lambda text: text != first and text.count("/") == 4)
    press(Keys.ESCAPE)
    studio.until("return location.hash", lambda text: text == "#/" + "/".join(first.split("/")[1:3]))
    # To another section, from the beginning of the page.
    studio.open()
    tab_to("e.matches('nav a') && e.textContent === 'Links'")
    press(Keys.ENTER)
    studio.until("return document.querySelector('h1').textContent", lambda text: text.startswith("Links of "))
    tab_to("e.matches('main input')")
    press("https://artitec.com/reset-password?token=abc")
    studio.says("The app opens with the link 'reset-password'.")


SHOWN = "return document.querySelector('h1').textContent"


@pytest.mark.full
def test_one_app_is_shown_at_a_time_and_the_choice_is_kept(whole, browser):
    browser.look(Look(1280, 900))
    studio = Studio(browser, whole).open("pages/artitec")
    studio.click("Creators", "#apps").until(SHOWN, lambda text: text == "Pages of Creators")
    assert {card.split("/")[0] for card in studio.cards()} == {"creators"}
    studio.run("document.querySelector('input[value=dark]').click()")
    studio.click("Map", "header nav").until(SHOWN, lambda text: text == "Map of Creators")
    # In the next visit as well.
    studio.open("pages").until(SHOWN, lambda text: text == "Pages of Creators")
    assert studio.run("return document.querySelector('input[value=dark]').checked")
    studio.open("sandbox").says("Creators")
    assert "Artitec" not in studio.run("return document.querySelector('main').innerText")
    # Outcomes are words, and pages have names.
    assert {"Normal", "Rate limited"} <= set(studio.run("return [...document.querySelectorAll('option')].map(o => o.textContent)"))
    # The links and the files are those of one app, and one asks for any address.
    studio.open("links/creators").says("Creators.entitlements")
    assert "Artitec" not in studio.run("return document.querySelector('main').innerText")
    studio.open("flow/creators").until("return document.querySelectorAll('.bar option').length", bool)
    assert "Log In (/login)" in studio.run("return [...document.querySelectorAll('.bar option')].map(o => o.textContent)")


@pytest.mark.full
def test_one_page_of_many_is_shown_alone(whole, browser):
    browser.look(Look(1280, 900))
    studio = Studio(browser, whole).open("pages/creators")
    everything = studio.cards()
    studio.click("Log In", "main nav").until("return document.querySelectorAll('main article').length", lambda count: count == 1)
    assert studio.cards() == [state for state in everything if state.startswith("creators/login/")]
    # Two pages have the same title.
    assert "Reset Your Password (/forgot-password)" in studio.run("return document.querySelector('main nav').innerText")
    studio.click("All", "main nav").until("return document.querySelectorAll('main article').length", lambda count: count > 3)


@pytest.mark.full
def test_controls_fit_a_phone_with_long_names_of_pages(whole, browser):
    browser.look(Look(390, 844))
    for section in ("flow/creators", "flow/recruiting-compass", "pages/creators"):
        studio = Studio(browser, whole).open(section)
        outside = "return [...document.querySelectorAll('main .bar *')].filter(each => each.getBoundingClientRect().right > innerWidth - 12).map(each => each.outerHTML)"
        assert studio.run(outside) == [], section


@pytest.mark.full
def test_the_map_shows_every_state_alive_and_an_arrow_plays(whole, browser):
    browser.look(Look(1280, 900))
    studio = Studio(browser, whole).open("map/artitec")
    boxes = studio.run("return [...document.querySelectorAll('.map .state')].map(node => node.dataset.node.replace('state:', 'artitec/'))")
    assert sorted(boxes) == sorted(states("artitec"))
    studio.until("return document.querySelectorAll('.thumbnail iframe').length", lambda count: count == len(boxes))
    # A picture is in its box, whatever the zoom is.
    for key in ("", "+", "-", "0"):
        if key:
            browser.press_keys(key)
        assert studio.run("""
            const boxes = [...document.querySelectorAll('.map .state rect')].map(box => box.getBoundingClientRect());
            const pictures = [...document.querySelectorAll('.thumbnail')].map(each => each.getBoundingClientRect());
            return pictures.every((picture, index) => Math.abs(picture.left - boxes[index].left) < 2 && Math.abs(picture.top - boxes[index].top) < 2
                && Math.abs(picture.width - boxes[index].width) < 3)"""), key
    # All of it fits the window's width.
    assert studio.run("const room = document.querySelector('.map-room'); return room.scrollWidth <= room.clientWidth + 1")
    # And all of it the window.
    browser.press_keys("a")
    assert studio.run("const room = document.querySelector('.map-room'); return room.scrollHeight <= room.clientHeight + 1")
    browser.press_keys("0")
    # As a list: every box with what leads from it.
    studio.click("As a list").says("From form to sent: send-link → ok")
    assert studio.run("return document.querySelectorAll('.map-list > li').length") == studio.run("return document.querySelectorAll('.map .node').length")
    # The outcome beside an arrow plays it, and a box opens its state.
    studio.run("document.querySelector('.map a[href$=\"forgot-password/form/send-link:ok\"]').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))")
    studio.until(SHOWN, lambda text: text == "Artitec: form")
    with studio.frame("main"):
        studio.until(HEADING, lambda text: text == "Check Your Email")
    studio.open("map/artitec")
    studio.run("document.querySelector('.map [data-node=\"state:reset-password/done\"] a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))")
    studio.until(SHOWN, lambda text: text == "Artitec: done")


@pytest.mark.full
def test_everything_is_found_and_reached_without_a_pointer(whole, browser):
    browser.look(Look(1280, 900))
    studio = Studio(browser, whole).open("pages/artitec")
    results = "return [...document.querySelectorAll('.found a')].map(a => a.textContent)"
    # A state by its words, an email by its subject, a file by its name.
    for words, found in [
        ("successfully log in new password", "Reset Your Password: done"), ("was changed artitec", "Your Artitec password was changed"),
        ("creators/login.md unverified", "Log In: unverified"),
    ]:  # fmt: skip
        browser.press_keys("/")
        studio.until("return document.activeElement.type", lambda kind: kind == "search")
        browser.press_keys(words)
        studio.until(results, lambda names, found=found: found in names)
        assert browser.axe() == []
        browser.press_keys(Keys.ESCAPE)
        studio.until("return document.querySelectorAll('dialog').length", lambda count: count == 0)
    browser.press_keys("/")
    studio.until("return document.activeElement.type", lambda kind: kind == "search")
    browser.press_keys("creators/login.md unverified")
    studio.until(results, bool)
    browser.press_keys(Keys.ARROW_DOWN, Keys.ENTER)
    studio.until(SHOWN, lambda text: text == "Creators: unverified")
    # Every shortcut that the list names does what it says.
    browser.press_keys("?")
    studio.until("return document.querySelector('dialog')?.innerText ?? ''", lambda text: "Search states, words and files" in text)
    assert browser.axe() == []
    browser.press_keys(Keys.ESCAPE)
    studio.until("return document.querySelectorAll('dialog').length", lambda count: count == 0)
    for key, shown in [("2", "Map of Creators"), ("]", "Map of FetchNews"), ("[", "Map of Creators"), ("1", "Pages of Creators"), ("7", "Links of Creators"), ("3", "Flow of Creators")]:
        browser.press_keys(key)
        studio.until(SHOWN, lambda text, shown=shown: text == shown)
    studio.open("pages/creators")
    scheme = "return document.querySelector('input[name=Colours]:checked').value"
    before = studio.run(scheme)
    browser.press_keys("d")
    studio.until(scheme, lambda value: value != before)
    browser.press_keys("d")


def test_a_problem_and_a_state_open_in_the_editor(studio, site):
    page = site / "artitec" / "forgot-password.md"
    links = "return [...document.querySelectorAll('main a')].filter(a => a.textContent.startsWith('Open in VS')).map(a => a.href)"
    studio.open("pages/artitec/forgot-password/sent").says("Copy address")
    line = page.read_text().split("\n").index("# sent") + 1
    assert studio.run(links) == [f"vscode://file{page.resolve()}:{line}"]
    page.write_text(page.read_text().replace("send-link: { ok: sent }", "send-link: { ok: snet }"))
    studio.open("problems").says("snet")
    assert studio.run(links)[0].startswith(f"vscode://file{page.resolve()}:15:")
    # The page behind it, and another editor, which is kept.
    studio.run("const s = document.querySelector('main select'); s.value = 'VS Code Insiders'; s.dispatchEvent(new Event('change'))")
    studio.says("Open in VS Code Insiders")
    studio.open("problems").says("Open in VS Code Insiders").click("Forgot Your Password?: form").until(SHOWN, lambda text: text == "Artitec: form")


@pytest.mark.full
def test_an_editor_with_a_window_is_started_and_the_command_of_another_is_copied(site, tmp_path, chromium):
    said = tmp_path / "said"
    (tmp_path / "subl").write_text(f'#!/bin/sh\necho "$@" >"{said}"\n')
    (tmp_path / "subl").chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    page = (site / "artitec" / "forgot-password.md").resolve()
    line = page.read_text().split("\n").index("# sent") + 1
    for editor, words in (("subl --new-window", "Open in subl"), ("vim", "Copy the command for vim")):
        with Preview(site, environment={**os.environ, "PATH": path, "EDITOR": editor, "VISUAL": ""}) as preview:
            chromium.look(Look(1280, 900))
            studio = Studio(chromium, preview).open("problems")
            studio.run("localStorage.setItem('choices', JSON.stringify({ editor: arguments[0] }))", editor.split()[0])
            studio.open("pages/artitec/forgot-password/sent").says(words)
            studio.run("navigator.clipboard.writeText = async (text) => { window.copied = text }")
            studio.click(words)
            if editor == "vim":
                studio.until("return window.copied", lambda text: text == f"vim +{line} {page}")
            else:
                studio.says("Opened")
                eventually(chromium, "return 1", lambda _: said.read_text() == f"--new-window {page}:{line}:1\n")
            # Nothing but the site's own files is opened, and nothing by other names.
            for body in ({"editor": editor.split()[0], "file": "/etc/passwd"}, {"editor": "sh", "file": str(page)}):
                request = urllib.request.Request(
                    f"{preview.origin}/api/edit", json.dumps(body).encode(), {"Content-Type": "application/json", "Host": f"127.0.0.1:{preview.port}"})
                with pytest.raises(urllib.error.HTTPError, match="400"):
                    urllib.request.urlopen(request, timeout=programs.PATIENCE)


# Keeps what would be in the clipboard, and draws it to look at its colours.
CLIPBOARD = """
navigator.clipboard.write = async ([item]) => {
    const picture = await createImageBitmap(await item.getType("image/png"));
    const context = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height }).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    window.copied = [picture.width, picture.height, new Set(new Uint32Array(data.buffer)).size, [...data.slice(0, 3)]];
}
"""


@pytest.mark.full
def test_a_picture_of_a_state_is_copied(whole, chromium):
    chromium.look(Look(1280, 900))
    chromium.console()
    for scheme, count in (("light", 1), ("dark", 1), ("both", 2)):
        studio = Studio(chromium, whole).open("pages/artitec/forgot-password/form")
        studio.run(f"document.querySelector('input[name=Colours][value={scheme}]').click()")
        studio.until("return document.querySelectorAll('main .frame iframe').length", lambda frames, count=count: frames == count)
        with studio.frame("main"):
            studio.until(HEADING, lambda text: text == "Forgot Password?")
        studio.run(CLIPBOARD)
        studio.click("Copy picture").until("return !!window.copied", bool)
        width, height, colors, corner = studio.run("return window.copied")
        assert (width, height) == (780 * count, 1688) and colors > 50, scheme
        # The corner has the app's own background.
        assert (corner[0] > 128) == (scheme != "dark"), (scheme, corner)
    # A page with a message below the phone's height is scrolled, and so is its picture.
    studio = Studio(chromium, whole).open("pages/artitec/reset-password/form/reset-password:rate-limited")
    with studio.frame("main"):
        studio.until("return scrollY", bool)
    picture = """return new Promise(done => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => done(data);
        document.querySelector('main .frame iframe').contentWindow.postMessage('picture', '*', [port2]);
    })"""
    assert "margin-top: -" in studio.run(picture).split("<body", 1)[0]
    assert chromium.console() == []


@pytest.mark.full
def test_light_and_dark_are_side_by_side(whole, browser):
    browser.look(Look(1280, 900))
    studio = Studio(browser, whole).open("pages/artitec")
    studio.run("document.querySelector('input[name=Colours][value=both]').click()")
    studio.until("return document.querySelector('.card').querySelectorAll('iframe').length", lambda count: count == 2)
    schemes = studio.run("return [...document.querySelector('.card').querySelectorAll('iframe')].map(frame => new URL(frame.src).searchParams.get('scheme'))")
    assert schemes == ["light", "dark"]
    studio.run("document.querySelector('input[name=Colours][value=light]').click()")


def test_an_outcome_is_played_in_the_sandbox(studio):
    studio.open("pages/artitec/forgot-password/form/send-link:rate-limited").click("Play it in the sandbox")
    studio.until("return document.querySelector('.choices option:checked')?.value", lambda value: value == "rate-limited")
    send_link(studio)
    with studio.frame(".stage"):
        studio.until("return document.querySelector('section:not([hidden])').innerText", lambda text: "Too many attempts" in text)


def test_an_address_is_filled_in_where_a_page_is_used(studio):
    studio.open("flow")
    with studio.frame(".stage"):
        studio.until("return document.querySelector('input[type=email]')?.value", lambda value: value == "person@example.com")
        studio.until("return !!document.querySelector('section:not([hidden]) button:not([disabled])')", bool)


def test_no_other_page_reads_the_studio_or_presses_its_buttons(preview, chromium):
    """This includes the previewed pages, whose templates may come from somebody else."""
    chromium.look(Look())
    chromium.open(preview.apps["Artitec"] + "/.well-known/apple-app-site-association")
    for path, options in [
        ("/api/site", {}), ("/api/sandbox", {}), ("/api/inbox", {}),
        ("/api/sandbox", {"method": "POST", "body": '{"reset": true}', "headers": {"Content-Type": "application/json"}}),
        ("/api/sandbox", {"method": "POST", "body": '{"reset": true}', "mode": "no-cors"}),
    ]:
        seen = chromium.driver.execute_async_script(
            "const [address, options, done] = arguments; fetch(address, options).then(a => a.text()).then(done, () => done('refused'))",
            preview.origin + path, options)
        assert seen in ("refused", ""), (path, options)
    for path in ("/", "/main.js", "/api/site", "/api/inbox", "/api/sandbox"):
        answer = preview.get(path, None, "Origin: https://evil.example")
        assert not [name for name, _ in answer.headers if name.startswith("access-control")]
        assert "frame-ancestors 'none'" in answer["content-security-policy"] and answer["x-frame-options"] == "DENY"
    # The key to the sandbox itself is in nothing that a browser gets.
    for path in ("/", "/api/site", "/api/inbox", "/api/sandbox", "/api/links"):
        assert b"Latchkey-Sandbox" not in preview.get(path).body
    sandbox = urlsplit(re.search(rb"http://127\.0\.0\.1:\d+/artitec", preview.get("/forgot-password", preview.port + 1).body)[0].decode())
    refused = ask(sandbox.port, "/_sandbox/inbox", host=f"127.0.0.1:{sandbox.port}")
    assert refused.status == 403


def test_everything_comes_from_the_studio_and_the_apps(whole, chromium):
    chromium.look(Look(1280, 900))
    chromium.requests()
    studio = Studio(chromium, whole)
    for section in SECTIONS:
        studio.open(section)
    own = {whole.origin, *whole.apps.values()}
    strangers = {address for address in chromium.requests() if "{0.scheme}://{0.netloc}".format(urlsplit(address)) not in own}
    # The flow's page asks the sandbox.
    assert {urlsplit(address).hostname for address in strangers} <= {"127.0.0.1"}


def choose_language(studio, value):
    studio.run(
        "const select = [...document.querySelectorAll('.pick')].find(label => label.textContent.startsWith('Language')).querySelector('select');"
        "select.value = arguments[0]; select.dispatchEvent(new Event('change'));",
        value,
    )


@pytest.mark.full
def test_pages_and_emails_are_shown_in_a_language_alone_and_beside_the_original(whole, browser):
    browser.look(Look(1280, 1300))
    studio = Studio(browser, whole).open("pages/fetchnews")
    own = studio.cards()
    titles = "return [...document.querySelectorAll('.card:first-child .frame iframe')].map(frame => frame.title).filter(title => title.includes('forgot-password'))"
    choose_language(studio, "ar")
    studio.until(titles, lambda found: len(found) == 1 and found[0].endswith(", ar"))
    assert studio.cards() == own
    choose_language(studio, "+ar")
    studio.until(titles, lambda found: len(found) == 2 and [title.endswith(", ar") for title in found] == [False, True])
    # The choice is kept, and an app in one language has none.
    studio.open("emails/fetchnews")
    studio.until("return [...document.querySelectorAll('[data-email]')].map(each => each.dataset.email)", lambda found: found[:2] == ["fetchnews/password-changed", "fetchnews/password-changed.ar"])
    choose_language(studio, "de")
    studio.until("return [...document.querySelectorAll('[data-email]')].map(each => each.dataset.email)", lambda found: found[:2] == ["fetchnews/password-changed.de", "fetchnews/reset-password.de"])
    studio.open("pages/creators")
    assert "Language" not in studio.run("return document.querySelector('.bar').textContent")


def test_a_translated_page_may_be_framed_by_the_studio_and_reloads(whole):
    overview = json.loads(whole.get("/api/site").body)
    [app] = [app for app in overview["apps"] if app["name"] == "fetchnews"]
    assert (app["language"], app["languages"]) == ("en", ["de", "fr", "ar", "ja"])
    assert all(page["languages"] == app["languages"] for page in app["pages"])
    port = int(app["origin"].rpartition(":")[2])
    for path in ("/fr/forgot-password", "/_preview/forgot-password?state=form&language=fr"):
        answer = whole.get(path, port)
        assert answer.status == 200 and b'lang="fr"' in answer.body
        assert f"frame-ancestors {whole.origin};" in answer["content-security-policy"] + ";"
        assert b'data-page="fetchnews/forgot-password.fr.html' in answer.body
    assert b'lang="fr"' in whole.get("/_preview/emails/reset-password.fr?scheme=light", port).body
