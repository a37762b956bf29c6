"""What a review of a newcomer's first week found, row by row: what is done and what is said of it, or the test that shows it.

`Said` does it in a new site and compares the whole of standard error. `Broken` names a folder of `broken`, whose
expected.txt test_broken_sites.py compares with what a build says. `Shown` names a test elsewhere.
"""

import ast
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

import programs
import pytest

HERE = Path(__file__).parent
APP, FORGOT, RESET = "Site/harbour/app.yml", "Site/harbour/forgot-password.md", "Site/harbour/reset-password.md"
EMAIL, NOTICE = "Site/harbour/emails/reset-password.md", "Site/harbour/emails/password-changed.md"
DOCUMENT = "Templates/pages/document.mustache"


@dataclass
class Said:
    """Texts of files with what takes their place, a command, and what it says to standard error."""

    says: str
    edits: dict = field(default_factory=dict)
    command: tuple = ("build",)
    status: int = 1
    place: str = "."
    prepare: object = lambda folder: None
    environment: dict = field(default_factory=dict)

    def check(self, folder):
        for name, edit in self.edits.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            for old, new in edit if isinstance(edit, list) else [edit]:
                if old is None:
                    file.write_text(new)
                else:
                    text = file.read_text()
                    assert old in text, (name, old)
                    file.write_text(text.replace(old, new, 1))
        self.prepare(folder)
        result = programs.run(
            programs.LATCHKEY, *self.command, cwd=folder / self.place, environment={**os.environ, **self.environment}
        )
        assert (result.returncode, result.stderr.replace(str(folder.resolve()), "…")) == (self.status, self.says)


@dataclass
class Broken:
    """A folder of `broken` and a line of what is said there."""

    case: str
    line: str

    def check(self, folder):
        assert self.line in re.split(r"\n(?:  fix: )?|\S+: (?=error: )", (HERE / "broken" / self.case / "expected.txt").read_text())


