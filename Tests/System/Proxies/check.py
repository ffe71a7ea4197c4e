#!/usr/bin/env python3
"""Puts nginx, HAProxy and Caddy in front of a server with the configurations of Deploy/proxies, and checks what passes.

    Tests/System/Proxies/check.py SNAPVEIL [PROXY...]

Whatever the proxy: pictures come back as from the server itself, small and large, by HTTP/1.1 and 2, with a length and in
chunks; a refusal does not wait for a body; errors, Retry-After, keys, origins and ids of requests pass; connections to the
server are kept; nothing is written to a file, and no query to a log; and its timeouts are longer than the server's own.
Needs nginx, haproxy, caddy, curl and openssl on the PATH. Only addresses of this machine are asked.
"""

import concurrent.futures
import http.client
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "System" / "Load"))

from abuse import noise, plain  # noqa: E402
from server import report  # noqa: E402

SCREENS = ROOT / "Tests" / "Support" / "Samples" / "Screens"
PROXIES = ROOT / "Deploy" / "proxies"
KEY = "a-key-of-the-check-alone"
FILL = "/v1/sanitize?style=fill&color=%23000&region=5,5,90,60"
SECONDS = {"s": 1, "m": 60, "ms": 0.001, "": 1}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def eventually(condition, what, seconds=10):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit(f"FAILED: {what}")
        time.sleep(0.05)


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Program:
    """A program that serves, its words in a file, ended at the end of a `with`."""

    def __init__(self, arguments, words, port, environment=None):
        with open(words, "wb") as log:
            self.process = subprocess.Popen(arguments, stdout=log, stderr=log, env={**os.environ, **(environment or {})})
        self.words, self.port = pathlib.Path(words), port

    def __enter__(self):
        eventually(lambda: self.process.poll() is not None or answers(self.port), f"{self.process.args[0]} does not listen")
        if self.process.poll() is not None:
            raise SystemExit(f"FAILED: {self.process.args[0]} ended: {self.words.read_text()}")
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Proxy:
    """A configuration of Deploy/proxies, moved to free ports and a directory of its own."""

    def __init__(self, name, file, work, server, replacements):
        self.name, self.work, self.port = name, work / name, free_port()
        self.work.mkdir()
        self.text = (PROXIES / file).read_text()
        moved = self.text
        for old, new in {**replacements, "127.0.0.1:8080": f"127.0.0.1:{server}"}.items():
            if old not in moved:
                raise SystemExit(f"FAILED: {file} has no {old} any more: mend this check")
            moved = moved.replace(old, new.format(port=self.port, work=self.work, ssl=work))
        self.file = self.work / file
        self.file.write_text(moved)

    def seconds(self, name):
        """A time of the configuration."""
        number, unit = re.search(rf"^\s*{name}\s+(\d+)(ms|s|m|);?$", self.text, re.MULTILINE).groups()
        return int(number) * SECONDS[unit]

    def logs(self):
        return "".join(file.read_text() for file in self.work.glob("*.log"))


def nginx(work, server):
    proxy = Proxy("nginx", "nginx.conf", work, server, {
        "/run/nginx.pid": "{work}/nginx.pid", "/var/log/nginx/": "{work}/", "/etc/ssl/snapveil/": "{ssl}/",
        "listen 443": "listen 127.0.0.1:{port}", "listen [::]:443": "listen [::1]:{port}", "worker_rlimit_nofile 65536;": "",
        "worker_connections 16384": "worker_connections 512",
    })
    # Where it would keep bodies, if it kept any.
    parts = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    places = "".join(f"{part}_temp_path {proxy.work}/temporary-{part}; " for part in parts)
    # As the user of its workers, whoever runs this; and in the foreground.
    user = "user root; " if os.geteuid() == 0 else ""
    text = proxy.file.read_text().replace("http {", "http { " + places, 1)
    proxy.file.write_text(text)
    proxy.check = ["nginx", "-t", "-q", "-e", "stderr", "-c", proxy.file, "-g", user]
    proxy.arguments = ["nginx", "-e", "stderr", "-c", proxy.file, "-g", f"{user}daemon off;"]
    proxy.keeps = [("keepalive_timeout", "idle-timeout")]
    proxy.waits = [("proxy_read_timeout", ["max-wait", "request-timeout"]), ("proxy_send_timeout", ["body-timeout"]),
                   ("client_body_timeout", ["body-timeout"]), ("send_timeout", ["write-timeout"])]
    return proxy


