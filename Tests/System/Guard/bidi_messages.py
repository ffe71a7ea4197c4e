"""Messages of WebDriver BiDi: every place of one in which there may be a file, and what a guard has to make of each."""

import json
import re

from mcp_messages import ERROR, NOBODY, Homes, Place, compact

#: An event that shows no screen.
FINE = b'{"type":"event","method":"browsingContext.load","params":{"context":"C","navigation":null,"timestamp":1,"url":"about:blank"}}'


def _result(name, result, **others):
    return Place(name, compact({"type": "success", "id": "ID", "result": result, **others}), ERROR)


def _script(name, value, kind="string"):
    return _result(name, {"type": "success", "result": {"type": kind, "value": value}, "realm": "R"})


def _error(name, **members):
    return Place(name, compact({"type": "error", "id": "ID", "error": "unknown error", "message": "m", "stacktrace": "", **members}), ERROR)


def _event(name, method, /, **params):
    return Place(name, compact({"type": "event", "method": method, "params": params}), NOBODY)


def _bytes(kind):
    return {"type": kind, "value": "HERE"}


def _request(**members):
    return {"request": "1", "url": "http://page.example/", "method": "GET", "headers": [], "cookies": [], "timings": {}, **members}


_NODE = {"type": "node", "sharedId": "S", "value": {"nodeType": 1, "localName": "img", "attributes": {"src": "HERE"}, "childNodeCount": 0}}
_STRING = {"type": "string", "value": "HERE"}
_LOG = {"type": "console", "level": "info", "source": {"realm": "R", "context": "C"}, "timestamp": 1, "method": "log"}

PLACES = [
    _result("a picture", {"data": "HERE"}),
    _result("a picture behind a channel", {"data": "HERE"}, **{"goog:channel": "c"}),
    _script("a string of a script", "HERE"),
    _script("a string in a list", [_STRING, {"type": "number", "value": 1}], "array"),
    _script("a string in an object", [["shot", _STRING], ["n", {"type": "null"}]], "object"),
    _script("a name in an object", [["HERE", {"type": "number", "value": 1}]], "object"),
    _script("a string in a map", [[_STRING, _STRING | {"value": "x"}]], "map"),
    _script("the address of a window", {"context": "HERE"}, "window"),
    _script("an attribute of a node", _NODE["value"], "node"),
    _result("an attribute of a node that was looked for", {"nodes": [_NODE]}),
    _result("an exception of a script", {
        "type": "exception", "realm": "R",
        "exceptionDetails": {"text": "HERE", "columnNumber": 1, "lineNumber": 1, "stackTrace": {"callFrames": []}, "exception": {"type": "error"}},
    }),
    _result("data in base64", {"bytes": _bytes("base64")}),
    _result("data as text", {"bytes": _bytes("string")}),
    _result("a result of developer tools", {"result": {"data": "HERE"}, "session": "S"}),
    _result("a cookie", {"cookies": [{"name": "n", "value": _bytes("string"), "domain": "d", "path": "/", "size": 1}], "partitionKey": {}}),
    _result("the address of a page", {"contexts": [{"context": "C", "url": "HERE", "children": [], "parent": None}]}),
    _result("a result that is no object", "HERE"),
    _result("the channel of a result", {}, **{"goog:channel": "HERE"}),
    _error("the message of an error", message="HERE"),
    _error("the trace of an error", stacktrace="HERE"),
    _error("the word of an error", error="HERE"),
    _event("the text of a log", "log.entryAdded", **_LOG, text="HERE", args=[]),
    _event("an argument of a log", "log.entryAdded", **_LOG, text="x", args=[{"type": "object", "value": [["a", _STRING]]}]),
    _event("a message of a script", "script.message", channel="c", data=_STRING, source={"realm": "R"}),
    _event("the address of a request", "network.beforeRequestSent", context="C", isBlocked=False, request=_request(url="HERE")),
    _event("a field of a request", "network.beforeRequestSent", context="C", request=_request(headers=[{"name": "x", "value": _bytes("string")}])),
    _event("a form that is sent", "network.beforeRequestSent", context="C", request=_request(**{"goog:postData": {"dataEntries": ["HERE"]}})),
    _event("a field of a reply", "network.responseCompleted", request=_request(), response={"headers": [{"name": "x", "value": _bytes("base64")}]}),
    _event("the address of a reply", "network.responseStarted", request=_request(), response={"url": "HERE", "status": 200, "bytesReceived": 1}),
    _event("why a request fails", "network.fetchError", request=_request(), errorText="HERE"),
    _event("the address of a navigation", "browsingContext.navigationStarted", context="C", navigation="N", timestamp=1, url="HERE"),
    _event("the text of a dialog", "browsingContext.userPromptOpened", context="C", type="alert", message="HERE"),
    _event("a frame of a screencast", "goog:cdp.Page.screencastFrame", event="Page.screencastFrame", params={"data": "HERE"}, session="S"),
    _event("an event of Appium", "appium:xcuitest.networkMonitor", event={"payload": "HERE"}),
    _event("an event of no known name", "x:y.z", anything=["HERE"]),
    Place("the name of an event", compact({"type": "event", "method": "HERE", "params": {}}), NOBODY),
    Place("an event of no type", compact({"method": "log.entryAdded", "params": {"text": "HERE"}}), NOBODY),
]
_VALUE = Place("a value", compact({"type": "success", "id": "ID", "result": {"type": "success", "result": "HERE"}}), ERROR)
#: The places for what a way of HTTP has as a body.
HOMES = Homes(
    [*PLACES, _VALUE], "data in base64", "data as text", "a value",
    ("a picture", "a string of a script", "data as text", "the text of a log", "a message of a script", "a frame of a screencast"),
)
#: The places of which nobody waits for an answer.
EVENTS = {place.name for place in PLACES if place.refusal == NOBODY}


def is_refusal(lines, number):
    """Whether lines are one error of the guard, in place of the answer to a command with a number as it is written in JSON."""
    try:
        [line] = lines
        message = json.loads(line)
    except (ValueError, RecursionError):
        return False
    expected = {"type": "error", "error": "unknown error", "stacktrace": ""}
    if not isinstance(message, dict) or set(message) != {*expected, "id", "message"} or b'"id":%s,' % number.strip().encode() not in line:
        return False
    is_told = re.fullmatch(r"snapveil: \S.{9,300}", message["message"])
    return bool(is_told) and all(message[name] == content for name, content in expected.items())
