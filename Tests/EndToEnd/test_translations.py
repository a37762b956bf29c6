"""The built-in translations before the judges that need no package, and these judges before a translation that is wrong on purpose."""

import sys
from functools import cache

import programs
import pytest
import yaml

sys.path.insert(0, str(programs.ROOT / "Scripts"))
from translations import documents, findings, judging, languages, status, table  # noqa: E402
from translations.judges import complete, corpora, detection, english, length, numbers, quotes, register, script, sentences, slots, spelling, structure, terms  # noqa: E402

TEMPLATES = programs.ROOT / "Templates"
SEEDED = programs.ROOT / "Tests/Translations/seeded"
QUICK = {judge.NAME for judge in judging.QUICK}
LANGUAGES = languages.languages(TEMPLATES)


def language(**data):
    """A language with a script, and what a test needs."""
    sheet = {key: data.pop(key) for key in ("tag", "quotes", "terms") if key in data}
    return languages.Language(**{"tag": "de", "quotes": ["„", "“"], **sheet}, data={"script": "Latn", **data})


def messages(judge, original, translation, its=None, kind="paragraph"):
    """What a judge of texts says, without the subjects."""
    texts = (documents.Text(kind, original), documents.Text(kind, translation))
    return [found[1] if isinstance(found, tuple) else found for found in judge.check(*texts, its or language())]


@cache
def quick(tag):
    return judging.judge_all(TEMPLATES, [tag], slow=False)[0]


@pytest.mark.parametrize("tag", [each.tag for each in LANGUAGES])
@pytest.mark.sampled(15)
def test_the_quick_judges_find_nothing_in_the_judged_files_of_a_language(tag):
    states = next(each.status for each in LANGUAGES if each.tag == tag)
    assert [str(each) for each in quick(tag).left if states.get(each.path, {}).get("state") != "draft"] == []
    assert quick(tag).unused == []


@pytest.mark.parametrize("each", LANGUAGES, ids=[each.tag for each in LANGUAGES])
def test_every_file_of_a_language_has_a_state_of_the_english_texts_as_they_are(each):
    digests = {documents.translated(path, each.tag): documents.read(TEMPLATES, path).digest() for path in documents.originals(TEMPLATES)}
    assert {path: entry["of"] for path, entry in each.status.items()} == digests, "run 'make translations'"
    assert {entry["state"] for entry in each.status.values()} <= {"draft", "judged", "reviewed"}
    assert list(judging.without_original(TEMPLATES, each)) == []


def test_the_file_of_languages_is_as_it_is_written():
    assert status.text(LANGUAGES) == (TEMPLATES / "languages.yml").read_text()


def test_a_language_on_the_sheet_has_data_for_the_judges_and_the_other_way_round():
    assert {each.tag for each in LANGUAGES} == {file.stem for file in languages.DATA.glob("*.yml")}


def test_the_quick_judges_find_every_mistake_made_on_purpose_and_nothing_else():
    result = judging.judge_all(SEEDED / "Templates", slow=False, data=SEEDED / "data")[0]
    mistakes = yaml.safe_load((SEEDED / "mistakes.yml").read_text())
    expected = {(judge, *place) for each in mistakes for place in each["at"].items() for judge in each["judges"] if judge in QUICK}
    assert {(each.judge, each.path, each.place) for each in result.left} == expected
    assert {entry["state"] for entry in result.language.status.values()} == {"draft"}


