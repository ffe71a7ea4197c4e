"""A server that seals, started on a free port and ended by the test."""

import base64
import contextlib
import email.parser
import http.client
import json
import os
import re
import subprocess
import threading
import time
import urllib.parse

PATIENCE = 30


class Reply:
    """A reply, read in the form that it has."""

    def __init__(self, response):
        self.status, self.body = response.status, response.read()
        self.type = response.getheader("Content-Type") or ""

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def parts(self):
        """The contents of the files of a reply by their names, and the receipt, whatever the form."""
        if self.type.startswith("application/json"):
            return {name: base64.b64decode(part["data"]) if "data" in part else part for name, part in self.json.items()}
        boundary = re.search(r"boundary=(\S+)", self.type)[1].encode()
        found = {}
        for part in self.body.split(b"--" + boundary)[1:-1]:
            head, _, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
            fields = email.parser.BytesHeaderParser().parsebytes(head)
            name = fields.get_param("name", header="Content-Disposition")
            found[name] = content.removesuffix(b"\r\n")
        return found | {"receipt": json.loads(found["receipt"])}

    @property
    def sealed(self):
        return self.parts.get("sealed")

    def __str__(self):
        return f"{self.status} {self.body[:300]!r}"


class Server:
    """A server, ended at the end of a `with`."""

    def __init__(self, program, *options):
        command = [str(program), "serve", "--port", "0", "--metrics-port", "0", *map(str, options)]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self._lines, self.port = [], None
        while self.port is None:
            line = self.process.stderr.readline()
            self._lines.append(line)
            if not line:
                raise RuntimeError(f"the server does not start: {self.log[-500:]}")
            if found := re.search(r"address=127\.0\.0\.1:(\d+)", line):
                name = "metrics_port" if "server=metrics" in line else "port"
                setattr(self, name, int(found[1]))
        threading.Thread(target=lambda: self._lines.extend(self.process.stderr), daemon=True).start()

    @property
    def log(self):
        return "".join(self._lines)

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, body, connection=None, accept="application/json", path="/v1/sanitize", kind="application/octet-stream", **query):
        """Sends a snapshot, or an artefact."""
        connection = connection or self.connection()
        url = f"{path}?{urllib.parse.urlencode(query, doseq=True)}"
        connection.request("POST", url, body, {"Content-Type": kind, "Accept": accept})
        return Reply(connection.getresponse())

    def metrics(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.metrics_port, timeout=PATIENCE)
        connection.request("GET", "/metrics")
        return connection.getresponse().read().decode()

    def says(self, words, patience=5):
        """Whether words come into the log."""
        deadline = time.monotonic() + patience
        while words not in self.log and time.monotonic() < deadline:
            time.sleep(0.02)
        return words in self.log

    def processes(self):
        """The numbers of all its processes."""
        found = [self.process.pid]
        for pid in found:
            # A thread, or a process, may end meanwhile.
            with contextlib.suppress(OSError):
                for thread in os.listdir(f"/proc/{pid}/task"):
                    with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{thread}/children") as children:
                        found += map(int, children.read().split())
        return found

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.status = self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.status = self.process.wait()
