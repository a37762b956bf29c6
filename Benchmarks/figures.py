"""The figures that one process alone shows: build time, page size, memory and the first answer.

Each is measured on the release build and compared with its limit; any that misses makes this fail.
"""

import json
import os
import platform
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = ROOT / ".build" / "release"
LATCHKEY, SERVER = PROGRAMS / "latchkey", PROGRAMS / "latchkey-server"
RUNS = 31


def milliseconds(action):
    began = time.perf_counter()
    action()
    return (time.perf_counter() - began) * 1000


def build(site, output, *options):
    result = subprocess.run([LATCHKEY, "build", site, "--output", output, *options], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr)


def build_time(site, *options):
    """The median of many builds, each into a folder that isn't there yet, so that every file is written."""

    def once(folder):
        return milliseconds(lambda: build(site, f"{folder}/out", *options))

    times = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            times.append(once(folder))
    return statistics.median(times)


def pages(release):
    """Every page of a release: its app, its host, and a target that leads to it."""
    for app in json.loads(Path(release, "release.json").read_text())["apps"]:
        types = {file["name"]: file["type"] for file in app["files"]}
        for route in app["routes"]:
            if types.get(route.get("file"), "").startswith("text/html"):
                items = [f"{quote(name)}={quote(value)}" for name, value in route.get("conditions", {}).items()]
                items += [f"{quote(name)}=x" for name in route.get("required", [])]
                path = re.sub(r"{[^}]*}", "x", route["path"])
                yield app["name"], app["hosts"][0], path + ("?" + "&".join(items) if items else "")


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
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        if not answer.startswith(b"HTTP/1.1 200 "):
            sys.exit(f"{host} answers {target} with {answer[:60]!r}")
        return answer

    def resident(self):
        """In megabytes of a million bytes."""
        kibibytes = int(re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1])
        return kibibytes * 1024 / 1e6

    def stop(self):
        self.process.terminate()
        self.process.wait()


def main():
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        site = f"{folder}/Site"
        shutil.copytree(ROOT / "Site" / "artitec", f"{site}/artitec")
        figures.append(("build of Artitec, without compression", build_time(site, "--no-compress"), 25, "ms"))
        figures.append(("build of Artitec, compressed", build_time(site), 150, "ms"))

        release = f"{folder}/out"
        build(ROOT / "Site", release)
        first_answers = []
        for _ in range(RUNS):
            server = Server(release)
            first_answers.append(server.first_answer)
            server.stop()
        figures.append(("latchkey-server, start to first answer", statistics.median(first_answers), 20, "ms"))

        server = Server(release)
        sizes = [(len(server.get(target, host)), app, target.partition("?")[0]) for app, host, target in pages(release)]
        for app in dict.fromkeys(app for _, app, _ in sizes):
            size, _, path = max(each for each in sizes if each[1] == app)
            figures.append((f"largest page of {app}, {path}", size, 13_000, "bytes"))
        for _ in range(1000):
            server.get("/forgot-password")
        if Path("/proc").exists():
            figures.append(("latchkey-server, resident after 1,000 pages", server.resident(), 10, "MB"))
        server.stop()

    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores; medians of {RUNS} runs of the release build")
    print("Sizes are on the wire, in brotli, headers included.")
    missed = False
    for name, value, limit, unit in figures:
        missed |= value > limit
        number = f"{value:,.0f}" if unit == "bytes" else f"{value:.1f}"
        print(f"  {name:<48}{number:>8} {unit:<6} of {limit:,} {'' if value <= limit else '  MISSED'}".rstrip())
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
