"""Takes pictures of the page, for people to look at."""

from PIL import Image

from support import DESKTOP, MODELS, PHONE, TABLET, Server, chromium

SIZES = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE}


def run(directory):
    """Takes pictures of the start, the sample, its result and a check of both, at three sizes in both themes."""
    directory.mkdir(parents=True, exist_ok=True)
    server = Server("--models", MODELS)
    try:
        with chromium() as browser:
            for size, device in SIZES.items():
                for theme in ("light", "dark"):
                    take(browser, server.url, directory, f"{size}-{theme}", {**device, "color_scheme": theme})
    finally:
        server.stop()
    return 0


def shoot(page, path):
    """Takes one picture, in as few colours as an eye can tell: a repository keeps every version of it."""
    page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)


def take(browser, url, directory, name, settings):
    """Takes the pictures of one size in one theme."""
    context = browser.new_context(**settings, reduced_motion="reduce")
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("html[data-ready]")
    shoot(page, directory / f"{name}-start.png")
    page.click("#sample")
    page.wait_for_selector(".found.element")
    page.wait_for_timeout(400)
    shoot(page, directory / f"{name}-work.png")
    page.click("#redact")
    page.wait_for_selector("#outcome-full:not([hidden])")
    page.wait_for_timeout(400)
    shoot(page, directory / f"{name}-result.png")
    page.click("#check")
    page.wait_for_selector("#result-report:not([hidden])")
    page.wait_for_timeout(400)
    shoot(page, directory / f"{name}-check.png")
    context.close()
