"""Whatever place of a message holds a picture, an agent sees it covered, or is told why it sees nothing."""

import base64
import json
import re
from dataclasses import dataclass

from PIL import Image

from agent import Agent
from mcp_messages import ERROR, HOMES, NOBODY, NUMBERS, PLACES, SERVER, TOOL, contents, of_way
from screens import base64_of, encoded, pdf, small
from traces import Traces, pictures_in, pictures_of
from ways import REFUSED, SAFE, UNSEEN, learn, ways

SIZE = small().size
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')


def check(claim, program, transport=Agent):
    traces = Traces()
    learn(traces)
    lines = [(way.name, line) for way in ways(small()) for _, line in of_way(way, "1")]
    lines += [(each.name, PLACES[0].message("1", json.dumps(each.text))) for each in contents(small())]
    blind = {name for name, line in lines if not traces.of(line)}
    claim(not blind, f"what finds noise sees it in all {len(lines)} messages", ", ".join(sorted(blind)))
    with transport(program, "talk") as agent:
        agent.started()
        asker = Asker(agent, traces)
        check_ways(claim, asker)
        check_places(claim, asker)
        check_batches(claim, asker)
        check_forms(claim, asker)
        check_others(claim, asker)
        agent.close()
        claim(agent.end() == 0, "after all of them the guard goes on, and ends with status 0", agent.log[-300:])
        claim(not traces.of(agent.log.encode()), "no line of its log shows a picture")
    check_timeout(claim, program, transport)


@dataclass
class Outcome:
    """What became of a message: the lines that came to the agent, and those that came back to the server."""

    passed: list
    returned: list
    trace: str


class Asker:
    """Has the server say something, and finds out what becomes of it."""

    def __init__(self, agent, traces):
        self.agent, self.traces, self.marks = agent, traces, 0

    def outcome(self, *lines, answers=0, patience=5):
        """The outcome of lines, after which so many errors are to come back to the server, in time, if nothing comes to the agent."""
        self.marks += 1
        mark = b'{"jsonrpc":"2.0","method":"notifications/mark","params":%d}' % self.marks
        self.agent.say(b"".join(line + b"\n" for line in [*lines, mark]))
        passed, returned = [], []
        while (line := self.agent.line()) and line.rstrip() != mark:
            self._sort(line, passed, returned)
        if line is None or not line:
            raise RuntimeError(f"the guard says no more: {self.agent.log[-300:]}")
        while not passed and len(returned) < answers and (line := self.agent.line(patience)):
            self._sort(line, passed, returned)
        return Outcome(passed, returned, self.traces.of(*passed, *returned))

    @staticmethod
    def _sort(line, passed, returned):
        is_returned = line.startswith(b'{"jsonrpc": "2.0", "method": "notifications/heard"')
        (returned if is_returned else passed).append(json.loads(line)["params"]["line"].encode("latin-1") if is_returned else line)


def check_ways(claim, asker, homes=HOMES, is_refused=lambda passed, name, number: not passed or is_refusal(passed, number)):
    left = []
    for index, way in enumerate(ways(small())):
        outcomes = {}
        number = NUMBERS[index % len(NUMBERS)]
        for name, line in of_way(way, number, homes):
            outcome = asker.outcome(line)
            found = "safe"
            if outcome.trace:
                found = UNSEEN if UNSEEN in way.allowed else f"it leaks {outcome.trace}"
            elif is_refused(outcome.passed, name, number):
                found = REFUSED
            elif not outcome.passed:
                found = "nothing comes"
            elif way.keeps_picture and SIZE not in [picture.size for picture in pictures_of(b"".join(outcome.passed))]:
                found = "its picture is missing"
            outcomes[name] = found
        wrong = {name: found for name, found in outcomes.items() if found not in way.allowed}
        if outcomes:
            claim(not wrong, f"{way.name}, as {', '.join(outcomes)}: {' or '.join(way.allowed)}", wrong)
        else:
            left.append(way.name)
    print(f"not checked: ways of HTTP alone: {', '.join(left)}")


