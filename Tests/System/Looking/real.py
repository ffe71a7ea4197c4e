"""Screenshots of apps with their view hierarchies, as DroidBot writes them: `screen_TAG.jpg` beside `state_TAG.json`.

Nobody marked what is sensitive there: findings are listed to be looked at, and names are put on one picture.
"""

import io
import json
import random

import numpy
from PIL import Image, ImageDraw

import scores
from tally import NAMES

# The height of a name on the picture of all names, and the width of a column there.
ROW, COLUMN = 44, 460


class View:
    """A text of a view hierarchy, and its box in pixels (x, y, x2, y2)."""

    def __init__(self, text, box):
        self.text, self.box = text, box


def screens(directory, count, seed):
    """A random choice of the screens of a folder and below; of those with the same structure and texts there is one."""
    states = {}
    for path in sorted(directory.rglob("state_*.json")):
        state = json.loads(path.read_text(encoding="utf-8"))
        pictures = list(path.parent.glob(path.stem.replace("state_", "screen_", 1) + ".*"))
        if pictures:
            states.setdefault(state["state_str"], (pictures[0], state))
    chosen = sorted(states.values(), key=lambda entry: str(entry[0]))
    return chosen if len(chosen) <= count else random.Random(seed).sample(chosen, count)


def views(state, size):
    """The texts that a hierarchy says are seen within a picture of this size, without those that hold others."""
    for view in state["views"]:
        if not view["visible"] or view["child_count"] or not (view["text"] or "").strip() or view["is_password"]:
            continue
        (x, y), (x2, y2) = view["bounds"]
        box = max(0, x), max(0, y), min(x2, size[0]), min(y2, size[1])
        if box[2] - box[0] > 3 and box[3] - box[1] > 3:
            yield View(view["text"], box)


def ink_of(picture, box):
    """What is not of the colour that most of a box has, as a mask of the box; none where all is alike."""
    x, y, x2, y2 = box
    part = picture[y:y2, x:x2]
    difference = abs(part - numpy.median(part.reshape(-1, 3), axis=0)).max(axis=2)
    return difference > difference.max() / 2 if difference.max() > 40 else None


def source_of(texts):
    """Views as a page source."""
    return [{"locator": str(index), "role": "text", "text": view.text,
             "boundingBox": {"x": view.box[0], "y": view.box[1], "width": view.box[2] - view.box[0], "height": view.box[3] - view.box[1]}}
            for index, view in enumerate(texts)]


def measure(snapveil, given, kinds):
    """Lines of how much text is covered, and of each finding; names are drawn on a picture if one is asked for."""
    covered = whole = shown = wordless = found = 0
    names, crops = 0, []
    chosen = screens(given.real, given.screens, given.seed)
    for path, state in chosen:
        image = Image.open(path).convert("RGB")
        picture = numpy.asarray(image, numpy.int16)
        texts = list(views(state, image.size))
        file = io.BytesIO()
        image.save(file, "PNG", compress_level=1)
        if given.texts:
            reply = snapveil.find(file.getvalue(), *({"elements": {"kinds": [kind]}} for kind in kinds), hierarchy=source_of(texts), times=0)
        else:
            mask = None if given.names_only else snapveil.find(file.getvalue(), {"text": "all"}, times=0).mask
            reply = snapveil.find(file.getvalue(), {"text": "sensitive"}, times=0)
            for view in texts if mask is not None else []:
                x, y, x2, y2 = view.box
                ink = ink_of(picture, view.box)
                if ink is None:
                    wordless += 1
                    continue
                share = mask[y:y2, x:x2][ink].mean()
                covered, whole, shown = covered + share, whole + (share >= scores.COVERED), shown + 1
        for rectangle in reply.rectangles:
            if given.names_only and rectangle[4] not in NAMES:
                continue
            found += 1
            names += rectangle[4] in NAMES
            under = [view.text for view in texts if meet(view.box, rectangle)]
            if rectangle[4] in NAMES:
                crops.append((found, image.crop(rectangle[:4])))
            yield f"{found}. {rectangle[4]} {rectangle[5]} at {','.join(map(str, rectangle[:4]))} in {path.relative_to(given.real)}: {' / '.join(under)[:90]}"
    if given.names_only:
        sheet(crops).save(given.names_only)
        yield f"The names are drawn in {given.names_only}."
    elif shown:
        yield (f"{len(chosen)} screens with {shown} texts whose ink is seen ({wordless} more are hidden or empty): "
               f"{100 * covered / shown:.1f} % of the ink of a text is covered on average, {whole} texts whole")
    yield f"{len(chosen)} screens, {found} findings, of which {names} names: {20 * names / max(1, len(chosen)):.1f} names in 20 screens"


def meet(box, rectangle):
    """Whether a box and a rectangle share pixels."""
    return box[0] < rectangle[2] and rectangle[0] < box[2] and box[1] < rectangle[3] and rectangle[1] < box[3]


def sheet(crops):
    """The pictures of names with their numbers, in columns."""
    rows = max(1, min(len(crops), 30))
    columns = max(1, -(-len(crops) // rows))
    whole = Image.new("RGB", (columns * COLUMN, rows * ROW), "#808080")
    draw = ImageDraw.Draw(whole)
    for index, (number, crop) in enumerate(crops):
        x, y = index // rows * COLUMN, index % rows * ROW
        scale = min((ROW - 4) / crop.height, (COLUMN - 50) / crop.width)
        whole.paste(crop.resize((max(1, int(crop.width * scale)), max(1, int(crop.height * scale)))), (x + 44, y + 2))
        draw.text((x + 4, y + 12), str(number), fill="white")
    return whole
