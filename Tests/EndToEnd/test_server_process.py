"""`latchkey-server` as a process that is left running: releases that go wrong, certificates, signals, logs and metrics."""

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
from pathlib import Path

import programs
import pytest
from rawhttp import ask, exchange, parse

PAGE = "/forgot-password"
TOKEN = "s3cr3t-t0ken-that-is-nowhere"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A release of one app, for every test to copy."""
    folder = tmp_path_factory.mktemp("built")
    programs.build(programs.copy_site(folder, "artitec"), folder / "Output")
    return folder / "Output"


@pytest.fixture
def release(built, tmp_path):
    shutil.copytree(built, tmp_path / "Output")
    return tmp_path / "Output"


def until(condition, seconds=programs.PATIENCE):
    """Waits for something that is to become true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError("it has not become so")


def metric(admin, name):
    """The value of a metric without labels; `admin` is the port."""
    return int(re.search(rf"(?m)^{name} (\d+)$", ask(admin, "/metrics").body.decode())[1])


def break_release(release, process, admin):
    """Puts a broken release in the place of a good one, and waits until the server has reported it."""
    (release / "release.json").write_text("{")
    # The second attempt begins when the first has been reported.
    for count in (0, 1):
        process.send_signal(signal.SIGHUP)
        until(lambda: metric(admin, "latchkey_reload_failures_total") > count)


def certificate(folder, host, *algorithm, days=30):
    """A certificate of its own signing and its key."""
    cert, key = folder / f"{host}{len(algorithm)}.pem", folder / f"{host}{len(algorithm)}.key"
    algorithm = algorithm or ("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", *algorithm, "-nodes", "-days", str(days),
         "-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}", "-keyout", key, "-out", cert],
        check=True, capture_output=True)
    return cert, key


