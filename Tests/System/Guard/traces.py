"""Finds out whether a reply holds any pixel of noise, whatever way it is written in.

Two things show it. A picture anywhere in the reply has more red and blue than green somewhere. Or eight bytes in a row are those of
a file that the upstream has sent, or of the pixels in it, and not of its twin, which differs only in the noise.
"""

import base64
import binascii
import html
import io
import json
import re
import tarfile
import urllib.parse
import zipfile
import zlib

from PIL import Image, ImageChops, ImageSequence

#: Bytes that are found, if they and seven more are in a row.
WINDOW = 8
#: How deep ways of writing lie within each other, and how much of a reply is opened.
DEPTH, CANDIDATES, INFLATED = 7, 2000, 1 << 26
#: The beginnings of pictures that Pillow opens.
SIGNATURES = re.compile(rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|RIFF....WEBP|GIF8[79]a|BM(?=....\0\0\0\0)|II\*\0|MM\0\*|....ftypavif", re.DOTALL)

_BASE64 = re.compile(r"[A-Za-z0-9+/]{24,}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){24,}")
_BASE32 = re.compile(r"[A-Z2-7]{40,}=*")
_ASCII85 = re.compile(r"<~(.*?)~>", re.DOTALL)


def shows_noise(picture):
    """Whether a picture has pixels with less green than red and blue."""
    red, green, blue = picture.convert("RGB").split()
    return ImageChops.subtract(ImageChops.darker(red, blue), green).getextrema()[1] > 16


class Traces:
    """What was learnt of files with noise."""

    def __init__(self):
        self._windows = set()

    def learn(self, file, twin):
        """Learns the bytes of a file that its twin does not have."""
        # The end of a JPEG is the same bits for many, but not in the same places of a byte.
        windows, others = ({content[start:start + WINDOW] for start in range(len(content) - WINDOW - 1)} for content in (file, twin))
        # What repeats is no noise.
        self._windows |= {window for window in windows - others if len(set(window)) >= 6}

    def learn_picture(self, picture, twin):
        """Learns the pixels of a picture, as red, green, blue or the other way round."""
        self.learn(picture.tobytes(), twin.tobytes())
        self.learn(picture.tobytes("raw", "BGR"), twin.tobytes("raw", "BGR"))

    def of(self, *contents):
        """What shows noise in some bytes, which belong together; None if nothing does."""
        for content in contents:
            for candidate, way in unwrapped(content):
                if self.has_window(candidate):
                    return f"bytes of a file with noise{way}"
                for picture in pictures_in(candidate):
                    if shows_noise(picture):
                        return f"a picture of {picture.width} x {picture.height} with noise{way}"
        return None

    def has_window(self, content):
        """Whether eight bytes in a row are those of a file with noise."""
        return any(content[start:start + WINDOW] in self._windows for start in range(0, len(content) - WINDOW + 1, WINDOW))


def pictures_in(content):
    """The pictures in some bytes, wherever they begin, with all their frames."""
    for found in SIGNATURES.finditer(content):
        try:
            with Image.open(io.BytesIO(content[found.start():])) as file:
                for frame in ImageSequence.Iterator(file):
                    yield frame.copy()
        # Pillow has a kind of error for each kind of damage.
        except Exception:
            continue


def pictures_of(content):
    """All pictures in some bytes, whatever way they are written in."""
    return [picture for candidate, _ in unwrapped(content) for picture in pictures_in(candidate)]


def unwrapped(content):
    """The bytes themselves and whatever can be read in them, each with the way in words."""
    waiting, seen = [(content, "", 0)], set()
    while waiting and len(seen) < CANDIDATES:
        value, way, depth = waiting.pop(0)
        if (key := (type(value), hash(value))) in seen:
            continue
        seen.add(key)
        if isinstance(value, bytes):
            yield value, way
        if depth < DEPTH:
            steps = _opened(value) if isinstance(value, bytes) else _read(value)
            waiting += [(inner, f"{way}, {step}" if step else way, depth + 1) for inner, step in steps if inner]


def _opened(content):
    """What is in bytes: archives, packed bytes, text."""
    if content[:2] == b"\x1f\x8b" or content[:1] == b"\x78":
        try:
            yield zlib.decompressobj(47).decompress(content, INFLATED), "unpacked"
        except zlib.error:
            pass
    if b"PK\3\4" in content:
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                yield from [(archive.read(entry), f"of {entry.filename}") for entry in archive.infolist()]
        except (zipfile.BadZipFile, zlib.error, NotImplementedError):
            pass
    if content[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            yield from [(archive.extractfile(entry).read(), f"of {entry.name}") for entry in archive if entry.isfile()]
    if content.count(b"\0") * 3 > len(content) and len(content) > 64:
        little, big = content[1::2].count(0), content[::2].count(0)
        yield content.decode("utf-16-le" if little > big else "utf-16-be", "ignore").lstrip("\ufeff"), "in UTF-16"
        return
    printable = sum(1 for byte in content[:4096] if byte >= 32 or byte in b"\t\r\n")
    if printable >= 0.97 * len(content[:4096]):
        yield content.decode("utf-8", "replace"), ""


def _read(text):
    """What can be read in a text."""
    try:
        yield from _walked(json.loads(text, object_pairs_hook=Pairs))
    except (ValueError, RecursionError):
        pass
    plain = text.replace("\\/", "/").replace("\\n", "").replace("\\r", "").replace("\\x", "")
    plain = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), plain)
    plain = "".join(html.unescape(urllib.parse.unquote(plain, "latin-1")).split()).replace("-", "+").replace("_", "/")
    if plain != text:
        yield plain, ""
    for found in _BASE64.finditer(text):
        yield from _decoded(found[0], "in base64")
        yield from _decoded(found[0][::-1], "in base64 backwards")
    for found in _HEX.finditer(text):
        yield bytes.fromhex(found[0]), "in hexadecimal digits"
    for found in _BASE32.finditer(text):
        with_padding = found[0].rstrip("=") + "=" * (-len(found[0].rstrip("=")) % 8)
        try:
            yield base64.b32decode(with_padding), "in base32"
        except binascii.Error:
            pass
    for found in _ASCII85.finditer(text):
        try:
            yield base64.a85decode(found[1]), "in ascii85"
        except ValueError:
            pass
    if max(text, default="") > "\x7f":
        yield text.encode("latin-1", "ignore"), "as characters for bytes"


def _decoded(run, way):
    """A run of base64, from each of its first four characters on."""
    for lead in range(4):
        part = run[lead:]
        yield base64.b64decode(part[:len(part) // 4 * 4] if len(part) % 4 == 1 else part + "=" * (-len(part) % 4)), way


class Pairs(list):
    """The members of an object of JSON, those of the same name among them."""


def _walked(value):
    """The texts and the bytes in a value of JSON."""
    texts = list(_texts(value))
    yield from ((text, "") for text in texts if len(text) >= 24)
    if len(texts) > 1:
        yield "".join(texts), "in parts"
    numbers = list(_numbers(value))
    if len(numbers) >= 24:
        yield bytes(number & 255 for number in numbers), "as numbers of bytes"


def _texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, Pairs):
        for name, member in value:
            if len(name) >= 24:
                yield name
            yield from _texts(member)
    elif isinstance(value, list):
        for member in value:
            yield from _texts(member)


def _numbers(value):
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if -129 < value < 256:
            yield int(value)
    elif isinstance(value, Pairs):
        for _, member in value:
            yield from _numbers(member)
    elif isinstance(value, list):
        for member in value:
            yield from _numbers(member)
