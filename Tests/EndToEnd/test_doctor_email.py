"""`latchkey doctor --email`: emails as they were received, made from the documented formats of their senders."""

import base64
import json
import random
import re
from pathlib import Path

import programs
import pytest
from goldens import expect

FOLDER = Path(__file__).parent / "received"
NAMES = sorted(path.stem for path in FOLDER.glob("*.eml"))
HOST = "https://artitec.com"
# The token of every link in the folder. No output may have it, nor the part of a longer text that is made from it.
TOKEN = "Tk9UaGlzSXNOb3RTaG93bjEyMzQ1Njc4"
LINK = f"https://artitec.com/reset-password?token={TOKEN}"


def doctor(*arguments, cwd=FOLDER):
    return programs.run(programs.LATCHKEY, "doctor", *arguments, cwd=cwd)


def test_ten_emails_have_their_verdicts():
    assert len(NAMES) == 10
    verdicts = {name: doctor(HOST, "--email", f"{name}.eml") for name in NAMES}
    assert [verdict.stderr for verdict in verdicts.values()] == [""] * 10
    assert {name for name, verdict in verdicts.items() if verdict.returncode == 0} == {"untouched", "safe-links"}
    expect({FOLDER / f"{name}.txt": verdict.stdout for name, verdict in verdicts.items()})


OWN = "✓ HTML: all links to the app are its own, at artitec.com"
SENDGRID = "✗ HTML: SendGrid has rewritten links: they lead to u1.ct.sendgrid.net, which opens the browser instead of the app"
SAFE_LINKS = "⚠ HTML: Microsoft Safe Links has rewritten links where the email was received: they lead to eur02.safelinks.protection.outlook.com"
WRAPPED = "https://eur02.safelinks.protection.outlook.com/?data=x&amp;url=https%3A%2F%2F"


@pytest.mark.parametrize(
    ["html", "told"],
    [
        # A recipient's protection hides what the sender's counting of clicks has made of the link.
        (f'<a href="{WRAPPED}u1.ct.sendgrid.net%2Fls%2Fclick%3Fupn%3D{TOKEN}">x</a>', [SAFE_LINKS, SENDGRID]),
        (f'<a href="{WRAPPED}artitec.com%2Freset-password%3Ftoken%3D{TOKEN}">x</a>', [SAFE_LINKS]),
        (f'<a href="https://t.example.net/{TOKEN}">x</a><a href="https://artitec.com/forgot-password">x</a>',
         ["⚠ HTML: no link to artitec.com is for one person, and others lead to t.example.net"]),
        (f'<a href="https://t.example.net/{TOKEN}">x</a>', ["✗ HTML: no link has a host of the app: they lead to t.example.net"]),
        ("".join(f'<a href="https://t{n}.example.net/">x</a>' for n in range(1, 9)),
         ["✗ HTML: no link has a host of the app: they lead to t1.example.net, t2.example.net, t3.example.net, t4.example.net, t5.example.net and 3 more"]),
        ("<p>Your code: 482913</p>", ["– HTML: has no links"]),
        (f'<a href="{LINK}">x</a><a href="https://t.example.net/">x</a>', [OWN]),
        (f'<a href="{LINK.replace("artitec.com", "ARTITEC.com:443")}">x</a>', [OWN]),
        (f'<a href="{LINK.replace("artitec.com", "artitec.com:8443")}">x</a>', ["✗ HTML: no link has a host of the app: they lead to artitec.com"]),
        (f'<!-- <a href="https://t.example.net/{TOKEN}">x</a> --><a href="{LINK}">x</a>', [OWN]),
        (f'<!--[if !mso]><!--><a href="{LINK}">x</a><!--<![endif]-->', [OWN]),
        (f'<a href="https://x.r.bh.d.sendibt3.com/tr/cl/{TOKEN}">x</a>',
         ["✗ HTML: Brevo has rewritten links: they lead to x.r.bh.d.sendibt3.com, which opens the browser instead of the app"]),
        (f'<a href="https://link.example.net/tr/cl/{TOKEN}">x</a>',
         ["✗ HTML: Brevo has rewritten links: they lead to link.example.net, which opens the browser instead of the app"]),
        (f'<a href="https://protect-eu.mimecast.com/s/{TOKEN}?domain=artitec.com">x</a>',
         ["⚠ HTML: Mimecast has rewritten links where the email was received: they lead to protect-eu.mimecast.com"]),
        (f'<a href="https://click.example.net/CL0/{TOKEN}">x</a>',
         ["✗ HTML: Amazon SES, or a service that sends with it, such as Resend has rewritten links: they lead to click.example.net, which opens the browser instead of the app"]),
    ],
)  # fmt: skip
def test_the_links_of_a_part_are_judged_together(html, told, tmp_path):
    (tmp_path / "x.eml").write_text(f"From: a@artitec.com\nContent-Type: text/html\n\n{html}")
    result = doctor(HOST, "--email", "x.eml", cwd=tmp_path)
    assert [line.strip() for line in result.stdout.splitlines() if " HTML: " in line] == told
    assert TOKEN not in result.stdout


