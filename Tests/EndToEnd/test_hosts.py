"""`latchkey export`, held against the conformance suite: on servers that are run, and on hosts as they are documented."""

import http.server
import json
import os
import re
import shutil
import ssl
import subprocess
import threading
import tomllib
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

import hosts
import jsonschema
import programs
import pytest
import yaml
from goldens import expect
from harbour import ANDROID, IOS
from programs import ROOT
from rawhttp import ask
from useragents import CHROMES, FIREFOXES, IPHONES, OTHERS

APPS = {path.name: None for path in sorted(programs.SITE.iterdir())}
DOCUMENTED = ["netlify", "cloudflare-pages", "vercel", "firebase-hosting", "github-pages", "azure-static-web-apps", "aws-amplify", "s3-cloudfront"]
HOSTS = [*hosts.SERVERS, *DOCUMENTED, "container"]
# What an export takes out of the release as it is.
RELEASED = (".html", "apple-app-site-association", "assetlinks.json", "passkey-endpoints", "release.json", ".png", ".svg", ".txt", ".woff2")
# conftest.py prints it at the end of a run.
TABLE = ROOT / ".build" / "conformance.txt"
SHORT = {
    "latchkey-server": "server", "cloudflare-pages": "cloudflare", "firebase-hosting": "firebase", "github-pages": "github",
    "azure-static-web-apps": "azure", "aws-amplify": "amplify", "s3-cloudfront": "cloudfront",
}

# What none of the repository's apps has: Android, a path with a parameter, a link that lands by a redirect, two hosts,
# two links that share a path, a logo and a font that are loaded, and files under their own names.
HARBOUR = """\
name: Harbour
hosts: [harbour.example, www.harbour.example]
theme: { accent: "#1D4ED8", logo: logo.png, icon: { tab: icon.svg, touch: touch.png }, font: { family: Serif, file: harbour-serif.woff2 } }
passkeys: { manage: "https://account.harbour.example/passkeys" }
""" + IOS + ANDROID + """\
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
  login:
    web: /login?code={code}
    app: harbour://login?code={code}
    page: invite
    landing: redirect
  confirm:
    web: /confirm?c={code}
    app: harbour://confirm?code={code}
    page: invite
    landing: redirect
"""

# Addresses with values that a configuration could cut, decode or mistake for a file's name: all of them get the page.
VALUES = [
    "/open/invite?code=dG9r+ZW4=", "/open/invite?code=a%2Fb", "/open/invite?code=a&code=b", "/open/join?team=a&secret=b", "/i/dG9r+ZW4=",
    "/i/dG9r%2BZW4%3D", "/i/a%2Fb", "/i/a%3Fb", "/i/abc~", "/i/abc.inc", "/i/abc.php", "/i/abc.html", "/i/" + "a" * 2_049,
    "/i/abc?code=other", "/team/a%2Fb/join?key=c", "/login?code=abc", "/login?next=/x?code=zzz", "/login",
]


def write_harbour(site):
    branded = Path(__file__).with_name("branded") / "Site" / "harbour"
    shutil.copytree(branded / "public", site / "harbour" / "public")
    for name in ("logo.png", "icon.svg", "touch.png", "harbour-serif.woff2"):
        shutil.copy(branded / name, site / "harbour")
    (site / "harbour" / "app.yml").write_text(HARBOUR)
    for page, links in {"reset": "reset", "invite": "[invite, join, login, confirm]"}.items():
        (site / "harbour" / f"{page}.md").write_text(
            f"---\ntitle: Harbour\nlink: {links}\nstart: form\n---\n# form\n## {page}\n\nWords.\n"
        )


def build_harbour(folder):
    """Builds a site of one app, and returns its releases' folder."""
    write_harbour(folder / "Site")
    programs.build(folder / "Site", folder / "out")
    return folder / "out"


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """All five apps of the repository, and one more; in one language each, as the announcements of the hosts are."""
    folder = tmp_path_factory.mktemp("release")
    site = programs.without_translations(programs.copy_site(folder, *APPS))
    write_harbour(site)
    programs.build(site, folder / "out")
    return folder / "out"


@pytest.fixture(scope="module")
def apps(release):
    """The hosts of each app."""
    return {app["name"]: app["hosts"] for app in json.loads((release / "release.json").read_text())["apps"]}


@pytest.fixture(scope="module")
def exported(release, tmp_path_factory):
    """The folder of an export to a host; nobody changes it."""
    folder = tmp_path_factory.mktemp("exports")

    def of(host):
        if not (folder / host).exists():
            export(release, host, folder / host, *(["--root", folder / host] if host in hosts.SERVERS else []))
        return folder / host

    return of


