"""`latchkey preview`: a saved change is on the screen, a bad one is explained over the last good page."""

import gzip
import json
import os
import re
import shutil
import signal
import socket
import threading
import time
from urllib.parse import unquote

import brotli
import httpx
import programs
import pytest
from browsers import Look
from rawhttp import ask
from studio import Preview, eventually

PROBLEMS = "return document.getElementById('latchkey-problems')?.textContent ?? ''"
HEADING = "return document.querySelector('h1')?.textContent ?? ''"


@pytest.fixture
def preview(site):
    """A preview of a site that may be changed."""
    with Preview(site) as running:
        yield running


def test_it_prints_addresses_that_answer(preview):
    assert preview.said == [
        f"Studio: http://127.0.0.1:{preview.port}",
        f"Artitec: http://127.0.0.1:{preview.port + 1}/forgot-password",
    ]
    assert b"Latchkey studio" in preview.get("/").body
    page = preview.get("/reset-password?token=abc", preview.port + 1)
    assert page.status == 200
    assert b"Verifying reset link" in page.body


def test_printed_addresses_and_issued_links_open_their_pages(tmp_path):
    with Preview(programs.copy_site(tmp_path, "creators", "fetchnews")) as running:
        printed = [line.rpartition("http://127.0.0.1:")[2] for line in running.said[1:]]
        assert [path.partition("/")[2] for path in printed] == ["forgot-password", "forgot-password"]
        for app in json.loads(running.get("/api/site").body)["apps"]:
            for link in (link for page in app["pages"] for link in page["links"]):
                asked = httpx.post(f"{running.origin}/api/link", json={"app": app["name"], "link": link}, headers={"Origin": running.origin})
                address = asked.json()["address"]
                assert address.startswith(app["origin"] + "/") and httpx.get(address).status_code == 200, link
                if (app["name"], link) != ("fetchnews", "reset-password"):
                    continue
                # The sandbox takes its token, once.
                base = re.search(r"http://127\.0\.0\.1:\d+/fetchnews", httpx.get(address).text)[0]
                reset = {"token": unquote(address.rpartition("=")[2]), "newPassword": "Sunflower-7"}
                asked = [httpx.post(f"{base}/api/auth/reset-password", json=reset).status_code for _ in range(2)]
                assert asked == [200, 400]


def test_an_address_that_another_server_answers_says_so(tmp_path):
    with Preview(programs.copy_site(tmp_path, "recruiting-compass")) as running:
        for path in ("/login", "/signup"):
            page = running.get(path, running.port + 1)
            assert page.status == 404
            assert f"<h1>Another server answers {path}</h1>".encode() in page.body
            assert b'class="action' not in page.body
            # As those of an existing page, or the preview's own script would reload it for ever.
            assert re.search(rb'data-page="recruiting-compass/404.html" data-person="person@example.com" data-version="[0-9a-f]+"', page.body)
        assert b"Page Not Available" in running.get("/nowhere", running.port + 1).body


def test_apps_follow_in_folder_order(site):
    second = shutil.copytree(site / "artitec", site / "bakery")
    for file in [each for each in second.rglob("*.*") if each.suffix != ".png"]:
        file.write_text(file.read_text().replace("artitec", "bakery").replace("Artitec", "Bakery"))
    with Preview(site) as running:
        for offset, name in [(1, b"Artitec"), (2, b"Bakery")]:
            assert name in running.get("/forgot-password", running.port + offset).body


def test_what_the_command_line_names_wrongly_ends_it(site):
    for options, message in (
        (["--env", "nope"], f"{site}: error: no app has an environment 'nope'\n  fix: There is none: add app.nope.yml beside an app.yml.\n"),
        (["--app", "artitce"], "Error: There is no app 'artitce'. Did you mean 'artitec'?\n"),
    ):  # fmt: skip
        result = programs.run(programs.LATCHKEY, "preview", site, "--port", "0", *options)
        assert result.returncode != 0 and result.stdout == ""
        assert result.stderr.startswith(message)


def test_colours_that_give_way_are_noted_in_check_and_studio_and_not_in_the_terminal(site):
    page = site / "artitec" / "forgot-password.md"
    noted = programs.run(programs.LATCHKEY, "check", site)
    assert noted.returncode == 0 and "note: #D4AF37 is hard to read as text on light" in noted.stderr
    with Preview(site) as running:
        assert "#D4AF37 is hard to read as text on light" in running.get("/api/site").body.decode()
        page.write_text(page.read_text().replace("Forgot Password?", "Saved"))
        waits_for(lambda: shown(running) == "Saved", "the change")
        status, stderr = running.stop()
    assert (status, stderr) == (0, "")


def decoded(answer):
    """A body without its content coding."""
    match answer["content-encoding"]:
        case "br":
            return brotli.decompress(answer.body)
        case "gzip":
            return gzip.decompress(answer.body)
    return answer.body


