"""Completions in the shells themselves, and manual pages through the formatters that read them."""

import re
import shutil
import subprocess

import pytest
from programs import LATCHKEY, PATIENCE, SERVER, run

PROGRAMS = [LATCHKEY, SERVER]
LINES = [
    (["latchkey", "re"], ["release"]),
    (["latchkey", "links", ""], ["explain", "lint", "match"]),
    (["latchkey", "build", "--format", ""], ["json", "text"]),
    (["latchkey", "emails", "export", "--dia"], ["--dialect"]),
    (["latchkey", "--generate-completion-script", ""], ["bash", "fish", "zsh"]),
]


def script(program, shell):
    result = run(program, "--generate-completion-script", shell)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


def proposals(command, folder):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert (result.returncode, result.stderr) == (0, "")
    return sorted(line.partition("\t")[0] for line in result.stdout.splitlines() if line and not line.startswith("-h"))


@pytest.mark.parametrize(("words", "expected"), LINES, ids=lambda value: " ".join(value))
def test_bash_proposes(words, expected, tmp_path):
    (tmp_path / "completion").write_text(script(LATCHKEY, "bash"))
    typed = " ".join(f"'{word}'" for word in words)
    program = f"source completion; COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _latchkey; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    found = proposals(["bash", "-c", program], tmp_path)
    assert [each for each in found if not each.startswith("--") or words[-1].startswith("--")] == expected


@pytest.mark.skipif(not shutil.which("fish"), reason="asks fish")
@pytest.mark.parametrize(("words", "expected"), LINES, ids=lambda value: " ".join(value))
def test_fish_proposes(words, expected, tmp_path):
    (tmp_path / "completion").write_text(script(LATCHKEY, "fish"))
    found = proposals(["fish", "--no-config", "-c", f"source completion; complete -C '{' '.join(words)}'"], tmp_path)
    assert found == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_every_script_parses(program, shell, tmp_path):
    if not shutil.which(shell):
        pytest.skip(f"parses with {shell}")
    (tmp_path / "completion").write_text(script(program, shell))
    result = subprocess.run([shell, "-n", "completion"], cwd=tmp_path, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.skipif(not shutil.which("mandoc"), reason="formats with mandoc")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_the_manual_page_is_sound(program, tmp_path):
    page = tmp_path / f"{program.name}.1"
    page.write_text(run(program, "--generate-manual").stdout)
    result = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True)
    # A date would be another with each build.
    assert [line for line in result.stdout.splitlines() if "missing date" not in line] == []
    text = subprocess.run(["mandoc", "-T", "utf8", page], capture_output=True, text=True, check=True).stdout
    # Bold is a letter over itself.
    assert "--version" in re.sub(".\b", "", text)
