"""The commands that an export prints, run on a server that has a site of somebody else: in folders for /etc and /srv, on other ports."""

import json
import os
import stat
import subprocess
import time

import hosts
import programs
import pytest
from rawhttp import ask
from test_hosts import build_harbour, export, served, write_harbour

SHOP = "shop.example"
HARBOUR = ["harbour.example", "www.harbour.example"]
# What the commands call that is not there, or not for a test. The modes that rsync sets are those of '--chmod=D755,F644' alone.
PROGRAMS = {
    "ssh": 'shift; exec sh -c "$*"',
    "rsync": 'for last; do from="$to"; to="$last"; done; to="${to#*:}"; mkdir -p "$to"; cp -r "$from." "$to"\n'
    'case "$*" in *--chmod=D755,F644*) chmod -R u=rwX,go=rX "$to";; esac',
    "nginx": 'exec {nginx} -p {folder} -c {folder}/etc/nginx/nginx.conf -e {folder}/error.log "$@"',
    "a2enmod": ":",
    "apachectl": 'case "$1" in configtest) exec {apache2} -f {folder}/etc/apache2/apache2.conf -t;; esac\n'
    "exec {apache2} -f {folder}/etc/apache2/apache2.conf -k graceful",
    "systemctl": "exec {caddy} reload --adapter caddyfile --config {folder}/etc/caddy/Caddyfile --force",
}
# The sites of somebody else: one that says that it is the default, and one that is because it is the first.
NGINX = """\
server {{
    listen 127.0.0.1:{port}{default};
    listen 127.0.0.1:{secure} ssl{default};
    server_name shop.example;
    ssl_certificate {folder}/live/shop.example/fullchain.pem;
    ssl_certificate_key {folder}/live/shop.example/privkey.pem;
    location / {{ return 200 shop; }}
    location /private/ {{ auth_basic shop; auth_basic_user_file {folder}/passwords; }}
}}
"""
APACHE = """\
<VirtualHost 127.0.0.1:{port} 127.0.0.1:{secure}>
    ServerName shop.example
    RewriteEngine On
    RewriteRule ^/$ - [R=410,L]
    <Location /private/>
        AuthType Basic
        AuthName shop
        AuthUserFile {folder}/passwords
        Require valid-user
    </Location>
</VirtualHost>
"""
CADDY = """\
(shop) {{
	basicauth /private/* {{
		shop $2a$14$Zkx19XLiW6VYouLHR5NmfOFU0z2GTNmpkT/5qqR7hx4IjWJPDhjvG
	}}
	respond shop
}}
http://shop.example {{
	import shop
}}
shop.example {{
	tls {folder}/live/shop.example/fullchain.pem {folder}/live/shop.example/privkey.pem
	import shop
}}
{default}
"""
SITES = {
    ("nginx", "default"): NGINX, ("nginx", "first"): NGINX, ("apache", "first"): APACHE, ("caddy", "default"): CADDY, ("caddy", "first"): CADDY,
}


