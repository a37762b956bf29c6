"""What an author does in the first week: begin, add to what exists, replace templates, work from any folder."""

import json
import re
import resource
import shutil
import signal
import subprocess

import programs
import pytest

# An operation for every page of the catalogue.
CONTRACT = """password: [at-least 8]
operations:
  send-link: &send
    sends: reset-password
    request: { method: POST, url: "{{base}}/a", json: { email: "{{email}}" } }
    outcomes: [{ status: 2xx, is: ok }]
  send-magic-link: *send
  resend-verification: *send
  send-delete-link: *send
  reset-password:
    consumes: link
    request: { method: POST, url: "{{base}}/b", json: { token: "{{token}}", password: "{{new-password}}" } }
    outcomes: [{ status: 2xx, is: ok }, { status: 410, is: link-invalid }, { status: 422, is: weak-password }]
  verify-email: &link
    consumes: link
    request: { method: POST, url: "{{base}}/c", json: { token: "{{token}}" } }
    outcomes: [{ status: 2xx, is: ok }, { status: 410, is: link-invalid }]
  verify-email-change: *link
  sign-in-with-link: *link
  delete-account-with-link: *link
  recover-email: *link
  accept-invite:
    consumes: link
    request: { method: POST, url: "{{base}}/e", json: { token: "{{token}}", password: "{{new-password}}", name: "{{name}}" } }
    outcomes: [{ status: 2xx, is: ok }, { status: 410, is: link-invalid }, { status: 422, is: weak-password }]
  sign-in: &password
    request: { method: POST, url: "{{base}}/d", json: { email: "{{email}}", password: "{{password}}" } }
    outcomes: [{ status: 2xx, is: ok }, { status: 401, is: wrong-credentials }]
  delete-account: *password
"""


def latchkey(folder, *arguments):
    return programs.run(programs.LATCHKEY, *arguments, cwd=folder)


@pytest.fixture
def begun(tmp_path):
    """A site as `latchkey init` leaves it."""
    folder = tmp_path / "harbour"
    assert latchkey(tmp_path, "init", "harbour").returncode == 0
    return folder


