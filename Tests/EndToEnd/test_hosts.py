"""`latchkey export`, held against the conformance suite: on servers that are run, and on hosts as they are documented."""

import json
import os
import re
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import hosts
import programs
import pytest
from programs import ROOT
from useragents import CHROMES, FIREFOXES, IPHONES, OTHERS

APPS = {path.name: None for path in sorted(programs.SITE.iterdir())}
DOCUMENTED = ["netlify", "cloudflare-pages", "vercel", "firebase-hosting", "github-pages", "azure-static-web-apps", "s3-cloudfront"]
HOSTS = [*hosts.SERVERS, *DOCUMENTED, "container"]
TABLE = ROOT / ".build" / "conformance.txt"

# What none of the repository's apps has: Android, a path with a parameter, a link that lands by a redirect, two hosts, and
# two links that share a path.
HARBOUR = """\
name: Harbour
hosts: [harbour.example, www.harbour.example]
theme: { accent: "#1D4ED8" }
ios: { app-id: ABCDE12345.example.harbour, scheme: harbour }
android: { package: example.harbour, sha256: ["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"] }
links:
  reset:
    web: /reset?token={token}
    app: harbour://reset?token={token}
    page: reset
  invite:
    web: /i/{code}
    app: harbour://invite/{code}
    page: invite
    landing: redirect
  join:
    web: /team/{team}/join?key={secret}
    app: harbour://join/{team}?key={secret}
    page: invite
"""


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """All five apps of the repository, and one more."""
    folder = tmp_path_factory.mktemp("release")
    site = programs.copy_site(folder, *APPS)
    (site / "harbour").mkdir()
    (site / "harbour" / "app.yml").write_text(HARBOUR)
    for page in ("reset", "invite"):
        links = {"reset": "reset", "invite": "[invite, join]"}[page]
        (site / "harbour" / f"{page}.md").write_text(
            f"---\ntitle: Harbour\nlink: {links}\nstart: form\n---\n# form\n## {page}\n\nWords.\n"
        )
    programs.build(site, folder / "out")
    return folder / "out"


@pytest.fixture(scope="module")
def apps(release):
    """The first host of each app."""
    return {app["name"]: app["hosts"][0] for app in json.loads((release / "release.json").read_text())["apps"]}


def export(release, host, output, *options):
    result = programs.run(programs.LATCHKEY, "export", "--to", host, release, "--output", output, "--format", "json", *options)
    assert result.returncode == 0, result.stdout + result.stderr
    return json.loads(result.stdout)["result"]


def examine(release, port, names, *options):
    """What `doctor` says, by host."""
    result = programs.run(
        programs.LATCHKEY, "doctor", *[f"http://{name}:{port}" for name in names], "--release", release,
        "--resolve", f"*:{port}:127.0.0.1", "--format", "json", *options,
    )
    assert result.stdout, result.stderr
    return json.loads(result.stdout)["result"]["hosts"]


@contextmanager
def served(host, release, apps, folder):
    """An exported release on a loopback port: pairs of a port and the hosts that answer there."""
    exported = folder / "export"
    export(release, host, exported, "--root", exported)
    if host in hosts.SERVERS:
        place = folder / "server"
        place.mkdir()
        # Apache's children are another user than root.
        for path in [folder, *folder.parents]:
            if path.owner() == Path(folder).owner() and str(path).startswith("/tmp/"):
                path.chmod(path.stat().st_mode | 0o011)
        place.chmod(0o777)
        port = programs.free_ports(1)
        with hosts.SERVERS[host](exported, place, port):
            yield [(port, list(apps.values()))]
    elif host == "container":
        with programs.serve(exported / "release") as running:
            yield [(running.port, list(apps.values()))]
    else:
        started = [hosts.interpreter(host, exported, app, folder) for app in apps]
        try:
            yield [(running.port, [name]) for running, name in zip(started, apps.values())]
        finally:
            for running in started:
                running.__exit__()