class Server:
    """A server with the site of somebody else, on which a release is deployed as documented."""

    def __init__(self, host, kind, folder):
        self.host, self.folder = host, folder
        self.port = programs.free_ports(3)
        self.secure = self.port + 1
        hosts.certify(folder, {"shop": [SHOP], "harbour": HARBOUR})
        (folder / "passwords").write_text("")
        default = {"nginx": " default_server", "caddy": f"http://:{self.port} {{\n\trespond default\n}}"}.get(host, "")
        site = SITES[host, kind].format(folder=folder, port=self.port, secure=self.secure, default=default if kind == "default" else "")
        self.etc = folder / "etc" / {"nginx": "nginx", "apache": "apache2", "caddy": "caddy"}[host]
        for name in ("sites-enabled", "conf.d"):
            (self.etc / name).mkdir(parents=True)
        if host == "caddy":
            (self.etc / "Caddyfile").write_text(hosts.caddy_settings(self.port, self.secure, f"127.0.0.1:{self.port + 2}") + site)
            self.command = [hosts.program("caddy"), "run", "--adapter", "caddyfile", "--config", self.etc / "Caddyfile"]
        elif host == "nginx":
            # By its name it is after a file 'latchkey', which would then be the first.
            (self.etc / "sites-enabled" / "your-shop.conf").write_text(site)
            includes = [f"{self.etc}/conf.d/*.conf", f"{self.etc}/sites-enabled/*"]
            (self.etc / "nginx.conf").write_text(hosts.nginx_configuration(folder, includes, master="on"))
            self.command = [hosts.program("nginx"), "-p", folder, "-c", self.etc / "nginx.conf", "-e", folder / "error.log"]
        else:
            tls = f"SSLCertificateFile {folder}/live/{SHOP}/fullchain.pem\nSSLCertificateKeyFile {folder}/live/{SHOP}/privkey.pem\n"
            both = site.replace(f" 127.0.0.1:{self.secure}>", ">") + site.replace(f"127.0.0.1:{self.port} ", "").replace(
                "    RewriteEngine", f"    SSLEngine On\n    {tls}    RewriteEngine"
            )
            (self.etc / "sites-enabled" / "your-shop.conf").write_text(both)
            (self.etc / "apache2.conf").write_text(
                hosts.apache_configuration(folder, self.port, self.secure, f"{self.etc}/sites-enabled/*.conf")
            )
            self.command = [hosts.program("apache2"), "-f", self.etc / "apache2.conf", "-DFOREGROUND"]
        self.programs = folder / "bin"
        self.programs.mkdir()
        found = {name: hosts.program(name) for name in ("nginx", "apache2", "caddy")}
        for name, text in PROGRAMS.items():
            (self.programs / name).write_text("#!/bin/sh\n" + text.format(folder=folder, **found) if "{" in text and name != "rsync" else f"#!/bin/sh\n{text}")
            (self.programs / name).chmod(0o755)
        self.environment = dict(
            os.environ, PATH=f"{self.programs}{os.pathsep}{hosts.SERVER_PATH}", HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder),
        )  # fmt: skip

    def running(self):
        # The port that Caddy opens last.
        return hosts.running(self.command, self.secure, self.folder / "output", self.environment)

    def shop(self):
        """What the other site and unknown hosts are answered."""
        answers = []
        for host in (SHOP, "unknown.example", "127.0.0.1"):
            for path in ("/", "/private/"):
                for port, tls in ((self.port, None), (self.secure, SHOP)):
                    answer = ask(port, path, host=host, tls=tls)
                    answers.append((host, path, port, answer.status, answer.body))
        return answers

    def deploy(self, release, spoil=""):
        """Runs the commands of an export that a strict umask made; returns the first status that is not 0."""
        export = self.folder / "export"
        command = f"umask 077; exec {programs.LATCHKEY} export --to {self.host} {release} --output {export} --root {self.folder}/srv --format json"
        result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=programs.PATIENCE)
        commands = [each for each in json.loads(result.stdout)["result"]["commands"] if "certbot" not in each]
        assert stat.S_IMODE((export / "web").stat().st_mode) == 0o700
        for index, command in enumerate(commands):
            command = command.replace("<output>", str(export)).replace("<host>", "server").replace("/etc/", f"{self.folder}/etc/")
            run = subprocess.run(["sh", "-c", command], env=self.environment, capture_output=True, text=True, timeout=programs.PATIENCE)
            if run.returncode:
                return run.returncode
            if index == 0:
                self.move(spoil)
                # For the server's own user.
                modes = {stat.S_IMODE(path.stat().st_mode) for path in (self.folder / "srv").rglob("*")}
                assert modes == {0o755, 0o644}
        return 0

    def share(self, release):
        """Exports to the folder that the other site's configuration then includes a snippet of, in the place of its own host."""
        srv = self.folder / "srv"
        programs.run(programs.LATCHKEY, "export", "--to", self.host, release, "--output", srv, "--root", srv)
        file = self.etc / ("Caddyfile" if self.host == "caddy" else "sites-enabled/your-shop.conf")
        text = file.read_text().replace(SHOP, HARBOUR[0])
        snippet = srv / "snippets" / "harbour.conf"
        if self.host == "nginx":
            text = text.replace("    location /private/", f"    include {snippet};\n    location /private/")
        elif self.host == "apache":
            text = text.replace("    RewriteEngine On", f'    Include {snippet}\n    CustomLog {self.folder}/own.log "%r" env=!latchkey\n    RewriteEngine On')
        else:
            text = text.replace("(shop) {", f"import {srv}/snippets.caddyfile\n(shop) {{\n\timport latchkey/harbour")
        file.write_text(text)

    def move(self, spoil):
        """Gives the copied configuration the ports and certificates of the test."""
        srv = self.folder / "srv"
        change = {"nginx": hosts.nginx_moved, "apache": hosts.apache_moved, "caddy": hosts.caddy_moved}[self.host]
        for path in [*srv.glob("*.conf"), *srv.glob("https/*.conf"), *srv.glob("Caddyfile")]:
            path.write_text(change(path.read_text(), srv, self.folder, self.port, self.secure) + spoil)


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    return build_harbour(tmp_path_factory.mktemp("beside"))


