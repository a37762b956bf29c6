"""`latchkey compare`: what a change of a site changes for those who use it."""

import json
import subprocess

import programs
import pytest
from browsers import Look
from studio import Preview, eventually


def git(folder, *arguments):
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", "-C", folder, *identity, *arguments], check=True, capture_output=True)


def committed(folder, *apps):
    """The sites of some apps in a repository with one commit."""
    site = programs.copy_site(folder, *apps)
    git(folder, "init")
    git(folder, "add", "Site")
    git(folder, "commit", "--message", "The site")
    return site


@pytest.fixture
def site(tmp_path):
    return committed(tmp_path, "artitec")


@pytest.fixture
def two(tmp_path):
    """With FetchNews, which has apps on both platforms."""
    return committed(tmp_path, "artitec", "fetchnews")


def compare(site, against, *options):
    result = programs.run(programs.LATCHKEY, "compare", site, "--against", against, *options)
    assert result.returncode == 0, result.stderr
    return result.stdout


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


SENT = "changed: artitec/forgot-password/sent\n  @@ -1 +1 @@\n  -Check Your Email\n  +Look at Your Email\n"


def test_an_unchanged_site_is_the_same(site):
    assert compare(site, "HEAD") == "The site shows and opens the same as in HEAD.\n"


@pytest.mark.full
def test_one_changed_word_names_its_state_and_no_other(site):
    edit(site / "artitec" / "forgot-password.md", "Check Your Email", "Look at Your Email")
    assert compare(site, "HEAD") == SENT
    git(site.parent, "commit", "--all", "--message", "Other words")
    assert compare(site, "HEAD") == "The site shows and opens the same as in HEAD.\n"
    assert compare(site, "HEAD~1") == SENT
    assert json.loads(compare(site, "main~1", "--format", "json"))["result"] == {
        "against": "main~1", "links": [],
        "states": [{"name": "artitec/forgot-password/sent", "state": "changed", "lines": ["@@ -1 +1 @@", "-Check Your Email", "+Look at Your Email"]}],
    }


@pytest.mark.parametrize("root", ["Site", ".", ".."])
@pytest.mark.sampled(3)
def test_a_site_may_be_the_root_of_its_repository_or_a_folder_in_it(tmp_path, root):
    site = programs.copy_site(tmp_path / "Project", "artitec")
    templates = site.parent / "Templates" / "words"
    templates.mkdir(parents=True)
    (templates / "en.yml").write_bytes((programs.ROOT / "Templates" / "words" / "en.yml").read_bytes())
    repository = (site / ".." / root).resolve()
    git(repository, "init")
    git(repository, "add", ".")
    git(repository, "commit", "--message", "The site")
    assert compare(site, "HEAD") == "The site shows and opens the same as in HEAD.\n"
    edit(site / "artitec" / "forgot-password.md", "Check Your Email", "Look at Your Email")
    assert compare(site, "HEAD") == SENT
    # Templates outside the repository have no revision.
    edit(site / "artitec" / "forgot-password.md", "Look at Your Email", "Check Your Email")
    edit(templates / "en.yml", "reach our server", "get to our server")
    assert (compare(site, "HEAD") == "The site shows and opens the same as in HEAD.\n") == (root == "Site")


# Those into which FetchNews is translated.
LANGUAGES = ["de", "fr", "ar", "ja"]


@pytest.mark.full
def test_a_changed_link_names_an_address_that_opens_now_on_both_platforms(two):
    edit(two / "fetchnews" / "app.yml", "web: /verify-email?", "web: /confirm-email?")
    output = compare(two, "HEAD")
    links = [line for line in output.splitlines() if line.startswith("opens")]
    assert links == [
        f"opens {words}: https://fetchnews.example/{path}?token=x in {app}"
        for words, path in (("no longer", "verify-email"), ("no longer", "verify-email/"), ("now", "confirm-email"), ("now", "confirm-email/"))
        for app in ("com.fetchnews.app (Android)", "KLMNO13579.com.fetchnews.app (iOS)")
    ]
    # The page has another address, the email another link, and no state other words.
    assert "changed: fetchnews/verify-email\n  @@ -2 +2 @@\n  -/verify-email\n  +/confirm-email\n" in output
    assert [line for line in output.splitlines() if line.startswith(("changed", "added", "removed"))] == [
        f"changed: fetchnews/{name}"
        for name in [
            "verify-email", *(f"verify-email.{tag}" for tag in LANGUAGES),
            "emails/verify-email", *(f"emails.{tag}/verify-email" for tag in LANGUAGES),
        ]
    ]  # fmt: skip


@pytest.mark.full
def test_the_items_of_an_example_are_separated(tmp_path):
    site = committed(tmp_path, "recruiting-compass")
    # Patterns of Apple's file have a star between the items of a fragment.
    edit(site / "recruiting-compass" / "app.yml", "/reset-password#access_token={access_token}&type=recovery", "/reset-password#access_token={access_token}&type=renewal")
    assert [line.split()[-4] for line in compare(site, "HEAD").splitlines() if line.startswith("opens now")] == [
        f"https://recruiting-compass.example/reset-password#{fragment}" for fragment in ("access_token=x&type=renewal", "type=renewal&access_token=x")
    ]  # fmt: skip


