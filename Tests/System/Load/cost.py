#!/usr/bin/env python3
"""Measures what a million screenshots cost: processor time, bytes sent and received, and memory.

    Tests/System/Load/cost.py [.build/release/snapveil] [--screen PNG] [--seconds 3] [--only TEXT]

Each job is done by a new contained server of one worker, one request after the other for some seconds, after three that do not
count. Prints core-hours (of all its processes) and gigabytes for a million requests, and the megabytes that the worker has had at
most, with its program and what it shares. Jobs that look need the models (SNAPVEIL_MODELS). The JPEG, page source and HEIC beside
the screen are used where there are any; an archive has ten copies of it. Needs nothing but Python.
"""

import argparse
import http.client
import io
import pathlib
import struct
import sys
import time
import zipfile

from abuse import form, rules
from lone import regions
from memory import SCREENS, post
from server import Server

FILL = {"fill": {"color": "#000000"}}
UNCOUNTED = 3


def covering(target, body, **parts):
    """The body and the type of a form that has `target` filled."""
    pairs = [("image", body), *parts.items(), ("policy", rules((target, FILL)))]
    kind, data = form(pairs)
    return data, kind


def archive(screen):
    """Ten screens in an archive, stored as PNGs are."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as writer:
        for number in range(10):
            writer.writestr(f"run/screen-{number}.png", screen)
    return file.getvalue()


def jobs(path, program):
    """Query, body and type by the name of the job."""
    screen = path.read_bytes()
    plain = "application/octet-stream"
    places = regions(*struct.unpack(">II", screen[16:24]))
    fill = "style=fill&color=%23000" + places
    yield "ready privacy screen", "policy=privacy-screen", screen, plain
    yield "3 black regions", fill, screen, plain
    yield "3 black regions, balanced", "compression=balanced&" + fill, screen, plain
    yield "3 black regions, small", "compression=small&" + fill, screen, plain
    yield "3 blurred regions", "style=blur&radius=20" + places, screen, plain
    yield "blur, sigma 20", "style=blur&radius=20", screen, plain
    yield "pixelate, 24", "style=pixelate&block=24", screen, plain
    source = path.with_suffix(".xml")
    if source.exists():
        yield "elements of a page source", "", *covering({"elements": "sensitive"}, screen, hierarchy=source.read_bytes())
    if path.with_suffix(".jpg").exists():
        yield "JPEG, 3 black regions", fill, path.with_suffix(".jpg").read_bytes(), plain
    for photo in sorted(path.parent.glob("*.heic"))[:1]:
        yield f"HEIC ({photo.name}), pixelate, 24", "style=pixelate&block=24", photo.read_bytes(), plain
    yield "WebP to PNG, 3 black regions", "format=png&" + fill, webp(program, fill, screen), plain
    yield "to lossy WebP, 3 black regions", "format=webp&quality=80&" + fill, screen, plain
    yield "ten in an archive, 3 black regions", fill, archive(screen), "application/zip"
    for name, target in [
        ("all text", {"text": "all"}), ("sensitive text", {"text": "sensitive"}),
        ("faces", {"faces": "whole"}), ("codes", {"codes": "all"}),
    ]:
        yield f"looking for {name}", "", *covering(target, screen)


def webp(program, query, screen):
    """The covered screen as a lossless WebP."""
    with Server(program, "--workers", "1") as server:
        return post(connect(server), "format=webp&" + query, screen, "application/octet-stream")


def connect(server):
    return http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)


def measure(program, query, body, kind, seconds):
    """Processor seconds of a request, bytes of its reply, megabytes of the worker."""
    with Server(program, "--workers", "1") as server:
        connection = connect(server)
        for _ in range(UNCOUNTED):
            reply = post(connection, query, body, kind)
        before, start, count = server.processor_seconds(), time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            post(connection, query, body, kind)
            count += 1
        # What is wiped once the reply is on its way counts, too.
        time.sleep(0.01)
        used = server.processor_seconds() - before
        memory = max(server.numbers("status", "VmHWM", server.workers())) / 1024
        return used / count, len(reply), memory


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default=".build/release/snapveil")
    parser.add_argument("--screen", type=pathlib.Path, default=SCREENS / "ios-login.png")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print(f"{options.screen.name}, {options.screen.stat().st_size / 1000:.0f} kB\n")
    print("| job | core-hours of a million | GB sent | GB received | MB of the worker |")
    print("| --- | --: | --: | --: | --: |")
    failed = False
    for name, query, body, kind in jobs(options.screen, options.program):
        if options.only not in name:
            continue
        try:
            used, received, memory = measure(options.program, query, body, kind, options.seconds)
        except (SystemExit, OSError, http.client.HTTPException) as error:
            failed = True
            print(f"| {name} | FAILED: {error} |", flush=True)
            continue
        hours = used * 1e6 / 3600
        print(f"| {name} | {hours:.1f} | {len(body) / 1000:.0f} | {received / 1000:.0f} | {memory:.0f} |", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
