"""The documented content of a sealed file, written and read by hand."""

import hashlib
import json
import struct
import zlib
from dataclasses import dataclass

import numpy
import pyrage

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LONGEST_BLOCK = 0xFFFF


def stored_png(samples):
    """A PNG of samples in RGBA that is not compressed, with a stored block in each of its parts."""
    height, width, _ = samples.shape
    text = b"".join(b"\0" + row.tobytes() for row in samples)
    parts = []
    for at in range(0, len(text), LONGEST_BLOCK):
        block = text[at : at + LONGEST_BLOCK]
        is_last = at + len(block) == len(text)
        start = (b"\x78\x01" if at == 0 else b"") + struct.pack("<BHH", is_last, len(block), len(block) ^ 0xFFFF)
        parts.append(start + block + (struct.pack(">I", zlib.adler32(text)) if is_last else b""))
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    chunks = [(b"IHDR", header), *((b"IDAT", part) for part in parts), (b"IEND", b"")]
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )


def receipt(size, places, **changes):
    """The receipt of regions that were filled, as JSON."""
    names = ("x", "y", "width", "height")
    covered = [
        {"rule": 0, "target": "region", "rect": dict(zip(names, place)), "style": "fill", "assurance": "erased"} for place in places
    ]
    snapshot = {"width": size[0], "height": size[1], "format": "png"}
    return json.dumps({"snapshot": snapshot, "assurance": "erased", "covered": covered, **changes}).encode()


@dataclass
class Content:
    """What is sealed of a picture; every member may be a lie."""

    picture: bytes
    size: tuple
    places: list
    pngs: list
    receipt: bytes
    version: str = "1"

    @classmethod
    def of(cls, redacted, original, places):
        """The content of an original, whose samples are RGBA, below places in a redacted file."""
        height, width, _ = original.shape
        pngs = [stored_png(original[y : y + h, x : x + w]) for x, y, w, h in places]
        return cls(redacted, (width, height), places, pngs, receipt((width, height), places))

    def line(self, **changes):
        names = ("x", "y", "width", "height")
        rectangles = [dict(zip(names, place), png=len(png)) for place, png in zip(self.places, self.pngs)]
        about = {"sha256": hashlib.sha256(self.picture).hexdigest(), "width": self.size[0], "height": self.size[1]}
        return {"picture": about, "receipt": len(self.receipt), "rectangles": rectangles, **changes}

    def bytes(self, **changes):
        line = json.dumps(self.line(**changes))
        return f"snapveil-sealed/{self.version}\n{line}\n".encode() + self.receipt + b"".join(self.pngs)


def padded(count):
    """The length that Padmé allows for so many bytes: at most 12 percent more."""
    if count < 2:
        return count
    exponent = count.bit_length() - 1
    mask = (1 << max(exponent - exponent.bit_length(), 0)) - 1
    return (count + mask) & ~mask


def artefact_content(redacted, original, receipt=b"{}", /, separators=(",", ":"), **changes):
    """What is sealed of an artefact."""
    line = {"artefact": {"sha256": hashlib.sha256(redacted).hexdigest()}, "receipt": len(receipt), "original": len(original), **changes}
    text = f"snapveil-sealed/1\n{json.dumps(line, separators=separators)}\n".encode() + receipt + original
    return text + bytes(padded(len(text)) - len(text))


class Opened:
    """A content that was read as it is documented; anything else in it is an error."""

    def __init__(self, content):
        first, line, rest = content.split(b"\n", 2)
        assert first == b"snapveil-sealed/1", first
        self.line = json.loads(line)
        self.receipt, self.rest = rest[: self.line["receipt"]], rest[self.line["receipt"] :]
        assert "artefact" in self.line or self.line.keys() == {"picture", "receipt", "rectangles"}, self.line.keys()
        json.loads(self.receipt)
        self.byte_count = len(content)

    @property
    def pngs(self):
        """The rectangles, with the file of each."""
        at, files = 0, []
        for rectangle in self.line["rectangles"]:
            place = tuple(rectangle[name] for name in ("x", "y", "width", "height"))
            files.append((place, self.rest[at : at + rectangle["png"]]))
            at += rectangle["png"]
        assert at == len(self.rest), "other bytes follow"
        return files

    @property
    def original(self):
        """The artefact, whose padding is looked at."""
        count = self.line["original"]
        assert not any(self.rest[count:]), "the padding is not zero"
        assert self.byte_count == padded(self.byte_count - len(self.rest) + count), "the padding has another length"
        return self.rest[:count]

    def fault(self, redacted, original):
        """Words for what is not as documented of a picture whose samples are given; None if all is."""
        if self.line["picture"]["sha256"] != hashlib.sha256(redacted).hexdigest():
            return "the digest is of another file"
        for (x, y, width, height), png in self.pngs:
            if png != stored_png(numpy.ascontiguousarray(original[y : y + height, x : x + width])):
                return f"the pixels of {x},{y},{width},{height} are others, or in another form"
        return None


def seal(content, *keys, armored=False):
    """The file for the holders of keys, by pyrage."""
    return pyrage.encrypt(content, [pyrage.x25519.Recipient.from_str(key.recipient) for key in keys], armored=armored)
