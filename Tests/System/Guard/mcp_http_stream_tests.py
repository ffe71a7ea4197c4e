"""Streams of events pass as a server sends them and an agent reads them, and each end sees the end of the other."""

import json
import queue
import time

from events import EventStream, ServerStream
from http_agent import PATH
from mcp_messages import ERROR, PLACES, contents
from mcp_message_tests import is_refusal
from screens import base64_of, encoded, pdf, small
from support import MCP, Guard, named
from traces import Traces
from upstreams import Answer, Upstream
from ways import learn

FINE = b'{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"fine"}]}}'
_REQUEST = b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}'
#: Seconds within which an end is seen at the other side, and that nobody may hang up on a silent stream.
PROMPTLY, SILENCE = 3, 12
MANY = 50


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
        body = _REQUEST if method == "POST" else None
        reading = EventStream(guard.url + PATH, method, body, **fields)
        return reading, self._streams.get(timeout=5)


def guarding(program, upstream, *options):
    return Guard(program, upstream.url, "blackout", *options, kind=MCP)


def check_forms(claim, program):
    pretty = json.dumps(json.loads(FINE), indent=2).encode()
    lines = pretty.split(b"\n")
    named = {"event": b"message", "id": b"7"}
    with Streams() as upstream, guarding(program, upstream) as guard:
        reading, stream = upstream.open(guard)
        for end in (b"\n", b"\r\n", b"\r"):
            for name, sent, fields, data in [
                ("in lines", [b"data: " + line for line in lines], {}, pretty),
                ("without spaces", [b"data:" + FINE], {}, FINE),
                ("with a name and an identifier", [b"id:7", b"event:message", b"data: " + FINE], named, FINE),
                ("whose name comes last, twice", [b"data: " + FINE, b"event: x", b"id: 7", b"event: message"], named, FINE),
                ("with a time", [b"retry: 3000", b"data: " + FINE], {"retry": b"3000"}, FINE),
                ("that is an identifier alone", [b"id: 7"], {"id": b"7"}, None),
                ("without a colon", [b"data", b"data: " + FINE, b"data"], {}, b"\n" + FINE + b"\n"),
                ("with fields of no known name", [b"x: " + FINE, b"Data: 1", b"database: 1", b"data: " + FINE, b"datum"], {}, FINE),
            ]:
                stream.send(end.join([*sent, b"", b""]))
                event = reading.next()
                holds = event and (event.fields, event.data) == (fields, data)
                claim(holds, f"an event {name}, with {end!r}, comes as it is", event and event.block[:300])
        stream.send(b": ping\n\n")
        event = reading.next()
        claim(event and event.comments and not event.fields and event.data is None, "a comment that keeps a stream alive comes", event)
        stream.send(b"data: " + FINE)
        stream.end()
        claim(reading.next() is None and reading.is_whole, "what has no end is no event")
        reading.close()
        check_order(claim, guard, upstream)


def check_order(claim, guard, upstream):
    reading, stream = upstream.open(guard)
    lines = [b'{"jsonrpc":"2.0","method":"notifications/x","params":{"n":%d,"t":"%s"}}' % (n, b"x" * (n % 7 * 1000)) for n in range(500)]
    for line in lines:
        stream.say(line)
    stream.end()
    found = [event.data for event in reading if event.data is not None]
    claim(found == lines and reading.is_whole, f"{len(lines)} messages come in their order, and then the end", len(found))


def check_places(claim, program):
    """Places of a stream that are no message."""
    traces = Traces()
    learn(traces)
    picture = base64_of(encoded(small())).encode()
    document = json.dumps(base64_of(pdf(small())))
    with Streams() as upstream, guarding(program, upstream) as guard:
        for name, sent in [
            ("a comment", b": " + picture), ("a field of no known name", b"shot: " + picture), ("a name without a colon", picture),
            ("a name", b"event: " + picture + b"\ndata: " + FINE), ("an identifier", b"id: " + picture), ("a time", b"retry: " + picture),
        ]:
            reading, stream = upstream.open(guard)
            stream.send(sent + b"\n\n")
            stream.end()
            blocks = [event.block for event in reading]
            claim(not traces.of(*blocks), f"a picture in {name} does not come", traces.of(*blocks))
        message = PLACES[0].message("1", json.dumps(contents(small())[0].text))
        line = message.replace(b',"result"', b'\n,"result"').replace(b"\n", b"\ndata: ")
        reading, stream = upstream.open(guard)
        stream.send(b"data: " + line + b"\n\n")
        stream.say(PLACES[0].message("2", document))
        stream.end()
        found = [event.data or b"" for event in reading]
        holds = len(found) == 2 and b"iVBORw0KGgo" in found[0] and not traces.of(*found)
        claim(holds, "a picture in a message of two lines is covered", traces.of(*found) or found)
        claim(len(found) == 2 and is_refusal(found[1:], "2"), "and a document is refused to the agent", found[1:])
        claim(not traces.of(guard.log.encode()), "no line of the log shows a picture")