def export(release, host, output, *options):
    result = programs.run(programs.LATCHKEY, "export", "--to", host, release, "--output", output, "--format", "json", *options)
    assert result.returncode == 0, result.stdout + result.stderr
    return json.loads(result.stdout)["result"]


def examine(release, port, names, *options, scheme="http"):
    """What `doctor` says, by host."""
    result = programs.run(
        programs.LATCHKEY, "doctor", *[f"{scheme}://{name}:{port}" for name in names], "--release", release,
        "--resolve", f"*:{port}:127.0.0.1", "--format", "json", *options,
    )
    assert result.stdout, result.stderr
    return json.loads(result.stdout)["result"]["hosts"]


@contextmanager
def served(host, exported, apps, folder, certified=True):
    """An exported release on a loopback port, and the one for https where the host terminates TLS."""
    place = folder / "server"
    place.mkdir(exist_ok=True)
    if host in hosts.SERVERS:
        # Apache's children are another user than root.
        for path in {*[folder, *folder.parents], *[exported, *exported.parents]}:
            if path.owner() == folder.owner() and str(path).startswith("/tmp/"):
                path.chmod(path.stat().st_mode | 0o011)
        place.chmod(0o777)
        if certified:
            hosts.certify(place, apps)
        port = programs.free_ports(2)
        with hosts.SERVERS[host](exported, place, port, port + 1):
            yield port, port + 1
    elif host == "container":
        with programs.serve(exported / "release") as running:
            yield running.port, None
    else:
        with hosts.interpreter(host, exported, apps, place) as running:
            yield running.port, None


