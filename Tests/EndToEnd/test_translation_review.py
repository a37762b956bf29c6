"""`latchkey translations review`: the sheet in a browser, what it saves, and what is taken back."""

import json
from datetime import date

import programs
import pytest
from browsers import Look
from test_translation_tools import begun, latchkey, listed, replace, site  # noqa: F401

SENT = "Site/acme/forgot-password.md"
FRENCH = "Site/acme/forgot-password.fr.md"


def reviewed(site):  # noqa: F811
    """The sheet of a new site, with one text that is older than its original."""
    replace(site / SENT, "## Check Your Email", "## Look Into Your Inbox")
    result = latchkey(site, "translations", "review", "fr")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("Wrote review.fr.html with ")
    return site / "review.fr.html"


@pytest.fixture
def sheet(site):  # noqa: F811
    return reviewed(site)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A site with its sheet, which nobody changes."""
    folder = begun(tmp_path_factory.mktemp("kept") / "acme")
    reviewed(folder)
    return folder


@pytest.fixture
def opened(sheet, browser):
    browser.look(Look(1280, 1300))
    browser.open("about:blank")
    browser.console()
    browser.open(sheet.as_uri())
    return browser


def saved(browser):
    """What the button saves, without the name of the file."""
    browser.run(
        "const create = URL.createObjectURL; URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return create(blob); };"
        "document.getElementById('by').value = 'Anne Dupont'; document.querySelector('#done button').click()"
    )
    assert browser.waits_for("return window.saved !== undefined", [])
    return json.loads(browser.run("return window.saved"))


def mark(browser, place, value, file=SENT, text=None):
    browser.run(
        "const [file, place, value, text] = arguments;"
        "const line = [...document.querySelectorAll('.line')].find(line => line.dataset.file === file && line.dataset.place === place);"
        "line.querySelector(`[value=${value}]`).click();"
        "if (text !== null) { const area = line.querySelector('textarea'); area.value = text; area.dispatchEvent(new Event('input', { bubbles: true })); }",
        file, place, value, text,
    )  # fmt: skip


@pytest.mark.engines_differ
@pytest.mark.sampled(2)
@pytest.mark.full
def test_the_sheet_works_from_a_file_with_pictures_and_without_a_message(opened):
    assert opened.waits_for("return document.querySelectorAll('.picture iframe').length > 0", [])
    number = opened.run("return document.querySelectorAll('.line').length")
    assert number > 30
    assert opened.run("return document.getElementById('progress').textContent") == f"0 of {number} lines are marked."
    text = opened.run("return document.querySelector('.line[data-place=\"sent.1\"]').innerText")
    assert "Look Into Your Inbox" in text and "It was: Check Your Email" in text and "Consultez votre boîte de réception" in text
    assert opened.run("return document.querySelector('.proposal').hidden")
    mark(opened, "sent.1", "change")
    assert opened.run("return [document.querySelector('.line[data-place=\"sent.1\"] .proposal').hidden, document.activeElement.tagName]") == [False, "TEXTAREA"]
    # The frames are of documents that other tests audit.
    opened.run("for (const picture of document.querySelectorAll('.picture')) picture.remove()")
    assert opened.axe() == []
    assert opened.console() == []


@pytest.mark.engines_differ
@pytest.mark.sampled(2)
@pytest.mark.full
def test_a_picture_shows_its_state_in_the_language(sheet, browser):
    """The frame's document itself, which its sheet makes."""
    browser.look(Look(1280, 1300))
    browser.open(sheet.as_uri())
    browser.run("document.querySelector('[data-picture*=\"#/sent\"]').scrollIntoView()")
    assert browser.waits_for("return document.querySelector('[data-picture*=\"#/sent\"] iframe') !== null", [])
    address = browser.run("return document.querySelector('[data-picture*=\"#/sent\"] iframe').src")
    assert address.startswith("blob:") and address.endswith("#/sent")


