"""`/open/<link>` under attack: whatever a parameter says, no field is added, and nobody is led anywhere but to the app or its page."""

import re
import socket
from urllib.parse import quote, urljoin, urlsplit

import harbour
import programs
import pytest
from rawhttp import parse
from useragents import CHROMES, FIREFOXES, IPHONES

APP = harbour.APP + """\
links:
  query: { web: "/reset?token={token}&from={from}", app: "harbour://reset?token={token}&from={from}", page: page }
  path: { web: "/i/{token}/{from}", app: "harbour://i/{token}/{from}", page: page }
  fragment: { web: "/auth#token={token}&from={from}", app: "harbour://auth#token={token}&from={from}", page: page }
  landing: { web: "/straight/{token}?from={from}", app: "harbour://straight/{token}?from={from}", page: page, landing: redirect }
"""
PAGE = "---\ntitle: Harbour\nlink: [query, path, fragment, landing]\nstart: form\n---\n# form\n## Page\n\nWords.\n"

# What a value can try: to end the field or the head, to be an address of its own, to end a part of the address that it stands in.
ATTACKS = [
    "\r\nX-Injected: 1", "\nX-Injected: 1", "\rX-Injected: 1", "\r\n\r\n<html>X-Injected", "\r\n X-Injected: 1", "\t\r\n\tX-Injected: 1",
    "\x00\r\nX-Injected: 1", "\x0b\x0cX-Injected: 1", "\x85X-Injected: 1", "\u2028X-Injected: 1", "\u560d\u560aX-Injected: 1",
    "a\r\nLocation: https://evil.example", "a\r\nSet-Cookie: x=1", "a\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", "\x7f", "\x1b[2J",
    "https://evil.example", "http://evil.example/", "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example",
    "\\/\\/evil.example", "https:evil.example", "https:/evil.example", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd",
    "intent://evil.example#Intent;scheme=https;end", "@evil.example", "user:pw@evil.example", ":443@evil.example", ".evil.example",
    "evil.example:80", "?next=//evil.example", "#//evil.example", "&token=evil", ";evil", "#Intent;scheme=https;package=evil;end",
    ";scheme=https;end", ";package=evil.app;end", ";S.browser_fallback_url=https%3A%2F%2Fevil.example;end", ";component=evil/.Main;end",
    "..", ".", "../..", "..\\..", "../../..//evil.example", "%2e%2e", "%2E%2E%2F", "%252e%252e", "%0d%0aX-Injected:1", "%250d%250aX",
    "%E5%98%8D%E5%98%8AX-Injected: 1", "{token}", "{{token}}", "{from}", "${x}", "%LINK%", "<script>", "\"'><b>", "`id`", "$(id)", "|id",
    "\u202egnp.exe", "\u200b", "\ufeff", "é", "🔑", "\U000e0041", "a" * 2048, "a" * 2049, "%" * 700, "é" * 1024, "é" * 1025, "/" * 400,
    "a b", "a+b", "=", "&", "a=b&c=d", " ", "a\u00a0b", "xn--evil", "evil。example", "ｅｖｉｌ．example", "[::1]", "0x7f.1",
]  # fmt: skip
# As bytes in the request: encoded whole, once more, and as it stands as far as a request line can hold it; and bytes that are no text.
RAW = ["%", "%0", "%zz", "%c0%ae", "%ff", "%ed%a0%80", "%u000d%u000aX", "%00", "\\", "|", "^", "`", "{", "}", '"', "<", ">", "//evil", "a%0"]
FIELDS = {
    "location", "vary", "cache-control", "referrer-policy", "x-content-type-options", "x-robots-tag", "strict-transport-security",
    "content-length", "content-type", "content-security-policy", "permissions-policy", "date", "connection", "etag", "content-encoding",
    "cross-origin-resource-policy", "x-frame-options",
}  # fmt: skip
VALUE = "(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+"
# A value within the fallback, encoded a second time.
INNER = "(?:[A-Za-z0-9._~-]|%25[0-9A-F]{2})+"
LOCATIONS = {
    "query": (f"reset\\?token={VALUE}&from={VALUE}", "/reset?token={}&from={}"),
    "path": (f"i/{VALUE}/{VALUE}", "/i/{}/{}"),
    "fragment": (f"auth#token={VALUE}&from={VALUE}", "/auth#token={}&from={}"),
    "landing": (f"straight/{VALUE}\\?from={VALUE}", "/straight/{}?from={}"),
}


