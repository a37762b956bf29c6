"""What the scripts say that install packages, where they cannot: on a machine made up of a few commands."""

import os
import shutil
import subprocess
import tomllib

import programs
import pytest

SCRIPTS = programs.ROOT / "Scripts"
ADVICE = "As root run: apt-get update && apt-get install --no-install-recommends make\n"


@pytest.fixture
def machine(tmp_path):
    """A machine without make; gives what runs the script there, as one user or another, with what is on its PATH."""
    for name in ("bash", "cat", "chmod", "dirname", "env", "grep", "mkdir", "mktemp", "rm", "sed"):
        (tmp_path / name).symlink_to(shutil.which(name))

    def run(user=0, script="install-packages", arguments=("make",), **commands):
        for name, text in ({"id": f"echo {user}"} | commands).items():
            (tmp_path / name.replace("_", "-")).write_text(f"#!{tmp_path}/bash\n{text}\n")
            (tmp_path / name.replace("_", "-")).chmod(0o755)
        environment = {name: text for name, text in os.environ.items() if "proxy" not in name.lower()} | {"PATH": str(tmp_path)}
        result = subprocess.run(
            [tmp_path / "bash", SCRIPTS / script, *arguments],
            env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=programs.PATIENCE,
        )  # fmt: skip
        assert result.stdout == ""
        return result.returncode, result.stderr

    return run


def apt_get(words):
    return f"cat >&2 <<END\n{words}\nEND\nexit 100"


def test_without_sudo_it_says_so_and_what_to_run(machine):
    assert machine(user=1000, apt_get="exit 0") == (
        1,
        "Installing these packages takes root rights, and there is no 'sudo' here: make\n" + ADVICE,
    )


def test_a_sudo_that_wants_a_password_where_nobody_types_is_named(machine):
    assert machine(user=1000, apt_get="exit 0", sudo="exit 1") == (
        1,
        "Installing these packages takes root rights; 'sudo' wants a password, and there is no terminal to type it: make\n"
        + ADVICE,
    )


@pytest.mark.parametrize(
    ["words", "reason"],
    [
        (
            "E: Failed to fetch https://deb.example/dists/x/InRelease  Certificate verification failed: The certificate is NOT trusted.",
            "a certificate was not accepted. Check this machine's date, and install the certificate of a proxy that opens TLS "
            "into the system's store (on Debian /usr/local/share/ca-certificates and update-ca-certificates).",
        ),
        (
            "W: Failed to fetch http://deb.example/dists/x/InRelease  Temporary failure resolving 'deb.example'\nE: Unable to locate package make",
            "the package server cannot be reached. Connect this machine to the network, or set https_proxy where it needs a proxy.",
        ),
        (
            "E: Failed to fetch http://deb.example/x  407  Proxy Authentication Required",
            "the proxy refused the connection or cannot be reached. Check http_proxy and https_proxy.",
        ),
        (
            "E: Unable to locate package make",
            "this system's package sources do not have it under this name. Latchkey is developed on Debian 12; elsewhere install "
            "it by hand.",
        ),
        ("E: Could not get lock /var/lib/dpkg/lock-frontend.", "another installation is running. Wait for it to end."),
        ("E: You don't have enough free space. No space left on device", "the disk is full."),
        ("E: Something else.", "the lines above say why."),
    ],
    ids=["certificate", "network", "proxy", "unknown package", "lock", "disk", "anything else"],
)
def test_an_installation_that_fails_is_told_for_what_it_is(machine, words, reason):
    status, said = machine(apt_get=apt_get(words))
    assert status == 1
    # apt-get's own words, once for the lists and once for the packages, and last the reason.
    assert said.startswith("Installing make\n" + words)
    assert said.splitlines()[-1] == f"Could not install make: {reason}"


def test_a_system_without_apt_get_is_named(machine):
    status, said = machine()
    assert status == 1
    first, second = said.splitlines()
    assert first.endswith("has neither apt-get nor Homebrew, so install what is missing with its own package manager.")
    assert second == "Debian calls it: make"


def pip(words):
    """A Python whose environments have a pip that says so and fails."""
    script = f"cat >&2 <<'END'\n{words}\nEND\nexit 1"
    return (
        'while [[ $1 == -* || $1 == venv ]]; do shift; done; mkdir -p "$1/bin"\n'
        f"cat >\"$1/bin/pip\" <<'SCRIPT'\n#!/bin/bash\n{script}\nSCRIPT\nchmod +x \"$1/bin/pip\""
    )


