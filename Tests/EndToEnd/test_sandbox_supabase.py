"""Supabase's own Python client against the sandbox."""

from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import sandboxes
from sandboxes import DISABLED, PASSWORD, PERSON, SECOND_FACTOR, UNKNOWN, UNVERIFIED, Sandbox
from supabase_auth import SyncGoTrueClient
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with Sandbox(sandboxes.write_site(tmp_path_factory.mktemp("supabase") / "Site")) as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(running):
    running.reset()
    return running


@pytest.fixture(params=["2024-01-01", "2000-01-01"], ids=["recent", "legacy"])
def client(sandbox, request):
    """A client that asks for errors in the recent or in the legacy format."""
    return make_client(sandbox, version=request.param)


def make_client(sandbox, version="2024-01-01", **options):
    key = {"apikey": "anon", "Authorization": "Bearer anon", "X-Supabase-Api-Version": version}
    return SyncGoTrueClient(
        url=sandbox.bases["supabase"],
        headers=key,
        auto_refresh_token=False,
        persist_session=False,
        **{"flow_type": "implicit", **options},
    )


def recover(sandbox, client, to=PERSON):
    client.reset_password_for_email(to)
    return sandbox.parameters(to)["token_hash"]


def test_recovery_by_hash_sets_a_password(sandbox, client):
    token_hash = recover(sandbox, client)
    session = client.verify_otp({"type": "recovery", "token_hash": token_hash}).session
    assert session.user.email == PERSON
    assert client.update_user({"password": "a-new-password"}).user.email == PERSON
    client.sign_out({"scope": "local"})
    assert client.sign_in_with_password({"email": PERSON, "password": "a-new-password"}).user.email == PERSON


def test_recovery_by_the_code_in_the_mail(sandbox, client):
    client.reset_password_for_email(PERSON)
    code = sandbox.mails()[-1]["code"]
    assert code in sandbox.mails()[-1]["text"]
    with pytest.raises(AuthApiError) as refusal:
        client.verify_otp({"type": "recovery", "email": PERSON, "token": "000000" if code != "000000" else "111111"})
    assert (refusal.value.code, refusal.value.message) == ("otp_expired", "Token has expired or is invalid")
    assert client.verify_otp({"type": "recovery", "email": PERSON, "token": code}).user.email == PERSON


def test_a_hash_works_once(sandbox, client):
    token_hash = recover(sandbox, client)
    client.verify_otp({"type": "recovery", "token_hash": token_hash})
    with pytest.raises(AuthApiError) as refusal:
        client.verify_otp({"type": "recovery", "token_hash": token_hash})
    assert refusal.value.status == 403
    assert (refusal.value.code, refusal.value.message) == ("otp_expired", "Email link is invalid or has expired")


def test_a_hash_expires_after_a_day(sandbox, client):
    token_hash = recover(sandbox, client)
    sandbox.advance("25h")
    with pytest.raises(AuthApiError) as refusal:
        client.verify_otp({"type": "recovery", "token_hash": token_hash})
    assert (refusal.value.status, refusal.value.code) == (403, "otp_expired")


def test_a_weak_password_is_refused_with_its_reasons(sandbox, client):
    client.verify_otp({"type": "recovery", "token_hash": recover(sandbox, client)})
    with pytest.raises(AuthWeakPasswordError) as refusal:
        client.update_user({"password": "short"})
    assert refusal.value.status == 422
    assert refusal.value.message == "Password should be at least 6 characters."
    assert refusal.value.reasons == ["length"]


def test_the_old_password_is_refused(sandbox, client):
    client.verify_otp({"type": "recovery", "token_hash": recover(sandbox, client)})
    with pytest.raises(AuthApiError) as refusal:
        client.update_user({"password": PASSWORD})
    assert (refusal.value.status, refusal.value.code) == (422, "same_password")


def test_a_password_of_more_than_72_bytes_is_refused(sandbox, client):
    client.verify_otp({"type": "recovery", "token_hash": recover(sandbox, client)})
    with pytest.raises(AuthApiError) as refusal:
        client.update_user({"password": "é" * 37})
    assert (refusal.value.status, refusal.value.code) == (400, "validation_failed")


def test_a_second_mail_within_a_minute_is_refused(sandbox, client):
    client.reset_password_for_email(PERSON)
    with pytest.raises(AuthApiError) as refusal:
        client.reset_password_for_email(PERSON)
    assert (refusal.value.status, refusal.value.code) == (429, "over_email_send_rate_limit")
    assert refusal.value.message == "For security purposes, you can only request this after 59 seconds."
    sandbox.advance("60s")
    client.reset_password_for_email(PERSON)
    assert len(sandbox.mails(PERSON)) == 2


