"""README and the other documents: links that lead somewhere, a complete command reference, and commands that work as written."""

import json
import os
import re
import shlex
import shutil
import subprocess
import unicodedata
from functools import lru_cache

import programs
import pytest
from goldens import expect

DOCUMENTS = sorted(
    [*programs.ROOT.glob("*.md"), *programs.ROOT.glob("Documentation/*.md"), *programs.ROOT.glob("Benchmarks/*.md")]
)
COMMANDS = programs.ROOT / "Documentation" / "Commands.md"
# What `latchkey init --agents` writes.
AGENTS = programs.ROOT / "Templates" / "catalog" / "AGENTS.md"
IDS = [str(document.relative_to(programs.ROOT)) for document in DOCUMENTS]
# What a reader without this machine, or without its neighbours, cannot follow.
FORBIDDEN = ["../shared", "/work/", "/tmp/", "/root/", "/home/"]


def text(name):
    return (programs.ROOT / name).read_text()


def without_code(markdown):
    """The text without its blocks of code and its code spans."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```$", "", markdown, flags=re.DOTALL | re.MULTILINE))


def blocks(markdown, language=""):
    """The contents of the code blocks of a language."""
    every = re.findall(r"^```(\w*)\n(.*?)^```$", markdown, flags=re.DOTALL | re.MULTILINE)
    return [block for its, block in every if its == language]


def anchor(heading):
    """The fragment that GitHub gives a heading."""
    heading = re.sub(r"[`*]|\[([^]]*)\]\([^)]*\)", r"\1", heading.strip()).lower()
    kept = [each for each in heading if each in " -_" or unicodedata.category(each)[0] in "LN"]
    return "".join(kept).replace(" ", "-")


def anchors(markdown):
    plain = re.sub(r"^```.*?^```$", "", markdown, flags=re.DOTALL | re.MULTILINE)
    return {anchor(heading) for heading in re.findall(r"^#+ (.*)$", plain, flags=re.MULTILINE)}


@pytest.mark.parametrize("document", DOCUMENTS, ids=IDS)
def test_every_link_between_documents_leads_somewhere(document):
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(document.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        file = (document.parent / path).resolve() if path else document
        assert file.exists(), target
        if fragment:
            assert fragment in anchors(file.read_text()), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=IDS)
def test_no_document_names_a_place_that_only_one_machine_has(document):
    assert [each for each in FORBIDDEN if each in document.read_text()] == []


def test_the_readme_is_read_in_forty_seconds():
    assert text("README.md").count("\n") <= 120 and len(text("README.md").split()) <= 900


def test_every_document_is_in_the_list_of_all():
    folder = programs.ROOT / "Documentation"
    links = re.findall(r"^\| .* \| \[.*\]\((.*)\) \|$", text("Documentation/README.md"), flags=re.MULTILINE)
    assert sorted((folder / link).resolve() for link in links) == sorted(set(DOCUMENTS) - {programs.ROOT / "README.md", folder / "README.md"})


@pytest.mark.parametrize("document", [each for each in IDS if each not in ("README.md", "CHANGELOG.md")])
def test_a_document_says_first_what_one_can_do_after_it(document):
    assert re.match(r"# .+\n\nAfter this page you (can|know|have) ", text(document))


def test_the_readme_names_every_system_that_latchkey_works_with():
    named = re.sub(r"\s+", " ", text("README.md").partition("## Works with\n")[2].partition("\n## Where")[0])
    contracts = re.findall(r"^\| \[`[a-z0-9-]+`\]\(\S+\) \| ([^|]*) \|", text("Documentation/Contracts.md"), flags=re.MULTILINE)
    dialects = [re.search(r"^title: (.*)$", file.read_text(), flags=re.MULTILINE)[1] for file in (programs.ROOT / "Templates/dialects").glob("*.yml")]
    hosts = re.findall(r"^### (.*)$", text("Documentation/Deploying.md").partition("## Behind")[0], flags=re.MULTILINE)
    hosts = [host.replace(" and ", " with ").replace("A c", "a c") for host in hosts if host not in ("Certificates", "On a host that has a site")]
    systems = [re.sub(r"\[(.*?)\]\(.*?\)", r"\1", system).partition(", ")[0] for system in contracts] + dialects + hosts
    assert len(contracts) == len([*(programs.ROOT / "Templates/backends").glob("*.yml")])
    assert [system for system in systems if not re.search(rf"[ |]{re.escape(system)}[ ,.]", named)] == []


# Facts about the code


def test_the_error_in_the_five_minutes_is_what_a_build_prints(tmp_path):
    site = programs.copy_site(tmp_path, "artitec")
    spec = site / "artitec" / "forgot-password.md"
    spec.write_text(spec.read_text().replace("send-link: { ok: sent }", "send-link: { ok: snet }", 1))
    shown = next(block for block in blocks(text("Documentation/FiveMinutes.md")) if block.startswith("Site/artitec/"))
    assert shown in programs.run(programs.LATCHKEY, "check", cwd=tmp_path).stderr


def test_modules_import_only_those_below_them_in_the_architecture():
    listed = re.findall(r"^  ([A-Za-z-]+)/ ", text("ARCHITECTURE.md"), flags=re.MULTILINE)
    folders = {folder.name: folder for folder in (programs.ROOT / "Sources").glob("?*[a-z]/*")}
    assert folders.keys() <= set(listed)
    upwards = set()
    for place, module in enumerate(listed):
        for file in folders[module].rglob("*.swift") if module in folders else ():
            imported = re.findall(r"^(?:\w+ )?import (\w+)", file.read_text(), flags=re.MULTILINE)
            upwards |= {(module, each) for each in imported if each in listed[:place]}
    assert upwards == set()


def test_the_files_in_the_architectures_table_of_places_exist():
    table = text("ARCHITECTURE.md").partition("### Where to look")[2].partition("\n### ")[0]
    places = [place for place in re.findall(r"`([^`\n]+)`", table) if "/" in place and not place.startswith("/")]
    assert len(places) > 10
    assert [place for place in places if not [*programs.ROOT.glob(re.sub(r"<\w+>", "*", place))]] == []


def test_every_identifier_in_the_architecture_exists():
    folders = [programs.ROOT / name for name in ("Sources", "Templates", "Plugins", "Tests")]
    files = [file for folder in folders for file in folder.rglob("*") if file.suffix in (".swift", ".js", ".py", ".yml", ".css")]
    words = {word for file in files for word in [*file.relative_to(programs.ROOT).parts, file.stem, *re.findall(r"\w+", file.read_text())]}
    document = text("ARCHITECTURE.md")
    spans = [span for span in re.findall(r"`([^`\n]+)`", document) if re.fullmatch(r"[A-Za-z_]\w*([.:(]\w*[):]?)*", span)]
    assert len(spans) > 100
    assert {span: missing for span in spans if (missing := set(re.findall(r"[A-Za-z_]\w+", span)) - words)} == {}


def test_the_preview_page_lists_the_sections_of_the_studio():
    sections = re.findall(r'^  \{ name: "[a-z]+", words: "(\w+)"', text("Templates/studio/main.js"), flags=re.MULTILINE)
    table = text("Documentation/Preview.md").partition("## The studio")[2].partition("\n## ")[0]
    assert sorted(sections) == sorted(re.findall(r"^\| \*\*(\w+)\*\* ", table, flags=re.MULTILINE))


# Commands


@lru_cache
def help_text(*path):
    result = programs.run(programs.LATCHKEY, "help", *path)
    assert result.returncode == 0, result.stderr
    return result.stdout


def subcommands(*path):
    """A command and all below it, each as the words after `latchkey`."""
    yield path
    for name in re.findall(r"^  ([a-z-]+)  ", help_text(*path).partition("SUBCOMMANDS:\n")[2], flags=re.MULTILINE):
        yield from subcommands(*path, name)


def reference():
    """What `latchkey help` prints of every command."""
    return "\n".join(
        f"## `{' '.join(['latchkey', *path])}`\n\n```\n{help_text(*path).rstrip()}\n```\n" for path in subcommands()
    )


def test_the_command_reference_is_complete():
    written = COMMANDS.read_text()
    start = written.index("## `latchkey`")
    expect({COMMANDS: written[:start] + reference()})


def documented_commands():
    """Every `latchkey …` that a document shows: in a shell block, in a transcript, in a sentence."""
    for document in [*DOCUMENTS, AGENTS]:
        if document == COMMANDS or document.name == "CHANGELOG.md":
            continue
        written = document.read_text()
        lines = [line for block in blocks(written, "sh") for line in block.splitlines()]
        lines += re.findall(r"^\$ (.*)$", written, flags=re.MULTILINE) + re.findall(r"`(latchkey [^`]*)`", written)
        lines = [part for line in lines for part in line.split(" | ")[-1].partition("    #")[0].split(" && ")]
        for line in dict.fromkeys(line.strip() for line in lines):
            if line.startswith("latchkey "):
                yield pytest.param(line, id=f"{document.stem}: {line}")


@pytest.mark.parametrize("command", [*documented_commands()])
def test_every_command_in_a_document_exists_with_its_options(command):
    words = shlex.split(command)[1:]
    words = words[1:] if words[0] == "help" else words
    path = max((each for each in subcommands() if tuple(words[: len(each)]) == each), key=len)
    assert path or words[0].startswith("-"), "there is no such subcommand"
    for word in words[len(path) :]:
        if word.startswith("--"):
            assert re.search(rf"^  (-h, )?{word}\b", help_text(*path), flags=re.MULTILINE), word


def transcripts():
    """Commands with what they print, where the document shows all of it."""
    for document in DOCUMENTS:
        for block in blocks(document.read_text()):
            if block.startswith("$ ") and "latchkey sandbox" not in block:
                yield pytest.param(block, id=f"{document.name}: {block.splitlines()[0][2:60]}")


@pytest.mark.parametrize("block", [*transcripts()])
def test_a_transcript_shows_what_the_command_prints(block, tmp_path):
    programs.copy_site(tmp_path, "artitec")
    (tmp_path / "apple-app-site-association").write_text(
        '{ "applinks": {\n  "details": [\n    { "appIDs": ["ABCDE12345.e.app"], "components": [ {} ] }\n] } }\n'
    )
    command, _, shown = block.partition("\n")
    said = shell(command[2:], tmp_path)
    assert (said.stdout + said.stderr).rstrip() == shown.rstrip()


def shell(command, folder):
    """A command line as a person types it, with the programs under test in the PATH."""
    environment = os.environ | {"PATH": f"{programs.PROGRAMS}:{os.environ['PATH']}", "HOME": str(folder)}
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=programs.PATIENCE,
    )  # fmt: skip


# Sites made as a document says


def test_every_target_of_make_in_a_document_is_listed_by_make():
    listed = re.findall(r"^  make (\S+)", shell("make --no-print-directory", programs.ROOT).stdout, flags=re.MULTILINE)
    shown = {(document, target) for document in IDS for target in re.findall(r"(?:^|`)make ([a-z-]+)", text(document), flags=re.MULTILINE)}
    assert {target for _, target in shown} > {"preview", "test", "docs"}
    assert {each for each in shown if each[1] not in listed} == set()


def test_make_preview_shows_the_five_example_sites():
    said = shell("make --no-print-directory --dry-run preview", programs.ROOT)
    command = shlex.split(said.stdout.splitlines()[-1])
    assert command[:3] == ["exec", ".build/debug/latchkey", "preview"], said.stdout
    # As it stands, but for the ports, which may be taken here.
    with programs.Running(programs.LATCHKEY, *command[2:], "--port", programs.free_ports(12), cwd=programs.ROOT, lines=6) as preview:
        assert len([line for line in preview.said if re.fullmatch(r".+: http://127\.0\.0\.1:\d+\S*", line)]) == 6, preview.said


def readme_commands():
    """The shell blocks below "Try it": of a clone, to install the package, for a site of one's own."""
    return blocks(text("README.md").partition("\n## Try it\n")[2], "sh")