class TestAnywhereInARepository:
    @pytest.mark.parametrize("place", [".", "Site", "Site/harbour", "Site/harbour/emails", "App/Sources"])
    @pytest.mark.sampled(5)
    def test_the_site_is_found_in_a_folder_above(self, begun, place):
        (begun / place).mkdir(parents=True, exist_ok=True)
        result = latchkey(begun / place, "build")
        assert (result.returncode, result.stderr) == (0, "")
        assert (begun / "Output" / "release.json").exists()
        assert latchkey(begun / place, "check").returncode == 0

    # Every command that looks for a site, each with the arguments that it cannot do without.
    COMMANDS = [
        ["build"], ["check"], ["preview", "--port", "0"], ["sandbox"], ["emails", "render", "--output", "x"],
        ["links", "explain", "https://harbour.example/"], ["add", "page", "x"],
        ["add", "app", "x"], ["add", "contract", "x"], ["templates", "list"], ["templates", "copy", "pages/page.mustache"],
    ]  # fmt: skip

    @pytest.mark.parametrize(
        ["site", "place", "advice"],
        [
            ("harbour/Site", ".", "There is a site in 'harbour/Site': name it."),
            ("site", ".", "There is a site in 'site': rename it to 'Site', or name it."),
            ("SITE", "SITE/harbour/emails", "There is a site in '../../../SITE': rename it to 'Site', or name it."),
            ("harbour/site", ".", "There is a site in 'harbour/site': rename it to 'Site', or name it."),
            ("web", ".", "There is a site in 'web': name it."),
            ("web", "web", "There is a site in '.': name it."),
            ("web", "web/harbour", "There is a site in '..': name it."),
            (None, ".", "Run 'latchkey init' to begin a site."),
        ],
    )
    @pytest.mark.sampled(9)
    def test_a_site_that_no_command_finds_by_itself_is_named_by_every_command_alike(self, begun, tmp_path, site, place, advice):
        here = tmp_path / "here"
        here.mkdir()
        if site:
            (here / site).parent.mkdir(exist_ok=True)
            (begun / "Site").rename(here / site)
        before = programs.snapshot(here)
        for command in self.COMMANDS:
            result = latchkey(here / place, *command)
            assert (result.returncode, result.stderr) == (1, f"Site: error: there is no such folder\n  fix: {advice}\n"), command
        assert programs.snapshot(here) == before

    def test_an_environment_in_place_of_the_site_is_told(self, begun, tmp_path):
        here = tmp_path / "here"
        programs.shutil.copytree(begun, here)
        (here / "Site/harbour/app.staging.yml").write_text("hosts: [staging.harbour.example]\n")
        for name, advice in [("staging", "Did you mean '--env staging'?"), ("production", "There is a site in 'Site': name it.")]:
            result = latchkey(here, "build", name)
            assert (result.returncode, result.stderr) == (1, f"{name}: error: there is no such folder\n  fix: {advice}\n")

    def test_no_second_site_begins_beside_one_of_another_name(self, begun):
        (begun / "Site").rename(begun / "site")
        result = latchkey(begun, "init")
        assert (result.returncode, result.stderr) == (
            1,
            "site: error: there is a site here already, under another name\n  fix: Rename it to Site, or begin in another folder.\n",
        )

    @pytest.mark.parametrize("name", ["templates", "Template"])
    def test_templates_in_a_folder_of_another_name_are_told(self, begun, name):
        (begun / name / "emails").mkdir(parents=True)
        (begun / name / "emails" / "reset.html").write_text("Django's")
        assert latchkey(begun, "check").returncode == 0
        (begun / name / "pages").mkdir()
        (begun / name / "pages" / "custom.css").write_text("h1 { color: red }\n")
        for command in (["check"], ["build"], ["emails", "render", "--output", "x"]):
            result = latchkey(begun, *command)
            assert (result.returncode, result.stderr) == (
                1,
                f"{name}: error: nothing reads templates in a folder of this name\n  fix: Rename it to Templates.\n",
            )

    @pytest.mark.parametrize("place", ["Site", "Site/other", "Site/harbour"])
    def test_a_site_does_not_begin_inside_of_another(self, begun, place):
        before = programs.snapshot(begun)
        result = latchkey(begun, "init", place)
        assert result.returncode == 1
        assert f"{place}: error: this would be inside of the site {begun.resolve()}/Site\n" in result.stderr
        assert programs.snapshot(begun) == before

    @pytest.mark.parametrize("output", [".", "..", "/"])
    def test_a_release_is_not_written_around_its_site(self, begun, output):
        before = programs.snapshot(begun)
        result = latchkey(begun, "build", "--output", output)
        assert (result.returncode, result.stderr) == (
            1,
            f"{output}: error: this folder contains the site itself\n"
            "  fix: Name a folder for the release alone with '--output'.\n",
        )
        assert programs.snapshot(begun) == before


def catalogue(kind):
    """The names that `latchkey help add` lists for a kind."""
    text = " ".join(programs.run(programs.LATCHKEY, "help", "add").stdout.split())
    return re.search(rf"{kind}: ([^.]*)\.", text)[1].split(", ")


def define(begun, told):
    """Does what the error says about an email whose link opens a page that the catalogue does not have."""
    folder = begun / "Site" / "harbour"
    [(link, page)] = re.findall(r"  fix: Define it with the page that it opens, and run this again: (.*page: ([a-z-]+).*)\n", told)
    (folder / "app.yml").write_text((folder / "app.yml").read_text().replace("\nlinks:\n", f"\nlinks:\n  {link}\n"))
    (folder / f"{page}.md").write_text(f"---\ntitle: T\nlink: {link.partition(':')[0]}\nstart: form\n---\n# form\nWords.\n")


