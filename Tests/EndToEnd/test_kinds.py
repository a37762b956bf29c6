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
from sandboxes import PASSWORD, PERSON
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


def test_the_document_lists_every_kind_and_every_form_of_one(tmp_path):
    site, _ = begun(tmp_path / "harbour", "djoser")
    (site / "log-in.md").write_text("---\nkind: none-of-them\n---\n")
    kinds = re.search(r"The kinds are ([^.]+)\.", latchkey(site, "check").stderr)[1].split(", ")
    table, _, forms = (programs.ROOT / "Documentation/Pages.md").read_text().partition("There are no other kinds.")
    assert sorted(re.findall(r"^\| `([a-z-]+)` \|", table.partition("| kind | the page |")[2], flags=re.M)) == kinds
    pages = (page.stem for page in (programs.ROOT / "Templates/catalog/page").glob("*-by-*.md"))
    assert sorted(re.findall(r"`([a-z-]+)`", forms.partition("\n\n")[0])) == sorted(page for page in pages if "." not in page)


def test_every_built_in_contract_has_a_first_site():
    assert BACKENDS == CONTRACTS


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.sampled(9)
def test_the_first_site_of_a_backend_is_short_builds_and_passes_its_checks(tmp_path, backend):
    site, said = begun(tmp_path / "harbour", backend)
    pages = sorted(site.glob("*.md"))
    assert pages and all(len(page.read_text().splitlines()) <= 4 for page in pages)
    checked = latchkey(site, "check")
    assert (checked.returncode, "error" in checked.stderr) == (0, False), checked.stderr
    built = latchkey(site, "build")
    # What is left to fill in is a warning.
    placeholders = re.findall(r"YOUR-[A-Z-]+[A-Z]", (site / "app.yml").read_text())
    assert (built.returncode, built.stderr.count("warning: "), built.stderr.count("' is a placeholder\n")) == (0, len(placeholders), len(placeholders))
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
@pytest.mark.sampled(4)
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
        (["--host", "a.example"], 64, "Error: '--host' needs '--backend'; without a backend, app.yml has a place for it\n"),
        (["--backend", "supabase", "--scheme", "a"], 64, "Error: '--scheme' needs '--ios'\n"),
        (["--backend", "supabase", "--ios", "7QK4M2X9TB.a.b", "--scheme", "a://"], 64, "Error: '--scheme' is written without '://': a\n"),
        (["--backend", "supabase", "--host", "https://a.example"], 64, "Error: '--host' is written without '://': a.example\n"),
        (["--backend", "supabase", "--ios", "7QK4M2X9TB.a.b", "--scheme", "my_shop"], 64, "Error: 'my_shop' is not a scheme: it has letters, digits, '+', '-' and '.', and begins with a letter\n"),
        (["--backend", "supabase", "--host", 'x"y'], 1, "error: --host: 'x\"y' is not the name of a host\n"),
        (["--backend", "supabase", "--ios", "com.example.app"], 1, "error: --ios: 'com.example.app' is not an application identifier\n"),
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


