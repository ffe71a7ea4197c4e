"""What an Appium server replies besides screenshots: pictures in other places, files, recordings, capabilities."""

import base64
import io
import json
import zipfile

from appium import TEXT, Appium, all_traces
from capabilities import NAMES, OTHERS, WAYS_ROUND, members, ways_round, without
from support import Guard, ask, policies, temporary_directory
from traces import pictures_of, shows_noise

SESSIONS = ("ios", "android")
IMAGES = {"firstImage": "", "secondImage": ""}
#: Commands whose replies have a picture that can be made safe, with what else their values have.
PICTURES = [
    ("an element", "GET", "/element/password/screenshot", None, None),
    ("the viewport", "POST", "/execute/sync", {"script": "mobile: viewportScreenshot", "args": []}, None),
    ("all displays", "POST", "/execute/sync", {"script": "mobile: screenshots", "args": [{}]}, "EMU_display_0"),
    ("all windows", "POST", "/execute/sync", {"script": "mobile: listWindows", "args": [{}]}, "com.example.bank"),
    ("output of a shell", "POST", "/execute/sync", {"script": "mobile: shell", "args": [{"command": "screencap"}]}, "stderr"),
    ("the clipboard", "POST", "/appium/device/get_clipboard", {"contentType": "image"}, None),
    ("the clipboard by a script", "POST", "/execute/sync", {"script": "mobile: getClipboard", "args": [{"contentType": "image"}]}, None),
    ("a file", "POST", "/appium/device/pull_file", {"path": "@com.example.bank/x.png"}, None),
    ("a file by a script", "POST", "/execute/sync", {"script": "mobile: pullFile", "args": [{"remotePath": "@com.example.bank/x.png"}]}, None),
    ("a comparison", "POST", "/appium/compare_images", {"mode": "getSimilarity", **IMAGES, "options": {"visualize": True}}, "score"),
    ("matches", "POST", "/appium/compare_images", {"mode": "matchTemplate", **IMAGES, "options": {"visualize": True, "multiple": True}}, "rect"),
    ("a match", "GET", "/element/appium-image-element-1/attribute/visual", None, None),
    ("a script on the server", "POST", "/appium/execute_driver", {"script": "return 1", "type": "webdriverio"}, "warn"),
]
#: Commands whose replies have what cannot be made safe.
REFUSALS = [
    ("a document", "POST", "/appium/device/pull_file", {"path": "/sdcard/x.pdf"}),
    ("a recording as a file", "POST", "/appium/device/pull_file", {"path": "/sdcard/x.mp4"}),
    ("a recording of XCTest", "POST", "/execute/sync", {"script": "mobile: stopXCTestScreenRecording", "args": [{}]}),
    ("a recording of a projection", "POST", "/execute/sync", {"script": "mobile: stopMediaProjectionRecording", "args": []}),
]
#: Commands whose replies have nothing to make safe.
OTHERS_ASKED = [
    ("GET", "/contexts", None), ("GET", "/window/rect", None), ("GET", "/orientation", None), ("GET", "/no/such/command", None),
    ("POST", "/appium/device/get_clipboard", {"contentType": "plaintext"}), ("POST", "/appium/device/pull_file", {"path": "/sdcard/x.txt"}),
    ("POST", "/elements", {"using": "id", "value": "x"}), ("POST", "/element/signIn/click", {}), ("POST", "/timeouts", {"script": 1}),
    ("POST", "/appium/compare_images", {"mode": "getSimilarity", **IMAGES, "options": {}}),
    ("POST", "/appium/stop_recording_screen", {"options": {}}),
    ("POST", "/execute/sync", {"script": "mobile: deviceScreenInfo", "args": []}),
    ("POST", "/execute/sync", {"script": "mobile: pullFile", "args": [{"remotePath": "/sdcard/x.txt"}]}),
    ("POST", "/execute/sync", {"script": "return 1", "args": []}),
]


def check(claim, program):
    traces = all_traces()
    with temporary_directory() as directory, Appium("/wd/hub") as upstream:
        with Guard(program, upstream.url, "blackout") as guard:
            for session in SESSIONS:
                check_pictures(claim, guard, traces, session)
                check_refusals(claim, guard, traces, session)
                check_folder(claim, guard, traces, session)
                check_others(claim, guard, upstream, session)
            check_capabilities(claim, guard, upstream, set())
        with Guard(program, upstream.url, policies(directory)["all"]) as guard:
            check_without_source(claim, guard, traces)
        for word in WAYS_ROUND:
            with Guard(program, upstream.url, "blackout", "--allow", word) as guard:
                check_capabilities(claim, guard, upstream, {word})


