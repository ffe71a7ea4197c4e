"""Runs of pytest with the plugin: what they leave on the disk, and what they say."""

import io
import re

import pytest
import snapveil as package
from appium.options.ios import XCUITestOptions
from appium.webdriver import Remote
from PIL import Image
from snapveil.guard import Guard

from support import LAUNCH, SECRET, share

#: Takes a picture of the app of the tests in every way that Selenium and Appium have.
APPIUM = """
    import pathlib, pytest
    from appium.options.ios import XCUITestOptions
    from appium.webdriver import Remote

    @pytest.fixture
    def driver():
        driver = Remote("APPIUM", options=XCUITestOptions())
        yield driver
        driver.quit()

    def test_ways(driver):
        assert driver.save_screenshot("saved.png") is WRITTEN
        assert driver.get_screenshot_as_file("file.png") is WRITTEN
        png = driver.get_screenshot_as_png()
        import base64
        assert base64.b64decode(driver.get_screenshot_as_base64()) == png
        assert bool(png) is WRITTEN
        if png:
            pathlib.Path("png.png").write_bytes(png)
"""

#: A policy in a file that names elements.
FIELDS = '{"rules": [{"target": {"elements": "user-input"}, "style": {"fill": {"color": "#123456"}}}]}'


def colors(picture):
    return [color for _, color in Image.open(io.BytesIO(picture)).convert("RGB").getcolors(1 << 24)]


def test_without_a_policy_nothing_is_changed(run, screen):
    status, left, said = run(APPIUM)
    assert status == 0, said
    assert set(left.values()) == {screen} and len(left) == 3


def test_every_picture_of_appium_is_safe(run):
    status, left, said = run(APPIUM, "--snapveil-policy", "blackout", starts_server=True)
    assert status == 0, said
    assert [colors(picture) for picture in left.values()] == [[(0, 0, 0)]] * 3
    assert "Snapveil" not in said


def test_a_policy_in_a_file_names_elements(run, tmp_path, appium):
    (tmp_path / "cover.yaml").write_text("rules:\n- target: { elements: sensitive }\n  style: { fill: { color: '#123456' } }\n")
    # Pictures of other things beside it are none of its business.
    (tmp_path / "other.yaml").write_text("rules: none\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\nsnapveil_policy = cover.yaml\n")
    status, left, said = run(APPIUM)
    assert status == 0, said
    assert len(left) == 3 and all(0 < share(picture, (0x12, 0x34, 0x56)) < 0.5 for picture in left.values())


CHECKED = """
    from snapveil import assert_nothing_sensitive

    def test_page(page):
        page.goto("SITE/checkout")
        assert_nothing_sensitive(page, policy={"rules": [{"target": {"elements": "sensitive"}, "style": {"veil": {}}}]})
"""


def test_a_policy_of_the_run_hides_nothing_from_a_check(run):
    status, left, said = run(CHECKED, "--snapveil-policy", "blackout", "--screenshot", "only-on-failure")
    assert status == 1 and "finding" in said and "AssertionError" in said, said
    # And the check leaves no picture.
    assert [colors(picture) for picture in left.values()] == [[(0, 0, 0)]]


PLAYWRIGHT = """
    import asyncio, pytest, snapveil as package

    def test_ways(page):
        page.goto("SITE/form")
        page.screenshot(path="page.png")
        page.screenshot(path="folder/full.jpg", full_page=True)
        page.locator("#number").screenshot(path="locator.png")
        page.query_selector("#number").screenshot(path="handle.png")
        open("bytes.png", "wb").write(page.screenshot())

    def test_that_fails(page):
        page.goto("SITE/form")
        assert False

    def test_own(page, snapveil):
        page.goto("SITE/form")
        result = package.safe_screenshot(page, mask=["#number"], path="own.png")
        assert result.receipt["matches"] == [{"rule": 0, "count": 1}]
"""


def test_every_picture_of_playwright_is_safe(run, tmp_path):
    status, left, said = run(PLAYWRIGHT, "--snapveil-policy", "blackout", "--screenshot", "only-on-failure")
    assert status == 1 and "1 failed, 2 passed" in said, said
    own = left.pop("own.png")
    assert share(own, SECRET) > 0, "what is named is covered alone"
    failure = [name for name in left if name.startswith("test-results")]
    assert len(failure) == 1
    assert sorted(left) == sorted(["bytes.png", "folder/full.jpg", "handle.png", "locator.png", "page.png", *failure])
    assert all(colors(picture) == [(0, 0, 0)] for picture in left.values())


