"""Pictures over BiDi under a policy that names elements: each is taken between two looks at its page that agree, or is refused."""

import base64
import io
import json
import re
import time

from PIL import Image

from app_tests import covered
from appium import all_traces
from bidi_message_tests import large
from bidi_messages import is_refusal
from bidi_pages import PageServer, error, script, success
from bidi_upstream import SESSION
from mcp_messages import NUMBERS
from screens import ELEMENTS, base64_of
from sockets import connect
from support import Guard, temporary_directory

CAPTURE, FUNCTION = "browsingContext.captureScreenshot", "script.callFunction"
NAMES = {element.name for element in ELEMENTS if element.is_sensitive}
#: Seconds within which a command passes while a picture is waited for.
PROMPTLY = 3


def policy(directory):
    """A file with a policy that covers the sensitive elements of the page."""
    rules = [{"target": {"element": {"identifier": f".*{name}.*"}}, "style": {"fill": {"color": "#000000"}}, "atLeast": 0} for name in NAMES]
    with open(f"{directory}/fields.json", "w") as file:
        json.dump({"rules": rules}, file)
    return file.name


def check(claim, program):
    with temporary_directory() as directory, PageServer() as upstream, Guard(program, upstream.url, policy(directory)) as guard:
        with connect(guard.url, SESSION) as harness:
            upstream.opened()
            check_picture(claim, harness, upstream)
            check_elements(claim, harness, upstream)
            check_numbers(claim, harness, upstream)
            check_moves(claim, harness, upstream)
            check_refused(claim, harness, upstream)
            check_pages(claim, harness, upstream)
            check_errors(claim, harness, upstream)
            check_spellings(claim, harness, upstream)
            check_others(claim, harness, upstream)
        check_patience(claim, guard, upstream)
        check_leaving(claim, guard, upstream)
        claim(not all_traces().of(guard.log.encode()), "no line of the log shows a picture")


def command(number="1", method=CAPTURE, **params):
    """A command, for a number as it is written in JSON."""
    params = {"context": "C", **params}
    return b'{"id":%s,"method":%s,"params":%s}' % (number.encode(), json.dumps(method).encode(), json.dumps(params).encode())


def ask(harness, *arguments, **params):
    harness.say(command(*arguments, **params))
    return harness.message()


def picture_of(message):
    try:
        content = base64.b64decode(json.loads(message)["result"]["data"], validate=True)
        return Image.open(io.BytesIO(content)).convert("RGB")
    except (ValueError, TypeError, KeyError, OSError):
        return None


def check_picture(claim, harness, upstream):
    message = ask(harness)
    trace, picture = all_traces().of(message), picture_of(message)
    claim(not trace, "a picture of the window has no pixel of what is sensitive", trace)
    claim(picture is not None and covered(picture, upstream.screen, NAMES), "the covers are where the elements are, and all else stays", message[:200])
    claim(upstream.asked == [FUNCTION, CAPTURE, FUNCTION], "the page is asked before and after it, and nothing else is", upstream.asked)
    numbers = [json.loads(each)["id"] for each in upstream.commands]
    holds = len(set(numbers)) == 3 and all(1 << 51 <= number < 1 << 53 for number in numbers)
    claim(holds, "by commands with numbers of their own, which every browser reads", numbers)
    question = json.loads(upstream.commands[0])["params"]
    claim(question["target"] == {"context": "C"} and question["awaitPromise"] is False, "in the page that is pictured", list(question))
    sent = re.sub(rb'"id": ?\d+', b'"id":1', upstream.commands[1])
    claim(sent == command(), "and the command is as it was but for its number", sent)
    for form in ({"type": "image/jpeg", "quality": 0.9}, {"type": "image/png"}):
        message = ask(harness, format=form, origin="viewport")
        claim(picture_of(message) is not None and not all_traces().of(message), f"so with the format {form}", message[:200])


def check_elements(claim, harness, upstream):
    for name, is_black in [("password", True), ("title", False)]:
        message = ask(harness, clip={"type": "element", "element": {"sharedId": name}})
        picture = picture_of(message)
        holds = picture is not None and not all_traces().of(message) and (picture.getextrema() == ((0, 0),) * 3) == is_black
        claim(holds, f"a picture of the {name} {'is covered' if is_black else 'stays'}", message[:200])
        arguments = [json.loads(each)["params"].get("arguments", []) for each in upstream.commands[-3::2]]
        claim(all({"sharedId": name} in each for each in arguments), "and the page was asked for its place", arguments)


