"""An upstream that fails, each time in another way: at `/session/x/fault/NAME`."""

import gzip
import socket
import struct
import time

from upstreams import JSON, Answer, Upstream, error, value

#: What a guard may make of a fault: an error of its own, or the reply as it is.
ERROR, PASSED = "an error", "passed on"
_HEAD = f"HTTP/1.1 200 OK\r\nContent-Type: {JSON}\r\n".encode()
_END = b"Connection: close\r\n"
_CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
#: The reply of whatever does not fail.
BODY = b'{"value":"a reply"}'
_LENGTH = f"Content-Length: {len(BODY)}\r\n\r\n".encode()
#: What a reply with too much has behind its end.
SMUGGLED = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"value":"smuggled"}'

#: Name, bytes to send before the connection ends, allowed outcomes.
FAULTS = [
    ("nothing", [], [ERROR]),
    ("the half of a head", [b"HTTP/1.1 200 OK\r\nContent-Ty"], [ERROR]),
    ("a part of a body", [_HEAD + b"Content-Length: 1000\r\n\r\n", BODY], [ERROR]),
    ("a part of a chunk", [_HEAD + _CHUNKED + b"400\r\n" + BODY], [ERROR]),
    ("chunks without a last one", [_HEAD + _CHUNKED + b"13\r\n" + BODY + b"\r\n"], [ERROR]),
    ("a size of a chunk that is none", [_HEAD + _CHUNKED + b"zz\r\n" + BODY + b"\r\n0\r\n\r\n"], [ERROR]),
    ("a chunk that is longer than its size", [_HEAD + _CHUNKED + b"4\r\n" + BODY + b"\r\n0\r\n\r\n"], [ERROR]),
    ("a size of a chunk beyond all numbers", [_HEAD + _CHUNKED + b"fffffffffffffffff\r\n" + BODY], [ERROR]),
    ("bytes that are no HTTP", [bytes(range(256)) * 4], [ERROR]),
    ("a text that is no HTTP", [b"220 mail.example ESMTP\r\n\r\n"], [ERROR]),
    ("a status that is none", [b"HTTP/1.1 abc OK\r\n" + _LENGTH + BODY], [ERROR]),
    ("a length that is none", [_HEAD + b"Content-Length: -5\r\n\r\n" + BODY], [ERROR]),
    ("a length beyond all numbers", [_HEAD + b"Content-Length: 99999999999999999999\r\n\r\n" + BODY], [ERROR]),
    ("two lengths", [_HEAD + b"Content-Length: 5\r\n" + _LENGTH + BODY], [ERROR]),
    ("a length and chunks", [_HEAD, b"Content-Length: 5\r\n", _CHUNKED + b"13\r\n" + BODY + b"\r\n0\r\n\r\n"], [ERROR, PASSED]),
    ("a protocol that was not asked for", [b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"], [ERROR]),
    ("a head of a megabyte", [_HEAD, b"X-Long: " + b"x" * (1 << 20) + b"\r\n", _LENGTH + BODY], [ERROR, PASSED]),
    ("ten thousand fields", [_HEAD, b"".join(b"X-%d: y\r\n" % number for number in range(10_000)), _LENGTH + BODY], [ERROR, PASSED]),
    ("a field in two lines", [_HEAD + b"X-Folded: a\r\n b\r\n" + _LENGTH + BODY], [ERROR, PASSED]),
    ("a field with a NUL", [_HEAD + b"X-Nul: a\0b\r\n" + _LENGTH + BODY], [ERROR, PASSED]),
    ("word of a reply to come", [b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 103 Early Hints\r\n\r\n", _HEAD + _LENGTH + BODY], [PASSED]),
    ("more than its length", [_HEAD + _LENGTH + BODY + SMUGGLED], [PASSED, ERROR]),
    ("a body of 200 MB in gzip", [_HEAD + b"Content-Encoding: gzip\r\n\r\n", gzip.compress(bytes(200 << 20), 1)], [ERROR, PASSED]),
]


class Faulty(Upstream):
    """At `/session/x/fault/N` it sends what fault N does, and hangs up; other paths have names of their own."""

    def __init__(self):
        super().__init__()
        #: Whether the connection of the reply without an end was closed by the other side.
        self.was_closed = False

    def answer(self, request):
        name = request.path.removeprefix("/session/x/")
        if name.startswith("fault/"):
            return Answer(pieces=FAULTS[int(name.removeprefix("fault/"))][1])
        match name:
            case "reset":
                return Answer(pieces=self._reset())
            case "204":
                return Answer(pieces=[b"HTTP/1.1 204 No Content\r\n" + _END + b"\r\n"])
            case "304":
                return Answer(pieces=[b'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n' + _END + b"\r\n"])
            case "text":
                return Answer(b"unhandled request", 400, "text/plain")
            case "empty":
                return Answer(b"", 500)
            case "slow":
                return Answer(pieces=self._slowly(_HEAD + _END + _LENGTH + BODY))
            case "endless":
                return Answer(pieces=self._endless())
            case "late":
                time.sleep(1.5)
                return Answer(BODY)
            case "once":
                # The connection ends behind the reply, which does not say so.
                return Answer(pieces=[_HEAD + _LENGTH + BODY])
            case "fine":
                return Answer(BODY)
        return value(None) if request.method == "DELETE" else error("unknown command", 404)

    def _reset(self):
        """Ends the connection with a reset."""
        for connection in list(self._open):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        yield b"HTTP/1.1 200 OK\r\n"

    @staticmethod
    def _slowly(content):
        step = len(content) // 12 + 1
        for start in range(0, len(content), step):
            time.sleep(0.1)
            yield content[start:start + step]

    def _endless(self):
        yield _HEAD + b'Transfer-Encoding: chunked\r\n\r\n1\r\n"\r\n'
        try:
            while True:
                time.sleep(0.05)
                yield b"1\r\nx\r\n"
        finally:
            self.was_closed = True
