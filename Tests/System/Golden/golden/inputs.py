"""The pictures and page sources that are sent: made here by a fixed rule, or files of Inputs."""

import functools
import io
import pathlib
import random
import struct
import zipfile
import zlib

from . import png

FILES = pathlib.Path(__file__).resolve().parents[1] / "Inputs"
WIDTH, HEIGHT = 150, 110


def archive(**files):
    """A zip archive of files of the year that the format begins with."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, contents in files.items():
            archive.writestr(zipfile.ZipInfo(name), contents)
    return target.getvalue()


def file(name):
    return (FILES / name).read_bytes()


@functools.cache
def scene():
    """Rows of (red, green, blue, alpha): a gradient, a black field with a row of made-up digits, a bright card, noise."""
    chance = random.Random(31)
    picture = []
    for y in range(HEIGHT):
        row = []
        for x in range(WIDTH):
            color = (x * 5 + y) % 256 if x < 75 else 40 + x, (y * 2 + 30) % 256, (x + y * 3) % 256
            if 20 <= x < 70 and 20 <= y < 40:
                color = (250, 250, 250) if (x // 2 * 7 + y // 3 * 11) % 5 == 0 and 24 <= y < 36 else (0, 0, 0)
            if 80 <= x < 140 and 10 <= y < 60:
                color = 240, 240, 250
            if x >= 90 and y >= 70:
                color = (chance.randrange(256),) * 3
            row.append((*color, 255 if x < 100 else max(0, 255 - (x - 100) * 5)))
        picture.append(row)
    return picture


def grey(color):
    return (color[0] * 54 + color[1] * 183 + color[2] * 19) >> 8


def wide(value, x, y):
    """A sample of 16 bits whose lower byte is not a copy of the upper one."""
    return value * 256 + (x * 31 + y * 17) % 256


def kinds():
    """The samples of a pixel for each kind of PNG, with the arguments of `png.encode`."""
    at = lambda x, y: scene()[y][x]  # noqa: E731
    palette = [(number * 37 % 256, number * 91 % 256, number * 53 % 256) for number in range(256)]
    plte = lambda count: png.chunk(b"PLTE", bytes(sum(palette[:count], ())))  # noqa: E731
    opacity = png.chunk(b"tRNS", bytes(range(0, 256, 16)))
    return {
        "rgb": (lambda x, y: at(x, y)[:3], {}),
        "rgba": (at, {"color": 6}),
        "rgb16": (lambda x, y: tuple(wide(value, x, y) for value in at(x, y)[:3]), {"depth": 16}),
        "rgba16": (lambda x, y: tuple(wide(value, x, y) for value in at(x, y)), {"depth": 16, "color": 6}),
        "grey": (lambda x, y: (grey(at(x, y)),), {"color": 0}),
        "grey1": (lambda x, y: (grey(at(x, y)) >> 7,), {"color": 0, "depth": 1}),
        "grey4": (lambda x, y: (grey(at(x, y)) >> 4,), {"color": 0, "depth": 4}),
        "grey16": (lambda x, y: (wide(grey(at(x, y)), x, y),), {"color": 0, "depth": 16}),
        "grey-alpha": (lambda x, y: (grey(at(x, y)), at(x, y)[3]), {"color": 4}),
        "grey-key": (lambda x, y: (grey(at(x, y)) & 0xF0,), {"color": 0, "between": [png.chunk(b"tRNS", struct.pack(">H", 0xF0))]}),
        "palette": (lambda x, y: (grey(at(x, y)),), {"color": 3, "between": [plte(256)]}),
        "palette2": (lambda x, y: (grey(at(x, y)) >> 6,), {"color": 3, "depth": 2, "between": [plte(4)]}),
        "palette4-alpha": (lambda x, y: (grey(at(x, y)) >> 4,), {"color": 3, "depth": 4, "between": [plte(16), opacity]}),
        "interlaced": (lambda x, y: at(x, y)[:3], {"interlaced": True}),
        "interlaced-palette": (lambda x, y: (grey(at(x, y)),), {"color": 3, "interlaced": True, "between": [plte(256)]}),
        "interlaced-rgba16": (
            lambda x, y: tuple(wide(value, x, y) for value in at(x, y)), {"depth": 16, "color": 6, "interlaced": True}),
        "gamma": (lambda x, y: at(x, y)[:3], {"before": [png.chunk(b"gAMA", struct.pack(">I", 100000))]}),
        "primaries": (lambda x, y: at(x, y)[:3], {"before": [
            png.chunk(b"gAMA", struct.pack(">I", 45455)),
            png.chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000))]}),
        "pq": (lambda x, y: at(x, y)[:3], {"before": [png.chunk(b"cICP", bytes([9, 16, 0, 1]))]}),
        "metadata": (lambda x, y: at(x, y)[:3], {
            "before": [png.chunk(b"sRGB", b"\0")],
            "between": [png.chunk(b"pHYs", struct.pack(">IIB", 2835, 2835, 1)), png.chunk(b"tEXt", b"Comment\0secret")],
            "after": [png.chunk(b"zTXt", b"Author\0\0" + zlib.compress(b"secret"))]}),
    }


@functools.cache
def made(kind):
    sample, options = kinds()[kind]
    return png.encode(WIDTH, HEIGHT, sample, **options)


def plain(width, height, color=(200, 210, 220)):
    return png.encode(width, height, lambda x, y: color)


def claimed(width, height):
    """A PNG whose header states a size that its data does not have."""
    return png.SIGNATURE + png.header(width, height) + png.chunk(b"IDAT", zlib.compress(b"")) + png.chunk(b"IEND", b"")


def animated():
    control = png.chunk(b"acTL", struct.pack(">II", 2, 0))
    frame = png.chunk(b"fcTL", struct.pack(">IIIIIHHBB", 0, 8, 8, 0, 0, 1, 10, 0, 0))
    return png.encode(8, 8, lambda x, y: (x, y, 0), between=[control, frame])


def unordered():
    """An ATX of one colour, whose blocks may be in any order."""
    head = bytearray(84)
    for offset, value in {16: 0x93B0, 20: 0x1908, 24: 64, 28: 48, 32: 1, 40: 1, 44: 1, 76: 3, 80: 5}.items():
        struct.pack_into("<I", head, offset, value)
    blocks = (b"\xfc\xfd" + b"\xff" * 14) * (16 * 12)
    chunks = {b"HEAD": bytes(head), b"astc": struct.pack("<I", len(blocks)) + blocks, b"END ": b""}
    return b"AAPL\r\n\x1a\n" + b"".join(struct.pack("<I", len(data)) + tag + data for tag, data in chunks.items())


def snapshots():
    """Every picture that is read, by a name that begins with its format."""
    names = {f"png-{kind}": functools.partial(made, kind) for kind in kinds()}
    for path in sorted(FILES.glob("jpeg-*.jpg")) + sorted(FILES.glob("heic-*.heic")) + sorted(FILES.glob("ktx-*.ktx")):
        names[path.stem] = path.read_bytes
    for path in sorted(FILES.glob("webp-*.webp")):
        names[path.stem] = path.read_bytes
    return names