@pytest.mark.full  # packs programs of 200 MB
def test_the_readme_installs_the_archive_of_make_dist(tmp_path):
    _, install, _ = readme_commands()
    # An archive with the layout of `make dist`, which Tests/Packages/run builds and installs whole.
    version = programs.run(programs.LATCHKEY, "--version").stdout.split()[1]
    folder = tmp_path / f"latchkey-{version}-linux-x86_64"
    for name in ("latchkey", "latchkey-server"):
        assert programs.run(programs.ROOT / "Scripts/install-program", programs.PROGRAMS / name, folder).returncode == 0
    (folder / "lib").mkdir()
    shutil.copy(programs.ROOT / "Packaging/install.sh", folder)
    shutil.make_archive(folder, "gztar", tmp_path, folder.name)
    shutil.rmtree(folder)
    said = shell(install, tmp_path)
    assert said.returncode == 0 and programs.run(tmp_path / ".local/bin/latchkey", "--version").stdout.startswith(f"latchkey {version}"), said.stderr


def test_the_readmes_three_commands_make_a_site_and_its_export(tmp_path):
    begin, preview, export = readme_commands()[-1].splitlines()
    begun = shell(begin, tmp_path)
    assert begun.returncode == 0 and "Left to do for Supabase:" in begun.stdout, begun.stderr
    here = tmp_path / "harbour"
    (here / "Site/harbour/forgot-password.md").write_text(blocks(text("README.md"), "markdown")[0])
    command = shlex.split(preview, comments=True)
    assert command[:4] == ["cd", "harbour", "&&", "latchkey"]
    with programs.Running(programs.LATCHKEY, *command[4:], "--port", programs.free_ports(3), cwd=here, lines=2) as running:
        assert running.said[1].startswith("harbour: http://127.0.0.1:"), running.said
    said = shell(export, here)
    assert said.returncode == 0 and "error" not in said.stderr, said.stderr
    [page] = (here / "Export").rglob("forgot-password.html")
    assert "Locked out?" in page.read_text() and list((here / "Export").rglob("apple-app-site-association"))


