"""What a picture and the boxes of its elements have in common, whichever tool took them.

What is masked goes to the server as boxes with the role `mask`, and a rule for them joins those of the policy. The server
proves by the size of the picture that the boxes are of it.
"""

import functools
import importlib.resources
from typing import Any, Callable, Dict, Generator, List, Mapping, NamedTuple, Optional, Sequence, Union

from snapveil.client import Client, in_thread
from snapveil.errors import CaptureError
from snapveil.forms import Hierarchy
from snapveil.schema import Policy, Rule, Style

__all__ = ["Capture", "Masks", "Seen", "checked", "original", "page_script", "require", "run", "run_async", "sanitized"]

#: Calls whose results are yielded: themselves, or what has to be awaited for them. So there is one way for tools that wait and
#: for those that are awaited.
Steps = Generator[Any, Any, Any]

#: How often a picture is taken of a page that moves meanwhile.
ATTEMPTS = 3

#: What masks are covered with if nothing is said.
COVER: Style = {"fill": {"color": "#000000"}}


class Capture(NamedTuple):
    """A picture, which is not safe yet, and what the server has to know of it."""

    image: bytes
    hierarchy: Optional[Hierarchy]


class Seen:
    """What a page said of itself at one time."""

    def __init__(self, facts: Mapping[str, Any], boxes: Sequence[Mapping[str, Any]]):
        if facts["isPanned"]:
            raise CaptureError("the page is zoomed in and moved, so the part in the screenshot is unknown: zoom out")
        self.facts = facts
        # What is found and not shown has nothing to cover.
        self.boxes = [box for box in boxes if box["boundingBox"]]
        #: What has to be the same before and after the picture.
        self.places = [facts["viewport"], facts["scroll"], facts["page"]]
        self.places += [[box.get("role"), box["boundingBox"]] for box in self.boxes]

    @property
    def zoom(self) -> float:
        """How much larger the page is shown than it would be without a zoom."""
        return self.facts["viewport"]["scale"] / self.facts["ratio"]

    def hierarchy(
        self,
        *,
        full_page: bool = False,
        clip: Optional[Mapping[str, float]] = None,
        unzoomed: bool = False,
        css_scale: bool = False,
    ) -> Dict[str, Any]:
        """The hierarchy of the picture.

        `unzoomed` is whether it is of the page without its zoom, as pictures of all of it are, and `css_scale` whether it has
        a pixel for each CSS pixel.
        """
        scale = (1 if css_scale else self.facts["ratio"]) * (1 if full_page or unzoomed else self.zoom)
        viewport = {**self.facts["viewport"], "scale": scale}
        hierarchy = {"viewport": viewport, "scroll": self.facts["scroll"], "fullPage": full_page, "boxes": self.boxes}
        if full_page:
            hierarchy["page"] = self.facts["page"]
        if clip is not None:
            hierarchy["clip"] = dict(clip)
        return hierarchy


class Masks:
    """The elements to cover: names, and what a tool finds an element by."""

    def __init__(self, mask: Union[Mapping[str, Any], Sequence[Any]]):
        if isinstance(mask, (str, bytes)) or not hasattr(mask, "__len__"):
            raise TypeError("mask is a list of elements to cover, or a dictionary of them by names")
        if not mask:
            raise ValueError("mask is empty: leave it out, or name elements")
        named = mask.items() if isinstance(mask, Mapping) else ((f"mask[{index}]", item) for index, item in enumerate(mask))
        self.items = list(named)


def require(name: str, count: int, at_least: int) -> None:
    """That a locator found as many elements as it has to: one that finds none may be misspelt, and its secret in the picture."""
    if count < at_least:
        raise CaptureError(
            f"{name} finds {count} elements on the page, and has to find {at_least}; if it may be missing, say at_least=0"
        )


class Waiting(NamedTuple):
    """A call that waits, to be made where it keeps nothing else from going on."""

    call: Callable[[], Any]


def run(steps: Steps) -> Any:
    """What steps return whose calls wait."""
    step, value = steps.send, None
    while True:
        try:
            call = step(value)
        except StopIteration as end:
            return end.value
        try:
            step, value = steps.send, call.call() if isinstance(call, Waiting) else call
        except Exception as error:
            step, value = steps.throw, error


async def run_async(steps: Steps) -> Any:
    """What steps return whose calls are awaited."""
    step, value = steps.send, None
    while True:
        try:
            call = step(value)
        except StopIteration as end:
            return end.value
        try:
            step, value = steps.send, await (in_thread(call.call) if isinstance(call, Waiting) else call)
        except Exception as error:
            step, value = steps.throw, error


def sanitized(
    client: Client,
    policy: Union[str, Policy, None],
    take: Callable[[bool], Steps],
    masked: bool = False,
    cover: Style = COVER,
    seal: Optional[str] = None,
) -> Steps:
    """The result for a picture that `take` takes, which gets to know whether the policy names elements."""
    known = yield from _known(client, policy)
    capture: Capture = yield from take(known is not None and _names_elements(known))
    rules: List[Rule] = []
    if masked:
        rules.append({"target": {"element": "//mask"}, "style": cover, "atLeast": 0})
    # What cannot be looked into may hold whatever the policy is for.
    if _has_closed_frames(capture):
        rules.append({"target": {"element": "//frame | //elsewhere"}, "style": COVER, "atLeast": 0})
    if rules:
        policy = {**known, "rules": [*known["rules"], *rules]} if known else {"rules": rules}
    asked = policy
    return (yield Waiting(lambda: client.sanitize(capture.image, policy=asked, hierarchy=capture.hierarchy, seal=seal)))


def checked(client: Client, policy: Union[str, Policy, None], take: Callable[[bool], Steps]) -> Steps:
    """What a picture shows that `take` takes, which gets to know whether elements are looked for: without a policy they are."""
    known = yield from _known(client, policy)
    capture: Capture = yield from take(known is None or _names_elements(known))
    if _has_closed_frames(capture):
        raise CaptureError(
            "a frame of the page cannot be looked into, so its elements are unknown: use a policy of text, faces or codes"
        )
    return (yield Waiting(lambda: client.check(capture.image, policy=policy, hierarchy=capture.hierarchy)))


def _known(client: Client, policy: Union[str, Policy, None]) -> Steps:
    """The policy itself, if it is the name of one."""
    return (yield Waiting(lambda: client.policy(str(policy)))) if isinstance(policy, str) else policy


def _has_closed_frames(capture: Capture) -> bool:
    """Whether the picture shows frames whose elements are not known."""
    boxes = capture.hierarchy["boxes"] if isinstance(capture.hierarchy, dict) else []
    return any(box.get("role") in ("frame", "elsewhere") for box in boxes)


def _names_elements(policy: Policy) -> bool:
    """Whether a policy needs to know what is on the screen."""
    targets = [*(rule["target"] for rule in policy["rules"]), *policy.get("keep", [])]
    return any(isinstance(target, dict) and ("element" in target or "elements" in target) for target in targets)


@functools.lru_cache(None)
def page_script() -> str:
    """A function in JavaScript that tells what a page shows."""
    return importlib.resources.files("snapveil").joinpath("page.js").read_text("utf-8")


def original(holder: Any, name: str) -> Any:
    """A method of an object as it was before it was made safe."""
    method = getattr(type(holder), name)
    return functools.partial(getattr(method, "snapveil_original", method), holder)