def check_numbers(claim, harness, upstream):
    for number in NUMBERS:
        message = ask(harness, number)
        holds = b'"id": %s,' % number.encode() in message.replace(b'"id":', b'"id": ').replace(b"  ", b" ") and picture_of(message)
        claim(holds or number == "\t7 " and picture_of(message), f"the number {number!r} comes back as it was written", message[:120])
    for number in ("4", "4"):
        harness.say(command(number), command(number, "session.status"))
    found = [json.loads(harness.message()) for _ in range(4)]
    pictures = [each for each in found if "data" in each["result"]]
    claim(all(each["id"] == 4 for each in found) and len(pictures) == 2, "commands of the same number get a reply each", [each["id"] for each in found])
    harness.say(*[command(str(number)) for number in range(5)])
    messages = [harness.message() for _ in range(5)]
    holds = sorted(json.loads(each)["id"] for each in messages) == list(range(5)) and not any(map(all_traces().of, messages))
    claim(holds and all(map(picture_of, messages)), "pictures that are asked for at once come each", [each[:60] for each in messages])


def check_moves(claim, harness, upstream):
    for moves in (1, 2):
        upstream.moves = moves
        message = ask(harness)
        picture = picture_of(message)
        holds = picture is not None and covered(picture, upstream.screen, NAMES) and not all_traces().of(message)
        claim(holds, f"of a page that moves {moves} times, the covers are where the elements are in the end", message[:200])
    upstream.moves, start = 1000, len(upstream.commands)
    message = ask(harness, "8")
    asked = upstream.asked[start:]
    claim(is_refusal([message], "8") and b"moved" in message, "a page that never rests is refused", message[:200])
    is_between = all({asked[index - 1], asked[index + 1]} == {FUNCTION} for index, method in enumerate(asked) if method == CAPTURE)
    claim(asked.count(CAPTURE) == 3 and is_between, "after three pictures, with a look at the page before and after each", asked)
    upstream.moves, upstream.screen.shift = 0, 0
    claim(picture_of(ask(harness)) is not None, "once it rests, there is a picture again")


def check_refused(claim, harness, upstream):
    for name, params in [
        ("all of the page", {"origin": "document"}), ("a part of the window", {"clip": {"type": "box", "x": 0, "y": 0, "width": 50, "height": 50}}),
        ("an element of all of the page", {"origin": "document", "clip": {"type": "element", "element": {"sharedId": "card"}}}),
        ("a part of no known kind", {"clip": {"type": "x"}}),
    ]:
        start = len(upstream.commands)
        message = ask(harness, "9", **params)
        claim(is_refusal([message], "9"), f"a picture of {name} is refused", message[:200])
        claim(CAPTURE not in upstream.asked[start:], "and not taken")
    for method in ("browsingContext.print", CAPTURE.replace("S", "s")):
        upstream.answers[CAPTURE.replace("S", "s")] = success({"data": base64_of(upstream.screen.png())})
        message = ask(harness, "9", method)
        claim(is_refusal([message], "9") and not all_traces().of(message), f"what {method} answers is refused", message[:200])
    upstream.answers.clear()


def check_pages(claim, harness, upstream):
    """What a page says that shows nothing of where its elements are."""
    def changed(**members):
        return lambda facts: json.dumps({**facts, **members})

    for name, facts in [
        ("no JSON", lambda facts: "gone"), ("null", lambda facts: "null"), ("no boxes", lambda facts: json.dumps({**facts, "boxes": None})),
        ("another size", changed(viewport={"width": 777, "height": 555, "scale": 1})), ("half a text", lambda facts: json.dumps(facts)[:-20]),
        ("boxes without a place", lambda facts: json.dumps({**facts, "boxes": [{"locator": "#password"}]})),
    ]:
        upstream.facts = facts
        message = ask(harness, "10")
        holds = is_refusal([message], "10") and not all_traces().of(message)
        claim(holds, f"a page that says {name} gets no picture", message[:200])
    upstream.facts = json.dumps
    for name, answer in [
        ("an exception", success({"type": "exception", "exceptionDetails": {"text": "Error: a frame", "exception": {"type": "error"}}, "realm": "R"})),
        ("a number", script({"type": "number", "value": 1})), ("nothing", script({"type": "undefined"})), ("an object", success({})),
        ("an error", error("no such frame")),
    ]:
        upstream.answers = {FUNCTION: answer}
        message = ask(harness, "11")
        claim(is_refusal([message], "11"), f"where the script answers with {name}, the picture is refused", message[:200])
    upstream.answers = {}


