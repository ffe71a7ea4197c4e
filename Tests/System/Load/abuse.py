#!/usr/bin/env python3
"""Attacks a server in every way at once that was found to hurt one, and says how honest requests fare beside it.

    Tests/System/Load/abuse.py [.build/release/snapveil] [seconds] [MiB of memory]

The attackers send bodies that they announce and never finish, take no replies, and ask for the dearest work that a request may ask
for, over hundreds of connections from one address; from another come five honest requests a second, and probes. The server
has two workers and 256 MiB, as a container would have, where a memory control group can be made (as root, cgroups(7));
elsewhere its memory is only watched. Exit status 1 if an honest request is refused or takes a second, if a probe takes 50 ms,
or if the server takes more memory than there is. Needs nothing but Python.
"""

import contextlib
import http.client
import json
import multiprocessing
import os
import random
import socket
import struct
import sys
import threading
import time
import zlib

from groups import MemoryGroup
from overload import percentile
from server import Server, report

HONEST, ATTACKER = "127.0.0.2", "127.0.0.1"
SANITIZE = "/v1/sanitize"


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width, height, data):
    """An RGB picture around deflated rows."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [chunk(b"IDAT", data[start : start + 1000000]) for start in range(0, len(data), 1000000)]
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(parts) + chunk(b"IEND", b"")


def plain(width, height):
    """A black picture."""
    compressor = zlib.compressobj(9)
    row = bytes(1 + 3 * width)
    data = b"".join([compressor.compress(row) for _ in range(height)])
    return png(width, height, data + compressor.flush())


def noise(width, height):
    """A picture that does not compress."""
    values = random.Random(1)
    return png(width, height, zlib.compress(b"".join(b"\0" + values.randbytes(3 * width) for _ in range(height)), 1))


def endless(megabytes):
    """A picture of 40x40 whose image data goes on, for a thousandth of its length in bytes of the file."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = compressor.compress(bytes(1 << 24)) + compressor.flush(zlib.Z_FULL_FLUSH)
    return png(40, 40, b"\x78\x9c" + block * (megabytes // 16) + b"\x03\x00" + bytes(3) + b"\1")


def form(parts):
    """The type and the bytes of a form."""
    boundary = "snapveil-abuse-boundary"
    body = b"".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + content + b"\r\n"
        for name, content in parts
    )
    return f"multipart/form-data; boundary={boundary}", body + f"--{boundary}--\r\n".encode()


def request(content_type, body, target=SANITIZE, accept="*/*"):
    head = f"POST {target} HTTP/1.1\r\nHost: x\r\nAccept: {accept}\r\nContent-Type: {content_type}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def rules(*pairs):
    return json.dumps({"rules": [{"target": target, "style": style} for target, style in pairs]}).encode()


def unread(side, accept):
    """Small, and its reply is large: a black picture covered by noise."""
    policy = rules(("screen", {"image": {"asset": "splash", "contentMode": "fill"}}))
    return request(*form([("image", plain(side, side)), ("splash", noise(200, 200)), ("policy", policy)]), accept=accept)


def many_terms(count):
    """Terms that nearly occur everywhere in a label of 4 MB."""
    terms = ["a" * 50 + f"b{number}" for number in range(256)]
    targets = [{"elements": {"sensitive": {"terms": terms + [f"c{rule}"] if rule else terms}}} for rule in range(count)]
    label = "a" * 4_000_000
    frame = 'x="0" y="0" width="100" height="100"'
    source = f"<XCUIElementTypeApplication {frame}><XCUIElementTypeOther {frame} label='{label}'/></XCUIElementTypeApplication>"
    policy = rules(*[(target, {"fill": {"color": "#000"}}) for target in targets])
    return request(*form([("image", plain(100, 100)), ("policy", policy), ("hierarchy", source.encode())]))


def long_veil(elements):
    """A thin veil beside thousands of covered elements."""
    width, height = 16384, 64
    nodes = [
        f'<node class="E" bounds="[{2 * i % width},{y}][{2 * i % width + 1},{y + 1}]"/>'
        for i in range(elements)
        for y in [18 if i < width // 2 else 25]
    ]
    source = f'<hierarchy><node class="F" bounds="[0,0][{width},{height}]">{"".join(nodes)}</node></hierarchy>'
    veil = ({"region": {"x": 0, "y": 20, "width": width, "height": 4}}, {"veil": {}})
    policy = rules(({"element": {"type": "E"}}, {"fill": {"color": "#000"}}), veil)
    return request(*form([("image", plain(width, height)), ("policy", policy), ("hierarchy", source.encode())]))


class Attack:
    """Connections of one kind, kept up until the end."""

    def __init__(self, port, until, count, payload, patience):
        """`patience` is how long a connection is kept after its payload; None reads the reply."""
        self.statuses = {}
        self.threads = [
            threading.Thread(target=self.run, args=(port, until, payload, patience), daemon=True) for _ in range(count)
        ]
        for thread in self.threads:
            thread.start()

    def run(self, port, until, payload, patience):
        while time.monotonic() < until:
            try:
                with socket.socket() as client:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                    client.bind((ATTACKER, 0))
                    client.settimeout(30)
                    client.connect(("127.0.0.1", port))
                    client.sendall(payload)
                    if patience:
                        time.sleep(max(0, min(patience, until - time.monotonic())))
                    status = client.recv(64)[9:12].decode() or "closed"
            except OSError as error:
                status = type(error).__name__
            self.statuses[status] = self.statuses.get(status, 0) + 1
            time.sleep(0.01)


def ask(port, method, path, body=None):
    """Status and seconds."""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(HONEST, 0))
    try:
        connection.request(method, path, body)
        response = connection.getresponse()
        response.read()
        return response.status, time.monotonic() - began
    except OSError as error:
        return type(error).__name__, time.monotonic() - began
    finally:
        connection.close()


def be_honest(port, picture, until):
    """Five requests a second, and ten probes, whatever becomes of them."""
    results, probes, threads = [], [], []

    def run(target, *call):
        threads.append(threading.Thread(target=lambda: target.append(ask(port, *call))))
        threads[-1].start()

    while time.monotonic() < until:
        run(results, "POST", SANITIZE + "?style=fill&color=%23000&region=10,10,300,300", picture)
        for _ in range(2):
            run(probes, "GET", "/healthz")
            time.sleep(0.1)
    for thread in threads:
        thread.join()
    return results, probes


def honest_process(port, picture, until):
    """Has be_honest run in a process of its own, that no thread of the attackers holds up; what gets its results."""
    ours, theirs = multiprocessing.Pipe()
    run = lambda: theirs.send(be_honest(port, picture, until))
    multiprocessing.get_context("fork").Process(target=run, daemon=True).start()
    return ours


def memory_group(megabytes):
    """A control group with a memory limit; None where it cannot be made."""
    try:
        return MemoryGroup(megabytes << 20)
    except OSError:
        return None


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ".build/release/snapveil"
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    megabytes = int(sys.argv[3]) if len(sys.argv) > 3 else 256
    with open("Tests/Support/Samples/Screens/ios-login.png", "rb") as file:
        picture = file.read()
    announced = f"POST {SANITIZE}?style=fill&color=%23000 HTTP/1.1\r\nHost: x\r\nContent-Length: 33554432\r\n\r\nx".encode()
    raw = "application/octet-stream"
    kinds = {
        "announced and not sent": (160, announced, 10),
        "replies of 54 MB, not read": (170, unread(7071, "*/*"), 10),
        "replies of 6 MB, not read": (170, unread(1400, "application/json"), 10),
        "terms on a long label": (10, many_terms(2), None),
        "a long veil": (10, long_veil(8000), None),
        "image data without end": (10, request(raw, endless(30000), SANITIZE + "?style=blur&radius=8"), None),
    }
    group = memory_group(megabytes)
    # In a group it finds its limit by itself, as in a container.
    halves = {"--max-work-bytes": 19, "--max-bytes-in-flight": 17, "--max-reply-bytes": 17, "--max-idle-bytes": 17}
    shares = [text for name, shift in halves.items() for text in (name, str(megabytes << shift))]
    limits = [] if group else shares
    with group or contextlib.nullcontext(), Server(program, "--workers", "2", *limits, enter=group and group.enter) as server:
        until = time.monotonic() + seconds
        honest = honest_process(server.port, picture, until)
        # They would not take the processors of the server either.
        os.nice(10)
        attacks = {name: Attack(server.port, until, *kind) for name, kind in kinds.items()}
        results, probes = honest.recv()
        peak = group.peak_megabytes() if group else server.memory_megabytes("VmHWM")
        kills = group.kills() if group else 0
        ended = server.process.poll()

    for name, attack in attacks.items():
        print(f"{name}: {attack.statuses}")
    good = sorted(seconds for status, seconds in results if status == 200)
    bad = [status for status, _ in results if status != 200]
    print(f"{len(good)} honest requests: p50 {percentile(good, 0.5):.0f} ms, most {percentile(good, 1):.0f} ms; others: {bad}")
    times = [seconds for status, seconds in probes if status == 200]
    print(f"{len(times)} probes: p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms, most {percentile(times, 1):.1f} ms")
    print(f"at most {peak:.0f} MiB in use, of {megabytes} MiB ({'with' if group else 'without'} a control group)")
    return report([
        (ended is not None, f"the server ended with status {ended}"),
        (bool(bad), "honest requests were refused"),
        (percentile(good, 1) > 1000, "an honest request took a second"),
        (len(times) != len(probes), "a probe failed"),
        (percentile(times, 1) > 50, "a probe took 50 ms"),
        (peak > megabytes, "it took more memory than there is"),
        (kills > 0, f"{kills} processes were killed for lack of memory"),
    ])


if __name__ == "__main__":
    sys.exit(main())
