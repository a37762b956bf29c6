"""A captcha on the pages whose operations a backend guards: against the sandbox, which demands answers, in both engines. The script
of a provider is imitated by a local one with the documented interface; the test gives the widget's answers."""

import json
import re
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError

import programs
import pytest
import yaml
from browsers import Look
from pages import Page
from sandboxes import PASSWORD, PERSON, UNVERIFIED, Sandbox
from selenium.webdriver.common.keys import Keys

pytestmark = pytest.mark.engines_differ

# By provider: the object of its script, and the origins that its documentation names for a policy, by directive.
CLOUDFLARE = ["https://challenges.cloudflare.com"]
HCAPTCHA = ["https://hcaptcha.com", "https://*.hcaptcha.com"]
PROVIDERS = {
    "turnstile": ("turnstile", {"script-src": CLOUDFLARE, "frame-src": CLOUDFLARE}),
    "hcaptcha": ("hcaptcha", {name: HCAPTCHA for name in ("script-src", "frame-src", "style-src", "connect-src")}),
    "recaptcha": (
        "grecaptcha",
        {
            "script-src": ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"],
            "frame-src": ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
        },
    ),
}
# The callbacks that a provider documents, beside `callback`.
CALLBACKS = {
    "turnstile": {"expired-callback", "timeout-callback", "error-callback", "unsupported-callback"},
    "hcaptcha": {"expired-callback", "chalexpired-callback", "error-callback"},
    "recaptcha": {"expired-callback", "error-callback"},
}

APP = """\
name: Harbour
hosts: [harbour.example]
login: {{ app: harbour://login }}
ios: {{ app-id: ABCDE12345.com.harbour.app, scheme: harbour }}
local: true
backend:
  contract: {contract}
  base: {base}
  settings: {{ api-key: sb_publishable_harbour }}
{captcha}
links:
  reset-password: {{ web: "/reset-password?token_hash={{token_hash}}&type=recovery", page: reset-password }}
  verify-email: {{ web: "/verify-email?token_hash={{token_hash}}&type=email", page: verify-email }}
"""
KINDS = ("forgot-password", "reset-password", "verify-email", "log-in")

# The script of a provider: `render` and `reset` as documented, and the widgets for the test.
SCRIPT = """
window.widgets = [];
window.%s = {
  render(place, options) {
    const frame = document.createElement("iframe");
    frame.title = "Widget";
    frame.width = options.size === "compact" ? 164 : 300;
    frame.height = 65;
    place.append(frame);
    return widgets.push({ options, resets: 0 }) - 1;
  },
  reset(widget) { widgets[widget].resets++; },
};
window[new URL(document.currentScript.src).searchParams.get("onload")]();
"""


def write_site(folder, captcha="", base="https://abc.supabase.co/auth/v1"):
    app = folder / "Site" / "harbour"
    app.mkdir(parents=True, exist_ok=True)
    contract = "supabase"
    if "recaptcha" in captcha:
        # Supabase's own verifies no answers of this one.
        contract = "verifying"
        backends = folder / "Templates" / "backends"
        backends.mkdir(parents=True, exist_ok=True)
        known = (programs.ROOT / "Templates" / "backends" / "supabase.yml").read_text()
        (backends / "verifying.yml").write_text(known.replace("captcha: [turnstile, hcaptcha]\n", "").replace("standing: documented\n", ""))
    (app / "app.yml").write_text(APP.format(base=base, contract=contract, captcha=f"  captcha: {captcha}" if captcha else ""))
    for kind in KINDS:
        (app / f"{kind}.md").write_text(f"---\nkind: {kind}\n---\n")
    return folder / "Site"


