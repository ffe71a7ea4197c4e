"""Takes pictures of Playwright's pages together with the boxes of their elements.

The steps are written once, for both of Playwright's interfaces: a generator that yields what each call returns, which is the
value itself, or what has to be awaited for it.
"""

from typing import Any, Dict, Mapping, Optional

from snapveil.captures import ATTEMPTS, Capture, Masks, Seen, Steps, original, page_script, require
from snapveil.errors import CaptureError

__all__ = ["capture", "is_async", "is_page"]


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
    placing = {
        "full_page": bool(options.get("full_page")), "clip": options.get("clip"), "css_scale": options.get("scale") == "css",
    }
    return (yield from _steady(
        lambda: _seen(page, masks, texts, at_least),
        lambda: original(page, "screenshot")(**options),
        lambda seen: seen.hierarchy(**placing),
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

    def see() -> Steps:
        seen = yield from _seen(page, None, True, 0)
        shown["clip"] = yield target.bounding_box()
        seen.places.append(shown["clip"])
        return seen

    return (yield from _steady(
        see,
        lambda: original(target, "screenshot")(**options),
        lambda seen: seen.hierarchy(clip=shown["clip"], css_scale=options.get("scale") == "css"),
        options,
    ))


def _steady(see: Any, shoot: Any, hierarchy: Any, options: Mapping[str, Any]) -> Steps:
    """A picture before and after which the page is the same."""
    if options.get("style"):
        raise CaptureError("a style that the screenshot alone has may move what is to be covered: add it to the page before")
    for _ in range(ATTEMPTS):
        before = yield from see()
        if options.get("animations") == "disabled" and before.facts["isAnimated"]:
            raise CaptureError("the screenshot would stop animations, and so move what is to be covered: stop them before")
        image = yield shoot()
        after = yield from see()
        if before.places == after.places:
            return Capture(image, hierarchy(after))
    raise CaptureError(f"what is to be covered moved while the picture was taken, {ATTEMPTS} times: wait until the page is still")


def _seen(page: Any, masks: Optional[Masks], texts: bool, at_least: int) -> Steps:
    facts, boxes = None, []
    for name, locator in masks.items if masks else []:
        locator = page.locator(locator) if isinstance(locator, str) else locator
        try:
            facts = yield locator.evaluate_all(f"(masked, options) => ({page_script()})(options, ...masked)", {"deep": True})
            found = [box["boundingBox"] for box in facts["boxes"]]
        except _errors():
            # A frame of another origin does not know its place; the browser does, with a question for each element.
            found = []
            for handle in (yield locator.element_handles()):
                found.append((yield handle.bounding_box()))
        require(name, len(found), at_least)
        boxes += [{"locator": name, "role": "mask", "boundingBox": box} for box in found]
    if texts or facts is None:
        facts = yield page.evaluate(page_script(), {"texts": texts, "deep": False})
        boxes += facts["boxes"]
    if texts:
        for frame in page.frames:
            if frame is not page.main_frame:
                boxes += yield from _boxes_in(frame)
    return Seen(facts, boxes)


def _errors() -> Any:
    from playwright.async_api import Error as AsyncError
    from playwright.sync_api import Error

    return Error, AsyncError


def _boxes_in(frame: Any) -> Steps:
    """The boxes of a frame in the page, as the page shows them; the frame's own if it cannot be looked into."""
    try:
        element = yield frame.frame_element()
        outer = yield element.bounding_box()
        if outer is None:
            return []
    except _errors():
        # It has gone meanwhile.
        return []
    try:
        inset = yield element.evaluate(_INSET)
        facts = yield frame.evaluate(page_script(), {"texts": True, "deep": False})
    except _errors():
        return [{"locator": "iframe", "role": "frame", "boundingBox": outer}]
    scale_x, scale_y = outer["width"] / inset["width"], outer["height"] / inset["height"]
    boxes = []
    for box in facts["boxes"]:
        inner = box["boundingBox"]
        left, top = outer["x"] + (inset["x"] + inner["x"]) * scale_x, outer["y"] + (inset["y"] + inner["y"]) * scale_y
        right = min(left + inner["width"] * scale_x, outer["x"] + outer["width"])
        bottom = min(top + inner["height"] * scale_y, outer["y"] + outer["height"])
        left, top = max(left, outer["x"]), max(top, outer["y"])
        if right > left and bottom > top:
            boxes.append({**box, "boundingBox": {"x": left, "y": top, "width": right - left, "height": bottom - top}})
    return boxes


# Where the content of a frame's element begins, and how large the element is before it is transformed.
_INSET = """frame => {
    const style = getComputedStyle(frame);
    return { x: frame.clientLeft + parseFloat(style.paddingLeft), y: frame.clientTop + parseFloat(style.paddingTop),
             width: frame.offsetWidth, height: frame.offsetHeight };
}"""