class TestConformance:
    @pytest.mark.parametrize("host", ["latchkey-server", *HOSTS])
    def test_a_host_answers_as_the_server_but_for_what_was_announced(self, host, release, apps, tmp_path, table):
        if host == "latchkey-server":
            with programs.serve(release) as running:
                reports = examine(release, running.port, apps.values())
        else:
            with served(host, release, apps, tmp_path) as places:
                reports = [
                    report
                    for port, names in places
                    for report in examine(release, port, names, "--to", host)
                ]
        assert len(reports) == len(apps)
        assert [difference for report in reports for difference in report["conformance"]["differences"]] == []
        # What is announced and never seen would be untrue of these hosts.
        unobserved = set.intersection(*[set(report["conformance"]["unobserved"]) for report in reports])
        assert unobserved == set()
        # GitHub Pages sends no field of anybody's, which doctor warns of whatever was announced.
        right = {"ok", "warning"} if host == "github-pages" else {"ok"}
        assert [finding for report in reports for finding in report["findings"] if finding["severity"] not in right] == []
        table[host] = reports

    def test_a_host_without_its_configuration_does_not_conform(self, release, apps, tmp_path):
        """The suite finds what it is there for: the same folder from a server that knows nothing of it."""
        exported = tmp_path / "export"
        export(release, "caddy", exported, "--root", exported)
        port = programs.free_ports(1)
        command = [hosts.program("caddy"), "file-server", "--root", exported / "web", "--listen", f"127.0.0.1:{port}"]
        with hosts.running(command, port, tmp_path / "output"):
            (report,) = examine(release, port, ["artitec.com"])
        assert {"page-missing"} <= {finding["code"] for finding in report["findings"]}
        assert len(report["conformance"]["differences"]) > 50


@pytest.fixture(scope="module")
def table():
    """Which requests each host answers as the server does, printed once all have been asked."""
    reports = {}
    yield reports
    aspects = {}
    for host, found in reports.items():
        for report in found:
            for row in report["conformance"]["table"]:
                cell = aspects.setdefault(row["aspect"], {}).setdefault(host, [0, 0])
                cell[0] += row["same"]
                cell[1] += row["announced"]
    lines = ["aspect".ljust(18) + "".join(host[:16].rjust(18) for host in reports)]
    for aspect, cells in aspects.items():
        lines.append(aspect.ljust(18) + "".join(f"{cells[host][0]} + {cells[host][1]}".rjust(18) for host in reports))
    text = "Requests answered as latchkey-server does + otherwise, as announced\n" + "\n".join(lines) + "\n"
    TABLE.write_text(text)
    print(text)