def five_minutes():
    """The shell blocks of the second half of the page, in order."""
    return blocks(text("Documentation/FiveMinutes.md").partition("\n## With your own site\n")[2], "sh")


def test_the_site_of_the_five_minutes_takes_the_commands_that_the_page_shows(tmp_path):
    build, begin, preview, make, serve, ask = five_minutes()
    assert build.startswith("make build\n") and preview == "latchkey preview\n"
    said = shell(f"set -e\n{begin}", tmp_path)
    assert said.returncode == 0, said.stderr
    here = tmp_path / "harbour"

    app = here / "Site" / "harbour" / "app.yml"
    written = app.read_text()
    for commented in ("# ios:", "    # app:"):
        assert commented in written
        written = written.replace(commented, commented.replace("# ", ""), 1)
    app.write_text(written)
    said = shell(f"set -e\n{make}", here)
    assert said.returncode == 0 and "error" not in said.stderr, said.stderr

    # As it stands, but for the port, which may be taken here.
    with programs.Running(programs.LATCHKEY, *shlex.split(serve)[1:], "--listen", "127.0.0.1:0", cwd=here) as server:
        lines = ask.replace(":8080", f":{server.port}").splitlines()
        association, page, redirect = [shell(line, here).stdout for line in lines]
    assert "200 OK" in association and json.loads(association.splitlines()[-1])["applinks"]["details"]
    assert "200 OK" in page and "<title>Reset Your Password" in page
    assert "302 Found" in redirect and "Location: harbour://reset-password?token=abc" in redirect


