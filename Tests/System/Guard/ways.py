"""The ways in which a reply may hold a screenshot, each with the outcomes that are allowed of a guard.

`SAFE`: the reply comes, and no pixel of the screenshot. `REFUSED`: an error comes in its place. `UNSEEN`: the guard is documented
not to see it.
"""

import base64
import gzip
import io
import json
import tarfile
import urllib.parse
import zipfile
from dataclasses import dataclass

from PIL import Image

from screens import base64_of, encoded, heic_like, movie, pdf, small, webm
from upstreams import JSON, Answer, value

SAFE, REFUSED, UNSEEN = "safe", "refused", "not seen"
EITHER = (SAFE, REFUSED)


@dataclass
class Way:
    """A way: the reply, the allowed outcomes, and whether a safe one still has a picture of the same size."""

    name: str
    answer: Answer
    allowed: tuple = EITHER
    keeps_picture: bool = False


def ways(picture):
    """All ways for a picture, in an order that stays."""
    png = encoded(picture)
    text = base64_of(png)
    return [
        *_plain(png, text), *_transfers(png, text), *_spellings(png, text), *_places(png, text), *_formats(picture),
        *_containers(picture, png, text), *_unseen(text),
    ]


def files(picture):
    """The files in all these ways, for what learns them."""
    return [
        encoded(picture), encoded(picture, "JPEG", quality=90), encoded(picture, "WEBP", quality=90), encoded(picture, "WEBP", lossless=True),
        encoded(picture, "AVIF", quality=90), encoded(picture, "GIF"), encoded(picture, "BMP"), encoded(picture, "TIFF"), pdf(picture),
        movie(picture), _animated(picture), _palette(picture),
    ]


def _json(text):
    """JSON that is written by hand."""
    return Answer(text.encode())


def _plain(png, text):
    lines = "\\n".join(text[start:start + 76] for start in range(0, len(text), 76))
    yield Way("base64", value(text), (SAFE,), True)
    yield Way("a data: URL", value(f"data:image/png;base64,{text}"), (SAFE,), True)
    yield Way("base64 in lines of 76 characters", _json(f'{{"value":"{lines}"}}'), (SAFE,), True)
    yield Way("base64 in lines that end with CR LF", _json(f'{{"value":"{lines}"}}'.replace("\\n", "\\r\\n")), (SAFE,), True)
    escaped = text.replace("/", "\\/").replace("+", "\\u002b").replace("=", "\\u003D")
    yield Way("base64 with escapes of JSON", _json(f'{{"value":"{escaped}"}}'), (SAFE,), True)
    escapes = "".join(f"\\u{ord(character):04x}" for character in text)
    yield Way("base64 of escapes alone", _json(f'{{"value":"{escapes}"}}'))
    yield Way("a reply of the old protocol", _json(json.dumps({"status": 0, "sessionId": "x", "value": text})), (SAFE,), True)
    yield Way("JSON with white space round it", _json(f'\n {{\t"value" :\r\n "{text}" }}\n'), (SAFE,), True)
    yield Way("a string that is all of the reply", _json(f'"{text}"'))
    yield Way("base64 that is all of the reply", Answer(text.encode(), kind="text/plain"))
    yield Way("base64 without padding", value(text.rstrip("=")))
    yield Way("nested members and lists", value({"a": [{"b": [[{"payload": text}]]}]}), (SAFE,), True)