def check_errors(claim, harness, upstream):
    upstream.answers = {CAPTURE: error("unable to capture screen", "no window")}
    found = json.loads(ask(harness, "12"))
    claim(found == {"id": 12, **upstream.answers[CAPTURE]}, "an error of the browser passes, with the number of the harness", found)
    upstream.answers = {CAPTURE: success({"data": "gone"})}
    found = json.loads(ask(harness, "12"))
    claim(found == {"id": 12, **upstream.answers[CAPTURE]}, "and a result without a picture", found)
    upstream.answers = {}
    for name, content in [
        ("without a page", b'{"id":13,"method":"%s","params":{}}' % CAPTURE.encode()),
        ("without parameters", b'{"id":13,"method":"%s"}' % CAPTURE.encode()),
    ]:
        upstream.answers = {CAPTURE: error("invalid argument")}
        start = len(upstream.commands)
        if b"params" not in content:
            upstream.silent = {CAPTURE}
        harness.say(content)
        message = harness.message(1)
        came = content in upstream.commands[start:] or message and is_refusal([message], "13")
        claim(came and not (message and all_traces().of(message)), f"a command {name} is for the browser to judge, or refused", message)
        upstream.silent = set()
    upstream.answers = {}


def check_spellings(claim, harness, upstream):
    plain = command("14").decode()
    for name, content in [
        ("escapes in the method", plain.replace("capture", "captur\\u0065")), ("escapes alone", plain.replace("browsing", "".join(f"\\u{ord(each):04x}" for each in "browsing"))),
        ("an escape in a name", plain.replace('"method"', '"meth\\u006fd"')), ("another method first", plain.replace('"method"', '"method":"session.status","method"')),
        ("another method behind", plain[:-1] + ',"method":"session.status"}'), ("white space", " " + plain.replace(":", " :\n ")),
        ("the number at the end", plain.replace('"id":14,', "")[:-1] + ',"id":14}'), ("an origin with escapes", plain[:-2] + ',"origin":"docum\\u0065nt"}}'),
        ("two origins", plain[:-2] + ',"origin":"document","origin":"viewport"}}'), ("a channel", plain[:-1] + ',"goog:channel":"c"}'),
    ]:
        harness.say(content.encode())
        message = harness.message(5)
        trace = message and all_traces().of(message)
        claim(message is not None and not trace, f"a picture asked for with {name} is safe, or refused", trace or message)


def check_others(claim, harness, upstream):
    """Commands that take no picture."""
    for content in (
        command("15", "session.status"), command("15", "script.evaluate", expression="'captureScreenshot'"), command("15", "x:y.captureScreenshot"),
        b' {"params" : {"a":1.50,"a":"\\u00e9"}, "method":"log.clear","id":15}',
    ):
        start = len(upstream.commands)
        harness.say(content)
        message = harness.message()
        claim(upstream.commands[start:] == [content] and json.loads(message)["id"] == 15, f"{content[:60]} passes as it is, and alone", upstream.asked[start:])


def check_patience(claim, guard, upstream):
    """A page that says nothing, as behind a dialog."""
    with connect(guard.url, SESSION) as harness:
        upstream.opened()
        upstream.silent = {FUNCTION}
        harness.say(command("16"), command("17", "browsingContext.handleUserPrompt"))
        message = harness.message(PROMPTLY)
        claim(message and json.loads(message)["id"] == 17, "while a page is waited for, other commands pass: a dialog can be answered", message)
        upstream.silent = set()


def check_leaving(claim, guard, upstream):
    upstream.silent = {FUNCTION}
    with connect(guard.url, SESSION) as harness:
        server = upstream.opened()
        harness.say(command("18"))
        time.sleep(0.2)
        harness.cut()
        claim(server.is_over.wait(PROMPTLY), "a harness that leaves while its page is waited for is left by the guard")
    with connect(guard.url, SESSION) as harness:
        server = upstream.opened()
        harness.say(command("19"))
        time.sleep(0.2)
        server.cut()
        claim(harness.ended(PROMPTLY), "and a server that leaves then is seen by the harness")
    upstream.silent, upstream.answers = set(), {CAPTURE: success({"data": base64_of(large())})}
    with connect(guard.url, SESSION) as harness:
        server = upstream.opened()
        harness.say(command("20"))
        time.sleep(0.3)
        harness.cut()
        claim(server.is_over.wait(PROMPTLY), "so while a picture is worked on")
    upstream.answers = {}
