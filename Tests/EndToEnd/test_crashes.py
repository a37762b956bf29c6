"""A build that is killed leaves the old release or the new one, never something in between."""

import json
import random
import subprocess
import time

import programs
from rawhttp import ask

KILLS = 200


def test_a_killed_build_leaves_a_release_that_serves(site, tmp_path):
    dice = random.Random(2)  # the same moments every time, as far as a clock can repeat them
    output, page = tmp_path / "out", site / "artitec" / "forgot-password.md"
    text = page.read_text()

    def edit(number):
        page.write_text(text.replace("## Forgot Password?", f"## Edit number {number}."))

    edit(0)
    began = time.monotonic()
    programs.build(site, output)
    duration = time.monotonic() - began

    finished, served = 0, {0}
    for number in range(1, KILLS + 1):
        edit(number)
        building = subprocess.Popen(
            [programs.LATCHKEY, "build", site, "--output", output], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        time.sleep(dice.uniform(0, duration * 1.2))
        building.kill()
        _, complaint = building.communicate()
        finished += building.returncode == 0
        assert b"error: " not in complaint, complaint

        with programs.serve(output) as running:
            answer = ask(running.port, "/forgot-password")
            assert answer.status == 200
            shown = [seen for seen in range(number + 1) if f"Edit number {seen}.".encode() in answer.body]
            assert len(shown) == 1, "the page is one that was built"
            assert shown[0] >= max(served), "and never older than the one before"
            served.add(shown[0])
            assert ask(running.port, "/.well-known/apple-app-site-association").status == 200

    assert 0 < finished < KILLS, "some builds were killed and some came through, or the moments were not random"
    assert len(served) > 1

    # What the killed builds left lying about is gone after the next two that were left in peace.
    for number in (KILLS + 1, KILLS + 2):
        edit(number)
        programs.build(site, output)
    fresh = tmp_path / "fresh"
    edit(KILLS + 1)
    programs.build(site, fresh)
    edit(KILLS + 2)
    programs.build(site, fresh)
    names = lambda folder: set(programs.snapshot(folder))
    assert names(output) == names(fresh)
    assert json.loads((output / "release.json").read_text()) == json.loads((fresh / "release.json").read_text())