def test_init_writes_agents_md_on_request_and_its_commands_run(tmp_path):
    begun = programs.run(programs.LATCHKEY, "init", "--agents", "harbour", cwd=tmp_path)
    assert begun.returncode == 0 and "Wrote harbour/AGENTS.md\n" in begun.stdout
    written = (tmp_path / "harbour" / "AGENTS.md").read_text()
    assert written == AGENTS.read_text() and written.count("\n") < 60
    for line in blocks(written, "sh")[0].replace("HOST/PATH", "harbour.example/reset-password").splitlines():
        said = shell(line, tmp_path / "harbour")
        assert said.returncode == 0 and said.stdout, line + said.stderr
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "AGENTS.md").write_text("ours\n")
    refused = programs.run(programs.LATCHKEY, "init", "--agents", "other", cwd=tmp_path)
    assert refused.returncode == 1 and "other/AGENTS.md: error: this exists already, and nothing is overwritten" in refused.stderr
    assert not (tmp_path / "other" / "Site").exists()


def test_the_commands_about_emails_run_in_a_new_site(tmp_path):
    assert programs.run(programs.LATCHKEY, "init", cwd=tmp_path).returncode == 0
    render, send, export = [
        line for block in blocks(text("Documentation/Emails.md"), "sh") for line in block.splitlines()
    ]
    for command in (render, export):
        said = shell(command, tmp_path)
        assert said.returncode == 0 and "error" not in said.stderr, said.stderr
    assert list(tmp_path.glob("Emails/*/reset-password.eml")) and list(tmp_path.glob("Exported/*/*"))
    # Nobody is there to confirm it, which is the last that can keep it from being sent.
    said = shell(send, tmp_path)
    assert said.returncode == 1 and "Add '--yes' to send without asking." in said.stderr