class Provider:
    """Serves a release with a provider's addresses replaced by its own, under which it is the provider."""

    def __init__(self, release_port, name):
        self.name = name
        self.mode = "works"
        self.requests = []
        self.released = threading.Event()
        object_name, sources = PROVIDERS[name]
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                if "api.js" in self.path:
                    provider.requests.append(self.path)
                    if provider.mode == "hangs":
                        provider.released.wait(programs.PATIENCE)
                    body = (SCRIPT % object_name).encode() if provider.mode == "works" else b""
                    self.send_response(200 if body else 404)
                    self.send_header("Content-Type", "text/javascript")
                    self.end_headers()
                    self.wfile.write(body)
                    return
                request = urllib.request.Request(f"http://127.0.0.1:{release_port}{self.path}")
                try:
                    with urllib.request.urlopen(request) as answer:
                        status, headers, body = answer.status, answer.headers, answer.read()
                except HTTPError as error:
                    status, headers, body = error.code, error.headers, error.read()
                origin = f"http://127.0.0.1:{provider.port}"
                self.send_response(status)
                for name, value in headers.items():
                    if name.lower() not in ("content-length", "connection", "date", "server"):
                        self.send_header(name, Provider.own(value, sources, origin))
                self.end_headers()
                self.wfile.write(Provider.own(body.decode(), sources, origin).encode())

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @staticmethod
    def own(text, sources, origin):
        """A text with the provider's origins replaced."""
        for source in sorted({source for list in sources.values() for source in list} | {"https://js.hcaptcha.com"}, key=len, reverse=True):
            start = re.match(r"https://[^/]+", source)[0]
            text = text.replace(start, origin)
        return text

    def stop(self):
        self.released.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def sandboxed(tmp_path_factory):
    """The sandbox of an app with a captcha, and the release's folder by provider."""
    folder = tmp_path_factory.mktemp("captcha")
    with Sandbox(write_site(folder, "{ turnstile: KEY }"), apps=["harbour"]) as sandbox:
        releases = {}
        for name in PROVIDERS:
            write_site(folder, f"{{ {name}: SITE-KEY }}", sandbox.bases["harbour"])
            programs.build(folder / "Site", folder / name)
            releases[name] = folder / name
        yield sandbox, releases


@pytest.fixture(params=list(PROVIDERS))
def provider(request, sandboxed):
    sandbox, releases = sandboxed
    sandbox.reset()
    with programs.serve(releases[request.param], "--as", "harbour.example") as running:
        provider = Provider(running.port, request.param)
        yield provider
        provider.stop()


@pytest.fixture
def page(provider, browser):
    browser.look(Look())
    return Page(browser, provider.origin, begins_anew=True)


NOTE = "return [...document.querySelectorAll('section:not([hidden]) .captcha + .why:not([hidden])')].map(note => note.textContent).join()"


def loads(page):
    return page.comes_to("return !!document.querySelector('section:not([hidden]) .captcha iframe')", "a widget")


def calls(page, callback, *arguments, widget=0):
    page.run("widgets[arguments[0]].options[arguments[1]](...arguments[2])", widget, callback, list(arguments))
    return page


def notes(page, words):
    return page.comes_to(f"return (() => {{ {NOTE} }})() === arguments[0]", f"'{words}' below the widget", words)


@pytest.mark.sampled(6)
def test_an_answer_reaches_the_backend_once_and_is_renewed_before_the_next_request(page, provider, sandboxed):
    sandbox, _ = sandboxed
    loads(page.open("/forgot-password").shows("form"))
    options = page.run("return { ...widgets[0].options, names: Object.keys(widgets[0].options) }")
    assert (options["sitekey"], options["theme"], options["size"]) == ("SITE-KEY", "light", "normal")
    assert {name for name in options["names"] if name.endswith("-callback")} == CALLBACKS[provider.name]
    assert provider.requests[0].endswith("/api.js?render=explicit&onload=captchaLoaded")
    calls(page, "callback", "answer-1")
    page.type("email", PERSON).press("Send reset link").shows("sent")
    assert len(sandbox.mails(PERSON)) == 1
    assert page.run("return widgets[0].resets") == 1
    # A used answer is refused, whatever the widget says.
    page.press("Use a different email address").shows("form")
    calls(page, "callback", "answer-1")
    page.type("email", UNVERIFIED).press("Send reset link").says("The security check didn't succeed. Please complete it again.")
    assert page.run("return widgets[0].resets") == 2
    calls(page, "callback", "answer-2")
    page.press("Send reset link").shows("sent")
    assert len(provider.requests) == 1


