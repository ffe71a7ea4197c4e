"""Pictures that take the place of one that could not be made safe: grey, and of its size."""

import struct
import zlib
from typing import Tuple

__all__ = ["placeholder"]


def placeholder(picture: bytes) -> bytes:
    """A grey picture of the format and the size of `picture`; a PNG of 640x360 pixels if it is none."""
    if picture.startswith(b"\x89PNG\r\n\x1a\n") and len(picture) >= 24:
        return _png(*struct.unpack(">II", picture[16:24]))
    if picture.startswith(b"\xff\xd8"):
        width, height = _size_of_jpeg(picture)
        return _jpeg(width, height)
    return _png(640, 360)


def _png(width: int, height: int) -> bytes:
    """One bit a pixel and a palette of one colour, so that every row is zeros."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = zlib.compress(bytes((1 + (width + 7) // 8) * height))
    header = struct.pack(">IIBBBBB", width, height, 1, 3, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", b"\x80" * 3) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def _jpeg(width: int, height: int) -> bytes:
    """One component without any coefficient, which is grey of 128. Both Huffman tables have the code 0 alone."""

    def segment(marker: int, content: bytes) -> bytes:
        return struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content

    lengths = bytes([1] + [0] * 15)
    blocks = ((width + 7) // 8) * ((height + 7) // 8)
    # Two bits a block, each a 0: no difference, end of block. The last byte is filled with ones.
    scan = bytes(blocks // 4) + (bytes([0xFF >> blocks % 4 * 2]) if blocks % 4 else b"")
    return b"".join([
        b"\xff\xd8",
        segment(0xDB, bytes([0]) + bytes([1] * 64)),
        segment(0xC0, struct.pack(">BHHBBBB", 8, height, width, 1, 1, 0x11, 0)),
        segment(0xC4, b"\x00" + lengths + b"\x00"),
        segment(0xC4, b"\x10" + lengths + b"\x00"),
        segment(0xDA, bytes([1, 1, 0, 0, 63, 0])),
        scan,
        b"\xff\xd9",
    ])


def _size_of_jpeg(picture: bytes) -> Tuple[int, int]:
    at = 2
    while at + 9 <= len(picture) and picture[at] == 0xFF:
        marker, length = picture[at + 1], struct.unpack_from(">H", picture, at + 2)[0]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", picture, at + 5)
            return width, height
        at += 2 + length
    return 640, 360