def _transfers(png, text):
    body = value(text).body
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {JSON}\r\nConnection: close\r\n".encode()
    chunks = b"".join(b"1;name=\"x;y\"\r\n" + body[start:start + 1] + b"\r\n" for start in range(len(body)))
    end = b"000;last\r\nX-Trailer: t\r\n\r\n"
    pieces = [head + b"Transfer-Encoding: chunked\r\n\r\n", chunks, end]
    yield Way("chunks of a byte with extensions and a trailer", Answer(pieces=pieces), (SAFE,), True)
    yield Way("a body that ends with the connection", Answer(pieces=[head + b"\r\n" + body]))
    yield Way("HTTP/1.0", Answer(pieces=[head.replace(b"1.1", b"1.0") + b"\r\n" + body]))
    packed = gzip.compress(body)
    yield Way("Content-Encoding: gzip", Answer(packed, fields=[("Content-Encoding", "gzip")]))
    yield Way("gzip that is not announced", Answer(packed))
    yield Way("gzip that is announced as a transfer", Answer(pieces=[head + b"Transfer-Encoding: gzip\r\n\r\n" + packed]))
    yield Way("a PNG as application/json", Answer(png))
    yield Way("a PNG as image/png", Answer(png, kind="image/png"))
    yield Way("a PNG as text/plain", Answer(png, kind="text/plain"))
    yield Way("a PNG behind white space", Answer(b"\r\n\r\n" + png, kind="text/plain"))
    yield Way("a PNG as an octet stream", Answer(png, kind="application/octet-stream"))
    part = b"--x\r\nContent-Type: image/png\r\n\r\n" + png + b"\r\n--x--\r\n"
    yield Way("a part of several", Answer(part, kind="multipart/mixed; boundary=x"))
    yield Way("JSON as text/html", Answer(body, kind="text/html"))
    yield Way("JSON of no type", Answer(body, kind=""))
    yield Way("JSON in UTF-16", Answer(body.decode().encode("utf-16"), kind="application/json; charset=utf-16"))
    yield Way("JSON in UTF-16 without a mark", Answer(body.decode().encode("utf-16-be"), kind="application/json"))
    yield Way("JSON behind a byte order mark", Answer(b"\xef\xbb\xbf" + body))
    yield Way("events of a stream", Answer(f"event: message\ndata: {text}\n\n".encode(), kind="text/event-stream"))
    yield Way("the body of a 404", Answer(body, 404))
    yield Way("a field of the head", Answer(value(None).body, fields=[("X-Screen", text)]))
    yield Way("the reason of the status", Answer(pieces=[f"HTTP/1.1 200 {text}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{{}}".encode()]))
    trailer = b"2\r\n{}\r\n0\r\nX-Screen: " + text.encode() + b"\r\n\r\n"
    yield Way("a trailer", Answer(pieces=[head + b"Transfer-Encoding: chunked\r\n\r\n", trailer]))


def _spellings(png, text):
    yield Way("base64 of the alphabet for URLs", value(base64.urlsafe_b64encode(png).decode().rstrip("=")))
    yield Way("a data: URL with escapes of URLs", value("data:image/png;base64," + urllib.parse.quote(text, safe="")))
    yield Way("a data: URL without base64", value("data:image/png," + urllib.parse.quote(png)))
    yield Way("base64 with escapes of HTML", value(text.replace("/", "&#x2F;").replace("+", "&#43;").replace("=", "&#61;")))
    yield Way("white space between all characters", value(" ".join(text)))
    yield Way("short lines of base64", value("\n".join(text[start:start + 16] for start in range(0, len(text), 16))))
    yield Way("numbers of bytes", value(list(png)))
    yield Way("numbers of bytes with a sign", value([number - 256 if number > 127 else number for number in png]))
    yield Way("numbers of bytes with a fraction", _json(json.dumps({"value": [float(number) for number in png]})))
    yield Way("members that are numbers of bytes", value({str(index): number for index, number in enumerate(png)}))
    yield Way("a buffer of Node.js", value({"type": "Buffer", "data": list(png)}))
    yield Way("hexadecimal digits", value(png.hex()))
    yield Way("hexadecimal digits of escapes", value("".join(f"\\x{number:02x}" for number in png)))
    yield Way("characters for bytes", _json(json.dumps({"value": png.decode("latin-1")})))
    yield Way("characters for bytes in UTF-8", _json(json.dumps({"value": png.decode("latin-1")}, ensure_ascii=False)))
    yield Way("base64 behind other base64", value(base64_of(b"a text of its own, and no picture") + text))
    yield Way("two in one string", value(text + text))
    yield Way("base64 behind a character", value("A" + text))


def _places(png, text):
    middle = len(text) // 2
    page = f'<html><body><p>a page</p><img src="data:image/png;base64,{text}"><p>its end</p></body></html>'
    yield Way("a data: URL in the source of a page", value(page), (SAFE,))
    yield Way("base64 in a sentence", value(f"screenshot: {text} taken"))
    yield Way("JSON in a string in JSON", value(json.dumps({"message": {"params": {"data": text}}})))
    yield Way("JSON in a string, twice", value(json.dumps({"message": json.dumps({"data": text})})))
    yield Way("a name of a member", value({text: True}))
    yield Way("the field screen of an error", value({"error": "unknown error", "message": "m", "stacktrace": "", "screen": text}, 500))
    yield Way("the message of an error", value({"error": "unknown error", "message": f"failed: {text}", "stacktrace": ""}, 500))
    yield Way("two fields", value({"first": text[:middle], "second": text[middle:]}))
    yield Way("a list of short pieces", value([text[start:start + 24] for start in range(0, len(text), 24)]))
    yield Way("a list of characters", value(list(text)))
    yield Way("two members of the same name", _json(f'{{"value":null,"value":"{text}","value":null}}'))
    yield Way("JSON that has no end", _json(f'{{"value":{{"a":"{text}'))
    yield Way("JSON with a comma too many", _json(f'{{"value":["{text}",],}}'))
    yield Way("two values of JSON", _json(f'{{"value":null}}{{"value":"{text}"}}'))
    yield Way("base64 of JSON with base64", value(base64_of(json.dumps({"shot": text}).encode())))
    yield Way("base64 of base64", value(base64_of(text.encode())))
    yield Way("a deep list", _json('{"value":' + "[" * 2000 + f'"{text}"' + "]" * 2000 + "}"))


