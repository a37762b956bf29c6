"""An app with everything of its own: logo, icon, font, links at the foot, and files under their own names.

The pictures land in .build/screenshots/brand.
"""

import email
import email.policy
import hashlib
import json
import shutil
from http.client import HTTPConnection
from pathlib import Path

import programs
import pytest
from audits import LOW_CONTRAST, OVERFLOW, SMALL_TARGETS
from browsers import Look
from studio import Preview

SITE = Path(__file__).with_name("branded") / "Site"
FILES = SITE / "harbour"
PICTURES = programs.ROOT / ".build" / "screenshots" / "brand"
LOOKS = [Look(width=width, dark=dark) for width in (320, 390, 1280) for dark in (False, True)]

SEEN = """
const done = arguments[arguments.length - 1];
document.fonts.ready.then(() => {
  const logo = document.querySelector('.brand img');
  const box = logo.getBoundingClientRect();
  done({
    logo: [logo.alt, box.width, box.height, logo.naturalWidth > 0],
    source: decodeURIComponent(logo.currentSrc),
    font: [...document.fonts].map(font => `${font.family.replaceAll('"', '')} ${font.status}`),
    family: getComputedStyle(document.querySelector('h1')).fontFamily.replaceAll('"', ''),
    icon: document.querySelector('link[rel=icon]').href.slice(0, 18),
    links: [...document.querySelectorAll('footer .legal a')].map(link => [link.textContent, link.getAttribute('href')]),
  });
});
"""


@pytest.fixture(scope="module")
def branded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("branded")
    programs.build(SITE, folder / "out")
    return folder / "out"


@pytest.fixture(scope="module")
def port(branded):
    with programs.serve(branded, "--as", "harbour.example") as running:
        yield running.port


def ask(port, path, **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=programs.PATIENCE)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    return response, response.read()


@pytest.mark.engines_differ
@pytest.mark.sampled(2)
def test_a_page_shows_its_brand_and_loads_nothing_but_its_font(port, browser):
    PICTURES.mkdir(parents=True, exist_ok=True)
    for look in LOOKS:
        browser.look(look)
        browser.open("about:blank")
        browser.open("about:blank")
        if browser.name == "chromium":
            browser.requests()
        browser.console()
        browser.open(f"http://127.0.0.1:{port}/forgot-password")
        browser.settle()
        seen = browser.driver.execute_async_script(SEEN)
        assert seen["logo"] == ["Harbour", 40, 40, True]
        assert ("#5FD0F0" in seen["source"]) == look.dark
        assert seen["font"] == ["Harbour Serif loaded"] and seen["family"].startswith("Harbour Serif, ui-serif")
        assert seen["icon"] == "data:image/svg+xml"
        assert seen["links"] == [
            ["Terms", "/legal/terms.txt"], ["Privacy", "https://harbour.example.com/privacy"],
            ["Imprint", "https://harbour.example.com/imprint"], ["Help", "https://help.harbour.example"],
        ]  # fmt: skip
        assert browser.run(OVERFLOW) == [] and browser.run(SMALL_TARGETS) == [] and browser.run(LOW_CONTRAST) == []
        assert [line for line in browser.console() if f":{port}" in line] == []
        if browser.name == "chromium":
            paths = [address.partition(str(port))[2] for address in browser.requests()]
            assert paths[0] == "/forgot-password" and [path for path in paths[1:] if not path.startswith("/font.")] == []
        browser.screenshot(PICTURES / f"{browser.name}-{look}.png")
    assert browser.axe() == []


def test_the_policy_allows_what_is_used(branded):
    app = json.loads((branded / "release.json").read_text())["apps"][0]
    for file in app["files"]:
        if file["type"].startswith("text/html"):
            policy = dict(file["headers"])["Content-Security-Policy"]
            assert "img-src data: 'self'; font-src 'self'; " in policy


def test_files_are_there_as_they_should_be_kept(port, branded):
    app = json.loads((branded / "release.json").read_text())["apps"][0]
    paths = [route["path"] for route in app["routes"]]
    kept = [path for path in paths if path.endswith((".woff2", ".png"))]
    assert sorted(path.split(".")[0] for path in kept) == ["/email-logo", "/email-logo-dark", "/font", "/touch-icon"]
    for path in kept:
        response, body = ask(port, path)
        assert response.status == 200 and hashlib.sha256(body).hexdigest()[:16] == path.split(".")[1]
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    response, body = ask(port, "/legal/terms.txt")
    assert (response.status, response.headers["Content-Type"], response.headers["Cache-Control"]) == (
        200, "text/plain; charset=utf-8", "no-cache",
    )  # fmt: skip
    assert body == (FILES / "public" / "legal" / "terms.txt").read_bytes()
    assert ask(port, "/legal/terms.txt", **{"If-None-Match": response.headers["ETag"]})[0].status == 304
    # What programs ask for by themselves is named in the page.
    for path in ("/apple-touch-icon.png", "/favicon.ico"):
        assert ask(port, path)[0].status == 404