class TestConformance:
    @pytest.mark.parametrize("host", ["latchkey-server", *HOSTS])
    def test_a_host_answers_as_the_server_but_for_what_was_announced(self, host, release, exported, apps, tmp_path, table, is_full):
        """`make test` asks for the two apps whose links differ most."""
        names = [hosts[0] for app, hosts in apps.items() if is_full or app in ("harbour", "creators")]
        if host == "latchkey-server":
            with programs.serve(release) as running:
                reports = examine(release, running.port, names)
        else:
            with served(host, exported(host), apps, tmp_path) as (port, secure):
                if secure:
                    trusted = tmp_path / "server" / "trusted.pem"
                    reports = examine(release, secure, names, "--to", host, "--cacert", trusted, scheme="https")
                    self.check_plain(port, host, tmp_path / "server")
                    self.check_unknown(port, secure, host)
                    self.check_validators(secure)
                    self.check_values(secure)
                    self.check_logs(port, secure, tmp_path / "server")
                else:
                    reports = examine(release, port, names, "--to", host)
        assert len(reports) == len(names)
        assert [difference for report in reports for difference in report["conformance"]["differences"]] == []
        # What is announced and never seen would be untrue of these hosts.
        unobserved = set.intersection(*[set(report["conformance"]["unobserved"]) for report in reports])
        assert unobserved == set()
        # GitHub Pages sends no field of anybody's, which doctor warns of whatever was announced.
        right = {"ok", "note", "warning"} if host == "github-pages" else {"ok", "note"}
        assert [finding for report in reports for finding in report["findings"] if finding["severity"] not in right] == []
        table[host] = reports

    @pytest.mark.parametrize("host", ["nginx", "apache"])
    def test_it_starts_before_there_is_a_certificate(self, host, exported, apps, tmp_path):
        with served(host, exported(host), apps, tmp_path, certified=False) as (port, secure):
            assert ask(port, "/reset?token=a", host="harbour.example")["Location"] == "https://harbour.example/reset?token=a"
            with pytest.raises(OSError):
                ask(secure, "/", host="harbour.example", tls="harbour.example")

    @pytest.mark.parametrize("host", hosts.SERVERS)
    @pytest.mark.sampled(3)
    def test_open_passed_on_as_documented_is_answered_by_the_server(self, host, release, exported, apps, tmp_path):
        """The lines of Deploying.md, in the file that the exported configuration includes."""
        text = (ROOT / "Documentation" / "Deploying.md").read_text().split("### Only `/open/`\n")[1].split("\n## ")[0]
        path = Path(hosts.OPEN[host])
        lines = text.split(f"`{path}`")[1].split("```")[1].split("\n", 1)[1]
        with programs.serve(release) as running:
            (tmp_path / "server").mkdir()
            (tmp_path / "server" / path.name).write_text(lines.replace("127.0.0.1:8080", f"127.0.0.1:{running.port}"))
            with served(host, exported(host), apps, tmp_path) as (_, secure):
                trusted = tmp_path / "server" / "trusted.pem"
                # Harbour has links that land by a redirect, which the host itself answers.
                names = [names[0] for name, names in apps.items() if name != "harbour"]
                reports = examine(release, secure, names, "--to", host, "--cacert", trusted, scheme="https")
        assert [difference for report in reports for difference in report["conformance"]["differences"]] == []
        rows = [row for report in reports for row in report["conformance"]["table"] if row["aspect"].startswith("open-")]
        assert {row["aspect"] for row in rows} >= {"open-iphone", "open-chrome", "open-encoding", "open-malformed"}
        assert [row for row in rows if row["announced"] or row["other"]] == []

    def check_plain(self, port, host, folder):
        """http leads to https with the address as it was asked, and serves what certbot puts there."""
        for target in ("/reset-password?token=a%2Bb+c&d", "/i/a%3Fb%2F", "//x", "/open/reset?token=%0A"):
            answer = ask(port, target, host="harbour.example")
            assert (answer.status, answer["Location"]) == (301, f"https://harbour.example{target}")
            assert answer["Strict-Transport-Security"] is None
            assert (answer["Cache-Control"], answer["Referrer-Policy"]) == ("no-store", "no-referrer")
            answer = ask(port, target, method="POST", host="harbour.example")
            assert (answer.status, answer["Location"]) == (301, f"https://harbour.example{target}")
        assert ask(port, "/", host="WWW.harbour.example").status == 301
        if host != "caddy":
            challenge = folder / "acme" / ".well-known" / "acme-challenge" / "a-B_9"
            challenge.parent.mkdir(parents=True)
            challenge.write_text("proof")
            answer = ask(port, f"/.well-known/acme-challenge/{challenge.name}", host="harbour.example")
            assert (answer.status, answer.body) == (200, b"proof")

    def check_unknown(self, port, secure, host):
        """Neither a handshake for another name nor another name within a handshake reaches a page."""

        def check(answer):
            assert answer.status == 421 or host == "caddy" and answer.status in (200, 308) and answer.body == b""

        check(ask(port, "/reset-password?token=SECRET", host="evil.example"))
        for tls in ("evil.example", "harbour.example"):
            for target in ("/reset?token=SECRET", "/.well-known/apple-app-site-association"):
                try:
                    check(ask(secure, target, host="evil.example", tls=tls))
                except ssl.SSLError:
                    assert tls == "evil.example"

    def check_validators(self, secure):
        """The page for unknown paths is sent whole, whatever a client has or wants of it."""
        page = ask(secure, "/nowhere", host="harbour.example", tls="harbour.example")
        assert b"<html" in page.body
        for field in ("If-None-Match: *", "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT", "If-Match: \"x\""):
            answer = ask(secure, "/nowhere", field, host="harbour.example", tls="harbour.example")
            assert (answer.status, answer.body) == (404, page.body), field

    def check_values(self, secure):
        """Whatever a link's value is, and whoever asks, the link leads to its page."""
        page = ask(secure, "/login", host="harbour.example", tls="harbour.example").body
        assert b"Invite" in page or b"invite" in page
        for target in VALUES:
            for fields in ([], [f"User-Agent: {next(iter(IPHONES.values()))}"]):
                answer = ask(secure, target, *fields, host="harbour.example", tls="harbour.example")
                assert (answer.status, answer.body) == (200, page), target

    def check_logs(self, port, secure, folder):
        """A token stands in no log."""
        iphone = f"User-Agent: {next(iter(IPHONES.values()))}"
        for name, target in [
            ("artitec.com", "/reset-password?token=SECRET"), ("artitec.com", "/open/reset-password?token=SECRET"),
            ("harbour.example", "/i/SECRET"), ("harbour.example", "/nowhere/SECRET"), ("harbour.example", "/open/reset/SECRET"),
            ("harbour.example", "/i/SECRET%0A"), ("harbour.example", "/i/SECRET%2Fb"), ("harbour.example", "/harbour/SECRET"),
            ("www.artitec.com", "/reset-password?token=SECRET"),
        ]:
            for method in ("GET", "POST"):
                for fields in ([], [iphone]):
                    ask(port, target, *fields, method=method, host=name)
                    ask(secure, target, *fields, method=method, host=name, tls="harbour.example")
        assert [path.name for path in folder.rglob("*") if path.is_file() and b"SECRET" in path.read_bytes()] == []

    def test_every_difference_of_every_host_is_in_the_table(self, table):
        """The last of this class, so that all hosts have been asked."""
        assert list(table) == ["latchkey-server", *HOSTS]
        for reports in table.values():
            assert sum(row["other"] for report in reports for row in report["conformance"]["table"]) == 0

    def test_a_host_without_its_configuration_does_not_conform(self, release, exported, tmp_path):
        """The suite finds what it is there for: the same folder from a server that knows nothing of it."""
        exported = exported("caddy")
        port = programs.free_ports(1)
        command = [hosts.program("caddy"), "file-server", "--root", exported / "web", "--listen", f"127.0.0.1:{port}"]
        with hosts.running(command, port, tmp_path / "output"):
            (report,) = examine(release, port, ["artitec.com"])
        assert {"page-missing"} <= {finding["code"] for finding in report["findings"]}
        assert len(report["conformance"]["differences"]) > 50