def test_an_unknown_address_is_answered_like_a_known_one(sandbox, client):
    client.reset_password_for_email(UNKNOWN)
    client.reset_password_for_email(UNKNOWN)
    assert sandbox.mails() == []


def test_a_banned_account_is_told_so_at_the_link(sandbox, client):
    with pytest.raises(AuthApiError) as refusal:
        client.verify_otp({"type": "recovery", "token_hash": recover(sandbox, client, DISABLED)})
    assert (refusal.value.status, refusal.value.code) == (403, "user_banned")


def test_a_second_factor_is_not_passed_by_a_link(sandbox, client):
    client.verify_otp({"type": "recovery", "token_hash": recover(sandbox, client, SECOND_FACTOR)})
    with pytest.raises(AuthApiError) as refusal:
        client.update_user({"password": "a-new-password"})
    assert (refusal.value.status, refusal.value.code) == (401, "insufficient_aal")


def test_signing_up_and_confirming(sandbox, client):
    answer = client.sign_up({"email": "new@example.com", "password": "a-password"})
    assert answer.session is None
    assert answer.user.identities
    with pytest.raises(AuthApiError) as refusal:
        client.sign_in_with_password({"email": "new@example.com", "password": "a-password"})
    assert refusal.value.code == "email_not_confirmed"
    token_hash = sandbox.parameters("new@example.com")["token_hash"]
    assert client.verify_otp({"type": "email", "token_hash": token_hash}).user.email_confirmed_at
    assert client.sign_up({"email": "new@example.com", "password": "a-password"}).user.identities == []


def test_the_confirmation_is_sent_again(sandbox, client):
    client.resend({"type": "signup", "email": UNVERIFIED})
    client.resend({"type": "signup", "email": UNKNOWN})
    client.resend({"type": "signup", "email": PERSON})
    assert [mail["to"] for mail in sandbox.mails()] == [UNVERIFIED]


def test_a_wrong_password_says_no_more_than_that(sandbox, client):
    for address in (PERSON, UNKNOWN):
        with pytest.raises(AuthApiError) as refusal:
            client.sign_in_with_password({"email": address, "password": "wrong"})
        assert (refusal.value.code, refusal.value.message) == ("invalid_credentials", "Invalid login credentials")


def test_signing_out_ends_the_session(sandbox, client):
    session = client.sign_in_with_password({"email": PERSON, "password": PASSWORD}).session
    client.sign_out()
    with pytest.raises(AuthApiError) as refusal:
        client.get_user(session.access_token)
    assert refusal.value.code == "session_not_found"


def test_the_link_of_gotrue_itself_puts_a_session_into_the_fragment_once(sandbox, client):
    token_hash = recover(sandbox, client)
    address = f"{sandbox.bases['supabase']}/verify?token={token_hash}&type=recovery&redirect_to=https://supabase.example/in"
    first = httpx.get(address)
    assert first.status_code == 303
    fragment = parse_qs(urlsplit(first.headers["Location"]).fragment, keep_blank_values=True)
    assert fragment["type"] == ["recovery"]
    user = client.set_session(fragment["access_token"][0], fragment["refresh_token"][0]).user
    assert user.email == PERSON
    assert httpx.get(address).headers["Location"] == (
        "https://supabase.example/in#error=access_denied&error_code=otp_expired"
        "&error_description=Email+link+is+invalid+or+has+expired&sb="
    )


def test_a_client_that_exchanges_codes(sandbox):
    client = make_client(sandbox, flow_type="pkce")
    client.reset_password_for_email(PERSON, {"redirect_to": "https://supabase.example/in"})
    verifier = client._storage.get_item(f"{client._storage_key}-code-verifier").split("/")[0]
    token_hash = sandbox.parameters()["token_hash"]
    assert token_hash.startswith("pkce_")
    address = f"{sandbox.bases['supabase']}/verify?token={token_hash}&type=recovery&redirect_to=https://supabase.example/in"
    code = parse_qs(urlsplit(httpx.get(address).headers["Location"]).query)["code"][0]
    answer = client.exchange_code_for_session({"auth_code": code, "code_verifier": verifier})
    assert answer.user.email == PERSON


def test_the_gateway_asks_for_its_key(sandbox):
    answer = httpx.post(f"{sandbox.bases['supabase']}/recover", json={"email": PERSON})
    assert answer.status_code == 401
    assert answer.json() == {
        "message": "No API key found in request",
        "hint": "No `apikey` request header or url param was found.",
    }
