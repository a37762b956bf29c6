"""The preview for phones in the local network, over a second address of this machine: each device needs a code."""

import http.client
import json
import re

import programs
import pytest
from selenium.webdriver.support.wait import WebDriverWait

HOST = "127.0.0.2"


class Device:
    """A browser's cookies and requests, by hand."""

    def __init__(self):
        self.cookie = None

    def get(self, port, path, method="GET", host=None, **headers):
        connection = http.client.HTTPConnection(HOST, port, timeout=programs.PATIENCE)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers["Host"] = host or f"{HOST}:{port}"
        if self.cookie:
            headers["Cookie"] = f"other=1; {self.cookie}"
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        body = answer.read().decode()
        if set_cookie := answer.headers["Set-Cookie"]:
            self.cookie = set_cookie.partition(";")[0]
        return answer, body


@pytest.fixture(scope="module")
def preview(tmp_path_factory):
    site = programs.copy_site(tmp_path_factory.mktemp("lan"), "artitec")
    with programs.Running(
        programs.LATCHKEY, "preview", site, "--port", "0", "--lan", "--lan-address", HOST, lines=2
    ) as running:
        running.app = int(re.search(r":(\d+)/", running.said[1])[1])
        running.address = running.said[0].removeprefix("Studio: ")
        yield running


def path_of(address):
    return address.partition(f"http://{HOST}:")[2].partition("/")[2]


@pytest.fixture(scope="module")
def phone(preview):
    """The first device, which came in by the address that the terminal shows."""
    device = Device()
    answer, body = device.get(preview.port, "/" + path_of(preview.address))
    assert answer.status == 200
    assert answer.headers["Refresh"] == "0;url=/"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert '<a href="/">' in body
    cookie = answer.headers["Set-Cookie"]
    assert re.fullmatch(r"latchkey-preview=[\w-]{22}; Path=/; HttpOnly; SameSite=Strict", cookie)
    return device


def test_the_address_has_a_code_of_128_bits(preview):
    assert re.fullmatch(rf"http://{HOST}:\d+/_lan/[\w-]{{22}}/", preview.address)


def test_a_device_that_was_admitted_sees_the_studio_and_the_pages(preview, phone):
    studio, body = phone.get(preview.port, "/")
    assert studio.status == 200 and "Latchkey studio" in body
    assert f"frame-src http://{HOST}:*" in studio.headers["Content-Security-Policy"]
    site = json.loads(phone.get(preview.port, "/api/site")[1])
    assert site["network"] is True
    assert site["apps"][0]["origin"] == f"http://{HOST}:{preview.app}"
    page, body = phone.get(preview.app, "/forgot-password")
    assert page.status == 200
    # The sandbox that the page asks is on the same host, below a secret of its own.
    base = re.search(rf"http://{HOST}:(\d+)(/[\w-]{{22}}/artitec)", body)
    assert f"connect-src http://{HOST}:{base[1]}" in page.headers["Content-Security-Policy"]
    stranger = Device()
    assert stranger.get(int(base[1]), base[2] + "/v1/auth/forgot-password", "OPTIONS")[0].status != 403
    for path in ("/artitec/v1/auth/forgot-password", "/_sandbox/inbox", "/" + "x" * 22 + "/artitec/v1"):
        assert stranger.get(int(base[1]), path)[0].status == 403
    assert stranger.get(int(base[1]), base[2] + "/x", host="evil.example")[0].status == 421


def test_nobody_else_sees_anything(preview, phone):
    for port in (preview.port, preview.app):
        for path in ("/", "/events", "/api/site", "/_preview/events", "/forgot-password", "/_preview/emails/x", "/_lan/", "/_lan/x/"):
            for method in ("GET", "HEAD", "POST"):
                stranger = Device()
                answer, body = stranger.get(port, path, method)
                assert (answer.status, body) in ((403, "Forbidden\n"), (403, "")), (port, path, method)
                assert stranger.cookie is None
        for cookie in ("latchkey-preview=", "latchkey-preview=" + "A" * 22, "latchkey-preview"):
            stranger = Device()
            stranger.cookie = cookie
            assert stranger.get(port, "/")[0].status == 403
        # A name whose DNS entry points to this machine.
        for host in ("evil.example", "localhost", "127.0.0.1", f"evil.example:{port}"):
            assert phone.get(port, "/", host=host)[0].status == 421


