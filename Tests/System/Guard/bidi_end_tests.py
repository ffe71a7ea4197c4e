"""However one side ends a web socket, or breaks its rules, the other one sees it at once, and nobody else is disturbed."""

import json
import re
import time

from bidi_messages import FINE, PLACES
from bidi_message_tests import large
from bidi_upstream import SESSION, BiDiServer
from screens import base64_of
from sockets import BINARY, CLOSE, CONTINUATION, FINAL, PING, TEXT, connect, frame
from support import Guard, named

#: Seconds within which an end is seen at the other side.
PROMPTLY = 2
#: Bytes of a message at most, where that is tried.
LIMIT = 100_000
#: Codes of an end (RFC 6455, section 7.4.1).
NORMAL, PROTOCOL, KIND, LARGE, INTERNAL = 1000, 1002, 1003, 1009, 1011

_LONG = b"x" * (LIMIT // 2 + 1)


def _frame(*arguments, **options):
    return frame(*arguments, is_masked=True, **options)


#: What a harness may not send, with the codes that it may be told.
BROKEN_COMMANDS = [
    ("a frame without a mask", frame(FINE), {PROTOCOL}),
    ("a reserved bit", _frame(FINE, flags=FINAL | 0x40), {PROTOCOL}),
    ("all reserved bits", _frame(FINE, flags=FINAL | 0x70), {PROTOCOL}),
    ("a reserved kind", _frame(FINE, 3), {PROTOCOL}),
    ("a reserved kind of control", _frame(b"", 11), {PROTOCOL}),
    ("the rest of no message", _frame(FINE, CONTINUATION), {PROTOCOL}),
    ("a message within a message", _frame(b"{", TEXT, flags=0) + _frame(b"}", TEXT), {PROTOCOL}),
    ("a ping in parts", _frame(b"a", PING, flags=0), {PROTOCOL}),
    ("a ping of 126 bytes", _frame(b"x" * 126, PING), {PROTOCOL}),
    ("a length in more bytes than it needs", _frame(FINE[:100], form=2), {PROTOCOL}),
    ("a length in eight bytes that two are for", _frame(FINE, form=8), {PROTOCOL}),
    ("a length beyond all numbers", _frame(FINE, length=(1 << 64) - 1, form=8), {PROTOCOL, LARGE}),
    ("a message that is too large", _frame(b"x" * (LIMIT + 1)), {LARGE}),
    ("word of a message that is too large", _frame(b"x", length=LIMIT + 1, form=8), {LARGE}),
    ("a message whose frames are too large together", _frame(_LONG, flags=0) + _frame(_LONG, CONTINUATION), {LARGE}),
    ("bytes that are no text", _frame(b"\0\1", BINARY), {KIND}),
    ("bytes that are no frame", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 9, {PROTOCOL}),
    ("an end with one byte", _frame(b"\3", CLOSE), {PROTOCOL, NORMAL}),
    ("an end with a code that is none", _frame(b"\3\xed", CLOSE), {PROTOCOL, NORMAL}),
]
#: What a server may not send, with the codes that a harness may be told; None for a message that passes none the less.
BROKEN_MESSAGES = [
    ("a frame with a mask", frame(FINE, is_masked=True), {PROTOCOL, INTERNAL, None}),
    ("a reserved bit", frame(FINE, flags=FINAL | 0x40), {PROTOCOL, INTERNAL, None}),
    ("a reserved kind", frame(FINE, 3), {PROTOCOL, KIND, INTERNAL}),
    ("the rest of no message", frame(FINE, CONTINUATION), {PROTOCOL, KIND, INTERNAL}),
    ("a message within a message", frame(b"{", TEXT, flags=0) + frame(b"}", TEXT), {PROTOCOL, KIND, INTERNAL}),
    ("a ping in parts", frame(b"a", PING, flags=0), {PROTOCOL, INTERNAL}),
    ("a length beyond all numbers", frame(FINE, length=(1 << 64) - 1, form=8), {PROTOCOL, LARGE, INTERNAL}),
    ("word of a message that is too large", frame(FINE, length=LIMIT + 1, form=8), {LARGE, INTERNAL}),
    ("a message whose frames are too large together", frame(_LONG, flags=0) + frame(_LONG, CONTINUATION), {LARGE, INTERNAL}),
    ("bytes that are no text", frame(b"\0\1" * 99, BINARY), {KIND}),
    ("text as bytes that are none", frame(FINE, BINARY), {KIND}),
    ("bytes that are no frame", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9, {PROTOCOL, KIND, LARGE, INTERNAL}),
]


def check_commands(claim, program):
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout", "--max-body-bytes", f"{LIMIT}") as guard:
        for name, content, codes in BROKEN_COMMANDS:
            harness, server = upstream.open(guard)
            harness.write(content)
            ends = harness.ended(PROMPTLY), server.ended(PROMPTLY)
            claim(ends == (True, True) and harness.code in codes, f"a harness that sends {name} is told {codes}", f"{harness.code} {ends}")
        harness, server = upstream.open(guard)
        message = b"x" * LIMIT
        harness.say(message)
        claim(server.message() == message, "after all of them the guard goes on, and a message of the largest size passes")
        harness.cut()


def check_messages(claim, program):
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout", "--max-upstream-bytes", f"{LIMIT}") as guard:
        for name, content, codes in BROKEN_MESSAGES:
            harness, server = upstream.open(guard)
            server.write(content)
            if None in codes:
                server.say(FINE)
                server.close()
            ends = harness.ended(PROMPTLY), server.ended(PROMPTLY)
            code = None if None in codes and harness.code == NORMAL else harness.code
            claim(ends == (True, True) and code in codes, f"of a server that sends {name}, a harness is told {codes}", f"{harness.code} {ends}")
        harness, server = upstream.open(guard)
        message = b'"' + b"x y " * (LIMIT // 4 - 1) + b'"'
        server.say(message)
        claim(harness.message() == message, "after all of them the guard goes on, and a message of the largest size passes")
        harness.cut()


def check_openings(claim, program):
    """Servers that open no web socket, or not as they should."""
    first, *fields = BiDiServer.handshake
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout") as guard:
        for name, handshake in [
            ("404", b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}"), ("200", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
            ("a redirection", b"HTTP/1.1 302 Found\r\nLocation: http://elsewhere.example/\r\nContent-Length: 0\r\n\r\n"),
            ("401", b"HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n"),
            ("nothing", b""), ("what is no HTTP", b"220 mail.example ESMTP\r\n\r\n"), ("half a head", b"HTTP/1.1 101 Switching"),
            ("a proof for another key", (first, *fields[:2], "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")),
            ("no proof", (first, *fields[:2])), ("another protocol", (first, "Upgrade: h2c", *fields[1:])),
            ("101 without a field Upgrade", (first, *fields[1:])),
        ]:
            upstream.handshake = handshake
            with connect(guard.url, SESSION) as harness:
                start = time.monotonic()
                is_over, seconds = harness.ended(PROMPTLY + 2), time.monotonic() - start
                holds = is_over and harness.code == INTERNAL and seconds < PROMPTLY
                claim(holds, f"a harness is told {INTERNAL}, if the server answers with {name}", f"{is_over} {harness.code} {seconds:.1f} s")
        upstream.handshake = BiDiServer.handshake
        while upstream.opened(0.1):
            pass
        harness, server = upstream.open(guard)
        harness.say(FINE)
        claim(server.message() == FINE, "after all of them the guard goes on")
        harness.cut()
        upstream.greeting = frame(FINE) * 3
        harness, server = upstream.open(guard)
        found = [harness.message(PROMPTLY) for _ in range(3)]
        claim(found == [FINE] * 3, "messages that come with the opening are not lost", found)
        harness.cut()
        upstream.stop()
        with connect(guard.url, SESSION) as harness:
            claim(harness.ended(PROMPTLY) and harness.code == INTERNAL, f"and is told {INTERNAL}, if there is no server", harness.code)


def check_codes(claim, program):
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout") as guard:
        for code, reason in [(1000, b""), (1001, b"going away"), (1008, b""), (1012, b""), (3000, b""), (4999, "bye é".encode()), (None, b"")]:
            for name, by_harness in [("a harness", True), ("a server", False)]:
                harness, server = upstream.open(guard)
                one, other = (harness, server) if by_harness else (server, harness)
                one.say(FINE)
                one.close(code, reason)
                found = other.message()
                ends = other.ended(PROMPTLY), one.ended(PROMPTLY)
                expected = {code} if code else {None, NORMAL}
                holds = found == FINE and ends == (True, True) and other.close_frame and other.code in expected
                claim(holds, f"the code {code} of {name} comes to the other side, behind its message", f"{found} {ends} {other.close_frame}")
                claim(one.close_frame is not None and one.code in expected, "and is answered", one.close_frame)


def check_leaving(claim, program):
    picture = PLACES[0].message("1", json.dumps(base64_of(large())))
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout") as guard:
        for name, act in [
            ("nothing is said", lambda server: None), ("something was said", lambda server: server.say(FINE)),
            ("a message is half said", lambda server: server.send(b"x" * 99, TEXT, 0)),
            ("a picture is worked on", lambda server: server.say(picture)),
        ]:
            for resets in (False, True):
                harness, server = upstream.open(guard)
                act(server)
                time.sleep(0.2)
                harness.cut(resets)
                claim(server.ended(PROMPTLY), f"a harness that {'resets' if resets else 'cuts'} is left by the guard, while {name}")
            harness, server = upstream.open(guard)
            act(server)
            server.cut()
            ended = harness.ended(PROMPTLY + 2 * (act.__code__.co_names == ("say",)))
            claim(ended and harness.code == INTERNAL, f"a server that cuts is seen by the harness, while {name}", f"{ended} {harness.code}")
        harness, server = upstream.open(guard)
        harness.send(b"x" * 99, TEXT, 0)
        harness.cut()
        claim(server.ended(PROMPTLY), "a harness that cuts within a message is left by the guard")
        # More than there are workers.
        pairs = [upstream.open(guard) for _ in range(6)]
        for _, server in pairs:
            server.say(picture)
        time.sleep(0.2)
        for harness, _ in pairs:
            harness.cut()
        claim(all(server.ended(PROMPTLY) for _, server in pairs), "harnesses leave while more pictures are worked on than there are workers")
    complaints = re.findall(r".* (?:warning|error|critical) .*", guard.log)
    claim(not complaints, "and the log has nothing to warn of", complaints[:3])


def check_signal(claim, program):
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout", "--grace-period", "2") as guard:
        harness, server = upstream.open(guard)
        leaving, server_of_leaving = upstream.open(guard)
        start = time.monotonic()
        guard.process.terminate()
        time.sleep(0.3)
        server_of_leaving.say(FINE)
        leaving.say(FINE)
        found = [leaving.message(), server_of_leaving.message()]
        claim(found == [FINE, FINE], "at SIGTERM, a web socket goes on for the grace period", found)
        leaving.close()
        ends = harness.ended(4), server.ended(4)
        guard.status = guard.process.wait(10)
        status, seconds = guard.status, time.monotonic() - start
        claim(ends == (True, True), "and then both sides see its end", ends)
        claim(status == 0 and seconds < 5, "and the guard ends with status 0", f"{status} after {seconds:.1f} s")


CHECKS = named(check_commands, check_messages, check_openings, check_codes, check_leaving, check_signal)
