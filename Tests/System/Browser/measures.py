"""Measures what the page has to be: small, soon there, and quick under the hand on a large picture."""

import io
import json
import pathlib
import statistics
import tempfile
import time

from PIL import Image

from support import DESKTOP, SCREENS, Server, chromium

#: The most that each measure may be, or the least for frames.
BOUNDS = {"size": 120.0, "start": 150.0, "frames": 58.0, "preview": 100.0}


def run():
    """Prints the measures, each as a median with the best and the worst; 1 if one is over its bound."""
    server = Server()
    try:
        with chromium() as browser:
            results = [size(browser, server.url), start(browser, server.url), *large(browser, server.url)]
    finally:
        server.stop()
    for name, unit, values in results:
        print(f"{name:44} {statistics.median(values):8.1f} {unit:4} ({min(values):.1f} to {max(values):.1f}, {len(values)} times)")
    medians = dict(zip(("size", "start", "frames", "preview"), (statistics.median(values) for *_, values in results)))
    misses = [key for key, value in medians.items() if (value < BOUNDS[key] if key == "frames" else value > BOUNDS[key])]
    print(f"over their bounds: {', '.join(misses)}" if misses else "all within their bounds")
    return 1 if misses else 0


def fresh(browser, url):
    """The page in a window that has nothing cached."""
    page = browser.new_context(**DESKTOP).new_page()
    page.goto(url)
    page.wait_for_selector("html[data-ready]")
    return page


def size(browser, url):
    """What goes over the wire until the page is there, with heads."""
    page = fresh(browser, url)
    total = page.evaluate(
        "performance.getEntries().filter(e => e.transferSize).reduce((sum, e) => sum + e.transferSize, 0)"
    )
    page.context.close()
    return "the page, compressed", "kB", [total / 1000]


def start(browser, url):
    """From the first byte of the page until it can be used."""
    values = []
    for _ in range(15):
        page = fresh(browser, url)
        values.append(page.evaluate(
            "performance.getEntriesByName('interactive')[0].startTime"
            " - performance.getEntriesByType('navigation')[0].responseStart"
        ))
        page.context.close()
    return "interactive after its first byte", "ms", values


def large(browser, url):
    """Drags and previews on a picture of twenty megapixels."""
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory, "large.png")
        path.write_bytes(twenty_megapixels())
        page = fresh(browser, url)
        page.set_input_files("#picture-file", str(path))
        page.wait_for_selector("#forecast .badge")
        page.wait_for_timeout(1500)
        rates, previews = [], []
        for _ in range(5):
            rate, preview = drag(browser, page)
            rates.append(rate)
            previews.append(preview)
        page.context.close()
    return [
        ("frames while a region is dragged", "/s", rates),
        ("preview after letting go", "ms", previews),
    ]


def twenty_megapixels():
    """A screenshot of 3648 x 5472 pixels: many screens beside each other."""
    large = Image.new("RGB", (3648, 5472), "white")
    names = ["ios-login.png", "android-checkout.png", "web-profile.png", "web_1280x720.png"]
    screens = [Image.open(SCREENS / name).convert("RGB") for name in names]
    for index in range(24):
        large.paste(screens[index % len(screens)], (index % 4 * 912, index // 4 * 912))
    file = io.BytesIO()
    large.save(file, "PNG")
    return file.getvalue()


def drag(browser, page):
    """Drags a region about for two seconds; tells the frames a second by the browser's trace, and the time to the preview."""
    box = page.locator("#overlay").bounding_box()
    at = lambda x, y: (box["x"] + x * box["width"], box["y"] + y * box["height"])
    page.evaluate(
        """() => {
            addEventListener("pointerup", (event) => { window.letGo = event.timeStamp; }, { capture: true, once: true });
            window.shown = new Promise((done) => {
                const seen = new MutationObserver(() => { if (window.letGo) { seen.disconnect(); done(performance.now()); } });
                seen.observe(document.querySelector("#forecast"), { childList: true });
            });
            window.letGo = 0;
        }"""
    )
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline.frame"])
    page.mouse.move(*at(0.2, 0.2))
    page.mouse.down()
    begin = time.monotonic()
    step = 0
    while time.monotonic() - begin < 2:
        step += 1
        page.mouse.move(*at(0.4 + 0.3 * (step % 90) / 90, 0.4 + 0.3 * (step % 70) / 70))
    trace = json.loads(browser.stop_tracing())
    page.mouse.up()
    preview = page.evaluate("window.shown.then((time) => time - window.letGo)")
    page.keyboard.press("Delete")
    page.wait_for_timeout(500)
    drawn = sorted(e["ts"] for e in trace["traceEvents"] if e["name"] == "DrawFrame")
    # From the first to the last, so that starting and stopping the trace does not count.
    return (len(drawn) - 1) / ((drawn[-1] - drawn[0]) / 1e6), preview
