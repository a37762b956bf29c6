"""The contract `fastapi-users` against a real FastAPI Users, its mails caught, through the library that apps use."""

import pytest
from realservers import CONTRACTS, address, base, contract, flow, inbox, server  # noqa: F401

SERVER = "fastapi_users"
CONTRACT = CONTRACTS / "fastapi-users.yml"
RESET = r"https://app\.example/reset-password\?token=(?P<token>\S+)"
VERIFY = r"https://app\.example/verify\?token=(?P<token>\S+)"
OLD, NEW = "Old-Password-1", "New-Password-2"


@pytest.fixture
def person(flow, address):
    """Somebody with an account that is not yet confirmed."""
    result = flow.run("sign-up", email=address, new_password=OLD)
    assert (result["is"], result["email"]) == ("ok", address)
    flow.known.clear()
    return address


def test_a_forgotten_password(flow, inbox, person):
    assert flow.outcome("send-link", email=person) == "ok"
    link = inbox.link(person, RESET)
    weak = flow.run("reset-password", **link, new_password="short")
    assert (weak["is"], weak["missing"]) == ("weak-password", ["at-least"])
    weak = flow.run("reset-password", **link, new_password=f"it is {person}!")
    assert (weak["is"], weak["missing"]) == ("weak-password", ["uncommon"])
    assert flow.outcome("reset-password", **link, new_password=NEW) == "ok"
    assert flow.outcome("reset-password", **link, new_password="Another-Password-3") == "link-invalid"
    assert flow.outcome("sign-in", email=person, password=OLD) == "wrong-credentials"
    assert flow.outcome("sign-in", email=person, password=NEW) == "email-unverified"


def test_nobody_learns_who_has_an_account(flow, inbox):
    assert flow.outcome("send-link", email="nobody@example.com") == "ok"
    assert inbox.to("nobody@example.com") == []


def test_a_bad_token(flow):
    assert flow.outcome("reset-password", token="junk", new_password=NEW) == "link-invalid"
    assert flow.outcome("verify-email", token="junk") == "link-invalid"


def test_no_token_asks_nobody(flow):
    assert flow.outcome("reset-password", new_password=NEW) == "link-incomplete"


def test_no_address(flow):
    assert flow.outcome("send-link", email="bad") == "invalid-email"
    assert flow.outcome("resend-verification", email="bad") == "invalid-email"


def test_an_address_is_confirmed_once_and_then_lets_in(flow, inbox, person):
    assert flow.outcome("resend-verification", email=person) == "ok"
    link = inbox.link(person, VERIFY)
    result = flow.run("verify-email", **link)
    assert (result["is"], result["email"]) == ("ok", person)
    assert flow.outcome("verify-email", **link) == "already-verified"
    assert flow.outcome("sign-in", email=person, password=OLD) == "ok"
    assert flow.known["access_token"].count(".") == 2
    assert flow.outcome("sign-out") == "ok"


def test_an_account_that_is_there_already(flow, person):
    assert flow.outcome("sign-up", email=person, new_password=NEW) == "account-exists"
    assert flow.outcome("sign-up", email="other@example.com", new_password="short") == "weak-password"
    assert flow.outcome("sign-up", email="other", new_password=NEW) == "invalid-email"
