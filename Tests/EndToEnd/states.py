"""Every rendering of a site's pages, as the preview lists them: each state in each of its conditions."""

import json
import urllib.request
from dataclasses import dataclass
from urllib.parse import quote

import programs
import pytest
from programs import SITE
from selenium.common.exceptions import WebDriverException

# The conditions that are not outcomes.
COMMON = ("idle", "busy", "typing", "invalid-fields")

APPS = sorted(folder.name for folder in SITE.iterdir() if (folder / "app.yml").exists())


@dataclass(frozen=True)
class Rendering:
    """A state of a page in a condition: idle, busy, typing, invalid-fields, or the outcome whose message it shows."""

    page: str
    state: str
    condition: str

    def __str__(self):
        return f"{self.page}.{self.state}.{self.condition}"

    def address(self, origin, look=None):
        """The URL of the rendering, in the colour scheme of `look`, or else in the browser's."""
        scheme = f"&scheme={'dark' if look.dark else 'light'}" if look else ""
        return f"{origin}/_preview/{self.page}?state={quote(self.state)}&condition={quote(self.condition)}{scheme}"

    def open(self, browser, origin, look=None):
        """Opens the rendering, and waits until the page's script has produced it."""
        try:
            browser.open(self.address(origin, look))
            browser.driver.execute_async_script(READY)
        except WebDriverException:  # after a crash the engine is restarted
            browser.open(self.address(origin, look))
            browser.driver.execute_async_script(READY)


# Resolves when the preview's driver has finished; if it never does, the script times out.
READY = """
const done = arguments[arguments.length - 1];
const wait = () => document.documentElement.dataset.preview === 'ready' ? done() : setTimeout(wait, 5);
wait();
"""


@dataclass(frozen=True)
class PreviewedApp:
    """An app of a preview: its origin and its renderings."""

    origin: str
    renderings: tuple

    @property
    def typical(self):
        """The renderings without those that differ only in their message."""
        found, told = [], set()
        for rendering in self.renderings:
            if rendering.condition not in COMMON:
                if (rendering.page, rendering.state) in told:
                    continue
                told.add((rendering.page, rendering.state))
            found.append(rendering)
        return found


def previewed(port):
    """The apps of a preview by name."""
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
    """The previews of all apps by name."""
    port = programs.free_ports(len(APPS) + 1)
    site = programs.copy_site(tmp_path_factory.mktemp("sites"), *APPS)
    with programs.Running(programs.LATCHKEY, "preview", "Site", "--port", port, cwd=site.parent) as preview:
        yield previewed(preview.port)
