"""Makes the HEIC files of the tests, with the pixels that libheif 1.15 reads in them as PNG: python3 heic.py

Needs pillow-heif, which encodes, and heif-convert (Debian 12: libheif-examples), which decodes. Files of several tiles, and those
that are turned or cropped, are put together here, box by box.
"""
import io
import pathlib
import struct
import subprocess

import numpy
import pillow_heif
from PIL import Image

from webp import picture

FOLDER = pathlib.Path(__file__).parent / "HEIC"
SCREENS = pathlib.Path(__file__).parents[2] / "Support" / "Samples" / "Screens"


def encoded(image, **options):
    """The file of one picture."""
    file = io.BytesIO()
    pillow_heif.from_pillow(image).save(file, quality=options.pop("quality", 60), **options)
    return file.getvalue()


def deep(image, **options):
    """The file of one picture of 10 bits."""
    samples = numpy.asarray(image).astype("<u2") * 257
    file = io.BytesIO()
    heif = pillow_heif.from_bytes("RGB;16", image.size, samples.tobytes())
    heif.save(file, quality=60, **options)
    return file.getvalue()


def box(name, *content):
    data = b"".join(content)
    return struct.pack(">I", len(data) + 8) + name + data


def full(name, version, flags, *content):
    return box(name, struct.pack(">I", version << 24 | flags), *content)


def found(file, name):
    """The content of the first box of a name."""
    place = file.index(name)
    size = struct.unpack(">I", file[place - 4:place])[0]
    return file[place + 4:place - 4 + size]


def size_property(width, height):
    return full(b"ispe", 0, 0, struct.pack(">II", width, height))


def assembled(pictures, width, height, columns, transformations, tile):
    """A file of tiles, or of one picture, with the properties that change how it is seen."""
    configuration = box(b"hvcC", found(pictures[0], b"hvcC"))
    color = box(b"colr", b"nclx", struct.pack(">HHHB", 1, 13, 6, 0x80))
    data = [found(picture, b"mdat") for picture in pictures]
    count = len(pictures)
    is_grid = columns > 0
    properties = [configuration, size_property(*tile), color, size_property(width, height), *transformations]
    turned = [0x80 | index for index in range(5, 5 + len(transformations))]
    entries, associations, references = [], [], b""
    for number in range(1, count + 1):
        entries.append(full(b"infe", 2, int(is_grid), struct.pack(">HH", number, 0), b"hvc1\0"))
        associations.append((number, [0x81, 2, 3] + ([] if is_grid else turned)))
    grid = b""
    if is_grid:
        entries.append(full(b"infe", 2, 0, struct.pack(">HH", count + 1, 0), b"grid\0"))
        associations.append((count + 1, [4, 3] + turned))
        numbers = struct.pack(f">{count}H", *range(1, count + 1))
        references = full(b"iref", 0, 0, box(b"dimg", struct.pack(">HH", count + 1, count), numbers))
        grid = struct.pack(">BBBBHH", 0, 0, count // columns - 1, columns - 1, width, height)
    places = b"".join(struct.pack(">H", number) + bytes([len(held)]) + bytes(held) for number, held in associations)

    def meta(start):
        locations, offset = [], start
        for number, bytes_ in enumerate(data, 1):
            locations.append(struct.pack(">HHHHII", number, 0, 0, 1, offset, len(bytes_)))
            offset += len(bytes_)
        if is_grid:
            locations.append(struct.pack(">HHHHII", count + 1, 1, 0, 1, 0, len(grid)))
        return full(
            b"meta", 0, 0,
            full(b"hdlr", 0, 0, bytes(4), b"pict", bytes(13)),
            full(b"pitm", 0, 0, struct.pack(">H", count + 1 if is_grid else 1)),
            full(b"iloc", 1, 0, b"\x44\0", struct.pack(">H", len(locations)), *locations),
            full(b"iinf", 0, 0, struct.pack(">H", len(entries)), *entries),
            references,
            box(b"iprp", box(b"ipco", *properties),
                full(b"ipma", 0, 0, struct.pack(">I", len(associations)), places)),
            box(b"idat", grid) if is_grid else b"",
        )

    head = box(b"ftyp", b"heic", bytes(4), b"mif1heic")
    start = len(head) + len(meta(0)) + 8
    return head + meta(start) + box(b"mdat", *data)


def aperture(width, height, left, top, size):
    """Keeps a part of a picture, whose middle is told in halves."""
    across, down = 2 * left + width - size[0], 2 * top + height - size[1]
    return box(b"clap", struct.pack(">IIIIiIiI", width, 1, height, 1, across, 2, down, 2))


def save(name, file):
    path = FOLDER / f"{name}.heic"
    path.write_bytes(file)
    subprocess.run(["heif-convert", path, path.with_suffix(".png")], check=True, stdout=subprocess.DEVNULL)
    Image.open(path.with_suffix(".png")).save(path.with_suffix(".png"), optimize=True)


def covered(seed):
    """A file without loss whose pixels from 72, 72 to 96, 88, within one coding block, the seed draws."""
    y, x = numpy.mgrid[0:128, 0:128]
    samples = numpy.stack([x // 16 * 9 + 40, y // 16 * 11 + 60, 0 * x + 200], -1).astype("uint8")
    samples[72:88, 72:96] = numpy.random.RandomState(seed).randint(0, 2, (16, 24, 1)) * 255
    return encoded(Image.fromarray(samples), quality=-1, chroma=444, matrix_coefficients=0)


def main():
    FOLDER.mkdir(exist_ok=True)
    image = picture(61, 47, False)
    for chroma in (420, 422, 444):
        save(f"chroma-{chroma}", encoded(image, chroma=chroma))
    save("grey", encoded(image.convert("L")))
    save("alpha", encoded(picture(61, 47, True)))
    save("deep", deep(image))
    save("limited", encoded(image, full_range_flag=0))
    save("bt709", encoded(image, matrix_coefficients=1))
    pillow_heif.options.SAVE_HDR_TO_12_BIT = False
    (FOLDER / "pq.heic").write_bytes(
        deep(image, color_primaries=9, transfer_characteristics=16, matrix_coefficients=9))

    whole = picture(128, 128, False)
    tiles = [encoded(whole.crop((x, y, x + 64, y + 64)), quality=50) for y in (0, 64) for x in (0, 64)]
    save("grid", assembled(tiles, 100, 90, 2, [], (64, 64)))
    one = [encoded(whole.crop((0, 0, 64, 64)), quality=50)]
    for turn in (1, 2, 3):
        save(f"turned-{turn}", assembled(one, 64, 64, 0, [box(b"irot", bytes([turn]))], (64, 64)))
    for axis in (0, 1):
        save(f"mirrored-{axis}", assembled(one, 64, 64, 0, [box(b"imir", bytes([axis]))], (64, 64)))
    both = [aperture(40, 25, 7, 13, (64, 64)), box(b"irot", b"\1"), box(b"imir", b"\1")]
    save("cropped", assembled(one, 64, 64, 0, both, (64, 64)))
    both[0] = aperture(60, 70, 10, 6, (100, 90))
    save("grid-cropped", assembled(tiles, 100, 90, 2, both, (64, 64)))
    for seed in (1, 2):
        (SCREENS / f"covered-{seed}.heic").write_bytes(covered(seed))


if __name__ == "__main__":
    main()