@dataclass
class Shown:
    """A test: its file below Tests, and the names of its class, if it has one, and of the function."""

    test: str

    def check(self, folder):
        name, *path = self.test.split("::")
        file = HERE.parent / name if "/" in name else HERE / name
        if file.suffix == ".swift":
            assert "@Test" in file.read_text() and re.search(rf"\bfunc {path[-1]}\(", file.read_text()), self.test
            return
        body = ast.parse(file.read_text()).body
        for part in path:
            found = [node for node in body if getattr(node, "name", None) == part]
            assert len(found) == 1, self.test
            body = found[0].body
        assert path[-1].startswith("test_"), self.test


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
        Broken("markdown-that-a-page-cannot-show", "error: a page has no tables"),
        Said(
            excerpt(f"{NOTICE}:6:1", "| a | b |", "an email has no tables", "Write it as a list or as sentences."),
            {NOTICE: ("# Your Password", "| a | b |\n| - | - |\n| 1 | 2 |\n\n# Your Password")},
        ),
    ],
    "HTML or a comment in a page": [
        Broken("markdown-that-a-page-cannot-show", "error: a page cannot contain HTML"),
        Broken("markdown-that-a-page-cannot-show", "error: a page has no comments"),
    ],
    "~~x~~, - [ ], ##NoSpace": [
        Broken("markdown-that-a-page-cannot-show", "error: a page has no words that are struck through"),
        Broken("markdown-that-a-page-cannot-show", "error: a page cannot contain task lists"),
        Broken("markdown-that-a-page-cannot-show", "error: a heading needs a space after '##'"),
        Broken("markdown-of-other-kinds", "error: a page has no footnotes"),
        Broken("markdown-of-other-kinds", "error: an email has no highlighted words"),
        Broken("markdown-of-other-kinds", "error: this address is not a link"),
    ],
    "a byte order mark in a page or an email": [Shown("test_first_week.py::test_a_byte_order_mark_is_nobodys_mistake")],
    "latchkey build inside Site/app": [
        Shown("test_first_week.py::TestAnywhereInARepository::test_the_site_is_found_in_a_folder_above")
    ],
    "latchkey init Site in a site": [
        Said(
            "Site: error: this would be inside of the site …/Site\n"
            "  fix: Run 'latchkey init' beside that site for another one, or add an app to it: a folder with an app.yml.\n",
            command=("init", "Site"),
        )
    ],
    "an app's files directly in Site": [
        Broken("app-not-site", "Move app.yml and what is beside it into a folder named after the app, such as Site/harbour.")
    ],
    "(forgot-password.md) as a link": [Broken("link-to-a-markdown-file", "Did you mean '/reset'?")],
    "a page ending .MD or .markdown": [
        Said(
            "Site/harbour/reset-password.MD: error: a page's file ends in '.md'\n  fix: Rename it to reset-password.md.\n",
            prepare=lambda folder: (folder / RESET).rename(folder / "Site/harbour/reset-password.MD"),
        ),
        Broken("page-with-another-ending", "error: an email's file ends in '.md'"),
    ],
    "a page in a subfolder, a misspelt template name": [
        Broken("page-in-a-folder", "error: nothing reads this: pages belong beside app.yml"),
        Broken("template-that-nothing-reads", "Did you mean 'pages/document.mustache'?"),
    ],
    "broken CSS, @import, url()": [
        Broken("style-sheet-that-breaks", "error: this '{' is never closed"),
        Broken("style-sheet-that-breaks", "error: the Content-Security-Policy blocks '@import'"),
        Broken("style-sheet-that-loads", "error: the Content-Security-Policy blocks 'image-set()'"),
        Broken("style-sheet-that-loads", "error: the Content-Security-Policy blocks 'src()'"),
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
    "--output / or .": [
        Shown("test_first_week.py::TestAnywhereInARepository::test_a_release_is_not_written_around_its_site")
    ],
    "a folder named foo.md": [Broken("folder-named-as-a-page", "error: this is a folder, and a page is a file")],
    "a FIFO named pipe.md": [
        Said(
            "Site/harbour/pipe.md: error: this is not a regular file\n  fix: Put a file in its place, or remove it.\n",
            prepare=lambda folder: os.mkfifo(folder / "Site/harbour/pipe.md"),
        )
    ],
    "the same host twice in one app": [Broken("host-listed-twice", "Remove one.")],
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
        Broken("templates-that-lack-what-they-are-for", "error: '{{scripts}}' is missing, so no button of a page works"),
        Broken("templates-that-lack-what-they-are-for", "error: '{{{body}}}' is missing, so emails are empty"),
    ],
    "a disk that is full in init": [Shown("test_first_week_review.py::test_init_can_be_run_again_where_the_disk_was_full")],
}  # fmt: skip

OWN = "backend: { contract: mine, base: \"https://api.harbour.example\" }\n"
CONTRACT = "operations: { send-link: { sends: reset, request: { method: POST, url: \"https://auth.harbour.example/v1/a\" }, outcomes: [{ status: 200, is: ok }] } }\n"

