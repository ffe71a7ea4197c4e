"""The guard as a process, what asks it, and the claims that are checked."""

import argparse
import concurrent.futures
import http.client
import io
import json
import os
import pathlib
import queue
import re
import signal
import subprocess
import tempfile
import threading
import time
import traceback
import urllib.parse
from dataclasses import dataclass, field

#: Seconds that a reply may take.
PATIENCE = 15
#: What a guard stands in front of.
WEBDRIVER, MCP = "webdriver", "mcp"


class Claims:
    """Prints each claim with what became of it, and counts those that do not hold."""

    def __init__(self):
        self.passed = self.failed = 0

    def __call__(self, holds, claim, detail=""):
        if holds:
            self.passed += 1
            print(f"passed: {claim}", flush=True)
        else:
            self.failed += 1
            print(f"FAILED: {claim}{f' ({detail})' if detail else ''}", flush=True)

    def group(self, name, check, *arguments):
        """Runs a check to its end, or as far as it comes."""
        start = time.monotonic()
        print(f"-- {name}", flush=True)
        try:
            check(self, *arguments)
        except Exception as error:
            self(False, f"{name}: the check comes to its end", _words(error))
        print(f"-- {time.monotonic() - start:.1f} s", flush=True)

    def at_once(self, checks, *arguments):
        """Runs checks, by their names, that wait more than they work, and prints their claims one check after the other."""
        def claims_of(check):
            claims = []
            try:
                check(lambda *each: claims.append(each), *arguments)
            except Exception as error:
                claims.append((False, "the check comes to its end", _words(error)))
            return claims

        with concurrent.futures.ThreadPoolExecutor(len(checks)) as threads:
            for name, claims in zip(checks, threads.map(claims_of, checks.values()), strict=True):
                print(f"-- {name}", flush=True)
                for each in claims:
                    self(*each)


def _words(error):
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.name}, line {place.lineno}: {error}"


def run_groups(groups, prefix, bench, short=None):
    """Runs the groups of checks that the command line names: PROGRAM [GROUP...] [--full].

    Without names it runs all of them, or those of `short` unless `--full` is there. Each gets what `bench` makes of the program, a
    folder whose name begins with `prefix`, and whether `--full` is there. The status of the check."""
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("groups", nargs="*", choices=[[], *groups], default=[], metavar="GROUP")
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    start, claims = time.monotonic(), Claims()
    with tempfile.TemporaryDirectory(prefix=prefix) as directory:
        given = bench(options.program.resolve(), pathlib.Path(directory), options.full)
        for name in options.groups or (groups if options.full or short is None else short):
            claims.group(name, groups[name], given)
    print(f"{claims.passed} of {claims.passed + claims.failed} claims hold ({time.monotonic() - start:.0f} s)")
    return 1 if claims.failed else 0


def named(*checks):
    """Checks by the names of their functions."""
    return {check.__name__.removeprefix("check_").replace("_", " "): check for check in checks}


@dataclass
class Reply:
    """A reply as it came; `failure` says why there is none, or not all of one, and `raw` is all that was read."""

    status: int = 0
    fields: list = field(default_factory=list)
    body: bytes = b""
    failure: str = ""
    raw: bytes = b""
    #: The guard that it is from.
    kind: str = WEBDRIVER

    def header(self, name):
        return next((content for key, content in self.fields if key.lower() == name.lower()), None)

    @property
    def json(self):
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None

    @property
    def value(self):
        return self.json.get("value") if isinstance(self.json, dict) else None

    @property
    def is_error(self):
        """Whether it is an error of the guard in place of a reply."""
        if self.kind == MCP:
            return self.is_refusal and self.status in (500, 502)
        return self.is_refusal and self.status == 500 and self.value["error"] == "unknown error"

    @property
    def is_refusal(self):
        """Whether it is an error of the guard, as WebDriver or JSON-RPC words errors, that every client can read."""
        if self.failure or self.header("Content-Length") != str(len(self.body)):
            return False
        if "application/json" not in (self.header("Content-Type") or "") or not isinstance(self.json, dict):
            return False
        if self.kind == MCP:
            message = self.json.get("error", {}).get("message", "")
            is_error = self.json == {"jsonrpc": "2.0", "id": None, "error": {"code": -32_000, "message": message}}
            return 400 <= self.status <= 502 and is_error and message.startswith("snapveil: ")
        if not 400 <= self.status <= 500 or not isinstance(self.value, dict) or set(self.json) != {"value"}:
            return False
        message, trace = self.value.get("message"), self.value.get("stacktrace")
        return self.value.get("error") and str(message).startswith("snapveil: ") and trace == ""

    @property
    def contents(self):
        """Its body, and whatever else there was: the head, and a trailer."""
        head, _, rest = self.raw.partition(b"\r\n\r\n")
        return [self.body, head] if rest == self.body else [self.body, head, rest]

    def __str__(self):
        return f"{self.failure} {self.status} {self.body[:160]!r}".strip()


