"""Takes pictures of Playwright's pages together with the boxes of their elements.

The steps are written once, for both of Playwright's interfaces: a generator that yields what each call returns, which is the
value itself, or what has to be awaited for it.
"""

from typing import Any, Dict, List, Mapping, Optional, Tuple

from snapveil.captures import ATTEMPTS, Capture, Masks, Seen, Steps, original, page_script, require
from snapveil.errors import CaptureError

__all__ = ["capture", "is_async", "is_page"]

#: Of the frames of a page those that may be of another origin.
Known = Dict[Tuple[Any, ...], List[Any]]


def is_page(target: Any) -> bool:
    """Whether it is a page of Playwright."""
    return type(target).__module__.startswith("playwright.") and type(target).__name__ == "Page"


def is_async(target: Any) -> bool:
    """Whether it is of Playwright's asynchronous interface."""
    return type(target).__module__.startswith("playwright.async_api")


def capture(target: Any, masks: Optional[Masks], texts: bool, at_least: int, options: Mapping[str, Any]) -> Steps:
    """A picture by `screenshot` of a page, a locator or an element handle, with the boxes at that time if they are wanted."""
    if not masks and not texts:
        return Capture((yield original(target, "screenshot")(**options)), None)
    if is_page(target):
        return (yield from _capture_page(target, masks, texts, at_least, options))
    return (yield from _capture_element(target, options))


def _capture_page(page: Any, masks: Optional[Masks], texts: bool, at_least: int, options: Mapping[str, Any]) -> Steps:
    def hierarchy(seen: Seen) -> Any:
        clip, full_page = options.get("clip"), bool(options.get("full_page"))
        if clip and not full_page:
            # Of a page that is zoomed, Playwright cuts as much as the clip has on the screen.
            clip = {**clip, "width": clip["width"] / seen.zoom, "height": clip["height"] / seen.zoom}
        return seen.hierarchy(full_page=full_page, clip=clip, css_scale=options.get("scale") == "css")

    known: Known = {}
    return (yield from _steady(
        lambda: _seen(page, masks, texts, at_least, known),
        lambda: original(page, "screenshot")(**options),
        hierarchy,
        options,
    ))


def _capture_element(target: Any, options: Mapping[str, Any]) -> Steps:
    if hasattr(target, "page"):
        page = target.page
    else:
        frame = yield target.owner_frame()
        page = frame.page
    # The screenshot would scroll; then the boxes would be of before.
    yield target.scroll_into_view_if_needed()
    shown: Dict[str, Any] = {}
    known: Known = {}

    def see() -> Steps:
        seen = yield from _seen(page, None, True, 0, known)
        shown["clip"] = yield target.bounding_box()
        seen.places.append(shown["clip"])
        return seen

    return (yield from _steady(
        see,
        lambda: original(target, "screenshot")(**options),
        # Playwright cuts it out of the page as it is without a zoom.
        lambda seen: seen.hierarchy(clip=shown["clip"], unzoomed=True, css_scale=options.get("scale") == "css"),
        options,
    ))


def _steady(see: Any, shoot: Any, hierarchy: Any, options: Mapping[str, Any]) -> Steps:
    """A picture before and after which the page is the same."""
    if options.get("style"):
        raise CaptureError("a style of the screenshot may move the elements to cover: add it to the page before")
    for _ in range(ATTEMPTS):
        before = yield from see()
        if options.get("animations") == "disabled" and before.facts["isAnimated"]:
            raise CaptureError("the screenshot would stop animations, and may move the elements to cover: stop them before")
        image = yield shoot()
        after = yield from see()
        if before.places == after.places:
            return Capture(image, hierarchy(after))
    raise CaptureError(f"the elements to cover moved during the screenshot, {ATTEMPTS} times: wait until the page is still")


