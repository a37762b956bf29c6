"""`latchkey doctor` against hosts that are broken in one way each, and against right ones."""

import datetime
import gzip
import http.client
import json
import re
import ssl
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import programs
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

HOST = "harbour.example"
APPLE_NETWORK = "app-site-association.cdn-apple.com"
APPLE = "/.well-known/apple-app-site-association"
ANDROID = "/.well-known/assetlinks.json"
PROBE = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"
APP = """\
name: Harbour
hosts: [harbour.example]
theme: { accent: "#1D4ED8" }
change-password: help
ios: { app-id: ABCDE12345.example.harbour, scheme: harbour }
android: { package: example.harbour, sha256: ["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"] }
links:
  reset:
    web: /reset?token={token}
    app: harbour://reset?token={token}
    page: reset
"""
INDEX = b"<!doctype html><title>Start</title><p>Welcome"


class Answer:
    """What the right server answers, to be spoilt."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def set(self, name, value):
        self.headers = [(key, old) for key, old in self.headers if key.lower() != name.lower()]
        if value is not None:
            self.headers.append((name, value))

    def replace(self, body, type=None, status=None):
        self.body = body
        for name in ("Content-Encoding", "ETag"):
            self.set(name, None)
        if type:
            self.set("Content-Type", type)
        self.status = status or self.status


class Broken(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body go out in two pieces; without this the second waits for the first to be acknowledged.
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def handle_any(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.behind, timeout=10)
        connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        for name, value in self.headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        response = connection.getresponse()
        answer = Answer(response.status, response.getheaders(), response.read())
        connection.close()
        length = "0"
        if self.command == "HEAD" or answer.status == 304:
            length = dict((key.lower(), value) for key, value in answer.headers).get("content-length", "0")
        self.server.spoil(self, answer)
        self.send_response_only(answer.status)
        for name, value in answer.headers:
            if name.lower() not in ("content-length", "connection", "transfer-encoding"):
                self.send_header(name, value)
        is_bare = self.command == "HEAD" or answer.status == 304
        self.send_header("Content-Length", length if is_bare else str(len(answer.body)))
        self.end_headers()
        if not is_bare:
            self.wfile.write(answer.body)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = handle_any


@contextmanager
def broken(behind, spoil, context=None):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Broken)
    server.daemon_threads = True
    server.behind, server.spoil = behind, spoil
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True, kwargs={"poll_interval": 0.01}).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    folder = tmp_path_factory.mktemp("harbour")
    site = folder / "Site" / "harbour"
    site.mkdir(parents=True)
    (site / "app.yml").write_text(APP)
    (site / "reset.md").write_text("---\ntitle: Harbour\nlink: reset\nstart: form\n---\n# form\n## Reset\n\nWords.\n")
    (site / "help.md").write_text("---\ntitle: Harbour\nstart: form\n---\n# form\n## Help\n\nWords.\n")
    programs.build(folder / "Site", folder / "out")
    return folder / "out"


@pytest.fixture(scope="module")
def right(release):
    with programs.serve(release) as running:
        yield running.port


def doctor(release, port, *options, scheme="http"):
    result = programs.run(
        programs.LATCHKEY, "doctor", f"{scheme}://{HOST}:{port}", "--resolve", f"{HOST}:{port}:127.0.0.1",
        *(["--release", release] if release else []), "--format", "json", *options,
    )
    assert result.stdout, result.stderr
    told = json.loads(result.stdout)
    findings = [each for host in told["result"]["hosts"] for each in host["findings"]]
    bad = [each for each in findings if each["severity"] in ("warning", "error")]
    assert [each["code"] for each in told["diagnostics"]] == [each["code"] for each in bad] or len(bad) == len(told["diagnostics"])
    assert result.returncode == (1 if any(each["severity"] == "error" for each in bad) else 0)
    return bad


def at(*paths):
    """Spoils the answers to some paths alone."""

    def decorate(change):
        def spoil(request, answer):
            if request.path.split("?")[0] in paths:
                change(request, answer)

        return spoil

    return decorate


def edit(old, new, path=APPLE):
    def change(request, answer):
        if answer.status == 200 and request.command == "GET":
            body = gzip.decompress(answer.body) if ("Content-Encoding", "gzip") in answer.headers else answer.body
            assert old in body, body
            answer.replace(body.replace(old, new))

    return at(path)(change)


def everything(request, answer):
    if answer.status == 404:
        answer.replace(INDEX, "text/html", 200)


def headed(name, value, *paths):
    return at(*paths)(lambda request, answer: answer.set(name, value))


def status(code, *paths, location=None):
    def change(request, answer):
        answer.replace(b"", status=code)
        if location:
            answer.set("Location", location)

    return at(*paths)(change)


def server(name, spoil):
    """The same, from a host that gives its name."""

    def both(request, answer):
        answer.set("Server", name)
        spoil(request, answer)

    return both


def gzip_of_another(request, answer):
    if ("Content-Encoding", "gzip") in answer.headers or "gzip" in request.headers.get("Accept-Encoding", ""):
        answer.replace(gzip.compress(b'{"applinks":{"details":[]}}'))
        answer.set("Content-Encoding", "gzip")


def not_gzip(request, answer):
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        answer.replace(b"this is no gzip")
        answer.set("Content-Encoding", "gzip")


def refuse_head(request, answer):
    if request.command == "HEAD":
        answer.status = 405


def long_file(request, answer):
    answer.replace(json.dumps({"applinks": {"details": [{"appIDs": ["ABCDE12345.example.harbour"], "components": [{"/": "/" + "x" * 40}] * 3000}]}}).encode())


def consuming(request, answer):
    if "token=" in request.path:
        answer.replace(b"", status=302)
        answer.set("Location", "/done")


def for_agent(word, code, *paths):
    """A firewall that turns away who calls itself something."""
    return at(*paths)(lambda request, answer: answer.replace(b"", status=code) if word in request.headers.get("User-Agent", "") else None)


def failing_in_brotli(request, answer):
    if "br" in request.headers.get("Accept-Encoding", ""):
        answer.replace(b"", status=500)


def used_up(code):
    """A page that is there once for every token."""
    seen = set()

    def spoil(request, answer):
        if request.path.startswith("/reset?token=") and request.command == "GET":
            if request.path in seen:
                answer.replace(b"used", status=code)
            seen.add(request.path)

    return spoil


def always_unchanged(request, answer):
    if "If-None-Match" in request.headers and answer.status == 200:
        answer.replace(b"", status=304)


def gzip_for_everyone(request, answer):
    answer.replace(gzip.compress(b'{"applinks":{"details":[]}}'))
    answer.set("Content-Encoding", "gzip")


BROKEN = {
    "a browser's encodings answered with an error": (at("/reset")(failing_in_brotli), "browsers-refused", "Answer a browser's request with the page"),
    "browsers turned away": (for_agent("Mozilla/", 403, "/reset", "/help"), "browsers-refused", "Answer a browser's request with the page"),
    "Apple's fetcher turned away": (for_agent("AASA-Bot", 403, APPLE), "fetcher-blocked", "Leave the path out of the firewall and of the protection against bots: Apple has to read it."),
    "an iPhone's own fetcher turned away": (for_agent("CFNetwork", 403, APPLE), "fetcher-blocked", "Leave the path out of the firewall"),
    "Google's fetcher turned away": (for_agent("GoogleAssociationService", 429, ANDROID), "fetcher-blocked", "Leave the path out of the firewall and of the protection against bots: Google has to read it."),
    "a page used up by the first GET": (used_up(410), "link-consumed", "Answer GET with the page alone, and let its form send the token"),
    "a page used up by the first GET, with status 200": (used_up(200), "link-consumed", "Answer GET with the page alone"),
    "a page that refreshes": (headed("Refresh", "0; url=https://evil.example", "/reset"), "page-refreshes", "Remove the field Refresh from pages."),
    "a page that loads from elsewhere": (headed("Link", "<https://cdn.example/a.js>; rel=preload", "/reset"), "page-links", "Remove the field Link from pages."),
    "a page whose address is reported": (headed("NEL", '{"report_to":"x","max_age":9}', "/reset"), "page-reports", "Turn Network Error Logging off"),
    "a page that never changes": (at("/help")(always_unchanged), "never-renewed", "Answer with status 304 only where If-None-Match has the file's own tag"),
    "gzip for who asks for none": (at(APPLE)(gzip_for_everyone), "compressed-unasked", "Compress the file only where Accept-Encoding asks for it"),
    "an error in the file's place": (status(503, APPLE), "refused", "Look at the server's error log, and serve the file itself with status 200."),
    "octet-stream for Apple": (headed("Content-Type", "application/octet-stream", APPLE), "wrong-type", f"Have the host send '{APPLE}' with 'Content-Type: application/json'."),
    "octet-stream for Apple, on nginx": (server("nginx", headed("Content-Type", "application/octet-stream", APPLE)), "wrong-type", f"Add 'location = {APPLE} {{ default_type application/json; }}' to the server block."),
    "no type on Caddy": (server("Caddy", headed("Content-Type", None, APPLE)), "wrong-type", f"Add 'header {APPLE} Content-Type application/json' to the site's block."),
    "text/plain for Google": (headed("Content-Type", "text/plain", ANDROID), "wrong-type", f"Have the host send '{ANDROID}' with 'Content-Type: application/json'."),
    "301 to www": (status(301, APPLE, location="https://www.harbour.example" + APPLE), "redirected", "Answer with the file itself: neither Apple nor Google follows a redirect here."),
    "a redirect of assetlinks.json": (status(302, ANDROID, location="/assetlinks.json"), "redirected", "Answer with the file itself: neither Apple nor Google follows a redirect here."),
    "index.html for everything": (everything, "catch-all", "Answer unknown paths with status 404 instead of the start page."),
    "index.html for the file, on Firebase's rival": (server("Netlify", at(APPLE)(lambda request, answer: answer.replace(INDEX, "text/html"))), "catch-all", "Take '/* /index.html 200' out of _redirects."),
    "404 for Apple": (status(404, APPLE), "missing", f"Publish the file at '{APPLE}'."),
    "404 on GitHub Pages": (server("GitHub.com", status(404, APPLE)), "missing", "Publish .nojekyll, and upload with 'include-hidden-files: true'."),
    "a login before the file": (status(401, APPLE), "refused", "Let everybody read the file, without a login and from any country: Apple comes from its own network."),
    "more than 128 KiB": (at(APPLE)(long_file), "too-large", "Join components with wildcards or substitution variables."),
    "a trailing comma": (edit(b"]}", b"],}"), "not-json", None),
    "a byte order mark": (edit(b'{"applinks"', b'\xef\xbb\xbf{"applinks"'), "byte-order-mark", "Save the file as UTF-8 without a byte order mark."),
    "the wrong team": (edit(b"ABCDE12345.", b"ZZZZZ99999."), "wrong-team", "Use the team that signs the app, as Apple's developer account shows it: 'ABCDE12345.example.harbour'."),
    "another bundle": (edit(b"example.harbour", b"example.haven"), "another-app", "Publish the release again, and purge the cache."),
    "wrong case in the package": (edit(b"example.harbour", b"example.Harbour", ANDROID), "wrong-case", "Write 'example.harbour' as it stands in the app."),
    "a fingerprint without colons": (edit(b"14:6D:E9:83", b"146DE983", ANDROID), "fingerprint", None),
    "HEAD refused": (at(APPLE)(refuse_head), "head-refused", "Answer HEAD as GET: link checkers and caches ask by it."),
    "gzip of another file": (at(APPLE)(gzip_of_another), "other-encoding", "Remove the old '.gz' beside the file, or compress it anew."),
    "gzip that is none": (at(APPLE)(not_gzip), "broken-encoding", "Send 'Content-Encoding: gzip' only with what is gzip."),
    "another file at the root": (edit(b'{"applinks"', b'{"activitycontinuation":{},"applinks"', "/apple-app-site-association"), "other-root", "Serve the same file at both, or none at the root."),
    "a file kept for a year": (headed("Cache-Control", "public, max-age=31536000", APPLE), "kept-too-long", "Have the host send 'Cache-Control: public, max-age=3600'."),
    "a cookie with the file": (headed("Set-Cookie", "a=b", ANDROID), "cookie", "Leave the path out of sessions: a cache must be able to keep the file."),
    "nosniff missing": (headed("X-Content-Type-Options", None, APPLE), "sniffable", "Have the host send 'X-Content-Type-Options: nosniff'."),
    "the probe path found": (at(PROBE)(lambda request, answer: answer.replace(INDEX, status=200)), "probe-path-found", "Answer unknown paths with status 404 instead of the start page."),
    "change-password for good": (status(301, "/.well-known/change-password", location="/help"), "change-password-permanent", "Redirect with status 302, 303 or 307: browsers keep a permanent one."),
    "change-password as a page": (at("/.well-known/change-password")(lambda request, answer: answer.replace(INDEX, status=200)), "change-password-page", "Redirect to the page with status 302."),
    "a token page that may be kept": (headed("Cache-Control", "public, max-age=600", "/reset"), "token-page-cacheable", "Have the host send 'Cache-Control: no-store'."),
    "a token page from a cache": (headed("Age", "12", "/reset"), "token-page-cached", "Have the cache respect 'Cache-Control: no-store', and purge what it holds."),
    "a token page without its policy, on Apache": (server("Apache", headed("Content-Security-Policy", None, "/reset")), "field-content-security-policy", "Add 'Header always set Content-Security-Policy"),
    "a link used up by GET": (at("/reset")(consuming), "page-redirects", "Answer GET with the page: a link that does something when it is fetched is used up by scanners before anybody reads the email."),
    "a page that sets a cookie": (headed("Set-Cookie", "session=1", "/reset"), "page-sets-cookie", "Leave the page out of sessions: what is set on GET is set for scanners too."),
    "a page that is not there": (status(404, "/reset"), "page-missing", "Publish the release again: '/reset' is a route of it."),
    "a page of an older release": (edit(b"Words.", b"Word", "/help"), "another-file", "Publish the release again, and purge the cache."),
    "everybody sent to the page": (at("/open/reset")(lambda request, answer: answer.set("Location", "/reset") if answer.status == 302 else None), "open-location", "Configure '/open/' with 'latchkey export', or leave these addresses out of emails."),
    "any host answered": (lambda request, answer: setattr(answer, "status", 200 if answer.status == 421 else answer.status), "unknown-host-status", "Configure the host with 'latchkey export'."),
}


class TestBrokenHosts:
    @pytest.mark.parametrize("name", BROKEN)
    def test_it_is_found_named_and_given_its_fix(self, name, release, right):
        spoil, code, fix = BROKEN[name]
        with broken(right, spoil) as port:
            found = doctor(release, port)
        match = [each for each in found if code in each["code"]]
        assert match, [(each["code"], each["message"]) for each in found]
        assert match[0]["message"] and match[0]["fix"]
        assert fix is None or any(each["fix"].startswith(fix) for each in match), [each["fix"] for each in match]

    def test_what_all_pages_lack_is_told_of_a_page_with_a_token(self, release, right):
        def without_charset(request, answer):
            if dict(answer.headers).get("Content-Type", "").startswith("text/html"):
                answer.set("Content-Type", "text/html; charset=latin1")

        with broken(right, without_charset) as port:
            found = {each["code"]: each for each in doctor(release, port)}
        assert found["page-type"]["subject"] == "/reset"
        assert found["page-type"]["fix"] == "Have the host send '/reset' with 'Content-Type: text/html; charset=utf-8'."

    def test_there_are_at_least_twenty_five(self):
        assert len(BROKEN) >= 25

    def test_a_right_host_through_the_same_proxy_is_right(self, release, right):
        with broken(right, lambda request, answer: None) as port:
            assert doctor(release, port) == []

    def test_without_a_release_a_right_host_is_right(self, right):
        assert doctor(None, right) == []

    def test_neither_file_is_there(self, right):
        with broken(right, status(404, APPLE, ANDROID, "/apple-app-site-association")) as port:
            assert "missing" in [each["code"] for each in doctor(None, port)]


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    """Certificates that are good, that soon expire, and that have expired."""
    folder = tmp_path_factory.mktemp("certificates")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.timezone.utc)

    def make(label, begins, ends):
        certificate = (
            x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now + datetime.timedelta(days=begins)).not_valid_after(now + datetime.timedelta(days=ends))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST), x509.DNSName(APPLE_NETWORK)]), critical=False)
            .sign(key, hashes.SHA256())
        )
        file = folder / f"{label}.pem"
        file.write_bytes(certificate.public_bytes(Encoding.PEM))
        private = folder / f"{label}.key"
        private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file, private)
        return context, file

    return {"good": make("good", -1, 30), "ending": make("ending", -80, 10.5), "expired": make("expired", -30, -1)}


class TestCertificates:
    def test_a_trusted_one_is_right(self, release, right, certificates):
        context, file = certificates["good"]
        with broken(right, lambda request, answer: None, context) as port:
            assert doctor(release, port, "--cacert", file, scheme="https") == []

    def test_one_that_soon_expires_is_a_warning(self, release, right, certificates):
        context, file = certificates["ending"]
        with broken(right, lambda request, answer: None, context) as port:
            (found,) = doctor(release, port, "--cacert", file, scheme="https")
        assert (found["severity"], found["code"]) == ("warning", "certificate-ending")
        assert found["message"] == "the certificate is valid for 10 more days, and nothing has renewed it"

    def test_an_expired_one_is_named(self, release, right, certificates):
        context, file = certificates["expired"]
        with broken(right, lambda request, answer: None, context) as port:
            (found,) = doctor(release, port, "--cacert", file, scheme="https")
        assert found["code"] == "certificate"
        assert "expired" in found["message"]
        assert found["fix"].startswith("Renew the certificate")

    def test_one_that_nobody_trusts_is_named(self, release, right, certificates):
        context, _ = certificates["good"]
        with broken(right, lambda request, answer: None, context) as port:
            (found,) = doctor(release, port, scheme="https")
        assert found["code"] == "certificate"
        assert found["fix"] == "Send a certificate for this host with its whole chain, from an authority that phones trust."

    def test_a_host_that_is_not_there_is_named(self, release):
        (found,) = doctor(release, programs.free_ports(1))
        assert (found["code"], found["message"]) == ("unreachable", "nobody listens there")


def to_https(request, answer):
    answer.replace(b"", status=301)
    answer.set("Location", f"https://{HOST}{request.path}")


def apple_copy(change):
    """What Apple's network answers: the host's file, spoilt."""

    def spoil(request, answer):
        assert request.path == f"/a/v1/{HOST}"
        assert request.headers["Host"] == APPLE_NETWORK
        answer.replace(b'{ "applinks": {"details": []} }', "application/json", 200)
        change(request, answer)

    return spoil


class TestUsualPorts:
    """The host on 443 and 80, and Apple's network, each led to loopback."""

    def doctor(self, right, certificates, plain=to_https, apple=None):
        context, file = certificates["good"]
        keep = lambda request, answer: None  # noqa: E731
        # Without a release, the file may be any.
        shorten = at(APPLE, "/apple-app-site-association")(
            lambda request, answer: answer.replace(b'{"applinks":{"details":[]}}')
        )
        nobody = programs.free_ports(1)
        with broken(right, shorten, context) as https, broken(right, plain) as http, broken(right, apple or keep, context) as network:
            result = programs.run(
                programs.LATCHKEY, "doctor", f"https://{HOST}", "--cacert", file, "--format", "json",
                "--connect-to", f"{HOST}:443:127.0.0.1:{https}", "--connect-to", f"{HOST}:80:127.0.0.1:{http}",
                "--connect-to", f"{APPLE_NETWORK}:443:127.0.0.1:{network if apple else nobody}",
            )  # fmt: skip
        (told,) = json.loads(result.stdout)["result"]["hosts"]
        return {each["code"]: each for each in told["findings"]}

    def test_http_that_leads_to_https_is_right(self, right, certificates):
        assert self.doctor(right, certificates)["plain-http"]["severity"] == "ok"

    def test_http_that_answers_by_itself_is_a_warning(self, right, certificates):
        found = self.doctor(right, certificates, plain=lambda request, answer: answer.replace(INDEX, status=200))["plain-http"]
        assert (found["severity"], found["fix"]) == ("warning", "Redirect http to https on the same host, with status 301.")

    def test_http_that_leads_to_another_host_is_a_warning(self, right, certificates):
        def elsewhere(request, answer):
            answer.replace(b"", status=301)
            answer.set("Location", f"https://{HOST}.other.example/")

        assert self.doctor(right, certificates, plain=elsewhere)["plain-http"]["severity"] == "warning"

    def test_http_that_forgets_the_path_is_a_warning(self, right, certificates):
        def to_start(request, answer):
            answer.replace(b"", status=301)
            answer.set("Location", f"https://{HOST}/")

        found = self.doctor(right, certificates, plain=to_start)["plain-http-path"]
        assert found["fix"] == "Redirect to the same path and query: an http link would lose its token."

    def test_apples_copy_is_the_same_whatever_its_spaces(self, right, certificates):
        found = self.doctor(right, certificates, apple=apple_copy(lambda request, answer: None))
        assert found["apple-copy"]["severity"] == "ok"

    def test_apples_copy_of_another_file_is_a_warning(self, right, certificates):
        found = self.doctor(
            right, certificates, apple=apple_copy(lambda request, answer: answer.replace(b'{"applinks":{"details":[{}]}}'))
        )
        assert found["apple-copy-outdated"]["severity"] == "warning"

    def test_without_a_copy_apples_reason_is_told(self, right, certificates):
        def missing(request, answer):
            answer.replace(b"Not Found", status=404)
            answer.set("Apple-Failure-Reason", "SWCERR00101 Bad HTTP Response: 403 Forbidden")

        found = self.doctor(right, certificates, apple=apple_copy(missing))["apple-copy-missing"]
        assert found["severity"] == "warning"
        assert found["message"] == "Apple has no copy (status 404: SWCERR00101 Bad HTTP Response: 403 Forbidden)"

    def test_without_apples_network_it_is_said_and_no_failure(self, right, certificates):
        found = {code: each for code, each in self.doctor(right, certificates).items() if code.startswith("apple-copy")}
        assert [(code, each["severity"]) for code, each in found.items()] == [("apple-copy-unreachable", "note")]


