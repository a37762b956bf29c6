"""Serves the wheel and the npm packages of a folder as PyPI and npm do, on 127.0.0.1:4873, while a command runs.

    registry.py FOLDER COMMAND…
"""

import base64
import hashlib
import http.server
import json
import subprocess
import sys
import tarfile
import threading
import urllib.parse
from pathlib import Path

ADDRESS = "http://127.0.0.1:4873"
folder = Path(sys.argv[1])


def packument(archive):
    """What npm asks of a package: its only version."""
    content = archive.read_bytes()
    with tarfile.open(archive) as tar:
        package = json.load(tar.extractfile("package/package.json"))
    integrity = base64.b64encode(hashlib.sha512(content).digest()).decode()
    version = {**package, "dist": {"tarball": f"{ADDRESS}/{archive.name}", "integrity": f"sha512-{integrity}"}}
    return package["name"], {"name": package["name"], "dist-tags": {"latest": package["version"]}, "versions": {package["version"]: version}}


answers = {f"/{name}": json.dumps(value).encode() for name, value in map(packument, folder.glob("*.tgz"))}
wheels = "".join(f'<a href="/{wheel.name}">{wheel.name}</a>' for wheel in folder.glob("*.whl"))
answers["/simple/latchkey/"] = f"<!DOCTYPE html>{wheels}".encode()


class Registry(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = urllib.parse.unquote(self.path)
        file = folder / path[1:]
        content = answers.get(path) or (file.read_bytes() if file.parent == folder and file.is_file() else None)
        self.send_response(200 if content else 404)
        self.send_header("Content-Type", "text/html" if path.startswith("/simple") else "application/json")
        self.send_header("Content-Length", str(len(content or b"")))
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, *_):
        pass


subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 4873), Registry)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.exit(subprocess.run(sys.argv[2:]).returncode)
