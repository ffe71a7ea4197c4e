"""Makes the screens: pages of the labelled corpus as Chromium shows them, and what is where in them.

A screen is three files: NAME.png, NAME.bare.png, which is the same without its text, and NAME.json. Where only texts are asked for,
it is the last one alone.
"""

import contextlib
import json
import os
import pathlib
import random

from playwright.sync_api import sync_playwright

import content
import layouts
import looks
import products
import tools

HERE = pathlib.Path(__file__).parent
PRODUCTS = (HERE / "products.css").read_text(encoding="utf-8")
TRUTH = (HERE / "truth.js").read_text(encoding="utf-8")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# The same glyphs in each run, wherever they stand.
FLAGS = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"]
BARE = "*, *::before { color: transparent !important; text-shadow: none !important; }"
# What would be cut off by the edge of the window is left away, as nobody could say whether it has to be found.
FIT = """() => { for (const block of [...document.querySelectorAll('.block')].reverse())
    if (block.getBoundingClientRect().bottom > innerHeight - 4 || block.scrollWidth > innerWidth
        || block.closest('.app') && [block, ...block.querySelectorAll('*')].some((one) =>
            one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1)) block.remove(); }"""


def deck(rng, entries, count):
    """Entries in a random order, each as often as the others."""
    cards = []
    while len(cards) < count:
        cards += rng.sample(entries, len(entries))
    return cards[:count]


def plans(seed, count, half):
    """What each screen is: a language, a layout, a look, a device, and the half of the names if it is one of a product."""
    rng = random.Random(seed)
    columns = [deck(rng, entries, count) for entries in (content.LANGUAGES, tools.SCREENS if half else layouts.LAYOUTS, looks.LOOKS, looks.DEVICES)]
    return [(rng.getrandbits(32), *row, half) for row in zip(*columns)]


def page_of(seed, language, layout, look, device, half):
    """The HTML of a screen."""
    rng = random.Random(seed)
    style = looks.css(rng, look, device, language)
    if half:
        style, blocks = style + PRODUCTS, layout(products.Cast(rng, language, half), device.is_phone)
    else:
        blocks = "".join(layout(rng, language, device.is_phone))
    direction = "rtl" if language in content.RIGHT_TO_LEFT else "ltr"
    columns = "" if half or layout in (layouts.table, layouts.chat, layouts.receipt) else "columns"
    hard = f' data-hard="{looks.HARDSHIPS[look]}"' if look in looks.HARDSHIPS else ""
    return (f'<!doctype html><html lang="{language}" dir="{direction}"><meta charset="utf-8"><style>{style}</style>'
            f'<body{hard}><div class="{columns}">{blocks}</div></body></html>')


@contextlib.contextmanager
def browser():
    """A Chromium without a window."""
    with sync_playwright() as playwright:
        # Pages are our own, and there is no sandbox for root.
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield chromium
        finally:
            chromium.close()


def take(chromium, plan, path, has_pictures):
    """Shows a page, and writes its truth, and its pictures if they are asked for."""
    _, language, layout, look, device, _ = plan
    context = chromium.new_context(
        viewport={"width": device.width, "height": device.height}, device_scale_factor=device.scale)
    page = context.new_page()
    page.set_content(page_of(*plan))
    page.evaluate("document.fonts.ready")
    page.evaluate(FIT)
    truth = page.evaluate(TRUTH)
    if has_pictures:
        page.screenshot(path=path.with_suffix(".png"))
        page.add_style_tag(content=BARE)
        page.screenshot(path=path.with_suffix(".bare.png"))
    context.close()
    truth |= {"language": language, "layout": layout.__name__, "look": look, "scale": device.scale, "size": [device.width, device.height]}
    path.with_suffix(".json").write_text(json.dumps(truth, ensure_ascii=False), encoding="utf-8")


def make(directory, seed, count, half=None, has_pictures=True):
    """The paths of screens without their suffixes; those that are there are not made again."""
    directory.mkdir(parents=True, exist_ok=True)
    paths = [directory / f"{index:03}" for index in range(count)]
    missing = [(path, plan) for path, plan in zip(paths, plans(seed, count, half)) if not path.with_suffix(".json").exists()]
    if missing:
        with browser() as chromium:
            for path, plan in missing:
                take(chromium, plan, path, has_pictures)
    return paths