SUPABASE = "✗ HTML: links are Supabase's own, of a template with {{ .ConfirmationURL }}: they lead to abc.supabase.co, which opens the browser instead of the app"
FIREBASE = "✗ HTML: links are Firebase's own: they lead to x.firebaseapp.com, which opens the browser instead of the app"
EMPTY = "✗ HTML: a link has no value: https://artitec.com/reset-password has none for "


@pytest.mark.parametrize(
    ["html", "told", "fix"],
    [
        (f'<a href="https://abc.supabase.co/auth/v1/verify?token={TOKEN}&type=recovery&redirect_to=https://artitec.com/">x</a>', [SUPABASE], "latchkey emails export --dialect supabase"),
        (f'<a href="https://x.firebaseapp.com/__/auth/action?mode=resetPassword&oobCode={TOKEN}">x</a>', [FIREBASE], "https://artitec.com/auth/action."),
        # A domain of the project's own.
        (f'<a href="https://auth.artitec.com/auth/v1/verify?token={TOKEN}">x</a>', [SUPABASE.replace("abc.supabase.co", "auth.artitec.com")], "Authentication > Emails"),
        (f'<a href="{LINK.replace(TOKEN, "")}">x</a>', [EMPTY + "'token'"], "Give the template the value"),
        ('<a href="https://artitec.com/reset-password?mode=reset&oobCode=&lang=">x</a>', [EMPTY + "'oobCode'"], "Give the template the value"),
        # Others may be without a value, and a value in base64 may end so.
        (f'<a href="{LINK}&lang=">x</a>', [OWN], None),
        (f'<a href="https://artitec.com/reset-password?{TOKEN}==">x</a>', [OWN], None),
    ],
)  # fmt: skip
def test_a_template_that_is_not_the_apps_is_told(html, told, fix, tmp_path):
    (tmp_path / "x.eml").write_text(f"From: a@artitec.com\nContent-Type: text/html\n\n{html}")
    result = doctor(HOST, "--email", "x.eml", cwd=tmp_path)
    assert [line.strip() for line in result.stdout.splitlines() if " HTML: " in line] == told
    assert fix is None or fix in result.stdout
    assert TOKEN not in result.stdout and "click tracking" not in result.stdout


@pytest.mark.parametrize(
    ["content", "placeholder"],
    [
        (f"{LINK[:-len(TOKEN)]}{{{{ .TokenHash }}}}", "{{ .TokenHash }}"), ("Hello {{name}},", "{{name}}"), ("Hello {% name %}", "{% name %}"),
        (f"{LINK}&to=%recipient%", "%recipient%"), ("%LINK%", "%LINK%"), ("Hello *|FNAME|*", "*|FNAME|*"), ("Hello ${user.name}", "${user.name}"), ("#{@link}", "#{@link}"),
        ("https://artitec.com/reset-password?token=%7B%7B%20.Token%20%7D%7D", "{{ .Token }}"),
        ("{{" + TOKEN + "}}", "{{…}}"),
        # No placeholders.
        ("100% of 50%, 5%off%, 20%_a% {a} {{}} $5 # <b>", None), ("https://artitec.com/x?q=%C3%A4rger%20abcdef%20a", None), ("a { b } }", None),
    ],
)  # fmt: skip
@pytest.mark.parametrize("subtype", ["html", "plain"])
def test_a_value_that_was_not_filled_in_is_an_error(content, placeholder, subtype, tmp_path):
    written = f'<a href="{content}">x</a>' if subtype == "html" and content.startswith("https:") else content
    (tmp_path / "x.eml").write_text(f"From: a@artitec.com\nContent-Type: text/{subtype}\n\n{written}\n")
    result = doctor(HOST, "--email", "x.eml", cwd=tmp_path)
    part = "HTML" if subtype == "html" else "plain text"
    assert [line for line in result.stdout.splitlines() if "no value was filled in" in line] == (
        [f"  ✗ {part}: has {placeholder}, for which no value was filled in"] if placeholder else []
    )
    assert TOKEN not in result.stdout


