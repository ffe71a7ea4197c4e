"""What shows no screen passes on a web socket as it is and in its order, as fast as it is read, whoever waits for whom."""

import concurrent.futures
import json
import random
import threading
import time

from agent import processes, resident
from bidi_messages import FINE
from bidi_upstream import SESSION, BiDiServer
from mcp_lines import Lines
from mcp_stream_tests import difference
from sockets import CONTINUATION, FINAL, PING, PONG, TEXT, buffered, connect, frame
from support import Guard, named

#: Messages each way, and how many different ones they are made of; bytes of a large one.
COUNT, POOL, LARGE = 10_000, 250, 60_000_000
#: Bytes that the guard and its workers may take more; bytes that are said beyond those on their way.
MEMORY, BEYOND = 120 << 20, 40_000_000
MANY, SILENCE = 50, 12


def check_bytes(claim, program):
    """Random messages in both directions at once, with large ones among them."""
    source, randoms = Lines("bidi"), random.Random("bidi")
    lines = [line for line in (source.line() for _ in range(POOL)) if len(line) < 4000]
    said, heard = ([b'{"n":%d,"line":%s}' % (number, randoms.choice(lines)) for number in range(COUNT)] for _ in range(2))
    for place in range(500, COUNT, 2500):
        said[place] = heard[place] = b'{"n":%d,"text":"%s"}' % (place, b"some words, " * 300_000)
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout") as guard:
        harness, server = upstream.open(guard)
        with harness, server, concurrent.futures.ThreadPoolExecutor(4) as threads:
            threads.submit(server.say, *said)
            threads.submit(harness.say, *heard)
            ends = [threads.submit(lambda end: [end.message() for _ in range(COUNT)], end) for end in (harness, server)]
            for name, expected, end in [("of a server", said, ends[0]), ("of a harness", heard, ends[1])]:
                found = end.result()
                same = sum(map(bytes.__eq__, [each or b"" for each in found], expected))
                where = found != expected and difference(b"\n".join(expected), b"\n".join(each or b"(none)" for each in found))
                claim(not where, f"{COUNT} random messages {name} pass byte for byte, and in their order", f"{same} are the same; {where}")


def check_frames(claim, program):
    """Messages in frames of all sizes, with pings between them."""
    randoms = random.Random("frames")
    message = b'{"id":1,"result":"' + b"some words, " * 4000 + b'"}'
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout") as guard:
        harness, server = upstream.open(guard)
        for name, one, other in [("a server", server, harness), ("a harness", harness, server)]:
            for count in (1, 2, 300):
                cuts = sorted(randoms.randrange(len(message) + 1) for _ in range(count - 1))
                starts = [0, *cuts]
                for index, (start, end) in enumerate(zip(starts, [*cuts, len(message)])):
                    one.send(message[start:end], CONTINUATION if index else TEXT, FINAL if index == count - 1 else 0)
                    if index % 7 == 0:
                        one.send(b"%d" % index, PING)
                found = other.message()
                claim(found == message, f"a message of {name} in {count} frames with pings between them comes whole", f"{found and len(found)}")
                pings = [b"%d" % index for index in range(0, count, 7)]
                pongs = [(found.opcode, found.content) for found in (one.next() for _ in pings) if found]
                claim(pongs == [(PONG, ping) for ping in pings], "and each ping has its pong", pongs[:3])
            one.send(b"nobody asked", PONG)
            # Frames in pieces of a byte.
            for byte in frame(FINE, is_masked=one.is_client):
                one.write(bytes([byte]))
            claim(other.message() == FINE, f"a pong of {name} that nobody asked for, and frames byte by byte, do no harm")
            one.send(b"", TEXT)
            one.say(FINE)
            claim([other.message(), other.message()] == [b"", FINE], f"a message of {name} without a byte passes")
        harness.cut()
        server.cut()


