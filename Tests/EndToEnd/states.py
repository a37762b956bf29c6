"""Every way that a page of a site can look, as the preview lists it: each state in each condition that it can come to."""

import json
import urllib.request
from dataclasses import dataclass
from urllib.parse import quote

import programs
import pytest
from programs import SITE
from selenium.common.exceptions import WebDriverException

# The conditions that are no outcome; the others are known by the words that the page has for them.
COMMON = ("idle", "busy", "typing", "invalid-fields")

APPS = sorted(folder.name for folder in SITE.iterdir() if (folder / "app.yml").exists())


@dataclass(frozen=True)
class Rendering:
    """One state of one page in one condition: idle, busy, typing, invalid-fields, or the outcome whose words it shows."""

    page: str
    state: str
    condition: str

    def __str__(self):
        return f"{self.page}.{self.state}.{self.condition}"

    def address(self, origin, look=None):
        """With a look in its colours, otherwise in those that the browser is seen in."""
        scheme = f"&scheme={'dark' if look.dark else 'light'}" if look else ""
        return f"{origin}/_preview/{self.page}?state={quote(self.state)}&condition={quote(self.condition)}{scheme}"

    def open(self, browser, origin, look=None):
        """Shows it, and waits until the page's own script has brought it about."""
        try:
            browser.open(self.address(origin, look))
            browser.driver.execute_async_script(READY)
        except WebDriverException:  # an engine that has ended meanwhile is begun anew
            browser.open(self.address(origin, look))
            browser.driver.execute_async_script(READY)


# When the driver has finished. A test that waits for ever says so by its time.
READY = """
const done = arguments[arguments.length - 1];
const wait = () => document.documentElement.dataset.preview === 'ready' ? done() : setTimeout(wait, 5);
wait();
"""


@dataclass(frozen=True)
class PreviewedApp:
    """One app of a preview: where it is shown, and how its pages can look."""

    origin: str
    renderings: tuple

    @property
    def typical(self):
        """Without those that differ in the words of their message alone."""
        found, told = [], set()
        for rendering in self.renderings:
            if rendering.condition not in COMMON:
                if (rendering.page, rendering.state) in told:
                    continue
                told.add((rendering.page, rendering.state))
            found.append(rendering)
        return found


def previewed(port):
    """The apps of a preview, by their names."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/site") as answer:
        site = json.load(answer)
    return {
        app["name"]: PreviewedApp(
            app["origin"],
            tuple(
                Rendering(page["name"], state["name"], condition)
                for page in app["pages"]
                for state in page["states"]
                for condition in state["conditions"]
            ),
        )
        for app in site["apps"]
    }


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """The previews of every app, by its name."""
    port = programs.free_ports(len(APPS) + 1)
    site = programs.copy_site(tmp_path_factory.mktemp("sites"), *APPS)
    with programs.Running(programs.LATCHKEY, "preview", "Site", "--port", port, cwd=site.parent):
        yield previewed(port)
