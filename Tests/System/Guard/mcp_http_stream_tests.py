"""However a server, an agent or the guard ends a stream of events, or waits in it, the others see it, and nobody else is disturbed."""

import json
import re
import time

from PIL import Image

from http_agent import PATH, Streams, guarding
from mcp_message_tests import is_refusal
from mcp_messages import ERROR, FINE, PLACES
from screens import base64_of, encoded, pdf, small
from sockets import buffered
from support import named
from upstreams import Answer

#: Seconds within which an end is seen at the other side, and that nobody may hang up on a silent stream.
PROMPTLY, SILENCE = 3, 12
MANY = 50


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
        # More than there are workers.
        opened = [upstream.open(guard) for _ in range(6)]
        picture = json.dumps(base64_of(encoded(Image.new("L", (6000, 5000)), compress_level=1)))
        for _, stream in opened:
            stream.say(PLACES[0].message("1", picture))
        time.sleep(0.3)
        for reading, _ in opened:
            reading.close()
        claim(all(stream.is_over.wait(PROMPTLY) for _, stream in opened), "agents leave while pictures are worked on")
    complaints = re.findall(r".* (?:warning|error|critical) .*", guard.log)
    claim(not complaints, "and the log has nothing to warn of", complaints[:3])


def check_waiting(claim, program):
    """An agent that reads nothing."""
    with Streams() as upstream, guarding(program, upstream) as guard:
        reading, stream = upstream.open(guard)
        most = buffered()
        for _ in range(most // 1_000_000 + 40):
            stream.send(b"data: " + b"x" * 1_000_000 + b"\n\n")
        time.sleep(1.5)
        claim(stream.said < most, "a server waits for an agent that reads nothing", f"{stream.said} bytes")
        other, stream_of_other = upstream.open(guard)
        stream_of_other.say(FINE)
        claim(other.message() == FINE, "and another agent does not")
        other.close()
        reading.close()
        claim(stream.is_over.wait(PROMPTLY), "and waits no longer once it leaves")


def check_pause(claim, program):
    """An agent that is stopped, as in a debugger, and goes on."""
    with Streams() as upstream, guarding(program, upstream) as guard:
        reading, stream = upstream.open(guard)
        for _ in range(50):
            stream.send(b"data: " + b"x" * 400_000 + b"\n\n")
        stream.end()
        time.sleep(SILENCE)
        found = len(list(reading))
        claim(found == 50 and reading.is_whole, f"an agent that reads nothing for {SILENCE} seconds, and then does, reads all", found)


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
    check_silence, check_pause, check_ends, check_leaving, check_waiting, check_many, check_signal, check_limits, check_errors,
)
