"""`latchkey check --live` against servers that let the pages in, and against all the ways of not doing so."""

import json
import socket
import ssl
import subprocess
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import programs
import pytest

APP = """\
name: Harbour
hosts: [{hosts}]
backend: {{ contract: harbour, base: "{base}", timeout: 3s }}
links:
  reset-password: {{ web: "/reset?token={{token}}", app: "harbour://reset?token={{token}}", page: reset }}
"""
CONTRACT = """\
operations:
  check-link:
    request: {{ method: GET, url: "{{{{base}}}}/links/{{{{token}}}}"{cookies} }}
    outcomes: [{{ status: 200, is: ok }}, {{ status: 429, is: rate-limited }}, {{ status: 4xx, is: link-invalid }}]
  reset-password:
    consumes: link
    request:
      method: PUT
      url: "{{{{base}}}}/password"
      query: {{ key: secret-key }}
      headers: {{ Authorization: "Bearer {{{{token}}}}", Accept: application/json }}
      json: {{ password: "{{{{new-password}}}}" }}
      {cookies}
    outcomes: [{{ status: 200, is: ok }}, {{ status: 429, is: rate-limited }}, {{ status: 4xx, is: link-invalid }}]
  sign-in:
    request: {{ method: POST, url: "{{{{base}}}}/never-asked", json: {{}} }}
    outcomes: [{{ status: 200, is: ok }}]
"""
PAGE = """\
---
title: New password
link: reset-password
start: { reset-password: form, none: gone }
states:
  form:
    {load}
    fields:
      - { name: new-password, rule: password, label: New password }
    reset-password: { ok: done, link-*: invalid }
---
# form
## New password
[Save](run:reset-password)

# invalid
## This link does not work
Ask for another one.

# gone
## Open your link again
It is in the email.

# done
## Done
Go on in the app.
"""
GOOD = {
    "Access-Control-Allow-Origin": "https://harbour.example",
    "Access-Control-Allow-Methods": "GET, PUT",
    "Access-Control-Allow-Headers": "Content-Type, authorization",
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_OPTIONS(self):
        self.server.asked.append((self.path, dict(self.headers)))
        status, headers = self.server.answer
        if status == "hang":
            self.server.released.wait(programs.PATIENCE)
            return
        if status == "hang up":
            self.close_connection = True
            return
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Whoever hangs up is meant to."""


@contextmanager
def serving(status=204, headers=GOOD, certificate=None):
    server = Server(("127.0.0.1", 0), Handler)
    server.answer = status, list(headers.items() if isinstance(headers, dict) else headers)
    server.asked, server.released = [], threading.Event()
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    server.base = f"{'https' if certificate else 'http'}://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        server.server_close()


@pytest.fixture
def check(tmp_path):
    """Runs the check of a site whose backend is at an address."""

    def run(base, *options, cookies=False, hosts="harbour.example", load=False):
        for folder in ("Site/harbour", "Templates/backends"):
            (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / "Site/harbour/app.yml").write_text(APP.format(base=base, hosts=hosts))
        on_load = "on-load: check-link\n    check-link: { ok: form, link-*: invalid }" if load else ""
        (tmp_path / "Site/harbour/reset.md").write_text(PAGE.replace("    {load}\n", f"    {on_load}\n" if load else ""))
        contract = CONTRACT.format(cookies="{cookies}")
        contract = contract.replace("{cookies} }", ", credentials: include }" if cookies else " }")
        contract = contract.replace("      {cookies}\n", "      credentials: include\n" if cookies else "")
        (tmp_path / "Templates/backends/harbour.yml").write_text(contract)
        result = programs.run(programs.LATCHKEY, "check", "--live", *options, cwd=tmp_path)
        assert "secret-key" not in result.stdout + result.stderr
        return result

    return run


def findings(result):
    """The findings, without the place and the line, which are the same for all."""
    lines = [line for line in result.stderr.splitlines() if "error: " in line or "warning: " in line or "fix: " in line]
    prefix = "Site/harbour/app.yml:3:37: "
    return [line.removeprefix(prefix).strip() for line in lines if "hands" not in line]


def test_a_backend_that_lets_the_pages_in(check):
    with serving() as server:
        result = check(server.base)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith(f"""
The link works; no email here contains it.

https://harbour.example asks {server.base}
  PUT /password  allowed, for reset-password

CORS allows the pages' requests. Preflight requests cannot show whether other responses contain Access-Control-Allow-Origin and \
Access-Control-Expose-Headers: retry-after
""")
    ((path, headers),) = server.asked
    assert path == "/password?key=secret-key"
    assert headers["Origin"] == "https://harbour.example"
    assert headers["Access-Control-Request-Method"] == "PUT"
    assert headers["Access-Control-Request-Headers"] == "authorization,content-type"


BROWSERS = "error: CORS blocks 'reset-password' at '{base}' for the pages of https://harbour.example: in the response to the preflight request, "


@pytest.mark.parametrize(
    ("changes", "status", "cookies", "expected"),
    [
        (
            {"Access-Control-Allow-Origin": None}, 204, False,
            ["it has no Access-Control-Allow-Origin", "Answer with Access-Control-Allow-Origin: https://harbour.example"],
        ),
        (
            {"Access-Control-Allow-Origin": "https://www.harbour.example"}, 204, False,
            ["its Access-Control-Allow-Origin is 'https://www.harbour.example'", "Answer with Access-Control-Allow-Origin: https://harbour.example"],
        ),
        (
            {"Access-Control-Allow-Origin": "https://harbour.example/"}, 204, False,
            ["its Access-Control-Allow-Origin is 'https://harbour.example/'", "Answer with Access-Control-Allow-Origin: https://harbour.example"],
        ),
        (
            {"Access-Control-Allow-Methods": "GET, POST"}, 204, False,
            ["its Access-Control-Allow-Methods lacks PUT", "Answer with Access-Control-Allow-Methods: PUT"],
        ),
        (
            {"Access-Control-Allow-Methods": "put"}, 204, False,
            ["its Access-Control-Allow-Methods lacks PUT", "Answer with Access-Control-Allow-Methods: PUT"],
        ),
        (
            {"Access-Control-Allow-Headers": "content-type"}, 204, False,
            ["its Access-Control-Allow-Headers lacks authorization", "Answer with Access-Control-Allow-Headers: authorization"],
        ),
        (
            {"Access-Control-Allow-Headers": "*"}, 204, False,
            ["its Access-Control-Allow-Headers lacks authorization", "Answer with Access-Control-Allow-Headers: authorization; a '*' does not cover it here."],
        ),
        (
            {}, 405, False,
            ["its status is 405", "Answer OPTIONS with a status of 200 to 299, before anything asks for a login."],
        ),
        (
            {"Location": "https://elsewhere.example/password/"}, 308, False,
            ["it redirects to 'https://elsewhere.example/password/' (308), which browsers do not follow", "Answer OPTIONS at the address itself; if it has moved, correct 'base' or the URL in the contract."],
        ),
        (
            {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": "true"}, 204, True,
            ["its Access-Control-Allow-Origin is '*', which browsers do not accept with cookies", "Answer with Access-Control-Allow-Origin: https://harbour.example"],
        ),
        (
            {"Access-Control-Allow-Credentials": "True"}, 204, True,
            ["its Access-Control-Allow-Credentials is 'True', but the request sends cookies", "Answer with Access-Control-Allow-Credentials: true"],
        ),
        (
            {"Access-Control-Allow-Headers": "*", "Access-Control-Allow-Methods": "*"}, 204, True,
            [
                "it has no Access-Control-Allow-Credentials, but the request sends cookies", "Answer with Access-Control-Allow-Credentials: true",
                "its Access-Control-Allow-Methods lacks PUT", "Answer with Access-Control-Allow-Methods: PUT",
                "its Access-Control-Allow-Headers lacks authorization, content-type", "Answer with Access-Control-Allow-Headers: authorization, content-type; a '*' does not cover them here.",
            ],
        ),
        (
            {name: None for name in GOOD}, 404, False,
            [
                "whose status is 404, it has no Access-Control-Allow-Origin",
                "Answer OPTIONS with a status of 200 to 299 and Access-Control-Allow-Origin: https://harbour.example",
            ],
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)  # fmt: skip
@pytest.mark.sampled(4)
def test_what_is_missing_is_said_header_by_header(check, changes, status, cookies, expected):
    headers = {name: value for name, value in (GOOD | changes).items() if value is not None}
    with serving(status, headers) as server:
        result = check(server.base, cookies=cookies)
    assert result.returncode == 1
    words = iter(expected)
    assert findings(result) == [line for reason in words for line in (BROWSERS.format(base=server.base) + reason, f"fix: {next(words)}")]
    assert "refused, for reset-password" in result.stdout
    # The whole answer to give follows.
    assert f"""
The backend of 'harbour', {server.base}, must send these header fields with every response, including errors:
    Access-Control-Allow-Origin: https://harbour.example
""" in result.stdout
    assert """
    Access-Control-Allow-Methods: PUT
    Access-Control-Allow-Headers: authorization, content-type
""" in result.stdout
    assert "connection" not in result.stderr


def test_a_star_does_where_no_cookies_go_along(check):
    headers = {"access-control-allow-origin": "*", "access-control-allow-methods": "*", "access-control-allow-headers": "*, AUTHORIZATION"}
    with serving(200, headers) as server:
        assert check(server.base).returncode == 0


def test_cookies_that_are_let_through(check):
    with serving(204, GOOD | {"Access-Control-Allow-Credentials": "true"}) as server:
        assert check(server.base, cookies=True).returncode == 0


def test_an_origin_that_is_named_twice_is_refused_as_browsers_do(check):
    with serving(204, [*GOOD.items(), ("Access-Control-Allow-Origin", "https://harbour.example")]) as server:
        assert "it has more than one Access-Control-Allow-Origin" in check(server.base).stderr


def test_every_host_of_the_app_asks_by_its_own_name(check):
    with serving() as server:
        result = check(server.base, hosts="harbour.example, www.harbour.example")
    assert [headers["Origin"] for _, headers in server.asked] == ["https://harbour.example", "https://www.harbour.example"]
    assert "for the pages of https://www.harbour.example: " in result.stderr
    assert "for the pages of https://harbour.example: " not in result.stderr


def test_one_missing_setting_is_one_finding_whatever_asks_and_however_many_hosts(check):
    with serving(204, {}) as server:
        result = check(server.base, hosts="harbour.example, www.harbour.example", load=True)
    assert findings(result) == [
        f"error: CORS blocks 'reset-password' and 'check-link' at '{server.base}' for the pages of https://harbour.example and "
        "https://www.harbour.example: in the response to the preflight request, it has no Access-Control-Allow-Origin",
        "fix: Answer with Access-Control-Allow-Origin: the Origin of the request, if it is one of https://harbour.example, "
        "https://www.harbour.example",
    ]


def test_the_preview_that_calls_a_backend_on_this_machine_asks_by_its_own_origin(check, tmp_path):
    with serving() as server:
        check(server.base)
        app = tmp_path / "Site/harbour/app.yml"
        (tmp_path / "Site/harbour/app.dev.yml").write_text("preview: backend\n")
        server.asked.clear()
        result = programs.run(programs.LATCHKEY, "check", "--live", "--env", "dev", cwd=tmp_path)
        assert [headers["Origin"] for _, headers in server.asked] == ["http://127.0.0.1:4001"]
        assert "for the pages of http://127.0.0.1:4001: " in result.stderr
        # A backend that visitors reach has pages of both.
        app.write_text(app.read_text() + "local: true\n")
        server.asked.clear()
        programs.run(programs.LATCHKEY, "check", "--live", "--env", "dev", cwd=tmp_path)
        assert [headers["Origin"] for _, headers in server.asked] == ["https://harbour.example", "http://127.0.0.1:4001"]


def test_what_a_browser_sends_without_asking_is_a_warning_where_nothing_can_be_told(check):
    with serving(404, {}) as server:
        result = check(server.base, load=True)
    assert f"""\
warning: CORS may block the response to 'check-link' at '{server.base}' for the pages of https://harbour.example: \
browsers send it without a preflight request, and in the response to OPTIONS, it has no Access-Control-Allow-Origin""" in findings(result)
    assert "GET /links/example  not clear, for check-link" in result.stdout
    assert [path for path, _ in server.asked] == ["/links/example", "/password?key=secret-key"]


class TestNoAnswer:
    """Each reason by its own words, none of which a refusal has."""

    @staticmethod
    def one(result, message, fix):
        assert result.returncode == 1
        assert findings(result) == [f"error: {message}", f"fix: {fix}"]
        assert "no response, for reset-password" in result.stdout

    def test_a_port_without_a_server_is_named(self, check):
        base = f"http://127.0.0.1:{programs.free_ports(1)}"
        self.one(check(base), f"no server responds at '{base}'", "Start the backend, or correct the host and port in 'base'.")

    def test_a_host_without_a_dns_entry_is_named(self, check):
        base = "https://backend.invalid"
        self.one(check(base), f"no DNS entry for the host in '{base}'", "Correct 'base', or wait for its DNS entry.")

    def test_a_response_after_the_timeout_is_named(self, check):
        with serving("hang") as server:
            result = check(server.base)
        message = f"'{server.base}' has not responded within 3 s, the app's timeout"
        self.one(result, message, "Find out why OPTIONS requests are not answered in time.")

    def test_a_connection_closed_without_a_response_is_named(self, check):
        with serving("hang up") as server:
            result = check(server.base)
        fix = "See its log: it may not accept OPTIONS requests, or not serve HTTP on that port."
        self.one(result, f"'{server.base}' closes the connection without a response", fix)

    def test_a_certificate_that_nobody_vouches_for(self, check, tmp_path):
        file = tmp_path / "own.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", file, "-out", tmp_path / "certificate",
             "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
            check=True, capture_output=True,
        )  # fmt: skip
        file.write_bytes(file.read_bytes() + (tmp_path / "certificate").read_bytes())
        with serving(certificate=file) as server:
            result = check(server.base)
        assert result.returncode == 1
        message, fix = findings(result)
        assert message.startswith(f"error: browsers reject the TLS connection to '{server.base}': SSL certificate problem: self")
        assert fix == "fix: Give it a certificate for that host, with the whole chain, from an authority that browsers trust."

    def test_plain_text_where_tls_should_be(self, check):
        with serving() as server:
            result = check(server.base.replace("http:", "https:"))
        assert "reject the TLS connection" in result.stderr

    def test_a_server_that_is_silent_is_asked_once(self, check):
        base = f"http://127.0.0.1:{programs.free_ports(1)}"
        result = check(base, hosts="harbour.example, www.harbour.example")
        assert result.stderr.count("no server responds") == 1
        assert "not asked, for reset-password" in result.stdout


def test_scripts_get_the_same_as_json(check):
    with serving(204, GOOD | {"Access-Control-Allow-Headers": "content-type"}) as server:
        result = check(server.base, "--format", "json")
    assert result.returncode == 1
    report = json.loads(result.stdout)
    (problem,) = [each for each in report["diagnostics"] if each["severity"] == "error"]
    assert (problem["code"], problem["file"], problem["line"], problem["column"]) == ("cors-headers", "Site/harbour/app.yml", 3, 37)
    assert report["result"]["preflights"] == [
        {
            "app": "harbour",
            "operations": ["reset-password"],
            "origin": "https://harbour.example",
            "method": "PUT",
            "url": f"{server.base}/password",
            "headers": ["authorization", "content-type"],
            "status": 204,
            "allowed": False,
            "refusals": ["cors-headers"],
        }
    ]
    assert report["result"]["cors"][0]["headers"] == ["authorization", "content-type"]


def test_the_sandbox_lets_the_pages_in_until_it_is_told_not_to(tmp_path):
    """Both from our side, so that what one asks for is what the other gives."""
    from sandboxes import Sandbox, write_site

    site = write_site(tmp_path / "Site")
    (site / "artitec" / "reset.md").write_text(PAGE.replace("    {load}\n", "").replace("done, link-*", "done, weak-password: form, link-*"))
    app = site / "artitec" / "app.yml"
    app.write_text(app.read_text().replace('token={token}", app', 'token={token}", page: reset, app'))
    with Sandbox(site) as sandbox:
        app.write_text(app.read_text().replace("https://api.artitec.example", sandbox.bases["artitec"]))
        result = programs.run(programs.LATCHKEY, "check", "--live", site)
        assert "POST /artitec/v1/auth/reset-password  allowed, for reset-password" in result.stdout, result.stderr
        assert result.returncode == 0
        sandbox.ask("cors", {"refuse": True})
        result = programs.run(programs.LATCHKEY, "check", "--live", site)
        assert result.returncode == 1
        assert "it has no Access-Control-Allow-Origin" in result.stderr


def test_a_site_whose_pages_ask_nobody_says_so(tmp_path):
    (tmp_path / "Site/plain").mkdir(parents=True)
    (tmp_path / "Site/plain/app.yml").write_text("name: Plain\nhosts: [plain.example]\nlinks: {}\n")
    result = programs.run(programs.LATCHKEY, "check", "--live", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.endswith("No page of any app calls a backend.\n")
