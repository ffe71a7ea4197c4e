#!/usr/bin/env python3
"""Measures what memory a server holds after many requests, and what one request takes at its peak.

    Tests/System/Load/memory.py [.build/release/snapveil] [requests]

Sends 10 000 requests of every style, format and size in a fixed order that looks random, then single ones to servers that
are new. Exit status 1 if the memory at the end, in which what processes share counts once, is more than a tenth above that after 6000
requests, or if a request of 1290x2796 pixels takes more than its files, in two processes, and 1.5 frames. Needs nothing but Python. An
allocator to compare with comes in the environment: LD_PRELOAD, MALLOC_ARENA_MAX.
"""

import http.client
import os
import pathlib
import queue
import random
import struct
import sys
import threading
import time
import zlib

from server import Server, report

SCREENS = pathlib.Path(__file__).parent.parent.parent / "Support" / "Samples" / "Screens"
STYLES = ["fill&color=%23000", "blur&radius=20", "blur&radius=3", "pixelate&block=24", "veil", "message", "label"]
REGIONS = ["", "&region=10,20,300,100&region=40,200,200,80"]
OUTPUTS = ["", "&format=jpeg", "&format=png&compression=balanced"]
SIZES = [(400, 300), (390, 844), (1290, 2796), (2048, 1536)]
SETTLED = 6000
CLIENTS = 6


def png(width, height):
    """A picture of areas and lines, as screens are."""

    def row(y):
        line = bytes((x * 7 // 64 * 40 + y // 90 * 25 + channel * 60) % 256 for x in range(width) for channel in range(3))
        return b"\0" + line

    rows = [row(y) for y in range(0, height, 30)]
    pixels = b"".join(rows[y // 30] for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(pixels, 6)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def form(picture, splash):
    """The body of a form with both, and its type."""
    parts = b"".join(
        b'--edge\r\nContent-Disposition: form-data; name="%s"; filename="a"\r\n\r\n%s\r\n' % part
        for part in [(b"image", picture), (b"splash", splash)]
    )
    return parts + b"--edge--\r\n", "multipart/form-data; boundary=edge"


def mixed_requests(count):
    """Query, body and type of each."""
    pictures = [path.read_bytes() for path in sorted(SCREENS.glob("*.[jp][pn]g"))] + [png(*size) for size in SIZES]
    chance = random.Random(1)
    for _ in range(count):
        picture = chance.choice(pictures)
        options = chance.choice(REGIONS) + chance.choice(OUTPUTS)
        if chance.random() < 0.1:
            yield "style=image&asset=splash" + options, *form(picture, chance.choice(pictures))
        else:
            yield "style=" + chance.choice(STYLES) + options, picture, "application/octet-stream"


def post(connection, query, body, kind):
    """The reply's body. Ends the script on any status but 200."""
    connection.request("POST", "/v1/sanitize?" + query, body, {"Content-Type": kind})
    response = connection.getresponse()
    reply = response.read()
    if response.status != 200:
        sys.exit(f"{query}: {response.status} {reply[:500]}")
    return reply


def send_all(port, requests):
    """Sends the requests over a few connections at a time."""
    waiting = queue.Queue(maxsize=CLIENTS)
    failed = threading.Event()

    def work():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        while (request := waiting.get()) is not None:
            try:
                if not failed.is_set():
                    post(connection, *request)
            except (Exception, SystemExit) as error:
                print(f"FAILED: {error}")
                failed.set()

    threads = [threading.Thread(target=work) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for request in requests:
        waiting.put(request)
    for _ in threads:
        waiting.put(None)
    for thread in threads:
        thread.join()
    if failed.is_set():
        sys.exit(1)


def growth(program, count):
    """Megabytes that are resident after the first requests and after all."""
    with Server(program, "--allow-memory-inspection") as server:
        requests = mixed_requests(count)
        send_all(server.port, (next(requests) for _ in range(min(SETTLED, count))))
        settled = server.proportional_megabytes(server.processes())
        send_all(server.port, requests)
        return settled, server.proportional_megabytes(server.processes())


def rested_megabytes(server):
    """What is resident once the process has started that waits for a worker to end, and reads pages of the program."""
    before, now = 0, server.memory_megabytes()
    while now != before:
        time.sleep(0.5)
        before, now = now, server.memory_megabytes()
    return now


def peak(program, query, picture, size):
    """Megabytes that one request takes at its peak, above what a server takes that has had a small one; and its bound."""
    with Server(program, "--workers", "1") as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
        post(connection, query, png(64, 64), "image/png")
        before = rested_megabytes(server)
        reply = post(connection, query, picture, "image/png")
        taken = server.memory_megabytes("VmHWM") - before
    frame = size[0] * size[1] * 3
    return taken, (2 * (len(picture) + len(reply)) + 1.5 * frame) / 2**20


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ".build/release/snapveil"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    settled, final = growth(program, count)
    print(f"{settled:.1f} MiB after {SETTLED} requests, {final:.1f} after {count}")
    size = (1290, 2796)
    picture = png(*size)
    failures = [(final > 1.1 * settled, f"memory grew by {final / settled - 1:.0%}")]
    for style in STYLES:
        taken, bound = peak(program, "style=" + style, picture, size)
        print(f"{style}: {taken:.1f} MiB at the peak of one request (bound {bound:.1f})")
        failures.append((taken > bound, f"{style} took {taken:.1f} MiB"))
    return report(failures)


if __name__ == "__main__":
    sys.exit(main())
