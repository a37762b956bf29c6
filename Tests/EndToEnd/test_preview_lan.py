"""The preview for phones in the local network, over further addresses of this machine: what opened its address is admitted."""

import http.client
import json
import re

import programs
import pytest
from selenium.webdriver.support.wait import WebDriverWait

HOST = "127.0.0.2"
STRANGER, PHONE, SECOND = "127.0.0.3", "127.0.0.4", "127.0.0.5"


def get(device, port, path, method="GET", host=None):
    """The response to a request from the address of a device, and its body."""
    connection = http.client.HTTPConnection(HOST, port, timeout=programs.PATIENCE, source_address=(device, 0))
    connection.request(method, path, headers={"Host": host or f"{HOST}:{port}"})
    answer = connection.getresponse()
    return answer, answer.read().decode()


@pytest.fixture(scope="module")
def preview(tmp_path_factory):
    site = programs.copy_site(tmp_path_factory.mktemp("lan"), "artitec")
    with programs.Running(
        programs.LATCHKEY, "preview", site, "--port", "0", "--lan", "--lan-address", HOST, lines=2
    ) as running:
        running.app = int(re.search(r":(\d+)/", running.said[1])[1])
        running.address = running.said[0].removeprefix("Studio: ")
        running.secret = running.address.split("/")[3]
        yield running


@pytest.fixture(scope="module")
def phone(preview):
    """A device that opened the address that the terminal shows."""
    answer, _ = get(PHONE, preview.port, f"/{preview.secret}/")
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Set-Cookie"] is None
    return PHONE


def test_printed_addresses_have_one_secret_of_128_bits(preview):
    assert re.fullmatch(rf"http://{HOST}:\d+/[\w-]{{22}}/", preview.address)
    assert preview.said[1] == f"Artitec: http://{HOST}:{preview.app}/{preview.secret}/forgot-password"


def test_admitted_device_gets_the_studio_and_the_pages(preview, phone):
    studio, body = get(phone, preview.port, "/")
    assert studio.status == 200 and "Latchkey studio" in body
    assert f"frame-src http://{HOST}:*" in studio.headers["Content-Security-Policy"]
    site = json.loads(get(phone, preview.port, "/api/site")[1])
    assert site["network"] is True
    assert site["apps"][0]["origin"] == f"http://{HOST}:{preview.app}"
    page, body = get(phone, preview.app, "/forgot-password")
    assert page.status == 200
    assert preview.secret not in body + str(page.headers)
    # The sandbox that the page asks is on the same host, and knows the same devices.
    base = re.search(rf"http://{HOST}:(\d+)(/artitec)", body)
    assert f"connect-src http://{HOST}:{base[1]}" in page.headers["Content-Security-Policy"]
    assert get(phone, int(base[1]), base[2] + "/v1/auth/forgot-password", "OPTIONS")[0].status not in (403, 421)
    assert get(phone, int(base[1]), base[2] + "/x", host="evil.example")[0].status == 421
    for path in (base[2] + "/v1/auth/forgot-password", "/_sandbox/inbox", "/"):
        for method in ("GET", "POST", "OPTIONS"):
            assert get(STRANGER, int(base[1]), path, method)[0].status == 403


def test_other_devices_get_403_for_every_path(preview, phone):
    for port in (preview.port, preview.app):
        for path in ("/", "/events", "/api/site", "/_preview/events", "/forgot-password", "/_preview/emails/x", "/" + "A" * 22 + "/",
                     f"/{preview.secret[:-1]}/", f"/{preview.secret}x/", f"//{preview.secret}/", f"/?{preview.secret}"):  # fmt: skip
            for method in ("GET", "HEAD", "POST"):
                answer, body = get(STRANGER, port, path, method)
                assert (answer.status, body) in ((403, "Forbidden\n"), (403, "")), (port, path, method)
        # A name whose DNS entry points to this machine.
        for host in ("evil.example", "localhost", "127.0.0.1", f"evil.example:{port}"):
            assert get(phone, port, "/", host=host)[0].status == 421


def test_address_in_the_studio_admits_the_next_device_on_an_apps_port(preview, phone):
    panel = json.loads(get(phone, preview.port, "/api/phone?app=artitec")[1])
    assert panel["address"] == f"http://{HOST}:{preview.app}/{preview.secret}/forgot-password"
    assert panel["picture"].startswith("<svg ")
    assert get(SECOND, preview.app, "/forgot-password")[0].status == 403
    answer, _ = get(SECOND, preview.app, f"/{preview.secret}/forgot-password")
    assert (answer.status, answer.headers["Location"]) == (303, "/forgot-password")
    assert get(SECOND, preview.app, "/forgot-password")[0].status == get(SECOND, preview.port, "/")[0].status == 200


def test_secret_leads_to_no_other_host(preview, phone):
    for path in ("//evil.example/", "/\\evil.example", "", "/%2f/evil.example"):
        answer, _ = get(phone, preview.port, f"/{preview.secret}{path}")
        assert answer.status in (303, 400), path
        if answer.status == 303:
            assert re.fullmatch(r"/([^/\\].*)?", answer.headers["Location"]), path


def test_a_flow_works_on_the_phone(preview, phone, chromium):
    """From the camera to an email of the sandbox, which the page asks at the same host."""
    panel = json.loads(get(phone, preview.port, "/api/phone?app=artitec")[1])
    driver = chromium.driver
    driver.get(panel["address"])
    wait = WebDriverWait(driver, programs.PATIENCE)
    wait.until(lambda _: driver.current_url == f"http://{HOST}:{preview.app}/forgot-password")
    assert driver.execute_script("return document.cookie + document.referrer") == ""
    wait.until(lambda _: driver.find_element("css selector", "input[type=email]")).send_keys("person@example.com\n")
    wait.until(lambda _: "Check Your Email" in driver.find_element("css selector", "main").text)
    inbox = json.loads(get(phone, preview.port, "/api/inbox")[1])["emails"]
    assert inbox[0]["link"].startswith(f"http://{HOST}:{preview.app}/reset-password?token=")
    # The studio in the same browser, with the address for the next device.
    driver.get(f"http://{HOST}:{preview.port}/#/phone")
    # With one command: the studio may replace its elements at any moment.
    wait.until(lambda _: driver.execute_script("return document.querySelector('main img')?.naturalWidth > 0"))
    assert driver.execute_script("return document.querySelector('main .panel code').innerText") == preview.address
    # Other tests have left pages whose preview has ended.
    assert [line for line in chromium.console() if HOST in line] == []
    # The studio would go on asking for events when the preview has ended.
    chromium.open("about:blank")


def test_without_it_only_this_machine_is_listened_on(tmp_path):
    site = programs.copy_site(tmp_path, "artitec")
    with programs.Running(programs.LATCHKEY, "preview", site, "--port", "0", lines=2) as running:
        assert running.said[0] == f"Studio: http://127.0.0.1:{running.port}"
        with pytest.raises(ConnectionRefusedError):
            get(STRANGER, running.port, "/")


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
