"""The judges that need packages, before a translation that is wrong on purpose and before what they should know."""

import sys
from pathlib import Path

import pytest
import yaml
from babel.core import get_global, parse_locale

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))
from translations import corpora, judging, languages  # noqa: E402
from translations.judges import corpora as agreement  # noqa: E402
from translations.judges import detection, pofilter, spelling  # noqa: E402

SEEDED = Path(__file__).parent / "seeded"
CACHE = ROOT / ".build/translations-corpora"
LANGUAGES = languages.languages(ROOT / "Templates")
TAGS = [each.tag for each in LANGUAGES]
WITH_DICTIONARY = [each for each in LANGUAGES if each.data.get("dictionary")]


def test_all_judges_find_every_mistake_made_on_purpose_and_nothing_else():
    result = judging.judge_all(SEEDED / "Templates", cache=CACHE, data=SEEDED / "data")[0]
    mistakes = yaml.safe_load((SEEDED / "mistakes.yml").read_text())
    expected = {(judge, *place) for each in mistakes for place in each["at"].items() for judge in each["judges"]}
    assert {(each.judge, each.path, each.place) for each in result.left} == expected


def test_every_judge_has_a_mistake_to_find():
    mistakes = yaml.safe_load((SEEDED / "mistakes.yml").read_text())
    assert {judge for each in mistakes for judge in each["judges"]} == set(judging.NAMES)
    assert len(mistakes) >= 20


@pytest.mark.parametrize("each", LANGUAGES, ids=TAGS)
def test_the_script_of_a_language_is_that_of_cldr(each):
    likely = get_global("likely_subtags")
    tag = each.tag.replace("-", "_")
    # A tag that names its script has no entry; pt_BR has that of pt.
    scripts = [parse_locale(one)[2] for one in (tag, likely.get(tag.split("_")[0], tag))]
    assert each.data["script"] == (scripts[0] or scripts[1])


@pytest.mark.parametrize("each", WITH_DICTIONARY, ids=[each.tag for each in WITH_DICTIONARY])
def test_a_dictionary_knows_the_words_of_the_sheet_and_no_misspelled_one(each):
    knows, allowed = spelling.dictionary(each.data["dictionary"]), {str(word) for word in each.data.get("spelling") or []}
    word = str(each.terms["password"]).split()[-1]
    assert list(spelling.unknown(word, allowed, knows)) == []
    assert list(spelling.unknown(word[0] + word[2] + word[1] + word[3:] + word[-1] * 2, allowed, knows)) != []


def test_the_detector_tells_neighbours_apart():
    detect = detection.detector()
    texts = {
        "nl": "Je wachtwoord is gewijzigd. Als jij dit was, hoef je niets te doen.",
        "de": "Ihr Passwort wurde geändert. Wenn Sie das waren, müssen Sie nichts tun.",
        "uk": "Ваш пароль змінено. Якщо це були ви, нічого робити не потрібно.",
        "ru": "Ваш пароль изменен. Если это были вы, ничего делать не нужно.",
        "zh": "您的密码已更改。如果是您本人操作，则无需执行任何操作。",
    }
    assert {tag: detect(text)[0] for tag, text in texts.items()} == {tag: tag for tag in texts}


@pytest.mark.parametrize("translation, names", [("Prüfen Sie den Link.", []), ("Prüfen Sie den den Link.", ["doublewords"]), ("Prüfen  Sie.", ["doublespacing"]), (" Prüfen.", ["startwhitespace"])])
def test_pofilter_finds_what_its_checks_are_for(translation, names):
    assert [name for name, _ in pofilter.checker("de")("Check the link.", translation)] == names


@pytest.mark.parametrize("tag", TAGS)
def test_at_least_two_projects_have_a_translation_of_password(tag):
    found = corpora.corpora(tag, CACHE, agreement.LONGEST)
    assert sum(any("password" in source.lower() for source, _ in texts) for texts in found.values()) >= 2