class TestAdd:
    def test_every_page_and_email_of_the_catalogue_builds_with_what_its_comments_ask_for(self, begun, is_full):
        """All in one site; `make test` takes one in four."""
        (begun / "Templates" / "backends").mkdir(parents=True)
        (begun / "Templates" / "backends" / "mine.yml").write_text(CONTRACT)
        app = begun / "Site" / "harbour" / "app.yml"
        for kind, names in (("page", catalogue("Pages") + ["thank-you"]), ("email", catalogue("Emails") + ["odd-news"])):
            for name in names[:: 1 if is_full else 4]:
                result = latchkey(begun, "add", kind, name)
                file = begun / "Site" / "harbour" / ("emails" if kind == "email" else "") / f"{name}.md"
                if name in ("forgot-password", "reset-password", "password-changed"):
                    assert result.returncode == 1
                    assert "error: this exists already, and nothing is overwritten" in result.stderr
                    continue
                if kind == "email" and result.returncode:
                    define(begun, result.stderr)
                    result = latchkey(begun, "add", kind, name)
                assert (result.returncode, result.stderr) == (0, ""), result.stderr
                assert result.stdout.startswith(f"Wrote {file.relative_to(begun)}\n")
                if (kind, name) == ("page", "delete-account"):
                    file.write_text(file.read_text().replace("---\n", "---\ndata: { deleted: [Your profile], kept: nothing }\n", 1))
            assert latchkey(begun, "check").returncode == 0
        assert not is_full or app.read_text().count("\n    web:") == 7
        app.write_text(app.read_text() + 'backend: { contract: mine, base: "https://api.harbour.example" }\n')
        result = latchkey(begun, "build")
        assert (result.returncode, result.stderr) == (0, ""), app.read_text()

    # Every entry of the catalogue by itself, and names that ask for something and have no file of their own.
    ENTRIES = [
        *[("page", name) for name in [*catalogue("Pages"), "thank-you"]],
        *[("email", name) for name in [*catalogue("Emails"), "odd-news"]],
        *[("email", name) for name in ("sign-up", "confirm-action")],
        ("contract", "harbour"), ("app", "second"),
    ]  # fmt: skip
    NEEDS = {"sign-in": "magic-link", "verify-email": "verify-email", "change-email": "change-email", "recover-email": "recover-email", "invite": "accept-invite", "delete-account": "delete-account"}

    @pytest.mark.parametrize(["kind", "name"], ENTRIES)
    @pytest.mark.sampled(12)
    def test_what_is_added_alone_leaves_a_site_without_mistakes_or_says_what_it_needs(self, begun, kind, name):
        assert latchkey(begun, "check").returncode == 0
        before = programs.snapshot(begun)
        result = latchkey(begun, "add", kind, name)
        if (begun / "Site" / "harbour" / ("emails" if kind == "email" else "") / f"{name}.md").exists() and result.returncode:
            assert "error: this exists already, and nothing is overwritten" in result.stderr
        elif kind == "email" and name in self.NEEDS:
            assert (result.returncode, result.stderr) == (
                1,
                f"Site/harbour/app.yml: error: the email '{name}' needs the link '{name}', which is not defined under 'links:'\n"
                f"  fix: Add its page first, which defines it: latchkey add page {self.NEEDS[name]}\n",
            )
            assert programs.snapshot(begun) == before
            assert latchkey(begun, "add", "page", self.NEEDS[name]).returncode == 0
            assert latchkey(begun, "add", "email", name).returncode == 0
        elif kind == "email" and result.returncode:
            define(begun, result.stderr)
            assert latchkey(begun, "add", "email", name).returncode == 0
        else:
            assert (result.returncode, result.stderr) == (0, "")
        result = latchkey(begun, "check")
        assert (result.returncode, "error" in result.stderr) == (0, False), result.stderr

    def test_what_the_app_cannot_have_is_told_before_anything_is_written(self, begun):
        app = begun / "Site" / "harbour" / "app.yml"
        app.write_text(app.read_text() + 'backend: { contract: dj-rest-auth, base: "https://api.harbour.example/auth" }\n')
        before = programs.snapshot(begun)
        result = latchkey(begun, "add", "page", "delete-account")
        assert (result.returncode, result.stderr) == (
            1,
            "Site/harbour/delete-account.md:2:7: error: a page of the kind 'delete-account' needs the operation "
            "'delete-account-with-link', which the contract 'dj-rest-auth' does not have\n"
            "  2 | kind: delete-account\n"
            "    |       ^\n"
            "  fix: The kinds that fit are forgot-password, log-in, new-link, reset-password, verify-email.\n"
            "note: Site/harbour/delete-account.md was not written because of these errors\n",
        )
        assert programs.snapshot(begun) == before

    @pytest.mark.parametrize(
        ["links", "written"],
        [
            ("links:\n", "links:\n  verify-email:\n    web: /verify-email?token={token}\n    page: verify-email\n    lives: 24h\n"),
            (
                "links: # ours\r\n    a: { web: /a, page: forgot-password }\r\n",
                "links: # ours\r\n    verify-email:\r\n      web: /verify-email?token={token}\r\n      page: verify-email\r\n"
                "      lives: 24h\r\n    a: { web: /a, page: forgot-password }\r\n",
            ),
            ("", "links:\n  verify-email:\n    web: /verify-email?token={token}\n    page: verify-email\n    lives: 24h\n"),
            ("links: {}\n", "links:\n  verify-email:\n    web: /verify-email?token={token}\n    page: verify-email\n    lives: 24h\n"),
            (
                'links: { a: { web: "/a?token={token}", page: forgot-password } }\n',
                'links:\n  a: { web: "/a?token={token}", page: forgot-password }\n'
                "  verify-email:\n    web: /verify-email?token={token}\n    page: verify-email\n    lives: 24h\n",
            ),
            ("links: { a: { web: /a,\n  page: forgot-password } }\n", None),
        ],
    )
    def test_a_link_is_defined_in_app_yml_as_it_is_written_there(self, begun, links, written):
        folder = begun / "Site" / "harbour"
        for file in ("reset-password.md", "emails/reset-password.md"):
            (folder / file).unlink()
        head = b"name: Harbour\nhosts: [harbour.example]\n".replace(b"\n", b"\r\n" if "\r" in links else b"\n")
        (folder / "app.yml").write_bytes(head + links.encode())
        result = latchkey(begun, "add", "page", "verify-email")
        assert (folder / "app.yml").read_bytes() == head + (links if written is None else written).encode()
        if written is None:
            assert (result.returncode, result.stderr) == (
                1,
                "Site/harbour/app.yml: error: the page 'verify-email' needs the link 'verify-email', which is not defined under 'links:'\n"
                "  fix: Define it, and run this again: "
                'verify-email: { web: "/verify-email?token={token}", page: verify-email, lives: 24h }\n',
            )
        else:
            assert (result.returncode, result.stderr) == (0, "")
            assert "Defined the link 'verify-email' in app.yml\n" in result.stdout

    def test_an_app_does_not_begin_with_the_host_of_another_one(self, begun):
        app = begun / "Site" / "harbour" / "app.yml"
        app.write_text(app.read_text().replace("[harbour.example]", "[second.example]"))
        result = latchkey(begun, "add", "app", "second")
        assert result.stderr == (
            "error: the host 'second.example' is already used by the app 'harbour'\n"
            "  fix: Choose another name: an app begins with the host NAME.example.\n"
        )

    def test_a_contract_and_a_second_app_build_as_they_are(self, begun):
        assert latchkey(begun, "add", "app", "second").returncode == 0
        assert latchkey(begun, "add", "contract", "second").stdout.startswith("Wrote Site/second/backend.yml\n")
        app = begun / "Site" / "second" / "app.yml"
        app.write_text(app.read_text() + 'backend: { base: "https://api.harbour.example" }\n')
        result = latchkey(begun, "build")
        assert (result.returncode, result.stderr) == (0, "")
        assert "Built 2 apps with 4 pages" in result.stdout

    @pytest.mark.parametrize(
        ["arguments", "status", "message"],
        [
            (["pge", "x"], 64, "Error: There is nothing called 'pge' to add. Did you mean 'page'? Choose one of: app, page, email, contract, translation\n"),
            (["backend", "x"], 64, "Error: There is nothing called 'backend' to add. 'latchkey add contract APP' describes one of your own; app.yml names it under 'backend:'\n"),
            (["page", "Thank You"], 1, "error: 'Thank You' is not a name for a page\n"),
            (["page", "ThankYou"], 1, "error: 'ThankYou' is not a name for a page\n  fix: Use lower-case letters, digits and hyphens, beginning with a letter: thank-you\n"),
            (["page", "x", "--app", "harbur"], 1, "error: there is no app 'harbur' in 'Site'\n  fix: Did you mean 'harbour'?\n"),
            (["contract", "harbur"], 1, "error: there is no app 'harbur' in 'Site'\n  fix: Did you mean 'harbour'?\n"),
            (["page", "x", "Elsewhere"], 1, "Elsewhere: error: there is no such folder\n  fix: There is a site in 'Site': name it.\n"),
        ],
    )  # fmt: skip
    def test_what_cannot_be_added_is_told(self, begun, arguments, status, message):
        before = programs.snapshot(begun)
        result = latchkey(begun, "add", *arguments)
        assert result.returncode == status
        assert result.stderr.startswith(message)
        assert programs.snapshot(begun) == before

    def test_of_two_apps_one_has_to_be_named(self, begun):
        assert latchkey(begun, "add", "app", "second").returncode == 0
        result = latchkey(begun, "add", "page", "x")
        assert result.stderr == "error: the site has 2 apps\n  fix: Name one with '--app': harbour, second.\n"
        assert latchkey(begun, "add", "page", "x", "--app", "second").returncode == 0
        assert (begun / "Site" / "second" / "x.md").exists()


