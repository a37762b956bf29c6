"""A build that is killed leaves the old release or the new one, never something in between."""

import json
import random
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import programs
from rawhttp import ask

# Each on a site and a release of its own, at the same time.
SERIES = 4


def kill_often(site, output, seed, kills):
    """Kills a build at random moments and looks at the release after each; how many came through, and what was served."""
    dice = random.Random(seed)  # the same moments every time, as far as a clock can repeat them
    page = site / "artitec" / "forgot-password.md"
    text = page.read_text()

    def edit(number):
        page.write_text(text.replace("## Forgot Password?", f"## Edit number {number}."))

    edit(0)
    programs.build(site, output)
    # Once more, since a build that only finds everything there is quicker than the first.
    edit(1)
    began = time.monotonic()
    programs.build(site, output)
    duration = time.monotonic() - began

    finished, served = 0, {1}
    for number in range(2, kills + 2):
        edit(number)
        building = subprocess.Popen(
            [programs.LATCHKEY, "build", site, "--output", output], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        time.sleep(dice.uniform(0, duration * 1.2))
        building.kill()
        _, stderr = building.communicate()
        finished += building.returncode == 0
        # Other programs make builds faster or slower meanwhile.
        duration *= 0.9 if building.returncode == 0 else 1.1
        assert b"error: " not in stderr, stderr

        with programs.serve(output) as running:
            answer = ask(running.port, "/forgot-password")
            assert answer.status == 200
            shown = [seen for seen in range(number + 1) if f"Edit number {seen}.".encode() in answer.body]
            assert len(shown) == 1, "the page is one that was built"
            assert shown[0] >= max(served), "and never older than the one before"
            served.add(shown[0])
            assert ask(running.port, "/.well-known/apple-app-site-association").status == 200

    # What the killed builds left lying about is gone after the next two that were left in peace.
    for number in (kills + 2, kills + 3):
        edit(number)
        programs.build(site, output)
    fresh = output.with_name("fresh")
    edit(kills + 2)
    programs.build(site, fresh)
    edit(kills + 3)
    programs.build(site, fresh)
    names = lambda folder: set(programs.snapshot(folder))
    assert names(output) == names(fresh)
    assert json.loads((output / "release.json").read_text()) == json.loads((fresh / "release.json").read_text())
    return finished, len(served)


def test_a_killed_build_leaves_a_release_that_serves(tmp_path, is_full):
    kills = 200 if is_full else 16
    folders = [tmp_path / str(seed) for seed in range(SERIES)]
    sites = [programs.copy_site(folder, "artitec") for folder in folders]
    with ThreadPoolExecutor(SERIES) as pool:
        runs = [
            pool.submit(kill_often, site, folder / "out", seed, kills // SERIES)
            for seed, (site, folder) in enumerate(zip(sites, folders))
        ]
    finished, served = zip(*(run.result() for run in runs))
    assert 0 < sum(finished) < kills, "some builds were killed and some came through, or the moments were not random"
    assert sum(served) > SERIES


def copies(folder, count):
    """A site of many apps, each with a host of its own."""
    for number in range(count):
        app = folder / "Site" / f"app-{number}"
        shutil.copytree(programs.SITE / "artitec", app)
        file = app / "app.yml"
        file.write_text(file.read_text().replace("hosts: [artitec.com]", f"hosts: [app-{number}.example]"))
    return folder / "Site"


@pytest.mark.full
def test_a_large_build_that_is_killed_serves_the_old_release_and_leaves_no_orphan(tmp_path, is_full):
    site, output = copies(tmp_path, 24 if is_full else 4), tmp_path / "out"
    pages = sorted(site.glob("*/forgot-password.md"))
    texts = [page.read_text() for page in pages]

    def edit(number):
        for page, text in zip(pages, texts):
            page.write_text(text.replace("## Forgot Password?", f"## Edit number {number}."))

    def build(output, **arguments):
        command = [programs.LATCHKEY, "build", site, "--output", output, "--no-compress"]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **arguments)

    edit(0)
    began = time.monotonic()
    assert build(output).wait() == 0
    duration, dice, killed, shown = time.monotonic() - began, random.Random(1), 0, {0}
    for number in range(1, 51 if is_full else 5):
        edit(number)
        building = build(output)
        time.sleep(dice.uniform(0, duration))
        building.kill()
        killed += building.wait() != 0
        with programs.serve(output) as running:
            answers = [ask(running.port, "/forgot-password", host=f"app-{app}.example") for app in range(len(pages))]
        assert {answer.status for answer in answers} == {200}
        seen = {next(edit for edit in range(number + 1) if f"Edit number {edit}.".encode() in answer.body) for answer in answers}
        assert len(seen) == 1, "every app is of one release"
        assert max(seen) >= max(shown)
        shown |= seen
    assert killed

    # Two builds in peace leave what they leave in a folder where nothing was killed.
    fresh = tmp_path / "fresh"
    for number in (100, 101):
        edit(number)
        assert build(output).wait() == 0
        assert build(fresh).wait() == 0
    names = lambda folder: {name for name in programs.snapshot(folder) if not name.startswith(".releases")}
    assert names(output) == names(fresh)
    assert (output / "release.json").read_bytes() == (fresh / "release.json").read_bytes()
