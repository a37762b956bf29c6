"""What the tests share. Run them with `make test`, or `.venv/bin/pytest Tests/EndToEnd -k words` after a build."""

import shutil

import pytest

import programs
from browsers import Chromium, Display, WebKit


def pytest_sessionstart():
    for program in (programs.LATCHKEY, programs.SERVER):
        if not program.exists():
            pytest.exit(f"there is no {program}: run 'swift build' first", returncode=2)


@pytest.fixture(scope="session")
def release(tmp_path_factory):
    """Artitec's release, compressed. Nobody writes to it."""
    folder = tmp_path_factory.mktemp("release") / "out"
    programs.build("Site", folder, cwd=programs.ROOT)
    return folder


@pytest.fixture(scope="session")
def server(release):
    """The port of a latchkey-server on Artitec's release."""
    with programs.serve(release) as running:
        yield running.port


@pytest.fixture
def site(tmp_path):
    """A copy of the repository's site that a test may change."""
    return shutil.copytree(programs.SITE, tmp_path / "Site")


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
