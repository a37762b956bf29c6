"""What Latchkey says of mistakes that newcomers make in a new site, in files or in commands: the whole of standard error."""

import io
import os
from dataclasses import dataclass, field

import programs
import pytest
from PIL import Image

APP, RESET = "Site/harbour/app.yml", "Site/harbour/reset-password.md"
NOTICE = "Site/harbour/emails/password-changed.md"
DOCUMENT = "Templates/pages/document.mustache"
OWN = "backend: { contract: mine, base: \"https://api.harbour.example\" }\n"
CONTRACT = "operations: { send-link: { sends: reset, request: { method: POST, url: \"https://auth.harbour.example/v1/a\" }, outcomes: [{ status: 200, is: ok }] } }\n"
FORM = "    request: { method: POST, url: \"{{base}}/a\", form: { user: { email: \"{{email}}\" } } }"
POINTER = "    outcomes: [{ status: 200, is: ok }, { status: 400, where: { \"/errors[0].code\": a }, is: invalid-email }]"
NEVER = f"operations:\n  send-link:\n    sends: reset-password\n{FORM}\n{POINTER}\n"


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
            "  fix: Run 'latchkey init' beside that site for another one, or add an app to this one: latchkey add app NAME\n",
            command=("init", "Site"),
        )
    ],
    "the site in place of its release": [
        Said(
            "Site: error: there is no release in this folder\n"
            "  fix: Build it with 'latchkey build', which writes it into 'Output', and name that.\n",
            command=command,
        )
        for command in (("doctor", "--release", "Site"), ("export", "Site", "--to", "nginx", "--output", "host"))
    ],
    "a folder in place of an association file": [
        Said(
            "Site: error: this file cannot be read: is a directory\n"
            "  fix: Name a file of it, such as Site/…/apple-app-site-association.\n",
            command=("links", "lint", "Site"),
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
                "Write the number in the app's address in the App Store, behind 'id': store: 1234567890"),
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
                "'change-email', 'recover-email', 'sign-in', 'delete-account', 'invite', 'password-changed' or 'welcome', found 'reset'",
                "Did you mean 'reset-password'?")
            + excerpt("Templates/backends/mine.yml:1:72", CONTRACT.strip(), "'https://auth.harbour.example/v1/a' does not begin "
                "with {{base}}, and a page's policy allows requests to no other address",
                "Write {{base}} for what app.yml has as 'base' under 'backend:', and the rest after it: \"{{base}}/…\""),
            {APP: ("name: harbour", OWN + "name: harbour"), "Templates/backends/mine.yml": (None, CONTRACT)},
        ),
    ],
    "a contract with a form of Rails, and a pointer of JavaScript": [
        Said(
            excerpt("Templates/backends/mine.yml:4:63", FORM, "expected a text, found a mapping",
                "Write \"user[email]\": … beside the other items.")
            + excerpt("Templates/backends/mine.yml:5:65", POINTER, "'/errors[0].code' is not how a pointer is written here",
                "Write /errors/0/code."),
            {APP: ("name: harbour", OWN + "name: harbour"), "Templates/backends/mine.yml": (None, NEVER)},
        ),
    ],
    "a key in the wrong place": [
        Said(
            excerpt(f"{APP}:4:1", "logo: logo.svg", "unknown key 'logo'", "Write it under 'theme:'. The keys here are name, hosts, "
                "support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, "
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


FORGOT, ASKED = "Site/harbour/forgot-password.md", "Site/harbour/emails/reset-password.md"
HEADLINE = "## Reset Your Password"
LINK, HOSTS = "web: /reset-password?token={token}", "hosts: [harbour.example]"
RULES = """password: [at-least 8]
operations:
  send-link:
    sends: reset-password
    request: { method: POST, url: "{{base}}/forgot", json: { email: "{{email}}" } }
    outcomes: [{ status: 200, is: ok }]
  reset-password:
    consumes: link
    request: { method: POST, url: "{{base}}/reset", headers: { Accept: text/plain }, json: { token: "{{token}}", new-password: "{{new-password}}" } }
    outcomes: [{ status: 200, is: ok }, { status: 429, is: rate-limited }, { status: 4xx, is: link-invalid }]
"""
BACKEND = {
    APP: ("links:\n", 'backend: { base: "https://api.harbour.example" }\nlinks:\n'),
    "Site/harbour/backend.yml": (None, RULES),
}


def contract(old, new, **more):
    assert old in RULES, old
    return BACKEND | {"Site/harbour/backend.yml": (None, RULES.replace(old, new, 1))} | more


def web(path):
    return {APP: (LINK, f"web: '{path}'")}


def host(text):
    return {APP: (HOSTS, f"hosts: ['{text}']")}


def prose(words):
    return {RESET: (HEADLINE + "\n", f"{HEADLINE}\n{words}\n")}


def copy(words):
    return {ASKED: ("\n[", f"\n{words}\n\n[")}


def theme(text):
    return {APP: ("links:\n", f"theme: {{ {text} }}\nlinks:\n")}


def file(name, content):
    def prepare(folder):
        path = folder / "Site/harbour" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return prepare


def png(side):
    picture = io.BytesIO()
    Image.new("RGB", (side, side)).save(picture, "PNG")
    return picture.getvalue()


NAMED = "Write it as {uid}."
NAMELESS = "Write {name} for the part that differs from link to link, such as {token}."
IN_PROSE = "Write {{email}} for a value, or \\%s for the sign itself."
TAG = "Remove it; in an email, {{#name}}…{{/name}} encloses what depends on a value, or \\%s for the sign itself."
CONFLICT = "Keep one of the versions between '<<<<<<<' and '>>>>>>>', and remove the markers and '======='."
SENT = "Write {{email}} for the value of a field or a link."
ADDRESS = "Write the domain that the address belongs to: 'example.com'."
ELSEWHERE = "Download the file, put it beside app.yml, and write its name: a page loads nothing from elsewhere."
BESIDE = "Put the file beside app.yml, and write its path from there, such as logo.svg or brand/logo.svg."
SPACE = "Write a space in its place."
WHOLE = "Write the address of your page, with {name} for each part that differs: /reset-password?token={token}"
PAGES = "Write the name of a page: forgot-password, reset-password."
MARKED = "<<<<<<< HEAD\n%s\n=======\n%s\n>>>>>>> theirs\n"

PAGE = "---\ntitle: About\nstart: main\n---\n\n# main\n## About\nWords.\n"

# Families of mistakes: for each, what was seen in a team's first week and relatives of it. What is written, the file that the
# first diagnostic names, and its fix.
DECLARE = "For a value of app.yml, declare it in the contract: settings: { api-version: required }; for what a visitor types or a link has, write the page yourself."
EXPORTED = "Remove it: 'latchkey export' writes this file for the hosts that read it."
SASS = "Write a comment as /* … */, and a variable as --name: …, used by var(--name)."
CSS = "Templates/pages/custom.css"
SECRET = (
    "A page keeps no secret: remove it, and let a server of your own add it. A visitor's token is the value that a link or an earlier "
    "step supplies, such as {{token}}; a key that may be published is a setting."
)
FAMILIES = {
    "a parameter of another framework": [
        (web(path), APP, NAMED)
        for path in (
            "/r/:uid", "/r/<uid>", "/r/<int:uid>", "/r/<uuid:uid>", "/r/{{uid}}", "/r/{{ uid }}", "/r/[uid]", "/r/[[uid]]", "/r/[...uid]",
            "/r/$uid", "/r/#{uid}", "/r/%{uid}", "/r/%(uid)s", "/r/%uid%", "/r/*uid", "/r/{uid:int}", "/r/{uid?}", "/r/{*uid}",
            "/r/{uid:[0-9]+}", "/r/(?P<uid>[^/]+)", "/r/(uid)", "/r/\\(uid)", "/r/<%= uid %>", "/r/:uid?", "/r?uid=:uid", "/r?uid=<uid>",
            "/r?uid=[uid]", "/r?uid={{uid}}", "/r/${uid}", "/r?uid=${uid}", "/r?uid=$${uid}",
        )
    ] + [(web(path), APP, NAMELESS) for path in ("/r/%s", "/r/(.*)", "/r/(\\d+)")]
    + [(web(path), APP, NAMELESS.replace(", such as {token}", "")) for path in ("/r/*", "/r/**")]
    + [(web(path), APP, "Set it where this command runs, or write '$${UID_}' for the text '${UID_}' itself.") for path in ("/r/${UID_}",)],
    "a placeholder of another system in text": [
        (prose("Sent to {email}."), RESET, IN_PROSE % "{"), (prose("Sent to ${email}."), RESET, IN_PROSE % "$"),
        (prose("Sent to #{email}."), RESET, IN_PROSE % "#"), (prose("Sent to %{email}."), RESET, IN_PROSE % "%"),
        (prose("Sent to %(email)s."), RESET, IN_PROSE % "%"), (prose("Sent to %email%."), RESET, IN_PROSE % "%"),
        (prose("Sent to {$email}."), RESET, IN_PROSE % "{"), (prose("Sent to *|email|*."), RESET, IN_PROSE % "|"),
        (prose("Sent to <%= email %>."), RESET, IN_PROSE % "<"), (prose("{% if user %}Hello{% endif %}"), RESET, TAG % "{"),
        (prose("<% if user %>Hello<% end %>"), RESET, TAG % "<"),
        (prose("[Back](/forgot-password?email={email})"), RESET, "Write a value as {{email}}."),
        (copy("Sent to {email}."), ASKED, IN_PROSE % "{"), (copy("{% if user %}Hello{% endif %}"), ASKED, TAG % "{"),
        (copy("Sent to ${email}."), ASKED, IN_PROSE % "$"), (copy("Sent to <%= email %>."), ASKED, IN_PROSE % "<"),
        (copy("Sent to *|email|*."), ASKED, IN_PROSE % "|"),
    ],
    "a placeholder of another system in a contract": [
        (contract('"{{email}}"', f'"{text}"'), "Site/harbour/backend.yml", SENT)
        for text in ("{email}", "${email}", "<email>", "[email]", ":email", "%email%", "$email", "#{email}", "%(email)s", "to {email}", "<%= email %>")
    ] + [
        (contract("/forgot", path), "Site/harbour/backend.yml", SENT) for path in ("/forgot/{email}", "/forgot/:email", "/forgot/<email>")
    ] + [
        (contract("text/plain", '"Bearer {token}"'), "Site/harbour/backend.yml", "Write {{token}} for the value of a field or a link."),
    ],
    "values of a contract": [
        (contract('"{{email}}"', '"{{mail}}"'), FORGOT, "Did you mean '{{email}}' in the contract 'backend.yml'?"),
        (contract("{ status: 429, is: rate-limited }, ", ""), "Site/harbour/backend.yml", "Put { status: 429, is: rate-limited } above it."),
        (contract("{ status: 429, is: rate-limited }, { status: 4xx, is: link-invalid }", "{ is: link-invalid }"), "Site/harbour/backend.yml",
            "Put { status: 429, is: rate-limited } above it."),
        (contract("{ status: 429, is: rate-limited }, { status: 4xx, is", "{ status: [400, 4xx], is"), "Site/harbour/backend.yml",
            "Put { status: 429, is: rate-limited } above it."),
        (contract("{ status: 429, is: rate-limited }, { status: 4xx, is: link-invalid }", "{ status: 4xx, is: link-invalid }, { status: 429, is: rate-limited }"),
            "Site/harbour/backend.yml", "Move this rule above it, or remove it."),
        (contract('token: "{{token}}", new-password: "{{new-password}}"', 'token: "{{new-password}}", new-password: "{{token}}"'),
            "Site/harbour/backend.yml", "Write {{token}} here, and {{new-password}} in 'new-password'."),
        (contract("Accept: text/plain", 'Authorization: "Token 8e5c0a7d91b34f6aa2c1"'), "Site/harbour/backend.yml",
            SECRET),
        (contract("Accept: text/plain", "X-Api-Key: 8e5c0a7d91b34f6aa2c1"), "Site/harbour/backend.yml",
            SECRET),
    ],
    "a host": [
        (host("*.harbour.example"), APP, "List each host, such as 'www.harbour.example'."),
        (host("harbour.example."), APP, "Write it without the dot at its end: 'harbour.example'."),
        (host("müller.example"), APP, "Write each part with other letters than a to z as DNS has it, beginning with 'xn--'."),
        (host("🌊.example"), APP, "Write each part with other letters than a to z as DNS has it, beginning with 'xn--'."),
        (host("my_app.example"), APP, "Write a name of letters, digits and hyphens: certificates are issued for no name with '_'."),
        (host("Harbour.Example"), APP, "Write it in lower case: 'harbour.example'."),
        (host("harbour"), APP, "Write the whole domain: 'harbour.example.com'."),
        (host("user@harbour.example"), APP, "Write the host alone, without scheme, port and path: 'harbour.example'."),
    ] + [
        (host(text), APP, "Write the host alone, without scheme, port and path: 'harbour.example'.")
        for text in ("https://harbour.example", "harbour.example:443", "harbour.example/", "//harbour.example", "HTTPS://Harbour.Example./x?y")
    ] + [
        (host(text), APP, ADDRESS) for text in ("192.168.1.1", "127.0.0.1", "192.168.1.1:8000", "http://10.0.0.1/", "[::1]", "fe80::1", "1.2", "0x7f.1")
    ] + [
        (host(text), APP, "Write the domain of the release: 'latchkey preview' serves the pages on this machine without it.")
        for text in ("localhost", "harbour.localhost", "localhost:3000", "http://localhost")
    ] + [
        (host(text), APP, "Write a domain in lower case, without scheme, port and path: 'example.com'.") for text in ("-a.example", "a..example", "a b.example")
    ],
    "a conflict that a merge left": [
        ({APP: ("name: harbour", "<<<<<<< HEAD\nname: harbour")}, APP, CONFLICT), ({APP: (LINK, LINK + "\n>>>>>>> theirs")}, APP, CONFLICT),
        ({RESET: (HEADLINE, MARKED % (HEADLINE, "## Other"))}, RESET, CONFLICT), ({RESET: (HEADLINE, HEADLINE + "\n>>>>>>> theirs")}, RESET, CONFLICT),
        ({RESET: ("title: Reset", MARKED % ("title: A", "title: B") + "title: Reset")}, RESET, CONFLICT),
        ({ASKED: ("\n[", "\n" + MARKED % ("Hello", "Hi") + "\n[")}, ASKED, CONFLICT), ({ASKED: ("subject:", "<<<<<<< HEAD\nsubject:")}, ASKED, CONFLICT),
        (contract("operations:", "||||||| base\noperations:"), "Site/harbour/backend.yml", CONFLICT),
        ({"Templates/words/en.yml": (None, MARKED % ("dismiss: { text: A }", "dismiss: { text: B }"))}, "Templates/words/en.yml", CONFLICT),
        ({"Templates/backends/x.yml": (None, MARKED % (RULES, RULES))}, "Templates/backends/x.yml", CONFLICT),
        ({"Templates/pages/custom.css": (None, MARKED % ("a { color: red }", "a { color: blue }"))}, "Templates/pages/custom.css", CONFLICT),
    ],
    "a blank that is no space": [
        ({APP: ("    web:", f"  {blank} web:")}, APP, SPACE) for blank in ("\u00a0", "\u2003", "\u3000", "\u202f", "\u2009", "\u205f", "\u1680")
    ] + [
        ({APP: ("name: harbour", "name:\u00a0harbour")}, APP, SPACE), ({RESET: ("title: ", "title:\u00a0")}, RESET, SPACE),
        (contract("    sends:", "  \u00a0 sends:"), "Site/harbour/backend.yml", SPACE),
    ],
    "a name whose first error was elsewhere": [
        (BACKEND | {RESET: ("(run:reset-password ", "(run:reset-pasword ")}, RESET, "Did you mean 'reset-password'?"),
        (BACKEND | {FORGOT: ("(run:send-link ", "(run:send-lnik ")}, FORGOT, "Did you mean 'send-link'?"),
        ({RESET: ("icon: lock-shield", "icon: padlock")}, RESET, "Did you mean 'lock'?"),
        (BACKEND | {RESET: ("link: reset-password\nstart: { reset-password: form, none: forgotten }", "start: form")}, RESET,
            "Add 'link: reset-password' to the front matter: app.yml opens this page with that link."),
        ({ASKED: ("\n[", "\nHello {{ user.first_name }}\n\n[")}, ASKED, "Write {{name}}."),
        ({ASKED: ("\n[", "\nHello {{ user.get_full_name|default:'' }} {{ user.email }}\n\n[")}, ASKED, None),
        ({ASKED: ("\n[", "\nOpen {{reset_url}}\n\n[")}, ASKED, "Write {{link}}."), ({ASKED: ("\n[", "\nFor {{site_name}}.\n\n[")}, ASKED, "Write {{app}}."),
        ({ASKED: ("\n[", "\nTo {{user.email}}.\n\n[")}, ASKED, "Write {{email}}."),
    ],
    "a contract's file in place of its name": [
        ({APP: ("links:\n", f'backend: {{ contract: {name}, base: "https://api.example" }}\nlinks:\n')}, APP, "Write the name alone: contract: djoser")
        for name in ("djoser.yml", "djoser.yaml", "backends/djoser.yml", "Templates/backends/djoser.yml", "./djoser.yml", "Djoser")
    ] + [
        ({APP: ("links:\n", f'backend: {{ contract: {name}, base: "https://api.example" }}\nlinks:\n')}, APP,
            "Remove the key: without it, the contract is backend.yml beside app.yml.")
        for name in ("backend.yml", "./backend.yml", "backend")
    ],
    "a button without a text": [
        ({FORGOT: (old, "[]" + old[old.index("]") + 1 :])}, FORGOT, f"Write a text for it: [Continue]({old.split('(')[1].split(' ')[0].rstrip(')')})")
        for old in ('[Send reset link](run:send-link "Sending…")', "[Use a different email address](#form)")
    ],
    "a password that is shown or never repeated": [
        ({RESET: ("rule: password", "rule: text")}, RESET, None),
        ({RESET: ("rule: password", "rule: tel")}, RESET, None),
        ({RESET: ("rule: same-as new-password", "rule: password")}, RESET, "Write 'rule: same-as new-password' in the field that repeats it, or remove this."),
    ],
    "the app's address on a page without its values": [
        (
            {APP: (LINK, LINK + "\n    app: harbour://reset-password?token={token}"), FORGOT: ("(#form)", "(app:reset-password)")}, FORGOT,
            "Link to a path of the site.",
        ),
        (
            {APP: (LINK, LINK + "\n    app: harbour://reset?t={token}"), FORGOT: ("## Forgot", "[Open the app](app:reset-password)\n\n## Forgot")}, FORGOT,
            "Link to a path of the site.",
        ),
    ],
    "a contract whose body is no value": [
        (contract('json: { email: "{{email}}" }', body), "Site/harbour/backend.yml", fix)
        for body, fix in (
            ("json: { email: email }", 'Write "{{email}}", which is the value.'),
            ("form: { email: email }", 'Write "{{email}}", which is the value.'),
            ("json: '{ \"email\": \"{{email}}\" }'", 'Write it as YAML, without quotes around the whole: json: { email: "{{email}}" }'),
        )
    ],
    "a pattern as regular expressions and shells have it": [
        (
            contract("{ status: 200, is: ok }]", f'{{ status: 200, is: ok }}, {{ status: 400, where: {{ /detail: "{text}" }}, is: invalid-email }}]'), "Site/harbour/backend.yml",
            'Write "~text" for a value that contains \'text\', and a list for alternatives: ["~weak", "~short"].',
        )
        for text in ("/weak|short/i", "/weak/g", "*weak*", "weak*", "*weak", "~weak|~short")
    ],
    "lengths that exclude each other": [
        ({APP: ("links:\n", f'backend: {{ contract: djoser, base: "https://api.example", password: [{rules}] }}\nlinks:\n')}, APP, "Write an 'at-most' that is not below 'at-least', and leaves room for each kind of character.")
        for rules in ("at-least 8, at-most 6", "at-most 7, at-least 8", "at-least 80, at-most 72 bytes")
    ],
    "the address of a backend": [
        ({APP: ("links:\n", f'backend: {{ contract: djoser, base: "{base}" }}\nlinks:\n')}, APP, fix)
        for base, fix in (
            ("https://me:secret@api.example", "Write the host directly after '://'. If anyone else may have seen this one, revoke it."),
            ("https://me@api.example", "Write the host directly after 'https://': every visitor can read what is before it."),
            ("https://api.example?x=1", "End it before the '?' or '#': the contract's requests are appended to it."),
            ("https://api.example/#a", "End it before the '?' or '#': the contract's requests are appended to it."),
            ("api.example", "Begin it with https://, such as https://api.example.com."), ("/api", "Begin it with https://, such as https://api.example.com."),
        )
    ],
    "an application ID": [
        ({APP: ("links:\n", f"android: {{ package: {package}, sha256: ['{':'.join(['A1'] * 32)}'] }}\nlinks:\n")}, APP, fix)
        for package, fix in (
            ("example.har-bour", "Write letters, digits and '_' between the dots, and no '-': an application ID may differ from the bundle identifier of iOS."),
            ("example.hafenmüller", "Write letters, digits and '_' between the dots, and no 'ü'."),
            ("example.1harbour", "Begin '1harbour' with a letter, as the app's own 'applicationId' does."),
            ("example._harbour", "Begin '_harbour' with a letter, as the app's own 'applicationId' does."),
            ("harbour", "Write at least two names joined by dots: 'com.example.app'."), ("example..harbour", "Remove the dot that no name stands beside."),
            ("example.harbour.", "Remove the dot that no name stands beside."),
        )
    ],
    "a file for a host in public": [
        ({f"Site/harbour/public/{name}": (None, "a b")}, f"Site/harbour/public/{name}", fix)
        for name, fix in (
            ("_redirects", EXPORTED), ("_headers", EXPORTED), ("sub/_redirects", EXPORTED), ("CNAME", "Remove it: a host has the domain in its settings."),
        )
    ],
    "a style sheet of another language": [
        ({CSS: (None, text)}, CSS, fix)
        for text, fix in (
            ("$brand: red;\n", SASS), ("// a comment\na { color: red }\n", SASS), ("a { color: $brand; }\n", SASS), ("a { color: red; // why\n}\n", SASS),
            ("<style>\na { color: red }\n</style>\n", "Remove '<style>' and '</style>'."), ("<style>\na { color: red }\n", "Remove '<style>' and '</style>'."),
        )
    ],
    "code of a page of components": [
        ({RESET: ("# invalid\n", f"# invalid\n{line}\n\n")}, RESET, "Remove it: no page and no email runs code.")
        for line in ("import Box from './box'", 'import { Box } from "@ui/box"', "import './style.css'", "import React, { useState } from 'react'")
    ],
    "texts below a language": [
        ({"Templates/words/en.yml": (None, f"{language}:\n  {word}: {{ text: X }}\n")}, "Templates/words/en.yml:2:3", "Write it one level further out: the file has the texts, and no language above them.")
        for language, word in (("en", "footer-privacy"), ("de", "footer-support"), ("messages", "footer-terms"))
    ],
    "a file that is not beside app.yml": [
        (theme(f"logo: '{path}'"), APP, fix)
        for path, fix in (
            ("https://cdn.example/logo.svg", ELSEWHERE), ("//cdn.example/logo.svg", ELSEWHERE), ("http://cdn.example/logo.png", ELSEWHERE),
            ("file:///home/logo.svg", ELSEWHERE), ("/logo.svg", BESIDE), ("../logo.svg", BESIDE), ("brand\\logo.svg", BESIDE), ("~/logo.svg", BESIDE),
            ("data:image/png;base64,iVBOR", "Save what it contains as a file beside app.yml, and write that file's name."),
        )
    ] + [(theme("font: { family: A, file: 'https://fonts.example/a.woff2' }"), APP, ELSEWHERE)],
    "an address of a link as another system has it": [
        (web(path), APP, fix)
        for path, fix in (
            ("reset-password?token={token}", "Write /reset-password?token={token}"), ("reset/{token}", "Write /reset/{token}"),
            ("{{ .ConfirmationURL }}", WHOLE), ("{{ action_url }}", WHOLE), ("{{resetLink}}", WHOLE),
            ("/r?t={{ .TokenHash }}", "Write it as {token_hash}."), ("/r?t={{ .Token }}", "Write it as {token}."), ("/r?t={{uid}}", NAMED),
            ("harbour.example/reset?token={token}", "Write /reset?token={token}"),
        )
    ],
    "a page where app.yml has none": [
        ({APP: ("change-password: forgot-password", f"change-password: {value}")}, APP, fix)
        for value, fix in (
            ("true", PAGES), ("yes", PAGES), ("/account", PAGES), ("https://harbour.example/a", PAGES), ("forgot-password.md", "Did you mean 'forgot-password'?"),
            ("account", "Add account.md beside app.yml, or name another page: forgot-password, reset-password."),
        )
    ],
    "a key of app.yml below another": [
        (BACKEND | {APP: ("links:\n", f'backend:\n  base: "https://api.harbour.example"\n  {key}: x\nlinks:\n')}, APP, "Write it beside 'backend:', and not under it.")
        for key in ("login", "ios", "theme", "footer", "support")
    ],
    "a value of a contract that a page of a kind does not have": [
        (contract(*edit, **{FORGOT: (None, "---\nkind: forgot-password\n---\n")}), f"{FORGOT}:2:7", fix)
        for *edit, fix in (
            ("method: POST, url: \"{{base}}/forgot\"", "method: POST, url: \"{{base}}/forgot\", headers: { X-Version: \"{{api-version}}\" }", DECLARE),
            ("method: POST, url: \"{{base}}/forgot\"", "method: POST, url: \"{{base}}/forgot\", query: { v: \"{{api-version}}\" }", DECLARE),
            ("\"{{email}}\"", "\"{{email}}\", v: \"{{api-version}}\"", DECLARE),
            ("\"{{email}}\"", "\"{{mail}}\"", "Did you mean '{{email}}' in the contract 'backend.yml'?"),
            ("\"{{email}}\"", "\"{{user_email}}\"", "Did you mean '{{email}}' in the contract 'backend.yml'?"),
        )
    ],
    "a list of messages below a state": [({RESET: ("# messages", f"{heading} messages")}, RESET, "Write '# messages'.") for heading in ("##",)],
    "states as a list": [({"Site/harbour/about.md": (None, PAGE.replace("start: main\n", f"start: main\nstates:\n  - {name}\n"))}, "Site/harbour/about.md", f"Write each by its name, without '- ': states: {{ {name}: {{ … }} }}") for name in ("main", "other")],
    "what is deleted as a list alone": [
        ({APP: ("\nhosts:", "\nsupport: help@harbour.example\nhosts:"), "Site/harbour/delete-account.md": (None, "---\nkind: delete-account-by-request\ndata: [Your profile, Your rides]\n---\n")},
            "Site/harbour/delete-account.md", "Write data: { deleted: [Your profile, Your rides] }. Its keys are deleted, kept, first, parts.")
    ],
    "front matter that ends in a list": [
        ({RESET: ("---\n\n# form\n## Reset Your Password\n", "\n# form\n## Reset Your Password\n\n- One\n- Two\n\nWords.\n")}, f"{RESET}:", "Write a line '---' above it.")
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("edits", "place", "fix"), [pytest.param(*case, id=f"{family}-{number}") for family, cases in FAMILIES.items() for number, case in enumerate(cases) if case[1]]
)
@pytest.mark.sampled(6)
def test_each_mistake_of_a_family_is_told_by_its_one_rule(edits, place, fix, begun, tmp_path):
    folder = tmp_path / "harbour"
    programs.shutil.copytree(begun, folder)
    result = tell(folder, edits)
    first = result.stderr.split("\n  fix: ")
    assert result.returncode == 1 and first[0].startswith(place), result.stderr
    assert fix is None or first[1].splitlines()[0] == fix, result.stderr


def tell(folder, edits):
    for name, (old, new) in edits.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text() if old else ""
        assert not old or old in text, (name, old)
        path.write_text(text.replace(old, new, 1) if old else new)
    return programs.run(programs.LATCHKEY, "check", cwd=folder)


KINDS = {
    "PNG as SVG": ("logo.svg", png(40), "theme: { logo: logo.svg }", "this is a PNG file, despite its name", "Rename it to end in '.png', also where it is named."),
    "JPEG as SVG": ("logo.svg", b"\xff\xd8\xff\xe0 JFIF", "theme: { logo: logo.svg }", "this is a JPEG file, despite its name", "Export the picture as SVG or PNG."),
    "gzip as SVG": ("logo.svg", b"\x1f\x8b\x08\x00\xff", "theme: { logo: logo.svg }", "this is a gzip file, despite its name", "Export the picture as SVG or PNG."),
    "PDF as SVG": ("logo.svg", b"%PDF-1.7\n\xff", "theme: { logo: logo.svg }", "this is a PDF file, despite its name", "Export the picture as SVG or PNG."),
    "WebP as SVG": ("logo.svg", b"RIFF\xff\0\0\0WEBP", "theme: { logo: logo.svg }", "this is a WebP file, despite its name", "Export the picture as SVG or PNG."),
    "JPEG as PNG": ("logo.png", b"\xff\xd8\xff\xe0 JFIF", "theme: { logo: logo.png }", "this is a JPEG file, despite its name", "Export the picture as PNG."),
    "SVG as PNG": ("logo.png", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "theme: { logo: logo.png }", "this is an SVG or XML file, despite its name", "Export the picture as PNG."),
    "HTML as PNG": ("logo.png", b"<!DOCTYPE html><title>404</title>", "theme: { logo: logo.png }", "this is an HTML file, despite its name", "Export the picture as PNG."),
    "WOFF as WOFF2": ("a.woff2", b"wOFF" + b"\0" * 60, "theme: { font: { family: A, file: a.woff2 } }", "this is a WOFF file, despite its name", "Convert the font: fonttools ttLib.woff2 compress FONT.ttf"),
    "TrueType as WOFF2": ("a.woff2", b"\0\1\0\0" + b"\0" * 60, "theme: { font: { family: A, file: a.woff2 } }", "this is a TrueType file, despite its name", "Convert the font: fonttools ttLib.woff2 compress FONT.ttf"),
    "PNG as a page": ("other.md", png(40), "", "this is a PNG file, despite its name", "Put the text that belongs here in its place, or rename it to end as a PNG file does."),
    "small touch icon": ("touch.png", png(80), "theme: { icon: { tab: touch.png, touch: touch.png } }", "'touch.png' is 80 × 80, and a home screen shows 180 × 180", "Export it with 180 pixels a side."),
    ".env in public": ("public/.env", b"KEY=1", "", "hidden files are not served", "Remove it: what is renamed is published, and files like this one often hold secrets."),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_of_the_wrong_kind_is_named_for_what_it_is(kind, begun, tmp_path):
    name, content, key, message, fix = KINDS[kind]
    folder = tmp_path / "harbour"
    programs.shutil.copytree(begun, folder)
    file(name, content)(folder)
    result = tell(folder, {APP: ("links:\n", key + "\nlinks:\n")})
    assert result.returncode == 1 and f"error: {message}\n" in result.stderr and f"  fix: {fix}\n" in result.stderr, result.stderr


@pytest.mark.parametrize(
    ("folder", "place"),
    [("backends", "backends"), ("Backends", "backends"), ("contracts", "backends"), ("backend", "backends"), ("dialects", "dialects"), ("words", "words"),
     ("locales", "words"), ("i18n", "words"), ("icons", "pages/icons")],
)  # fmt: skip
@pytest.mark.sampled(3)
def test_a_folder_of_templates_among_the_apps_is_sent_to_its_place(folder, place, begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    file(f"../{folder}/x.yml", "a: b\n")(site)
    assert f"  fix: Move it to Templates/{place}.\n" in programs.run(programs.LATCHKEY, "check", cwd=site).stderr


def test_two_apps_with_one_scheme_are_a_warning(begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    ios = "ios: { app-id: ABCDE12345.example.%s, scheme: tideline }\nlinks:\n"
    assert "scheme" not in tell(site, {APP: ("links:\n", ios % "harbour")}).stderr
    programs.shutil.copytree(site / "Site/harbour", site / "Site/other")
    result = tell(site, {"Site/other/app.yml": ("harbour.example", "other.example")})
    assert result.returncode == 0
    assert "warning: the scheme 'tideline' is also that of the app 'harbour', and a phone with both opens either\n" in result.stderr


@pytest.mark.parametrize(
    ["edit", "message"],
    [
        ((LINK, LINK + "\n    app: harbour://reset-password"), "the app is opened without the link's 'token'"),
        (
            ("change-password: forgot-password", "change-password: reset-password"),
            "password managers open the page 'reset-password' without the link that it is for",
        ),
    ],
    ids=["app without the token", "change of password by a link"],
)  # fmt: skip
def test_what_opens_without_its_link_is_a_warning(edit, message, begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    result = tell(site, {APP: edit})
    assert result.returncode == 0 and f": warning: {message}\n" in result.stderr, result.stderr


def test_each_address_of_a_link_has_what_the_page_needs(begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    tell(site, BACKEND)
    result = tell(site, {APP: (LINK, 'web: ["/reset-password?token={token}", "/reset-password?key={key}"]')})
    message = "'reset-password' needs '{{token}}', which the address '/reset-password?key={key}' of this link does not have"
    assert result.returncode == 1 and f"{RESET}:3:7: error: {message}\n" in result.stderr, result.stderr
    assert "  fix: Write '{token}' in it, in app.yml.\n" in result.stderr


def test_one_word_is_changed_by_a_file_with_that_word(begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    words = {"Templates/words/en.yml": (None, "footer-terms: { text: Conditions }\nfooter-privacy: { text: Data }\n")}
    own = {"Templates/apps/harbour/words/en.yml": (None, "footer-privacy: { text: Your Data }\n")}
    footer = {APP: ("links:\n", "footer: { terms: 'https://a.example/t', privacy: 'https://a.example/p' }\nlinks:\n")}
    for edits, privacy in ((words | footer, "Data"), (own, "Your Data")):
        assert tell(site, edits).returncode == 0
        programs.build(site / "Site", site / "out")
        [page] = (site / "out/harbour/web").glob("forgot-password.*.html")
        assert ">Conditions<" in page.read_text() and f">{privacy}<" in page.read_text() and "Forgot Your Password?" in page.read_text()
        programs.shutil.rmtree(site / "out")


def test_links_without_an_email_are_not_said_to_have_one(begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    (site / ASKED).unlink()
    result = tell(site, {APP: ("links:\n", "links:\n  other: { web: /other, page: other }\n")})
    assert result.returncode == 1
    result = tell(site, {"Site/harbour/other.md": (None, "---\ntitle: Other\nlink: other\nstart: { other: form, none: form }\n---\n\n# form\n## Other\nWords.\n")})
    assert result.stdout.endswith("\nAll 2 links work; no email here contains one of them.\n"), result.stderr


EMAIL = "Site/harbour/emails/reset-password.md"
CHOOSE = '"Choose a new password. The link can be used once. Valid for: {{expires}}."'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
QUESTION = "Didn't request this?"


@pytest.mark.parametrize(
    ["edits", "status", "message", "fix"],
    [
        (
            {NOTICE: ("# Your", "# {{new_password}} Your")}, 1, "an email is kept and passed on, so that it must not contain a password",
            "Remove it: who reads the email chooses a password on the page of a link.",
        ),
        (
            {NOTICE: ("# Your", "# {{userPassword}} Your")}, 1, "an email is kept and passed on, so that it must not contain a password",
            "Remove it: who reads the email chooses a password on the page of a link.",
        ),
        (
            {EMAIL: (CHOOSE, "Valid for 24 hours.")}, 0, "this says '24 hours', and the link 'reset-password' has another lifetime in app.yml",
            "Write {{expires}} for it.",
        ),
        ({EMAIL: ("{{#name}}", "{#name}}")}, 1, "'{#name}' is shown literally here", "Write {{#name}} for a value, or \\{ for the sign itself."),
        ({EMAIL: (QUESTION, "TODO: ask the lawyers")}, 0, "this text is still to be written", "Write what people are to read, or remove it."),
        ({RESET: ("You can now sign in", "Lorem ipsum dolor")}, 0, "this text is still to be written", "Write what people are to read, or remove it."),
        ({APP: ("lives: 1h", "lives: 1m")}, 0, "'1m' is unusual for 'lives'", "Write 5m to 90d; the units are s, m, h and d."),
        (
            {"Site/harbour/reset-password-fr.md": (None, "---\ntitle: A\nstart: main\n---\n\n# main\n## A\n")}, 0,
            "this is a page of its own, and no translation", "Rename it to reset-password.fr.md if it is one.",
        ),
        (
            {"Site/harbour/emails/reset-password_pt-BR.md": (None, "---\n---\n")}, 1,
            "'reset-password_pt-BR' is not a name for an email", "Rename it to reset-password.pt-BR.md if it is a translation.",
        ),
        (
            {"Templates/apps/harbor/pages/custom.css": (None, "h1 { margin: 0 }\n")}, 1, "there is no app 'harbor'",
            "Did you mean 'harbour'? Rename the folder, or remove it.",
        ),
        *[
            ({f"Templates/apps/{name}/pages/custom.css": (None, "h1 { margin: 0 }\n")}, 1, f"there is no app '{name}'", fix)
            for name, fix in [
                ("riders", "The apps are harbour. If it has another name now, rename the folder, or remove it."),
            ]
        ],
        *[
            ({f"Templates/{path}": (None, "a {}\n")}, 1, "nothing reads a template of this name", f"Move it to Templates/{place}.")
            for path, place in [
                ("email/layout.mustache", "emails/layout.mustache"), ("mails/layout.mustache", "emails/layout.mustache"),
                ("layout.mustache", "emails/layout.mustache"), ("page/document.mustache", "pages/document.mustache"),
                ("email/email.css", "emails/email.css"), ("style/core.css", "pages/style/core.css"), ("own.css", "pages/custom.css"),
            ]
        ],
        *[
            ({f"Templates/{path}": (None, "---\ntitle: A\n---\n")}, 1, "nothing reads a template of this name", fix)
            for path, fix in [
                (
                    "catalog/pages/reset-password.md",
                    "Move it to Templates/catalog/page/reset-password.md, which replaces that of all apps, or into the folder of an app: Site/NAME/reset-password.md.",
                ),
                (
                    "mails/welcome.md",
                    "Move it to Templates/catalog/email/welcome.md, which replaces that of all apps, or into the folder of an app: Site/NAME/emails/welcome.md.",
                ),
                ("pages/about.md", "Move it into the folder of an app: Site/NAME/about.md."),
            ]
        ],
        *[
            ({f"Site/{path}.yml": (None, text)}, 1, "nothing reads this file: it is a template", f"Move it to Templates/{place}")
            for path, text, place in [
                ("harbour/mailer", "title: T\nvariables: {}\nfiles: []\n", "dialects/mailer.yml."),
                ("mailer", "title: T\nvariables: {}\nfiles: []\n", "dialects/mailer.yml."),
                ("harbour/fleet", "operations: {}\n", "backends/fleet.yml, or rename it to backend.yml."),
                ("fleet", "operations: {}\n", "backends/fleet.yml."),
                ("harbour/texts", "try-again: { text: Once more }\n", "words/texts.yml."),
            ]
        ],
        *[
            (
                {APP: (HOSTS, f"{HOSTS}\ntheme: {{ logo: {path} }}"), "Site/harbour/assets/logo.svg": (None, SVG)}, 1,
                f"'{path}' is not a file beside app.yml", "Write assets/logo.svg: a path has '/' on every system.",
            )
            for path in ["assets\\logo.svg", ".\\assets\\logo.svg"]
        ],
        (
            {EMAIL: ("link: reset-password", "link: choose")}, 1, "there is no link 'choose' in app.yml",
            "Did you mean 'reset-password', which no email names? Else define it under 'links:' in app.yml.",
        ),
        (
            {RESET: ("link: reset-password", "link: choose")}, 1, "there is no link 'choose' in app.yml",
            "Did you mean 'reset-password', which opens this page? Else define it under 'links:' in app.yml.",
        ),
        (
            {RESET: ("# messages", "# errors")}, 1, "below 'errors' are messages, which no state lists", "Write '# messages'.",
        ),
        (
            {RESET: ("# messages", "# message")}, 1, "below 'message' are messages, which no state lists", "Write '# messages'.",
        ),
    ],
    ids=[
        "a password in an email", "a password by another name", "a lifetime in the preheader", "a section with a brace too few",
        "a mark of what is to be done", "a text in Latin", "a minute for a month", "a page for a translation",
        "an email for a translation", "templates of no app", "templates of a renamed app",
        "a layout in email", "a layout in mails", "a layout in no folder", "a document in page", "a style sheet in email",
        "a style sheet in style", "a style sheet of another name", "a kind in pages", "an email in mails", "a page of no kind",
 "a dialect in an app", "a dialect among the apps",
        "a contract in an app", "a contract among the apps", "words in an app", "a path of Windows", "a path of Windows from here",
        "an email's link of another name", "a page's link of another name", "messages as errors", "messages as message",
    ],
)  # fmt: skip
def test_what_is_not_what_its_author_meant_is_told_by_check(edits, status, message, fix, begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    result = tell(site, edits)
    assert result.returncode == status and f": {message}\n" in result.stderr and f"  fix: {fix}\n" in result.stderr, result.stderr
    if status and "{#name}" not in message:
        assert result.stderr.count("  fix: ") == 1, result.stderr


def test_a_copy_of_a_page_is_told_to_have_a_link_of_its_own(begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    page = "Site/harbour/set-password.md"
    result = tell(site, {page: (None, (site / RESET).read_text())})
    assert ": the link 'reset-password' opens the page 'reset-password', which receives it too\n" in result.stderr.replace("error: ", ""), result.stderr
    assert "  fix: Define a link for this page under 'links:' in app.yml, with 'page: set-password', and name it here.\n" in result.stderr
    text = (site / page).read_text().replace("reset-password: form", "set-password: form").replace("link: reset-password", "link: set-password")
    link = '  set-password: { web: "/set-password?token={token}", page: set-password }\n'
    result = tell(site, {page: (None, text), APP: ("links:\n", f"links:\n{link}")})
    assert result.returncode == 0 and "link-elsewhere" not in result.stderr, result.stderr


HELP = "---\ntitle: Help\nstart: main\n---\n\n# main\n## How can we help?\n"
HILFE = "---\ntitle: Hilfe\n---\n\n# main\n## Wie helfen wir?\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [("help", "support"), ("help", "contact-us"), ("emails/password-changed", "emails/password-was-changed"), ("reset-password", "choose")],
)
@pytest.mark.sampled(4)
def test_the_translation_of_a_renamed_file_is_to_be_renamed_too(old, new, begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    app = site / "Site" / "harbour"
    (app / "help.md").write_text(HELP)
    assert programs.run(programs.LATCHKEY, "add", "translation", "de", cwd=site).returncode == 0
    (app / "help.de.md").write_text(HILFE)
    clean = tell(site, {})
    assert clean.returncode == 0, clean.stderr
    (app / f"{old}.md").rename(app / f"{new}.md")
    if old == "reset-password":
        (site / APP).write_text((site / APP).read_text().replace("page: reset-password", f"page: {new}"))
    result = tell(site, {})
    name = new.split("/")[-1]
    assert result.returncode == 1 and f"  fix: Rename it to {name}.de.md: {name}.md has no translation into 'de'.\n" in result.stderr, result.stderr
    (app / f"{old}.de.md").rename(app / f"{new}.de.md")
    result = tell(site, {})
    assert (result.returncode, result.stderr) == (0, clean.stderr)


def test_an_unknown_contract_is_the_one_error_of_a_translated_site(first_sites, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(first_sites / "supabase", site)
    assert programs.run(programs.LATCHKEY, "add", "translation", "de", cwd=site).returncode == 0
    edits = {APP: ("contract: supabase", 'contract: Supabase'), "Site/harbour/reset-password.de.md": (None, "---\ntitle: Neues Passwort\n---\n")}
    result = tell(site, edits)
    assert result.returncode == 1 and "there is no contract 'Supabase'" in result.stderr and "to translate" not in result.stderr, result.stderr


def test_an_email_with_nearly_the_name_of_one_that_is_sent_is_a_warning(begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    assert "misnamed" not in tell(site, BACKEND).stderr
    (site / EMAIL).rename(site / "Site/harbour/emails/password-reset.md")
    result = tell(site, {})
    assert result.returncode == 0 and ": warning: the contract sends no email 'password-reset'\n" in result.stderr, result.stderr
    assert "  fix: Rename the file to reset-password.md if it is for that email.\n" in result.stderr


@pytest.mark.parametrize(
    ["old", "new", "shown"],
    [
        ("title: Reset Your Password", 'title: "Reset', "this quote is never closed"),
        ("rule: at-least 8", "rule: atleast 8", "'atleast 8' is not a requirement"),
        ("# done", "# dne", "no move leads to the state 'dne'"),
        ("**weak-password**", "**weak-pasword**", "'weak-pasword' is not an outcome"),
    ],
)
@pytest.mark.sampled(4)
def test_a_mistake_in_an_original_is_not_told_of_its_translation(old, new, shown, begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    assert programs.run(programs.LATCHKEY, "add", "translation", "fr", cwd=site).returncode == 0
    assert tell(site, {}).returncode == 0
    result = tell(site, {RESET: (old, new)})
    assert result.returncode == 1 and shown in result.stderr, result.stderr
    assert "reset-password.fr.md" not in result.stderr


def test_a_translation_that_lacks_a_value_is_told_where_its_original_has_it(begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    assert programs.run(programs.LATCHKEY, "add", "translation", "fr", cwd=site).returncode == 0
    text = (site / EMAIL).read_text().replace("link: reset-password\n", "").replace("({{link}})", "(/reset-password)")
    result = tell(site, {EMAIL.replace(".md", ".fr.md"): (None, text)})
    line = text.split("\n").index("[Reset password](/reset-password)") + 1
    assert f"{EMAIL.replace('.md', '.fr.md')}:{line}:1: error: the translation has no '{{{{link}}}}'\n" in result.stderr, result.stderr


@pytest.fixture(scope="module")
def first_sites(tmp_path_factory):
    """The first site of each of some backends."""
    folder = tmp_path_factory.mktemp("backends")
    for backend in ("allauth", "appwrite", "dj-rest-auth", "djoser", "firebase", "supabase"):
        assert programs.run(programs.LATCHKEY, "init", "harbour", "--backend", backend, cwd=folder).returncode == 0
        (folder / "harbour").rename(folder / backend)
    return folder


def link_of(site, name):
    """The line of a link's 'web' in app.yml."""
    lines = (site / APP).read_text().splitlines()
    start = next(index for index, line in enumerate(lines) if line.strip().startswith(f"{name}:") and index > lines.index("links:"))
    return next(line for line in lines[start:] if "web:" in line)


@pytest.mark.parametrize(
    ("backend", "old", "new", "fix"),
    [
        ("supabase", "token_hash={token_hash}", "token={token}", "Write token_hash={token_hash} in place of token={token}."),
        ("supabase", "token_hash={token_hash}", "token_hash={token}", "Write token_hash={token_hash} in place of token_hash={token}."),
        ("firebase", "oobCode={oobCode}", "oobcode={oobcode}", "Write oobCode={oobCode} in place of oobcode={oobcode}."),
        ("firebase", "oobCode={oobCode}", "code={code}", "Write oobCode={oobCode} in place of code={code}."),
        (
            "firebase",
            "/auth/action?mode=resetPassword&oobCode={oobCode}",
            "/reset/{uid}/{token}",
            "Write the link as the backend sends it, with oobCode={oobCode} in its query: 'latchkey init NAME --backend firebase' writes one.",
        ),
        (
            "appwrite",
            "?userId={userId}&secret={secret}",
            "/{uid}/{token}",
            "Write the link as the backend sends it, with userId={userId}&secret={secret} in its query: 'latchkey init NAME --backend appwrite' writes one.",
        ),
        ("djoser", "{uid}/{token}", "{token}", "Write {uid}/{token} in place of {token}."),
        ("djoser", "{uid}", "{uidb64}", "Write {uid} in place of {uidb64}."),
        ("djoser", "{uid}", "{pk}", "Write {uid} in place of {pk}."),
        ("djoser", "{token}", "{key}", "Write {token} in place of {key}."),
        ("dj-rest-auth", "{uid}", "{uidb64}", "Write {uid} in place of {uidb64}."),
        ("allauth", "key={key}", "token={token}", "Write key={key} in place of token={token}."),
        ("allauth", "?key={key}", "/{uid}/{token}", "Write {key} in place of {uid}/{token}."),
    ],
)
def test_a_link_without_what_its_page_needs_is_told_once_and_in_app_yml(backend, old, new, fix, first_sites, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(first_sites / backend, site)
    line = link_of(site, "reset-password")
    assert old in line, line
    result = tell(site, {APP: (line, line.replace(old, new))})
    assert result.returncode == 1 and result.stderr.count(": error: ") == 1, result.stderr
    assert f"{APP}:" in result.stderr.split(": error: ")[0] and f"  fix: {fix}\n" in result.stderr, result.stderr


@pytest.mark.parametrize(
    ("path", "warns"), [("/auth/action?mode=verifyAndChangeEmail&oobCode={oobCode}", False), ("/change/{oobCode}", True)]
)
def test_a_link_that_begins_otherwise_than_all_of_the_system_is_a_warning(path, warns, first_sites, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(first_sites / "firebase", site)
    (site / "Site" / "harbour" / "change-email.md").write_text("---\nkind: change-email\n---\n")
    link = f'  change-email: {{ web: "{path}", page: change-email, lives: 72h }}'
    text = (site / APP).read_text()
    (site / APP).write_text(text.replace("\nlinks:\n", f"\nlinks:\n{link}\n"))
    result = programs.run(programs.LATCHKEY, "check", cwd=site)
    message = "Firebase has one address for the links of all emails, and 'reset-password' has another"
    assert (f": warning: {message}\n" in result.stderr) == warns, result.stderr
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("path", "text"),
    [("emails/note.md", "---\nsubject: A\npreheader: B\n---\n# A\n[Reset](/reset-password)\n"), ("about.md", PAGE + "[Reset](https://harbour.example/reset-password)\n")],
    ids=["from an email", "from a page"],
)  # fmt: skip
def test_a_way_to_a_page_of_a_kind_without_its_link_is_a_warning(path, text, first_sites, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(first_sites / "allauth", site)
    result = tell(site, {f"Site/harbour/{path}": (None, text)})
    message = "the page 'reset-password' needs the link 'reset-password', and begins with 'forgotten' without it"
    assert result.returncode == 0 and f": warning: {message}\n" in result.stderr, result.stderr
    assert "  fix: Lead to the page that requests a new link: (/forgot-password)\n" in result.stderr, result.stderr


@pytest.mark.parametrize(
    ("links", "warns"),
    [
        ("[Plans](/plans)", True),
        ("[Help](https://help.harbour.example)", True),
        ("[Plans](/plans)\n[Again](/forgot-password)", False),
        ("[Plans](/plans)\n[Again](https://harbour.example/forgot-password)", False),
        ("[Help](mailto:help@harbour.example)", False),
        ("", False),
    ],
)
def test_links_that_take_the_place_of_the_way_to_a_new_link_are_a_warning(links, warns, first_sites, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(first_sites / "allauth", site)
    state = f"# invalid\n## This link no longer works\nIt has expired.\n\n{links}\n"
    with open(site / "Site" / "harbour" / "reset-password.md", "a") as page, open(site / APP, "a") as app:
        page.write(f"\n{state}")
        app.write("elsewhere: [/plans]\n")
    result = programs.run(programs.LATCHKEY, "check", cwd=site)
    message = "this takes the place of the link to '/forgot-password', where visitors get a link that works"
    fix = f"Write both: [Get a new link](/forgot-password) {links}"
    assert (f": warning: {message}\n" in result.stderr and f"  fix: {fix}\n" in result.stderr) == warns, result.stderr
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(("links", "warns"), [("[Open the app](app:login)", True), ("[Again](#form)", False)])
def test_links_that_take_the_place_of_the_way_back_to_a_form_are_a_warning(links, warns, first_sites, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(first_sites / "allauth", site)
    with open(site / "Site" / "harbour" / "forgot-password.md", "a") as page:
        page.write(f"\n# sent\n## Check your email\nWe wrote to you.\n\n{links}\n")
    result = programs.run(programs.LATCHKEY, "check", cwd=site)
    message = "this takes the place of the link back to the form, where a mistyped address is corrected"
    fix = f"Write both: [Use a different email address](#form) {links}"
    assert (f": warning: {message}\n" in result.stderr and f"  fix: {fix}\n" in result.stderr) == warns, result.stderr


def test_only_a_site_with_a_host_of_its_own_is_told_that_it_has_no_backend(begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    said = "the page 'forgot-password' calls a backend, and app.yml has no 'backend:' yet, so its buttons stay disabled\n"
    for command in ("check", "build"):
        result = programs.run(programs.LATCHKEY, command, cwd=site)
        assert (result.returncode, result.stderr) == (0, "")
    assert f": warning: {said}" in tell(site, {APP: (HOSTS, "hosts: [links.harbour-app.io]")}).stderr


@pytest.mark.parametrize(
    ("edits", "message", "fix"),
    [
        ({"Site/harbour/index.md": (None, PAGE)}, "this page has the address '/index', and the address '/' has none", None),
        (
            {"Site/harbour/about.md": (None, PAGE + "[Write](mailto:help@habrour.example)\n")},
            "'habrour.example' is none of the app's hosts", "Did you mean 'harbour.example'?",
        ),
        ({"Site/harbour/forgot-password.md": ("rule: email", "rule: text")}, "the field 'email' takes any text, so that no mistake in an address is told", None),
        (
            {RESET: ("Please wait: {{wait}}.", "Please wait 60 seconds.")},
            "the message for 'rate-limited' says 60, and how long the wait is differs", "Write {{wait}} in place of the time.",
        ),
        (
            {APP: (LINK, "web: /reset-password #token={token}")},
            "'#token={token}' is a comment, and no part of the address", "Put the whole address in quotes, without the space.",
        ),
        ({"Templates/pages/custom.css": (None, "button { display: none }\n")}, "'display: none' hides 'button' on every page", None),
    ],
    ids=["index", "mailto", "text for an email", "a fixed wait", "a comment", "hidden buttons"],
)  # fmt: skip
def test_what_is_valid_and_hardly_meant_is_a_warning(edits, message, fix, begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    result = tell(site, edits)
    assert f": warning: {message}\n" in result.stderr, result.stderr
    assert fix is None or f"  fix: {fix}\n" in result.stderr, result.stderr


@pytest.mark.parametrize(
    ("page", "place", "message", "fix"),
    [
        ("session: https://app.example.com/in\n", 3, "warning: 'app.example.com' is the host of an example", "Write an address of your own."),
        ("session: http://app.harbour.example/in\n", 3, "error: a link cannot have the scheme 'http:'", "Write https://app.harbour.example/in."),
        ("data: { kept: nothing }\n", 3, "error: a page of the kind 'magic-link' has no place for 'data'", "Remove it: it is for the kind 'delete-account'."),
        ("states: { form: { icon: key } }\n", 3, "error: there is no state 'form' below", None),
    ],
)
@pytest.mark.sampled(2)
def test_what_a_page_of_a_kind_is_told_has_the_place_of_the_authors_own_value(page, place, message, fix, first_sites, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(first_sites / "supabase", site)
    assert programs.run(programs.LATCHKEY, "add", "page", "magic-link", cwd=site).returncode == 0
    result = tell(site, {"Site/harbour/magic-link.md": (None, f"---\nkind: magic-link\n{page}---\n")})
    [line] = [line for line in result.stderr.splitlines() if message in line]
    assert line.startswith(f"Site/harbour/magic-link.md:{place}:"), result.stderr
    assert fix is None or f"  fix: {fix}\n" in result.stderr, result.stderr
    if "form" in page:
        assert "  fix: The states of the kind are " in result.stderr, result.stderr


def test_a_backend_over_http_is_a_warning_and_its_release_too_where_it_is_exported(begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    edits = BACKEND | {APP: ("links:\n", 'backend: { base: "http://api.harbour.example" }\nlinks:\n')}
    result = tell(site, edits)
    assert result.returncode == 0 and ": warning: 'http://api.harbour.example' is not https" in result.stderr, result.stderr
    assert "is not https" not in tell(site, {APP: ("links:\n", "local: true\nlinks:\n")}).stderr
    assert programs.run(programs.LATCHKEY, "build", cwd=site).returncode == 0
    result = programs.run(programs.LATCHKEY, "export", "--to", "netlify", "--output", "Export", cwd=site)
    assert result.returncode == 0 and "the pages of this release ask http://api.harbour.example, and" in result.stderr, result.stderr


def test_a_dialect_for_a_backend_of_no_app_is_a_warning(begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    assert tell(site, BACKEND).returncode == 0
    mailer = programs.ROOT / "Templates" / "dialects" / "handlebars.yml"
    for backends, warned in [("harbour-api", True), ("harbour", False), ("harbour, supabase", False)]:
        (site / "Templates" / "dialects").mkdir(parents=True, exist_ok=True)
        (site / "Templates" / "dialects" / "mailer.yml").write_text(f"{mailer.read_text()}\nbackends: [{backends}]\n")
        result = programs.run(programs.LATCHKEY, "emails", "export", "--dialect", "mailer", "--output", f"Out-{backends}", cwd=site)
        assert ("mailer.yml: warning: no app here has the backend 'harbour-api' under 'backends'" in result.stderr) == warned, result.stderr
        check = programs.run(programs.LATCHKEY, "check", cwd=site)
        assert ("no app here has the backend" in check.stderr) == warned, check.stderr
    (site / "Templates" / "dialects" / "mailer.yml").write_text(f"{mailer.read_text()}\nbackends: [supabase, harbor]\n")
    check = programs.run(programs.LATCHKEY, "check", cwd=site)
    assert "warning: no app here has the backend 'harbor' under 'backends'\n  fix: Did you mean 'harbour'?" in check.stderr, check.stderr


def test_the_files_of_a_dialect_under_another_name_are_told_once(begun, tmp_path):
    site = tmp_path / "harbour"
    programs.shutil.copytree(begun, site)
    mailer = (programs.ROOT / "Templates" / "dialects" / "handlebars.yml").read_text()
    assert mailer.count("\nfiles:") == 1
    file("../../Templates/dialects/mailer.yml", mailer.replace("\nfiles:", "\ntemplate:"))(site)
    result = programs.run(programs.LATCHKEY, "emails", "export", "--dialect", "mailer", "--output", "Out", cwd=site)
    assert (result.stderr.count(" error: "), "unknown key 'template'" in result.stderr) == (1, True), result.stderr
    assert "  fix: Did you mean 'files'? The keys here are " in result.stderr, result.stderr


def test_a_command_beside_or_above_a_site_is_told_the_site(begun, tmp_path):
    programs.shutil.copytree(begun, tmp_path / "orchard")
    (tmp_path / "site/other").mkdir(parents=True)
    (tmp_path / "site/other/app.yml").write_text("name: Other\nhosts: [other.example]\n")
    (tmp_path / "empty").mkdir()
    for folder, arguments, said in (
        ("orchard/..", ["build", "orchard"], "orchard: error: there is no app in this folder\n  fix: Name the site in it: orchard/Site\n"),
        ("orchard/Site/..", ["check", ".."], "..: error: there is no app in this folder\n  fix: Name the site in it: ../site\n"),
        ("empty", ["build"], "Site: error: there is no such folder\n  fix: There is a site in '../site': rename it to 'Site', or name it.\n"),
    ):
        result = programs.run(programs.LATCHKEY, *arguments, cwd=tmp_path / folder)
        assert (result.returncode, result.stderr) == (1, said)
    (tmp_path / "empty/orchard").mkdir()
    programs.shutil.copytree(begun, tmp_path / "empty/orchard/harbour")
    result = programs.run(programs.LATCHKEY, "build", cwd=tmp_path / "empty/orchard")
    assert result.stderr == "Site: error: there is no such folder\n  fix: There is a site in 'harbour/Site': name it.\n"


def test_a_dialect_in_place_of_the_site_is_asked_about(tmp_path):
    result = programs.run(programs.LATCHKEY, "emails", "export", "djoser", "--output", "Out", cwd=tmp_path)
    assert result.returncode == 64
    assert result.stderr.startswith("Error: Missing expected option '--dialect <name>'. Did you mean '--dialect djoser'?\n"), result.stderr


@pytest.mark.parametrize(
    ["options", "message"],
    [
        (("--host", "https"), "--host: 'https' is not the name of a host\n  fix: Write the whole domain: 'https.example.com'."),
        (
            ("--ios", "com.example.app"),
            "--ios: 'com.example.app' is not an application identifier\n"
            "  fix: Write the team's ten characters and a dot in front of it: 'ABCDE12345.com.example.app'.",
        ),
        (
            ("--ios", "Q7M4K2X9PD.io.myboats", "--scheme", "http"),
            "--scheme: the scheme 'http' is reserved by the system\n  fix: Choose a name of the app's own.",
        ),
    ],
)
def test_an_answer_that_app_yml_cannot_have_is_told_by_its_option(options, message, tmp_path):
    result = programs.run(programs.LATCHKEY, "init", "boats", "--backend", "djoser", *options, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (1, f"error: {message}\n")
    assert not (tmp_path / "boats").exists()
