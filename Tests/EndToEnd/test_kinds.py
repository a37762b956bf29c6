"""`latchkey init --backend` for every built-in contract: the site builds, passes its checks, and its pages, which name their kind,
lead to a new password and a verified address in the preview's sandbox."""

import json
import os
import pty
import re
import subprocess
import urllib.request
from urllib.parse import urlsplit

import programs
import pytest
from flows import NEW
from pages import visit
from sandboxes import PASSWORD, PERSON, UNKNOWN
from studio import Preview

BACKENDS = sorted(path.stem for path in (programs.ROOT / "Templates" / "catalog" / "backend").glob("*.yml"))
CONTRACTS = sorted(path.stem for path in (programs.ROOT / "Templates" / "backends").glob("*.yml"))
APP = ["--ios", "ABCDE12345.com.example.app", "--scheme", "example"]
PICTURES = programs.ROOT / ".build" / "screenshots" / "kinds"


def latchkey(folder, *arguments):
    return programs.run(programs.LATCHKEY, *arguments, cwd=folder)


def begun(folder, backend):
    """The site that `init` begins for a backend, and what it said."""
    folder.mkdir()
    result = latchkey(folder, "init", "--backend", backend, "--host", "app.example.com", *APP)
    assert (result.returncode, result.stderr) == (0, "")
    return folder / "Site" / folder.name, result.stdout


def test_every_built_in_contract_has_a_first_site():
    assert BACKENDS == CONTRACTS


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_first_site_of_a_backend_is_short_builds_and_passes_its_checks(tmp_path, backend):
    site, said = begun(tmp_path / "harbour", backend)
    pages = sorted(site.glob("*.md"))
    assert pages and all(len(page.read_text().splitlines()) <= 4 for page in pages)
    checked = latchkey(site, "check")
    assert (checked.returncode, "error" in checked.stderr) == (0, False), checked.stderr
    built = latchkey(site, "build")
    assert (built.returncode, built.stderr) == (0, "")
    # What is left to do has the values of this site, and every dialect and file that it names exists.
    steps = re.search(r"\nLeft to do for [^\n]+:\n((?:  - [^\n]+\n)+)", said)[1]
    assert "<%" not in steps and "In app.yml, backend" in steps
    for placeholder in set(re.findall(r"YOUR-[A-Z-]+[A-Z]", (site / "app.yml").read_text())):
        assert placeholder in steps
    for dialect in re.findall(r"--dialect (\S+)", steps):
        assert (programs.ROOT / "Templates" / "dialects" / f"{dialect}.yml").exists()
    for path in re.findall(r"https://app\.example\.com(/[a-z/-]+[a-z])", steps):
        assert path in [urlsplit(web).path.split("/{")[0] for web in re.findall(r'web: "?([^",}\n]+)', (site / "app.yml").read_text())] + ["/forgot-password", "/"]


@pytest.mark.parametrize("backend", [name for name in BACKENDS if "--dialect" in (programs.ROOT / f"Templates/catalog/backend/{name}.yml").read_text()])
def test_the_export_that_is_left_to_do_works(tmp_path, backend):
    site, said = begun(tmp_path / "harbour", backend)
    [dialect] = re.findall(r"latchkey (emails export --dialect \S+ --output Exported)", said)
    result = latchkey(tmp_path / "harbour", *dialect.split())
    assert (result.returncode, "error" in result.stderr) == (0, False), result.stderr
    assert [file for file in (tmp_path / "harbour" / "Exported" / "harbour").rglob("*") if file.is_file()]


@pytest.mark.parametrize(
    ["arguments", "status", "message"],
    [
        (["--backend", "supabse"], 1, "error: there is no backend 'supabse'\n  fix: Did you mean 'supabase'?\n"),
        (["--host", "a.example"], 64, "Error: '--host' needs '--backend'\n"),
        (["--backend", "supabase", "--scheme", "a"], 64, "Error: '--scheme' needs '--ios'\n"),
        (["--backend", "supabase", "--host", "https://a.example"], 1, "app.yml:4:"),
        (["--backend", "supabase", "--ios", "com.example.app"], 1, "app.yml:"),
    ],
)
def test_what_a_first_site_cannot_have_is_told_before_anything_is_written(tmp_path, arguments, status, message):
    result = latchkey(tmp_path, "init", *arguments)
    assert result.returncode == status
    assert result.stderr.startswith(message), result.stderr
    assert not (tmp_path / "Site").exists()


