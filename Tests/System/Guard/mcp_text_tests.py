"""With `--texts redacted`, no sensitive value is in what an agent reads, and what programs read stays."""

import json

from agent import Agent
from mcp_message_tests import Asker, has_picture, is_refusal
from mcp_messages import SAMPLING, TOOL
from screens import CARD, EMAIL, base64_of, encoded, pdf, small
from support import policies, temporary_directory
from traces import Traces
from ways import learn

WORDS = f"Write to {EMAIL}, who pays by {CARD} today."
PLAIN = "Nothing is sensitive here: 42 of 7 \\ / \u00e9 😀"


def check(claim, program, transport=Agent):
    traces = Traces()
    learn(traces)
    with transport(program, "talk", options=["--texts", "redacted"]) as agent:
        agent.started()
        asker = Asker(agent, traces)
        check_removed(claim, asker)
        check_kept(claim, asker)
        check_both(claim, asker)
        claim(EMAIL not in agent.log and CARD not in agent.log, "no line of its log has a sensitive value")
    with transport(program, "talk") as agent:
        agent.started()
        line = json.dumps(result(content=[text(WORDS)], structuredContent={"a": WORDS})).encode()
        claim(Asker(agent, traces).outcome(line).passed == [line + b"\n"], "without the option, texts pass as they are")
    with temporary_directory() as directory, transport(program, "talk", policy=policies(directory)["all"]) as agent:
        agent.started()
        picture = base64_of(encoded(small()))
        for content in ({"type": "image", "data": picture}, text(f"![](data:image/png;base64,{picture})")):
            outcome = Asker(agent, traces).outcome(json.dumps(result(content=[content])).encode())
            claim(not outcome.trace, f"with a policy for elements, a picture in {content['type']} is not seen", outcome.trace)


def result(number=1, **members):
    return {"jsonrpc": "2.0", "id": number, "result": members}


def text(content):
    return {"type": "text", "text": content}


def note(method, **params):
    return {"jsonrpc": "2.0", "method": f"notifications/{method}", "params": params}


def embedded(content):
    return {"type": "resource", "resource": {"uri": "x:y", "mimeType": "text/plain", "text": content}}


def check_removed(claim, asker):
    for name, message in [
        ("a text", result(content=[text(WORDS)])),
        ("the second text", result(content=[text(PLAIN), text(WORDS)])),
        ("a text with line ends", result(content=[text(f"a\n{EMAIL}\r\n{CARD}\n")])),
        ("a text in JSON", result(content=[text(json.dumps({"email": EMAIL, "card": CARD}))])),
        ("a text in Markdown", result(content=[text(f"| mail | card |\n|---|---|\n| [{EMAIL}](mailto:{EMAIL}) | `{CARD}` |")])),
        ("a text in HTML", result(content=[text(f'<p title="{EMAIL}">{CARD}</p>')])),
        ("an error of a tool", result(content=[text(WORDS)], isError=True)),
        ("an embedded resource", result(content=[embedded(WORDS)])),
        ("a resource", result(contents=[embedded(WORDS)["resource"]])),
        ("a prompt", result(messages=[{"role": "user", "content": text(WORDS)}])),
        ("structured content", result(content=[], structuredContent={"user": {"mail": EMAIL, "card": CARD}})),
        ("structured content in lists", result(content=[], structuredContent={"rows": [[EMAIL, CARD], [WORDS]]})),
        ("structured content that is a string", result(content=[], structuredContent=WORDS)),
        ("structured content that is a list", result(content=[], structuredContent=[EMAIL, {"a": CARD}])),
        ("structured content with a member data", result(content=[], structuredContent={"data": WORDS})),
        ("a log that is a string", note("message", level="info", data=WORDS)),
        ("a log of values", note("message", level="info", data={"a": [EMAIL], "b": CARD, "data": WORDS})),
        ("a request of sampling", {"jsonrpc": "2.0", "id": 3, "method": SAMPLING, "params": {"messages": [{"content": text(WORDS)}]}}),
        ("a result of a task", result(resultType="complete", task={"result": {"content": [text(WORDS)]}})),
        ("a batch", [result(content=[text(WORDS)]), result(2, content=[text(PLAIN)])]),
    ]:
        for form, line in [("", json.dumps(message)), (", with escapes", escaped(json.dumps(message), EMAIL, CARD))]:
            outcome = asker.outcome(line.encode())
            seen = b"".join(outcome.passed).decode()
            found = [value for value in (EMAIL, CARD, CARD.replace(" ", "")) if value in seen or value in str(json.loads(seen or "0"))]
            claim(not found and len(outcome.passed) == 1, f"{name}{form}: an address and a card are gone", f"{found} {seen[:400]}")


