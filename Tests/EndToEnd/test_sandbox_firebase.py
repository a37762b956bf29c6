"""Google's own clients against the sandbox: the API's, made from its discovery document, and the administrator's."""

import json
from urllib.parse import parse_qs, urlsplit

import firebase_admin
import pytest
import sandboxes
from firebase_admin import auth
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError
from sandboxes import DISABLED, PASSWORD, PERSON, SECOND_FACTOR, UNKNOWN, Sandbox


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with Sandbox(sandboxes.write_site(tmp_path_factory.mktemp("firebase") / "Site")) as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(running):
    running.reset()
    return running


@pytest.fixture
def accounts(sandbox):
    """The `accounts` of identitytoolkit v1."""
    service = build(
        "identitytoolkit",
        "v1",
        developerKey="sandbox-key",
        static_discovery=True,
        client_options={"api_endpoint": sandbox.bases["firebase"]},
    )
    yield service.accounts()
    service.close()


def code_for(sandbox, accounts, to=PERSON):
    accounts.sendOobCode(body={"requestType": "PASSWORD_RESET", "email": to}).execute()
    return sandbox.parameters(to)["oobCode"]


def refusal(request):
    """The message of the error that a request ends in."""
    with pytest.raises(HttpError) as error:
        request.execute()
    assert error.value.resp.status == 400
    content = json.loads(error.value.content)["error"]
    assert content["code"] == 400
    assert content["errors"] == [{"message": content["message"], "domain": "global", "reason": "invalid"}]
    assert error.value.reason == content["message"]
    return content["message"]


def test_a_reset_is_looked_at_and_then_redeemed_once(sandbox, accounts):
    sent = accounts.sendOobCode(body={"requestType": "PASSWORD_RESET", "email": PERSON}).execute()
    assert sent == {"kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": PERSON}
    link = sandbox.mails()[-1]["link"]
    assert link.startswith("https://firebase.example/auth/action?mode=resetPassword&oobCode=")
    code = sandbox.parameters()["oobCode"]
    meaning = {"kind": "identitytoolkit#ResetPasswordResponse", "email": PERSON, "requestType": "PASSWORD_RESET"}
    assert accounts.resetPassword(body={"oobCode": code}).execute() == meaning
    assert accounts.resetPassword(body={"oobCode": code}).execute() == meaning
    change = {"oobCode": code, "newPassword": "a-new-password"}
    assert accounts.resetPassword(body=change).execute() == meaning
    assert refusal(accounts.resetPassword(body=change)) == "INVALID_OOB_CODE"
    signed = accounts.signInWithPassword(body={"email": PERSON, "password": "a-new-password"}).execute()
    assert signed["registered"] is True


def test_a_weak_password_leaves_the_code_good(sandbox, accounts):
    code = code_for(sandbox, accounts)
    weak = accounts.resetPassword(body={"oobCode": code, "newPassword": "12345"})
    assert refusal(weak) == "WEAK_PASSWORD : Password should be at least 6 characters"
    accounts.resetPassword(body={"oobCode": code, "newPassword": "123456"}).execute()


def test_a_code_expires(sandbox, accounts):
    code = code_for(sandbox, accounts)
    sandbox.advance("61m")
    assert refusal(accounts.resetPassword(body={"oobCode": code})) == "EXPIRED_OOB_CODE"
    change = accounts.resetPassword(body={"oobCode": code, "newPassword": "a-new-password"})
    assert refusal(change) == "EXPIRED_OOB_CODE"
    assert refusal(accounts.update(body={"oobCode": code})) == "EXPIRED_OOB_CODE"


def test_an_address_is_confirmed_with_a_code_once(sandbox, accounts):
    account = accounts.signUp(body={"email": "new@example.com", "password": "a-password"}).execute()
    accounts.sendOobCode(body={"requestType": "VERIFY_EMAIL", "idToken": account["idToken"]}).execute()
    code = sandbox.parameters("new@example.com")["oobCode"]
    answer = accounts.update(body={"oobCode": code}).execute()
    assert (answer["email"], answer["emailVerified"]) == ("new@example.com", True)
    assert refusal(accounts.update(body={"oobCode": code})) == "INVALID_OOB_CODE"
    (user,) = accounts.lookup(body={"idToken": account["idToken"]}).execute()["users"]
    assert user["emailVerified"] is True


@pytest.mark.parametrize(
    ("method", "body", "message"),
    [
        ("sendOobCode", {}, "MISSING_REQ_TYPE"),
        ("sendOobCode", {"requestType": "PASSWORD_RESET"}, "MISSING_EMAIL"),
        ("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "bad"}, "INVALID_EMAIL"),
        ("resetPassword", {}, "MISSING_OOB_CODE"),
        ("resetPassword", {"oobCode": "nothing"}, "INVALID_OOB_CODE"),
        ("signUp", {"email": PERSON, "password": "a-password"}, "EMAIL_EXISTS"),
        ("signInWithPassword", {"email": PERSON, "password": "wrong"}, "INVALID_LOGIN_CREDENTIALS"),
        ("signInWithPassword", {"email": UNKNOWN, "password": "wrong"}, "INVALID_LOGIN_CREDENTIALS"),
        ("signInWithPassword", {"email": DISABLED, "password": PASSWORD}, "USER_DISABLED"),
    ],
)
def test_every_refusal_has_its_code(accounts, method, body, message):
    assert refusal(getattr(accounts, method)(body=body)) == message


def test_unknown_addresses_are_answered_like_known_ones(sandbox, accounts):
    answer = accounts.sendOobCode(body={"requestType": "PASSWORD_RESET", "email": UNKNOWN}).execute()
    assert answer == {"kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": UNKNOWN}
    assert sandbox.mails() == []


def test_a_second_factor_is_asked_for(accounts):
    answer = accounts.signInWithPassword(body={"email": SECOND_FACTOR, "password": PASSWORD}).execute()
    assert answer["mfaPendingCredential"] and answer["mfaInfo"]
    assert "idToken" not in answer


@pytest.fixture
def administrator(sandbox, monkeypatch):
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", f"127.0.0.1:{sandbox.port}")
    app = firebase_admin.initialize_app(options={"projectId": "demo-sandbox"}, name="sandbox")
    yield app
    firebase_admin.delete_app(app)


def test_the_administrator_makes_a_link_that_works(sandbox, administrator, accounts):
    settings = auth.ActionCodeSettings(url="https://firebase.example/done")
    link = auth.generate_password_reset_link(PERSON, settings, app=administrator)
    parameters = parse_qs(urlsplit(link).query)
    assert link.startswith("https://firebase.example/auth/action?mode=resetPassword&oobCode=")
    assert parameters["continueUrl"] == ["https://firebase.example/done"]
    assert sandbox.mails() == []
    change = {"oobCode": parameters["oobCode"][0], "newPassword": "a-new-password"}
    assert accounts.resetPassword(body=change).execute()["email"] == PERSON


def test_the_administrator_makes_a_link_that_confirms(administrator, accounts):
    link = auth.generate_email_verification_link(PERSON, app=administrator)
    code = parse_qs(urlsplit(link).query)["oobCode"][0]
    assert accounts.update(body={"oobCode": code}).execute()["emailVerified"] is True


def test_the_administrator_learns_that_nobody_is_there(administrator):
    with pytest.raises(auth.EmailNotFoundError):
        auth.generate_password_reset_link(UNKNOWN, app=administrator)


def test_the_administrator_finds_an_account(administrator):
    assert auth.get_user_by_email(PERSON, app=administrator).email_verified
