"""Exported emails, put together by the engines that they are written for."""

import os
import re
import string
from dataclasses import dataclass
from urllib.parse import unquote, unquote_plus

import engines
import programs
import pytest
from engines import Known
from engines.received import Reader

# What one engine or another would take for its own, all of it the copy of one email.
LITERALS = [
    "{% if x %}", "{%- x -%}", "{# note #}", "{% raw %}", "<%= 1 %>", "<% x", "<%% x", "${link}", "#{x}", "<#if x>", "</@x>", "<@x/>",
    "@if(true)", "@@x", "@csrf", "{!! 1 !!}", "<?php echo 1 ?>", "<?= 1 ?>", "<x-alert/>", "%LINK%", "%EMAIL%", "{####}",
    "{##Verify##}", "{username}", "{TOKEN}", "{APP_NAME}", "{RECORD:email}", "it's {0} '{1}'", "}}", "%}", "100%", "$x", "C:\\x",
]  # fmt: skip
PLAIN_TITLE = "Bräce & Co"
TITLE = "{{ x }} {{{{y}}}} Bräce"
HOSTILE_NAME = "<b>O'Neil</b> {{ token }}{% x %}${link}<%= 1 %>%LINK%@if(1){TOKEN} & \"Co\""
# What somebody can call themselves.
NAMES = {
    "markup and every syntax": HOSTILE_NAME + "{####}{username}{!! 1 !!}<#if x>{{.}}{{{x}}}[[name]]",
    "line breaks": "Ada\r\nBcc: x@y.example\r\n\r\n<h1>Hello</h1>\u2028x",
    "200 characters": "x" * 200,
    "right to left": "\u202eעדה \u2066(אבג)\u2069\u200f",
    "invisible": "A\u200bd\u00ada\u2060\ufeff\u200d\U000e0041\u034f",
    "markup": "<b>O'Neil<i> {{ x }}{% x %}${x}<%= 1 %>{{{x}}}[[n]]{x} & \"Co\"",
    "initials": "J. R. O'Neil",
    "60 characters": "é" * 60,
    "61 characters": "é" * 61,
    "host": "evil.example",
    "URL": "see https://evil.example",
    "address": "x@evil",
}
# What a name can be, and an engine that can ask greets with nothing else (Delivery.md).
NAME = re.compile(r"(?:[^/:@.\r\n\u2028]|\.(?= )){1,60}")
HOSTILE_TOKEN = "a&b=c#d/e?f%41+g\"h<i>'j k"


@dataclass
class System:
    """What a test has to know of a dialect."""

    render: object
    # The link in app.yml, with '*' where the token goes, and the same address as it is opened.
    shape: str = "/reset-password?token={token}"
    address: str = "/reset-password?token=*"
    # Whether its engine percent-encodes, so that any token makes a link.
    encodes: bool = True
    # What it says where there is no name: whether it can ask, or drops the section.
    asks: bool = True
    # Whether it can ask what a name is.
    limits: bool = True
    # Whether it can write two braces in a row that are no word.
    braces: bool = True
    # The address that the system puts together itself.
    link: str = ""


ITS_OWN = "https://login.example/action?ticket=a-b_c&x=1"
SYSTEMS = {
    "supabase": System(
        engines.supabase,
        "/reset?token_hash={token_hash}&type=recovery",
        "/reset?token_hash=*&type=recovery",
        encodes=False,
        limits=False,
    ),
    "supabase-hook": System(
        engines.supabase_hook,
        "/reset?token_hash={token_hash}&type=recovery",
        "/reset?token_hash=*&type=recovery",
    ),
    "firebase": System(
        engines.firebase,
        "/auth/action?mode=resetPassword&oobCode={oobCode}",
        asks=False,
        link="https://acme.example/auth/action?mode=resetPassword&oobCode=a-b_c&apiKey=k&lang=en",
    ),
    "cognito": System(engines.cognito, "/reset?code={code}", "/reset?code=*", encodes=False),
    "kratos": System(engines.kratos, link=ITS_OWN, asks=False),
    "keycloak": System(engines.keycloak, link=ITS_OWN),
    "auth0": System(engines.auth0, link=ITS_OWN),
    "pocketbase": System(engines.pocketbase, encodes=False, asks=False),
    "parse": System(engines.parse, link=ITS_OWN, limits=False),
    "djoser": System(engines.djoser, "/reset/{uid}/{token}", "/reset/MQ/*"),
    "dj-rest-auth": System(engines.dj_rest_auth, "/reset/{uid}/{token}", "/reset/1/*"),
    "django": System(engines.django, "/reset/{uid}/{token}", "/reset/MQ/*"),
    "allauth": System(engines.allauth, "/reset?key={key}", "/reset?key=1-*"),
    "jinja": System(engines.jinja),
    "handlebars": System(engines.handlebars, limits=False),
    "erb": System(
        engines.erb, "/password/edit?reset_password_token={reset_password_token}", "/password/edit?reset_password_token=*"
    ),
    "blade": System(engines.blade, "/reset/{token}?email={email}", "/reset/*?email=ada%40example.com"),
    "postmark": System(engines.postmark, braces=False, limits=False),
}


