#!/usr/bin/env python3
"""Compares how fast a large upload reaches the service with a plain loop of recv(2).

    Tests/System/Load/upload.py [.build/release/snapveil]

Sends 5 MB that are no picture, which the service reads whole before it refuses them, to both in turn, on connections that
stay open. Exit status 1 if the service takes more than 1.3 times as long at the median. Needs nothing but Python.
"""

import socket
import statistics
import sys
import threading
import time

from server import Server, report

BODY = b"x" * 5_000_000
HEAD = b"POST /v1/sanitize?style=fill&color=%%23000 HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % len(BODY)


def plain_receiver():
    """The port of a server that reads uploads into one buffer and answers in a few bytes."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        connection, _ = listener.accept()
        buffer = memoryview(bytearray(len(HEAD) + len(BODY)))
        with connection:
            while True:
                received = 0
                while received < len(buffer):
                    count = connection.recv_into(buffer[received:])
                    if count == 0:
                        return
                    received += count
                connection.sendall(b"done")

    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1]


def upload(connection):
    """Seconds until the first bytes of the reply."""
    began = time.perf_counter()
    connection.sendall(HEAD)
    connection.sendall(BODY)
    connection.recv(65536)
    return time.perf_counter() - began


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ".build/release/snapveil"
    with Server(program) as server:
        service = socket.create_connection(("127.0.0.1", server.port))
        plain = socket.create_connection(("127.0.0.1", plain_receiver()))
        pairs = [(upload(service), upload(plain)) for _ in range(60)][10:]
        service.close()
    ours, theirs = (statistics.median(times) * 1000 for times in zip(*pairs))
    print(f"5 MB: {ours:.2f} ms to the service, {theirs:.2f} ms to a plain loop, {ours / theirs:.2f} times")
    return report([(ours > 1.3 * theirs, "the upload took more than 1.3 times as long")])


if __name__ == "__main__":
    sys.exit(main())
