"""`/open/<link>` over a socket: who is sent into the app, and who to the page."""

import harbour
import programs
import pytest
from rawhttp import ask
from useragents import CHROMES, FIREFOXES, IPHONES, OTHERS

LINKS = """\
links:
  reset:
    web: /reset?token={token}
    app: harbour://reset?token={token}
    page: reset
  invite:
    web: /i/{code}
    app: harbour://invite/{code}
    page: invite
    landing: redirect
"""

DEEP = "harbour://reset?token=a%2Bb"
PAGE = "/reset?token=a%2Bb"
INTENT = (
    "intent://reset?token=a%2Bb#Intent;scheme=harbour;package=example.harbour;"
    "S.browser_fallback_url=https%3A%2F%2Fharbour.example%2Freset%3Ftoken%3Da%252Bb;end"
)
TARGET = "/open/reset?utm_source=mail&token=a%2Bb"


def served(folder, app):
    site = folder / "Site" / "harbour"
    site.mkdir(parents=True)
    (site / "app.yml").write_text(app)
    for page in ("reset", "invite"):
        (site / f"{page}.md").write_text(f"---\ntitle: Harbour\nlink: {page}\nstart: form\n---\n# form\n## {page}\n\nWords.\n")
    programs.build(folder / "Site", folder / "out", "--no-compress")
    return programs.serve(folder / "out")


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """The port of a server for an app that is on either platform."""
    with served(tmp_path_factory.mktemp("both"), harbour.APP + LINKS) as running:
        yield running.port


@pytest.fixture(scope="module")
def apple(tmp_path_factory):
    """The port of a server for an app that only iPhones have."""
    with served(tmp_path_factory.mktemp("apple"), harbour.NAME + harbour.IOS + LINKS) as running:
        yield running.port


def opened(port, agent, target=TARGET, method="GET"):
    answer = ask(port, target, f"User-Agent: {agent}", method=method, host="harbour.example")
    if answer.status in (302, 303):
        assert answer["Cache-Control"] == "no-store"
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["Vary"] == "User-Agent"
        assert answer.body == b""
    return answer.status, answer["Location"]


def table(*rows):
    return [pytest.param(agent, *expected, id=name) for agents, *expected in rows for name, agent in agents.items()]


@pytest.mark.parametrize(
    ("agent", "status", "location"),
    table((IPHONES, 302, DEEP), (CHROMES, 302, INTENT), (FIREFOXES, 302, DEEP), (OTHERS, 303, PAGE)),
)
def test_each_visitor_gets_what_works_there(both, agent, status, location):
    assert opened(both, agent) == (status, location)
    assert opened(both, agent, method="HEAD") == (303, PAGE)


@pytest.mark.parametrize(
    ("agent", "status", "location"),
    table((IPHONES, 302, DEEP), (CHROMES, 303, PAGE), (FIREFOXES, 303, PAGE), (OTHERS, 303, PAGE)),
)
def test_without_an_android_app_android_gets_the_page(apple, agent, status, location):
    assert opened(apple, agent) == (status, location)


def test_nothing_of_an_address_comes_from_the_request(both):
    for field in ("X-Forwarded-Host: evil.example", "X-Forwarded-Proto: http", "Forwarded: host=evil.example"):
        agent = CHROMES["Chrome on Android"]
        answer = ask(both, TARGET, f"User-Agent: {agent}", field, host="harbour.example:8443")
        assert answer["Location"] == INTENT
    assert opened(both, IPHONES["Safari on iPhone"], "/open/reset?token=//evil.example&scheme=x&host=y") == (
        302,
        "harbour://reset?token=%2F%2Fevil.example",
    )


def test_a_link_with_an_ampersand_written_as_in_html_opens(both):
    target = "/open/reset?utm_source=mail&amp;token=a%2Bb"
    assert opened(both, IPHONES["Safari on iPhone"], target) == (302, DEEP)
    assert opened(both, next(iter(OTHERS.values())), target) == (303, PAGE)


class TestLandingByRedirecting:
    """`landing: redirect`: the address in the mail itself does what `/open/` does."""

    @pytest.mark.parametrize(
        ("agent", "location"),
        table(
            (IPHONES, "harbour://invite/a%20b"),
            (FIREFOXES, "harbour://invite/a%20b"),
            (
                CHROMES,
                "intent://invite/a%20b#Intent;scheme=harbour;package=example.harbour;"
                "S.browser_fallback_url=https%3A%2F%2Fharbour.example%2Fi%2Fa%2520b;end",
            ),
        ),
    )
    def test_phones_are_sent_into_the_app(self, both, agent, location):
        assert opened(both, agent, "/i/a%20b") == (302, location)
        assert opened(both, agent, "//i//a%20b/") == (302, location)

    @pytest.mark.parametrize("agent", table((OTHERS,)))
    def test_a_browser_that_opens_no_app_gets_the_page(self, both, agent):
        assert opened(both, agent, "/i/abc") == (200, None)

    def test_a_scanner_that_looks_with_head_gets_the_page_too(self, both):
        assert opened(both, IPHONES["Safari on iPhone"], "/i/abc", method="HEAD") == (200, None)

    def test_by_default_a_link_is_its_page_for_all(self, both):
        for agent in [*IPHONES.values(), *CHROMES.values(), *FIREFOXES.values(), *OTHERS.values()]:
            assert opened(both, agent, PAGE) == (200, None)
