"""The site of the documents that `make docs` builds: no warning, links that lead somewhere, axe-core, and a search that finds things."""

import functools
import http.server
import json
import re
import threading
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import programs
import pytest
from browsers import Look
from test_documents import shell

# The first run installs MkDocs.
pytestmark = pytest.mark.full

# What people look for, and the page that has it.
SEARCHES = {
    "scanner": "WhyNotHTML",
    "rate-limited": "Contracts",
    "netlify": "Deploying",
    "apple-app-site-association": "UniversalLinks",
    "supabase": "Dialects",
    "password requirements": "Pages",
    "logo": "Brand",
    "systemd": "Server",
    "expo": "Libraries",
    "environment variable": "Environments",
}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def said():
    return shell("make docs", programs.ROOT)


@pytest.fixture(scope="module")
def folder(said):
    """The folder of the latest version."""
    assert said.returncode == 0, said.stderr
    docs = programs.ROOT / ".build" / "docs"
    return docs / re.search(r"url=([\d.]+)/", (docs / "index.html").read_text())[1]


@pytest.fixture(scope="module")
def origin(folder):
    handler = functools.partial(Quiet, directory=str(folder.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{folder.name}/"
        server.shutdown()


class References(HTMLParser):
    """The addresses and the ids of a page, and those among the addresses that a browser loads by itself."""

    def __init__(self, page):
        super().__init__()
        self.links, self.loads, self.ids = [], [], set()
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids.add(attributes.get("id"))
        self.links += [attributes[name] for name in ("href", "src") if attributes.get(name)]
        if tag != "a" and attributes.get("rel") != "canonical":
            self.loads += [attributes[name] for name in ("href", "src") if attributes.get(name)]


@pytest.fixture(scope="module")
def pages(folder):
    return {f"/{file.parent.relative_to(folder)}/".replace("/./", "/"): References(file.read_text()) for file in folder.rglob("index.html")}


def test_the_site_is_built_without_a_warning(said):
    assert (said.returncode, said.stdout) == (0, "The documents are in .build/docs/index.html.\n"), said.stderr
    assert "WARNING" not in said.stderr


def test_every_link_of_the_site_leads_somewhere(folder, pages):
    broken = []
    for address, page in pages.items():
        for link in page.links:
            path, fragment = urldefrag(urljoin(address, link))
            if urlsplit(path).scheme:
                continue
            file = folder / unquote(path).lstrip("/")
            if not file.exists() or fragment and path in pages and fragment not in pages[path].ids:
                broken.append((address, link))
    assert len(pages) > 25 and broken == []


def test_the_site_has_the_storyboard_of_the_examples(chromium, origin, pages):
    assert "storyboard/index.html" in pages["/"].links and "../storyboard/index.html" in pages["/Documentation/"].links
    chromium.look(Look(1280, 900))
    chromium.console()
    chromium.open(f"{origin}storyboard/index.html#creators/login/login")
    frame = "[...document.querySelectorAll('[id=\"creators/login/login\"] iframe')][0].contentDocument"
    assert chromium.waits_for(f"return {frame}.documentElement.dataset.preview === 'ready'", [])
    assert chromium.run("return scrollY") > 1000 and chromium.console() == []


def test_a_visitor_of_the_site_uses_the_examples(chromium, origin, pages):
    assert "storyboard/live.html" in pages["/"].links
    chromium.look(Look(1280, 900))
    chromium.console()
    chromium.open(f"{origin}storyboard/live.html#artitec")
    page = "document.querySelector('#stage iframe')?.contentDocument"
    shown = f"return {page}?.querySelector('section:not([hidden]) h1')?.textContent === arguments[0]"
    assert chromium.waits_for(shown, ["Forgot Password?"], 60)
    frame = chromium.driver.find_element("css selector", "#stage iframe")
    chromium.driver.switch_to.frame(frame)
    chromium.driver.find_element("css selector", "section:not([hidden]) input[type=email]").send_keys("person@example.com\n")
    chromium.driver.switch_to.default_content()
    assert chromium.waits_for(shown, ["Check Your Email"], 60)
    chromium.driver.find_element("css selector", "#inbox button").click()
    assert chromium.waits_for(shown, ["Reset Password"], 60)
    assert chromium.console() == []


def test_no_page_loads_anything_from_elsewhere(pages):
    assert {link for page in pages.values() for link in page.loads if urlsplit(link).netloc} == set()


@pytest.mark.parametrize("look", [Look(1280, 900), Look(390, 844, dark=True)], ids=str)
def test_every_page_passes_axe(chromium, origin, pages, look):
    chromium.look(look)
    faults = []
    # test_storyboard.py audits the storyboard, which has five hundred states.
    for address in pages.keys() - {"/storyboard/", "/storyboard/live.html"}:
        chromium.open(urljoin(origin, address.lstrip("/")))
        assert chromium.waits_for("return document.readyState === 'complete'", [])
        faults += [(address, fault) for fault in chromium.axe()]
    assert faults == []


def test_a_page_offers_the_versions(chromium, origin, folder):
    versions = json.loads((folder.parent / "versions.json").read_text())
    assert versions[0] == {"version": folder.name, "title": folder.name, "aliases": ["latest"]}
    assert sorted(each["version"] for each in versions) == sorted(each.name for each in folder.parent.iterdir() if each.is_dir())
    chromium.look(Look(1280, 900))
    chromium.open(f"{origin}Documentation/Links/")
    shown = "[...document.querySelectorAll('.md-version__link')].map(each => each.textContent.trim()).join(' ')"
    assert chromium.waits_for(f"return {shown} === '{' '.join(each['version'] for each in versions)}'", [])


RESULTS = "return [...document.querySelectorAll('.md-search-result__list > li')].map(each => each.querySelector('a').pathname)"


def test_the_search_finds_ten_things_among_the_first_three(chromium, origin):
    chromium.look(Look(1280, 900))
    missed = {}
    for words, page in SEARCHES.items():
        # The theme searches for what the address has.
        chromium.open(f"{origin}Documentation/Links/?q={words}")
        assert chromium.waits_for("return document.querySelector('.md-search-result__list > li')", []), words
        found = [path.strip("/").split("/")[-1] for path in chromium.run(RESULTS)]
        if page not in found[:3]:
            missed[words] = found[:6]
    assert len(SEARCHES) == 10 and missed == {}