def check_places(claim, asker):
    for place_index, place in enumerate(PLACES):
        if not asker.agent.hears_requests and place.refusal in (SERVER, NOBODY):
            continue
        wrong = []
        for index, content in enumerate(contents(small())):
            number = NUMBERS[(place_index + index) % len(NUMBERS)]
            line = place.message(number, json.dumps(content.text))
            outcome = asker.outcome(line, answers=place.refusal == SERVER)
            found = found_in(outcome, place, content, number)
            if found not in content.allowed:
                wrong.append(f"{content.name}: {found}")
        claim(not wrong, f"{place.name}: pictures are covered, and what cannot be is refused: {place.refusal}", "; ".join(wrong))


def found_in(outcome, place, content, number):
    """What became of a message, in words."""
    if outcome.trace:
        return f"it leaks {outcome.trace}"
    if not outcome.passed:
        if place.refusal == SERVER:
            return REFUSED if is_refusal(outcome.returned, number, ERROR) else f"the server hears {outcome.returned}"
        return REFUSED if place.refusal == NOBODY and not outcome.returned else "nothing comes"
    if outcome.returned or len(outcome.passed) != 1:
        return f"more comes: {outcome}"
    if is_refusal(outcome.passed, number):
        is_complete = '"resultType":"complete"' in place.template
        kind = TOOL if is_refusal(outcome.passed, number, TOOL, is_complete) else ERROR
        return REFUSED if kind == place.refusal else f"it becomes {kind}: {outcome.passed[0][:200]}"
    return kept_in(outcome.passed[0].removesuffix(b"\n"), place, content, number)


def kept_in(line, place, content, number):
    """Whether a line has all of a message but its picture, which is another one of the same form and size, in words."""
    before, after = (place.template.replace('"ID"', number).encode().partition(b'"HERE"')[index] for index in (0, 2))
    if not line.startswith(before) or not line.endswith(after) or not _STRING.fullmatch(line[len(before):len(line) - len(after)]):
        return f"the rest differs: {line[:200]}"
    text = json.loads(line[len(before):len(line) - len(after)])
    if content.form and not has_picture(text, content.form):
        return f"there is no {content.form} any more: {text[:200]}"
    return SAFE


def has_picture(text, form):
    """Whether a text is, or has, a picture in base64 in a form, of the size that it had."""
    beginning = {"PNG": "iVBORw0KGgo", "JPEG": "/9j/"}[form]
    found = re.search(re.escape(beginning) + r"[A-Za-z0-9+/]*=*", text)
    return bool(found) and [picture.size for picture in pictures_in(base64.b64decode(found[0]))] == [SIZE]


def is_refusal(lines, number, kind=None, is_complete=None):
    """Whether a line is a refusal of the message with a number, of a kind."""
    try:
        [line] = lines
        message = json.loads(line)
    except (ValueError, RecursionError):
        return False
    if not isinstance(message, dict) or set(message) not in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"}):
        return False
    if message["jsonrpc"] != "2.0" or b'"id":' + number.strip().encode() + b"," not in line:
        return False
    return kind in (None, TOOL) and _is_told(message, is_complete) or kind in (None, ERROR) and _is_error(message)


def _is_told(message, is_complete):
    result = message.get("result")
    if not isinstance(result, dict) or result.get("isError") is not True:
        return False
    names = {"content", "isError"} | ({"resultType"} if "resultType" in result else set())
    if is_complete is not None and is_complete != (result.get("resultType") == "complete"):
        return False
    blocks = result["content"]
    return set(result) == names and len(blocks) == 1 and set(blocks[0]) == {"type", "text"} and _has_words(blocks[0]["text"])


def _is_error(message):
    error = message.get("error")
    return isinstance(error, dict) and set(error) == {"code", "message"} and error["code"] == -32_000 and _has_words(error["message"])


