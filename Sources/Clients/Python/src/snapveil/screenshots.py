"""Pictures of a page or an app: safe ones, which alone are seen, and what the picture shows."""

from typing import Any, Callable, Mapping, Optional, Union

from snapveil import drivers, pages
from snapveil.captures import COVER, Masks, Steps, checked, run, run_async, sanitized
from snapveil.client import AsyncClient, Client, Result
from snapveil.schema import Check, Finding, Policy, Style
from snapveil.server import default_client

__all__ = ["assert_nothing_sensitive", "safe_screenshot"]


def safe_screenshot(
    target: Any,
    *,
    mask: Any = None,
    policy: Union[str, Policy, None] = None,
    client: Union[Client, AsyncClient, None] = None,
    full_page: bool = False,
    clip: Optional[Mapping[str, float]] = None,
    path: Any = None,
    at_least: int = 1,
    cover: Style = COVER,
    seal: Optional[str] = None,
    **options: Any,
) -> Any:
    """A safe picture of a page of Playwright, or of what a driver of Selenium or Appium shows, as a `Result`.

        safe_screenshot(page, mask=[page.get_by_label("Card number")], path="safe.png")

    What `mask` finds is covered, by `cover`, and what `policy` says. `mask` is a list, or a dictionary by the names that the
    receipt has, of locators of Playwright, of elements of Selenium or pairs such as `(By.ID, "card")`, or of CSS selectors.
    Each has to find `at_least` elements: one that finds none may be misspelt, and what it was for is then in the picture. What
    it finds that is not shown is not covered. If the policy names elements, all that shows text or takes input is sent along.

    `full_page` and `clip` are as Playwright has them, and `options` are the others of its screenshots. `path` is where to write
    the picture. `seal` is the name of a group of the server's recipients: what was covered comes along for them, encrypted, and
    is written beside the picture, as `NAME.age`. Without a `client`, the session's server is asked: that of pytest, or one that is
    started for it.

    For a page of Playwright's asynchronous interface, it returns what is to be awaited.

    Raises `SnapveilError` if there is no safe picture; then nothing is written.
    """
    if mask is None and policy is None:
        raise ValueError("nothing to cover: give mask, policy or both")
    masks = None if mask is None else Masks(mask)
    asked = _asked(client)
    take = _taking(target, masks, at_least, full_page, clip, options)

    def steps() -> Steps:
        result: Result = yield from sanitized(asked, policy, take, masks is not None, cover, seal)
        if path is not None:
            result.save(path)
        return result

    return _run(target, steps())


def assert_nothing_sensitive(
    target: Any,
    *,
    policy: Union[str, Policy, None] = None,
    client: Union[Client, AsyncClient, None] = None,
    full_page: bool = False,
    clip: Optional[Mapping[str, float]] = None,
) -> Any:
    """That nothing sensitive is found on a page of Playwright, or on what a driver of Selenium or Appium shows.

        assert_nothing_sensitive(page)

    What counts is what the rules of `policy` would cover. Without one it is all sensitive text, faces and codes, for which the
    server needs models, and sensitive elements, such as the field of a password. The picture is kept nowhere. The other
    parameters are those of `safe_screenshot`, and so is what is to be awaited.

    Raises `AssertionError` with what was found, where, and by which rule, never what it says; and `SnapveilError` if that cannot
    be told.
    """
    asked = _asked(client)
    take = _taking(target, None, 0, full_page, clip, {})

    def steps() -> Steps:
        check: Check = yield from checked(asked, policy, take)
        found = check["findings"]
        if found:
            things = "1 finding" if len(found) == 1 else f"{len(found)} findings"
            raise AssertionError("\n".join([f"{things}:", *map(_words, found)]))

    return _run(target, steps())


def _words(finding: Finding) -> str:
    """What was found and where, in the words of `snapveil check`."""
    element, rect = finding.get("matched"), finding["rect"]
    words = [finding["kind"]]
    if element:
        words.append(element["type"])
        if "identifier" in element:
            words.append(f'"{element["identifier"]}"')
    score = f"{finding['score']} " if "score" in finding else ""
    words.append(f"({score}by {finding['reason']})")
    return f"{' '.join(words)} at {rect['x']},{rect['y']},{rect['width']},{rect['height']}, rule {finding['rule']}"


def _asked(client: Union[Client, AsyncClient, None]) -> Client:
    client = client or default_client()
    return client.sync if isinstance(client, AsyncClient) else client


def _taking(
    target: Any,
    masks: Optional[Masks],
    at_least: int,
    full_page: bool,
    clip: Optional[Mapping[str, float]],
    options: Mapping[str, Any],
) -> Callable[[bool], Steps]:
    """What takes a picture, and is told whether all that shows text or takes input is wanted with it."""
    if pages.is_page(target):
        all_options = {**options, "full_page": full_page, **({} if clip is None else {"clip": clip})}
        return lambda texts: pages.capture(target, masks, texts, at_least, all_options)
    if options:
        raise TypeError(f"only pages of Playwright take these options: {', '.join(options)}")
    return lambda texts: drivers.capture(target, masks, texts, at_least, full_page, clip)


def _run(target: Any, steps: Steps) -> Any:
    """What the steps return, or what is to be awaited for it."""
    return run_async(steps) if pages.is_async(target) else run(steps)
