"""Agents of servers that speak HTTP: a guard in front of an upstream of this process, which says what it is to say."""

import contextlib
import hashlib
import pathlib
import queue
import random

from agent import Listener
from events import EventStream, ServerStream
from mcp_server import much, notification, pieces
from support import MCP, PATIENCE, Guard
from upstreams import Answer, Upstream

#: Where the server is.
PATH = "/mcp"
#: Passes everything on as it is.
UNGUARDED = pathlib.Path(__file__).with_name("unguarded.py")
_MESSAGE = b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}'


class Speaker(Upstream):
    """Holds a stream open to whoever asks for it, and repeats into it what it hears; or answers that with `replies`.

    `mode` is one of those of `mcp_server.py`.
    """

    def __init__(self, mode="talk", *arguments):
        super().__init__(PATH)
        self.mode, self.arguments, self.replies = mode, arguments, queue.Queue()
        self.stream = None

    def answer(self, request):
        if request.method == "GET":
            return self._stream_to(request)
        if self.mode == "replay":
            pathlib.Path(self.arguments[1]).write_text(f"{hashlib.sha256(request.body).hexdigest()} {len(request.body)}")
        elif self.stream:
            self.stream.say(notification("heard", line=request.body.decode("latin-1")))
        if not self.replies.empty():
            return Answer(self.replies.get(), kind="application/json")
        return Answer(status=202)

    def _stream_to(self, request):
        self.stream = ServerStream(request.connection, self._content())
        if self.mode == "replay":
            self.stream.end()
        return Answer(pieces=self.stream.pieces())

    def _content(self):
        yield self.stream.event(notification("started", process=None))
        if self.mode == "flood":
            for line in much(*self.arguments):
                yield b"data: %s\n\n" % line
        if self.mode == "replay":
            lines = pathlib.Path(self.arguments[0]).read_bytes().split(b"\n")
            yield from pieces(b"".join(map(self.stream.event, lines)), random.Random(self.arguments[0]))


class Streams(Upstream):
    """Answers each request with a stream, and each error with `acknowledge`."""

    def __init__(self):
        super().__init__()
        self._streams, self.errors = queue.Queue(), queue.Queue()
        self.acknowledge = lambda: Answer(status=202)

    def answer(self, request):
        if b'"error"' in request.body:
            self.errors.put(request)
            return self.acknowledge()
        stream = ServerStream(request.connection)
        self._streams.put(stream)
        return Answer(pieces=stream.pieces())

    def open(self, guard, method="GET", **fields):
        """A stream through a guard: as the agent has it, and as the server does."""
        body = _MESSAGE if method == "POST" else None
        reading = EventStream(guard.url + PATH, method, body, **fields)
        return reading, self._streams.get(timeout=5)


def guarding(program, upstream, *options):
    return Guard(program, upstream.url, "blackout", *options, kind=MCP)


class HTTPAgent(Listener):
    """Holds a stream open, as `Agent` does its pipe. A carriage return of a message is a line end in its event, and one again here."""

    def __init__(self, program, *mode, policy="blackout", options=(), reads=True):
        self.upstream = Speaker(*map(str, mode)).__enter__()
        self.guard = Guard(program or UNGUARDED, self.upstream.url, policy, *options, kind=MCP)
        self.open()
        super().__init__(self.guard.process, reads)

    def open(self):
        self.stream = EventStream(self.guard.url + PATH)

    def lines(self):
        for event in self.stream:
            if event.data is not None:
                yield event.data.replace(b"\n", b"\r") + b"\n"

    @property
    def log(self):
        return self.guard.log

    def send(self, content):
        """Sends bytes to the server."""
        return self.guard.ask("POST", PATH, content)

    def say(self, *contents):
        """Has the server say bytes, a message a line."""
        for content in contents:
            for line in content.removesuffix(b"\n").split(b"\n"):
                self._say(line)

    def _say(self, line):
        self.upstream.stream.say(line)

    def close(self):
        """Does nothing: an agent ends no server that others use, too."""

    def end(self, patience=PATIENCE):
        """Hangs up, and has the guard end; its status."""
        if self._reader:
            self.stream.hang_up()
            self._reader.join(patience)
        self.stream.close()
        return self.guard.stop()

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self.end()
        self.upstream.stop()


class ReplyAgent(HTTPAgent):
    """Asks for each message, which is all of a reply then."""

    hears_requests = False

    def open(self):
        self.stream = self.guard.client()

    def read(self):
        """Reads each reply when it has asked for it."""

    def started(self):
        self.keep_in_mind()

    def _say(self, line):
        self.upstream.replies.put(line)
        reply = self.stream.ask("POST", PATH, _MESSAGE)
        # What is refused to the server, or to nobody, is an error of the guard here.
        if not reply.is_error:
            self._lines.put(reply.body + b"\n")
