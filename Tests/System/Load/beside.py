#!/usr/bin/env python3
"""Measures how long a small request waits beside clients of the same address that send long ones, and what these get.

    Tests/System/Load/beside.py [.build/release/snapveil …] [--seconds 20] [--clients 0 10 20] [--workers 2] [--work NAME]

Each client sends a long request whenever its last one is answered; every 300 ms one comes that covers a region. With several
programs, each is measured in turn. Prints a table; exit status 1 if a reply is not 200, or if beside looks, artefacts
or what takes more than a second covers wait longer than 0.3 s at the median or 0.6 s at the 99th percentile. Needs models. Run it on
a machine that does nothing else.
"""

import argparse
import io
import json
import pathlib
import sys
import tempfile
import threading
import time
import zipfile

from abuse import form
from generator import Generator, Request
from memory import SCREENS, png
from overload import percentile
from server import Server, report

PAUSE = 0.3
# In more than a second.
BLURS = json.dumps({"rules": [{"target": "screen", "style": {"blur": {"radius": 40 + n}}} for n in range(250)]})
LINE = b"mail bob@mail.example, card 4111 1111 1111 1111, call +49 151 12345678, 12 Main Street, Springfield\n"
LOOK = json.dumps({"rules": [{"target": {"text": "sensitive"}, "style": {"fill": {"color": "#000000"}}}]})
MOST = dict.fromkeys(["look by name", "look by body", "artefact", "many blurs"], (300, 600))


def log(byte_count):
    """A zip archive with a log of so many bytes, full of what is looked for."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.log", LINE * (byte_count // len(LINE)))
    return archive.getvalue()


def works():
    """Long requests by what they do."""
    screen = (SCREENS / "ios-login.png").read_bytes()
    return {
        "look by name": Request("policy=look", screen),
        "look by body": Request("", *reversed(form([("image", screen), ("policy", LOOK.encode())]))),
        "blur": Request("style=blur&radius=60", png(1290, 2796)),
        "small": Request("style=blur&radius=4&compression=small", screen),
        "artefact": Request("policy=privacy-screen", log(1 << 19)),
        "many blurs": Request("", *reversed(form([("image", png(2000, 3500)), ("policy", BLURS.encode())]))),
    }


def measure(program, options, name, clients):
    """Replies to covers and to the others, those of the latter in a second, and the cores that they took."""
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory, "look.json").write_text(LOOK)
        settings = ["--workers", str(options.workers), "--max-peer-share", "1", "--max-wait", "60", "--policies", directory]
        with Server(program, *settings) as server:
            cover = Request("style=fill&color=%23000000&region=10,10,200,60", (SCREENS / "ios-login.png").read_bytes())
            with Generator(server.port) as short, Generator(server.port) as long:
                short.in_turn([cover], 1, 0.5, seed=3)
                long.in_turn([works()[name]], min(clients, 2), 1)
                found = []
                thread = threading.Thread(
                    target=lambda: found.extend(long.in_turn([works()[name]], clients, options.seconds)))
                work = server.processor_seconds()
                thread.start()
                began = time.monotonic()
                covers = short.in_turn([cover], 1, options.seconds, PAUSE)
                work = (server.processor_seconds() - work) / (time.monotonic() - began)
                thread.join()
    rate = sum(reply.ended < began + options.seconds for reply in found) / options.seconds
    return covers, found, rate, work


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs="*", default=[".build/release/snapveil"])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--clients", type=int, nargs="+", default=[0, 10, 20])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--work", nargs="+", default=list(works()))
    options = parser.parse_args()
    failures = []
    print("| work | clients | program | covers | p50 ms | p99 | longest | others a second | p50 ms | longest | cores |")
    print("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name in options.work:
        for clients in options.clients:
            for program in options.programs:
                covers, others, rate, cores = measure(program, options, name, clients)
                times, waits = ([reply.seconds() for reply in replies] for replies in (covers, others))
                row = [name, clients, program, len(times)]
                row += [f"{percentile(times, share):.0f}" for share in (0.5, 0.99, 1)]
                row += [f"{rate:.1f}"] + [f"{percentile(waits, share):.0f}" for share in (0.5, 1)]
                print("| " + " | ".join(map(str, row + [f"{cores:.2f}"])) + " |", flush=True)
                most = MOST.get(name, (float("inf"), float("inf")))
                failures += [
                    (any(reply.status != 200 for reply in covers + others), f"{name}, {clients} clients: not every reply is 200"),
                    (percentile(times, 0.5) > most[0] or percentile(times, 0.99) > most[1], f"{name}, {clients} clients: covers wait"),
                ]
    return report(failures)


if __name__ == "__main__":
    sys.exit(main())
