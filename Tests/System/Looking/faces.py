"""A feed of round pictures with a face each, one of pictures without, and how many of them are found.

They are the hundred faces of Labeled Faces in the Wild that scikit-image brings, 25 pixels wide, and as many of its other
pictures. A folder of photographs does, too.
"""

import io
import random

import numpy
from PIL import Image

SIZE = (1290, 2796)
COLUMNS, ROWS = 7, 15
# How wide pictures are in the feed, in pixels.
WIDTHS = (48, 160)


def known():
    """The faces and the other pictures of scikit-image; none where it is not installed."""
    try:
        from skimage.data import lfw_subset
    except ImportError:
        return [], []
    pictures = [Image.fromarray((picture * 255).astype("uint8")).convert("RGB") for picture in lfw_subset()]
    return pictures[:100], pictures[100:]


def photographs(directory):
    """The pictures of a folder, with a face in the middle of each."""
    paths = sorted(path for path in directory.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))
    return [Image.open(path).convert("RGB") for path in paths]


def feed(pictures, seed):
    """As many pictures as a feed has places for, each of another size, and their boxes."""
    rng = random.Random(seed)
    page = Image.new("RGB", SIZE, "#f2f2f7")
    boxes = []
    cell = SIZE[0] // COLUMNS, SIZE[1] // ROWS
    for index, picture in enumerate(pictures[:COLUMNS * ROWS]):
        width = rng.randint(*WIDTHS)
        height = min(round(width * picture.height / picture.width), cell[1])
        x, y = index % COLUMNS * cell[0] + 10, index // COLUMNS * cell[1] + 10
        page.paste(picture.resize((width, height), Image.Resampling.BICUBIC), (x, y))
        boxes.append((x, y, x + width, y + height))
    file = io.BytesIO()
    page.save(file, "PNG")
    return file.getvalue(), boxes


def measure(snapveil, directory, seed):
    """Lines of what was found. A face is, if the middle of its picture is covered."""
    faces, others = (photographs(directory), []) if directory else known()
    if not faces:
        return ["faces: skipped, as there are no pictures of any; --peers brings some, --faces DIR names others"]
    picture, boxes = feed(faces, seed)
    reply = snapveil.find(picture, {"faces": "whole"}, times=3)
    found = [bool(reply.mask[(y + y2) // 2, (x + x2) // 2]) for x, y, x2, y2 in boxes]
    widths = numpy.array([x2 - x for x, _, x2, _ in boxes])
    missed = sorted(int(width) for width, is_found in zip(widths, found) if not is_found)
    range_of_widths = f"in pictures {widths.min()} to {widths.max()} pixels wide"
    lines = [
        f"faces covered: {sum(found)} of {len(boxes)}, {range_of_widths}; missed: {missed or 'none'}",
        f"time for faces of {SIZE[0]}x{SIZE[1]}: {reply.seconds:.2f} s",
    ]
    if others:
        picture, boxes = feed(others, seed)
        found = snapveil.find(picture, {"faces": "whole"}, times=0).rectangles
        lines.append(f"rectangles of faces where {len(boxes)} pictures show none: {len(found)}")
    return lines
