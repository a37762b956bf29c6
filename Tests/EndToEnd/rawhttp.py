"""HTTP over a plain socket, for requests that no HTTP client would send."""

import socket
import ssl
from dataclasses import dataclass

import programs


@dataclass
class Answer:
    status: int
    headers: list  # (name in lower case, value), in order
    body: bytes
    head: bytes  # as received, including the status line and the empty line

    def __getitem__(self, name):
        """The value of a header field; None if it is missing. Fails if there are several."""
        values = [value for key, value in self.headers if key == name.lower()]
        assert len(values) < 2, f"{name} came {len(values)} times: {values}"
        return values[0] if values else None


def exchange(port, request, address="127.0.0.1", tls=None):
    """Sends bytes and returns everything received until the server closes; over TLS with the server name `tls` if given."""
    with socket.create_connection((address, port), timeout=programs.PATIENCE) as connection:
        if tls is not None:
            context = ssl._create_unverified_context()
            connection = context.wrap_socket(connection, server_hostname=tls)
        connection.sendall(request)
        pieces = []
        try:
            while piece := connection.recv(65536):
                pieces.append(piece)
        except ConnectionResetError:
            pass
        return b"".join(pieces)


def parse(answer):
    head, separator, body = answer.partition(b"\r\n\r\n")
    assert separator, f"this is no answer: {answer!r}"
    status_line, *lines = head.decode("latin-1").split("\r\n")
    headers = [(name.strip().lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
    return Answer(int(status_line.split()[1]), headers, body, head + separator)


def ask(port, target, *fields, method="GET", host="artitec.com", version="HTTP/1.1", tls=None):
    """Sends one request and returns the parsed response.

    `fields` are complete header lines; `host=None` omits the Host field; `tls` is the server name for a TLS connection.
    """
    lines = [f"{method} {target} {version}"]
    if host is not None:
        lines.append(f"Host: {host}")
    lines += [*fields, "Connection: close", "", ""]
    return parse(exchange(port, "\r\n".join(lines).encode("latin-1"), tls=tls))