class TestTemplates:
    NAME = "pages/document.mustache"

    def states(self, folder):
        result = latchkey(folder, "templates", "list", "--format", "json")
        return json.loads(result.stdout)["result"]

    def test_a_copy_is_what_is_shown_and_changes_pages_once_it_is_edited(self, begun):
        assert self.states(begun)[self.NAME] == "built-in"
        result = latchkey(begun, "templates", "copy", self.NAME)
        assert (result.returncode, result.stdout) == (0, f"Wrote Templates/{self.NAME}\n")
        copy = begun / "Templates" / self.NAME
        assert copy.read_text() == latchkey(begun, "templates", "show", self.NAME).stdout
        assert self.states(begun)[self.NAME] == "copied"
        copy.write_text(copy.read_text().replace("<main>", '<main class="ours">'))
        assert self.states(begun)[self.NAME] == "changed"
        result = latchkey(begun, "build")
        assert (result.returncode, result.stderr) == (0, "")
        [page] = (begun / "Output").rglob("forgot-password*.html")
        assert '<main class="ours">' in page.read_text()

    def test_a_copy_is_not_written_twice(self, begun):
        for _ in range(2):
            result = latchkey(begun, "templates", "copy", self.NAME, "pages/page.mustache")
        assert result.returncode == 1
        assert f"Templates/{self.NAME}: error: this exists already, and nothing is overwritten\n" in result.stderr

    def test_a_copy_of_a_template_that_has_changed_since_is_told_at_build_until_it_was_compared(self, begun):
        assert latchkey(begun, "templates", "copy", self.NAME).returncode == 0
        copied = begun / "Templates" / ".copied.json"
        copied.write_text(re.sub('"[0-9a-f]{64}"', f'"{64 * "0"}"', copied.read_text()))
        copy = begun / "Templates" / self.NAME
        copy.write_text(copy.read_text() + "\n")
        assert self.states(begun)[self.NAME] == "stale"
        result = latchkey(begun, "build")
        assert (result.returncode, result.stderr) == (
            0,
            f"Templates/{self.NAME}: warning: the built-in template has changed since this was copied\n"
            f"  fix: Compare it with 'latchkey templates show {self.NAME}', "
            f"then run 'latchkey templates copy --keep {self.NAME}'.\n",
        )
        assert latchkey(begun, "templates", "copy", "--keep", self.NAME).returncode == 0
        assert latchkey(begun, "build").stderr == ""

    def test_an_app_has_templates_for_itself_and_rules_that_are_added(self, begun):
        assert latchkey(begun, "add", "app", "second").returncode == 0
        app = begun / "Site" / "second" / "app.yml"
        app.write_text(app.read_text().replace("harbour.example", "second.example"))
        result = latchkey(begun, "templates", "copy", "--app", "second", self.NAME, "emails/footer.mustache")
        own = begun / "Templates" / "apps" / "second"
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout.splitlines()[0] == f"Wrote Templates/apps/second/{self.NAME}"
        for file, before, after in (
            (own / self.NAME, "<main>", '<main class="ours">'),
            (own / "emails/footer.mustache", "{{sent}}", "{{sent}} Ours."),
        ):
            assert before in file.read_text()
            file.write_text(file.read_text().replace(before, after, 1))
        (begun / "Templates" / "pages").mkdir()
        (begun / "Templates" / "pages" / "custom.css").write_text(".all { color: red }\n")
        (own / "pages" / "custom.css").write_text(".one { color: red }\n")
        result = latchkey(begun, "build")
        assert (result.returncode, result.stderr) == (0, "")
        [first] = (begun / "Output" / "harbour").rglob("forgot-password*.html")
        [second] = (begun / "Output" / "second").rglob("forgot-password*.html")
        assert '<main class="ours">' in second.read_text() and ".one { color: red }" in second.read_text()
        assert '<main class="ours">' not in first.read_text() and ".all { color: red }" in first.read_text()
        # The rules of one app stand in place of everybody's file of that name.
        assert ".one" not in first.read_text() and ".all" not in second.read_text()
        assert latchkey(begun, "emails", "render", "--output", "Emails").returncode == 0
        emails = {app: (begun / "Emails" / app / "reset-password.eml").read_text() for app in ("harbour", "second")}
        assert "Ours." not in emails["harbour"] and "Ours." in emails["second"]

    @pytest.mark.parametrize(
        ["path", "text", "message"],
        [
            ("pages/custom.css", "a { b: url(https://x.example/y) }", "1:8: error: the Content-Security-Policy blocks 'url()'"),
            ("pages/custom.css", "a { b: c }</style>", "1:11: error: '</' would end the page's style sheet"),
            ("words/en.yml", "\n", " error: this template is empty, so pages and emails lack the words that no spec has"),
            ("apps/harbur/pages/custom.css", "a {}", " error: there is no app 'harbur'\n  fix: Did you mean 'harbour'? Rename the folder, or remove it."),
            ("apps/harbour/backends/mine.yml", "a: b", " error: nothing reads a template of this name"),
            ("words/xx.yml", "try-again: { text: A }", " error: nothing reads a template of this name"),
            ("words/pt-br.yml", "try-again: { text: A }", " error: nothing reads a template of this name"),
        ],
    )  # fmt: skip
    def test_what_a_page_could_not_use_is_told(self, begun, path, text, message):
        file = begun / "Templates" / path
        file.parent.mkdir(parents=True)
        file.write_text(text)
        result = latchkey(begun, "build")
        assert result.returncode == 1
        assert f"Templates/{path}:{message}" in result.stderr

    def test_a_language_that_latchkey_lacks_has_its_words_in_a_file_of_the_site(self, begun):
        site, words = begun / "Site" / "harbour", begun / "Templates" / "words" / "cy.yml"
        (site / "app.yml").write_text((site / "app.yml").read_text() + "\nlanguages: [cy]\n")
        (site / "forgot-password.cy.md").write_text("---\ntitle: Wedi anghofio eich cyfrinair?\n---\n")
        words.parent.mkdir(parents=True)
        words.write_text("not-found-title: { text: Nid yw’r dudalen ar gael }\n")
        result = latchkey(begun, "build")
        assert result.returncode == 0, result.stderr
        [page] = (begun / "Output").rglob("404.cy.*.html")
        assert "Nid yw’r dudalen ar gael" in page.read_text()

    def test_what_editors_and_repositories_keep_is_no_template(self, begun):
        (begun / "Templates" / "pages").mkdir(parents=True)
        for name in ("README.md", "pages/page.mustache~", "pages/.custom.css.swp", ".gitkeep", "LICENSE", "pages/custom.css.orig"):
            (begun / "Templates" / name).write_text("{{")
        result = latchkey(begun, "build")
        assert (result.returncode, result.stderr) == (0, "")

    def test_what_all_apps_share_is_not_copied_for_one(self, begun):
        result = latchkey(begun, "templates", "copy", "--app", "harbour", "backends/supabase.yml")
        assert (result.returncode, result.stderr) == (
            1,
            "error: 'backends/supabase.yml' is for every app\n"
            "  fix: Copy it without '--app'. An app alone can have templates of pages, emails and words.\n",
        )

    def test_every_template_that_init_copies_is_read(self, tmp_path):
        assert latchkey(tmp_path, "init", "--templates", "s").returncode == 0
        result = latchkey(tmp_path / "s", "build")
        assert (result.returncode, result.stderr) == (0, "")
        assert set(self.states(tmp_path / "s").values()) == {"copied"}

    def test_what_only_the_build_of_latchkey_reads_is_not_copied(self, begun):
        assert [name for name in self.states(begun) if name.startswith(("pages/script", "studio/", "hosts/"))] == []

    def test_an_unknown_name_gets_the_nearest(self, begun):
        result = latchkey(begun, "templates", "show", "pages/docment.mustache")
        assert result.returncode == 64
        assert result.stderr.startswith(
            "Error: There is no template 'pages/docment.mustache'. Did you mean 'pages/document.mustache'?\n"
        )


