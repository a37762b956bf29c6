"""`latchkey preview`: a saved change is on the screen, a bad one is explained over the last good page."""

import socket

import programs
import pytest
from browsers import Look
from rawhttp import ask
from selenium.webdriver.support.ui import WebDriverWait

PROBLEMS = "return document.getElementById('latchkey-problems')?.textContent ?? ''"
HEADING = "return document.querySelector('h1')?.textContent ?? ''"


@pytest.fixture
def preview(site):
    """A preview of a site that may be changed."""
    port = programs.free_ports(3)
    with programs.Running(programs.LATCHKEY, "preview", "Site", "--port", port, cwd=site.parent, lines=2) as running:
        yield running


def eventually(browser, script, condition, seconds=15):
    """Waits until what a script returns is what a test hopes for. A page that reloads just then is asked again."""

    def holds(_):
        try:
            return condition(browser.run(script))
        except Exception:  # noqa: BLE001  the page is being replaced
            return False

    WebDriverWait(browser.driver, seconds, 0.1).until(holds, f"{script} never came to it")


def test_it_prints_addresses_that_answer(preview):
    assert preview.said == [
        f"Preview: http://127.0.0.1:{preview.port}",
        f"Artitec: http://127.0.0.1:{preview.port + 1}/forgot-password",
    ]
    index = ask(preview.port, "/", host=f"127.0.0.1:{preview.port}")
    assert index.status == 200
    assert f"http://127.0.0.1:{preview.port + 1}/reset-password".encode() in index.body
    page = ask(preview.port + 1, "/reset-password?token=abc", host=f"127.0.0.1:{preview.port + 1}")
    assert page.status == 200
    assert b"Verifying reset link" in page.body


def test_every_link_of_the_index_answers(preview, chromium):
    chromium.look(Look(1280, 800))
    chromium.open(f"http://127.0.0.1:{preview.port}/")
    addresses = chromium.run("return [...document.links].map(link => link.href)")
    assert len(addresses) > 10
    for address in addresses:
        port, _, target = address.removeprefix("http://127.0.0.1:").partition("/")
        assert ask(int(port), f"/{target}", host=f"127.0.0.1:{port}").status in (200, 302), address
    assert chromium.axe() == []


def test_apps_follow_in_folder_order(site):
    second = site / "bakery"
    second.mkdir()
    for file in (site / "artitec").glob("*.*"):
        (second / file.name).write_text(file.read_text().replace("artitec", "bakery").replace("Artitec", "Bakery"))
    app = second / "app.yml"
    app.write_text(app.read_text().replace("contract: bakery", "contract: artitec"))
    port = programs.free_ports(3)
    with programs.Running(programs.LATCHKEY, "preview", "--port", port, cwd=site.parent):
        for offset, name in [(1, b"Artitec"), (2, b"Bakery")]:
            answer = ask(port + offset, "/forgot-password", host=f"127.0.0.1:{port + offset}")
            assert name in answer.body


def test_a_saved_change_is_on_the_screen(preview, site, browser):
    browser.look(Look())
    browser.open(f"http://127.0.0.1:{preview.port + 1}/forgot-password")
    eventually(browser, HEADING, lambda text: text == "Forgot Password?")
    page = site / "artitec" / "forgot-password.md"
    page.write_text(page.read_text().replace("## Forgot Password?", "## Lost your password?"))
    eventually(browser, HEADING, lambda text: text == "Lost your password?")


def test_a_bad_edit_is_explained_over_the_last_good_page(preview, site, browser):
    browser.look(Look())
    browser.open(f"http://127.0.0.1:{preview.port + 1}/forgot-password")
    browser.console()  # what the test before has left
    page = site / "artitec" / "forgot-password.md"
    good = page.read_text()
    page.write_text(good.replace("send-link: { ok: sent }", "send-link: { ok: snet }"))
    eventually(browser, PROBLEMS, lambda text: "Site/artitec/forgot-password.md:14:" in text and "'snet'" in text)
    assert browser.run(HEADING) == "Forgot Password?"
    browser.settle()
    browser.screenshot(programs.ROOT / ".build" / f"overlay.{browser.name}.png")

    # Somebody who opens the page only now is told too.
    browser.open(f"http://127.0.0.1:{preview.port + 1}/reset-password?token=abc")
    eventually(browser, PROBLEMS, lambda text: "forgot-password.md:14:" in text)

    page.write_text(good)
    eventually(browser, PROBLEMS, lambda text: text == "")
    # A browser reports every 4xx; the page before asked the sandbox about a link that is none.
    assert [line for line in browser.console() if "/v1/auth/" not in line] == []


def test_a_template_beside_the_site_is_watched_too(chromium, tmp_path):
    assert programs.run(programs.LATCHKEY, "init", "x", "--templates", cwd=tmp_path).returncode == 0
    port = programs.free_ports(2)
    with programs.Running(programs.LATCHKEY, "preview", "--port", port, cwd=tmp_path / "x"):
        chromium.look(Look())
        chromium.open(f"http://127.0.0.1:{port + 1}/forgot-password")
        template = tmp_path / "x" / "Templates" / "pages" / "document.mustache"
        template.write_text(template.read_text().replace("</body>", "<footer>Ours</footer>\n</body>"))
        eventually(chromium, "return document.querySelector('footer')?.textContent", lambda text: text == "Ours")


@pytest.mark.parametrize("offset", [0, 1], ids=["index", "app"])
def test_another_host_gets_nothing(preview, offset):
    """A page on the internet that points its own name at 127.0.0.1 must not read what is being written here."""
    port = preview.port + offset
    for host in ("evil.example", f"evil.example:{port}", "artitec.com", "127.0.0.1.evil.example", "2130706433"):
        for path in ("/", "/forgot-password", "/_preview/events"):
            answer = ask(port, path, host=host)
            assert answer.status in (400, 403, 421), (host, path)
            assert b"Artitec" not in answer.body
    for host in (f"127.0.0.1:{port}", f"localhost:{port}"):
        assert ask(port, "/", host=host).status in (200, 404)


def test_it_listens_on_loopback_alone(preview):
    for offset in (0, 1):
        with pytest.raises(OSError):
            # All of 127/8 is this machine, and only what listens everywhere would answer here.
            socket.create_connection(("127.0.0.2", preview.port + offset), timeout=2).close()


def test_a_port_in_use_is_one_clear_line(site):
    port = programs.free_ports(2)
    for taken in (port, port + 1):
        with socket.create_server(("127.0.0.1", taken)):
            result = programs.run(programs.LATCHKEY, "preview", "Site", "--port", port, cwd=site.parent)
        assert result.returncode == 1
        assert result.stderr.splitlines()[-1].startswith("error: ")
        assert f"127.0.0.1:{taken}" in result.stderr.splitlines()[-1]


def test_it_begins_with_a_broken_site_and_mends_itself(site, chromium):
    page = site / "artitec" / "forgot-password.md"
    good = page.read_text()
    page.write_text(good.replace("(app:login)", "(app:logn)"))
    port = programs.free_ports(2)
    with programs.Running(programs.LATCHKEY, "preview", "--port", port, cwd=site.parent):
        chromium.look(Look())
        chromium.open(f"http://127.0.0.1:{port}/")
        eventually(chromium, "return document.body.textContent", lambda text: "forgot-password.md:" in text)
        page.write_text(good)
        eventually(chromium, "return document.body.textContent", lambda text: "Artitec" in text)
