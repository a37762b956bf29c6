"""`latchkey build` and `latchkey init`: what they write, and what they leave alone."""

import json
import re
import shutil
import socket

import pytest
from programs import LATCHKEY, ROOT, SITE, build, copy_site, run, snapshot, without_translations


def manifest(output):
    return json.loads((output / "release.json").read_text())


def test_the_layout_is_the_documented_one(release):
    entries = {path.name for path in release.iterdir()}
    assert {"release.json", "artitec"} <= entries
    assert (release / "artitec" / "web").is_dir()
    written = manifest(release)
    assert written["version"] == 1
    assert [app["name"] for app in written["apps"]] == ["artitec"]
    assert written["apps"][0]["hosts"] == ["artitec.com"]


def test_every_file_of_the_manifest_is_there_and_no_other(release):
    app = manifest(release)["apps"][0]
    named = {variant["path"]: variant["length"] for file in app["files"] for variant in file["variants"]}
    web = release / "artitec" / "web"
    there = {str(path.relative_to(web)): path.stat().st_size for path in web.rglob("*") if path.is_file()}
    assert there == named


def test_a_second_build_writes_nothing(tmp_path):
    build("Site", tmp_path / "out", cwd=ROOT)
    before = snapshot(tmp_path / "out")
    folders = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*") if path.is_dir()}
    build("Site", tmp_path / "out", cwd=ROOT)
    assert snapshot(tmp_path / "out") == before
    assert {path: path.stat().st_mtime_ns for path in folders} == folders


def test_every_command_finds_the_release_from_a_folder_of_the_site(tmp_path):
    folder = copy_site(tmp_path / "project", "artitec") / "artitec"
    assert run(LATCHKEY, "build", cwd=folder).returncode == 0
    assert (tmp_path / "project" / "Output" / "release.json").exists()
    listed = run(LATCHKEY, "release", "list", cwd=folder)
    assert (listed.returncode, listed.stderr, "artitec" in listed.stdout) == (0, "", True)
    exported = run(LATCHKEY, "export", "--to", "nginx", "--output", tmp_path / "nginx", cwd=folder)
    assert (exported.returncode, exported.stderr) == (0, "")
    # The address is taken, so that the server ends once it has loaded the release.
    with socket.create_server(("127.0.0.1", 0)) as taken:
        served = run(LATCHKEY, "serve", "--listen", f"127.0.0.1:{taken.getsockname()[1]}", cwd=folder)
    assert "in use" in served.stderr


def test_two_builds_of_one_site_are_identical(release, tmp_path, site):
    build(site, tmp_path / "elsewhere")
    contents = lambda folder: {name: content for name, (content, _, _) in snapshot(folder).items()}
    assert contents(tmp_path / "elsewhere") == contents(release)


def test_an_edit_rewrites_its_page_alone(site, tmp_path):
    output = tmp_path / "out"
    build(site, output)
    before = snapshot(output)
    page = site / "artitec" / "forgot-password.md"
    page.write_text(page.read_text().replace("## Check Your Email", "## Look into Your Inbox"))
    build(site, output)
    after = snapshot(output)
    touched = {name for name in after if after[name] != before.get(name)}
    assert any("forgot-password" in name for name in touched)
    assert all("forgot-password" in name or name == "release.json" or name.startswith(".releases/") for name in touched), touched


@pytest.mark.full
def test_an_untouched_app_is_not_rendered(tmp_path):
    site = copy_site(tmp_path, "artitec", "creators")

    def rendered(*options):
        result = run(LATCHKEY, "build", site, "--output", tmp_path / "out", "--format", "json", *options)
        return json.loads(result.stdout)["result"]["rendered"]

    assert rendered() == ["artitec", "creators"]
    assert rendered() == []
    for app in ("artitec", "creators"):
        file = site / app / "app.yml"
        file.write_text(file.read_text() + "\n# A comment.\n")
    assert rendered("--app", "creators") == ["creators"]
    assert rendered() == ["artitec"]
    assert rendered("--no-compress", "--jobs", "1") == ["artitec", "creators"]


