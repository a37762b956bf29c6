"""Pages on the imitation of `latchkey sandbox` itself, without the proxy of the other flows."""

import programs
import pytest
from apps.artitec import request_form
from browsers import Look
from flows import NEW
from pages import Page
from sandboxes import PERSON, UNVERIFIED, Sandbox

pytestmark = pytest.mark.engines_differ
APP = "artitec"


@pytest.fixture(scope="module")
def direct(tmp_path_factory):
    """The sandbox, and the origin of pages that ask it."""
    folder = tmp_path_factory.mktemp("direct")
    site = programs.copy_site(folder, APP)
    with Sandbox(site, apps=[APP]) as sandbox:
        app = site / APP / "app.yml"
        app.write_text(app.read_text().replace("https://api.artitec.com", sandbox.bases[APP]) + programs.LOCAL)
        programs.build(site, folder / "out", "--no-compress")
        with programs.serve(folder / "out", "--as", "artitec.com") as running:
            yield sandbox, f"http://127.0.0.1:{running.port}"


@pytest.mark.sampled(2)
def test_a_connection_closed_by_the_sandbox_is_a_network_error_in_every_operation(direct, browser):
    """Browsers repeat a request by themselves if a connection that the preflight has opened ends without a byte."""
    sandbox, origin = direct
    browser.look(Look())
    page = Page(browser, origin, begins_anew=True)
    words = "Check your connection and try again."

    def choose(operation):
        sandbox.ask("next", {"operation": operation, "outcome": "network"})

    sandbox.reset()
    request_form(page).type("email", PERSON).press("Send Reset Link").shows("sent")
    link = sandbox.mails()[0]["link"].partition("artitec.com")[2]
    for _ in range(2):
        choose("check-link")
        browser.open("about:blank")
        page.open(link).says(words)
    page.press("Try again").shows("form").type("new-password", NEW).type("confirm-password", NEW)
    for _ in range(2):
        choose("reset-password")
        page.press("Reset Password").says(words)
        page.type("confirm-password", NEW)
    page.press("Reset Password").shows("done")
    request_form(page).type("email", UNVERIFIED)
    for _ in range(2):
        choose("send-link")
        page.press("Send Reset Link").says(words)
    assert len(sandbox.mails()) == 1
    page.press("Send Reset Link").shows("sent")
    assert len(sandbox.mails()) == 2
