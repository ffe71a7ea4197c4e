"""How screens look: colours, backdrops, fonts, and the devices they are seen on."""

import base64
import dataclasses
import io

import numpy
from PIL import Image


@dataclasses.dataclass(frozen=True)
class Device:
    """A window in CSS pixels, and how many pixels of the picture each of them has on a side."""

    width: int
    height: int
    scale: float

    @property
    def is_phone(self):
        return self.width < 600


DEVICES = [
    Device(393, 852, 3), Device(1280, 720, 1), Device(412, 915, 2.625), Device(820, 1180, 1.5), Device(360, 740, 2),
    Device(430, 932, 3), Device(1280, 800, 2), Device(1024, 768, 1), Device(393, 852, 1), Device(390, 844, 3),
]

# A look and what it makes hard; what is not hard is dark text on a plain light ground.
LOOKS = ["light", "dark", "light", "gradient", "white", "photo", "cream", "night", "white", "light"]
HARDSHIPS = {"dark": "dark", "night": "dark", "gradient": "gradient", "photo": "photo"}

COLOURS = {
    "light": ("#f2f2f7", "#1c1c1e", "#ffffff"), "white": ("#ffffff", "#202124", "#ffffff"), "cream": ("#fbf6ec", "#3a2f1e", "#fffdf8"),
    "dark": ("#000000", "#f2f2f7", "#1c1c1e"), "night": ("#121a2b", "#dfe6f5", "#1d2740"),
}
ACCENTS = ["#0a7aff", "#d6336c", "#2b8a3e", "#e8590c", "#6741d9", "#0b7285"]
FONTS = ["Inter", "Noto Sans", "Liberation Sans", "DejaVu Sans", "Noto Serif", "Liberation Serif"]

# Faint, as iOS and Material draw what may be typed; on a dark ground, the other way round.
FAINT = {"dark": "#636366", "night": "#5d6a86"}


def css(rng, look, device, language):
    """The style of a page, and of what layouts are made of."""
    backdrop = ""
    if look == "gradient":
        first, second = rng.sample(ACCENTS, 2)
        ground, ink, card = f"linear-gradient({rng.randint(0, 359)}deg,{first},{second})", "#ffffff", "rgba(255,255,255,.12)"
    elif look == "photo":
        ground, ink, card = f"url(data:image/jpeg;base64,{photograph(rng)}) 0 0/cover", "#ffffff", "rgba(0,0,0,.18)"
        backdrop = "text-shadow:0 1px 3px rgba(0,0,0,.75);"
    else:
        ground, ink, card = COLOURS[look]
    accent = rng.choice(ACCENTS)
    size = rng.choice([15, 16, 17]) if device.is_phone else rng.choice([13, 14, 15])
    leading = 1.75 if language in ("ar", "he") else 1.45
    faint = FAINT.get(look, "#c7c7cc" if look in COLOURS else "rgba(255,255,255,.7)")
    return f"""
      * {{ box-sizing: border-box; margin: 0; }}
      html, body {{ height: 100%; overflow: hidden; }}
      body {{ background: {ground}; color: {ink}; font: {size}px/{leading} "{rng.choice(FONTS)}", "Noto Sans", "Noto Sans Arabic",
        "Noto Sans Hebrew", "WenQuanYi Micro Hei", sans-serif; padding: {14 if device.is_phone else 24}px; {backdrop} }}
      .block {{ margin-bottom: 12px; overflow-wrap: anywhere; }}
      .columns {{ display: grid; align-items: start; grid-template-columns: {"1fr" if device.is_phone else "1fr 1fr"}; gap: 0 32px; }}
      .card, .input, .row {{ background: {card}; border-radius: 10px; padding: 9px 12px; }}
      .input {{ border: 1px solid rgba(128,128,128,.35); min-height: 2.2em; }}
      .row {{ display: flex; gap: 16px; justify-content: space-between; align-items: center; }}
      .row > :last-child {{ text-align: end; }}
      .price {{ white-space: nowrap; }}
      label {{ display: block; font-size: .86em; opacity: .85; }}
      .grey {{ color: {faint}; }}
      .small {{ font-size: {9 if device.scale == 1 else 10}px; }}
      .muted {{ opacity: .75; }}
      h1 {{ font-size: 1.6em; line-height: 1.4; }} h2 {{ font-size: 1.15em; line-height: 1.4; }}
      .button {{ background: {accent}; color: #fff; border-radius: 12px; padding: 10px 16px; text-align: center; text-shadow: none; }}
      .bubble {{ background: {card}; border-radius: 16px; padding: 8px 13px; max-width: 82%; width: fit-content; }}
      .mine {{ background: {accent}; color: #fff; margin-inline-start: auto; }}
      .plastic {{ background: linear-gradient(120deg, {accent}, #333); color: #fff; border-radius: 14px; padding: 16px; max-width: 380px; }}
      table {{ border-collapse: collapse; width: 100%; background: {card}; }}
      td, th {{ text-align: start; padding: 6px 9px; border-bottom: 1px solid rgba(128,128,128,.3); overflow-wrap: anywhere;
        vertical-align: top; }}
      .mono {{ font-family: "DejaVu Sans Mono", "WenQuanYi Micro Hei Mono", monospace; max-width: 430px; margin: auto; }}
      .cells {{ display: flex; gap: 10px; }} .cells > * {{ border: 1px solid rgba(128,128,128,.5); border-radius: 8px; padding: 8px 13px; }}
    """


def photograph(rng, width=640, height=960):
    """A made-up photograph as JPEG in Base64: soft light, shapes with edges, and grain."""
    noise = numpy.random.default_rng(rng.getrandbits(32))
    picture = numpy.zeros((height, width, 3))
    for cells in (3, 8, 24, 80):
        rough = noise.random((cells, cells, 3)) * 255
        layer = Image.fromarray(rough.astype("uint8")).resize((width, height), Image.Resampling.BICUBIC)
        picture += numpy.asarray(layer) * {3: 0.5, 8: 0.25, 24: 0.15, 80: 0.1}[cells]
    ys, xs = numpy.mgrid[0:height, 0:width]
    for _ in range(14):
        x, y, radius = noise.random() * width, noise.random() * height, noise.random() * 120 + 20
        shape = (xs - x) ** 2 + ((ys - y) * (0.5 + noise.random())) ** 2 < radius**2
        picture[shape] = picture[shape] * 0.45 + noise.random(3) * 140
    picture += noise.normal(0, 7, picture.shape)
    # Phones darken what text stands on.
    picture = numpy.clip(picture * 0.72, 0, 255).astype("uint8")
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=85)
    return base64.b64encode(file.getvalue()).decode()
