#!/usr/bin/env python3
"""Searches a server for what it should have wiped, while and after clients send it known secrets in requests of every kind.

    Tests/System/Remains/check.py SNAPVEIL [--seconds 86400] [--every 60] [--clients 4]

Pictures with regions, looks that read texts and codes, page sources, artefacts, sealed originals, what is broken, and clients
that leave: each holds the same word and the same row of pixels where it is covered. Every so often the clients wait, and then
neither must be in the memory of any process, in the log at its most detailed, in metrics or in traces; at the end in no file on
the disk, core files of workers that were killed meanwhile included. Prints a line for each claim, and what was sent; the status
is 1 if one does not hold. Needs root, SNAPVEIL_MODELS, and what requirements.txt of Sealing and of Recordings list.
"""

import argparse
import collections
import contextlib
import http.client
import http.server
import json
import mmap
import os
import pathlib
import random
import signal
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True

import pyrage  # noqa: E402
from memory_search import command, found  # noqa: E402
from secret_requests import POLICIES, Drawer, Secrets  # noqa: E402
from server import Server  # noqa: E402

#: What a search leaves out: what is no disk, and what is too large to be a copy of a request.
NO_DISK, LARGE = ("/proc", "/sys", "/dev/mqueue"), 1 << 28
#: Seconds that the server has to wipe what it worked on.
PATIENCE = 5


class Collector:
    """Takes traces, and keeps their bytes."""

    def __init__(self):
        kept = self.kept = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                kept.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}/v1/traces"


class Clients:
    """Clients that send until they are told to wait, and what they got."""

    def __init__(self, server, secrets, count):
        self.server, self.secrets, self.sent, self.wrong = server, secrets, collections.Counter(), []
        self.may_send, self.is_over = threading.Event(), threading.Event()
        self.busy = [threading.Lock() for _ in range(count)]
        for number in range(count):
            threading.Thread(target=self.send, args=(number,), daemon=True).start()

    def run(self, seconds):
        """Sends for a while; none is waited for any more when it returns."""
        self.may_send.set()
        time.sleep(seconds)
        self.may_send.clear()
        for lock in self.busy:
            with lock:
                pass

    def send(self, number):
        drawer, chance = Drawer(self.secrets, number), random.Random(number)
        connection = self.server.connection()
        while self.may_send.wait():
            with self.busy[number]:
                request = drawer.next()
                try:
                    if chance.random() < 0.1:
                        self.leave(request, chance)
                    else:
                        self.judge(request, connection)
                except (OSError, http.client.HTTPException) as error:
                    self.wrong.append(f"{request.name}: {error!r}")
                    connection = self.server.connection()

    def leave(self, request, chance):
        """Sends a part of a request, or all of it, and goes."""
        connection = self.server.connection()
        connection.putrequest("POST", request.target)
        for name, value in {**request.fields, "Content-Length": len(request.body)}.items():
            connection.putheader(name, value)
        connection.endheaders()
        connection.send(request.body[: int(len(request.body) * chance.choice([0.3, 0.9, 1]))])
        time.sleep(chance.choice([0, 0.01, 0.1]))
        connection.close()
        self.sent["clients that leave"] += 1

    def judge(self, request, connection):
        connection.request("POST", request.target, request.body, request.fields)
        response = connection.getresponse()
        reply = response.read()
        # A worker may have been killed under it, and a server that is asked for much may say so.
        is_excused = response.status in (500, 503)
        if not is_excused and (response.status == 200) != request.is_good:
            self.wrong.append(f"{request.name}, {request.target}: {response.status} {reply[:200]!r}")
        if self.secrets.word.encode() in reply:
            self.wrong.append(f"{request.name}, {request.target}: the word is in the reply")
        self.sent["replies that say why there is no result" if response.status != 200 else request.name] += 1