def allowed(link):
    """Everything that a redirect of a link may say."""
    into, page = LOCATIONS[link]
    fallback = re.escape(quote("https://harbour.example" + page.replace("{}", "\0"), safe="-._~")).replace("%00", INNER)
    end = f"#Intent;scheme=harbour;package=example\\.harbour;S\\.browser_fallback_url={fallback};end"
    return re.compile(
        f"harbour://{into}|intent://{into}{end}|" + re.escape(page.replace("{}", "\0")).replace("\0", VALUE)
    )


def targets():
    """(link, target) of each attempt: every attack in every parameter, as a value, as a second value, as a name and in the path."""
    for link in LOCATIONS:
        start = f"/open/{link}?"
        for attack in [*(quote(each, safe="") for each in ATTACKS), *RAW, *(quote(quote(each, safe=""), safe="") for each in ATTACKS[:40])]:
            yield link, f"{start}token={attack}&from=b"
            yield link, f"{start}token=a&from={attack}"
        for attack in (quote(each, safe="") for each in ATTACKS[:40]):
            yield link, f"{start}token=a&from=b&token={attack}"
            yield link, f"{start}token={attack}&token=a&from=b"
            yield link, f"{start}token=a&from=b&{attack}={attack}"
            yield link, f"/open/{link}/{attack}?token=a&from=b"
            yield link, f"/straight/{attack}?from={attack}"


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    folder = tmp_path_factory.mktemp("attacked")
    site = folder / "Site" / "harbour"
    site.mkdir(parents=True)
    (site / "app.yml").write_text(APP)
    (site / "page.md").write_text(PAGE)
    programs.build(folder / "Site", folder / "out")
    with programs.serve(folder / "out") as running:
        yield running.port


class Client:
    """One connection, until the server closes it."""

    def __init__(self, port):
        self.port, self.connection = port, None

    def ask(self, target, agent, host="harbour.example"):
        if self.connection is None:
            self.connection = socket.create_connection(("127.0.0.1", self.port), timeout=programs.PATIENCE)
        self.connection.sendall(f"GET {target} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {agent}\r\n\r\n".encode("latin-1"))
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.read()
        parsed = parse(answer)
        while len(parsed.body) < int(parsed["Content-Length"]):
            parsed.body += self.read()
        if parsed["Connection"] == "close":
            self.connection.close()
            self.connection = None
        return parsed

    def read(self):
        piece = self.connection.recv(65536)
        assert piece, "the server closed the connection without an answer"
        return piece


@pytest.mark.parametrize(
    "agent",
    [IPHONES["Safari on iPhone"], CHROMES["Chrome on Android"], next(iter(FIREFOXES.values())), "Mozilla/5.0 (Windows NT 10.0)"],
    ids=["iphone", "chrome", "firefox", "desktop"],
)
@pytest.mark.sampled(2)
def test_no_value_adds_a_field_or_leads_elsewhere(port, agent):
    client, statuses, attempts = Client(port), {}, list(targets())
    assert len(attempts) >= 300
    for link, target in attempts:
        answer = client.ask(target, agent)
        statuses[answer.status] = statuses.get(answer.status, 0) + 1
        assert answer.status in (200, 302, 303, 400, 404, 414), (target, answer.head)
        assert {name for name, _ in answer.headers} <= FIELDS, (target, answer.head)
        location = answer["Location"]
        assert (location is not None) == (answer.status in (302, 303)), target
        if location is None:
            continue
        link = "landing" if target.startswith("/straight") else link
        assert allowed(link).fullmatch(location), (target, location)
        if location.startswith("/"):
            assert urlsplit(urljoin(f"https://harbour.example{target}", location))[:2] == ("https", "harbour.example"), location
    # Otherwise nothing was tried.
    assert statuses[302 if "Windows" not in agent else 303] > 300 and statuses[400] > 100, statuses
    print(f"{len(attempts)} attempts: {dict(sorted(statuses.items()))}")


@pytest.mark.parametrize("host", ["evil.example", "harbour.example.evil.example", "harbour.example:80@evil.example", "harbour.example\t"])
def test_no_host_but_the_apps_own_gets_a_redirect(port, host):
    answer = Client(port).ask("/open/query?token=a&from=b", IPHONES["Safari on iPhone"], host=host)
    assert answer.status in (400, 421) or answer["Location"] == "harbour://reset?token=a&from=b" and host.strip() == "harbour.example"
