#!/usr/bin/env python3
"""Makes 200 screens as app switchers keep them, and says of each whether it hides the app.

    Tests/System/Exposure/screens.py [--seed N] DIRECTORY

Writes a PNG for each and truth.json: its file, what kind it is, which verdicts are right (more than one where people would
not agree), pixels for each point, the strength of its cover in pixels, and the splash that it is held against. The same seed
makes the same screens with the same browser and fonts. Needs chromium and what requirements.txt names.
"""

import argparse
import io
import json
import os
import pathlib
import random

from PIL import Image
from playwright.sync_api import sync_playwright

import apps
import covers
import privacy
from theme import DEVICES, Theme

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
#: Standard deviations, in pixels of a display of three for each point.
STRENGTHS = [2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 47, 60]
#: The size of the largest text of a page, in points.
LARGEST_TEXT = """() => Math.max(17, ...[...document.querySelectorAll('body *')]
    .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())).map(e => parseFloat(getComputedStyle(e).fontSize)))"""
#: What text of 17 points can be made out beneath: a blur with this standard deviation, cells with this edge, in points.
LEGIBLE_BLUR, LEGIBLE_CELLS = 2.4, 4


class Screens:
    """The files and what is true of them."""

    def __init__(self, browser, directory, seed):
        self.browser, self.directory, self.rng = browser, directory, random.Random(seed)
        self.truth = []

    def theme(self):
        return Theme(self.rng)

    def draw(self, theme, html):
        """A picture of a page."""
        context = self.browser.new_context(
            viewport={"width": theme.width, "height": theme.height}, device_scale_factor=theme.scale)
        page = context.new_page()
        page.set_content(html)
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        theme.largest_text = page.evaluate(LARGEST_TEXT)
        context.close()
        return picture

    def add(self, picture, kind, verdicts, theme, **facts):
        """Writes a file."""
        name = f"{len(self.truth):03}-{kind}.png"
        picture.save(self.directory / name, compress_level=1)
        self.truth.append({"file": name, "kind": kind, "verdicts": verdicts, "scale": theme.scale, **facts})

    def save_splash(self, picture):
        """Writes what a screen is held against."""
        name = f"splash-{len(self.truth):03}.png"
        picture.save(self.directory / name, compress_level=1)
        return name

    def add_apps(self):
        for make, count in apps.KINDS:
            for _ in range(count):
                theme = self.theme()
                # A lock screen of digits shows nothing of its user, but nor does it look unlike one that does.
                verdicts = ["visible", "hidden"] if make is apps.keypad else ["visible"]
                self.add(self.draw(theme, make(theme)), make.__name__, verdicts, theme)

    def add_privacy(self):
        for make, count in privacy.KINDS:
            for _ in range(count):
                theme = self.theme()
                self.add(self.draw(theme, make(theme)), make.__name__, ["hidden"], theme)

    def add_splashes(self):
        """Screens that are held against a splash of another size, and some that only look like it."""
        for make, is_splash in [(privacy.picture_splash, True)] * 3 + [(apps.keypad, True), (privacy.splash, True)] * 2 + [
            (apps.welcome, False), (apps.login, False), (apps.balance, False), (privacy.picture_splash, False),
        ]:
            theme = self.theme()
            state = self.rng.getstate()
            picture = self.draw(theme, make(theme))
            if is_splash:
                # The same on another device: what is drawn is drawn by the same choices.
                shown = picture
                self.rng.setstate(state)
                (theme.width, theme.height), theme.scale = self.rng.choice([d for d in DEVICES if d[0][0] != 375])
                self.rng.setstate(state)
                splash = self.draw(theme, make(theme))
                if make is privacy.picture_splash:
                    splash = picture.resize((round(picture.width * 0.61), round(picture.height * 0.61)))
                self.add(shown, "like-" + make.__name__, ["hidden"], theme, splash=self.save_splash(splash))
            else:
                splash = self.draw(theme, privacy.splash(theme))
                name = self.save_splash(splash)
                if make is privacy.picture_splash:
                    # The splash, but the app shines through.
                    other = self.draw(theme, apps.rows(theme)).resize(splash.size)
                    picture = Image.blend(splash, other, 0.3)
                self.add(picture, "unlike-" + make.__name__, ["visible"], theme, splash=name)

    def base(self):
        theme = self.theme()
        return theme, self.draw(theme, self.rng.choice(apps.COVERED)(theme))

    def add_blurs(self):
        for strength in STRENGTHS:
            for _ in range(3):
                theme, picture = self.base()
                sigma = strength / 3 * theme.scale
                points = strength / 3
                # Anybody reads text beneath a point; the larger it is, the longer it can be made out.
                limit = LEGIBLE_BLUR / 17 * theme.largest_text
                verdicts = ["visible"] if points <= 1 else ["visible", "blurred"] if points < limit else ["blurred"]
                self.add(covers.gaussian(picture, sigma), "gaussian", verdicts, theme, sigma=sigma)

    def add_materials(self):
        for index in range(18):
            theme, picture = self.base()
            tint, share = self.rng.choice([("#ffffff", 0.4), ("#f2f2f7", 0.65), ("#000000", 0.35), ("#1c1c1e", 0.6), ("#ffffff", 0.8)])
            sigma = self.rng.choice([8, 12, 20, 30]) * theme.scale / 1.0
            covered = covers.material(picture, sigma, tint, share, self.rng.choice([1, 1.4, 1.8]), self.rng.choice([4, 8]))
            if index % 3 == 0:
                ink = "#fff" if tint in ("#000000", "#1c1c1e") else "#222"
                covered = self.over(theme, covered, ink)
            self.add(covered, "material", ["blurred"], theme, sigma=sigma)

    def over(self, theme, picture, ink):
        """A padlock and a message over a blurred picture."""
        buffer = io.BytesIO()
        picture.save(buffer, "PNG")
        context = self.browser.new_context(
            viewport={"width": theme.width, "height": theme.height}, device_scale_factor=theme.scale)
        page = context.new_page()
        page.route("**/under.png", lambda route: route.fulfill(body=buffer.getvalue(), content_type="image/png"))
        page.route("**/page.html", lambda route: route.fulfill(
            body=theme.document('<img src="under.png" style="position:absolute;width:100%;height:100%"><div class="middle">'
                                f'{theme.lock(64, ink)}<h2 style="margin-top:14px">{self.rng.choice(privacy.MESSAGES)}</h2></div>', ink=ink),
            content_type="text/html"))
        page.goto("http://screens.invalid/page.html")
        result = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        context.close()
        return result

    def add_mosaics(self):
        for points in [2.5, 4, 5, 6, 8, 8, 10, 12, 14, 16, 20, 24]:
            theme, picture = self.base()
            block = max(round(points * theme.scale), 2)
            cover = self.rng.choice([covers.mosaic, covers.coarse])
            verdicts = ["visible", "blurred"] if points < LEGIBLE_CELLS / 17 * theme.largest_text else ["blurred"]
            self.add(cover(picture, block), cover.__name__, verdicts, theme, block=block)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("directory", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.directory.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        # As root, which containers run as, there is no sandbox; the pages are our own.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        screens = Screens(browser, arguments.directory, arguments.seed)
        for add in [screens.add_apps, screens.add_privacy, screens.add_splashes, screens.add_blurs, screens.add_materials,
                    screens.add_mosaics]:
            add()
        browser.close()
    (arguments.directory / "truth.json").write_text(json.dumps(screens.truth, indent=1) + "\n")


if __name__ == "__main__":
    main()
