"""Emails that a real django-allauth sends by exported templates, from the request to the new password."""

import engines.received
import programs
import pytest
from realservers import CONTRACTS, Flow, running
from test_dialects import WORDS, write_site

OLD, NEW = "Old-Password-1", "New-Password-2"
PERSON = "ada@example.com"
VERIFY, RESET = (r"https://acme\.example/%s\?key=(?P<key>\S+)" % path for path in ("verify-email", "reset-password"))


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    """The server, the inbox of its emails, and a flow of the contract."""
    folder = tmp_path_factory.mktemp("allauth")
    words = WORDS.replace("LITERALS", "")
    site = write_site(folder, "/reset-password?key={key}", "Acme", words)
    app = site / "acme" / "app.yml"
    reset = next(line for line in app.read_text().splitlines(keepends=True) if line.startswith("  reset-password:"))
    app.write_text(app.read_text().replace(reset, reset + reset.replace("reset", "verify").replace("verify-password", "verify-email")))
    verify = words.replace("subject: \"Reset", "subject: \"Verify").replace("link: reset-password", "link: verify-email")
    (site / "acme" / "emails" / "verify-email.md").write_text(verify)
    result = programs.run(programs.LATCHKEY, "emails", "export", site, "--dialect", "allauth", "--output", folder / "out")
    assert result.returncode == 0, result.stderr
    server_folder = folder / "out" / "acme"
    with running("allauth", server_folder) as (address, inbox), Flow(CONTRACTS / "allauth.yml", address) as flow:
        yield inbox, flow


def test_signing_up_a_forgotten_password_and_the_notice_of_its_change(story):
    inbox, flow = story
    assert flow.outcome("sign-up", email=PERSON, new_password=OLD) == "sent"
    [verify] = inbox.to(PERSON)
    assert verify["Subject"].startswith("Verify Acme: ")
    assert engines.received.link(verify, "acme.example").startswith("/verify-email?key=")
    assert flow.outcome("verify-email", **inbox.link(PERSON, VERIFY)) == "ok"

    assert flow.outcome("send-link", email=PERSON) == "ok"
    [_, reset] = inbox.to(PERSON)
    assert reset["Subject"].startswith("Reset Acme: ")
    assert engines.received.link(reset, "acme.example").startswith("/reset-password?key=")
    assert flow.outcome("reset-password", **inbox.link(PERSON, RESET), new_password=NEW) == "ok"

    [_, _, notice] = inbox.to(PERSON)
    assert notice["Subject"] == "Your Acme password was changed"
    text = notice.get_body(("plain",)).get_content()
    assert "Where: 127.0.0.1" in text.splitlines() and "Device: " in text
    assert flow.outcome("sign-in", email=PERSON, password=NEW) == "ok"


def test_somebody_who_signs_up_again_learns_that_there_is_an_account(story):
    inbox, flow = story
    flow.known.clear()
    assert flow.outcome("sign-up", email=PERSON, new_password=NEW) == "sent"
    assert inbox.to(PERSON)[-1]["Subject"] == "You already have an account with Acme"
