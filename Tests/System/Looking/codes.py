"""Screens with codes of several sizes and looks, and how many of them are found."""

import io
import random
import statistics

import numpy
import segno
from PIL import Image, ImageDraw

import scores

SIZE = (1179, 2556)
# The pixels that a module of a code takes up on a side.
MODULES = [2, 3, 4, 5, 6, 8, 12]
LOOKS = [("#000", "#fff"), ("#1c1c1e", "#f2f2f7"), ("#0a4a8a", "#fff"), ("#fff", "#000")]
TEXTS = ["otpauth://totp/Example:anna@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Example", "https://example.org/pair/8d7f", "WIFI:T:WPA;S:Home;P:violin384;;",
         "BCD\n002\n1\nSCT\nDEUTDEFF\nAnna Schneider\nDE89370400440532013000\nEUR12.50\n\n\nInvoice 12"]


def screen(rng, size):
    """A picture with a code of each look, and where they are."""
    picture = Image.new("RGB", SIZE, rng.choice(["#f2f2f7", "#fff", "#dfe6f5"]))
    draw = ImageDraw.Draw(picture)
    boxes, y = [], 120
    for dark, light in LOOKS:
        code = segno.make(rng.choice(TEXTS), error=rng.choice("LMQ"), micro=False)
        file = io.BytesIO()
        code.save(file, kind="png", scale=size, border=4, dark=dark, light=light)
        image = Image.open(file).convert("RGB")
        if y + image.height > SIZE[1] or image.width > SIZE[0]:
            break
        x = rng.randint(0, SIZE[0] - image.width)
        picture.paste(image, (x, y))
        draw.text((40, y - 30), "Scan to pair your device", fill="#444")
        border = 4 * size
        boxes.append((x + border, y + border, x + image.width - border, y + image.height - border))
        y += image.height + 80
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue(), boxes


def measure(snapveil, seed):
    """The share of codes that are covered; and lines of how many are, by the size of modules, and of the time it took."""
    rng = random.Random(seed)
    seconds, found = [], {}
    for size in MODULES:
        picture, boxes = screen(rng, size)
        reply = snapveil.find(picture, {"codes": "all"}, times=3)
        seconds.append(reply.seconds)
        hits = sum(numpy.mean(reply.mask[y:y2, x:x2]) >= scores.COVERED for x, y, x2, y2 in boxes)
        found[size] = (int(hits), len(boxes))
    hits, total = (sum(column) for column in zip(*found.values()))
    sizes = ", ".join(f"{size}: {some} of {all}" for size, (some, all) in found.items())
    return hits / total, [
        f"codes covered: {hits} of {total}; by pixels of a module: {sizes}",
        f"time for codes, median and longest: {statistics.median(seconds):.2f}, {max(seconds):.2f} s for {SIZE[0]}x{SIZE[1]}",
    ]