def _has_words(text):
    return re.fullmatch(r"snapveil: \S.{9,300}", text)


def _pieces():
    """Messages whose documents cannot be made safe, and harmless ones, without numbers."""
    document = json.dumps(base64_of(pdf(small())))
    def place(name):
        return next(place for place in PLACES if place.name == name)
    tool, prompt, request, note = (place(name) for name in ("a blob", "a prompt", "sampling", "a log"))
    return document, tool, prompt, request, note


def check_batches(claim, asker):
    document, tool, prompt, request, note = _pieces()
    fine = b'{"jsonrpc":"2.0","id":"fine","result":{"content":[]}}'

    def batch(*messages):
        return b"[" + b" , ".join(messages) + b"]"

    def kinds(lines, numbers):
        """The kinds of the errors of a batch, in their order."""
        if len(lines) != 1 or not lines[0].strip().startswith(b"["):
            return [f"{line[:120]}" for line in lines]
        errors = json.loads(lines[0])
        raw = [json.dumps(error, ensure_ascii=False, separators=(",", ":")).encode() for error in errors]
        return [
            next((kind for kind in (TOOL, ERROR) if is_refusal([line], number, kind)), f"{line[:120]}")
            for line, number in zip(raw, [*numbers, *[""] * len(raw)], strict=False)
        ]

    picture = json.dumps(contents(small())[0].text)
    outcome = asker.outcome(batch(tool.message("1", picture), fine, tool.message("2", picture)))
    line = b"".join(outcome.passed)
    holds = line.count(b"iVBORw0KGgo") == 2 and fine in line and not outcome.trace and len(outcome.passed) == 1
    claim(holds, "a batch with pictures passes with all of them covered", outcome.trace or line[:200])
    fates = [
        ("of results", [(tool, "1"), (prompt, '"two"')], [TOOL, ERROR], []),
        ("of one result", [(tool, "1")], [TOOL], []),
        ("of a result and a notification", [(tool, "5"), (note, "")], [TOOL], []),
        ("of requests", [(request, "1"), (request, "2")], [], [ERROR, ERROR]),
        ("of a request and a notification", [(note, ""), (request, "8")], [], [ERROR]),
        ("of notifications", [(note, ""), (note, "")], [], []),
        ("of a result and a request", [(tool, "1"), (request, "2")], [TOOL], None),
    ]
    for name, parts, to_agent, to_server in fates:
        if not asker.agent.hears_requests and not to_agent:
            continue
        line = batch(*(place.message(number, document) for place, number in parts))
        outcome = asker.outcome(line, answers=any(place is request for place, _ in parts))
        found = kinds(outcome.passed, [number for place, number in parts if place.refusal in (TOOL, ERROR)])
        returned = kinds(outcome.returned, [number for place, number in parts if place.refusal == SERVER])
        holds = found == to_agent and to_server in (None, returned) and not outcome.trace
        claim(holds, f"a batch {name} is refused as a whole, one by one", f"{found} {returned}")
    outcome = asker.outcome(batch(fine, tool.message("1", document)))
    found = kinds(outcome.passed, ['"fine"', "1"])
    claim(found == [TOOL, TOOL], "and those that were fine with it", found)


