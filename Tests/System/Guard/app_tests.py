"""Screenshots of apps: what the policy names is covered at its place, the rest stays, and the session is left as it was."""

import base64
import concurrent.futures
import io

from PIL import Image, ImageChops

from appium import Appium, all_traces
from screens import CARD, EMAIL, ELEMENTS, PASSWORD
from support import Guard, policies, temporary_directory
from traces import pictures_in

#: All that a guard may ask of an app by itself.
PROBES = r"^GET /session/\w+/(context|appium/context|source|screenshot)$"
SESSIONS = ("ios", "android")
#: Pixels round an element that a cover may take, too.
MARGIN = 4


def check(claim, program):
    traces = all_traces()
    with temporary_directory() as directory, Appium() as upstream:
        files = policies(directory)
        with Guard(program, upstream.url, "blackout") as guard:
            for session in SESSIONS:
                check_whole(claim, guard, upstream, traces, session)
        with Guard(program, upstream.url, files["password"]) as guard:
            for session in SESSIONS:
                check_one(claim, guard, upstream, session)
        with Guard(program, upstream.url, files["all"]) as guard:
            for session in SESSIONS:
                check_elements(claim, guard, upstream, traces, session)
                check_moves(claim, guard, upstream, traces, session)
            check_contexts(claim, guard, upstream, traces)
            check_parallel(claim, guard, traces)
        log = guard.log
        words = [word for word in (EMAIL, PASSWORD, CARD, "iVBORw0KGgo", "XCUIElementType") if word in log]
        claim(not words, "the log says nothing of a screen", words)
        with Guard(program, upstream.url, files["all"], "--source", "redacted") as guard:
            check_source(claim, guard, upstream)


def shot(guard, session, path="/screenshot"):
    return guard.ask("GET", f"/session/{session}{path}")


def decoded(reply):
    """The PNG in a reply, alone and in base64 that every client reads."""
    try:
        content = base64.b64decode(reply.value, validate=True)
        return Image.open(io.BytesIO(content)).convert("RGB") if content.startswith(b"\x89PNG\r\n\x1a\n") else None
    except (ValueError, TypeError, OSError):
        return None


def check_whole(claim, guard, upstream, traces, session):
    start = len(upstream.requests)
    reply = shot(guard, session)
    picture = decoded(reply)
    size = upstream.screens[session].picture().size
    is_same = reply.status == 200 and picture is not None and picture.size == size
    claim(is_same, f"{session}: a screenshot is a PNG of the same size", f"{reply}")
    claim(not traces.of(*reply.contents), f"{session}: it has no pixel of what is sensitive", traces.of(*reply.contents))
    claim(picture is not None and picture.getextrema() == ((0, 0),) * 3, f"{session}: blackout covers all of it")
    asked = [f"{request.method} {request.path}" for request in upstream.requests[start:]]
    claim(asked == [f"GET /session/{session}/screenshot"], f"{session}: a policy for the whole screen asks for nothing else", asked)
    other = shot(guard, session)
    claim(other.body == reply.body, f"{session}: the same screen gives the same bytes")
    source = shot(guard, session, "/source")
    claim(source.value == upstream.screens[session].source(), f"{session}: the page source passes as it is")


def outside(picture, screen, names):
    """The picture without what the covers of elements may take."""
    rest = picture.copy()
    for element in ELEMENTS:
        if element.name in names:
            left, top, right, bottom = screen.box(element)
            rest.paste((0, 0, 0), (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN))
    return rest


def covered(picture, screen, names):
    """Whether each of the elements is black, and every pixel that is not near one is as it was."""
    boxes = [screen.box(element) for element in ELEMENTS if element.name in names]
    is_black = all(picture.crop(box).getextrema() == ((0, 0),) * 3 for box in boxes)
    difference = ImageChops.difference(outside(picture, screen, names), outside(screen.picture(), screen, names))
    return is_black and difference.getbbox() is None


def check_one(claim, guard, upstream, session):
    picture = decoded(shot(guard, session))
    holds = picture is not None and covered(picture, upstream.screens[session], {"password"})
    claim(holds, f"{session}: a policy for the password covers that alone, and every other pixel stays")


