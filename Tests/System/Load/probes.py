"""Probes of a server under load, from a process of their own, which the client of the load does not keep from measuring."""

import http.client
import multiprocessing
import os
import time

PAUSE = 0.05
# Before that of a client that shares the core. Needs root.
PRIORITY = -10


class Probes:
    """Asks for `/healthz` again and again, until the end of a `with`; then `waits` has the seconds of each."""

    def __init__(self, port):
        self.port, self.waits = port, []

    def __enter__(self):
        self.end, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=ask, args=(self.port, theirs), daemon=True)
        self.process.start()
        theirs.close()
        return self

    def __exit__(self, *_):
        try:
            self.end.send(None)
            self.waits = self.end.recv()
        except (EOFError, OSError):
            raise SystemExit("FAILED: probes were not answered") from None
        self.process.join()


def ask(port, pipe):
    os.nice(PRIORITY)
    connection, waits = http.client.HTTPConnection("127.0.0.1", port, timeout=60), []
    while not pipe.poll(PAUSE):
        start = time.perf_counter()
        connection.request("GET", "/healthz")
        reply = connection.getresponse()
        reply.read()
        if reply.status != 200:
            raise SystemExit(f"FAILED: a probe got {reply.status}")
        waits.append(time.perf_counter() - start)
    pipe.send(waits)
