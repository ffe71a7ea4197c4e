"""Pictures of pages: which secrets they show, and what a guard has made of them."""

import base64
import functools
import io
import re
from dataclasses import dataclass

from PIL import Image, ImageChops

from page_draft import FIELD, TEXT, UNSEEN

#: The color of what a policy covers; closed frames are covered in black.
COVER = "#2040a0"
#: How much of its colour a pixel may have: one with more shows a secret.
TINGE = 40
#: Of each colour of secrets, the channels that it has, and those that it has not.
CHANNELS = {FIELD: ("RB", "G"), TEXT: ("G", "RB"), UNSEEN: ("RG", "B")}


def picture_of(reply):
    """The picture in a reply; None if there is none."""
    try:
        return Image.open(io.BytesIO(base64.b64decode(reply.value, validate=True))).convert("RGB")
    except (ValueError, TypeError, OSError):
        return None


@dataclass
class Traces:
    """The pixels of a picture that have a colour."""

    count: int
    box: tuple

    def __str__(self):
        return f"{self.count} pixels in {self.box}"


def traces(picture, color):
    """The pixels that have more than a tinge of a colour; None if there are none."""
    bands = dict(zip("RGB", picture.split()))
    has, lacks = ([bands[name] for name in names] for names in CHANNELS[color])
    excess = ImageChops.subtract(functools.reduce(ImageChops.darker, has), functools.reduce(ImageChops.lighter, lacks))
    mask = excess.point(lambda value: 255 if value > TINGE else 0)
    box = mask.getbbox()
    return Traces(mask.histogram()[255], box) if box else None


def difference(one, other):
    """A mask of the pixels in which two pictures differ."""
    bands = ImageChops.difference(one, other).split()
    return functools.reduce(ImageChops.lighter, bands).point(lambda value: 255 if value else 0)


def covered(picture):
    """A mask of the pixels that have the colour of a cover."""
    masks = [ImageChops.invert(difference(picture, Image.new("RGB", picture.size, color))) for color in (COVER, "#000000")]
    return functools.reduce(ImageChops.lighter, masks)


def changed(picture, raw, covers):
    """The box of what differs and is not in the mask of covers; None if nothing."""
    return ImageChops.darker(difference(picture, raw), ImageChops.invert(covers)).getbbox()


def share(mask):
    """The share of the pixels in a mask."""
    return mask.histogram()[255] / (mask.width * mask.height)


def refusal(reply):
    """The reason of a guard for an error in place of a picture; None if it gives none that a person understands."""
    message = reply.value.get("message", "") if isinstance(reply.value, dict) and reply.status >= 400 else ""
    found = re.search(r"snapveil: ([^\n]*)", message)
    return found and re.sub(r"(does not fit the page).*", r"\1", found[1])