def check_elements(claim, guard, upstream, traces, session):
    names = {element.name for element in ELEMENTS if element.is_sensitive}
    screen, before, start = upstream.screens[session], upstream.states(), len(upstream.requests)
    reply = shot(guard, session)
    picture = decoded(reply)
    claim(not traces.of(*reply.contents), f"{session}: covered elements leave no pixel", traces.of(*reply.contents))
    claim(picture is not None and covered(picture, screen, names), f"{session}: the covers are where the elements are", f"{reply}")
    asked = [f"{request.method} {request.path}" for request in upstream.requests[start:]]
    words = [line.rsplit("/", 1)[1] for line in asked]
    claim(words[:1] == ["context"], f"{session}: the guard asks for the context first", asked)
    is_between = words[-1] == "source" and "source" in words[:words.index("screenshot")]
    claim(words.count("screenshot") == 1 and is_between, f"{session}: it reads the source before and after the screenshot", asked)
    probes = upstream.asked(PROBES, start)
    claim(len(probes) == len(asked) <= 6, f"{session}: it asks for nothing that may change the session", asked)
    claim(upstream.states() == before, f"{session}: the state of the session is as it was")
    for path in ("/Screenshot", "/screenshot/", "/screenshot?x=1"):
        reply = shot(guard, session, path)
        trace = traces.of(*reply.contents)
        is_refused = reply.is_error or reply.status == 404
        is_safe = is_refused or decoded(reply) is not None and covered(decoded(reply), screen, names)
        claim(not trace and is_safe, f"{session}: {path} is safe, or refused", trace or f"{reply}")
    for element in ("password", "card"):
        reply = shot(guard, session, f"/element/{element}/screenshot")
        trace = traces.of(*reply.contents)
        claim(not trace and (reply.is_error or decoded(reply) is not None), f"{session}: the picture of the {element} is safe, or refused", trace)


def check_moves(claim, guard, upstream, traces, session):
    screen = upstream.screens[session]
    names = {element.name for element in ELEMENTS if element.is_sensitive}
    for moves in (1, 2):
        upstream.moves = moves
        reply = shot(guard, session)
        picture = decoded(reply)
        trace = traces.of(*reply.contents)
        claim(not trace, f"{session}: a screen that moves {moves} times leaves no pixel", trace)
        holds = picture is not None and covered(picture, screen, names)
        claim(holds, f"{session}: then the covers are where the elements are in the end", f"{reply}")
    upstream.moves, start = 1000, len(upstream.requests)
    reply = shot(guard, session)
    asked = upstream.asked("GET .*/screenshot$", start)
    claim(reply.is_error, f"{session}: a screen that never rests is refused", f"{reply}")
    claim(not traces.of(*reply.contents), f"{session}: the refusal has no pixel")
    claim(2 <= len(asked) <= 4, f"{session}: it is tried a few times", len(asked))
    upstream.moves = 0
    claim(not shot(guard, session).is_error, f"{session}: once it rests, there is a screenshot again")


def check_contexts(claim, guard, upstream, traces):
    """In a web context the source is no page source of the app."""
    for context in ("WEBVIEW_1", {"id": "WEBVIEW_1"}):
        guard.ask("POST", "/session/ios/context", {"name": context})
        before, start = upstream.states(), len(upstream.requests)
        reply = shot(guard, "ios")
        trace = traces.of(*reply.contents)
        claim(not trace, "ios: the screenshot of a web context has no pixel of what is sensitive", trace)
        changes = [request.path for request in upstream.asked("^(POST|DELETE)", start) if not request.path.endswith("/execute/sync")]
        claim(not changes and upstream.states() == before, "ios: the guard does not switch the context", changes)
    guard.ask("POST", "/session/ios/context", {"name": "NATIVE_APP"})
    picture = decoded(shot(guard, "ios"))
    names = {element.name for element in ELEMENTS if element.is_sensitive}
    claim(picture is not None and covered(picture, upstream.screens["ios"], names), "ios: back in the app, elements are covered again")


def check_parallel(claim, guard, traces):
    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        replies = list(threads.map(lambda session: shot(guard, session), SESSIONS * 6))
    safe = [reply for reply in replies if not reply.failure and list(pictures_in(base64.b64decode(reply.value or "")))]
    leaks = [trace for trace in (traces.of(*reply.contents) for reply in replies) if trace]
    holds = len(safe) == len(replies) and not leaks
    claim(holds, "two sessions at once get their screenshots, covered", f"{len(safe)} of {len(replies)}, {leaks}")


def check_source(claim, guard, upstream):
    for session in SESSIONS:
        reply = shot(guard, session, "/source")
        source = reply.value if isinstance(reply.value, str) else ""
        holds = source and CARD not in source and EMAIL not in source
        claim(holds, f"{session}: --source redacted leaves no value in the page source", f"{reply}")
        claim("title" in source, f"{session}: and names stay", f"{reply}")
        claim(shot(guard, session).status == 200, f"{session}: and elements are found none the less")
