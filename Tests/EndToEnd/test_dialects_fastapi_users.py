"""An email that a real FastAPI Users sends by an exported Jinja template, from the request to the new password."""

import engines.received
import httpx
import programs
import pytest
from browsers import Look
from pages import Page
from realservers import running

OLD, NEW = "Old-Password-1", "New-Password-2"
PERSON = "ada@example.com"


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    """A new site's pages, and the server behind them with the site's emails."""
    folder = tmp_path_factory.mktemp("harbour")
    assert programs.run(programs.LATCHKEY, "init", "harbour", cwd=folder).returncode == 0
    site, server_folder = folder / "harbour" / "Site", folder / "server"
    result = programs.run(
        programs.LATCHKEY, "emails", "export", site, "--dialect", "jinja", "--output", folder / "templates"
    )
    assert result.returncode == 0, result.stderr
    server_folder.mkdir()
    (folder / "templates" / "harbour").rename(server_folder / "emails")
    with running("fastapi_users", server_folder) as (address, inbox):
        app = site / "harbour" / "app.yml"
        backend = f'backend: {{ contract: fastapi-users, base: "{address}", password: [at-least 8] }}\n'
        app.write_text(app.read_text() + backend + programs.LOCAL)
        programs.build(site, folder / "out", "--no-compress")
        with programs.serve(folder / "out", "--as", "harbour.example") as server:
            yield address, inbox, f"http://127.0.0.1:{server.port}"


@pytest.mark.full
def test_a_forgotten_password(story, browser):
    address, inbox, origin = story
    person = f"{browser.name}-{PERSON}"
    answer = httpx.post(f"{address}/auth/register", json={"email": person, "password": OLD})
    assert answer.status_code == 201, answer.text
    browser.look(Look())
    page = Page(browser, origin)
    page.open("/forgot-password").shows("form").type("email", person).press("Send reset link").shows("sent")
    [message] = inbox.to(person)
    assert message["Subject"] == "Reset your harbour password"
    link = engines.received.link(message, "harbour.example")
    page.open(link).shows("form").type("new-password", NEW).type("confirm-password", NEW)
    page.press("Reset password").shows("done")
    for password, status in ((OLD, "LOGIN_BAD_CREDENTIALS"), (NEW, "LOGIN_USER_NOT_VERIFIED")):
        form = {"username": person, "password": password}
        assert httpx.post(f"{address}/auth/jwt/login", data=form).json()["detail"] == status