def test_a_code_admits_one_device(preview, phone):
    spent = "/" + path_of(preview.address)
    assert Device().get(preview.port, spent)[0].status == 403
    # Whoever is in already may reload.
    assert phone.get(preview.port, spent)[0].headers["Set-Cookie"] is None
    panel = json.loads(phone.get(preview.port, "/api/phone?app=artitec")[1])
    assert re.fullmatch(rf"http://{HOST}:{preview.app}/_lan/[\w-]{{22}}/forgot-password", panel["address"])
    assert panel["picture"].startswith("<svg ")
    code = "/" + path_of(panel["address"])
    # What only looks ahead does not spend it.
    assert Device().get(preview.app, code, "HEAD")[0].status == 403
    second = Device()
    answer, _ = second.get(preview.app, code)
    assert (answer.status, answer.headers["Refresh"]) == (200, "0;url=/forgot-password")
    assert second.cookie != phone.cookie
    assert second.get(preview.app, "/forgot-password")[0].status == 200
    assert Device().get(preview.app, code)[0].status == 403
    assert phone.get(preview.app, "/forgot-password")[0].status == 200


def test_a_code_leads_to_no_other_host(preview, phone):
    for path in ("//evil.example/", "/\\evil.example", "", "/%2f/evil.example"):
        code = json.loads(phone.get(preview.port, "/api/phone")[1])["address"].split("/_lan/")[1].strip("/")
        answer, _ = Device().get(preview.port, f"/_lan/{code}{path}")
        assert answer.status in (200, 400), path
        if answer.status == 200:
            assert re.fullmatch(r"0;url=/([^/\\].*)?", answer.headers["Refresh"]), path


def test_a_flow_works_on_the_phone(preview, phone, chromium):
    """From the camera to an email of the sandbox, which the page asks at the same host."""
    panel = json.loads(phone.get(preview.port, "/api/phone?app=artitec")[1])
    driver = chromium.driver
    driver.get(panel["address"])
    wait = WebDriverWait(driver, programs.PATIENCE)
    wait.until(lambda _: driver.current_url == f"http://{HOST}:{preview.app}/forgot-password")
    assert driver.execute_script("return document.cookie") == ""
    wait.until(lambda _: driver.find_element("css selector", "input[type=email]")).send_keys("person@example.com\n")
    wait.until(lambda _: "Check Your Email" in driver.find_element("css selector", "main").text)
    inbox = json.loads(phone.get(preview.port, "/api/inbox")[1])["emails"]
    assert inbox[0]["link"].startswith(f"http://{HOST}:{preview.app}/reset-password?token=")
    # The studio in the same browser, with the code for the next device.
    driver.get(f"http://{HOST}:{preview.port}/#/phone")
    # With one command: the studio may replace its elements at any moment.
    wait.until(lambda _: driver.execute_script("return document.querySelector('main img')?.naturalWidth > 0"))
    assert "/_lan/" in driver.execute_script("return document.querySelector('main .panel code').innerText")
    # Other tests have left pages whose preview has ended.
    assert [line for line in chromium.console() if HOST in line] == []
    # The studio would go on asking for events when the preview has ended.
    chromium.open("about:blank")


def test_without_it_only_this_machine_is_listened_on(tmp_path):
    site = programs.copy_site(tmp_path, "artitec")
    with programs.Running(programs.LATCHKEY, "preview", site, "--port", "0", lines=2) as running:
        assert running.said[0] == f"Studio: http://127.0.0.1:{running.port}"
        with pytest.raises(ConnectionRefusedError):
            Device().get(running.port, "/")


@pytest.mark.parametrize("address", ["::1", "example.com", "127.0.0.256", "127.0.0.2:80", ""])
def test_an_address_that_is_none_is_refused(address):
    result = programs.run(programs.LATCHKEY, "preview", programs.SITE, "--lan-address", address)
    assert result.returncode == 64
    assert f"The value '{address}' is invalid for '--lan-address <addr>'." in result.stderr


def test_an_address_of_another_machine_is_told():
    result = programs.run(programs.LATCHKEY, "preview", programs.SITE, "--port", "0", "--lan-address", "192.0.2.1")
    assert (result.returncode, result.stdout) == (1, "")
    said, _, fix = result.stderr.partition("\n")
    assert said == "error: cannot listen on 192.0.2.1: this machine does not have the address"
    assert re.fullmatch(
        r"  fix: (Name an address of this machine with '--lan-address': [0-9.]+ \(\S+\)(, [0-9.]+ \(\S+\))*"
        r"|Connect this machine to a local network first: it has no address on one)\.\n",
        fix,
    )