def test_an_erb_tag_in_html_is_found_in_an_attribute_and_escaped(tmp_path):
    for html in ['<a href="https://artitec.com/reset-password?token=<%= @token %>">x</a>', "<p>&lt;%= @token %&gt;</p>"]:
        (tmp_path / "x.eml").write_text(f"From: a@artitec.com\nContent-Type: text/html\n\n{html}\n")
        assert "✗ HTML: has <%= @token %>, for which no value" in doctor(HOST, "--email", "x.eml", cwd=tmp_path).stdout


@pytest.mark.parametrize(["path", "known"], [("reset-password", True), ("nosuchpage", False), ("gone/" + TOKEN, False)])
def test_a_link_to_no_page_of_the_release_is_an_error(path, known, tmp_path):
    programs.build(programs.copy_site(tmp_path, "artitec"), tmp_path / "Output")
    link = f"https://artitec.com/{path}?token={TOKEN}"
    (tmp_path / "x.eml").write_text(f'From: a@artitec.com\nContent-Type: text/html\n\n<a href="{link}">x</a>\n')
    result = doctor("--release", tmp_path / "Output", "--email", "x.eml", cwd=tmp_path)
    shown = path.replace(TOKEN, "…")
    told = f"✗ HTML: a link leads nowhere: the release has nothing at https://artitec.com/{shown}\n"
    assert (told in result.stdout, TOKEN in result.stdout) == (not known, False), result.stdout
    assert known == (OWN in result.stdout)


@pytest.mark.parametrize(
    ["value", "said", "fix"],
    [
        ("dkim=fail (body hash did not verify)", "DKIM: 'fail', says mx.example: the body was changed after it was signed", "Find what changes the email after the signer"),
        ("dkim=neutral (body hash did not verify) header.i=@a", "DKIM: 'neutral', says mx.example: the body was changed after it was signed", "Find what changes"),
        ("dkim=fail (no key); dmarc=fail (body hash)", "DKIM: 'fail', says mx.example", "Add the sender's keys to the DNS"),
    ],
)  # fmt: skip
def test_a_changed_body_is_not_a_missing_key(value, said, fix, tmp_path):
    assert said in results(f"Authentication-Results: mx.example 1; {value}\n{RECEIVED}", tmp_path)
    assert f"    fix: {fix}" in doctor(HOST, "--email", "x.eml", cwd=tmp_path).stdout


@pytest.mark.parametrize("text", [f"<{LINK}>.", f"({LINK})", f"リンク：{LINK}。有効", f"链接{LINK}，请", f"“{LINK}”", f"رابط {LINK}؟"])
def test_an_address_in_a_plain_text_ends_before_what_follows_it(text, tmp_path):
    parts = [f"Content-Type: text/plain; charset=utf-8\n\n{text}", f'Content-Type: text/html\n\n<a href="{LINK}">x</a>']
    (tmp_path / "x.eml").write_text("From: a@artitec.com\nContent-Type: multipart/alternative; boundary=b\n\n" + "".join(f"--b\n{part}\n" for part in parts))
    assert "✓ plain text: has the links of the HTML" in doctor(HOST, "--email", "x.eml", cwd=tmp_path).stdout


RECEIVED = "Received: from mail.artitec.com (mail.artitec.com [192.0.2.7]) by mx.example.net with ESMTPS; Sat, 21 Nov 2026 10:24:36 +0000\n"
FORGED = "Authentication-Results: {}; dkim=pass header.d=artitec.com; spf=pass; dmarc=pass\n"


def results(header, folder):
    (folder / "x.eml").write_text(f"{header}From: a@artitec.com\n\n{LINK}")
    result = doctor(HOST, "--email", "x.eml", cwd=folder)
    assert result.stderr == ""
    return [line.strip()[2:].removeprefix("header: ") for line in result.stdout.splitlines() if re.search("SPF|DKIM|DMARC|ignored", line) and "fix:" not in line]


