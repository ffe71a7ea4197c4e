"""What stands in a stream of events comes as a server sent it, in its order, and shows a screen nowhere."""

import json

from http_agent import Streams, guarding
from mcp_message_tests import is_refusal
from mcp_messages import FINE, PLACES, contents
from screens import base64_of, encoded, pdf, small
from traces import Traces
from ways import learn


def check(claim, program):
    check_forms(claim, program)
    check_places(claim, program)


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
        reading, stream = upstream.open(guard)
        stream.send(b"\xef\xbb\xbfdata: " + FINE + b"\n\n")
        stream.end()
        claim(reading.message() == FINE, "a mark of the order of bytes at the beginning of a stream takes no event away")
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
