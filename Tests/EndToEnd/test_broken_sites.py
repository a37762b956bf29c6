"""Over fifty ways to get a site wrong, each with what the person who did it is told.

A case is a folder of `broken`: a site, sometimes templates beside it, and in expected.txt every word
that `latchkey build Site` says to standard error there. Three sites cannot be kept in a repository and are finished here.
"""

import json
import os
import shutil
from pathlib import Path

import programs
import pytest
from goldens import expect

CASES = sorted(path for path in Path(__file__).with_name("broken").iterdir() if path.is_dir())


def finish(case, folder):
    page = folder / "Site" / "harbour" / "reset.md"
    if case == "over-one-mebibyte":
        page.write_text(page.read_text() + "\nAnd so on.\n" * 100_000)
    elif case == "symlink-out-of-the-site":
        (folder / "elsewhere.md").write_text(page.read_text())
        page.unlink()
        page.symlink_to("../../elsewhere.md")
    elif case == "public-files-that-are-not-served":
        public = folder / "Site" / "harbour" / "public"
        (public / "link.txt").symlink_to("robots.txt")
        (public / "large.pdf").write_bytes(b"x" * 1_048_577)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_broken_site_says_where_and_what_and_touches_nothing(case, release, tmp_path):
    here = shutil.copytree(case, tmp_path / "here")
    finish(case.name, here)
    output = shutil.copytree(release, tmp_path / "out")
    before = programs.snapshot(output)

    result = programs.run(programs.LATCHKEY, "build", "Site", "--output", output, cwd=here)
    expect({case / "expected.txt": result.stderr})
    assert (result.returncode, result.stdout) == (1, "")
    assert programs.snapshot(output) == before

    as_json = programs.run(programs.LATCHKEY, "build", "Site", "--output", output, "--format", "json", cwd=here)
    diagnostics = json.loads(as_json.stdout)["diagnostics"]
    assert (as_json.returncode, as_json.stderr) == (1, "")
    for diagnostic in diagnostics:
        assert f"{diagnostic['severity']}: {diagnostic['message']}" in result.stderr


def test_there_are_more_than_twenty():
    assert len(CASES) > 20