@pytest.mark.parametrize(
    ["value", "told"],
    [
        ("dkim = pass (good) header.d=artitec.com; spf =fail", ["SPF: 'fail', says mx.example", "DKIM passed, says mx.example", "DMARC: no result, says mx.example"]),
        ("dkim=none;\n\tspf=pass; dmarc/1=fail", ["SPF passed, says mx.example", "DKIM: 'none', says mx.example", "DMARC: 'fail', says mx.example"]),
        ("none", ["SPF: no result, says mx.example", "DKIM: no result, says mx.example", "DMARC: no result, says mx.example"]),
        # What the sender chose stands in quoted strings and comments.
        ('spf=fail smtp.mailfrom="; dmarc=pass ("@evil.example; dkim=fail reason="x\\"; spf=pass"; dmarc=fail (dis=NONE; dkim=pass)',
         ["SPF: 'fail', says mx.example", "DKIM: 'fail', says mx.example", "DMARC: 'fail', says mx.example"]),
        ("dkim=fail header.d=a.example; dkim=pass header.d=artitec.com; spf=pass; dmarc=pass", ["SPF passed, says mx.example", "DKIM passed, says mx.example", "DMARC passed, says mx.example"]),
    ],
    ids=["blanks", "folded", "none", "quoted", "two signatures"],
)  # fmt: skip
def test_results_are_read_by_method(value, told, tmp_path):
    assert results(f"Authentication-Results: mx.example 1; {value}\n{RECEIVED}", tmp_path) == told


MISSING = "not checked: SPF, DKIM and DMARC, since the receiving server has written no 'Authentication-Results'"


def ignored(servers):
    return f"ignored: 'Authentication-Results' in the name of {servers}, since what the email itself brings along proves nothing"


def passed(spf, dkim=None, dmarc=None):
    return [f"SPF passed, says {spf}", f"DKIM passed, says {dkim or spf}", f"DMARC passed, says {dmarc or spf}"]


# The fields of large receivers in their order, from the top.
GMAIL = (
    "Delivered-To: ada@gmail.com\nReceived: by 2002:a05:6102:3f09:b0:47e:1 with SMTP id k9csp1; Sat, 21 Nov 2026 02:24:37 -0800\n"
    "ARC-Authentication-Results: i=1; mx.google.com; dkim=fail\nReturn-Path: <b@artitec.com>\n"
    "Received: from mail.artitec.com (mail.artitec.com. [192.0.2.7]) by mx.google.com with ESMTPS id x1; Sat, 21 Nov 2026 02:24:36 -0800\n"
    "Received-SPF: pass (google.com: ok)\n" + FORGED.format("mx.google.com")
)
OUTLOOK = (
    "Received: from AM0PR02MB1.eurprd02.prod.outlook.com (2603:10a6::1) by DB7PR02MB2.eurprd02.prod.outlook.com with HTTPS; x\n"
    "Authentication-Results: spf=pass (sender IP is 192.0.2.7) smtp.mailfrom=artitec.com; dkim=pass; dmarc=pass action=none;compauth=pass\n"
    "Received: from mail.artitec.com (192.0.2.7) by AM5EUR02FT.mail.protection.outlook.com (10.152.9.1) with SMTP; x\n"
)
ICLOUD = (
    "Received: from p1-x.icloud.com by p2-y.icloud.com with LMTP; x\n"
    "Authentication-Results: dmarc.icloud.com; dmarc=pass\nAuthentication-Results: dkim-verifier.icloud.com; dkim=pass\nAuthentication-Results: spf.icloud.com; spf=pass\n"
    "Received: from mail.artitec.com (mail.artitec.com [192.0.2.7]) by p3-z.icloud.com; x\n"
)
BEHIND_RELAY = (
    "Received: from mx1.example.net ([10.202.2.201]) by store5.internal with LMTP; x\n" + FORGED.format("mx1.example.net")
    + "Received: from mail.artitec.com (unknown [192.0.2.7]) by mx1.example.net; x\n"
)