class _Recorder(io.RawIOBase):
    """Reads from a socket, and keeps what was read."""

    def __init__(self, socket):
        self.file, self.record = socket.makefile("rb", buffering=0), bytearray()

    def readable(self):
        return True

    def readinto(self, buffer):
        count = self.file.readinto(buffer)
        self.record += buffer[:count or 0]
        return count

    def close(self):
        self.file.close()
        super().close()


class _Response(http.client.HTTPResponse):
    def __init__(self, socket, *arguments, **options):
        super().__init__(socket, *arguments, **options)
        self.fp.close()
        self.recorder = _Recorder(socket)
        self.fp = io.BufferedReader(self.recorder)


class Client:
    """A harness: asks a server on one connection."""

    def __init__(self, url, patience=PATIENCE, kind=WEBDRIVER):
        self.kind, parts = kind, urllib.parse.urlsplit(url)
        self.base = parts.path.rstrip("/")
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=patience)
        self.connection.response_class = self._recorded
        self.recorder = None

    def _recorded(self, socket, *arguments, **options):
        response = _Response(socket, *arguments, **options)
        self.recorder = response.recorder
        return response

    def ask(self, method, path, content=None, **fields):
        """Sends a request, with JSON if the content is a value. Underscores in the names of fields are hyphens."""
        body = content if content is None or isinstance(content, bytes) else json.dumps(content).encode()
        sent = {"Content-Type": "application/json; charset=utf-8", "Accept": "application/json"}
        sent |= {name.replace("_", "-"): text for name, text in fields.items()}
        self.recorder = None
        try:
            self.connection.putrequest(method, self.base + path, skip_host="Host" in sent, skip_accept_encoding=True)
            for name, text in sent.items():
                self.connection.putheader(name, text)
            if body is not None or method == "POST":
                self.connection.putheader("Content-Length", str(len(body or b"")))
            self.connection.endheaders(body)
            reply = self.connection.getresponse()
            return Reply(reply.status, reply.getheaders(), reply.read(), "", bytes(self.recorder.record), self.kind)
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            read = bytes(self.recorder.record) if self.recorder else b""
            return Reply(raw=read, failure=f"{type(error).__name__} {error}")

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def ask(url, method, path, content=None, **fields):
    """Sends a request on a connection of its own."""
    with Client(url) as client:
        return client.ask(method, path, content, **fields)


class Guard:
    """A guard in front of an upstream, ended at the end of a `with`; `variables` are those of its environment."""

    def __init__(self, program, upstream, policy, *options, kind=WEBDRIVER, **variables):
        self.kind = kind
        self.process = subprocess.Popen(
            [
                program, "guard", kind, "--upstream", upstream, "--policy", str(policy), "--listen", "127.0.0.1:0",
                "--print-url", *options,
            ],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **variables},
        )
        self._log, self.status, lines = [], None, queue.Queue()
        threading.Thread(target=lambda: self._log.extend(self.process.stderr), daemon=True).start()
        threading.Thread(target=lambda: [*map(lines.put, self.process.stdout), lines.put("")], daemon=True).start()
        try:
            self.url = lines.get(timeout=PATIENCE).strip().rstrip("/")
        except queue.Empty:
            self.url = ""
        if not re.fullmatch(r"http://127\.0\.0\.1:\d+", self.url):
            self.stop()
            raise RuntimeError(f"the guard does not start: {self.url!r} {self.log[-500:]}")

    @property
    def log(self):
        return "".join(self._log)

    def logs(self, words, patience=2):
        """Whether words are in the log, after a while."""
        deadline = time.monotonic() + patience
        while words not in self.log and time.monotonic() < deadline:
            time.sleep(0.02)
        return words in self.log

    def ask(self, method, path, content=None, **fields):
        """Sends a request on a connection of its own."""
        with self.client() as client:
            return client.ask(method, path, content, **fields)

    def client(self):
        return Client(self.url, kind=self.kind)

    def stop(self):
        """Asks it to end; its status, or None if it had to be killed."""
        if self.status is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.status = self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        return self.status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def eventually(condition, patience=3):
    """Waits until a condition holds; whether it came to hold."""
    deadline = time.monotonic() + patience
    while not (holds := condition()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds


def policies(directory):
    """Files with policies: one that covers the sensitive elements, and one that covers the password alone."""
    def rule(name):
        path = f"//*[@name='{name}' or @resource-id='com.example.bank:id/{name}']"
        return {"target": {"element": path}, "style": {"fill": {"color": "#000000"}}}

    files = {}
    for file, names in {"all": ["email", "password", "card"], "password": ["password"]}.items():
        files[file] = pathlib.Path(directory) / f"{file}.json"
        files[file].write_text(json.dumps({"rules": [rule(name) for name in names]}))
    return files


def temporary_directory():
    return tempfile.TemporaryDirectory(prefix="snapveil-guard-")