def at_a_terminal(folder, *answers):
    """Runs `init` at a terminal, and types the answers."""
    master, slave = pty.openpty()
    process = subprocess.Popen([programs.LATCHKEY, "init"], cwd=folder, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    os.write(master, "".join(f"{answer}\n" for answer in answers).encode())
    said = b""
    try:
        while chunk := os.read(master, 4096):
            said += chunk
    except OSError:
        # The terminal ends with the process.
        pass
    os.close(master)
    assert process.wait(programs.PATIENCE) == 0, said
    return said.decode()


def test_at_a_terminal_four_questions_have_defaults(tmp_path):
    for name in ("harbour", "quay", "berth"):
        (tmp_path / name).mkdir()
    said = at_a_terminal(tmp_path / "harbour", "supabase", "app.example.com", "ABCDE12345.com.example.app", "example")
    questions = ["Backend (default: none): ", "Host of the pages (default: harbour.example): ", "(default: none): ", "URL scheme of the app (default: harbour): "]
    assert all(question in said for question in questions)
    asked = (tmp_path / "harbour" / "Site" / "harbour" / "app.yml").read_text()
    site, _ = begun(tmp_path / "other", "supabase")
    assert asked == (site / "app.yml").read_text().replace("name: other", "name: harbour")
    at_a_terminal(tmp_path / "quay", "djoser", "", "")
    assert "hosts: [quay.example]" in (tmp_path / "quay" / "Site" / "quay" / "app.yml").read_text()
    # Without a backend the site is the one whose app.yml explains every key.
    at_a_terminal(tmp_path / "berth", "")
    assert latchkey(tmp_path, "init", "plain").returncode == 0
    assert (tmp_path / "berth/Site/berth/app.yml").read_text() == (tmp_path / "plain/Site/plain/app.yml").read_text().replace("plain", "berth")


# MARK: Walks


@pytest.fixture(scope="module")
def previews(tmp_path_factory):
    """Previews of the first sites by backend, each started when it is first asked for."""
    running = {}

    def preview(backend):
        if backend not in running:
            site, _ = begun(tmp_path_factory.mktemp(backend) / "harbour", backend)
            running[backend] = Preview(site.parent, ports=3)
            running[backend].__enter__()
        return running[backend]

    yield preview
    for each in running.values():
        each.__exit__(None, None, None)


def post(preview, path, value):
    request = urllib.request.Request(
        f"{preview.origin}{path}", data=json.dumps(value).encode(),
        headers={"Origin": preview.origin, "Content-Type": "application/json"},
    )  # fmt: skip
    with urllib.request.urlopen(request, timeout=programs.PATIENCE) as answer:
        return json.load(answer)


class Walk:
    """A visitor of a backend's first site, of whom every state is pictured."""

    def __init__(self, preview, page, backend):
        self.preview, self.page, self.backend = preview, page, backend

    def open(self, path, state):
        self.page.browser.open("about:blank")
        self.page.open(path)
        return self.arrives(state)

    def link(self, name, state):
        """Opens a link as an email contains it."""
        address = urlsplit(post(self.preview, "/api/link", {"app": "harbour", "link": name})["address"])
        return self.open(f"{address.path}?{address.query}" if address.query else address.path, state)

    def arrives(self, state):
        self.page.shows(state)
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.browser.screenshot(PICTURES / f"{self.backend}-{state}.png")
        return self

    def presses(self, label, state, **fields):
        for name, text in fields.items():
            self.page.type(name.replace("_", "-"), text)
        self.page.press(label)
        return self.arrives(state)


def files(backend):
    text = (programs.ROOT / f"Templates/catalog/backend/{backend}.yml").read_text()
    return re.search(r"pages: \[(.*)\]", text)[1].split(", ")


@pytest.mark.only("chromium")
@pytest.mark.parametrize("backend", BACKENDS)
def test_the_first_site_of_a_backend_leads_to_a_new_password_and_a_verified_address(previews, browser, backend):
    preview = previews(backend)
    [origin] = preview.apps.values()
    pages = files(backend)
    passwords = {"new_password": NEW, "confirm_password": NEW}
    with visit(browser, origin) as page:
        walk = Walk(preview, page, backend)
        if "reset-password" in pages:
            walk.open("/forgot-password", "form").presses("Send reset link", "sent", email=PERSON)
            walk.link("reset-password", "form").presses("Reset password", "done", **passwords)
        elif "forgot-password" in pages and backend != "auth0":
            walk.open("/forgot-password", "ask").presses("Send code", "form", email=PERSON)
            [sent] = [mail for mail in json.loads(preview.get("/api/inbox").body)["emails"] if mail["to"] == PERSON]
            code = re.search(r"^\s*([0-9][0-9 -]{3,12}[0-9])\s*$", sent["text"], flags=re.MULTILINE)[1]
            page.type("code", code)
            walk.presses("Reset password", "done", **passwords)
        if "verify-email" in pages:
            walk.link("verify-email", "confirm").presses("Verify email", "verified")
        if "change-email" in pages:
            walk.link("change-email", "confirm").presses("Confirm email", "changed")
        if backend == "auth0":
            walk.open("/forgot-password", "form").presses("Send reset link", "sent", email=UNKNOWN)
        if "log-in" in pages:
            walk.open("/log-in", "form").presses("Log in", "done", email=PERSON, password=PASSWORD)
