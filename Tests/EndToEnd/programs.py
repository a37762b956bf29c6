"""The two programs under test, run as users run them."""

import os
import random
import re
import shutil
import signal
import socket
import subprocess
from pathlib import Path
from select import select
from time import monotonic

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(os.environ.get("LATCHKEY_PROGRAMS", ROOT / ".build" / "debug")).resolve()
LATCHKEY = PROGRAMS / "latchkey"
SERVER = PROGRAMS / "latchkey-server"
SITE = Path(os.environ.get("LATCHKEY_SITE", ROOT / "Site")).resolve()

# Added to `app.yml` for a release whose backend is on this machine.
LOCAL = "\nlocal: true\n"

# The timeout of a command in seconds. It ends what hangs; no run on a slow machine takes a tenth of it.
PATIENCE = 300


def run(program, *arguments, cwd=None, environment=None):
    """Runs a program to completion and returns it with its output."""
    return subprocess.run(
        [str(program), *map(str, arguments)],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def copy_site(folder, *apps):
    """Copies some of the repository's apps to a site for a test to modify; Artitec, of which many tests change the originals, in English
    alone."""
    for app in apps:
        shutil.copytree(SITE / app, folder / "Site" / app)
        if app == "artitec":
            without_translations(folder / "Site", app)
    return folder / "Site"


def originals(specs):
    """Those page and email specs that are no translation, as `reset-password.fr.md` is."""
    return [spec for spec in specs if "." not in spec.stem]


def without_translations(site, app="*"):
    """Leaves a site, or one app of it, in each app's own language."""
    for file in [*site.glob(f"{app}/*.md"), *site.glob(f"{app}/emails/*.md")]:
        if not originals([file]):
            file.unlink()
    for file in site.glob(f"{app}/app.yml"):
        file.write_text(re.sub(r"(?m)^languages: .*\n", "", file.read_text()))
    return site


def build(site, output, *options, cwd=None, warns=False):
    """Builds a site, and fails on errors, and on warnings unless it `warns`. Notes are allowed."""
    result = run(LATCHKEY, "build", site, "--output", output, *options, cwd=cwd)
    assert result.returncode == 0, result.stderr
    assert warns or "warning: " not in result.stderr, result.stderr
    return result


class Running:
    """A program that runs until it is stopped. Its first lines on standard output contain its addresses."""

    def __init__(self, program, *arguments, cwd=None, environment=None, lines=1):
        self.process = subprocess.Popen(
            [str(program), *map(str, arguments)],
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._stderr = b""
        self.said = self._read_lines(lines)
        self.port = int(re.search(r":(\d+)", self.said[0])[1])

    def _read_lines(self, count):
        """Reads from the pipe directly, so that waiting for a line can time out."""
        text, deadline = b"", monotonic() + PATIENCE
        while text.count(b"\n") < count:
            readable, _, _ = select([self.process.stdout], [], [], max(0, deadline - monotonic()))
            piece = os.read(self.process.stdout.fileno(), 65536) if readable else b""
            if not piece:
                self.process.kill()
                stderr = self.process.communicate()[1].decode()
                raise AssertionError(f"it said {text!r} and then no more; on standard error: {stderr!r}")
            text += piece
        return text.decode().splitlines()

    def reports(self, words, times=1):
        """Waits until standard error contains some words, as after a signal."""
        deadline = monotonic() + PATIENCE
        while self._stderr.count(words.encode()) < times:
            readable, _, _ = select([self.process.stderr], [], [], max(0, deadline - monotonic()))
            piece = os.read(self.process.stderr.fileno(), 65536) if readable else b""
            assert piece, f"it never reported {words!r}, only {self._stderr!r}"
            self._stderr += piece

    def stop(self, how=signal.SIGTERM):
        """Sends a signal, waits, and returns the exit status and the text on standard error."""
        self.process.send_signal(how)
        _, stderr = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, (self._stderr + stderr).decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def serve(release, *options, program=SERVER):
    """Serves a release on a free port."""
    extra = ["serve"] if program == LATCHKEY else []
    return Running(program, *extra, release, "--listen", "127.0.0.1:0", *options)


def free_ports(count):
    """Finds consecutive free ports, and returns the first.

    They are below the ephemeral range. Each test process has a range of its own, and ports are chosen at random within it in
    case of simultaneous runs.
    """
    stretch = 20_000 + 1_000 * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 12)
    for _ in range(100):
        first = random.randrange(stretch, stretch + 1_000 - count)
        sockets = []
        try:
            for port in range(first, first + count):
                sockets.append(socket.create_server(("127.0.0.1", port)))
            return first
        except OSError:
            continue
        finally:
            for each in sockets:
                each.close()
    raise AssertionError("no free ports")


def snapshot(folder):
    """Every file below a folder with its content, inode and modification time, to detect writes."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_ino, path.stat().st_mtime_ns)
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file()
    }
