"""Pictures of each kind, with noise in all of them, and their pixels."""

import io
import struct

import numpy
from PIL import Image, ImageCms

from bench import SCREENS

ORIENTATION = 0x0112


def noise(width, height, channels=3, seed=1, coarse=False):
    """Random samples; `coarse` ones are areas of colour, which a lossy format keeps about as they are."""
    random = numpy.random.default_rng([seed, width, height, channels])
    if not coarse:
        return random.integers(0, 256, (height, width, channels), numpy.uint8)
    cells = random.integers(0, 256, ((height + 6) // 7, (width + 6) // 7, channels), numpy.uint8)
    return cells.repeat(7, 0).repeat(7, 1)[:height, :width]


def picture(width, height, mode="RGB", **options):
    samples = noise(width, height, len(Image.new(mode, (1, 1)).getbands()), **options)
    return Image.fromarray(samples[..., 0] if mode == "L" else samples, mode=None).convert(mode)


def transparent(width, height):
    """A picture with all degrees of transparency, and colour where nothing of it shows."""
    samples = noise(width, height, 4)
    samples[: height // 3, :, 3] = 0
    samples[height // 3 : height // 2, :, 3] = 255
    return Image.fromarray(samples)


def encoded(image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def turned():
    """A JPEG that is to be shown turned by a quarter."""
    data = Image.Exif()
    data[ORIENTATION] = 6
    return encoded(picture(90, 61, coarse=True), "JPEG", exif=data.tobytes(), quality=92)


def display_p3():
    """A profile of Display P3: that of sRGB with other primaries, which are those of phones."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    primaries = {
        b"rXYZ": (0.51512, 0.24120, -0.00105), b"gXYZ": (0.29198, 0.69225, 0.04189), b"bXYZ": (0.15710, 0.06657, 0.78407),
    }
    for at in range(132, 132 + 12 * struct.unpack_from(">I", profile, 128)[0], 12):
        name, offset, _ = struct.unpack_from(">4sII", profile, at)
        if name in primaries:
            struct.pack_into(">3i", profile, offset + 8, *(round(value * 65536) for value in primaries[name]))
    return bytes(profile)


def made():
    """Files of pictures by their names. Those in LOSSLESS decode to the pixels that Pillow says."""
    deep = noise(61, 47, 2).view(numpy.uint16)[..., 0]
    coarse = picture(131, 97, coarse=True)
    return {
        "rgb.png": encoded(picture(173, 121), "PNG"),
        "profile.png": encoded(picture(80, 70), "PNG", icc_profile=display_p3()),
        "alpha.png": encoded(transparent(90, 120), "PNG"),
        "palette.png": encoded(coarse.quantize(31), "PNG"),
        "palette-alpha.png": encoded(coarse.quantize(9), "PNG", transparency=3),
        "grey.png": encoded(picture(75, 64, "L"), "PNG"),
        "grey-alpha.png": encoded(transparent(50, 60).convert("LA"), "PNG"),
        "bits.png": encoded(picture(70, 33, "L").convert("1"), "PNG"),
        "deep.png": encoded(Image.fromarray(deep), "PNG"),
        "dot.png": encoded(picture(1, 1), "PNG"),
        "row.png": encoded(picture(300, 1), "PNG"),
        "column.png": encoded(picture(1, 300), "PNG"),
        "lossless.webp": encoded(picture(97, 83), "WEBP", lossless=True),
        "lossless-alpha.webp": encoded(transparent(66, 90), "WEBP", lossless=True, exact=True),
        "lossy.webp": encoded(coarse, "WEBP", quality=80),
        "dot.jpg": encoded(picture(1, 1), "JPEG"),
        "fine.jpg": encoded(coarse, "JPEG", subsampling="4:4:4", quality=95),
        "halved.jpg": encoded(coarse, "JPEG", subsampling="4:2:2"),
        "quartered.jpg": encoded(coarse, "JPEG", subsampling="4:2:0"),
        "progressive.jpg": encoded(coarse, "JPEG", progressive=True, subsampling="4:2:0"),
        "grey.jpg": encoded(coarse.convert("L"), "JPEG"),
        "turned.jpg": turned(),
    }


#: Pictures that every decoder decodes alike. Samples of 16 bits are rounded.
LOSSLESS = {name for name in made() if name.endswith(".png") and name != "deep.png" or name.startswith("lossless")}
#: Pictures that are too small for styles of some size.
THIN = {"dot.png", "dot.jpg", "row.png", "column.png"}
SCREEN_NAMES = ["ios-login.png", "web-profile.jpg"]
MORE_SCREEN_NAMES = [
    "android-checkout.png", "web-profile.png", "web_1280x720.png", "ios-login.jpg", "android-checkout.jpg", "covered-1.heic",
]


def write_all(folder, is_full):
    """Writes the made pictures and screens into a folder; their names."""
    screens = SCREEN_NAMES + (MORE_SCREEN_NAMES if is_full else [])
    files = made() | {name: (SCREENS / name).read_bytes() for name in screens}
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return list(files)


def is_lossless(name):
    return name in LOSSLESS or name in SCREEN_NAMES + MORE_SCREEN_NAMES and name.endswith(".png")


def pixels(file):
    """The pixels of a file as RGBA, without the colours of those that do not show."""
    with Image.open(io.BytesIO(file)) as image:
        samples = numpy.array(image.convert("RGBA"))
    samples[samples[..., 3] == 0] = 0
    return samples


def difference(left, right):
    """Words for the pixels in which two files differ; None if they are the same."""
    left, right = pixels(left), pixels(right)
    if left.shape != right.shape:
        return f"sizes {left.shape} and {right.shape}"
    rows, columns = numpy.nonzero((left != right).any(axis=2))
    if not len(rows):
        return None
    most = numpy.abs(left.astype(int) - right).max()
    return f"{len(rows)} pixels differ, by {most} at most, in rows {rows.min()}-{rows.max()}, columns {columns.min()}-{columns.max()}"