class TestReleases:
    def test_a_release_that_arrives_in_pieces_is_taken_over_when_it_is_whole(self, release, tmp_path):
        site = programs.copy_site(tmp_path, "artitec")
        page = site / "artitec" / "forgot-password.md"
        page.write_text(page.read_text().replace("Forgot", "Mislaid"))
        programs.build(site, tmp_path / "Next")
        with programs.serve(release) as running:
            assert b"Mislaid" not in ask(running.port, PAGE).body
            # The manifest first and its files later: the order of a careless copy.
            shutil.copy(tmp_path / "Next" / "release.json", release / "release.json")
            running.reports("the file is missing; the previous release is still served")
            assert ask(running.port, PAGE).status == 200
            shutil.copytree(tmp_path / "Next", release, dirs_exist_ok=True)
            until(lambda: b"Mislaid" in ask(running.port, PAGE).body)
            status, stderr = running.stop()
        assert status == 0
        assert stderr.count("the file is missing; the previous release is still served") == 1

    @pytest.mark.parametrize(
        "change",
        [
            lambda text: text.replace('"length":', '"length":4611686018427387904,"was":', 1),
            lambda text: text.replace('["Cache-Control","', '["Content-Length","', 1),
            lambda text: re.sub(r'\["Referrer-Policy","[^"]*"\]', '["Referrer-Policy",""]', text, count=1),
            lambda text: text.replace("no-referrer", "x" * 20_000, 1),
            lambda text: text[: len(text) // 2],
            lambda text: "",
            lambda text: "[" * 100_000,
        ],
        ids=["length", "Content-Length", "empty value", "long value", "half", "nothing", "deep"],
    )
    def test_no_manifest_ends_the_server(self, release, change):
        manifest = release / "release.json"
        good = manifest.read_text()
        with programs.serve(release) as running:
            manifest.write_text(change(good))
            running.process.send_signal(signal.SIGHUP)
            running.reports(f"error: {manifest}")
            assert ask(running.port, PAGE).status == 200
            manifest.write_text(good)
            running.process.send_signal(signal.SIGHUP)
            status, stderr = running.stop()
        assert status == 0
        assert stderr.startswith(f"error: {manifest}")

    @pytest.mark.parametrize("name", ["release.json", "page"])
    def test_a_pipe_in_the_place_of_a_file_keeps_nobody_waiting(self, release, name):
        path = release / "release.json"
        if name == "page":
            path = next((release / "artitec" / "web").glob("forgot-password.*.html"))
        with programs.serve(release) as running:
            path.unlink()
            os.mkfifo(path)
            running.process.send_signal(signal.SIGHUP)
            running.reports("this is not a file")
            assert ask(running.port, PAGE).status == 200
            assert running.stop()[0] == 0

    def test_nobody_needs_to_read_its_standard_error(self, release):
        process = subprocess.Popen(
            [programs.SERVER, release, "--listen", "127.0.0.1:0", "--admin", ":0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        port, admin = (int(process.stdout.readline().decode().rpartition(":")[2]) for _ in range(2))
        process.stderr.close()
        break_release(release, process, admin)
        assert ask(port, PAGE).status == 200
        process.terminate()
        assert process.wait(timeout=programs.PATIENCE) == 0


class TestTLS:
    def context(self, cert):
        context = ssl.create_default_context(cafile=cert)
        context.set_alpn_protocols(["h2", "http/1.1"])
        return context

    def ask(self, port, host, cert, target=PAGE):
        with socket.create_connection(("127.0.0.1", port), timeout=programs.PATIENCE) as plain:
            with self.context(cert).wrap_socket(plain, server_hostname=host) as connection:
                connection.sendall(f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
                answer = b"".join(iter(lambda: connection.recv(65536), b""))
                return parse(answer), connection.version(), connection.selected_alpn_protocol()

    def test_each_host_has_its_certificate_and_a_new_one_is_taken_over(self, release, tmp_path):
        cert, key = certificate(tmp_path, "artitec.com")
        other, other_key = certificate(tmp_path, "other.example")
        flags = ["--tls-cert", cert, "--tls-key", key, "--tls-cert", other, "--tls-key", other_key]
        with programs.serve(release, *flags) as running:
            assert running.said[0].startswith("https://")
            for _ in range(3):
                answer, version, protocol = self.ask(running.port, "artitec.com", cert)
                assert (answer.status, version, protocol) == (200, "TLSv1.3", "http/1.1")
                assert b"Artitec" in answer.body
            assert self.ask(running.port, "other.example", other)[0].status == 421
            (tmp_path / "new").mkdir()
            new, new_key = certificate(tmp_path / "new", "artitec.com")
            with pytest.raises(ssl.SSLCertVerificationError):
                self.ask(running.port, "artitec.com", new)
            shutil.copy(new_key, key)
            shutil.copy(new, cert)
            running.process.send_signal(signal.SIGHUP)
            until(lambda: self.works(running.port, new))
            assert running.stop()[0] == 0

    def test_a_certificate_is_chosen_by_name_then_by_wildcard_then_by_order(self, release, tmp_path):
        hosts = ["artitec.com", "*.example.com", "a.example.com", "*.other.example"]
        pairs = {host: certificate(tmp_path, host) for host in hosts}
        # For the same names, with a key of another kind: the client's algorithms choose.
        pairs["rsa"] = certificate(tmp_path, "*.example.com", "rsa:2048")
        flags = [word for cert, key in pairs.values() for word in ("--tls-cert", cert, "--tls-key", key)]

        def chosen(host, ciphers=None):
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            if ciphers:
                context.maximum_version = ssl.TLSVersion.TLSv1_2
                context.set_ciphers(ciphers)
            with socket.create_connection(("127.0.0.1", running.port), timeout=programs.PATIENCE) as plain:
                with context.wrap_socket(plain, server_hostname=host) as connection:
                    given = ssl.DER_cert_to_PEM_cert(connection.getpeercert(True))
            return next(name for name, (cert, _) in pairs.items() if given.strip() in cert.read_text())

        with programs.serve(release, *flags) as running:
            assert chosen("artitec.com") == "artitec.com"
            assert chosen("a.example.com") == "a.example.com"
            assert chosen("A.Example.com") == "a.example.com"
            assert chosen("b.example.com", "ECDHE-ECDSA-AES128-GCM-SHA256") == "*.example.com"
            assert chosen("b.example.com", "ECDHE-RSA-AES128-GCM-SHA256") == "rsa"
            assert chosen("x.other.example") == "*.other.example"
            # A wildcard stands for one label (RFC 6125, section 6.4.3).
            for host in ["x.y.other.example", "other.example", "unknown.example", None]:
                assert chosen(host) == "artitec.com", host

    def test_a_pipe_in_the_place_of_a_key_keeps_nobody_waiting(self, release, tmp_path):
        cert, key = certificate(tmp_path, "artitec.com")
        with programs.serve(release, "--tls-cert", cert, "--tls-key", key) as running:
            key.unlink()
            os.mkfifo(key)
            running.process.send_signal(signal.SIGHUP)
            running.reports(f"cannot use the certificate or key '{key}': this is not a file; the previous pair is still in use")
            assert self.ask(running.port, "artitec.com", cert)[0].status == 200
            assert running.stop()[0] == 0
        result = programs.run(programs.SERVER, release, "--listen", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key)
        assert (result.returncode, result.stderr) == (1, f"error: cannot use the certificate or key '{key}': this is not a file\n")

    @pytest.mark.skipif(not os.path.exists("/proc/self"), reason="preloads a clock")
    def test_a_pair_that_cannot_be_read_keeps_no_other_from_being_renewed(self, release, tmp_path):
        clock, library = tmp_path / "offset", tmp_path / "clock.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, Path(__file__).parent / "servers" / "clock.c"], check=True)
        clock.write_text("0")
        cert, key = certificate(tmp_path, "artitec.com", days=10)
        other, other_key = certificate(tmp_path, "other.example")
        (tmp_path / "new").mkdir()
        new, new_key = certificate(tmp_path / "new", "artitec.com", days=99)
        kept = Path(shutil.copy(other, tmp_path / "kept.pem"))
        flags = ["--tls-cert", cert, "--tls-key", key, "--tls-cert", other, "--tls-key", other_key]
        environment = {**os.environ, "LD_PRELOAD": str(library), "CLOCK_OFFSET": str(clock)}
        with programs.Running(programs.SERVER, release, "--listen", "127.0.0.1:0", *flags, environment=environment) as running:
            other.unlink()
            unread = f"cannot read the certificate or key '{other}': no such file or directory; the previous pair is still in use"
            running.reports(unread)
            shutil.copy(new_key, key)
            shutil.copy(new, cert)
            until(lambda: self.works(running.port, new))
            assert self.ask(running.port, "other.example", kept)[0].status == 421
            clock.write_text(str(27 * 86_400 + 7_200))
            running.reports(unread, times=2)
            shutil.copy(kept, other)
            running.reports(f"the certificate '{other}' expires on ")
            shutil.copy(new, other)
            shutil.copy(new_key, other_key)
            running.reports(f"the certificate '{other}' was reloaded, and expires on ")
            status, said = running.stop()
        assert status == 0
        assert said.count(unread) == 2, said

    def test_the_port_of_plain_http_is_seen_from_outside_as_well(self, release, tmp_path):
        cert, key = certificate(tmp_path, "artitec.com")
        flags = ["--tls-cert", cert, "--tls-key", key, "--redirect-http", "127.0.0.1:0", "--admin", ":0", "--access-log"]
        with programs.Running(programs.SERVER, release, "--listen", "127.0.0.1:0", *flags, lines=3) as running:
            admin, plain = (int(line.rpartition(":")[2]) for line in running.said[1:])
            ask(plain, "/reset-password?token=SECRET")
            ask(plain, "/.well-known/acme-challenge/SECRET")
            exchange(plain, b"BAD\r\n\r\n")
            metrics = ask(admin, "/metrics").body.decode()
            assert 'latchkey_requests_total{app="artitec",route="http-to-https",status="301"} 1' in metrics
            assert 'latchkey_requests_total{app="artitec",route="acme-challenge",status="404"} 1' in metrics
            assert 'latchkey_refusals_total{reason="request-line"} 1' in metrics
            assert "latchkey_connections_accepted_total 3" in metrics
            assert "SECRET" not in metrics
            line = json.loads(running.process.stdout.readline())
            assert (line["app"], line["route"], line["status"]) == ("artitec", "http-to-https", 301)

    def works(self, port, cert):
        with contextlib.suppress(ssl.SSLError):
            return self.ask(port, "artitec.com", cert)[0].status == 200

    @pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1])
    @pytest.mark.filterwarnings("ignore::DeprecationWarning")
    def test_old_versions_are_refused(self, release, tmp_path, version):
        cert, key = certificate(tmp_path, "artitec.com")
        with programs.serve(release, "--tls-cert", cert, "--tls-key", key) as running:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            context.set_ciphers("ALL:@SECLEVEL=0")
            context.minimum_version = context.maximum_version = version
            with socket.create_connection(("127.0.0.1", running.port), timeout=programs.PATIENCE) as plain:
                with pytest.raises((ssl.SSLError, ConnectionError)):
                    context.wrap_socket(plain)
            # Plain HTTP on the port of TLS harms nobody.
            exchange(running.port, b"GET / HTTP/1.1\r\nHost: artitec.com\r\n\r\n")
            assert self.ask(running.port, "artitec.com", cert)[0].status == 200

    def test_a_key_that_is_not_the_certificates_is_one_clear_line(self, release, tmp_path):
        cert, _ = certificate(tmp_path, "artitec.com")
        _, key = certificate(tmp_path, "other.example")
        result = programs.run(programs.SERVER, release, "--listen", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key)
        assert result.returncode == 1
        assert result.stderr == (
            f"error: cannot use the certificate '{cert}' with the key '{key}': the key is not that of the certificate\n")

    def test_plain_http_is_sent_on_but_for_challenges(self, release, tmp_path):
        cert, key = certificate(tmp_path, "artitec.com")
        (tmp_path / "challenges").mkdir()
        (tmp_path / "challenges" / "tok-en_1").write_text("answer")
        (tmp_path / "secret").write_text("secret")
        flags = ["--tls-cert", cert, "--tls-key", key, "--redirect-http", "127.0.0.1:0"]
        flags += ["--acme-challenges", tmp_path / "challenges"]
        running = programs.Running(programs.SERVER, release, "--listen", "127.0.0.1:0", *flags, lines=2)
        with running:
            port = int(running.said[1].rpartition(":")[2])
            answer = ask(port, "/reset-password?token=a%2Bb")
            target = f"artitec.com:{running.port}/reset-password?token=a%2Bb"
            assert (answer.status, answer["Location"]) == (301, f"https://{target}")
            assert answer["Cache-Control"] == "no-store"
            assert ask(port, "/", host="evil.example").status == 421
            assert ask(port, "/.well-known/acme-challenge/tok-en_1").body == b"answer"
            for path in ["", "x", "../secret", "..%2fsecret", "%2e%2e/secret", "tok-en_1/"]:
                assert ask(port, f"/.well-known/acme-challenge/{path}").status == 404

    def test_the_first_certificate_can_be_had_over_plain_http(self, release, tmp_path):
        (tmp_path / "tok-en_1").write_text("answer")
        with programs.serve(release, "--acme-challenges", tmp_path) as running:
            assert ask(running.port, "/.well-known/acme-challenge/tok-en_1").body == b"answer"
            assert ask(running.port, "/.well-known/acme-challenge/tok-en_2").status == 404
            assert ask(running.port, PAGE).status == 200

    def test_the_port_that_clients_reach_can_be_another(self, release, tmp_path):
        cert, key = certificate(tmp_path, "artitec.com")
        flags = ["--tls-cert", cert, "--tls-key", key, "--redirect-http", "127.0.0.1:0", "--https-port", "443"]
        with programs.Running(programs.SERVER, release, "--listen", "127.0.0.1:0", *flags, lines=2) as running:
            port = int(running.said[1].rpartition(":")[2])
            assert ask(port, PAGE)["Location"] == f"https://artitec.com{PAGE}"


class TestSeenFromOutside:
    @pytest.fixture
    def running(self, release):
        flags = ["--admin", ":0", "--access-log", "--log-format", "json"]
        with programs.Running(programs.SERVER, release, "--listen", "127.0.0.1:0", *flags, lines=2) as running:
            running.admin = int(running.said[1].rpartition(":")[2])
            yield running

    def test_health_readiness_and_metrics(self, running, built):
        assert running.said[1].startswith("http://127.0.0.1:")
        ask(running.port, PAGE)
        ask(running.port, "/nowhere")
        exchange(running.port, b"BAD\r\n\r\n")
        assert ask(running.admin, "/healthz").status == 200
        ready = ask(running.admin, "/readyz")
        assert (ready.status, ready.body.decode().split()) == (200, ["ready", json.loads((built / "release.json").read_text())["id"]])
        metrics = ask(running.admin, "/metrics")
        assert metrics["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
        for line in [
            'latchkey_requests_total{app="artitec",route="/forgot-password",status="200"} 1',
            'latchkey_requests_total{app="artitec",route="",status="404"} 1',
            'latchkey_refusals_total{reason="request-line"} 1',
            "latchkey_reloads_total 0",
        ]:
            assert f"\n{line}\n" in metrics.body.decode()
        if shutil.which("promtool"):
            subprocess.run(["promtool", "check", "metrics"], input=metrics.body, check=True, capture_output=True)

    def test_a_token_is_in_nothing_that_comes_out(self, running):
        agent = f"User-Agent: Mozilla/5.0 (iPhone; {TOKEN}) Version/17.5 Mobile/15E148 Safari/604.1"
        for target in [
            f"/reset-password?token={TOKEN}", f"/open/reset-password?token={TOKEN}", f"/{TOKEN}", f"/nowhere?{TOKEN}={TOKEN}",
            f"/open/{TOKEN}", f"/open/reset-password?token={TOKEN}&token={TOKEN}", f"/a%{TOKEN}", f"/a\\{TOKEN}",
        ]:
            for method in ["GET", "HEAD", "POST", "BREW", TOKEN]:
                ask(running.port, target, agent, f"Referer: https://x/{TOKEN}", f"Cookie: a={TOKEN}", f"X-{TOKEN}: {TOKEN}",
                    f"Authorization: Bearer {TOKEN}", f"If-None-Match: \"{TOKEN}\"", "Content-Length: 0", method=method)
        for raw in [
            f"GET /{TOKEN}", f"GET / HTTP/1.1\r\nHost: {TOKEN}\r\n\r\n", f"{TOKEN} {TOKEN} {TOKEN}\r\n\r\n",
            f"GET / HTTP/1.1\r\nHost: artitec.com\r\n{TOKEN} : x\r\n\r\n",
            f"POST / HTTP/1.1\r\nHost: artitec.com\r\nContent-Length: {len(TOKEN)}\r\nConnection: close\r\n\r\n{TOKEN}",
        ]:
            with socket.create_connection(("127.0.0.1", running.port)) as connection:
                connection.sendall(raw.encode())
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):
                    pass
        metrics = ask(running.admin, "/metrics").body.decode()
        running.process.send_signal(signal.SIGTERM)
        said, stderr = running.process.communicate(timeout=programs.PATIENCE)
        assert TOKEN not in metrics + said.decode() + stderr.decode()
        lines = [json.loads(line) for line in said.decode().splitlines()]
        assert len(lines) >= 40
        opened = next(line for line in lines if line.get("route") == "/open/reset-password" and line["method"] == "GET")
        assert (opened["app"], opened["status"], opened["client"]) == ("artitec", 302, "iphone-browser")
        assert set(opened) == {"time", "method", "app", "route", "status", "bytes", "microseconds", "client", "id"}
        assert len({line["id"] for line in lines}) == len(lines)

    def test_the_servers_own_messages_are_json_too(self, release, running):
        (release / "release.json").write_text("{")
        running.process.send_signal(signal.SIGHUP)
        running.reports("\n")
        record = json.loads(running.stop()[1])
        assert record["level"] == "error"
        assert record["message"].endswith("; the previous release is still served")


class TestFaults:
    def test_signals_that_rotate_the_logs_of_other_servers_are_ignored(self, release):
        with programs.serve(release) as running:
            for name in (signal.SIGUSR1, signal.SIGUSR2):
                running.process.send_signal(name)
                assert ask(running.port, PAGE).status == 200
            assert running.stop() == (0, "")

    def test_the_default_of_connections_fits_the_memory(self, release):
        # Without a limit of connections, this many heads would take 200 MB: the server would abort.
        script = f"ulimit -v 150000; exec {programs.SERVER} {release} --listen 127.0.0.1:0"
        with programs.Running("/bin/sh", "-c", script) as running:
            head = f"GET {PAGE} HTTP/1.1\r\nHost: artitec.com\r\nX: ".encode() + b"a" * 30_000
            held = []
            for _ in range(3_000):
                connection = socket.create_connection(("127.0.0.1", running.port), timeout=programs.PATIENCE)
                try:
                    connection.sendall(head)
                except OSError:
                    pass
                held.append(connection)
            for connection in held:
                connection.close()

            def is_served():
                try:
                    return ask(running.port, PAGE).status == 200
                except (OSError, AssertionError):
                    return False

            # It closes those above its limit at once, until it has seen that the others were closed.
            until(is_served)
            assert running.stop() == (0, "")

    def test_a_manifest_forges_no_line_of_the_log(self, release):
        manifest = json.loads((release / "release.json").read_text())
        manifest["apps"][0]["hosts"] = ["a\r\nerror: forged \x1b[2J\u202e"]
        with programs.serve(release) as running:
            (release / "release.json").write_text(json.dumps(manifest))
            running.process.send_signal(signal.SIGHUP)
            line = running.process.stderr.readline().decode()
            assert line.startswith("error: ") and line.endswith("; the previous release is still served\n")
            assert "a\ufffd\ufffderror: forged \ufffd[2J\ufffd" in line
            assert running.stop()[0] == 0

    def test_running_out_of_descriptors_is_survived_and_said_once(self, release):
        with programs.Running(
            "/bin/sh", "-c", f"ulimit -n 150; exec {programs.SERVER} {release} --listen 127.0.0.1:0 --connections 10000"
        ) as running:
            silent = []
            for _ in range(300):
                silent.append(socket.create_connection(("127.0.0.1", running.port), timeout=programs.PATIENCE))
            assert ask(running.port, PAGE).status == 200
            for each in silent:
                each.close()
            assert ask(running.port, PAGE).status == 200
            status, stderr = running.stop()
        assert status == 0
        assert stderr.count("\n") <= 1

    @pytest.mark.parametrize("together", [False, True], ids=["standard output", "both in one pipe"])
    def test_a_log_that_nobody_reads_keeps_nothing_waiting(self, release, tmp_path, together):
        reading, writing = os.pipe()
        port = programs.free_ports(2)
        process = subprocess.Popen(
            [programs.SERVER, release, "--listen", f"127.0.0.1:{port}", "--admin", f":{port + 1}", "--access-log"],
            stdout=writing, stderr=writing if together else subprocess.DEVNULL)
        os.close(writing)
        try:
            until(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)
            # More lines than the pipe takes.
            with socket.create_connection(("127.0.0.1", port)) as connection:
                head = f"HEAD {PAGE} HTTP/1.1\r\nHost: artitec.com\r\n\r\n".encode()
                for _ in range(20):
                    connection.sendall(head * 50)
                    received = b""
                    while received.count(b"HTTP/1.1 200") < 50:
                        received += connection.recv(65536)
            break_release(release, process, port + 1)
            assert ask(port, PAGE).status == 200
            process.terminate()
            assert process.wait(timeout=programs.PATIENCE) == 0
        finally:
            os.close(reading)
            process.kill()
            process.wait()

    def test_while_it_stops_nobody_else_can_connect(self, release):
        with programs.Running(programs.SERVER, release, "--listen", "127.0.0.1:0", "--admin", ":0", lines=2) as running:
            slow = socket.create_connection(("127.0.0.1", running.port))
            slow.sendall(b"GET / HTT")
            admin = int(running.said[1].rpartition(":")[2])
            until(lambda: metric(admin, "latchkey_connections_accepted_total") == 1)
            running.process.terminate()

            def is_refused():
                try:
                    socket.create_connection(("127.0.0.1", running.port)).close()
                except ConnectionRefusedError:
                    return True
                return False

            until(is_refused)
            slow.sendall(b"P/1.1\r\nHost: artitec.com\r\n\r\n")
            assert slow.recv(65536).startswith(b"HTTP/1.1 ")
            slow.close()
            assert running.process.wait(timeout=programs.PATIENCE) == 0

    def test_stopping_lets_every_answer_out_and_says_that_the_connection_ends(self, release):
        with programs.serve(release) as running:
            request = b"GET /forgot-password HTTP/1.1\r\nHost: artitec.com\r\n\r\n"
            failures, answered, closing = [], [], []

            def load():
                with socket.create_connection(("127.0.0.1", running.port), timeout=programs.PATIENCE) as connection:
                    while True:
                        connection.sendall(request)
                        answer = b""
                        while b"\r\n\r\n" not in answer:
                            piece = connection.recv(65536)
                            if not piece:
                                failures.append(answer)
                                return
                            answer += piece
                        head, _, body = answer.partition(b"\r\n\r\n")
                        length = int(re.search(rb"Content-Length: (\d+)", head)[1])
                        while len(body) < length:
                            body += connection.recv(65536)
                        answered.append(1)
                        if b"Connection: close" in head:
                            closing.append(1)
                            return

            threads = [threading.Thread(target=load) for _ in range(4)]
            for thread in threads:
                thread.start()
            until(lambda: len(answered) > 200)
            begin = time.monotonic()
            assert running.stop() == (0, "")
            assert time.monotonic() - begin < 5
            for thread in threads:
                thread.join()
        assert (failures, len(closing)) == ([], 4)

    def test_a_process_that_stood_still_goes_on(self, release):
        with programs.serve(release, "--idle-timeout", "1") as running:
            with socket.create_connection(("127.0.0.1", running.port), timeout=programs.PATIENCE) as connection:
                connection.sendall(b"HEAD /forgot-password HTTP/1.1\r\nHost: artitec.com\r\n\r\n")
                assert connection.recv(65536).startswith(b"HTTP/1.1 200")
                running.process.send_signal(signal.SIGSTOP)
                connection.sendall(b"GET /forgot-password HTTP/1.1\r\nHost: artitec.com\r\nConnection: close\r\n\r\n")
                # Longer than the timeout; a process that stands still shows nothing to wait for.
                time.sleep(1.5)
                running.process.send_signal(signal.SIGCONT)
                assert connection.recv(12) == b"HTTP/1.1 200"
            assert ask(running.port, PAGE).status == 200

    def test_sockets_that_were_handed_over_are_listened_to_by_name(self, release, tmp_path):
        cert, key = certificate(tmp_path, "artitec.com")
        with socket.create_server(("127.0.0.1", 0)) as listening, socket.create_server(("127.0.0.1", 0)) as plain:
            script = (
                f"exec 3<&{listening.fileno()} 4<&{plain.fileno()}; export LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=x:redirect-http; "
                f"exec {programs.SERVER} {release} --tls-cert {cert} --tls-key {key} --https-port 443")
            process = subprocess.Popen(
                ["/bin/bash", "-c", script], stdout=subprocess.PIPE, text=True, pass_fds=[listening.fileno(), plain.fileno()])
            ports = [each.getsockname()[1] for each in (listening, plain)]
            said = [process.stdout.readline() for _ in ports]
            assert said == [f"https://127.0.0.1:{ports[0]}\n", f"http://127.0.0.1:{ports[1]}\n"]
            assert TestTLS().ask(ports[0], "artitec.com", cert)[0].status == 200
            assert ask(ports[1], PAGE)["Location"] == f"https://artitec.com{PAGE}"
            process.terminate()
            assert process.wait(timeout=programs.PATIENCE) == 0
            process.stdout.close()


class TestFlags:
    @pytest.mark.parametrize(
        ("flags", "message"),
        [
            (["--trusted-proxy", "x"], "The value 'x' is invalid for '--trusted-proxy <cidr>'. Write it like 10.0.0.0/8 or fd00::1"),
            (["--tls-cert", "x"], "Each '--tls-cert <file>' needs its '--tls-key <file>', in the same order"),
            (
                ["--acme-challenges", "x", "--tls-cert", "x", "--tls-key", "x"],
                "'--acme-challenges' needs '--redirect-http <addr:port>'",
            ),
            (["--https-port", "443"], "'--https-port' needs '--redirect-http <addr:port>'"),
            (
                ["--redirect-http", ":80"],
                "'--redirect-http <addr:port>' needs '--tls-cert <file>' and '--tls-key <file>'. "
                "Behind a proxy that terminates TLS, let the proxy redirect",
            ),
            (["--open-rate", "-1"], "The value '-1' is invalid for '--open-rate <n>'. Give a number from 0 to 1000000"),
            (["--admin", "9100"], "The value '9100' is invalid for '--admin <addr:port>'. Write it like 127.0.0.1:9100 or :9100"),
            (["--idle-timeout", "0"], "The value '0' is invalid for '--idle-timeout <seconds>'. Give a number from 1 to 3600"),
            (["--head-timeout", "5"], "Unknown option '--head-timeout'. The head of a request may take 10 seconds"),
            (["--request-timeout", "5"], "Unknown option '--request-timeout'. The head of a request may take 10 seconds, and its body is not read"),
            (
                ["--drain-timeout=5"],
                "Unknown option '--drain-timeout'. Responses in progress have 5 seconds once the server stops",
            ),
            (["--max-target", "5"], "Unknown option '--max-target'. A request's address may have 8192 bytes"),
            (["--max-head", "5"], "Unknown option '--max-head'. The head of a request may have 32768 bytes"),
            (["--max-fields", "5"], "Unknown option '--max-fields'. A request may have 100 header fields"),
            (["--max-body", "5"], "Unknown option '--max-body'. The body of a request is not read"),
            (["--log-format", "xml"], "The value 'xml' is invalid for '--log-format <format>'. Give one of 'text', 'json'"),
        ],
        ids=lambda value: value[0] if isinstance(value, list) else "",
    )
    def test_what_makes_no_sense_is_said(self, release, flags, message):
        result = programs.run(programs.SERVER, release, *flags)
        assert result.returncode == 64
        assert result.stderr.splitlines()[0] == f"Error: {message}"

    def test_requests_beyond_a_fixed_limit_are_refused(self, release):
        with programs.serve(release) as running:
            assert ask(running.port, "/" + "a" * 8_192).status == 414
            assert ask(running.port, "/", "X: " + "y" * 32_768).status == 431
            assert ask(running.port, "/", *["X: y"] * 100).status == 431
            assert ask(running.port, PAGE).status == 200

    def test_idle_timeout_closes_a_connection_between_requests(self, release):
        with programs.serve(release, "--idle-timeout", "1") as running:
            with socket.create_connection(("127.0.0.1", running.port)) as connection:
                connection.sendall(b"HEAD /forgot-password HTTP/1.1\r\nHost: artitec.com\r\n\r\n")
                assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
                # Would wait for the test's time limit if the server did not close it.
                assert connection.recv(65536) == b""

    def test_open_rate_limit_answers_429_after_the_burst(self, release):
        flags = ["--trusted-proxy", "127.0.0.0/8", "--open-rate", "5"]
        with programs.serve(release, *flags) as running:
            def statuses(client):
                return [ask(running.port, "/open/reset-password?token=a", f"X-Forwarded-For: {client}").status for _ in range(7)]
            assert statuses("192.0.2.1") == [303] * 5 + [429] * 2
            assert statuses("2001:db8::1")[:5] == [303] * 5
            answer = ask(running.port, "/open/reset-password?token=a", "X-Forwarded-For: 2001:db8::2")
            assert (answer.status, answer["Retry-After"]) == (429, "10")
            # The app's own page: its words are those of the release.
            assert answer.body == ask(running.port, "/nowhere").body
            assert ask(running.port, PAGE, "X-Forwarded-For: 192.0.2.1").status == 200

    def test_a_trusted_proxy_that_forwards_no_address_is_limited_itself(self, release):
        with programs.serve(release, "--trusted-proxy", "127.0.0.0/8", "--open-rate", "5") as running:
            found = [
                ask(running.port, "/open/reset-password?token=a", *fields).status
                for fields in [["X-Forwarded-For: unknown"], ["X-Forwarded-For: "], [], ["X-Forwarded-For: 06.6.6.6"]] * 3
            ]
            assert found == [303] * 5 + [429] * 7

    def test_a_client_behind_a_trusted_proxy_has_its_own_limit(self, release):
        flags = ["--trusted-proxy", "127.0.0.0/8", "--connections-per-address", "2"]
        with programs.serve(release, *flags) as running:

            def busy(client):
                """A connection of the proxy's whose answers nobody reads."""
                connection = socket.create_connection(("127.0.0.1", running.port))
                connection.setblocking(False)
                request = f"GET {PAGE} HTTP/1.1\r\nHost: artitec.com\r\nX-Forwarded-For: {client}\r\n\r\n".encode() * 200
                end = time.monotonic() + programs.PATIENCE
                while time.monotonic() < end:
                    try:
                        connection.send(request)
                    except BlockingIOError:
                        return connection
                raise AssertionError("every answer went out")

            held = [busy("192.0.2.1"), busy("192.0.2.1")]
            def is_refused(client):
                answer = ask(running.port, PAGE, f"X-Forwarded-For: {client}")
                return answer.status == 503 and answer["Retry-After"] == "5"

            # What the kernel still takes may let one of them go on for a moment, more than once.
            until(lambda: is_refused("192.0.2.1"))
            assert ask(running.port, PAGE, "X-Forwarded-For: 192.0.2.2").status == 200
            assert ask(running.port, PAGE).status == 200
            for connection in held:
                connection.close()
            until(lambda: ask(running.port, PAGE, "X-Forwarded-For: 192.0.2.1").status == 200)

    def test_a_client_behind_a_trusted_proxy_that_owes_bodies_has_no_request_in_progress(self, release):
        flags = ["--trusted-proxy", "127.0.0.0/8", "--connections-per-address", "2"]
        head = "POST / HTTP/1.1\r\nHost: artitec.com\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Length: 9\r\n\r\nhalf"
        with programs.serve(release, *flags) as running:
            held = []
            for _ in range(5):
                held.append(socket.create_connection(("127.0.0.1", running.port), timeout=programs.PATIENCE))
                held[-1].sendall(head.encode())
                assert held[-1].recv(65536).startswith(b"HTTP/1.1 405 ")
            assert ask(running.port, PAGE, "X-Forwarded-For: 192.0.2.1").status == 200
            for connection in held:
                connection.close()

    def test_an_http_1_0_client_that_asks_to_stay_is_told_that_it_may(self, release):
        def answer(version, field):
            request = f"GET {PAGE} {version}\r\nHost: artitec.com\r\n{field}\r\n".encode()
            last = f"GET {PAGE} HTTP/1.1\r\nHost: artitec.com\r\nConnection: close\r\n\r\n".encode()
            first = exchange(running.port, request + last).split(b"HTTP/1.1 200 OK")
            return len(first) - 1, [re.search(rb"\r\nConnection: ([a-z-]+)", part) for part in first[1:]]

        with programs.serve(release) as running:
            count, fields = answer("HTTP/1.0", "Connection: keep-alive\r\n")
            assert (count, fields[0][1], fields[1][1]) == (2, b"keep-alive", b"close")
            count, fields = answer("HTTP/1.0", "")
            assert (count, fields[0][1]) == (1, b"close")
            count, fields = answer("HTTP/1.1", "Connection: keep-alive\r\n")
            assert (count, fields[0]) == (2, None)