def test_a_previewed_page_differs_from_the_release_in_three_ways_alone(tmp_path):
    """The studio may frame it; it talks to the sandbox; and one script more hears of changes from its own origin."""
    apps = [folder.parent.name for folder in sorted(programs.SITE.glob("*/app.yml"))]
    site = programs.copy_site(tmp_path, *apps)
    programs.build(site, tmp_path / "out")
    with Preview(site) as preview:
        overview = json.loads(preview.get("/api/site").body)
        sandbox = json.loads(preview.get("/api/sandbox").body)
        assert [app["name"] for app in overview["apps"]] == apps
        manifest = json.loads((tmp_path / "out" / "release.json").read_text())
        for app in overview["apps"]:
            port = int(app["origin"].rpartition(":")[2])
            released_app = next(each for each in manifest["apps"] if each["name"] == app["name"])
            files = {name for route in released_app["routes"] for name in re.findall(r'"([^"]+\.html)"', json.dumps(route))}
            paths = [page["path"] for page in app["pages"]] + ["/nothing-here", "/.well-known/apple-app-site-association"]
            assert files or not app["pages"]
            with programs.serve(tmp_path / "out", "--as", app["host"]) as server:
                for path in paths:
                    released = ask(server.port, path, host=f"127.0.0.1:{server.port}")
                    previewed = preview.get(path, port)
                    assert previewed.status == released.status, path
                    same_but_for_three(released, previewed, preview, app, sandbox)


def same_but_for_three(released, previewed, preview, app, sandbox):
    """Takes the three differences back and expects nothing to be left of any."""
    headers, body = dict(previewed.headers), decoded(previewed).decode()
    known = dict(released.headers)
    for name in ("date", "content-length", "etag", "vary", "content-encoding", "connection"):
        # These follow from the bytes, or from whether they are compressed.
        headers.pop(name, None)
        known.pop(name, None)
    expected = decoded(released).decode()
    if "content-security-policy" in headers and "<html" in body:
        # One: the studio frames it.
        policy = headers["content-security-policy"]
        assert f"frame-ancestors {preview.origin}" in policy
        policy = policy.replace(f"frame-ancestors {preview.origin}", "frame-ancestors 'none'")
        # Three: the script, by its hash, and what it hears.
        body, count = re.subn(r'<script data-page="[^"]*"(?: data-person="person@example.com")? data-version="[0-9a-f]*">.*?</script>\n', "", body, flags=re.S)
        assert count == 1
        sources = {name: values.split() for name, _, values in (part.strip().partition(" ") for part in policy.split(";"))}
        theirs = {
            name: values.split()
            for name, _, values in (part.strip().partition(" ") for part in known["content-security-policy"].split(";"))
        }
        extra = [source for source in sources["script-src"] if source not in theirs.get("script-src", [])]
        assert len(extra) == 1 and extra[0].startswith("'sha256-")
        sources["script-src"].remove(extra[0])
        sources["connect-src"].remove("'self'")
        # Two: the sandbox instead of the backend.
        backend = theirs.get("connect-src", [])
        if backend:
            assert len(sources["connect-src"]) == 1 and re.fullmatch(r"http://127\.0\.0\.1:\d+", sources["connect-src"][0])
            origin = sources["connect-src"][0]
            bases = re.findall(rf"{re.escape(origin)}/{app['name']}[^\"' ]*", body)
            assert bases
            body = body.replace(f"{origin}/{app['name']}", backend[0])
            sources["connect-src"] = backend
        assert {name: values for name, values in sources.items() if values or name in theirs} == theirs
        headers.pop("content-security-policy")
        known.pop("content-security-policy")
    assert headers == known
    assert body == expected


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
    eventually(browser, PROBLEMS, lambda text: "Site/artitec/forgot-password.md:15:" in text and "'snet'" in text)
    assert browser.run(HEADING) == "Forgot Password?"
    browser.settle()
    browser.screenshot(programs.ROOT / ".build" / f"overlay.{browser.name}.png")

    # Somebody who opens the page only now is told too.
    browser.open(f"http://127.0.0.1:{preview.port + 1}/reset-password?token=abc")
    eventually(browser, PROBLEMS, lambda text: "forgot-password.md:15:" in text)

    page.write_text(good)
    eventually(browser, PROBLEMS, lambda text: text == "")
    # A browser reports every 4xx; the page before asked the sandbox about a link that is none.
    assert [line for line in browser.console() if "/v1/auth/" not in line] == []


