#!/usr/bin/env python3
"""Compares the requests a second of a server with two workers on two cores and of one with a single worker on one.

    Tests/System/Load/throughput.py [.build/release/snapveil] [picture] [seconds]

Both run at once and take turns of a second, each with two clients for each worker that send the next request when they have a
reply. The clients leave the single server its core, but share both with the other: what they use is taken off the time
that it had. Exit status 1 if two workers do less than 1.9 times as much at the median. Needs nothing but Python, and a
machine with two cores that does nothing else.
"""

import http.client
import os
import statistics
import sys
import threading
import time

from server import Server, report

PATH = "/v1/sanitize?style=blur&radius=20"
TURN = 1.0


class Turn:
    """What a server did in a turn."""

    def __init__(self, server, clients, body):
        began, work, use = time.monotonic(), server.processor_seconds(), time.process_time()
        self.requests = clients.send(body, began + TURN)
        self.seconds = time.monotonic() - began
        self.work = server.processor_seconds() - work
        self.use = time.process_time() - use

    def rate(self, cores, has_clients):
        """Requests a second, if the server had had the cores to itself."""
        return self.requests / (self.seconds - (self.use / cores if has_clients else 0))

    def milliseconds_of_request(self):
        return self.work / self.requests * 1000


class Clients:
    """Connections that stay open from turn to turn."""

    def __init__(self, port, count, cores):
        self.cores = cores
        self.connections = [http.client.HTTPConnection("127.0.0.1", port, timeout=60) for _ in range(count)]

    def send(self, body, end):
        """How many requests they send until then."""
        finished = []
        threads = [threading.Thread(target=self.work, args=(connection, body, end, finished))
                   for connection in self.connections]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return len(finished)

    def work(self, connection, body, end, finished):
        # Of this thread alone.
        os.sched_setaffinity(0, self.cores)
        while time.monotonic() < end:
            connection.request("POST", PATH, body)
            response = connection.getresponse()
            response.read()
            if response.status != 200:
                raise SystemExit(f"status {response.status}")
            finished.append(None)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ".build/release/snapveil"
    picture = sys.argv[2] if len(sys.argv) > 2 else "Tests/Support/Samples/Screens/ios-login.png"
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 30
    with open(picture, "rb") as file:
        body = file.read()
    one, other = sorted(os.sched_getaffinity(0))[:2]
    with Server(program, "--workers", "1", cores={one}) as single, \
            Server(program, "--workers", "2", cores={one, other}) as double:
        few, many = Clients(single.port, 2, {other}), Clients(double.port, 4, {one, other})
        turns = [(Turn(single, few, body), Turn(double, many, body)) for _ in range(int(seconds / 2 / TURN) + 1)][1:]
    rates = [(one.rate(1, False), two.rate(2, True)) for one, two in turns]
    ratio = statistics.median(two / one for one, two in rates)
    for name, kind in ("one worker", 0), ("two workers", 1):
        rate = statistics.median(pair[kind] for pair in rates)
        work = statistics.median(pair[kind].milliseconds_of_request() for pair in turns)
        use = statistics.median(pair[kind].use for pair in turns)
        print(f"{name}: {rate:.1f} a second, {work:.2f} ms of processor time each; the clients took {use:.2f} s a second")
    print(f"two workers do {ratio:.2f} times as much")
    return report([(ratio < 1.9, "two workers do less than 1.9 times the work of one")])


if __name__ == "__main__":
    sys.exit(main())
