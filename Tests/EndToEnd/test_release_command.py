"""`latchkey release`: earlier releases, listed and made the active one again under a server that runs."""

import json
import time

import programs
import pytest
from programs import LATCHKEY, run
from rawhttp import ask

PAGE = "/forgot-password"


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    """Three releases that differ in one headline."""
    folder = tmp_path_factory.mktemp("kept")
    site = programs.copy_site(folder, "artitec")
    page = site / "artitec" / "forgot-password.md"
    text = page.read_text()
    for heading in ("First", "Second", "Third"):
        page.write_text(text.replace("## Forgot Password?", f"## {heading}"))
        programs.build(site, folder / "Output", "--keep", "3")
    return folder / "Output"


def listed(output):
    result = run(LATCHKEY, "release", "list", "--output", output, "--format", "json")
    assert (result.returncode, result.stderr) == (0, "")
    return json.loads(result.stdout)["result"]


def test_a_server_that_runs_follows_a_rollback_and_back(output):
    newest, _, oldest = [each["id"] for each in listed(output)]

    def serves(heading):
        end = time.monotonic() + programs.PATIENCE
        while time.monotonic() < end:
            answer = ask(running.port, PAGE)
            assert answer.status == 200
            if f">{heading}<".encode() in answer.body:
                return True
            time.sleep(0.1)
        return False

    with programs.serve(output) as running:
        assert serves("Third")
        for id, heading in ((oldest, "First"), (newest, "Third")):
            result = run(LATCHKEY, "release", "activate", id[:12], "--output", output)
            assert (result.returncode, result.stdout) == (0, f"Release {id[:12]} is active in {output}.\n")
            assert serves(heading)
            assert [each["id"] for each in listed(output) if each["active"]] == [id]
            assert listed(output)[0]["id"] == id
        assert running.stop() == (0, "")


def test_the_list_is_one_line_a_release(output):
    lines = run(LATCHKEY, "release", "list", "--output", output).stdout.splitlines()
    assert [line[0] for line in lines] == ["*", " ", " "]
    assert [line.split()[-1] for line in lines] == ["artitec"] * 3


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (
            ["activate", "zz"],
            1,
            "{output}/.releases: error: no release that is kept has an id that begins with 'zz'\n"
            "  fix: 'latchkey release list' shows the releases that are kept; the active one was not changed.\n",
        ),
        (["activate"], 64, "Error: Missing expected argument '<id>'\n"),
    ],
    ids=["unknown", "missing"],
)
def test_a_mistake_is_said(output, arguments, status, said):
    result = run(LATCHKEY, "release", *arguments, "--output", output)
    assert (result.returncode, result.stdout) == (status, "")
    assert result.stderr.startswith(said.format(output=output))


def test_a_folder_without_a_release_says_how_to_get_one(tmp_path):
    result = run(LATCHKEY, "release", "list", "--output", tmp_path)
    assert result.returncode == 1
    assert result.stderr == (
        f"{tmp_path}/release.json: error: there is no release here\n"
        "  fix: Build a release with 'latchkey build', or name its folder with '--output'.\n")


def test_the_difference_of_two_releases_is_what_to_purge_and_what_opens(tmp_path):
    site = programs.copy_site(tmp_path, "artitec")
    programs.build(site, tmp_path / "Output", "--keep", "2")
    page, app = site / "artitec" / "forgot-password.md", site / "artitec" / "app.yml"
    page.write_text(page.read_text().replace("## Forgot Password?", "## Lost It?"))
    text = app.read_text()
    assert text.count("web: /reset-password?") == 1
    app.write_text(text.replace("web: /reset-password?", "web: /new-password?"))
    programs.build(site, tmp_path / "Output", "--keep", "2")
    new, old = [each["id"] for each in listed(tmp_path / "Output")]
    result = run(LATCHKEY, "release", "diff", old[:12], new[:12], "--output", tmp_path / "Output")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert "changed: https://artitec.com/forgot-password" in lines
    assert "changed: https://artitec.com/.well-known/apple-app-site-association" in lines
    assert any(line.startswith("opens now: https://artitec.com/new-password?token=") for line in lines), lines
    assert any(line.startswith("opens no longer: https://artitec.com/reset-password?token=") for line in lines), lines
    assert not any("/login" in line for line in lines), lines
    same = run(LATCHKEY, "release", "diff", new[:12], new[:12], "--output", tmp_path / "Output")
    assert (same.returncode, same.stdout) == (0, "The two releases answer alike.\n")
    none = run(LATCHKEY, "release", "diff", "f00", new, "--output", tmp_path / "Output")
    assert (none.returncode, none.stdout) == (1, "")
    assert "no release that is kept has an id that begins with 'f00'" in none.stderr