def test_a_byte_order_mark_is_nobodys_mistake(begun):
    for file in [*(begun / "Site" / "harbour").glob("*.md"), *(begun / "Site" / "harbour" / "emails").glob("*.md")]:
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    result = latchkey(begun, "build")
    assert (result.returncode, result.stderr) == (0, "")


# A file system of its own for each number of inodes and each size, too small for a site; then one that is large enough.
FULL = """
mount -t tmpfs -o size=1m tmpfs "$1" || exit 77
cd "$1"
for limit in nr_inodes=2 nr_inodes=4 nr_inodes=7 nr_inodes=10 size=8k size=24k size=40k; do
    mkdir here && mount -t tmpfs -o $limit tmpfs here || exit 77
    (cd here && "$2" init harbour); echo "$limit: $?"
    find here -mindepth 1
    umount here && rmdir here
done
"$2" init harbour >/dev/null && echo done || exit 3
"""


class TestFullDisk:
    @pytest.mark.skipif(not shutil.which("unshare"), reason="a file system of the test's own needs Linux's namespaces")
    def test_a_full_disk_leaves_nothing_of_a_new_site_behind(self, tmp_path):
        result = subprocess.run(
            ["unshare", "--mount", "--map-root-user", "sh", "-c", FULL, "sh", tmp_path, programs.LATCHKEY],
            capture_output=True, text=True, timeout=programs.PATIENCE,
        )  # fmt: skip
        if result.returncode in (1, 77):
            pytest.skip(f"nothing can be mounted here: {result.stderr.strip()}")
        limits = re.search(r"in (.*); do", FULL)[1].split()
        assert result.stdout.splitlines() == [*(f"{limit}: 1" for limit in limits), "done"]
        assert result.stderr.count("no space left on device\n  fix: Free space on the disk, and run this again.\n") == len(limits)

    @pytest.mark.parametrize(["command", "limit"], [(["init", "second"], 100), (["add", "page", "verify-email"], 1_500), (["add", "app", "second"], 1_000)])
    def test_a_file_that_cannot_be_written_whole_leaves_everything_as_it_was(self, begun, command, limit):
        """The limit of the size of files stands for a quota."""
        before = programs.snapshot(begun)

        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        result = subprocess.run(
            [programs.LATCHKEY, *command], cwd=begun, preexec_fn=limited, capture_output=True, text=True, timeout=programs.PATIENCE
        )
        assert result.returncode == 1 and "file too large\n  fix: " in result.stderr, result.stderr
        assert programs.snapshot(begun) == before