class TestConfigurations:
    def schema(self, kind, file):
        check = ROOT / ".venv" / "bin" / "check-jsonschema"
        options = ["--builtin-schema", kind] if kind.startswith("vendor.") else ["--schemafile", kind]
        return subprocess.run([check, *options, file], capture_output=True, text=True, timeout=60)

    @pytest.mark.parametrize(
        "host, path, schema",
        [
            ("container", "compose.yaml", "vendor.compose-spec"),
            ("github-pages", "*/.github/workflows/pages.yml", "vendor.github-workflows"),
        ],
    )
    def test_a_published_schema_holds(self, host, path, schema, release, tmp_path):
        export(release, host, tmp_path)
        files = sorted(tmp_path.glob(path))
        assert files
        for file in files:
            result = self.schema(schema, file)
            assert result.returncode == 0, result.stdout

    # What exports use of the published schemas, which allow no other key: firebase-tools' schema/firebase-config.json, and
    # SchemaStore's staticwebapp.config.json.
    HEADERS = {"source": str, "headers": [{"key": str, "value": str}]}
    FIREBASE = {
        "hosting": [
            {
                "target": str, "public": str, "appAssociation": {"NONE"}, "cleanUrls": bool, "trailingSlash": bool, "ignore": [str],
                "headers": [HEADERS], "redirects": [{"source": str, "destination": str, "type": {301, 302}}],
                "rewrites": [{"source": str, "destination": str}],
            }
        ]
    }
    AZURE = {
        "trailingSlash": {"never"}, "globalHeaders": dict, "mimeTypes": dict, "responseOverrides": {"404": {"rewrite": str}},
        "routes": [{"route": str, "methods": [str], "rewrite": str, "headers": dict, "redirect": str, "statusCode": {301, 302}}],
    }

    def findings(self, value, form, place="$"):
        """Where a value has a key, a type or a text that its form does not have."""
        if isinstance(form, list):
            if not isinstance(value, list):
                return [place]
            return [each for index, item in enumerate(value) for each in self.findings(item, form[0], f"{place}[{index}]")]
        if isinstance(form, dict):
            if not isinstance(value, dict):
                return [place]
            unknown = [f"{place}.{key}" for key in value if key not in form]
            return unknown + [each for key in value if key in form for each in self.findings(value[key], form[key], f"{place}.{key}")]
        return [] if (value in form if isinstance(form, set) else isinstance(value, form)) else [place]

    def test_json_has_the_form_that_its_host_publishes(self, release, tmp_path):
        export(release, "firebase-hosting", tmp_path / "firebase")
        export(release, "azure-static-web-apps", tmp_path / "azure")
        assert self.findings(json.loads((tmp_path / "firebase" / "firebase.json").read_text()), self.FIREBASE) == []
        files = sorted((tmp_path / "azure").glob("*/public/staticwebapp.config.json"))
        assert files
        for file in files:
            assert self.findings(json.loads(file.read_text()), self.AZURE) == []
        assert self.findings({"hosting": [{"publik": "x", "redirects": [{"type": 307}]}]}, self.FIREBASE) == [
            "$.hosting[0].publik", "$.hosting[0].redirects[0].type",
        ]

    def test_functions_fit_cloudfront(self, release, tmp_path):
        export(release, "s3-cloudfront", tmp_path)
        functions = sorted(tmp_path.glob("*/viewer-*.js"))
        assert functions
        for function in functions:
            assert function.stat().st_size <= 10_240

    def test_every_script_of_an_export_is_one(self, release, tmp_path):
        for host in HOSTS:
            export(release, host, tmp_path / host)
        for script in [*tmp_path.rglob("*.js")]:
            module = script.with_suffix(".mjs" if "viewer-" not in script.name else ".cjs")
            shutil.copy(script, module)
            result = subprocess.run([hosts.program("node"), "--check", module], capture_output=True, text=True)
            assert result.returncode == 0, result.stderr

    def test_a_second_export_removes_what_the_first_left_over(self, release, tmp_path):
        export(release, "nginx", tmp_path)
        (tmp_path / "own.txt").write_text("mine")
        before = programs.snapshot(tmp_path)
        export(release, "nginx", tmp_path)
        assert {name: seen for name, seen in programs.snapshot(tmp_path).items() if name != ".latchkey-export"} == {
            name: seen for name, seen in before.items() if name != ".latchkey-export"
        }
        export(release, "github-pages", tmp_path)
        assert not (tmp_path / "latchkey.conf").exists()
        assert (tmp_path / "own.txt").read_text() == "mine"


class TestLogs:
    """A token stands in no access log."""

    @pytest.mark.parametrize("host", [*hosts.SERVERS])
    def test_a_token_is_in_no_log(self, host, release, apps, tmp_path):
        from rawhttp import ask

        with served(host, release, apps, tmp_path) as places:
            ((port, _),) = places
            for name, target in [
                ("artitec.com", "/reset-password?token=SECRET"), ("artitec.com", "/open/reset-password?token=SECRET"),
                ("harbour.example", "/i/SECRET"), ("harbour.example", "/nowhere/SECRET"),
            ]:
                assert ask(port, target, host=name).status in (200, 303, 404)
        written = [path.name for path in (tmp_path / "server").rglob("*") if path.is_file() and b"SECRET" in path.read_bytes()]
        assert written == []


