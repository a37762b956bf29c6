"""What the tests share. Run them with `make test`, or `.venv/bin/pytest Tests/EndToEnd -k words` after a build."""

import re
import shutil

import pytest

import backends
import programs
from browsers import Chromium, Display, WebKit
from pages import visit


def pytest_sessionstart():
    for program in (programs.LATCHKEY, programs.SERVER):
        if not program.exists():
            pytest.exit(f"there is no {program}: run 'swift build' first", returncode=2)


def pytest_collection_modifyitems(items):
    """What takes long comes first, so that nobody waits for it at the end."""
    items.sort(key=lambda item: "browser" not in item.fixturenames)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Where several processes share the work, a module's tests stay together, for they share what it has set up; those of
    the two engines are apart."""
    from xdist.scheduler import LoadScopeScheduling

    class Modules(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            module, _, test = nodeid.partition("::")
            engine = re.search("chromium|webkit", test.partition("[")[2])
            return f"{module} {engine[0]}" if engine else module

    config.option.loadscopereorder = False
    return Modules(config, log)


@pytest.fixture(scope="session")
def release(tmp_path_factory):
    """Artitec's release, compressed. Nobody writes to it."""
    folder = tmp_path_factory.mktemp("release")
    programs.build(programs.copy_site(folder, "artitec"), folder / "out")
    return folder / "out"


@pytest.fixture(scope="session")
def server(release):
    """The port of a latchkey-server on Artitec's release."""
    with programs.serve(release) as running:
        yield running.port


@pytest.fixture
def site(tmp_path):
    """A copy of Artitec's site that a test may change."""
    return programs.copy_site(tmp_path, "artitec")


@pytest.fixture(scope="session")
def chromium():
    browser = Chromium()
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def webkit(tmp_path_factory):
    if not shutil.which("WebKitWebDriver"):
        pytest.skip("WebKitWebDriver is packaged for Linux only")
    display = Display()
    browser = WebKit(display.name, tmp_path_factory.mktemp("webkit"))
    yield browser
    browser.close()
    display.close()


@pytest.fixture(params=["chromium", "webkit"], scope="session")
def browser(request):
    """Each test that asks for it runs once in either engine."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def flow(tmp_path_factory):
    """Artitec's release, talking to a backend of its tests' own, with less patience: 3 s for an answer, 6 s for a mail."""
    folder = tmp_path_factory.mktemp("flow")
    site = programs.copy_site(folder, "artitec")
    with backends.artitec() as backend:
        app = site / "artitec" / "app.yml"
        text = app.read_text()
        plain = "base: https://api.artitec.com, timeout: 30s, resend-after: 60s"
        assert plain in text
        app.write_text(text.replace(plain, f"base: {backend.address}, timeout: 3s, resend-after: 6s"))
        programs.build(site, folder / "out")
        with programs.serve(folder / "out", "--as", "artitec.com") as running:
            yield backend, f"http://127.0.0.1:{running.port}"


@pytest.fixture
def backend(flow):
    """The backend as it is on its first day."""
    backend, _ = flow
    backend.trouble = None
    backend.passwords = {"ada@example.com": "Old-Password-1"}
    for record in (backend.links, backend.inbox, backend.asked):
        record.clear()
    return backend


@pytest.fixture
def page(flow, backend, browser):
    """Artitec's pages, in either engine."""
    with visit(browser, flow[1]) as page:
        yield page