@pytest.mark.parametrize(
    ["header", "told"],
    [
        (GMAIL, passed("mx.google.com")),
        (OUTLOOK, passed("am5eur02ft.mail.protection.outlook.com")),
        (ICLOUD, passed("spf.icloud.com", "dkim-verifier.icloud.com", "dmarc.icloud.com")),
        (BEHIND_RELAY, passed("mx1.example.net")),
        # Forged: below the receiver's field, in its own name or another, after a name that only the sender gave, and
        # with the field of a further server that is made up.
        (RECEIVED + FORGED.format("mx.example.net"), [MISSING, ignored("mx.example.net")]),
        (RECEIVED + FORGED.format("mx.google.com"), [MISSING, ignored("mx.google.com")]),
        (RECEIVED + FORGED.format("x y z;;"), [MISSING, ignored("another server")]),
        (FORGED.format("mx.example.net"), [MISSING, ignored("mx.example.net")]),
        (RECEIVED.replace("(mail.artitec.com [", "(unknown [").replace("from mail.artitec.com", "from mx.example.net") + FORGED.format("mx.example.net")
         + "Received: from a.example by mx.example.net; x\n", [MISSING, ignored("mx.example.net")]),
        (RECEIVED + FORGED.format("mx.example.net") + "Received: from localhost (localhost [127.0.0.1]) by mx.example.net; x\n", [MISSING, ignored("mx.example.net")]),
        (f"Authentication-Results: mx.example.net; spf=fail\n{RECEIVED}" + FORGED.format("mx.example.net"),
         ["SPF: 'fail', says mx.example.net", "DKIM: no result, says mx.example.net", "DMARC: no result, says mx.example.net", ignored("mx.example.net")]),
        (GMAIL.replace(FORGED.format("mx.google.com"), "") + FORGED.format("mx.google.com.evil.example"), [MISSING, ignored("mx.google.com.evil.example")]),
        (RECEIVED + "ARC-" + FORGED.format("mx.example.net"), [MISSING]),
    ],
    ids=["Gmail", "Outlook", "iCloud", "behind a relay", "own name below", "other name", "no name", "never received", "name of the sender's",
         "made-up server", "real and forged", "Gmail's name, extended", "ARC"],
)  # fmt: skip
def test_only_results_of_the_receivers_servers_count(header, told, tmp_path):
    assert results(header, tmp_path) == told


def forwarded(email, encoding="7bit"):
    """An email as an attachment of another."""
    body = base64.encodebytes(email) if encoding == "base64" else email
    head = f"Content-Type: message/rfc822\nContent-Transfer-Encoding: {encoding}\nContent-Disposition: attachment; filename=x.eml"
    mark = f"fwd{len(email)}"
    cover = f"From: b@example.net\nSubject: Fwd\nContent-Type: multipart/mixed; boundary={mark}\n\n--{mark}\n\nSee https://t.example.net/.\n"
    return f"{cover}--{mark}\n{head}\n\n".encode() + body + f"\n--{mark}--\n".encode()


@pytest.mark.parametrize("carry", [forwarded, lambda email: forwarded(email, "base64"), lambda email: forwarded(forwarded(email))], ids=["once", "base64", "twice"])
@pytest.mark.parametrize("name", ["untouched", "sendgrid"])
def test_of_a_forwarded_email_the_attached_one_is_examined(carry, name, tmp_path):
    (tmp_path / f"{name}.eml").write_bytes(carry((FOLDER / f"{name}.eml").read_bytes()))
    result = doctor(HOST, "--email", f"{name}.eml", cwd=tmp_path)
    told = "  – email: is the one attached to the file, as it was received; the one that carries it is not examined\n"
    assert told in result.stdout
    assert result.stdout.replace(told, "") == (FOLDER / f"{name}.txt").read_text()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-16-le"])
def test_an_email_that_an_editor_saved_is_read(encoding, tmp_path):
    (tmp_path / "untouched.eml").write_bytes((FOLDER / "untouched.eml").read_text().encode(encoding))
    assert doctor(HOST, "--email", "untouched.eml", cwd=tmp_path).stdout == (FOLDER / "untouched.txt").read_text()


@pytest.mark.parametrize("option", ["to", "app-files"])
def test_options_of_a_live_host_are_refused_with_an_email(option):
    result = doctor(HOST, "--email", "untouched.eml", f"--{option}", "nginx")
    assert (result.returncode, result.stdout) == (64, "")
    assert result.stderr.startswith(f"Error: '--{option}' is about a live host, and '--email' about an email. Use one of them\n")


def test_an_address_with_a_token_is_refused_without_it():
    result = doctor(LINK, "--email", "untouched.eml")
    assert result.returncode == 64 and TOKEN not in result.stderr
    assert "The value 'https://artitec.com…' has more than a host." in result.stderr


