"""Protocol Buffers as they are written, in which ONNX files are. No package is needed for as little as models take."""

VARINT, FIXED64, LENGTH_DELIMITED, FIXED32 = 0, 1, 2, 5


def read_varint(data: bytes, place: int) -> tuple[int, int]:
    """A number, and the place after it."""
    value = shift = 0
    while True:
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, place


def varint(value: int) -> bytes:
    """A number as it is written."""
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(written + bytes([value]))


def fields(message: bytes):
    """The fields of a message: number, content of those that have a length, and all bytes of the field."""
    place = 0
    while place < len(message):
        start = place
        key, place = read_varint(message, place)
        number, kind = key >> 3, key & 7
        content = None
        if kind == LENGTH_DELIMITED:
            length, place = read_varint(message, place)
            content = message[place : place + length]
            place += length
        elif kind == VARINT:
            _, place = read_varint(message, place)
        elif kind in (FIXED64, FIXED32):
            place += 8 if kind == FIXED64 else 4
        else:
            raise ValueError(f"a field of type {kind} is unknown")
        yield number, content, message[start:place]


def field(number: int, content: bytes | str | int) -> bytes:
    """A field: a number, or what has a length."""
    if isinstance(content, int):
        return varint(number << 3 | VARINT) + varint(content)
    content = content.encode() if isinstance(content, str) else content
    return varint(number << 3 | LENGTH_DELIMITED) + varint(len(content)) + content