def _formats(picture):
    jpeg = encoded(picture, "JPEG", quality=90)
    yield Way("JPEG", value(base64_of(jpeg)), (SAFE,), True)
    yield Way("JPEG as image/jpeg", Answer(jpeg, kind="image/jpeg"))
    yield Way("WebP", value(base64_of(encoded(picture, "WEBP", quality=90))))
    yield Way("WebP without loss", value(base64_of(encoded(picture, "WEBP", lossless=True))))
    yield Way("AVIF", value(base64_of(encoded(picture, "AVIF", quality=90))))
    for form in ("GIF", "BMP", "TIFF"):
        yield Way(form, value(base64_of(encoded(picture, form))), (REFUSED,))
    yield Way("a file that begins like HEIC", value(base64_of(heic_like(picture))), (REFUSED,))
    yield Way("PDF", value(base64_of(pdf(picture))), (REFUSED,))
    yield Way("PDF that is all of the reply", Answer(pdf(picture), kind="application/pdf"), (REFUSED,))
    yield Way("mp4", value(base64_of(movie(picture))), (REFUSED,))
    yield Way("mov", value(base64_of(movie(picture, b"qt  "))), (REFUSED,))
    yield Way("mp4 in a data: URL", value("data:video/mp4;base64," + base64_of(movie(picture))), (REFUSED,))
    yield Way("webm", value(base64_of(webm(picture))), (REFUSED,))
    yield Way("webm as video/webm", Answer(webm(picture), kind="video/webm"), (REFUSED,))
    yield Way("an animated PNG", value(base64_of(_animated(picture))))
    yield Way("PNG with a palette", value(base64_of(_palette(picture))), (SAFE,), True)


def _containers(picture, png, text):
    grey = Image.new("RGB", picture.size, (242, 242, 242))
    bare = encoded(grey)
    chunk = len(png).to_bytes(4, "big") + b"prVW" + png + b"\0\0\0\0"
    yield Way("a chunk of another PNG", value(base64_of(bare[:33] + chunk + bare[33:])))
    yield Way("behind the end of another PNG", value(base64_of(bare + png)))
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/png;base64,{text}"/></svg>'
    yield Way("SVG in base64", value(base64_of(drawing.encode())))
    yield Way("SVG in a data: URL", value("data:image/svg+xml," + urllib.parse.quote(drawing)))
    yield Way("SVG as a text", value(drawing))
    archive = _zip({"shot.png": png, "notes.txt": b"a text"})
    yield Way("zip", value(base64_of(archive)), (SAFE,), True)
    yield Way("zip that is all of the reply", Answer(archive, kind="application/zip"))
    yield Way("zip behind other bytes", value(base64_of(b"#!/bin/sh\n" * 8 + archive)))
    yield Way("zip in zip", value(base64_of(_zip({"inner.zip": archive}))))
    yield Way("base64 in a text in zip", value(base64_of(_zip({"page.html": f'<img src="data:image/png;base64,{text}">'.encode()}))))
    yield Way("gzip in base64", value(base64_of(gzip.compress(png))))
    yield Way("tar", value(base64_of(_tar(png))))
    yield Way("tar and gzip", value(base64_of(gzip.compress(_tar(png)))))


def _unseen(text):
    """Ways for which whoever writes the reply wants the guard not to see it; the last two belong together."""
    raw = base64.b64decode(text)
    allowed = (SAFE, REFUSED, UNSEEN)
    yield Way("base64 backwards", value(text[::-1]), allowed)
    yield Way("base32", value(base64.b32encode(raw).decode()), allowed)
    yield Way("ascii85", value(base64.a85encode(raw, adobe=True).decode()), allowed)
    # A whole number of groups from where no file begins.
    cut = len(text) // 8 * 4
    yield Way("the first half of base64", value(text[:cut]), EITHER)
    yield Way("the second half of base64", value(text[cut:]), allowed)


def _zip(entries):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def _tar(png):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        entry = tarfile.TarInfo("shot.png")
        entry.size = len(png)
        archive.addfile(entry, io.BytesIO(png))
    return buffer.getvalue()


def _animated(picture):
    """A PNG whose first frame shows nothing."""
    first = Image.new("RGB", picture.size, (242, 242, 242))
    return encoded(first, save_all=True, append_images=[picture], duration=100)


def _palette(picture):
    return encoded(picture.quantize(64))


def learn(traces):
    """Teaches what finds noise the files of all ways."""
    shown, hidden = small(), small("hidden")
    for content, twin in zip(files(shown), files(hidden), strict=True):
        traces.learn(content, twin)
    traces.learn_picture(shown, hidden)
