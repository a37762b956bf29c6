"""The contract `allauth` against a real django-allauth: a session in a header, and 401 for success."""

import time

import httpx
import pyotp
import pytest
from realservers import CONTRACTS, Flow, address, base, contract, flow, inbox, running, server  # noqa: F401
from sandboxes import PERSON

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


def asks(base, session, method, path, **body):
    """Calls the API as an app does on which somebody is logged in."""
    headers = {"X-Session-Token": session}
    return httpx.request(method, f"{base}/_allauth/app/v1/{path}", json=body or None, headers=headers).json()


def test_a_changed_address_is_confirmed_by_the_link_and_known_to_the_old_one(flow, inbox, base, person):
    assert flow.outcome("sign-in", email=person, password=OLD) == "ok"
    new = f"new-{person}"
    added = asks(base, flow.known["session"], "POST", "account/email", email=new)["data"]
    assert [(each["email"], each["verified"]) for each in added if each["email"] == new] == [(new, False)]
    link = inbox.link(new, VERIFY)
    flow.known.clear()
    assert flow.outcome("verify-email", **link) == "ok"
    assert flow.outcome("verify-email", **link) == "link-invalid"
    assert flow.outcome("sign-in", email=new, password=OLD) == "ok"
    asks(base, flow.known["session"], "PATCH", "account/email", email=new, primary=True)
    assert "email" in inbox.to(person)[-1]["Subject"].lower()


def test_too_many_attempts(flow, person):
    attempts = [flow.outcome("sign-in", email=person, password="wrong") for _ in range(4)]
    # The server counts those of the other tests as well.
    assert (attempts[0], attempts[-1], set(attempts)) == ("wrong-credentials", "rate-limited", {"wrong-credentials", "rate-limited"})


@pytest.fixture
def flow_with_factors(contract, tmp_path):
    """A server whose accounts can have a second factor, a flow with it, and somebody whose account has one; with the key."""
    pytest.importorskip("fido2", reason="the second factor of allauth needs the package fido2")
    with running("allauth", tmp_path, "--mfa") as (base, inbox), Flow(contract, base) as flow:
        assert flow.outcome("sign-up", email=PERSON, new_password=OLD) == "sent"
        assert flow.outcome("verify-email", **inbox.link(PERSON, VERIFY)) == "ok"
        flow.known.clear()
        assert flow.outcome("sign-in", email=PERSON, password=OLD) == "ok"
        session = flow.known["session"]
        key = asks(base, session, "GET", "account/authenticators/totp")["meta"]["secret"]
        assert asks(base, session, "POST", "auth/reauthenticate", password=OLD)["status"] == 200
        # The code of the step before, so that the present one is unused.
        assert asks(base, session, "POST", "account/authenticators/totp", code=pyotp.TOTP(key).at(time.time() - 30))["status"] == 200
        recovery = asks(base, session, "GET", "account/authenticators/recovery-codes")["data"]["unused_codes"]
        flow.known.clear()
        yield flow, inbox, key, recovery


@pytest.mark.full
def test_whoever_signs_in_enters_the_second_factor_and_a_wrong_code_leaves_the_attempt(flow_with_factors):
    flow, inbox, key, recovery = flow_with_factors
    assert flow.outcome("verify-second-factor", code="000000", session="junk") == "needs-login"
    assert flow.outcome("sign-in", email=PERSON, password=OLD) == "needs-second-factor"
    assert flow.outcome("verify-second-factor", code="000000") == "code-invalid"
    assert flow.outcome("verify-second-factor", code=pyotp.TOTP(key).now()) == "ok"
    assert flow.outcome("sign-out") == "ok"
    for expected in ("ok", "code-invalid"):
        flow.known.clear()
        assert flow.outcome("sign-in", email=PERSON, password=OLD) == "needs-second-factor"
        assert flow.outcome("verify-recovery-code", **{"recovery-code": recovery[0]}) == expected
    # A reset signs nobody in, so that it asks for no second factor; whoever signs in with the new password is asked.
    flow.known.clear()
    assert flow.outcome("send-link", email=PERSON) == "ok"
    assert flow.outcome("reset-password", **inbox.link(PERSON, RESET), new_password=NEW) == "ok"
    assert flow.outcome("sign-in", email=PERSON, password=NEW) == "needs-second-factor"
