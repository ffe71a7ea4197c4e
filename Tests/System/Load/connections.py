#!/usr/bin/env python3
"""Opens thousands of connections that do nothing, and says what they cost.

    Tests/System/Load/connections.py [.build/release/snapveil]

Exit status 1 if 5 000 half-sent requests or 10 000 idle keep-alive connections cost 200 MB, or if a probe takes 100 ms
beside them. Needs nothing but Python, and a hard limit of 11 000 open files or more.
"""

import http.client
import resource
import socket
import sys
import time

from server import Server, report


def slowest_probe(port):
    """In milliseconds, of 50 on connections of their own."""
    times = []
    for _ in range(50):
        began = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        connection.close()
        times.append((time.perf_counter() - began) * 1000)
    return max(times)


def hold(server, count, first_bytes, has_reply):
    """Megabytes that `count` connections cost, and the slowest probe beside them."""
    before = server.memory_megabytes()
    connections = []
    for _ in range(count):
        connections.append(socket.create_connection(("127.0.0.1", server.port)))
        connections[-1].sendall(first_bytes)
    if has_reply:
        for connection in connections:
            connection.recv(4096)
    time.sleep(0.5)
    cost, probe = server.memory_megabytes() - before, slowest_probe(server.port)
    for connection in connections:
        connection.close()
    time.sleep(1)
    return cost, probe


def main():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    program = sys.argv[1] if len(sys.argv) > 1 else ".build/release/snapveil"
    failures = []
    for name, count, first_bytes, has_reply in [
        ("half-sent", 5_000, b"POST /v1/sanitize HTTP/1.1\r\nHost: a\r\nX: ", False),
        ("idle", 10_000, b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", True),
    ]:
        # A server for each, as memory that was given back may serve again.
        with Server(program, "--header-timeout", "60") as server:
            cost, probe = hold(server, count, first_bytes, has_reply)
        print(f"{count} {name} connections: {cost:.0f} MB, slowest of 50 probes {probe:.1f} ms")
        failures += [(cost >= 200, f"{name} connections cost 200 MB"), (probe >= 100, "a probe took 100 ms")]
    return report(failures)


if __name__ == "__main__":
    sys.exit(main())