def haproxy(work, server):
    proxy = Proxy("haproxy", "haproxy.cfg", work, server, {
        "bind :443": "bind 127.0.0.1:{port}", "/etc/ssl/snapveil/": "{ssl}/", "maxconn 8192": "maxconn 512",
    })
    proxy.check = ["haproxy", "-c", "-q", "-f", proxy.file]
    proxy.arguments = ["haproxy", "-db", "-f", proxy.file]
    proxy.keeps = []
    proxy.waits = [("timeout server", ["max-wait", "request-timeout"]), ("timeout client", ["body-timeout"])]
    return proxy


def caddy(work, server):
    proxy = Proxy("caddy", "Caddyfile", work, server, {})
    # Certificates of its own, for a name of this machine; nothing but its own directory, and no other port.
    text = proxy.file.read_text().replace("{\n", f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n"
                                          f"\tstorage file_system {proxy.work}/storage\n", 1)
    proxy.file.write_text(text)
    proxy.environment = {"SNAPVEIL_SITE": f"https://localhost:{proxy.port}", "XDG_CONFIG_HOME": str(proxy.work)}
    proxy.check = ["caddy", "validate", "--adapter", "caddyfile", "--config", proxy.file]
    proxy.arguments = ["caddy", "run", "--adapter", "caddyfile", "--config", proxy.file]
    proxy.keeps = [("keepalive", "idle-timeout")]
    proxy.waits = [("response_header_timeout", ["max-wait", "request-timeout"]), ("read_body", ["body-timeout"])]
    return proxy


class Client:
    """Asks a proxy over TLS, or a server without."""

    def __init__(self, port, secure):
        self.port, self.context = port, ssl._create_unverified_context() if secure else None

    def connect(self):
        if self.context:
            # By name, as certificates are for names.
            return http.client.HTTPSConnection("localhost", self.port, timeout=30, context=self.context)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def ask(self, method, target, body=None, connection=None, **fields):
        fields = {"API_Key": KEY, **fields}
        fields = {name.replace("_", "-"): value for name, value in fields.items() if value is not None}
        connection = connection or self.connect()
        chunked = body is not None and not isinstance(body, bytes)
        connection.request(method, target, body, fields, encode_chunked=chunked)
        response = connection.getresponse()
        return response, response.read()

    def is_ready(self):
        try:
            return self.ask("GET", "/readyz")[0].status == 200
        except OSError:
            return False


def problem(reply):
    response, body = reply
    kind = response.getheader("Content-Type")
    return response.status, re.search(rb"problem:([a-z-]+)", body)[1].decode() if kind == "application/problem+json" else kind


def curl(port, *arguments):
    options = ["--noproxy", "*", "--silent", "--show-error", "--insecure", "--max-time", "30", "-H", f"API-Key: {KEY}"]
    command = ["curl", "-q", *options, *arguments, f"https://localhost:{port}{FILL}"]
    return subprocess.run(command, capture_output=True, check=False).stdout


