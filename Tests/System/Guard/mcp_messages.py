"""Messages of MCP servers: every place of one in which there may be a file, and what a guard has to make of each."""

import json
import re
from dataclasses import dataclass

from screens import base64_of, encoded, movie, pdf, webm
from ways import EITHER, REFUSED, SAFE

#: Whom a refused message is for: the agent reads the words, its program reads an error, the server does, or nobody.
TOOL, ERROR, SERVER, NOBODY = "the agent is told", "an error", "the server is told", "nothing"


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


@dataclass
class Place:
    """A place of a message. `template` has the number of the message as `ID`, and a value of JSON as `HERE`."""

    name: str
    template: str
    #: What is made of a message that is refused.
    refusal: str
    #: Whether there is text round it, of which a picture that cannot be made safe is taken out.
    is_text: bool = False

    def message(self, number, value):
        """The line, for a number and a value as they are written in JSON."""
        return self.template.replace('"ID"', number).replace('"HERE"', value).encode()


def _result(name, result, refusal=ERROR):
    return Place(name, compact({"jsonrpc": "2.0", "id": "ID", "result": result}), refusal)


def _tool(name, *content, **others):
    return _result(name, {"content": list(content), **others}, TOOL)


def _request(name, method, **params):
    return Place(name, compact({"jsonrpc": "2.0", "id": "ID", "method": method, "params": params}), SERVER)


def _notification(name, method, **params):
    return Place(name, compact({"jsonrpc": "2.0", "method": f"notifications/{method}", "params": params}), NOBODY)


_TEXT = {"type": "text", "text": "a text"}
_IMAGE = {"type": "image", "data": "HERE", "mimeType": "image/png"}
_LINK = {"type": "resource_link", "uri": "file:///x.png", "name": "x"}
_META = {"io.modelcontextprotocol/serverInfo": {"name": "s", "version": "1", "icons": [{"src": "HERE"}]}}
SAMPLING = "sampling/createMessage"
#: A message without a picture.
FINE = b'{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"fine"}]}}'


def _blob(**content):
    return {"uri": "file:///x", **content}


def _embedded(**content):
    return {"type": "resource", "resource": _blob(**content)}


def _sampled(content):
    return {"messages": [{"role": "user", "content": content}], "maxTokens": 9}


PLACES = [
    _tool("an image", _TEXT, _IMAGE, isError=False),
    _tool("an image of a result that is complete", _IMAGE, resultType="complete"),
    _tool("a sound", {"type": "audio", "data": "HERE", "mimeType": "audio/wav"}),
    _tool("a text", {"type": "text", "text": "HERE"}, _TEXT),
    _tool("a blob", _TEXT, _embedded(mimeType="image/png", blob="HERE")),
    _tool("a resource of text", _embedded(mimeType="text/html", text="HERE")),
    _tool("an icon of a link", _LINK | {"icons": [{"src": "HERE", "mimeType": "image/png"}]}),
    _tool("the address of a link", _LINK | {"uri": "HERE"}),
    _tool("structured content", _TEXT, structuredContent={"screenshot": {"data": "HERE", "mimeType": "image/png"}}),
    _tool("structured content that is a string", structuredContent="HERE"),
    _tool("structured content in lists", structuredContent={"a": [[{"b": ["HERE"]}]]}),
    _tool("meta of a block", _TEXT | {"_meta": {"x": "HERE"}}),
    _tool("meta of a result", _TEXT, _meta=_META),
    _tool("a block of no known type", {"type": "hologram", "payload": ["HERE"]}),
    _tool("a member of no known name", _TEXT, screenshots={"first": "HERE"}),
    _tool("an error of a tool", {"type": "text", "text": "HERE"}, isError=True),
    _result("a prompt", {"messages": [{"role": "user", "content": _IMAGE}]}),
    _result("the description of a prompt", {"description": "HERE", "messages": []}),
    _result("a resource", {"contents": [_blob(mimeType="image/png", blob="HERE")]}),
    _result("a resource that is text", {"contents": [_blob(text="HERE"), _blob(text="")]}),
    _result("an icon of a tool", {"tools": [{"name": "t", "inputSchema": {}, "icons": [{"src": "HERE"}]}]}),
    _result("the schema of a tool", {"tools": [{"name": "t", "inputSchema": {"default": {"x": "HERE"}}}]}),
    _result("the description of a tool", {"tools": [{"name": "t", "inputSchema": {}, "description": "HERE"}]}),
    _result("an icon of a template", {"resourceTemplates": [{"uriTemplate": "x", "name": "x", "icons": [{"src": "HERE"}]}]}),
    _result("an icon of the server", {"protocolVersion": "2025-11-25", "serverInfo": {"name": "s", "icons": [{"src": "HERE"}]}}),
    _result("the instructions of the server", {"supportedVersions": [], "instructions": "HERE", "resultType": "complete"}),
    _result("a completion", {"completion": {"values": ["x", "HERE"]}}),
    _result("a result that is a string", "HERE"),
    _result("a request of sampling in a result", {
        "resultType": "input_required", "requestState": "s",
        "inputRequests": {"k": {"method": SAMPLING, "params": _sampled(_IMAGE)}},
    }),
    _result("the state of a request", {"resultType": "input_required", "requestState": "HERE"}),
    Place("the message of an error", compact({"jsonrpc": "2.0", "id": "ID", "error": {"code": -1, "message": "HERE"}}), ERROR),
    Place("the data of an error", compact({"jsonrpc": "2.0", "id": "ID", "error": {"code": -1, "message": "m", "data": ["HERE"]}}), ERROR),
    _request("sampling", SAMPLING, **_sampled(_IMAGE)),
    _request("sampling with a list", SAMPLING, **_sampled([_TEXT, _IMAGE])),
    _request("the result of a tool in sampling", SAMPLING, **_sampled([{"type": "tool_result", "toolUseId": "t", "content": [_IMAGE]}])),
    _request("the prompt of sampling", SAMPLING, **_sampled(_TEXT), systemPrompt="HERE"),
    _request("a question", "elicitation/create", message="HERE", requestedSchema={"type": "object", "properties": {}}),
    _request("the address of a question", "elicitation/create", mode="url", message="m", url="HERE", elicitationId="e"),
    _notification("a log", "message", level="info", data="HERE"),
    _notification("a log of values", "message", level="info", data={"shot": {"png": ["HERE"]}}),
    _notification("progress", "progress", progressToken="t", progress=1, message="HERE"),
    _notification("a method of no known name", "x/y", anything="HERE"),
    _notification("a token of progress", "progress", progressToken="HERE", progress=1),
    Place("the name of a method", compact({"jsonrpc": "2.0", "method": "HERE"}), NOBODY),
    Place("the version", compact({"jsonrpc": "HERE", "id": "ID", "result": {"content": []}}), TOOL),
]