class TestProjects:
    def entitlements(self, tmp_path, domain):
        file = tmp_path / "Harbour.entitlements"
        file.write_text(f"<plist><dict><key>com.apple.developer.associated-domains</key><array><string>{domain}</string></array></dict></plist>")
        return file

    @pytest.mark.parametrize(
        "domain, code",
        [
            ("applinks:other.example", "entitlement-missing"),
            ("applinks:https://harbour.example", "entitlement-form"),
            ("applinks:harbour.example?mode=developer", "entitlement-mode"),
        ],
    )
    def test_entitlements_are_held_against_the_host(self, domain, code, release, right, tmp_path):
        found = doctor(release, right, "--app-files", self.entitlements(tmp_path, domain))
        assert [each["code"] for each in found] == [code]

    def test_what_the_build_writes_for_the_app_is_right(self, release, right):
        assert doctor(release, right, "--app-files", release / "harbour" / "app") == []

    def test_a_manifest_without_verification_is_named(self, release, right, tmp_path):
        file = tmp_path / "AndroidManifest.xml"
        file.write_text((release / "harbour" / "app" / "AndroidManifest.xml").read_text().replace(' android:autoVerify="true"', ""))
        (found,) = doctor(release, right, "--app-files", file)
        assert (found["code"], found["fix"]) == ("manifest-not-verified", "Add 'android:autoVerify=\"true\"' to the intent filter.")


