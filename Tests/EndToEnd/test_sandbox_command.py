"""`latchkey sandbox` itself: what it prints, whom it admits, where its emails go, and how it ends."""

import email
import email.policy
import http.client
import json
import signal
import urllib.error
import urllib.request

import programs
import pytest
import sandboxes
from aiosmtpd.controller import Controller
from sandboxes import PERSON, Sandbox


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return sandboxes.write_site(tmp_path_factory.mktemp("sandbox") / "Site")


@pytest.fixture
def sandbox(folder):
    with Sandbox(folder) as running:
        yield running


def post(address, body, headers={}):
    """Sends JSON and returns the answer's status, headers and body."""
    data = json.dumps(body).encode()
    request = urllib.request.Request(address, data=data, headers={"Content-Type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request, timeout=programs.PATIENCE) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def test_it_prints_an_address_for_every_app_its_header_and_that_it_is_a_sandbox(sandbox):
    here = f"http://127.0.0.1:{sandbox.port}"
    assert sandbox.said[:-2] == [
        f"Artitec: {here}/artitec",
        f"Fastapi-Users: {here}/fastapi-users",
        f"Fetchnews: {here}/fetchnews",
        f"Firebase: {here}/firebase",
        f"Supabase: {here}/supabase/auth/v1",
    ]
    assert sandbox.said[-2].startswith("Latchkey-Sandbox: ")
    assert "This is a sandbox" in sandbox.said[-1]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it(folder, how):
    with Sandbox(folder) as sandbox:
        assert sandbox.stop(how) == (0, "")


@pytest.mark.parametrize("address", ["0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:80"])
def test_no_other_machine_ever_reaches_it(folder, address):
    result = programs.run(programs.LATCHKEY, "sandbox", folder, "--listen", address)
    assert result.returncode == 64
    assert "only this machine may reach it; name 127.0.0.1 or [::1]" in result.stderr


@pytest.mark.parametrize("path", ["inbox", "clock", "next", "cors", "reset"])
@pytest.mark.parametrize("header", [{}, {"Latchkey-Sandbox": "wrong"}])
def test_nobody_without_the_header_asks_it_anything(sandbox, path, header):
    with pytest.raises(urllib.error.HTTPError) as refusal:
        sandbox.ask(path, None if path == "inbox" else {}, header=header)
    assert refusal.value.code == 403


def test_the_header_is_another_one_each_time(folder, sandbox):
    with Sandbox(folder) as other:
        assert other.header != sandbox.header


def test_a_whole_reset_against_artitec_over_http(sandbox):
    base = sandbox.bases["artitec"]
    assert post(f"{base}/v1/auth/forgot-password", {"email": PERSON})[0] == 200
    token = sandbox.parameters()["token"]
    assert json.loads(post(f"{base}/v1/auth/verify-reset-token", {"token": token})[2])["user_email"] == PERSON
    sandbox.advance("59m")
    change = {"token": token, "new_password": "Password123"}
    assert post(f"{base}/v1/auth/reset-password", change)[0] == 200
    assert post(f"{base}/v1/auth/reset-password", change)[0] == 400


def test_a_mail_reaches_a_real_server_and_reads_as_it_does_in_the_inbox(folder):
    class Handler:
        def __init__(self):
            self.caught = []

        async def handle_DATA(self, server, session, envelope):
            self.caught.append(envelope)
            return "250 OK"

    controller = Controller(Handler(), hostname="127.0.0.1", port=programs.free_ports(1))
    controller.start()
    try:
        with Sandbox(folder, "--smtp", f"127.0.0.1:{controller.port}") as sandbox:
            post(f"{sandbox.bases['artitec']}/v1/auth/forgot-password", {"email": PERSON})
            (envelope,) = controller.handler.caught
            (kept,) = sandbox.mails()
    finally:
        controller.stop()
    assert envelope.rcpt_tos == [PERSON]
    mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
    assert not mail.defects
    assert mail["To"] == PERSON
    assert mail["Subject"] == kept["subject"]
    assert mail["Message-ID"] and mail["Date"]
    assert mail.get_content().replace("\r\n", "\n").strip() == kept["text"].strip()


def test_a_mail_server_that_is_not_there_is_a_warning_and_the_flow_goes_on(folder):
    with Sandbox(folder, "--smtp", f"127.0.0.1:{programs.free_ports(1)}") as sandbox:
        assert post(f"{sandbox.bases['artitec']}/v1/auth/forgot-password", {"email": PERSON})[0] == 200
        assert len(sandbox.mails()) == 1
        status, stderr = sandbox.stop()
    assert status == 0
    assert stderr.startswith("warning: an email did not reach 127.0.0.1:")


def test_no_password_and_no_token_is_ever_printed(folder):
    with Sandbox(folder) as sandbox:
        post(f"{sandbox.bases['artitec']}/v1/auth/forgot-password", {"email": PERSON})
        token = sandbox.parameters()["token"]
        post(f"{sandbox.bases['artitec']}/v1/auth/reset-password", {"token": token, "new_password": "Hidden-Password-7"})
        sandbox.process.send_signal(signal.SIGTERM)
        said, stderr = sandbox.process.communicate(timeout=programs.PATIENCE)
    for text in (said.decode(), stderr.decode(), "\n".join(sandbox.said)):
        assert token not in text and "Hidden-Password-7" not in text and sandboxes.PASSWORD not in text


def test_what_comes_next_can_be_chosen_once(sandbox):
    address = f"{sandbox.bases['artitec']}/v1/auth/forgot-password"
    sandbox.ask("next", {"operation": "send-link", "outcome": "rate-limited"})
    assert post(address, {"email": PERSON})[0] == 429
    assert post(address, {"email": PERSON})[0] == 200


def test_no_connection_can_be_chosen(sandbox):
    address = f"{sandbox.bases['artitec']}/v1/auth/forgot-password"
    sandbox.ask("next", {"operation": "send-link", "outcome": "network"})
    with pytest.raises((ConnectionError, http.client.HTTPException)):
        post(address, {"email": PERSON})
    assert post(address, {"email": PERSON})[0] == 200


def test_an_answer_that_never_comes_can_be_chosen_and_does_not_keep_it_from_ending(sandbox):
    address = f"{sandbox.bases['artitec']}/v1/auth/forgot-password"
    sandbox.ask("next", {"operation": "send-link", "outcome": "timeout"})
    request = urllib.request.Request(address, data=json.dumps({"email": PERSON}).encode())
    with pytest.raises(TimeoutError):
        urllib.request.urlopen(request, timeout=1)
    assert post(address, {"email": PERSON})[0] == 200
    assert sandbox.stop() == (0, "")


def test_cors_can_be_refused(sandbox):
    address = f"{sandbox.bases['artitec']}/v1/auth/forgot-password"
    page = {"Origin": "https://artitec.example"}
    assert post(address, {"email": PERSON}, page)[1]["Access-Control-Allow-Origin"] == "https://artitec.example"
    sandbox.ask("cors", {"refuse": True})
    assert post(address, {"email": PERSON}, page)[1]["Access-Control-Allow-Origin"] is None


def test_a_body_that_is_too_long_is_refused(sandbox):
    body = {"email": "a" * (2 << 20)}
    try:
        assert post(f"{sandbox.bases['artitec']}/v1/auth/forgot-password", body)[0] == 413
    except urllib.error.URLError:
        pass  # the connection was closed before all of it was sent
    assert sandbox.mails() == []