@pytest.mark.sampled(3)
def test_without_an_answer_nothing_is_sent_and_the_page_says_what_is_missing(page, sandboxed):
    sandbox, _ = sandboxed
    loads(page.open("/forgot-password").shows("form")).watches()
    page.type("email", PERSON).press("Send reset link")
    notes(page, "Please complete the security check first.").focuses("section:not([hidden]) .captcha")
    assert page.said == "Please complete the security check first."
    assert page.requested == [] and sandbox.mails() == []
    calls(page, "callback", "answer")
    notes(page, "")
    assert page.said == "Security check complete."
    page.press("Send reset link").shows("sent")


@pytest.mark.sampled(6)
def test_an_expired_and_a_failed_widget_have_words_and_a_way_on(page, provider):
    loads(page.open("/forgot-password").shows("form"))
    for callback in sorted(CALLBACKS[provider.name]):
        calls(page, "callback", "answer")
        calls(page, callback)
        isExpired = callback in ("expired-callback", "timeout-callback", "chalexpired-callback")
        words = "The security check has expired. Please complete it again."
        notes(page, words if isExpired else "The security check doesn't work at the moment. Try again, or use another browser.")
        page.watches()
        page.type("email", PERSON).press("Send reset link")
        assert page.requested == []
        if not isExpired:
            resets = page.run("return widgets[0].resets")
            page.press("Try again").focuses("section:not([hidden]) .captcha")
            assert page.run("return widgets[0].resets") == resets + 1
            notes(page, "")


@pytest.mark.sampled(3)
def test_a_blocked_script_has_words_and_is_tried_again(page, provider):
    provider.mode = "blocked"
    page.open("/forgot-password").shows("form")
    notes(page, "The security check couldn't be loaded. If you use a content blocker, allow this page, and try again.")
    page.type("email", PERSON).press("Send reset link")
    assert page.state == "form"
    provider.mode = "works"
    loads(page.press("Try again"))
    notes(page, "")
    calls(page, "callback", "answer")
    page.press("Send reset link").shows("sent")


@pytest.mark.sampled(3)
def test_a_slow_script_has_words_after_ten_seconds_and_is_used_when_it_arrives(page, provider):
    provider.mode = "blocked"
    page.open("/forgot-password").shows("form").comes_to("return !!document.querySelector('.captcha ~ .action:not([hidden])')", "a way on")
    provider.mode = "hangs"
    page.stops_clock().press("Try again")
    notes(page, "")
    page.passes(9)
    notes(page, "")
    page.passes(1)
    notes(page, "The security check is taking long to load. A slow connection or a content blocker may be the cause.")
    provider.mode = "works"
    provider.released.set()
    loads(page)
    notes(page, "")
    calls(page, "callback", "answer")
    page.type("email", PERSON).press("Send reset link").shows("sent")


def foreign_origins(release, backend=""):
    """The origins of others than the backend in the policies of a release's pages, by app, page and directive."""
    seen = {}
    for app in json.loads((release / "release.json").read_text())["apps"]:
        for file in app["files"]:
            if not file["type"].startswith("text/html"):
                continue
            policy = dict(file["headers"])["Content-Security-Policy"]
            directives = {each.split()[0]: each.split()[1:] for each in policy.split("; ")}
            foreign = {key: [source for source in sources if source.startswith("https://") and source != backend] for key, sources in directives.items()}
            seen[app["name"], file["name"].split(".")[0]] = {key: sources for key, sources in foreign.items() if sources}
    return seen


@pytest.mark.parametrize("name", list(PROVIDERS))
def test_a_policy_names_the_documented_origins_on_guarded_pages_and_no_third_party_elsewhere(sandboxed, name):
    _, releases = sandboxed
    guarded = PROVIDERS[name][1]
    seen = {page: origins for (_, page), origins in foreign_origins(releases[name]).items()}
    assert seen == {"404": {}, "forgot-password": guarded, "log-in": guarded, "reset-password": {}, "verify-email": {}}