def check_ends(claim, program):
    with Streams() as upstream, guarding(program, upstream) as guard:
        for method in ("GET", "POST"):
            for name, is_whole in [("ends", True), ("breaks off", False)]:
                reading, stream = upstream.open(guard, method)
                stream.say(FINE)
                stream.end() if is_whole else stream.cut()
                found = [event.data for event in reading]
                holds = found == [FINE] and reading.is_whole == is_whole
                claim(holds, f"a stream of {method} that {name} at the server does so for the agent, behind its message", f"{found} {reading.is_whole}")
        reading, stream = upstream.open(guard)
        stream.send(b"data: " + FINE + b"\n")
        stream.cut()
        claim(reading.next() is None and reading.is_whole is False, "an event that breaks off does not come")
        claim(guard.logs("stream ended"), "and the log has a line of it", guard.log[-300:])
        reading, stream = upstream.open(guard)
        time.sleep(0.2)
        upstream.stop()
        start = time.monotonic()
        claim(reading.next() is None and not reading.is_whole and time.monotonic() - start < PROMPTLY, "and so does a server that is stopped")
        reply = guard.ask("GET", PATH)
        claim(reply.is_error and reply.status == 502, "without a server, an agent gets an error", f"{reply}")


def check_leaving(claim, program):
    with Streams() as upstream, guarding(program, upstream) as guard:
        for method in ("GET", "POST"):
            for name in ("is silent", "has spoken", "speaks on"):
                reading, stream = upstream.open(guard, method)
                if name != "is silent":
                    stream.say(FINE)
                    reading.message()
                if name == "speaks on":
                    for _ in range(2000):
                        stream.send(b"data: " + b"x" * 40_000 + b"\n\n")
                time.sleep(0.1)
                was_open = not stream.is_over.is_set()
                reading.close()
                holds = was_open and stream.is_over.wait(PROMPTLY)
                claim(holds, f"an agent that leaves a stream of {method} is left by the guard, while the server {name}", was_open)


def check_waiting(claim, program):
    """An agent that reads nothing."""
    with Streams() as upstream, guarding(program, upstream) as guard:
        reading, stream = upstream.open(guard)
        for _ in range(100):
            stream.send(b"data: " + b"x" * 1_000_000 + b"\n\n")
        time.sleep(1.5)
        claim(stream.said < 20_000_000, "a server waits for an agent that reads nothing", f"{stream.said} bytes")
        other, stream_of_other = upstream.open(guard)
        stream_of_other.say(FINE)
        claim(other.message() == FINE, "and another agent does not")
        other.close()
        reading.close()
        claim(stream.is_over.wait(PROMPTLY), "and waits no longer once it leaves")


def check_many(claim, program):
    with Streams() as upstream, guarding(program, upstream) as guard:
        opened = [upstream.open(guard, "POST" if number % 2 else "GET") for number in range(MANY)]
        lines = [FINE.replace(b"fine", b"%d" % number) for number in range(MANY)]
        for (_, stream), line in zip(opened, lines, strict=True):
            stream.say(line)
        found = [reading.message() for reading, _ in opened]
        claim(found == lines, f"{MANY} streams at once have a message each")
        for number, (reading, stream) in enumerate(opened):
            reading.close() if number % 2 else stream.end()
        ends = [reading.next() is None and reading.is_whole for number, (reading, _) in enumerate(opened) if number % 2 == 0]
        claim(all(ends), "half of them end", ends)
        claim(all(stream.is_over.wait(PROMPTLY) for _, stream in opened), "and the other half is left")


def check_silence(claim, program):
    with Streams() as upstream, guarding(program, upstream) as guard:
        opened = [upstream.open(guard, method) for method in ("GET", "POST")]
        time.sleep(SILENCE)
        for (reading, stream), method in zip(opened, ("GET", "POST"), strict=True):
            stream.say(FINE)
            claim(reading.message() == FINE, f"a stream of {method} is still open after {SILENCE} silent seconds")
            reading.close()


