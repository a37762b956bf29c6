"""`latchkey-server` over a socket: everything that the outside world may ask of a release."""

import base64
import contextlib
import gzip
import hashlib
import json
import re
import signal
import socket
import time
from urllib.parse import urlencode

import brotli
import programs
import pytest
from rawhttp import ask, exchange, parse

IPHONE = (
    "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)
PAGE = "/reset-password?token=abc"
PLAIN_PAGE = "/forgot-password"
ASSOCIATION = ["/.well-known/apple-app-site-association", "/apple-app-site-association"]


class TestAssociationFiles:
    @pytest.mark.parametrize("method", ["GET", "HEAD"])
    @pytest.mark.parametrize("path", ASSOCIATION)
    def test_apple_finds_its_file(self, server, path, method):
        answer = ask(server, path, method=method)
        assert answer.status == 200
        assert answer["Content-Type"] == "application/json"
        assert answer["Location"] is None
        assert answer["Cache-Control"] == "public, max-age=3600"
        assert bool(answer.body) == (method == "GET")

    @pytest.mark.parametrize("path", ASSOCIATION)
    def test_apples_file_claims_the_link_and_no_more(self, server, path):
        content = json.loads(ask(server, path).body)
        details = content["applinks"]["details"]
        components = [component for detail in details for component in detail["components"]]
        assert [detail["appIDs"] for detail in details] == [["7QK4M2X9TB.com.artitec.app"]]
        assert [(component["/"], component["?"]) for component in components] == [("/reset-password", {"token": "?*"})]
        assert content["webcredentials"] == {"apps": ["7QK4M2X9TB.com.artitec.app"]}

    def test_an_app_without_android_has_no_asset_links(self, server):
        assert ask(server, "/.well-known/assetlinks.json").status == 404


class TestPages:
    def test_a_link_is_answered_with_its_page(self, server):
        answer = ask(server, PAGE)
        assert answer.status == 200
        assert answer["Content-Type"] == "text/html; charset=utf-8"
        assert b"Reset" in answer.body

    @pytest.mark.parametrize("target", [PAGE, "/reset-password?token=abc&x=%3Cscript%3Ehostile", "/open/reset-password?token=abc"])
    def test_a_token_never_comes_back_in_a_body(self, server, target):
        answer = ask(server, target)
        assert b"abc" not in answer.body
        assert b"hostile" not in answer.body

    @pytest.mark.parametrize("path", ["/reset-password/?token=abc", "/forgot-password/"])
    def test_a_trailing_slash_makes_no_difference(self, server, path):
        answer = ask(server, path)
        assert (answer.status, answer["Location"]) == (200, None)
        assert answer.body == ask(server, path.replace("/?", "?").rstrip("/")).body

    def test_pages_with_link_parameters_are_not_stored_and_others_are_revalidated(self, server):
        assert ask(server, PAGE)["Cache-Control"] == "no-store"
        plain = ask(server, PLAIN_PAGE)
        assert plain["Cache-Control"] == "no-cache"
        assert re.fullmatch(r'"[^"]+"', plain["ETag"])

    @pytest.mark.parametrize("target", [PAGE, PLAIN_PAGE, "/nowhere"])
    def test_every_page_carries_the_security_headers(self, server, target):
        answer = ask(server, target)
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["X-Robots-Tag"] == "noindex"
        assert re.match(r"max-age=\d{8,}", answer["Strict-Transport-Security"])
        policy = dict(directive.strip().partition(" ")[::2] for directive in answer["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["form-action"] == "'none'"
        assert policy["frame-ancestors"] == "'none'"
        assert policy["base-uri"] == "'none'"
        assert policy["img-src"] == "data:"
        assert policy["require-trusted-types-for"] == "'script'"
        assert policy["trusted-types"] == "'none'"
        assert "unsafe" not in answer["Content-Security-Policy"]

    @pytest.mark.parametrize("target", [PAGE, PLAIN_PAGE, "/nowhere"])
    def test_the_policy_allows_the_pages_own_styles_by_their_hash(self, server, target):
        answer = ask(server, target)
        styles = re.findall(rb"<style[^>]*>(.*?)</style>", answer.body, re.DOTALL)
        assert styles
        for style in styles:
            digest = base64.b64encode(hashlib.sha256(style).digest()).decode()
            assert f"'sha256-{digest}'" in answer["Content-Security-Policy"]

    def test_every_page_of_the_examples_fits_a_first_flight_and_its_headers_a_thousand_bytes(self, tmp_path):
        programs.build(programs.SITE, tmp_path)
        apps = json.loads((tmp_path / "release.json").read_text())["apps"]
        sizes = {}
        with programs.serve(tmp_path) as running:
            for app in apps:
                routes = [route for route in app["routes"] if route.get("file", "").endswith(".html")]
                for target in ["/nowhere", *(f"{route['path']}?{urlencode(route.get('conditions', {}))}" for route in routes)]:
                    answer = ask(running.port, target, "Accept-Encoding: br", host=app["hosts"][0])
                    assert answer["Content-Encoding"] == "br" and answer["Content-Type"].startswith("text/html")
                    # A browser keeps the connection.
                    head = len(answer.head.replace(b"Connection: close\r\n", b""))
                    sizes[app["name"], target] = head, head + len(answer.body)
        assert len(sizes) > 15
        # Letters of Arabic and Japanese have two and three bytes. The largest has 13,026, 1,600 less than a first flight of TCP.
        most = {target: 14_000 if re.match(r"/(ar|ja)/", target) else 13_050 for _, target in sizes}
        assert {page: size for page, size in sizes.items() if size[0] > 1000 or size[1] > most[page[1]]} == {}

    @pytest.mark.parametrize(
        "path",
        [
            "/",
            "/nowhere",
            "/favicon.ico",
            "/release.json",
            "/artitec/web/release.json",
            "/reset-password.html",
            "/reset-password/more",
            "/RESET-PASSWORD",
            "/../../../../etc/passwd",
            "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
            "/..%2f..%2f..%2f..%2fetc%2fpasswd",
            "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200",
        ],
    )
    def test_everything_else_gets_the_apps_own_404_page(self, server, path):
        answer = ask(server, path)
        assert answer.status == 404
        assert answer["Content-Type"] == "text/html; charset=utf-8"
        assert answer["Cache-Control"] == "no-store"
        assert b"Artitec" in answer.body

    def test_change_password_leads_to_its_page(self, server):
        answer = ask(server, "/.well-known/change-password")
        assert (answer.status, answer["Location"]) == (302, "/forgot-password")

    def test_change_password_is_404_where_there_is_none(self, site, tmp_path):
        app = site / "artitec" / "app.yml"
        app.write_text(app.read_text().replace("change-password: forgot-password\n", ""))
        programs.build(site, tmp_path / "out")
        with programs.serve(tmp_path / "out") as running:
            assert ask(running.port, "/.well-known/change-password").status == 404


class TestMethods:
    @pytest.mark.parametrize("target", [PAGE, PLAIN_PAGE, "/nowhere", ASSOCIATION[0], "/open/reset-password?token=a"])
    def test_head_is_get_without_a_body(self, server, target):
        got, head = ask(server, target), ask(server, target, method="HEAD")
        but_date = lambda answer: [field for field in answer.headers if field[0] != "date"]
        assert head.status == got.status
        assert but_date(head) == but_date(got)
        assert head.body == b""

    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
    @pytest.mark.parametrize("target", [PLAIN_PAGE, "/nowhere", "/open/reset-password?token=a"])
    def test_every_other_method_is_not_allowed(self, server, method, target):
        answer = ask(server, target, "Content-Length: 0", method=method)
        assert (answer.status, answer["Allow"]) == (405, "GET, HEAD")

    def test_a_body_that_nobody_asked_for_does_no_harm(self, server):
        request = b"POST /forgot-password HTTP/1.1\r\nHost: artitec.com\r\nContent-Length: 9\r\nConnection: close\r\n\r\nemail=a@b"
        assert parse(exchange(server, request)).status == 405
        assert ask(server, PLAIN_PAGE).status == 200


class TestConditionalRequests:
    @pytest.mark.parametrize("target", [PLAIN_PAGE, ASSOCIATION[0]])
    @pytest.mark.parametrize("form", ["{}", "W/{}", "*", '"another", {}', '"another" ,W/{}'])
    @pytest.mark.parametrize("method", ["GET", "HEAD"])
    def test_what_the_client_has_is_not_sent_again(self, server, target, form, method):
        fresh = ask(server, target)
        again = ask(server, target, f"If-None-Match: {form.format(fresh['ETag'])}", method=method)
        assert (again.status, again.body) == (304, b"")
        for name in ("ETag", "Cache-Control", "Vary"):
            assert again[name] == fresh[name]

    @pytest.mark.parametrize("tag", ['"another"', "", "nonsense", '"'])
    def test_anything_else_is_sent_in_full(self, server, tag):
        assert ask(server, PLAIN_PAGE, f"If-None-Match: {tag}").status == 200

    def test_each_encoding_has_an_entity_tag_of_its_own(self, server):
        tags = {ask(server, PLAIN_PAGE, f"Accept-Encoding: {encoding}")["ETag"] for encoding in ("br", "gzip", "identity")}
        assert len(tags) == 3


class TestEncodings:
    @pytest.mark.parametrize(
        ("accepted", "chosen"),
        [
            (None, None),
            ("", None),
            ("identity", None),
            ("gzip", "gzip"),
            ("GZIP", "gzip"),
            ("br", "br"),
            ("gzip, deflate, br, zstd", "br"),
            ("br;q=0.5, gzip;q=0.9", "gzip"),
            ("br;q=0.5,gzip;q=0.5", "br"),
            ("br;q=0", None),
            ("br;q=0, gzip;q=0.000", None),
            ("*", "br"),
            ("br;q=0, *", "gzip"),
            ("gzip;q=0.001", "gzip"),
            ("identity;q=0, gzip", "gzip"),
            ("deflate", None),
            ("brotli", None),
            ("br; q=1.0", "br"),
        ],
    )
    def test_the_best_that_the_client_takes_is_sent(self, server, accepted, chosen):
        fields = [] if accepted is None else [f"Accept-Encoding: {accepted}"]
        answer = ask(server, PLAIN_PAGE, *fields)
        assert (answer.status, answer["Content-Encoding"]) == (200, chosen)
        assert answer["Vary"].lower() == "accept-encoding"
        assert int(answer["Content-Length"]) == len(answer.body)
        decode = {None: bytes, "gzip": gzip.decompress, "br": brotli.decompress}[chosen]
        assert decode(answer.body) == ask(server, PLAIN_PAGE).body


class TestHosts:
    @pytest.mark.parametrize("host", ["artitec.com", "ARTITEC.com", "artitec.com:8080", "artitec.com:443"])
    def test_a_host_of_the_release_is_answered(self, server, host):
        assert ask(server, PLAIN_PAGE, host=host).status == 200

    @pytest.mark.parametrize("host", ["other.example", "www.artitec.com", "artitec.com.evil.example", "127.0.0.1", "localhost"])
    def test_any_other_host_is_misdirected(self, server, host):
        answer = ask(server, PLAIN_PAGE, host=host)
        assert answer.status == 421
        assert b"Artitec" not in answer.body

    def test_as_answers_every_request_as_that_host(self, release):
        with programs.serve(release, "--as", "artitec.com") as running:
            assert ask(running.port, PLAIN_PAGE, host=f"127.0.0.1:{running.port}").status == 200

    def test_as_a_host_that_the_release_does_not_have_is_one_clear_line(self, release):
        result = programs.run(programs.SERVER, release, "--listen", "127.0.0.1:0", "--as", "other.example")
        assert result.returncode == 1
        assert result.stderr.count("\n") == 1
        assert "'other.example'" in result.stderr


class TestRequestsThatNoBrowserSends:
    @pytest.mark.parametrize(
        "lines",
        [
            ["GET /forgot-password HTTP/1.1"],
            ["GET /forgot-password HTTP/1.1", "Host: artitec.com", "Host: artitec.com"],
            ["GET /forgot-password HTTP/1.1", "Host: artitec.com", "Host: evil.example"],
            ["GET /forgot-password HTTP/1.1", "Host: artitec.com, evil.example"],
            ["GET /forgot-password HTTP/1.1", "Host: artitec.com/evil"],
            ["GET /forgot-password HTTP/1.1", "Host: evil@artitec.com"],
            ["GET forgot-password HTTP/1.1", "Host: artitec.com"],
            ["GET /forgot\\password HTTP/1.1", "Host: artitec.com"],
            ["GET /forgot-password#fragment HTTP/1.1", "Host: artitec.com"],
            ["GET /forgot-password%zz HTTP/1.1", "Host: artitec.com"],
            ["GET /forgot-password%00 HTTP/1.1", "Host: artitec.com"],
            ["GET /forgot\x01password HTTP/1.1", "Host: artitec.com"],
            ["GET /forgot-password\xe9 HTTP/1.1", "Host: artitec.com"],
            ["GET ftp://artitec.com/forgot-password HTTP/1.1", "Host: artitec.com"],
            ["GET http:///forgot-password HTTP/1.1", "Host: artitec.com"],
            ["GET artitec.com:443 HTTP/1.1", "Host: artitec.com"],
        ],
        ids=lambda lines: " | ".join(lines).encode("unicode_escape").decode(),
    )
    def test_a_malformed_request_is_a_bad_request(self, server, lines):
        request = "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1")
        assert parse(exchange(server, request)).status == 400

    def test_absolute_form_names_the_host(self, server):
        assert ask(server, "http://artitec.com/forgot-password", host="other.example").status == 200
        assert ask(server, "https://artitec.com/forgot-password").status == 200
        assert ask(server, "http://other.example/forgot-password").status == 421
        assert ask(server, "http://artitec.com", host="artitec.com").status == 404

    @pytest.mark.parametrize(
        "request_bytes",
        [
            b"GET /forgot-password HTTP/1.1\nHost: artitec.com\nConnection: close\n\n",
            b"GET /forgot-password HTTP/1.1\r\nHost: artitec.com\nX: y\r\nConnection: close\r\n\r\n",
            b"GET /forgot-password HTTP/1.1\r\nHost: artitec.com\r\n folded: line\r\nConnection: close\r\n\r\n",
            b"GET /forgot-password HTTP/1.1\r\nHost: artitec.com\r\nX: " + b"y" * 70000 + b"\r\nConnection: close\r\n\r\n",
            b"GET /" + b"y" * 70000 + b" HTTP/1.1\r\nHost: artitec.com\r\nConnection: close\r\n\r\n",
            b"GET /forgot-password HTTP/9.9\r\nHost: artitec.com\r\nConnection: close\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 40 + b"\r\n\r\n",
            b"\r\n\r\nGET /forgot-password HTTP/1.1\r\nHost: artitec.com\r\nConnection: close\r\n\r\n",
        ],
        ids=["bare LF", "bare LF in a field", "folded", "long field", "long target", "version", "TLS", "blank lines first"],
    )
    def test_nothing_brings_it_down(self, server, request_bytes):
        answer = exchange(server, request_bytes)
        if answer:
            assert parse(answer).status < 500 or parse(answer).status == 505
        assert ask(server, PLAIN_PAGE).status == 200

    def test_pipelined_requests_are_answered_in_order(self, server):
        one = b"GET /forgot-password HTTP/1.1\r\nHost: artitec.com\r\n\r\n"
        last = b"GET /nowhere HTTP/1.1\r\nHost: artitec.com\r\nConnection: close\r\n\r\n"
        answer = exchange(server, one + last)
        assert re.findall(rb"HTTP/1\.1 (\d+)", answer) == [b"200", b"404"]


class TestOpen:
    @pytest.mark.parametrize(
        ("query", "location"),
        [
            ("token=a%2Bb", "artitec://reset-password?token=a%2Bb"),
            ("token=abc", "artitec://reset-password?token=abc"),
            ("token=abc&utm_source=mail", "artitec://reset-password?token=abc"),
            ("x=1&token=%E2%98%83", "artitec://reset-password?token=%E2%98%83"),
            ("token=a%26b%3Dc%23d", "artitec://reset-password?token=a%26b%3Dc%23d"),
            ("token=%61", "artitec://reset-password?token=a"),
            ("token=" + "x" * 1000, "artitec://reset-password?token=" + "x" * 1000),
        ],
        ids=lambda value: value[:40],
    )
    def test_an_iphone_is_sent_into_the_app(self, server, query, location):
        answer = ask(server, f"/open/reset-password?{query}", IPHONE)
        assert (answer.status, answer["Location"]) == (302, location)
        assert answer["Cache-Control"] == "no-store"
        assert answer["Referrer-Policy"] == "no-referrer"

    @pytest.mark.parametrize(
        "query",
        [
            "",
            "?",
            "?token",
            "?token=",
            "?Token=abc",
            "?other=abc",
            "?token=abc%0d%0aX",
            "?token=%0D%0ASet-Cookie:%20a=b",
            "?token=a%0ab",
            "?token=a%00b",
            "?token=a%1fb",
            "?token=a%7fb",
            "?token=a%zzb",
            "?token=%ff",
            "?token=" + "x" * 2049,
        ],
        ids=lambda value: value[:30],
    )
    def test_a_damaged_link_gets_the_page_for_unknown_addresses(self, server, query):
        answer = ask(server, f"/open/reset-password{query}", IPHONE)
        assert (answer.status, answer["Content-Type"]) == (404, "text/html; charset=utf-8")
        assert answer["Location"] is None
        assert all("set-cookie" not in name for name, _ in answer.headers)

    @pytest.mark.parametrize("path", ["/open/nothing?token=a", "/open", "/open/", "/open/reset-password/more?token=a"])
    def test_an_unknown_link_is_not_found(self, server, path):
        assert ask(server, path, IPHONE).status == 404

    def test_a_browser_without_the_app_gets_the_page(self, server):
        answer = ask(server, "/open/reset-password?token=a%2Bb", "User-Agent: Mozilla/5.0 (X11; Linux x86_64)")
        assert (answer.status, answer["Location"]) == (303, "/reset-password?token=a%2Bb")


class TestStartingAndStopping:
    @pytest.mark.parametrize("program", [programs.SERVER, programs.LATCHKEY], ids=lambda program: program.name)
    def test_the_first_line_is_an_address_that_answers(self, release, program):
        with programs.serve(release, program=program) as running:
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/?", running.said[0])
            assert ask(running.port, PLAIN_PAGE).status == 200

    @pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=lambda how: how.name)
    @pytest.mark.parametrize("program", [programs.SERVER, programs.LATCHKEY], ids=lambda program: program.name)
    def test_a_signal_stops_it(self, release, program, how):
        with programs.serve(release, program=program) as running:
            # A connection that is kept open holds nothing up.
            with socket.create_connection(("127.0.0.1", running.port)) as idle:
                idle.sendall(b"GET /forgot-password HTTP/1.1\r\nHost: artitec.com\r\n\r\n")
                idle.recv(100)
                began = time.monotonic()
                assert running.stop(how) == (0, "")
                assert time.monotonic() - began < 5
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", running.port))

    def test_what_was_asked_before_the_signal_is_answered_whole(self, release):
        with programs.serve(release) as running, contextlib.ExitStack() as stack:
            clients = [stack.enter_context(socket.socket()) for _ in range(20)]
            for client in clients:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)  # so that most of an answer is still to come
                client.settimeout(programs.PATIENCE)
                client.connect(("127.0.0.1", running.port))
                client.sendall(b"GET /reset-password?token=a HTTP/1.1\r\nHost: artitec.com\r\n\r\n")
            # Each answer has begun.
            for client in clients:
                assert client.recv(1, socket.MSG_PEEK)
            running.process.send_signal(signal.SIGTERM)
            for client in clients:
                answer = parse(b"".join(iter(lambda: client.recv(65536), b"")))
                assert answer.status == 200
                assert len(answer.body) == int(answer["Content-Length"])

    @pytest.mark.parametrize("program", [programs.SERVER, programs.LATCHKEY], ids=lambda program: program.name)
    def test_a_port_in_use_is_one_clear_line(self, release, program):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            extra = ["serve"] if program == programs.LATCHKEY else []
            result = programs.run(program, *extra, release, "--listen", f"127.0.0.1:{port}")
        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr.count("\n") == 1
        assert f"127.0.0.1:{port}" in result.stderr and "in use" in result.stderr

    @pytest.mark.parametrize("program", [programs.SERVER, programs.LATCHKEY], ids=lambda program: program.name)
    @pytest.mark.parametrize("content", [None, "", "{", '{"version":2}'], ids=["missing", "empty", "cut", "newer"])
    def test_a_release_that_cannot_be_read_is_one_clear_line(self, tmp_path, program, content):
        release = tmp_path / "out"
        if content is not None:
            release.mkdir()
            (release / "release.json").write_text(content)
        extra = ["serve"] if program == programs.LATCHKEY else []
        result = programs.run(program, *extra, release, "--listen", "127.0.0.1:0")
        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr.count("\n") == 1
        assert "release.json" in result.stderr
