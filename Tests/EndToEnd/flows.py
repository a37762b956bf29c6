"""Shared code of the tests of the sites' flows: an app's pages, the sandbox that imitates its backend, and a proxy between
them that records every request and can interrupt connections.

A test module names its app and imports the fixtures:

    from flows import backend, page, story  # noqa: F401
    APP = "recruiting-compass"
"""

import http.client
import json
import re
import threading
from contextlib import ExitStack, contextmanager
from functools import cached_property
from urllib.error import HTTPError
from urllib.parse import urlsplit

from audits import LOW_CONTRAST, OVERFLOW, SMALL_TARGETS
import backends
import programs
import pytest
from browsers import FORGET, Look
from pages import SETTLED, Page, visit
from rawhttp import ask
from sandboxes import PERSON, Sandbox
from selenium.webdriver.common.keys import Keys

# MARK: Proxy


class Wire:
    """A recording proxy in front of the sandbox: an app's backend as its pages see it."""

    def __init__(self, app, sandbox):
        self.app = app
        self.sandbox = sandbox
        self.asked = []
        # The session tokens in responses, which must not leak.
        self.sessions = []
        # As in backends.py: called with the handler and the path; returns whether it has responded.
        self.trouble = None
        self.day = 0
        self.port = 0
        # Builds and serves a release with some values in `app.yml` replaced; returns its origin.
        self.serve = None

    @property
    def address(self):
        """The base URL for the pages: the backend's with the proxy's host."""
        return f"http://127.0.0.1:{self.port}{urlsplit(self.sandbox.bases[self.app]).path}"

    @cached_property
    def impatient(self):
        """The origin of a release with a timeout of two seconds."""
        return self.serve("impatient", timeout="2s")

    @cached_property
    def patient(self):
        """The origin of a release whose wait between emails, a minute, no test outlasts."""
        return self.serve("patient", **{"resend-after": "60s"})

    def calls(self, path):
        """The requests to an endpoint, without preflight requests."""
        return [each for each in self.asked if each.method != "OPTIONS" and urlsplit(each.path).path.endswith(path)]

    def begin(self):
        """Resets the state; pending requests of an earlier test are dropped."""
        self.day += 1
        self.trouble = None
        self.sandbox.reset()
        self.asked.clear()
        self.sessions.clear()

    def choose(self, operation, outcome):
        """Sets the outcome of an operation's next request."""
        self.sandbox.ask("next", {"operation": operation, "outcome": outcome})

    def trouble_for(self, outcome):
        """Causes one of the two outcomes without a response; browsers retry a request once if a reused connection is closed."""
        self.trouble = {"network": backends.nothing, "timeout": backends.held}[outcome]

    def mail(self, to=PERSON):
        return self.sandbox.mails(to)[-1]

    def link(self, to=PERSON):
        """The link of the last email, without its host."""
        return re.sub("^https?://[^/]*", "", self.mail(to)["link"])

    def __getattr__(self, name):
        return getattr(self.sandbox, name)


class Handler(backends.Handler):
    """Forwards every request to the sandbox, and its response to the client."""

    def relay(self):
        body = self.read()
        wire = self.backend
        day = wire.day
        if self.command != "OPTIONS" and wire.trouble and wire.trouble(self, self.path):
            return
        if wire.day != day:
            backends.nothing(self, self.path)
            return
        connection = http.client.HTTPConnection("127.0.0.1", wire.sandbox.port, timeout=90)
        try:
            connection.request(self.command, self.path, body.encode() or None, dict(self.headers))
            answer = connection.getresponse()
            content = answer.read()
        except (http.client.HTTPException, OSError):
            backends.nothing(self, self.path)
            return
        finally:
            connection.close()
        wire.sessions += re.findall(r'"(?:access_token|refresh_token|idToken|refreshToken|token)": ?"([^"]+)"', content.decode(errors="replace"))
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = relay


@contextmanager
def wire(app, sandbox):
    """Runs the proxy on a free port."""
    server = backends.Server(("127.0.0.1", 0), Handler)
    server.backend = Wire(app, sandbox)
    server.backend.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server.backend
    finally:
        server.shutdown()
        server.server_close()


# MARK: Fixtures


