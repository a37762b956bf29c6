"""`latchkey scan`: what the classes of email scanners do to links that withstand them, and to two pages that do not."""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import programs
import pytest
from pages import visit
from realservers import running
from sandboxes import PERSON
from studio import Preview
from test_account_links import begun, code, emails, path
from test_kinds import Walk, latchkey

BY_SCRIPT = "<!doctype html><title>x</title><form method=post action=/use><button>Go</button></form><script>fetch('/use', { method: 'POST' })</script>"


# Forms by what they ask to have typed.
FORMS = {
    "password": "<input type=password name=p><input type=email name=email value=ada@example.com>",
    "new-password": "<input name=p autocomplete='section-a new-password'>",
    "named": "<input type=text name='user[password]'>",
    "text": "<input name=full-name required>",
    "optional": "<input name=nickname><input type=checkbox name=no><input type=checkbox name=yes checked><input type=radio name=r value=1>",
    "refused": "",
}
PAGE = "<!doctype html><title>x</title>"


class Unprotected(BaseHTTPRequestHandler):
    """`/get` uses its link up when it is opened, `/script` when its script runs, `/press` never by itself. The others cannot be used."""

    used = set()
    # What forms sent: the path, and the body.
    posted = []

    def answer(self, text, status=200, type="text/html", location=None):
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Type", type)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text.encode())

    def do_GET(self):
        if self.path.startswith("/get"):
            text = "This link no longer works" if self.path in self.used else "Welcome"
            if self.command == "GET":
                self.used.add(self.path)
            return self.answer(text)
        if self.path.startswith("/round"):
            return self.answer("", 302, location=self.path)
        if self.path.startswith("/missing"):
            return self.answer("<!doctype html><title>x</title><form method=post action=/use><button>Go</button></form>", 404)
        if self.path.startswith("/late"):
            return self.answer("<!doctype html><title>x</title><p>This link has\nexpired.</p>")
        if self.path.startswith("/shown-late"):
            return self.answer("<!doctype html><title>x</title><p></p><script>document.querySelector('p').textContent = 'This link no longer works'</script>")
        if self.path.startswith("/by-get"):
            return self.answer(PAGE + "<p></p><script>fetch('/spend' + location.search).then(it => it.text()).then(text => document.querySelector('p').textContent = text)</script>")
        if self.path.startswith("/refreshes"):
            return self.answer(PAGE + f'<meta http-equiv=refresh content="1;url=/spend?{self.path.partition("?")[2]}">')
        if self.path.startswith("/spend"):
            text = "Not known" if self.path in self.used else "Confirmed"
            if self.command == "GET":
                self.used.add(self.path)
            return self.answer(text)
        if self.path.startswith("/form"):
            fields = FORMS.get(self.path.split("?")[0].removeprefix("/form/"), "")
            return self.answer(PAGE + f"<form method=post action='{self.path}'><input type=hidden name=reset_password_token value=x>{fields}<button>Save</button></form>")
        if self.path.startswith("/data"):
            return self.answer("{}", type="application/json")
        if self.path.startswith("/script"):
            return self.answer(BY_SCRIPT)
        return self.answer("<!doctype html><title>x</title><button type=button>Go</button>")

    do_HEAD = do_GET

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
        self.posted.append((self.path, body))
        if self.path.startswith("/form/refused"):
            return self.do_GET()
        self.answer("used")

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def control():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Unprotected)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def verdicts(result):
    links = json.loads(result.stdout)["result"]["links"]
    return [{each["scanner"]: each["spent"] for each in link["scanners"] if each["ran"]} for link in links]


CLASSES = ["preview", "crawler", "submitter", "browser", "returner"]


@pytest.mark.parametrize(
    ["path", "spent"],
    [
        ("/get", set(CLASSES)), ("/script", {"submitter", "browser", "returner"}), ("/press", set()),
        # By GET, of a script and of a page that leads on.
        ("/by-get", {"browser", "returner"}), ("/refreshes", {"crawler", "browser", "returner"}),
        ("/form/refused", set()), ("/form/password", set()),
    ],
)  # fmt: skip
@pytest.mark.sampled(4)
def test_an_unprotected_page_is_found(tmp_path, control, path, spent):
    result = latchkey(tmp_path, "scan", *(f"{control}{path}?token={path}{index}" for index in range(5)), "--format", "json")
    [found] = verdicts(result)
    assert list(found) == CLASSES
    assert {name for name, is_spent in found.items() if is_spent} == spent
    assert result.returncode == (1 if spent else 0)