def pictures(proxy, client, direct, work):
    """What comes back, by every way to send it."""
    small, large = (SCREENS / "ios-login.png").read_bytes(), noise(3000, 3000)
    (work / "small.png").write_bytes(small)
    (work / "large.png").write_bytes(large)
    expected, expected_large = direct.ask("POST", FILL, small)[1], direct.ask("POST", FILL, large)[1]
    pieces = [large[start : start + 70_000] for start in range(0, len(large), 70_000)]
    upload = ["--data-binary", f"@{work}/large.png"]
    yield client.ask("POST", FILL, small)[1] == expected, "a picture is the same"
    yield client.ask("PUT", FILL, large)[1] == expected_large, f"a picture of {len(large) >> 20} MiB is the same"
    yield client.ask("POST", FILL, iter(pieces))[1] == expected_large, "and so it is in chunks"
    yield curl(proxy.port, "--http2", "--data-binary", f"@{work}/small.png") == expected, "by HTTP/2, too"
    yield curl(proxy.port, "--http2", *upload) == expected_large, "and a large one"
    yield curl(proxy.port, "--http1.1", "-H", "Expect: 100-continue", *upload) == expected_large, "and after 100 Continue"
    found = client.ask("GET", "/openapi.json", Accept_Encoding="gzip")[0]
    yield found.getheader("Content-Encoding") == "gzip" and found.getheader("ETag"), "a document is compressed once, with its tag"


def refusals(proxy, client, work):
    """Errors and what goes with them."""
    small = (SCREENS / "ios-login.png").read_bytes()
    yield problem(client.ask("POST", FILL, small[:5000])) == (422, "snapshot-corrupt"), "a problem is passed on"
    (work / "too-large").write_bytes(bytes(34 << 20))
    # By curl, which reads replies while it sends. Caddy does not take the rest of what was refused, and closes HTTP/1.1.
    for version in ["--http2"] + ["--http1.1"] * (proxy.name != "caddy"):
        yield b"problem:body-too-large" in curl(proxy.port, version, "--data-binary", f"@{work}/too-large"), \
            f"a body that is too large is the server's to refuse, {version}"
    yield problem(client.ask("POST", FILL, small, API_Key=None)) == (401, "unauthorized"), "no key is no key"
    bearer = client.ask("POST", FILL, small, API_Key=None, Authorization=f"Bearer {KEY}")
    yield bearer[0].status == 200, "a bearer's key is passed on"
    origin = f"https://localhost:{client.port}"
    yield client.ask("POST", FILL, small, Origin=origin)[0].status == 200, "a page of the proxy's own origin may call"
    other = client.ask("POST", FILL, small, Origin="https://example.org")
    yield problem(other) == (403, "cross-origin"), "a page of another may not"


def early_refusal(client):
    """Whether what is refused by its head alone is refused before there is a body."""
    connection = client.connect()
    connection.putrequest("POST", FILL)
    for name, value in (("API-Key", KEY), ("Content-Length", "99999999")):
        connection.putheader(name, value)
    connection.endheaders()
    began = time.monotonic()
    response = connection.getresponse()
    yield problem((response, response.read())) == (413, "body-too-large"), "a refusal does not wait for the body"
    yield time.monotonic() - began < 2, "and comes at once"


def overload(client):
    """What a server says that has too much to do."""
    # Small to send and much to do: an answer comes after the body, whatever the proxy.
    large = plain(4000, 3000)
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        asked = [pool.submit(client.ask, "POST", "/v1/sanitize?style=blur&radius=30", large) for _ in range(12)]
        replies = [future.result() for future in asked]
    refused = [response for response, body in replies if problem((response, body)) == (503, "overloaded")]
    done = [body for response, body in replies if response.status == 200]
    yield len(refused) + len(done) == 12 and refused and len(set(done)) == 1, "what is too much is refused, and the rest is done"
    yield all(int(response.getheader("Retry-After")) > 0 for response in refused), "with the time to wait"


def ids(proxy, client, server):
    """How a request is found in both logs, and what is not."""
    small = (SCREENS / "ios-login.png").read_bytes()
    yield client.ask("POST", FILL, small, X_Request_Id="of-the-client")[0].getheader("X-Request-Id") == "of-the-client", "an id is kept"
    new = client.ask("POST", FILL, small)[0].getheader("X-Request-Id")
    yield bool(new), "or made"
    for log, name in ((server.words.read_text, "server"), (proxy.logs, "proxy")):
        if name == "server" or proxy.name != "caddy":
            eventually(lambda: new in log(), f"{proxy.name}: the id is not in the log of the {name}", 3)
    yield "of-the-client" in server.words.read_text(), "and is in the logs"


