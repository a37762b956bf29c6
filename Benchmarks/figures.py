"""The figures that one process alone shows: build time, page size, memory and the first answer.

Each is measured on the release build and compared with its limit; any that misses makes this fail.
"""

import json
import os
import platform
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = ROOT / ".build" / "release"
LATCHKEY, SERVER = PROGRAMS / "latchkey", PROGRAMS / "latchkey-server"
RUNS = 31


def milliseconds(action):
    began = time.perf_counter()
    action()
    return (time.perf_counter() - began) * 1000


def build(output, *options):
    result = subprocess.run(
        [LATCHKEY, "build", "Site", "--output", output, *options], cwd=ROOT, capture_output=True, text=True
    )
    if result.returncode != 0:
        sys.exit(result.stderr)


def build_time(*options):
    """The median of many builds, each into a folder that isn't there yet, so that every file is written."""

    def once(folder):
        return milliseconds(lambda: build(f"{folder}/out", *options))

    times = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            times.append(once(folder))
    return statistics.median(times)


class Server:
    """A latchkey-server on a release. `first_answer` is the time from its start to the last byte of a page."""

    def __init__(self, release):
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [SERVER, release, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True
        )
        self.port = int(re.search(r":(\d+)", self.process.stdout.readline())[1])
        self.get("/forgot-password")
        self.first_answer = (time.perf_counter() - began) * 1000

    def get(self, target, host="artitec.com"):
        """All that comes over the wire for one page, headers included."""
        with socket.create_connection(("127.0.0.1", self.port)) as connection:
            connection.sendall(
                f"GET {target} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip, deflate, br\r\n"
                "Connection: close\r\n\r\n".encode()
            )
            return b"".join(iter(lambda: connection.recv(65536), b""))

    def resident(self):
        """In megabytes of a million bytes."""
        kibibytes = int(re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1])
        return kibibytes * 1024 / 1e6

    def stop(self):
        self.process.terminate()
        self.process.wait()


def pages(release):
    """Every page of every app: its host, what to call it, and an address that it answers."""
    for app in json.loads(Path(release, "release.json").read_text())["apps"]:
        seen = set()
        for route in app["routes"]:
            file = route.get("file", "")
            if file.endswith(".html") and file not in seen:
                seen.add(file)
                query = "&".join(f"{name}={value}" for name, value in route.get("conditions", {}).items())
                path = re.sub(r"\{[^}]*\}", "x", route["path"])
                yield app["hosts"][0], f"{app['name']} {route['path']}", f"{path}?{query}"


def main():
    figures = [
        ("build of Artitec, without compression", build_time("--no-compress"), 25, "ms"),
        ("build of Artitec, compressed", build_time(), 150, "ms"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        release = f"{folder}/out"
        build(release)
        first_answers = []
        for _ in range(RUNS):
            server = Server(release)
            first_answers.append(server.first_answer)
            server.stop()
        figures.append(("latchkey-server, start to first answer", statistics.median(first_answers), 20, "ms"))

        server = Server(release)
        for host, name, page in pages(release):
            figures.append((f"{name} on the wire, brotli", len(server.get(page, host)), 10_000, "bytes"))
        for _ in range(1000):
            server.get("/forgot-password")
        if Path("/proc").exists():
            figures.append(("latchkey-server, resident after 1,000 pages", server.resident(), 10, "MB"))
        server.stop()

    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores; medians of {RUNS} runs of the release build")
    missed = False
    for name, value, limit, unit in figures:
        missed |= value > limit
        number = f"{value:,.0f}" if unit == "bytes" else f"{value:.1f}"
        print(f"  {name:<44}{number:>8} {unit:<6} of {limit:,} {'' if value <= limit else '  MISSED'}".rstrip())
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
