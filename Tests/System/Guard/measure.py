"""What the guard costs: measure.py PROGRAM

Medians of commands to a stand-in for a server, directly and through the guard, in turn; and of a screenshot through the guard, beside
those of the stand-in and of the redaction of the same picture by `serve`.
"""

import base64
import http.client
import json
import pathlib
import statistics
import subprocess
import sys
import time
import urllib.parse

from screens import Screen
from support import Guard
from upstreams import Upstream, value

ROUNDS = 300


class Steady(Upstream):
    """Answers two commands, always the same."""

    def answer(self, request):
        return self.picture if request.path.endswith("/screenshot") else value("A title of some length, as pages have")


class Caller:
    """Asks one server on one connection."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port)

    def seconds(self, method, path, body=None):
        start = time.perf_counter()
        self.connection.request(method, path, body)
        reply = self.connection.getresponse()
        reply.read()
        if reply.status != 200:
            raise RuntimeError(f"{path}: status {reply.status}")
        return time.perf_counter() - start


def medians(*calls, rounds=ROUNDS):
    """The median of each call in milliseconds, made in turn."""
    times = [[call() for call in calls] for _ in range(rounds)][rounds // 10:]
    return [statistics.median(column) * 1000 for column in zip(*times)]


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    png = Screen("Android").png()
    serving = subprocess.Popen([program, "serve", "--port", "0", "--print-url", "--log-level", "error"], stdout=subprocess.PIPE, text=True)
    try:
        with Steady() as upstream, Guard(program, upstream.url, "blackout") as guard:
            upstream.picture = value(base64.b64encode(png).decode())
            direct, through, service = Caller(upstream.url), Caller(guard.url), Caller(serving.stdout.readline().strip())
            alone, guarded = medians(
                lambda: direct.seconds("GET", "/session/s/title"), lambda: through.seconds("GET", "/session/s/title")
            )
            print(f"a command without a picture: {alone:.2f} ms, through the guard {guarded:.2f} ms: {guarded - alone:.2f} ms more")
            path = "/v1/sanitize?" + urllib.parse.urlencode({"policy": "blackout"})
            alone, redacted, guarded = medians(
                lambda: direct.seconds("GET", "/session/s/screenshot"),
                lambda: service.seconds("POST", path, png),
                lambda: through.seconds("GET", "/session/s/screenshot"),
                rounds=100,
            )
            more = guarded - alone - redacted
            print(
                f"a screenshot of {len(png)} bytes: {alone:.2f} ms, its redaction {redacted:.2f} ms, "
                f"through the guard {guarded:.2f} ms: {more:.2f} ms more than both"
            )
    finally:
        serving.terminate()
        serving.wait()


if __name__ == "__main__":
    main()
