"""`latchkey check` on contracts: every mistake in one run, where it is."""

import json
import re

import programs
import pytest
from broken_sites import CASES

BROKEN = CASES["broken-contract"]
CONTRACT = "Templates/backends/harbour.yml"


@pytest.fixture
def here(tmp_path):
    return BROKEN.write(tmp_path)


def test_check_reports_every_mistake_of_a_contract_at_its_place_as_text_and_json(here):
    result = programs.run(programs.LATCHKEY, "check", cwd=here)
    assert (result.returncode, result.stdout, result.stderr) == (1, "", BROKEN.stderr)
    contract = BROKEN.files[CONTRACT].splitlines()
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


def test_check_reports_unhandled_outcomes_and_values_without_source_of_a_contract_beside_the_site(here):
    (here / CONTRACT).write_text(
        'operations:\n  reset-password:\n    consumes: link\n    request: { method: POST, url: "{{base}}/reset", json: { tokn: "{{tokn}}" } }\n'
        "    outcomes: [{ status: 200, is: ok }, { status: 400, is: weak-password }]\n"
    )
    result = programs.run(programs.LATCHKEY, "check", cwd=here)
    assert result.returncode == 1
    assert "error: 'reset-password' can result in 'weak-password', and the page has neither a transition nor a message for it" in result.stderr
    assert "error: 'reset-password' needs '{{tokn}}', and nothing supplies it" in result.stderr
    assert "fix: Did you mean '{{token}}' in the contract 'harbour'?" in result.stderr


def test_check_help_says_what_live_sends():
    text = programs.run(programs.LATCHKEY, "check", "--help").stdout
    assert "--live" in text
    assert "Nothing else is sent." in " ".join(text.split())


def test_check_with_an_unknown_option_exits_with_64():
    assert programs.run(programs.LATCHKEY, "check", "--lve").returncode == 64
