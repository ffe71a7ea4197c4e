"""Pictures of pages by Playwright: what is masked is covered, wherever it is."""

import asyncio
import concurrent.futures
import io

import pytest
import snapveil as package
from PIL import Image
from playwright.async_api import async_playwright

from support import LAUNCH, SECRET, share, shows_trace

DESKTOP = {"viewport": {"width": 1280, "height": 720}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
SENSITIVE = {"rules": [{"target": {"elements": "sensitive"}, "style": {"veil": {}}}]}
FILLED = {"rules": [{"target": {"elements": "user-input"}, "style": {"fill": {"color": "#000"}}}]}
DEVICES = [
    pytest.param("/form", {**DESKTOP, "device_scale_factor": 1}, id="desktop"),
    pytest.param("/form", {**DESKTOP, "device_scale_factor": 2}, id="desktop-2x"),
    pytest.param("/form", {**PHONE, "device_scale_factor": 3}, id="phone-3x"),
    pytest.param("/form", {**PHONE, "device_scale_factor": 2.625}, id="phone-2.625x"),
    pytest.param("/form", {**PHONE, "device_scale_factor": 3.5}, id="phone-3.5x"),
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
    for what in [{"mask": secrets(page)}, {"policy": FILLED}][: 1 + full_page]:
        result = package.safe_screenshot(page, client=snapveil, full_page=full_page, **what)
        assert Image.open(io.BytesIO(result.image)).size == Image.open(io.BytesIO(raw)).size
        assert share(raw, SECRET) > 0.001
        assert share(result.image, SECRET) == 0
        # The edges of what a phone shows small are smoothed over more than is covered.
        assert path == "/desktop" or not shows_trace(result.image)
        assert share(result.image, (0, 0, 0)) - share(raw, (0, 0, 0)) < 1.4 * share(raw, SECRET)
        assert result.receipt["assurance"] == "erased"


@pytest.mark.parametrize(
    "options, size",
    [
        ({"clip": {"x": 20.5, "y": 10.25, "width": 300, "height": 80}}, (602, 162)),
        ({"clip": {"x": 20, "y": 40, "width": 300, "height": 80}, "full_page": True}, (600, 160)),
        ({"scale": "css"}, (1280, 720)),
        ({"type": "jpeg", "quality": 100}, (2560, 1440)),
    ],
    ids=["clip", "clip-of-full-page", "css-scale", "jpeg"],
)
def test_the_options_of_playwright_place_the_boxes(snapveil, opened, options, size):
    page = opened("/form", **DESKTOP, device_scale_factor=2)
    result = package.safe_screenshot(page, mask=secrets(page), client=snapveil, **options)
    image = Image.open(io.BytesIO(result.image))
    assert abs(image.width - size[0]) <= 2 and abs(image.height - size[1]) <= 2
    assert image.format == ("JPEG" if "type" in options else "PNG")
    assert share(result.image, SECRET) == 0
    assert result.receipt["covered"]


def test_a_locator_that_finds_nothing_may_be_misspelt(snapveil, opened, tmp_path):
    page = opened("/empty")
    path = tmp_path / "safe.png"
    with pytest.raises(package.CaptureError, match=r"card finds 0 elements"):
        package.safe_screenshot(page, mask={"card": page.locator("#card")}, client=snapveil, path=path)
    assert not path.exists()
    result = package.safe_screenshot(page, mask={"card": "#card"}, at_least=0, client=snapveil, path=path)
    assert result.receipt["assurance"] == "untouched"
    assert path.read_bytes() == result.image
    # A policy that names elements finds none, either.
    assert package.safe_screenshot(page, policy=FILLED, client=snapveil).receipt["covered"] == []


def test_what_is_found_and_not_shown_has_nothing_to_cover(snapveil, opened):
    page = opened("/form")
    page.add_style_tag(content="#number { display: none }")
    assert package.safe_screenshot(page, mask=["#number"], client=snapveil).receipt["covered"] == []


@pytest.mark.parametrize("arguments", [{}, {"mask": []}, {"mask": {}}])
def test_nothing_to_cover_is_a_mistake(opened, arguments):
    with pytest.raises(ValueError):
        package.safe_screenshot(opened("/empty"), **arguments)
    with pytest.raises(TypeError):
        package.safe_screenshot(opened("/empty"), mask="#card")


def test_a_frame_that_is_turned_is_covered_as_a_whole_or_refused(snapveil, opened):
    page = opened("/turned", **DESKTOP)
    page.frame_locator("iframe").locator(".secret").wait_for()
    assert share(page.screenshot(), SECRET) > 0
    result = package.safe_screenshot(page, policy=FILLED, client=snapveil)
    assert share(result.image, SECRET) == 0 and result.receipt["covered"][0]["matched"]["type"] == "frame"
    with pytest.raises(Exception, match="turned"):
        package.safe_screenshot(page, mask=[page.frame_locator("iframe").locator(".secret")], client=snapveil)


def test_frames_of_other_origins_in_each_other_are_looked_into(snapveil, opened):
    page = opened("/nested", **DESKTOP)
    raw = share(page.screenshot(), SECRET)
    result = package.safe_screenshot(page, policy=FILLED, client=snapveil)
    assert share(result.image, SECRET) == 0 < raw
    assert share(result.image, (0, 0, 0)) < 1.3 * raw
    middle = page.frame_locator("iframe")
    masks = [middle.frame_locator(f"iframe >> nth={index}").locator(".secret") for index in (0, 1)]
    assert share(package.safe_screenshot(page, mask=masks, client=snapveil).image, SECRET) == 0


def test_what_moves_is_no_picture(snapveil, opened, tmp_path):
    with pytest.raises(package.CaptureError, match="moved"):
        package.safe_screenshot(opened("/moving"), mask=[".secret"], client=snapveil, path=tmp_path / "safe.png")
    assert list(tmp_path.iterdir()) == []


def test_what_the_screenshot_alone_would_move_is_refused(snapveil, opened):
    page = opened("/form")
    with pytest.raises(package.CaptureError, match="style"):
        package.safe_screenshot(page, mask=[".secret"], client=snapveil, style="body { margin: 90px }")
    page.evaluate("document.body.animate([{ marginLeft: '0px' }, { marginLeft: '0px' }], { duration: 1e6 })")
    with pytest.raises(package.CaptureError, match="animations"):
        package.safe_screenshot(page, mask=[".secret"], client=snapveil, animations="disabled")


def test_a_policy_goes_with_masks(snapveil, opened):
    page = opened("/form")
    frosted = package.safe_screenshot(page, mask=["#number"], policy="frosted", client=snapveil).receipt
    assert [covered["target"] for covered in frosted["covered"]] == ["screen", "element"]
    names = {"rules": [{"target": {"element": {"identifier": "input#number.*"}}, "style": {"veil": {}}}]}
    both = package.safe_screenshot(page, mask={"fixed": "#fixed"}, policy=names, client=snapveil).receipt
    assert {covered["matched"].get("identifier") for covered in both["covered"]} >= {"fixed"}
    assert both["matches"] == [{"rule": 0, "count": 1}, {"rule": 1, "count": 1}]


def test_pages_that_are_awaited_give_the_same_pictures(snapveil, opened, site):
    page = opened("/form", **DESKTOP)
    expected = package.safe_screenshot(page, mask=secrets(page), client=snapveil)

    async def take(arguments):
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**arguments)
            page = await browser.new_page(viewport=DESKTOP["viewport"])
            await page.goto(site + "/form")
            await page.evaluate("scrollTo(0, 37)")
            with pytest.raises(package.CaptureError):
                await package.safe_screenshot(page, mask=["#nothing"], client=snapveil)
            return await package.safe_screenshot(page, mask=secrets(page), client=package.AsyncClient(snapveil.url))

    # The loop of the other interface runs on this thread.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        result = pool.submit(asyncio.run, take(LAUNCH)).result()
    assert result.image == expected.image and result.receipt == expected.receipt


def test_what_is_sensitive_on_a_page_fails_an_assertion_that_says_where(snapveil, opened):
    page = opened("/form", **DESKTOP, device_scale_factor=2)
    with pytest.raises(AssertionError) as caught:
        package.assert_nothing_sensitive(page, policy=SENSITIVE, client=snapveil)
    first, *found = str(caught.value).splitlines()
    box = page.locator("[type=password]").first.bounding_box()
    assert first == f"{len(found)} findings:"
    password = next(line for line in found if "password" in line)
    place = [int(number) for number in password.partition(" at ")[2].partition(", rule 0")[0].split(",")]
    # In pixels, with the margin that a box has.
    assert place == pytest.approx([2 * box[name] for name in ("x", "y", "width", "height")], abs=6)
    assert "hunter2" not in str(caught.value)
    # What a full page has beyond the window, and a clip has not.
    with pytest.raises(AssertionError):
        package.assert_nothing_sensitive(page, policy=SENSITIVE, client=snapveil, full_page=True)
    package.assert_nothing_sensitive(
        page, policy=SENSITIVE, client=snapveil, clip={"x": 0, "y": 0, "width": 200, "height": 30}
    )
    package.assert_nothing_sensitive(opened("/empty"), policy=SENSITIVE, client=snapveil)


def test_a_page_that_cannot_be_checked_is_no_page_without_findings(snapveil, opened):
    page = opened("/turned", **DESKTOP)
    page.frame_locator("iframe").locator(".secret").wait_for()
    with pytest.raises(package.CaptureError, match="looked into"):
        package.assert_nothing_sensitive(page, policy=SENSITIVE, client=snapveil)
    moving = opened("/moving")
    moving.evaluate("document.querySelector('.secret').append(document.createElement('input'))")
    with pytest.raises(package.CaptureError, match="moved"):
        package.assert_nothing_sensitive(moving, policy=SENSITIVE, client=snapveil)
    # Without a policy it is looked at, too, and there are no models here.
    with pytest.raises(package.Problem) as caught:
        package.assert_nothing_sensitive(opened("/empty"), client=snapveil)
    assert caught.value.code == "detector-missing"


def test_elements_go_along_where_they_are_looked_for(snapveil, opened):
    class Told(package.Client):
        def check(self, image, **options):
            self.told = options
            return {"findings": []}

    client = Told(snapveil.url)
    package.assert_nothing_sensitive(opened("/form"), client=client)
    assert client.told["policy"] is None and "password" in str(client.told["hierarchy"])
    # A server refuses elements that nothing asks for.
    texts = {"rules": [{"target": {"text": "sensitive"}, "style": {"veil": {}}}]}
    package.assert_nothing_sensitive(opened("/form"), policy=texts, client=client)
    assert client.told == {"policy": texts, "hierarchy": None}


def test_a_page_that_is_awaited_is_checked(snapveil, site):
    async def take():
        async with async_playwright() as playwright:
            page = await (await playwright.chromium.launch(**LAUNCH)).new_page()
            await page.goto(site + "/empty")
            await package.assert_nothing_sensitive(page, policy=SENSITIVE, client=package.AsyncClient(snapveil.url))
            await page.goto(site + "/form")
            with pytest.raises(AssertionError, match="findings:"):
                await package.assert_nothing_sensitive(page, policy=SENSITIVE, client=snapveil)

    with concurrent.futures.ThreadPoolExecutor() as pool:
        pool.submit(asyncio.run, take()).result()
