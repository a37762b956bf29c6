"""Shared fixtures and hooks. Run the tests with `make test`, or `.venv/bin/pytest Tests/EndToEnd -k words` after a build."""

import ast
import os
import re
import shutil
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from zlib import crc32

import httpx
import pytest

import programs
from browsers import PATIENCE, Chromium, Display, WebKit
from flows import app, backend, page, running_app, running_apps  # noqa: F401


def pytest_sessionstart(session):
    # Its own limit of five seconds is reached on a busy machine by what does not hang.
    for each in ("connect", "read", "write", "pool"):
        setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, each, PATIENCE)
    for program in (programs.LATCHKEY, programs.SERVER):
        if not program.exists() and not session.config.option.collectonly:
            pytest.exit(f"there is no {program}: run 'swift build' first", returncode=2)


def engine(item):
    """The engine that a test is parametrised with; None if it needs no browser, or uses a specific one."""
    return getattr(item, "callspec", None) and item.callspec.params.get("browser")


# Modules with few but slow tests: they build packages, kill builds, render every state, or try every value of a schema.
LONG = {"test_package", "test_crashes", "test_pages", "test_schemas", "test_studio", "test_hosts", "test_walks"}


COLLECTED = pytest.StashKey[set]()


@dataclass(frozen=True)
class Test:
    """A test function, whatever else than an app it is parametrised with."""

    file: str
    # `function` or `Class::function`.
    name: str
    has_body: bool
    # The app of a test that has rows for each app.
    app: str | None

    @classmethod
    def of(cls, item):
        name = item.originalname if item.cls is None else f"{item.cls.__name__}::{item.originalname}"
        parameters = item.callspec.params if hasattr(item, "callspec") else {}
        return cls(item.path.name, name, name in with_bodies(item.path), parameters.get("app"))


@cache
def with_bodies(path):
    """The functions of a module that have more than a docstring, `pass` and `return`, named as `Test.name`."""
    module = ast.parse(path.read_text())
    scopes = {"": module} | {f"{each.name}::": each for each in module.body if isinstance(each, ast.ClassDef)}
    return {
        prefix + function.name
        for prefix, scope in scopes.items()
        for function in scope.body
        if isinstance(function, ast.FunctionDef)
        and not all(
            isinstance(each, ast.Pass | ast.Return) or isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            for each in function.body
        )
    }


# As a wrapper: `-m` must see the marks that are set here, and pytest reorders tests by their fixtures.
@pytest.hookimpl(tryfirst=True, wrapper=True)
def pytest_collection_modifyitems(config, items):
    """Applies the marks about engines, and runs the slowest tests first to shorten the total time."""
    # Before any is deselected. One without a case, as one that is disabled, is marked `skip`.
    config.stash[COLLECTED] = {Test.of(item) for item in items if not item.get_closest_marker("skip")}
    impossible = [item for item in items if (only := item.get_closest_marker("only")) and engine(item) not in only.args]
    items[:] = [item for item in items if item not in impossible]
    for item in items:
        if engine(item) == "webkit" and not item.get_closest_marker("engines_differ") and not item.get_closest_marker("only"):
            item.add_marker("full")
    for item in unsampled([item for item in items if not item.get_closest_marker("full")]):
        item.add_marker("full")
    yield
    sizes = Counter(scope(item.nodeid) for item in items)
    items.sort(key=lambda item: (item.path.stem not in LONG, engine(item) is None, -sizes[scope(item.nodeid)]))


def unsampled(items):
    """The rows of tests marked `sampled(n)` that are not among every n-th row, which begins at another row for each test."""
    rows = defaultdict(list)
    for item in items:
        if mark := item.get_closest_marker("sampled"):
            rows[item.path, item.cls, item.originalname, mark.args[0]].append(item)
    for (_, _, name, n), group in rows.items():
        first = crc32(name.encode()) % min(n, len(group))
        yield from (item for index, item in enumerate(group) if index % n != first)


