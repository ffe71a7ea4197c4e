#!/usr/bin/env python3
"""Kills the workers of a server one after the other under a mixed load, and checks that nothing but single requests is lost.

    Tests/System/Load/contained.py [.build/release/snapveil] [--seconds 600] [--clients 6] [--keep DIR]

Before the load, each request is sent alone. Under it, clients send pictures, forms, JSON, page sources, broken and hostile
bodies, and leave in the middle, while every second a random worker is killed, crashed or stopped, and now and then the
policies are read again. Exit status 1 if a reply is neither the one from before nor an error that says that a worker failed
or was too busy, if the server is not ready for half a second, or if memory, descriptors or processes are not given back.
With `--keep`, replies that are wrong are kept beside the right ones. Needs nothing but Python.
"""

import argparse
import base64
import collections
import http.client
import json
import os
import pathlib
import random
import re
import signal
import sys
import tempfile
import threading
import time

from abuse import endless, form, many_terms, noise, plain, rules
from server import Server, report

SCREENS = pathlib.Path(__file__).parent.parent.parent / "Support" / "Samples" / "Screens"
WORKERS = 3
PATH = "/v1/sanitize?"
# Problems that a request may meet for no fault of its own.
LOSSES = {"worker-failed", "too-expensive", "overloaded"}
ENDINGS = [signal.SIGKILL, signal.SIGSEGV, signal.SIGSTOP]
LONGEST_PAUSE = 0.5
POLICY = {"rules": [{"target": {"region": {"x": 5, "y": 5, "width": 90, "height": 60}}, "style": {"blur": {"radius": 9}}}]}


class Case:
    """A request that is sent again and again, and the reply to it."""

    def __init__(self, name, query, body, kind="application/octet-stream", accept="*/*"):
        self.name, self.query, self.body = name, query, body
        self.fields = {"Content-Type": kind, "Accept": accept, "X-Request-Id": name}
        self.expected = None

    def ask(self, connection):
        connection.request("POST", PATH + self.query, self.body, self.fields)
        response = connection.getresponse()
        fields = [response.getheader(name) for name in ("Content-Type", "Snapveil-Receipt")]
        return response.status, fields, response.read()

    def ask_until_done(self, connection):
        """Asks again, some times, after a problem that is no fault of the request: the machine may be busy."""
        for _ in range(20):
            reply = self.ask(connection)
            if problem(reply[2]) not in LOSSES:
                break
            time.sleep(0.3)
        return reply


def problem(body):
    """The code of a problem; None in another body."""
    found = re.search(rb'^{[^{]*"urn:snapveil:problem:([a-z-]+)"', body)
    return found and found[1].decode()


