"""The contract `allauth` against a real django-allauth: a session in a header, and 401 for success."""

import pytest
from realservers import CONTRACTS, address, base, contract, flow, inbox, server  # noqa: F401

SERVER, CONTRACT = "allauth", CONTRACTS / "allauth.yml"
RESET = r"https://app\.example/reset/(?P<key>\S+)"
VERIFY = r"https://app\.example/verify/(?P<key>\S+)"
OLD, NEW = "Old-Password-1", "New-Password-2"


@pytest.fixture
def person(flow, inbox, address):
    """Somebody with an account that is confirmed."""
    assert flow.outcome("sign-up", email=address, new_password=OLD) == "sent"
    assert flow.outcome("sign-in", email=address, password=OLD) == "email-unverified"
    assert flow.outcome("verify-email", **inbox.link(address, VERIFY)) == "ok"
    flow.known.clear()
    return address


def test_a_forgotten_password(flow, inbox, person):
    assert flow.outcome("send-link", email=person) == "ok"
    link = inbox.link(person, RESET)
    looked_at = flow.run("check-link", **link)
    assert (looked_at["is"], looked_at["email"]) == ("ok", person)
    weak = flow.run("reset-password", **link, new_password="12345")
    assert (weak["is"], weak["missing"]) == ("weak-password", ["at-least", "uncommon"])
    assert flow.outcome("reset-password", **link, new_password=NEW) == "ok"
    assert flow.outcome("reset-password", **link, new_password="Another-Password-3") == "link-invalid"
    assert flow.outcome("check-link", **link) == "link-invalid"
    assert flow.outcome("sign-in", email=person, password=OLD) == "wrong-credentials"
    assert flow.outcome("sign-in", email=person, password=NEW) == "ok"
    assert flow.known["session"]
    assert flow.outcome("sign-out") == "ok"


def test_nobody_learns_who_has_an_account(flow, inbox):
    assert flow.outcome("send-link", email="nobody@example.com") == "ok"
    assert inbox.to("nobody@example.com") == []


def test_a_bad_link(flow):
    assert flow.outcome("check-link", key="junk") == "link-invalid"
    assert flow.outcome("reset-password", key="junk", new_password=NEW) == "link-invalid"
    assert flow.outcome("verify-email", key="junk") == "link-invalid"
    assert flow.outcome("check-link") == "link-incomplete"


def test_what_cannot_be_an_address_or_a_password(flow):
    assert flow.outcome("send-link", email="bad") == "invalid-email"
    assert flow.outcome("sign-up", email="bad", new_password=NEW) == "invalid-email"
    assert flow.outcome("sign-up", email="good@example.com", new_password="12345") == "weak-password"


def test_too_many_attempts(flow, person):
    attempts = [flow.outcome("sign-in", email=person, password="wrong") for _ in range(4)]
    # The server counts those of the other tests as well.
    assert (attempts[0], attempts[-1], set(attempts)) == ("wrong-credentials", "rate-limited", {"wrong-credentials", "rate-limited"})