def check_forms(claim, asker):
    """Messages that are written in unusual ways, and cannot be made safe."""
    document, *_ = _pieces()
    block = f'{{"type":"resource","resource":{{"uri":"x","blob":{document}}}}}'
    forms = [
        ("whose number comes last", f'{{"result":{{"content":[{block}]}},"jsonrpc":"2.0","id":41}}', "41"),
        ("whose names have escapes", f'{{"jsonrpc":"2.0","\\u0069d":42,"r\\u0065sult":{{"conten\\u0074":[{block}]}}}}', "42"),
        ("with white space", f' {{ "jsonrpc" : "2.0" ,\t"id" : 43 , "result" : {{ "content" : [ {block} ] }} }} \r', "43"),
        ("with a method below", f'{{"jsonrpc":"2.0","id":44,"result":{{"content":[{block}],"method":"x"}}}}', "44"),
        ("without a version", f'{{"id":45,"result":{{"content":[{block}]}}}}', "45"),
        # As JavaScript writes a text that it cut within a character, Python what is no number, and both what nobody reads twice.
        ("with half a character", f'{{"jsonrpc":"2.0","id":46,"result":{{"content":[{block}],"structuredContent":"x \\ud83d"}}}}', "46"),
        ("with NaN", f'{{"jsonrpc":"2.0","id":47,"result":{{"content":[{block}],"structuredContent":{{"x":NaN}}}}}}', "47"),
        ("with two members of a name", f'{{"jsonrpc":"2.0","id":48,"result":{{"content":[{block}],"_meta":1,"_meta":2}}}}', "48"),
        ("with a number too large", f'{{"jsonrpc":"2.0","id":49,"result":{{"content":[{block}],"_meta":1e400}}}}', "49"),
        ("with NaN before its number", f'{{"jsonrpc":"2.0","result":{{"content":[{block}],"structuredContent":NaN}},"id":51}}', "51"),
        ("with a deep list", f'{{"jsonrpc":"2.0","id":50,"result":{{"content":[{block}],"_meta":{"[" * 600 + "]" * 600}}}}}', "50"),
    ]
    for name, line, number in forms:
        outcome = asker.outcome(line.encode())
        holds = is_refusal(outcome.passed, number, TOOL) and not outcome.trace
        claim(holds, f"a result {name} is refused to the agent", outcome.trace or outcome.passed)
    hidden = json.dumps(contents(small())[0].text.encode().hex())
    for name, number in [("a string", hidden), ("a list", f"[{hidden}]"), ("an object", f'{{"a":{hidden}}}')]:
        line = f'{{"jsonrpc":"2.0","id":{number},"result":{{"content":[{block}]}}}}'
        request = f'{{"jsonrpc":"2.0","id":{number},"method":"sampling/createMessage","params":{{"x":{document}}}}}'
        for kind, message in (("a result", line), ("a request", request)):
            outcome = asker.outcome(message.encode(), answers=message == request, patience=0.3)
            claim(not outcome.trace, f"the number of {kind} that is refused shows no picture, if it is {name}", outcome.trace)


def check_timeout(claim, program, transport):
    """Work that does not come to its end: on a picture whose message is read at once."""
    picture = json.dumps(base64_of(encoded(Image.new("L", (6000, 5000)), compress_level=1)))
    with transport(program, "talk", options=["--work-timeout", "0.1"]) as agent:
        agent.started()
        agent.say(PLACES[0].message("51", picture) + b"\n")
        found = agent.line(5)
        claim(found and is_refusal([found], "51", TOOL), "a result that takes too long is refused to the agent", agent.log[-300:])


def check_others(claim, asker):
    """Messages that may not be what they seem."""
    document, tool, *_ = _pieces()
    text = json.loads(document)
    for name, line in [
        ("JSON without an end", tool.message("1", document)[:-3]), ("two values", tool.message("1", document) + b" {}"),
        ("base64 alone", text.encode()), ("a string alone", document.encode()), ("a word before it", b"log: " + text.encode()),
        ("bytes that are no UTF-8", b"\xff\xfe" + tool.message("1", document)),
        ("a list in a list", b"[[" + tool.message("1", document) + b"]]"),
    ]:
        outcome = asker.outcome(line)
        claim(not outcome.trace, f"a line that is no message, but {name}, shows no document", outcome.trace or outcome.passed)
    fine = b'{"jsonrpc":"2.0","id":1,"result":{}}'
    outcome = asker.outcome(fine, answers=0)
    claim(outcome.passed == [fine + b"\n"], "and the next message passes", outcome.passed)