class TestShow:
    @pytest.mark.full
    def test_a_page_written_out_is_the_same_page(self, tmp_path):
        site, _ = begun(tmp_path / "harbour", "supabase")
        # A removed key stays removed.
        (site / "forgot-password.md").write_text("---\nkind: forgot-password\nstates: { form: { icon: ~ } }\n---\n")
        built = [latchkey(site, "build").returncode, *self.pages(site)]
        for page in sorted(site.glob("*.md")):
            shown = latchkey(site, "show", "page", page.stem)
            assert (shown.returncode, shown.stderr) == (0, "")
            written = latchkey(site, "show", "page", page.stem, "--write")
            assert (written.returncode, written.stdout) == (0, f"Wrote {page.relative_to(site.parents[1])}\n".replace("Site/harbour/", "../../Site/harbour/")), written
            assert page.read_text() == shown.stdout and "kind:" not in shown.stdout
        assert [latchkey(site, "build").returncode, *self.pages(site)] == built
        assert len(built) > 4

    @staticmethod
    def pages(site):
        """The names of the release's pages, which contain the hashes of their content."""
        return sorted(file.name for file in (site.parents[1] / "Output/harbour/web").glob("*.html"))

    @pytest.mark.parametrize(
        ["arguments", "status", "message"],
        [
            (["pge", "x"], 64, "Error: There is nothing called 'pge' to show. Did you mean 'page'? Choose one of: page\n"),
            (["page", "log-on"], 1, "error: there is no page 'log-on' in 'Site/harbour'\n  fix: Did you mean 'log-in'?\n"),
            (["page", "help"], 1, "error: there is no page 'help' in 'Site/harbour'\n  fix: The pages are log-in.\n"),
            (["page", "log-in", "--app", "quay"], 1, "error: there is no app 'quay' in 'Site'\n"),
        ],
    )
    def test_what_cannot_be_shown_is_told(self, tmp_path, arguments, status, message):
        begun(tmp_path / "harbour", "keycloak")
        result = latchkey(tmp_path / "harbour", "show", *arguments)
        assert (result.returncode, result.stdout) == (status, "")
        assert result.stderr.startswith(message)

    def test_a_page_without_a_kind_is_shown_as_it_is(self, tmp_path):
        assert latchkey(tmp_path, "init", "harbour").returncode == 0
        page = tmp_path / "harbour/Site/harbour/reset-password.md"
        assert latchkey(tmp_path / "harbour", "show", "page", "reset-password").stdout == page.read_text()

    def test_a_sites_own_page_of_the_catalogue_is_that_of_all_its_apps(self, tmp_path):
        site, _ = begun(tmp_path / "harbour", "keycloak")
        own = tmp_path / "harbour/Templates/catalog/page/log-in.md"
        own.parent.mkdir(parents=True)
        own.write_text((programs.ROOT / "Templates/catalog/page/log-in.md").read_text().replace("## Sign In\n", "## Come Aboard\n"))
        assert "## Come Aboard\n" in latchkey(site, "show", "page", "log-in").stdout
        assert latchkey(site, "build").returncode == 0
        [page] = (tmp_path / "harbour/Output").rglob("log-in*.html")
        assert "Come Aboard" in page.read_text()


# MARK: Walks

# Ten pages of a kind and at most ten lines, each with the label of its button.
CHANGED = {
    "forgot-password": [
        ("title: Locked Out?\n---\n# form\n## Locked Out?\nTell us your address, and we'll send you a way back in.\n", "Send reset link"),
        ("states: { form: { icon: key, submit: when-valid } }\n---\n# form\n## Forgot It?\n[Help me](run:send-link \"One moment…\")\n", "Help me"),
    ],
    "forgot-password by code": [("title: Locked Out?\n---\n# ask\n## Locked Out?\nWe'll send you a code.\n", "Send code")],
    "reset-password": [
        ("---\n# form\n## Choose a New Password\n# done\n## That's It\nLog in with it.\n", "Reset password"),
        ("states:\n  form: { submit: when-valid }\n  done: { icon: lock }\n---\n# form\n## A New Password\n[Save](run:reset-password \"Saving…\")\n", "Save"),
        ("title: New Password\n---\n# messages\n- **weak-password** Too easy.\n- **rate-limited** Slow down.\n", "Reset password"),
    ],
    "verify-email": [
        ("---\n# confirm\n## Is This You?\n# verified\n## Welcome Aboard\n", "Verify email address"),
        ("states: { confirm: { icon: person }, verified: { tone: neutral } }\n---\n# confirm\n## Is It You?\n[It's me](run:verify-email)\n", "It's me"),
    ],
    "change-email": [("title: New Address\n---\n# changed\n## Moved\nWe'll write to your new address.\n", "Confirm email address")],
    "log-in": [("---\n# form\n## Come Aboard\n# messages\n- **wrong-credentials** That isn't it.\n", "Sign in")],
}
PLAIN = {
    "forgot-password": "Send reset link", "forgot-password by code": "Send code", "reset-password": "Reset password",
    "verify-email": "Verify email address", "change-email": "Confirm email address", "log-in": "Sign in",
}  # fmt: skip