def test_no_output_has_a_token():
    hidden = [TOKEN, base64.urlsafe_b64encode(LINK.encode()).decode()[8:40]]
    for form in ["text", "json"]:
        for name in NAMES:
            result = doctor(HOST, "--email", f"{name}.eml", "--format", form)
            for secret in hidden:
                assert secret not in result.stdout + result.stderr, name


def test_scripts_get_the_findings_as_json():
    result = doctor(HOST, "--email", "mailjet.eml", "--email", "untouched.eml", "--format", "json")
    told = json.loads(result.stdout)
    assert result.returncode == 1
    assert [email["file"] for email in told["result"]["emails"]] == ["mailjet.eml", "untouched.eml"]
    first, second = [{each["code"]: each["severity"] for each in email["findings"]} for email in told["result"]["emails"]]
    assert first == {"email-link-rewritten": "error", "email-link": "ok", "email-authenticated": "ok", "email-unsubscribe": "warning"}
    assert set(second.values()) == {"ok"}
    assert {each["file"] for each in told["diagnostics"]} == {"mailjet.eml"}


def test_the_hosts_are_those_of_the_release(tmp_path):
    programs.build(programs.copy_site(tmp_path, "artitec"), tmp_path / "Output")
    assert doctor("--release", tmp_path / "Output", "--email", "untouched.eml").returncode == 0
    other = doctor("https://other.example", "--email", "untouched.eml")
    assert other.stdout.count("no link has a host of the app") == 2


def test_an_email_without_the_hosts_of_its_app_is_refused():
    result = doctor("--email", "untouched.eml")
    assert (result.returncode, result.stdout) == (64, "")
    assert result.stderr.startswith(
        "Error: Missing expected argument '<url>'. '--email' compares the links with a host: name it, or its release with '--release Output'\n")


def test_the_file_of_an_email_is_looked_for_before_a_host(tmp_path):
    (tmp_path / "Emails" / "artitec").mkdir(parents=True)
    (tmp_path / "Emails" / "artitec" / "reset.eml").write_text("")
    for name, meant in [("reset.eml", "artitec/reset.eml"), ("artitc/reset.eml", None), ("artitec/rest.eml", "artitec/reset.eml")]:
        result = doctor("--email", f"Emails/{name}", cwd=tmp_path)
        fix = f"  fix: Did you mean 'Emails/{meant}'?\n" if meant else ""
        missing = f"Emails/{name}: error: cannot read 'Emails/{name}': no such file or directory\n"
        assert (result.returncode, result.stderr) == (1, missing + fix)


@pytest.mark.parametrize("text", ["hello\n", "", "<p><a href='https://artitec.com/'>x</a></p>\n", "{}\n", "%PDF-1.7\n"], ids=["a word", "nothing", "HTML", "JSON", "PDF"])
def test_a_file_that_is_no_email_is_told_as_that_alone(tmp_path, text):
    (tmp_path / "mail.eml").write_text(text)
    result = doctor(HOST, "--email", "mail.eml", cwd=tmp_path)
    message = "no email can be read: it has no header, or neither HTML nor a plain text"
    fix = "Save the email's source again, as its program shows it ('Show original', 'View source')."
    assert result.returncode == 1
    assert result.stdout == f"mail.eml\n  ✗ email: {message}\n    fix: {fix}\n\n1 broken, 0 to look at.\n"


def test_a_missing_file_is_named():
    result = doctor(HOST, "--email", "none.eml")
    assert (result.returncode, result.stderr) == (1, "none.eml: error: cannot read 'none.eml': no such file or directory\n")


def nested(depth):
    """Multiparts inside each other, with a part in HTML in the last."""
    head = "".join(f"Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n" for level in range(depth))
    return (head + f'Content-Type: text/html\n\n<a href="{LINK}">x</a>').encode()


