"""`latchkey add translation` and `latchkey translations`, on a new site."""

import json
import re

import programs
import pytest


def latchkey(folder, *arguments):
    return programs.run(programs.LATCHKEY, *arguments, cwd=folder)


@pytest.fixture
def site(tmp_path):
    """A new site with the begun French translation."""
    folder = tmp_path / "acme"
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


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["add", "translation", "english"], "error: 'english' is not the tag of a language\n  fix: Write it as in BCP 47: fr, pt-BR, zh-Hans.\n"),
        (["add", "translation", "en"], "error: 'en' is the app's own language\n  fix: Name the language to translate into.\n"),
        (["translations", "list", "--language", "de"], "Site: error: no app is translated into 'de'\n  fix: Begin a translation: latchkey add translation de\n"),
    ],
)
def test_a_language_that_is_none_is_reported(site, arguments, message):
    result = latchkey(site, *arguments)
    assert (result.returncode, result.stdout, result.stderr) == (1, "", message)


def test_a_page_of_a_kind_needs_only_the_texts_of_its_own(tmp_path):
    folder = tmp_path / "acme"
    folder.mkdir()
    assert latchkey(folder, "init", "--backend", "supabase").returncode == 0
    own = folder / "Site/acme/forgot-password.md"
    own.write_text(own.read_text().rstrip() + "\n\n# sent\n## Look into your inbox\nWe sent it to **{{email}}**.\n")
    assert latchkey(folder, "add", "translation", "fr").returncode == 0
    assert (folder / "Site/acme/forgot-password.fr.md").read_text().startswith("---\n---\n\n# sent\n<!-- en: Look into your inbox -->\n")
    assert latchkey(folder, "build").returncode == 0
