"""`latchkey scan`: what the classes of email scanners do to links that withstand them, and to two pages that do not."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from test_account_links import begun
from test_kinds import latchkey

BY_SCRIPT = "<!doctype html><title>x</title><form method=post action=/use><button>Go</button></form><script>fetch('/use', { method: 'POST' })</script>"


class Unprotected(BaseHTTPRequestHandler):
    """`/get` uses its link up when it is opened, `/script` when its script runs, `/press` never by itself."""

    used = set()

    def answer(self, text, status=200):
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text.encode())

    def do_GET(self):
        if self.path.startswith("/get"):
            text = "This link no longer works" if self.path in self.used else "Welcome"
            if self.command == "GET":
                self.used.add(self.path)
            return self.answer(text)
        if self.path.startswith("/script"):
            return self.answer(BY_SCRIPT)
        return self.answer("<!doctype html><title>x</title><button type=button>Go</button>")

    do_HEAD = do_GET

    def do_POST(self):
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


@pytest.mark.parametrize(["path", "spent"], [("/get?token=1", {"preview"}), ("/script?token=1", {"browser", "submitter"}), ("/press?token=1", set())])
def test_an_unprotected_page_is_found(tmp_path, control, path, spent):
    result = latchkey(tmp_path, "scan", control + path, "--format", "json")
    [found] = verdicts(result)
    assert {name for name, is_spent in found.items() if is_spent} == spent
    assert result.returncode == (1 if spent else 0)


def test_a_command_says_whether_a_link_still_works(tmp_path, control):
    result = latchkey(tmp_path, "scan", control + "/press?token=2", "--works", "false", "--format", "json")
    assert verdicts(result) == [{}]
    result = latchkey(tmp_path, "scan", control + "/script?token=2", "--works", "true", "--format", "json")
    assert result.returncode == 0 and not any(verdicts(result)[0].values())


@pytest.mark.only("chromium")
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


@pytest.mark.parametrize(
    ["arguments", "message"],
    [([], "Error: Name either links or '--sandbox'\n"), (["https://a.example", "--sandbox"], "Error: Name either links or '--sandbox'\n")],
)
def test_a_scan_of_nothing_or_of_both_is_refused(tmp_path, arguments, message):
    result = latchkey(tmp_path, "scan", *arguments)
    assert (result.returncode, result.stderr.startswith(message)) == (64, True), result.stderr


def test_without_a_browser_the_report_says_what_was_not_run(tmp_path, control):
    result = latchkey(tmp_path, "scan", control + "/press?token=3", "--browser", "/nonexistent")
    assert result.returncode == 0
    assert "renders with script          not run, no browser\n" in result.stdout
    assert "No Chromium could be started" in result.stdout
