"""What kept exported emails from taking effect, or kept a good one from being written, each held by the command alone."""

import json
import re

import engines
import engines.received
import programs
import pytest
from engines import Known
from test_dialects import SYSTEMS, write_site

ADA = Known("ada@example.com", "a-b_c", name="Ada", link="https://login.example/action?ticket=a")


def spec(body, subject="Reset", link="reset-password"):
    names = f"link: {link}\n" if "{{link}}" in body else ""
    return f'---\nsubject: "{subject}"\npreheader: Within an hour\n{names}---\n\n# Reset\n{body}\n'


def latchkey(*arguments):
    return programs.run(programs.LATCHKEY, *arguments)


def export(folder, dialect, body="[Choose]({{link}})", shape=None, name="reset-password", subject="Reset"):
    """Exports one email; the result, and the app's folder."""
    site = write_site(folder, shape or SYSTEMS[dialect].shape, "Acme", spec(body, subject, name), name=name)
    result = latchkey("emails", "export", site, "--dialect", dialect, "--output", folder / "out")
    return result, folder / "out" / "acme"


def need(dialect):
    if SYSTEMS[dialect].render in engines.missing():
        pytest.skip("its engine is packaged for Debian only")


@pytest.mark.sampled(16)
@pytest.mark.parametrize("dialect", SYSTEMS)
def test_a_rule_between_paragraphs_renders_and_reaches_every_dialect(tmp_path, dialect):
    result, _ = export(tmp_path, dialect, "Before\n\n---\n\nAfter\n\n[Choose]({{link}})")
    assert result.returncode == 0, result.stderr
    assert latchkey("emails", "render", tmp_path / "Site", "--output", tmp_path / "rendered").returncode == 0
    assert latchkey("check", tmp_path / "Site").returncode == 0


def test_an_error_of_a_template_names_the_line_of_the_block_that_it_writes(tmp_path):
    templates = tmp_path / "Templates" / "emails"
    templates.mkdir(parents=True)
    (templates / "rule.mustache").write_text('<p style="color: #EEEEEE">too light</p>')
    site = write_site(tmp_path, "/reset?token={token}", "Acme", spec("Before\n\n---\n\n[Choose]({{link}})"))
    result = latchkey("emails", "render", site, "--output", tmp_path / "out", "--templates", tmp_path / "Templates")
    assert result.returncode == 1
    assert re.search(r"emails/reset-password\.md:10:1: error: .*too light", result.stderr), result.stderr


def test_auth0s_deploy_cli_finds_its_folder(tmp_path):
    result, folder = export(tmp_path, "auth0")
    assert result.returncode == 0, result.stderr
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("reset_email.*")) == [
        "emails/reset_email.html", "emails/reset_email.json",
    ]  # fmt: skip
    assert engines.auth0(folder, ADA).subject == "Reset"


def test_devise_takes_our_subject_where_its_generators_locale_has_one_too(tmp_path):
    need("erb")
    result, folder = export(tmp_path, "erb")
    assert result.returncode == 0, result.stderr
    assert engines.erb(folder, ADA).subject == "Reset"


@pytest.mark.parametrize("dialect", SYSTEMS)
@pytest.mark.sampled(9)
def test_the_cards_width_needs_no_comment(tmp_path, dialect):
    need(dialect)
    result, folder = export(tmp_path, dialect)
    assert result.returncode == 0, result.stderr
    html = SYSTEMS[dialect].render(folder, ADA).html
    assert "<!--" not in html
    assert re.search(r'<table[^>]* class="column" width="600"', html)


def test_supabases_least_version_is_said(tmp_path):
    result, _ = export(tmp_path, "supabase")
    assert "for a Supabase CLI of August 2026 or later (supabase/cli#6160)" in result.stderr


def test_whoever_changes_an_address_reads_the_new_one(tmp_path):
    result, folder = export(tmp_path / "k", "keycloak", "{{email}} is new. [Confirm]({{link}})", name="change-email")
    assert result.returncode == 0, result.stderr
    html = (folder / "themes/acme/email/html/email-update-confirmation.ftl").read_text()
    assert "${newEmail} is new." in html and "user.email" not in html
    result, _ = export(tmp_path / "p", "pocketbase", "{{email}} is new. [Confirm]({{link}})", name="change-email")
    assert result.returncode == 1
    assert "error: 'PocketBase' has no value for 'email'" in result.stderr