def guard(contract, spared):
    """Lets a contract's operations demand an answer that send an email or sign in, but for those spared."""
    del contract["standing"]
    contract.pop("captcha", None)
    for operation, rules in contract["operations"].items():
        first = rules["steps"][0] if "steps" in rules else rules
        text = json.dumps(first).replace("{{captcha?}}", "")
        first.clear()
        first.update(json.loads(text))
        first["outcomes"] = [rule for rule in first["outcomes"] if rule.get("is") != "captcha-failed"]
        if operation not in spared and ("sends" in rules or operation in ("send-link", "sign-in")):
            first["request"].setdefault("headers", {})["x-captcha"] = "{{captcha?}}"
            first["outcomes"].insert(0, {"status": 418, "is": "captcha-failed"})
    return contract


SITES = sorted(path.parent.name for path in programs.SITE.glob("*/app.yml"))


@pytest.mark.parametrize("app", SITES)
@pytest.mark.sampled(5)
def test_no_page_of_any_site_with_a_token_has_a_third_party(app, tmp_path):
    """Where a guarded operation and a token are on one page, the build fails; without that operation's guard, it has none."""
    site = programs.without_translations(programs.copy_site(tmp_path, app))
    file = site / app / "app.yml"
    text = file.read_text().replace("contract: ", "contract: guarded-")
    known = re.search(r"contract: guarded-(\S+)", text)
    contract = tmp_path / "Templates" / "backends" / f"guarded-{known[1]}.yml" if known else site / app / "backend.yml"
    source = yaml.safe_load(((programs.ROOT / "Templates" / "backends" / f"{known[1]}.yml") if known else contract).read_text())
    contract.parent.mkdir(parents=True, exist_ok=True)
    settings = yaml.safe_load(file.read_text())
    linked = {link["page"] for link in settings.get("links", {}).values() if "page" in link}
    backend = re.match("https://[^/]+", settings["backend"]["base"])[0]
    spared, guarded = set(), set()
    for name, (_, origins) in PROVIDERS.items():
        file.write_text(re.sub(r"(?m)^(backend:)(.*?)$", lambda found: f"backend: {{ captcha: {{ {name}: KEY }},{found[2].strip()[1:]}" if found[2].strip() else f"backend:\n  captcha: {{ {name}: KEY }}", text))
        while True:
            contract.write_text(yaml.safe_dump(guard(json.loads(json.dumps({"standing": 0} | source)), spared), sort_keys=False))
            result = programs.run(programs.LATCHKEY, "build", site, "--output", tmp_path / name)
            both = set(re.findall(r"error: a captcha guards '(.+?)'", result.stderr))
            if not both:
                break
            spared |= both
        assert result.returncode == 0, result.stderr
        seen = {page: found for (_, page), found in foreign_origins(tmp_path / name, backend).items()}
        guarded = {page for page, found in seen.items() if found}
        assert linked <= set(seen) and not linked & guarded
        assert all(seen[page] == origins for page in guarded)
    # The one page of 'auth-navigation' redeems what could be read, so that no operation may be guarded there.
    assert guarded or spared


@pytest.mark.sampled(3)
def test_a_guarded_login_works_with_the_keyboard(page, provider, sandboxed):
    loads(page.open("/log-in").shows("form"))
    calls(page, "callback", "answer")
    page.type("email", PERSON).type("password", PASSWORD)
    page.browser.press_keys(Keys.ENTER)
    page.shows("done")


@pytest.mark.parametrize(
    ["captcha", "told"],
    [
        ("{ recaptcha: KEY }", ["10:25: error: 'supabase' verifies no answers of 'recaptcha'", "The providers are turnstile, hcaptcha.", "Add a page for it: latchkey add page new-link"]),
        ("{ turnstile: KEY, secret: abc }", ["10:30: error: 'secret' is not a provider", "The providers are turnstile, hcaptcha, recaptcha."]),
        ("{ turnstile: KEY, hcaptcha: abc }", ["10:30: error: a backend verifies the answers of one provider", "Keep the provider that the backend is set up for."]),
    ],
)  # fmt: skip
def test_a_captcha_that_cannot_work_is_an_error(captcha, told, tmp_path):
    site = write_site(tmp_path, captcha)
    app = site / "harbour" / "app.yml"
    app.write_text(app.read_text().replace("verifying", "supabase"))
    lines = programs.run(programs.LATCHKEY, "check", site).stderr.splitlines()
    assert [line.partition("app.yml:")[2] or line.strip().removeprefix("fix: ") for line in lines if " error: " in line or "fix: " in line] == told