@pytest.mark.parametrize(
    "judge, original, translation, found",
    [
        (slots, "Hello {{name}},", "Hallo {{name}},", []),
        (slots, "Hello {{name}},", "Hallo {{Name}},", ["{{name}} is missing", "{{Name}} is not in the original"]),
        (slots, "{app} didn't open.", "{ app } wurde nicht geöffnet.", ["{app} is missing", "{ app } is no slot"]),
        (slots, "{{#support}}Ask: {{support}}{{/support}}", "{{support}}{{#support}}{{/support}}", ["the conditions hold [('#support', [])] instead of [('#support', ['{{support}}'])]"]),
        (numbers, "At least 8 characters", "Mindestens 8 Zeichen", []),
        (numbers, "At least 8 characters", "Mindestens ٨ Zeichen", []),
        (numbers, "Too many attempts.", "Warten Sie 2 Minuten.", ["has the number 2, which the original has not; a duration comes in a slot"]),
        (numbers, "Please wait: {{wait}}.", "Bitte warten Sie: {{wait}}.", []),
        (numbers, "Valid for: {{expires}}.", "有効期限：{{expires}}。", []),
        (numbers, "Please wait: {{wait}}.", "Bitte warten Sie {{wait}}.", ["{{wait}} stands behind no colon, so that it would have to be inflected"]),
        (numbers, "Please wait: {wait}.", "Bitte warten: {wait} lang.", ["a word follows {wait} that depends on the number"]),
        (numbers, "Links", "Lien(s)", ["has a plural written by hand, 'n(s)'"]),
        (numbers, "Links", "{n, plural, one {Link}}", ["has the syntax of another system's messages"]),
        (english, "Check this.", "Prüfen Sie das.", []),
        (english, "It failed. Check this.", "Es ging nicht. Check this.", ["'Check this' is as in the original"]),
        (length, "Send link", "Einen neuen Link senden", []),
        (quotes, "Hello {{name}},", "Hallo {{name}},", []),
        (quotes, "Use \"{button}\".", "„{button}“ verwenden.", []),
        (quotes, "Saving…", "Speichern...", ["ends with '.' instead of '…'", "has three full stops instead of …"]),
        (quotes, "Done", "Fertig.", ["ends with '.' instead of ''"]),
        (quotes, "Done.", "Fertig!", ["ends with '!' instead of '.'", "has an exclamation mark"]),
        (quotes, "This (here).", "Das (hier.", ["has a bracket without a partner"]),
        (quotes, "Wait, please.", "Warten Sie,bitte.", ["has no space behind a mark"]),
    ],
)
def test_a_judge_of_texts_says_what_is_wrong(judge, original, translation, found):
    assert messages(judge, original, translation) == found


@pytest.mark.parametrize(
    "rule, translation, found",
    [
        ("french", "Besoin d’aide\u202f? Écrivez-nous\u00a0: ici.", []),
        ("french", "Besoin d’aide ? Écrivez-nous : ici.", ["lacks the no-break space (U+00A0) before a colon", "lacks the narrow no-break space (U+202F) before a mark"]),
        ("spanish", "¿Ayuda? Escríbenos: aquí.", []),
        ("spanish", "Ayuda? Escríbenos: aquí.", ["a question lacks its first mark"]),
        ("arabic", "مساعدة؟ هنا.", []),
        ("arabic", "مساعدة? هنا.", ["has a Latin mark in place of ؟ ، ؛"]),
        ("fullwidth", "リンク。ここ。", []),
        ("fullwidth", "リンク, ここ。", ["has a Latin mark behind an East Asian character"]),
        ("fullwidth", "リンク。 ここ。", ["has a space where the language has none"]),
    ],
)
def test_the_judge_of_punctuation_knows_the_rules_of_a_language(rule, translation, found):
    assert messages(quotes, "Help? Here: this.", translation, language(spacing=rule, quotes=["«", "»"], apostrophe=["’"])) == found


