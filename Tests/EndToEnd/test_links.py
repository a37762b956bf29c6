"""`latchkey links` and `latchkey check`, word for word where people read them."""

import json
import plistlib
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

import pytest
from harbour import APP
from programs import LATCHKEY, PATIENCE, ROOT, SITE, run, serve
from rawhttp import ask

VECTORS = ROOT / "Tests" / "LinkAssociationTests" / "Vectors"
FILE = {"applinks": {"details": [{"appIDs": ["A.b"], "components": [{"/": "/a/*"}, {"/": "/b", "exclude": True}]}]}}


def match(data):
    """What `links match` answers to bytes on standard input, line by line."""
    result = subprocess.run([LATCHKEY, "links", "match"], input=data, capture_output=True, timeout=PATIENCE)
    assert (result.returncode, result.stderr) == (0, b"")
    return [json.loads(line) for line in result.stdout.splitlines()]


def question(number, url="https://e.example/a/1", **changes):
    return json.dumps({"id": number, "aasa": FILE, "domain": "e.example", "appId": "A.b", "url": url, **changes}).encode()


class TestMatch:
    def test_the_file_of_the_readme_matches_everything(self):
        line = b'{"id":1,"aasa":{"applinks":{"details":[{"appIDs":["A.b"],"components":[{}]}]}},"domain":"e.com","appId":"A.b","url":"https://e.com/x"}\n'
        assert match(line) == [{"id": 1, "decision": "match"}]

    def test_every_decision_there_is(self):
        urls = ["https://e.example/a/1", "https://e.example/b", "https://e.example/c", "https://other.example/a/1"]
        answers = match(b"\n".join(question(number, url) for number, url in enumerate(urls)))
        assert [answer["decision"] for answer in answers] == ["match", "exclude", "no_match", "no_match"]
        assert [answer["id"] for answer in answers] == [0, 1, 2, 3]

    def test_android_is_asked_in_the_same_run(self):
        android = json.dumps({"id": "x", "components": [{"/": "/a"}], "url": "https://e.example/a"}).encode()
        assert match(android + b"\n" + question(2)) == [
            {"id": "x", "decision": "match"},
            {"id": 2, "decision": "match"},
        ]

    @pytest.mark.parametrize(
        ("line", "id", "error"),
        [
            (b"nonsense", None, "not JSON: 'n' where a value should be in column 1"),
            (b"[1]", None, "a question is an object, not an array"),
            (b'{"id":7}', 7, "'url' is missing"),
            (b'{"id":7,"url":"https://e.example/"}', 7, "neither 'aasa' nor 'components' is given"),
            (b'{"id":7,"url":1}', 7, "'url' is a number, not a string"),
            (b'{"id":[7],"url":"/a","aasa":{}}', [7], "'url' is not an absolute URL"),
            (b'{"id":7,"url":"https://e.example/","aasa":{},"components":[]}', 7, "'aasa' and 'components' exclude each other"),
            (b'{"id":7,"url":"https://e.example/","aasa":[]}', 7, "'aasa' is an array, not an object"),
            (b'{"id":7,"url":"https://e.example/","aasa":{}}', 7, "'domain' is missing"),
            (b"\xff\xfe", None, None),
            (b'{"id":"\\ud800"}', None, None),
            (b"[" * 100_000, None, None),
        ],
        ids=lambda value: repr(value)[:40],
    )
    def test_a_bad_line_is_answered_and_the_run_goes_on(self, line, id, error):
        first, bad, last = match(question(1) + b"\n" + line + b"\n" + question(2) + b"\n")
        assert (first["id"], last["id"]) == (1, 2)
        assert bad["id"] == id
        assert bad["error"] == error if error else bad["error"].startswith("not JSON")

    def test_empty_lines_line_breaks_of_windows_and_a_last_line_without_one_do_no_harm(self):
        data = b"\n\n" + question(1) + b"\r\n\n" + question(2) + b"\n\n\n" + question(3)
        assert [answer["id"] for answer in match(data)] == [1, 2, 3]

    def test_nothing_is_answered_with_nothing(self):
        assert match(b"") == match(b"\n") == []

    def test_a_line_of_a_megabyte_is_a_line_like_others(self):
        long = question(2, "https://e.example/a/" + "x" * 1_000_000)
        assert [answer.get("decision") for answer in match(b"\n".join([question(1), long, question(3)]))] == ["match"] * 3

    def test_whoever_waits_for_an_answer_gets_it_before_asking_again(self):
        process = subprocess.Popen([LATCHKEY, "links", "match"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            for number in range(3):
                process.stdin.write(question(number) + b"\n")
                process.stdin.flush()
                with ThreadPoolExecutor() as pool:
                    line = pool.submit(process.stdout.readline).result(timeout=PATIENCE)
                assert json.loads(line) == {"id": number, "decision": "match"}
        finally:
            process.kill()
            process.communicate()

    @pytest.mark.parametrize("name", ["apple-app-site-association.json", "assetlinks-dynamic.json"])
    def test_the_shared_cases_are_decided_as_they_say(self, name):
        lines, expected = [], []
        for case in json.loads((VECTORS / name).read_text())["cases"]:
            given = {key: case[key] for key in ("aasa", "components", "domain", "appId") if key in case}
            for url, decision in case["urls"].items():
                lines.append(json.dumps({"id": len(lines), **given, "url": url}).encode())
                expected.append(decision)
        assert len(lines) > 10
        # In any order: the answers' ids say what they belong to.
        answers = {answer["id"]: answer.get("decision") for answer in match(b"\n".join(reversed(lines)))}
        assert [answers[number] for number in range(len(lines))] == expected


class TestLint:
    def test_a_component_without_a_pattern_is_named_and_located(self, tmp_path):
        (tmp_path / "aasa").write_text(
            '{\n  "applinks": { "details": [\n    { "appIDs": ["ABCDE12345.e.app"], "components": [ {} ] }\n  ] }\n}\n'
        )
        result = run(LATCHKEY, "links", "lint", "aasa", cwd=tmp_path)
        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr == (
            "aasa:3:55: error: the component matches every URL of the site\n"
            '  3 |     { "appIDs": ["ABCDE12345.e.app"], "components": [ {} ] }\n'
            "    |                                                       ^\n"
            '  fix: Add "/" with the paths that are meant, or "/": "*" to say that all are.\n'
        )

    def test_warnings_alone_do_not_fail(self, tmp_path):
        (tmp_path / "aasa").write_text(
            '{"applinks":{"details":[{"appIDs":["ABCDE12345.e.app"],"components":[{"/":"/a/*"},{"/":"/a/b"}]}]}}'
        )
        result = run(LATCHKEY, "links", "lint", "aasa", cwd=tmp_path)
        assert (result.returncode, result.stdout) == (0, "")
        assert result.stderr.startswith("aasa:1:83: warning: ")
        assert result.stderr.count("warning: ") == 1

    def test_a_sound_file_is_praised_with_few_words(self, tmp_path):
        (tmp_path / "aasa").write_text('{"webcredentials":{"apps":["ABCDE12345.e.app"]}}')
        result = run(LATCHKEY, "links", "lint", "aasa", cwd=tmp_path)
        assert (result.returncode, result.stdout, result.stderr) == (0, "No findings.\n", "")

    def test_files_from_anywhere_of_either_platform_are_told_at_once_for_scripts(self, tmp_path):
        (tmp_path / "apple.json").write_text('{\n  "applinks": {\n    "details": [{"appIDs": ["ABCDE12345.e.app"], "components": [{}]}]\n  }\n}')
        (tmp_path / "android.json").write_text('[{"relation": ["delegate_permission/common.handle_all_urls"]}]')
        (tmp_path / "page.html").write_text("<!doctype html><title>Welcome</title>")
        names = ["apple.json", "android.json", "page.html", "missing.json"]
        result = run(LATCHKEY, "links", "lint", *names, "--format", "json", cwd=tmp_path)
        assert (result.returncode, result.stderr) == (1, "")
        found = json.loads(result.stdout)["diagnostics"]
        assert [(each["file"], each["code"], each["line"], each["column"]) for each in found] == [
            ("android.json", "target-missing", 1, 2),
            ("apple.json", "matches-everything", 3, 65),
            ("missing.json", "unreadable", None, None),
            ("page.html", "not-json", 1, 1),
        ]
        assert found[3]["fix"] == "Serve the file itself: this looks like a web page."
        assert all(each["severity"] == "error" for each in found)

    def test_without_a_file_it_says_what_is_missing(self):
        result = run(LATCHKEY, "links", "lint")
        assert result.returncode == 64
        assert "Missing expected argument '<file>'" in result.stderr


HARBOUR = APP + """\
links:
  reset:
    web: /reset?token={token}
    app: harbour://reset?token={token}
    page: reset
"""
PAGE = "---\ntitle: Reset\nlink: reset\nstart: form\n---\n# form\n## Hello\n\nWords.\n"
ASK = "---\ntitle: Ask\nstart: form\n---\n# form\n## Hello\n\nWords.\n"


@pytest.fixture
def harbour(tmp_path):
    """The folder above a small site with an app for either platform."""
    folder = tmp_path / "Site" / "harbour"
    folder.mkdir(parents=True)
    (folder / "app.yml").write_text(HARBOUR)
    (folder / "reset.md").write_text(PAGE)
    (folder / "ask.md").write_text(ASK)
    return tmp_path


def explain(folder, url, *options):
    return run(LATCHKEY, "links", "explain", url, *options, cwd=folder)


class TestExplain:
    def test_a_link_of_the_repositorys_site(self):
        result = explain(ROOT, "https://artitec.com/reset-password?token=abc", "--site", SITE)
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout == """\
https://artitec.com/reset-password?token=abc

This is the link 'reset-password', defined as /reset-password?token={token}.
  token is 'abc'

iPhone with the app       The app opens with the link 'reset-password'.
iPhone without it         The page 'reset-password' opens in the browser.
Android                   The page 'reset-password' opens in the browser.
Desktop                   The page 'reset-password' opens in the browser.
In another app's browser  The page 'reset-password' opens there: most such browsers do not hand links to apps.

iOS opens the app because of this entry in the apple-app-site-association file: {"/":"/reset-password","?":{"token":"?*"},"comment":"reset-password"}
app.yml declares no Android app, so no Android phone opens one.
"""

    @pytest.mark.parametrize(
        ("url", "text"),
        [
            (
                "https://harbour.example/reset?token=a%2Bb",
                """\
https://harbour.example/reset?token=a%2Bb

This is the link 'reset', defined as /reset?token={token}.
  token is 'a+b'

iPhone with the app       The app opens with the link 'reset'.
iPhone without it         The page 'reset' opens in the browser.
Android with the app      The app opens with the link 'reset'.
Android without it        The page 'reset' opens in the browser.
Desktop                   The page 'reset' opens in the browser.
In another app's browser  The page 'reset' opens there: most such browsers do not hand links to apps.

iOS opens the app because of this entry in the apple-app-site-association file: {"/":"/reset","?":{"token":"?*"},"comment":"reset"}
Android 15 and later open the app because of this rule in assetlinks.json: {"/":"/reset","?":{"token":"?*"}}
Android 14 and earlier go by the paths in the app's manifest alone.
""",
            ),
            (
                "https://harbour.example/ask",
                """\
https://harbour.example/ask

This is the page 'ask', not one of the app's links.

iPhone with the app       The page 'ask' opens in the browser.
iPhone without it         The page 'ask' opens in the browser.
Android with the app      The page 'ask' opens in the browser.
Android without it        The page 'ask' opens in the browser.
Desktop                   The page 'ask' opens in the browser.
In another app's browser  The page 'ask' opens there: most such browsers do not hand links to apps.

iOS keeps the address in the browser: no entry of the apple-app-site-association file fits it.
Android 15 and later keep the address in the browser: no rule of assetlinks.json fits it.
Android 14 and earlier go by the paths in the app's manifest alone.
""",
            ),
            (
                "https://harbour.example/open/reset?token=abc",
                """\
https://harbour.example/open/reset?token=abc

This address redirects to the link 'reset', depending on the browser.
  token is 'abc'

iPhone with the app       The server redirects to 'harbour://reset?token=abc', which opens the app.
iPhone without it         The server redirects to 'harbour://reset?token=abc', which ends at an error without the app.
Android with the app      The server redirects to 'harbour://reset?token=abc', which opens the app.
Android without it        The page 'reset' opens in the browser.
Desktop                   The page 'reset' opens in the browser.
In another app's browser  The page 'reset' opens there: most such browsers do not hand links to apps.

iOS keeps the address in the browser: no entry of the apple-app-site-association file fits it.
Android 15 and later keep the address in the browser: no rule of assetlinks.json fits it.
Android 14 and earlier go by the paths in the app's manifest alone.
""",
            ),
            (
                "harbour://login",
                """\
harbour://login

This is not one of the app's links.

iPhone with the app       The app opens, but does not recognise the address as one of its links.
iPhone without it         Nothing opens the address, or an error appears.
Android with the app      Nothing opens the address, or an error appears.
Android without it        Nothing opens the address, or an error appears.
Desktop                   Nothing opens the address, or an error appears.
In another app's browser  Nothing opens the address, or an error appears.

iOS opens the app because Info.plist names the scheme 'harbour'.
""",
            ),
        ],
        ids=["link", "page", "open", "scheme"],
    )
    def test_it_says_what_happens_where_and_why(self, harbour, url, text):
        result = explain(harbour, url)
        assert (result.returncode, result.stdout, result.stderr) == (0, text, "")

    def test_an_address_moves_no_cursor(self, harbour):
        said = explain(harbour, "https://harbour.example/reset\x1b[2J?token=\x9b31m\u202e").stdout
        assert said.startswith("https://harbour.example/reset\ufffd[2J?token=\ufffd31m\ufffd\n\n")
        assert not set(said) & set("\x1b\x9b\u202e")

    def test_what_is_unproven_is_said(self, harbour):
        assert explain(harbour, "https://harbour.example:8443/reset?token=a").stdout.endswith(
            "Not proven: The port of an address does not matter. An address with a port may never open the app.\n"
        )

    @pytest.mark.parametrize(
        ("url", "status", "words"),
        [
            (
                "https://elsewhere.example/reset",
                1,
                "error: no app of this site has the host of 'https://elsewhere.example/reset'\n"
                "  fix: The site knows harbour.example.\n",
            ),
            ("mailto:a@b", 1, "error: no app of this site has the scheme of 'mailto:a@b'\n  fix: The site knows harbour://.\n"),
            ("/reset", 64, "Error: '/reset' is not an absolute address. Write it whole: 'https://example.com/…'\n"),
        ],
    )
    def test_an_address_of_nobodys_is_refused_with_what_would_be_taken(self, harbour, url, status, words):
        result = explain(harbour, url)
        assert (result.returncode, result.stdout) == (status, "")
        assert result.stderr.startswith(words)

    def test_scripts_get_the_same_as_one_object(self, harbour):
        result = explain(harbour, "https://harbour.example/reset?token=abc", "--format", "json")
        assert json.loads(result.stdout) == {
            "diagnostics": [],
            "result": {
                "url": "https://harbour.example/reset?token=abc",
                "link": "reset",
                "template": "/reset?token={token}",
                "parameters": {"token": "abc"},
                "apple": {
                    "decision": "match",
                    "component": {"/": "/reset", "?": {"token": "?*"}, "comment": "reset"},
                    "unproven": [],
                },
                "android": {"decision": "match", "rule": {"/": "/reset", "?": {"token": "?*"}}},
                "endings": {
                    "iphone-with-app": {"opens": "app", "link": "reset"},
                    "iphone-without-app": {"opens": "page", "page": "reset"},
                    "android-with-app": {"opens": "app", "link": "reset"},
                    "android-without-app": {"opens": "page", "page": "reset"},
                    "desktop": {"opens": "page", "page": "reset"},
                    "in-app-browser": {"opens": "page", "page": "reset"},
                },
            },
        }


class TestCheck:
    def test_the_repositorys_site_holds(self):
        result = run(LATCHKEY, "check", cwd=ROOT)
        assert result.returncode == 0
        assert result.stdout.startswith(
            """\
Artitec: reset-password
  email    Site/artitec/emails/reset-password.md:12: Reset your Artitec password
  address  https://artitec.com/reset-password?token=example
  iPhone   opens the app, because of the entry {"/":"/reset-password","?":{"token":"?*"},"comment":"reset-password"}
  Android  no app, so the browser opens the page
  web      reset-password.html
  page     reset-password reads token
"""
        )
        assert not re.search(r"^\S+:\d+:\d+: (error|warning): ", result.stderr, re.MULTILINE)

    @pytest.mark.parametrize(
        ("old", "new", "status", "place", "message"),
        [
            (
                "    app: harbour://reset?token={token}\n",
                "",
                0,
                "7:3: warning",
                "phones open the app for the link 'reset', but it has no address in the app",
            ),
            (
                "/reset?token={token}\n    app",
                "/{place}/{token}\n    app",
                1,
                "8:10: error",
                "this claims '/.well-known/change-password' for the app, and password managers open it in the browser",
            ),
            (
                "/reset?token={token}\n    app",
                "/{place}/{token}\n    app",
                1,
                "8:10: error",
                "this claims '/open/reset' for the app, and it is where the server redirects into the app",
            ),
            (
                "links:\n  reset:\n    web: /reset?token={token}",
                "elsewhere: [/auth/callback]\nlinks:\n  reset:\n    web: /auth/{token}",
                1,
                "9:10: error",
                "this claims '/auth/callback' for the app, and another server answers it",
            ),
            (
                "/reset?token={token}\n    app",
                "/{token}\n    app",
                1,
                "8:10: error",
                "this claims '/ask' for the app, and the page 'ask' is there",
            ),
            (
                "page: reset",
                "page: reset\n    landing: redirect",
                0,
                "11:14: warning",
                "on a phone without the app, the link 'reset' ends at an error",
            ),
        ],
        ids=["handler", "change-password", "open", "callback", "own page", "redirect"],
    )
    def test_each_break_is_told_where_it_was_written(self, harbour, old, new, status, place, message):
        file = harbour / "Site" / "harbour" / "app.yml"
        assert HARBOUR.count(old) == 1
        file.write_text(HARBOUR.replace(old, new))
        result = run(LATCHKEY, "check", cwd=harbour)
        assert f"Site/harbour/app.yml:{place}: {message}\n" in result.stderr
        assert result.returncode == status
        assert "hold" not in result.stdout
        found = json.loads(run(LATCHKEY, "check", "--format", "json", cwd=harbour).stdout)
        assert message in [each["message"] for each in found["diagnostics"]]
        assert [chain["link"] for chain in found["result"]["chains"]] == ["reset"]

    def test_a_page_that_does_not_read_its_link_is_a_break(self, harbour):
        (harbour / "Site" / "harbour" / "reset.md").write_text(PAGE.replace("link: reset\n", ""))
        result = run(LATCHKEY, "check", cwd=harbour)
        assert result.returncode == 1
        assert (
            "Site/harbour/app.yml:10:11: error: the page 'reset' does not read the link 'reset'\n"
            "  10 |     page: reset\n"
            "     |           ^\n"
            "  fix: Write 'link: reset' in reset.md, or give the link its own page.\n"
        ) in result.stderr


# What the app's project takes over


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """The five sites, built."""
    folder = tmp_path_factory.mktemp("release")
    assert run(LATCHKEY, "build", SITE, "--output", folder, "--no-compress").returncode == 0
    return folder


def addresses_in_apps():
    """Every address with a scheme of an app's own that the sites name, with its app; and one that is in no file."""
    for file in sorted(SITE.glob("*/app.yml")):
        written = file.read_text()
        scheme = re.search(r"scheme: (\w+)", written)[1]
        for address in sorted({*re.findall(rf"{scheme}://[^\s,]+", written), f"{scheme}://unheard-of"}):
            yield pytest.param(file.parent.name, address, id=address)


@pytest.mark.parametrize(["app", "template"], [*addresses_in_apps()])
@pytest.mark.sampled(9)
def test_what_is_explained_of_an_apps_address_is_in_the_files_for_its_project(release, app, template):
    folder = release / app / "app"
    address = re.sub(r"\{\w+\}", "value", template)
    scheme, _, rest = address.partition("://")
    host = re.split("[/?#]", rest)[0]

    with (folder / "Info.plist").open("rb") as file:
        schemes = [each for kind in plistlib.load(file)["CFBundleURLTypes"] for each in kind["CFBundleURLSchemes"]]
    manifest = folder / "AndroidManifest.xml"
    android = "{http://schemas.android.com/apk/res/android}"
    filters = ElementTree.parse(manifest).getroot().findall("intent-filter") if manifest.exists() else []
    data = [[each.attrib for each in one.findall("data")] for one in filters]

    def fits(items):
        hosts = [each[f"{android}host"] for each in items if f"{android}host" in each]
        return {f"{android}scheme": scheme} in items and (not hosts or host in hosts)

    # The parser's own templates, read from the file that it is compiled from.
    (source,) = folder.glob("*Link.swift")
    templates = re.findall(r'^            "([^"]+)": \[(.*)\],$', source.read_text(), flags=re.MULTILINE)
    known = [name for name, texts in templates if f'"{template}"' in texts] or [None]

    result = run(LATCHKEY, "links", "explain", "--site", SITE, "--format", "json", address)
    endings = json.loads(result.stdout)["result"]["endings"]
    opens = {"opens": "app", "link": None} | endings["iphone-with-app"]
    assert (opens["opens"] == "app") == (scheme in schemes)
    assert (endings["android-with-app"]["opens"] == "app") == any(map(fits, data))
    assert opens["link"] in known
    assert (opens["link"] is None) == (host == "unheard-of")


def test_android_opens_the_links_of_a_site_that_declares_an_android_app(release):
    """FetchNews: the association file, the manifest and the explanation agree."""
    (statement,) = json.loads(next((release / "fetchnews" / "web").glob("assetlinks.*.json")).read_text())
    assert statement["target"]["package_name"] == "com.fetchnews.app"
    for link in ("verify-email", "reset-password"):
        address = f"https://fetchnews.example/{link}?token=abc"
        result = json.loads(run(LATCHKEY, "links", "explain", "--site", SITE, "--format", "json", address).stdout)["result"]
        assert result["android"]["decision"] == "match"
        assert result["endings"]["android-with-app"] == {"opens": "app", "link": link}
        assert f'android:path="/{link}"' in (release / "fetchnews" / "app" / "AndroidManifest.xml").read_text()
@pytest.fixture(scope="module")
def port(release):
    with serve(release) as running:
        yield running.port


class TestExplainAndTheServer:
    """Tests/Rules/addresses.json: what is said of an address is what the server does."""

    CASES = json.loads((ROOT / "Tests" / "Rules" / "addresses.json").read_text())["addresses"]

    @pytest.mark.parametrize("case", CASES, ids=lambda case: case["target"])
    @pytest.mark.sampled(8)
    def test_an_address_is_answered_as_explained(self, case, port):
        answer = ask(port, case["target"], host="artitec.com")
        assert answer.status == case["answer"]
        result = run(LATCHKEY, "links", "explain", f"https://artitec.com{case['target']}", "--site", SITE, "--format", "json")
        explained = json.loads(result.stdout)["result"]
        assert explained["endings"]["desktop"]["opens"] == case["opens"]
        if case["opens"] == "refused":
            text = run(LATCHKEY, "links", "explain", f"https://artitec.com{case['target']}", "--site", SITE).stdout
            assert "The server refuses the address: status 400.\n" in text

    @pytest.mark.parametrize("case", [case for case in CASES if case["answer"] == 303], ids=lambda case: case["target"])
    @pytest.mark.sampled(4)
    def test_a_redirect_into_the_app_is_the_one_that_was_said(self, case, port):
        agent = "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
        answer = ask(port, case["target"], agent, host="artitec.com")
        result = run(LATCHKEY, "links", "explain", f"https://artitec.com{case['target']}", "--site", SITE, "--format", "json")
        ending = json.loads(result.stdout)["result"]["endings"]["iphone-with-app"]
        assert (answer.status, answer["Location"]) == (302, ending["address"])
