#!/usr/bin/env python3
"""Sends a server in a container of little memory the largest that it takes, of everything at once, and sees that it lives.

    Tests/System/Load/limits.py [.build/release/snapveil] [megabytes] [seconds]

Makes a memory group of 256 MB (needs root, and cgroup v1 or v2), starts the server in it, and has clients send it
pictures at the bounds of size, page sources, boxes and forms as long as bodies may be, policies and text that
are slow to read, first each alone; then others send bodies and heads that never end, or ask for large replies and take none. Exit
status 1 if the kernel has killed any process for memory, the server has ended, or a reply was neither right nor a clean error.
"""

import http.client
import json
import random
import socket
import struct
import sys
import threading
import time
import zlib
from collections import Counter

from groups import MemoryGroup
from server import Server, report

CLIENTS = 12
MEGABYTES = int(sys.argv[2]) if len(sys.argv) > 2 else 256
# As Serving.md has it: the longest body, and what the memory for work has room for.
BODY = (min(MEGABYTES // 16, 32) << 20) - 1
TREE = min(MEGABYTES << 20 >> 6, 8 << 20)


def picture(width, height, color_type=2, level=1, noise=False, text=0):
    """A PNG: black, or noise that no encoder makes shorter."""
    channels = {0: 1, 2: 3, 6: 4}[color_type]
    compressor = zlib.compressobj(level)
    row = bytes(width * channels)
    lines = random.Random(1)
    data = [compressor.compress(b"\0" + (lines.randbytes(len(row)) if noise else row)) for _ in range(height)]
    data.append(compressor.flush())
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, color_type, 0, 0, 0))]
    if text:
        chunks.append((b"tEXt", b"a\0" + b"x" * text))
    chunks += [(b"IDAT", b"".join(data)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )


def form(*parts):
    """The body of a form, and its type."""
    body = b"".join(
        b'--edge\r\nContent-Disposition: form-data; name="%s"; filename="a"\r\n\r\n%s\r\n' % part for part in parts
    )
    return body + b"--edge--\r\n", "multipart/form-data; boundary=edge"


def filled(start, item, end, room):
    """`item` again and again, as often as there is room."""
    return start + item * ((room - len(start) - len(end)) // len(item)) + end


def requests():
    """Name, query, body and type of each."""
    small = picture(400, 300)
    yield "50 MP, grey", "style=fill&color=%23000&region=1,1,9,9", picture(10000, 5000, 0), None
    yield "50 MP, alpha", "style=blur&radius=20", picture(7071, 7071, 6), None
    yield "7.8 MP, alpha", "style=blur&radius=20&region=1,1,999,999", picture(2800, 2800, 6), None
    yield "4 MP, noise", "style=pixelate&block=24&region=1,1,9,9", picture(2000, 2000, 6, 0, True), None
    yield "4 MP to JPEG", "style=blur&radius=3&format=jpeg", picture(2000, 2000, 2, 1, True), None
    webp = "style=fill&color=%23000&region=1,1,9,9&format=webp"
    yield "4 MP to WebP", webp, picture(2000, 2000, 6, 0, True), None
    yield "1.5 MP to WebP", webp, picture(1240, 1240, 6, 0, True), None
    yield "1.2 MP to lossy WebP", webp + "&quality=80", picture(1090, 1090, 6, 0, True), None
    yield "long edge", "style=fill&color=%23000&region=1,1,9,9", picture(16384, 3000, 0), None
    yield "text chunk", "style=fill&color=%23000&region=1,1,9,9", picture(400, 300, text=BODY - 8192), None
    covers = [{"elements": "sensitive"}, {"elements": "all-text"}, {"element": "//*[.//*]"}]
    style = {"fill": {"color": "#000"}}
    policy = json.dumps({"rules": [{"target": target, "style": style} for target in covers]}).encode()
    node = b'<node bounds="[0,0][9,9]" text="aaaaaaaa" password="true"/>'
    box = b'{"x":1,"y":1,"width":9,"height":9}'
    trees = {
        "flat": (b"<hierarchy>", b"<a/>", b"</hierarchy>"),
        "nodes": (b"<hierarchy>", node, b"</hierarchy>"),
        "text": (b'<hierarchy><node bounds="[0,0][9,9]" password="true" text="', b"&amp;", b'"/></hierarchy>'),
        "deep": (b"<hierarchy>", b"<node>", b""),
        "boxes": (b"[", box + b",", box + b"]"),
        "arrays": (b"[", b"[],", b"[]]"),
        "names": (b"{", b'"\\u0061":0,', b'"b":0}'),
    }
    for name, (start, item, end) in trees.items():
        tree = filled(start, item, end, TREE)
        yield f"tree: {name}", "", *form((b"image", small), (b"hierarchy", tree), (b"policy", policy))
    rule = b'{"target":"screen","style":{"message":{"title":"%s"}}}' % (b"W" * 500)
    rules = filled(b'{"rules":[', rule + b",", rule + b"]}", BODY - 4096)
    yield "rules", "", *form((b"image", small), (b"policy", rules))
    yield "parts", "", *form(*[(b"p%d" % i, b"x") for i in range(100_000)])
    yield "base64", "", json.dumps({"image": "A" * (BODY - 64)}).encode(), "application/json"
    yield "JSON", "", filled(b'{"image":[', b"0,", b"0]}", BODY - 4096), "application/json"
    yield "small", "style=fill&color=%23000", small, None


def send(port, query, body, kind, outcomes, name):
    """Sends a request and notes what came of it."""
    # Longer than the server lets a request take.
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=90)
    try:
        connection.request("POST", f"/v1/sanitize?{query}", body, {"Content-Type": kind} if kind else {})
        reply = connection.getresponse()
        content = reply.read()
        right = reply.status == 200 or json.loads(content)["status"] == reply.status
        outcomes[name, reply.status if right else "unclean"] += 1
    except (BrokenPipeError, ConnectionResetError):
        # A reply that came before the body was sent may be lost.
        outcomes[name, "reset"] += 1
    except (OSError, http.client.HTTPException, ValueError, KeyError) as error:
        outcomes[name, f"unclean: {error!r}"] += 1
    finally:
        connection.close()


def hang(port, query, body, until, outcomes):
    """Keeps what the server gives: bodies and heads that do not end, and replies that nobody takes."""
    head = f"POST /v1/sanitize?{query} HTTP/1.1\r\nHost: a\r\n"
    begun = {
        "body": (head + f"Content-Length: {BODY}\r\n\r\n").encode() + bytes(BODY - 1),
        "head": head.encode() + b"X-Long: " + b"x" * 30_000,
        "reply": (head + f"Content-Length: {len(body)}\r\n\r\n").encode() + body,
    }
    held = []
    while time.time() < until:
        for name, data in begun.items():
            try:
                client = socket.create_connection(("127.0.0.1", port), 2)
                client.settimeout(0.5)
                held.append(client)
                client.sendall(data)
                outcomes["held", name] += 1
            except OSError:
                outcomes["held", f"{name}: refused"] += 1
        # Of the connections that there are, one for each MiB, enough stay for the others.
        if len(held) > MEGABYTES // 4:
            held.pop(0).close()


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ".build/release/snapveil"
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 30
    every = list(requests())
    outcomes = Counter()
    with MemoryGroup(MEGABYTES << 20) as group:
        with Server(program, enter=group.enter) as server:
            for name, query, body, kind in every:
                before = group.peak_megabytes()
                send(server.port, query, body, kind, outcomes, "alone: " + name)
                if group.peak_megabytes() > before:
                    print(f"{group.peak_megabytes()} MB at the peak with {name}, alone")
            until = time.time() + seconds

            def client(number):
                order = random.Random(number)
                while time.time() < until:
                    name, query, body, kind = order.choice(every)
                    send(server.port, query, body, kind, outcomes, name)

            def hanger():
                # The others have the first half to themselves.
                time.sleep(seconds / 2)
                large = next(body for name, _, body, _ in every if name == "4 MP, noise")
                hang(server.port, "style=pixelate&block=2", large, until, outcomes)

            threads = [threading.Thread(target=client, args=[number]) for number in range(CLIENTS)]
            threads += [threading.Thread(target=hanger) for _ in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            alive = server.process.poll() is None
            kills, peak = group.kills(), group.peak_megabytes()
    for (name, outcome), count in sorted(outcomes.items(), key=str):
        print(f"{name:16} {outcome!s:12} {count}")
    unclean = sum(count for (_, outcome), count in outcomes.items() if str(outcome).startswith("unclean"))
    print(f"{MEGABYTES} MB: {peak} MB at the peak, {kills} processes killed for memory")
    return report(
        [
            (kills, f"{kills} processes were killed for lack of memory"),
            (not alive, "the server has ended"),
            (unclean, f"{unclean} replies were neither right nor a clean error"),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