@pytest.fixture(scope="module")
def table():
    """Which requests each host answers as the server does, written once all have been asked."""
    reports = {}
    yield reports
    aspects = {}
    for host, found in reports.items():
        for report in found:
            for row in report["conformance"]["table"]:
                cell = aspects.setdefault(row["aspect"], {}).setdefault(host, [0, 0])
                cell[0] += row["same"]
                cell[1] += row["announced"]
    def cell(same, announced):
        return "all" if not announced else "none" if not same else f"{same}/{same + announced}"

    columns = {host: SHORT.get(host, host) for host in reports}
    widths = {host: max(len(name), 7) + 2 for host, name in columns.items()}
    lines = ["".ljust(18) + "".join(columns[host].rjust(widths[host]) for host in reports)]
    lines += [
        aspect.ljust(18) + "".join(cell(*cells[host]).rjust(widths[host]) for host in reports) for aspect, cells in aspects.items()
    ]
    TABLE.write_text("Requests that each host answers as latchkey-server does; every other answer was announced\n" + "\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def pages(exported, tmp_path_factory):
    """Harbour on a host without functions, over plain HTTP."""
    folder = tmp_path_factory.mktemp("pages")
    with hosts.interpreter("github-pages", exported("github-pages"), {"harbour": ["127.0.0.1"]}, folder) as running:
        yield f"http://127.0.0.1:{running.port}"


@pytest.mark.only("chromium")
@pytest.mark.parametrize(
    "target, address",
    [
        ("/open/reset?token=a%2Bb", "harbour://reset?token=a%2Bb"), ("/open/reset?x=1&token=a&token=b", "harbour://reset?token=a"),
        ("/open/invite?code=a%2Fb", "harbour://invite/a%2Fb"), ("/open/join?team=a&key=b", "harbour://join/a?key=b"),
        ("/open/join?team=a&secret=b", "harbour://join/a?key=b"), ("/open/confirm?c=a", "harbour://confirm?code=a"),
        ("/open/confirm?code=a", "harbour://confirm?code=a"), ("/open/reset", None), ("/open/reset?token=", None),
    ],
)
def test_page_below_open_offers_the_app_with_the_parameters_of_the_query(browser, pages, target, address):
    browser.open(pages + target)
    found = "const open = document.querySelector('a.open'); return open.hidden ? null : open.getAttribute('href')"
    assert browser.run(found) == address
    assert browser.run("return location.pathname + location.search") == target.split("?")[0]


class TestConfigurations:
    def schema(self, kind, *files):
        check = ROOT / ".venv" / "bin" / "check-jsonschema"
        return subprocess.run([check, "--builtin-schema", kind, *files], capture_output=True, text=True, timeout=programs.PATIENCE)

    @pytest.mark.parametrize(
        "host, path, schema",
        [
            ("container", "compose.yaml", "vendor.compose-spec"),
            ("github-pages", "*/.github/workflows/pages.yml", "vendor.github-workflows"),
        ],
    )
    def test_a_published_schema_holds(self, host, path, schema, exported):
        files = sorted(exported(host).glob(path))
        assert files
        result = self.schema(schema, *files)
        assert result.returncode == 0, result.stdout

    # What exports use of the published schemas, which come with no package: firebase-tools' schema/firebase-config.json,
    # SchemaStore's staticwebapp.config.json, Vercel's openapi.vercel.sh/vercel.json. Netlify's netlify.toml has none.
    SCHEMAS = json.loads((Path(__file__).parent / "schemas.json").read_text())

    @pytest.mark.parametrize(
        "host, path",
        [
            ("firebase-hosting", "firebase.json"), ("azure-static-web-apps", "*/public/staticwebapp.config.json"),
            ("vercel", "*/vercel.json"), ("netlify", "*/netlify.toml"), ("cloudflare-pages", "*/public/_routes.json"),
        ],
    )
    def test_a_configuration_has_the_form_that_its_host_publishes(self, host, path, exported):
        files = sorted(exported(host).glob(path))
        assert files
        schema = {"$ref": f"#/$defs/{host}", "$defs": self.SCHEMAS}
        jsonschema.Draft202012Validator.check_schema(schema)
        for file in files:
            value = tomllib.loads(file.read_text()) if file.suffix == ".toml" else json.loads(file.read_text())
            assert [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(value)] == []
            value["unknown"] = 1
            assert list(jsonschema.Draft202012Validator(schema).iter_errors(value))

    def test_rules_and_headers_fit_amplify(self, exported):
        """https://docs.aws.amazon.com/amplify/latest/APIReference/API_CustomRule.html and …/API_UpdateApp.html."""
        for file in exported("aws-amplify").glob("*/customRules.json"):
            rules = json.loads(file.read_text())
            assert all(set(rule) == {"source", "status", "target"} for rule in rules)
            assert {rule["status"] for rule in rules} <= {"200", "302", "404-200"}
            assert max(len(rule[key]) for rule in rules for key in ("source", "target")) <= 2_048
            assert rules[-1] == {"source": "/<*>", "status": "404-200", "target": "/404.html"}
            # Every rewrite leads to a file that Amplify can serve.
            public = file.parent / "public"
            for rule in rules:
                assert rule["status"] == "302" or (public / rule["target"][1:]).suffix and (public / rule["target"][1:]).is_file()
            assert [path for path in public.rglob("*") if path.is_file() and (not path.suffix or ".well-known" in path.parts)] == []
            text = (file.parent / "customHttp.yml").read_text()
            assert len(text) <= 25_000
            everywhere, *others = yaml.safe_load(text)["customHeaders"]
            assert everywhere["pattern"] == "**/*"
            shared = {field["key"] for field in everywhere["headers"]}
            fields = {other["pattern"]: other["headers"] for other in others}
            assert len(fields) == len(others)
            assert all(shared.isdisjoint(field["key"] for field in each) for each in fields.values())
            # Whichever of the two a pattern is compared with, the requested path or the file's.
            for rule in rules:
                if rule["status"] == "200":
                    assert fields[re.sub("<[^>]*>", "*", rule["source"])] == fields[rule["target"]]

    def test_headers_fit_cloudflare(self, exported):
        """https://developers.cloudflare.com/pages/configuration/headers/: 100 rules, 2,000 characters a line."""
        for file in exported("cloudflare-pages").glob("*/public/_headers"):
            lines = file.read_text().splitlines()
            assert sum(line.startswith("/") for line in lines) <= 100
            assert max(map(len, lines)) <= 2_000

    def test_functions_fit_cloudfront(self, exported):
        functions = sorted(exported("s3-cloudfront").glob("*/viewer-*.js"))
        assert functions
        for function in functions:
            assert function.stat().st_size <= 10_240

    def test_the_page_for_unknown_paths_is_not_kept_by_cloudfront(self, exported):
        """CloudFront sends it with the object's own field, since it runs no function on an error."""
        lines = (exported("s3-cloudfront") / "upload.sh").read_text().splitlines()
        kept = {re.search(r"/(\S+?)\.[0-9a-f]{16}", line)[1] for line in lines if "--cache-control 'no-store'" in line}
        assert kept == {"404"}
        assert sum("immutable" in line for line in lines) > 20

    def test_every_script_of_an_export_is_one(self, exported, tmp_path):
        modules = []
        for host in HOSTS:
            for number, script in enumerate(sorted(exported(host).rglob("*.js"))):
                modules.append(tmp_path / f"{host}-{number}.{'mjs' if 'viewer-' not in script.name else 'cjs'}")
                shutil.copy(script, modules[-1])
        assert len(modules) > 20
        with ThreadPoolExecutor(4) as pool:
            results = pool.map(lambda module: subprocess.run([hosts.program("node"), "--check", module], capture_output=True, text=True), modules)
        assert [result.stderr for result in results if result.returncode] == []

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


class TestDecision:
    """The edge functions' one decision, under node, over the browsers that the server is asked by."""

    def decide(self, exported, tmp_path, visits):
        script = tmp_path / "decide.mjs"
        source = (exported("vercel") / "harbour" / "middleware.js").read_text().replace("export default", "").replace("export const config", "const config")
        script.write_text(
            source + "\nimport { readFileSync } from 'node:fs';\n"
            "console.log(JSON.stringify(JSON.parse(readFileSync(0)).map((visit) => decide({ ...app, ...visit.app }, visit))));\n"
        )
        result = subprocess.run([hosts.program("node"), script], input=json.dumps(visits), capture_output=True, text=True, timeout=programs.PATIENCE)
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout)

    def test_it_matches_links_as_apps_and_pages_do(self, exported, tmp_path):
        table = json.loads((programs.ROOT / "Tests" / "AppLinksTests" / "Vectors" / "link-parameters.json").read_text())
        cases = [case for case in table["cases"] if "#" not in case["template"]]

        def route(template):
            path, _, query = template.partition("?")
            items = [tuple(map(unquote, item.split("=", 1))) for item in query.split("&") if item]
            conditions = {name: value for name, value in items if not value.startswith("{")}
            return {"path": path, "conditions": conditions, "required": [name for name, value in items if value.startswith("{")], "file": "page"}

        visits = []
        for case in cases:
            path, _, query = case["address"].partition("#")[0].partition("?")
            visits.append({"method": "GET", "path": path, "query": query, "userAgent": "", "app": {"routes": [route(case["template"])]}})
        decisions = self.decide(exported, tmp_path, visits)
        assert len(cases) > 20
        assert [(case["name"], "file" in (decision or {})) for case, decision in zip(cases, decisions)] == [
            (case["name"], case["parameters"] is not None) for case in cases
        ]

    def test_it_decides_as_the_server_does(self, release, exported, tmp_path):
        agents = [*IPHONES.values(), *CHROMES.values(), *FIREFOXES.values(), *OTHERS.values()]
        targets = [
            ("/open/reset", "token=a%2Bb"), ("/open/reset", "utm=1&token=a+b/="), ("/open/reset", "utm=1&amp;token=a"), ("/open/reset", "token="), ("/open/reset", ""),
            ("/open/reset", "token=a&token=b"), ("/open/reset", "token=a%0Ab"), ("/open/reset", "token=%E2%82%AC"), ("/open/reset", "token=!$&'()*;:@%20"),
            ("/open/reset", "token=" + "a" * 2049), ("/open/reset", "token=" + "%2B" * 2000), ("/open/invite", "code=x"), ("/open/invite", "code=.."),
            ("/open/join", "team=a&key=b"), ("/open/join", "team=a&secret=b"), ("/open/join", "team=a"), ("//open//reset/", "token=x"),
            ("/i/code", ""), ("/i/a%2Fb", ""), ("/i/%E2%82%AC", "x=1"),
        ]
        visits = [
            {"method": method, "path": path, "query": query, "userAgent": agent}
            for agent in agents
            for path, query in targets
            for method in ("GET", "HEAD")
        ]
        decisions = self.decide(exported, tmp_path, visits)
        with programs.serve(release) as running:
            for visit, decision in zip(visits, decisions):
                target = visit["path"] + (f"?{visit['query']}" if visit["query"] else "")
                answer = ask(running.port, target, f"User-Agent: {visit['userAgent']}", method=visit["method"], host="harbour.example")
                found = (decision.get("status", 200), decision.get("location")) if decision else (404, None)
                assert found == (answer.status, answer["Location"]), visit