def files(backend):
    """The pages of a backend's first site; with codes, 'forgot-password' takes the new password too."""
    text = (programs.ROOT / f"Templates/catalog/backend/{backend}.yml").read_text()
    names = re.search(r"pages: \[(.*)\]", text)[1].split(", ")
    return [f"{name} by code" if name == "forgot-password" and "by-code" in text else name for name in names]


def variant(name, backend):
    return BACKENDS.index(backend) % len(CHANGED[name])


def test_the_ten_changed_pages_are_short_and_each_is_some_backends():
    texts = [text for texts in CHANGED.values() for text, _ in texts]
    assert len(texts) == 10 and all(len(text.splitlines()) <= 10 for text in texts)
    used = {(name, variant(name, backend)) for backend in BACKENDS for name in files(backend) if name in CHANGED}
    assert len(used) == 10


def post(preview, path, value):
    request = urllib.request.Request(
        f"{preview.origin}{path}", data=json.dumps(value).encode(),
        headers={"Origin": preview.origin, "Content-Type": "application/json"},
    )  # fmt: skip
    with urllib.request.urlopen(request, timeout=programs.PATIENCE) as answer:
        return json.load(answer)


class Walk:
    """A visitor of a backend's first site, of whom every state is pictured."""

    def __init__(self, preview, page, pictures):
        self.preview, self.page, self.pictures = preview, page, pictures
        self.name = ""

    def open(self, path, state):
        self.name = urlsplit(path).path.strip("/").partition("/")[0]
        self.page.browser.open("about:blank")
        self.page.open(path)
        return self.arrives(state)

    def link(self, name, state):
        """Opens a link as an email contains it."""
        address = urlsplit(post(self.preview, "/api/link", {"app": "harbour", "link": name})["address"])
        self.open(f"{address.path}?{address.query}" if address.query else address.path, state)
        return self

    def arrives(self, state):
        self.page.shows(state)
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.browser.screenshot(PICTURES / f"{self.pictures}.{self.name}.{state}.png")
        return self

    def presses(self, label, state, **fields):
        for name, text in fields.items():
            self.page.type(name.replace("_", "-"), text)
        self.page.press(label)
        return self.arrives(state)


@pytest.mark.only("chromium")
@pytest.mark.parametrize("how", ["begun", "changed"])
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.sampled(20)
def test_the_first_site_of_a_backend_leads_to_a_new_password_and_a_verified_address(tmp_path, browser, backend, how):
    site, _ = begun(tmp_path / "harbour", backend)
    names, labels = files(backend), dict(PLAIN)
    for name in names if how == "changed" else ():
        if name in CHANGED:
            file = name.removesuffix(" by code")
            text, labels[name] = CHANGED[name][variant(name, backend)]
            (site / f"{file}.md").write_text(f"---\nkind: {file}\n{text}")
    passwords = {"new_password": NEW, "confirm_password": NEW}
    with Preview(site.parent, ports=4) as preview, visit(browser, preview.apps["harbour"]) as page:
        walk = Walk(preview, page, f"{backend}.{how}")
        if "forgot-password" in names:
            walk.open("/forgot-password", "form").presses(labels["forgot-password"], "sent", email=PERSON)
        if "reset-password" in names:
            walk.link("reset-password", "form").presses(labels["reset-password"], "done", **passwords)
        if "forgot-password by code" in names:
            walk.open("/forgot-password", "ask").presses(labels["forgot-password by code"], "form", email=PERSON)
            [sent] = [mail for mail in json.loads(preview.get("/api/inbox").body)["emails"] if mail["to"] == PERSON]
            code = re.search(r"^\s*([0-9][0-9 -]{3,12}[0-9])\s*$", sent["text"], flags=re.MULTILINE)[1]
            walk.presses("Reset password", "done", code=code, **passwords)
        if "verify-email" in names:
            walk.link("verify-email", "confirm").presses(labels["verify-email"], "verified")
        if "change-email" in names:
            walk.link("change-email", "confirm").presses(labels["change-email"], "changed")
        if "log-in" in names:
            walk.open("/log-in", "form").presses(labels["log-in"], "done", email=PERSON, password=PASSWORD)
