"""Takes pictures by Selenium and Appium together with what the screen shows at that time."""

import base64
import re
import struct
from typing import Any, Callable, Dict, List, Mapping, Optional

from snapveil.captures import ATTEMPTS, Capture, Masks, Seen, Steps, original, page_script, require
from snapveil.errors import CaptureError

__all__ = ["capture", "capture_element"]


def is_native(driver: Any) -> bool:
    """Whether it drives an app, whose page source is XML, and not a browser."""
    capabilities = driver.capabilities
    automation = capabilities.get("appium:automationName") or capabilities.get("automationName")
    return bool(automation) and not capabilities.get("browserName")


def picture_of(driver: Any) -> bytes:
    """What the screen shows, which is not safe yet."""
    return base64.b64decode(original(driver, "execute")("screenshot")["value"])


def capture(driver: Any, masks: Optional[Masks], texts: bool, at_least: int, full_page: bool = False,
            clip: Optional[Mapping[str, float]] = None) -> Steps:
    """A picture of the screen, and what is on it at that time if that is wanted."""
    yield from ()
    if not is_native(driver):
        return _capture_page(driver, masks, texts, at_least, full_page, clip)
    if full_page or clip is not None:
        raise ValueError("an app has screenshots only of its whole screen: leave out full_page and clip")
    if masks and texts:
        raise ValueError("an app takes either mask or a policy that names elements: leave out one of them")
    if masks:
        return _capture_elements(driver, masks, at_least)
    return _capture_source(driver) if texts else Capture(picture_of(driver), None)


def _steady(see: Callable[[], Any], shoot: Callable[[], bytes], attempts: int = ATTEMPTS) -> Any:
    """A picture before and after which `see` tells the same places; and what it tells."""
    before = see()
    for _ in range(attempts):
        image = shoot()
        after = see()
        if before[0] == after[0]:
            return image, after[1]
        before = after
    raise CaptureError(f"the elements to cover moved during the screenshot, {attempts} times: wait until the screen is still")


# Pages.


def _capture_page(driver: Any, masks: Optional[Masks], texts: bool, at_least: int, full_page: bool, clip: Any) -> Capture:
    seen: Dict[str, Seen] = {}

    def see() -> Any:
        seen["now"] = _seen(driver, masks, texts, at_least)
        return seen["now"].places, seen["now"]

    if not masks and not texts:
        # Where to cut.
        if full_page or clip is not None:
            see()
        return Capture(_page_picture(driver, seen.get("now"), full_page, clip), None)
    image, last = _steady(see, lambda: _page_picture(driver, seen["now"], full_page, clip))
    return Capture(image, last.hierarchy(full_page=full_page, clip=clip))


def capture_element(element: Any, shoot: Callable[[], bytes]) -> Capture:
    """A picture of an element of a page, and the boxes of what it shows."""
    driver = element.parent
    if is_native(driver):
        raise CaptureError("a page source does not fit the screenshot of an element: take one of the whole screen")
    driver.execute_script("arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })", element)

    def see() -> Any:
        seen = _seen(driver, Masks([element]), True, 1)
        return seen.places, seen

    image, last = _steady(see, shoot)
    own = next(box for box in last.boxes if box["role"] == "mask")
    last.boxes.remove(own)
    return Capture(image, last.hierarchy(clip=own["boundingBox"]))


def _seen(driver: Any, masks: Optional[Masks], texts: bool, at_least: int) -> Seen:
    names, elements = [], []
    for name, locator in masks.items if masks else []:
        found = _elements(driver, locator)
        require(name, len(found), at_least)
        names += [name] * len(found)
        elements += found
    script = f"return ({page_script()})({{ texts: {str(texts).lower()} }}, ...arguments)"
    try:
        facts = driver.execute_script(script, *elements)
    except Exception as error:
        raise CaptureError(f"the places of the page's elements are unknown: {error}") from error
    if facts["isElsewhere"]:
        raise CaptureError("the place of a frame of another origin is unknown: switch to the page, and mask the frame")
    return Seen(facts, [{**box, "locator": names[int(box["locator"])]} if box["role"] == "mask" else box for box in facts["boxes"]])


def _page_picture(driver: Any, seen: Optional[Seen], full_page: bool, clip: Optional[Mapping[str, float]]) -> bytes:
    if not full_page and clip is None:
        return picture_of(driver)
    execute, browser = original(driver, "execute"), driver.capabilities["browserName"].lower()
    if "firefox" in browser and clip is None:
        return base64.b64decode(execute("FULL_PAGE_SCREENSHOT")["value"])
    if not hasattr(driver, "execute_cdp_cmd"):
        raise ValueError(f"{browser} takes no screenshots of the full page or of a part: leave out full_page and clip")
    assert seen
    area = dict(clip or {"x": 0, "y": 0, **seen.facts["page"]})
    if not full_page:
        area["x"] += seen.facts["scroll"]["x"]
        area["y"] += seen.facts["scroll"]["y"]
    parameters = {"format": "png", "captureBeyondViewport": full_page, "clip": {**area, "scale": 1}}
    reply = execute("executeCdpCommand", {"cmd": "Page.captureScreenshot", "params": parameters})
    return base64.b64decode(reply["value"]["data"])


def _elements(driver: Any, locator: Any) -> List[Any]:
    """What a locator finds: an element, a CSS selector, or a pair such as `(By.ID, "card")`."""
    if isinstance(locator, str):
        return driver.find_elements("css selector", locator)
    return driver.find_elements(*locator) if isinstance(locator, tuple) else [locator]


# Apps.


def _capture_source(driver: Any) -> Capture:
    """A picture between two page sources, taken again if they disagree."""

    def see() -> Any:
        source = driver.page_source
        return _SHAPE.findall(source), source

    return Capture(*_steady(see, lambda: picture_of(driver), attempts=2))


# What elements there are, and where; a clock that ticks is no other screen.
_SHAPE = re.compile(r'<([\w.$]+)|\s(x|y|width|height|bounds|visible|displayed|name|resource-id)="([^"]*)"')


def _capture_elements(driver: Any, masks: Masks, at_least: int) -> Capture:
    """A picture, and the boxes of some elements of an app."""

    def see() -> Any:
        boxes = []
        for name, locator in masks.items:
            found = _elements(driver, locator)
            require(name, len(found), at_least)
            for element in found:
                rect = element.rect
                if rect["width"] > 0 and rect["height"] > 0:
                    boxes.append({"locator": name, "role": "mask", "boundingBox": rect})
        return boxes, boxes

    image, boxes = _steady(see, lambda: picture_of(driver))
    if str(driver.capabilities.get("platformName")).lower() == "ios":
        # In points; the scale is what the picture has of them, on both axes.
        window = driver.get_window_size()
        viewport = {"width": window["width"], "height": window["height"]}
    else:
        # UiAutomator counts pixels of the picture.
        width, height = struct.unpack(">II", image[16:24])
        viewport = {"width": width, "height": height, "scale": 1}
    return Capture(image, {"viewport": viewport, "boxes": boxes})