@pytest.mark.parametrize(
    "data, translation, found",
    [
        ({"letters": "äöüß"}, "Größe", []),
        ({"letters": "äöüß"}, "café", ["'é' is no letter of the language"]),
        ({"script": "Cyrl", "letters": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"}, "Откройте App Store: {app}", []),
        ({"script": "Cyrl", "letters": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"}, "Откpойте", ["'p' is not in the script of the language"]),
        ({"script": "Hans", "encoding": "gb2312"}, "重置密码", []),
        ({"script": "Hans", "encoding": "gb2312"}, "重設密碼", ["'碼' is no character of the language (gb2312)", "'設' is no character of the language (gb2312)"]),
        ({"script": "Jpan", "encoding": "euc_jp", "names": ["Web"]}, "Webページ", []),
        ({}, "Gro\u0308ße", ["is not in Unicode's composed form (NFC)"]),
    ],
)
def test_the_judge_of_scripts_knows_the_letters_of_a_language(data, translation, found):
    assert messages(script, "", translation, language(**data)) == found


@pytest.mark.parametrize(
    "translation, found",
    [
        ("Prüfen Sie Ihr Passwort.", []),
        ("Prüf dein Passwort.", ["'dein' is of the other form of address"]),
        ("Liebe Nutzer*innen", ["'r*innen' tries to have every gender at once"]),
        ("Vous êtes connecté(e)", ["'é(e)' tries to have every gender at once"]),
        ("**Das** ist *in* Ordnung.", []),
    ],
)
def test_the_judge_of_the_register_knows_the_other_form_of_address(translation, found):
    assert messages(register, "", translation, language(**{"other-address": [r"(?i)\b(?:du|dein\w*)\b"]})) == found


SHEET = {"password": "Passwort", "new password": "neues Passwort", "email address": "E-Mail-Adresse", "email": "E-Mail", "sign in": "anmelden", "reset": "zurücksetzen", "privacy": "Datenschutz"}


@pytest.mark.parametrize(
    "text, found",
    [
        ("Enter your email address", ["email address"]),
        ("Open the email, then sign in.", ["sign in", "email"]),
        ("You signed in with a new password.", ["new password", "sign in"]),
        ("Check Your Email", []),
        ("Passwords match", ["password"]),
        ("The privacy of your account", []),
        ("Privacy", ["privacy"]),
        ("Get the app from the App Store", []),
    ],
)
def test_terms_are_found_in_english_texts_the_longest_first(text, found):
    assert list(terms.terms_of(text, SHEET)) == found


@pytest.mark.parametrize(
    "original, translation, found",
    [
        ("Reset your password", "Passwort zurücksetzen", []),
        ("Reset your password", "Kennwort zurücksetzen", ["'password' is 'Passwort' elsewhere: 'Kennwort zurücksetzen'"]),
        ("Your new password", "Ihr neuer Code", ["'new password' is 'neues Passwort' elsewhere: 'Ihr neuer Code'"]),
        ("Sign in", "Melden Sie sich an", []),
    ],
)
def test_the_judge_of_terms_wants_the_word_of_the_sheet(original, translation, found):
    assert messages(terms, original, translation, language(terms=SHEET, forms={"sign in": ["anmeld", "meld.* an"]})) == found


@pytest.mark.parametrize(
    "words, found",
    [
        ("Das ist richtig", []),
        ("Das ist rihctig", ["rihctig"]),
        ("E-Mail-Adresse", []),
        ("l’adresse", []),
        ("Inhaltsblocker", []),
    ],
)
def test_the_judge_of_spelling_knows_parts_of_compounds_and_what_a_person_has_looked_at(words, found):
    dictionary = {"das", "ist", "richtig", "e", "mail", "adresse"}
    assert list(spelling.unknown(words, {"inhaltsblocker"}, dictionary.__contains__)) == found


def test_the_judge_of_corpora_counts_the_texts_that_have_the_term_and_names_their_word():
    texts = [("Your password", "Ihr Kennwort"), ("Password reset", "Kennwort zurücksetzen"), ("New password", "Neues Passwort"), ("Name", "Name")]
    found = list(corpora.counts("password", ["Passwort"], {"one": texts, "two": [("Password", "Passwort")] * 2, "three": [("Name", "Name")]}))
    assert found == [corpora.Count("one", 3, 1, "kennwort"), corpora.Count("two", 2, 2, "")]
    assert [each.agrees for each in found] == [False, True]


def test_the_judge_of_corpora_wants_two_that_agree_where_two_have_the_term():
    its = {"one": [("Password", "Kennwort")] * 2, "two": [("Password", "Passwort")] * 2}
    assert [each.message for each in corpora.judge_sheet(language(terms={"password": "Passwort"}, corpora=its))] == [
        "'password': ours is 'Passwort'; one 0 of 2 ('kennwort'), two 2 of 2"
    ]
    assert list(corpora.judge_sheet(language(terms={"password": "Passwort"}, corpora={"one": its["one"]}))) == []


def test_the_judge_of_languages_leaves_out_what_is_too_short_and_what_is_unsure():
    long = "Dit is een lange tekst in het Nederlands, niet Duits."
    original = documents.Document("a.md", {"a": documents.Text("paragraph", "")})
    translation = documents.Document("a.de.md", {"a": documents.Text("paragraph", long)})
    found = [list(detection.judge(original, translation, language(detect=lambda _, sureness=sureness: ("nl", sureness)))) for sureness in (0.9, 0.3)]
    assert [[each.message for each in some] for some in found] == [["looks like 'nl' (90%)"], []]
    assert [detection.long_enough(words) for words in (long, "Kort", "パスワードを再設定するリンクを送信しました。")] == [True, False, True]


def test_a_document_has_the_texts_of_front_matter_and_markdown_with_their_places():
    page = """---
title: Reset
start: form
states:
  form:
    icon: lock
    fields:
      - { name: email, rule: email, label: Email address }
---

# form
## Reset
Enter your
address.

[Send](run:send-link "Sending…")
[Back](app:login)

# messages
- **rate-limited** Too many attempts. Please wait: {{wait}}.
"""
    document = documents.page_or_email("catalog/page/reset.md", page)
    assert {place: text.words for place, text in document.texts.items()} == {
        "title": "Reset",
        "states.form.fields.email.label": "Email address",
        "# form 1": "Reset",
        "# form 2": "Enter your address.",
        "# form 3": "Send",
        "# form 3 busy": "Sending…",
        "# form 4": "Back",
        "# messages rate-limited": "Too many attempts. Please wait: {{wait}}.",
    }
    assert [block.kind for block in document.blocks["# form"]] == ["heading", "paragraph", "button", "button"]
    assert document.others == ["start", "states.form.icon", "states.form.fields.email.rule"]


@pytest.mark.parametrize(
    "line, kind, words, links",
    [
        ("## Delete Your <% app %> Account", "heading", "Delete Your {{app}} Account", []),
        ("- **<% kept %>**: <% how-long %>", "item", "- **{{kept}}**: {{how_long}}", []),
        ("<% if kept %>### What is kept", "heading", "What is kept", []),
        ("2. Write to <<% support %>>.", "item", "2. Write to <{{support}}>.", []),
        ("<% if session %>[Continue](<% session %>)", "button", "Continue", [("session", False)]),
        ("<% if parts %>Some: [ask us](mailto:<% parts %>).", "paragraph", "Some: [ask us](mailto:parts).", [("mailto:parts", False)]),
    ],
)
def test_a_value_of_the_app_is_read_as_a_slot_and_a_condition_is_no_text(line, kind, words, links):
    document = documents.page_or_email("catalog/page/a.md", documents.filled(f"---\n<% needs support %>\ntitle: A\n---\n\n# form\n{line}\n<% if support %>\n"))
    assert document.texts["# form 1"].words == words
    assert [(block.kind, list(block.links)) for block in document.blocks["# form"]] == [(kind, links)]


def test_the_judges_of_files_tell_of_a_state_with_other_blocks_once():
    original = documents.page_or_email("catalog/page/a.md", "---\ntitle: A\n---\n\n# form\n## A\nB.\n")
    translation = documents.page_or_email("catalog/page/a.de.md", "---\ntitle: A\n---\n\n# form\n## A\n\n# other\nC.\n")
    assert [each.message for each in structure.judge(original, translation, None)] == ["has heading instead of heading, paragraph", "the original has no such state"]
    assert [each.place for each in complete.judge(original, translation, None)] == ["# form 2"]


def test_a_file_that_cannot_be_read_is_one_finding():
    broken = documents.Document("words/de.yml", error="the file is missing")
    assert [each.message for each in complete.judge(documents.Document("words/en.yml"), broken, None)] == ["the file is missing"]
    assert list(structure.judge(documents.Document("words/en.yml"), broken, None)) == []


def test_sentences_are_told_apart_in_every_script():
    assert sentences("Fertig. Und nun? 完了しました。次へ") == ["Fertig", "Und nun", "完了しました", "次へ"]


def test_a_reason_is_for_a_judge_a_subject_and_where_it_says_so_a_text():
    found = [findings.Finding("terms", "a", "b", "account", f"'account' … '{text}'") for text in ("eins", "zwei")]
    reasons = [{"judge": "terms", "of": "account", "in": "eins", "reason": "R"}, {"judge": "slots", "of": "account", "reason": "S"}]
    assert findings.sorted_out(found, reasons) == ([found[1]], [(found[0], "R")], [reasons[1]])


@pytest.mark.parametrize(
    "before, digest, is_clean, after",
    [
        (None, "a1", True, {"state": "judged", "of": "a1"}),
        (None, "a1", False, {"state": "draft", "of": "a1"}),
        ({"state": "judged", "of": "a0"}, "a1", False, {"state": "draft", "of": "a1"}),
        ({"state": "reviewed", "of": "a1", "by": "N"}, "a1", False, {"state": "reviewed", "of": "a1", "by": "N"}),
        ({"state": "reviewed", "of": "a0", "by": "N"}, "a1", True, {"state": "judged", "of": "a1"}),
    ],
)
def test_a_review_stays_until_the_english_texts_change_and_nothing_else_makes_one(before, digest, is_clean, after):
    assert status.state(before, digest, is_clean) == after


def test_the_document_has_a_row_for_each_language():
    document = (programs.ROOT / "Documentation/Translations.md").read_text()
    assert [each.tag for each in LANGUAGES if f"| {each.name} (`{each.tag}`) |" not in document] == []
    assert table.into("a\n" + table.START + "old\n" + table.END + "b\n", []).endswith(table.END + "b\n")
