"""Streams of events: how an agent reads them, and how a server holds them open."""

import contextlib
import http.client
import queue
import random
import re
import socket
import threading
import urllib.parse
from dataclasses import dataclass, field

from mcp_server import pieces
from support import PATIENCE

#: The head of a stream of chunks, behind which the connection ends.
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n"


@dataclass
class Event:
    """What stands between two empty lines: the value of each field, and the comments."""

    block: bytes
    fields: dict = field(default_factory=dict)
    comments: list = field(default_factory=list)

    def __post_init__(self):
        data = []
        for line in self.block.split(b"\n"):
            name, _, value = line.partition(b":")
            value = value.removeprefix(b" ")
            if line.startswith(b":"):
                self.comments.append(value)
            elif name == b"data":
                data.append(value)
            else:
                self.fields[name.decode("latin-1")] = value
        self.data = b"\n".join(data) if data else None


class EventReader:
    """Makes events of bytes as they come, however lines end."""

    def __init__(self):
        self._rest, self._is_after_return = bytearray(), False

    def feed(self, part):
        if self._is_after_return and part.startswith(b"\n"):
            part = part[1:]
        self._is_after_return = part.endswith(b"\r")
        start = max(len(self._rest) - 1, 0)
        self._rest += part.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        while (end := self._rest.find(b"\n\n", start)) >= 0:
            yield Event(bytes(self._rest[:end]))
            del self._rest[:end + 2]
            start = 0


class EventStream:
    """A stream as an agent reads it; `is_whole` is how it ended, None before it has. Underscores in the names of fields are hyphens."""

    def __init__(self, url, method="GET", body=None, patience=PATIENCE, **fields):
        parts = urllib.parse.urlsplit(url)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=patience)
        sent = {"Accept": "text/event-stream"} | {name.replace("_", "-"): text for name, text in fields.items()}
        connection.request(method, parts.path + (parts.query and f"?{parts.query}"), body, sent)
        self._socket = connection.sock
        self.response = connection.getresponse()
        self.is_whole, self._events = None, self._read()

    def _read(self):
        reader = EventReader()
        while True:
            try:
                part = self.response.read1(1 << 16)
            except TimeoutError:
                return
            except (OSError, http.client.HTTPException, ValueError):
                self.is_whole = False
                return
            if not part:
                self.is_whole = True
                return
            yield from reader.feed(part)

    def __iter__(self):
        return self._events

    def next(self):
        """The next event; None if there is none in time, or no more."""
        return next(self._events, None)

    def message(self):
        """The data of the next event that has any; None if there is none."""
        return next((event.data for event in self._events if event.data is not None), None)

    def hang_up(self):
        """Ends the connection, also while another thread reads from it."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.hang_up()
        # Either has the socket.
        self._socket.close()
        self.response.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def chunk(content):
    return b"%x\r\n%s\r\n" % (len(content), content)


class ServerStream:
    """A stream that a server holds open to `connection`; `said` are all bytes that were written to it so far."""

    _END = object()

    def __init__(self, connection, content=(), fields=b""):
        self._connection, self._content, self._fields, self._queue = connection, content, fields, queue.Queue()
        self._randoms, self._count, self.said = random.Random("events"), 0, 0
        #: Set once it is written to no more: because it has ended, or nobody reads it.
        self.is_over = threading.Event()

    def send(self, content):
        """Writes bytes, as chunks of all sizes."""
        for piece in pieces(content, self._randoms):
            self._queue.put(chunk(piece))

    def say(self, line):
        """Writes an event with a message, each in another way."""
        self.send(self.event(line))

    def event(self, line):
        self._count += 1
        end = (b"\n", b"\r\n", b"\r")[self._count % 3]
        fields = [b"event: message"] if self._count % 2 else [b": a comment", b"event:message", b"id: %d" % self._count]
        gap = b"" if self._count % 5 == 0 and not line.startswith(b" ") else b" "
        # A carriage return ends a line, too.
        fields += [b"data:" + gap + part for part in re.split(b"\r", line)]
        return b"".join(part + end for part in [*fields, b""])

    def end(self):
        self._queue.put(b"0\r\n\r\n")
        self._queue.put(self._END)

    def cut(self):
        """Ends the connection within the stream."""
        self._queue.put(self._END)

    def pieces(self):
        """All bytes of the reply."""
        yield HEAD + self._fields + b"\r\n"
        try:
            for content in self._content:
                yield chunk(content)
                self.said += len(content)
            while (part := self._next()) is not self._END:
                yield part
                self.said += len(part)
        finally:
            self.is_over.set()

    def _next(self):
        while True:
            with contextlib.suppress(queue.Empty):
                return self._queue.get(timeout=0.02)
            if self._is_left():
                return self._END

    def _is_left(self):
        try:
            return not self._connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            return True
