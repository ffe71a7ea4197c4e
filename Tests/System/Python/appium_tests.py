"""Pictures of apps by Appium: they go with the page source of their time."""

import io

import pytest
import snapveil as package
from appium.options.ios import XCUITestOptions
from appium.webdriver import Remote
from appium.webdriver.common.appiumby import AppiumBy
from PIL import Image

SECURE = "XCUIElementTypeSecureTextField"
COVERED = {"rules": [{"target": {"elements": "sensitive"}, "style": {"fill": {"color": "#123456"}}}]}


@pytest.fixture
def driver(appium):
    driver = Remote(appium.url, options=XCUITestOptions())
    yield driver
    driver.quit()


def pixel(image, x, y):
    return Image.open(io.BytesIO(image)).convert("RGB").getpixel((x, y))


def place(appium):
    """The middle of the field for the password, in pixels."""
    field = next(element for element in appium.elements if element.tag == SECURE)
    x, y, width, height = (int(field.get(name)) for name in ("x", "y", "width", "height"))
    return 3 * x + 3 * width // 2, 3 * y + 3 * height // 2


def test_what_the_page_source_calls_sensitive_is_covered(snapveil, appium, driver):
    result = package.safe_screenshot(driver, policy=COVERED, client=snapveil)
    assert pixel(result.image, *place(appium)) == (0x12, 0x34, 0x56)
    assert "[redacted]" in result.hierarchy


def test_elements_are_masked_at_the_scale_of_the_picture(snapveil, appium, driver, tmp_path):
    path = tmp_path / "safe" / "screen.png"
    result = package.safe_screenshot(driver, mask={"password": (AppiumBy.CLASS_NAME, SECURE)}, client=snapveil, path=path)
    assert pixel(result.image, *place(appium)) == (0, 0, 0)
    assert [covered["matched"]["identifier"] for covered in result.receipt["covered"]] == ["password"]
    assert path.read_bytes() == result.image


def test_a_window_that_is_not_that_of_the_picture_is_refused(snapveil, appium, driver):
    appium.window = (852, 393)
    try:
        with pytest.raises(package.Problem) as caught:
            package.safe_screenshot(driver, mask=[(AppiumBy.CLASS_NAME, SECURE)], client=snapveil)
    finally:
        appium.window = (393, 852)
    assert caught.value.code == "hierarchy-misplaced"


def test_the_picture_is_taken_again_if_the_screen_moved_meanwhile(snapveil, appium, driver):
    before = appium.pictures_taken
    appium.sources = [appium.source.replace('y="', 'y="1')]
    package.safe_screenshot(driver, policy=COVERED, client=snapveil)
    assert appium.pictures_taken == before + 2
    # And given up if it does not stand still.
    appium.sources = [appium.source.replace('y="', f'y="{digit}') for digit in (1, 2, 3)]
    with pytest.raises(package.CaptureError, match="moved"):
        package.safe_screenshot(driver, policy=COVERED, client=snapveil)
    assert appium.pictures_taken == before + 4


def test_a_text_that_changes_in_its_place_is_no_movement(snapveil, appium, driver):
    before = appium.pictures_taken
    appium.sources = [appium.source.replace('label="', 'label="9:41 ')]
    package.safe_screenshot(driver, policy=COVERED, client=snapveil)
    assert appium.pictures_taken == before + 1


def test_what_is_sensitive_in_an_app_fails_an_assertion(snapveil, appium, driver):
    with pytest.raises(AssertionError) as caught:
        package.assert_nothing_sensitive(driver, policy=COVERED, client=snapveil)
    assert f"element {SECURE} (by source) at 48,495,1083,138, rule 0" in str(caught.value).splitlines()
    assert "pa55-Phrase!" in appium.source and "pa55-Phrase!" not in str(caught.value)
    nothing = {"rules": [{"target": {"element": "//XCUIElementTypeSwitch"}, "style": {"veil": {}}}]}
    package.assert_nothing_sensitive(driver, policy=nothing, client=snapveil)