class TestDecision:
    """The edge functions' one decision, under node, over the browsers that the server is asked by."""

    def decide(self, release, tmp_path, visits):
        export(release, "vercel", tmp_path)
        script = tmp_path / "decide.mjs"
        source = (tmp_path / "harbour" / "middleware.js").read_text().replace("export default", "").replace("export const config", "const config")
        script.write_text(
            source + "\nimport { readFileSync } from 'node:fs';\n"
            "console.log(JSON.stringify(JSON.parse(readFileSync(0)).map((visit) => decide(app, visit))));\n"
        )
        result = subprocess.run([hosts.program("node"), script], input=json.dumps(visits), capture_output=True, text=True, timeout=30)
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout)

    def test_it_decides_as_the_server_does(self, release, tmp_path):
        from rawhttp import ask

        agents = [*IPHONES.values(), *CHROMES.values(), *FIREFOXES.values(), *OTHERS.values()]
        targets = [
            ("/open/reset", "token=a%2Bb"), ("/open/reset", "utm=1&token=a+b/="), ("/open/reset", "token="), ("/open/reset", ""),
            ("/open/reset", "token=a&token=b"), ("/open/reset", "token=a%0Ab"), ("/open/reset", "token=%E2%82%AC"),
            ("/open/reset", "token=" + "a" * 2049), ("/open/invite", "code=x"), ("/open/invite", "code=.."),
            ("/open/join", "team=a&key=b"), ("/open/join", "team=a&secret=b"), ("/open/join", "team=a"), ("//open//reset/", "token=x"),
            ("/i/code", ""), ("/i/a%2Fb", ""), ("/i/%E2%82%AC", "x=1"),
        ]
        visits = [
            {"method": method, "path": path, "query": query, "userAgent": agent}
            for agent in agents
            for path, query in targets
            for method in ("GET", "HEAD")
        ]
        decisions = self.decide(release, tmp_path, visits)
        with programs.serve(release) as running:
            for visit, decision in zip(visits, decisions):
                target = visit["path"] + (f"?{visit['query']}" if visit["query"] else "")
                answer = ask(running.port, target, f"User-Agent: {visit['userAgent']}", method=visit["method"], host="harbour.example")
                found = (decision.get("status", 200), decision.get("location"))
                assert found == (answer.status, answer["Location"]), visit


class TestCommandLine:
    def test_a_host_that_is_mistyped_is_suggested(self, release, tmp_path):
        result = programs.run(programs.LATCHKEY, "export", "--to", "ngnix", release, "--output", tmp_path)
        assert result.returncode == 64
        assert "There is no host 'ngnix'. Did you mean 'nginx'? Choose one of: nginx, caddy," in result.stderr

    def test_without_a_release_it_says_where_it_looked(self, tmp_path):
        result = programs.run(programs.LATCHKEY, "export", "--to", "nginx", tmp_path, "--output", tmp_path / "out")
        assert result.returncode == 1
        assert result.stderr == (
            f"{tmp_path}/release.json: error: there is no release here\n  fix: Build the release with 'latchkey build'.\n"
        )
        assert not (tmp_path / "out").exists()

    def test_what_a_host_cannot_do_is_said_rule_by_rule(self, release, tmp_path):
        result = programs.run(programs.LATCHKEY, "export", "--to", "github-pages", release, "--output", tmp_path)
        assert result.returncode == 0
        assert "What visitors can notice:" in result.stdout
        assert (
            "  /auth/action, /i/{code}, /team/{team}/join\n"
            "    GitHub Pages cannot choose a page by the query or by a pattern: it is status 404.\n"
        ) in result.stdout
        assert "\nTo publish it:\n" in result.stdout


