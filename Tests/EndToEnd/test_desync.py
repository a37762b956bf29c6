"""Requests that two servers could read in two ways, through reverse proxies: no answer ever belongs to another request.

A link under `/open/` is answered with a redirect that repeats its token, so every answer says which request it is of. A mangled
request and an ordinary one behind it go through a proxy on one connection, then an ordinary one on another: the first
connection may get answers to its own tokens only, the second gets exactly its own.
"""

import contextlib
import hashlib
import random
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import hosts
import programs
import pytest
from test_raw_requests import ROWS
from test_server_process import built, release  # noqa: F401, fixtures


def nginx(folder, port, upstream):
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log; events {{}} http {{ access_log off; {temporary}"
        f"upstream up {{ server 127.0.0.1:{upstream}; keepalive 2; }}"
        f"server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://up; proxy_http_version 1.1; "
        'proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_request_buffering off; } } }')
    return [hosts.program("nginx"), "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]


def haproxy(folder, port, upstream):
    (folder / "haproxy.cfg").write_text(
        "defaults\n mode http\n timeout connect 5s\n timeout client 5s\n timeout server 5s\n timeout http-request 5s\n"
        f"frontend f\n bind 127.0.0.1:{port}\n option accept-invalid-http-request\n default_backend b\n"
        f"backend b\n http-reuse always\n option accept-invalid-http-response\n server s 127.0.0.1:{upstream} pool-max-conn 2\n")
    return [hosts.program("haproxy"), "-f", folder / "haproxy.cfg", "-db"]


def varnish(folder, port, upstream):
    (folder / "pass.vcl").write_text(
        f'vcl 4.1; backend b {{ .host = "127.0.0.1"; .port = "{upstream}"; }} sub vcl_recv {{ return (pass); }}')
    return [hosts.program("varnishd"), "-F", "-a", f"127.0.0.1:{port}", "-f", folder / "pass.vcl", "-n", folder / "work", "-s", "malloc,32m"]


def apache(folder, port, upstream):
    modules = "/usr/lib/apache2/modules"
    loads = "".join(f"LoadModule {name}_module {modules}/mod_{name}.so\n" for name in ("mpm_event", "authz_core", "proxy", "proxy_http"))
    (folder / "apache.conf").write_text(
        f"ServerRoot {folder}\nPidFile {folder}/pid\nDefaultRuntimeDir {folder}\nErrorLog {folder}/error.log\nListen 127.0.0.1:{port}\n"
        f"ServerName localhost\n{loads}User www-data\nGroup www-data\nHttpProtocolOptions Unsafe\nProxyPreserveHost On\nTimeout 5\n"
        f"ProxyPass / http://127.0.0.1:{upstream}/ keepalive=On max=2\n")
    return [hosts.program("apache2", "httpd"), "-f", folder / "apache.conf", "-DFOREGROUND"]


PROXIES = {"nginx": nginx, "haproxy": haproxy, "varnish": varnish, "apache": apache}
FRAMING = [
    "Content-Length: 5", "Content-Length: 0", "Content-Length : 60", "Content-Length: +5", "Content-Length: 5, 5", "Content-Length: 0x5",
    "Transfer-Encoding: chunked", "Transfer-Encoding : chunked", "Transfer-Encoding:\tchunked", "Transfer-Encoding: xchunked",
    "Transfer-Encoding: chunked, identity", "Transfer-Encoding: identity", "Transfer-Encoding: Chunked", "Transfer-Encod\r\n ing: chunked",
    "X: y\r\n Content-Length: 9", "X: y\rContent-Length: 9", "X: y\nContent-Length: 9", "X: \0", " Content-Length: 4", "Connection: Content-Length",
    "Connection: Transfer-Encoding", "Expect: 100-continue", "Upgrade: h2c", "Host: artitec.com", "Host : evil.example", "\x0bHost: x", "TE: trailers",
]


def token(kind, number):
    """Of no two requests the same, nor with a byte changed that of another."""
    return hashlib.sha256(f"{kind} {number}".encode()).hexdigest()[:20]


def opened(token, *fields, method="GET", body=""):
    return "\r\n".join([f"{method} /open/reset-password?token={token} HTTP/1.1", "Host: artitec.com", *fields, "", body])


def mangled(number, chance):
    """One request, or what may be taken for one or for two, with a second one inside."""
    if number % 3 == 0:
        request = bytearray(chance.choice(ROWS)[1][:4_000])
    else:
        inner = opened(token("inner", number))
        body = chance.choice(["", "hello", "0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "5;x=\ny\r\nhello\r\n0\r\n\r\n", "0\n\n", "0\r\nX: y\r\n\r\n"])
        fields = chance.sample(FRAMING, chance.randrange(4))
        if chance.random() < 0.3:
            fields.append(f"Content-Length: {len(body) + chance.choice([0, 0, -1, 1, len(inner)])}")
        request = bytearray(opened(token("outer", number), *fields, method=chance.choice(["GET", "POST", "HEAD", "get", "GET\t"]), body=body + chance.choice(["", inner])).encode("latin-1"))
    for _ in range(chance.choice([0, 0, 1, 2])):
        place = chance.randrange(len(request) or 1)
        request[place : place + chance.randrange(2)] = chance.choice([b"\r", b"\n", b"\0", b" ", b"\t", b":", b"\r\n", b"\x80", b"0"])
    return bytes(request)


def exchange(port, request, patience=0.4):
    """What comes back; a proxy that waits for more of a request is left after a moment."""
    answer = b""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(request)
        connection.settimeout(patience)
        while piece := connection.recv(65536):
            answer += piece
    return answer


def tokens(answer):
    return re.findall(r"(?im)^location: [^\r\n]*token=([A-Za-z0-9]+)", answer.decode("latin-1"))


@pytest.mark.parametrize("name", PROXIES)
def test_no_answer_belongs_to_another_request(name, release, tmp_path, is_full):  # noqa: F811
    count = 2_500 if is_full else 100
    tmp_path.chmod(0o755)
    for folder in tmp_path.parents:
        if folder.stat().st_uid == 0 and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o011)
    port = programs.free_ports(1)
    wrong = []
    all_tokens = {token(kind, number): number for kind in ("outer", "inner", "second", "other") for number in range(count)}

    def pair(number):
        chance = random.Random(number)
        first = exchange(port, mangled(number, chance) + opened(token("second", number), "Connection: close").encode())
        found = tokens(first)
        foreign = [each for each in found if each in all_tokens and all_tokens[each] != number]
        own = token("other", number)
        other = exchange(port, opened(own, "Connection: close").encode(), programs.PATIENCE)
        # A proxy answers 502 by itself where a refusal ended the connection that it was about to use again.
        if foreign or tokens(other) != [own] and not re.match(rb"HTTP/1.1 50[23] ", other):
            wrong.append((number, found, other[:200]))
        return len(found)

    with programs.serve(release, "--as", "artitec.com") as running:
        with hosts.running(PROXIES[name](tmp_path, port, running.port), port, tmp_path / "output"):
            with ThreadPoolExecutor(12) as pool:
                answered = sum(pool.map(pair, range(count)))
        assert running.stop()[0] == 0
    print(f"{name}: {count} pairs, {answered} answers on their own connection, {len(wrong)} wrong")
    assert wrong[:5] == []
    assert answered > count / 20
