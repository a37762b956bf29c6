"""Emails in several languages, put together by the engines of the systems that send them."""

import re

import engines
import programs
import pytest
from engines.received import Reader
from test_dialects import SYSTEMS, known, write_site

WORDS = """---
subject: "%s {{app}}"
preheader: P
%s---

# %s
{{#name}}Hello {{name}},{{/name}}

[%s]({{link}})
"""
ENGLISH = WORDS % ("Reset", "link: reset-password\n", "Reset it's", "Choose")
TRANSLATIONS = {
    "fr": WORDS % ("Réinitialisez l'accès :", "", "Accès d'un compte", "Choisir"),
    "pt-BR": WORDS % ("Redefinição", "", "Redefinição", "Escolher"),
    "ar": WORDS % ("إعادة", "", "إعادة التعيين", "اختيار"),
}
IN_LANGUAGES = [
    "supabase", "supabase-hook", "keycloak", "auth0", "django", "djoser", "dj-rest-auth", "allauth", "jinja", "handlebars", "erb", "blade", "postmark",
]  # fmt: skip
# These systems build the link.
OWN_LINKS = ["keycloak", "auth0"]
IN_ONE = sorted(set(SYSTEMS) - set(IN_LANGUAGES))


def site(folder, system, languages):
    site = write_site(folder, system.shape, "Acme", ENGLISH)
    app = site / "acme" / "app.yml"
    app.write_text(app.read_text().replace("hosts:", f"languages: [{', '.join(languages)}]\nhosts:").replace("landing: redirect", "page: reset"))
    (site / "acme" / "reset.md").write_text("---\ntitle: Reset\nlink: reset-password\nstart: start\n---\n\n# start\n## Reset\nOpen the app.\n")
    for tag in languages:
        (site / "acme" / "emails" / f"reset-password.{tag}.md").write_text(TRANSLATIONS[tag])
        (site / "acme" / f"reset.{tag}.md").write_text("---\ntitle: T\n---\n\n# start\n## T\nTT.\n")
    return site


def export(folder, dialect, languages):
    result = programs.run(
        programs.LATCHKEY, "emails", "export", site(folder, SYSTEMS[dialect], languages), "--dialect", dialect, "--output", folder / "out"
    )
    assert result.returncode == 0, result.stderr
    return folder / "out" / "acme", result.stderr


@pytest.mark.parametrize("dialect", IN_LANGUAGES)
@pytest.mark.sampled(12)
def test_an_email_comes_in_the_language_of_the_person_and_else_in_the_apps(tmp_path, dialect):
    system = SYSTEMS[dialect]
    if system.render in engines.missing():
        pytest.skip("its engine is packaged for Debian only")
    folder, said = export(tmp_path, dialect, ["fr", "pt-BR"])
    assert "in one language" not in said
    expected = {
        "": ("Reset Acme", "Reset it's", "Choose", "en"),
        "fr": ("Réinitialisez l'accès : Acme", "Accès d'un compte", "Choisir", "fr"),
        "pt-BR": ("Redefinição Acme", "Redefinição", "Escolher", "pt-BR"),
    }
    for tag, (subject, headline, button, language) in expected.items():
        for name in ("", "Ada"):
            email = system.render(folder, known(system, name=name, language=tag))
            shown = Reader(email.html).text
            assert email.subject == subject
            assert headline in shown and button in shown and f'lang="{language}"' in email.html
            assert ("Hello Ada," in shown) == (name == "Ada" and system.asks)
            others = {each[2] for each in expected.values()} - {button}
            assert not [each for each in others if each in shown]
            # The page that the link opens is in the language of the email.
            named = re.findall(r"[?&]lang=([A-Za-z-]*)", Reader(email.html).links[0])
            assert named == ([tag] if tag and dialect not in OWN_LINKS else [])
            if email.text is not None:
                assert button in email.text and "\n\n\n" not in email.text
                assert not [each for each in others if each in email.text]


@pytest.mark.parametrize("dialect", ["supabase", "supabase-hook", "auth0", "django", "blade"])
@pytest.mark.sampled(2)
def test_a_person_of_another_language_gets_the_apps(tmp_path, dialect):
    system = SYSTEMS[dialect]
    if system.render in engines.missing():
        pytest.skip("its engine is packaged for Debian only")
    folder, _ = export(tmp_path, dialect, ["fr"])
    assert system.render(folder, known(system, language="ja")).subject == "Reset Acme"


def test_a_right_to_left_email_stands_beside_the_others(tmp_path):
    folder, _ = export(tmp_path, "supabase", ["ar"])
    system = SYSTEMS["supabase"]
    assert 'dir="rtl"' in system.render(folder, known(system, language="ar")).html
    assert 'dir="rtl"' not in system.render(folder, known(system)).html


@pytest.mark.parametrize("dialect", IN_ONE)
@pytest.mark.sampled(3)
def test_a_system_of_one_language_says_so(tmp_path, dialect):
    _, said = export(tmp_path, dialect, ["fr"])
    assert "sends an email in one language, so the emails in 'fr' are left out" in said