@pytest.fixture
def server(request, tmp_path):
    for path in [tmp_path, *tmp_path.parents]:
        # The servers' workers are another user than root.
        if path.owner() == tmp_path.owner() and str(path).startswith("/tmp/"):
            path.chmod(path.stat().st_mode | 0o011)
    return Server(*request.param, tmp_path)


def until(check):
    """A reload returns before its configuration is in use."""
    deadline = time.monotonic() + programs.PATIENCE
    while not check():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("server", SITES, indirect=True, ids="-".join)
@pytest.mark.sampled(3)
def test_deployment_leaves_another_site_and_the_default_as_they_were(server, release):
    with server.running():
        before, files = server.shop(), programs.snapshot(server.etc)
        assert {answer[3] for answer in before if answer[:2] == (SHOP, "/private/")} == {401}
        for _ in range(2):
            assert server.deploy(release) == 0
            until(lambda: ask(server.port, "/reset?token=a", host=HARBOUR[1]).status == 301)
            # Old workers answer until they have ended.
            until(lambda: ask(server.secure, "/reset?token=a", host=HARBOUR[1], tls=HARBOUR[1])["Cache-Control"] == "no-store")
            assert ask(server.secure, "/reset?token=a", host=HARBOUR[1], tls=HARBOUR[1]).status == 200
            assert server.shop() == before
    changed = {name for name, seen in programs.snapshot(server.etc).items() if files.get(name) != seen}
    assert changed <= {"Caddyfile", "sites-enabled/zz-latchkey.conf"}
    # Started anew, as after a reboot.
    with server.running():
        assert server.shop() == before


@pytest.mark.parametrize("server", SITES, indirect=True, ids="-".join)
@pytest.mark.sampled(3)
def test_deployment_that_the_server_refuses_is_undone_and_others_survive_a_restart(server, release):
    with server.running():
        before = server.shop()
        assert server.deploy(release, spoil="\n}\nunknown words;\n") != 0
        assert server.shop() == before
    with server.running():
        assert server.shop() == before


@pytest.mark.parametrize("server", [(host, "first") for host in hosts.SERVERS], indirect=True, ids="-".join)
def test_snippet_in_a_site_of_the_same_host_serves_the_release_and_logs_no_token(server, release):
    server.share(release)
    # Caddy sends compressed files in chunks, and nginx none for HTTP/1.0.
    version = "HTTP/1.0" if server.host == "caddy" else "HTTP/1.1"
    with server.running(), programs.serve(release) as right:
        for target in (
            "/reset?token=SECRET", "/open/reset?token=SECRET", "/i/a%2Fb", "/login?code=SECRET", "/.well-known/apple-app-site-association", "/robots.txt",
            "/team/a/join?key=SECRET",
        ):  # fmt: skip
            page = "/reset?token=SECRET" if target.startswith("/open") else target
            answer = ask(server.secure, target, "Accept-Encoding: gzip", host=HARBOUR[0], tls=HARBOUR[0], version=version)
            expected = ask(right.port, page, "Accept-Encoding: gzip", host=HARBOUR[0])
            for field in ("Content-Type", "Cache-Control", "Content-Security-Policy", "Referrer-Policy", "Content-Encoding"):
                assert answer[field] == expected[field], (target, field)
            assert (answer.status, answer.body) == (200, expected.body), target
        own = ask(server.secure, "/", host=HARBOUR[0], tls=HARBOUR[0])
        assert (own.status, own["Content-Security-Policy"]) == (410 if server.host == "apache" else 200, None)
        assert ask(server.secure, "/private/", host=HARBOUR[0], tls=HARBOUR[0]).status == 401
    assert [path.name for path in server.folder.rglob("*") if path.is_file() and b"SECRET" in path.read_bytes()] == []


def test_nginx_takes_hosts_of_any_length(tmp_path):
    names = ["account.login-links.staging.eu.my-company.harbour.example", f"{'a' * 63}.{'b' * 63}.{'c' * 63}.example", HARBOUR[0]]
    write_harbour(tmp_path / "Site")
    file = tmp_path / "Site" / "harbour" / "app.yml"
    file.write_text(file.read_text().replace(", ".join(HARBOUR), ", ".join(names)))
    programs.build(tmp_path / "Site", tmp_path / "out")
    export(tmp_path / "out", "nginx", tmp_path / "export", "--root", tmp_path / "export")
    with served("nginx", tmp_path / "export", {"harbour": names}, tmp_path) as (port, secure):
        for name in names:
            assert ask(port, "/reset?token=a", host=name)["Location"] == f"https://{name}/reset?token=a"
            assert ask(secure, "/reset?token=a", host=name, tls=name).status == 200
        assert ask(port, "/", host="account.login-links.staging.eu.my-company.harbour-example").status == 421
