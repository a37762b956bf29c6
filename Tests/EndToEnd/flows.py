"""Shared code of the tests of the sites' flows: an app's pages, the sandbox that imitates its backend, and a proxy between
them that records every request and can interrupt connections.

A test module names its app, `APP = "creators"`; a test that has a row for each app has a parameter `app` instead. The fixtures
`page` and `backend` are then the app's, in the state in which a new visitor finds them.
"""

import base64
import http.client
import json
import re
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from urllib.error import HTTPError
from urllib.parse import urlsplit

import backends
import programs
import pytest
from audits import LOW_CONTRAST, OVERFLOW, SMALL_TARGETS
from browsers import Look
from pages import SETTLED, visit
from rawhttp import ask
from sandboxes import PERSON, Sandbox

# The new password of every test, which meets the requirements of every app.
NEW = "Sunflower-7"

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

    @property
    def address(self):
        """The base URL for the pages: the backend's with the proxy's host."""
        return f"http://127.0.0.1:{self.port}{urlsplit(self.base).path}"

    @property
    def base(self):
        """The base URL of the sandbox's imitation itself."""
        return self.sandbox.bases[self.app]

    def calls(self, path):
        """The requests to an endpoint, without preflight requests."""
        return [each for each in self.requests if urlsplit(each.path).path.endswith(path)]

    @property
    def requests(self):
        """All requests without preflight requests."""
        return [each for each in self.asked if each.method != "OPTIONS"]

    def path(self, request):
        """The path and query of a request below the base URL."""
        return request.path.removeprefix(urlsplit(self.base).path)

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
        # A request that was held until another test began has no effect.
        if wire.day != day:
            backends.nothing(self, self.path)
            return
        connection = http.client.HTTPConnection("127.0.0.1", wire.sandbox.port, timeout=programs.PATIENCE)
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
def running(folder, app):
    """Runs one app of the site; yields the proxy to its backend and the app's origin."""
    site = programs.copy_site(folder, app)
    with Sandbox(site, apps=[app]) as sandbox, wire(app, sandbox) as backend:
        file = site / app / "app.yml"
        text, count = re.subn(r"\bbase: [^,\s}]+", f"base: {backend.address}", file.read_text())
        assert count == 1, f"{app} says 'base' {count} times"
        file.write_text(text + programs.LOCAL)
        programs.build(site, folder / "out", "--no-compress")
        host = re.search(r"hosts: \[([^,\]]+)", text)[1]
        with programs.serve(folder / "out", "--as", host) as server:
            yield backend, f"http://127.0.0.1:{server.port}"


@pytest.fixture(scope="session")
def running_apps(tmp_path_factory):
    """The apps by name, each started when it is first asked for: the proxy to its backend, and its origin."""
    with ExitStack() as stack:
        yield cache(lambda app: stack.enter_context(running(tmp_path_factory.mktemp(app), app)))


@pytest.fixture
def app(request):
    return request.module.APP


@pytest.fixture
def running_app(app, running_apps):
    return running_apps(app)


@pytest.fixture
def backend(running_app):
    running_app[0].begin()
    return running_app[0]


@pytest.fixture
def page(running_app, backend, browser):
    with visit(browser, running_app[1]) as page:
        yield page


# MARK: Tables

# The timeout of a request and the wait between emails in every app.yml, in seconds.
TIMEOUT, RESEND = 30, 60

# What most pages say when an operation fails for reasons of its own.
TROUBLE = {
    "rate-limited": "Too many attempts. Try again in",
    "network": "We can't reach our server.",
    "timeout": "This is taking too long.",
    "server": "Something went wrong on our end.",
}


@dataclass(frozen=True)
class Place:
    """A state with all fields filled in, and the expected result of each outcome of an operation.

    `leads` maps every possible outcome of the operation to a state, written `#form`, or to text of the alert. `press` is the
    button that runs the operation; without one it runs on load, and again with "Try again".
    """

    page: str
    state: str
    operation: str
    leads: dict
    reach: Callable
    press: str | None = None

    def __str__(self):
        return f"{self.page}.{self.state}.{self.operation}"

    @property
    def turns(self):
        """The outcomes grouped by visit: all that keep the state with the first that leads on, and each other one in its own."""
        # The last one disables the button for a time; on load, no timer can be stopped.
        last = ["timeout", "rate-limited"]
        stay = sorted((name for name, to in self.leads.items() if not to.startswith("#")), key=lambda name: name in last and last.index(name) + 1)
        first, *others = [name for name, to in self.leads.items() if to.startswith("#")]
        return [[*stay, first], *([name] for name in others)]

    def check(self, page, backend, outcomes):
        """Opens the state, causes each outcome in turn, and checks its result."""
        if self.press:
            self.reach(page, backend)
            # Another email may be requested.
            page.passes(RESEND)
        button, typed = self.press, page.run(VALUES)
        for outcome in outcomes:
            backend.trouble = {"network": backends.nothing, "timeout": backends.held}.get(outcome)
            if not backend.trouble:
                backend.choose(self.operation, outcome)
            if button:
                page.stops_clock().allows(button).press(button)
            else:
                self.reach(page, backend)
                button = "Try again"
            if outcome == "timeout":
                page.is_busy().passes(TIMEOUT - 1).completes().is_busy().passes(1)
            expected = self.leads[outcome]
            if expected.startswith("#"):
                page.shows(expected[1:])
                assert page.alert == "", outcome
            else:
                page.says(expected)
                assert page.state == self.state, outcome
                if outcome == "rate-limited":
                    page.passes(3600)
                assert not self.press or page.run(VALUES) == typed, outcome


