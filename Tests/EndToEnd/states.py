"""Every way that a page of the site can look, read from the specs themselves so that a new state is tested unasked."""

import re
from dataclasses import dataclass
from urllib.parse import quote

from programs import SITE


@dataclass(frozen=True)
class Rendering:
    """One state of one page in one condition: idle, busy, typing, invalid-fields, or the outcome whose words it shows."""

    page: str
    state: str
    condition: str

    def __str__(self):
        return f"{self.page}.{self.state}.{self.condition}"

    def address(self, origin, look):
        scheme = "dark" if look.dark else "light"
        return (
            f"{origin}/_preview/{self.page}?state={quote(self.state)}&scheme={scheme}&condition={quote(self.condition)}"
        )


def _renderings(page):
    text = page.read_text()
    _, front_matter, body = text.split("---\n", 2)
    sections = re.split(r"^# (.+)\n", body, flags=re.MULTILINE)[1:]
    states = dict(zip(sections[0::2], sections[1::2]))
    outcomes = re.findall(r"^- \*\*([a-z-]+)\*\*", states.pop("messages", ""), flags=re.MULTILINE)
    for state, words in states.items():
        yield Rendering(page.stem, state, "idle")
        has_fields = re.search(rf"^  {state}:\n(?:    .*\n)*?    fields:", front_matter, flags=re.MULTILINE)
        if "](run:" in words:
            yield Rendering(page.stem, state, "busy")
            for outcome in outcomes:
                yield Rendering(page.stem, state, outcome)
        if has_fields:
            yield Rendering(page.stem, state, "typing")
            yield Rendering(page.stem, state, "invalid-fields")


def renderings(app):
    """All of one app's."""
    return [rendering for page in sorted((SITE / app).glob("*.md")) for rendering in _renderings(page)]


def typical(app):
    """An app's without those that differ in the words of their message alone."""
    found, told = [], set()
    for rendering in renderings(app):
        if rendering.condition not in ("idle", "busy", "typing", "invalid-fields"):
            if (rendering.page, rendering.state) in told:
                continue
            told.add((rendering.page, rendering.state))
        found.append(rendering)
    return found


APPS = sorted(folder.name for folder in SITE.iterdir() if (folder / "app.yml").exists())
RENDERINGS = renderings("artitec")