FRICTIONS = {
    "1. no branding": [
        Shown("test_brand.py::test_a_page_shows_its_brand_and_loads_nothing_but_its_font"),
        Shown("test_brand.py::test_files_are_there_as_they_should_be_kept"),
        Broken("template-that-the-policy-blocks", "error: the Content-Security-Policy blocks 'onclick'"),
        Broken("style-sheet-that-loads", "error: the Content-Security-Policy blocks 'url()' here: a page loads no font but its app's"),
    ],
    "2. no environments": [
        Shown("test_environments.py::test_one_site_is_two_releases"),
        Shown("test_environments.py::test_a_release_with_a_backend_of_this_machine_says_that_it_stays_here"),
        Said(
            excerpt(f"{APP}:4:8", "name: \"${HARBOUR}\"", "the environment variable 'HARBOUR' is empty",
                "Give it a value where this command runs, or remove its key."),
            {APP: ("name: harbour                          # the display name", "name: \"${HARBOUR}\"")},
            environment={"HARBOUR": ""},
        ),
    ],
    "3. the wrong email in the preview": [
        Shown("SandboxTests/ContractImitationTests.swift::purposes"),
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
    "4. every text field is required": [
        Shown("test_flow_inputs.py::test_what_is_optional_is_neither_missed_nor_ticked_nor_sent"),
        Broken("field-as-others-call-it", "Write 'rule: tel'."),
        Broken("field-as-others-call-it", "Write 'rule: choice', and what to choose from under 'options:'."),
    ],
    "5. generated app files disagree with the pages": [
        Shown("test_links.py::test_what_is_explained_of_an_apps_address_is_in_the_files_for_its_project"),
        Broken("scheme-of-another-name", "error: the app's addresses have the scheme 'harbour', and this is 'harbor'"),
    ],
    "6. templates after day one": [
        Shown("test_first_week.py::TestTemplates::test_a_copy_of_a_template_that_has_changed_since_is_told_at_build_until_it_was_compared"),
        Shown("test_first_week.py::TestTemplates::test_an_app_has_templates_for_itself_and_rules_that_are_added"),
        Shown("test_first_week.py::TestTemplates::test_what_only_the_build_of_latchkey_reads_is_not_copied"),
    ],
    "7. an unknown key has no fix, and no page documents app.yml": [
        Said(
            excerpt(f"{APP}:4:1", "logo: logo.svg", "unknown key 'logo'", "Write it under 'theme:'. The keys here are name, hosts, "
                "support, reply-to, postal-address, theme, footer, login, change-password, elsewhere, local, preview, ios, android, "
                "backend, links."),
            {APP: ("name: harbour", "logo: logo.svg\nname: harbour")},
        ),
        Broken("field-as-others-call-it", "error: unknown key 'type'"),
        Shown("test_schemas.py::test_the_reference_has_every_key_as_it_is_read"),
    ],
    "8. emails have no words of their own, and README's command fails": [
        Broken("email-with-words-of-its-own", "Did you mean 'place'? Otherwise declare it in the front matter, with an example that "
            "previews show: variables: { plan: An example }"),
        Shown("test_documents.py::test_the_commands_about_emails_run_in_a_new_site"),
    ],
    "9. English is fixed": [Shown("test_words.py::test_every_word_of_every_state_is_a_specs_or_in_the_file_of_words")],
    "10. 'uncommon' is no requirement of a page": [
        Shown("test_flow_inputs.py::test_only_an_answer_says_that_a_password_is_too_common")
    ],
    "11. /open/ for a link with parameters in its path": [
        Shown("test_links.py::TestExplain::test_it_says_what_happens_where_and_why"),
        Shown("test_first_week_review.py::test_an_opened_link_with_more_in_its_path_is_told_how_it_is_written"),
    ],
    "12. the outcomes are closed": [Shown("test_flow_inputs.py::test_a_declared_outcome_leads_where_the_page_says")],
    "13. without --as there is only 'This host is not served here.'": [
        Shown("test_first_week_review.py::test_who_tries_a_release_here_is_told_of_as")
    ],
    "14. notes with every command, six errors for one setting, and the network blamed": [
        Shown("SiteBuilderTests/SiteContentsTests.swift::notes"),
        Said("", {APP: ("name: harbour", "theme: { accent: \"#D4AF37\" }\nname: harbour")}, status=0),
        Shown("test_check_live.py::test_what_is_missing_is_said_header_by_header"),
        Shown("test_scripts.py::test_without_sudo_it_says_so_and_what_to_run"),
        Shown("test_scripts.py::test_an_installation_that_fails_is_told_for_what_it_is"),
    ],
}  # fmt: skip

CASES = [
    pytest.param(case, id=f"{row}-{number}")
    for table in (MISTAKES, FRICTIONS)
    for row, cases in table.items()
    for number, case in enumerate(cases)
]


@pytest.mark.parametrize("case", CASES)
def test_what_was_found_is_closed(case, begun, tmp_path):
    folder = tmp_path / "harbour"
    programs.shutil.copytree(begun, folder)
    case.check(folder)


def test_every_row_and_every_friction_is_there():
    assert (len(MISTAKES), len(FRICTIONS)) == (20, 14)


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