def test_a_policy_that_names_elements_covers_them_in_pictures_of_pages(run, tmp_path):
    (tmp_path / "fields.json").write_text(FIELDS)
    status, left, said = run(PLAYWRIGHT, "--snapveil-policy", "fields.json", "--screenshot", "only-on-failure")
    assert "1 failed, 2 passed" in said and "Snapveil" not in said, said
    left.pop("own.png")
    assert len(left) == 6
    for name, picture in left.items():
        assert share(picture, SECRET) == 0, name


ASYNC = """
    import asyncio
    from playwright.async_api import async_playwright

    def test_ways():
        async def take():
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(**LAUNCH)
                page = await browser.new_page()
                await page.goto("SITE/form")
                await page.screenshot(path="page.png")
                await page.locator("#number").screenshot(path="locator.png")
                await (await page.query_selector("#number")).screenshot(path="handle.png")

        asyncio.run(take())
"""


def test_every_picture_that_is_awaited_is_safe(run, tmp_path):
    (tmp_path / "fields.json").write_text(FIELDS)
    status, left, said = run(ASYNC.replace("LAUNCH", repr(LAUNCH)), "--snapveil-policy", "fields.json")
    assert status == 0 and "Snapveil" not in said, said
    assert len(left) == 3 and all(share(picture, SECRET) == 0 for picture in left.values())


SELENIUM = """
    import pathlib
    from selenium.webdriver.common.by import By
    from support import chrome

    def test_ways():
        driver = chrome()
        try:
            driver.get("SITE/form")
            driver.save_screenshot("saved.png")
            number = driver.find_element(By.ID, "number")
            number.screenshot("element.png")
            pathlib.Path("element-bytes.png").write_bytes(number.screenshot_as_png)
            data = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
            other = driver.browsing_context.capture_screenshot(context=driver.current_window_handle)
            for name, text in (("cdp.png", data), ("bidi.png", other)):
                if text:
                    import base64
                    pathlib.Path(name).write_bytes(base64.b64decode(text))
        finally:
            driver.quit()
"""


@pytest.mark.parametrize("policy, count", [("frosted", 5), ("fields.json", 3)])
def test_every_picture_of_selenium_is_safe(run, tmp_path, policy, count):
    (tmp_path / "fields.json").write_text(FIELDS)
    status, left, said = run(SELENIUM, "--snapveil-policy", policy)
    assert status == 0, said
    assert len(left) == count and all(share(picture, SECRET) == 0 for picture in left.values())
    # What the protocols of the browser show is not known.
    assert said.count("1 screenshot was dropped") == (2 if count == 3 else 0)


BAD = {
    "no server": (
        ["--snapveil-policy", "blackout", "--snapveil-url", "http://127.0.0.1:1"], "no Snapveil answers at http://127.0.0.1:1",
    ),
    "no such policy": (["--snapveil-policy", "glitter"], "The policy is unknown"),
    "a policy that cannot be carried out": (["--snapveil-policy", "mask"], "The policy needs regions"),
}


@pytest.mark.parametrize("options, reason", BAD.values(), ids=BAD)
def test_what_cannot_be_made_safe_is_dropped_and_said_once(run, options, reason):
    status, left, said = run(APPIUM, *options, written=False)
    assert status == 0 and left == {}, said
    assert re.search("4 screenshots were dropped: .*" + re.escape(reason), said) and said.count(reason) == 1


ELEMENT = """
    from appium.options.ios import XCUITestOptions
    from appium.webdriver import Remote

    def test_element():
        driver = Remote("APPIUM", options=XCUITestOptions())
        field = driver.find_elements("class name", "XCUIElementTypeSecureTextField")[0]
        assert field.screenshot("element.png") is WRITTEN
        driver.quit()
"""


@pytest.mark.parametrize(
    "policy, fate", [("blackout", None), ("glitter", "no policy of this name"), ("fields.json", "does not fit")]
)
def test_a_picture_of_an_element_of_an_app_is_safe_or_dropped(run, tmp_path, policy, fate):
    (tmp_path / "fields.json").write_text(FIELDS)
    status, left, said = run(ELEMENT, "--snapveil-policy", policy, written=fate is None)
    assert status == 0 and len(left) == (fate is None) and (fate or "passed") in said, said
    assert all(colors(picture) == [(0, 0, 0)] for picture in left.values())