class TestCommandLine:
    def test_what_is_no_address_is_a_failure_of_the_command_line(self):
        result = programs.run(programs.LATCHKEY, "doctor", "ftp://harbour.example")
        assert result.returncode == 64
        assert "The value 'ftp://harbour.example' is no address. Write it like https://example.com" in result.stderr

    @pytest.mark.parametrize(
        "address, message",
        [
            ("https://harbour.example/reset", "The address 'https://harbour.example/reset' has a path or a query, and a host is examined whole. Write 'https://harbour.example'"),
            ("harbour.example?x", "Write 'https://harbour.example'"),
            ("https://münchen.example", "The host 'münchen.example' has letters beyond ASCII. Write it as DNS has it, with 'xn--'"),
        ],
    )
    def test_what_is_more_than_a_host_is_a_failure_of_the_command_line(self, address, message):
        result = programs.run(programs.LATCHKEY, "doctor", address)
        assert result.returncode == 64
        assert message in result.stderr

    @pytest.mark.parametrize(
        "option, value, message",
        [
            ("--resolve", "harbour.example:443", "The value 'harbour.example:443' of '--resolve' has another form. Write it like example.com:443:127.0.0.1"),
            ("--resolve", "harbour.example:https:127.0.0.1", "has another form"),
            ("--connect-to", "harbour.example:443:127.0.0.1", "The value 'harbour.example:443:127.0.0.1' of '--connect-to' has another form."),
        ],
    )
    def test_what_curl_would_ignore_is_a_failure_of_the_command_line(self, option, value, message):
        result = programs.run(programs.LATCHKEY, "doctor", f"https://{HOST}", option, value)
        assert result.returncode == 64
        assert message in result.stderr

    def test_a_file_without_certificates_is_named(self, tmp_path):
        file = tmp_path / "authorities.pem"
        file.write_text("no certificate")
        result = programs.run(programs.LATCHKEY, "doctor", f"https://{HOST}", "--cacert", file)
        assert (result.returncode, result.stderr) == (
            1,
            f"{file}: error: there is no certificate here\n"
            "  fix: Name a file of certificates in PEM, which begin with '-----BEGIN CERTIFICATE-----'.\n",
        )
        result = programs.run(programs.LATCHKEY, "doctor", f"https://{HOST}", "--cacert", tmp_path / "missing.pem")
        assert result.returncode == 1
        assert f"{tmp_path}/missing.pem: error: " in result.stderr

    def test_it_says_what_it_could_not_check(self, release, right):
        result = programs.run(programs.LATCHKEY, "doctor", f"http://{HOST}:{right}", "--resolve", f"{HOST}:{right}:127.0.0.1")
        assert result.returncode == 0
        assert (
            f"  – http://{HOST}:{right}: not checked: the certificate, the redirect to https and Apple's copy, since the address is http\n"
            f"    fix: Examine 'https://{HOST}' as well: phones fetch association files over https alone.\n"
            f"  – http://{HOST}:{right}: not checked: pages, '/open/' and what else only a release tells, since none is named\n"
            "    fix: Name the release: '--release Output'.\n"
        ) in result.stdout

    def test_of_an_ip_address_it_says_what_that_leaves_out(self, release):
        with programs.serve(release, "--as", HOST) as running:
            result = programs.run(programs.LATCHKEY, "doctor", f"http://127.0.0.1:{running.port}")
            assert result.returncode == 0
            assert "not checked: whether the host's own name is answered, since the address is an IP address\n" in result.stdout
            result = programs.run(programs.LATCHKEY, "doctor", f"http://127.0.0.1:{running.port}", "--release", release)
        assert result.returncode == 1
        assert "Name the app's host, and where it is found: 'https://example.com --resolve example.com:443:127.0.0.1'." in result.stdout

    def test_no_request_carries_a_real_token(self, release, right):
        asked = []
        with broken(right, lambda request, answer: asked.append((request.command, request.path))) as port:
            doctor(release, port)
        queries = {path.split("?")[1] for _, path in asked if "?" in path}
        values = {item.partition("=")[2] for query in queries for item in query.split("&")}
        # A token that no examination has used up before.
        values = {value for value in values if not re.fullmatch(r"latchkey-sample-\d+", value)}
        assert values <= {
            "", "latchkey-sample", "a%2Bb%2F%3D", "a+b/=", "%61bc", "a%0Ab", "again", "email", "a" * 2049,
        }
        assert {method for method, path in asked if "token=" in path} == {"GET", "HEAD"}

    def test_text_says_what_is_right_too(self, release, right):
        result = programs.run(
            programs.LATCHKEY, "doctor", f"http://{HOST}:{right}", "--resolve", f"{HOST}:{right}:127.0.0.1", "--release", release
        )
        assert result.returncode == 0
        assert f"  ✓ {ANDROID}: Google reads it: status 200, application/json, " in result.stdout
        assert result.stdout.endswith("\nNo findings.\n")
