"""Selenium drives a real browser over BiDi through the guard: its pictures are covered, and all else is as without a guard."""

import base64
import io
import json
import os
import re
import threading

from PIL import Image

from browser import CHROMEDRIVER, CHROMIUM, FIELDS, Page, chromedriver
from browser_tests import MARGIN, SCALE, difference
from support import Guard, temporary_directory
from traces import shows_noise

#: A colour that no page has.
COLOR = (19, 87, 155)


def check(claim, program):
    try:
        from selenium import webdriver
    except ImportError:
        print("not checked: BiDi of a real browser, because Selenium is not beside this Python")
        return
    if not os.path.exists(CHROMEDRIVER):
        print(f"not checked: BiDi of a real browser, because there is no {CHROMEDRIVER}")
        return
    with temporary_directory() as directory, chromedriver() as driver, Page() as page:
        with open(f"{directory}/fields.json", "w") as file:
            style = {"fill": {"color": "#%02x%02x%02x" % COLOR}}
            json.dump({"rules": [{"target": {"elements": level}, "style": style} for level in ("sensitive", "user-input")]}, file)
        with Guard(program, driver, file.name) as guard, Guard(program, driver, "blackout") as black:
            with _session(webdriver, driver) as direct, _session(webdriver, guard.url) as session:
                for each in (direct, session):
                    each.get(page.url)
                check_pictures(claim, session, direct)
                check_elements(claim, session)
                check_refusals(claim, session)
                check_dialog(claim, session)
                check_others(claim, session, direct, page)
            with _session(webdriver, black.url) as session:
                session.get(page.url)
                check_blackout(claim, session)


class _Quitting:
    def __init__(self, driver):
        self.driver = driver

    def __enter__(self):
        return self.driver

    def __exit__(self, *_):
        self.driver.quit()


def _session(webdriver, url):
    options = webdriver.ChromeOptions()
    options.enable_bidi, options.binary_location = True, CHROMIUM
    options.unhandled_prompt_behavior = "ignore"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=640,560", f"--force-device-scale-factor={SCALE}"):
        options.add_argument(argument)
    return _Quitting(webdriver.Remote(url, options=options))


def picture_of(content):
    return Image.open(io.BytesIO(base64.b64decode(content))).convert("RGB")


def shot(session, **params):
    """A picture over BiDi, or the words of an error."""
    try:
        return picture_of(session.browsing_context.capture_screenshot(context=session.current_window_handle, **params))
    except Exception as error:
        return f"{error}"


def check_pictures(claim, session, direct):
    port = re.match(r"ws://127\.0\.0\.1:(\d+)/", session.caps["webSocketUrl"])
    claim(port is not None and port[1] != direct.caps["webSocketUrl"].split(":")[2].split("/")[0], "Selenium is told an address at the guard")
    for scrolled in (0, 37):
        for each in (session, direct):
            each.execute_script(f"scrollTo(0, {scrolled})")
        raw, picture = shot(direct), shot(session)
        label = f"a page scrolled by {scrolled}, over BiDi,"
        claim(shows_noise(raw), f"{label} shows what is sensitive")
        if isinstance(picture, str):
            claim(False, f"{label} gets its picture", picture)
            continue
        claim(picture.size == raw.size and not shows_noise(picture), f"{label} gets a picture of the same size without any pixel of it")
        claim(not difference(picture, raw, scrolled), f"{label} keeps every other pixel", difference(picture, raw, scrolled))
        boxes = [(x, y - scrolled, x + width, y - scrolled + height) for x, y, width, height in FIELDS.values() if y - scrolled < 400]
        colors = [picture.crop([side * SCALE for side in box]).getextrema() for box in boxes]
        claim(all(color == tuple((each, each) for each in COLOR) for color in colors), f"{label} has its fields in the colour of the policy", colors)
    for form in ({"type": "image/jpeg", "quality": 0.9}, {"type": "image/webp", "quality": 0.9}):
        picture = shot(session, format=form)
        claim(isinstance(picture, str) and "snapveil" in picture or not shows_noise(picture), f"as {form['type']}, it is safe, or refused", picture)
    session.execute_script("scrollTo(0, 0)")


