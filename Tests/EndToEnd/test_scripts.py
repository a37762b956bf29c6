"""What the scripts say that install packages, where they cannot: on a machine made up of a few commands."""

import os
import shutil
import subprocess

import programs
import pytest

SCRIPTS = programs.ROOT / "Scripts"
ADVICE = "As root run: apt-get update && apt-get install --no-install-recommends make\n"


@pytest.fixture
def machine(tmp_path):
    """A machine without make; gives what runs the script there, as one user or another, with what is on its PATH."""
    for name in ("bash", "cat", "dirname", "env", "grep", "mktemp", "rm"):
        (tmp_path / name).symlink_to(shutil.which(name))

    def run(user=0, **commands):
        for name, script in ({"id": f"echo {user}"} | commands).items():
            (tmp_path / name.replace("_", "-")).write_text(f"#!{tmp_path}/bash\n{script}\n")
            (tmp_path / name.replace("_", "-")).chmod(0o755)
        environment = {name: text for name, text in os.environ.items() if "proxy" not in name.lower()} | {"PATH": str(tmp_path)}
        result = subprocess.run(
            [tmp_path / "bash", SCRIPTS / "install-packages", "make"],
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


def test_every_package_of_the_tests_is_locked():
    """With the hash of every file of it."""
    folder = programs.ROOT / "Tests" / "EndToEnd"
    lock = (folder / "requirements.lock").read_text()
    pins = [line.split()[0] for line in (folder / "requirements.txt").read_text().splitlines() if line[:1].isalnum()]
    assert pins
    for pin in pins:
        name, _, version = pin.partition("==")
        assert f"\n{name.partition('[')[0].lower().replace('_', '-')}=={version} " in "\n" + lock, pin