@pytest.mark.parametrize("change, source", [("logo.svg", "logo-dark.svg"), ("logo.png", "touch.png"), ("public/robots.txt", "public/legal/terms.txt")])
@pytest.mark.sampled(3)
def test_a_change_of_a_file_is_a_change_of_the_release(change, source, tmp_path):
    site = shutil.copytree(SITE, tmp_path / "Site")
    programs.build(site, tmp_path / "out")
    assert "nothing changed, 0 apps rendered and 1 unchanged" in programs.build(site, tmp_path / "out").stdout
    (site / "harbour" / change).write_bytes((FILES / source).read_bytes())
    assert "unchanged" not in programs.build(site, tmp_path / "out").stdout


@pytest.fixture(scope="module")
def mail(tmp_path_factory):
    folder = tmp_path_factory.mktemp("emails")
    result = programs.run(programs.LATCHKEY, "emails", "render", SITE, "--output", folder)
    assert (result.returncode, result.stderr) == (0, "")
    return email.message_from_bytes((folder / "harbour" / "reset-password.eml").read_bytes(), policy=email.policy.default)


def test_an_email_has_the_logo_of_its_host_and_the_links(mail, branded):
    html = mail.get_body(("html",)).get_content()
    text = mail.get_body(("plain",)).get_content().replace("\r\n", "\n")
    names = [path.name for path in (branded / "harbour" / "web").glob("email-logo*.png")]
    dark, light = sorted(names, key=lambda name: "dark" not in name)
    assert f'<picture><source srcset="https://harbour.example/{dark}" media="(prefers-color-scheme: dark)">' in html
    assert f'src="https://harbour.example/{light}" alt="Harbour" width="40" height="40"' in html
    assert len(html.encode()) < 12_000
    assert "Terms: https://harbour.example/legal/terms.txt\nPrivacy: https://harbour.example.com/privacy\n" in text
    assert "font-family: ui-serif, Georgia, 'Times New Roman', serif" in html


def test_the_preview_shows_an_email_with_its_logo(chromium):
    PICTURES.mkdir(parents=True, exist_ok=True)
    with Preview(SITE) as preview:
        origin = "/".join(preview.apps["Harbour"].split("/")[:3])
        for scheme, name in (("light", "email-logo."), ("dark", "email-logo-dark.")):
            for width in (320, 700):
                chromium.look(Look(width=width))
                chromium.open(f"{origin}/_preview/emails/reset-password?scheme={scheme}")
                chromium.settle()
                [(source, natural, shown)] = chromium.run(
                    "return [...document.images].map(each => [each.src, each.naturalWidth, each.width])"
                )
                assert source.startswith(f"{origin}/{name}") and (natural, shown) == (80, 40)
                assert chromium.run(OVERFLOW) == []
                chromium.screenshot(PICTURES / f"email-{scheme}-{width}.png")


def test_check_says_what_it_costs():
    result = programs.run(programs.LATCHKEY, "check", SITE)
    assert result.returncode == 0
    notes = [line.partition(": note: ")[2] for line in result.stderr.splitlines() if ": note: " in line]
    assert [note for note in notes if "the logo is embedded in every page, which makes it about " in note]
    assert "the font has 6720 bytes and is one more request; until it is loaded, text is shown in the next font" in notes


def test_a_wordmark_stands_in_place_of_the_name_and_a_large_picture_is_one_more_request(tmp_path):
    app = tmp_path / "Site" / "harbour"
    app.mkdir(parents=True)
    shapes = "".join(f'<path d="M{x} 0v{x % 40}h1z"/>' for x in range(160))
    (app / "logo.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40">{shapes}</svg>')
    (app / "app.yml").write_text("name: Harbour\nhosts: [harbour.example]\ntheme: { logo: logo.svg }\n")
    (app / "help.md").write_text("---\ntitle: Help\nstart: form\n---\n# form\n## Help\n\nWords.\n")
    programs.build(tmp_path / "Site", tmp_path / "out")
    [html] = (tmp_path / "out" / "harbour" / "web").glob("help.*.html")
    [logo] = (tmp_path / "out" / "harbour" / "web").glob("logo.*.svg")
    text = html.read_text()
    assert f'<p class="brand"><img src="/{logo.name}" alt="Harbour" width="160" height="40"></p>' in text
    with programs.serve(tmp_path / "out", "--as", "harbour.example") as running:
        response, _ = ask(running.port, f"/{logo.name}")
        assert response.headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'"
        assert "img-src data: 'self'; form-action" in ask(running.port, "/help")[0].headers["Content-Security-Policy"]
    notes = programs.run(programs.LATCHKEY, "check", tmp_path / "Site").stderr
    assert "and a page embeds one of 2048: it is one more request" in notes
    assert "the logo is 160 × 40, too far from a square for the icon of a tab, which is the accent's colour" in notes


@pytest.mark.parametrize("file", ["logo.svg", "public/robots.txt"])
def test_a_file_that_is_published_may_hold_no_secret_key(tmp_path, file):
    site = programs.copy_site(tmp_path, "artitec")
    place = site / "artitec" / file
    place.parent.mkdir(exist_ok=True)
    place.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>sk_live_4eC39HqLyjWDarjtT1zdp7dc</title></svg>\n')
    result = programs.run(programs.LATCHKEY, "build", site, "--output", tmp_path / "out")
    assert result.returncode == 1
    assert f"artitec/{file}:1:66: error: this is a secret key" in result.stderr and "4eC39" not in result.stderr
