"""Pictures of pages by Playwright: what is masked is covered, wherever it is."""

import concurrent.futures
import asyncio
import io

import pytest
import snapveil as package
from PIL import Image
from playwright.async_api import async_playwright

from conftest import SECRET, share

DESKTOP = {"viewport": {"width": 1280, "height": 720}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
FILLED = {"rules": [{"target": {"elements": "user-input"}, "style": {"fill": {"color": "#000"}}}]}
DEVICES = [
    pytest.param("/form", {**DESKTOP, "device_scale_factor": 1}, id="desktop"),
    pytest.param("/form", {**DESKTOP, "device_scale_factor": 2}, id="desktop-2x"),
    pytest.param("/form", {**PHONE, "device_scale_factor": 3}, id="phone-3x"),
    pytest.param("/desktop", {**PHONE, "device_scale_factor": 2}, id="phone-without-viewport"),
]


@pytest.fixture
def opened(site, new_context):
    """Opens a page in a window of a kind, scrolled a little."""

    def open(path, **window):
        page = new_context(**window).new_page()
        page.goto(site + path)
        page.evaluate("scrollTo(0, 37)")
        return page

    return open


def secrets(page):
    """Every secret of the form."""
    frames = [page.frame_locator(f"iframe >> nth={index}") for index in (0, 1)]
    return [page.locator(".secret"), *(frame.locator(".secret") for frame in frames)]


@pytest.mark.parametrize("full_page", [False, True])
@pytest.mark.parametrize("path, window", DEVICES)
def test_masked_elements_and_named_ones_are_covered_and_little_else(snapveil, opened, path, window, full_page):
    page = opened(path, **window)
    raw = page.screenshot(full_page=full_page)
    for what in ({"mask": secrets(page)}, {"policy": FILLED}):
        result = package.safe_screenshot(page, client=snapveil, full_page=full_page, **what)
        assert Image.open(io.BytesIO(result.image)).size == Image.open(io.BytesIO(raw)).size
        assert share(raw, SECRET) > 0.001
        assert share(result.image, SECRET) == 0
        assert share(result.image, (0, 0, 0)) - share(raw, (0, 0, 0)) < 1.3 * share(raw, SECRET)
        assert result.receipt["assurance"] == "erased"