def test_a_server_that_does_not_answer_is_left_alone_for_a_while(appium):
    asked = []

    def client():
        asked.append(True)
        raise package.Unreachable("nobody")

    guard = Guard(client, "blackout")
    guard.install()
    try:
        driver = Remote(appium.url, options=XCUITestOptions())
        assert [driver.get_screenshot_as_png() for _ in range(3)] == [b""] * 3
        driver.quit()
    finally:
        guard.remove()
    assert len(asked) == 1 and guard.failures == {"nobody": 3}


def test_a_key_that_is_refused_is_said_once(run, tmp_path):
    keys = tmp_path / "keys"
    keys.write_text("tests:a-key-of-the-tests-alone\n")
    with package.Server("--key-file", str(keys)) as server:
        options = ["--snapveil-policy", "blackout", "--snapveil-url", server.url]
        status, left, said = run(APPIUM, *options, written=False, SNAPVEIL_KEY="another-key-of-16-or-more")
        assert status == 0 and left == {} and said.count("4 screenshots were dropped") == 1, said
        assert "another-key" not in said
        status, left, said = run(APPIUM, *options, SNAPVEIL_KEY="a-key-of-the-tests-alone")
        assert status == 0 and len(left) == 3, said


def test_workers_of_xdist_share_a_server_and_tell_what_they_dropped(run, tmp_path):
    urls = "".join(
        f"\n    def test_{index}(snapveil):\n        import os, time\n"
        "        pathlib.Path(f'{os.getpid()}.url').write_text(snapveil.url)"
        "\n        time.sleep(0.3)\n" for index in range(2)
    )
    status, left, said = run(APPIUM + urls, "--snapveil-policy", "glitter", "-n", "2", written=False, starts_server=True)
    assert status == 0 and left == {} and said.count("4 screenshots were dropped") == 1, said
    found = [path.read_text() for path in tmp_path.glob("*.url")]
    assert len(found) == 2 and len(set(found)) == 1


def test_a_picture_that_is_refused_is_dropped_alone(run, appium, screen):
    appium.picture = screen[:5000]
    try:
        status, left, said = run(APPIUM, "--snapveil-policy", "blur", written=False)
    finally:
        appium.picture = screen
    assert status == 0 and left == {} and "4 screenshots were dropped" in said, said


def test_a_grey_picture_takes_its_place(run):
    status, left, said = run(APPIUM, "--snapveil-policy", "glitter", "--snapveil-on-error", "placeholder")
    assert status == 0 and "4 screenshots were replaced by a grey picture" in said, said
    assert len(left) == 3
    for picture in left.values():
        assert colors(picture) == [(128, 128, 128)]
        assert Image.open(io.BytesIO(picture)).size == (1179, 2556)


def test_a_test_fails_if_that_is_asked_for(run):
    status, left, said = run(APPIUM, "--snapveil-policy", "glitter", "-o", "snapveil_on_error=fail")
    assert status == 1 and left == {}, said
    assert "1 screenshot was refused" in said and "1 failed" in said


def test_playwrights_pictures_of_failures_are_dropped_without_another_failure(run):
    status, left, said = run(PLAYWRIGHT.replace("test_own", "own"), "--snapveil-policy", "glitter", "--screenshot", "on")
    assert left == {"bytes.png": b""}, said
    assert status == 1 and "1 failed, 1 passed" in said and "error" not in said.lower().replace("assertionerror", ""), said
    assert "screenshots were dropped" in said


@pytest.mark.parametrize(
    "options, reason",
    [
        (["--tracing", "on", "--snapveil-policy", "glitter"], "policy glitter cannot be used"),
        (["--tracing", "on", "--snapveil-secrets", "nowhere"], "no file nowhere"),
        (["-o", "snapveil_on_error=ignore"], "drop, fail, placeholder"),
        (["--snapveil-url", "localhost:8080"], "is not the URL of a server"),
        (["--snapveil-policy", "nowhere.yaml"], "no policy nowhere.yaml"),
        (["--snapveil-policy", "broken.json"], "broken.json"),
    ],
)
def test_what_would_keep_raw_pictures_does_not_start(run, tmp_path, options, reason):
    (tmp_path / "broken.json").write_text('{"rules": [}')
    status, left, said = run(APPIUM, "--snapveil-policy", "blackout", *options)
    assert status == 4 and left == {} and reason in said, said
