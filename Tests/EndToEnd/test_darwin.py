"""The sources for Darwin, type-checked on Linux against declarations of what they use of Darwin's C library."""

import re
import shutil
import subprocess

import programs
import pytest
from programs import ROOT

BASE = ROOT / "Sources" / "Base"
# What calls Darwin's functions, each checked by itself over CLibrary.
CALLERS = [
    BASE / "Threads" / "SystemThread.swift",
    ROOT / "Sources" / "Server" / "HTTPListener" / "Poller+Kqueue.swift",
    ROOT / "Sources" / "Tools" / "latchkey" / "ChildProcess.swift",
]
OPTIONS = ["-swift-version", "6", "-package-name", "latchkey", "-parse-as-library", "-warnings-as-errors"]


def swiftc(*arguments):
    compiler = shutil.which("swiftc")
    if not compiler:
        pytest.skip("there is no Swift toolchain")
    upcoming = [word for name in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility") for word in ("-enable-upcoming-feature", name)]
    command = [compiler, *OPTIONS, *upcoming, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=programs.PATIENCE)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """CLibrary as a Mac compiles it."""
    folder = tmp_path_factory.mktemp("darwin")
    sources = [BASE / "CLibrary" / "CLibrary.swift", *(BASE / "CLibrary" / "Systems").glob("*.swift")]
    result = swiftc("-emit-module", "-module-name", "CLibrary", "-o", folder / "CLibrary.swiftmodule", "-I", ROOT / "Tests" / "Darwin", *sources)
    assert (result.returncode, result.stderr) == (0, "")
    return folder


@pytest.mark.parametrize("caller", CALLERS, ids=lambda path: path.name)
def test_a_caller_of_the_c_library_has_darwins_types(caller, library):
    result = swiftc("-typecheck", "-I", library, "-I", ROOT / "Tests" / "Darwin", caller)
    assert (result.returncode, result.stderr) == (0, "")


def test_a_type_that_is_not_darwins_is_found(library, tmp_path):
    """As `posix_spawnattr_t()` was, which Linux alone has."""
    (tmp_path / "wrong.swift").write_text("import CLibrary\n\nfunc make() { _ = posix_spawnattr_t(); _ = stat().st_mtim }\n")
    result = swiftc("-typecheck", "-I", library, "-I", ROOT / "Tests" / "Darwin", tmp_path / "wrong.swift")
    assert result.returncode != 0
    assert len(re.findall(r"(?m)^\S+: error: ", result.stderr)) == 2, result.stderr


def test_branches_for_a_system_are_where_they_are_checked():
    """A new one belongs into CLibrary/Systems, or into the list of CONTRIBUTING.md."""
    branches = {
        str(file.relative_to(ROOT / "Sources"))
        for file in (ROOT / "Sources").rglob("*.swift")
        if re.search(r"#(?:else)?if .*(?:canImport\((?:Darwin|Glibc|Musl)\)|os\()", file.read_text())
    }
    assert branches == {
        "Base/CLibrary/CLibrary.swift", "Base/CLibrary/Systems/Constants.swift", "Base/CLibrary/Systems/Darwin.swift", "Base/CLibrary/Systems/Linux.swift",
        # Linux alone has huge pages.
        "Base/Memory/AnonymousMemory.swift",
        # In HTTPListener, so that its loops call them without a module's border.
        "Server/HTTPListener/Poller+Epoll.swift", "Server/HTTPListener/Poller+Kqueue.swift",
        # An overload that takes Foundation's URL, which a product has on Apple's systems.
        "Links/AppLinks/LinkRecognizer.swift",
        # Built for the build machine, without modules of the package.
        "Tools/embed-templates/main.swift",
    }  # fmt: skip
