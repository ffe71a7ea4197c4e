"""What a reply is worth against the truth of a screen."""

import dataclasses
import io
import json
import unicodedata

import numpy
from PIL import Image

# A line or a value is covered if this share of its ink is.
COVERED = 0.95
# A value is touched if this share of its ink is covered; less is the edge of a cover beside it.
TOUCHED = 0.1
# Text is small if its letters' size is below this many pixels of the picture.
SMALL = 12
# The scripts that the recogniser of Snapveil knows; lines in others have readers of their own.
READ_SCRIPTS = {"LATIN", "GREEK", "CJK"}
# The languages whose captions are in these scripts.
READ_LANGUAGES = {"en", "de", "fr", "es", "it", "pt", "nl", "pl", "zh"}


@dataclasses.dataclass
class Inked:
    """A line or a value: where its ink is (arrays of rows and columns), and what is said of it."""

    ink: tuple
    text: str
    script: str
    hard: list
    kind: str | None = None
    boxes: list = dataclasses.field(default_factory=list)
    way: str | None = None

    @property
    def is_alone(self):
        """Whether it is a name that no caption, title or greeting announces."""
        return self.kind == "personName" and self.way == ""

    @property
    def is_broken(self):
        """Whether it runs over several lines or cells."""
        return len(self.boxes) > 1

    def covered(self, mask):
        """The share of its ink that a mask covers."""
        return float(mask[self.ink].mean())


def script_of(text):
    """The script that most letters are of, by the names that Unicode has for them."""
    names = [unicodedata.name(c, "?").split()[0].removesuffix("-") for c in text if c.isalpha()]
    names = ["JAPANESE" if name in ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA") else name for name in names]
    if "JAPANESE" in names:
        return "JAPANESE"
    return max(set(names), key=names.count) if names else "LATIN"


def blank(size):
    """An empty picture of this width and height, as PNG."""
    file = io.BytesIO()
    Image.new("RGB", tuple(size), "white").save(file, "PNG")
    return file.getvalue()


class Screen:
    """A screen with its lines and values, as scored pictures need them."""

    def __init__(self, path):
        truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        self.name, self.language, self.layout, self.look = path.name, truth["language"], truth["layout"], truth["look"]
        self.has_picture = path.with_suffix(".png").exists()
        if self.has_picture:
            self.scale, self.picture = truth["scale"], path.with_suffix(".png").read_bytes()
            shown, bare = (numpy.asarray(Image.open(path.with_suffix(end)).convert("RGB"), numpy.int16)
                           for end in (".png", ".bare.png"))
            self.difference = abs(shown - bare).max(axis=2)
        else:
            # An empty picture, and ink wherever text is.
            self.scale, self.picture = 1, blank(truth["size"])
            self.difference = numpy.full(truth["size"][::-1], 255, numpy.int16)
        self.height, self.width = self.difference.shape
        self.lines, parts = [], [[] for _ in truth["values"]]
        for line in truth["lines"]:
            hard = sorted({*line["hard"], *(["small"] if line["size"] * self.scale < SMALL else [])})
            inked = self.inked([line["box"]], line["text"].strip(), hard)
            if inked is None:
                continue
            self.lines.append(inked)
            for part in line["parts"]:
                parts[part["value"]].append((part, hard))
        self.values = []
        for kind, way, pieces in zip(truth["values"], truth.get("ways") or [None] * len(parts), parts):
            if not pieces:
                continue
            text = " ".join(part["text"] for part, _ in pieces)
            value = self.inked([part["box"] for part, _ in pieces], text, pieces[0][1], kind)
            if value is not None:
                value.way = way
                self.values.append(value)
        self.rest = numpy.ones((self.height, self.width), bool)
        for line in self.lines:
            x, y, x2, y2 = line.boxes[0]
            self.rest[y:y2, x:x2] = False

    def inked(self, boxes, text, hard, kind=None):
        """What stands in boxes of CSS pixels; none if nothing is seen there."""
        rows, columns, pixels = [], [], []
        for box in boxes:
            x, y = (max(0, int(edge * self.scale)) for edge in box[:2])
            x2, y2 = (-int(-edge * self.scale // 1) for edge in box[2:])
            part = self.difference[y:y2, x:x2]
            pixels.append((x, y, x2, y2))
            if not self.has_picture:
                # The boxes of lines touch.
                y, y2 = y + (y2 - y) // 5, y2 - (y2 - y) // 5
                part = self.difference[y:y2, x:x2]
            if not part.size or part.max() < 8:
                continue
            # What is fainter than a quarter of the strongest is the blur at the edges of letters.
            row, column = numpy.nonzero(part > part.max() / 4)
            rows.append(row + y)
            columns.append(column + x)
        if not rows:
            return None
        script = script_of(text)
        hard = hard + ([script.lower()] if script != "LATIN" else [])
        return Inked((numpy.concatenate(rows), numpy.concatenate(columns)), text, script, hard, kind, pixels)

    def spill(self, mask):
        """The share of what is no text that a mask covers."""
        return float(mask[self.rest].mean())

    def wrong(self, rectangles, kind=None):
        """The rectangles that lie off every value, of one kind if it is given."""
        values = numpy.zeros((self.height, self.width), bool)
        for value in self.values:
            if kind not in (None, value.kind):
                continue
            values[value.ink] = True
        return [box for box in rectangles if not values[max(0, box[1]):box[3], max(0, box[0]):box[2]].any()]
