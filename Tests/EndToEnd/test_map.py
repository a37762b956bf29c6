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
@pytest.mark.sampled(5)
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
@pytest.mark.sampled(10)
def test_a_map_opens_from_its_file_with_its_text_in_the_boxes(maps, browser, app, dark):
    PICTURES.mkdir(parents=True, exist_ok=True)
    browser.look(Look(1280, 900, dark))
    browser.open("about:blank")
    browser.console()
    browser.open((maps / f"{app}.svg").as_uri())
    assert browser.run(FAULTS) == []
    paper = browser.run("return getComputedStyle(document.querySelector('.paper')).fill")
    assert paper == ("rgb(20, 20, 22)" if dark else "rgb(243, 243, 244)")
    browser.driver.save_screenshot(str(PICTURES / f"{app}.{'dark' if dark else 'light'}.{browser.name}.png"))
    assert browser.console() == []


# A page of five states with ten ways: the texts of its arrows, in the order of the picture.
APP = """name: Made Up
hosts: [made-up.example]
login: { app: 'made-up://login' }
ios: { app-id: ABCDE12345.example.made-up, scheme: made-up }
backend: { contract: djoser, base: https://api.made-up.example/auth }
"""
PAGE = """---
title: Page NUMBER
start: form
states:
  form:
    fields: [{ name: email, rule: email, label: Email }]
    send-link: { ok: sent, rate-limited: slow }
  sent: { back: form }
---

# form
## Forgot Password NUMBER?

[Send](run:send-link)
[Help](#help)
[Log In](app:login)

# sent
## Look Into Your Inbox

[Another Address](#form)
[Done](#done)

# slow
## Wait a Minute

[Try Again](#form)

# help
## Write to Us

[Start Over](#form)
[Next](/page-NEXT)

# done
## Done

[Close](app:login)

# messages
- **invalid-email** Enter an email address.
"""
CAUSES = [
    "opened", "send-link → ok", "send-link → rate-limited", "‘Help’", "‘Log In’", "send-link sends", "‘Another Address’", "Back", "‘Done’",
    "‘Try Again’", "‘Start Over’", "‘Next’", "‘Close’",
]  # fmt: skip
# The boxes and texts that overlap, and how often arrows cross.
DRAWN = """
const places = [...document.querySelectorAll('.node rect, .cause')].map(each => each.getBBox());
const overlaps = places.flatMap((a, index) => places.slice(index + 1).filter(b =>
    a.x + .5 < b.x + b.width && b.x + .5 < a.x + a.width && a.y + .5 < b.y + b.height && b.y + .5 < a.y + a.height));
const lines = [...document.querySelectorAll('.arrow')].map(arrow => [...arrow.querySelectorAll('path')].flatMap(path =>
    Array.from({ length: 13 }, (_, step) => path.getPointAtLength(path.getTotalLength() * step / 12))));
const side = (a, b, c) => (b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x);
const meets = (a, b, c, d) => side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
let crossings = 0;
lines.forEach((first, index) => lines.slice(index + 1).forEach(second => {
    if (first.some((a, i) => i && second.some((c, j) => j && meets(first[i - 1], a, second[j - 1], c)))) crossings += 1;
}));
return { overlaps: overlaps.length, crossings, arrows: lines.length };
"""


@pytest.mark.parametrize("pages", [6, 12, 20], ids=["30-states", "60-states", "100-states"])
@pytest.mark.sampled(3)
def test_a_large_map_has_each_transition_once_and_nothing_overlaps(tmp_path, chromium, pages):
    app = tmp_path / "Site" / "made-up"
    app.mkdir(parents=True)
    (app / "app.yml").write_text(APP)
    for number in range(pages):
        (app / f"page-{number}.md").write_text(PAGE.replace("NUMBER", str(number)).replace("NEXT", str((number + 1) % pages)))
    output, result = draw(tmp_path, site=tmp_path / "Site")
    assert (result.returncode, result.stderr) == (0, "")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for dark in (False, True):
        chromium.look(Look(1540, 900, dark))
        chromium.open(output.as_uri())
        chromium.driver.save_screenshot(str(PICTURES / f"{5 * pages}-states.{'dark' if dark else 'light'}.png"))
        assert chromium.run(FAULTS) == []
    assert len(chromium.run("return [...document.querySelectorAll('.node.state')].map(node => node.dataset.node)")) == 5 * pages
    told = chromium.run("return [...document.querySelectorAll('.arrow')].map(arrow => arrow.getAttribute('aria-label'))")
    causes = [cause for label in told for cause in label.split(": ", 1)[1].split("; ")]
    assert sorted(causes) == sorted(CAUSES * pages)
    drawn = chromium.run(DRAWN)
    assert drawn["overlaps"] == 0 and drawn["crossings"] < drawn["arrows"], drawn


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
