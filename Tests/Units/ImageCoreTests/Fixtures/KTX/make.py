#!/usr/bin/env python3
"""Makes the fixtures of KTX by other programs than ours: blocks by astcenc 4.2, streams of LZFSE by pyliblzfse.

Needs the command astcenc, and pyliblzfse and Pillow from PyPI. Writes to the folder that it is in.
"""
import os
import random
import struct
import subprocess
import tempfile

import liblzfse
from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))


def write(name, data):
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data)


def drawn_bytes(count, alphabet, copies):
    """The bytes that LZFSEFixtureTests draws by the same rule."""
    state, result = 1, bytearray()

    def draw(bound):
        nonlocal state
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        return (state >> 8) % bound

    while len(result) < count:
        if result and draw(100) < copies:
            distance, length = draw(len(result)) + 1, draw(80) + 1
            for _ in range(length):
                result.append(result[-distance])
        else:
            result.append(draw(alphabet))
    return bytes(result[:count])


def make_streams():
    for count, alphabet, copies in [(0, 1, 0), (5, 256, 0), (700, 256, 0), (300, 4, 10), (3000, 200, 20), (9000, 60, 2),
                                    (70000, 3, 1), (60000, 256, 40)]:
        plain = drawn_bytes(count, alphabet, copies)
        write(f"{count}-{alphabet}-{copies}.lzfse", liblzfse.compress(plain))


def astc(width, height, blocks):
    dimensions = b"".join(number.to_bytes(3, "little") for number in (width, height, 1))
    return bytes([0x13, 0xAB, 0xA1, 0x5C, 4, 4, 1]) + dimensions + blocks


def decoded(width, height, blocks, profile):
    """What astcenc makes of blocks, in the profile l or s."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "blocks.astc"), os.path.join(folder, "pixels.tga")
        with open(source, "wb") as file:
            file.write(astc(width, height, blocks))
        subprocess.run(["astcenc", "-d" + profile, source, target], check=True, stdout=subprocess.DEVNULL)
        return Image.open(target).convert("RGBA").tobytes()


def encoded(image, profile, quality):
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "pixels.png"), os.path.join(folder, "blocks.astc")
        image.save(source)
        subprocess.run(["astcenc", "-c" + profile, source, target, "4x4", quality], check=True, stdout=subprocess.DEVNULL)
        with open(target, "rb") as file:
            return file.read()[16:]


def make_blocks():
    """Blocks of every mode that 4x4 pixels can have, and of some that they cannot."""
    generator = random.Random(4)
    modes = []
    for mode in range(2048):
        rho = (mode & 3) << 1 | mode >> 4 & 1
        small = mode >> 2 & 3 == 0 and (mode >> 7 & 3) == 0
        narrow = mode >> 2 & 3 == 3 and mode >> 8 & 1 == 1
        if mode & 3 and rho >= 2 and (small or narrow) and (mode >> 5 & 3) <= 2:
            modes.append(mode)
    blocks = bytearray()
    for index in range(24 * 24):
        bits = generator.getrandbits(128)
        if index % 16 == 0:
            bits = bits >> 9 << 9 | 0x1FC
            bits |= generator.choice([0, 3 << 10, 3 << 10 | ((1 << 52) - 1) << 12])
            bits &= ~(generator.getrandbits(1) << 9)
        elif index % 16 != 1:
            bits = bits >> 11 << 11 | modes[index * 7 % len(modes)]
            bits &= ~(generator.choice([0, 3, 3]) << 11)
        blocks += bits.to_bytes(16, "little")
    write("modes.blocks", blocks)
    write("modes-linear.rgba", decoded(96, 96, bytes(blocks), "l"))
    write("modes-sRGB.rgba", decoded(96, 96, bytes(blocks), "s"))


def head_of_ktx(order, width, height, format, keys):
    fields = [0x04030201, 0, 1, 0, format, 0x1908, width, height, 0, 0, 1, 1, len(keys)]
    return b"\xabKTX 11\xbb\r\n\x1a\n" + struct.pack(order + "13I", *fields) + keys


def ktx(order, width, height, format, blocks, compressed):
    if not compressed:
        return head_of_ktx(order, width, height, format, b"") + struct.pack(order + "I", len(blocks)) + blocks
    entry = b"Compression_APPLE\0"
    keys = struct.pack(order + "I", len(entry)) + entry + bytes(-len(entry) % 4)
    stream = liblzfse.compress(blocks)
    level = struct.pack(order + "I", len(stream) + 8) + b"LZFS" + struct.pack(order + "I", len(stream)) + stream
    return head_of_ktx(order, width, height, format, keys) + level


def chunk(tag, data):
    return struct.pack("<I", len(data)) + tag + data


def atx(width, height, tag, data, format=0x93B0, kind=(3, 5)):
    head = bytearray(0x54)
    struct.pack_into("<6I", head, 0x10, format, 0x1908 if format else 0, width, height, 1, 0)
    struct.pack_into("<2I", head, 0x28, 1, 1)
    struct.pack_into("<2I", head, 0x4C, *kind)
    payload = struct.pack("<I", len(data)) + data
    return b"AAPL\r\n\x1a\n" + chunk(b"HEAD", bytes(head)) + chunk(b"FILL", bytes(12)) + chunk(tag, payload) + chunk(b"END ", b"")


def tiled(width, height, blocks, column_first, padded):
    columns, rows = (width + 3) // 4, (height + 3) // 4
    result = bytearray()
    for top in range(0, rows, 32):
        for left in range(0, columns, 32):
            for place in range(1024):
                even = sum((place >> 2 * bit & 1) << bit for bit in range(5))
                odd = sum((place >> 2 * bit + 1 & 1) << bit for bit in range(5))
                column, row = (even, odd) if column_first else (odd, even)
                column, row = left + column, top + row
                if column < columns and row < rows:
                    start = (row * columns + column) * 16
                    result += blocks[start:start + 16]
                elif padded:
                    result += bytes(16)
    return bytes(result)


def make_files():
    width, height = 135, 41
    image = Image.new("RGBA", (width, height))
    for y in range(height):
        for x in range(width):
            inside = (x - 90) ** 2 + (y - 20) ** 2 < 200
            alpha = 255 if x > 20 else 12 * x
            image.putpixel((x, y), (220, 30, 60, alpha) if inside else (2 * x % 256, 6 * y % 256, (x + y) % 256, alpha))
    image.paste((250, 250, 250, 255), (30, 4, 60, 30))
    blocks = encoded(image, "l", "-medium")
    write("picture-linear.rgba", decoded(width, height, blocks, "l"))
    write("plain.ktx", ktx("<", width, height, 0x93B0, blocks, False))
    write("big-endian.ktx", ktx(">", width, height, 0x93B0, blocks, True))
    write("compressed.ktx", ktx("<", width, height, 0x93B0, blocks, True))
    write("compressed.atx", atx(width, height, b"LZFS", liblzfse.compress(blocks)))
    write("rows.atx", atx(width, height, b"astc", blocks))
    write("column-first.atx", atx(width, height, b"ASTC", tiled(width, height, blocks, True, False), 0, (1, 1)))
    write("row-first.atx", atx(width, height, b"astc", tiled(width, height, blocks, False, False)))
    write("row-first-padded.atx", atx(width, height, b"astc", tiled(width, height, blocks, False, True)))
    blocks = encoded(image, "s", "-medium")
    write("picture-sRGB.rgba", decoded(width, height, blocks, "s"))
    write("plain-sRGB.ktx", ktx("<", width, height, 0x93D0, blocks, False))


make_streams()
make_blocks()
make_files()