LEFT = pytest.StashKey[int]()


def pytest_deselected(items):
    left = [item for item in items if item.get_closest_marker("full")]
    if left and not left[0].config.option.keyword:
        left[0].config.stash[LEFT] = len(left)


def scope(nodeid):
    """The group of tests with the same setup: a module's tests per engine, and per app where ids begin with one."""
    module, _, test = nodeid.partition("::")
    parameters = test.partition("[")[2]
    return " ".join([module, *re.findall("^(?:chromium|webkit)", parameters), *re.findall(r"^(?:chromium-|webkit-)?([a-z-]+):", parameters)])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With several processes, keeps tests with the same setup in one process."""
    from xdist.scheduler import LoadScopeScheduling

    class Scopes(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return scope(nodeid)

    config.option.loadscopereorder = False
    return Scopes(config, log)


def pytest_sessionfinish(session, exitstatus):
    """Fails a CI run on Linux if a test was skipped: all requirements of the tests can be installed there."""
    if hasattr(session.config, "workeroutput"):
        # Only the worker processes, which collected the tests, know how many were deselected.
        session.config.workeroutput["left"] = session.config.stash.get(LEFT, 0)
    elif exitstatus == 0 and os.environ.get("CI") and sys.platform == "linux" and skips(session.config):
        session.exitstatus = 1


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    node.config.stash[LEFT] = getattr(node, "workeroutput", {}).get("left", 0)


def skips(config):
    """The reasons for skipped tests, with the number of tests for each."""
    reports = config.pluginmanager.get_plugin("terminalreporter").stats.get("skipped", [])
    return Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in reports)


def pytest_terminal_summary(terminalreporter, config):
    passed = len(terminalreporter.stats.get("passed", []))
    lines = [f"Pages and programs: {passed} tests passed, {sum(skips(config).values()) or 'none'} skipped"]
    lines += [f"    {count} skipped: {reason}" for reason, count in skips(config).items()]
    if left := config.stash.get(LEFT, 0):
        lines.append(f"    {left} left to 'make test-all', which also has more windows and more kills")
    if os.environ.get("CI") and sys.platform == "linux" and skips(config):
        lines.append("    No test needs to be skipped on Linux, so this run fails: install what is missing.")
    if any("in_the_table" in report.nodeid for report in terminalreporter.stats.get("passed", [])):
        lines += ["", *(programs.ROOT / ".build" / "conformance.txt").read_text().splitlines()]
    for line in lines:
        terminalreporter.write_line(line)
    if summary := os.environ.get("LATCHKEY_TEST_SUMMARY"):
        with open(summary, "a") as file:
            file.writelines(f"{line}\n" for line in lines)


@pytest.fixture(scope="session")
def collected(pytestconfig):
    """The tests in the files that this run was given."""
    return pytestconfig.stash[COLLECTED]


@pytest.fixture(scope="session")
def is_full(pytestconfig):
    """Whether this is the full matrix; `make test` omits additional engines, windows and kills."""
    return "not full" not in pytestconfig.option.markexpr


@pytest.fixture(scope="session")
def release(tmp_path_factory):
    """Artitec's release, compressed; read-only."""
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
    """A copy of Artitec's site for a test to modify."""
    return programs.copy_site(tmp_path, "artitec")


@pytest.fixture(scope="session")
def chromium():
    browser = Chromium()
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def webkit(tmp_path_factory, is_full):
    if not shutil.which("WebKitWebDriver"):
        pytest.skip("WebKitWebDriver is packaged for Linux only")
    display = Display()
    browser = WebKit(display.name, tmp_path_factory.mktemp("webkit"))
    browser.asks_axe = is_full
    yield browser
    browser.close()
    display.close()


@pytest.fixture(params=["chromium", "webkit"], scope="session")
def browser(request):
    """Runs a test once in each engine."""
    return request.getfixturevalue(request.param)
