"""Where a page leads after success: to the address that its link named, if app.yml lists it, and nowhere else."""

from urllib.parse import quote

import backends
import programs
import pytest
from browsers import Look
from pages import Page

APP = """
name: Harbour
hosts: [harbour.example]
local: true
login: {{ app: harbour://login }}
ios: {{ app-id: ABCDE12345.example.harbour, scheme: harbour, store: 1234567890 }}
continue: ["https://shop.example/account", "https://harbour.example:8443"]
backend: {{ base: {base} }}
links:
  reset: {{ web: "/reset?token={{token}}", app: "harbour://reset?token={{token}}", page: reset }}
"""

PAGE = """---
title: Reset
link: reset
start: form
states:
  form:
    fields:
      - { name: new-password, rule: password, label: New password }
    reset-password: { ok: done, link-*: dead }
  done: { icon: check }
  dead: { icon: error }
---
# form
## Reset
[Save](run:reset-password)

# done
## Done
[Open the App](app:login)

# dead
## This link does not work
[Log In](app:login)

# messages
- **weak-password** Choose a better one.
- **rate-limited** Wait for {{wait}}.
"""

# The main button of the shown state, all its links, and the page's address.
SHOWN = """
const section = document.querySelector('section:not([hidden])');
return [section.querySelector('.action.main')?.textContent, [...section.querySelectorAll('a')].map(a => [a.textContent, a.href]), location.href];
"""
APP_LINK = ["Open the App", "harbour://login"]


def write(folder, base, extra=""):
    site = folder / "Site" / "harbour"
    site.mkdir(parents=True)
    (site / "app.yml").write_text(APP.format(base=base))
    (site / "backend.yml").write_text((programs.SITE / "artitec" / "backend.yml").read_text() + extra)
    (site / "reset.md").write_text(PAGE)
    return folder / "Site"


@pytest.fixture(scope="module")
def harbour(tmp_path_factory):
    folder = tmp_path_factory.mktemp("harbour")
    with backends.artitec() as backend:
        programs.build(write(folder, backend.address, "continue: next\n"), folder / "out", warns=True)
        with programs.serve(folder / "out", "--as", "harbour.example") as running:
            yield backend, f"http://127.0.0.1:{running.port}"


@pytest.fixture
def page(harbour, browser):
    harbour[0].trouble = backends.status(200, {})
    browser.look(Look(390, 1000))
    return Page(browser, harbour[1], begins_anew=True)


def reset(page, query):
    page.open(f"/reset?token=abc{query}").shows("form").type("new-password", "Sunflower-7")
    return page.press("Save").shows("done")


@pytest.mark.parametrize(
    "named, label",
    [
        ("https://shop.example/account", "Continue to shop.example"),
        ("https://shop.example/account/orders?id=1&x=%20#top", "Continue to shop.example"),
        ("https://harbour.example:8443/", "Continue to harbour.example:8443"),
    ],
)
def test_a_listed_address_is_the_main_way_on_after_success(page, named, label):
    reset(page, "&next=" + quote(named, safe=""))
    assert page.run(SHOWN) == [label, [[label, named], APP_LINK], page.origin + "/reset"]


def test_nothing_is_offered_before_success(page):
    page.open("/reset?token=abc&next=https%3A%2F%2Fshop.example%2Faccount").shows("form")
    assert "Continue to" not in page.text
    assert page.run("return [...document.links].some(a => /shop/.test(a.href))") is False


@pytest.mark.parametrize(
    "query",
    [
        "", "&next=", "&next=https%3A%2F%2Fevil.test%2F", "&next=javascript%3Aalert(1)", "&next=%2F%2Fshop.example%2Faccount",
        "&next=https%3A%2F%2Fshop.example%2Faccounts", "&next=https%3A%2F%2Fshop.example%40evil.test%2F", "&next=%E0%A4%A",
        "&next=https%3A%2F%2Fshop.example%2Faccount&next=https%3A%2F%2Fevil.test", "&continue=https%3A%2F%2Fshop.example%2Faccount",
        "#next=https%3A%2F%2Fshop.example%2Faccount",
    ],
)
@pytest.mark.sampled(4)
def test_any_other_address_is_ignored_without_an_error(page, query):
    reset(page, query)
    assert page.run(SHOWN) == ["Open the App", [APP_LINK], page.origin + "/reset"]
    assert page.run("return document.documentElement.outerHTML").count("evil") == 0


def test_a_dead_link_offers_nothing(page, harbour):
    harbour[0].trouble = backends.status(400, {"detail": "Reset token has expired"})
    page.open("/reset?token=abc&next=https%3A%2F%2Fshop.example%2Faccount").shows("form").type("new-password", "Sunflower-7")
    page.press("Save").shows("dead")
    assert page.run(SHOWN)[1] == [["Log In", "harbour://login"]]


def test_neither_the_address_nor_the_token_is_sent_or_stored(page, harbour):
    harbour[0].asked.clear()
    reset(page, "&next=https%3A%2F%2Fshop.example%2Faccount%2Fsecret")
    assert all("shop.example" not in str(request) for request in harbour[0].asked)
    assert "shop.example" not in page.run("return JSON.stringify([{...localStorage}, {...sessionStorage}, history.state])")
    link = page.button("Continue to shop.example")
    assert page.run("return arguments[0].href + arguments[0].outerHTML", link).count("abc") == 0


def test_the_banner_of_safari_names_the_app_alone(page):
    page.open("/reset?token=abc").shows("form")
    assert page.run("return [...document.querySelectorAll('meta[name=apple-itunes-app]')].map(meta => meta.content)") == ["app-id=1234567890"]


def test_without_a_name_in_the_contract_nothing_is_offered_and_check_says_so(tmp_path):
    site = write(tmp_path, "https://api.harbour.example")
    told = programs.run(programs.LATCHKEY, "check", site)
    assert "warning: no link names an address to go on at: the contract does not say in which item" in told.stdout + told.stderr
    pages = []
    for folder in ("with", "without"):
        assert programs.run(programs.LATCHKEY, "build", site, "--output", tmp_path / folder).returncode == 0
        pages.append([path.read_bytes() for path in sorted((tmp_path / folder).rglob("*.html"))])
        app = site / "harbour" / "app.yml"
        app.write_text("".join(line for line in app.read_text().splitlines(True) if not line.startswith("continue:")))
    assert pages[0] == pages[1] and pages[0]


@pytest.mark.parametrize(["web", "isTold"], [('"/reset?token={token}"', True), ('["/reset?token={token}&next={next}", "/reset?token={token}"]', False)])
def test_check_notes_that_no_link_has_the_item_with_the_address(web, isTold, tmp_path):
    site = write(tmp_path, "https://api.harbour.example", "continue: next\n")
    app = site / "harbour" / "app.yml"
    app.write_text(app.read_text().replace('"/reset?token={token}"', web))
    told = programs.run(programs.LATCHKEY, "check", site)
    note = "note: no link has 'next', so that pages learn an address only if the system that sends the email appends it\n"
    assert (note in told.stdout + told.stderr) == isTold
