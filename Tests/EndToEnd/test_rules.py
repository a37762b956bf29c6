"""What emails and new passwords have to be, by the table that apps go by too (Tests/Rules/rules.json)."""

import json
import re

import programs
import pytest
from browsers import Look
from test_flow_script import joined

TABLE = json.loads((programs.ROOT / "Tests" / "Rules" / "rules.json").read_text())


def requirement(text):
    """A requirement as a page has it in an element's data."""
    return dict(zip(["rule", "number", "unit"], text.split()))


def expanded(text):
    return re.sub(r"\{(\d+) (.)\}", lambda places: int(places[1]) * places[2], text)


@pytest.fixture
def ask(browser):
    """Runs an expression of the script's rules for each of some cases."""
    browser.look(Look())
    browser.open("about:blank")
    script = joined("request.js", "rules.js", "kinds.js", "inputs.js", "shapes.js", "duration.js", "outcome.js")
    return lambda expression, cases: browser.run(f"{script} return arguments[0].map(each => {expression});", cases)


def test_an_email_is_one_for_apps_and_pages_alike(ask):
    cases = [dict(case, text=expanded(case["text"])) for case in TABLE["emails"]]
    patterns = {each["rule"]: each["pattern"] for each in TABLE["emailPatterns"]}
    question = "({ valid: isEmail(each.text), %s })" % ", ".join(f"{rule}: matches(each.text, {json.dumps(pattern)})" for rule, pattern in patterns.items())
    assert len(patterns) == 2
    assert [dict(case, **answer) for case, answer in zip(cases, ask(question, cases))] == cases


def test_a_text_is_percent_encoded_by_apps_and_pages_alike(ask):
    cases = TABLE["encodings"]
    assert [dict(case, encoded=answer) for case, answer in zip(cases, ask("encode(each.text)", cases))] == cases


def test_a_requirement_is_met_for_apps_and_pages_alike(ask):
    cases = TABLE["requirements"]
    asked = [dict(case, requirement=requirement(case["requirement"])) for case in cases]
    answers = ask("isRequirementMet(each.requirement, each.password, '')", asked)
    assert [dict(case, met=answer) for case, answer in zip(cases, answers)] == cases


def test_a_copy_is_the_same_for_apps_and_pages_alike(ask):
    cases = TABLE["copies"]
    answers = ask("isRequirementMet({ rule: 'same' }, each.password, each.copy)", cases)
    assert [dict(case, same=answer) for case, answer in zip(cases, answers)] == cases


def test_a_phone_number_is_one_for_apps_and_pages_alike_and_sent_alike(ask):
    cases = TABLE["phones"]
    field = "{ type: 'tel', value: each.text, required: true }"
    answers = ask(f"({{ sent: parts.normalise({field}), valid: parts.isValid({field}, each.text) }})", cases)
    assert [dict(case, **answer) for case, answer in zip(cases, answers)] == cases


def test_a_date_exists_for_apps_and_pages_alike(ask):
    cases = TABLE["dates"]
    answers = ask("parts.isValid({ type: 'date', value: each.text, required: true }, each.text)", cases)
    assert [dict(case, valid=answer) for case, answer in zip(cases, answers)] == cases


def test_a_links_parameter_looks_right_for_apps_and_pages_alike(ask):
    cases = TABLE["shapes"]
    question = "!parts.isMalformed({ token: each.text }, { token: `^(${each.pattern})$` })"
    assert [dict(case, valid=answer) for case, answer in zip(cases, ask(question, cases))] == cases


DURATIONS = json.loads((programs.ROOT / "Tests" / "Rules" / "durations.json").read_text())["durations"]


def test_a_duration_has_the_same_words_on_pages_and_in_emails(ask):
    """A page rounds a wait up, which only adds cases to those of emails."""
    cases = TABLE["durations"] + TABLE["waits"]
    forms = {unit: sorted((each["form"].replace("#", "{count}") for each in DURATIONS if (each["language"], each["unit"]) == ("en", unit)), key=len)
             for unit in ["seconds", "minutes", "hours"]}
    words = json.dumps(forms)
    assert [dict(case, text=text) for case, text in zip(cases, ask(f"duration(each.seconds, {words})", cases))] == cases


def test_the_same_outcomes_say_nothing_about_what_was_typed(ask):
    cases = TABLE["outcomes"]
    assert [dict(case, technical=answer) for case, answer in zip(cases, ask("isTechnical(each.outcome)", cases))] == cases
