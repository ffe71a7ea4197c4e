"""Colours, fonts, words and pictures that the screens of one app have in common."""

import base64
import io

import numpy
from PIL import Image

COLORS = ["#0a84ff", "#34c759", "#ff3b30", "#ff9500", "#5856d6", "#af52de", "#00796b", "#c2185b", "#1b5e20", "#263238",
          "#d81b60", "#3e2723", "#0d47a1", "#f4511e", "#00acc1", "#7cb342"]
FONTS = ["Inter", "DejaVu Sans", "Liberation Sans", "Noto Sans", "Liberation Serif"]
APPS = ["Nordbank", "Mediloop", "PayLane", "Kairo", "Vaultly", "Hearth", "Trailmate", "Inkwell", "Quill", "Cobalt"]
NAMES = ["Anna Keller", "Ben Okafor", "Chloé Martin", "Dmitri Volkov", "Elif Demir", "Farid Rahimi", "Grace Lee",
         "Hugo Santos", "Ines Costa", "Jonas Weber", "Kaya Lindqvist", "Liam Murphy"]
WORDS = ("the quarterly report is ready and we should meet before noon to look at it again because the numbers of last "
         "week were not those that everybody had hoped for when the plan was made in spring at the lake with all of us "
         "around a table full of maps letters invoices and old photographs").split()

# Size in points, scale: phones of today and of old, a tablet.
DEVICES = [((430, 932), 3), ((393, 852), 3), ((390, 844), 3), ((412, 915), 2.625), ((375, 667), 2), ((360, 800), 3)]


class Theme:
    """What the screens of one app look like."""

    def __init__(self, rng):
        self.rng = rng
        self.app = rng.choice(APPS)
        self.accent, self.second = rng.sample(COLORS, 2)
        self.font = rng.choice(FONTS)
        self.is_dark = rng.random() < 0.35
        self.page = "#000" if self.is_dark else rng.choice(["#fff", "#fff", "#f2f2f7", "#fafaf7"])
        self.card = "#1c1c1e" if self.is_dark else "#fff" if self.page != "#fff" else "#f2f2f7"
        self.ink = "#fff" if self.is_dark else "#111"
        self.faint = "#98989f" if self.is_dark else "#6d6d72"
        self.line = "#38383a" if self.is_dark else "#d1d1d6"
        (self.width, self.height), self.scale = rng.choice(DEVICES)
        self.has_status = rng.random() < 0.6

    def words(self, low, high):
        """A few words as a sentence."""
        start = self.rng.randrange(len(WORDS))
        count = self.rng.randint(low, high)
        text = " ".join(WORDS[(start + i) % len(WORDS)] for i in range(count))
        return text[0].upper() + text[1:]

    def name(self):
        return self.rng.choice(NAMES)

    def amount(self):
        return f"{self.rng.choice('€$£')}{self.rng.randint(1, 9999):,}.{self.rng.randint(0, 99):02}"

    def logo(self, size):
        """A mark of simple shapes, as SVG."""
        one, two = self.accent, self.second
        shapes = [
            f'<rect width="100" height="100" rx="24" fill="{one}"/><circle cx="50" cy="50" r="26" fill="#fff"/>',
            f'<circle cx="50" cy="50" r="50" fill="{one}"/><path d="M28 70 L50 22 L72 70 Z" fill="#fff"/>',
            f'<path d="M50 0 L100 50 L50 100 L0 50 Z" fill="{one}"/><path d="M50 25 L75 50 L50 75 L25 50Z" fill="{two}"/>',
            f'<circle cx="35" cy="50" r="35" fill="{one}"/><circle cx="65" cy="50" r="35" fill="{two}" opacity="0.8"/>',
            f'<rect width="45" height="45" fill="{one}"/><rect x="55" width="45" height="45" fill="{two}"/>'
            f'<rect y="55" width="45" height="45" fill="{two}"/><rect x="55" y="55" width="45" height="45" fill="{one}"/>',
            f'<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="{one}"/><stop offset="1" stop-color="{two}"/>'
            f'</linearGradient></defs><rect width="100" height="100" rx="22" fill="url(#g)"/>'
            f'<path d="M25 55 L43 73 L77 30" stroke="#fff" stroke-width="11" fill="none"/>',
            f'<rect width="100" height="100" rx="20" fill="{one}"/><text x="50" y="72" font-size="64" fill="#fff" '
            f'font-family="Inter" font-weight="700" text-anchor="middle">{self.app[0]}</text>',
        ]
        return f'<svg width="{size}" height="{size}" viewBox="0 0 100 100">{self.rng.choice(shapes)}</svg>'

    def lock(self, size, color):
        """A padlock, as SVG."""
        return (f'<svg width="{size}" height="{size}" viewBox="0 0 100 100"><rect x="18" y="44" width="64" height="50" '
                f'rx="8" fill="{color}"/><path d="M32 46 V30 a18 18 0 0 1 36 0 V46" stroke="{color}" stroke-width="9" '
                f'fill="none"/></svg>')

    def photograph(self, width, height):
        """Something with the statistics of a photograph, as the address of an image."""
        noise = numpy.random.default_rng(self.rng.randrange(1 << 30))
        rows, columns = numpy.fft.fftfreq(height)[:, None], numpy.fft.rfftfreq(width)[None]
        fall = 1 / numpy.maximum(numpy.hypot(rows, columns), 1 / max(width, height)) ** 1.3
        layers = []
        for _ in range(3):
            wave = numpy.fft.rfft2(noise.normal(size=(height, width))) * fall
            layer = numpy.fft.irfft2(wave, s=(height, width))
            layers.append((layer - layer.min()) / (layer.max() - layer.min()))
        shared = layers[0][..., None] * 0.6
        picture = Image.fromarray((255 * numpy.clip(shared + 0.4 * numpy.stack(layers, -1), 0, 1)).astype("uint8"))
        buffer = io.BytesIO()
        picture.save(buffer, "JPEG", quality=88)
        return "data:image/jpeg;base64," + base64.b64encode(buffer.getvalue()).decode()

    def status(self, color=None):
        """The system's bar above a screen, which not all snapshots have."""
        if not self.has_status:
            return ""
        color = color or self.ink
        top = 14 if self.height > 700 else 1
        return (f'<div style="position:absolute;top:{top}px;left:30px;right:26px;display:flex;justify-content:space-between;'
                f'font:600 15px Inter;color:{color}"><span>9:41</span><span style="width:24px;height:11px;border-radius:3px;'
                f'border:1.5px solid {color}"></span></div>')

    def document(self, body, background=None, ink=None):
        """A page of HTML that fills the screen."""
        ink = ink or self.ink
        return (f'<!doctype html><meta charset="utf-8"><style>*{{box-sizing:border-box;margin:0}}body{{width:{self.width}px;'
                f'height:{self.height}px;overflow:hidden;position:relative;background:{background or self.page};color:{ink};'
                f'font:17px "{self.font}",sans-serif}}.middle{{position:absolute;inset:0;display:flex;flex-direction:column;'
                f'align-items:center;justify-content:center;text-align:center}}.faint{{color:{self.faint}}}.row{{display:flex;'
                f'align-items:center;gap:12px;padding:0 16px;height:60px;border-bottom:1px solid {self.line}}}.field{{height:'
                f'48px;border-radius:10px;background:{self.card};border:1px solid {self.line};padding:13px;margin:8px 0;'
                f'text-align:left}}.button{{height:50px;border-radius:12px;background:{self.accent};color:#fff;font-weight:600;'
                f'display:flex;align-items:center;justify-content:center}}</style><body>{body}')