def test_a_file_of_something_else_is_not_replaced_by_a_manifest(site, tmp_path):
    (tmp_path / "out").mkdir()
    manifest = tmp_path / "out" / "release.json"
    manifest.write_text('{"name": "my package"}')
    result = run(LATCHKEY, "build", site, "--output", tmp_path / "out")
    assert (result.returncode, result.stderr) == (
        1, f"{manifest}: error: no build wrote this file\n  fix: Move it away, or choose another folder with '--output'.\n")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"release.json"}
    assert manifest.read_text() == '{"name": "my package"}'


def test_an_app_that_the_site_does_not_have_is_refused(site, tmp_path):
    result = run(LATCHKEY, "build", site, "--output", tmp_path / "out", "--app", "artitek")
    assert result.returncode == 64
    assert result.stderr.startswith("Error: There is no app 'artitek'. Did you mean 'artitec'?\n")
    app = site / "artitec/app.yml"
    app.write_text(re.sub("^name: .*", "name: Studio North", app.read_text(), flags=re.M))
    result = run(LATCHKEY, "build", site, "--output", tmp_path / "out", "--app", "Studio North")
    assert result.stderr.startswith(
        "Error: There is no app 'Studio North'. Did you mean 'artitec', the folder of the app with this name?\n")


def test_files_of_the_release_before_last_are_removed(site, tmp_path):
    output, page = tmp_path / "out", site / "artitec" / "forgot-password.md"
    text, generations = page.read_text(), []
    for heading in ("First", "Second", "Third"):
        page.write_text(text.replace("## Forgot Password?", f"## {heading}"))
        build(site, output)
        generations.append({name for name in snapshot(output) if re.search(r"forgot-password\.\w{16}\.", name)})
    first, second, third = generations
    assert not first & third, "somebody who still reads the first release was given two releases' time"
    assert third & second, "the previous release's files stay for whoever is still reading them"


def test_no_compress_leaves_the_variants_out(site, tmp_path):
    build(site, tmp_path / "out", "--no-compress")
    encodings = {
        variant["encoding"]
        for app in manifest(tmp_path / "out")["apps"]
        for file in app["files"]
        for variant in file["variants"]
    }
    assert encodings == {"identity"}


def test_json_is_one_object_on_standard_output(site, tmp_path):
    good = run(LATCHKEY, "build", site, "--output", tmp_path / "out", "--format", "json")
    assert (good.returncode, good.stderr) == (0, "")
    assert {found["severity"] for found in json.loads(good.stdout)["diagnostics"]} <= {"note"}

    page = site / "artitec" / "forgot-password.md"
    page.write_text(page.read_text().replace("send-link: { ok: sent }", "send-link: { ok: snet }"))
    bad = run(LATCHKEY, "build", site, "--output", tmp_path / "out", "--format", "json")
    assert (bad.returncode, bad.stderr) == (1, "")
    first = json.loads(bad.stdout)["diagnostics"][0]
    assert set(first) >= {"severity", "code", "file", "line", "column", "message"}
    line = next(number for number, text in enumerate(page.read_text().splitlines(), 1) if "snet" in text)
    assert (first["severity"], first["line"]) == ("error", line)


@pytest.fixture
def lonely(tmp_path):
    """An empty folder with only the program copied there, and nothing in the environment."""
    folder = tmp_path / "empty"
    folder.mkdir()
    shutil.copy(LATCHKEY, folder)

    def run_here(*arguments):
        # A debug build finds the Swift runtime by a path of its own; a release build carries it.
        return run("./latchkey", *arguments, cwd=folder, environment={"HOME": str(folder)})

    return folder, run_here


def test_init_then_build_need_nothing_but_the_program(lonely):
    folder, run_here = lonely
    for arguments in (["init", "x"], ["build", "x/Site"]):
        result = run_here(*arguments)
        assert (result.returncode, result.stderr) == (0, ""), arguments
    app = manifest(folder / "Output")["apps"][0]
    assert app["name"] == "x"


