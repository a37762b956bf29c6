"""The contract `dj-rest-auth` against a real dj-rest-auth on django-allauth, and the emails that it sends by exported templates."""

import engines.received
import programs
import pytest
from realservers import CONTRACTS, Flow, address, base, contract, flow, inbox, running  # noqa: F401
from test_dialects import WORDS, write_site

CONTRACT = CONTRACTS / "dj-rest-auth.yml"
RESET = r"https://acme\.example/reset/(?P<uid>[^/\s]+)/(?P<token>\S+)"
VERIFY = r"https://acme\.example/verify-email\?key=(?P<key>\S+)"
OLD, NEW = "Old-Password-1", "New-Password-2"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The server with the exported emails of an app, below `/auth`."""
    folder = tmp_path_factory.mktemp("dj-rest-auth")
    words = WORDS.replace("LITERALS", "")
    site = write_site(folder, "/reset/{uid}/{token}", "Acme", words)
    app = site / "acme" / "app.yml"
    link = next(line for line in app.read_text().splitlines(keepends=True) if line.startswith("  reset-password:"))
    verify = link.replace("reset-password", "verify-email").replace("/reset/{uid}/{token}", "/verify-email?key={key}")
    app.write_text(app.read_text().replace(link, link + verify.replace("acme://reset", "acme://verify")))
    verify = words.replace('subject: "Reset', 'subject: "Verify').replace("link: reset-password", "link: verify-email")
    (site / "acme" / "emails" / "verify-email.md").write_text(verify)
    result = programs.run(programs.LATCHKEY, "emails", "export", site, "--dialect", "dj-rest-auth", "--output", folder / "out")
    assert result.returncode == 0, result.stderr
    with running("dj_rest_auth", folder / "out" / "acme") as (url, inbox):
        yield f"{url}/auth", inbox


@pytest.fixture
def person(flow, inbox, address):
    """Somebody with an account that is confirmed."""
    assert flow.outcome("sign-up", email=address, new_password=OLD) == "sent"
    assert flow.outcome("sign-in", email=address, password=OLD) == "email-unverified"
    assert inbox.to(address)[-1]["Subject"].startswith("Verify Acme: ")
    assert flow.outcome("verify-email", **inbox.link(address, VERIFY)) == "ok"
    flow.known.clear()
    return address


def test_a_forgotten_password(flow, inbox, person):
    assert flow.outcome("send-link", email=person) == "ok"
    mail = inbox.to(person)[-1]
    assert mail["Subject"].startswith("Reset Acme: ")
    link = inbox.link(person, RESET)
    shown = engines.received.Reader(mail.get_body(("html",)).get_content())
    assert [href for href in shown.links if href.startswith("https:")] == [f"https://acme.example/reset/{link['uid']}/{link['token']}"]
    weak = flow.run("reset-password", **link, new_password="12345")
    assert (weak["is"], weak["missing"]) == ("weak-password", ["at-least", "uncommon", "lower"])
    assert flow.outcome("reset-password", uid=link["token"], token=link["uid"], new_password=NEW) == "link-invalid"
    assert flow.outcome("reset-password", **link, new_password=NEW) == "ok"
    assert flow.outcome("reset-password", **link, new_password="Another-Password-3") == "link-invalid"
    assert flow.outcome("sign-in", email=person, password=OLD) == "wrong-credentials"
    assert flow.outcome("sign-in", email=person, password=NEW) == "ok"
    assert flow.known["session"]
    assert flow.outcome("sign-out") == "ok"


def test_nobody_learns_who_has_an_account(flow, inbox):
    assert flow.outcome("send-link", email="nobody@example.com") == "ok"
    assert inbox.to("nobody@example.com") == []


def test_a_bad_link(flow):
    assert flow.outcome("reset-password", uid="1", token="junk", new_password=NEW) == "link-invalid"
    assert flow.outcome("reset-password", uid="junk!", token="junk", new_password=NEW) == "link-invalid"
    assert flow.outcome("reset-password", token="junk", new_password=NEW) == "link-incomplete"
    assert flow.outcome("verify-email", key="junk") == "link-invalid"


def test_what_cannot_be_an_address_or_an_account(flow, person):
    assert flow.outcome("send-link", email="bad") == "invalid-email"
    assert flow.outcome("sign-up", email="bad", new_password=NEW) == "invalid-email"
    assert flow.outcome("sign-up", email=person, new_password=NEW) == "account-exists"
    assert flow.outcome("sign-up", email="good@example.com", new_password="12345") == "weak-password"


def test_another_email_to_confirm_the_address(flow, inbox, address):
    assert flow.outcome("sign-up", email=address, new_password=OLD) == "sent"
    assert flow.outcome("resend-verification", email=address) == "ok"
    assert len(inbox.to(address)) == 2