class Remains:
    """The server under load, and the search for what remains."""

    def __init__(self, options, directory):
        self.options, self.directory, self.secrets, self.collector = options, directory, Secrets(), Collector()
        self.began, self.failures, self.searches = time.time(), [], 0
        recipients, policies = directory / "recipients", directory / "policies"
        for folder in (recipients, policies):
            folder.mkdir()
        (recipients / "team").write_text(str(pyrage.x25519.Identity.generate().to_public()))
        for name, policy in POLICIES.items():
            (policies / f"{name}.json").write_text(json.dumps(policy))
        self.settings = [
            "--recipients", recipients, "--policies", policies, "--otlp-endpoint", self.collector.url, "--log-level", "trace",
            "--max-peer-share", "1", "--min-body-rate", "0", "--allow-memory-inspection",
        ]

    def run(self):
        with Server(self.options.program, *self.settings) as server:
            self.server = server
            self.check(self.finds_what_is_held(), "the search finds an upload that is held")
            self.check(self.finds_by_looking(), "a look finds an address and a code")
            self.clients = Clients(server, self.secrets, self.options.clients)
            deadline = time.monotonic() + self.options.seconds
            while (left := deadline - time.monotonic()) > 0:
                self.clients.run(min(left, self.options.every))
                self.search()
                self.disturb()
        self.check(bool(self.collector.kept), "there were traces to search")
        self.search_disk()
        self.check(not self.clients.wrong, f"every reply is as it should be{list_of(self.clients.wrong)}")

    def finds_what_is_held(self):
        connection = self.server.connection()
        connection.putrequest("POST", "/v1/sanitize?style=veil")
        connection.putheader("Content-Length", "100000")
        connection.endheaders(self.secrets.word.encode() * 9 + self.secrets.row.tobytes())
        deadline, is_found = time.monotonic() + PATIENCE, False
        while not is_found and time.monotonic() < deadline:
            words = "; ".join(found(self.server, self.secrets.forms))
            is_found = "the word in utf-8 in" in words and "the pixels, RGB in" in words
        connection.close()
        return is_found

    def finds_by_looking(self):
        look = Drawer(self.secrets, 0).looked_at("/v1/check")
        connection = self.server.connection()
        connection.request("POST", look.target, look.body, look.fields)
        reply = json.loads(connection.getresponse().read())
        return {"email", "qrCode"} <= {finding["kind"] for finding in reply.get("findings", [])}

    def search(self):
        self.searches += 1
        deadline = time.monotonic() + PATIENCE
        while (left := found(self.server, self.secrets.forms)) and time.monotonic() < deadline:
            time.sleep(0.3)
        log, metrics, traces = self.server.log.encode(), self.server.metrics().encode(), b"".join(self.collector.kept)
        for place, text in {"the log": log, "metrics": metrics, "traces": traces}.items():
            left += [f"{name} in {place}" for name, secret in self.secrets.forms.items() if secret in text]
        left += [f"memory of {command(pid)} on swap" for pid in self.server.processes() if swapped(pid)]
        took = time.time() - self.began
        self.check(not left, f"after {took:.0f} s and {sum(self.clients.sent.values())} requests nothing remains{list_of(left)}")

    def disturb(self):
        """Kills a worker, as a fault of its own would, and has the policies read again."""
        workers = [pid for pid in self.server.processes() if command(pid) == "worker"]
        with contextlib.suppress(ProcessLookupError):
            os.kill(random.choice(workers), signal.SIGSEGV)
        self.server.process.send_signal(signal.SIGHUP)

    def search_disk(self):
        left = [f"{name} in {path}" for path in files_since(self.began) for name in held(path, self.secrets.forms)]
        self.check(not left, f"nothing is on the disk{list_of(left)}")

    def check(self, holds, claim):
        print(f"{'ok' if holds else 'FAILED'}: {claim}", flush=True)
        if not holds:
            self.failures.append(claim)

    def report(self):
        for name, count in sorted(self.clients.sent.items()):
            print(f"{count:8} {name}")
        print(f"{sum(self.clients.sent.values())} requests, {self.searches} searches, {len(self.failures)} failures")


def list_of(failures):
    return f": {failures[:9]}" if failures else ""


def swapped(pid):
    """Whether a process has memory on swap."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/status") as lines:
        return any(line.startswith("VmSwap:") and int(line.split()[1]) > 0 for line in lines)
    return False


def files_since(moment):
    """All files that were written since a moment."""
    for folder, names, files in os.walk("/"):
        names[:] = [name for name in names if os.path.join(folder, name) not in NO_DISK]
        for name in files:
            path = os.path.join(folder, name)
            with contextlib.suppress(OSError):
                status = os.lstat(path)
                if os.path.isfile(path) and not os.path.islink(path) and status.st_mtime >= moment and 0 < status.st_size < LARGE:
                    yield path


def held(path, secrets):
    """The names of secrets that a file holds."""
    with contextlib.suppress(OSError, ValueError), open(path, "rb") as file:
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return [name for name, secret in secrets.items() if content.find(secret) >= 0]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=86400)
    parser.add_argument("--every", type=float, default=60, help="seconds between two searches")
    parser.add_argument("--clients", type=int, default=4)
    options = parser.parse_args()
    if os.geteuid():
        parser.error("only root can look into memory")
    with tempfile.TemporaryDirectory(prefix="snapveil-remains-") as directory:
        os.environ["TMPDIR"] = directory
        remains = Remains(options, pathlib.Path(directory))
        remains.run()
        remains.report()
    return 1 if remains.failures else 0


if __name__ == "__main__":
    sys.exit(main())
