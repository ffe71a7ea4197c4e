"""Screenshots of pages: the guard asks the page itself, changes nothing in it, and refuses what it cannot place."""

import base64
import io
import json
import os

from PIL import Image, ImageChops

from appium import all_traces
from browser import CHROMEDRIVER, FIELDS, WRONG_ANSWERS, Page, Session, WrongBrowser, chromedriver
from capabilities import ways_round
from support import Guard, temporary_directory
from traces import pictures_of, shows_noise

#: CSS pixels that a cover may reach beyond a box, and pixels of the screen for each.
MARGIN, SCALE = 2, 2


def check(claim, program):
    with temporary_directory() as directory:
        policy = f"{directory}/fields.json"
        style = {"fill": {"color": "#000000"}}
        rules = [{"target": {"element": {"identifier": f".*{name}.*"}}, "style": style, "atLeast": 0} for name in FIELDS]
        with open(policy, "w") as file:
            json.dump({"rules": rules}, file)
        with WrongBrowser() as upstream, Guard(program, upstream.url, policy) as guard:
            check_answers(claim, guard, upstream)
            check_dialog(claim, guard, upstream)
        if not os.path.exists(CHROMEDRIVER):
            print(f"not checked: a real browser, because there is no {CHROMEDRIVER}")
            return
        with chromedriver() as driver, Page() as page, Guard(program, driver, policy) as guard, Session(guard.url, driver) as session:
            check_session(claim, session, guard)
            session.ask("POST", "/url", {"url": page.url})
            check_page(claim, session)
            check_page_dialog(claim, session)
            check_frame(claim, session)
            check_others(claim, session)


def check_answers(claim, guard, upstream):
    for name, answer in WRONG_ANSWERS.items():
        upstream.answers = answer
        reply = guard.ask("GET", "/session/b/screenshot")
        trace = all_traces().of(*reply.contents)
        claim(reply.status >= 400 and not reply.failure and not trace, f"a page that answers with {name} gets no screenshot", trace or f"{reply}")


def check_dialog(claim, guard, upstream):
    upstream.answers, upstream.alert = WRONG_ANSWERS["null"], "Really?"
    start = len(upstream.requests)
    reply = guard.ask("GET", "/session/b/screenshot")
    scripts = upstream.asked("execute|/source|/title", start)
    holds = upstream.alert == "Really?" and not scripts
    claim(holds, "a dialog stays open: the page is not asked meanwhile", [request.path for request in scripts])
    claim(reply.is_error and not all_traces().of(*reply.contents), "and there is no screenshot", f"{reply}")


def check_session(claim, session, guard):
    found = ways_round(session.begun.json, guard.url)
    claim(session.begun.status == 200 and not found, "a session of chromedriver begins, and names no way round the guard", found)


def picture_of(reply):
    """The PNG in a reply; None if there is none."""
    try:
        return Image.open(io.BytesIO(base64.b64decode(reply.value, validate=True))).convert("RGB")
    except (ValueError, TypeError, OSError):
        return None


def state(session):
    """What a harness can see of the session and the page."""
    facts = "scrollX, scrollY, location.href, history.length, document.activeElement.name, document.documentElement.outerHTML"
    seen = session.run(f"return [{facts}]")
    commands = ("/timeouts", "/window", "/window/handles", "/window/rect")
    return seen, [session.ask("GET", command, directly=True).value for command in commands]


def check_page(claim, session):
    for scrolled in (0, 37, 900):
        session.run(f"scrollTo(0, {scrolled}); document.querySelector('[name=email]').focus({{preventScroll: true}})")
        raw, before = picture_of(session.ask("GET", "/screenshot", directly=True)), state(session)
        reply = session.ask("GET", "/screenshot")
        picture = picture_of(reply)
        label = f"a page scrolled by {scrolled}"
        claim(raw is not None and shows_noise(raw), f"{label} shows what is sensitive")
        claim(picture is not None and picture.size == raw.size, f"{label} gets its screenshot, of the same size", f"{reply}")
        claim(picture is not None and not shows_noise(picture), f"{label}: no pixel of it is sensitive")
        claim(picture is not None and not difference(picture, raw, scrolled), f"{label}: every other pixel stays")
        claim(state(session) == before, f"{label} is as it was")
    session.run("scrollTo(0, 0)")


def difference(picture, raw, scrolled):
    """Where two pictures of the page differ besides its fields; None if nowhere."""
    pictures = picture.copy(), raw.copy()
    for x, y, width, height in FIELDS.values():
        box = (x - MARGIN, y - scrolled - MARGIN, x + width + MARGIN, y - scrolled + height + MARGIN)
        for one in pictures:
            one.paste((0, 0, 0), [side * SCALE for side in box])
    return ImageChops.difference(*pictures).getbbox()


def check_page_dialog(claim, session):
    session.run("setTimeout(() => alert('Really?'), 1)")
    for _ in range(100):
        if session.ask("GET", "/alert/text", directly=True).status == 200:
            break
    reply = session.ask("GET", "/screenshot")
    claim(reply.status >= 400 or picture_of(reply) and not shows_noise(picture_of(reply)), "behind a dialog nothing is shown", f"{reply}")
    text = session.ask("GET", "/alert/text", directly=True).value
    claim(text == "Really?", "and the dialog is there still", text)
    session.ask("POST", "/alert/accept", {}, directly=True)


def check_frame(claim, session):
    session.ask("POST", "/frame", {"id": 0})
    reply = session.ask("GET", "/screenshot")
    pictures = pictures_of(reply.body)
    claim(not any(map(shows_noise, pictures)) and not reply.failure, "from within a frame, the page is safe, or refused", f"{reply}")
    claim(session.run("return document.body.innerText") == "A frame", "and the frame stays the one that was chosen")
    session.ask("POST", "/frame", {"id": None})


def check_others(claim, session):
    found = session.ask("POST", "/element", {"using": "css selector", "value": "[name=password]"}).value
    drawn = (
        "const done = arguments[0], image = new Image(); image.onload = () => { const canvas = document.createElement('canvas');"
        "[canvas.width, canvas.height] = [image.width, image.height]; canvas.getContext('2d').drawImage(image, 0, 0);"
        "done({ drawn: [canvas.toDataURL()] }) }; image.src = '/password.png'"
    )
    cases = [
        ("the picture of an element", "GET", f"/element/{next(iter(found.values()))}/screenshot", None),
        ("what a canvas has drawn", "POST", "/execute/async", {"script": drawn, "args": []}),
        ("a screenshot of developer tools", "POST", "/goog/cdp/execute", {"cmd": "Page.captureScreenshot", "params": {}}),
        ("one in JPEG", "POST", "/goog/cdp/execute", {"cmd": "Page.captureScreenshot", "params": {"format": "jpeg"}}),
        ("a screenshot of all of the page", "GET", "/screenshot/full", None),
        ("a page of paper", "POST", "/print", {}),
    ]
    for name, method, command, content in cases:
        reply = session.ask(method, command, content)
        pictures = pictures_of(reply.body)
        shows = any(map(shows_noise, pictures)) or b"JVBERi0" in reply.body
        claim(not shows and (pictures or reply.status >= 400), f"{name} is safe, or refused", f"{reply}")
