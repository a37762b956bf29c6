"""What Latchkey says of mistakes that newcomers make in a new site, in files or in commands: the whole of standard error."""

import os
from dataclasses import dataclass, field

import programs
import pytest

APP, RESET = "Site/harbour/app.yml", "Site/harbour/reset-password.md"
NOTICE = "Site/harbour/emails/password-changed.md"
DOCUMENT = "Templates/pages/document.mustache"
OWN = "backend: { contract: mine, base: \"https://api.harbour.example\" }\n"
CONTRACT = "operations: { send-link: { sends: reset, request: { method: POST, url: \"https://auth.harbour.example/v1/a\" }, outcomes: [{ status: 200, is: ok }] } }\n"


@dataclass
class Said:
    """Texts of files with what takes their place, a command, and what it says to standard error."""

    says: str
    edits: dict = field(default_factory=dict)
    command: tuple = ("build",)
    status: int = 1
    prepare: object = lambda folder: None
    environment: dict = field(default_factory=dict)

    def check(self, folder):
        for name, (old, new) in self.edits.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text() if old else ""
            assert not old or old in text, (name, old)
            file.write_text(text.replace(old, new, 1) if old else new)
        self.prepare(folder)
        result = programs.run(programs.LATCHKEY, *self.command, cwd=folder, environment={**os.environ, **self.environment})
        assert (result.returncode, result.stderr.replace(str(folder.resolve()), "…")) == (self.status, self.says)


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    folder = tmp_path_factory.mktemp("begun")
    assert programs.run(programs.LATCHKEY, "init", "harbour", cwd=folder).returncode == 0
    return folder / "harbour"


def excerpt(place, line, message, fix):
    """A diagnostic as it is printed: the place as `file:line:column`, and the line of the file."""
    number, column = place.split(":")[1:]
    pad = " " * len(number)
    return f"{place}: error: {message}\n  {number} | {line}\n  {pad} | {' ' * (int(column) - 1)}^\n  fix: {fix}\n"