@pytest.mark.parametrize(
    ["form", "demand", "sent"],
    [
        ("password", "a password", None), ("new-password", "a password", None), ("named", "a password", None), ("text", "'full-name'", None),
        ("optional", None, "reset_password_token=x&nickname=&yes=on"),
    ],
)  # fmt: skip
@pytest.mark.sampled(5)
def test_nothing_is_typed_into_a_form(tmp_path, control, form, demand, sent):
    links = [f"{control}/form/{form}?token={index}" for index in range(6)]
    result = latchkey(tmp_path, "scan", *links, "--click")
    posted = [body for path, body in Unprotected.posted if path.startswith(f"/form/{form}?")]
    if demand:
        assert posted == [] and result.returncode == 0
        assert f"submits forms                kept; not submitted: it asks for {demand}\n" in result.stdout
        assert ("clicks everything            kept; not submitted: it asks for a password\n" in result.stdout) == (demand == "a password"), result.stdout
    else:
        assert posted[0] == sent
        assert f"submits forms                spent; sent POST {control}/form/{form}\n" in result.stdout
    assert result.stdout.startswith("Forms and buttons are pressed as they are, and nothing is typed: ")


@pytest.mark.full
def test_links_of_different_pages_are_different_links(tmp_path, control):
    pages = ["/press?token=", "/get?token=", "/press?other=", "/press/MQ/", "/press/Mg/dir6xi-0f36a83e9eedfe43de021bab"]
    links = [control + page + (f"secret{index}" if page.endswith("=") else "") for page in pages for index in range(2)]
    result = latchkey(tmp_path, "scan", *links, control + "/press/Mw/cbrd54-zzz", "--format", "json")
    found = json.loads(result.stdout)
    names = [link["link"] for link in found["result"]["links"]]
    assert names == [control + path for path in ["/press", "/get", "/press", "/press/…/", "/press/…/…"]]
    # The one that is spent is named.
    assert {each["file"] for each in found["diagnostics"]} == {control + "/get"}
    assert "secret" not in result.stdout and "dir6xi" not in result.stdout


@pytest.mark.parametrize("path", ["/get/person-1/eyJhbGciOiJIUzI1NiJ9", "/get/MQ/dir6xi-0f36", "/missing/kjhgfdsaqwertyuiopmnbvcx"])
@pytest.mark.sampled(3)
def test_no_token_of_a_path_is_shown(tmp_path, control, path):
    for form in ["text", "json"]:
        result = latchkey(tmp_path, "scan", control + path, "--format", form)
        assert result.returncode == 1
        assert not any(part in result.stdout + result.stderr for part in path.split("/")[2:])
    gone = latchkey(tmp_path, "scan", "http://127.0.0.1:1" + path)
    assert gone.stderr.startswith("http://127.0.0.1:1/" + path.split("/")[1] + "/…") and path.split("/")[-1] not in gone.stderr


@pytest.mark.parametrize(["arguments", "judged"], [([], "'--works' asks your own server."), (["--works", "true"], "the command of '--works' says that the link works.")])
@pytest.mark.sampled(2)
def test_a_report_says_by_what_a_link_is_kept(tmp_path, control, arguments, judged):
    assert judged in latchkey(tmp_path, "scan", control + "/press?token=judged", *arguments).stdout.split("\n\n")[0]


@pytest.mark.parametrize(
    ["link", "arguments", "why"],
    [
        ("/missing?token=1", [], "the response is 404"),
        ("/late?token=1", [], 'the page says "has expired"'),
        ("/shown-late?token=1", [], 'the page says "no longer works"'),
        ("/data?token=1", [], "the response is no page, but application/json"),
        ("/press", [], "it has no token, so it is nobody's link"),
        ("/press?token=1", ["--works", "false"], "'--works' says that it does not work"),
        ("/press?token=1", ["--works", "no-such-command"], "there is no command 'no-such-command' to say so"),
        ("/round?token=1", [], "it redirects more than ten times"),
    ],
)
@pytest.mark.sampled(4)
def test_a_link_that_nobody_can_use_is_told_instead_of_a_verdict(tmp_path, control, link, arguments, why):
    result = latchkey(tmp_path, "scan", control + link, *arguments)
    page = control + link.split("?")[0]
    assert (result.returncode, f"  cannot be used: {why}\n" in result.stdout) == (1, True), result.stdout
    # The shell's own words about the command come first.
    said = result.stderr.removeprefix("sh: 1: no-such-command: not found\n")
    assert said.startswith(f"{page}: error: the link cannot be used, so nothing is known of what spends it: {why}\n")
    read = json.loads(latchkey(tmp_path, "scan", control + link, *arguments, "--format", "json").stdout)
    assert [each["code"] for each in read["diagnostics"]] == ["unusable-link"]
    assert read["result"]["links"][0]["unusable"] == why


