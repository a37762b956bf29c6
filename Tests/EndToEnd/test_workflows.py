"""The repository's workflows and action: by the published schemas, and by running the shell steps that run anywhere."""

import hashlib
import io
import os
import re
import subprocess
import tarfile

import programs
import pytest
import yaml
from programs import ROOT
from test_documents import blocks

ACTION = ROOT / "action.yml"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FILES = [ACTION, *WORKFLOWS]


def steps(file):
    """The steps of an action, or of all jobs of a workflow, in order."""
    value = yaml.safe_load(file.read_text())
    return value["runs"]["steps"] if file == ACTION else [step for job in value["jobs"].values() for step in job["steps"]]


def named(file, name):
    return next(step for step in steps(file) if step.get("name") == name)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_is_valid_by_its_published_schema(file):
    schema = "vendor.github-actions" if file == ACTION else "vendor.github-workflows"
    check = ROOT / ".venv" / "bin" / "check-jsonschema"
    result = programs.run(check, "--builtin-schema", schema, file)
    assert result.returncode == 0, result.stdout


def test_the_workflow_for_users_is_valid_and_uses_what_the_action_and_the_commands_have(tmp_path):
    text = next(each for each in blocks((ROOT / "Documentation" / "Deploying.md").read_text(), "yaml") if each.startswith("name: Latchkey\n"))
    (tmp_path / "site.yml").write_text(text)
    result = programs.run(ROOT / ".venv" / "bin" / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", tmp_path / "site.yml")
    assert result.returncode == 0, result.stdout
    used = yaml.safe_load(text)["jobs"]["site"]["steps"]
    action = next(step for step in used if "/latchkey@" in step.get("uses", ""))
    assert action["with"].keys() <= yaml.safe_load(ACTION.read_text())["inputs"].keys()
    command, *words = next(step["run"] for step in used if "run" in step).removeprefix("latchkey ").split()
    listed = programs.run(programs.LATCHKEY, command, "--help").stdout
    assert all(f"{word} <" in listed for word in words if word.startswith("--"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_shell_steps_are_bash_without_expressions_and_name_what_exists(file):
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text()))
    scripts = [step["run"] for step in steps(file) if "run" in step]
    assert scripts
    for script in scripts:
        # An expression is replaced before bash reads the script: an input with a quote would be run.
        assert "${{" not in script
        checked = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True)
        assert (checked.returncode, checked.stderr) == (0, ""), script
        assert set(re.findall(r"\bmake ([a-z-]+)", script)) <= targets
        for path in re.findall(r"(?<![\w/$-])(?:Scripts|\.ci)/[\w-]+", script):
            assert os.access(ROOT / path, os.X_OK), path


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_permissions_are_read_only_but_for_the_job_that_publishes(file):
    value = yaml.safe_load(file.read_text())
    if file == ACTION:
        return
    assert value["permissions"] == {"contents": "read"}
    assert value["defaults"] == {"run": {"shell": "bash"}}
    writing = {name for name, job in value["jobs"].items() if "write" in job.get("permissions", {}).values()}
    assert writing == ({"publish"} if file.name == "release.yml" else set())


def run_step(step, environment, cwd):
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        env=environment, cwd=cwd, capture_output=True, text=True, timeout=programs.PATIENCE,
    )  # fmt: skip


@pytest.fixture
def archive(tmp_path):
    """An archive as a release has it, of the programs under test, which are linked with the libraries of this machine."""
    path = tmp_path / "latchkey.tar.gz"
    with tarfile.open(path, "w:gz", compresslevel=1) as tar:
        for program in (programs.LATCHKEY, programs.SERVER):
            tar.add(program.resolve(), f"latchkey/bin/{program.name}")
        tar.add(ROOT / "Packaging" / "install.sh", "latchkey/install.sh")
        for name in ("latchkey/lib/latchkey/none", "latchkey/share/none"):
            tar.addfile(tarfile.TarInfo(name), io.BytesIO())
    return path


