#!/usr/bin/env python3
"""Measures one request at a time: how long it takes on one core and on all, beside its processor time.

    Tests/System/Load/lone.py [.build/release/snapveil] [--before PROGRAM] [--pictures DIRECTORY] [--rounds 15] [--only TEXT]

Each picture is covered in several ways, by a server of one worker, by one with its default of a worker for each core, and by that of
another build if there is one, in turn. Prints medians in milliseconds, from request to reply, and the processor time of the whole
server. Exit status 1 if two servers answer with other bytes.
"""

import argparse
import hashlib
import http.client
import pathlib
import statistics
import struct
import sys
import time

from memory import SCREENS
from server import Server

# Shares of the width and the height: left, top, width, height.
REGIONS = [(0.05, 0.07, 0.78, 0.14), (0.05, 0.32, 0.85, 0.18), (0.05, 0.61, 0.54, 0.11)]
KINDS = {".png", ".jpg", ".heic", ".webp"}


def regions(width, height):
    rects = [(x * width, y * height, w * width, h * height) for x, y, w, h in REGIONS]
    return "".join("&region=" + ",".join(str(int(number)) for number in rect) for rect in rects)


def jobs(size):
    """Queries by name; of regions only where the size is known."""
    places = regions(*size) if size else ""
    partly = {
        "3 black regions": "style=fill&color=%23000" + places,
        "3 black regions, balanced": "compression=balanced&style=fill&color=%23000" + places,
        "3 blurred regions": "style=blur&radius=20" + places,
    }
    return (partly if size else {}) | {
        "blur, sigma 2": "style=blur&radius=2",
        "blur, sigma 20": "style=blur&radius=20",
        "pixelate, 24": "style=pixelate&block=24",
    }


class Contender:
    """A server with a connection that stays open."""

    def __init__(self, name, program, *options):
        self.name = name
        self.server = Server(program, *options)
        self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
        self.waits, self.work = [], []

    def post(self, path, body):
        self.connection.request("POST", path, body)
        reply = self.connection.getresponse()
        content = reply.read()
        if reply.status != 200:
            raise SystemExit(f"{self.name}: {reply.status} {content[:200]}")
        return content

    def measure(self, query, body):
        before = self.server.processor_seconds()
        start = time.perf_counter()
        content = self.post("/v1/sanitize?" + query, body)
        self.waits.append(1000 * (time.perf_counter() - start))
        # What is wiped once the reply is on its way counts, too.
        time.sleep(0.003)
        self.work.append(1000 * (self.server.processor_seconds() - before))
        return hashlib.sha256(content).digest()

    def medians(self):
        wait, work = statistics.median(self.waits), statistics.median(self.work)
        self.waits, self.work = [], []
        return wait, work


def size(file):
    """Width and height of a PNG, or of the PNG beside a picture; None without one."""
    screen = file.with_suffix(".png")
    return struct.unpack(">II", screen.read_bytes()[16:24]) if screen.exists() else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default=".build/release/snapveil")
    parser.add_argument("--before")
    parser.add_argument("--pictures", default=SCREENS)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    contenders = [Contender("one core", options.program, "--workers", "1"), Contender("all cores", options.program)]
    if options.before:
        contenders.append(Contender("before", options.before))
    differ = False
    print("| picture | job | " + " | ".join(f"{each.name} | processor" for each in contenders) + " |")
    print("| --- | --- " + "| --: | --: " * len(contenders) + "|")
    for file in sorted(pathlib.Path(options.pictures).iterdir()):
        if file.suffix not in KINDS:
            continue
        body = file.read_bytes()
        for name, query in jobs(size(file)).items():
            if options.only not in f"{file.name} {name}":
                continue
            results = set()
            for round_number in range(options.rounds + 2):
                for each in contenders:
                    results.add(each.measure(query, body))
                    if round_number < 2:
                        each.waits, each.work = [], []
            differ = differ or len(results) > 1
            numbers = " | ".join(f"{wait:.1f} | {work:.1f}" for wait, work in (each.medians() for each in contenders))
            print(f"| {file.name} | {name} | {numbers} |" + (" OTHER BYTES" if len(results) > 1 else ""), flush=True)
    for each in contenders:
        each.server.process.terminate()
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
