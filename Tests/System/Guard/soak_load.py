"""Sessions that ask guards all the time, and judge every reply."""

import base64
import collections
import hashlib
import random
import socket
import string
import threading
import time
import urllib.parse
from dataclasses import dataclass

from appium import all_traces
from support import Client
from traces import pictures_in, shows_noise

#: Seconds within which a reply has to come: of the longest command, the guard asks five times, and each answer may stall.
BOUND = 20
#: Seconds after which a client takes it that no reply comes.
PATIENCE = BOUND + 20
#: Bytes below which a reply is searched for whatever can be read in it.
SHORT = 4000
DIGITS = frozenset(string.ascii_letters + string.digits + "+/")
#: Commands, and whether a guard that names elements can make their pictures safe.
COMMANDS = [
    ("GET", "/screenshot", None, True), ("GET", "/screenshot", None, True), ("GET", "/orientation", None, True),
    ("POST", "/elements", {"using": "id", "value": "x"}, True), ("GET", "/source", None, True), ("POST", "/timeouts", {"script": 1}, True),
    ("POST", "/execute/sync", {"script": "mobile: viewportScreenshot", "args": []}, False),
    ("POST", "/appium/device/get_clipboard", {"contentType": "image"}, False),
    ("GET", "/element/password/screenshot", None, False),
]
#: The share of the requests whose client does not wait for the reply.
LEAVING = 0.03


@dataclass
class Row:
    """The outcomes of requests."""

    requests: int = 0
    right: int = 0
    refused: int = 0
    #: Errors of the server that have passed.
    errors: int = 0
    #: Requests whose client went away.
    left: int = 0
    longest: float = 0


class Load:
    """As many sessions as threads, each with a connection of its own, while in a `with`. Session n asks guard n modulo their number."""

    def __init__(self, urls, sessions):
        self.urls, self._rows, self._wrong = urls, collections.defaultdict(Row), collections.Counter()
        self._lock, self._going, self._ended = threading.Lock(), threading.Event(), threading.Event()
        self._period, self._seen = "well", {}
        self._busy = 0
        self._threads = [threading.Thread(target=self._session, args=(number,), daemon=True) for number in range(sessions)]
        all_traces()

    def __enter__(self):
        self._going.set()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._going.set()
        for thread in self._threads:
            thread.join(PATIENCE)

    def name(self, period):
        """Says what happens from now on."""
        with self._lock:
            self._period = period

    def pause(self):
        """Has all sessions wait, and returns when none has a request under way."""
        self._going.clear()
        deadline = time.monotonic() + PATIENCE
        while self._busy and time.monotonic() < deadline:
            time.sleep(0.05)

    def go_on(self):
        self._going.set()

    def rows(self):
        return sorted(self._rows.items())

    def wrong(self):
        return [f"{count} times: {problem}" for problem, count in self._wrong.most_common()]

    # MARK: A session

    def _session(self, number):
        chance, guard = random.Random(number), number % len(self.urls)
        client = Client(self.urls[guard], PATIENCE)
        while not self._ended.is_set():
            self._going.wait()
            time.sleep(chance.uniform(0.2, 0.6))
            with self._lock:
                if not self._going.is_set():
                    continue
                self._busy += 1
                period = self._period
            try:
                command = chance.choice(COMMANDS)
                if chance.random() < LEAVING:
                    self._leave(number, guard, command, period)
                else:
                    self._ask(client, number, guard, command, period)
            finally:
                with self._lock:
                    self._busy -= 1
        client.close()

    def _leave(self, number, guard, command, period):
        """Sends a request, and goes away without its reply."""
        parts = urllib.parse.urlsplit(self.urls[guard])
        with socket.create_connection((parts.hostname, parts.port), PATIENCE) as connection:
            connection.sendall(f"GET /session/s{number}{command[1]} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            time.sleep(0.01)
        with self._lock:
            self._rows[period].left += 1

    def _ask(self, client, number, guard, command, period):
        method, path, content, can_be_asked = command
        start = time.monotonic()
        reply = client.ask(method, f"/session/s{number}{path}", content)
        seconds = time.monotonic() - start
        problem = self._problem(reply)
        if not problem and seconds > BOUND:
            problem = f"a reply took {seconds:.0f} s"
        with self._lock:
            # A reply that comes in another time is judged by neither.
            is_well = period == self._period == "well"
            if not problem and is_well and reply.status != 200 and (guard == 0 or can_be_asked):
                problem = f"no reply of {method} {path} though the server is well: {reply}"
            row = self._rows[period]
            row.requests += 1
            row.longest = max(row.longest, seconds)
            row.right += reply.status == 200
            row.refused += bool(reply.is_refusal)
            row.errors += reply.status != 200 and not reply.is_refusal
            if problem:
                self._wrong[f"{period}: {problem}"] += 1

    def _problem(self, reply):
        """What is wrong with a reply at any time; None if nothing."""
        if reply.failure:
            return f"no reply: {reply.failure}"
        # Replies are few that differ.
        key = hashlib.sha256(reply.body).digest()
        if key not in self._seen:
            trace = trace_of(reply)
            self._seen[key] = f"it leaks {trace}: {reply}" if trace else None
        return self._seen[key]


def trace_of(reply):
    """What shows noise in a reply; None if nothing does. What the server writes is bytes as they are, or base64 in JSON."""
    traces = all_traces()
    if len(reply.body) < SHORT:
        return traces.of(*reply.contents)
    for content in [reply.body, *map(decoded, texts(reply.json))]:
        if traces.has_window(content):
            return "bytes of a file with noise"
        for picture in pictures_in(content):
            if shows_noise(picture):
                return f"a picture of {picture.width} x {picture.height} with noise"
    return None


def texts(content):
    """The long texts in a value of JSON."""
    match content:
        case str() if len(content) > SHORT: yield content
        case dict(): yield from (text for member in content.values() for text in texts(member))
        case list(): yield from (text for member in content for text in texts(member))


def decoded(text):
    """The bytes of base64, as far as it is."""
    end = next((at for at, character in enumerate(text) if character not in DIGITS), len(text))
    return base64.b64decode(text[:end - end % 4])
