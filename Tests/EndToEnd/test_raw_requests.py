"""The table of raw requests against `latchkey-server` as a process, and against nginx for comparison."""

import json
import re
import shutil
import socket
import subprocess
import time

import programs
import pytest

TABLE = programs.ROOT / "Tests" / "HTTPVectors" / "requests.json"


def text(request):
    """A request is a text, or a list of texts and of [text, times]."""
    parts = [request] if isinstance(request, str) else request
    return "".join(part if isinstance(part, str) else part[0] * part[1] for part in parts)


ROWS = [(row["rule"], text(row["request"]).encode("latin-1"), row["answers"], row["allowed"]) for row in json.loads(TABLE.read_text())]


def statuses(port, request):
    """The statuses of all answers but the interim ones, the client having said that it sends no more."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        answer = b""
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(65536):
                answer += piece
        except (ConnectionResetError, BrokenPipeError):
            pass
    found = [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3})", answer)]
    return [status for status in found if status != 100]


def understood(found):
    """What a server makes of a request that it understands is its own affair."""
    return [200 if status in (200, 404, 405, 421) else status for status in found]


def test_every_row_is_answered_as_it_says(tmp_path):
    programs.build(programs.copy_site(tmp_path, "artitec"), tmp_path / "Output")
    # As much of a body as the table has.
    with programs.serve(tmp_path / "Output", "--as", "artitec.com", "--max-body", "65536") as running:
        wrong = [
            (rule, request[:200], answers, found)
            for rule, request, answers, _ in ROWS
            if (found := understood(statuses(running.port, request))) != answers
        ]
        assert running.stop() == (0, "")
    assert wrong == []


def test_no_row_asks_for_what_its_rule_does_not_allow():
    assert [rule for rule, _, answers, allowed in ROWS if answers not in allowed] == []


@pytest.mark.full
@pytest.mark.skipif(not shutil.which("nginx"), reason="compares with nginx")
def test_nginx_for_comparison(tmp_path):
    port = programs.free_ports(1)
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log; events {{}} http {{ access_log off;"
        + "".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        + f"server {{ listen 127.0.0.1:{port}; root {tmp_path}; return 200 ok; }} }}")
    process = subprocess.Popen(["nginx", "-e", tmp_path / "error.log", "-c", tmp_path / "nginx.conf"])
    try:
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        outside = sum(understood(statuses(port, request)) not in allowed for _, request, _, allowed in ROWS)
        # The table is ours and nginx is not: where the two disagree widely, the table is wrong.
        assert outside < len(ROWS) // 8
        print(f"nginx: {outside} of {len(ROWS)} answers outside of what the table allows; latchkey-server: none")
    finally:
        process.terminate()
        process.wait()
