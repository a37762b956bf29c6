"""Artitec's story with the imitation that `latchkey sandbox` runs, which knows nothing of these tests."""

import json
import urllib.request
from urllib.parse import urlsplit

import programs
import pytest
from browsers import Look
from pages import Page

pytestmark = pytest.mark.engines_differ

PASSWORD = "Sunflower-7"


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    """The site's origin, and how to ask the sandbox for something."""
    folder = tmp_path_factory.mktemp("story")
    site = programs.copy_site(folder, "artitec")
    with programs.Running(programs.LATCHKEY, "sandbox", site, "--listen", "127.0.0.1:0", lines=3) as sandbox:
        base = sandbox.said[0].removeprefix("Artitec: ")
        header = dict([sandbox.said[1].split(": ", 1)])

        def ask(path, body=None):
            data = None if body is None else json.dumps(body).encode()
            request = urllib.request.Request(f"http://127.0.0.1:{sandbox.port}/_sandbox/{path}", data, header)
            with urllib.request.urlopen(request, timeout=programs.PATIENCE) as answer:
                return json.load(answer)

        app = site / "artitec" / "app.yml"
        app.write_text(app.read_text().replace("https://api.artitec.com", base) + programs.LOCAL)
        programs.build(site, folder / "out")
        with programs.serve(folder / "out", "--as", "artitec.com") as running:
            yield f"http://127.0.0.1:{running.port}", ask


@pytest.fixture
def page(story, browser):
    browser.look(Look())
    return Page(browser, story[0], begins_anew=True)


@pytest.fixture
def link(story, page):
    """Asks for a link, as a person does, and takes it out of the inbox."""
    _, ask = story
    ask("reset", {})
    page.open("/forgot-password").shows("form").type("email", "person@example.com").press("Send Reset Link").shows("sent")
    (mail,) = ask("inbox")["emails"]
    assert mail["to"] == "person@example.com"
    return "{0.path}?{0.query}".format(urlsplit(mail["link"]))


def test_a_link_is_good_once(page, link):
    page.open(link).shows("form")
    page.type("new-password", PASSWORD).type("confirm-password", PASSWORD).press("Reset Password").shows("done")
    page.open(link).shows("invalid")


def test_no_connection_is_an_error_of_the_network_in_every_operation(story, page, link):
    """Where a connection that the preflight has opened ends without a byte, browsers ask again by themselves."""
    words = "Check your connection and try again."

    def choose(operation):
        story[1]("next", {"operation": operation, "outcome": "network"})

    for _ in range(2):
        choose("check-link")
        page.browser.open("about:blank")
        page.open(link).says(words)
    page.press("Try again").shows("form").type("new-password", PASSWORD).type("confirm-password", PASSWORD)
    for _ in range(2):
        choose("reset-password")
        page.press("Reset Password").says(words)
        page.type("confirm-password", PASSWORD)
    page.press("Reset Password").shows("done")
    page.open("/forgot-password").shows("form").type("email", "unverified@example.com")
    for _ in range(2):
        choose("send-link")
        page.press("Send Reset Link").says(words)
    assert len(story[1]("inbox")["emails"]) == 1
    page.press("Send Reset Link").shows("sent")
    assert len(story[1]("inbox")["emails"]) == 2


def test_a_link_is_good_for_an_hour(story, page, link):
    story[1]("clock", {"advance": "61m"})
    page.open(link).shows("expired")