class TestCommands:
    @pytest.mark.parametrize("host", hosts.SERVERS)
    def test_the_documented_commands_are_the_exports(self, host, tmp_path):
        (tmp_path / "Site" / "example").mkdir(parents=True)
        (tmp_path / "Site" / "example" / "app.yml").write_text(
            'name: Example\nhosts: [example.com]\ntheme: { accent: "#1D4ED8" }\n'
            "ios: { app-id: ABCDE12345.com.example, scheme: example }\n"
            "links: { reset: { web: '/reset?token={token}', app: 'example://reset?token={token}', page: reset } }\n"
        )
        (tmp_path / "Site" / "example" / "reset.md").write_text("---\ntitle: Reset\nlink: reset\nstart: form\n---\n# form\n## Reset\n\nWords.\n")
        programs.build(tmp_path / "Site", tmp_path / "out")
        commands = [
            command.replace("<output>", "Export").replace("<host>", "example.com")
            for command in export(tmp_path / "out", host, tmp_path / "export")["commands"]
        ]
        text = (ROOT / "Documentation" / "Deploying.md").read_text()
        title = {"nginx": "nginx", "caddy": "Caddy", "apache": "Apache"}[host]
        assert commands == text.split(f"### {title}\n")[1].split("```\n")[1].splitlines()
        # What an earlier release has stays until the new configuration is loaded, and certbot writes into no configuration.
        assert not any("--delete" in command or "certbot --" in command for command in commands)


