"""Takes a picture of a page or an app of which no more than the safe one is seen."""

from typing import Any, Mapping, Optional, Union

from snapveil import drivers, pages
from snapveil.captures import COVER, Masks, Steps, run, run_async, sanitized
from snapveil.client import AsyncClient, Client, Result
from snapveil.schema import Policy, Style
from snapveil.server import default_client

__all__ = ["safe_screenshot"]


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
    **options: Any,
) -> Any:
    """A safe picture of a page of Playwright, or of what a driver of Selenium or Appium shows, as a `Result`.

        safe_screenshot(page, mask=[page.get_by_label("Card number")], path="safe.png")

    What `mask` finds is covered, by `cover`, and what `policy` says. `mask` is a list, or a dictionary by the names that the
    receipt has, of locators of Playwright, of elements of Selenium or pairs such as `(By.ID, "card")`, or of CSS selectors.
    Each has to find `at_least` elements: one that finds none may be misspelt, and what it was for is then in the picture. What
    it finds that is not shown is not covered. If the policy names elements, all that shows text or takes input is sent along.

    `full_page` and `clip` are as Playwright has them, and `options` are the others of its screenshots. `path` is where to write
    the picture. Without a `client`, the session's server is asked: that of pytest, or one that is started for it.

    For a page of Playwright's asynchronous interface, it returns what is to be awaited.

    Raises `SnapveilError` if there is no safe picture; then nothing is written.
    """
    if mask is None and policy is None:
        raise ValueError("nothing says what to cover: give mask, policy or both")
    masks = None if mask is None else Masks(mask)
    client = client or default_client()
    client = client.sync if isinstance(client, AsyncClient) else client
    if pages.is_page(target):
        options = {**options, "full_page": full_page, **({} if clip is None else {"clip": clip})}

        def take(texts: bool) -> Steps:
            return pages.capture(target, masks, texts, at_least, options)
    else:
        if options:
            raise TypeError(f"these are for pages of Playwright alone: {', '.join(options)}")

        def take(texts: bool) -> Steps:
            return drivers.capture(target, masks, texts, at_least, full_page, clip)

    def steps() -> Steps:
        result: Result = yield from sanitized(client, policy, take, masks is not None, cover)
        if path is not None:
            result.save(path)
        return result

    return run_async(steps()) if pages.is_async(target) else run(steps())