def escaped(text):
    """Text as Markdown that says just this."""
    return "".join(f"\\{letter}" if letter in string.punctuation else letter for letter in text)


def write_site(folder, shape, title, words, name="reset-password"):
    app = folder / "Site" / "acme"
    (app / "emails").mkdir(parents=True)
    (app / "app.yml").write_text(
        f'name: "{title}"\nhosts: [acme.example]\nsupport: help@acme.example\nlinks:\n'
        f'  {name}: {{ web: "{shape}", lives: 1h, landing: redirect, app: "acme://reset" }}\n'
        'ios: { app-id: ABCDE12345.example.acme, scheme: acme }\n'
    )
    (app / "emails" / f"{name}.md").write_text(words)
    return folder / "Site"


WORDS = f"""---
subject: "Reset {{{{app}}}}: it's {{0}} @if(1) 100%"
preheader: Within {{{{expires}}}}
link: reset-password
---

# Reset
{{{{#name}}}}Hello {{{{name}}}},{{{{/name}}}}

LITERALS

[Choose]({{{{link}}}})

{{{{#email}}}}
Sent to &#123;**{{{{email}}}}**&#125; and C:\\\\**{{{{email}}}}**, help: {{{{support}}}}
{{{{/email}}}}

{{{{#time}}}}Asked {{{{time}}}}.{{{{/time}}}}

{{{{#place}}}}From {{{{place}}}}.{{{{/place}}}}

{{{{#device}}}}With {{{{device}}}}.{{{{/device}}}}
"""


def export(folder, dialect, system, title=None):
    if title is None:
        title = TITLE if system.braces else PLAIN_TITLE
    # A brace of the copy's beside one of a word's.
    words = WORDS if system.braces else WORDS.replace("&#123;", "").replace("&#125;", "")
    words = words.replace("LITERALS", "\n".join(f"Say {escaped(text)} so.\n" for text in LITERALS))
    site = write_site(folder, system.shape, title, words)
    result = programs.run(programs.LATCHKEY, "emails", "export", site, "--dialect", dialect, "--output", folder / "out")
    assert result.returncode == 0, result.stderr
    return folder / "out" / "acme"


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """The folder of a dialect's templates, exported once."""
    folders = {}

    def folder(dialect):
        if SYSTEMS[dialect].render in engines.missing():
            pytest.skip("its engine is packaged for Debian only")
        if dialect not in folders:
            folders[dialect] = export(tmp_path_factory.mktemp(dialect), dialect, SYSTEMS[dialect])
        return folders[dialect]

    return folder


@pytest.fixture(scope="module")
def rendered(exported):
    """Renders a dialect's email for some values, each only once: most engines are programs that take long to start."""
    emails = {}

    def email(dialect, **values):
        key = dialect, *sorted(values.items())
        if key not in emails:
            emails[key] = SYSTEMS[dialect].render(exported(dialect), known(SYSTEMS[dialect], **values))
        return emails[key]

    return email


def known(system, token="a-b_c", name="", email="ada@example.com", **moment):
    return Known(email=email, token=token, name=name, link=system.link, **moment)


def unbroken(text):
    """Text with every line break as one character, as engines and message libraries keep one or another."""
    return text.replace("\r\n", "\n")