@pytest.mark.engines_differ
@pytest.mark.sampled(2)
def test_what_the_sheet_saves_is_taken_and_what_was_not_marked_stays(opened, site):  # noqa: F811
    mark(opened, "sent.1", "change", text="Regardez dans votre boîte de réception")
    mark(opened, "form.1", "fine")
    review = saved(opened)
    assert (review["language"], review["by"]) == ("fr", "Anne Dupont")
    [file] = review["files"]
    assert [(line["place"], line["mark"]) for line in file["lines"]] == [("form.1", "fine"), ("sent.1", "change")]
    (site / "review.fr.json").write_text(json.dumps(review))
    result = latchkey(site, "translations", "review", "fr", "--take", "review.fr.json")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"Wrote {FRENCH}\n{FRENCH} is not reviewed: ")
    assert "<!-- en: Look Into Your Inbox -->\n## Regardez dans votre boîte de réception\n" in (site / FRENCH).read_text()
    assert "reviewed:" not in (site / FRENCH).read_text()


def review_of(site, change=None, language="fr", **line):  # noqa: F811
    """A review in which every line of a page is fine but for one that is changed."""
    html = (site / "review.fr.html").read_text()
    import re
    from html import unescape

    lines = []
    for attributes in re.findall(r'<fieldset class="line" ([^>]*)>', html):
        data = {name: unescape(value) for name, value in re.findall(r'data-([a-z]+)="([^"]*)"', attributes)}
        if data["file"] == SENT:
            lines.append({"place": data["place"], "original": data["original"], "translation": data["translation"], "mark": "fine"})
    for each in lines:
        if each["place"] == "sent.1":
            each.update({"mark": "change", "change": change} if change else {}, **line)
        elif not each["translation"]:
            each.update({"mark": "change", "change": each["original"]})
    return {"review": 1, "language": language, "by": "Anne Dupont", "on": str(date.today()), "files": [{"original": SENT, "lines": lines}]}


def take(site, review):  # noqa: F811
    (site / "r.json").write_text(review if isinstance(review, str) else json.dumps(review))
    return latchkey(site, "translations", "review", "fr", "--take", "r.json")


def test_a_file_of_which_every_line_was_read_is_reviewed_until_it_changes(sheet, site):  # noqa: F811
    result = take(site, review_of(site, "Regardez vos messages", note="plus simple"))
    assert result.returncode == 0 and result.stdout == f"Wrote {FRENCH}\n{FRENCH} is reviewed by Anne Dupont.\n{SENT}, sent.1: plus simple\n", result.stderr
    assert (site / FRENCH).read_text().startswith(f'---\nreviewed: {{ by: "Anne Dupont", on: "{date.today()}", of: "')
    words = f"{FRENCH} was reviewed by Anne Dupont on {date.today()}"
    assert f"{words}\n" in latchkey(site, "translations", "list").stdout
    build = latchkey(site, "build")
    assert build.returncode == 0 and "reviewed" not in build.stderr
    replace(site / FRENCH, "Regardez vos messages", "Voyez vos messages")
    assert f"{words}, but has changed since\n" in latchkey(site, "translations", "list").stdout
    # A translator's tool does not lose it.
    latchkey(site, "translations", "export", "--language", "fr", "--output", "fr.xlf")
    latchkey(site, "translations", "import", "fr.xlf")
    assert "reviewed:" in (site / FRENCH).read_text()


def test_an_email_is_reviewed_too(sheet, site):  # noqa: F811
    mail = site / "Site/acme/emails/reset-password.fr.md"
    mail.write_text(mail.read_text().replace("---\n", '---\nreviewed: { by: "Anne", on: "2026-11-28", of: "000000000000" }\n', 1))
    assert latchkey(site, "build").returncode == 0
    assert "emails/reset-password.fr.md was reviewed by Anne on 2026-11-28, but has changed since\n" in latchkey(site, "translations", "list").stdout


