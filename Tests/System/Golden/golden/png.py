"""Writes PNGs of every kind, and reads those that Snapveil writes, with nothing but zlib.

Only the rows that a filter leaves to single bytes (Average, Paeth) take a loop: the others are added as one large number a row.
"""

import hashlib
import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def header(width, height, depth=8, color=2, interlaced=False):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlaced))


def encode(width, height, sample, depth=8, color=2, interlaced=False, before=(), between=(), after=()):
    """A PNG whose pixel (x, y) is `sample(x, y)`, a tuple of as many samples as the colour type has.

    `before`, `between` and `after` are chunks before PLTE, before IDAT and after it. The filters of the rows take turns.
    """
    passes = PASSES if interlaced else [(0, 0, 1, 1)]
    data = bytearray()
    for left, top, across, down in passes:
        columns, prior = range(left, width, across), None
        for number, y in enumerate(range(top, height, down) if columns else ()):
            row = pack([value for x in columns for value in sample(x, y)], depth)
            size = max(1, CHANNELS[color] * depth // 8)
            kind = number % 5 if depth >= 8 and color != 3 else 0
            data.append(kind)
            data += filtered(kind, row, prior or bytes(len(row)), size)
            prior = row
    return b"".join(
        [SIGNATURE, header(width, height, depth, color, interlaced), *before, *between, chunk(b"IDAT", zlib.compress(bytes(data))),
         *after, chunk(b"IEND", b"")])


def pack(values, depth):
    if depth == 16:
        return struct.pack(f">{len(values)}H", *values)
    if depth == 8:
        return bytes(values)
    bits = "".join(format(value, f"0{depth}b") for value in values)
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def paeth(left, up, corner):
    estimate = left + up - corner
    distances = abs(estimate - left), abs(estimate - up), abs(estimate - corner)
    return (left, up, corner)[distances.index(min(distances))]


def prediction(kind, row, prior, index, size):
    left = row[index - size] if index >= size else 0
    if kind == 3:
        return (left + prior[index]) // 2
    if kind == 4:
        return paeth(left, prior[index], prior[index - size] if index >= size else 0)
    return (0, left, prior[index])[kind]


def filtered(kind, row, prior, size):
    return bytes((value - prediction(kind, row, prior, index, size)) & 255 for index, value in enumerate(row))


def chunks(data):
    offset = len(SIGNATURE)
    while offset + 12 <= len(data):
        (length,) = struct.unpack(">I", data[offset:offset + 4])
        yield data[offset + 4:offset + 8], data[offset + 8:offset + 8 + length]
        offset += 12 + length


def describe(data):
    """What a PNG shows: its size, its kind, its other chunks and a digest of its samples."""
    found = list(chunks(data))
    width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", found[0][1])
    if interlaced:
        raise ValueError("an interlaced result is not expected")
    size, stride = max(1, CHANNELS[color] * depth // 8), (width * CHANNELS[color] * depth + 7) // 8
    raw = zlib.decompress(b"".join(value for name, value in found if name == b"IDAT"))
    if len(raw) != (stride + 1) * height:
        raise ValueError("the rows do not have the length that the header states")
    digest = hashlib.sha256()
    for row in rows(raw, height, stride, size):
        digest.update(row)
    other = {
        name.decode(): hashlib.sha256(value).hexdigest()[:16]
        for name, value in found if name not in (b"IHDR", b"IDAT", b"IEND")}
    return {"format": "png", "size": [width, height], "depth": depth, "color": color, "pixels": digest.hexdigest()[:32],
            **({"chunks": other} if other else {})}


def rows(raw, height, stride, size):
    """The rows without their filters."""
    low, high = (int.from_bytes(bytes([mask]) * stride, "little") for mask in (0x7F, 0x80))

    def added(one, other):
        return ((one & low) + (other & low)) ^ ((one ^ other) & high)

    everything = (1 << 8 * stride) - 1
    prior = 0
    for y in range(height):
        start = y * (stride + 1)
        kind, line = raw[start], raw[start + 1:start + 1 + stride]
        row = int.from_bytes(line, "little")
        if kind == 1:
            step = size
            while step < stride:
                row, step = added(row, (row << 8 * step) & everything), step * 2
        elif kind == 2:
            row = added(row, prior)
        elif kind in (3, 4):
            above, plain = prior.to_bytes(stride, "little"), bytearray(line)
            for index in range(stride):
                plain[index] = (line[index] + prediction(kind, plain, above, index, size)) & 255
            row = int.from_bytes(plain, "little")
        elif kind:
            raise ValueError(f"there is no filter {kind}")
        prior = row
        yield row.to_bytes(stride, "little")
