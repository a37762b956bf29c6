"""Documentation/FirstWeek.md, from an empty folder to a password that a real django-allauth has reset, as the page has it."""

import json
import re

import programs
import pytest
from pages import visit
from realservers import CONTRACTS, Flow, running
from test_documents import shell

PERSON, OLD, NEW = "ada@example.com", "Old-Password-1", "New-Password-2"
VERIFY, RESET = (r"https://harbour\.example/%s\?key=(?P<key>\S+)" % path for path in ("verify-email", "reset-password"))


def steps():
    """The blocks of the document in order: commands, or a path and what the file has."""
    text = (programs.ROOT / "Documentation" / "FirstWeek.md").read_text()
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE):
        if language == "sh":
            yield None, block
        else:
            path = re.search(r"^(?:---\n)?(?:#|/\*|<!--) ((?:Site|Templates)/\S+)", block)
            assert path, block
            yield path[1], block


def walked(folder):
    """Does what the document says in an empty folder; gives the folder of the site."""
    here = folder
    for path, block in steps():
        if path:
            file = here / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block)
            continue
        said = shell(f"set -e\n{block}", here)
        assert said.returncode == 0 and not re.search(r"^\S*: (error|warning): |^error", said.stderr, flags=re.MULTILINE), block + said.stderr
        if match := re.search(r"^cd (\S+)$", block, flags=re.MULTILINE):
            here = here / match[1]
    return here


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return walked(tmp_path_factory.mktemp("week"))


def test_every_step_of_the_first_week_works(site):
    pages = sorted(page.name.split("-")[0] for page in (site / "Output" / "harbour" / "web").glob("*.html"))
    assert len(list((site / "Site" / "harbour").glob("*.md"))) == 5 and len(pages) == 6
    assert json.loads((site / "Staging" / "release.json").read_text())["apps"][0]["hosts"] == ["staging.harbour.example"]
    [page] = (site / "Output" / "harbour" / "web").glob("help*.html")
    assert "data:image/svg+xml" in page.read_text() and "https://harbour.example.com/privacy" in page.read_text()
    email = (site / "Emails" / "harbour" / "reset-password.eml").read_text()
    assert "Ahoy!" in email and "Berth 12" in email
    assert list((site / "Exported" / "harbour").rglob("*password_reset*"))
    assert json.loads((site / ".latchkey/app.schema.json").read_text())["title"] == "app.yml"


@pytest.mark.only("chromium")
def test_the_site_of_the_first_week_resets_a_password_with_a_real_server(site, browser):
    web = programs.free_ports(1)
    origin = f"http://127.0.0.1:{web}"
    with running("allauth", site / "Exported" / "harbour", origin) as (server, inbox), Flow(CONTRACTS / "allauth.yml", server) as flow:
        assert flow.outcome("sign-up", email=PERSON, new_password=OLD) == "sent"
        assert flow.outcome("verify-email", **inbox.link(PERSON, VERIFY)) == "ok"
        built = shell(f"API={server} latchkey build --env dev --output Local", site)
        assert built.returncode == 0, built.stderr
        with programs.Running(programs.SERVER, site / "Local", "--listen", f"127.0.0.1:{web}", "--as", "harbour.example"):
            with visit(browser, origin) as page:
                page.open("/forgot-password")
                page.type("email", PERSON)
                page.press("Send reset link")
                page.shows("sent")
                assert "Ahoy!" in inbox.to(PERSON)[-1].get_body(("plain",)).get_content()
                key = inbox.link(PERSON, RESET)["key"]
                page.open(f"/reset-password?key={key}")
                page.shows("form")
                page.type("new-password", "password")
                page.type("confirm-password", "password")
                page.press("Reset password")
                page.says("This password is too easy to guess.")
                page.type("new-password", NEW)
                page.type("confirm-password", NEW)
                page.press("Reset password")
                page.shows("done")
        assert flow.outcome("sign-in", email=PERSON, password=OLD) == "wrong-credentials"
        assert flow.outcome("sign-in", email=PERSON, password=NEW) == "ok"