@pytest.mark.full
def test_the_action_installs_builds_checks_and_exports(archive, tmp_path):
    inputs = {name: value["default"] for name, value in yaml.safe_load(ACTION.read_text())["inputs"].items()}
    inputs |= {"archive": str(archive), "to": "github-pages"}
    programs.copy_site(tmp_path / "work", "artitec")
    path = tmp_path / "path"
    path.touch()
    environment = {**os.environ, "RUNNER_TEMP": str(tmp_path), "GITHUB_PATH": str(path)}
    ran = []
    for step in steps(ACTION):
        if "run" not in step:
            continue
        values = {key: re.sub(r"\$\{\{ inputs\.([a-z]+).*?\}\}", lambda match: inputs[match[1]], text) for key, text in step["env"].items()}
        # A step finds programs where the steps before it said, in the order that GitHub documents.
        search = os.pathsep.join([*reversed(path.read_text().split()), os.environ["PATH"]])
        result = run_step(step, {**environment, **values, "PATH": search}, tmp_path / "work")
        assert result.returncode == 0, result.stdout + result.stderr
        ran.append(step["name"])
    assert ran == ["Install Latchkey", "Build", "Check", "Export"]
    assert (tmp_path / "latchkey" / "bin" / "latchkey").exists()
    public = tmp_path / "work" / "Export" / "artitec" / "public"
    upload = named(ACTION, "Upload for GitHub Pages")["with"]
    assert upload["path"].replace("${{ inputs.export }}", "Export").replace("${{ inputs.pages }}", "artitec") == "Export/artitec/public"
    assert upload["include-hidden-files"] and (public / ".well-known" / "apple-app-site-association").exists()


def test_an_error_of_the_site_fails_the_action(archive, tmp_path):
    site = programs.copy_site(tmp_path / "work", "artitec")
    (site / "artitec" / "app.yml").write_text("name: Artitec\n")
    environment = {**os.environ, "PATH": f"{programs.LATCHKEY.parent}{os.pathsep}{os.environ['PATH']}", "SITE": "Site", "OUTPUT": "Output", "ENVIRONMENT": ""}
    result = run_step(named(ACTION, "Build"), environment, tmp_path / "work")
    assert result.returncode == 1 and "Site/artitec/app.yml:1:1: error: " in result.stderr


def test_a_release_gathers_the_checksums_and_formulas_of_all_platforms(tmp_path):
    names = [f"latchkey-0.1.0-{platform}.tar.gz" for platform in ("darwin-arm64", "linux-aarch64", "linux-x86_64")]
    (tmp_path / "dist").mkdir()
    for name in [*names, "latchkey-0.1.0.tar.gz"]:
        (tmp_path / "dist" / name).write_text(name)
    (tmp_path / "Scripts").symlink_to(ROOT / "Scripts")
    url = "https://forge.example/releases/v0.1.0"
    environment = {**os.environ, "GITHUB_REF_NAME": "v0.1.0", "DIST_URL": url, "HOMEPAGE": "https://forge.example"}
    result = run_step(named(ROOT / ".github" / "workflows" / "release.yml", "Formulas and checksums of all platforms"), environment, tmp_path)
    assert result.returncode == 0, result.stderr
    digests = {name: hashlib.sha256(name.encode()).hexdigest() for name in [*names, "latchkey-0.1.0.tar.gz"]}
    of_archives, of_sources = ((tmp_path / "dist" / name).read_text() for name in ("latchkey-bin.rb", "latchkey.rb"))
    assert re.findall(r'url "(.*)"\n +sha256 "(.*)"', of_archives) == [(f"{url}/{name}", digests[name]) for name in names]
    assert re.findall(r'url "(.*)"\n +sha256 "(.*)"', of_sources) == [(f"{url}/latchkey-0.1.0.tar.gz", digests["latchkey-0.1.0.tar.gz"])]
    for formula in (of_archives, of_sources):
        assert "@" not in formula and 'homepage "https://forge.example"\n' in formula
    sums = dict(reversed(line.split("  ")) for line in (tmp_path / "dist" / "SHA256SUMS").read_text().splitlines())
    assert sums.keys() == digests.keys() | {"latchkey-bin.rb", "latchkey.rb"}
    assert digests.items() <= sums.items()


def test_release_notes_are_the_section_of_the_version():
    version = re.search(r"(?m)^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text())[1]
    notes = programs.run(ROOT / "Scripts" / "release-notes", version).stdout
    assert notes.strip() and "\n## " not in notes and "Unreleased" not in notes
    assert notes.strip() in (ROOT / "CHANGELOG.md").read_text()