@contextmanager
def running(folder, app, timeout="20s", resend="3s"):
    """Runs one app of the site with other timeouts; yields the proxy to its backend and the app's origin."""
    site = programs.copy_site(folder, app)
    with ExitStack() as stack:
        sandbox = stack.enter_context(Sandbox(site, apps=[app]))
        backend = stack.enter_context(wire(app, sandbox))
        file = site / app / "app.yml"
        told = file.read_text()

        def serve(output, **values):
            text = told
            for key, value in {"base": backend.address, "timeout": timeout, "resend-after": resend, **values}.items():
                text, count = re.subn(rf"\b{key}: [^,\s}}]+", f"{key}: {value}", text)
                assert count == 1, f"{app} says '{key}' {count} times"
            file.write_text(text + programs.LOCAL)
            programs.build(site, folder / output)
            host = re.search(r"hosts: \[([^,\]]+)", text)[1]
            server = stack.enter_context(programs.serve(folder / output, "--as", host))
            return f"http://127.0.0.1:{server.port}"

        backend.serve = serve
        yield backend, serve("out")


@pytest.fixture(scope="module")
def story(request, tmp_path_factory):
    """The running app of the module: its proxy and its origin."""
    with running(tmp_path_factory.mktemp("story"), request.module.APP) as running_app:
        yield running_app


@pytest.fixture
def backend(story):
    story[0].begin()
    return story[0]


@pytest.fixture
def page(story, backend, browser):
    with visit(browser, story[1]) as page:
        yield page


# MARK: Steps


def new_password(page, password="Sunflower-7"):
    return page.type("new-password", password).press("Save Password")


def wrong_email(page, backend):
    page.open("/forgot-password").shows("form").type("email", "ada@example").keys(Keys.TAB)


# MARK: Outcomes


class Place:
    """A state with all fields filled in, and the expected result of each outcome of an operation.

    `leads` maps every possible outcome of the operation to a state, written `#form`, or to text of the alert.
    """

    def __init__(self, state, operation, leads, reach, press=None):
        self.state = state
        self.operation = operation
        self.leads = leads
        self.reach = reach
        # None if the operation runs on load.
        self.press = press

    def check(self, page, backend, outcomes):
        """Opens the state, causes each outcome in turn, and checks its result."""
        if "timeout" in outcomes:
            page.origin = backend.impatient
        if self.press:
            self.reach(page, backend)
        for outcome in outcomes:
            backend.trouble = None
            if outcome in ("network", "timeout"):
                backend.trouble_for(outcome)
            else:
                backend.choose(self.operation, outcome)
            if self.press:
                page.allows(self.press)
                page.press(self.press)
            else:
                self.reach(page, backend)
            expected = self.leads[outcome]
            if expected.startswith("#"):
                page.shows(expected[1:], 10)
                assert page.alert == "", outcome
            else:
                page.says(expected, 10)
                assert page.state == self.state, outcome

    @property
    def turns(self):
        """The outcomes grouped by visit: all that keep the state in one, and each of the others in its own."""
        stay = [name for name, to in self.leads.items() if self.press and not to.startswith("#") and name != "timeout"]
        # Last, as the button waits then.
        stay.sort(key=lambda name: name == "rate-limited")
        return ([("messages", stay)] if stay else []) + [(name, [name]) for name in self.leads if name not in stay]


def outcomes(*places):
    """Parametrises a test with every outcome of every place."""
    return pytest.mark.parametrize(
        ["place", "outcome"],
        [
            pytest.param(place, outcome, id=f"{place.state}.{place.operation}.{name}")
            for place in places
            for name, outcome in place.turns
        ],
    )


def possible_outcomes(backend, operation):
    """The possible outcomes of an operation, from the sandbox's error message for an unknown outcome."""
    try:
        backend.choose(operation, "nothing-of-the-kind")
    except HTTPError as refusal:
        return set(refusal.read().decode().split(" Its outcomes are ")[1].strip().rstrip(".").split(", "))
    raise AssertionError("that is no outcome")

# MARK: Looks

PICTURES = programs.ROOT / ".build" / "screenshots" / "flow"

# The windows are as high as the longest page, since WebKit's screenshots contain only the viewport.
LOOKS = [Look(390, 1200), Look(390, 1200, dark=True), Look(320, 1400), Look(1280, 1200), Look(1280, 1200, dark=True)]

# The visible elements, to detect that a state has changed by itself; the seconds of a countdown are not included.
STANDING = """
return JSON.stringify([...document.querySelectorAll('section:not([hidden]), section:not([hidden]) :is(.message, button)')]
  .map(element => [element.id, element.hidden, element.disabled, element.ariaBusy]));
"""