def test_messages_transitions_emails_and_new_states_are_compared(two):
    page = two / "artitec" / "forgot-password.md"
    edit(page, "send-link: { ok: sent }", "send-link: { ok: sent, rate-limited: help }")
    edit(page, "# messages", "# help\n## Help\nWrite to us.\n\n# messages")
    edit(two / "artitec" / "emails" / "reset-password.md", "Reset your", "Renew your")
    (two / "artitec" / "emails" / "password-changed.md").unlink()
    output = compare(two, "HEAD")
    assert "changed: artitec/forgot-password/form\n  @@ -6 +6,2 @@\n" in output or "+send-link: rate-limited → help\n" in output
    assert "added: artitec/forgot-password/help\n  @@ -1 +1 @@\n  +Help\n  +Write to us.\n" in output
    assert "removed: artitec/forgot-password/form/rate-limited\n" in output
    assert "changed: artitec/emails/reset-password\n  @@ -1 +1 @@\n  -Reset your Artitec password\n  +Renew your Artitec password\n" in output
    assert "removed: artitec/emails/password-changed\n" in output
    assert "fetchnews" not in output and "opens" not in output


def test_another_colour_names_the_pages_and_no_state(site):
    edit(site / "artitec" / "app.yml", "radius: 20", "radius: 3")
    lines = compare(site, "HEAD").splitlines()
    assert [line for line in lines if "/emails/" not in line] == ["changed: artitec/forgot-password", "changed: artitec/reset-password"]


def test_a_release_tells_which_states_differ(site, tmp_path):
    programs.build(site, tmp_path / "Output")
    assert compare(site, tmp_path / "Output") == f"The site shows and opens the same as in {tmp_path / 'Output'}.\n"
    edit(site / "artitec" / "forgot-password.md", "Check Your Email", "Look at Your Email")
    assert compare(site, tmp_path / "Output") == "changed: artitec/forgot-password/sent\n"


def test_the_gallery_has_the_changed_states_side_by_side(site, tmp_path, browser):
    edit(site / "artitec" / "forgot-password.md", "Check Your Email", "Look at Your Email")
    assert compare(site, "HEAD", "--output", tmp_path / "Changes") == SENT
    browser.look(Look(1280, 900))
    browser.open("about:blank")
    browser.console()
    browser.open((tmp_path / "Changes" / "index.html").as_uri())
    assert browser.run("return [...document.querySelectorAll('.card')].map(card => card.id)") == ["artitec/forgot-password/sent"]
    assert "-Check Your Email" in browser.run("return document.querySelector('.card').innerText")
    assert browser.waits_for("return document.querySelectorAll('iframe').length === 2", [])
    for side, words in (("before", "Check Your Email"), ("after", "Look at Your Email")):
        frame = browser.driver.find_element("css selector", f"iframe[src^='{side}/']")
        browser.driver.switch_to.frame(frame)
        assert browser.waits_for("return document.querySelector('section:not([hidden]) h1').textContent === arguments[0]".replace("arguments[0]", repr(words)), [])
        browser.driver.switch_to.default_content()
    # As a slider: one over the other, and as much of each as is chosen.
    browser.run("document.getElementById('slider').click()")
    seen = "return [...document.querySelectorAll('.picture.light')].map(p => { const { left, top } = p.getBoundingClientRect(); return [left, top, getComputedStyle(p).clipPath] })"
    before, after = browser.run(seen)
    assert before[:2] == after[:2] and "50%" in before[2] and after[2] == "none"
    browser.run("const s = document.querySelector('.slide'); s.value = 80; s.dispatchEvent(new Event('input'))")
    assert "20%" in browser.run(seen)[0][2]
    assert browser.run("return [...document.querySelectorAll('.card del, .card ins')].map(each => each.textContent)") == ["-Check Your Email", "+Look at Your Email"]
    assert browser.console() == []
    browser.run("for (const frame of document.querySelectorAll('iframe')) frame.remove()")
    assert browser.axe() == []


@pytest.mark.parametrize("name", ["nothing", "--output", "HEAD:Site", "HEAD~7"])
def test_what_is_no_revision_is_refused(site, name):
    result = programs.run(programs.LATCHKEY, "compare", site, f"--against={name}")
    assert (result.returncode, result.stdout, result.stderr) == (
        1, "", f"{site}: error: git has no revision '{name}' with this folder\n"
        "  fix: Name a commit, branch or tag of its repository, such as HEAD, or the folder of a release.\n")


def test_errors_of_the_revision_are_told_with_its_name(site):
    page = site / "artitec" / "forgot-password.md"
    good = page.read_text()
    edit(page, "send-link: { ok: sent }", "send-link: { ok: snet }")
    git(site.parent, "commit", "--all", "--message", "A mistake")
    page.write_text(good)
    result = programs.run(programs.LATCHKEY, "compare", site, "--against", "HEAD")
    assert result.returncode == 1
    assert result.stderr.startswith("HEAD:Site/artitec/forgot-password.md:15:"), result.stderr


def test_the_preview_shows_what_differs_after_each_save(site, chromium):
    cards = "return [...document.querySelectorAll('.card')].map(card => card.id)"
    with Preview(site, "--against", "HEAD", apps=2) as preview:
        assert preview.said[-1] == f"Compared with HEAD: {preview.origin}/compare/index.html"
        chromium.look(Look(1280, 900))
        # The page of another test asks for the events of its preview, which has ended.
        chromium.open("about:blank")
        chromium.console()
        chromium.open(f"{preview.origin}/compare/index.html")
        assert chromium.run(cards) == []
        edit(site / "artitec" / "forgot-password.md", "Check Your Email", "Look at Your Email")
        eventually(chromium, cards, lambda ids: ids.index("artitec/forgot-password/sent") == 0, 60, chromium.driver.refresh)
        heading = "return document.querySelector(\"iframe[src^='after/']\").contentDocument.querySelector('section:not([hidden]) h1').textContent"
        eventually(chromium, heading, lambda text: text == "Look at Your Email")
        assert chromium.console() == []
        assert preview.get("/compare/nothing.html").status == 404