class TestCommandLine:
    def test_a_host_that_is_mistyped_is_suggested(self, release, tmp_path):
        result = programs.run(programs.LATCHKEY, "export", "--to", "ngnix", release, "--output", tmp_path)
        assert result.returncode == 64
        assert "There is no host 'ngnix'. Did you mean 'nginx'? Choose one of: nginx, caddy," in result.stderr

    @pytest.mark.parametrize(
        "host, options, message",
        [
            ("nginx", ("--root", "relative"), "The value 'relative' of '--root' is not an absolute path in plain characters. Write it like /srv/latchkey"),
            ("caddy", ("--root", ""), "The value '' of '--root' is not an absolute path"), ("apache", ("--root", "/srv/a\nb"), "is not an absolute path"),
            ("netlify", ("--root", "/srv"), "The host 'netlify' has no '--root', since its configuration contains no absolute paths"),
            ("nginx", ("--output", ""), "Missing expected option '--output <dir>'"),
        ],
    )
    def test_a_root_that_no_configuration_takes_is_refused(self, host, options, message, release, tmp_path):
        output = () if options[0] == "--output" else ("--output", tmp_path / "out")
        result = programs.run(programs.LATCHKEY, "export", "--to", host, release, *output, *options)
        assert result.returncode == 64
        assert message in result.stderr
        assert not (tmp_path / "out").exists()

    def test_without_a_release_it_says_where_it_looked(self, tmp_path):
        result = programs.run(programs.LATCHKEY, "export", "--to", "nginx", tmp_path, "--output", tmp_path / "out")
        assert result.returncode == 1
        assert result.stderr == (
            f"{tmp_path}/release.json: error: there is no release here\n  fix: Build the release with 'latchkey build'.\n"
        )
        assert not (tmp_path / "out").exists()

    def refusal(self, release, output, cwd=None):
        result = programs.run(programs.LATCHKEY, "export", "--to", "nginx", release, "--output", output, cwd=cwd)
        assert result.returncode == 1
        return result.stderr

    def test_a_release_is_never_written_into(self, release):
        before = programs.snapshot(release)
        for output in (release, release / ".", release / "artitec" / "new" / "folder", release / ".." / release.name):
            assert self.refusal(release, output) == (
                f"{output}: error: an export must not be inside the folder of the release\n"
                "  fix: Name another folder: '--output Export'.\n"
            )
        assert programs.snapshot(release) == before

    def test_a_folder_with_other_files_is_left_alone(self, release, tmp_path):
        (tmp_path / "Site").mkdir()
        (tmp_path / "notes.txt").write_text("mine")
        assert self.refusal(release, tmp_path) == (
            f"{tmp_path}: error: the folder has files that no export wrote, such as 'Site'\n"
            "  fix: Name a new or an empty folder: '--output Export'.\n"
        )
        assert self.refusal(release, tmp_path / "notes.txt").startswith(f"{tmp_path}/notes.txt: error: this is not a folder\n")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["Site", "notes.txt"]

    def test_an_export_that_cannot_be_written_whole_leaves_the_one_before(self, release, tmp_path):
        export(release, "nginx", tmp_path)
        before = programs.snapshot(tmp_path)
        # Where the next export wants a folder.
        (tmp_path / "harbour").write_text("mine")
        result = programs.run(programs.LATCHKEY, "export", "--to", "vercel", release, "--output", tmp_path)
        assert result.returncode == 1
        assert f"{tmp_path}/harbour" in result.stderr
        (tmp_path / "harbour").unlink()
        assert programs.snapshot(tmp_path) == before

    def test_what_a_host_cannot_do_is_said_rule_by_rule(self, release, tmp_path):
        result = programs.run(programs.LATCHKEY, "export", "--to", "github-pages", release, "--output", tmp_path)
        assert result.returncode == 0
        assert "Differences that visitors can notice:" in result.stdout
        assert (
            "  creators: /auth/action, harbour: /i/{code}, harbour: /team/{team}/join\n"
            "    GitHub Pages cannot select a page by the query or a pattern: these paths get status 404.\n"
        ) in result.stdout
        assert "\nTo publish it:\n" in result.stdout


    @pytest.mark.parametrize("host", ["aws-amplify", "firebase-hosting", "github-pages", "azure-static-web-apps"])
    @pytest.mark.sampled(4)
    def test_a_host_that_answers_every_link_with_404_is_refused(self, host, tmp_path):
        programs.build(programs.copy_site(tmp_path, "creators"), tmp_path / "release")
        result = programs.run(programs.LATCHKEY, "export", "--to", host, tmp_path / "release", "--output", tmp_path / "out")
        assert (result.returncode, result.stdout) == (1, "") and not (tmp_path / "out").exists()
        assert "answers every link of 'creators' with status 404.\n" in result.stderr
        assert "fix: Without the app, nobody can do what an email is for: use a host with functions, or give each link its own path.\n" in result.stderr
        assert programs.run(programs.LATCHKEY, "export", "--to", "netlify", tmp_path / "release", "--output", tmp_path / "out").returncode == 0

    def test_an_app_that_is_of_no_use_on_a_host_is_told_first(self, release, tmp_path):
        result = programs.run(programs.LATCHKEY, "export", "--to", "aws-amplify", release, "--output", tmp_path)
        assert result.returncode == 0
        assert (
            "\nOf no use on this host:\n  all links of creators\n    AWS Amplify answers every link of 'creators' with status 404.\n"
        ) in result.stdout
        assert result.stdout.index("Of no use") < result.stdout.index("Differences that visitors")


