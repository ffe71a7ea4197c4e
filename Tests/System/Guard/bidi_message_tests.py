"""Whatever place of a message of BiDi holds a picture, a harness sees it covered, or gets an error; of an event it hears nothing."""

import json

from bidi_messages import EVENTS, HOMES, PLACES, is_refusal
from bidi_upstream import BiDiServer
from mcp_message_tests import Asker, check_ways, kept_in
from mcp_messages import NOBODY, NUMBERS, PLACES as FOREIGN, contents, of_way
from screens import base64_of, encoded, pdf, small
from support import PATIENCE, Guard, policies, temporary_directory
from traces import Traces
from ways import REFUSED, learn, ways


class Harness:
    """A web socket through a guard, by whose other end `Asker` has the server say something."""

    hears_requests = True

    def __init__(self, guard, upstream):
        self.guard, (self.socket, self.server) = guard, upstream.open(guard)

    @property
    def log(self):
        return self.guard.log

    def say(self, lines):
        """Has the server say lines, each in a message."""
        for line in lines.removesuffix(b"\n").split(b"\n"):
            self.server.say(line)

    def line(self, patience=PATIENCE):
        """The next message, with an end as a line has it."""
        message = self.socket.message(patience)
        return None if message is None else message + b"\n"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.cut()
        self.server.cut()


def check(claim, program):
    traces = Traces()
    learn(traces)
    lines = [(way.name, line) for way in ways(small()) for _, line in of_way(way, "1", HOMES)]
    blind = {name for name, line in lines if not traces.of(line)}
    claim(not blind, f"what finds noise sees it in all {len(lines)} messages", ", ".join(sorted(blind)))
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout") as guard:
        with Harness(guard, upstream) as harness:
            check_all(claim, Asker(harness, traces))
        claim(not traces.of(guard.log.encode()), "no line of its log shows a picture")
    claim(guard.status == 0, "and it ends with status 0", guard.status)
    check_timeout(claim, program)
    check_elements(claim, program, traces)


def check_all(claim, asker):
    check_ways(claim, asker, HOMES, lambda passed, name, number: not passed if name in EVENTS else is_refusal(passed, number))
    check_places(claim, asker)
    check_forms(claim, asker)
    check_capabilities(claim, asker)
    claim(asker.outcome().passed == [], "after all of them the guard goes on")


def check_places(claim, asker):
    for place_index, place in enumerate(PLACES):
        wrong = []
        for index, content in enumerate(contents(small())):
            number = NUMBERS[(place_index + index) % len(NUMBERS)]
            outcome = asker.outcome(place.message(number, json.dumps(content.text)))
            found = found_in(outcome, place, content, number)
            if found not in content.allowed:
                wrong.append(f"{content.name}: {found}")
        refusal = "nothing comes" if place.refusal == NOBODY else "an error comes"
        claim(not wrong, f"{place.name}: pictures are covered, and for what cannot be, {refusal}", "; ".join(wrong))


def found_in(outcome, place, content, number):
    """What became of a message, in words."""
    if outcome.trace:
        return f"it leaks {outcome.trace}"
    if not outcome.passed:
        return REFUSED if place.refusal == NOBODY else "nothing comes"
    if place.refusal != NOBODY and is_refusal(outcome.passed, number):
        return REFUSED
    if len(outcome.passed) != 1:
        return f"more comes: {outcome}"
    return kept_in(outcome.passed[0].removesuffix(b"\n"), place, content, number)


def check_forms(claim, asker):
    """Messages that may not be what they seem."""
    document = json.dumps(base64_of(pdf(small())))
    result = PLACES[0].message("1", document)
    for name, line, number in [
        ("the number at the end", result.replace(b'"id":1,', b"")[:-1] + b',"id":1}', "1"),
        ("the number twice", result[:-1] + b',"id":2}', "2"),
        ("an escape in the name of the number", result.replace(b'"id"', b'"\\u0069d"'), "1"),
        ("white space", result.replace(b":", b" : ").replace(b",", b"\t, "), "1"),
        ("no type", result.replace(b'"type":"success",', b""), "1"),
        ("JSON without an end", result[:-2], "1"),
        ("a number deeper down", result.replace(b'"result":{', b'"result":{"id":7,'), "1"),
        ("no number", result.replace(b'"id":1,', b""), None),
        ("JSON-RPC", FOREIGN[0].message("1", document), "1"),
        ("base64 alone", json.loads(document).encode(), None),
        ("a string alone", document.encode(), None),
        ("bytes that are no UTF-8", b"\xff\xfe" + result, None),
        ("a list", b"[" + result + b"]", None),
    ]:
        outcome = asker.outcome(line)
        holds = is_refusal(outcome.passed, number) if number else True
        claim(holds and not outcome.trace, f"a document in a message with {name} is refused", outcome.trace or outcome.passed)
    for name, line in [
        ("a long text as its number", PLACES[0].message(document, document)),
        ("a list as its number", PLACES[0].message(f"[{document}]", document)),
        ("an object as its number", PLACES[0].message(f'{{"id":{document}}}', document)),
    ]:
        outcome = asker.outcome(line)
        claim(not outcome.trace, f"{name} shows no document, if a message is refused", outcome.trace)


def check_capabilities(claim, asker):
    """Sessions that begin on the web socket itself."""
    told = {"webSocketUrl": "ws://127.0.0.1:1/session/y", "se:cdp": "ws://127.0.0.1:1/x", "goog:chromeOptions": {"debuggerAddress": "localhost:1"}}
    begun = {"sessionId": "y", "capabilities": {"browserName": "chrome", **told, "setWindowRect": True}}
    line = json.dumps({"type": "success", "id": 1, "result": begun}).encode()
    outcome = asker.outcome(line)
    found = [json.loads(each) for each in outcome.passed]
    rest = {"browserName": "chrome", "goog:chromeOptions": {}, "setWindowRect": True}
    holds = found == [{"type": "success", "id": 1, "result": {"sessionId": "y", "capabilities": rest}}]
    claim(holds, "capabilities on a web socket name no way round the guard", found)


def check_timeout(claim, program):
    """Work that does not come to its end."""
    picture = json.dumps(base64_of(large()))
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout", "--work-timeout", "0.1") as guard, Harness(guard, upstream) as harness:
        harness.say(PLACES[0].message("51", picture))
        found = harness.line(5)
        claim(found and is_refusal([found], "51"), "a picture that takes too long is refused", f"{found} {guard.log[-300:]}")
        frame = next(place for place in PLACES if place.name == "a frame of a screencast")
        outcome = Asker(harness, Traces()).outcome(frame.message("", picture))
        claim(outcome.passed == [], "and of an event that takes too long nothing comes", outcome.passed)


def large():
    """A picture that is soon read, and long redacted."""
    return encoded(small().convert("L").resize((6000, 5000)), compress_level=1)


def check_elements(claim, program, traces):
    """A policy that names elements, and pictures of which nobody knows what they show."""
    with temporary_directory() as directory, BiDiServer() as upstream:
        with Guard(program, upstream.url, policies(directory)["all"]) as guard:
            with Harness(guard, upstream) as harness:
                asker = Asker(harness, traces)
                for place in PLACES:
                    outcome = asker.outcome(place.message("1", json.dumps(base64_of(encoded(small())))))
                    holds = not outcome.passed if place.refusal == NOBODY else is_refusal(outcome.passed, "1")
                    claim(holds and not outcome.trace, f"{place.name}: refused, if the policy names elements", outcome.trace or outcome.passed)