def check_large(claim, program):
    """The largest messages, while others pass on another web socket."""
    command = b'{"id":1,"method":"x.y","params":{"text":"' + b"some words, " * (LARGE // 12) + b'"}}'
    result = b'{"type":"success","id":1,"result":{"text":"' + b"some words, " * (LARGE // 12) + b'"}}'
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout") as guard:
        harness, server = upstream.open(guard)
        other, server_of_other = upstream.open(guard)
        threading.Thread(target=server.say, args=(result,)).start()
        slowest = 0.0
        for _ in range(20):
            start = time.monotonic()
            server_of_other.say(FINE)
            if other.message() != FINE:
                slowest = 99
            slowest = max(slowest, time.monotonic() - start)
        claim(harness.message(30) == result, f"a message of {LARGE // 1_000_000} MB of a server passes as it is")
        claim(slowest < 3, "and on other web sockets messages pass meanwhile", f"{slowest:.1f} s")
        threading.Thread(target=harness.say, args=(command,)).start()
        claim(server.message(30) == command, "and one of a harness")
        for end in (harness, server, other, server_of_other):
            end.cut()


def memory(guard):
    return sum(resident(number) for number in processes(guard.process.pid))


def check_waiting(claim, program):
    """One side reads nothing, and then all."""
    message = b'{"type":"event","method":"x.y","params":"' + b"some words, " * 80_000 + b'"}'
    most = buffered()
    count = (most + BEYOND) // len(message)
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout") as guard:
        for name, is_server in [("a server", True), ("a harness", False)]:
            harness, server = upstream.open(guard)
            one, other = (server, harness) if is_server else (harness, server)
            one.say(message)
            other.message()
            before = memory(guard)
            one.said = 0
            sender = threading.Thread(target=one.say, args=[message] * count)
            sender.start()
            sender.join(1.5)
            waiting = one.said
            claim(sender.is_alive() and waiting < most, f"{name} waits while the other side reads nothing", f"{waiting} bytes")
            bystander, server_of_bystander = upstream.open(guard)
            bystander.say(FINE)
            server_of_bystander.say(FINE)
            found = [bystander.message(), server_of_bystander.message()]
            claim(found == [FINE, FINE], "and other web sockets do not", found)
            found = sum(other.message(20) == message for _ in range(count))
            sender.join(5)
            claim(found == count, f"and then all {count} messages come", found)
            more = memory(guard) - before
            print(f"memory grew by {more >> 20} MiB")
            claim(more < MEMORY, "and memory has not grown by much", f"{more >> 20} MiB")
            for end in (harness, server, bystander, server_of_bystander):
                end.cut()


def check_many(claim, program):
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout") as guard:
        harnesses = [connect(guard.url, f"{SESSION}{number}") for number in range(MANY)]
        servers = {server.request.path: server for server in (upstream.opened() for _ in harnesses) if server}
        lines = [json.dumps({"type": "success", "id": number, "result": {"n": "a text"}}).encode() for number in range(MANY)]
        for number, line in enumerate(lines):
            servers[f"{SESSION}{number}"].say(line)
            harnesses[number].say(line)
        found = [harness.message() for harness in harnesses]
        claim(found == lines, f"{MANY} web sockets at once have a message each, each its own")
        found = [servers[f"{SESSION}{number}"].message() for number in range(MANY)]
        claim(found == lines, "in both directions")
        for harness in harnesses:
            harness.cut()
        claim(all(server.ended(3) for server in servers.values()), "and all end with their harnesses")


def check_silence(claim, program):
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout") as guard:
        harness, server = upstream.open(guard)
        time.sleep(SILENCE)
        server.say(FINE)
        harness.say(FINE)
        found = [harness.message(), server.message()]
        claim(found == [FINE, FINE], f"a web socket is still open after {SILENCE} silent seconds", found)
        harness.cut()
        server.cut()


CHECKS = named(check_bytes, check_frames, check_large, check_waiting, check_many, check_silence)
