"""`latchkey doctor` against hosts that are broken in one way each, and against right ones."""

import datetime
import gzip
import http.client
import json
import os
import re
import socket
import ssl
import subprocess
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import harbour
import hosts
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
APP = harbour.APP + """\
change-password: help
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
        connection = http.client.HTTPConnection("127.0.0.1", self.server.behind, timeout=programs.PATIENCE)
        if self.server.trusted:
            plain = socket.create_connection(("127.0.0.1", self.server.behind), timeout=programs.PATIENCE)
            connection.sock = ssl.create_default_context(cafile=self.server.trusted).wrap_socket(plain, server_hostname=HOST)
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
        try:
            self.server.spoil(self, answer)
        except ConnectionAbortedError:
            return
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


class Threads(ThreadingHTTPServer):
    daemon_threads = True
    # As many connections as doctor opens at once.
    request_queue_size = 128


@contextmanager
def broken(behind, spoil, context=None, trusted=None):
    server = Threads(("127.0.0.1", 0), Broken)
    server.behind, server.spoil, server.trusted = behind, spoil, trusted
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
    assert sorted(each["code"] for each in told["diagnostics"]) == sorted(each["code"] for each in bad)
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


def turned_away(*words, status=403, location=None, body=b"blocked", but=()):
    """Another answer for whoever names itself by one of these words."""

    def change(request, answer):
        agent = request.headers.get("User-Agent", "")
        if any(word in agent for word in words) and not request.path.startswith(but):
            answer.replace(body, "text/html", status)
            if location:
                answer.set("Location", location)

    return change


def for_browsers(change):
    """Spoils the answers to what every browser accepts."""

    def spoil(request, answer):
        if "gzip, deflate, br" in request.headers.get("Accept-Encoding", ""):
            change(request, answer)

    return spoil


def on_pages(change):
    def spoil(request, answer):
        if ("Content-Type", "text/html; charset=utf-8") in answer.headers:
            change(request, answer)

    return spoil


def used_up(change):
    """A page that the first GET of each address gets."""
    seen = set()

    def spoil(request, answer):
        if request.command == "GET" and "token=" in request.path:
            if request.path in seen:
                change(request, answer)
            seen.add(request.path)

    return at("/reset")(spoil)


def compressed(coding, times=1, always=True):
    """The body compressed by the host itself, whatever the request accepts."""

    def change(request, answer):
        codings = dict(answer.headers).get("Content-Encoding", "")
        if codings == "br" or answer.status not in (200, 404) or not (always or codings):
            return
        body = gzip.decompress(answer.body) if codings == "gzip" else answer.body
        for _ in range(times):
            body = gzip.compress(body, mtime=0)
        answer.body = body
        answer.set("Content-Encoding", coding)

    return change


def always_not_modified(request, answer):
    if request.headers.get("If-None-Match"):
        answer.replace(b"", status=304)


def home(request, answer):
    if answer.status == 404:
        answer.replace(b"", status=302)
        answer.set("Location", "/help")


def cut(request, answer):
    """The head promises more than there is."""
    if answer.status == 200 and request.command == "GET":
        request.send_response_only(200)
        request.send_header("Content-Length", str(len(answer.body) + 100))
        request.end_headers()
        request.wfile.write(answer.body)
        request.close_connection = True
        raise ConnectionAbortedError


def another_release(request, answer):
    """A page of it in brotli alone, with the policy for its own script."""
    answer.replace(INDEX + b"Another release.")
    answer.set("Content-Security-Policy", "default-src 'none'; script-src 'sha256-another'")


IDENTITY = "GET /reset?token=latchkey-sample, Accept-Encoding: identity: "
USED_UP = "Answer every GET with the page, and redeem the token when a button is pressed: scanners fetch links before the email is read."
CODING = "Compress only where the request's 'Accept-Encoding' names the coding, and not by 'identity'."

# A name, and what spoils the right server; the finding's code; how its fix begins, and where it is given, its message.
BROKEN = {
    "500 for what browsers accept": (for_browsers(status(500, "/reset")), "encoding-status", "Answer requests with 'Accept-Encoding: gzip, deflate, br' as those without: every browser sends it.", "GET /reset?token=latchkey-sample, Accept-Encoding: gzip, deflate, br: status is 500 instead of 200 (and 1 more like this)"),
    "a robot check before pages": (turned_away("Mozilla", but="/open/"), "browser-refused", "Let browsers pass the robot check or the firewall's rule.", "Safari on an iPhone gets status 403, and a request without a User-Agent the page (and 8 more like this)"),
    "a robot check for one browser": (turned_away("Android", status=503, but="/open/"), "browser-refused", "Let browsers pass the robot check or the firewall's rule.", "Chrome on Android gets status 503, and a request without a User-Agent the page (and 2 more like this)"),
    "phones sent to a store": (turned_away("iPhone", status=302, location="https://store.example/", but="/open/"), "browser-redirected", "Answer every browser with the page itself.", "Safari on an iPhone is redirected to https://store.example/ with status 302, and a request without a User-Agent the page (and 2 more like this)"),
    "another page for computers": (turned_away("Macintosh", status=200, body=INDEX, but="/open/"), "browser-other-page", "Serve every browser the page of the release, and purge the cache.", "Safari on a Mac gets another page, and a request without a User-Agent the page (and 2 more like this)"),
    "Apple's network turned away": (turned_away("AASA-Bot"), "fetcher-refused", "Let 'AASA-Bot' pass the robot check or the firewall's rule.", "Apple's network, which names itself 'AASA-Bot/1.0.0', is answered with status 403"),
    "iPhones' fetcher turned away, on Cloudflare": (server("cloudflare", turned_away("CFNetwork")), "fetcher-refused", "Switch Bot Fight Mode off: it turns 'CFNetwork' away.", "an iPhone, which names itself 'swcd (unknown version) CFNetwork/1496.0.7 Darwin/23.5.0', is answered with status 403"),
    "Google's network turned away": (turned_away("GoogleAssociationService"), "fetcher-refused", "Let 'GoogleAssociationService' pass the robot check or the firewall's rule.", "Google's network, which names itself 'GoogleAssociationService', is answered with status 403"),
    "another file for Apple's network": (at(APPLE)(turned_away("AASA-Bot", status=200, body=b"{}")), "fetcher-refused", "Let 'AASA-Bot' pass", "Apple's network, which names itself 'AASA-Bot/1.0.0', gets another file"),
    "a page used up by the first GET": (used_up(lambda request, answer: answer.replace(b"used", status=410)), "page-used-up", USED_UP, "the second GET of /reset?token=latchkey-sample is answered with status 410, and the first with the page: the first GET used up the link"),
    "a page used up that turns into another": (used_up(lambda request, answer: answer.replace(INDEX)), "page-used-up", USED_UP, "the second GET of /reset?token=latchkey-sample is answered with another page, and the first with the page: the first GET used up the link"),
    "pages that refresh": (on_pages(lambda request, answer: answer.set("Refresh", "0; url=https://evil.example")), "page-refreshes", "Have the host send no 'Refresh'.", IDENTITY + "refresh is 0; url=https://evil.example instead of absent: browsers navigate away from the page (and 86 more like this)"),
    "pages that load, on Caddy": (server("Caddy", headed("Link", "</a.js>; rel=preload", "/reset")), "page-loads", "Add 'header -Link' to the site's block.", IDENTITY + "link is </a.js>; rel=preload instead of absent: browsers load the resources that it names (and 15 more like this)"),
    "pages that are reported": (headed("NEL", '{"report_to":"x","max_age":1}', "/reset"), "page-reported", "Have the host send no 'NEL'.", IDENTITY + 'nel is {"report_to":"x","max_age":1} instead of absent: browsers report the page\'s address, with its token, to a collector (and 15 more like this)'),
    "a collector of reports, on Cloudflare": (server("cloudflare", headed("Report-To", "{}", "/reset")), "page-reported", "Add '! Report-To' under '/reset' in _headers; what Cloudflare itself adds is switched off in the zone's settings."),
    "pages for other sites' scripts, on Apache": (server("Apache", headed("Access-Control-Allow-Origin", "*", "/reset")), "page-shared", "Add 'Header always unset Access-Control-Allow-Origin' to the virtual host.", IDENTITY + "access-control-allow-origin is * instead of absent: scripts of other sites may read the page (and 15 more like this)"),
    "pages that are saved": (headed("Content-Disposition", "attachment", "/reset"), "page-downloaded", "Have the host send no 'Content-Disposition'."),
    "304 for whatever tag": (always_not_modified, "always-not-modified", "Answer 304 to the file's own entity tag only, and purge the cache: otherwise browsers keep showing an old page.", IDENTITY + "status is 304 instead of 200 for another entity tag (and 5 more like this)"),
    "unknown paths led to a page": (home, "unknown-path-redirects", "Answer unknown paths with status 404 instead of a redirect."),
    "the probe path led to a page": (home, "probe-path-found", "Answer unknown paths with status 404 instead of a redirect.", "is redirected to /help with status 302, which is answered with status 200, so password managers ignore the host's status codes"),
    "the probe path led elsewhere": (status(302, PROBE, location="https://www.harbour.example/"), "probe-path-redirected", "Answer unknown paths with status 404 instead of a redirect.", "is redirected to https://www.harbour.example/ with status 302, whose status decides for password managers"),
    "a wrong charset everywhere": (on_pages(lambda request, answer: answer.set("Content-Type", "text/html; charset=iso-8859-1")), "page-type", "Have the host send '/reset' with 'Content-Type: text/html; charset=utf-8'.", IDENTITY + "content-type is text/html; charset=iso-8859-1 instead of text/html; charset=utf-8 (and 86 more like this)"),
    "every page may be kept": (on_pages(lambda request, answer: answer.set("Cache-Control", "public, max-age=600")), "token-page-cacheable", "Have the host send 'Cache-Control: no-store'.", IDENTITY + "cache-control is public, max-age=600 instead of no-store (and 76 more like this)"),
    "gzip that nobody asked for": (at("/reset")(compressed("gzip")), "encoding-unasked", CODING),
    "gzip under the name of brotli": (at("/reset")(compressed("br")), "encoding-unasked", CODING),
    "gzip twice, on Apache": (server("Apache", at("/reset")(compressed("gzip, gzip", times=2, always=False))), "encoding-twice", "Add 'SetEnv no-gzip 1' to the virtual host: the release's files are compressed already."),
    "an association file that is always gzip": (at(APPLE)(compressed("gzip")), "unasked-encoding", CODING, "is sent as gzip to a request that accepts no content coding"),
    "an association file in gzip under the name of brotli": (at(APPLE)(compressed("br")), "unasked-encoding", CODING, "is sent as br to a request that accepts no content coding, and cannot be decoded"),
    "an association file in gzip without a word": (at(ANDROID)(compressed(None)), "unnamed-encoding", "Send the file as it is, or with 'Content-Encoding: gzip' where the request accepts it.", "is compressed by gzip without a Content-Encoding field"),
    "202 for the file": (status(202, APPLE), "refused", "Answer with status 200 and the whole file: Apple accepts no other.", "is answered with status 202"),
    "206 for the file": (status(206, ANDROID), "refused", "Answer with status 200 and the whole file: Google accepts no other.", "is answered with status 206"),
    "503 for the file": (status(503, APPLE), "refused", "Look at the server's error log, and at limits of requests: doctor sends up to 24 at a time.", "is answered with status 503"),
    "429 for the file": (status(429, APPLE), "refused", "Exempt the path from rate limits: Apple comes from few addresses."),
    "503 for a page": (status(503, "/reset"), "page-failing", "Look at the server's error log, and at limits of requests: doctor sends up to 24 at a time."),
    "a login before a page": (status(401, "/reset"), "page-refused", "Let everyone read it, without a login, a robot check or a limit."),
    "202 for a page": (status(202, "/reset"), "page-status", "Answer with status 200 and the whole file."),
    "octet-stream for Apple": (headed("Content-Type", "application/octet-stream", APPLE), "wrong-type", f"Have the host send '{APPLE}' with 'Content-Type: application/json'."),
    "octet-stream for Apple, on nginx": (server("nginx", headed("Content-Type", "application/octet-stream", APPLE)), "wrong-type", f"Add 'location = {APPLE} {{ default_type application/json; }}' to the server block."),
    "no type on Caddy": (server("Caddy", headed("Content-Type", None, APPLE)), "wrong-type", f"Add 'header {APPLE} Content-Type application/json' to the site's block."),
    "text/plain for Google": (headed("Content-Type", "text/plain", ANDROID), "wrong-type", f"Have the host send '{ANDROID}' with 'Content-Type: application/json'."),
    "301 to www": (status(301, APPLE, location="https://www.harbour.example" + APPLE), "redirected", "Answer with the file itself: neither Apple nor Google follows a redirect here."),
    "a redirect of assetlinks.json": (status(302, ANDROID, location="/assetlinks.json"), "redirected", "Answer with the file itself: neither Apple nor Google follows a redirect here."),
    "index.html for everything": (everything, "catch-all", "Answer unknown paths with status 404 instead of the start page."),
    "index.html for the file, on Firebase's rival": (server("Netlify", at(APPLE)(lambda request, answer: answer.replace(INDEX, "text/html"))), "catch-all", "Remove '/* /index.html 200' from _redirects."),
    "404 for Apple": (status(404, APPLE), "missing", f"Publish the file at '{APPLE}'."),
    "404 on GitHub Pages": (server("GitHub.com", status(404, APPLE)), "missing", "Publish .nojekyll, and upload with 'include-hidden-files: true'."),
    "a login before the file": (status(401, APPLE), "refused", "Let everyone read the file, without a login and from any country: Apple comes from its own network."),
    "more than 128 KiB": (at(APPLE)(long_file), "too-large", "Join components with wildcards or substitution variables."),
    "a trailing comma": (edit(b"]}", b"],}"), "not-json", None),
    "a byte order mark": (edit(b'{"applinks"', b'\xef\xbb\xbf{"applinks"'), "byte-order-mark", "Save the file as UTF-8 without a byte order mark."),
    "the wrong team": (edit(b"ABCDE12345.", b"ZZZZZ99999."), "wrong-team", "Use the ID of the team that signs the app, as Apple's developer account shows it: 'ABCDE12345.example.harbour'."),
    "another bundle": (edit(b"example.harbour", b"example.haven"), "another-app", "Publish the release again, and purge the cache."),
    "wrong case in the package": (edit(b"example.harbour", b"example.Harbour", ANDROID), "wrong-case", "Write 'example.harbour' as in the app."),
    "a fingerprint without colons": (edit(b"14:6D:E9:83", b"146DE983", ANDROID), "fingerprint", None),
    "HEAD refused": (at(APPLE)(refuse_head), "head-refused", "Answer HEAD as GET: link checkers and caches ask by it."),
    "gzip of another file": (at(APPLE)(gzip_of_another), "other-encoding", "Remove the old '.gz' beside the file, or compress it anew."),
    "gzip that is none": (at(APPLE)(not_gzip), "broken-encoding", "Send 'Content-Encoding: gzip' only with a body in gzip."),
    "another file at the root": (edit(b'{"applinks"', b'{"activitycontinuation":{},"applinks"', "/apple-app-site-association"), "other-root", "Serve the same file at both, or none at the root."),
    "a file kept for a year": (headed("Cache-Control", "public, max-age=31536000", APPLE), "kept-too-long", "Have the host send 'Cache-Control: public, max-age=3600'."),
    "a cookie with the file": (headed("Set-Cookie", "a=b", ANDROID), "cookie", "Do not set a cookie on this path: caches must be able to store the file."),
    "nosniff missing": (headed("X-Content-Type-Options", None, APPLE), "field-x-content-type-options", "Have the host send 'X-Content-Type-Options: nosniff'."),
    "the probe path found": (at(PROBE)(lambda request, answer: answer.replace(INDEX, status=200)), "probe-path-found", "Answer unknown paths with status 404 instead of the start page."),
    "change-password for good": (status(301, "/.well-known/change-password", location="/help"), "change-password-permanent", "Redirect with status 302, 303 or 307: browsers cache permanent redirects."),
    "change-password as a page": (at("/.well-known/change-password")(lambda request, answer: answer.replace(INDEX, status=200)), "change-password-page", "Redirect to the page with status 302."),
    "a token page that may be kept": (headed("Cache-Control", "public, max-age=600", "/reset"), "token-page-cacheable", "Have the host send 'Cache-Control: no-store'."),
    "a token page from a cache": (headed("Age", "12", "/reset"), "token-page-cached", "Let the cache respect 'Cache-Control: no-store', and purge it."),
    "a token page without its policy, on Apache": (server("Apache", headed("Content-Security-Policy", None, "/reset")), "page-policy", "Add 'Header always set Content-Security-Policy"),
    "a second policy": (on_pages(lambda request, answer: answer.headers.append(("Content-Security-Policy", "default-src 'self'"))), "page-policy", "Send the release's Content-Security-Policy alone: browsers enforce every policy that they get.", IDENTITY + "content-security-policy is …'none', default-src 'self' instead of …'none': browsers may block the page's own script or its requests (and 86 more like this)"),
    "a policy that blocks the backend": (on_pages(lambda request, answer: answer.set("Content-Security-Policy", (dict(answer.headers)["Content-Security-Policy"]).replace("form-action 'none'", "connect-src 'none'; form-action 'none'"))), "page-policy", "Send the release's Content-Security-Policy alone", None),
    "no policy anywhere": (on_pages(lambda request, answer: answer.set("Content-Security-Policy", None)), "page-policy", "Have the host send 'Content-Security-Policy: default-src 'none'; ", None),
    "no HSTS anywhere": (lambda request, answer: answer.set("Strict-Transport-Security", None), "field-strict-transport-security", "Have the host send 'Strict-Transport-Security: max-age=31536000'.", None),
    "no nosniff anywhere": (lambda request, answer: answer.set("X-Content-Type-Options", None), "field-x-content-type-options", "Have the host send 'X-Content-Type-Options: nosniff'.", None),
    "no Referrer-Policy anywhere": (lambda request, answer: answer.set("Referrer-Policy", None), "field-referrer-policy", "Have the host send 'Referrer-Policy: no-referrer'.", None),
    "pages of another release": (on_pages(another_release), "another-file", "Publish the release again, and purge the cache.", None),
    "a page on www": (status(301, "/reset", location="https://www.harbour.example/reset"), "page-redirects", "Answer here with the page itself, neither on another host such as www nor with a slash at the end: links that are redirected do not open the app."),
    "a response that is cut off": (at("/reset")(cut), "page-without-response", "Look at the server's error log: it ends connections without a response, or before the whole response was sent.", IDENTITY + "there is no complete response (and 11 more like this)"),
    "pages that the server cannot read": (status(403, "/reset"), "page-refused", "Let the server read the files and their folders (modes 644 and 755), and everyone without a login, a robot check or a limit."),
    "a file that the server cannot read": (status(403, APPLE), "refused", "Let the server read the file and its folders (modes 644 and 755), and everyone without a login and from any country."),
    "a link used up by GET": (at("/reset")(consuming), "page-redirects", "Answer GET with the page and do nothing else: scanners fetch links, and would use them up before the email is read."),
    "a page that sets a cookie": (headed("Set-Cookie", "session=1", "/reset"), "page-sets-cookie", "Do not set a cookie on GET: email scanners would receive it too."),
    "a page that is not there": (status(404, "/reset"), "page-missing", "Publish the release again: '/reset' is a route of it."),
    "a page of an older release": (edit(b"Words.", b"Word", "/help"), "another-file", "Publish the release again, and purge the cache."),
    "everybody sent to the page": (at("/open/reset")(lambda request, answer: answer.set("Location", "/reset") if answer.status == 302 else None), "open-location", "Configure '/open/' with 'latchkey export', or leave these addresses out of emails."),
    "any host answered": (lambda request, answer: setattr(answer, "status", 200 if answer.status == 421 else answer.status), "unknown-host-status", "Configure the host with 'latchkey export'."),
}


class TestBrokenHosts:
    @pytest.mark.parametrize("name", BROKEN)
    @pytest.mark.sampled(4)
    def test_a_fault_of_a_host_is_found_named_and_given_its_fix(self, name, release, right):
        spoil, code, fix, *message = BROKEN[name]
        with broken(right, spoil) as port:
            found = doctor(release, port)
        match = [each for each in found if code in each["code"]]
        assert match, [(each["code"], each["message"]) for each in found]
        assert match[0]["message"] and match[0]["fix"]
        assert not message or message[0] is None or message[0] in [each["message"] for each in match], [each["message"] for each in match]
        assert fix is None or any(each["fix"].startswith(fix) for each in match), [each["fix"] for each in match]

    def test_a_link_that_is_used_up_is_named_alone_and_in_every_run(self, release, right):
        with broken(right, used_up(lambda request, answer: answer.replace(b"used", status=410))) as port:
            for _ in range(2):
                assert [(each["severity"], each["code"]) for each in doctor(release, port)] == [("error", "page-used-up")]

    @pytest.mark.parametrize(
        "name",
        ["a second policy", "a policy that blocks the backend", "no policy anywhere", "no HSTS anywhere", "no nosniff anywhere", "no Referrer-Policy anywhere",
         "pages of another release"],
    )  # fmt: skip
    def test_one_cause_is_one_finding_with_the_severity_of_its_harm(self, name, release, right):
        spoil, code, *_ = BROKEN[name]
        with broken(right, spoil) as port:
            severity = "error" if code in ("page-policy", "another-file") else "warning"
            assert [(each["severity"], each["code"]) for each in doctor(release, port)] == [(severity, code)]

    @pytest.mark.parametrize(
        "name", ["a robot check before pages", "Google's network turned away", "a wrong charset everywhere", "304 for whatever tag", "202 for the file", "503 for a page"]
    )
    def test_one_fault_is_one_finding(self, name, release, right):
        spoil, code, *_ = BROKEN[name]
        with broken(right, spoil) as port:
            assert [each["code"] for each in doctor(release, port)] == [code]

    def test_there_are_at_least_twenty_five(self):
        assert len(BROKEN) >= 25

    def test_a_right_host_through_the_same_proxy_is_right(self, release, right):
        with broken(right, lambda request, answer: None) as port:
            assert doctor(release, port) == []

    def test_a_charset_of_association_files_is_no_fault(self, release, right):
        spoil = headed("Content-Type", "application/json; charset=utf-8", APPLE, ANDROID, "/apple-app-site-association")
        with broken(right, spoil) as port:
            assert doctor(release, port) == []

    def test_without_a_release_a_right_host_is_right(self, right):
        assert doctor(None, right) == []

    def test_without_both_association_files_one_is_reported_as_missing(self, right):
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

    return {"good": make("good", -1, 30), "ending": make("ending", -80, 10.5), "soon": make("soon", -1, 0.9), "expired": make("expired", -30, -1)}


class TestCertificates:
    def test_a_trusted_certificate_is_right(self, release, right, certificates):
        context, file = certificates["good"]
        with broken(right, lambda request, answer: None, context) as port:
            assert doctor(release, port, "--cacert", file, scheme="https") == []

    def test_a_certificate_that_soon_expires_is_a_warning(self, release, right, certificates):
        context, file = certificates["ending"]
        with broken(right, lambda request, answer: None, context) as port:
            (found,) = doctor(release, port, "--cacert", file, scheme="https")
        assert (found["severity"], found["code"]) == ("warning", "certificate-ending")
        assert found["message"] == "the certificate is valid for 10 more days, and it has not been renewed"

    def test_a_certificate_that_expires_within_three_days_is_an_error(self, release, right, certificates):
        context, file = certificates["soon"]
        with broken(right, lambda request, answer: None, context) as port:
            (found,) = doctor(release, port, "--cacert", file, scheme="https")
        assert (found["severity"], found["code"]) == ("error", "certificate-ending")
        assert found["message"] == "the certificate is valid for less than a day, and it has not been renewed"
        assert found["fix"].startswith("Renew it now: ")

    def test_an_expired_certificate_is_named(self, release, right, certificates):
        context, file = certificates["expired"]
        with broken(right, lambda request, answer: None, context) as port:
            (found,) = doctor(release, port, "--cacert", file, scheme="https")
        assert found["code"] == "certificate"
        assert "expired" in found["message"]
        assert found["fix"].startswith("Renew the certificate")

    def test_a_certificate_that_nobody_trusts_is_named(self, release, right, certificates):
        context, _ = certificates["good"]
        with broken(right, lambda request, answer: None, context) as port:
            (found,) = doctor(release, port, scheme="https")
        assert found["code"] == "certificate"
        assert found["fix"] == "Send a certificate for this host with its whole chain, from an authority that phones trust."

    def test_a_host_without_tls_1_2_is_named(self, release, right, certificates):
        _, file = certificates["good"]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file, file.with_suffix(".key"))
        context.set_ciphers("ALL:@SECLEVEL=0")
        with pytest.warns(DeprecationWarning):
            context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_1
        with broken(right, lambda request, answer: None, context) as port:
            (found,) = doctor(release, port, "--cacert", file, scheme="https")
        assert found["code"] == "tls"
        assert found["message"].startswith("TLS 1.2 or later could not be negotiated: ")
        assert found["fix"] == "Offer TLS 1.2 and 1.3: phones accept nothing older."

    def test_a_host_that_speaks_http_there_is_named(self, release, right):
        (found,) = doctor(release, right, scheme="https")
        assert found["code"] == "no-tls"
        assert found["fix"] == "Serve https on this port."

    def test_endless_header_fields_are_named(self, release, right):
        with broken(right, lambda request, answer: answer.set("X-Long", "x" * 200_000)) as port:
            (found,) = doctor(release, port)
        assert (found["code"], found["message"]) == ("endless-fields", "the response has more than 100 kB of header fields")

    def test_a_host_that_is_not_there_is_named(self, release):
        (found,) = doctor(release, programs.free_ports(1))
        assert (found["code"], found["message"]) == ("unreachable", "no connection could be established")


@pytest.fixture(scope="module")
def two_hosts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two")
    site = folder / "Site" / "harbour"
    site.mkdir(parents=True)
    (site / "app.yml").write_text(APP.replace(f"[{HOST}]", f"[{HOST}, www.{HOST}]"))
    for name in ("reset", "help"):
        link = "link: reset\n" if name == "reset" else ""
        (site / f"{name}.md").write_text(f"---\ntitle: Harbour\n{link}start: form\n---\n# form\n## Help\n\nWords.\n")
    programs.build(folder / "Site", folder / "out")
    return folder / "out"


class TestHostsAndAddresses:
    """Every host of an app, and every address of a host."""

    def examine(self, release, port, *options, scheme="http"):
        result = programs.run(programs.LATCHKEY, "doctor", "--release", release, *options, "--format", "json")
        assert result.stdout, result.stderr
        hosts = json.loads(result.stdout)["result"]["hosts"]
        return [each["url"] for each in hosts], [each for host in hosts for each in host["findings"] if each["severity"] in ("warning", "error")]

    def test_a_certificate_that_lacks_a_host_of_the_app_is_an_error(self, two_hosts, certificates):
        context, file = certificates["good"]
        with programs.serve(two_hosts) as running, broken(running.port, lambda request, answer: None, context) as port:
            urls, found = self.examine(two_hosts, port, f"https://{HOST}:{port}", "--resolve", f"*:{port}:127.0.0.1", "--cacert", file)
        assert urls == [f"https://{HOST}:{port}"]
        assert [(each["severity"], each["code"], each["subject"]) for each in found] == [("error", "certificate", f"https://www.{HOST}:{port}")]

    def test_a_host_of_the_app_that_serves_another_site_is_an_error(self, two_hosts):
        def elsewhere(request, answer):
            if request.headers["Host"].startswith("www."):
                answer.replace(INDEX, "text/html", 200)

        with programs.serve(two_hosts) as running, broken(running.port, elsewhere) as port:
            _, found = self.examine(two_hosts, port, f"http://{HOST}:{port}", "--resolve", f"*:{port}:127.0.0.1")
        assert ("error", "other-host", f"http://www.{HOST}:{port}") in [(each["severity"], each["code"], each["subject"]) for each in found]

    def test_without_an_address_all_hosts_of_the_release_are_examined(self, two_hosts, certificates):
        port = programs.free_ports(1)
        urls, found = self.examine(two_hosts, port, "--connect-to", f"::127.0.0.1:{port}")
        assert urls == [f"https://{HOST}", f"https://www.{HOST}"]
        assert [(each["code"], each["subject"]) for each in found] == [("unreachable", url) for url in urls]

    def test_an_address_that_refuses_connections_is_an_error_though_another_answers(self, two_hosts):
        with programs.serve(two_hosts) as running, broken(running.port, lambda request, answer: None) as port:
            _, found = self.examine(two_hosts, port, f"http://{HOST}:{port}", f"http://www.{HOST}:{port}", *[
                option for name in (HOST, f"www.{HOST}") for option in ("--resolve", f"{name}:{port}:127.0.0.1,127.0.0.3")
            ])
        assert [(each["severity"], each["code"], each["subject"]) for each in found] == [
            ("error", "unreachable", f"http://{name}:{port} at 127.0.0.3") for name in (HOST, f"www.{HOST}")
        ]


class TestTime:
    def delayed(self, seconds):
        def spoil(request, answer):
            time.sleep(seconds)

        return spoil

    def test_requests_are_sent_at_the_same_time(self, release, right):
        lock, running, most = threading.Lock(), [], []

        def spoil(request, answer):
            with lock:
                running.append(request)
                most.append(len(running))
            time.sleep(0.1)
            with lock:
                running.remove(request)

        with broken(right, spoil) as port:
            assert doctor(release, port) == []
        assert len(most) > 150
        assert 8 < max(most) <= 24

    def test_a_host_that_is_too_slow_is_told_with_what_was_found_until_then(self, release, right):
        def spoil(request, answer):
            if request.path == "/reset" or "token" in request.path:
                time.sleep(20)
            answer.set("Strict-Transport-Security", None)

        with broken(right, spoil) as port:
            found = doctor(release, port, "--timeout", "8")
        assert [(each["severity"], each["code"]) for each in found][-1] == ("error", "out-of-time")
        assert "field-strict-transport-security" in [each["code"] for each in found]
        assert "status is no response" not in str(found)

    def test_progress_is_shown_on_a_terminal_alone(self, release, right):
        with broken(right, self.delayed(0.1)) as port:
            command = [programs.LATCHKEY, "doctor", f"http://{HOST}:{port}", "--resolve", f"{HOST}:{port}:127.0.0.1", "--release", release]
            master, terminal = os.openpty()
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal)
            os.close(terminal)
            output = process.communicate(timeout=programs.PATIENCE)[0]
            shown = os.read(master, 65_536).decode()
            os.close(master)
            assert re.search(rf"\r\x1b\[Khttp://{HOST}:{port}: \d+ of \d+ requests", shown)
            assert shown.endswith("\r\x1b[K")
            assert b"requests are answered" in output
            assert subprocess.run(command, capture_output=True, timeout=programs.PATIENCE).stderr == b""


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
        with broken(right, shorten, context) as https, broken(right, plain or keep) as http, broken(right, apple or keep, context) as network:
            result = programs.run(
                programs.LATCHKEY, "doctor", f"https://{HOST}", "--cacert", file, "--format", "json",
                "--connect-to", f"{HOST}:443:127.0.0.1:{https}",
                "--connect-to", f"{HOST}:80:127.0.0.1:{http if plain else nobody}",
                "--connect-to", f"{APPLE_NETWORK}:443:127.0.0.1:{network if apple else nobody}",
            )  # fmt: skip
        (told,) = json.loads(result.stdout)["result"]["hosts"]
        # The first of a code.
        return {each["code"]: each for each in reversed(told["findings"])}

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

    @pytest.mark.parametrize(
        "change, expected",
        [
            (
                lambda request, answer: answer.set("Location", f"https://{HOST}/"),
                ("error", "plain-http-path", f"redirects /latchkey-nowhere?token=latchkey-sample to https://{HOST}/, which loses the path or the token of a link", "Redirect to the same path and query over https."),
            ),
            (
                lambda request, answer: (answer.set("Location", f"https://{HOST}/"), answer.set("Server", "nginx")),
                ("error", "plain-http-path", f"redirects /latchkey-nowhere?token=latchkey-sample to https://{HOST}/, which loses the path or the token of a link", "Redirect to the same path and query over https."),
            ),
            (
                lambda request, answer: answer.set("Cache-Control", "public, max-age=86400"),
                ("warning", "plain-http-kept", "a redirect whose address carries a token may be kept: Cache-Control is public, max-age=86400", "Have the host send 'Cache-Control: no-store'."),
            ),
            (
                lambda request, answer: answer.set("Location", f"{HOST}/latchkey-nowhere?token=latchkey-sample"),
                ("warning", "plain-http", f"is answered with status 301 to {HOST}/latchkey-nowhere?token=latchkey-sample instead of a redirect to https", "Redirect http to https on the same host, with status 301."),
            ),
        ],
    )  # fmt: skip
    def test_http_that_loses_or_keeps_a_link_is_named(self, change, expected, right, certificates):
        def spoil(request, answer):
            to_https(request, answer)
            change(request, answer)

        found = self.doctor(right, certificates, plain=spoil)[expected[1]]
        assert (found["severity"], found["code"], found["message"], found["fix"]) == expected

    def test_a_closed_port_80_is_said_and_no_failure(self, right, certificates):
        found = self.doctor(right, certificates, plain=None)["not-checked"]
        assert (found["severity"], found["subject"]) == ("note", f"http://{HOST}")
        assert found["message"] == "not checked: the redirect from http, since no connection to port 80 could be established"

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
            ("webcredentials:harbour.example", "entitlement-missing"),
            ("</string><!--<string>applinks:harbour.example</string>--><string>", "entitlement-missing"),
            ("</string></array><key>urls</key><array><string>applinks:harbour.example", "entitlement-missing"),
            ("applinks:harbour.example</string></array><key>urls</key><array><string>https://example.com/a", None),
            ("applinks:harbour.example</string><string>webcredentials:harbour.example", None),
        ],
    )
    def test_entitlements_are_held_against_the_host(self, domain, code, release, right, tmp_path):
        found = doctor(release, right, "--app-files", self.entitlements(tmp_path, domain))
        assert [each["code"] for each in found] == ([code] if code else [])

    @pytest.mark.parametrize("domains, is_noted", [("applinks:harbour.example", True), ("applinks:harbour.example</string><string>webcredentials:harbour.example", False)])
    def test_entitlements_for_links_alone_are_noted(self, domains, is_noted, release, right, tmp_path):
        file = self.entitlements(tmp_path, domains)
        told = programs.run(programs.LATCHKEY, "doctor", f"http://{HOST}:{right}", "--resolve", f"{HOST}:{right}:127.0.0.1", "--release", release, "--app-files", file)
        assert ("names harbour.example for links, not for passwords" in told.stdout) == is_noted, told.stdout

    def test_what_the_build_writes_for_the_app_is_right(self, release, right):
        assert doctor(release, right, "--app-files", release / "harbour" / "app") == []

    @pytest.mark.parametrize("name", ["authorities.pem", ""])
    def test_what_is_no_part_of_a_project_is_named(self, name, tmp_path):
        file = tmp_path / name
        (tmp_path / "authorities.pem").write_text("-----BEGIN CERTIFICATE-----")
        result = programs.run(programs.LATCHKEY, "doctor", f"https://{HOST}", "--app-files", file)
        assert (result.returncode, result.stdout, result.stderr) == (
            1,
            "",
            f"{file}: error: there are neither entitlements nor an Android manifest here\n"
            "  fix: Name a file that ends in '.entitlements' or is called 'AndroidManifest.xml', or a folder that has one.\n",
        )

    def test_a_projects_files_are_examined_before_the_host_is_there(self, release, tmp_path):
        result = programs.run(programs.LATCHKEY, "doctor", "https://harbour.invalid", "--app-files", self.entitlements(tmp_path, "applinks:other.example"))
        assert "does not name harbour.invalid" in result.stdout, result.stdout

    def test_a_manifest_for_http_alone_is_named(self, release, right, tmp_path):
        file = tmp_path / "AndroidManifest.xml"
        file.write_text((release / "harbour" / "app" / "AndroidManifest.xml").read_text().replace('android:scheme="https"', 'android:scheme="http"'))
        (found,) = doctor(release, right, "--app-files", file)
        assert found["code"] == "manifest-not-https"

    def test_a_manifest_without_verification_is_named(self, release, right, tmp_path):
        file = tmp_path / "AndroidManifest.xml"
        file.write_text((release / "harbour" / "app" / "AndroidManifest.xml").read_text().replace(' android:autoVerify="true"', ""))
        (found,) = doctor(release, right, "--app-files", file)
        assert (found["code"], found["fix"]) == ("manifest-not-verified", "Add 'android:autoVerify=\"true\"' to the intent filter.")


class TestServers:
    """Hosts whose exports let them not name themselves, and one that does."""

    @contextmanager
    def served(self, name, release, folder):
        """The port of https, and the file of certificates to trust."""
        (folder / "server").mkdir()
        programs.run(programs.LATCHKEY, "export", "--to", name, release, "--output", folder / "export", "--root", folder / "export")
        hosts.certify(folder / "server", {"harbour": [HOST]})
        port = programs.free_ports(2)
        with hosts.SERVERS[name](folder / "export", folder / "server", port, port + 1):
            yield port + 1, folder / "server" / "trusted.pem"

    @pytest.mark.parametrize("name", ["caddy", "nginx"])
    def test_a_right_one_is_recognised_and_right(self, name, release, tmp_path_factory):
        with self.served(name, release, tmp_path_factory.mktemp(name)) as (port, trusted):
            result = programs.run(
                programs.LATCHKEY, "doctor", f"https://{HOST}:{port}", "--resolve", f"{HOST}:{port}:127.0.0.1",
                "--release", release, "--cacert", trusted,
            )  # fmt: skip
        assert result.stdout.startswith(f"https://{HOST}:{port} ({name})\n"), result.stdout
        assert result.stdout.endswith("\nNo findings.\n"), result.stdout

    @pytest.mark.parametrize(
        "spoil, fix",
        [
            (headed("X-Content-Type-Options", None, APPLE), f"Add 'header {APPLE} X-Content-Type-Options \"nosniff\"' to the site's block."),
            (turned_away("Mozilla", but="/open/"), "Let browsers pass the robot check or the firewall's rule."),
        ],
    )  # fmt: skip
    def test_a_wrong_one_is_recognised_by_the_rest(self, spoil, fix, release, tmp_path_factory):
        with self.served("caddy", release, tmp_path_factory.mktemp("caddy")) as (port, trusted):
            with broken(port, spoil, trusted=trusted) as spoilt:
                found = doctor(release, spoilt)
        assert {each["fix"] for each in found} == {fix}


class TestCommandLine:
    def test_what_is_no_address_is_a_failure_of_the_command_line(self):
        result = programs.run(programs.LATCHKEY, "doctor", "ftp://harbour.example")
        assert result.returncode == 64
        assert "The value 'ftp://harbour.example' is no address. Write it like https://example.com" in result.stderr

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

    @pytest.mark.parametrize(
        "arguments, message",
        [
            (["https://harbour.example/path"], "The value 'https://harbour.example…' has more than a host. A host is examined as a whole: write https://harbour.example\n"),
            (["harbour.example:8443?x"], "The value 'https://harbour.example:8443…' has more than a host. A host is examined as a whole: write https://harbour.example:8443\n"),
            (["harbour.example", "--resolve", "harbour.example:443:notanip"], "The value 'harbour.example:443:notanip' of '--resolve' has another form. Write it like example.com:443:127.0.0.1\n"),
            (["harbour.example", "--resolve", "harbour.example:443:127.0.0.1,::g"], "has another form."),
            (["harbour.example", "--resolve", "other.example:443:127.0.0.1"], "The value 'other.example:443:127.0.0.1' of '--resolve' is for another host or port than https://harbour.example\n"),
            (["harbour.example:8443", "--resolve", "harbour.example:443:127.0.0.1"], "is for another host or port than https://harbour.example:8443\n"),
            (["harbour.example", "--connect-to", "other.example:443:127.0.0.1:8443"], "The value 'other.example:443:127.0.0.1:8443' of '--connect-to' is for another host or port than https://harbour.example\n"),
            (["https://a%20b.example"], "The value 'https://a%20b.example' is no address. Write it like https://example.com\n"),
            (["https://xn--\u00fc.example"], "The value 'https://xn--\u00fc.example' is no address. Write it like https://example.com\n"),
        ],
    )  # fmt: skip
    def test_what_would_be_ignored_is_a_failure_of_the_command_line(self, arguments, message):
        result = programs.run(programs.LATCHKEY, "doctor", *arguments)
        assert result.returncode == 64
        assert message in result.stderr

    @pytest.mark.parametrize("address", ["127.0.0.1", "[::1],127.0.0.1", "::1,127.0.0.1"])
    def test_a_name_beyond_ascii_is_asked_for_in_ascii(self, address, release, right):
        result = programs.run(
            programs.LATCHKEY, "doctor", f"http://M\u00fcnchen.example:{right}", "--resolve", f"xn--mnchen-3ya.example:{right}:{address}",
            environment={"LC_ALL": "C"},
        )  # fmt: skip
        assert result.stdout.startswith(f"http://xn--mnchen-3ya.example:{right}\n")
        assert "is answered with status 421" in result.stdout

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
            f"  – http://{HOST}:{right}: not checked: pages, '/open/' and everything else that needs a release, since none is named\n"
            "    fix: Name the release: '--release Output'.\n"
        ) in result.stdout

    def test_of_an_ip_address_it_says_what_that_leaves_out(self, release):
        with programs.serve(release, "--as", HOST) as running:
            result = programs.run(programs.LATCHKEY, "doctor", f"http://127.0.0.1:{running.port}")
            assert result.returncode == 0
            assert "not checked: whether the host's own name is answered, since the address is an IP address\n" in result.stdout
            result = programs.run(programs.LATCHKEY, "doctor", f"http://127.0.0.1:{running.port}", "--release", release)
        assert result.returncode == 1
        assert "Name the app's host and its address: 'https://example.com --resolve example.com:443:127.0.0.1'." in result.stdout

    def test_no_request_carries_a_real_token(self, release, right):
        asked = []
        with broken(right, lambda request, answer: asked.append((request.command, request.path))) as port:
            doctor(release, port)
        queries = {path.split("?")[1] for _, path in asked if "?" in path}
        values = {item.partition("=")[2] for query in queries for item in query.split("&")}
        assert values <= {
            "", "latchkey-sample", "a%2Bb%2F%3D", "a+b/=", "%61bc", "a%0Ab", "again", "email", "a" * 2049,
        }
        assert {method for method, path in asked if "token=" in path} == {"GET", "HEAD"}
        assert len(asked) < 260

    def test_text_says_what_is_right_too(self, release, right):
        result = programs.run(
            programs.LATCHKEY, "doctor", f"http://{HOST}:{right}", "--resolve", f"{HOST}:{right}:127.0.0.1", "--release", release
        )
        assert result.returncode == 0
        assert f"  ✓ {ANDROID}: Google reads it: status 200, application/json, " in result.stdout
        assert result.stdout.endswith("\nNo findings.\n")
