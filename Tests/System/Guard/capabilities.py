"""What drivers reply about their sessions: the capabilities, among them the addresses of ways round a guard."""

import json

#: The members that open a way round, by the word of `--allow` that leaves them, each with a value as a server has it.
WAYS_ROUND = {
    "bidi": {
        "webSocketUrl": "ws://127.0.0.1:4723/bidi/x", "se:bidi": "ws://127.0.0.1:4444/session/x/se/bidi",
        "se:gridWebSocketUrl": "ws://127.0.0.1:9515/session/x",
    },
    "cdp": {
        "se:cdp": "ws://172.17.0.2:4444/session/x/se/cdp", "moz:debuggerAddress": "localhost:63977", "debuggerAddress": "localhost:35839",
        "se:forwardCdp": "ws://172.17.0.3/session/x/se/fwd",
    },
    "vnc": {"se:vnc": "ws://172.17.0.2:4444/session/x/se/vnc", "se:vncLocalAddress": "ws://172.17.0.2:7900"},
    "mjpeg": {
        "mjpegServerPort": 9100, "appium:mjpegServerPort": 9100, "appium:mjpegScreenshotUrl": "http://127.0.0.1:8080/stream.mjpeg",
    },
    "direct": {
        f"{prefix}directConnect{part}": content
        for prefix in ("appium:", "")
        for part, content in {"Protocol": "https", "Host": "farm.example", "Port": 443, "Path": "/wd/hub"}.items()
    },
}
#: Members that no word is known to leave.
OTHERS = {"appium:webDriverAgentUrl": "http://192.0.2.7:8100"}
#: The names of all of them.
NAMES = {name for members in WAYS_ROUND.values() for name in members} | set(OTHERS)

_EXTRA = {name: content for members in [*WAYS_ROUND.values(), OTHERS] for name, content in members.items()}
_CHROME = {
    "goog:chromeOptions": {"debuggerAddress": "localhost:35839", "args": ["--headless"]},
    "ms:edgeOptions": {"debuggerAddress": "localhost:1"},
}

#: As XCUITest has them, without `appium:`; what was asked for stands below `desired`, too.
IOS = {
    "webStorageEnabled": False, "locationContextEnabled": False, "browserName": "", "platform": "MAC", "javascriptEnabled": True,
    "databaseEnabled": False, "takesScreenshot": True, "networkConnectionEnabled": False, "platformName": "iOS",
    "automationName": "XCUITest", "udid": "00008110-0001", **_EXTRA, **_CHROME,
    "desired": {"platformName": "iOS", "automationName": "XCUITest", **_EXTRA, "deep": [{"er": _EXTRA}]},
}
#: As UiAutomator2 has them.
ANDROID = {
    "platform": "LINUX", "webStorageEnabled": False, "takesScreenshot": True, "javascriptEnabled": True, "databaseEnabled": False,
    "networkConnectionEnabled": True, "locationContextEnabled": False, "warnings": {},
    "desired": {"platformName": "Android", "automationName": "UiAutomator2", **_EXTRA}, "platformName": "Android",
    "automationName": "UiAutomator2", "deviceUDID": "emulator-5554", "pixelRatio": "2.625", "statBarHeight": 63,
    "viewportRect": {"left": 0, "top": 63, "width": 300, "height": 477}, "deviceApiLevel": 34, "deviceScreenSize": "300x540",
    **_EXTRA, **_CHROME,
}


def members(content, path=""):
    """The members of a value at any depth, each with its path."""
    if isinstance(content, dict):
        for name, inner in content.items():
            yield f"{path}/{name}", name
            yield from members(inner, f"{path}/{name}")
    elif isinstance(content, list):
        for index, inner in enumerate(content):
            yield from members(inner, f"{path}/{index}")


def ways_round(content, guard):
    """The names of members of a value that lead past a guard. A web socket at the guard does not."""
    address = guard.replace("http://", "ws://") + "/"
    own = json.dumps(content).replace(f'"webSocketUrl": "{address}', '"atTheGuard": "')
    return sorted({name for _, name in members(json.loads(own))} & NAMES)


def without(content, names):
    """A value without members of these names at any depth."""
    if isinstance(content, dict):
        return {name: without(inner, names) for name, inner in content.items() if name not in names}
    return [without(inner, names) for inner in content] if isinstance(content, list) else content