@pytest.mark.parametrize(
    ["words", "reason"],
    [
        (
            "WARNING: Retrying after connection broken by 'SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]'))'",
            "a certificate was not accepted. ",
        ),
        (
            "WARNING: Retrying after connection broken by 'ProxyError('Cannot connect to proxy.')': /simple/pytest/",
            "the proxy refused the connection or cannot be reached. ",
        ),
        (
            "WARNING: Retrying after connection broken by 'NewConnectionError(': Failed to establish a new connection: "
            "[Errno -3] Temporary failure in name resolution')': /simple/pytest/",
            "the package server cannot be reached. ",
        ),
        (
            "ERROR: Ignored the following versions that require a different python version: 9.0 Requires-Python >=3.10\n"
            "ERROR: No matching distribution found for pytest==9.0",
            "the locked packages are for another Python than this one. ",
        ),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "a downloaded file is not the one that was locked. "),
        ("OSError: [Errno 28] No space left on device", "the disk is full."),
    ],
    ids=["certificate", "proxy", "network", "Python", "hash", "disk"],
)  # fmt: skip
@pytest.mark.sampled(3)
def test_python_packages_that_cannot_be_installed_are_told_for_what_it_is(machine, tmp_path, words, reason):
    requirements = programs.ROOT / "Tests" / "EndToEnd" / "requirements.txt"
    environment = tmp_path / "environment"
    status, said = machine(script="install-python-packages", arguments=(environment, requirements), python3=pip(words))
    assert status == 1
    lines = said.splitlines()
    assert lines[0] == f"Installing the Python packages of {requirements} into {environment}"
    assert "\n".join(lines[1:-1]) == words
    assert lines[-1].startswith(f"Could not install the Python packages: {reason}")


def test_a_python_that_makes_no_environments_is_named(machine, tmp_path):
    requirements = programs.ROOT / "Tests" / "EndToEnd" / "requirements.txt"
    words = "The virtual environment was not created successfully because ensurepip is not available."
    status, said = machine(
        script="install-python-packages", arguments=(tmp_path / "environment", requirements), python3=f"echo '{words}'; exit 1"
    )
    assert (status, said.splitlines()[1:]) == (
        1,
        [
            words,
            f"Could not make the environment {tmp_path}/environment: this Python cannot make environments. Debian has that in the "
            "package python3-venv.",
        ],
    )


AGAIN = "Install Swift 6.3 from https://www.swift.org/install and run the same command again.\n"


@pytest.mark.parametrize(
    ["commands", "message"],
    [
        ({}, "Latchkey is written in Swift and there is no 'swift' on this PATH.\n" + AGAIN),
        (
            {"swift": "echo 'swift-driver version: 1.90 Apple Swift version 5.10 (swiftlang-5.10)'"},
            "Latchkey needs Swift 6.0, and the 'swift' on this PATH, {folder}/swift, is 5.10.\n" + AGAIN,
        ),
        (
            {"swift": "echo 'swift: error while loading shared libraries: libncurses.so.6' >&2; exit 127"},
            "swift: error while loading shared libraries: libncurses.so.6\n"
            "The 'swift' on this PATH, {folder}/swift, does not run: the lines above say why.\n"
            "Install what it lacks, or Swift 6.3 from https://www.swift.org/install, and run the same command again.\n",
        ),
    ],
    ids=["none", "old", "broken"],
)
def test_a_toolchain_that_cannot_build_latchkey_is_told(machine, tmp_path, commands, message):
    assert machine(script="require-swift", arguments=(), **commands) == (1, message.format(folder=tmp_path))


@pytest.mark.parametrize(
    ["version", "message"],
    [
        ("6.3.1", ""),
        ("6.10", ""),
        (
            "6.0.3",
            "Latchkey is tested with Swift 6.3, and the 'swift' on this PATH, {folder}/swift, is 6.0.\n"
            "If the build fails, install Swift 6.3 from https://www.swift.org/install.\n",
        ),
    ],
)
def test_a_toolchain_that_may_build_latchkey_passes_and_an_untested_one_is_reported(machine, tmp_path, version, message):
    assert machine(script="require-swift", arguments=(), swift=f"echo 'Swift version {version} (swift-RELEASE)'") == (
        0,
        message.format(folder=tmp_path),
    )


def test_every_package_of_the_tests_is_locked():
    """With the hash of every file of it."""
    folder = programs.ROOT / "Tests" / "EndToEnd"
    lock = (folder / "requirements.lock").read_text()
    pins = [line.split()[0] for line in (folder / "requirements.txt").read_text().splitlines() if line[:1].isalnum()]
    assert pins
    for pin in pins:
        name, _, version = pin.partition("==")
        assert f"\n{name.partition('[')[0].lower().replace('_', '-')}=={version} " in "\n" + lock, pin


def test_each_mutation_still_finds_what_it_breaks():
    """What `make mutations` would only say after an hour."""
    missing = {}
    for mutation in tomllib.loads((programs.ROOT / "Tests" / "Mutations" / "mutations.toml").read_text())["mutation"]:
        files = [path for path in (programs.ROOT / mutation["in"]).rglob("*") if path.is_file() and not path.is_symlink()]
        count = sum(path.read_text(errors="replace").count(mutation["search"]) for path in files)
        if count != 1:
            missing[mutation["name"]] = count
    assert missing == {}