# What the fields contain.
VALUES = "return [...document.querySelectorAll('section:not([hidden]) .field :is(input, select, textarea)')].map(each => each.type === 'checkbox' ? each.checked : each.value)"


@dataclass(frozen=True)
class Link:
    """A link of an email, from its request to its second use."""

    name: str
    # Requests the email as the app does, and returns the link without its host.
    mail: Callable
    # The parameter with the secret.
    parameter: str
    # The state that it opens, the button that uses it up there, and the state that follows.
    state: str
    press: str
    end: str
    # The states of another visit with the used link, each after `use` in the one before; and the next step from there.
    used: tuple
    way_on: Callable
    # The states of a visit with a link that has expired, and the minutes until then.
    expired: tuple
    lives: int
    # The state after a reload of the opened link, which is no longer in the address.
    reloaded: str
    # The link into the app, with the secret for `{}`.
    opens: str
    # The requests that have the secret or the new password: method, path, and body if there is one.
    requests: Callable
    # How many of them are sent before the link is used.
    checks: int = 0
    # Fills in the fields.
    fill: Callable = lambda page: page
    # The account's address, where the page shows it.
    account: str = ""
    # Whether the backend is told the origin of the page: keys may be bound to it.
    is_origin_sent: bool = False

    def secret(self, address):
        return re.search(rf"\b{self.parameter}=([^&]+)", address)[1]

    def visit(self, page, address, *states):
        """Opens the link, and uses it in each of these states but the last."""
        page.browser.open("about:blank")
        page.open(address).shows(states[0])
        for state in states[1:]:
            self.use(page).shows(state)
        return page

    def use(self, page):
        return self.fill(page).press(self.press)


@dataclass(frozen=True)
class EmailForm:
    """The form with which a visitor requests an email, and the state after it."""

    # Opens it, with an empty field.
    open: Callable
    state: str
    press: str
    next: str
    # The path of the request.
    path: str
    # Requests the same email once more: the button and the state after it.
    again: str
    again_state: str
    # Addresses that it refuses, and the words for them.
    wrong: tuple
    error: str
    # What it says without a connection.
    offline: str
    # Addresses between which an answer does not distinguish, and those that get an email.
    alike: tuple
    mailed: tuple
    # Another page of the app with its state, if there is one.
    elsewhere: tuple = ()
    # Whether its button is disabled until the address is right.
    waits: bool = True

    def send(self, page, email=PERSON):
        self.open(page)
        return page.type("email", email).press(self.press).shows(self.next)


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
LOOKS = [Look(width, 1700, dark) for width, dark in [(390, False), (390, True), (320, False), (1280, False), (1280, True)]]


def faults_in_every_look(page, name):
    """Takes a screenshot of a state in every look, and checks it with axe-core and our own rules."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    browser, found = page.browser, {}
    for look in LOOKS:
        browser.look(look)
        browser.settle()
        browser.screenshot(PICTURES / f"{name}.{look}.{browser.name}.png")
        found[str(look)] = browser.axe() + browser.faults(LOW_CONTRAST, OVERFLOW, SMALL_TARGETS)
    return {look: faults for look, faults in found.items() if faults}


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
        assert ask(page.port, address.partition("#")[0], method=method).status == 200
    page.watches().run(
        f"""
        const timer = setInterval(async () => {{
          if (navigator.userActivation.isActive) return;
          clearInterval(timer);
          // Some buttons lead back out of the page, which would end the scan.
          history.go = () => {{}};
          {SUBMIT_ALL}
          (function () {{ {SETTLED} }})(() => console.log(`the scanner ends: ${{asked.length}} requests ${{asked.map(each => each.url)}}`));
        }}, 50);
        """
    )
    said = []
    page.until(lambda: said.extend(page.browser.console()) or any("the scanner ends" in line for line in said), "the scanner's end")
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


def is_harmless(page, scheme, *hosts):
    """Whether no input became markup or the URL of a link; `scheme` is the app's own, and `hosts` are other hosts that it links."""
    return page.run(
        """
        const [scheme, hosts] = arguments;
        // The logo alone is a picture.
        return [...document.images].every(image => image.src.startsWith('data:image/svg+xml,')) && document.title !== 'pwned'
          && [...document.links].every(link => ['http:', 'mailto:', scheme + ':'].includes(link.protocol)
            || link.protocol === 'https:' && hosts.includes(link.host)
            || link.closest('#unopened') && ['apps.apple.com', 'play.google.com'].includes(link.host));
        """,
        scheme,
        hosts,
    )


def requests_with(page, *secrets):
    """The URLs, without queries, of all requests that Chromium has sent with one of these texts anywhere in them.

    Other data in the log, such as the script that made a request, is not searched.
    """
    log = [json.loads(entry["message"])["message"] for entry in page.browser.driver.get_log("performance")]
    return {
        entry["params"]["request"]["url"].partition("?")[0].partition("#")[0]
        for entry in log
        if entry["method"] == "Network.requestWillBeSent" and any(secret in json.dumps(entry["params"]["request"]) for secret in secrets)
    }


def jwt(seconds):
    """A token that says in how many seconds it expires."""

    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part({'alg': 'HS256'})}.{part({'exp': int(time.time()) + seconds, 'sub': 'ÿ?>'})}.c2ln"
