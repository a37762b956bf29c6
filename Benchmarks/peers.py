"""The servers that `serve` compares: each on one core, with the same bodies and headers, as fast as its documentation has it."""

import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
CLOCK_TICK = os.sysconf("SC_CLK_TCK")


class Server:
    """A process that answers on loopback."""

    def __init__(self, name, command, port=None, tls_port=None, workers=False, environment=None):
        self.name, self.workers = name, workers
        self.process = subprocess.Popen(
            ["taskset", "-c", "0", *map(str, command)], env={**os.environ, **(environment or {})},
            stdout=subprocess.PIPE if port is None else subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if port is None:
            port = int(self.process.stdout.readline().decode().strip().rpartition(":")[2])
        self.port, self.tls_port = port, tls_port
        wait_for(port)

    def pids(self):
        if not self.workers:
            return [self.process.pid]
        return pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()

    def cpu(self):
        """Seconds of processor time, of the program and of the kernel for it."""
        ticks = 0
        for pid in self.pids():
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / CLOCK_TICK

    def resident(self):
        """In megabytes of a million bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) * 1024 / 1e6

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)


def exchange(port, request, tls=False):
    """The bytes of one answer; the request has the connection closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        if tls:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            connection = context.wrap_socket(connection)
        connection.sendall(request)
        answer = b""
        while part := connection.recv(65536):
            answer += part
        return answer


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise SystemExit(f"error: nothing listens on {port}")


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def certificate(folder):
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=bench", "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


def latchkey(program, release, *options):
    return Server("latchkey-server", [program, release, "--listen", "127.0.0.1:0", *options])


def loop(folder, answer, closes):
    """A bare epoll loop that writes an answer."""
    program = folder / "epoll-loop"
    if not program.exists():
        subprocess.run(["cc", "-O2", "-o", program, HERE / "epoll-loop.c"], check=True)
    (folder / "answer").write_bytes(answer)
    return Server("epoll loop", [program, folder / "answer", *(["close"] if closes else [])])


def write_files(folder, files):
    """Every file with its gzip variant beside it."""
    folder.mkdir(mode=0o755)
    for name, file in files.items():
        (folder / name).write_bytes(file.variants["identity"])
        if "gzip" in file.variants:
            (folder / f"{name}.gz").write_bytes(file.variants["gzip"])


def nginx(folder, site):
    root = folder / "nginx"
    write_files(root, site.files)
    port, tls_port = free_port(), free_port()

    def location(match, name, more=""):
        file = site.files[name]
        headers = " ".join(f"add_header {key} {quote(value)} always;" for key, value in file.headers)
        return (f"location {match} {{ {more} try_files /{name} =404; default_type {quote(file.type)}; "
                f"gzip_static on; gzip_vary on; {headers} }}")

    redirects = "\n".join(f"location = {path} {{ return {status} {location}; }}" for path, status, location in site.redirects)
    opened = f"location = {site.open_path} {{ return 303 {site.page_of_open}?token=$arg_token; }}"
    hosts = " ".join(site.hosts)
    cert, key = site.certificate
    # One worker, no log, descriptors kept open.
    (folder / "nginx.conf").write_text(f"""
daemon off; worker_processes 1; worker_rlimit_nofile 20000; pid {folder}/nginx.pid; error_log {folder}/nginx-error.log;
events {{ worker_connections 8192; }}
http {{
    access_log off; server_tokens off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
    absolute_redirect off; server_names_hash_max_size 65536; server_names_hash_bucket_size 128;
    open_file_cache max=100 inactive=600s; open_file_cache_valid 600s;
    ssl_certificate {cert}; ssl_certificate_key {key}; ssl_session_cache shared:s:1m;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port}; listen 127.0.0.1:{tls_port} ssl; server_name {hosts}; root {root};
        {location(f"= {site.page_path}", "page")}
        {location(f"= {site.association_path}", "association")}
        {redirects}
        {opened}
        location / {{ return 404; }}
        error_page 404 /missing;
        {location("= /missing", "missing", "internal;")}
    }}
}}
""")
    return Server("nginx", ["nginx", "-e", folder / "nginx-error.log", "-c", folder / "nginx.conf"], port, tls_port, workers=True)


def h2o(folder, site):
    root = folder / "h2o"
    write_files(root, site.files)
    port, tls_port = free_port(), free_port()
    cert, key = site.certificate

    def path(path, name):
        file = site.files[name]
        headers = "".join(f"        header.set: {quote(f'{key}: {value}')}\n" for key, value in file.headers)
        return (f'      {quote(path)}:\n        file.file: {root}/{name}\n        file.send-compressed: ON\n'
                f'        file.mime.setdefaulttype: {quote(file.type)}\n{headers}')

    redirects = "".join(
        f'      {quote(path)}:\n        redirect:\n          status: {status}\n          url: {quote(location)}\n'
        for path, status, location in site.redirects)
    (folder / "h2o.conf").write_text(f"""
num-threads: 1
listen:
  host: 127.0.0.1
  port: {port}
listen:
  host: 127.0.0.1
  port: {tls_port}
  ssl:
    certificate-file: {cert}
    key-file: {key}
hosts:
  "default":
    paths:
{path(site.page_path, "page")}{path(site.association_path, "association")}{redirects}
""")
    return Server("h2o", ["h2o", "-c", folder / "h2o.conf"], port, tls_port)


def caddy(folder, site):
    root = folder / "caddy"
    write_files(root, site.files)
    port, tls_port = free_port(), free_port()
    cert, key = site.certificate

    def handle(match, name, more=""):
        file = site.files[name]
        headers = "\n".join(f"header {key} {quote(value)}" for key, value in [*file.headers, ("Content-Type", file.type)])
        return f"handle {match} {{\n{headers}\nrewrite * /{name}\nfile_server {{\nprecompressed gzip\n{more}\n}}\n}}\n"

    redirects = "\n".join(f"redir {path} {location} {status}" for path, status, location in site.redirects)
    answers = f"""
    root * {root}
    {redirects}
    redir {site.open_path} {site.page_of_open}?token={{query.token}} 303
    {handle(site.page_path, "page")}
    {handle(site.association_path, "association")}
    {handle("", "missing", "status 404")}
"""
    (folder / "Caddyfile").write_text(f"""
{{
    admin off
    auto_https off
}}
http://:{port} {{
    bind 127.0.0.1
    {answers}
}}
https://:{tls_port} {{
    bind 127.0.0.1
    tls {cert} {key}
    {answers}
}}
""")
    return Server(
        "caddy", ["caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"], port, tls_port,
        environment=dict(GOMAXPROCS="1", HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder)))


def installed(name):
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")
