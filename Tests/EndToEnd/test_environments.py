"""Environments: what overrides `app.yml`, and values of the process's environment, which no message shows."""

import http.client
import json
import os
import re

import backends
import programs
import pytest
from ruamel.yaml import YAML
from selenium.webdriver.support.wait import WebDriverWait

APP = """\
name: Harbour
hosts: [harbour.example]
support: help@harbour.example
theme: { accent: "#0A5FD6" }
change-password: form
ios: { app-id: ABCDE12345.example.harbour, scheme: harbour }
android: { package: example.harbour, sha256: ["%s"] }
login: { app: "harbour://login", web: /login }
elsewhere: [/login]
backend: { contract: supabase, base: "https://api.harbour.example/auth/v1", settings: { api-key: anon } }
links:
  reset: { web: "/reset?token={token}", app: "harbour://reset?token={token}", page: reset }
""" % ":".join(["14"] * 32)
PAGE = "---\ntitle: T\n%sstart: form\n---\n# form\nWords of [one](/login).\n"

# What is wrong for nearly every key, in another way each: a word, addresses, a template with mistakes, a long text, a secret key.
SECRETS = [
    "S3cr3tWord", "https://S3cr3tHost.example/S3cr3tPath?q={S3cr3tOne}&q={S3cr3tOne}", "/S3cr3tPath//x?token={S3cr3tTwo",
    "other://S3cr3tPath?S3cr3tItem={S3cr3tThree}", "it's a 'S3cr3tQuote' of S3cr3tWords " + "and S3cr3tMore " * 20,
    "sk_live_4S3cr3tS3cr3t12345678", "s3cr3t.example", "http://s3cr3t.example", "https://api.staging.s3cr3t.example/v1/*",
]  # fmt: skip


def values(node, shown):
    """The values of a key, by its schema, that have a text in one place: alone, in a list, and at every key below."""
    yield shown
    for kind in node.get("anyOf", [node]):
        if "items" in kind:
            yield from ([value] for value in values(kind["items"], shown))
        for key, below in kind.get("properties", {}).items():
            yield from ({key: value} for value in values(below, shown))
        if isinstance(below := kind.get("additionalProperties"), dict):
            yield from ({"reset": value} for value in values(below, shown))


def merged(value, other):
    if not isinstance(value, dict) or not isinstance(other, dict):
        return other
    return value | {key: merged(value.get(key), below) for key, below in other.items()}


def write(folder, app="harbour", **files):
    """A site with an app and its environments' files."""
    host = f"{app}.example"
    app = folder / "Site" / app
    app.mkdir(parents=True)
    (app / "app.yml").write_text(APP.replace("hosts: [harbour.example]", f"hosts: [{host}]"))
    (app / "form.md").write_text(PAGE % "")
    (app / "reset.md").write_text(PAGE % "link: reset\n")
    for name, text in files.items():
        (app / f"app.{name}.yml").write_text(text)
    return folder / "Site"


def run(*arguments, cwd, **variables):
    return programs.run(programs.LATCHKEY, *arguments, cwd=cwd, environment=os.environ | variables)


@pytest.mark.parametrize("secret", SECRETS, ids=range(len(SECRETS)))
def test_output_of_build_and_check_has_no_value_of_a_variable(tmp_path, secret):
    """Every key, in app.yml and in an environment's file, has an app of its own, so that one run reports all of them."""
    schema = json.loads(run("schema", "app", cwd=tmp_path).stdout)
    base = YAML(typ="safe", pure=True).load(APP)
    count = 0
    for written in ("${SECRET}", "x${SECRET}y"):
        for key, node in schema["properties"].items():
            for value in values(node, written):
                for kind in ("app", "staging"):
                    name = f"{kind}-{count}"
                    folder = write(tmp_path, name) / name
                    own = base | {"hosts": [f"{name}.example"]}
                    files = {"app": merged(own, {key: value})} if kind == "app" else {"app": own, "app.staging": {key: value}}
                    for file, content in files.items():
                        (folder / f"{file}.yml").write_text(json.dumps(content))
                count += 1
    assert count > 130
    # A build says what a check says before it, and JSON has the same messages, which test_broken_sites.py compares.
    others = [["build"], ["build", "--format", "json"], ["check", "--format", "json"]] if secret == SECRETS[0] else []
    for arguments in [["check"], *others]:
        result = run(*arguments, "--env", "staging", cwd=tmp_path, SECRET=secret)
        assert result.returncode == 1
        said = result.stdout + result.stderr
        shown = [line for line in said.splitlines() if "s3cr3t" in line.lower()]
        assert not shown, "\n".join(shown[:20])
        assert len(set(re.findall(r"Site/((?:app|staging)-\d+)/app", said))) > count