def check_signal(claim, program):
    with Streams() as upstream, guarding(program, upstream, "--grace-period", "2") as guard:
        reading, stream = upstream.open(guard)
        ending, ended = upstream.open(guard, "POST")
        start = time.monotonic()
        guard.process.terminate()
        time.sleep(0.3)
        ended.say(FINE)
        ended.end()
        found = [event.data for event in ending]
        claim(found == [FINE] and ending.is_whole, "at SIGTERM, a stream still comes to its end", f"{found} {ending.is_whole}")
        claim(reading.next() is None, "and one without an end is ended")
        guard.status = guard.process.wait(10)
        status, seconds = guard.status, time.monotonic() - start
        claim(status == 0 and seconds < 5, "within the grace period, and the guard ends with status 0", f"{status} after {seconds:.1f} s")
        claim(stream.is_over.wait(PROMPTLY), "and the server sees it")


def check_limits(claim, program):
    limit = 100_000
    with Streams() as upstream, guarding(program, upstream, "--max-upstream-bytes", f"{limit}") as guard:
        # What is round it in its event counts, too.
        for count, comes in [(limit - 20, True), (limit + 1, False)]:
            line = (b'{"jsonrpc":"2.0","id":1,"result":"%s"}' % (b"x y " * limit)[:count - 36])
            reading, stream = upstream.open(guard)
            for each in (FINE, line, FINE):
                stream.send(b"data: " + each + b"\n\n")
            stream.end()
            found = [event.data for event in reading]
            holds = found == ([FINE, line, FINE] if comes else [FINE]) and reading.is_whole == comes
            outcome = "passes" if comes else "ends the stream"
            claim(holds, f"a message of {len(line)} bytes {outcome} with --max-upstream-bytes {limit}", f"{len(found)} {reading.is_whole}")
        claim(guard.logs("too long"), "and the log says why", guard.log[-300:])
        for name in ("id", "event", "retry"):
            reading, stream = upstream.open(guard)
            stream.send(b"%s: %s\ndata: %s\n\n" % (name.encode(), b"1" * 2000, FINE))
            stream.end()
            found = list(reading)
            holds = not found and reading.is_whole is False or len(found) == 1 and found[0].fields[name] == b"1" * 2000
            claim(holds, f"a field {name} of 2000 bytes passes, or ends the stream", f"{found} {reading.is_whole}")
        reading, stream = upstream.open(guard)
        stream.say(FINE)
        claim(reading.message() == FINE, "after all of them the guard goes on")
        reading.close()


def check_errors(claim, program):
    """A request that is refused: the server hears of it, on the way that messages take, and the stream goes on."""
    sampling = next(place for place in PLACES if place.name == "sampling")
    document = json.dumps(base64_of(pdf(small())))
    fields = {
        "Mcp_Session_Id": "a-session", "MCP_Protocol_Version": "2025-11-25", "Authorization": "Bearer a-token-of-the-server",
    }
    with Streams() as upstream, guarding(program, upstream) as guard:
        for name, acknowledge in [
            ("takes it", lambda: Answer(status=202)), ("answers it with 400", lambda: Answer(b"{}", 400)),
            ("hangs up", lambda: Answer(pieces=[])), ("takes its time", lambda: time.sleep(PROMPTLY + 2) or Answer(status=202)),
        ]:
            upstream.acknowledge = acknowledge
            reading, stream = upstream.open(guard, "POST", **fields)
            stream.say(sampling.message("7", document))
            stream.say(FINE)
            start = time.monotonic()
            found, seconds = reading.message(), time.monotonic() - start
            claim(found == FINE and seconds < PROMPTLY, f"after a refused request the stream goes on, if the server {name}", f"{found} {seconds:.1f} s")
            error = upstream.errors.get(timeout=5)
            claim(is_refusal([error.body], "7", ERROR), "and the server hears of it", error.body)
            came = {key: error.fields[key.replace("_", "-")] for key in fields}
            claim((error.method, error.path, came) == ("POST", PATH, fields), "where the agent would have told it", f"{error.method} {came}")
            reading.close()


CHECKS = named(
    check_silence, check_forms, check_places, check_ends, check_leaving, check_waiting, check_many, check_signal, check_limits, check_errors,
)