def test_init_explains_every_key_of_app_yml(lonely):
    folder, run_here = lonely
    run_here("init", "x")
    text = (folder / "x" / "Site" / "x" / "app.yml").read_text()
    for key in "name hosts support reply-to postal-address theme login change-password elsewhere ios android backend links".split():
        assert f"{key}:" in text, key


def test_init_overwrites_nothing(lonely):
    folder, run_here = lonely
    run_here("init", "x")
    app = folder / "x" / "Site" / "x" / "app.yml"
    app.write_text(app.read_text() + "# mine\n")
    before = snapshot(folder)
    again = run_here("init", "x")
    assert again.returncode == 1
    assert again.stderr.count("error: ") == 1
    assert snapshot(folder) == before


def test_init_copies_the_templates_out_when_asked(lonely):
    folder, run_here = lonely
    result = run_here("init", "x", "--templates")
    assert (result.returncode, result.stderr) == (0, "")
    templates = {str(path.relative_to(folder / "x")) for path in (folder / "x" / "Templates").rglob("*.mustache")}
    assert templates
    assert run_here("build", "x/Site").returncode == 0
    # A template beside the site is the one that is used.
    page = next((folder / "x" / "Templates" / "pages").glob("page*"))
    page.write_text(page.read_text().replace("</body>", "<!-- ours --></body>"))
    assert run_here("build", "x/Site").returncode == 0


def test_what_cannot_be_read_is_a_located_error(site, tmp_path):
    (site / "artitec" / "app.yml").unlink()
    (site / "artitec" / "app.yml").mkdir()
    result = run(LATCHKEY, "build", "Site", "--output", "out", cwd=tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith("Site/artitec/app.yml: error: this file cannot be read: ")


@pytest.mark.full
def test_any_number_of_threads_gives_the_same(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795262400")
    site = copy_site(tmp_path, "auth-navigation", "recruiting-compass")

    def made(command, jobs):
        output = tmp_path / f"{command[-1]}-{jobs}"
        into = [] if command == ["check"] else ["--output", output]
        result = run(LATCHKEY, *command, site, *into, "--jobs", jobs)
        assert result.returncode == 0, result.stderr
        files = {path.relative_to(output): path.read_bytes() for path in output.rglob("*") if path.is_file()}
        return files, result.stdout.replace(str(output), "")

    for command in (["check"], ["emails", "render"], ["emails", "export", "--dialect", "supabase"]):
        one, many = made(command, "1"), made(command, "8")
        assert one == many
        assert one[0] or command == ["check"]
    refused = run(LATCHKEY, "check", site, "--jobs", "0")
    assert refused.returncode == 64
    assert "Give a number from 1 to 1024" in refused.stderr


def unsent(page):
    """A page without the language that its requests name."""
    for part in [r',"page-language":"en"', r',?"Accept-Language":"\{\{page-language\?\}\}"', r',"headers":\{\}']:
        page = re.sub(part, "", page)
    return page


@pytest.mark.full
def test_a_translation_changes_no_page_in_the_apps_own_language_but_for_the_language_that_its_requests_name(tmp_path):
    pages = []
    for name in ["alone", "translated"]:
        site = shutil.copytree(SITE, tmp_path / name / "Site")
        if name == "alone":
            without_translations(site)
        build(site, tmp_path / name / "Output", warns=True)
        files = sorted((tmp_path / name / "Output").glob("*/web/*.html"))
        assert len(files) > 15
        pages.append({(file.parts[-3], re.sub(r"\.[0-9a-f]{16}", "", file.name)): file.read_text() for file in files})
    alone, translated = pages
    assert {key: unsent(translated.get(key, "")) for key in alone} == alone
    assert sum(translated[key] != alone[key] for key in alone) == 5
    # The other languages are files of their own.
    assert {tuple(name.split(".")[1:]) for _, name in translated.keys() - alone.keys()} == {(tag, "html") for tag in ["ar", "de", "es", "fr", "ja"]}