@pytest.mark.parametrize("dialect", SYSTEMS)
class TestEveryDialect:
    @pytest.mark.sampled(2)
    def test_the_link_is_the_apps_own_with_this_token(self, rendered, dialect):
        system = SYSTEMS[dialect]
        mail = rendered(dialect)
        link = system.link or "https://acme.example" + system.address.replace("*", "a-b_c")
        # The button; the address for those without one is text, which a screen reader passes over.
        assert [href for href in Reader(mail.html).links if href.startswith("https:")] == [link]
        assert link in Reader(mail.html).text
        if mail.text is not None:
            assert f"\n{link}\n" in mail.text

    def test_what_the_copy_says_arrives_as_it_was_written(self, rendered, dialect):
        system = SYSTEMS[dialect]
        mail = rendered(dialect)
        title = TITLE if system.braces else PLAIN_TITLE
        assert mail.subject == f"Reset {title}: it's {{0}} @if(1) 100%"
        shown = Reader(mail.html).text
        for text in [title, *(f"Say {literal} so." for literal in LITERALS)]:
            assert text in shown
            if mail.text is not None:
                assert text in mail.text
        if "Sent to" in shown:
            sent = "Sent to {ada@example.com}" if system.braces else "Sent to ada@example.com"
            assert f"{sent} and C:\\ada@example.com, help: help@acme.example" in shown
            assert mail.text is None or f"{sent} and C:\\ada@example.com, help: help@acme.example" in mail.text

    @pytest.mark.parametrize("kind", NAMES)
    @pytest.mark.sampled(5)
    def test_a_name_is_text_whatever_it_says_and_changes_nothing_else(self, rendered, dialect, kind):
        system, name = SYSTEMS[dialect], NAMES[kind]
        email = rendered(dialect, name=name)
        if system.limits and system.asks and not NAME.fullmatch(name):
            nobody = rendered(dialect)
            assert (email.subject, Reader(email.html).text, email.text) == (nobody.subject, Reader(nobody.html).text, nobody.text)
            return
        plain = rendered(dialect, name="Ada")
        page, same = Reader(email.html), Reader(plain.html)
        assert email.subject == plain.subject
        assert (page.tags, page.links) == (same.tags, same.links)
        assert page.text == same.text.replace("Hello Ada,", f"Hello {' '.join(name.split())},")
        assert ("Hello Ada," in same.text) == system.asks
        if email.text is not None:
            assert unbroken(email.text) == unbroken(plain.text).replace("Hello Ada,\n\n", f"Hello {unbroken(name)},\n\n")

    def test_without_a_name_nobody_is_greeted(self, rendered, dialect):
        email = rendered(dialect)
        assert "Hello" not in Reader(email.html).text
        if email.text is not None:
            assert "Hello" not in email.text and "\n\n\n" not in email.text

    def test_an_address_is_text_whatever_it_contains(self, rendered, dialect):
        address = "o'neil&co+{x}@example.com"
        email = rendered(dialect, email=address)
        if "Sent to" in Reader(email.html).text:
            assert f"C:\\{address}, help" in Reader(email.html).text
            assert email.text is None or f"C:\\{address}, help" in email.text


HOSTILE_DEVICE = "Mozilla <b>{{ x }}</b> & " + "y" * 175


@pytest.mark.parametrize("dialect", ["jinja", "handlebars", "blade", "postmark"])
def test_when_where_and_with_what_are_text_and_each_may_be_missing(rendered, dialect):
    # The recipe for Laravel has always a time.
    moment = {"time": "2026-11-22 04:00 UTC", "place": "192.0.2.1", "device": HOSTILE_DEVICE}
    for known_ones, said in (
        (("time", "place", "device"), f". From 192.0.2.1. With {HOSTILE_DEVICE}."),
        (("time", "device"), f". With {HOSTILE_DEVICE}."),
        (("time", "place"), ". From 192.0.2.1."),
        (("time",), "."),
    ):
        email = rendered(dialect, **{name: moment[name] for name in known_ones})
        pattern = r"Asked \d{4}-\d\d-\d\d \d\d:\d\d UTC" + re.escape(said)
        assert re.search(pattern, Reader(email.html).text) and "b" not in Reader(email.html).tags
        assert re.search(pattern, " ".join(email.text.split()))
    if dialect != "blade":
        assert "Asked" not in rendered(dialect).html


