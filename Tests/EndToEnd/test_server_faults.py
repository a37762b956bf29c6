"""Faults while `latchkey-server` is in use: silent clients, broken releases, a clock that jumps, a disk that is full, new certificates.

`make test` has each with few connections and repetitions; the full matrix has as many as the server is meant to bear.
"""

import json
import os
import re
import resource
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import programs
import pytest
from rawhttp import ask
from test_server_process import PAGE, break_release, built, certificate, metric, release, until  # noqa: F401, the two fixtures

REQUEST = f"GET {PAGE} HTTP/1.1\r\nHost: artitec.com\r\nConnection: close\r\n\r\n".encode()


def resident(process):
    """In megabytes of a million bytes."""
    with open(f"/proc/{process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) * 1024 / 1e6


class Load:
    """Clients that ask for a page over new connections, as long as the block lasts, and count what they get."""

    def __init__(self, port, threads=2, context=None):
        self.port, self.context = port, context
        self.times, self.failures = [], []
        self.stopped = threading.Event()
        self.threads = [threading.Thread(target=self.run) for _ in range(threads)]

    def run(self):
        while not self.stopped.is_set():
            begin = time.monotonic()
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=programs.PATIENCE) as connection:
                    if self.context:
                        connection = self.context.wrap_socket(connection, server_hostname="artitec.com")
                    connection.sendall(REQUEST)
                    answer = b""
                    while piece := connection.recv(65536):
                        answer += piece
                assert answer.startswith(b"HTTP/1.1 200 OK\r\n"), answer[:60]
                self.times.append(time.monotonic() - begin)
            except (OSError, AssertionError) as error:
                self.failures.append(repr(error))

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        for thread in self.threads:
            thread.join()


