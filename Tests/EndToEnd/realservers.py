"""Third-party auth servers on this machine, and contracts that run against them as in an app.

A test module names its server and its contract and imports the fixtures; it overrides `server`, `base` or `contract` with a
fixture of the same name if necessary:

    from realservers import address, base, contract, flow, inbox, server  # noqa: F401
    SERVER, CONTRACT = "allauth", CONTRACTS / "allauth.yml"
"""

import email
import email.policy
import json
import re
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

import programs
import pytest
from aiosmtpd.controller import Controller

SERVERS = Path(__file__).parent / "servers"
CONTRACTS = programs.ROOT / "Templates" / "backends"
# Next to the programs; a release build does not contain it, so the debug build is used then.
RUNNER = next(
    (path for path in (programs.PROGRAMS / "contract-runner", programs.ROOT / ".build/debug/contract-runner") if path.exists()),
    programs.PROGRAMS / "contract-runner",
)


class Inbox:
    """The emails received by an SMTP server."""

    def __init__(self):
        self.mails = []

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 OK"

    def to(self, address):
        return [mail for mail in self.mails if mail["To"] == address]

    def link(self, address, pattern):
        """The named groups of a pattern in the last email to an address, percent-decoded."""
        text = self.to(address)[-1].get_body(("plain", "html")).get_content()
        found = re.search(pattern, text)
        assert found, text
        return {name: unquote(value) for name, value in found.groupdict().items()}


@contextmanager
def running(name, folder, *arguments):
    """Runs a server in its own folder; yields its URL and the inbox with its emails."""
    inbox = Inbox()
    port, smtp_port = (first := programs.free_ports(2)), first + 1
    controller = Controller(inbox, hostname="127.0.0.1", port=smtp_port)
    controller.start()
    with open(folder / "server.log", "w+") as log:
        process = subprocess.Popen(
            [sys.executable, SERVERS / f"{name}_server.py", str(port), str(smtp_port), *arguments], cwd=folder, stdout=log, stderr=log
        )
        try:
            deadline = time.monotonic() + programs.PATIENCE
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    said = (folder / "server.log").read_text()
                    assert process.poll() is None and time.monotonic() < deadline, said
                    time.sleep(0.05)
            yield f"http://127.0.0.1:{port}", inbox
        finally:
            process.kill()
            process.wait()
            controller.stop()


class Flow:
    """A flow of a contract, run by AuthFlowClient; values that an operation keeps are available to the next ones."""

    def __init__(self, contract, base, **settings):
        self.known = {}
        self.process = subprocess.Popen(
            [RUNNER, contract, base, json.dumps(settings)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, operation, **values):
        """Runs an operation and returns its complete result."""
        names = {name.replace("_", "-") if name in ("new_password",) else name: value for name, value in values.items()}
        self.process.stdin.write(json.dumps({"operation": operation, "values": self.known | names}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line.startswith("{"), line + self.process.stdout.read()
        result = json.loads(line)
        self.known |= result["kept"]
        return result

    def outcome(self, operation, **values):
        """Runs an operation and returns the name of its outcome."""
        return self.run(operation, **values)["is"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(programs.PATIENCE)
        self.process.stdout.close()


@pytest.fixture(scope="module")
def server(request, tmp_path_factory):
    """The module's server: its URL and the inbox with its emails."""
    name = request.module.SERVER
    with running(name, tmp_path_factory.mktemp(name)) as server:
        yield server


@pytest.fixture
def inbox(server):
    return server[1]


@pytest.fixture
def base(server):
    """The base URL of the contract's requests."""
    return server[0]


@pytest.fixture(scope="module")
def contract(request):
    return request.module.CONTRACT


@pytest.fixture
def flow(contract, base):
    with Flow(contract, base) as flow:
        yield flow


@pytest.fixture
def address(request):
    """An email address that no other test uses."""
    return f"{request.node.name.replace('_', '-')[:50]}@example.com"