FEEDBACK = """\
  send-feedback:
    request:
      method: POST
      url: "{{base}}/v1/feedback"
      json: { rating: "{{rating}}", comment: "{{comment?}}", phone: "{{phone?}}" }
    outcomes:
      - { status: 200, is: ok }
"""


@pytest.mark.parametrize("page", ["Pages", "Emails"])
def test_the_example_of_a_reference_builds(page, tmp_path):
    app = tmp_path / "Site" / "harbour"
    (app / "emails").mkdir(parents=True)
    (app / "app.yml").write_text(
        "name: Harbour\nhosts: [harbour.example]\nelsewhere: [/forgot-password]\n"
        "backend: { base: https://api.harbour.example }\n"
        "links: { reset-password: { web: '/reset?token={token}', page: reset-password, lives: 1h } }\n"
    )
    example = next(each for each in blocks(text(f"Documentation/{page}.md"), "markdown") if each.startswith("---\n"))
    if page == "Pages":
        (app / "reset-password.md").write_text(example)
        # Its list of requirements is the whole of its own backend's.
        own = (app / "app.yml").read_text().replace("harbour.example }", "harbour.example, password: [at-least 8] }")
        (app / "app.yml").write_text(own)
        # What the example sends besides is no backend's of ours.
        (app / "backend.yml").write_text((programs.SITE / "artitec" / "backend.yml").read_text() + FEEDBACK)
    else:
        shutil.copy(programs.SITE / "artitec" / "backend.yml", app)
        shutil.copy(programs.SITE / "artitec" / "reset-password.md", app)
        spec = app / "reset-password.md"
        spec.write_text(spec.read_text().replace("[Back to Login](app:login)\n", "").replace("(app:login)", "(/forgot-password)"))
        (app / "emails" / "reset-password.md").write_text(example)
    programs.build(tmp_path / "Site", tmp_path / "Output")


def test_the_emails_page_has_every_template_variable(tmp_path):
    programs.copy_site(tmp_path, "artitec")
    (tmp_path / "Site/artitec/emails/broken.md").write_text("---\nsubject: A\npreheader: B\n---\n{{qqqqqqqqq}}\n")
    said = programs.run(programs.LATCHKEY, "check", cwd=tmp_path).stderr
    listed = re.search(r"^  fix: .* The email has (.*)\.$", said, flags=re.MULTILINE)[1]
    rows = "".join(re.findall(r"^\| `\{\{.*$", text("Documentation/Emails.md"), flags=re.MULTILINE))
    assert "link" in listed
    for name in re.findall(r"[a-z-]+", listed):
        assert f"`{{{{{name}}}}}`" in rows, name
