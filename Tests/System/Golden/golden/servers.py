"""The servers that requests are sent to, and the client that sends them."""

import http.client
import os
import pathlib
import socket
import subprocess
import tempfile

# All that would follow from the machine is stated, as problems name it.
COMMON = ["--port", "0", "--print-url", "--log-level", "error", "--workers", "2", "--max-body-bytes", "16777216", "--max-pixels", "50000000",
          "--max-edge", "16384", "--max-work-bytes", "1073741824", "--max-bytes-in-flight", "134217728", "--max-reply-bytes", "134217728"]
OPTIONS = {
    "plain": [],
    "strict": ["--policy-only", "--no-phases", "--minimum-assurance", "erased", "--cors-origins", "https://tests.example.org", "--header-timeout", "1"],
    "covered": ["--require-covered"],
    "looking": [],
}


def environment(**more):
    """That of this process without the settings of a server, and with one width, language and time zone."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SNAPVEIL_")}
    return {**kept, "COLUMNS": "80", "LC_ALL": "C.UTF-8", "TZ": "UTC", **more}


class Servers:
    """Servers that start when they are needed, and end with the `with`."""

    def __init__(self, program, models):
        self.program, self.models, self.running = program, models, {}
        self.directory = tempfile.TemporaryDirectory()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process, _ in self.running.values():
            process.terminate()
        for process, _ in self.running.values():
            process.wait(timeout=30)
        self.directory.cleanup()

    def port(self, name):
        if name not in self.running:
            options = [*COMMON, *OPTIONS[name]]
            if name == "strict":
                keys = pathlib.Path(self.directory.name, "keys")
                keys.write_text("ci:0123456789abcdef0123\n")
                options += ["--key-file", str(keys)]
            more = {"SNAPVEIL_MODELS": self.models} if name == "looking" else {}
            process = subprocess.Popen([self.program, "serve", *options], stdout=subprocess.PIPE, text=True, env=environment(**more))
            url = process.stdout.readline().strip()
            if not url:
                raise SystemExit(f"FAILED: the server '{name}' did not start")
            self.running[name] = process, int(url.rsplit(":", 1)[1])
        return self.running[name][1]

    def ask(self, case):
        """The status, the fields and the body of the reply."""
        port = self.port(case.server)
        if case.raw is not None:
            return self.ask_raw(port, case.raw)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        connection.request(case.method, case.target, case.body, {"X-Request-Id": "golden", **case.headers})
        reply = connection.getresponse()
        result = reply.status, reply.getheaders(), reply.read()
        connection.close()
        return result

    @staticmethod
    def ask_raw(port, request):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            connection.sendall(request)
            data = b""
            try:
                while piece := connection.recv(65536):
                    data += piece
            except ConnectionResetError:
                pass  # The rest of what was sent was not read.
        head, _, body = data.partition(b"\r\n\r\n")
        line, *fields = head.decode("latin-1").split("\r\n")
        return int(line.split()[1]) if line else 0, [tuple(field.split(": ", 1)) for field in fields], body