def _seen(page: Any, masks: Optional[Masks], texts: bool, at_least: int, known: Known) -> Steps:
    facts, boxes = None, []
    for name, locator in masks.items if masks else []:
        locator = page.locator(locator) if isinstance(locator, str) else locator
        seen = yield locator.evaluate_all(f"(masked, options) => ({page_script()})(options, ...masked)", {})
        found = [box["boundingBox"] for box in seen["boxes"]]
        if not seen["isElsewhere"]:
            facts = seen
        elif found:
            handles = yield locator.element_handles()
            outward = yield from _placed((yield handles[0].owner_frame()))
            found = [box and outward(box) for box in found]
        require(name, len(found), at_least)
        boxes += [{"locator": name, "role": "mask", "boundingBox": box} for box in found]
    if texts or facts is None:
        facts = yield page.evaluate(page_script(), {"texts": texts})
        boxes += _here(facts)
    if any(box["role"] == "elsewhere" for box in facts["boxes"]):
        # What was found to be of this origin was looked into already, as long as there are no other frames.
        frames = tuple(frame for frame in page.frames if frame != page.main_frame)
        for frame in known.get(frames, frames):
            found = yield from _boxes_in(frame)
            boxes += found or []
            if found is None:
                known[frames] = [other for other in known.get(frames, frames) if other is not frame]
    return Seen(facts, boxes)


def _boxes_in(frame: Any) -> Steps:
    """The boxes of a frame of another origin, as the page shows them, or the frame's own if it cannot be looked into.

    None for a frame of the page's origin.
    """
    try:
        facts = yield frame.evaluate(page_script(), {"texts": True})
        if not facts["isElsewhere"]:
            return None
        outward = yield from _placed(frame)
        return [{**box, "boundingBox": outward(box["boundingBox"])} for box in _here(facts)]
    except (CaptureError, *_errors()):
        pass
    try:
        element = yield frame.frame_element()
        return [{"locator": "iframe", "role": "frame", "boundingBox": (yield element.bounding_box())}]
    except _errors():
        # It has gone meanwhile.
        return []


def _here(facts: Any) -> Any:
    """The boxes of what was looked into: Playwright looks into frames of other origins, too."""
    return [box for box in facts["boxes"] if box["role"] != "elsewhere"]


def _placed(frame: Any) -> Steps:
    """What turns a box in a frame into one in the page, no more than is seen of the frame; None if that is nothing."""
    if frame.parent_frame is None:
        return lambda box: box
    element = yield frame.frame_element()
    place = yield element.evaluate(_PLACE)
    if place["isTurned"]:
        raise CaptureError("a frame is turned or skewed, so the places of its elements are unknown")
    outward = yield from _placed(frame.parent_frame)

    def turn(box: Dict[str, float]) -> Any:
        if not place["isShown"]:
            return None
        left = place["x"] + box["x"] * place["scaleX"]
        top = place["y"] + box["y"] * place["scaleY"]
        right = min(left + box["width"] * place["scaleX"], place["right"])
        bottom = min(top + box["height"] * place["scaleY"], place["bottom"])
        left, top = max(left, place["left"]), max(top, place["top"])
        inner = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        return outward(inner) if right > left and bottom > top else None

    return turn


# Where a frame is in its parent, and where its content begins there.
_PLACE = """frame => {
    const { left, top, right, bottom, width, height } = frame.getBoundingClientRect(), style = getComputedStyle(frame);
    const isShown = width > 0 && height > 0;
    const [scaleX, scaleY] = isShown ? [width / frame.offsetWidth, height / frame.offsetHeight] : [1, 1];
    let isTurned = false;
    for (let element = frame; element; element = element.parentElement ?? element.getRootNode().host) {
        const { b, c } = new DOMMatrix(getComputedStyle(element).transform);
        isTurned ||= Math.abs(b) + Math.abs(c) > 0.001;
    }
    return { left, top, right, bottom, scaleX, scaleY, isTurned, isShown,
             x: left + (frame.clientLeft + parseFloat(style.paddingLeft)) * scaleX,
             y: top + (frame.clientTop + parseFloat(style.paddingTop)) * scaleY };
}"""


def _errors() -> Any:
    from playwright.async_api import Error as AsyncError
    from playwright.sync_api import Error

    return Error, AsyncError