@dataclass
class Content:
    """What is put in each place: the outcomes that are allowed, and the form of the picture that a safe message has."""

    name: str
    text: str
    allowed: tuple
    form: str = ""


def contents(picture):
    png, jpeg = encoded(picture), encoded(picture, "JPEG", quality=90)
    data = "data:image/png;base64," + base64_of(png)
    return [
        Content("PNG", base64_of(png), (SAFE,), "PNG"),
        Content("JPEG", base64_of(jpeg), (SAFE,), "JPEG"),
        Content("a data: URL", data, (SAFE,), "PNG"),
        Content("Markdown", f"# Taken\n\n![a screen]({data} \"x\") and more", (SAFE,), "PNG"),
        Content("HTML", f'<html><body style="background: url({data})">text</body></html>', (SAFE,), "PNG"),
        Content("a string of JSON", json.dumps({"shot": base64_of(png), "n": 1}), (SAFE,), "PNG"),
        Content("PDF", base64_of(pdf(picture)), (REFUSED,)),
        Content("GIF", base64_of(encoded(picture, "GIF")), (REFUSED,)),
        Content("mp4", "data:video/mp4;base64," + base64_of(movie(picture)), (REFUSED,)),
        Content("webm", base64_of(webm(picture)), (REFUSED,)),
        Content("hexadecimal digits", png.hex(), (REFUSED,)),
        # A program decides which of them it reads.
        Content("GIF in Markdown", f"![x](data:image/gif;base64,{base64_of(encoded(picture, 'GIF'))})", EITHER),
    ]


#: Numbers and names that requests may have, as they are written in JSON.
NUMBERS = [
    "0", "-7", "9007199254740993", "123456789012345678901234567890", "1.5", "1e3", "null", '""', '"a"',
    '"a\\"b\\\\c\\u0000\\n\\u00e9\\ud83d\\ude00"',
    '"é😀\u2028"', '"' + "x" * 60 + '"', '"snapveil"', "\t7 ",
]


@dataclass
class Homes:
    """The places, by their names, for what a reply may be: bytes, a text, any value of JSON, and a string of it."""

    places: list
    of_bytes: str
    of_text: str
    of_value: str
    of_strings: tuple

    def message(self, name, number, value):
        """The line with a value in a place."""
        return next(place for place in self.places if place.name == name).message(number, value)


HOMES = Homes(PLACES, "a blob", "a resource of text", "structured content that is a string", ("an image", "a text", "a log"))


def of_way(way, number, homes=HOMES):
    """The lines with what a way of a reply hides, each with its place; none for a way of HTTP alone."""
    answer = way.answer
    if answer.pieces is not None or any(name.startswith("X-") for name, _ in answer.fields):
        return []
    try:
        text = answer.body.decode()
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        return [(homes.of_bytes, homes.message(homes.of_bytes, number, json.dumps(base64_of(answer.body))))]
    if "json" not in answer.kind.lower():
        return [(homes.of_text, homes.message(homes.of_text, number, json.dumps(text)))]
    # Line feeds outside of strings mean nothing.
    lines = [(homes.of_value, homes.message(homes.of_value, number, text.replace("\n", " ")))]
    if found := re.fullmatch(r'\s*\{"value":\s*("(?:[^"\\]|\\.)*")\}', text):
        lines += [(name, homes.message(name, number, found[1])) for name in homes.of_strings]
    return lines
