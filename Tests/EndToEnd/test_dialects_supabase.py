"""A mail that Go's templates put together, as Supabase Auth does, from the request to the new password."""

import engines
import httpx
import programs
import pytest
from engines import Known
from engines.received import link, post_office
from sandboxes import PERSON, UNVERIFIED

APP = "recruiting-compass"
NEW = "Sunflower-7"
pytestmark = pytest.mark.skipif(engines.supabase in engines.missing(), reason="there is no Go")


@pytest.fixture(scope="module")
def templates(tmp_path_factory):
    folder = tmp_path_factory.mktemp("supabase")
    result = programs.run(
        programs.LATCHKEY, "emails", "export", programs.SITE, "--dialect", "supabase", "--output", folder
    )
    assert result.returncode == 0, result.stderr
    return folder / APP


def sent(backend, templates, to, template):
    """The mail for the token that the sandbox gave out last, as Supabase would send it."""
    token = backend.parameters(to)["token_hash"]
    mail = engines.supabase(templates, Known(to, token, name="Ada"), template)
    with post_office() as office:
        message = office.deliver(mail, to)
    assert "burnt" not in mail.html and "elsewhere.example" not in mail.html
    return message


def test_a_forgotten_password(page, backend, templates):
    page.open("/forgot-password").shows("form").type("email", PERSON).press("Send Reset Link").shows("sent")
    message = sent(backend, templates, PERSON, "recovery")
    assert message["Subject"] == "Reset your password for The Recruiting Compass"
    address = link(message, "recruiting-compass.example")
    # Whoever opens it first, as scanners do, spends nothing.
    page.open(address).shows("form")
    page.browser.open("about:blank")
    page.open(address).shows("form")
    page.type("new-password", NEW).type("confirm-password", NEW).press("Reset Password").shows("done")
    assert [call.method for call in backend.calls("/verify")] == ["POST"]


def test_an_address_to_confirm(page, backend, templates):
    body = {"type": "signup", "email": UNVERIFIED}
    httpx.post(f"{backend.bases[APP]}/resend", json=body, headers={"apikey": "x"})
    message = sent(backend, templates, UNVERIFIED, "confirmation")
    assert message["Subject"] == "Confirm your email for The Recruiting Compass"
    page.open(link(message, "recruiting-compass.example")).shows("confirm").press("Confirm Email").shows("done")
