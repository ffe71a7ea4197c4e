"""Sealed pictures for tests: a screen with some of it covered, and the file that holds what was there."""

import hashlib
import io
import json
import struct
import zlib

import pyrage
from PIL import Image

from support import SCREENS

RECTANGLES = [(24, 98, 400, 25), (100, 300, 1, 1), (600, 200, 300, 260)]
RECEIPT = {
    "policy": "tests",
    "snapshot": {"width": 1280, "height": 720, "format": "png"},
    "assurance": "erased",
    "covered": [
        {"rule": 0, "target": "region", "rect": dict(zip(("x", "y", "width", "height"), place)), "style": "fill", "assurance": "erased"}
        for place in RECTANGLES
    ],
}


def stored_png(picture):
    """A picture of RGBA as a PNG that is not compressed, a stored block in each of its parts."""
    rows = picture.tobytes()
    length = 4 * picture.width
    text = b"".join(b"\0" + rows[at : at + length] for at in range(0, len(rows), length))
    parts = []
    for at in range(0, len(text), 0xFFFF):
        block = text[at : at + 0xFFFF]
        is_last = at + len(block) == len(text)
        start = (b"\x78\x01" if at == 0 else b"") + struct.pack("<BHH", is_last, len(block), len(block) ^ 0xFFFF)
        parts.append(start + block + (struct.pack(">I", zlib.adler32(text)) if is_last else b""))
    header = struct.pack(">IIBBBBB", *picture.size, 8, 6, 0, 0, 0)
    chunks = [(b"IHDR", header), *((b"IDAT", part) for part in parts), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )


class SealedScreen:
    """A screen, its redacted picture, and what is sealed of it."""

    def __init__(self, receipt=None):
        self.original = Image.open(SCREENS / "web-profile.png").convert("RGBA")
        redacted = self.original.copy()
        for x, y, width, height in RECTANGLES:
            redacted.paste((0, 0, 0, 255), (x, y, x + width, y + height))
        file = io.BytesIO()
        redacted.save(file, "PNG")
        self.picture = file.getvalue()
        self.pngs = [stored_png(self.original.crop((x, y, x + width, y + height))) for x, y, width, height in RECTANGLES]
        self.receipt = json.dumps(RECEIPT if receipt is None else receipt).encode()

    def content(self, version="1", **changes):
        """What is sealed, with these changes to the line that lists its parts."""
        places = [dict(zip(("x", "y", "width", "height"), place), png=len(png)) for place, png in zip(RECTANGLES, self.pngs)]
        line = {
            "picture": {"sha256": hashlib.sha256(self.picture).hexdigest(), "width": 1280, "height": 720},
            "receipt": len(self.receipt),
            "rectangles": places,
            **changes,
        }
        return f"snapveil-sealed/{version}\n{json.dumps(line)}\n".encode() + self.receipt + b"".join(self.pngs)


def seal(content, *identities, armored=False):
    """The age file for the owners of identities."""
    return pyrage.encrypt(content, [identity.to_public() for identity in identities], armored=armored)
