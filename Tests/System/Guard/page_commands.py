"""What a harness asks of a page besides pictures: the same for two sessions, if it does not see which browser it has."""

import json
import re

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.remote.shadowroot import ShadowRoot
from selenium.webdriver.remote.webelement import WebElement

CSS = "css selector"
REFERENCE = re.compile(r"f\.[0-9A-F]+\.d\.[0-9A-F]+\.e\.\d+")
#: The mark that chromedriver leaves on a frame that was chosen.
FRAME_MARK = re.compile(r' cd_frame_id_=\\*"[0-9a-f]+\\*"')
SCRIPTS = {
    "numbers": "return [1, 1.5, -0, 1e21, 1e-7, 12345678901234567890, NaN, null, undefined, true]",
    "half a character": "return '\\ud800'",
    "texts": "return ['', 'ä𝄞\\u0000', 'x'.repeat(70000), ' \\n\\t', '{\"value\":1}', 'data:text/plain,hello']",
    "objects": "return { a: { b: [[], {}], 'c d': null }, '': 1, length: 2 }",
    "elements": "return [document.body, { first: document.querySelector('input') }, document.querySelectorAll('section')]",
    "arguments": "return [...arguments]",
    "an error": "throw new TypeError('no such thing')",
    "a cycle": "const a = {}; a.a = a; return a",
    "a promise": "return Promise.resolve({ done: 1 })",
    "what is drawn as text": "return document.body.innerText",
}


class Transcript:
    """What a session answered, command by command, with references by the order in which they first came."""

    def __init__(self, driver):
        self.driver, self.lines, self.names = driver, [], {driver.session_id: "session"}

    def note(self, name, command):
        """Notes the result of a command, or its error; the result."""
        try:
            result = command()
            said = self._plain(result)
        except WebDriverException as error:
            result, said = None, f"{type(error).__name__}: {(error.msg or '').splitlines()[:1]}"
        text = REFERENCE.sub(lambda found: self._name(found[0]), json.dumps(said, sort_keys=True, default=repr))
        self.lines.append((name, FRAME_MARK.sub("", text).replace(self.driver.session_id, "session")))
        return result

    def _plain(self, result):
        match result:
            case WebElement() | ShadowRoot(): return f"an element: {result.id}"
            case dict(): return {key: self._plain(inner) for key, inner in result.items()}
            case list() | tuple(): return [self._plain(inner) for inner in result]
        return result

    def _name(self, reference):
        return self.names.setdefault(reference, f"reference {len(self.names)}")

    def handle(self, handle):
        return self.names.setdefault(handle, f"window {len(self.names)}")


def transcript(driver, elements, is_long):
    """What a session answers about its page, and about so many of its elements. The long one has what takes a while, such as windows."""
    said = Transcript(driver)
    ask_page(said, driver)
    ask_elements(said, driver, elements)
    ask_scripts(said, driver)
    ask_frames(said, driver)
    act(said, driver)
    ask_cookies(said, driver)
    if is_long:
        ask_dialogs(said, driver)
        ask_windows(said, driver)
    return said.lines


def ask_page(said, driver):
    for name in ("title", "current_url", "page_source", "name"):
        said.note(name, lambda: getattr(driver, name))
    said.note("timeouts", lambda: driver.timeouts.__dict__)
    said.note("rect of the window", driver.get_window_rect)
    said.note("handles", lambda: [said.handle(handle) for handle in driver.window_handles])
    said.note("the element with the focus", lambda: driver.switch_to.active_element)
    said.note("a command of developer tools", lambda: driver.execute_cdp_cmd("Runtime.evaluate", {"expression": "1 + 1"}))
    said.note("a command that there is not", lambda: driver.execute_cdp_cmd("No.such", {}))


