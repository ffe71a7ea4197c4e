"""Made-up screens of apps: their elements have known frames, and each that is sensitive is filled with noise of its own.

No other pixel of a screen has a colour: all are grey. The noise has more red and blue than green everywhere, so its average has,
too, and whatever is derived from it shows that, however it was cut, scaled, blurred or encoded.
"""

import base64
import functools
import io
import random
import xml.sax.saxutils
from dataclasses import dataclass

from PIL import Image, ImageDraw

#: Of the made-up app.
APP = "com.example.bank"
EMAIL, PASSWORD, CARD = "wilma.brandt@exposed.example", "Tr0ub4dor&3x", "4012 8888 8888 1881"


def noise(name, width, height):
    """Pixels of which each differs from those beside it: the same for the same name, others for another."""
    randoms = random.Random(name)
    red, green, blue = (Image.frombytes("L", (width, height), randoms.randbytes(width * height)) for _ in range(3))
    upper, lower = [128 + value // 2 for value in range(256)], [value // 4 for value in range(256)]
    return Image.merge("RGB", (red.point(upper), green.point(lower), blue.point(upper)))


def encoded(picture, form="PNG", **options):
    """The bytes of a file."""
    buffer = io.BytesIO()
    picture.save(buffer, form, **options)
    return buffer.getvalue()


def base64_of(content):
    return base64.b64encode(content).decode()


@dataclass(frozen=True)
class Element:
    """An element of a screen; its frame is in the units of the page source."""

    name: str
    kind: str
    text: str
    frame: tuple
    is_sensitive: bool = False


ELEMENTS = [
    Element("title", "StaticText", "Sign in", (6, 22, 88, 14)),
    Element("email", "TextField", EMAIL, (6, 40, 88, 16), True),
    Element("password", "SecureTextField", "••••••••", (6, 62, 88, 16), True),
    Element("signIn", "Button", "Sign in", (6, 84, 88, 16)),
    Element("card", "StaticText", CARD, (12, 106, 76, 12), True),
    Element("hint", "StaticText", "Open at <9> & later", (6, 124, 88, 10)),
]


class Screen:
    """A screen of iOS in points at a scale of 3, or of Android in pixels: both of 300 pixels times 540.

    `seed` names its noise: two screens that differ in it differ in nothing else. `shift` is how far its elements were moved.
    """

    SIZE, SCALE = (100, 180), 3

    def __init__(self, platform, seed="shown"):
        self.platform, self.seed, self.shift = platform, seed, 0

    def move(self):
        """Moves all elements, a few pixels each time, and back in the end."""
        self.shift = (self.shift + 7) % 28

    def frame(self, element):
        """Left, top, width and height in pixels."""
        x, y, width, height = element.frame
        return tuple(value * self.SCALE for value in (x, y + self.shift, width, height))

    def box(self, element):
        """Left, top, right and bottom in pixels."""
        x, y, width, height = self.frame(element)
        return x, y, x + width, y + height

    def picture(self):
        return _picture(self.platform, self.seed, self.shift)

    def png(self):
        return _png(self.platform, self.seed, self.shift)

    def part(self, name):
        """The file of an element alone."""
        element = next(element for element in ELEMENTS if element.name == name)
        return encoded(self.picture().crop(self.box(element)))

    def source(self):
        """The page source in the dialect of the platform."""
        return self._ios() if self.platform == "iOS" else self._android()

    def _ios(self):
        width, height = self.SIZE
        root = self._of_ios("Application", "Bank", "Bank", (0, 0, width, height), 0)
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<AppiumAUT>", root + ">"]
        for index, element in enumerate(ELEMENTS):
            x, y, *size = element.frame
            lines.append("  " + self._of_ios(element.kind, element.name, element.text, (x, y + self.shift, *size), index) + "/>")
        return "\n".join([*lines, "</XCUIElementTypeApplication>", "</AppiumAUT>"])

    @staticmethod
    def _of_ios(kind, name, text, frame, index):
        kind = f"XCUIElementType{kind}"
        text = xml.sax.saxutils.quoteattr(text)
        value = f" value={text}" if kind.endswith("Field") else ""
        label = f' label="{name}"' if value else f" label={text}"
        numbers = " ".join(f'{side}="{number}"' for side, number in zip(("x", "y", "width", "height"), frame))
        states = 'enabled="true" visible="true" accessible="true"'
        return f'<{kind} type="{kind}"{value} name="{name}"{label} {states} {numbers} index="{index}"'

    def _android(self):
        width, height = (side * self.SCALE for side in self.SIZE)
        root = self._of_android("android.widget.FrameLayout", "", "", (0, 0, width, height), 0, False)
        lines = [
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>",
            f'<hierarchy index="0" class="hierarchy" rotation="0" width="{width}" height="{height}">',
            f"  {root}>",
        ]
        for index, element in enumerate(ELEMENTS):
            kind = {"StaticText": "TextView", "Button": "Button"}.get(element.kind, "EditText")
            is_secret = element.kind.startswith("Secure")
            node = self._of_android(f"android.widget.{kind}", element.name, element.text, self.box(element), index, is_secret)
            lines.append(f"    {node} />")
        return "\n".join([*lines, "  </android.widget.FrameLayout>", "</hierarchy>"])

    @staticmethod
    def _of_android(kind, name, text, box, index, is_secret):
        identifier = f' resource-id="{APP}:id/{name}"' if name else ""
        flags = " ".join(f'{name}="false"' for name in ("checkable", "checked", "clickable", "focusable", "focused", "long-clickable"))
        bounds = "[{},{}][{},{}]".format(*box)
        return (
            f'<{kind} index="{index}" package="{APP}" class="{kind}" text={xml.sax.saxutils.quoteattr(text)}{identifier} {flags} '
            f'enabled="true" password="{str(is_secret).lower()}" scrollable="false" selected="false" bounds="{bounds}" displayed="true"'
        )


@functools.lru_cache(maxsize=None)
def _picture(platform, seed, shift):
    screen = Screen(platform, seed)
    screen.shift = shift
    picture = Image.new("RGB", tuple(side * Screen.SCALE for side in Screen.SIZE), (242, 242, 242))
    draw = ImageDraw.Draw(picture)
    for element in ELEMENTS:
        left, top, right, bottom = screen.box(element)
        if element.is_sensitive:
            picture.paste(noise(f"{platform} {seed} {element.name}", right - left, bottom - top), (left, top))
        else:
            draw.rectangle((left, top, right - 1, bottom - 1), fill=(255, 255, 255), outline=(120, 120, 120))
            draw.text((left + 12, top + 8), element.text, fill=(28, 28, 28))
    return picture


@functools.lru_cache(maxsize=None)
def _png(platform, seed, shift):
    return encoded(_picture(platform, seed, shift))


def small(seed="shown"):
    """A picture with noise in its middle, large enough to be no icon."""
    picture = Image.new("RGB", (96, 80), (242, 242, 242))
    picture.paste(noise(f"small {seed}", 60, 40), (18, 20))
    return picture


# Files that show a picture and are no pictures that can be redacted: enough of each for what reads its beginning.


def movie(picture, brand=b"isom"):
    """A file of the family of MP4 whose only frame is a JPEG."""
    frame = encoded(picture, "JPEG", quality=90)
    beginning = b"ftyp" + brand + b"\0\0\2\0" + brand + b"mp41"
    boxes = [beginning, b"moov" + b"\0" * 100, b"mdat" + frame]
    return b"".join((len(box) + 4).to_bytes(4, "big") + box for box in boxes)


def webm(picture):
    """The head of a WebM, and a block with a picture."""
    return b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\x82\x84webm\x42\x87\x81\x04" + encoded(picture, "WEBP", quality=90)


def pdf(picture):
    return encoded(picture, "PDF")


def heic_like(picture):
    """A file that begins like HEIC; behind that is a JPEG."""
    return movie(picture, b"heic").replace(b"mp41", b"mif1", 1)
