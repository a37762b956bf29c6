"""Web servers that we did not write, started on loopback from what `latchkey export` wrote."""

import json
import os
import shutil
import socket
import subprocess
import time
import tomllib
from contextlib import contextmanager
from pathlib import Path

import programs

# Debian keeps servers where only root looks.
SERVER_PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])


def program(*names):
    """The first of some programs that is installed."""
    for name in names:
        if found := shutil.which(name, path=SERVER_PATH):
            return found
    raise AssertionError(f"none of {names} is installed: run 'make browsers'")


@contextmanager
def running(command, port, log, environment=None):
    """A server as long as the block lasts, once it accepts connections."""
    with open(log, "wb") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment, start_new_session=True
        )
    try:
        deadline = time.monotonic() + programs.PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None and time.monotonic() < deadline, Path(log).read_text(errors="replace")
                time.sleep(0.02)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def nginx(exported, folder, port):
    configurations = ""
    for name in ("latchkey.conf", "latchkey-unknown-hosts.conf"):
        text = (exported / name).read_text()
        assert "listen 80" in text
        text = text.replace("listen [::]:80 default_server;", "").replace("listen [::]:80;", "")
        text = text.replace("listen 80", f"listen 127.0.0.1:{port}").replace("/var/log/nginx/", f"{folder}/")
        (folder / name).write_text(text)
        configurations += f"    include {folder / name};\n"
    temporary = "".join(
        f"    {kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{\n{temporary}{configurations}}}\n"
    )
    with running([program("nginx"), "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"], port, folder / "output"):
        yield


@contextmanager
def caddy(exported, folder, port):
    text = (exported / "Caddyfile").read_text()
    for line in text.splitlines():
        # A site's line: its addresses, each to be served without TLS on this port.
        if line.endswith(" {") and not line[0].isspace() and "." in line:
            hosts = [host.strip() for host in line.removesuffix(" {").split(",")]
            text = text.replace(line, ", ".join(f"http://{host}:{port}" for host in hosts) + " {")
    text = text.replace("http:// {", f"http://:{port} {{")
    assert f"http://:{port} {{" in text
    text = text.replace("/var/log/caddy/", f"{folder}/")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https off\n\thttp_port {port}\n}}\n{text}")
    environment = dict(os.environ, HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
    command = [program("caddy"), "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]
    with running(command, port, folder / "output", environment):
        yield


@contextmanager
def apache(exported, folder, port):
    text = (exported / "latchkey.conf").read_text()
    assert "<VirtualHost *:80>" in text
    text = text.replace("<VirtualHost *:80>", f"<VirtualHost 127.0.0.1:{port}>").replace("${APACHE_LOG_DIR}", str(folder))
    (folder / "latchkey.conf").write_text(text)
    modules = Path("/usr/lib/apache2/modules")
    names = "mpm_event asis authz_core dir headers rewrite mime"
    loads = "".join(f"LoadModule {name}_module {modules}/mod_{name}.so\n" for name in names.split())
    user = "" if os.geteuid() else "User www-data\nGroup www-data\n"
    (folder / "apache.conf").write_text(
        f"ServerRoot {folder}\nPidFile {folder}/pid\nDefaultRuntimeDir {folder}\nErrorLog {folder}/error.log\n"
        f"Listen 127.0.0.1:{port}\nServerName localhost\n{loads}{user}TypesConfig /dev/null\nAddType application/x-gzip .gz\n"
        f"<Directory />\nRequire all denied\n</Directory>\nInclude {folder}/latchkey.conf\n"
    )
    with running([program("apache2", "httpd"), "-f", folder / "apache.conf", "-DFOREGROUND"], port, folder / "output"):
        yield


@contextmanager
def lighttpd(exported, folder, port):
    text = (exported / "latchkey.conf").read_text().replace("/var/log/lighttpd/", f"{folder}/")
    (folder / "lighttpd.conf").write_text(
        # As a distribution's configuration does: what it has set, an included file must not set again.
        'server.modules = ("mod_indexfile", "mod_access", "mod_redirect", "mod_accesslog")\n'
        f'mimetype.assign = (".html" => "text/html", "" => "application/octet-stream")\naccesslog.filename = "{folder}/own.log"\n'
        f'server.bind = "127.0.0.1"\nserver.port = {port}\nserver.document-root = "{folder}"\n'
        f'server.errorlog = "{folder}/error.log"\n{text}'
    )
    with running([program("lighttpd"), "-D", "-f", folder / "lighttpd.conf"], port, folder / "output"):
        yield


def interpreter(kind, exported, apps, folder):
    """A host that cannot be run here, as its documentation says it answers; all apps' projects in one process."""
    shared = (exported / "firebase.json").exists() or (exported / "upload.sh").exists()
    sites = {}
    for app, names in apps.items():
        place = exported if shared else exported / app
        configuration = {}
        if (place / "netlify.toml").exists():
            configuration = tomllib.loads((place / "netlify.toml").read_text())
        for path in ("vercel.json", "firebase.json", "public/staticwebapp.config.json"):
            if (place / path).exists():
                configuration = json.loads((place / path).read_text())
        if kind == "github-pages":
            # One domain is the project's; others lead there.
            configuration = {"domain": names[0]}
        sites |= {name: {"app": app, "folder": str(place), "configuration": configuration} for name in names}
    (folder / "sites.json").write_text(json.dumps(sites))
    # Node takes a file for a module by the nearest package.json.
    (exported / "package.json").write_text('{"type": "module"}')
    script = Path(__file__).parent / "interpreters" / "host.mjs"
    return programs.Running(program("node"), script, kind, folder / "sites.json")


SERVERS = {"nginx": nginx, "caddy": caddy, "apache": apache, "lighttpd": lighttpd}
