"""The links of an account besides resetting a password and verifying an address: deleting the account, a second factor, codes beside
links, invitations, signing in, and a changed address."""

import json
import re
import time
from urllib.parse import urlencode, urlsplit

import engines
import httpx
import programs
import pyotp
import pytest
from browsers import Look
from flows import NEW
from pages import visit
from rawhttp import ask
from sandboxes import PERSON, UNVERIFIED
from studio import Preview
from test_kinds import BACKENDS, Walk, latchkey, post

SECOND_FACTOR = "second-factor@example.com"
# The key and a recovery code of the sandbox's account with a second factor (Documentation/AccountLinks.md).
KEY, RECOVERY = "NRQXIY3INNSXSLLTMFXGIYTPPAWWWZLZ", "K4M9-X7QP-2AB8-HT3Z"
PASSWORDS = {"new_password": NEW, "confirm_password": NEW}
DATA = """data:
  deleted: [Your profile, Your photos]
  kept: { Invoices: "for ten years, as tax law requires" }
  first: [Cancel your subscription on Google Play]
  parts: privacy@example.com
"""
BY_LINK = """operations:
  send-delete-link:
    sends: delete-account
    request: { method: POST, url: "{{base}}/leave", json: { email: "{{email}}" } }
    outcomes: [{ status: 200, is: ok }, { status: 429, is: rate-limited }]
  delete-account-with-link:
    consumes: link
    request: { method: DELETE, url: "{{base}}/account", headers: { X-Token: "{{token}}" } }
    outcomes: [{ status: 204, is: ok }, { status: 429, is: rate-limited }, { status: 4xx, is: link-invalid }]
"""


def begun(folder, *arguments):
    folder.mkdir(parents=True)
    result = latchkey(folder, "init", "--host", "app.example.com", *arguments)
    assert (result.returncode, result.stderr) == (0, "")
    return folder / "Site" / folder.name, result.stdout


def catalog(backend):
    return (programs.ROOT / f"Templates/catalog/backend/{backend}.yml").read_text()


def emails(preview, to):
    return [mail for mail in json.loads(preview.get("/api/inbox").body)["emails"] if mail["to"] == to]


def code(mail):
    return re.search(r"^\s*([0-9]{6})\s*$", mail["text"], flags=re.MULTILINE)[1]


def path(link):
    parts = urlsplit(link)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


# MARK: Google Play's points


def test_every_backend_deletes_accounts_or_the_catalogue_says_why_it_cannot():
    for backend in BACKENDS:
        contract = (programs.ROOT / f"Templates/backends/{backend}.yml").read_text()
        can = bool(re.search(r"^  delete-account(-with-link)?:$", contract, re.M))
        assert can == ("\n  delete-account:\n" in catalog(backend).partition("\nonly:")[2]), backend
        assert can != bool(re.search(r"^without:\n  delete-account: \"[^\"]{40,}\"$", catalog(backend), re.M)), backend


# Whose deletion leads somebody with a second factor to the app.
BY_APP = dict.fromkeys(["better-auth", "cognito", "firebase", "pocketbase"], "look at it")


@pytest.mark.parametrize("backend", [*BACKENDS, None])
@pytest.mark.sampled(20)
def test_a_site_with_the_page_alone_meets_every_point_when_it_says_what_is_deleted(tmp_path, backend):
    site, said = begun(tmp_path / "harbour", *(["--backend", backend] if backend else []), "--only", "delete-account")
    assert [page.name for page in site.glob("*.md")] == ["delete-account.md"]
    assert "Delete account URL: https://app.example.com/delete-account\n" in said
    before = latchkey(site, "check", "--play")
    assert before.returncode == 1
    assert re.findall(r"error: (.*)", before.stderr) == [
        "Google Play asks of the page that it says which data is deleted",
        "Google Play asks of the page that it says which data is kept, and for how long",
    ]
    page = site / "delete-account.md"
    page.write_text(page.read_text().replace("\n---\n", f"\n{DATA}---\n", 1))
    after = latchkey(site, "check", "--play", "--format", "json")
    assert after.returncode == 0, after.stdout
    [play] = json.loads(after.stdout)["result"]["play"]
    assert play["address"] == "https://app.example.com/delete-account"
    assert [point["verdict"] for point in play["points"]] == ["met"] * 4 + [BY_APP.get(backend, "met")] + ["met"] * 5 + ["look at it"] * 2
    assert "harbour" in play["points"][1]["quote"]
    assert latchkey(site, "build").returncode == 0