class TestReverseProxies:
    """The configurations of Documentation/Deploying.md, before a server of ours."""

    def block(self, language):
        text = (ROOT / "Documentation" / "Deploying.md").read_text()
        return text.split(f"```{language}\n")[1].split("```")[0]

    def nginx(self, folder, port, behind):
        server = self.block("nginx").replace("listen 80", f"listen 127.0.0.1:{port}").replace("server_name example.com", "server_name _").replace("/var/log/nginx/", f"{folder}/")
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
        file.write_text(site.replace("{\n", "{\n\tadmin off\n\tauto_https off\n", 1))
        return [hosts.program("caddy"), "run", "--config", file, "--adapter", "caddyfile"]

    def haproxy(self, folder, port, behind):
        file = folder / "haproxy.cfg"
        file.write_text(self.block("haproxy").replace(":80\n", f"127.0.0.1:{port}\n").replace("127.0.0.1:8080", f"127.0.0.1:{behind}"))
        return [hosts.program("haproxy"), "-f", file]

    @pytest.mark.parametrize("proxy", ["nginx", "caddy", "haproxy"])
    @pytest.mark.sampled(3)
    def test_a_release_behind_it_is_answered_as_without(self, proxy, release, apps, tmp_path):
        port = programs.free_ports(1)
        with programs.serve(release) as running:
            command = getattr(self, proxy)(tmp_path, port, running.port)
            with hosts.running(command, port, tmp_path / "output"):
                reports = examine(release, port, [names[0] for names in apps.values()])
                chrome = f"User-Agent: {next(iter(CHROMES.values()))}"
                assert ask(port, "/open/reset?token=" + "a" * 2_048, chrome, host="harbour.example").status == 302
                running.stop()
                assert ask(port, "/reset-password?token=SECRET", host="artitec.com").status in (502, 503)
        differences = [difference for report in reports for difference in report["conformance"]["differences"]]
        assert [path.name for path in tmp_path.rglob("*") if path.is_file() and b"SECRET" in path.read_bytes()] == []
        # What is malformed, a proxy refuses in its own way.
        assert [each for each in differences if each["aspect"] not in ("traversal",)] == []

    @pytest.mark.parametrize("proxy", ["nginx", "caddy", "haproxy"])
    def test_it_says_for_whom_it_asks(self, proxy, tmp_path):
        seen = []

        class Behind(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                seen.append((self.headers["Host"], self.headers["X-Forwarded-For"]))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Behind) as behind:
            threading.Thread(target=behind.serve_forever, daemon=True).start()
            port = programs.free_ports(1)
            with hosts.running(getattr(self, proxy)(tmp_path, port, behind.server_port), port, tmp_path / "output"):
                ask(port, "/", host="artitec.com")
            behind.shutdown()
        assert seen[-1] == ("artitec.com", "127.0.0.1")