def test_firebase_gets_no_body_that_it_does_not_take(tmp_path):
    shape = "/auth/action?mode=verifyEmail&oobCode={oobCode}"
    result, folder = export(tmp_path, "firebase", shape=shape, name="verify-email")
    assert result.returncode == 0, result.stderr
    config = json.loads((folder / "config.json").read_text())["notification"]["sendEmail"]
    assert set(config["verifyEmailTemplate"]) <= {"subject", "replyTo"}
    assert not list(folder.glob("*.html"))
    assert "Firebase does not allow the body of 'verify-email' to be changed: only the subject is exported" in result.stderr
    assert "EMAIL_TEMPLATE_UPDATE_NOT_ALLOWED" in result.stderr


@pytest.mark.parametrize(
    "options, message",
    [
        (dict(body="word " * 4_000 + "`{{code}}`", shape="/reset"), "characters, and Amazon Cognito accepts at most 20000"),
        (dict(body="`{{code}}`", shape="/reset", subject="x" * 141), "the subject has 141 characters, and Amazon Cognito accepts at most 140"),
        (dict(body="Your code: `{{code}}`", shape="/reset", name="invite"), "Amazon Cognito sends 'admin-create-user' only with 'name'"),
        (dict(body="Ask [us]({{link}}).", shape="/reset"), "Amazon Cognito sends 'forgot-password' only with 'code'"),
    ],
)
def test_cognito_gets_nothing_that_it_would_not_send(tmp_path, options, message):
    result, folder = export(tmp_path, "cognito", **options)
    assert result.returncode == 1 and not folder.exists()
    assert "error: " in result.stderr
    assert message in result.stderr


def test_cognito_knows_the_address_and_the_codes_parameter_is_the_events(tmp_path):
    result, folder = export(tmp_path, "cognito", "For {{email}}: `{{code}}`", shape="/reset")
    assert result.returncode == 0, result.stderr
    assert "{####}" not in (folder / "custom-message/index.mjs").read_text().replace("a name that is {####}", "")
    assert "For ada@example.com: " in engines.received.Reader(engines.cognito(folder, ADA).html).text


def test_a_promised_lifetime_is_set_or_its_setting_is_named(tmp_path):
    body = "[Choose]({{link}}) within {{expires}}."
    result, folder = export(tmp_path / "s", "supabase", body)
    assert result.returncode == 0, result.stderr
    assert "otp_expiry = 3600\n" in (folder / "supabase/config.emails.toml").read_text()
    result, _ = export(tmp_path / "d", "djoser", body)
    assert "djoser keeps with this setting: PASSWORD_RESET_TIMEOUT = 3600 in Django's settings" in result.stderr


@pytest.mark.parametrize("dialect, shape, missing", [("djoser", "/r?token={token}", "'uid'"), ("blade", "/r/{token}", "'email'")])
def test_a_link_without_what_its_page_needs_is_an_error(tmp_path, dialect, shape, missing):
    result, folder = export(tmp_path, dialect, shape=shape)
    assert result.returncode == 1 and not folder.exists()
    assert f"needs {missing}, and 'reset-password' does not have it" in result.stderr


def test_an_email_to_act_on_has_a_link_or_a_code(tmp_path):
    site = write_site(tmp_path, "/reset?token={token}", "Acme", spec("Somebody asked for a new password."))
    for command in (["check", site], ["emails", "render", site, "--output", tmp_path / "out"]):
        result = latchkey(*command)
        assert result.returncode == 1
        assert re.search(r"emails/reset-password\.md:\d+:\d+: error: .*neither", result.stderr), result.stderr


def test_a_preheader_makes_no_long_line_and_a_name_that_ends_in_a_full_stop_no_second(tmp_path):
    need("blade")
    site = write_site(tmp_path, "/reset/{token}?email={email}", "Acme Inc.", spec("[Choose]({{link}})"))
    result = latchkey("emails", "export", site, "--dialect", "blade", "--output", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    email = engines.blade(tmp_path / "out" / "acme", ADA)
    assert all(len(line.encode()) <= 998 for part in (email.html, email.text) for line in part.splitlines())
    assert "by Acme Inc. Questions?" in email.text
    assert latchkey("emails", "render", site, "--output", tmp_path / "rendered").returncode == 0
    assert b"\r\nReply-To: help@acme.example\r\n" in (tmp_path / "rendered/acme/reset-password.eml").read_bytes()