def escaped(line, *values):
    """JSON in which each character of some values is an escape."""
    for value in values:
        line = line.replace(value, "".join(f"\\u{ord(character):04X}" for character in value))
    return line


def check_kept(claim, asker):
    for name, message in [
        ("a harmless message", result(content=[text(PLAIN), embedded(PLAIN)], structuredContent={"a": [1, 2.50, "x", None]})),
        ("a number that is an address", result(EMAIL, content=[text(PLAIN)])),
        ("a token of progress", note("progress", progressToken=EMAIL, progress=1, total=2)),
        ("the address of a resource", note("resources/updated", uri=f"mailto:{EMAIL}")),
        ("the address of a link", result(content=[{"type": "resource_link", "uri": f"mailto:{EMAIL}", "name": "x"}])),
        ("the state of a request", result(resultType="input_required", requestState=f"{EMAIL} {CARD}")),
        ("a cursor", result(tools=[], nextCursor=EMAIL)),
        ("a schema", result(tools=[{"name": "t", "inputSchema": {"properties": {"email": {"pattern": "^.+@.+$"}}}}])),
    ]:
        line = json.dumps(message, ensure_ascii=name == "a harmless message").encode()
        outcome = asker.outcome(line)
        claim(outcome.passed == [line + b"\n"], f"{name} stays as it is", outcome.passed)
    line = b' {"id" : 1.0, "result":{"content" : [ {"type":"text", "text": "%s" , "y":"\\u0061"} ], "x": 1e2, "z": {} } } \r' % WORDS.encode()
    outcome = asker.outcome(line)
    before, after = line.split(WORDS.encode())
    seen = b"".join(outcome.passed)
    holds = seen.startswith(before) and seen.endswith(after + b"\n") and EMAIL.encode() not in seen
    claim(holds, "what is round a text stays byte for byte", seen)


    for name, content in [("half a character", '"x \\ud83d"'), ("NaN", '"x", "n": NaN'), ("two members of a name", '"x", "n": 1, "n": 2')]:
        line = f'{{"jsonrpc":"2.0","id":8,"result":{{"content":[{{"type":"text","text":{content}}}]}}}}'.encode()
        outcome = asker.outcome(line)
        holds = outcome.passed == [line + b"\n"] or is_refusal(outcome.passed, "8", TOOL)
        claim(holds, f"a harmless result with {name} passes, or is refused to the agent", outcome.passed)
    # What a strict reader stops at, and some clients do not.
    for name, value in [
        ("NaN", "NaN"), ("a deep list", "[" * 3000 + "]" * 3000), ("a tab within a string", '"a\tb"'), ("a comma too many", "[1,]"),
    ]:
        line = f'{{"jsonrpc":"2.0","id":8,"result":{{"x":{value},"content":[{{"type":"text","text":"{WORDS}"}}]}}}}'.encode()
        seen = b"".join(asker.outcome(line).passed)
        claim(EMAIL.encode() not in seen and seen, f"an address behind {name} is gone, or the result is refused", seen[-200:])


def check_both(claim, asker):
    picture = base64_of(encoded(small()))
    markdown = text(f"![{EMAIL}](data:image/png;base64,{picture}) {CARD}")
    content = [text(WORDS), {"type": "image", "data": picture, "mimeType": "image/png"}, markdown]
    outcome = asker.outcome(json.dumps(result(content=content, structuredContent={"mail": EMAIL, "shot": picture})).encode())
    seen = b"".join(outcome.passed).decode()
    holds = not outcome.trace and EMAIL not in seen and CARD not in seen
    claim(holds, "texts and pictures of one message are both redacted", outcome.trace or seen[:300])
    holds = seen.startswith("{") and has_picture(json.loads(seen)["result"]["content"][1]["data"], "PNG")
    claim(holds, "and the picture is still one", seen[:300])
    document = {"type": "resource", "resource": {"uri": "x:y", "blob": base64_of(pdf(small()))}}
    outcome = asker.outcome(json.dumps(result(7, content=[text(WORDS), document])).encode())
    claim(is_refusal(outcome.passed, "7", TOOL), "what cannot be made safe is refused", outcome.passed)