def test_a_page_by_kind_has_no_two_ways_to_a_new_link(tmp_path):
    site = write_site(tmp_path)
    app = site / "harbour"
    (app / "new-link.md").write_text("---\nkind: new-link\n---\n")
    for captcha, way in ["", 'data-to="ask"'], ["{ turnstile: KEY }", "/new-link"]:
        write_site(tmp_path, captcha)
        result = programs.build(site, tmp_path / "Output", warns=True)
        assert "Say in each where it leads" not in result.stderr
        pages = (tmp_path / "Output" / "harbour" / "web").glob("verify-email*.html")
        html = max(pages, key=lambda path: path.stat().st_mtime_ns).read_text()
        # One in each state that has it.
        assert html.count("Get a new link<") == 4 and way in html


def test_a_page_by_kind_that_a_captcha_leaves_without_a_way_to_a_new_link_is_noted(tmp_path):
    note = "note: a captcha guards 'resend-verification', so nothing on this page leads to a new link\n"
    for captcha, is_noted in ("", False), ("{ turnstile: KEY }", True):
        site = write_site(tmp_path, captcha)
        assert (note in programs.build(site, tmp_path / "Output", warns=True).stderr) == is_noted
    (site / "harbour" / "new-link.md").write_text("---\nkind: new-link\n---\n")
    assert note not in programs.build(site, tmp_path / "Output", warns=True).stderr


def test_the_live_check_says_when_only_one_of_backend_and_app_has_a_captcha(tmp_path):
    site = write_site(tmp_path)
    with Sandbox(site, apps=["harbour"]) as sandbox:
        base = sandbox.bases["harbour"]

        def check(captcha=""):
            write_site(tmp_path, captcha, base)
            result = programs.run(programs.LATCHKEY, "check", "--live", site)
            lines = result.stderr.splitlines()
            return result.returncode, [line.partition(": ")[2] for line in lines if "captcha" in line and re.search("error: |warning: |fix: ", line)]

        assert check() == (0, [])
        assert check("{ turnstile: KEY }") == (0, [
            f"warning: '{base}' answers 'send-link' without a captcha's answer",
            "Switch the captcha on at the backend, or remove it here.",
        ])
        sandbox.ask("captcha", {"on": True})
        assert check("{ turnstile: KEY }") == (0, [])
        assert check() == (1, [
            f"error: '{base}' demands a captcha's answer for 'send-link', and the pages have none",
            "Name its provider and the site key under 'backend:', such as captcha: { turnstile: … }, or switch the captcha off at the backend.",
        ])
        assert sandbox.mails() == []


def test_the_live_check_says_when_a_response_shows_nothing(tmp_path):
    class Busy(BaseHTTPRequestHandler):
        def do_OPTIONS(self):
            self.answer(204)

        def do_POST(self):
            self.answer(429)

        def answer(self, status):
            self.send_response(status)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Access-Control-Allow-Methods", "POST, PUT")
            self.send_header("Access-Control-Allow-Headers", self.headers.get("Access-Control-Request-Headers", "x"))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Busy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        result = programs.run(programs.LATCHKEY, "check", "--live", write_site(tmp_path, base=base))
        server.shutdown()
    assert result.returncode == 0, result.stderr
    assert f"note: the response of '{base}' to 'send-link' does not show whether it demands a captcha's answer: status 429\n" in result.stderr


def test_a_kind_that_a_captcha_leaves_nothing_to_do_on_is_told_with_the_captcha(tmp_path):
    site = write_site(tmp_path, "{ turnstile: 0x4AAAAAAAbCdEfGhIjKlMnO }")
    (site / "harbour" / "magic-link.md").write_text("---\nkind: magic-link\n---\n")
    with (site / "harbour" / "app.yml").open("a") as app:
        app.write('  sign-in: { web: "/magic-link?token_hash={token_hash}&type=magiclink", page: magic-link }\n')
    result = programs.run(programs.LATCHKEY, "check", cwd=tmp_path)
    assert "error: a captcha guards 'send-magic-link', and its script may not run on a page that a link opens" in result.stderr
