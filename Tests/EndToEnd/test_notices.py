"""The emails of the systems that dialects describe: words of `latchkey add email` for each, exported in every dialect that sends it."""

import re

import programs
import pytest
import yaml

DIALECTS = {path.stem: yaml.load(path.read_text(), yaml.CSafeLoader) for path in sorted((programs.ROOT / "Templates" / "dialects").glob("*.yml"))}
EMAILS = {dialect: list(file["emails"]) for dialect, file in DIALECTS.items() if file.get("emails")}
APP = """\
name: Acme
hosts: [acme.example]
support: help@acme.example
elsewhere: [/forgot-password]
links:
"""
PAGE = "---\ntitle: T\nstart: form\n---\n# form\nWords.\n"


# Emails of systems that put more into them than any words of ours could know: a user name and a temporary password.
OTHERS = {("cognito", "invite")}


def is_written(dialect, email):
    """Whether the words are those of a notice, or of a link that only some systems have; the usual links have tests of their own."""
    usual = ["reset-password", "verify-email", "sign-in", "sign-up", "change-email", "welcome"]
    return (email not in usual or dialect == "supabase") and (dialect, email) not in OTHERS


def template(dialect, email):
    """The link of an email, with the parameters that its system has for it."""
    entries = DIALECTS[dialect]["emails"][email]
    entry = entries[0] if isinstance(entries, list) else entries
    if carried := entry.get("carries"):
        return f"/auth/action?mode={carried['mode']}&oobCode={{oobCode}}"
    names = entry.get("parameters") or DIALECTS[dialect].get("parameters") or {}
    shown = ["token_hash"] if "token_hash" in names else ["token" if name == "*" else name for name in names]
    return f"/{email}?type={email}" + "".join(f"&{name}={{{name}}}" for name in shown)


def site(folder, dialect, emails):
    """An app with these emails as `latchkey add email` writes them."""
    app = folder / "Site" / "acme"
    app.mkdir(parents=True)
    links = "".join(f"  {name}: {{ web: {template(dialect, name)!r}, page: form, lives: 1h }}\n" for name in emails)
    (app / "app.yml").write_text(APP + links)
    (app / "form.md").write_text(PAGE)
    for name in emails:
        result = programs.run(programs.LATCHKEY, "add", "email", name, folder / "Site")
        assert result.returncode == 0, result.stderr
    return app


def test_supabase_sends_thirteen():
    """https://supabase.com/docs/guides/local-development/customizing-email-templates"""
    # The deletion of an account is the email to sign in, told apart by where its link leads.
    assert len(set(EMAILS["supabase"]) - {"delete-account"}) == 13


@pytest.mark.parametrize("dialect", [dialect for dialect in EMAILS if any(is_written(dialect, name) for name in EMAILS[dialect])])
@pytest.mark.sampled(9)
def test_each_email_has_words_that_its_system_can_send(dialect, tmp_path):
    emails = [name for name in EMAILS[dialect] if is_written(dialect, name)]
    app = site(tmp_path, dialect, emails)
    for name in emails:
        words = (app / "emails" / f"{name}.md").read_text()
        assert "Say here what happened" not in words and "Say in one sentence" not in words, name
    result = programs.run(programs.LATCHKEY, "emails", "export", "--dialect", dialect, "--output", tmp_path / "out", tmp_path / "Site")
    assert result.returncode == 0, result.stderr
    left = re.findall(r"emails/(\S+)\.md: note: .*(?:never sends|left out)", result.stderr)
    assert left == [] and "warning: " not in result.stderr


def test_each_email_of_the_catalogue_is_named_in_the_help():
    text = programs.run(programs.LATCHKEY, "add", "--help").stdout
    named = set(re.findall(r"[a-z-]+", text[text.index("Emails:") :]))
    assert {name for names in EMAILS.values() for name in names} - named == set()


# Notices that say what to do if it was somebody else; who lost the address itself can only ask for help.
WARNING = sorted(
    path.stem for path in (programs.ROOT / "Templates" / "emails" / "defaults").glob("*.md")
    if "." not in path.stem and path.stem != "email-changed" and re.search(r"(?i)(change your|a new) password", path.read_text())
)  # fmt: skip


@pytest.mark.parametrize("name", WARNING)
def test_notices_lead_to_a_new_password_in_every_language(name):
    files = sorted((programs.ROOT / "Templates" / "emails" / "defaults").glob(f"{name}*.md"))
    assert len(files) == 16
    for file in files:
        links = re.findall(r"\[([^\]{}]+)\]\(/forgot-password\)", file.read_text())
        assert len(links) == 1 and len(links[0]) > 4, file.name


@pytest.mark.parametrize(
    ["app", "told"],
    [
        ("elsewhere: [/forgot-password]\n", "[Change your password right away](/forgot-password)."),
        ("change-password: form\n", "[Change your password right away](/form)."),
        ("", "Change your password right away."),
    ],
    ids=["elsewhere", "own page", "none"],
)  # fmt: skip
def test_a_notice_leads_to_the_apps_own_page_or_nowhere(app, told, tmp_path):
    site = tmp_path / "Site" / "acme"
    site.mkdir(parents=True)
    (site / "app.yml").write_text(f"name: Acme\nhosts: [acme.example]\n{app}")
    (site / "form.md").write_text(PAGE)
    assert programs.run(programs.LATCHKEY, "add", "email", "email-changed", tmp_path / "Site").returncode == 0
    # As the app's own, and as what is exported in its absence.
    export = ["emails", "export", "--dialect", "supabase", "--output", tmp_path / "out", tmp_path / "Site"]
    assert programs.run(programs.LATCHKEY, *export).returncode == 0
    (html,) = (tmp_path / "out").rglob("*factor_enrolled*.html")
    address = re.search(r"\((/.*)\)", told)
    assert html.read_text().count(f'href="https://acme.example{address[1]}"' if address else "right away.") == 1
    assert "](" not in html.read_text()
    result = programs.run(programs.LATCHKEY, "add", "email", "factor-enrolled", tmp_path / "Site")
    assert result.returncode == 0, result.stderr
    assert f"Someone may have access to your account. {told}{{{{#support}}}}" in (site / "emails" / "factor-enrolled.md").read_text()
