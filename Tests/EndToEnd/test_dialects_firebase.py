"""An email by Firebase's template, with the link that Firebase builds, up to the new password."""

import engines
import programs
import pytest
from engines import Known
from engines.received import link, post_office
from sandboxes import PERSON

APP = "creators"
NEW = "Sunflower-7"


@pytest.fixture(scope="module")
def templates(tmp_path_factory):
    folder = tmp_path_factory.mktemp("firebase")
    result = programs.run(
        programs.LATCHKEY, "emails", "export", programs.SITE, "--dialect", "firebase", "--output", folder
    )
    assert result.returncode == 0, result.stderr
    return folder / APP


def test_a_forgotten_password(page, backend, templates):
    page.open("/forgot-password").shows("form").type("email", PERSON).press("Send Reset Email").shows("sent")
    (mail,) = backend.mails(PERSON)
    filled = engines.firebase(templates, Known(PERSON, "", link=mail["link"]))
    with post_office() as office:
        message = office.deliver(filled, PERSON)
    assert message["Subject"] == "Reset your Creators password"
    page.open(link(message, "creators.example")).shows("reset")
    page.type("new-password", NEW).press("Save Password").shows("done")


def test_the_action_url_of_the_console_is_the_apps_own(templates):
    config = engines.json.loads((templates / "config.json").read_text())
    assert config["notification"]["sendEmail"]["callbackUri"] == "https://creators.example/auth/action"
