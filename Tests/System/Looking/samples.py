"""Screens whose texts are known from files beside them.

Of pictures without such files it is told how much is found. NAME.text.json has the boxes of lines. NAME.truth.json has the
values that are shown; where they are, the page source beside them tells
(NAME.boxes.json of Playwright, or NAME.xml of Appium or UiAutomator).
"""

import io
import json
import re
import xml.etree.ElementTree

import numpy
from PIL import Image

import scores

# What is called a secret in those files and is of no kind that is looked for: sums of money.
HARMLESS = {"amount"}


def measure(snapveil, directory):
    """Lines of what was found in each sample."""
    pictures = set(directory.glob("*.png"))
    for path in sorted(directory.glob("*.text.json")):
        name = path.name.removesuffix(".text.json")
        for picture in sorted(directory.glob(f"{name}[_.]*png")):
            pictures.discard(picture)
            yield lines(snapveil, picture, json.loads(path.read_text(encoding="utf-8")))
    for path in sorted(directory.glob("*.truth.json")):
        picture = path.with_name(path.name.replace(".truth.json", ".png"))
        if picture in pictures:
            pictures.discard(picture)
            yield secrets(snapveil, picture, json.loads(path.read_text(encoding="utf-8"))["secrets"])
    for picture in sorted(pictures):
        yield counts(snapveil, picture)


def counts(snapveil, path):
    """How much is found in a picture of which nothing is known."""
    picture = path.read_bytes()
    targets = {"faces": {"faces": "whole"}, "codes": {"codes": "all"}, "lines": {"text": "all"}}
    replies = {name: snapveil.find(picture, target, times=3) for name, target in targets.items()}
    return f"{path.name}: " + ", ".join(f"{len(reply.rectangles)} {name} ({reply.seconds:.2f} s)" for name, reply in replies.items())


def lines(snapveil, path, texts):
    """How many lines are covered, by their ink: what is not of the colour that most of their box has."""
    content = path.read_bytes()
    reply = snapveil.find(content, {"text": "all"}, times=3)
    picture = numpy.asarray(Image.open(io.BytesIO(content)).convert("RGB"), numpy.int16)
    missed = []
    for text in texts:
        area = slice(int(text["y"]), int(text["y2"])), slice(int(text["x"]), int(text["x2"]))
        box = picture[area]
        difference = abs(box - numpy.median(box.reshape(-1, 3), axis=0)).max(axis=2)
        ink = difference > difference.max() / 2
        if ink.any() and reply.mask[area][ink].mean() < scores.COVERED:
            missed.append(text["t"])
    return f"{path.name}: {len(texts) - len(missed)} of {len(texts)} lines covered, {reply.seconds:.2f} s; missed: {missed or 'none'}"


def secrets(snapveil, path, secrets):
    """How many places that show a secret are touched by a rectangle, and which rectangles touch none."""
    picture = path.read_bytes()
    size = Image.open(io.BytesIO(picture)).size
    places = [(name, box) for text, box in elements(path, size) for name, value in secrets.items()
              if value in text and name not in HARMLESS]
    reply = snapveil.find(picture, {"text": "sensitive"}, times=3)
    missed = [name for name, box in places if not any(touches(found, box) for found in reply.rectangles)]
    wrong = [found[4] for found in reply.rectangles if not any(touches(found, box) for _, box in places)]
    return (f"{path.name}: {len(places) - len(missed)} of {len(places)} places of secrets, {reply.seconds:.2f} s; "
            f"missed: {missed or 'none'}; elsewhere: {wrong or 'none'}")


def touches(found, box):
    """Whether the middle of a rectangle, by height, is in a box, and they overlap by width."""
    return box[1] < (found[1] + found[3]) / 2 < box[3] and found[0] < box[2] and box[0] < found[2]


def elements(path, size):
    """The texts of a page source with their boxes in pixels (x, y, x2, y2), without those that hold others."""
    boxes = path.with_suffix(".boxes.json")
    if boxes.exists():
        for entry in json.loads(boxes.read_text(encoding="utf-8")):
            box = entry["boundingBox"]
            yield entry["text"], (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])
        return
    root = xml.etree.ElementTree.parse(path.with_suffix(".xml")).getroot()
    scale = size[0] / int(root.get("width")) if root.get("width") else 1
    for node in root.iter():
        if len(node):
            continue
        text = " ".join(node.get(name, "") for name in ("text", "label", "value", "content-desc"))
        if bounds := node.get("bounds"):
            yield text, tuple(map(int, re.findall(r"-?\d+", bounds)))
        elif node.get("x"):
            x, y, width, height = (float(node.get(name)) * scale for name in ("x", "y", "width", "height"))
            yield text, (x, y, x + width, y + height)
