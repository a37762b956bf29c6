"""The contract `djoser` against a real djoser, its emails caught, through the library that apps use; and the site of Django.md."""

import re

import programs
import pytest
from realservers import CONTRACTS, address, contract, flow, inbox, server  # noqa: F401

SERVER, CONTRACT = "djoser", CONTRACTS / "djoser.yml"
PAGE = (programs.ROOT / "Documentation" / "Django.md").read_text()
RESET = r"https://app\.example/reset/(?P<uid>[^/\s]+)/(?P<token>\S+)"
ACTIVATE = r"https://app\.example/activate/(?P<uid>[^/\s]+)/(?P<token>\S+)"
OLD, NEW = "Old-Password-1", "New-Password-2"


@pytest.fixture
def base(server):
    return f"{server[0]}/auth"


@pytest.fixture
def person(flow, inbox, address):
    """Somebody with an account that is confirmed."""
    assert flow.outcome("sign-up", email=address, new_password=OLD) == "sent"
    assert flow.outcome("verify-email", **inbox.link(address, ACTIVATE)) == "ok"
    flow.known.clear()
    return address


def test_a_forgotten_password(flow, inbox, person):
    assert flow.outcome("send-link", email=person) == "ok"
    link = inbox.link(person, RESET)
    weak = flow.run("reset-password", **link, new_password="12345")
    assert (weak["is"], weak["missing"]) == ("weak-password", ["at-least", "uncommon", "lower"])
    assert flow.outcome("reset-password", **link, new_password=NEW) == "ok"
    assert flow.outcome("reset-password", **link, new_password="Another-Password-3") == "link-invalid"
    assert flow.outcome("sign-in", email=person, password=OLD) == "wrong-credentials"
    assert flow.outcome("sign-in", email=person, password=NEW) == "ok"
    assert flow.known["auth_token"]
    assert flow.outcome("sign-out") == "ok"


def test_nobody_learns_who_has_an_account(flow, inbox):
    assert flow.outcome("send-link", email="nobody@example.com") == "ok"
    assert inbox.to("nobody@example.com") == []


def test_a_bad_link(flow, person):
    assert flow.outcome("reset-password", uid="MQ", token="junk", new_password=NEW) == "link-invalid"
    assert flow.outcome("reset-password", uid="junk", token="junk", new_password=NEW) == "link-invalid"
    assert flow.outcome("reset-password", token="junk", new_password=NEW) == "link-incomplete"
    assert flow.outcome("verify-email", uid="junk", token="junk") == "link-invalid"


def test_no_address(flow):
    assert flow.outcome("send-link", email="bad") == "invalid-email"


def test_a_second_tap_on_the_link_of_the_mail(flow, inbox):
    address = "second-tap@example.com"
    assert flow.outcome("sign-up", email=address, new_password=OLD) == "sent"
    assert flow.outcome("sign-in", email=address, password=OLD) == "wrong-credentials"
    link = inbox.link(address, ACTIVATE)
    assert flow.outcome("resend-verification", email=address) == "ok"
    assert len(inbox.to(address)) == 2
    assert flow.outcome("verify-email", **link) == "ok"
    assert flow.outcome("verify-email", **link) == "already-verified"
    assert flow.outcome("sign-in", email=address, password=OLD) == "ok"


def test_an_account_is_deleted_with_its_password(flow, person):
    assert flow.outcome("delete-account", email=person, password="wrong") == "wrong-credentials"
    assert flow.outcome("delete-account", email=person, password=OLD) == "ok"
    flow.known.clear()
    assert flow.outcome("sign-in", email=person, password=OLD) == "wrong-credentials"


@pytest.mark.parametrize("name", ["djoser", "dj-rest-auth"])
def test_the_pages_of_init_fit_the_contract(tmp_path, name):
    assert programs.run(programs.LATCHKEY, "init", "harbour", cwd=tmp_path).returncode == 0
    app = tmp_path / "harbour/Site/harbour/app.yml"
    app.write_text(
        app.read_text().replace("/reset-password?token={token}", "/reset/{uid}/{token}")
        + f'backend: {{ contract: {name}, base: "https://api.harbour.example/auth" }}\n'
    )
    for page in ("delete-account", "log-in") if name == "djoser" else ():
        result = programs.run(programs.LATCHKEY, "add", "page", page, cwd=tmp_path / "harbour")
        assert result.returncode == 0, result.stderr
    result = programs.run(programs.LATCHKEY, "check", cwd=tmp_path / "harbour")
    assert (result.returncode, "error" in result.stderr) == (0, False), result.stderr


def test_the_documented_site_builds_and_passes_its_checks(tmp_path):
    """What the document has its reader write, in a folder with nothing else."""
    app = re.search(r"```yaml\n(# in Site/harbour/app\.yml\n.*?)```", PAGE, re.DOTALL)[1]
    (tmp_path / "Site/harbour").mkdir(parents=True)
    (tmp_path / "Site/harbour/app.yml").write_text("name: Harbour\nhosts: [harbour.example]\n" + app)
    page = re.search(r"```markdown\n(---\ntitle: Choose a new password\n.*?)```", PAGE, re.DOTALL)[1]
    (tmp_path / "Site/harbour/reset-password.md").write_text(page)
    result = programs.run(programs.LATCHKEY, "check", cwd=tmp_path)
    assert (result.returncode, "error" in result.stderr) == (0, False), result.stderr
    result = programs.run(programs.LATCHKEY, "build", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "Access-Control-Allow-Headers: content-type" in result.stdout