def ask_elements(said, driver, count):
    found = said.note("all elements", lambda: driver.find_elements(CSS, "section *")) or []
    fields = said.note("all fields", lambda: driver.find_elements(CSS, "input, textarea, select, [contenteditable]")) or []
    for way, what in (("xpath", "//section/descendant::*[last()]"), ("link text", "none"), ("tag name", "iframe"), ("css selector", "a[")):
        said.note(f"by {way}", lambda: driver.find_elements(way, what))
    for element in [*fields[:count // 2], *found[::max(len(found) // count, 1)][:count]]:
        for name in ("text", "tag_name", "rect", "aria_role", "accessible_name", "location_once_scrolled_into_view"):
            said.note(name, lambda: getattr(element, name))
        for name in ("is_displayed", "is_enabled", "is_selected"):
            said.note(name, getattr(element, name))
        for name in ("value", "style", "type", "outerHTML", "name"):
            said.note(f"attribute {name}", lambda: element.get_attribute(name))
            said.note(f"property {name}", lambda: element.get_property(name))
            said.note(f"attribute {name} of the document", lambda: element.get_dom_attribute(name))
        for name in ("color", "font-family", "transform", "width"):
            said.note(f"style {name}", lambda: element.value_of_css_property(name))
        root = said.note("shadow root", lambda: element.shadow_root)
        if root:
            said.note("elements of a shadow root", lambda: root.find_elements(CSS, "*"))


def ask_scripts(said, driver):
    for name, script in SCRIPTS.items():
        said.note(f"a script with {name}", lambda: driver.execute_script(script, 1, "ä", [None, {"a": 2.5}], True))
    said.note("a script that answers later", lambda: driver.execute_async_script("setTimeout(arguments[0], 5, [document.body, 'x'])"))


def ask_frames(said, driver):
    for index in range(min(len(driver.find_elements(CSS, "iframe")), 2)):
        said.note("into a frame", lambda: driver.switch_to.frame(index))
        said.note("its source", lambda: driver.page_source)
        said.note("its elements", lambda: [element.rect for element in driver.find_elements(CSS, "*")])
        said.note("its place", lambda: driver.execute_script("return [location.href, innerWidth, top === self]"))
        said.note("into a frame of it", lambda: driver.switch_to.frame(0))
        said.note("out of it", driver.switch_to.parent_frame)
        said.note("out of all", driver.switch_to.default_content)
    said.note("into no frame", lambda: driver.switch_to.frame("none"))


def act(said, driver):
    """Clicks, types, drags and turns the wheel. Nothing that is of the other session is used."""
    fields = [field for field in driver.find_elements(CSS, "input, textarea, [contenteditable]") if field.is_displayed()]
    for field in fields[:2]:
        said.note("a click", field.click)
        said.note("keys", lambda: field.send_keys("abc ä\ue012"))
        said.note("what was typed", lambda: field.get_property("value"))
        said.note("clearing", field.clear)
        said.note("what has the focus", lambda: driver.switch_to.active_element)
    said.note("a drag", lambda: ActionChains(driver, 0).move_by_offset(60, 60).click_and_hold().move_by_offset(120, 5).release().perform())
    said.note("what is selected", lambda: driver.execute_script("return getSelection().toString()"))
    said.note("a wheel", lambda: ActionChains(driver, 0).scroll_from_origin(ScrollOrigin.from_viewport(50, 50), 0, 5).perform())
    said.note("releasing", lambda: ActionChains(driver).reset_actions())


def ask_cookies(said, driver):
    said.note("a new cookie", lambda: driver.add_cookie({"name": "kept", "value": "a=b c", "path": "/"}))
    said.note("cookies", driver.get_cookies)
    said.note("a cookie", lambda: driver.get_cookie("kept"))
    said.note("deletion of cookies", driver.delete_all_cookies)
    said.note("no cookie", lambda: driver.get_cookie("kept"))


def ask_dialogs(said, driver):
    said.note("no dialog", lambda: driver.switch_to.alert.text)
    said.note("a dialog that opens", lambda: driver.execute_script("setTimeout(() => { window.answer = prompt('Sure?', 'maybe') }, 0)"))
    said.note("its text", lambda: driver.switch_to.alert.text)
    said.note("words for it", lambda: driver.switch_to.alert.send_keys("surely"))
    said.note("its end", lambda: driver.switch_to.alert.accept())
    said.note("its answer", lambda: driver.execute_script("return window.answer"))


def ask_windows(said, driver):
    first = driver.current_window_handle
    for kind in ("tab", "window"):
        said.note(f"a new {kind}", lambda: driver.switch_to.new_window(kind))
        said.note("its place", lambda: (driver.current_url, len(driver.window_handles)))
        said.note("its end", lambda: driver.close() and None)
        driver.switch_to.window(first)
    said.note("no window", lambda: driver.switch_to.window("none"))
    said.note("another place", lambda: driver.get(f"{driver.current_url}#there"))
    for name in ("refresh", "back", "forward"):
        said.note(name, getattr(driver, name))
        said.note(f"the place after it: {name}", lambda: driver.current_url)
    said.note("another size", lambda: driver.set_window_rect(5, 7, 610, 520))
    said.note("the size before", lambda: driver.set_window_rect(0, 0, 640, 720))
    for name, seconds in (("script", 7), ("page load", 70)):
        said.note(f"a timeout: {name}", lambda: getattr(driver, f"set_{name.replace(' ', '_')}_timeout")(seconds))
    said.note("timeouts now", lambda: driver.timeouts.__dict__)