def check_elements(claim, session):
    found = session.browsing_context.locate_nodes(
        context=session.current_window_handle, locator={"type": "css", "value": "[name=password], h1"},
    )
    references = {node["value"]["localName"]: node["sharedId"] for node in (found["nodes"] if isinstance(found, dict) else found)}
    for name, is_covered in [("input", True), ("h1", False)]:
        picture = shot(session, clip={"type": "element", "element": {"sharedId": references[name]}})
        if isinstance(picture, str):
            claim(False, f"the picture of an element {name} comes", picture)
            continue
        inner = picture.crop((MARGIN * SCALE, MARGIN * SCALE, picture.width - MARGIN * SCALE, picture.height - MARGIN * SCALE))
        is_plain = inner.getextrema() == tuple((each, each) for each in COLOR)
        claim(is_plain == is_covered and not shows_noise(picture), f"the picture of an element {name} {'is covered' if is_covered else 'is not'}", picture.getextrema())


def check_refusals(claim, session):
    handle = session.current_window_handle
    frame = session.browsing_context.get_tree()[0]
    child = (frame.children if hasattr(frame, "children") else frame["children"])[0]
    child = child.context if hasattr(child, "context") else child["context"]
    for name, ask in [
        ("all of the page", lambda: shot(session, origin="document")),
        ("a part", lambda: shot(session, clip={"type": "box", "x": 0, "y": 0, "width": 99, "height": 99})),
        ("a frame", lambda: picture_of(session.browsing_context.capture_screenshot(context=child))),
        ("paper", lambda: session.browsing_context.print(context=handle)),
        ("developer tools", lambda: session.execute_cdp_cmd("Page.captureScreenshot", {})),
    ]:
        try:
            found = ask()
        except Exception as error:
            found = f"{error}"
        claim("snapveil: " in f"{found}", f"a picture of {name} is refused", f"{found}"[:200])


def check_dialog(claim, session):
    session.execute_script("setTimeout(() => alert('Really?'), 1)")
    for _ in range(50):
        try:
            session.switch_to.alert.text
            break
        except Exception:
            continue
    found = []
    thread = threading.Thread(target=lambda: found.append(shot(session)))
    thread.start()
    thread.join(1)
    handled = threading.Thread(target=lambda: session.switch_to.alert.accept())
    handled.start()
    thread.join(10)
    holds = found and (isinstance(found[0], str) or not shows_noise(found[0]))
    claim(holds, "a picture behind a dialog is safe, or refused, once the dialog is answered", found)
    thread.join(30)


def results(session, page):
    """What a harness finds out by commands that take no picture."""
    found, errors, handle = {}, [], session.current_window_handle
    entries = []
    session.script.add_console_message_handler(entries.append)
    session.execute_script("console.log('a line', 7)")
    found["title"] = session.script.execute("() => document.title + document.querySelectorAll('input').length")
    found["list"] = session.script.execute("() => [1, 'x', null, {a: [true]}, new Date(0)]")
    found["element"] = session.execute_script("return document.querySelector('h1').textContent")
    try:
        session.script.execute("() => { throw new Error('an error') }")
    except Exception as error:
        errors.append(f"{error}"[:80])
    requests = []

    def pass_on(request):
        requests.append(getattr(request, "url", None))
        request.continue_request()

    number = session.network.add_request_handler("before_request", pass_on)
    session.browsing_context.navigate(context=handle, url=page.url + "/frame", wait="complete")
    session.network.remove_request_handler("before_request", number)
    found["text"] = session.script.execute("() => document.body.innerText")
    found["requests"] = [url and url.replace(page.url, "") for url in requests][:1]
    for _ in range(100):
        if entries:
            break
        threading.Event().wait(0.02)
    found["log"] = [(entry.level, entry.text) for entry in entries][:1]
    found["errors"] = errors
    found["cookies"] = f"{session.storage.get_cookies()}".split("0x")[0]
    return json.loads(re.sub(r'"(handle|realm|sharedId|internalId)": "[^"]*"', r'"\1": ""', json.dumps(found, default=vars)))


def check_others(claim, session, direct, page):
    ours, own = results(session, page), results(direct, page)
    for name in own:
        claim(ours[name] == own[name] and own[name], f"BiDi has the same {name} as without a guard", f"{ours[name]}, not {own[name]}")


def check_blackout(claim, session):
    for name, params in [("the window", {}), ("all of the page", {"origin": "document"}), ("a part", {"clip": {"type": "box", "x": 0, "y": 0, "width": 99, "height": 99}})]:
        picture = shot(session, **params)
        holds = not isinstance(picture, str) and picture.getextrema() == ((0, 0),) * 3
        claim(holds, f"with blackout, a picture of {name} over BiDi is black", picture)
