"""The table of raw requests against `latchkey-server` as a process, and against nginx and HAProxy for comparison."""

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


ROWS = [
    # `unread` are the answers where no body is read, if they differ from those that the listener's own tests expect.
    (row["rule"], text(row["request"]).encode("latin-1"), row.get("unread", row["answers"]), row["allowed"])
    for row in json.loads(TABLE.read_text())
]


def statuses(port, request):
    """The statuses of all answers but the interim ones, the client having said that it sends no more."""
    with socket.create_connection(("127.0.0.1", port), timeout=programs.PATIENCE) as connection:
        answer = b""
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(65536):
                answer += piece
        except TimeoutError:
            raise
        except OSError:
            # It has hung up, maybe before all was sent.
            pass
    found = [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3})", answer)]
    return [status for status in found if status != 100]


def understood(found):
    """The response to a valid request is not compared: each server has its own."""
    return [200 if status in (200, 404, 405, 421) else status for status in found]


def test_every_row_is_answered_as_it_says(tmp_path):
    programs.build(programs.copy_site(tmp_path, "artitec"), tmp_path / "Output")
    with programs.serve(tmp_path / "Output", "--as", "artitec.com") as running:
        wrong = [
            (rule, request[:200], answers, found)
            for rule, request, answers, _ in ROWS
            if (found := understood(statuses(running.port, request))) != answers
        ]
        assert running.stop() == (0, "")
    assert wrong == []


def test_no_row_asks_for_what_its_rule_does_not_allow():
    rows = json.loads(TABLE.read_text())
    assert [row["rule"] for row in rows if row["answers"] not in row["allowed"]] == []
    # Only a valid head with a body is answered before it, once (RFC 9112, section 9.3: the connection then closes).
    assert [row["rule"] for row in rows if "unread" in row and (row["unread"] != [200] or not text(row["request"]).startswith("POST "))] == []


def nginx(folder, port):
    """The command that answers every request with 200 by itself."""
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}} http {{ access_log off;"
        + "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        + f"server {{ listen 127.0.0.1:{port}; root {folder}; return 200 ok; }} }}")
    return ["nginx", "-e", folder / "error.log", "-c", folder / "nginx.conf"]


def haproxy(folder, port):
    (folder / "haproxy.cfg").write_text(
        "defaults\n mode http\n timeout client 5s\n timeout http-request 5s\n timeout http-keep-alive 5s\n"
        f"frontend all\n bind 127.0.0.1:{port}\n http-request return status 200 content-type text/plain string ok\n")
    return ["haproxy", "-db", "-f", folder / "haproxy.cfg"]


@pytest.mark.full
@pytest.mark.parametrize("peer", [nginx, haproxy], ids=lambda peer: peer.__name__)
def test_others_for_comparison(tmp_path, peer):
    """The table is ours and they are not: where one of them disagrees widely, the table is wrong."""
    if not shutil.which(peer.__name__):
        pytest.skip(f"compares with {peer.__name__}")
    port = programs.free_ports(1)
    process = subprocess.Popen(peer(tmp_path, port), stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        found = [(understood(statuses(port, request)), allowed) for _, request, _, allowed in ROWS]
    finally:
        process.terminate()
        process.wait()
    outside = sum(each not in allowed for each, allowed in found)
    # What nothing but a refusal or the end of the connection is allowed for.
    refused = [200 not in each for each, allowed in found if not any(200 in statuses for statuses in allowed)]
    print(
        f"{peer.__name__}: {sum(refused)} of {len(refused)} requests that must be refused are; {outside} of {len(ROWS)} answers are "
        "outside of what the table allows; latchkey-server: all and none"
    )
    assert outside < len(ROWS) // 6 and sum(refused) > len(refused) * 2 // 3