@pytest.mark.parametrize("begins", ["before", "after"])
def test_a_template_beside_the_site_is_watched_too(chromium, tmp_path, begins):
    """Whether the folder was there when the preview began or was made afterwards."""
    assert programs.run(programs.LATCHKEY, "init", "x", "--templates", cwd=tmp_path).returncode == 0
    site, templates = tmp_path / "x" / "Site", tmp_path / "x" / "Templates"
    if begins == "after":
        templates.rename(tmp_path / "away")
    with Preview(site) as running:
        chromium.look(Look())
        chromium.open(f"http://127.0.0.1:{running.port + 1}/forgot-password")
        eventually(chromium, HEADING, bool)
        if begins == "after":
            (tmp_path / "away").rename(templates)
        template = templates / "pages" / "document.mustache"
        template.write_text(template.read_text().replace("</main>", "</main>\n<aside>Ours</aside>"))
        eventually(chromium, "return document.querySelector('aside')?.textContent", lambda text: text == "Ours")


@pytest.mark.parametrize("offset", [0, 1], ids=["index", "app"])
def test_another_host_gets_nothing(preview, offset):
    """A page on the internet that points its own name at 127.0.0.1 must not read what is being written here."""
    port = preview.port + offset
    for host in ("evil.example", f"evil.example:{port}", "artitec.com", "127.0.0.1.evil.example", "2130706433"):
        for path in ("/", "/forgot-password", "/_preview/events", "/events", "/api/site", "/api/inbox"):
            answer = ask(port, path, host=host)
            assert answer.status in (400, 403, 421), (host, path)
            assert b"Artitec" not in answer.body
    for host in (f"127.0.0.1:{port}", f"localhost:{port}"):
        # The studio has one origin, so that there is one that may frame the pages.
        assert ask(port, "/", host=host).status in (200, 307, 404)


def test_it_listens_on_loopback_alone(preview):
    for offset in (0, 1):
        with pytest.raises(OSError):
            # All of 127/8 is this machine, and only what listens everywhere would answer here.
            socket.create_connection(("127.0.0.2", preview.port + offset), timeout=2).close()


@pytest.mark.parametrize("offset", [0, 1], ids=["studio", "app"])
def test_a_port_in_use_gives_way_to_the_next_free_one(site, offset):
    port = programs.free_ports(4)
    with socket.create_server(("127.0.0.1", port + offset)):
        with programs.Running(programs.LATCHKEY, "preview", "--port", port, cwd=site.parent, lines=2) as running:
            shown = [port + 1, port + 2] if offset == 0 else [port, port + 2]
            assert running.said == [
                f"Studio: http://127.0.0.1:{shown[0]}", f"Artitec: http://127.0.0.1:{shown[1]}/forgot-password",
            ]
            assert ask(shown[1], "/forgot-password", host=f"127.0.0.1:{shown[1]}").status == 200
            what = "the studio" if offset == 0 else "Artitec"
            status, stderr = running.stop()
    assert status == 0
    assert f"note: Port {port + offset} is taken, so {what} is on {shown[offset]}.\n" in stderr


@pytest.mark.parametrize("there_is_a_browser", [True, False])
def test_open_shows_the_studio_in_the_browser_or_says_that_there_is_none(site, tmp_path, there_is_a_browser):
    opener, shown = tmp_path / "xdg-open", tmp_path / "shown"
    if there_is_a_browser:
        opener.write_text(f'#!/bin/sh\necho "$@" > {shown}.part\nmv {shown}.part {shown}\n')
        opener.chmod(0o755)
        # Where a Mac looks for it.
        (tmp_path / "open").symlink_to(opener)
    path = f"{tmp_path}:/usr/bin:/bin" if there_is_a_browser else str(tmp_path)
    environment = {**os.environ, "PATH": path}
    port = programs.free_ports(2)
    arguments = ["preview", "Site", "--port", port, "--open"]
    with programs.Running(programs.LATCHKEY, *arguments, cwd=site.parent, environment=environment) as preview:
        if there_is_a_browser:
            waits_for(shown.exists, "the browser")
            assert shown.read_text() == f"http://127.0.0.1:{port}\n"
        status, stderr = preview.stop()
    assert status == 0
    assert ("warning: no browser could be opened\n" in stderr) is not there_is_a_browser


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "term"])
def test_ctrl_c_leaves_nothing_running(preview, how):
    """Not even where somebody listens for events, and a backend takes its time."""
    streams = [socket.create_connection(("127.0.0.1", preview.port + offset), timeout=programs.PATIENCE) for offset in (0, 1)]
    for stream, path in zip(streams, ("/events", "/_preview/events")):
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        assert b"200" in stream.recv(64)
    status, _ = preview.stop(how)
    assert status == 0
    for offset in (0, 1):
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.1", preview.port + offset), timeout=2).close()
    for stream in streams:
        stream.close()


