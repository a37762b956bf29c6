"""Help, versions and mistakes on the command line."""

import io
import os
import re
import shutil
import subprocess
import tarfile

import pytest
from programs import LATCHKEY, ROOT, SERVER, SITE, run

SUBCOMMANDS = ["init", "build", "serve", "preview"]


def test_plain_latchkey_prints_help():
    plain, asked = run(LATCHKEY), run(LATCHKEY, "--help")
    assert plain.returncode == asked.returncode == 0
    assert plain.stdout == asked.stdout
    assert all(name in plain.stdout for name in SUBCOMMANDS)


@pytest.mark.parametrize("arguments", [[name, "--help"] for name in SUBCOMMANDS], ids=SUBCOMMANDS)
def test_every_subcommand_has_help(arguments):
    result = run(LATCHKEY, *arguments)
    assert (result.returncode, result.stderr) == (0, "")
    assert f"latchkey {arguments[0]}" in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_the_server_has_help_too():
    result = run(SERVER, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert "--listen" in result.stdout and "--as" in result.stdout


@pytest.mark.parametrize("program", [LATCHKEY, SERVER], ids=lambda program: program.name)
def test_version_has_the_program_the_number_of_the_changelog_and_the_commit(program):
    result = run(program, "--version")
    assert (result.returncode, result.stderr) == (0, "")
    number = re.search(r"(?m)^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text())[1]
    commit = r" \([0-9a-f]{7}\)" if (ROOT / ".git" / "logs" / "HEAD").exists() else ""
    assert re.fullmatch(f"{program.name} {re.escape(number)}{commit}\n", result.stdout), result.stdout


def test_a_source_archive_has_its_commit():
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    archive = subprocess.run(["git", "-C", ROOT, "archive", "HEAD", "Packaging/commit"], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        named = tar.extractfile("Packaging/commit").read().decode()
    assert named == run("git", "rev-parse", "HEAD", cwd=ROOT).stdout


@pytest.mark.parametrize("program", [LATCHKEY, SERVER], ids=lambda program: program.name)
def test_without_proc_the_arguments_are_missed(program):
    """Swift reads them from /proc on Linux; a chroot or a container need not have it."""
    # Of a namespace of another user's, /proc cannot be unmounted everywhere; root needs none.
    isolated = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
    if not shutil.which("unshare") or run(*isolated, "umount", "--lazy", "/proc").returncode:
        pytest.skip("this machine lets nobody unmount /proc in a namespace of their own")
    result = run(
        *isolated, "sh", "-c", 'umount --lazy /proc && exec "$0" build', program
    )
    assert result.returncode == 64
    assert "Cannot read the command line: /proc is not mounted" in result.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux has a device that is always full")
@pytest.mark.parametrize("arguments", [["schema", "app"], ["templates", "list"], ["--generate-manual"], ["check", SITE, "--format", "json"]])
def test_a_result_that_cannot_be_written_is_no_success(arguments):
    with open("/dev/full", "w") as full:
        result = subprocess.run([LATCHKEY, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (result.returncode, result.stderr) == (1, "error: cannot write standard output: no space left on device\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["biuld"], "'build'"),
        (["build", "--ouput", "x"], "'--output'"),
        (["build", "--format", "jsn"], "'json'"),
        (["build", "a", "b"], "'b'"),
        (["serve", "--listen"], "'--listen "),
        (["preview", "--port", "ninety"], "'ninety'"),
        (["serve", "--listen", "127.0.0.1:99999"], "'127.0.0.1:99999'"),
        (["serve", "3000"], "There is no folder '3000'. Write '--listen 127.0.0.1:3000' for an address"),
        (["serve", ":3000"], "There is no folder ':3000'. Write '--listen :3000' for an address"),
        (["serve", "0.0.0.0:80"], "There is no folder '0.0.0.0:80'. Write '--listen 0.0.0.0:80' for an address"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_exits_64_and_says_what_was_meant(arguments, words):
    result = run(LATCHKEY, *arguments)
    assert (result.returncode, result.stdout) == (64, "")
    assert words in result.stderr


@pytest.mark.parametrize(
    ("arguments", "fix"),
    [
        (["check", "https://app.harbour.example"], "Name a folder: 'latchkey doctor https://app.harbour.example' examines a host."),
        (["preview", "3000"], "Name a folder: '--port 3000' is the port of a preview, and '--lan' admits phones."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_no_folder_of_a_site_is_told_where_it_goes(arguments, fix, tmp_path):
    result = run(LATCHKEY, *arguments, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"{arguments[1]}: error: there is no such folder\n  fix: {fix}\n"
