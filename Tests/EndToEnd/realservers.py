"""Auth servers that we did not write, on this machine, and contracts that run against them as an app would.

A test module says which server and which contract it is about and takes the fixtures from here; where it needs another
`server`, `base` or `contract`, it has a fixture of that name:

    from realservers import address, base, contract, flow, inbox, server  # noqa: F401
    SERVER, CONTRACT = "allauth", DOCUMENTED / "allauth.yml"
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
DOCUMENTED = programs.ROOT / "Tests" / "AuthFlowVectors" / "Vectors" / "documented"
# Beside the programs, but for a release build, which has no programs of the tests'.
RUNNER = next(
    (path for path in (programs.PROGRAMS / "contract-runner", programs.ROOT / ".build/debug/contract-runner") if path.exists()),
    programs.PROGRAMS / "contract-runner",
)


class Inbox:
    """Mails as an SMTP server got them."""

    def __init__(self):
        self.mails = []

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 OK"

    def to(self, address):
        return [mail for mail in self.mails if mail["To"] == address]

    def link(self, address, pattern):
        """The named groups of a pattern in the last mail to somebody, decoded as parameters of a link are."""
        text = self.to(address)[-1].get_body(("plain", "html")).get_content()
        found = re.search(pattern, text)
        assert found, text
        return {name: unquote(value) for name, value in found.groupdict().items()}


@contextmanager
def running(name, folder, *arguments):
    """Runs one of the servers in a folder of its own; gives its address and the inbox of its mails."""
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
    """One flow of a contract, through AuthFlowClient: what an answer brings is there for what comes next."""

    def __init__(self, contract, base, **settings):
        self.known = {}
        self.process = subprocess.Popen(
            [RUNNER, contract, base, json.dumps(settings)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, operation, **values):
        """What an operation comes to, in full."""
        names = {name.replace("_", "-") if name in ("new_password",) else name: value for name, value in values.items()}
        self.process.stdin.write(json.dumps({"operation": operation, "values": self.known | names}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line.startswith("{"), line + self.process.stdout.read()
        result = json.loads(line)
        self.known |= result["kept"]
        return result

    def outcome(self, operation, **values):
        """The name of what an operation comes to."""
        return self.run(operation, **values)["is"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(programs.PATIENCE)
        self.process.stdout.close()


@pytest.fixture(scope="module")
def server(request, tmp_path_factory):
    """The module's server: its address and the inbox of its mails."""
    name = request.module.SERVER
    with running(name, tmp_path_factory.mktemp(name)) as server:
        yield server


@pytest.fixture
def inbox(server):
    return server[1]


@pytest.fixture
def base(server):
    """What the contract's addresses begin with."""
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
    """The email address of somebody whom no other test knows."""
    return f"{request.node.name.replace('_', '-')[:50]}@example.com"