# What Google Play asks of the page (PlayCheck.swift), each with a change that takes it from a page which has all of them, and with the
# verdict after it. That the page loads is what the build proves.
POINTS = {
    "names the app as its store listing does": ("## Delete Your harbour Account", "## Delete Your Account", "missing"),
    "shows the steps to take prominently": (r"1\. Write to [^#]+(?=### Before)", "", "missing"),
    "lets people ask for it there": (r" to <support@app\.example\.com>|\[Write to us\]\(mailto:support@app\.example\.com\)\n", "", "missing"),
    "works without the app": (r"<support@app\.example\.com> from|\[Write to us\]\(mailto:support@app\.example\.com\)", "[Open the app](app:login)", "missing"),
    "says which data is deleted": ("- Your photos\n", "", "missing"),
    "says which data is kept, and for how long": (": for ten years, as tax law requires", "", "missing"),
    "says what has to be done before": (r"- Cancel your subscription on Google Play\n", "", "missing"),
    "offers help with it": ("support@app.example.com", "other@app.example.com", "missing"),
    "offers to delete some data without the account": ("(?m)^  parts: .*\n", "", "optional"),
    "deletes the account and its data, and does not merely disable it": ("", "", "look at it"),
    "is not the only way, but the app has one too": ("", "", "look at it"),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A site whose page has every point, written out."""
    site, _ = begun(tmp_path_factory.mktemp("play") / "harbour", "--only", "delete-account")
    page = site / "delete-account.md"
    page.write_text(page.read_text().replace("\n---\n", f"\n{DATA}---\n", 1))
    (site / "app.yml").write_text((site / "app.yml").read_text() + "login: { app: 'harbour://login' }\nios: { app-id: ABCDE12345.com.example.app, scheme: harbour }\n")
    assert latchkey(site, "show", "page", "delete-account", "--write").returncode == 0
    return site, page.read_text()


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.sampled(4)
def test_a_page_that_lacks_a_point_of_google_plays_is_an_error_at_the_page(played, point):
    site, text = played
    old, new, verdict = POINTS[point]
    changed = re.sub(old, new, text) if old else text
    assert not old or changed != text
    (site / "delete-account.md").write_text(changed)
    result = latchkey(site, "check", "--play", "--format", "json")
    read = json.loads(result.stdout)
    [play] = read["result"]["play"]
    assert [name for name in POINTS if name not in [each["name"] for each in play["points"]]] == []
    assert {each["name"]: each["verdict"] for each in play["points"]}[point] == verdict, play
    # What is missing is an error at the page, and the only one but for that a page without a way has none without the app either.
    assert result.returncode == (1 if verdict == "missing" else 0), result.stdout
    if verdict == "missing":
        said = latchkey(site, "check", "--play").stderr
        assert f"delete-account.md:" in said and f"error: Google Play asks of the page that it {point}\n" in said


def test_every_point_of_google_plays_is_in_the_table(played):
    site, text = played
    (site / "delete-account.md").write_text(text)
    [play] = json.loads(latchkey(site, "check", "--play", "--format", "json").stdout)["result"]["play"]
    assert [each["name"] for each in play["points"]] == ["loads without an error", *POINTS]


def test_an_app_without_the_page_is_told(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--backend", "djoser", "--only", "forgot-password")
    result = latchkey(site, "check", "--play")
    assert (result.returncode, result.stderr.splitlines()[-2:]) == (
        1, ["harbour: error: no page of 'harbour' deletes accounts", "  fix: Add one: latchkey add page delete-account"],
    )  # fmt: skip


# What the links of emails do, by the names of their emails.
TYPES = {"invite": "invite", "sign-in": "magiclink", "reset-password": "recovery"}


@pytest.mark.full
def test_an_email_that_the_studio_sends_has_a_link_or_a_code_that_the_sandbox_accepts(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase")
    for page, email in (("magic-link", "sign-in"), ("accept-invite", "invite")):
        assert latchkey(site, "add", "page", page).returncode == 0
        assert latchkey(site, "add", "email", email).returncode == 0
    with Preview(site.parent, ports=4) as preview:
        base = re.search(r"http://127\.0\.0\.1:\d+/harbour", httpx.get(preview.apps["harbour"] + "/forgot-password").text)[0]
        for email, kind in TYPES.items():
            for means in ("link", "code"):
                sent = httpx.post(f"{preview.origin}/api/emails", json={"app": "harbour", "email": email}, headers={"Origin": preview.origin})
                assert sent.json() == {"sent": True}
                mail = max(json.loads(preview.get("/api/inbox").body)["emails"], key=lambda mail: mail["number"])
                token = {"token_hash": mail["link"].rpartition("token_hash=")[2].split("&")[0]} if means == "link" else {"token": mail["code"], "email": mail["to"]}
                asked = [httpx.post(f"{base}/auth/v1/verify", json={"type": kind, **token}, headers={"apikey": "x"}).status_code for _ in range(2)]
                assert asked == [200, 403], (email, means)


def test_emails_with_these_links_are_read_as_they_are_received(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase")
    for page, email in (("delete-account", "delete-account"), ("magic-link", "sign-in"), ("accept-invite", "invite")):
        assert latchkey(site, "add", "page", page).returncode == 0
        assert latchkey(site, "add", "email", email).returncode == 0
    assert latchkey(site, "emails", "render", "--output", str(tmp_path / "mails")).returncode == 0
    mails = {mail.stem: mail for mail in (tmp_path / "mails").rglob("*.eml")}
    assert {"delete-account", "sign-in", "invite", "change-email"} <= set(mails)
    for mail in mails.values():
        result = latchkey(site, "doctor", "https://app.example.com", "--email", str(mail))
        assert (result.returncode, "all links to the app are its own" in result.stdout) == (0, True), result.stdout
        # Each with a link has the code beside it.
        assert ("enter this one" in mail.read_text()) == (mail.stem not in ("password-changed",)), mail


def test_an_added_page_says_what_is_left_to_do_for_the_backend(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase")
    result = latchkey(site, "add", "page", "delete-account")
    steps = re.search(r"\nLeft to do:\n((?:  - .+\n)+)$", result.stdout)[1].splitlines()
    assert not any("YOUR-" in step or "<%" in step for step in steps)
    assert steps[0] == "  - The email with the link: latchkey add email delete-account"
    # What the backend does not know of the app's own data, and what its one email is without one to sign in.
    assert [step.split(":")[0][4:] for step in steps[2:5]] == ["SQL Editor", "Your tables", "Storage"] and "on delete cascade" in steps[3]
    assert "everywhere else emails/sign-in.md, or without it an email to sign in with a code and no link" in steps[5]
    # What Google Play asks for, as the first site with the page has it; a support address of the app is not asked for again.
    assert [step[4:] for step in steps[-3:]] == play_steps("ask")
    (site / "delete-account.md").unlink()
    (site / "app.yml").write_text((site / "app.yml").read_text() + "support: help@app.example.com\n")
    assert play_steps("ask")[0] not in latchkey(site, "add", "page", "delete-account").stdout


def play_steps(state):
    return [
        "In app.yml, support: the address that people write to",
        f"In delete-account.md, data and '# {state}': what is deleted and what is kept, which Google Play asks for; then run latchkey check --play",
        "Play Console > App content > Data safety > Delete account URL: https://app.example.com/delete-account",
    ]


def test_a_page_that_deletes_and_is_written_out_is_warned_of_too_until_it_says_what_is_deleted(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--backend", "djoser")
    assert not (site / "delete-account.md").exists()
    assert latchkey(site, "add", "page", "delete-account").returncode == 0
    result = latchkey(site, "check")
    warning = "delete-account.md:1:1: warning: the page does not say what is deleted and what is kept, which Google Play asks of it\n"
    assert (result.returncode, warning in result.stderr, "or 'kept: nothing', and say it below '# form'.\n" in result.stderr) == (0, True, True)
    # Google Play's points say it once.
    played = latchkey(site, "check", "--play")
    assert (played.returncode, warning in played.stderr, played.stderr.count("says which data is")) == (1, False, 2), played.stderr
    page = site / "delete-account.md"
    page.write_text(page.read_text().replace("\ntitle:", "\ndata: { deleted: [Your profile], kept: nothing }\ntitle:", 1))
    assert "does not say" not in latchkey(site, "check").stderr


@pytest.mark.parametrize(["arguments", "pages"], [
    (["--backend", "supabase", "--only", "recover-email"], "accept-invite, change-email, delete-account, forgot-password, magic-link, reset-password, verify-email"),
    (["--backend", "djoser", "--only", "change-phone"], "delete-account, forgot-password, reset-password, verify-email"),
])  # fmt: skip
def test_every_page_to_begin_with_is_listed(tmp_path, arguments, pages):
    (tmp_path / "harbour").mkdir()
    result = latchkey(tmp_path / "harbour", "init", *arguments)
    assert result.stderr == f"error: there is no page '{arguments[-1]}' to begin with\n  fix: The pages are {pages}.\n"


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.sampled(20)
def test_every_page_that_is_listed_to_begin_with_makes_a_site(tmp_path, backend):
    (tmp_path / "harbour").mkdir()
    [names] = re.findall(r"The pages are (.*)\.", latchkey(tmp_path / "harbour", "init", "--backend", backend, "--only", "none-such").stderr)
    for name in names.split(", "):
        site, _ = begun(tmp_path / name / "harbour", "--backend", backend, "--only", name)
        assert latchkey(site, "build", "--output", tmp_path / name / "Built").returncode == 0, name


def test_an_email_whose_page_the_backend_cannot_have_names_no_page_to_add(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--backend", "djoser")
    result = latchkey(site, "add", "email", "sign-in")
    assert result.stderr.endswith(
        "  fix: Define it for a page of your own: a page of the kind 'magic-link' needs the operation 'sign-in-with-link', which the contract 'djoser' does not have.\n"
    ), result.stderr


def test_the_support_address_that_a_first_site_invented_meets_no_point_of_google_plays(tmp_path):
    (tmp_path / "harbour").mkdir()
    assert latchkey(tmp_path / "harbour", "init", "--only", "delete-account").returncode == 0
    site = tmp_path / "harbour" / "Site" / "harbour"
    (site / "delete-account.md").write_text(f"---\nkind: delete-account-by-request\n{DATA.replace('example.com', 'harbour.example')}---\n")
    [play] = json.loads(latchkey(site, "check", "--play", "--format", "json").stdout)["result"]["play"]
    left = [each["name"] for each in play["points"] if each["quote"] == "Write your own text in place of 'support@harbour.example'."]
    assert left == ["shows the steps to take prominently", "lets people ask for it there", "offers help with it"]
    (site / "app.yml").write_text((site / "app.yml").read_text().replace("support@", "care@"))
    result = latchkey(site, "check", "--play")
    assert result.returncode == 0
    # Help is quoted from below what has to be done before, where it is for that.
    assert '  met         offers help with it: "Need help? care@harbour.example"\n' in result.stdout


@pytest.fixture(scope="module")
def deletion(tmp_path_factory):
    """A site whose backend has one email for signing in and for deleting an account."""
    site, _ = begun(tmp_path_factory.mktemp("deletion") / "harbour", "--backend", "supabase", "--only", "forgot-password")
    for page, email in {"delete-account": "delete-account", "magic-link": "sign-in"}.items():
        for added in (["page", page], ["email", email]):
            assert latchkey(site, "add", *added).returncode == 0
    return site


DELETION = "https://app.example.com/delete-account"
BY_ADDRESS = {DELETION: "Delete your harbour account", "https://app.example.com/": "Sign in to harbour", "": "Sign in to harbour"}


@pytest.mark.parametrize("opens", BY_ADDRESS)
@pytest.mark.parametrize("dialect", ["supabase", "supabase-hook"])
@pytest.mark.sampled(3)
def test_one_email_of_the_backend_is_a_deletion_where_its_link_leads_to_that_page(deletion, dialect, opens):
    out = deletion.parents[1] / dialect
    result = latchkey(deletion, "emails", "export", "--dialect", dialect, "--output", out)
    assert result.returncode == 0 and "left out" not in result.stderr, result.stderr
    known = engines.Known("ada@example.com", "hash")
    if dialect == "supabase":
        mail = engines.supabase(out / "harbour", known, "magic_link", redirect=opens)
    else:
        [mail] = engines.supabase_hook(out / "harbour", known, "magiclink", data={"redirect_to": opens})
        mail = engines.Email(mail["subject"], mail["html"])
    assert mail.subject == BY_ADDRESS[opens]
    page = "delete-account" if opens == DELETION else "magic-link"
    assert re.findall(r'href="https://app.example.com/([^?"]*)\?token_hash=hash"', mail.html) == [page]


def test_the_page_that_deletes_names_itself_as_where_the_link_leads(deletion):
    assert latchkey(deletion, "build", "--output", deletion.parents[1] / "Built").returncode == 0
    [page] = (deletion.parents[1] / "Built").rglob("delete-account.*.html")
    assert f'"delete-url":"{DELETION}"' in page.read_text()


@pytest.mark.parametrize("dialect", ["supabase", "supabase-hook"])
@pytest.mark.sampled(2)
def test_an_export_names_the_email_that_shares_the_one_of_a_deletion_until_the_app_has_it(tmp_path, dialect):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase", "--only", "delete-account")

    def exported():
        return latchkey(site, "emails", "export", "--dialect", dialect, "--output", tmp_path / "Exported").stderr

    fix = "latchkey add page magic-link; latchkey add email sign-in."
    said = exported()
    assert "emails/delete-account.md: note: " in said and "has one email for 'delete-account' and 'sign-in'" in said and fix in said
    assert "'sign-in'" not in latchkey(site, "check").stderr
    for command in fix.strip(".").split("; "):
        assert latchkey(site, *command.split()[1:]).returncode == 0
    assert "has one email for" not in exported()


# What is left to do for a page: the email with its link, if the app has none, and the backend's console.
EXPORT = "Emails: run latchkey emails export --dialect supabase --output Exported, and paste the {} of Exported/harbour there"
CONTINUE = "[Continue](https://web.example.com/signed-in#access_token={{access_token}}&refresh_token={{refresh_token}})"
ADDED_STEPS = {
    ("supabase", "magic-link"): [
        "The email with the link: latchkey add email sign-in",
        "Authentication > Emails > Magic link: its link is https://app.example.com/magic-link?token_hash={{ .TokenHash }}",
        EXPORT.format("file"),
        f"In magic-link.md: Lead on with it below '# done': {CONTINUE}",
    ],
    ("supabase", "accept-invite"): [
        "The email with the link: latchkey add email invite",
        "Authentication > Emails > Invite user: its link is https://app.example.com/accept-invite?token_hash={{ .TokenHash }}",
        "Your server sends invitations, with the secret key: auth.admin.inviteUserByEmail",
        EXPORT.format("file"),
    ],
    ("supabase", "change-email"): [
        "The email with the link: latchkey add email change-email",
        "Authentication > Emails > Change email address: its link is https://app.example.com/change-email?token_hash={{ .TokenHash }}",
        EXPORT.format("files"),
    ],
    ("supabase", "verify-email"): [
        "The email with the link: latchkey add email verify-email",
        "Authentication > Emails > Confirm sign up: its link is https://app.example.com/verify-email?token_hash={{ .TokenHash }}",
        EXPORT.format("files"),
    ],
    ("supabase", "log-in"): [],
    ("djoser", "delete-account"): [
        "settings.py, CORS_ALLOWED_ORIGINS (django-cors-headers): https://app.example.com",
        *play_steps("form"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(["backend", "page"], ADDED_STEPS)
@pytest.mark.sampled(3)
def test_an_added_page_names_its_email_and_its_steps_in_the_console_and_nothing_else(tmp_path, backend, page):
    site, _ = begun(tmp_path / "harbour", "--backend", backend, "--only", "forgot-password")
    result = latchkey(site, "add", "page", page)
    assert (result.returncode, result.stderr) == (0, ""), result.stderr
    found = re.search(r"\nLeft to do:\n((?:  - .+\n)+)$", result.stdout)
    assert [step[4:] for step in (found[1] if found else "").splitlines()] == ADDED_STEPS[backend, page]
    # What is named can be run, and then nothing is named again.
    for email in re.findall(r"latchkey add email (\S+)", result.stdout):
        assert latchkey(site, "add", "email", email).returncode == 0
    assert "YOUR-" not in result.stdout and "<%" not in result.stdout


@pytest.mark.parametrize("kind", ["magic-link", "accept-invite"])
def test_a_site_begins_with_one_of_these_pages_too(tmp_path, kind):
    site, said = begun(tmp_path / "harbour", "--backend", "supabase", "--only", kind)
    assert [page.stem for page in site.glob("*.md")] == [kind]
    assert len(list((site / "emails").glob("*.md"))) == 1 and "YOUR-PUBLISHABLE-KEY" in said
    assert latchkey(site, "build").returncode == 0


@pytest.mark.parametrize("how", ["kind", "written"])
def test_a_page_that_signs_in_nowhere_is_warned_of_until_it_hands_the_session_on(tmp_path, how):
    site, said = begun(tmp_path / "harbour", "--backend", "supabase", "--only", "magic-link")
    page = site / "magic-link.md"
    fix = "Say where the app's web part goes on: session: https://web.example.com/signed-in"
    assert f"  - In magic-link.md: {fix}\n" in said
    if how == "written":
        assert latchkey(site, "show", "page", "magic-link", "--write").returncode == 0
        fix = f"Lead on with it below '# done': {CONTINUE}"
    result = latchkey(site, "check")
    warning = "warning: 'sign-in-with-link' brings the session 'access_token', and the page hands it to nothing: whoever signs in here is signed in nowhere"
    assert (result.returncode, warning in result.stderr, f"  fix: {fix}\n" in result.stderr) == (0, True, True), result.stderr
    text = page.read_text()
    if how == "kind":
        page.write_text(text.replace("kind: magic-link\n", "kind: magic-link\nsession: https://web.example.com/signed-in\n"))
    else:
        page.write_text(text.replace("## Sign-In Complete\n", f"## Sign-In Complete\n{CONTINUE}\n\n"))
    assert page.read_text() != text
    result = latchkey(site, "check")
    assert (result.returncode, "signed in nowhere" in result.stderr) == (0, False), result.stderr


@pytest.mark.parametrize("address, message, fix", [
    *((address, f"the session goes on at an https address or a path, and '{address}' is neither", "Write an address of the app's web part")
        for address in ["harbour://signed-in", "app:login", "#done", "true"]),
    ("https://web.example.com/in#home", "the session becomes the fragment of this address, which has one already", "Write https://web.example.com/in\n"),
    ("web.example.com/in", "'web.example.com/in' is not an address that a page can link to", "Write https://web.example.com/in\n"),
])
def test_a_session_that_goes_to_no_web_page_is_refused(tmp_path, address, message, fix):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase", "--only", "magic-link")
    page = site / "magic-link.md"
    page.write_text(page.read_text().replace("kind: magic-link\n", f'kind: magic-link\nsession: "{address}"\n'))
    result = latchkey(site, "check")
    assert result.returncode == 1 and result.stderr.count(" error: ") == 1, result.stderr
    assert f"error: {message}\n" in result.stderr and f"  fix: {fix}" in result.stderr, result.stderr


# Placeholders, each with the point that it leaves open.
LEFT = {
    "what is deleted": ("Your photos", "[your data]", "says which data is deleted", "[your data]"),
    "what is kept": ("Invoices", "[what is kept]", "says which data is kept, and for how long", "[what is kept]"),
    "who is asked for a part": ("privacy@example.com", "privacy@example.org", "offers to delete some data without the account", "privacy@example.org"),
    "who is asked": ("support@app.example.com", "support@example.net", "lets people ask for it there", "support@example.net"),
    "what is deleted, as a word": ("Your photos", "TODO", "says which data is deleted", "TODO"),
    "how long it is kept": ("for ten years, as tax law requires", "TBD", "says which data is kept, and for how long", "TBD"),
    "the name": ("harbour", "YOUR-APP", "names the app as its store listing does", "YOUR-APP"),
}


@pytest.mark.parametrize("left", LEFT)
@pytest.mark.sampled(4)
def test_what_is_still_to_be_written_meets_no_point_of_google_plays(tmp_path, left):
    old, new, point, placeholder = LEFT[left]
    site, _ = begun(tmp_path / "harbour", "--only", "delete-account")
    (site / "delete-account.md").write_text(f"---\nkind: delete-account-by-request\n{DATA}---\n")
    assert latchkey(site, "check", "--play").returncode == 0
    for file in (site / "delete-account.md", site / "app.yml"):
        # A flow sequence keeps its brackets in quotes.
        text = file.read_text().replace(old, f'"{new}"' if new.startswith("[") else new)
        file.write_text(text)
    result = latchkey(site, "check", "--play", "--format", "json")
    [play] = json.loads(result.stdout)["result"]["play"]
    verdicts = {each["name"]: each for each in play["points"]}
    assert (result.returncode, verdicts[point]["verdict"]) == (1, "missing"), verdicts[point]
    assert verdicts[point]["quote"] == f"Write your own text in place of '{placeholder}'."
    # What is told of the catalogue's text that has it is told where its author wrote it.
    assert not [each for each in json.loads(result.stdout)["diagnostics"] if each.get("file", "").startswith("Templates")]


def test_a_text_in_place_of_the_one_that_shows_the_data_is_to_say_it_too(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--only", "delete-account")
    own = "\n# main\n## Delete Your harbour Account\nWrite to [us](mailto:care@app.example.com)."
    (site / "delete-account.md").write_text(f"---\nkind: delete-account-by-request\n{DATA}---\n{own}\n")
    replaced = "warning: 'data:' says what is deleted, and '# main' replaces the text that shows it"
    assert replaced in latchkey(site, "check").stderr
    result = latchkey(site, "check", "--play", "--format", "json")
    [play] = json.loads(result.stdout)["result"]["play"]
    points = {each["name"]: each for each in play["points"]}
    # An address in a sentence is a way to ask.
    assert points["lets people ask for it there"]["verdict"] == points["works without the app"]["verdict"] == "met"
    assert points["says which data is deleted"]["quote"] == "Say it in '# main' too, whose text replaces the one that shows 'data:'."
    (site / "delete-account.md").write_text(f"---\nkind: delete-account-by-request\n{DATA}---\n{own}\nYour photos go.\n")
    assert replaced not in latchkey(site, "check").stderr


def test_the_kind_with_a_link_names_the_one_that_asks_by_email_where_there_is_no_backend(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--only", "delete-account")
    (site / "delete-account.md").write_text(f"---\nkind: delete-account\n{DATA}---\n")
    result = latchkey(site, "check")
    assert "\n  fix: Write 'kind: delete-account-by-request', which asks by email: app.yml has no backend that sends links.\n" in result.stderr


def test_a_point_is_quoted_from_its_own_text_and_not_from_a_headline_that_has_the_word(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--only", "delete-account")
    (site / "delete-account.md").write_text("---\nkind: delete-account-by-request\ndata: { deleted: [Delete], kept: nothing }\n---\n")
    result = latchkey(site, "check", "--play")
    assert '\n  met         says which data is deleted: "Delete"\n' in result.stdout
    assert result.stdout.startswith("\nharbour: https://app.example.com/delete-account\n")


@pytest.mark.parametrize(
    ["data", "point"],
    [
        ('deleted: [" "], kept: nothing', "says which data is deleted"),
        ('deleted: [Your photos], kept: { Invoices: "" }', "says which data is kept, and for how long"),
        ('deleted: [Your photos], kept: nothing, first: [""]', "says what has to be done before"),
    ],
)
def test_a_text_without_a_word_meets_no_point_of_google_plays(tmp_path, data, point):
    site, _ = begun(tmp_path / "harbour", "--only", "delete-account")
    (site / "delete-account.md").write_text(f"---\nkind: delete-account-by-request\ndata: {{ {data} }}\n---\n")
    result = latchkey(site, "check", "--play", "--format", "json")
    assert result.returncode == 1, result.stderr
    for play in json.loads(result.stdout)["result"].get("play", []):
        assert {each["name"]: each["verdict"] for each in play["points"]}[point] == "missing"


# MARK: Flows, besides those of `test_account_flows.py`


@pytest.mark.engines_differ
@pytest.mark.sampled(2)
def test_an_account_is_deleted_by_a_contract_of_the_teams_by_one_press_and_not_by_opening(tmp_path, browser):
    site, _ = begun(tmp_path / "harbour", "--only", "delete-account")
    (site / "app.yml").write_text(
        'name: harbour\nhosts: [app.example.com]\nbackend: { base: "https://api.example.com" }\n'
        'links: { delete-account: { web: "/delete-account?token={token}", page: delete-account, lives: 1h } }\n'
    )
    (site / "backend.yml").write_text(BY_LINK)
    (site / "delete-account.md").write_text("---\nkind: delete-account\n---\n")
    with Preview(site.parent, ports=4) as preview, visit(browser, preview.apps["harbour"]) as page:
        walk = Walk(preview, page, "own.delete")
        walk.open("/delete-account", "ask").presses("Send link", "sent", email=PERSON)
        [mail] = emails(preview, PERSON)
        # Opened as often as programs do, the link still works.
        for _ in range(3):
            walk.open(path(mail["link"]), "confirm")
        walk.presses("Delete account", "done")
        walk.open(path(mail["link"]), "confirm").presses("Delete account", "invalid")


def test_who_has_lost_the_second_factor_is_told_where_to_ask(tmp_path, chromium):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase")
    with Preview(site.parent, ports=4) as preview, visit(chromium, preview.apps["harbour"]) as page:
        walk = Walk(preview, page, "second-factor.lost")
        walk.open("/forgot-password", "form").presses("Send reset link", "sent", email=SECOND_FACTOR)
        walk.open(path(emails(preview, SECOND_FACTOR)[0]["link"]), "form")
        walk.presses("Reset password", "second-factor-code", **PASSWORDS).presses("I've lost my device", "second-factor-lost")


def words(page, state):
    """The sentences of a state of a page of the catalogue, in every language."""
    files = sorted((programs.ROOT / "Templates/catalog/page").glob(f"{page}.*md"))
    assert len(files) == 16
    return {file.name: re.search(rf"^# {state}\n## .*\n((?:[^\[\n].*\n)+)", file.read_text(), flags=re.M)[1] for file in files}


def test_no_language_promises_that_the_link_outlives_a_wrong_code_of_the_second_factor():
    # What is said without a link holds with one too, after whose exchange there is only this page.
    assert words("reset-password", "second-factor-code") == words("reset-password", "second-factor-by-code")
    assert "try again on this page" in words("reset-password", "second-factor-code")["reset-password.md"]


def part(text, state):
    """The text below the headline of a state in a page's source."""
    return re.search(rf"^# {state}\n## [^\n]*\n(.*?)(?=^# |\Z)", text, flags=re.M | re.S)[1]


def translations(kind):
    files = sorted((programs.ROOT / "Templates/catalog/page").glob(f"{kind}.*md"))
    assert len(files) == 16
    return {file.name[len(kind) : -len(".md")]: file.read_text() for file in files}


def code_message(text):
    return re.search(r"^- \*\*code-invalid\*\* (.*)$", text, flags=re.M)[1]


def test_in_no_language_a_wrong_code_is_to_be_replaced_on_a_page_without_a_way_to_another():
    with_a_way = {kind: translations(kind) for kind in ("delete-account", "magic-link")}
    for texts in with_a_way.values():
        assert all("](#ask)" in part(text, "code") for text in texts.values())
    both = {language: code_message(text) for language, text in with_a_way["magic-link"].items()}
    # The first of two sentences: what is wrong, and nothing that only some of the page's states and apps have.
    first = {language: re.match(r".+?[.。]", message)[0] for language, message in both.items()}
    assert both[""] == "This code is wrong or has expired. Check it, or get another one." and all(first[name] != both[name] for name in first)
    for kind in ("change-email", "recover-email", "accept-invite", "verify-email", "reset-password", "reset-password-by-code"):
        assert {language: code_message(text) for language, text in translations(kind).items()} == first, kind
    assert all("](#ask)\n" in part(text, "code") and "](/new-link)\n" in part(text, "code") for text in translations("verify-email").values())


def test_in_every_language_a_used_link_says_what_the_press_may_have_done():
    assert "If you pressed the button before, your account is already deleted." in words("delete-account", "invalid")["delete-account.md"]
    assert "If you pressed the button before, your email address may already be changed." in words("change-email", "invalid")["change-email.md"]
    pressed = "If you pressed the button before, your email address is already back. "
    assert pressed in part(translations("recover-email")[""], "invalid")
    dead = words("reset-password", "invalid")
    for name, sentence in words("delete-account", "invalid").items():
        assert len(sentence.strip()) > len(dead[name.replace("delete-account", "reset-password")].strip()) + 10, name
    for name, sentence in words("change-email", "invalid").items():
        # What was said before, with a sentence between.
        assert len(re.findall(r"[.。]", sentence)) == 3, name
    for name, text in translations("recover-email").items():
        again, button = re.match(r"(.*)\n\n(\[.*\]\(/forgot-password\))\n", part(text, "done")).groups()
        assert again in part(text, "invalid") and button in part(text, "invalid"), name


def test_a_used_link_of_a_changed_address_leads_to_a_new_password_where_the_site_has_the_page(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--backend", "firebase")
    assert latchkey(site, "add", "page", "recover-email").returncode == 0
    assert "[Choose a new password](/forgot-password)" in part(latchkey(site, "show", "page", "recover-email").stdout, "invalid")


def test_who_has_lost_the_second_factor_is_told_of_an_address_only_where_there_is_one(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase")

    def said():
        shown = latchkey(site, "show", "page", "reset-password").stdout
        return [part(shown, state) for state in ("second-factor-lost", "second-factor-by-code-lost")]

    assert all("Ask for help in the app." in text and "Write to" not in text for text in said())
    (site / "app.yml").write_text((site / "app.yml").read_text() + "support: care@harbour.example\n")
    assert all("Ask for help" not in text and "Write to <care@harbour.example> from" in text for text in said())


def test_in_every_language_help_after_a_lost_second_factor_is_where_the_app_has_it():
    requests = translations("delete-account-by-request")
    for kind, states in {"reset-password": ["second-factor-lost", "second-factor-by-code-lost"], "reset-password-by-code": ["second-factor-lost"]}.items():
        for language, text in translations(kind).items():
            for state in states:
                lost = part(text, state)
                [write] = re.findall(r"^<% if support %>(.+)$", lost, flags=re.M)
                assert f"\n1. {write}\n" in requests[language], (kind, language)
                assert len(re.findall(r"^<% if no-support %>.+$", lost, flags=re.M)) == 2, (kind, language)
                # Before, only why it does not work without one.
                assert len(re.findall(r"[.。]", lost.partition("<%")[0])) == 1, (kind, language)


def test_a_deletion_by_password_leads_to_a_new_password_where_the_site_has_the_page(tmp_path):
    site, _ = begun(tmp_path / "harbour", "--backend", "djoser", "--only", "delete-account")
    assert "/forgot-password" not in latchkey(site, "show", "page", "delete-account").stdout
    assert latchkey(site, "add", "page", "forgot-password").returncode == 0
    assert "[Forgot your password?](/forgot-password)" in part(latchkey(site, "show", "page", "delete-account").stdout, "form")


@pytest.mark.engines_differ
@pytest.mark.sampled(2)
def test_after_a_reload_during_the_second_factor_the_page_leads_to_another_link(tmp_path, browser):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase")
    with Preview(site.parent, ports=4) as preview, visit(browser, preview.apps["harbour"]) as page:
        walk = Walk(preview, page, "second-factor.reload")

        def asked(seconds=0):
            walk.open("/forgot-password", "form")
            # The wait for another email, which the pages of a tab share.
            page.passes(seconds)
            walk.presses("Send reset link", "sent", email=SECOND_FACTOR)
            return path(emails(preview, SECOND_FACTOR)[0]["link"])

        link = asked()
        # Before the button is pressed the link still works, and the page says to open it again.
        walk.open(link, "form").page.browser.driver.refresh()
        page.shows("forgotten")
        walk.open(link, "form").presses("Reset password", "second-factor-code", **PASSWORDS)
        # The link was exchanged for a session, of which the browser stores nothing.
        assert page.run("return history.state") == {"state": "second-factor-code", "to": "invalid"}
        token = link.split("=")[1]
        assert token not in page.run("return JSON.stringify([{...localStorage}, {...sessionStorage}, history.state, location.href])")
        page.browser.driver.refresh()
        page.shows("invalid")
        assert page.button("Get a new link")
        page.press("Get a new link").shows("form")
        # In the form after it nothing is different.
        post(preview, "/api/sandbox", {"advance": "61s"})
        link = asked(61)
        walk.open(link, "form").presses("Reset password", "second-factor-code", **PASSWORDS)
        walk.presses("Continue", "form-again", code=pyotp.TOTP(KEY).at(time.time() + 60)).page.browser.driver.refresh()
        page.shows("invalid")
        # The same link opened again starts anew, and is refused.
        walk.open(link, "form").presses("Reset password", "invalid", **PASSWORDS)


WEAK = {"new_password": "abc", "confirm_password": "abc"}


@pytest.mark.engines_differ
@pytest.mark.sampled(2)
@pytest.mark.full
def test_after_a_refused_password_a_reload_of_the_invitation_leads_to_a_password_by_email(tmp_path, browser):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase")
    assert latchkey(site, "add", "page", "accept-invite").returncode == 0
    with Preview(site.parent, ports=4) as preview, visit(browser, preview.apps["harbour"]) as page:
        browser.look(Look(height=1400))
        walk = Walk(preview, page, "invite.reload").link("invite", "form")
        walk.presses("Accept invitation", "form", name="Ada", **WEAK).page.says("This password is too easy to guess.")
        # The invitation was exchanged for a session by the press, and the account exists.
        page.browser.driver.refresh()
        page.shows("invalid")
        assert "If you pressed the button before, your account exists already" in page.text
        page.press("Set a password").shows("form")
        walk.presses("Send reset link", "sent", email=UNVERIFIED)
        walk.open(path(emails(preview, UNVERIFIED)[0]["link"]), "form").presses("Reset password", "done", **PASSWORDS)


@pytest.mark.engines_differ
@pytest.mark.sampled(2)
def test_after_a_refused_password_a_reload_does_not_ask_for_the_used_code_again(all_pages, browser):
    post(all_pages, "/api/sandbox", {"reset": True})
    with visit(browser, all_pages.apps["harbour"]) as page:
        browser.look(Look(height=1400))
        walk = Walk(all_pages, page, "code.reload").open("/forgot-password", "form").presses("Send reset link", "sent", email=PERSON)
        walk.open("/reset-password", "forgotten").presses("Enter the code", "code")
        walk.presses("Reset password", "code", email=PERSON, code=code(emails(all_pages, PERSON)[0]), **WEAK)
        page.says("This password is too easy to guess.").browser.driver.refresh()
        page.shows("invalid").press("Get a new link").shows("form")


@pytest.mark.engines_differ
@pytest.mark.sampled(2)
@pytest.mark.full
def test_after_a_refused_password_a_reload_of_the_reset_leads_to_another_link(tmp_path, browser):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase")
    with Preview(site.parent, ports=4) as preview, visit(browser, preview.apps["harbour"]) as page:
        walk = Walk(preview, page, "reset.reload").link("reset-password", "form")
        walk.presses("Reset password", "form", **WEAK).page.says("This password is too easy to guess.")
        # On the page the password is tried again with the session.
        walk.page.browser.driver.refresh()
        page.shows("invalid").press("Get a new link").shows("form")


def test_a_page_of_an_invitation_promises_no_password_by_email_without_the_page_for_it(tmp_path):
    site, said = begun(tmp_path / "harbour", "--backend", "supabase", "--only", "accept-invite")
    assert "  - A password by email, if the first one was refused: latchkey add page forgot-password; latchkey add page reset-password\n" in said
    assert "account exists already" not in latchkey(site, "show", "page", "accept-invite").stdout
    assert latchkey(site, "add", "page", "forgot-password").returncode == 0
    shown = latchkey(site, "show", "page", "accept-invite").stdout
    assert "account exists already" in shown and "[Set a password](/forgot-password)" in shown


@pytest.mark.engines_differ
@pytest.mark.sampled(2)
@pytest.mark.full
def test_the_page_of_a_changed_address_and_that_for_its_codes_fit_either_address(tmp_path, browser):
    site, _ = begun(tmp_path / "harbour", "--backend", "supabase")
    with Preview(site.parent, ports=4) as preview, visit(browser, preview.apps["harbour"]) as page:
        walk = Walk(preview, page, "change").link("change-email", "confirm")
        assert "Confirm that you want to change the email address of your account." in page.text
        walk.open("/change-email", "forgotten").presses("Enter the code", "code")
        assert "with the address that the email was sent to" in page.text and "New email address" not in page.text


def test_in_no_language_the_code_of_a_changed_address_is_asked_for_with_the_new_address():
    def labels(kind):
        files = sorted((programs.ROOT / "Templates/catalog/page").glob(f"{kind}.*md"))
        return [re.search(r"name: email, (?:rule: email, )?label: ([^,]+),", file.read_text())[1] for file in files]

    assert len(labels("change-email")) == 16 and labels("change-email") == labels("accept-invite")


LINKS = {
    "reset-password": "reset-password", "verify-email": "verify-email", "change-email": "change-email", "magic-link": "sign-in",
    "delete-account": "delete-account", "accept-invite": "invite",
}  # fmt: skip


@pytest.mark.parametrize("kind", LINKS)
@pytest.mark.engines_differ
@pytest.mark.sampled(6)
def test_a_link_that_was_cut_says_so_and_leads_to_the_code(all_pages, browser, kind):
    post(all_pages, "/api/sandbox", {"reset": True})
    with visit(browser, all_pages.apps["harbour"]) as page:
        browser.look(Look(height=1400))
        walk = Walk(all_pages, page, f"cut.{kind}")
        whole = path(post(all_pages, "/api/link", {"app": "harbour", "link": LINKS[kind]})["address"])
        address, token = whole.split("?")
        for query in (token[:-30], token.split("=")[0] + "=", token[:5]):
            walk.open(f"{address}?{query}", "incomplete")
        walk.presses("Enter the code", "code")
        # A whole one that the backend does not know may lack nothing or much.
        walk.open(f"{address}?{token[:-1]}{'0' if token[-1] != '0' else '1'}", page_of(kind))
        if kind in ("magic-link", "delete-account"):
            walk.open(f"/{kind}", "ask").presses("Enter the code", "code").presses("Get a new link", "ask")


def page_of(kind):
    return "form" if kind in ("reset-password", "accept-invite") else "confirm"


def test_what_a_dead_link_may_be_is_said_of_a_cut_one_too():
    for kind in [*LINKS, "recover-email"]:
        assert "The link has expired, is incomplete or has already been" in words(kind, "invalid")[f"{kind}.md"]
        # In each language the sentence is that of the other pages, with another end for an invitation.
        for name, sentence in words(kind, "invalid").items() if kind != "accept-invite" else ():
            assert sentence.startswith(words("reset-password", "invalid")[name.replace(kind, "reset-password")].strip()), name


def sentences(email, language):
    return (programs.ROOT / f"Templates/catalog/email/{email}{language}.md").read_text()


def test_emails_say_of_link_and_code_what_holds_for_one_token_and_for_two():
    files = sorted((programs.ROOT / "Templates/catalog/email").glob("*.md"))
    said = {}
    for file in files:
        if found := re.search(r"^\{\{#code\}\}\n(.+)\n\n`\{\{code\}\}`\n\{\{/code\}\}$", file.read_text(), flags=re.M):
            said.setdefault(file.name.partition(".")[2], set()).add(found[1])
    assert len(said) == 16 and all(len(each) == 1 for each in said.values()) and said["md"] == {"If you are asked for a code, enter this one:"}
    for language in ["", *(f".{name[:-3]}" for name in said if name != "md")]:
        # Nothing is promised of the link alone, beside which there may be a code.
        assert sentences("sign-in", language).splitlines()[-1] == sentences("delete-account", language).splitlines()[-1], language
    # Supabase creates the account when it sends the invitation.
    assert "to set up your account" in sentences("invite", "") and "created" not in sentences("invite", "")


def by_code(walk, preview):
    walk.open("/magic-link", "ask").presses("Send link", "sent", email=PERSON).presses("Enter the code", "code")
    return walk.presses("Sign in", "done", email=PERSON, code=code(emails(preview, PERSON)[0]))


def with_second_factor(walk, preview):
    walk.open("/forgot-password", "form").presses("Send reset link", "sent", email=SECOND_FACTOR)
    walk.open(path(emails(preview, SECOND_FACTOR)[0]["link"]), "form").presses("Reset password", "second-factor-code", **PASSWORDS)
    return walk.presses("Continue", "form-again", code=pyotp.TOTP(KEY).now()).presses("Reset password", "done", **PASSWORDS)


# What ends with a link or a code that is used up, each with the number of earlier states that Back could show, and the end.
ENDS = {
    "a sign-in by code": (by_code, 2, "done"),
    "a sign-in by link": (lambda walk, _: walk.link("sign-in", "confirm").presses("Sign in", "done"), 0, "done"),
    "a reset with a second factor": (with_second_factor, 2, "done"),
    "a verified address": (lambda walk, _: walk.link("verify-email", "confirm").presses("Verify email address", "verified"), 0, "verified"),
    "an invitation": (lambda walk, _: walk.link("invite", "form").presses("Accept invitation", "done", name="Ada", **PASSWORDS), 0, "done"),
    "a deletion": (lambda walk, _: walk.link("delete-account", "confirm").presses("Delete account", "done"), 0, "done"),
}


@pytest.fixture(scope="module")
def all_pages(tmp_path_factory):
    """The first site for Supabase with the pages and emails that can be added."""
    site, _ = begun(tmp_path_factory.mktemp("ends") / "harbour", "--backend", "supabase")
    for page, email in (("magic-link", "sign-in"), ("accept-invite", "invite"), ("delete-account", "delete-account")):
        assert latchkey(site, "add", "page", page).returncode == 0
        assert latchkey(site, "add", "email", email).returncode == 0
    with Preview(site.parent, ports=4) as preview:
        yield preview


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.engines_differ
@pytest.mark.sampled(6)
def test_after_a_used_link_or_code_back_and_a_reload_show_the_end(all_pages, browser, end):
    walks, count, state = ENDS[end]
    post(all_pages, "/api/sandbox", {"reset": True})
    with visit(browser, all_pages.apps["harbour"]) as page:
        browser.look(Look(height=1400))
        walk = walks(Walk(all_pages, page, f"end.{end.replace(' ', '-')}"), all_pages)
        words = page.text
        for _ in range(count):
            page.browser.driver.back()
            page.completes().shows(state)
        page.browser.driver.refresh()
        page.shows(state)
        assert page.text == words
        # The entries before it know nothing of it themselves, and those after it are shown in its place.
        for _ in range(count):
            page.browser.driver.forward()
            page.completes().shows(state)
        page.browser.driver.refresh()
        page.shows(state)
        # Another link begins anew.
        post(all_pages, "/api/sandbox", {"reset": True})
        walk.link("reset-password", "form")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.sampled(18)
def test_every_page_of_a_first_site_fits_thirteen_thousand_bytes_with_its_headers(tmp_path, backend):
    assert max(sizes(tmp_path, ["--backend", backend]).values()) <= 13_000


@pytest.mark.full
def test_the_longest_pages_fit_thirteen_thousand_bytes_and_with_an_app_the_first_flight(tmp_path):
    """Supabase's, which ask for a second factor and take a code, with those that can be added."""
    added = ("magic-link", "accept-invite", "delete-account")
    without = sizes(tmp_path / "without", ["--backend", "supabase"], *added)
    assert {f"/{page}" for page in added} | {"/reset-password"} <= set(without) and max(without.values()) <= 13_000, without
    # Ten segments (RFC 6928) are 14,600 bytes.
    app = sizes(tmp_path / "with", ["--backend", "supabase", "--ios", "ABCDE12345.com.example.app", "--scheme", "harbour"], *added)
    assert max(app.values()) <= 14_000, app


def sizes(folder, arguments, *more):
    """The size of each page as it is sent, with its header fields."""
    site, _ = begun(folder / "harbour", *arguments)
    for page in more:
        assert latchkey(site, "add", "page", page).returncode == 0
    programs.build(site.parent, folder / "Output", warns=True)
    [app] = json.loads((folder / "Output" / "release.json").read_text())["apps"]
    routes = [route for route in app["routes"] if route.get("file", "").endswith(".html")]
    with programs.serve(folder / "Output") as running:
        answers = {route["path"]: ask(running.port, f"{route['path']}?{urlencode(route.get('conditions', {}))}", "Accept-Encoding: br", host="app.example.com") for route in routes}
    # A browser keeps the connection.
    return {path: len(answer.head.replace(b"Connection: close\r\n", b"")) + len(answer.body) for path, answer in answers.items()}
