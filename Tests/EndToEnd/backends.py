"""An in-memory imitation of Artitec's backend that can also fail in various ways."""

import json
import secrets
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Asked:
    """A received request."""

    method: str
    path: str
    headers: dict
    body: str

    @property
    def text(self):
        """The path, the body and the headers as one text, for searches."""
        return "\n".join([self.path, self.body, *(f"{name}: {value}" for name, value in self.headers.items())])


@dataclass
class Artitec:
    """The state of the backend: accounts, sent links and received requests.

    If `trouble` is set, it may respond instead: it is called with the handler and the path, and returns whether it has responded.
    """

    passwords: dict = field(default_factory=lambda: {"ada@example.com": "Old-Password-1"})
    links: dict = field(default_factory=dict)
    inbox: list = field(default_factory=list)
    asked: list = field(default_factory=list)
    trouble: object = None
    port: int = 0

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def mail(self, email="ada@example.com"):
        """Sends a link as if it had been requested, and returns its token."""
        token = "tok_" + secrets.token_urlsafe(24)
        self.links[token] = {"email": email, "standing": "good"}
        self.inbox.append({"to": email, "token": token})
        return token

    def calls(self, path):
        return [request for request in self.asked if request.method == "POST" and request.path.endswith(path)]

    def answer(self, path, body):
        if path == "/v1/auth/forgot-password":
            if body.get("email") in self.passwords:
                self.mail(body["email"])
            return 200, {"message": "If an account exists for this email, a password reset link has been sent."}
        link = self.links.get(body.get("token"), {"standing": "unknown"})
        if path == "/v1/auth/verify-reset-token":
            if link["standing"] == "good":
                return 200, {"valid": True, "message": "Token is valid", "user_email": link["email"]}
            if link["standing"] == "expired":
                return 200, {"valid": False, "message": "Token has expired", "user_email": None}
            return 400, {"detail": "Invalid reset token"}
        if path == "/v1/auth/reset-password":
            if link["standing"] == "expired":
                return 400, {"detail": "Reset token has expired"}
            if link["standing"] != "good":
                return 400, {"detail": "Invalid reset token"}
            if "Common" in body["new_password"]:
                return 400, {"detail": "Password is too common"}
            self.passwords[link["email"]] = body["new_password"]
            link["standing"] = "used"
            return 200, {"message": "Password has been reset successfully", "user_id": "u1"}
        return 404, {"detail": "Not Found"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def backend(self):
        return self.server.backend

    def log_message(self, *_):
        pass

    def give(self, status, body, headers=(), kind="application/json", cors=True):
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        if cors:
            self.send_header("Access-Control-Allow-Origin", self.headers.get("Origin", "*"))
            self.send_header("Access-Control-Allow-Headers", "content-type")
            self.send_header("Access-Control-Allow-Methods", "POST")
            self.send_header("Access-Control-Expose-Headers", "retry-after")
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def read(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode(errors="replace")
        self.backend.asked.append(Asked(self.command, self.path, dict(self.headers), body))
        return body

    def do_OPTIONS(self):
        self.read()
        self.give(204, b"")

    def do_POST(self):
        body = self.read()
        if self.backend.trouble and self.backend.trouble(self, self.path):
            return
        self.give(*self.backend.answer(self.path, json.loads(body)))

    def do_GET(self):
        self.read()
        self.give(404, {"detail": "Not Found"})


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Ignores errors, such as a browser that closes its connection during a response."""


def artitec():
    """Runs Artitec's backend on a free port."""
    return serving(Artitec())


@contextmanager
def serving(backend):
    """Runs a backend on a free port; its `answer` responds to a path and a body, and `asked` records the requests."""
    server = Server(("127.0.0.1", 0), Handler)
    server.backend = backend
    backend.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield backend
    finally:
        server.shutdown()
        server.server_close()


# MARK: Failures


def status(code, body, headers=(), path=""):
    """Responds in the same way to every request whose path ends with `path`."""

    def trouble(handler, asked):
        if not asked.endswith(path):
            return False
        handler.give(code, body, headers)
        return True

    return trouble


def html(handler, _path):
    """Responds with a proxy's HTML page, which contains markup that a page must not insert."""
    handler.give(200, b"<html><body><img src=x onerror=alert(1)><script>alert(1)</script></body></html>", kind="text/html")
    return True


def rubbish(handler, _path):
    handler.give(200, b'{"valid": "\xff\xfe maybe", ')
    return True


def nothing(handler, _path):
    """Closes the connection without a response."""
    handler.close_connection = True
    handler.connection.close()
    return True


def no_cors(handler, _path):
    handler.give(200, {"valid": True, "user_email": "ada@example.com"}, cors=False)
    return True


def paused(handler, _path):
    """Delays the response as long as this is the backend's `trouble`."""
    while handler.backend.trouble is paused:
        time.sleep(0.02)
    return False


def held(handler, path):
    """Delays the response as long as this is the backend's `trouble`, then closes the connection."""
    while handler.backend.trouble is held:
        time.sleep(0.02)
    return nothing(handler, path)