def test_a_message_about_a_value_with_variables_quotes_it_as_written(tmp_path):
    write(tmp_path, staging='backend:\n  base: "ftp://${HOST}/v1"\n  timeout: ${WAIT}\ntheme:\n  radius: ${RADIUS}\n')
    result = run("build", "--env", "staging", cwd=tmp_path, HOST="internal.harbour.example", WAIT="long", RADIUS="4711")
    assert result.stderr == (
        "Site/harbour/app.staging.yml:2:9: error: 'ftp://${HOST}/v1' is not the address of a backend\n"
        '  2 |   base: "ftp://${HOST}/v1"\n'
        "    |         ^\n"
        "  fix: Write an https address without a query: https://api.example.com.\n"
        "Site/harbour/app.staging.yml:3:12: error: '${WAIT}' is not a duration\n"
        "  3 |   timeout: ${WAIT}\n"
        "    |            ^\n"
        "  fix: Write a number and a unit: 30s, 10m, 1h or 7d.\n"
        "Site/harbour/app.staging.yml:5:11: error: a radius of ${RADIUS} is out of range\n"
        "  5 |   radius: ${RADIUS}\n"
        "    |           ^\n"
        "  fix: Write a number of pixels from 0 to 48.\n"
    )


def test_one_site_is_two_releases(tmp_path):
    write(tmp_path, staging="hosts: [staging.harbour.example]\nbackend: { base: 'https://${HOST}/auth/v1' }\n", other="- never read")
    host = {"HOST": "api.staging-4711.example"}

    def rendered(*options, **variables):
        result = run("build", *options, "--format", "json", cwd=tmp_path, **variables)
        assert result.returncode == 0, result.stderr
        assert "staging-4711" not in result.stdout + result.stderr
        return json.loads(result.stdout)["result"]["rendered"]

    def manifest():
        return json.loads((tmp_path / "Output" / "release.json").read_text())["apps"][0]

    assert rendered() == ["harbour"]
    assert manifest()["hosts"] == ["harbour.example"]
    assert rendered() == []
    assert rendered("--env", "staging", **host) == ["harbour"]
    staging = manifest()
    assert staging["hosts"] == ["staging.harbour.example"]
    assert "staging-4711" not in json.dumps(staging)
    assert rendered("--env", "staging", **host) == []
    assert rendered("--env", "staging", HOST="api.staging-4712.example") == ["harbour"]
    assert manifest()["inputs"] != staging["inputs"]
    # The same inputs give the same manifest everywhere.
    assert rendered("--env", "staging", **host) == ["harbour"]
    assert manifest() == staging
    # A variable that is not named changes nothing.
    assert rendered("--env", "staging", UNRELATED="1", **host) == []


@pytest.mark.parametrize(
    "line",
    [
        "backend: { contract: supabase, base: 'https://a.example', settings: { api-key: KEY }", 'support: "KEY', "support: [KEY",
        "support: @KEY", "support: a: KEY", "support: *KEY", "support: !KEY x", "\tKEY: KEY", "KEY\nKEY", "- KEY",
        "support: KEY\nsupport: KEY", "support: KEY\n KEY: KEY",
    ],
)  # fmt: skip
@pytest.mark.parametrize("file", ["app.yml", "app.staging.yml"])
@pytest.mark.sampled(3)
def test_no_message_quotes_a_secret_key_also_if_the_file_cannot_be_parsed(tmp_path, file, line):
    site = write(tmp_path, staging="local: true\n")
    for secret in ("sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"):
        text = (APP.replace("support: help@harbour.example\n", "") if file == "app.yml" else "") + line.replace("KEY", secret)
        (site / "harbour" / file).write_text(text + "\n# " + secret + "\n")
        result = run("build", "--env", "staging", cwd=tmp_path)
        assert result.returncode == 1
        assert f"Site/harbour/{file}:" in result.stderr
        assert secret[3:12] not in result.stdout + result.stderr, result.stderr
        assert ": error: this is a secret key" in result.stderr


def test_no_message_quotes_a_private_key(tmp_path):
    site = write(tmp_path)
    with (site / "harbour" / "app.yml").open("a") as file:
        file.write("key: -----BEGIN PRIVATE KEY-----\nMIIEvSECRET\n-----END PRIVATE KEY-----\n")
    result = run("build", cwd=tmp_path)
    assert result.returncode == 1
    assert "SECRET" not in result.stderr
    assert ": error: this is a private key, and everyone who opens a page or an email could read it\n" in result.stderr


