"""Makes every screenshot that Playwright, Selenium and Appium hand out safe, before it is theirs to write."""

import base64
import functools
import importlib
import importlib.util
import mimetypes
import pathlib
import sys
import threading
import time
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from snapveil import drivers, pages
from snapveil.captures import Capture, Steps, run, run_async, sanitized
from snapveil.client import Client
from snapveil.errors import CaptureError, SnapveilError, Unreachable
from snapveil.placeholder import placeholder
from snapveil.schema import Policy

__all__ = ["Guard"]

#: For how many times as long as a server took not to answer it is not asked again, so that a run without one is not slow; and
#: the least, in seconds.
REST, LEAST_REST = 10, 5.0


class Guard:
    """While it is installed, whoever takes a screenshot gets a safe one.

    `client` gives the client when the first is taken. `on_error` says what becomes of one that cannot be made safe: `drop`
    writes no file and returns no bytes, `placeholder` has a grey picture of its size in its place, `fail` raises.
    """

    def __init__(self, client: Callable[[], Client], policy: Union[str, Policy], on_error: str = "drop"):
        self.failures: Dict[str, int] = {}
        self._client = client
        self._policy = policy
        self._on_error = on_error
        self._replaced: List[Tuple[Any, str, Any]] = []
        self._away: Optional[Tuple[float, Unreachable]] = None
        self._lock = threading.Lock()

    def install(self) -> None:
        """Replaces the methods that take screenshots, of every tool that is installed."""
        for name, apply in (("playwright", self._guard_playwright), ("selenium", self._guard_selenium)):
            if importlib.util.find_spec(name):
                apply()

    def remove(self) -> None:
        """Puts the methods back."""
        while self._replaced:
            setattr(*self._replaced.pop())

    def _replace(self, holder: Any, name: str, replacement: Callable[..., Any]) -> None:
        method = getattr(holder, name)
        wrapper = functools.wraps(method)(replacement)
        wrapper.snapveil_original = method  # type: ignore[attr-defined]
        self._replaced.append((holder, name, method))
        setattr(holder, name, wrapper)

    def _safe(self, take: Callable[[bool], Steps]) -> Steps:
        """The bytes to hand out for a picture that `take` takes: none if there are none that are safe."""
        taken: List[bytes] = []

        def remember(texts: bool) -> Steps:
            capture: Capture = yield from take(texts)
            taken.append(capture.image)
            return capture

        try:
            if self._away and time.monotonic() < self._away[0]:
                raise self._away[1]
            started = time.monotonic()
            try:
                result = yield from sanitized(self._client(), self._policy, remember)
            except Unreachable as error:
                now = time.monotonic()
                self._away = (now + max(REST * (now - started), LEAST_REST), error)
                raise
            return result.image
        except SnapveilError as error:
            with self._lock:
                self.failures[str(error)] = self.failures.get(str(error), 0) + 1
            if self._on_error == "fail":
                raise
            if self._on_error == "drop":
                return b""
        # Of one that was not taken, the size is not known yet.
        return placeholder(taken[0] if taken else (yield from take(False)).image)

    # Playwright.

    def _guard_playwright(self) -> None:
        for interface in ("playwright.sync_api", "playwright.async_api"):
            module = importlib.import_module(interface)
            for holder in (module.Page, module.Locator, module.ElementHandle):
                self._replace(holder, "screenshot", self._screenshot(module.Error, interface == "playwright.async_api"))

    def _screenshot(self, error: Any, is_async: bool) -> Callable[..., Any]:
        def steps(target: Any, options: Dict[str, Any], is_recorder: bool) -> Steps:
            path = options.pop("path", None)
            if path is not None and options.get("type") is None:
                # As Playwright has it.
                options["type"] = "jpeg" if mimetypes.guess_type(path)[0] == "image/jpeg" else "png"
            image = yield from self._safe(lambda texts: pages.capture(target, None, texts, 0, options))
            if not image and is_recorder:
                # It moves the file that it asked for, unless there was an error of Playwright's.
                raise error("Snapveil dropped this screenshot")
            if image and path is not None:
                pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
                pathlib.Path(path).write_bytes(image)
            return image

        def screenshot(self: Any, **options: Any) -> bytes:
            return run(steps(self, options, _is_recorder(sys._getframe(1))))

        async def screenshot_async(self: Any, **options: Any) -> bytes:
            return await run_async(steps(self, options, _is_recorder(sys._getframe(1))))

        return screenshot_async if is_async else screenshot

    # Selenium, of whose drivers and elements Appium's are kinds.

    def _guard_selenium(self) -> None:
        guard = self
        remote = importlib.import_module("selenium.webdriver.remote.webdriver").WebDriver
        element = importlib.import_module("selenium.webdriver.remote.webelement").WebElement
        firefox = importlib.import_module("selenium.webdriver.firefox.webdriver").WebDriver

        def execute(self: Any, driver_command: Any, params: Any = None) -> Any:
            command, command_params = driver_command, params or {}
            original = execute_original.__get__(self)
            is_protocol = command == "executeCdpCommand" and command_params.get("cmd") == "Page.captureScreenshot"
            if not isinstance(command, str) or command not in _SCREENSHOTS and not is_protocol:
                return original(driver_command, params)

            def shoot() -> bytes:
                value = original(driver_command, params)["value"]
                return base64.b64decode(value["data"] if is_protocol else value)

            def take(texts: bool) -> Steps:
                yield from ()
                if not texts:
                    return Capture(shoot(), None)
                if is_protocol:
                    raise CaptureError("the page of a screenshot by the browser's own protocol is unknown: use safe_screenshot")
                if command == "elementScreenshot":
                    return drivers.capture_element(self.create_web_element(command_params["id"]), shoot)
                return (yield from drivers.capture(self, None, True, 0, command == "FULL_PAGE_SCREENSHOT"))

            image = base64.b64encode(run(guard._safe(take))).decode()
            return {"value": {"data": image} if is_protocol else image}

        execute_original = remote.execute
        self._replace(remote, "execute", execute)
        self._replace(remote, "get_screenshot_as_file", _written("get_screenshot_as_png"))
        self._replace(firefox, "get_full_page_screenshot_as_file", _written("get_full_page_screenshot_as_png"))
        self._replace(element, "screenshot", _written("screenshot_as_png"))
        if importlib.util.find_spec("selenium.webdriver.common.bidi.browsing_context"):
            context = importlib.import_module("selenium.webdriver.common.bidi.browsing_context").BrowsingContext
            capture_screenshot = context.capture_screenshot

            def capture(self: Any, *arguments: Any, **options: Any) -> str:
                def take(texts: bool) -> Steps:
                    yield from ()
                    if texts:
                        raise CaptureError("the page of a screenshot by BiDi is unknown: use safe_screenshot")
                    return Capture(base64.b64decode(capture_screenshot(self, *arguments, **options)), None)

                return base64.b64encode(run(guard._safe(take))).decode()

            self._replace(context, "capture_screenshot", capture)


#: Commands of WebDriver, and of Firefox, whose value is a picture in base64.
_SCREENSHOTS = ("screenshot", "elementScreenshot", "FULL_PAGE_SCREENSHOT")


def _written(source: str) -> Callable[[Any, Any], bool]:
    """A method that writes a picture, unless there is none: the tools would write an empty file."""

    def write(self: Any, filename: Any) -> bool:
        image = getattr(self, source)
        image = image() if callable(image) else image
        if not image:
            return False
        try:
            pathlib.Path(filename).write_bytes(image)
        except OSError:
            return False
        return True

    return write


def _is_recorder(frame: Any) -> bool:
    """Whether it is pytest-playwright that asks, to keep the picture of a test."""
    return frame.f_globals.get("__name__", "").startswith("pytest_playwright")
