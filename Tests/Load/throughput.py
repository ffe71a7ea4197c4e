#!/usr/bin/env python3
"""Compares the requests a second of a server with two workers and of one with a single worker.

    Tests/Load/throughput.py [.build/release/snapveil] [picture] [seconds]

Both run at once and take turns of a second, each with two clients for each worker that send the next request when they have a
reply. Exit status 1 if two workers do less than 1.9 times as much at the median. Needs nothing but Python, and a machine
with two cores that does nothing else: the clients take a little of them, too.
"""

import http.client
import statistics
import sys
import threading
import time

from server import Server, report

PATH = "/v1/sanitize?style=blur&radius=20"
TURN = 1.0


class Clients:
    """Connections that stay open from turn to turn."""

    def __init__(self, port, count):
        self.connections = [http.client.HTTPConnection("127.0.0.1", port, timeout=60) for _ in range(count)]

    def requests_a_second(self, body):
        finished = []
        began = time.monotonic()
        threads = [threading.Thread(target=self.work, args=(connection, body, began + TURN, finished))
                   for connection in self.connections]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return len(finished) / (max(finished) - began)

    @staticmethod
    def work(connection, body, end, finished):
        while time.monotonic() < end:
            connection.request("POST", PATH, body)
            response = connection.getresponse()
            response.read()
            if response.status != 200:
                raise SystemExit(f"status {response.status}")
            finished.append(time.monotonic())


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ".build/release/snapveil"
    picture = sys.argv[2] if len(sys.argv) > 2 else "Tests/ImageCoreTests/Fixtures/ios-login.png"
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 30
    with open(picture, "rb") as file:
        body = file.read()
    with Server(program, "--workers", "1") as single, Server(program, "--workers", "2") as double:
        one, two = Clients(single.port, 2), Clients(double.port, 4)
        turns = [(one.requests_a_second(body), two.requests_a_second(body)) for _ in range(int(seconds / 2 / TURN) + 1)][1:]
    ratio = statistics.median(double / single for single, double in turns)
    rates = [statistics.median(rates) for rates in zip(*turns)]
    print(f"one worker {rates[0]:.1f} a second, two workers {rates[1]:.1f}, {ratio:.2f} times")
    return report([(ratio < 1.9, "two workers do less than 1.9 times the work of one")])


if __name__ == "__main__":
    sys.exit(main())