def test_a_release_has_apps_of_one_environment(tmp_path):
    for app in ("harbour", "marina"):
        write(tmp_path, app, staging=f"hosts: [staging.{app}.example]\nbackend: {{ base: https://api.staging.{app}.example/auth, settings: {{ api-key: staging }} }}\n")
    write(tmp_path, "pier")
    assert run("build", cwd=tmp_path).returncode == 0
    for before, options, mixed in [
        ([], ["--env", "staging"], "without '--env', and this build is with '--env staging'\n  fix: Remove '--env'"),
        (["--env", "staging"], [], "with '--env staging', and this build is without '--env'\n  fix: Add '--env staging'"),
    ]:
        assert run("build", *before, cwd=tmp_path).returncode == 0
        release = (tmp_path / "Output" / "release.json").read_bytes()
        result = run("build", "--app", "harbour", *options, cwd=tmp_path)
        assert (result.returncode, result.stderr) == (
            1, f"Output: error: the last release has 'marina' {mixed}, or remove '--app' to build every app.\n")
        assert (tmp_path / "Output" / "release.json").read_bytes() == release
        for followed in (["--app", "harbour", *before], options):
            assert run("build", *followed, cwd=tmp_path).returncode == 0
    # An app without a file for the environment is the same in every one, which each build says.
    for _ in range(2):
        result = run("build", "--env", "staging", cwd=tmp_path)
        assert (result.returncode, result.stderr) == (
            0,
            "Site: note: 'pier' has no app.staging.yml, and is read from app.yml alone, with the backend and the hosts in it\n"
            "  fix: Add app.staging.yml beside app.yml if an app differs in this environment.\n",
        )
    assert run("build", "--env", "staging", "--app", "pier", cwd=tmp_path).returncode == 0
    active, _ = run("release", "list", cwd=tmp_path).stdout.splitlines()
    assert active.endswith("  harbour (staging), marina (staging), pier")
    listed = json.loads(run("release", "list", "--format", "json", cwd=tmp_path).stdout)["result"]
    assert [each["environments"] for each in listed] == [{"harbour": "staging", "marina": "staging"}, {}]


@pytest.mark.full
def test_every_command_that_reads_a_site_takes_an_environment(tmp_path):
    site = write(tmp_path, staging="name: ${TITLE}\nhosts: [staging.harbour.example]\n")
    emails = site / "harbour" / "emails"
    emails.mkdir()
    (emails / "reset-password.md").write_text("---\nlink: reset\nsubject: Reset of {{app}}\npreheader: Soon\n---\n# Reset\n[Reset]({{link}})\n")
    commands = [
        ["build"], ["check"], ["links", "explain", "https://staging.harbour.example/form"], ["emails", "render"],
        ["emails", "export", "--dialect", "jinja", "--output", "mails"],
    ]  # fmt: skip
    for command in commands:
        unset = run(*command, "--env", "staging", cwd=tmp_path)
        assert unset.returncode == 1, (command, unset.stdout)
        assert "app.staging.yml:1:7: error: the environment variable 'TITLE' is not set" in unset.stderr
        unknown = run(*command, "--env", "stagin", cwd=tmp_path)
        assert unknown.returncode == 1
        assert unknown.stderr == "Site: error: no app has an environment 'stagin'\n  fix: Did you mean 'staging'?\n"
        good = run(*command, "--env", "staging", cwd=tmp_path, TITLE="Harbour (staging)")
        assert good.returncode == 0, (command, good.stderr)
    assert (tmp_path / "Emails" / "harbour" / "reset-password.eml").read_text().count("Harbour (staging)") >= 1
    for options in (["preview", "--port", "0"], ["sandbox", "--listen", "127.0.0.1:0"]):
        variables = os.environ | {"TITLE": "Harbour (staging)"}
        with programs.Running(programs.LATCHKEY, *options, "--env", "staging", cwd=tmp_path, environment=variables, lines=2) as running:
            assert any(line.startswith("Harbour (staging): http") for line in running.said)
    for command in (["sandbox", "--listen", "127.0.0.1:0"], ["emails", "diff", "jinja", "mails"]):
        unknown = run(*command, "--env", "stagin", cwd=tmp_path)
        assert "no app has an environment 'stagin'" in unknown.stderr