@pytest.fixture(scope="module")
def harbour(tmp_path_factory):
    """One app alone."""
    return build_harbour(tmp_path_factory.mktemp("harbour"))


class TestGoldens:
    """What an export of one app consists of, apart from the release's own files and the modules of edge functions."""

    GOLDENS = Path(__file__).parent / "exported"
    MODULES = sorted((ROOT / "Templates" / "hosts").rglob("*.js"))

    def written(self, folder):
        """Configuration by its path, with placeholders for hashes, which change with every page."""
        texts = {}
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            is_released = "/web/" in f"/{name}" or name.endswith(RELEASED)
            if path.is_file() and not is_released and path.name != ".latchkey-export" and path.suffix not in (".br", ".gz"):
                text = path.read_text()
                text = re.sub(r"sha256-[A-Za-z0-9+/]{43}=", "sha256-HASH", text)
                text = re.sub(r"(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])", "HASH", text)
                if name.endswith(".js"):
                    text = self.without_modules(text)
                texts[name] = text
        return texts

    def without_modules(self, text):
        """A function with the name of each module of `Templates/hosts` in the place of its text, without imports, with or
        without exports and the lines for several languages."""
        for path in self.MODULES:
            module = re.sub(r"(?m)^import .*\n", "", path.read_text()).strip()
            for each in (module, re.sub(r"(?m)^.* // languages\n", "", module)):
                for part in (each, re.sub(r"(?m)^export ", "", each)):
                    text = text.replace(part, f"// {path.relative_to(ROOT)}")
        return text

    @pytest.mark.parametrize("host", HOSTS)
    def test_an_export_is_the_one_that_was_reviewed(self, host, harbour, tmp_path):
        export(harbour, host, tmp_path / "export")
        written = self.written(tmp_path / "export")
        golden = self.GOLDENS / host
        expect({golden / name: text for name, text in written.items()})
        assert {str(path.relative_to(golden)) for path in golden.rglob("*") if path.is_file()} == written.keys()