def test_it_begins_with_a_broken_site_and_mends_itself(site, chromium):
    page = site / "artitec" / "forgot-password.md"
    good = page.read_text()
    page.write_text(good.replace("(app:login)", "(app:logn)"))
    with Preview(site, apps=0) as running:
        chromium.look(Look())
        chromium.open(f"{running.origin}/")
        eventually(chromium, "return document.body.innerText", lambda text: "forgot-password.md:" in text)
        page.write_text(good)
        eventually(chromium, "return document.body.innerText", lambda text: "artitec.com" in text)


def shown(preview):
    """The heading of a page's start, asked without a browser."""
    body = preview.get("/forgot-password", preview.port + 1).body.decode()
    return re.search(r"<h1[^>]*>(.*?)</h1>", body)[1]


def waits_for(condition, what, seconds=programs.PATIENCE):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.02)


def test_editors_that_save_by_rename_are_seen(preview, site):
    page = site / "artitec" / "forgot-password.md"
    good = page.read_text()
    for number in range(5):
        staged = page.with_name(f".{page.name}.{number}.swp")
        staged.write_text(good.replace("Forgot Password?", f"Saved {number}"))
        staged.rename(page)
        waits_for(lambda: shown(preview) == f"Saved {number}", "the rename")


def test_a_file_that_is_being_written_breaks_nothing(preview, site):
    """An editor that empties a file before it fills it, and one that writes piece by piece."""
    page = site / "artitec" / "forgot-password.md"
    text = page.read_text().replace("Forgot Password?", "Piece by piece")
    with page.open("w") as file:
        for start in range(0, len(text), 97):
            file.write(text[start : start + 97])
            file.flush()
    waits_for(lambda: shown(preview) == "Piece by piece", "the whole file")
    assert json.loads(preview.get("/api/site").body)["broken"] is False


def test_folders_that_go_and_come_back_are_seen(preview, site, tmp_path):
    app, away = site / "artitec", tmp_path / "away"
    for number in range(3):
        app.rename(away)
        waits_for(lambda: json.loads(preview.get("/api/site").body)["broken"], "the problem")
        # What was good is still shown.
        assert preview.get("/forgot-password", preview.port + 1).status == 200
        page = away / "forgot-password.md"
        page.write_text(re.sub(r"## .*", f"## Back {number}", page.read_text(), count=1))
        shutil.copytree(away, app)
        waits_for(lambda: shown(preview) == f"Back {number}", "what came back")
        assert json.loads(preview.get("/api/site").body)["broken"] is False
        shutil.rmtree(away)
    shutil.rmtree(site)
    waits_for(lambda: json.loads(preview.get("/api/site").body)["broken"], "the problem")
    assert preview.get("/forgot-password", preview.port + 1).status == 200


def test_ten_thousand_events_in_a_burst_come_to_the_last_of_them(preview, site):
    page = site / "artitec" / "forgot-password.md"
    good = page.read_text()
    stop = threading.Event()

    def litter():
        for number in range(2_000):
            file = site / "artitec" / f"note-{number % 500}.txt"
            file.write_text(str(number))
            file.rename(file.with_suffix(".bak"))
            if number % 2:
                file.with_suffix(".bak").unlink()
        stop.set()

    writer = threading.Thread(target=litter)
    writer.start()
    for number in range(2_000):
        page.write_text(good.replace("Forgot Password?", f"Burst {number}"))
        if stop.is_set() and number > 1_500:
            break
    writer.join()
    page.write_text(good.replace("Forgot Password?", "After the burst"))
    waits_for(lambda: shown(preview) == "After the burst", "the last of them")
    assert json.loads(preview.get("/api/site").body)["broken"] is False


@pytest.mark.full
def test_a_spec_of_a_megabyte_and_a_link_that_leads_back_break_nothing(preview, site):
    links = {"loop": ".", "further": ".."}
    for name, target in links.items():
        (site / "artitec" / name).symlink_to(target)
    waits_for(lambda: preview.get("/api/site").body.decode().count("link to a folder is not followed") == 2, "the links")
    for name in links:
        (site / "artitec" / name).unlink()
    page = site / "artitec" / "forgot-password.md"
    good = page.read_text()
    words = "Many words. " * 80 + "\n\n"
    long = good.replace("## Forgot Password?\n", "## Forgot Password?\n" + words * ((1_048_576 - len(good) - 2_000) // len(words)))
    assert 1_000_000 < len(long) < 1_048_576
    long = long.replace("Forgot Password?", "A long page")
    page.write_text(long)
    waits_for(lambda: shown(preview) == "A long page", "the long page")
    page.write_text(long + "x" * 1_048_576)
    # A file that is being written may be seen while it is empty, and reported for that.
    waits_for(lambda: "larger than 1 MiB" in preview.get("/api/site").body.decode(), "the problem")
    assert json.loads(preview.get("/api/site").body)["broken"]
    assert shown(preview) == "A long page"
    page.write_text(good)
    waits_for(lambda: shown(preview) == "Forgot Password?", "the mended page")
