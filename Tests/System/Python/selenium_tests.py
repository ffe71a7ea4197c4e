"""Pictures of pages by Selenium, through chromedriver."""

import pytest
import snapveil as package
from selenium.webdriver.common.by import By

from support import SECRET, chrome, share

SENSITIVE = {"rules": [{"target": {"elements": "sensitive"}, "style": {"veil": {}}}]}
FILLED = {"rules": [{"target": {"elements": "user-input"}, "style": {"fill": {"color": "#000"}}}]}
PHONE = {"deviceMetrics": {"width": 390, "height": 844, "pixelRatio": 3.0, "mobile": True, "touch": True}}


@pytest.fixture(scope="module", params=["desktop-2x", "phone-3x"])
def driver(request):
    driver = chrome(**PHONE) if request.param == "phone-3x" else chrome(arguments=["--force-device-scale-factor=2"])
    yield driver
    driver.quit()


@pytest.mark.parametrize("full_page", [False, True])
def test_masked_elements_and_named_ones_are_covered(snapveil, site, driver, full_page):
    # A phone lays it out wider than it is, and zooms out.
    driver.get(site + "/desktop")
    driver.execute_script("scrollTo(0, 37)")
    assert share(driver.get_screenshot_as_png(), SECRET) > 0.001
    shadow = driver.find_element(By.ID, "host").shadow_root.find_elements(By.CSS_SELECTOR, ".secret")
    for what in [{"mask": [".secret", (By.TAG_NAME, "iframe"), *shadow]}, {"policy": FILLED}][: 1 + full_page]:
        result = package.safe_screenshot(driver, client=snapveil, full_page=full_page, **what)
        assert share(result.image, SECRET) == 0
        assert share(result.image, (0, 0, 0)) < 0.3
        assert result.receipt["assurance"] == "erased"


def test_an_element_in_a_frame_is_covered_where_the_page_shows_it(snapveil, site, driver):
    driver.get(site + "/form")
    driver.switch_to.frame(0)
    result = package.safe_screenshot(driver, mask=[".secret"], client=snapveil)
    # Later, as the other frame, which shows a secret, too, may be painted late.
    raw = share(driver.get_screenshot_as_png(), SECRET)
    covered = result.receipt["covered"][0]["rect"]
    snapshot = result.receipt["snapshot"]
    part = covered["width"] * covered["height"] / (snapshot["width"] * snapshot["height"])
    assert raw - share(result.image, SECRET) > 0.8 * part > 0
    # Of another origin, a frame does not tell where it is.
    driver.switch_to.default_content()
    driver.switch_to.frame(1)
    with pytest.raises(package.CaptureError, match="another origin"):
        package.safe_screenshot(driver, mask=[".secret"], client=snapveil)
    driver.switch_to.default_content()


def test_a_clip_is_of_the_viewport(snapveil, site, driver):
    driver.get(site + "/form")
    driver.execute_script("scrollTo(0, 37)")
    box = driver.execute_script("return document.querySelector('#number').getBoundingClientRect().toJSON()")
    clip = {name: box[name] for name in ("x", "y", "width", "height")}
    # What is not masked tells that it is the right part, and what is, that the boxes are of this part.
    assert share(package.safe_screenshot(driver, mask=["h1"], client=snapveil, clip=clip).image, SECRET) > 0.9
    assert share(package.safe_screenshot(driver, mask=["#number"], client=snapveil, clip=clip).image, SECRET) == 0


def test_a_page_is_checked_unless_a_frame_hides_what_it_shows(snapveil, site, driver):
    driver.get(site + "/empty")
    package.assert_nothing_sensitive(driver, policy=SENSITIVE, client=snapveil)
    driver.get(site + "/checkout")
    with pytest.raises(AssertionError, match="finding"):
        package.assert_nothing_sensitive(driver, policy=SENSITIVE, client=snapveil)
    driver.get(site + "/nested")
    with pytest.raises(package.CaptureError, match="looked into"):
        package.assert_nothing_sensitive(driver, policy=SENSITIVE, client=snapveil)