@pytest.mark.parametrize(
    "change, message, fix",
    [
        ("Bonjour {{nope}}", "has '{{nope}}', which the original does not have", "Remove it."),
        ("Bonjour {{nope", "has '{{' without a value", "Write values as the original has them."),
        ("Regardez <b>ici</b>", "has HTML, which the original does not have", "Remove it."),
        ("Regardez **ici**", "has bold text, which the original does not have", "Remove it."),
        ("Regardez\n\nici", "has other blocks than the original", "Write as many paragraphs as the original, and no lists or headings."),
        ("# Regardez", "has other blocks than the original", "Write as many paragraphs as the original, and no lists or headings."),
        ("[Regardez](https://evil.example)", "has other links than the original", "Remove them."),
        ("![x](x.png)", "has a picture, which the original does not have", "Remove it."),
    ],
)
@pytest.mark.sampled(4)
def test_a_change_that_is_no_translation_is_refused_and_nothing_is_written(kept, change, message, fix):
    before = programs.snapshot(kept / "Site")
    result = take(kept, review_of(kept, change))
    assert (result.returncode, result.stdout) == (1, "")
    assert f": error: the change of 'sent.1' of {SENT} {message}\n" in result.stderr and f"fix: {fix}\n" in result.stderr
    assert result.stderr.startswith("r.json:1:")
    assert programs.snapshot(kept / "Site") == before


@pytest.mark.full
def test_lines_of_an_older_site_are_left_out_with_a_warning(sheet, site):  # noqa: F811
    review = review_of(site, "Regardez vos messages")
    replace(site / SENT, "## Look Into Your Inbox", "## See Your Inbox")
    replace(site / FRENCH, "Mot de passe oublié", "Mot de passe perdu")
    result = take(site, review)
    assert result.returncode == 0
    assert f"warning: 'sent.1' of {SENT} has changed since the sheet was written, and is left out\n" in result.stderr
    assert f"warning: the translation of 'title' of {SENT} has changed since the sheet was written, and is left out\n" in result.stderr
    assert "Regardez" not in (site / FRENCH).read_text() and "is not reviewed: " in result.stdout


@pytest.mark.parametrize(
    "review, message",
    [
        ('{"review": 1, "language": "fr", "by": "A', "r.json:1:39: error: this is no review: "),
        ("[]", "r.json:1:1: error: this is no review of a translation\n"),
        ({"review": 1, "language": "de", "by": "A", "on": "2026-11-28", "files": []}, "r.json:1:1: error: this is a review of the translation into 'de'\n"),
        ({"review": 1, "language": "fr", "by": " ", "on": "2026-11-28", "files": []}, "r.json:1:39: error: the review does not say who made it\n"),
        ({"review": 1, "language": "fr", "by": "A", "on": "today", "files": []}, "r.json:1:50: error: the review has no date\n"),
        ({"review": 1, "language": "fr", "by": "A", "on": "2026-11-28", "files": [{"original": "x"}]}, "r.json:1:74: error: a file has no original and lines\n"),
        ({"review": 1, "language": "fr", "by": "A", "on": "2026-11-28", "files": [{"original": SENT, "lines": [{"place": "title", "mark": "good"}]}]}, ": error: a line lacks its place, its texts, its mark or the better text\n"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_review_is_refused(kept, review, message):
    result = take(kept, review)
    assert result.returncode == 1 and message in result.stderr, result.stderr


@pytest.mark.full
def test_the_texts_of_a_pages_kind_are_on_the_sheet_and_a_change_goes_into_the_site(tmp_path):
    folder = tmp_path / "acme"
    folder.mkdir()
    assert latchkey(folder, "init", "--backend", "supabase").returncode == 0
    assert latchkey(folder, "add", "translation", "fr").returncode == 0
    assert latchkey(folder, "translations", "review", "fr").returncode == 0
    review = review_of(folder, "Regardez vos messages")
    assert "sent.1" in [line["place"] for line in review["files"][0]["lines"]]
    result = take(folder, review)
    assert result.returncode == 0 and f"Wrote {FRENCH}\n" in result.stdout, result.stderr
    page = (folder / FRENCH).read_text()
    assert "## Regardez vos messages\n" in page and "# form" not in page
    assert latchkey(folder, "build").returncode == 0
    # The state stays in the file when it is written again.
    assert [each for each in listed(folder) if each["file"] == FRENCH] == []
    assert take(folder, review_of(folder)).returncode == 0
    assert "## Regardez vos messages\n" in (folder / FRENCH).read_text()