def check_pictures(claim, guard, traces, session):
    for name, method, path, content, other in PICTURES:
        reply = guard.ask(method, f"/session/{session}{path}", content)
        trace = traces.of(*reply.contents)
        pictures = pictures_of(reply.body)
        is_safe = reply.status == 200 and pictures and not any(map(shows_noise, pictures))
        claim(not trace and is_safe, f"{session}: a picture of {name} is made safe", trace or f"{reply}")
        if other:
            claim(other.encode() in reply.body, f"{session}: the rest of the reply stays")


def check_refusals(claim, guard, traces, session):
    def refused(name, *command):
        reply = guard.ask(*command)
        trace = traces.of(*reply.contents)
        claim(reply.is_error and not trace, f"{session}: {name} is refused", trace or f"{reply}")

    for name, method, path, content in REFUSALS:
        refused(name, method, f"/session/{session}{path}", content)
    start, stop = (f"/session/{session}/appium/{verb}_recording_screen" for verb in ("start", "stop"))
    claim(guard.ask("POST", start, {"options": {}}).value == "", f"{session}: a recording begins")
    refused("the recording before, when another begins,", "POST", start, {"options": {}})
    refused("a recording", "POST", stop, {"options": {}})
    claim(guard.ask("POST", stop, {"options": {}}).value == "", f"{session}: where there is none, the reply passes")


def check_folder(claim, guard, traces, session):
    reply = guard.ask("POST", f"/session/{session}/appium/device/pull_folder", {"path": "/sdcard/DCIM"})
    trace = traces.of(*reply.contents)
    try:
        with zipfile.ZipFile(io.BytesIO(base64.b64decode(reply.value or ""))) as archive:
            entries = {entry.filename: archive.read(entry) for entry in archive.infolist()}
    except zipfile.BadZipFile:
        entries = {}
    holds = sorted(entries) == ["DCIM/notes.txt", "DCIM/shot.png"] and entries["DCIM/shot.png"].startswith(b"\x89PNG") and not trace
    claim(holds, f"{session}: a folder is a zip whose picture is safe", trace or f"{reply}")
    claim(entries.get("DCIM/notes.txt") == TEXT.encode(), f"{session}: its text is as it was")


def check_others(claim, guard, upstream, session):
    for method, path, content in OTHERS_ASKED:
        command = (method, f"/session/{session}{path}", content)
        reply, own = guard.ask(*command), ask(upstream.url, *command)
        same = (reply.status, reply.body, reply.header("Content-Type")) == (own.status, own.body, own.header("Content-Type"))
        claim(same, f"{session}: the reply to {method} {path} {json.dumps(content or '')} passes as it is", f"{reply}")


def check_without_source(claim, guard, traces):
    """A policy for elements, and pictures of which nobody knows where their elements are."""
    for session in SESSIONS:
        for name, method, path, content, _ in PICTURES:
            reply = guard.ask(method, f"/session/{session}{path}", content)
            trace = traces.of(*reply.contents)
            holds = reply.is_refusal or reply.status == 200 and not reply.failure
            claim(holds and not trace, f"{session}: with a policy for elements, a picture of {name} is safe, or refused", trace or f"{reply}")


def check_capabilities(claim, guard, upstream, allowed):
    """Ways round a guard are in no reply, but for those that it allows."""
    left = {name for word in allowed for name in WAYS_ROUND[word]}
    label = f"--allow {' '.join(allowed)}: " if allowed else ""
    asked = {"capabilities": {"alwaysMatch": {"platformName": "iOS"}, "firstMatch": [{}]}}
    commands = [("POST", "/session", asked)]
    commands += [("GET", path, None) for path in ("/session/ios", "/session/android", "/session/ios/appium/capabilities", "/sessions")]
    for method, path, content in commands if not allowed else commands[:1]:
        reply, own = guard.ask(method, path, content), ask(upstream.url, method, path, content)
        names = {name for _, name in members(reply.json)}
        found = ways_round(reply.json, guard.url)
        if allowed:
            found = sorted(set(found) - left - set(OTHERS))
        claim(reply.status == 200 and not found, f"{label}{method} {path} names no way round the guard", found or f"{reply}")
        if allowed:
            claim(left <= names, f"{label}{method} {path} has what is allowed", sorted(left - names))
        rest = [json.dumps(without(value, NAMES), sort_keys=True) for value in (reply.json, own.json)]
        claim(rest[0] == rest[1], f"{label}{method} {path} has all else")
