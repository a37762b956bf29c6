"""`latchkey add translation` and `latchkey translations`, on a new site."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import programs
import pytest


def latchkey(folder, *arguments):
    return programs.run(programs.LATCHKEY, *arguments, cwd=folder)


@pytest.fixture
def site(tmp_path):
    return begun(tmp_path / "acme")


def begun(folder):
    """A new site with the begun French translation."""
    folder.mkdir()
    assert latchkey(folder, "init").returncode == 0
    result = latchkey(folder, "add", "translation", "fr")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "".join(
        f"Wrote Site/acme/{name}.fr.md\n" for name in ["forgot-password", "reset-password", "emails/password-changed", "emails/reset-password"]
    ) + "\n'latchkey translations list' names the texts that are left to be written.\n"
    return folder


def listed(folder, *arguments):
    return json.loads(latchkey(folder, "translations", "list", "--format", "json", *arguments).stdout)["result"]["texts"]


def replace(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_begun_translation_builds_with_one_warning_a_language(site):
    result = latchkey(site, "build")
    assert (result.returncode, result.stderr.count("warning:")) == (0, 1)
    assert "not wholly translated into 'fr'" in result.stderr
    assert "fix: List what is missing: latchkey translations list --language fr" in result.stderr
    check = latchkey(site, "check")
    assert (check.returncode, check.stderr) == (0, result.stderr)


def test_the_built_in_texts_of_the_language_are_written_below_their_originals(site):
    page = (site / "Site/acme/forgot-password.fr.md").read_text()
    assert re.search(r"\n# en: Forgot Your Password\?\ntitle: \"?Mot de passe oublié", page)
    assert "<!-- en: Check Your Email -->\n## Consultez votre boîte de réception\n" in page


def test_a_new_translation_is_listed_as_missing_and_strict_exits_with_1(site):
    result = latchkey(site, "translations", "list", "--strict")
    assert result.returncode == 1
    assert "\n  missing  body.4: [Reset password]({{link}})\n" in result.stdout
    assert latchkey(site, "translations", "list").returncode == 0


def test_a_language_that_latchkey_lacks_begins_with_no_text_and_builds(site):
    assert latchkey(site, "add", "translation", "cy").returncode == 0
    assert (site / "Site/acme/app.yml").read_text().count("languages: [fr, cy]") == 1
    result = latchkey(site, "build")
    assert (result.returncode, result.stderr.count("warning:")) == (0, 2)
    texts = listed(site, "--language", "cy")
    assert {each["state"] for each in texts} == {"missing"}
    # No page is in Welsh yet.
    assert "/cy/" not in (site / "Output/release.json").read_text()
    # The words that no page has are comments, to be translated.
    words = site / "Templates/words/cy.yml"
    written = words.read_text()
    assert "\n#try-again:\n#  text: Try again\n" in written and all(line[:1] in ("", "#") for line in written.splitlines())
    words.write_text(written.replace("#try-again:\n#  text: Try again", "try-again:\n  text: Rhowch gynnig arall arni"))
    assert latchkey(site, "add", "translation", "cy").returncode == 0
    assert (latchkey(site, "build").returncode, "arall arni" in words.read_text()) == (0, True)


@pytest.mark.full
def test_only_a_language_without_words_gets_a_file_of_words(site):
    assert latchkey(site, "add", "translation", "de-AT").returncode == 0
    assert not (site / "Templates").exists()


LOST = {
    "a page's heading": ("forgot-password.cy.md", "---\n---\n# form\nCyfrinair\n", ":4:1: error: the state 'form' has a heading in ", "## "),
    "a message's name": ("forgot-password.cy.md", "---\n---\n# messages\nGormod: {{wait}}.\n", ":4:1: error: this message does not say when it is shown", "- **rate-limited** …"),
    "an email's heading": ("emails/reset-password.cy.md", "---\nsubject: A\npreheader: B\n---\n\nCyfrinair {{link}}\n", ":6:1: error: Site/acme/emails/reset-password.md has a heading, and its translation none", "# "),
}  # fmt: skip


@pytest.mark.parametrize("case", LOST)
@pytest.mark.sampled(3)
def test_marks_that_are_no_words_are_written_and_missed(site, case):
    """A translator who sees 'Check Your Email' above an empty line would not know that it is a heading."""
    file, text, told, fix = LOST[case]
    assert latchkey(site, "add", "translation", "cy").returncode == 0
    path = site / "Site/acme" / file
    assert f"-->\n{fix.removesuffix('…')}" in path.read_text()
    path.write_text(text)
    result = latchkey(site, "check")
    assert f"{file}{told}" in result.stderr, result.stderr
    assert fix.strip() in result.stderr


@pytest.mark.parametrize(["written", "tag"], [("iw", "he"), ("in", "id"), ("tl", "fil"), ("pt_br", "pt-BR")])
@pytest.mark.sampled(4)
def test_a_language_has_its_current_tag(site, written, tag):
    result = latchkey(site, "add", "translation", written)
    assert (result.returncode, result.stderr) == (0, "") and f"Wrote Site/acme/forgot-password.{tag}.md\n" in result.stdout
    assert f"languages: [fr, {tag}]" in (site / "Site/acme/app.yml").read_text()


def test_an_earlier_tag_in_app_yml_is_told_its_current_one(site):
    replace(site / "Site/acme/app.yml", "languages: [fr]", "languages: [fr, iw]")
    result = latchkey(site, "build")
    assert result.returncode == 1 and "error: 'iw' is not the tag of a language\n" in result.stderr and "fix: Write 'he'.\n" in result.stderr


def test_a_changed_original_makes_its_translation_older(site):
    before = {(each["file"], each["place"]) for each in listed(site)}
    replace(site / "Site/acme/forgot-password.md", "## Check Your Email", "## Look Into Your Inbox")
    [found] = [each for each in listed(site) if (each["file"], each["place"]) not in before]
    assert {key: found[key] for key in ("file", "place", "state", "original", "quoted")} == {
        "file": "Site/acme/forgot-password.fr.md",
        "place": "sent.1",
        "state": "older",
        "original": "Look Into Your Inbox",
        "quoted": "Check Your Email",
    }
    listing = latchkey(site, "translations", "list").stdout
    assert "  older  sent.1: Look Into Your Inbox\n           was: Check Your Email\n" in listing
    # It is shown as it is: an old translation is better than another language.
    assert latchkey(site, "build").returncode == 0


def test_existing_files_are_kept_and_missing_ones_are_written(site):
    kept = site / "Site/acme/forgot-password.fr.md"
    kept.write_text(kept.read_text().replace("Consultez votre boîte de réception", "Vérifiez votre boîte"))
    written = kept.read_text()
    (site / "Site/acme/emails/reset-password.fr.md").unlink()
    result = latchkey(site, "add", "translation", "fr")
    assert result.stdout.startswith("Wrote Site/acme/emails/reset-password.fr.md\n\n")
    assert kept.read_text() == written


def test_a_state_with_a_hole_is_shown_in_the_apps_language(site):
    page = site / "Site/acme/forgot-password.fr.md"
    replace(page, "## Consultez votre boîte de réception\n", "")
    assert latchkey(site, "build").returncode == 0
    [html] = [path for path in (site / "Output/acme/web").glob("*.html") if "<title>Mot de passe oublié" in path.read_text()]
    text = html.read_text()
    assert "Check Your Email" in text and "Utiliser une autre adresse" not in text


XLIFF = "{urn:oasis:names:tc:xliff:document:2.0}"


def exported(folder):
    assert latchkey(folder, "translations", "export", "--language", "fr", "--output", "fr.xlf").returncode == 0
    return ElementTree.parse(folder / "fr.xlf")


def test_an_exported_file_has_the_structure_of_xliff_2(site):
    """The elements, their order and the attributes that the core of XLIFF 2.0 allows (OASIS, section 4.2)."""
    replace(site / "Site/acme/forgot-password.md", "## Check Your Email", "## Look Into Your Inbox")
    root = exported(site).getroot()
    assert root.tag == XLIFF + "xliff"
    assert {key: root.get(key) for key in ("version", "srcLang", "trgLang")} == {"version": "2.0", "srcLang": "en", "trgLang": "fr"}
    assert [each.get("original") for each in root] == [
        f"Site/acme/{name}.md" for name in ["forgot-password", "reset-password", "emails/password-changed", "emails/reset-password"]
    ]
    assert len({each.get("id") for each in root}) == len(root)
    states, notes = set(), []
    for file in root:
        assert (file.tag, set(file.attrib)) == (XLIFF + "file", {"id", "original"})
        assert len({unit.get("id") for unit in file}) == len(file) > 0
        for unit in file:
            assert (unit.tag, set(unit.attrib)) == (XLIFF + "unit", {"id", "name"})
            segment = unit[-1]
            assert [each.tag for each in unit] == [XLIFF + "notes"] * (len(unit) - 1) + [XLIFF + "segment"] and len(unit) <= 2
            assert [each.tag for each in segment] == [XLIFF + "source", XLIFF + "target"][: len(segment)]
            states.add((segment.get("state"), len(segment)))
            notes += [note.text for note in unit.iter(XLIFF + "note")]
    assert states == {("translated", 2), ("initial", 1), ("initial", 2)}
    assert notes == ["The original was: Check Your Email"]


SYMFONY = Path("/usr/share/php/Symfony/Component/Translation/Resources/schemas")


@pytest.mark.skipif(not SYMFONY.exists(), reason="OASIS's schema is packaged for Debian only, with Laravel")
def test_an_exported_file_is_valid_by_oasis_schema(site):
    replace(site / "Site/acme/forgot-password.md", "## Check Your Email", "## Look Into Your Inbox")
    exported(site)
    schema = (SYMFONY / "xliff-core-2.0.xsd").read_text()
    # The schema names a copy of XML's own that Symfony has beside it.
    (site / "core.xsd").write_text(schema.replace("informativeCopiesOf3rdPartySchemas/w3c/xml.xsd", (SYMFONY / "xml.xsd").as_uri()))
    program = "$d = new DOMDocument(); $d->load('fr.xlf'); echo json_encode($d->schemaValidate('core.xsd'));"
    assert programs.run("php", "-r", program, cwd=site).stdout == "true"
    (site / "fr.xlf").write_text((site / "fr.xlf").read_text().replace("<segment", "<part").replace("</segment", "</part"))
    assert "true" not in programs.run("php", "-r", program, cwd=site).stdout


def test_exporting_and_importing_changes_no_file(site):
    replace(site / "Site/acme/forgot-password.md", "## Check Your Email", "## Look Into Your Inbox")
    before = programs.snapshot(site / "Site")
    exported(site)
    result = latchkey(site, "translations", "import", "fr.xlf")
    assert (result.returncode, result.stdout, result.stderr) == (0, "Every text is there already.\n", "")
    assert programs.snapshot(site / "Site") == before


def test_what_a_translator_returns_is_written_and_completes_the_translation(site):
    tree = exported(site)
    for unit in tree.iter(XLIFF + "unit"):
        segment = unit.find(XLIFF + "segment")
        if segment.find(XLIFF + "target") is None:
            target = ElementTree.SubElement(segment, XLIFF + "target")
            # As a translator's tool that splits a text, and one that marks a term.
            source = segment.find(XLIFF + "source").text.replace("Reset password", "Choisir & garder")
            target.text = "> « " + source[2:] if source.startswith("> ") else "« " + source
            segment.set("state", "final")
    tree.write(site / "fr.xlf", encoding="utf-8")
    result = latchkey(site, "translations", "import", "fr.xlf")
    assert result.returncode == 0 and "Wrote Site/acme/emails/reset-password.fr.md\n" in result.stdout
    assert "[Choisir & garder]({{link}})" in (site / "Site/acme/emails/reset-password.fr.md").read_text()
    assert listed(site) == []
    # Nothing else is left, and what was written is what is read.
    assert latchkey(site, "translations", "import", "fr.xlf").stdout == "Every text is there already.\n"
    build = latchkey(site, "build")
    assert (build.returncode, "translated" in build.stderr) == (0, False), build.stderr


def test_a_text_whose_original_has_changed_since_the_export_is_left_out_with_a_warning(site):
    exported(site)
    replace(site / "Site/acme/forgot-password.md", "## Check Your Email", "## Look Into Your Inbox")
    result = latchkey(site, "translations", "import", "fr.xlf")
    assert (result.returncode, result.stdout) == (0, "Every text is there already.\n")
    assert result.stderr == "fr.xlf: warning: 'sent.1' of Site/acme/forgot-password.md has changed since the export, and is left out\n"


@pytest.mark.parametrize(
    ["target", "message"],
    [
        ("Bonjour {{nope}}", "has '{{nope}}', which the original does not have"),
        ("Regardez &lt;b>ici&lt;/b>", "has HTML, which the original does not have"),
        ("[Regardez](https://evil.example)", "has other links than the original"),
    ],
)
@pytest.mark.sampled(3)
def test_a_translation_with_other_values_markup_or_links_is_refused_and_nothing_is_written(site, target, message):
    exported(site)
    before = programs.snapshot(site / "Site")
    replace(site / "fr.xlf", "Consultez votre boîte de réception", target)
    result = latchkey(site, "translations", "import", "fr.xlf")
    assert (result.returncode, result.stdout) == (1, "")
    assert f": error: the translation of 'sent.1' of Site/acme/forgot-password.md {message}\n" in result.stderr
    assert programs.snapshot(site / "Site") == before


@pytest.mark.parametrize(
    "content, message",
    [
        ("<xliff", "fr.xlf:1:1: error: this is no XML: unclosed token"),
        ('<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"/>', "fr.xlf:1:1: error: this is no XLIFF 2 with a language to translate into"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><xliff/>', "fr.xlf:1:1: error: this is no XLIFF 2 with a language to translate into"),
    ],
)
@pytest.mark.sampled(3)
def test_a_file_that_is_no_xliff_is_refused(site, content, message):
    (site / "fr.xlf").write_text(content)
    result = latchkey(site, "translations", "import", "fr.xlf")
    assert (result.returncode, result.stderr.splitlines()[0]) == (1, message)


@pytest.mark.parametrize(
    "text, fix",
    [
        ("Sel & poivre", "Write &amp; for '&' and &lt; for '<' in a translation."),
        ("Moins < plus", "Write &amp; for '&' and &lt; for '<' in a translation."),
        ("Sel</b>", "Correct this place, or save the file again in the program with which it was translated."),
    ],
)
@pytest.mark.sampled(3)
def test_a_sign_that_xml_reserves_is_told_in_a_translation(site, text, fix):
    (site / "fr.xlf").write_text(f"<xliff><target>{text}</target></xliff>")
    result = latchkey(site, "translations", "import", "fr.xlf")
    assert (result.returncode, result.stderr.splitlines()[-1]) == (1, f"  fix: {fix}")


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["add", "translation", "english"], "error: 'english' is not the tag of a language\n  fix: Write 'en'.\n"),
        (["add", "translation", "klingon"], "error: 'klingon' is not the tag of a language\n  fix: Write it as in BCP 47: fr, pt-BR, zh-Hans.\n"),
        (["add", "translation", "en"], "error: 'en' is the app's own language\n  fix: Name the language to translate into.\n"),
        (["translations", "list", "--language", "de"], "Site: error: no app is translated into 'de'\n  fix: Begin a translation: latchkey add translation de\n"),
    ],
)
@pytest.mark.sampled(3)
def test_a_language_that_is_none_is_reported(site, arguments, message):
    result = latchkey(site, *arguments)
    assert (result.returncode, result.stdout, result.stderr) == (1, "", message)


@pytest.mark.full
def test_a_page_of_a_kind_needs_only_the_texts_of_its_own(tmp_path):
    folder = tmp_path / "acme"
    folder.mkdir()
    assert latchkey(folder, "init", "--backend", "supabase").returncode == 0
    own = folder / "Site/acme/forgot-password.md"
    own.write_text(own.read_text().rstrip() + "\n\n# sent\n## Look into your inbox\nWe sent it to **{{email}}**.\n")
    assert latchkey(folder, "add", "translation", "fr").returncode == 0
    assert (folder / "Site/acme/forgot-password.fr.md").read_text().startswith("---\n---\n\n# sent\n<!-- en: Look into your inbox -->\n")
    assert latchkey(folder, "build").returncode == 0