# Those that send a subject themselves; elsewhere no subject has a name, or a hosted service sends it.
@pytest.mark.parametrize("dialect", ["cognito", "djoser", "jinja", "blade"])
def test_a_subject_stays_one_line_whatever_a_name_says(tmp_path, dialect):
    system = SYSTEMS[dialect]
    if system.render in engines.missing():
        pytest.skip("its engine is packaged for Debian only")
    words = WORDS[: WORDS.index("Reset {{app}}")] + 'For {{name}} at {{app}}"' + WORDS[WORDS.index("\npreheader") :]
    site = write_site(tmp_path, system.shape, "Acme", words.replace("LITERALS", ""))
    result = programs.run(programs.LATCHKEY, "emails", "export", site, "--dialect", dialect, "--output", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    for name in ("Ada\r\nBcc: x@y.example", "Ada & Co", "Ada {####}"):
        subject = system.render(tmp_path / "out" / "acme", known(system, name=name)).subject
        assert "".join(subject.split()) in (
            # Cognito's trigger has no name that is none.
            "".join(f"For {each} at Acme".split()) for each in (name, name.replace("{", ""), *[""] * (dialect == "cognito" and not NAME.fullmatch(name)))
        )
        # Swift Mailer encodes a line break, which no header then has.
        assert "\n" not in subject or dialect == "blade"


def test_a_missing_or_empty_parameter_of_a_link_is_an_error_to_jinja(exported):
    for options in ({}, {"token": ""}, {"token": None}):
        with pytest.raises(engines.jinja2.UndefinedError):
            template = (exported("jinja") / "reset-password.html").read_text()
            engines.jinja2.Environment().from_string(template).render(email="ada@example.com", **options)


def test_laravels_signed_link_holds_when_the_page_passes_it_on(tmp_path):
    """The driver puts Laravel's address together of the link's parameters and asks Laravel."""
    if engines.blade in engines.missing():
        pytest.skip("Laravel is packaged for Debian only")
    shape = "/verify-email?id={id}&hash={hash}&expires={expires}&signature={signature}"
    words = WORDS.replace("link: reset-password", "link: verify-email").replace("LITERALS", "")
    site = write_site(tmp_path, shape, "Acme", words, name="verify-email")
    result = programs.run(programs.LATCHKEY, "emails", "export", site, "--dialect", "blade", "--output", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    email = engines.blade(tmp_path / "out" / "acme", Known("ada@example.com", "", name="Ada"), "verify-email")
    [link] = {href for href in Reader(email.html).links if href.startswith("https://acme.example/verify-email?id=7&hash=")}
    assert link in email.text and "Hello Ada," in email.text


def test_devises_notices_are_sent_with_our_words_beside_its_own(tmp_path):
    """Devise's own view of an email that has a spec is not used, nor is its subject."""
    if engines.erb in engines.missing():
        pytest.skip("Devise is packaged for Debian only")
    assert export_site("erb", tmp_path, "--app", "artitec").returncode == 0
    for name, subject in (
        ("password_change", "Your Artitec password was changed"),
        ("email_changed", "The email address for your Artitec account was changed"),
    ):
        email = engines.erb(tmp_path / "artitec", Known("ada@example.com", "", name="Ada"), name)
        assert email.subject == subject
        assert "Hello Ada," in email.text and "We&#39;re contacting you" not in email.html


def test_allauths_notices_name_the_time_the_place_and_the_device(tmp_path):
    site = write_site(tmp_path, "/reset?key={key}", "Acme", WORDS.replace("LITERALS", ""))
    result = programs.run(programs.LATCHKEY, "emails", "export", site, "--dialect", "allauth", "--output", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    for prefix in ("account/email/password_changed", "account/email/email_changed", "mfa/email/totp_activated"):
        known = Known("ada@example.com", "", name="Ada", device="Firefox <b>")
        email = engines.allauth(tmp_path / "out" / "acme", known, prefix)
        when = r"When: \d{4}-\d\d-\d\d \d\d:\d\d UTC"
        for text in (Reader(email.html).text, email.text):
            assert re.search(when, text) and "127.0.0.1" in text and "Firefox <b>" in text and "Hello Ada," in text, text
        assert "b" not in Reader(email.html).tags


@pytest.mark.parametrize(
    ["event", "message", "place"],
    [
        ("event-update_password", "eventUpdatePasswordSubject", "192.0.2.1"),
        ("event-update_credential", "eventUpdateCredentialSubject", "<b>${link}</b>\u202e"),
        ("event-login_error", "eventLoginErrorSubject", ""),
    ],
)
def test_keycloaks_notices_name_the_time_and_the_place(exported, event, message, place):
    email = engines.keycloak(exported("keycloak"), Known("ada@example.com", "", name="Ada", place=place), event, message)
    assert email.subject and "Hello Ada," in email.text
    for text in (Reader(email.html).text, email.text):
        assert "When: 1970-01-01 00:00 UTC" in text, text
        assert f"Where: {place}" in text if place else "Where" not in text, text
    assert "b" not in Reader(email.html).tags


# Elsewhere the link, or what is safe in it, is the system's own business.
@pytest.mark.parametrize("dialect", [name for name, system in SYSTEMS.items() if system.encodes and not system.link])
def test_a_token_of_any_characters_stays_one_value_of_the_link(rendered, dialect):
    system = SYSTEMS[dialect]
    mail = rendered(dialect, token=HOSTILE_TOKEN)
    addresses = [href for href in Reader(mail.html).links if href.startswith("https:")]
    if mail.text is not None:
        addresses += [line for line in mail.text.splitlines() if line.startswith("https:")]
    assert len(addresses) == (1 if mail.text is None else 2)
    before, after = ("https://acme.example" + system.address).split("*")
    for address in addresses:
        assert address.startswith(before) and address.endswith(after), address
        value = address[len(before) : len(address) - len(after)]
        assert re.fullmatch("[A-Za-z0-9._~/+%-]+", value)
        assert HOSTILE_TOKEN in (unquote(value), unquote_plus(value))


def export_site(dialect, output, *options):
    return programs.run(
        programs.LATCHKEY, "emails", "export", "Site", "--dialect", dialect, "--output", output, *options, cwd=programs.ROOT
    )


class TestTheRepositorysOwnSite:
    @pytest.mark.parametrize("dialect", SYSTEMS)
    @pytest.mark.sampled(9)
    def test_every_app_that_a_dialect_can_serve_is_exported_and_the_rest_is_told(self, tmp_path, dialect):
        result = export_site(dialect, tmp_path / "out")
        apps = {app.name for app in programs.SITE.iterdir()}
        written = {app.name for app in (tmp_path / "out").iterdir() if app.is_dir()} if (tmp_path / "out").exists() else set()
        left_out = set(re.findall("so the app '([^']+)' is left out", result.stderr))
        assert written | left_out == apps and not written & left_out
        assert result.returncode == (0 if written else 1)
        assert "warning: " not in result.stderr

    def test_an_app_whose_backend_sends_the_mails_is_never_left_out(self, tmp_path):
        assert export_site("supabase", tmp_path).returncode == 0
        assert (tmp_path / "recruiting-compass" / "supabase" / "config.emails.toml").exists()
        assert not (tmp_path / "artitec").exists()

    def test_an_app_that_is_asked_for_by_name_is_an_error_where_it_is_otherwise_a_note(self, tmp_path):
        result = export_site("supabase", tmp_path / "out", "--app", "artitec")
        assert result.returncode == 1
        assert "error: 'Supabase' has no value for 'token', which the link 'reset-password' needs" in result.stderr
        assert "note: " not in result.stderr
        assert not (tmp_path / "out").exists()

    def test_the_documents_example_of_a_dialect_exports(self, tmp_path):
        site = programs.copy_site(tmp_path, "auth-navigation")
        text = (programs.ROOT / "Documentation" / "Dialects.md").read_text()
        own = tmp_path / "Templates" / "dialects" / "ours.yml"
        own.parent.mkdir(parents=True)
        own.write_text(text.partition("## Write a dialect\n\n```yaml\n")[2].partition("```")[0])
        result = programs.run(programs.LATCHKEY, "emails", "export", site, "--dialect", "ours", "--output", "out", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        assert (tmp_path / "out" / "auth-navigation" / "auth" / "reset.html").exists()

    @pytest.mark.full
    def test_the_same_site_gives_the_same_files(self, tmp_path):
        for name in ("one", "two"):
            assert export_site("jinja", tmp_path / name).returncode == 0
        files = {path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file()}
        assert files
        for file in files:
            assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()

    @pytest.mark.parametrize("command", [["export", "--dialect", "jinja"], ["render"]], ids=["export", "render"])
    def test_an_existing_file_with_another_content_is_replaced_on_request_only(self, tmp_path, command):
        site = programs.copy_site(tmp_path, "artitec")
        email = site / "artitec" / "emails" / "reset-password.md"
        name = "reset-password." + ("html" if "export" in command else "eml")
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1795262400"}

        def export(*options):
            arguments = ["emails", *command, site, "--output", "out", *options]
            return programs.run(programs.LATCHKEY, *arguments, cwd=tmp_path, environment=environment)

        refusal = (
            f"out/artitec/{name}: error: this file exists already and has another content\n"
            "  fix: Replace it with '--replace', or choose another folder with '--output'.\n"
        )
        own = tmp_path / "out" / "artitec" / name
        own.parent.mkdir(parents=True)
        own.write_text("MY OWN TEMPLATE")
        before = programs.snapshot(tmp_path / "out")
        result = export()
        assert (result.returncode, result.stderr) == (1, refusal)
        assert programs.snapshot(tmp_path / "out") == before
        assert export("--replace").returncode == 0
        before = programs.snapshot(tmp_path / "out")
        assert export().returncode == 0
        assert programs.snapshot(tmp_path / "out") == before, "the same emails are not written again"
        email.write_text(email.read_text().replace("a new one", "another one", 1))
        result = export()
        assert result.returncode == 1
        assert refusal in result.stderr
        assert programs.snapshot(tmp_path / "out") == before

    @pytest.mark.parametrize(
        ["folder", "place"],
        [
            ("Site", "site"), ("Site/x", "site"), ("Site/artitec/public", "site"), ("in", "site"), ("Templates", "templates"),
            ("Templates/emails/x/y", "templates"),
        ],
    )  # fmt: skip
    @pytest.mark.sampled(6)
    def test_nothing_is_written_among_what_a_site_is_read_from(self, tmp_path, folder, place):
        site = programs.copy_site(tmp_path, "artitec")
        programs.build(site, tmp_path / "Output")
        (tmp_path / "in").symlink_to("Site/artitec")
        before = programs.snapshot(tmp_path)
        commands = [["build"], ["emails", "export", "--dialect", "jinja"], ["emails", "render"], ["export", "--to", "nginx"]]
        for command in commands:
            result = programs.run(programs.LATCHKEY, *command, "--output", folder, cwd=tmp_path)
            assert (result.returncode, result.stderr) == (
                1,
                f"{folder}: error: the output would be inside the {place}\n"
                "  fix: Name a folder beside it with '--output'.\n",
            )
            assert programs.snapshot(tmp_path) == before

    @pytest.mark.parametrize(
        ["options", "message"],
        [
            (
                ["--dialect", "supabse", "--output", "x"],
                "Error: There is no dialect 'supabse'. Did you mean 'supabase'? Choose one of: allauth, auth0, ",
            ),
            (["--dialect", "rails", "--output", "x"], "Error: There is no dialect 'rails'. Write '--dialect erb', if code of your own renders the emails.\n"),
            (["--service", "erb", "--output", "x"], "Error: Unknown option '--service'. Did you mean '--dialect'?\n"),
            (["--dialect", "laravel", "--output", "x"], "Error: There is no dialect 'laravel'. Write '--dialect blade', which is that of Laravel.\n"),
            (
                ["--dialect", "resend", "--output", "x"],
                "Error: There is no dialect 'resend': the service sends what code of your own renders. Choose that code's template language, such as 'handlebars' for JavaScript or 'jinja' for Python.\n",
            ),
            (["--output", "x"], "Error: Missing expected option '--dialect <name>'. Name the system that sends the emails\n"),
            (["--dialect", "jinja"], "Error: Missing expected option '--output <dir>'. Name the folder for the templates\n"),
            (
                ["--dialect", "jinja", "--output", "x", "--app", "artitc"],
                "Error: There is no app 'artitc'. Did you mean 'artitec'? Choose one of: artitec, ",
            ),
        ],
    )
    def test_a_command_line_that_does_not_say_enough_is_told_what_is_missing(self, tmp_path, options, message):
        result = programs.run(programs.LATCHKEY, "emails", "export", programs.SITE, *options, cwd=tmp_path)
        assert result.returncode == 64
        assert result.stderr.startswith(message)
        assert not list(tmp_path.iterdir())


def test_the_documents_table_names_what_was_run(capsys):
    """The versions are those of this machine; on another the document's may be older."""
    document = (programs.ROOT / "Documentation" / "Dialects.md").read_text()
    versions = engines.versions()
    assert set(engines.TABLE) == set(SYSTEMS)
    with capsys.disabled():
        print()
        for dialect, run in engines.TABLE.items():
            print(f"{dialect:<11} {run.engine} {versions[dialect]}; {run.loader}; not run: {run.not_run}")
    for dialect, run in engines.TABLE.items():
        assert re.search(
            rf"^\| `{dialect}` \| {re.escape(run.engine)} \| {re.escape(run.loader)} \| [^|]+ \| {re.escape(run.not_run)} \|$",
            document, re.M,
        ), dialect  # fmt: skip


def test_what_is_installed_is_compared_with_what_would_be_exported(tmp_path):
    def diff(*options):
        return programs.run(programs.LATCHKEY, "emails", "diff", *options, cwd=programs.ROOT)

    assert export_site("jinja", tmp_path / "out", "--app", "artitec").returncode == 0
    assert diff("Out", "jinja").stderr.startswith("Error: There is no dialect 'Out'. Did you mean 'latchkey emails diff jinja Out'?\n")
    assert diff("Out").stderr.startswith("Error: Missing expected argument '<path>': 'Out' is read as '<dialect>'\n")
    same = diff("jinja", tmp_path / "out", "Site", "--app", "artitec")
    assert (same.returncode, same.stderr) == (0, "")
    assert "same: artitec/reset-password.html (reset-password)\n" in same.stdout
    folder = tmp_path / "out" / "artitec"
    subject = folder / "reset-password.subject.txt"
    subject.write_bytes(subject.read_bytes().replace(b"Reset your", b"Change your"))
    text = folder / "reset-password.txt"
    text.write_bytes(text.read_bytes().replace(b"\n", b"\r\n"))
    (folder / "password-changed.txt").unlink()
    for path, prefix in ((tmp_path / "out", "artitec/"), (folder, "")):
        changed = diff("jinja", path, "Site", "--app", "artitec")
        assert changed.returncode == 1
        assert "missing: " in changed.stdout and "password-changed.txt (password-changed)\n" in changed.stdout
        assert f"same: {prefix}reset-password.txt" in changed.stdout
        assert (
            "  @@ -1 +1 @@\n"
            "  -{% autoescape false %}{% filter replace(\"\\r\", \" \") | replace(\"\\n\", \" \") %}Change your Artitec password"
            "{% endfilter %}{% endautoescape %}\n"
            "  +{% autoescape false %}{% filter replace(\"\\r\", \" \") | replace(\"\\n\", \" \") %}Reset your Artitec password"
            "{% endfilter %}{% endautoescape %}\n"
        ) in changed.stdout
    (folder / "welcome.html").write_text("An email of somebody else's")
    (folder / ".DS_Store").write_text("")
    assert "extra: artitec/welcome.html\n" in diff("jinja", tmp_path / "out", "Site", "--app", "artitec").stdout
    nothing = diff("jinja", tmp_path, "Site")
    assert nothing.returncode == 1
    assert "error: the folder has no emails of artitec, " in nothing.stderr


@pytest.mark.parametrize(
    ["dialect", "app", "extra"],
    [
        ("supabase", "recruiting-compass", "supabase/templates/old.html"),
        ("auth0", "fetchnews", "emails/blocked_account.html"),
        ("keycloak", "artitec", "themes/artitec/email/html/old.ftl"),
        ("blade", "auth-navigation", "resources/views/emails/old.blade.php"),
        ("postmark", "artitec", "old/content.html"),
    ],
)
@pytest.mark.sampled(3)
@pytest.mark.full
def test_a_download_with_other_line_ends_and_more_files_is_the_same(tmp_path, dialect, app, extra):
    def diff():
        return programs.run(
            programs.LATCHKEY, "emails", "diff", dialect, tmp_path / app, "Site", "--app", app, cwd=programs.ROOT
        )

    assert export_site(dialect, tmp_path, "--app", app).returncode == 0
    for path in (tmp_path / app).rglob("*.*"):
        if path.is_file():
            path.write_bytes(path.read_bytes().rstrip(b"\n").replace(b"\n", b"\r\n"))
    path = tmp_path / app / extra
    path.parent.mkdir(exist_ok=True)
    path.write_text("x")
    result = diff()
    assert (result.returncode, result.stderr) == (0, "")
    assert f"extra: {extra}\n" in result.stdout and "changed: " not in result.stdout
    path.unlink()
    gone = next(path for path in sorted((tmp_path / app).rglob("*.*")) if path.is_file())
    gone.unlink()
    result = diff()
    assert result.returncode == 1
    assert f"missing: {gone.relative_to(tmp_path / app)} (" in result.stdout and "extra: " not in result.stdout