def findings(story, browser, states):
    """Takes a screenshot of every state in every look, and checks it with axe-core and our own rules.

    A state is named after the function that reaches it. If it ends before it was checked in all looks, it is reached again.
    """
    backend, origin = story
    PICTURES.mkdir(parents=True, exist_ok=True)
    page = Page(browser, origin)
    found = {}
    for reach in states:
        standing = None
        for look in LOOKS:
            browser.look(look)
            if page.run(STANDING) != standing:
                # As in a new tab: a page stores the address for which it has requested an email.
                if browser.run("return location.protocol").startswith("http"):
                    browser.run(FORGET)
                browser.open("about:blank")
                browser.console()
                backend.begin()
                reach(page, backend)
                browser.settle()
                standing = page.run(STANDING)
            browser.settle()
            browser.screenshot(PICTURES / f"{backend.app}.{reach.__name__}.{look}.{browser.name}.png")
            lines = browser.axe() + browser.faults(LOW_CONTRAST, OVERFLOW, SMALL_TARGETS)
            found[f"{reach.__name__} {look}"] = lines + [line for line in browser.console() if "Content" in line]
    return {state: lines for state, lines in found.items() if lines}


# MARK: Scanners and leaks

# Everything that a script can do to submit a form, without user activation. The browser checks the last native submission alone.
SUBMIT_ALL = """
for (const input of document.querySelectorAll('input')) {
  input.value = input.type === 'email' ? 'person@example.com' : input.name === 'code' ? '123456' : 'Sunflower-7';
  input.checked = true;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
for (const button of document.querySelectorAll('button, .action')) if (button.localName === 'button') button.click();
for (const form of document.forms) {
  for (const button of form.querySelectorAll('[name=run]')) {
    form.dispatchEvent(new SubmitEvent('submit', { submitter: button, bubbles: true, cancelable: true }));
    form.requestSubmit(button);
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  }
  const blocked = new Promise((done) => addEventListener('securitypolicyviolation', done, { once: true }));
  form.submit();
  await blocked;
}
"""


def scan(page, address):
    """Imitates a mail scanner: requests the page's URL, submits its forms by script, and fails if the page requests anything.

    The script runs from a timer of the page, since a script of the driver counts as user activation for some time; until
    then the test only reads the console. It ends when the policy has blocked the native submission of every form, which the
    console reports, and the page would have sent its requests.
    """
    for method in ("GET", "HEAD"):
        assert ask(page.port, address, method=method).status == 200
    page.watches().run(
        f"""
        const timer = setInterval(async () => {{
          if (navigator.userActivation.isActive) return;
          clearInterval(timer);
          // Some buttons lead back out of the page, which would end the scan.
          history.go = () => {{}};
          {SUBMIT_ALL}
          (function () {{ {SETTLED} }})(() => console.log(`the scanner ends: ${{asked.length}} requests ${{asked}}`));
        }}, 50);
        """
    )
    said = []
    page.until(lambda: said.extend(page.browser.console()) or any("the scanner ends" in line for line in said), "the scanner's end", 15)
    assert any("the scanner ends: 0 requests" in line for line in said), said


# Every place in which a page could have stored a secret.
KEPT = """
const copy = document.documentElement.cloneNode(true);
copy.querySelector('.open')?.removeAttribute('href');
return JSON.stringify([
  location.href, document.referrer, history.state, document.cookie, document.title, name,
  Object.entries(localStorage), Object.entries(sessionStorage), copy.outerHTML]);
"""

# Markup in a URL that would have a visible effect.
MARKUP = "%3Cimg%20src%3Dx%20onerror%3Ddocument.title%3D%27pwned%27%3E"
IMAGE = "<img src=x onerror=document.title='pwned'>"


def is_harmless(page, scheme):
    """Whether no input became markup or the URL of a link; `scheme` is the app's own."""
    return page.run(
        """
        return !document.querySelector('img') && document.title !== 'pwned'
          && [...document.links].every(link => ['http:', 'mailto:', arguments[0] + ':'].includes(link.protocol)
            || link.closest('#unopened') && ['apps.apple.com', 'play.google.com'].includes(link.host));
        """,
        scheme,
    )


def requests_with(page, secret):
    """The URLs, without queries, of all requests that Chromium has sent with a text anywhere in them.

    Other data in the log, such as the script that made a request, is not searched.
    """
    log = [json.loads(entry["message"])["message"] for entry in page.browser.driver.get_log("performance")]
    return {
        entry["params"]["request"]["url"].partition("?")[0].partition("#")[0]
        for entry in log
        if entry["method"] == "Network.requestWillBeSent" and secret in json.dumps(entry["params"]["request"])
    }
