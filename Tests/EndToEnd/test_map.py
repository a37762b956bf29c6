"""`latchkey map`: the flow of an app as one picture, opened from its file."""

import os
import re
import xml.etree.ElementTree as ElementTree

import programs
import pytest
from browsers import Look

SVG = "{http://www.w3.org/2000/svg}"
PICTURES = programs.ROOT / ".build" / "screenshots" / "maps"
APPS = [folder.parent.name for folder in sorted(programs.SITE.glob("*/app.yml"))]
# The texts that leave their box, and how far the picture is from the window's corner.
FAULTS = """
const faults = [];
for (const node of document.querySelectorAll('.node')) {
    const box = node.querySelector('rect').getBBox();
    for (const text of node.querySelectorAll('text')) {
        const place = text.getBBox();
        if (place.x < box.x || place.x + place.width > box.x + box.width || place.y + place.height > box.y + box.height)
            faults.push(text.textContent);
    }
}
return faults;
"""


def draw(folder, *options, site=programs.SITE, environment=None):
    output = folder / "map.svg"
    result = programs.run(programs.LATCHKEY, "map", site, "--output", output, *options, environment=environment)
    return output, result


@pytest.fixture(scope="module")
def maps(tmp_path_factory):
    folder = tmp_path_factory.mktemp("maps")
    for app in APPS:
        output, result = draw(folder, "--app", app)
        assert (result.returncode, result.stderr) == (0, ""), app
        output.rename(folder / f"{app}.svg")
    return folder


@pytest.mark.parametrize("app", APPS)
def test_a_map_is_one_self_contained_picture_with_every_state(maps, app):
    text = (maps / f"{app}.svg").read_text()
    root = ElementTree.fromstring(text)
    assert not root.findall(f".//{SVG}script") and not root.findall(f".//{SVG}image") and "@import" not in text
    assert re.findall(r"(?:href|src)=", text) == []
    assert "prefers-color-scheme: dark" in text
    nodes = [node.get("data-node") for node in root.iter() if node.get("data-node")]
    named = [name.removeprefix("state:") for name in nodes if name.startswith("state:")]
    written = [
        f"{page.stem}/{name}" for page in programs.originals(sorted((programs.SITE / app).glob("*.md")))
        for name in re.findall(r"^# (.+)$", page.read_text(), flags=re.MULTILINE) if name != "messages"
    ]  # fmt: skip
    assert sorted(named) == sorted(written) and len(nodes) == len(set(nodes))
    assert root.find(f"{SVG}title").text.startswith("The flow of ") and root.find(f"{SVG}desc").text


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("app", APPS)
@pytest.mark.sampled(5)
def test_a_map_opens_from_its_file_with_its_text_in_the_boxes(maps, browser, app, dark):
    PICTURES.mkdir(parents=True, exist_ok=True)
    browser.look(Look(1280, 900, dark))
    browser.console()
    browser.open((maps / f"{app}.svg").as_uri())
    assert browser.run(FAULTS) == []
    paper = browser.run("return getComputedStyle(document.querySelector('.paper')).fill")
    assert paper == ("rgb(20, 20, 22)" if dark else "rgb(243, 243, 244)")
    browser.driver.save_screenshot(str(PICTURES / f"{app}.{'dark' if dark else 'light'}.{browser.name}.png"))
    assert browser.console() == []


def test_without_an_app_every_app_is_drawn_below_the_other(tmp_path):
    output, result = draw(tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"Wrote {output}\n", "")
    headings = re.findall(r'<text class="heading"[^>]*>([^<]*)<', output.read_text())
    assert headings == ["Artitec", "Foyer", "Creators", "FetchNews", "The Recruiting Compass"]


def test_a_map_without_graphviz_says_what_to_install(tmp_path):
    output, result = draw(tmp_path, environment={**os.environ, "PATH": str(tmp_path)})
    assert (result.returncode, result.stdout) == (1, "") and not output.exists()
    assert result.stderr == (
        "error: a map needs the program 'dot' of Graphviz, and it is not in the PATH\n"
        "  fix: Install it with 'apt-get install graphviz' or 'brew install graphviz'.\n")


def test_a_map_of_an_unknown_app_names_the_likely_one(tmp_path):
    output, result = draw(tmp_path, "--app", "artitek")
    assert result.returncode == 1 and not output.exists()
    assert result.stderr == f"error: there is no app 'artitek' in '{programs.SITE}'\n  fix: Did you mean 'artitec'?\n"