def test_there_is_no_link_where_no_host_answers(tmp_path):
    result = latchkey(tmp_path, "scan", "http://127.0.0.1:1/reset?token=1")
    assert (result.returncode, result.stdout, result.stderr) == (
        1, "",
        "http://127.0.0.1:1/reset: error: the host does not answer, so that nothing is known of the link\n"
        "  fix: Look for a typing error in the host's name, and whether the site is up.\n"
    )  # fmt: skip


def test_of_one_link_that_is_spent_the_other_classes_say_so(tmp_path, control):
    result = latchkey(tmp_path, "scan", control + "/get?token=only")
    assert result.returncode == 1
    assert result.stdout.count("not run, an earlier class spent the link") == 4


MAIL = """From: app@example.com
To: person@example.com
Subject: Two links
MIME-Version: 1.0
Content-Type: text/html; charset=utf-8

<p><a href="{0}/press?token=mail&amp;a=1">Sign in</a> or <a href='{0}/get?token=mail'>confirm</a></p><a href="{0}/legal">Legal</a>
"""


def test_a_received_email_has_a_verdict_of_all_its_links_with_tokens(tmp_path, control):
    (tmp_path / "mail.eml").write_text(MAIL.format(control))
    result = latchkey(tmp_path, "scan", "mail.eml", "--format", "json")
    read = json.loads(result.stdout)["result"]
    assert [link["link"] for link in read["links"]] == [control + "/press", control + "/get"]
    assert read["emails"] == [{"email": "mail.eml", "spent-by": ["preview"], "unusable": False, "code": None}]
    assert result.returncode == 1
    # The link that the scan spent is none to scan again.
    assert latchkey(tmp_path, "scan", "mail.eml").stdout.splitlines()[-1] == "email mail.eml: a link of it does not work"


@pytest.mark.parametrize(
    ["mail", "message"],
    [("Subject: Hello\n\nNothing to open: https://a.example/\n", "mail.eml: error: there is no link with a token here\n  fix: Save the email whole, with its header, as your email program's \"Show original\" has it.\n"), (None, "mail.eml: error: cannot read 'mail.eml': no such file or directory\n")],
)
def test_an_email_without_such_a_link_is_refused(tmp_path, mail, message):
    if mail is not None:
        (tmp_path / "mail.eml").write_text(mail)
    result = latchkey(tmp_path, "scan", "mail.eml")
    assert (result.returncode, result.stderr.startswith(message)) == (1, True), result.stderr


def test_a_command_says_whether_a_link_still_works(tmp_path, control):
    result = latchkey(tmp_path, "scan", control + "/script?token=2", "--works", "true", "--format", "json")
    assert result.returncode == 0 and not any(verdicts(result)[0].values())


