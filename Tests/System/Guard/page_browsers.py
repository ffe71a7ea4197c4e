"""Two browsers that show the same pages: one behind guards, and one that is asked directly."""

import contextlib

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.client_config import ClientConfig

from browser import CHROMIUM, chromedriver
from support import Client, Guard

#: Seconds that a reply may take.
PATIENCE = 40
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-lcd-text", "--window-size=640,720", "--lang=en-US"]

#: Says what a session and its page are like, as far as a harness can see it: frames, what has the focus, what is selected or scrolled.
STATE = """
const seen = (document) => {
    const view = document.defaultView, visual = view.visualViewport, selection = document.getSelection();
    const all = [...document.querySelectorAll("*")];
    const at = (node) => node && [node.nodeName, all.indexOf(node), node.parentNode && all.indexOf(node.parentNode)];
    return {
        place: view.location.href, history: view.history.length, hidden: document.visibilityState,
        focus: [document.hasFocus(), at(document.activeElement)],
        scroll: [view.scrollX, view.scrollY],
        scrolled: all.map((e) => [e.scrollLeft, e.scrollTop]).map((far, index) => [index, ...far]).filter(([, x, y]) => x || y),
        size: [view.innerWidth, view.innerHeight, view.devicePixelRatio, visual.scale, visual.offsetTop],
        selection: [at(selection.anchorNode), selection.anchorOffset, at(selection.focusNode), selection.focusOffset, `${selection}`],
        carets: all.filter((e) => e.selectionStart != null).map((e) => [e.selectionStart, e.selectionEnd, e.value]),
        text: document.documentElement.outerHTML,
        frames: all.filter((e) => e.localName === "iframe" && e.contentDocument).map((e) => seen(e.contentDocument)),
    };
};
return [location.href, seen(top.document)];
"""
#: Records what happens in a page from now on: changes of its tree, and events of its user.
WATCH = """
const events = ["focus", "blur", "scroll", "selectionchange", "mousemove", "mousedown", "keydown", "click", "visibilitychange", "input"];
top.happened = [];
const watch = (document) => {
    new MutationObserver((records) => records.forEach((record) => top.happened.push(record.type)))
        .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    for (const name of events) document.defaultView.addEventListener(name, () => top.happened.push(name), true);
    for (const frame of document.querySelectorAll("iframe")) if (frame.contentDocument) watch(frame.contentDocument);
};
watch(document);
"""


def remote(url, factor):
    """A session of Selenium."""
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in [*FLAGS, f"--force-device-scale-factor={factor}"]:
        options.add_argument(flag)
    driver = webdriver.Remote(url, options=options, client_config=ClientConfig(remote_server_addr=url, timeout=PATIENCE))
    driver.set_script_timeout(10)
    return driver


class Browsers:
    """`guarded` and `direct` are sessions of Selenium; `ask` puts a command to the browser behind the guards in any way."""

    def __init__(self, program, policies, factor):
        self.program, self.policies, self.factor = program, policies, factor
        self.stack = contextlib.ExitStack()
        self.clients = {}

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            behind, beside = stack.enter_context(chromedriver()), stack.enter_context(chromedriver())
            self.guards = {
                name: stack.enter_context(Guard(self.program, behind, policy, *options)) for name, (policy, *options) in self.policies.items()
            }
            for name, url in {"directly": behind, **{name: guard.url for name, guard in self.guards.items()}}.items():
                self.clients[name] = stack.enter_context(contextlib.closing(Client(url, PATIENCE)))
            self.direct = remote(beside, self.factor)
            stack.callback(self.direct.quit)
            self.guarded = remote(next(iter(self.guards.values())).url, self.factor)
            stack.callback(self.guarded.quit)
            self.path = f"/session/{self.guarded.session_id}"
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        self.stack.close()

    def ask(self, way, method, command, content=None):
        """The reply to a command of the guarded session: `directly`, or through the guard of a policy."""
        return self.clients[way].ask(method, self.path + command, content)

    def run(self, script):
        return self.ask("directly", "POST", "/execute/sync", {"script": script, "args": []}).value

    def state(self):
        """What a harness can see of the guarded session, past the guards."""
        commands = ("/timeouts", "/window", "/window/handles", "/window/rect", "/cookie")
        return [self.run(STATE), *(self.ask("directly", "GET", command).value for command in commands)]

    def show(self, page, url, in_both=True):
        """Opens a page in the guarded browser, or in both, in its state."""
        drivers = (self.guarded, self.direct)[:1 + in_both]
        for driver in drivers:
            self._emulate(driver, page)
        self._settle(page, in_both)
        for driver in drivers:
            driver.get(url)
            if page.pinch != 1:
                driver.execute_cdp_cmd("Emulation.setPageScaleFactor", {"pageScaleFactor": page.pinch})
            open_parts(driver)
        self._settle(page, in_both)

    def _settle(self, page, in_both):
        """The density of a display that is made believe comes with a picture."""
        if page.display:
            self.ask("directly", "GET", "/screenshot")
            if in_both:
                self.direct.get_screenshot_as_base64()

    @staticmethod
    def _emulate(driver, page):
        if page.display:
            width, height, factor, is_phone = page.display
            display = {"width": width, "height": height, "deviceScaleFactor": factor, "mobile": is_phone}
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", display)
            # Those of a phone are drawn over the page, and fade.
            driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": is_phone})
        else:
            driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        scheme = {"name": "prefers-color-scheme", "value": "dark" if page.is_dark else "light"}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


def open_parts(driver):
    """Opens what only a script or a person can open."""
    driver.execute_script(
        "for (const part of document.querySelectorAll('dialog[data-open]')) part.show();"
        "for (const part of document.querySelectorAll('[popover][data-open]')) part.showPopover()"
    )
    for picker in driver.find_elements("css selector", "select[data-open]"):
        # It may be out of reach.
        with contextlib.suppress(WebDriverException):
            picker.click()
