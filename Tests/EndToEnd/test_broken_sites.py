"""`latchkey build` on sites with mistakes: every error with its place and fix, and a release that stays as it is."""

import json
import shutil

import programs
import pytest
from broken_sites import CASES
from goldens import expect


@pytest.fixture(scope="module")
def output(release, tmp_path_factory):
    """A release that no build may change."""
    return shutil.copytree(release, tmp_path_factory.mktemp("output") / "out")


@pytest.mark.parametrize("name", CASES)
def test_build_of_a_broken_site_reports_all_errors_and_leaves_the_release_unchanged(name, output, tmp_path):
    case = CASES[name]
    case.write(tmp_path)
    before = programs.snapshot(output)

    result = programs.run(programs.LATCHKEY, "build", "Site", "--output", output, cwd=tmp_path)
    expect({case.path: case.text(result.stderr)})
    assert (result.returncode, result.stdout) == (1, "")
    assert programs.snapshot(output) == before


@pytest.mark.sampled(16)
@pytest.mark.parametrize("name", CASES)
def test_build_with_json_output_reports_the_same_errors(name, output, tmp_path):
    case = CASES[name]
    case.write(tmp_path)
    before = programs.snapshot(output)

    as_json = programs.run(programs.LATCHKEY, "build", "Site", "--output", output, "--format", "json", cwd=tmp_path)
    assert (as_json.returncode, as_json.stderr) == (1, "")
    told = [f"{each['severity']}: {each['message']}" for each in json.loads(as_json.stdout)["diagnostics"]]
    assert told and [line for line in told if line not in case.stderr] == []
    assert programs.snapshot(output) == before