class TestReverseProxies:
    """The configurations of Documentation/Deploying.md, before a server of ours."""

    def block(self, language):
        text = (ROOT / "Documentation" / "Deploying.md").read_text()
        return text.split(f"```{language}\n")[1].split("```")[0]

    def nginx(self, folder, port, behind):
        server = self.block("nginx").replace("listen 80", f"listen 127.0.0.1:{port}").replace("server_name example.com", "server_name _")
        paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        file = folder / "nginx.conf"
        file.write_text(
            f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log; events {{}} http {{ {paths}\n"
            + server.replace("127.0.0.1:8080", f"127.0.0.1:{behind}") + "}\n"
        )
        return [hosts.program("nginx"), "-p", folder, "-c", file, "-e", folder / "error.log"]

    def caddy(self, folder, port, behind):
        file = folder / "Caddyfile"
        site = self.block("caddyfile").replace("example.com", f"http://:{port}").replace("127.0.0.1:8080", f"127.0.0.1:{behind}")
        file.write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\n{site}")
        return [hosts.program("caddy"), "run", "--config", file, "--adapter", "caddyfile"]

    def haproxy(self, folder, port, behind):
        file = folder / "haproxy.cfg"
        file.write_text(self.block("haproxy").replace(":80\n", f"127.0.0.1:{port}\n").replace("127.0.0.1:8080", f"127.0.0.1:{behind}"))
        return [hosts.program("haproxy"), "-f", file]

    @pytest.mark.parametrize("proxy", ["nginx", "caddy", "haproxy"])
    def test_a_release_behind_it_is_answered_as_without(self, proxy, release, apps, tmp_path):
        port = programs.free_ports(1)
        with programs.serve(release) as running:
            command = getattr(self, proxy)(tmp_path, port, running.port)
            with hosts.running(command, port, tmp_path / "output"):
                reports = examine(release, port, apps.values())
        differences = [difference for report in reports for difference in report["conformance"]["differences"]]
        # What is malformed, a proxy refuses in its own way.
        assert [each for each in differences if each["aspect"] not in ("traversal",)] == []


class TestWorkflow:
    def test_the_one_for_users_holds_against_its_schema(self):
        result = TestConfigurations().schema("vendor.github-workflows", ROOT / "Documentation" / "deploy.yml")
        assert result.returncode == 0, result.stdout


class TestGoldens:
    """What an export of one app consists of, apart from the release's own files. UPDATE_EXPECTED=1 writes them anew."""

    GOLDENS = Path(__file__).parent / "exported"

    def written(self, folder):
        """Configuration by its path, with placeholders for hashes, which change with every page."""
        texts = {}
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            is_released = "/web/" in f"/{name}" or name.endswith((".html", "apple-app-site-association", "assetlinks.json", "release.json"))
            if path.is_file() and not is_released and path.name != ".latchkey-export" and path.suffix not in (".br", ".gz"):
                text = path.read_text()
                text = re.sub(r"sha256-[A-Za-z0-9+/]{43}=", "sha256-HASH", text)
                text = re.sub(r"(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])", "HASH", text)
                texts[name] = text
        return texts

    @pytest.mark.parametrize("host", HOSTS)
    def test_an_export_is_the_one_that_was_reviewed(self, host, release, tmp_path):
        site = programs.copy_site(tmp_path, "artitec")
        shutil.rmtree(site / "artitec")
        (site / "harbour").mkdir()
        (site / "harbour" / "app.yml").write_text(HARBOUR)
        for page, links in {"reset": "reset", "invite": "[invite, join]"}.items():
            (site / "harbour" / f"{page}.md").write_text(
                f"---\ntitle: Harbour\nlink: {links}\nstart: form\n---\n# form\n## {page}\n\nWords.\n"
            )
        programs.build(site, tmp_path / "out")
        export(tmp_path / "out", host, tmp_path / "export")
        written = self.written(tmp_path / "export")
        golden = self.GOLDENS / host
        if "UPDATE_EXPECTED" in os.environ:
            shutil.rmtree(golden, ignore_errors=True)
            for name, text in written.items():
                (golden / name).parent.mkdir(parents=True, exist_ok=True)
                (golden / name).write_text(text)
        expected = {str(path.relative_to(golden)): path.read_text() for path in sorted(golden.rglob("*")) if path.is_file()}
        assert written.keys() == expected.keys()
        for name, text in written.items():
            assert text == expected[name], name
