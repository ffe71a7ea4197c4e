#!/usr/bin/env python3
"""Measures what a safe screenshot takes more than a raw one, and how long the server takes to start.

    Tests/System/Python/measure.py SNAPVEIL

Status 1 if it is more than it may be: 40 ms for a picture of 1280x720, 60 ms for a phone's, 500 ms for the start. Raw and safe
pictures are taken by turns, and medians compared, on a machine that does nothing else.
"""

import pathlib
import statistics
import sys
import tempfile
import threading
import time

from run import lay_out

site = tempfile.TemporaryDirectory()
lay_out(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(site.name))
sys.path.insert(0, site.name)

import http.server  # noqa: E402

import snapveil  # noqa: E402
from conftest import Handler  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from snapveil.guard import Guard  # noqa: E402
from support import LAUNCH, SCREENS  # noqa: E402

FIELDS = {"rules": [{"target": {"elements": "user-input"}, "style": {"fill": {"color": "#123456"}}}]}
WAYS = [
    ("/form", "frosted", "frosted"), ("/form", "blurred", "blur"), ("/checkout", "named elements covered", FIELDS),
    ("/form", "named elements covered, in two frames, too", FIELDS),
]
WINDOWS = {
    "1280x720": (40, {"viewport": {"width": 1280, "height": 720}}),
    "phone": (60, {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "device_scale_factor": 3}),
}


def milliseconds(call):
    started = time.perf_counter()
    call()
    return (time.perf_counter() - started) * 1000


def added(page, client, policy, count=25):
    """What a safe picture takes more than a raw one, in milliseconds."""
    raw, safe = [], []
    for _ in range(count):
        raw.append(milliseconds(page.screenshot))
        guard = Guard(lambda: client, policy, "fail")
        guard.install()
        safe.append(milliseconds(page.screenshot))
        guard.remove()
    return statistics.median(safe[3:]) - statistics.median(raw[3:])


def added_by_masks(page, client, count=25):
    """What a picture takes more than a raw one that masks a locator of the page and one in each of two frames."""
    frames = [page.frame_locator(f"iframe >> nth={index}") for index in (0, 1)]
    masks = [page.locator(".secret"), *(frame.locator(".secret") for frame in frames)]
    raw, safe = [], []
    for _ in range(count):
        raw.append(milliseconds(page.screenshot))
        safe.append(milliseconds(lambda: snapveil.safe_screenshot(page, mask=masks, client=client)))
    return statistics.median(safe[3:]) - statistics.median(raw[3:])


def main():
    starts, failed = [], False
    for _ in range(5):
        starts.append(milliseconds(lambda: snapveil.Server().stop()))
    print(f"start and end of a server: {statistics.median(starts):.0f} ms")
    failed |= statistics.median(starts) > 500
    pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=pages.serve_forever, daemon=True).start()
    with sync_playwright() as playwright, snapveil.Server() as server, snapveil.Client(server.url) as client:
        browser = playwright.chromium.launch(**LAUNCH)
        for name, (bound, window) in WINDOWS.items():
            page = browser.new_context(**window).new_page()
            for path, label, policy in WAYS:
                page.goto(f"http://127.0.0.1:{pages.server_port}{path}")
                extra = added(page, client, policy)
                print(f"{name}, {label}: {extra:.0f} ms more")
                failed |= extra > bound
            # Beyond what is bound: each locator in a frame takes Playwright 10 ms to find, twice.
            print(f"{name}, three locators masked, two of them in frames: {added_by_masks(page, client):.0f} ms more")
        browser.close()
        for picture in ("web_1280x720.png", "ios-login.png"):
            image = (SCREENS / picture).read_bytes()
            took = [milliseconds(lambda: client.sanitize(image, policy="blur")) for _ in range(20)]
            print(f"{picture} alone, blurred: {statistics.median(took):.0f} ms")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
