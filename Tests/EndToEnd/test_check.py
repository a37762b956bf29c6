"""`latchkey check` on contracts: every mistake in one run, where it is."""

import json
import re
import shutil
from pathlib import Path

import programs

BROKEN = Path(__file__).with_name("broken") / "broken-contract"


def test_it_points_at_every_mistake_in_a_contract_at_once(tmp_path):
    """expected.txt has every word; here is that each of its places is the right one, and that scripts get the same."""
    here = shutil.copytree(BROKEN, tmp_path / "here")
    result = programs.run(programs.LATCHKEY, "check", cwd=here)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (BROKEN / "expected.txt").read_text()
    contract = (BROKEN / "Templates/backends/harbour.yml").read_text().splitlines()
    places = re.findall(r"^Templates/backends/harbour\.yml:(\d+):(\d+): error: (.*)\n  \d+ \| (.*)\n", result.stderr, re.M)
    assert len(places) == result.stderr.count("error: ") == 34
    for line, column, message, excerpt in places:
        text = contract[int(line) - 1]
        assert excerpt == text
        rest = text.encode()[int(column) - 1 :].decode()
        # What a message names in quotes stands at its place, where it names anything of the file.
        named = re.match(r"(?:unknown key )?'([^'{}]+)'", message)
        if named and named[1] not in ("link-invalid",):
            assert named[1] in rest[:60], (message, rest)
    report = json.loads(programs.run(programs.LATCHKEY, "check", "--format", "json", cwd=here).stdout)
    assert [(str(each["line"]), str(each["column"]), each["message"]) for each in report["diagnostics"]] == [place[:3] for place in places]


def test_a_contract_beside_the_site_is_read_as_a_build_reads_it(tmp_path):
    here = shutil.copytree(BROKEN, tmp_path / "here")
    (here / "Templates/backends/harbour.yml").write_text(
        'operations:\n  reset-password:\n    consumes: link\n    request: { method: POST, url: "{{base}}/reset", json: { tokn: "{{tokn}}" } }\n'
        "    outcomes: [{ status: 200, is: ok }, { status: 400, is: weak-password }]\n"
    )
    result = programs.run(programs.LATCHKEY, "check", cwd=here)
    assert result.returncode == 1
    assert "error: 'reset-password' can result in 'weak-password', and the page has neither a transition nor a message for it" in result.stderr
    assert "error: 'reset-password' needs '{{tokn}}', and nothing supplies it" in result.stderr
    assert "fix: Did you mean 'token'?" in result.stderr


def test_its_help_says_what_live_sends():
    text = programs.run(programs.LATCHKEY, "check", "--help").stdout
    assert "--live" in text
    assert "Nothing else is sent." in " ".join(text.split())


def test_an_option_that_is_misspelled_is_the_command_lines_fault():
    assert programs.run(programs.LATCHKEY, "check", "--lve").returncode == 64