@pytest.mark.parametrize(
    ["base", "message"],
    [
        ("http://localhost:8000", "'http://localhost:8000' is the visitor's own machine, and no backend is there"),
        (
            "http://192.168.1.20",
            "'http://192.168.1.20' is not https: browsers block requests to it, and passwords would go unencrypted",
        ),
    ],
)
@pytest.mark.sampled(2)
def test_a_release_with_a_backend_of_this_machine_says_that_it_stays_here(tmp_path, base, message):
    site = write(tmp_path, dev=f'backend: {{ base: "{base}" }}\n')
    check = run("check", "--env", "dev", cwd=tmp_path)
    assert f"app.dev.yml:1:18: warning: {message}\n" in check.stderr, check.stderr
    result = run("build", "--env", "dev", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (
        1,
        f"Site/harbour/app.dev.yml:1:18: error: {message}\n"
        f'  1 | backend: {{ base: "{base}" }}\n'
        "    |                  ^\n"
        "  fix: Write the https address that visitors reach, or, beside 'backend', 'local: true' for a release that stays here.\n",
    )
    assert not (tmp_path / "Output" / "release.json").exists()
    assert run("check", "--env", "dev", cwd=tmp_path).returncode == 0
    with (site / "harbour" / "app.dev.yml").open("a") as file:
        file.write("local: true\n")
    assert run("build", "--env", "dev", cwd=tmp_path).returncode == 0


@pytest.mark.full
def test_a_preview_of_a_real_backend_says_so_and_pretends_nothing(tmp_path, chromium):
    site = programs.copy_site(tmp_path, "artitec", "recruiting-compass")
    (site / "artitec" / "app.dev.yml").write_text('preview: backend\nbackend: { base: "http://127.0.0.1:${PORT}" }\n')
    with backends.artitec() as backend:
        variables = os.environ | {"PORT": str(backend.port)}
        with programs.Running(
            programs.LATCHKEY, "preview", site, "--port", "0", "--env", "dev", environment=variables, lines=3
        ) as preview:
            page = re.search(r"http://127\.0\.0\.1:\d+", preview.said[1])[0]
            driver = chromium.driver
            # What other tests' pages said is theirs.
            chromium.open("about:blank")
            chromium.console()
            wait = WebDriverWait(driver, programs.PATIENCE)

            def open_studio(section):
                chromium.open("about:blank")
                chromium.open(f"http://127.0.0.1:{preview.port}/#/{section}")
                wait.until(lambda _: driver.find_element("css selector", "#banner p").is_displayed())
                wait.until(lambda _: driver.find_element("css selector", "main h1").text.lower().startswith(section))
                return driver.find_element("css selector", "main").text

            def ask(path, body=None):
                connection = http.client.HTTPConnection("127.0.0.1", preview.port, timeout=programs.PATIENCE)
                connection.request("POST" if body else "GET", path, body, {"Content-Type": "application/json"})
                answer = connection.getresponse()
                return answer.status, answer.read().decode()

            flow = open_studio("flow")
            assert driver.find_element("css selector", "#banner").text == (
                f"Artitec asks its real backend, http://127.0.0.1:{backend.port}. What you do in its pages is done there, emails "
                f"included. The backend has to let {page} in (CORS)."
            )
            assert "there is no inbox here" in flow and "What comes next" not in flow
            assert "Artitec" not in open_studio("sandbox")
            controls = json.loads(ask("/api/sandbox")[1])
            assert [app["name"] for app in controls["apps"]] == ["recruiting-compass"]
            emails = open_studio("emails")
            of_artitec = driver.find_elements("css selector", '[data-email^="artitec/"] button')
            assert emails and "Send to the sandbox inbox" not in [button.text for button in of_artitec]
            assert ask("/api/emails", '{"app": "artitec", "email": "reset-password"}')[0] == 400
            # The states that the studio shows ask nothing; what is done in the page is done at the backend.
            assert backend.asked == []
            chromium.open(f"{page}/forgot-password")
            wait.until(lambda _: driver.find_element("css selector", "input[type=email]")).send_keys("ada@example.com\n")
            wait.until(lambda _: "Check Your Email" in driver.find_element("css selector", "main").text)
            assert [request.path for request in backend.calls("/forgot-password")] == ["/v1/auth/forgot-password"]
            assert [line for line in chromium.console() if page in line] == []
            status, said = preview.stop()
    note = f"note: Artitec uses its real backend, http://127.0.0.1:{backend.port}: what you do in the preview is done there. "
    assert f"{note}Its CORS configuration must allow {page}.\n" in said