HOSTILE = {
    "nothing": b"",
    "one field without an end": b"Content-Type: " + b"multipart/mixed; boundary=" * 50_000,
    "many fields": b"X: y\n" * 300_000,
    "one folded field": b"Authentication-Results: a;\n" + b" spf=pass;(\n" * 200_000,
    "deep parts": nested(5_000),
    "many parts": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 300_000,
    "boundaries of each other": b"Content-Type: multipart/mixed; boundary=-\n\n" + b"---\n" * 300_000,
    "broken base64": b"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + b"PGEgaHJ=ZWY9*(&^\n" * 100_000,
    "broken quoted-printable": b"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n" + b"<a href=3=\n=Z=" * 100_000,
    "emails in each other": b"Content-Type: message/rfc822\n\n" * 200_000 + b"Subject: S\n\nx",
    "open tags": b"Content-Type: text/html\n\n" + b"<a href='" * 300_000,
    "one tag": b"Content-Type: text/html\n\n<a " + b"a=b " * 500_000,
    "many links": b"Content-Type: text/html\n\n" + b"<a href=https://artitec.com/?a=%s>" % TOKEN.encode() * 100_000,
    "no text": bytes(range(256)) * 5_000,
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.sampled(4)
def test_a_hostile_email_is_examined_in_bounded_time_and_shows_no_token(name, tmp_path):
    (tmp_path / "x.eml").write_bytes(HOSTILE[name])
    result = doctor(HOST, "--email", "x.eml", cwd=tmp_path)
    assert result.returncode in (0, 1), result.stderr
    assert result.stdout.startswith("x.eml\n") and result.stderr == ""
    assert len(result.stdout) < 5_000 and TOKEN not in result.stdout


def test_damaged_emails_are_examined(tmp_path):
    chance = random.Random(28)
    options = []
    for number in range(60):
        damaged = bytearray((FOLDER / f"{chance.choice(NAMES)}.eml").read_bytes())
        for _ in range(chance.randint(1, 40)):
            place = chance.randrange(len(damaged))
            damaged[place : place + chance.randint(0, 30)] = chance.randbytes(chance.randint(0, 10))
        (tmp_path / f"{number}.eml").write_bytes(damaged)
        options += ["--email", f"{number}.eml"]
    result = doctor(HOST, *options, cwd=tmp_path)
    assert result.returncode in (0, 1) and result.stderr == ""
    assert sum(line.endswith(".eml") for line in result.stdout.splitlines()) == 60
    assert TOKEN not in result.stdout


def test_a_longer_email_than_any_is_refused(tmp_path):
    with open(tmp_path / "x.eml", "wb") as file:
        file.truncate((32 << 20) + 1)
    result = doctor(HOST, "--email", "x.eml", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (1, "x.eml: error: cannot read 'x.eml': file too large\n")


class TestSenders:
    """The attributes that leave links as they are, each by its sender's documentation (Templates/senders.yml)."""

    @pytest.mark.parametrize(
        ["sender", "attributes"],
        [
            ("amazon-ses", ' ses:no-track=""'), ("postmark", ' data-pm-no-track=""'), ("sendgrid", ' clicktracking="off"'),
            ("sparkpost", ' data-msys-clicktrack="0"'), ("mailjet", ""), ("mailgun", ""), ("mandrill", ""), ("resend", ""),
        ],
    )  # fmt: skip
    @pytest.mark.sampled(4)
    def test_the_senders_attributes_are_on_each_link(self, sender, attributes, tmp_path):
        site = programs.copy_site(tmp_path, "artitec")
        render = ["emails", "export", "--dialect", "handlebars", site, "--output"]
        plain = programs.run(programs.LATCHKEY, *render, tmp_path / "plain")
        with open(site / "artitec" / "app.yml", "a") as file:
            file.write(f"\nsender: {sender}\n")
        result = programs.run(programs.LATCHKEY, *render, tmp_path / "sent")
        assert (plain.returncode, result.returncode) == (0, 0), result.stderr
        told = [line for line in result.stderr.splitlines() if "may replace the links" in line]
        assert len(told) == (0 if attributes else 1)
        before, after = [sorted((tmp_path / folder).rglob("*.hbs")) for folder in ["plain", "sent"]]
        html = "".join(path.read_text() for path in after)
        assert html.replace(attributes or "\0", "") == "".join(path.read_text() for path in before)
        links = [link.split(">")[0] for link in html.split("<a ")[1:]]
        assert len(links) > 3
        assert all((attributes in link) == ("mailto:" not in link) for link in links if attributes)

    def test_postmarks_dialect_has_its_own(self, tmp_path):
        result = programs.run(
            programs.LATCHKEY, "emails", "export", "--dialect", "postmark", programs.copy_site(tmp_path, "artitec"), "--output", tmp_path / "out")
        assert result.returncode == 0, result.stderr
        (html,) = (tmp_path / "out").rglob("*reset-password/content.html")
        assert ' data-pm-no-track=""' in html.read_text()