def test_the_links_of_a_first_site_withstand_every_class_but_the_clicker(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase")
    result = latchkey(site.parents[1], "scan", "--sandbox", "--format", "json")
    assert result.returncode == 0, result.stdout
    found = verdicts(result)
    assert len(found) == 3
    for link in found:
        assert set(link) == {"preview", "crawler", "submitter", "browser", "returner", "clicker"}
        assert not any(is_spent for name, is_spent in link.items() if name != "clicker")
    # The clicker does what it is said to do.
    assert any(link["clicker"] for link in found)
    emails = json.loads(result.stdout)["result"]["emails"]
    assert [each["email"] for each in emails] == ["harbour: reset-password", "harbour: verify-email", "harbour: change-email"]
    # Supabase's link and code are one token, so that the code is no way after a clicker.
    assert all((each["spent-by"], each["code"]) == ([], False) for each in emails)


@pytest.mark.full
def test_the_links_of_the_example_sites_withstand_every_class_but_the_clicker(tmp_path):
    site = programs.copy_site(tmp_path, *(file.parent.name for file in programs.SITE.glob("*/app.yml")))
    result = latchkey(site.parent, "scan", "--sandbox", "--format", "json")
    assert result.returncode == 0, result.stdout
    document = (programs.ROOT / "Documentation/AccountLinks.md").read_text()
    links = json.loads(result.stdout)["result"]["links"]
    assert len(links) >= 17
    for link, found in zip(links, verdicts(result), strict=True):
        app, name = link["link"].split(": ")
        spent = [scanner for scanner, is_spent in found.items() if is_spent]
        assert spent in ([], ["clicker"])
        assert link["unusable"] or len(found) == 6
        row = f"| `{app}` | `{name}` | {'cannot be used' if link['unusable'] else ', '.join(f'`{each}`' for each in spent) or 'none'} |\n"
        assert row in document, row


@pytest.mark.parametrize(
    ["arguments", "message"],
    [
        ([], "Error: Name either links or '--sandbox'\n"),
        (["https://a.example", "--sandbox"], "Error: Name either links or '--sandbox'\n"),
        (["--sandbox", "--works", "true"], "Error: The sandbox knows itself whether a link works, without '--works'\n"),
        *[([text], f"Error: '{text}' is neither a link, from https:// on, nor the file of a received email\n") for text in ["", "a.example", "https://", "ftp://a.example/reset?token=1", "mailto:ada@example.com"]],
    ],
)
def test_a_scan_of_nothing_or_of_both_is_refused(tmp_path, arguments, message):
    result = latchkey(tmp_path, "scan", *arguments)
    assert (result.returncode, result.stderr.startswith(message)) == (64, True), result.stderr


# One that is not there, and one that ends at once, with the pipe to it.
@pytest.mark.parametrize("browser", ["/nonexistent", "/bin/false"])
def test_a_named_browser_that_does_not_start_is_an_error(tmp_path, control, browser):
    result = latchkey(tmp_path, "scan", control + "/press?token=3", "--browser", browser)
    assert (result.returncode, result.stdout, result.stderr) == (
        1, "", f"{browser}: error: this browser does not start\n  fix: Name the program of a Chromium, or leave '--browser' out.\n"
    )  # fmt: skip


def test_without_a_browser_the_report_says_what_was_not_run(tmp_path, control):
    # The programs of the system, without a browser.
    command = [programs.LATCHKEY, "scan", control + "/press?token=3"]
    result = programs.run(*command, cwd=tmp_path, environment={**os.environ, "PATH": str(tmp_path)})
    assert result.returncode == 0
    assert "renders with script          not run, no browser\n" in result.stdout
    assert "No Chromium could be started" in result.stdout


BY_LINK_AND_CODE = """operations:
  send-magic-link:
    sends: sign-in
    request: { method: POST, url: "{{base}}/link", json: { email: "{{email}}" } }
    outcomes: [{ status: 200, is: ok }]
  sign-in-with-link:
    consumes: link
    request: { method: POST, url: "{{base}}/session", json: { token: "{{token}}" } }
    outcomes: [{ status: 200, is: ok, keep: { session: /session } }, { status: 429, is: rate-limited }, { status: 4xx, is: link-invalid }]
  sign-in-by-code:
    consumes: code
    request: { method: POST, url: "{{base}}/session", json: { email: "{{email}}", code: "{{code}}" } }
    outcomes: [{ status: 200, is: ok, keep: { session: /session } }, { status: 429, is: rate-limited }, { status: 4xx, is: code-invalid }]
"""


def with_code(folder, consumes):
    """A site whose links and codes sign in, by a contract that says what a link's use uses up."""
    site, _ = begun(folder / "harbour", "--only", "delete-account")
    (site / "delete-account.md").unlink()
    (site / "app.yml").write_text(
        'name: harbour\nhosts: [app.example.com]\nbackend: { base: "https://api.example.com" }\n'
        'links: { sign-in: { web: "/sign-in?token={token}", page: sign-in, lives: 1h } }\n'
    )
    (site / "backend.yml").write_text(BY_LINK_AND_CODE.replace("consumes: link", f"consumes: {consumes}"))
    (site / "sign-in.md").write_text("---\nkind: magic-link\n---\n")
    assert latchkey(site, "add", "email", "sign-in").returncode == 0
    return site


# What a link's use uses up, by the contract; what a clicker leaves; what the email's verdict says; the ways of the page of a used link.
CODES = {
    "link": ("the page takes the email's code", "after a clicker its code is a way", ["[Enter the code](#code)", "[Get a new link](#ask)"]),
    "[link, code]": ("the page leads to another link", "its code is spent with the link", ["[Get a new link](#ask)"]),
}


@pytest.mark.parametrize("consumes", CODES)
@pytest.mark.sampled(2)
@pytest.mark.full
def test_the_contract_decides_whether_the_code_is_a_way_after_a_clicker(tmp_path, consumes):
    left, verdict, ways = CODES[consumes]
    site = with_code(tmp_path, consumes)
    result = latchkey(site.parent, "scan", "--sandbox")
    assert f"spent; {left}; clicked 'Sign in'" in result.stdout, result.stdout
    assert result.stdout.endswith(f"email harbour: sign-in: its links reach the reader; {verdict}\n"), result.stdout
    page = latchkey(site, "show", "page", "sign-in").stdout
    assert page.split("\n# invalid\n")[1].split("\n# ")[0].split("\n\n")[1].splitlines() == ways
    # With an email on its way the code is one in any case.
    assert "[Enter the code](#code)" in page.split("\n# sent\n")[1].split("\n# ")[0]


@pytest.mark.full
def test_a_clicker_that_deletes_the_account_is_told_as_that(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase", "--only", "delete-account")
    result = latchkey(site.parents[1], "scan", "--sandbox")
    assert "\n  clicks everything            spent; the account is deleted; clicked 'Delete account'" in result.stdout, result.stdout
    assert result.stdout.endswith("email harbour: delete-account: its links reach the reader; after a clicker the account is deleted\n"), result.stdout


# Where the page of a used link leads, by the kind of the page.
WAYS = {
    "change-email": ("supabase", "spent; the address is changed; the page leads nowhere; "),
    "recover-email": ("firebase", "spent; the change of address is undone; the page leads to /forgot-password; "),
    "magic-link": ("supabase", "spent; the page leads to another link; "),
    # A page that asks for a password is not submitted.
    "accept-invite": ("supabase", "kept; "),
}


@pytest.mark.parametrize("kind", WAYS)
@pytest.mark.sampled(4)
def test_a_report_says_where_the_page_of_a_used_link_leads(tmp_path, kind):
    backend, told = WAYS[kind]
    site, _ = begun(tmp_path / "harbour", "--backend", backend)
    if not (site / f"{kind}.md").exists():
        assert latchkey(site, "add", "page", kind).returncode == 0
    result = latchkey(site.parents[1], "scan", "--sandbox")
    [link] = [text for text in result.stdout.split("\n\n") if text.startswith(f"harbour: {'invite' if kind == 'accept-invite' else 'sign-in' if kind == 'magic-link' else kind}\n")]
    assert f"  clicks everything            {told}" in link, result.stdout


@pytest.mark.only("chromium")
def test_after_a_clicker_the_page_says_so_and_takes_the_code_of_the_email(tmp_path, browser):
    site = with_code(tmp_path, "link")
    with Preview(site.parent, ports=4) as preview, visit(browser, preview.apps["harbour"]) as page:
        walk = Walk(preview, page, "clicked")
        walk.open("/sign-in", "ask").presses("Send link", "sent", email=PERSON)
        [mail] = emails(preview, PERSON)
        result = latchkey(tmp_path, "scan", preview.apps["harbour"] + path(mail["link"]), "--click")
        assert "clicked 'Sign in'" in result.stdout, result.stdout
        walk.open(path(mail["link"]), "confirm").presses("Sign in", "invalid").presses("Enter the code", "code")
        walk.presses("Sign in", "done", email=PERSON, code=code(mail))


# What scanners do to the pages with which other projects open the links of emails: of the classes that never may, those that spend them.
PEERS = {
    "Flask-Security, an address to confirm": ("flask_security", "--confirmable", "/link", {"preview", "crawler", "submitter", "browser", "returner"}),
    "django-invitations, an invitation": ("django_pages", None, "/link/invitations", {"preview", "crawler", "submitter", "browser", "returner"}),
    "django-allauth, an address to confirm": ("django_pages", None, "/link/allauth", {"submitter"}),
    "django-magic-link, a link that signs in": ("django_pages", None, "/link/magic-link", {"submitter"}),
    "Django, a password to reset": ("django_pages", None, "/link/django", set()),
}


@pytest.mark.parametrize("peer", PEERS)
@pytest.mark.sampled(6)
@pytest.mark.full
def test_pages_of_other_projects_are_spent_as_the_document_says(tmp_path, peer):
    name, option, kind, spent = PEERS[peer]
    with running(name, tmp_path, *[option] * bool(option)) as (base, _):
        links = [httpx.get(f"{base}{kind}/person-{index}").text for index in range(5)]
        result = latchkey(tmp_path, "scan", *links, "--format", "json")
    [found] = verdicts(result)
    assert list(found) == CLASSES
    assert {scanner for scanner, is_spent in found.items() if is_spent} == spent, result.stdout
    row = f"| {peer} | {', '.join(f'`{each}`' for each in found if each in spent) or 'none'} |"
    assert row in (programs.ROOT / "Documentation/AccountLinks.md").read_text(), row