MISTAKES = {
    "a table in a page or an email": [
        Said(
            excerpt(f"{NOTICE}:6:1", "| a | b |", "an email has no tables", "Write it as a list or as sentences."),
            {NOTICE: ("# Your Password", "| a | b |\n| - | - |\n| 1 | 2 |\n\n# Your Password")},
        ),
    ],
    "latchkey init Site in a site": [
        Said(
            "Site: error: this would be inside of the site …/Site\n"
            "  fix: Run 'latchkey init' beside that site for another one, or add an app to it: a folder with an app.yml.\n",
            command=("init", "Site"),
        )
    ],
    "a page ending .MD or .markdown": [
        Said(
            "Site/harbour/reset-password.MD: error: a page's file ends in '.md'\n  fix: Rename it to reset-password.md.\n",
            prepare=lambda folder: (folder / RESET).rename(folder / "Site/harbour/reset-password.MD"),
        ),
    ],
    "a read-only output, or a file named Output": [
        Said(
            "Output: error: cannot make 'Output': file exists\n"
            "  fix: Move the file that is in the folder's place, or name another folder.\n",
            {"Output": (None, "")},
        ),
        Said(
            "/proc/x: error: cannot make '/proc/x': no such file or directory\n  fix: Check the folder, or name another one.\n",
            command=("build", "--output", "/proc/x"),
        ),
    ],
    "a FIFO named pipe.md": [
        Said(
            "Site/harbour/pipe.md: error: this is not a regular file\n  fix: Put a file in its place, or remove it.\n",
            prepare=lambda folder: os.mkfifo(folder / "Site/harbour/pipe.md"),
        )
    ],
    "start missing": [
        Said(
            excerpt("Site/harbour/help.md:2:1", "title: Help", "missing key 'start'", "Add 'start: help'."),
            {"Site/harbour/help.md": (None, "---\ntitle: Help\n---\n\n# help\n## Help\nWords.\n")},
        )
    ],
    "a list as app.yml; store: id123; radius: 12px": [
        Said(
            excerpt(f"{APP}:1:1", "- name", "expected a mapping, found a list", "Write, for example, name: Harbour"),
            {APP: (None, "- name\n")},
        ),
        Said(
            excerpt(f"{APP}:4:51", "ios: { app-id: ABCDE12345.example.harbour, store: id123 }", "expected a whole number, found 'id123'",
                "Write, for example, store: 1234567890"),
            {APP: ("name: harbour", "ios: { app-id: ABCDE12345.example.harbour, store: id123 }\nname: harbour")},
        ),
        Said(
            excerpt(f"{APP}:4:18", "theme: { radius: 12px }", "expected a whole number, found '12px'", "Write the number alone: 12"),
            {APP: ("name: harbour", "theme: { radius: 12px }\nname: harbour")},
        ),
    ],
    "a template without its block": [
        Said(
            excerpt(f"{DOCUMENT}:1:1", "<p>{{title}}</p>", "the block 'content' is missing, which 'pages/not-found' and 'pages/page' replace",
                "Write {{$content}}{{/content}} where it belongs."),
            {DOCUMENT: (None, "<p>{{title}}</p>\n")},
        ),
    ],
    "an environment variable that is empty": [
        Said(
            excerpt(f"{APP}:4:8", "name: \"${HARBOUR}\"", "the environment variable 'HARBOUR' is empty",
                "Give it a value where this command runs, or remove its key."),
            {APP: ("name: harbour                          # the display name", "name: \"${HARBOUR}\"")},
            environment={"HARBOUR": ""},
        ),
    ],
    "a contract with another name for an email, and another origin": [
        Said(
            excerpt("Templates/backends/mine.yml:1:35", CONTRACT.strip(), "expected 'reset-password', 'verify-email', "
                "'change-email', 'recover-email', 'sign-in', 'password-changed' or 'welcome', found 'reset'",
                "Did you mean 'reset-password'?")
            + excerpt("Templates/backends/mine.yml:1:72", CONTRACT.strip(), "'https://auth.harbour.example/v1/a' does not begin "
                "with {{base}}, and a page's policy allows requests to no other address",
                "Write \"{{base}}/v1/a\", and the rest as 'base' under 'backend:' in app.yml."),
            {APP: ("name: harbour", OWN + "name: harbour"), "Templates/backends/mine.yml": (None, CONTRACT)},
        ),
    ],
    "a key in the wrong place": [
        Said(
            excerpt(f"{APP}:4:1", "logo: logo.svg", "unknown key 'logo'", "Write it under 'theme:'. The keys here are name, hosts, "
                "support, reply-to, postal-address, theme, footer, login, change-password, elsewhere, local, preview, ios, android, "
                "backend, links."),
            {APP: ("name: harbour", "logo: logo.svg\nname: harbour")},
        ),
    ],
    "a colour that is replaced for contrast is noted by 'check' alone": [
        Said("", {APP: ("name: harbour", "theme: { accent: \"#D4AF37\" }\nname: harbour")}, status=0),
    ],
}  # fmt: skip


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{row}-{number}") for row, cases in MISTAKES.items() for number, case in enumerate(cases)])
def test_a_newcomers_mistake_is_told_with_its_place_and_its_fix(case, begun, tmp_path):
    folder = tmp_path / "harbour"
    programs.shutil.copytree(begun, folder)
    case.check(folder)


def test_init_can_be_run_again_where_the_disk_was_full(tmp_path):
    # A limit for the size of a file stands for a full disk, which nobody can make without rights.
    script = f"ulimit -f 0; trap '' XFSZ; '{programs.LATCHKEY}' init harbour"
    full = programs.run("bash", "-c", script, cwd=tmp_path)
    assert full.returncode == 1 and "error: cannot write 'harbour/Site/harbour/" in full.stderr
    assert programs.snapshot(tmp_path) == {}
    assert programs.run(programs.LATCHKEY, "init", "harbour", cwd=tmp_path).returncode == 0


def test_an_opened_link_with_more_in_its_path_is_told_how_it_is_written(begun):
    result = programs.run(programs.LATCHKEY, "links", "explain", "https://harbour.example/open/reset-password/abc", cwd=begun)
    assert result.stdout.startswith(
        "https://harbour.example/open/reset-password/abc\n\nThis is not one of the app's links.\n"
        "Below /open/ the values of a link follow a '?': https://harbour.example/open/reset-password?token=…\n"
    )


def test_who_tries_a_release_here_is_told_of_as(begun, tmp_path):
    programs.build(begun / "Site", tmp_path / "out")
    with programs.serve(tmp_path / "out") as server:
        for host, hint in (
            (f"127.0.0.1:{server.port}", " To see the pages of one of the release's hosts here, add '--as' with the host to the command."),
            ("other.example", ""),
        ):
            answer = programs.run("curl", "-s", "-H", f"Host: {host}", f"http://127.0.0.1:{server.port}/")
            assert answer.stdout == f"This host is not served here.{hint}\n"