def keeps_connections(client, server):
    """Whether connections to the server are used again, by other clients, too."""
    before = server.words.read_text().count("connection opened")
    for _ in range(30):
        client.ask("GET", "/v1/policies")
    # Those that ask whether the server is ready may be among them.
    return server.words.read_text().count("connection opened") - before <= 6


def defaults(program):
    """The settings of the server and what they are when nobody sets them."""
    words = " ".join(subprocess.run([program, "serve", "--help"], check=True, capture_output=True, text=True).stdout.split())
    found = re.findall(r"--([a-z-]+) <[^>]+> (?:(?!--).)*?\(default: (\d+)\)", words)
    return {name: float(value) for name, value in found}


def timeouts(proxy, settings):
    for name, waits in proxy.waits:
        least = sum(settings[wait] for wait in waits)
        yield proxy.seconds(name) > least, f"{name} is longer than {' and '.join(waits)} of the server, {least:.0f} s"
    for name, idle in proxy.keeps:
        yield proxy.seconds(name) < settings[idle], f"{name} is shorter than {idle} of the server"


def try_proxy(make, program, work, settings):
    """The claims about a proxy, and whether they hold."""
    port = free_port()
    keys = work / "keys"
    keys.write_text(f"check:{KEY}\n")
    limits = ["--workers", "1", "--queue", "2", "--key-file", str(keys), "--max-peer-share", "1"]
    serve = [program, "serve", "--port", str(port), *limits, "--log-level", "debug"]
    proxy = make(work, port)
    subprocess.run(proxy.check, check=True, capture_output=True, env={**os.environ, **getattr(proxy, "environment", {})})
    with Program(serve, work / f"server-{proxy.name}.log", port) as server:
        with Program(proxy.arguments, proxy.work / "words.log", proxy.port, getattr(proxy, "environment", None)):
            client, direct = Client(proxy.port, True), Client(port, False)
            eventually(client.is_ready, f"{proxy.name} does not answer")
            yield from pictures(proxy, client, direct, work)
            yield from refusals(proxy, client, work)
            # Caddy answers no HTTP/1.1 request while it waits for the body.
            if proxy.name != "caddy":
                yield from early_refusal(client)
            yield from ids(proxy, client, server)
            yield from overload(client)
            yield keeps_connections(client, server), "connections to the server are kept"
            large = [path for path in proxy.work.rglob("*") if path.is_file() and path.stat().st_size > 100_000]
            yield not large, "nothing is written to a file"
            server.process.terminate()
            server.process.wait()
            gone = client.ask("GET", "/v1/policies?style=none")[0].status
            yield gone in (502, 503), "a server that has gone is an error of the proxy"
        yield from timeouts(proxy, settings)
        yield "style=" not in proxy.logs() and KEY not in proxy.logs(), "no query and no key is in a log"


def main():
    program, names = os.path.abspath(sys.argv[1]), sys.argv[2:]
    settings, failures, tried = defaults(program), [], 0
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", work / "key.pem"]
        command = ["openssl", "req", "-x509", "-days", "2", *key, "-out", work / "certificate.pem", *subject]
        subprocess.run(command, check=True, capture_output=True)
        (work / "both.pem").write_text((work / "certificate.pem").read_text() + (work / "key.pem").read_text())
        for make in (nginx, haproxy, caddy):
            if names and make.__name__ not in names:
                continue
            if not shutil.which(make.__name__):
                print(f"skipped: there is no {make.__name__} here")
                continue
            tried += 1
            began, claims = time.monotonic(), 0
            for holds, claim in try_proxy(make, program, work, settings):
                claims += 1
                failures.append((not holds, f"{make.__name__}: {claim}"))
            print(f"{make.__name__}: {claims} claims in {time.monotonic() - began:.1f} s")
    return report([*failures, (tried == 0, "there is no proxy to try")])


if __name__ == "__main__":
    sys.exit(main())