@pytest.mark.parametrize("most", [8192, 500], ids=["room for all", "room for few"])
def test_silent_and_dripping_clients_keep_nobody_else_waiting(release, is_full, most, record_property):
    idle, dripping = (5_000, 500) if is_full else (600, 60)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = idle + dripping + 500
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"takes {wanted} file descriptors")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    try:
        with programs.serve(release, "--connections", str(most)) as running:
            held = []
            for number in range(idle + dripping):
                connection = socket.create_connection(("127.0.0.1", running.port), timeout=programs.PATIENCE)
                connection.setblocking(False)
                held.append(connection)
            dripped = held[idle:]
            with Load(running.port) as load:
                end = time.monotonic() + (30 if is_full else 3)
                text = b"GET / HTTP/1.1\r\nX-Slow: " + b"a" * 100_000
                place = 0
                while time.monotonic() < end or len(load.times) <= 50 and time.monotonic() < end + programs.PATIENCE:
                    for connection in dripped:
                        try:
                            connection.send(text[place : place + 1])
                        except OSError:
                            pass
                    place += 1
                    time.sleep(0.2)
            for connection in held:
                connection.close()
            slow = sum(each > 0.1 for each in load.times)
            print(f"{idle} idle, {dripping} dripping, room for {most}: {len(load.times)} requests, {slow} over 100 ms, "
                  f"{len(load.failures)} failed; {resident(running.process):.1f} MB")
            assert load.failures == []
            assert len(load.times) > 50
            assert running.stop() == (0, "")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_reloads_half_of_which_are_broken_fail_no_request(release, tmp_path, is_full):
    good = (release / "release.json").read_bytes()
    manifest = json.loads(good)
    other = tmp_path / "other"
    site = programs.copy_site(tmp_path, "artitec")
    page = site / "artitec" / "forgot-password.md"
    page.write_text(page.read_text().replace("## Forgot Password?", "## Another"))
    programs.build(site, other)
    shutil.copytree(other, release, dirs_exist_ok=True)
    second = (other / "release.json").read_bytes()
    missing = json.loads(good)
    missing["apps"][0]["files"][0]["variants"][0]["hash"] = "0" * 16
    broken = [b"", b"{", good[: len(good) // 2], good.replace(b'"version":1', b'"version":2'), json.dumps(missing).encode(),
              json.dumps({**manifest, "apps": 5}).encode()]
    count = 1_000 if is_full else 40
    with programs.Running(programs.SERVER, release, "--listen", "127.0.0.1:0", "--admin", ":0", lines=2) as running:
        admin = int(running.said[1].rpartition(":")[2])
        # Whoever reads the messages must not keep the server waiting.
        threading.Thread(target=running.process.stderr.read, daemon=True).start()

        def replace(content):
            name = "latchkey_reloads_total" if content in (good, second) else "latchkey_reload_failures_total"
            before = metric(admin, name)
            (tmp_path / "next").write_bytes(content)
            os.replace(tmp_path / "next", release / "release.json")
            running.process.send_signal(signal.SIGHUP)
            until(lambda: metric(admin, name) > before)

        for content in (good, second) * 10:
            replace(content)
        before = resident(running.process)
        with Load(running.port) as load:
            for number in range(count):
                replace(broken[number // 2 % len(broken)] if number % 2 else (good, second)[number // 2 % 2])
        after = resident(running.process)
        print(f"{count} reloads: {len(load.times)} requests, {len(load.failures)} failed; {before:.1f} MB, then {after:.1f} MB")
        assert load.failures == []
        assert after < before + 3
        running.process.terminate()
        assert running.process.wait(timeout=programs.PATIENCE) == 0


def test_a_certificate_that_is_replaced_under_load_fails_no_connection(release, tmp_path, is_full):
    pairs = []
    for number in range(2):
        (tmp_path / str(number)).mkdir()
        pairs.append(certificate(tmp_path / str(number), "artitec.com"))
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

    def place(pair):
        for source, target in zip(pair, (cert, key), strict=True):
            shutil.copy(source, tmp_path / "next")
            os.replace(tmp_path / "next", target)

    place(pairs[0])
    with programs.serve(release, "--tls-cert", cert, "--tls-key", key) as running:
        threading.Thread(target=running.process.stderr.read, daemon=True).start()
        with Load(running.port, context=context) as load:
            for number in range(200 if is_full else 20):
                pair = pairs[(number + 1) % 2]
                place(pair)
                running.process.send_signal(signal.SIGHUP)
                until(lambda: ssl.get_server_certificate(("127.0.0.1", running.port)) == pair[0].read_text())
            until(lambda: len(load.times) > 20)
        assert load.failures == []


@pytest.mark.skipif(not os.path.exists("/proc/self"), reason="preloads a clock")
def test_a_clock_that_jumps_changes_nothing_but_the_date(release, tmp_path):
    clock, library = tmp_path / "offset", tmp_path / "clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, Path(__file__).parent / "servers" / "clock.c"], check=True)
    clock.write_text("0")
    environment = {**os.environ, "LD_PRELOAD": str(library), "CLOCK_OFFSET": str(clock)}
    with programs.Running(programs.SERVER, release, "--listen", "127.0.0.1:0", environment=environment) as running:
        with socket.create_connection(("127.0.0.1", running.port), timeout=programs.PATIENCE) as kept:

            def is_dated(days):
                kept.sendall(REQUEST.replace(b"Connection: close\r\n", b""))
                answer = b""
                while b"\r\n\r\n" not in answer or len(answer.partition(b"\r\n\r\n")[2]) < length(answer):
                    answer += kept.recv(65536)
                assert answer.startswith(b"HTTP/1.1 200")
                return f"{datetime.now(UTC) + timedelta(days):%d %b %Y}".encode() in answer

            for days in (0, 3_650, -400, 1, 0):
                clock.write_text(str(days * 86_400))
                until(lambda: is_dated(days))
                assert ask(running.port, PAGE).status == 200
        assert running.stop() == (0, "")


def length(answer):
    return int(re.search(rb"Content-Length: (\d+)", answer)[1])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="writes to /dev/full")
def test_a_full_disk_under_the_logs_stops_no_answer(release):
    port = programs.free_ports(2)
    with open("/dev/full", "wb") as full:
        process = subprocess.Popen(
            [programs.SERVER, release, "--listen", f"127.0.0.1:{port}", "--admin", f":{port + 1}", "--access-log"], stdout=full, stderr=full)
    try:
        until(lambda: ready(port))
        for _ in range(200):
            assert ask(port, PAGE).status == 200
        break_release(release, process, port + 1)
        assert ask(port, PAGE).status == 200
        process.terminate()
        assert process.wait(timeout=programs.PATIENCE) == 0
    finally:
        process.kill()
        process.wait()


def ready(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    except OSError:
        return False


TOKEN = "s3eded-t0ken-0f-a-c0re"


def memory(pid):
    """Every readable byte of a process, as a debugger would write it into a core."""
    with open(f"/proc/{pid}/mem", "rb") as file:
        for line in open(f"/proc/{pid}/maps"):
            area, rights = line.split()[:2]
            start, end = (int(place, 16) for place in area.split("-"))
            if "r" not in rights or "[v" in line:
                continue
            file.seek(start)
            yield file.read(end - start)


@pytest.mark.full
@pytest.mark.skipif(os.geteuid() != 0 or not os.path.exists("/proc/self/mem"), reason="only root reads another process's memory")
def test_nothing_of_a_request_is_left_in_the_memory_of_the_service(release):
    """With the environment of the package's unit."""
    unit = (programs.ROOT / "Packaging" / "latchkey-server.service").read_text()
    tunables = re.search(r"(?m)^Environment=GLIBC_TUNABLES=(.*)$", unit)[1]
    environment = {**os.environ, "GLIBC_TUNABLES": tunables}
    with programs.Running(programs.SERVER, release, "--listen", "127.0.0.1:0", environment=environment) as running:
        agents = ["Mozilla/5.0 (iPhone) Version/17.5 Mobile/15E148 Safari/604.1", f"x {TOKEN}"]
        targets = [f"/reset-password?token={TOKEN}", f"/open/reset-password?token={TOKEN}", f"/{TOKEN}", f"/open/reset-password?{TOKEN}"]
        for target in targets * 3:
            for agent in agents:
                ask(running.port, target, f"User-Agent: {agent}", f"Cookie: {TOKEN}", f'If-None-Match: "{TOKEN}"')
                ask(running.port, target, f"X-{TOKEN}: {TOKEN}", "Content-Length: 0", method="POST")
        with socket.create_connection(("127.0.0.1", running.port)) as half:
            # A request that is not there to its end has to be remembered, and can be found.
            half.sendall(f"GET /reset-password?token={TOKEN} HTTP/1.1\r\nHost: artitec.com\r\nX".encode())
            until(lambda: any(TOKEN.encode() in part for part in memory(running.process.pid)))
        until(lambda: not any(TOKEN.encode() in part for part in memory(running.process.pid)))


def test_a_process_that_is_killed_leaves_no_core_with_a_token(release, tmp_path):
    # A core would be written where the process stands.
    script = f"cd {tmp_path}; ulimit -c unlimited; exec {programs.SERVER} {release} --listen 127.0.0.1:0"
    # A debug build would have Swift's own handler attach to it.
    with programs.Running("/bin/sh", "-c", script, environment={**os.environ, "SWIFT_BACKTRACE": "enable=no"}) as running:
        for _ in range(20):
            assert ask(running.port, f"/reset-password?token={TOKEN}", f"X-Token: {TOKEN}").status == 200
        os.kill(running.process.pid, signal.SIGABRT)
        _, status = os.waitpid(running.process.pid, 0)
        running.process.returncode = -signal.SIGABRT
    assert os.WTERMSIG(status) == signal.SIGABRT
    assert not os.WCOREDUMP(status)
    assert [path for path in tmp_path.rglob("core*")] == []
