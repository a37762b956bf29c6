"""Third-party web servers, run on loopback with the output of `latchkey export`."""

import datetime
import json
import os
import re
import shutil
import socket
import subprocess
import time
import tomllib
from contextlib import contextmanager
from pathlib import Path

import programs
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

# Debian installs servers in directories that are only on root's PATH.
SERVER_PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])


def program(*names):
    """The path of the first installed program of several."""
    for name in names:
        if found := shutil.which(name, path=SERVER_PATH):
            return found
    raise AssertionError(f"none of {names} is installed: run 'make browsers'")


@contextmanager
def running(command, port, log, environment=None):
    """Runs a server during the block, which begins when the server accepts connections."""
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
            process.wait(timeout=programs.PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


CERTIFICATES = "/etc/letsencrypt/live/"
WEBROOT = "/var/www/html"
# Where the configurations look for a file that passes /open/ on.
OPEN = {
    "nginx": "/etc/nginx/latchkey-open.conf", "caddy": "/etc/caddy/latchkey-open.caddyfile", "apache": "/etc/apache2/latchkey-open.conf",
}


def certify(folder, apps):
    """Writes a certificate for each app to certbot's path, and all of them to one file for clients."""
    now = datetime.datetime.now(datetime.UTC)
    for names in apps.values():
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
        certificate = (
            x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=60))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(key, hashes.SHA256())
        ).public_bytes(Encoding.PEM)
        place = folder / "live" / names[0]
        place.mkdir(parents=True)
        (place / "fullchain.pem").write_bytes(certificate)
        (place / "privkey.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        with open(folder / "trusted.pem", "ab") as trusted:
            trusted.write(certificate)


def placed(text, exported, folder):
    """A configuration with the paths of the certificates, of certbot's files and of `OPEN` changed to the test's folder."""
    # An include with a path relative to a certificate's folder, which is deeper here.
    text = re.sub(rf"({CERTIFICATES}[^/\"]+)(?:/\.\.)+/", rf"\1{'/..' * 20}/", text)
    for path in OPEN.values():
        text = text.replace(f"{Path(path).parent}/latchkey-open", f"{folder}/latchkey-open")
    return text.replace(CERTIFICATES, f"{folder}/live/").replace(WEBROOT, f"{folder}/acme")


@contextmanager
def rewritten(exported, folder, change):
    """Changes an export's https files during the block; in place, since the other files include them by absolute path."""
    originals = {path: path.read_text() for path in sorted(exported.glob("https/*.conf"))}
    try:
        for path, text in originals.items():
            path.write_text(change(text))
        yield
    finally:
        for path, text in originals.items():
            path.write_text(text)


def nginx_configuration(folder, includes, master="off"):
    """The settings of Debian's configuration, above all the default access log."""
    temporary = "".join(
        f"    {kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # Another pytest process takes the permission to enter its temporary folders away from other users.
    user = "" if os.geteuid() or master == "off" else "user root;\n"
    return (
        f"{user}daemon off;\nmaster_process {master};\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{\n{temporary}    access_log {folder}/access.log;\n    gzip on;\n"
        "    types { text/html html; text/plain txt; }\n    default_type application/octet-stream;\n"
        f"    ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;\n" + "".join(f"    include {each};\n" for each in includes) + "}\n"
    )


def nginx_moved(text, exported, folder, port, secure):
    """A configuration with the ports and paths of a test."""
    text = re.sub(r"listen \[::\]:.*;", "", text)
    text = text.replace("listen 80", f"listen 127.0.0.1:{port}").replace("listen 443", f"listen 127.0.0.1:{secure}")
    return placed(text, exported, folder).replace("/var/log/nginx/", f"{folder}/")


@contextmanager
def nginx(exported, folder, port, secure):
    def change(text):
        return nginx_moved(text, exported, folder, port, secure)

    (folder / "latchkey.conf").write_text(change((exported / "latchkey.conf").read_text()))
    (folder / "nginx.conf").write_text(nginx_configuration(folder, [folder / "latchkey.conf"]))
    command = [program("nginx"), "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]
    with rewritten(exported, folder, change), running(command, port, folder / "output"):
        yield


def caddy_moved(text, exported, folder, port, secure):
    """A configuration with the paths of a test, and with its certificates."""
    for line in text.splitlines():
        # The first line of a site, with its addresses, to be served with the test's certificate.
        if line.endswith(" {") and not line[0].isspace() and "." in line and not line.startswith(("http", "(")):
            names = line.removesuffix(" {").split(", ")
            certificate = folder / "live" / names[0]
            text = text.replace(f"\n{line}", f"\n{line}\n\ttls {certificate}/fullchain.pem {certificate}/privkey.pem")
    return placed(text, exported, folder)


def caddy_settings(port, secure, admin="off"):
    return f"{{\n\tadmin {admin}\n\tauto_https disable_certs\n\thttp_port {port}\n\thttps_port {secure}\n\tdefault_bind 127.0.0.1\n}}\n"


@contextmanager
def caddy(exported, folder, port, secure):
    text = caddy_moved((exported / "Caddyfile").read_text(), exported, folder, port, secure)
    (folder / "Caddyfile").write_text(caddy_settings(port, secure) + text)
    environment = dict(os.environ, HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
    command = [program("caddy"), "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]
    with running(command, port, folder / "output", environment):
        yield


# The modules that Debian's package enables by default, and those that the documented commands enable.
APACHE_MODULES = (
    "mpm_event access_compat alias auth_basic authn_core authn_file authz_core authz_host authz_user autoindex deflate dir env "
    "filter mime negotiation reqtimeout setenvif status headers rewrite ssl socache_shmcb proxy proxy_http"
)
# The directives of mods-enabled and conf-enabled that affect responses or logs.
APACHE_STOCK = """\
AddType application/x-gzip .gz .tgz
AddLanguage br .br
AddLanguage de .de
AddCharset UTF-8 .utf8
AddHandler type-map var
AddOutputFilterByType DEFLATE text/html text/plain text/xml text/css text/javascript application/javascript
Alias /icons/ "/usr/share/apache2/icons/"
LogFormat "%v:%p %h %l %u %t \\"%r\\" %>s %O \\"%{Referer}i\\" \\"%{User-Agent}i\\"" vhost_combined
CustomLog ${APACHE_LOG_DIR}/other_vhosts_access.log vhost_combined
<FilesMatch "^\\.ht">
    Require all denied
</FilesMatch>
"""


def apache_moved(text, exported, folder, port, secure):
    """A configuration with the ports and paths of a test."""
    text = text.replace("<VirtualHost *:80>", f"<VirtualHost 127.0.0.1:{port}>")
    text = text.replace("<VirtualHost *:443>", f"<VirtualHost 127.0.0.1:{secure}>")
    return placed(text, exported, folder)


def apache_configuration(folder, port, secure, includes):
    modules = Path("/usr/lib/apache2/modules")
    loads = "".join(f"LoadModule {name}_module {modules}/mod_{name}.so\n" for name in APACHE_MODULES.split())
    user = "" if os.geteuid() else "User www-data\nGroup www-data\n"
    return (
        f"Define APACHE_LOG_DIR {folder}\nServerRoot {folder}\nPidFile {folder}/pid\nDefaultRuntimeDir {folder}\n"
        f"ErrorLog {folder}/error.log\nListen 127.0.0.1:{port}\nListen 127.0.0.1:{secure}\nServerName localhost\n{loads}{user}"
        f"SSLSessionCache shmcb:{folder}/ssl_scache(512000)\nTypesConfig /dev/null\n{APACHE_STOCK}"
        f"<Directory />\nOptions FollowSymLinks\nRequire all denied\n</Directory>\nIncludeOptional {includes}\n"
    )


@contextmanager
def apache(exported, folder, port, secure):
    text = apache_moved((exported / "latchkey.conf").read_text(), exported, folder, port, secure)
    (folder / "latchkey.conf").write_text(text)
    (folder / "apache.conf").write_text(apache_configuration(folder, port, secure, folder / "latchkey.conf"))
    with running([program("apache2", "httpd"), "-f", folder / "apache.conf", "-DFOREGROUND"], port, folder / "output"):
        yield


def interpreter(kind, exported, apps, folder):
    """Imitates a host that cannot be run here, by its documentation; one process serves the projects of all apps."""
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
        if (place / "customRules.json").exists():
            headers = yaml.safe_load((place / "customHttp.yml").read_text())
            configuration = {"rules": json.loads((place / "customRules.json").read_text()), "headers": headers}
        if kind == "github-pages":
            # A project has one domain; others redirect to it.
            configuration = {"domain": names[0]}
        sites |= {name: {"app": app, "folder": str(place), "configuration": configuration} for name in names}
    (folder / "sites.json").write_text(json.dumps(sites))
    # The nearest package.json makes Node treat the file as a module.
    (exported / "package.json").write_text('{"type": "module"}')
    script = Path(__file__).parent / "interpreters" / "host.mjs"
    return programs.Running(program("node"), script, kind, folder / "sites.json")


SERVERS = {"nginx": nginx, "caddy": caddy, "apache": apache}