def cases():
    png, jpeg = (SCREENS / "ios-login.png").read_bytes(), (SCREENS / "android-checkout.jpg").read_bytes()
    web, source = (SCREENS / "web-profile.png").read_bytes(), (SCREENS / "ios-login.xml").read_bytes()
    fill = rules(("regions", {"fill": {"color": "#000"}}))
    sensitive = rules(({"elements": "sensitive"}, {"fill": {"color": "#000"}}), ({"elements": "all-text"}, {"veil": {}}))
    document = json.dumps({"image": base64.b64encode(jpeg).decode(), "policy": POLICY}).encode()
    multipart = form([("image", web), ("splash", noise(64, 64)), ("policy", rules(("screen", {"image": {"asset": "splash"}})))])
    hierarchy = form([("image", png), ("hierarchy", source), ("policy", sensitive)])
    terms = many_terms(1)
    terms_head, _, terms_body = terms.partition(b"\r\n\r\n")
    terms_kind = next(line[14:] for line in terms_head.decode().split("\r\n") if line.startswith("Content-Type: "))
    return [
        Case("png", "style=fill&color=%23000&region=10,10,300,300", png),
        Case("png-blur", "style=blur&radius=20", png),
        Case("jpeg", "style=pixelate&block=24&region=0,0,300,200", jpeg),
        Case("jpeg-to-png", "style=veil&format=png", jpeg),
        Case("message", "style=message&text=%D8%A7%D9%84%D8%B3%D8%B1%20%E7%A7%98%E5%AF%86&symbol=lock", web),
        Case("policy", "policy=soak", web),
        Case("json", "", document, "application/json", "application/json"),
        Case("form", "", multipart[1], multipart[0]),
        Case("page-source", "", hierarchy[1], hierarchy[0], "multipart/mixed"),
        Case("large", "style=fill&color=%23000&region=1,1,9,9&format=png", noise(1500, 1500)),
        Case("broken", "style=blur&radius=8", png[: len(png) // 2]),
        Case("no-picture", "style=blur&radius=8", b"GIF89a" + bytes(2000)),
        Case("too-large", "style=blur&radius=8", plain(40, 40).replace(b"\0\0\0\x28", b"\0\xff\0\0")),
        Case("endless", "style=blur&radius=8", endless(1024)),
        Case("no-policy", "", json.dumps({"image": "####"}).encode(), "application/json"),
        Case("broken-form", "", multipart[1][: len(multipart[1]) // 3], multipart[0]),
        Case("deep", "", b"[" * 100_000, "application/json"),
        Case("terms", "", terms_body, terms_kind),
    ]


class Load:
    """Clients that send requests until they are told to stop, and what they got."""

    def __init__(self, port, cases, clients, keep=None):
        self.port, self.cases, self.keep = port, cases, keep
        self.is_over = threading.Event()
        self.outcomes, self.wrong = collections.Counter(), []
        self.slowest = 0
        # How many requests each client that stays has had judged.
        self.turns = [0] * clients
        targets = [self.stay] * clients + [self.leave]
        self.threads = [threading.Thread(target=target, args=(seed,), daemon=True) for seed, target in enumerate(targets)]
        for thread in self.threads:
            thread.start()

    def end(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    def stay(self, seed):
        chance = random.Random(seed)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        while not self.is_over.is_set():
            case = chance.choice(self.cases)
            began = time.monotonic()
            try:
                self.judge(case, case.ask(connection))
            except (OSError, http.client.HTTPException) as error:
                self.lose(case, error)
                connection.close()
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.turns[seed] += 1

    def lose(self, case, error):
        """Judges a connection that broke."""
        self.wrong.append(f"{case.name}: {error!r}")

    def judge(self, case, reply):
        if reply == case.expected:
            self.outcomes["right"] += 1
            return
        status, (kind, _), body = reply
        problem = json.loads(body)["type"].rpartition(":")[2] if kind == "application/problem+json" else "no problem"
        if status in (422, 500, 503) and problem in LOSSES:
            self.outcomes[problem] += 1
        else:
            same = [mine == theirs for mine, theirs in zip(case.expected, reply)]
            first = next((place for place, pair in enumerate(zip(case.expected[2], body)) if pair[0] != pair[1]), None)
            self.wrong.append(f"{case.name}: {status} {reply[1]} {problem}, {len(body)} bytes; same status, fields and body: "
                              f"{same}; another from byte {first} on")
            if self.keep:
                for name, bytes in ((f"{len(self.wrong)}-wrong", body), (f"{len(self.wrong)}-right", case.expected[2])):
                    (self.keep / f"{case.name}-{name}").write_bytes(bytes)

    def leave(self, seed):
        """Sends a part of a request, or all, and goes at once or in the middle of the work or the reply."""
        chance = random.Random(seed)
        while not self.is_over.is_set():
            case = chance.choice(self.cases)
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            try:
                connection.putrequest("POST", PATH + case.query)
                for name, value in {**case.fields, "Content-Length": len(case.body)}.items():
                    connection.putheader(name, value)
                connection.endheaders()
                connection.send(case.body[: chance.choice([0, len(case.body) // 2, len(case.body)])])
                time.sleep(chance.choice([0, 0.02, 0.1, 0.4]))
                self.outcomes["left"] += 1
            except OSError:
                self.outcomes["refused and left"] += 1
            connection.close()


class Probe:
    """Asks ten times a second and more whether the server is ready."""

    def __init__(self, port):
        self.count, self.longest_pause, self.slowest = 0, 0, 0
        self.port, self.is_over = port, threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        last_ready = time.monotonic()
        while not self.is_over.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            began = time.monotonic()
            try:
                connection.request("GET", "/readyz")
                is_ready = connection.getresponse().status == 200
            except (OSError, http.client.HTTPException):
                is_ready = False
            now = time.monotonic()
            self.slowest = max(self.slowest, now - began)
            # A reply that is slow says that the clients are: they share the cores. Only those that say no count.
            if not is_ready:
                self.longest_pause = max(self.longest_pause, now - last_ready)
            last_ready = now if is_ready else last_ready
            connection.close()
            self.count += 1
            time.sleep(0.03)

    def end(self):
        self.is_over.set()
        self.thread.join()


class State:
    """What a server has of the system."""

    def __init__(self, server):
        pids = server.processes()
        self.processes = len(pids)
        self.descriptors, self.blocks = server.descriptors()
        self.front = server.proportional_megabytes([server.process.pid])
        self.memory = server.proportional_megabytes(pids)

    def __str__(self):
        return (f"{self.processes} processes, {self.descriptors} descriptors of the server and {self.blocks} of shared memory, "
                f"{self.memory:.0f} MiB in all, {self.front:.0f} MiB of the server")


def settled(server, processes):
    """The state once nothing happens any more: all workers are there, and connections are closed."""
    deadline = time.monotonic() + 20
    state = State(server)
    while time.monotonic() < deadline:
        time.sleep(1)
        earlier, state = state, State(server)
        if state.processes == processes and abs(state.memory - earlier.memory) < 1 and state.descriptors == earlier.descriptors:
            break
    return state


def warm_up(server, cases):
    """Has each worker meet each request, and keeps the replies."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    failures = []
    for case in cases:
        case.expected = case.ask_until_done(connection)
        if case.ask_until_done(connection) != case.expected:
            failures.append((True, f"{case.name}: the reply is another each time"))
        print(f"{case.name}: {case.expected[0]}, {len(case.expected[2])} bytes")
    load = Load(server.port, cases, 2 * WORKERS)
    time.sleep(5)
    load.end()
    return failures + [(True, f"before the first was killed: {reason}") for reason in load.wrong]


def endings(server, until):
    """Ends a worker each second, in turn in each way; how many."""
    chance, count = random.Random(1), 0
    began = time.monotonic()
    while time.monotonic() < until:
        time.sleep(max(0, began + count + 1 - time.monotonic()))
        workers = server.workers()
        if workers:
            try:
                os.kill(chance.choice(workers), ENDINGS[count % len(ENDINGS)])
            except ProcessLookupError:
                pass
        if count % 7 == 0:
            server.process.send_signal(signal.SIGHUP)
        count += 1
    return count


def runs(pid):
    """Whether a process has not ended, whoever waits for it."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default=".build/release/snapveil")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    requests = cases()
    with tempfile.TemporaryDirectory() as policies:
        (pathlib.Path(policies) / "soak.json").write_text(json.dumps(POLICY))
        # So that a worker that was stopped is soon found out.
        limits = ["--workers", str(WORKERS), "--work-timeout", "2", "--policies", policies]
        with Server(options.program, *limits, "--allow-memory-inspection") as server:
            failures = warm_up(server, requests)
            # The server, what starts workers, and a worker that waits for another to fail.
            processes = WORKERS + 3
            before = settled(server, processes)
            print(f"before: {before}")
            probe = Probe(server.port)
            load = Load(server.port, requests, options.clients, options.keep)
            count = endings(server, time.monotonic() + options.seconds)
            load.end()
            probe.end()
            # One that was stopped while it had nothing to do is found by the next job.
            for pid in server.workers():
                os.kill(pid, signal.SIGCONT)
            after = settled(server, processes)
            print(f"after: {after}")
            ended = server.process.poll()
            pids = server.processes()
            began = time.monotonic()
        status, end = server.status, time.monotonic() - began
        # The kernel ends them in a moment. That nobody may have waited for them yet is for whoever has them now.
        deadline = time.monotonic() + 1
        while (left := [pid for pid in pids if runs(pid)]) and time.monotonic() < deadline:
            time.sleep(0.02)
    print(f"{count} workers were ended; replies: {dict(load.outcomes)}, the slowest after {load.slowest:.1f} s")
    print(f"{probe.count} probes, the slowest {probe.slowest * 1000:.0f} ms; not ready for {probe.longest_pause:.2f} s at most")
    for reason in load.wrong[:20]:
        print(f"wrong: {reason}")
    right = load.outcomes["right"]
    losses = sum(load.outcomes[problem] for problem in LOSSES)
    return report(failures + [
        (ended is not None, f"the server ended with status {ended}"),
        (bool(load.wrong), f"{len(load.wrong)} replies were wrong"),
        (losses > 4 * count + 10, f"{losses} requests were lost with {count} workers"),
        (right < 5 * options.seconds, f"only {right} replies were right"),
        (probe.longest_pause > LONGEST_PAUSE, "the server was not ready for too long"),
        (after.processes != processes, f"there are {after.processes} processes, and not {processes}"),
        (after.descriptors > before.descriptors + 3, "descriptors are not given back"),
        # Some are kept for bodies to come, and more after times when more came at once.
        (after.blocks > before.blocks + 20, "shared memory is not given back"),
        # As much as it keeps for bodies and replies to come.
        (after.front > before.front + 64, "the memory of the server grew"),
        (after.memory > before.memory * 1.25 + 32, "memory grew"),
        (status != 0, f"the server ended with status {status} after SIGTERM"),
        (end > 5, f"the server took {end:.1f} s to end"),
        (bool(left), f"{len(left)} processes outlived the server"),
    ])


if __name__ == "__main__":
    sys.exit(main())
