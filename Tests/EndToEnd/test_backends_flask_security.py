"""The contract `flask-security` against a real Flask-Security: cookies, and a CSRF token fetched first."""

import pytest
from realservers import CONTRACTS, Flow, base, contract, flow, inbox, running  # noqa: F401

CONTRACT = CONTRACTS / "flask-security.yml"
RESET = r"/reset/(?P<token>\S+)"
PERSON, OLD, NEW = "ada@example.com", "Old-Password-1", "New-Password-2"


@pytest.fixture
def server(tmp_path):
    with running("flask_security", tmp_path) as server:
        yield server


def test_a_forgotten_password(flow, inbox):
    assert flow.outcome("send-link", email=PERSON) == "ok"
    link = inbox.link(PERSON, RESET)
    weak = flow.run("reset-password", **link, new_password="short")
    assert (weak["is"], weak["missing"]) == ("weak-password", ["at-least"])
    assert flow.outcome("reset-password", **link, new_password=NEW) == "ok"
    assert flow.outcome("reset-password", **link, new_password="Another-Password-3") == "link-invalid"
    assert flow.outcome("sign-in", email=PERSON, password=OLD) == "wrong-credentials"
    assert flow.outcome("sign-in", email=PERSON, password=NEW) == "ok"
    assert flow.outcome("sign-out") == "ok"


@pytest.mark.full
def test_the_token_of_another_session_does_not_do(server, flow):
    """So it is the cookie that makes the token good, and the client sends it."""
    assert flow.outcome("send-link", email=PERSON) == "ok"
    with Flow(CONTRACT, server[0]) as other:
        other.known["csrf"] = flow.known["csrf"]
        assert other.outcome("send-link", email=PERSON) != "ok"


@pytest.mark.full
def test_nobody_learns_who_has_an_account(flow, inbox):
    assert flow.outcome("send-link", email="nobody@example.com") == "ok"
    assert inbox.to("nobody@example.com") == []


def test_a_bad_link(flow):
    assert flow.outcome("reset-password", token="junk", new_password=NEW) == "link-invalid"


@pytest.mark.full
def test_wrong_credentials(flow):
    assert flow.outcome("sign-in", email=PERSON, password="wrong") == "wrong-credentials"
    assert flow.outcome("sign-in", email="gone@example.com", password=OLD) == "wrong-credentials"
