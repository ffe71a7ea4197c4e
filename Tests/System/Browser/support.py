"""A server, a browser and a page for each test of the playground."""

import atexit
import contextlib
import functools
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCREENS = ROOT / "Tests/Support/Samples/Screens"
PROGRAM = pathlib.Path(os.environ.get("SNAPVEIL", ROOT / ".build/release/snapveil")).resolve()
#: Where the models are that servers look at pictures with. No server has them but one that is told so.
MODELS = os.environ.pop("SNAPVEIL_MODELS", str(ROOT / ".build-tools/models"))
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

DESKTOP = {"viewport": {"width": 1600, "height": 1000}}
TABLET = {"viewport": {"width": 1024, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}


class Server:
    """A server on a free port, which ends with the test, however that ends."""

    def __init__(self, *options):
        command = ["setpriv", "--pdeathsig", "KILL", str(PROGRAM), "serve", "--port", "0", "--print-url"]
        self.process = subprocess.Popen(
            [*command, "--log-level", "warning", *options], stdout=subprocess.PIPE, text=True
        )
        self.url = self.process.stdout.readline().strip()
        if not self.url:
            self.stop()
            raise RuntimeError(f"{PROGRAM} did not start")

    def stop(self):
        """Ends the server, at once."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


@contextlib.contextmanager
def chromium():
    """A browser without a window, which reaches this machine alone."""
    with sync_playwright() as playwright:
        # As root, which tests in containers run as, there is no sandbox; the pages are our own.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()


_shared = contextlib.ExitStack()
atexit.register(_shared.close)


@functools.cache
def shared_browser():
    """The browser of all tests, which ends with the program."""
    return _shared.enter_context(chromium())


class BrowserTest(unittest.TestCase):
    """A test with a server and a page of its own. What the page complains about fails the test."""

    device = DESKTOP
    options = ()
    #: What a test expects the console to say, as parts of its lines.
    expected_complaints = ()

    @classmethod
    def setUpClass(cls):
        cls.browser = shared_browser()

    def setUp(self):
        self.server = Server(*self.options)
        self.addCleanup(self.server.stop)
        self.complaints = []
        self.open(**self.device)

    @classmethod
    def demand_key(cls, key):
        """Has the servers of a class of tests demand a key."""
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        keys = pathlib.Path(directory.name, "keys")
        keys.write_text(f"tests:{key}\n")
        cls.options = ("--key-file", str(keys))

    def open(self, path="/", **settings):
        """Opens the page in a window of its own. It does not scroll smoothly, so that what is pressed stays under the mouse."""
        context = self.browser.new_context(**settings, reduced_motion="reduce")
        self.addCleanup(context.close)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=self.server.url)
        self.page = context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        # Where the policy of the page is violated, the console says so, and this event tells it, too.
        self.page.add_init_script(
            "addEventListener('securitypolicyviolation', e => console.error('CSP ' + e.violatedDirective))"
        )
        self.requests = []
        self.page.on("request", lambda request: self.requests.append(request))
        self.page.goto(self.server.url + path)
        self.page.wait_for_selector("html[data-ready]")

    def _heard(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def tearDown(self):
        unexpected = [
            text for text in self.complaints if not any(part in text for part in self.expected_complaints)
        ]
        self.assertEqual(unexpected, [], "the page complained")

    # What tests do again and again.

    def until(self, condition, seconds=10):
        """Waits for an expression to be true. Playwright's own way evaluates it in the page, which its policy forbids."""
        deadline = time.monotonic() + seconds
        while not self.page.evaluate(condition):
            self.assertLess(time.monotonic(), deadline, f"not within {seconds} s: {condition}")
            time.sleep(0.02)

    def load(self, *names):
        """Chooses files as a person would."""
        self.page.set_input_files("#picture-file", [str(SCREENS / name) for name in names])
        self.page.wait_for_selector("#workspace:not([hidden])")
        self.until("document.querySelector('#picture').width > 300")

    def redact(self):
        """Redacts, and waits for the result."""
        self.page.get_by_role("button", name="Redact", exact=True).click()
        self.page.wait_for_selector("#outcome-full:not([hidden])")
        self.until("document.querySelector('#result').naturalWidth > 0")

    def result(self):
        """The bytes of the result, as they are downloaded."""
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="Download", exact=True).click()
        return pathlib.Path(download.value.path()).read_bytes()

    def draw(self, x, y, width, height):
        """Draws a region by mouse, in pixels of the picture; tells where it is as the page has it."""
        a, b = self.on_screen(x, y), self.on_screen(x + width, y + height)
        self.page.mouse.move(*a)
        self.page.mouse.down()
        self.page.mouse.move((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, steps=4)
        self.page.mouse.move(*b, steps=4)
        self.page.mouse.up()

    def on_screen(self, x, y):
        """Where a pixel of the picture is shown."""
        overlay = self.page.locator("#overlay")
        overlay.scroll_into_view_if_needed()
        box = overlay.bounding_box()
        width, height = map(int, overlay.get_attribute("viewBox").split()[2:])
        return box["x"] + x * box["width"] / width, box["y"] + y * box["height"] / height

    def regions(self):
        """The regions as the page shows them: x, y, width, height."""
        return self.page.evaluate(
            "[...document.querySelectorAll('#regions .line')].map(r => "
            "['x', 'y', 'width', 'height'].map(a => Number(r.getAttribute(a))))"
        )
