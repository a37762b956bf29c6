"""Serves the wheel and the npm packages of a folder as PyPI and npm do, on 127.0.0.1:4873, while a command runs.

    registry.py FOLDER MORE COMMAND…

MORE is a folder with wheels of other projects that an installer itself needs.
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
folder, more = Path(sys.argv[1]), Path(sys.argv[2])


def packument(archive):
    """What npm asks of a package: its only version."""
    content = archive.read_bytes()
    with tarfile.open(archive) as tar:
        package = json.load(tar.extractfile("package/package.json"))
    integrity = base64.b64encode(hashlib.sha512(content).digest()).decode()
    version = {**package, "dist": {"tarball": f"{ADDRESS}/{archive.name}", "integrity": f"sha512-{integrity}"}}
    return package["name"], {"name": package["name"], "dist-tags": {"latest": package["version"]}, "versions": {package["version"]: version}}


answers = {f"/{name}": json.dumps(value).encode() for name, value in map(packument, folder.glob("*.tgz"))}
for wheel in [*folder.glob("*.whl"), *more.glob("*.whl")]:
    answers[f"/simple/{wheel.name.partition('-')[0]}/"] = f'<!DOCTYPE html><a href="/{wheel.name}">{wheel.name}</a>'.encode()


class Registry(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = urllib.parse.unquote(self.path)
        files = [each / path[1:] for each in (folder, more) if "/" not in path[1:]]
        content = answers.get(path) or next((file.read_bytes() for file in files if file.is_file()), None)
        self.send_response(200 if content else 404)
        self.send_header("Content-Type", "text/html" if path.startswith("/simple") else "application/json")
        self.send_header("Content-Length", str(len(content or b"")))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content or b"")

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 4873), Registry)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.exit(subprocess.run(sys.argv[3:]).returncode)
