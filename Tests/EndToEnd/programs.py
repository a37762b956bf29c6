"""The two programs under test, as a person runs them."""

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
SITE = ROOT / "Site"

# In `app.yml`, for a release whose backend is on this machine.
LOCAL = "\nlocal: true\n"

# What a command may take before something is wrong with it, in seconds. Nothing here comes near it.
PATIENCE = 30


def run(program, *arguments, cwd=None, environment=None):
    """Runs a program to its end and returns it with what it said."""
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
    """A site with some of the repository's apps, for a test to change."""
    for app in apps:
        shutil.copytree(SITE / app, folder / "Site" / app)
    return folder / "Site"


def build(site, output, *options, cwd=None):
    """Builds a site that is expected to build without a warning. Notes are allowed."""
    result = run(LATCHKEY, "build", site, "--output", output, *options, cwd=cwd)
    assert result.returncode == 0, result.stderr
    assert "warning: " not in result.stderr
    return result


class Running:
    """A program that goes on until it is told to stop. Its first lines on standard output say where it answers."""

    def __init__(self, program, *arguments, cwd=None, environment=None, lines=1):
        self.process = subprocess.Popen(
            [str(program), *map(str, arguments)],
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.said = self._read_lines(lines)
        self.port = int(re.search(r":(\d+)", self.said[0])[1])

    def _read_lines(self, count):
        """Reads from the pipe itself, so that waiting for a line that never comes has an end."""
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

    def stop(self, how=signal.SIGTERM):
        """Sends a signal, waits and returns the exit status and what was said on standard error."""
        self.process.send_signal(how)
        _, stderr = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, stderr.decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def serve(release, *options, program=SERVER):
    """Serves a release on a port that is free."""
    extra = ["serve"] if program == LATCHKEY else []
    return Running(program, *extra, release, "--listen", "127.0.0.1:0", *options)


def free_ports(count):
    """Finds ports in a row that nobody listens on; the first of them.

    They are below those that systems hand out by themselves. Each process of a run has a stretch of its own, and they are
    drawn by lot for when two runs go on at once.
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
    """Every file below a folder with what tells whether it was touched: its content, its inode, when it was written."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_ino, path.stat().st_mtime_ns)
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file()
    }
