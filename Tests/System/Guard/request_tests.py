"""What a guard passes on of requests, what it refuses, and what it changes of neither requests nor replies."""

import gzip
import json
import socket

from appium import Appium
from support import WEBDRIVER, Guard, ask, temporary_directory
from upstreams import Answer, Upstream

ELSEWHERE = "http://elsewhere.example/upload"
STOP = "/session/ios/appium/stop_recording_screen"
EXECUTE = "/session/ios/execute/sync"


def _script(name, **options):
    return {"script": name, "args": [options]}


#: Requests that send what a screen shows to where no guard sees it: path, body, further fields.
UPLOADS = [
    ("a recording to another server", STOP, {"options": {"remotePath": ELSEWHERE}}),
    ("the one before, when another begins", STOP.replace("stop", "start"), {"options": {"remotePath": ELSEWHERE, "forceRestart": False}}),
    ("by a script", EXECUTE, _script("mobile: stopScreenRecording", remotePath=ELSEWHERE)),
    ("by the old path of scripts", "/session/ios/execute", _script("mobile: stopScreenRecording", remotePath=ELSEWHERE)),
    ("of XCTest", EXECUTE, _script("mobile: stopXCTestScreenRecording", remotePath=ELSEWHERE)),
    ("of a projection", EXECUTE, _script("mobile: stopMediaProjectionRecording", remotePath=ELSEWHERE)),
    ("of the desktop", EXECUTE, _script("macos: stopRecordingScreen", remotePath=ELSEWHERE)),
    ("in another case and with a slash", "/SESSION/ios/Appium/Stop_Recording_Screen/", {"options": {"remotePath": ELSEWHERE}}),
    ("with escapes in the path", "/session/ios/appium/stop_recording%5Fscreen", {"options": {"remotePath": ELSEWHERE}}),
    ("with escapes in the name", STOP, b'{"options":{"remote\\u0050ath":"http://elsewhere.example"}}'),
    ("with two members of the name", STOP, b'{"options":{"remotePath":"http://elsewhere.example","remotePath":""}}'),
    ("with two members of the name, the other way round", STOP, b'{"options":{"remotePath":"","remotePath":"http://elsewhere.example"}}'),
    ("by a stream of the screen", EXECUTE, _script("mobile: startScreenStreaming", host="0.0.0.0", port=8093)),
    ("by a stream, with an escape", EXECUTE, b'{"script":"mobile: start\\u0053creenStreaming","args":[{}]}'),
    ("by a stream, without a space", EXECUTE, b'{"script":"mobile:startScreenStreaming","args":[{}]}'),
    ("to a URL without slashes", STOP, {"options": {"remotePath": "http:elsewhere.example/x"}}),
    ("to a URL behind spaces", STOP, {"options": {"remotePath": " " * 300 + ELSEWHERE}}),
    ("behind arrays in arrays", STOP, b'{"options":{"x":%s,"remotePath":"http://elsewhere.example"}}' % (b"[" * 1100 + b"]" * 1100)),
    ("behind a byte order mark", STOP, b'\xef\xbb\xbf{"options":{"remotePath":"http://elsewhere.example"}}'),
    ("by mirroring a tab", "/session/ios/goog/cast/start_tab_mirroring", {"sinkName": "a screen"}),
    ("by mirroring a desktop", "/session/ios/goog/cast/start_desktop_mirroring", {"sinkName": "a screen"}),
    ("by mirroring of another vendor", "/session/ios/ms/cast/start_tab_mirroring", {"sinkName": "a screen"}),
]
SOCKETS = ("/session/ios/se/cdp", "/session/ios/se/vnc", "/session/ios/se/fwd", "/devtools/page/x", "/ws/session/ios/appium/device/syslog")
UPLOAD = b'{"options":{"remotePath":"http://elsewhere.example"}}'
#: The same in other forms: name, body, fields.
OTHER_FORMS = [
    ("in a form", b"options%5BremotePath%5D=http%3A%2F%2Felsewhere.example", {"Content_Type": "application/x-www-form-urlencoded"}),
    ("that is packed", gzip.compress(UPLOAD), {"Content_Encoding": "gzip"}),
    ("in UTF-16", UPLOAD.decode().encode("utf-16-le"), {"Content_Type": "application/json; charset=utf-16"}),
]


class Echo(Upstream):
    """Replies with what it is asked for by the path."""

    REPLIES = {
        "/session/e/title": b'{ "value" : "T\\u00e4st",\r\n "n":1.0e5, "n": 10000000000000000000000 }\n',
        "/session/e/source": json.dumps({"value": "<p>\u00e4\u4e2d\U0001f600</p>" * 60_000}, ensure_ascii=False).encode(),
        "/session/e/text": b"\xff\xfe no text",
        "/session/e/log": json.dumps({"value": [{"level": "INFO", "message": "ab12" * 4000}]}).encode(),
    }

    def answer(self, request):
        body = self.REPLIES.get(request.path, b'{"value":null}')
        return Answer(body, 200, "application/json;charset=UTF-8", [("Cache-Control", "no-cache")])


def check(claim, program):
    with Appium() as upstream:
        with Guard(program, upstream.url, "blackout") as guard:
            check_uploads(claim, guard, upstream)
            check_sockets(claim, guard, upstream, SOCKETS)
        with Guard(program, upstream.url, "blackout", "--allow", "upload") as guard:
            reply = guard.ask("POST", STOP, {"options": {"remotePath": ELSEWHERE}})
            claim(reply.value == "" and upstream.uploads[-1:] == [{"remotePath": ELSEWHERE}], "--allow upload passes an upload on", f"{reply}")
    check_passage(claim, program, WEBDRIVER, "/wd/hub")


def check_passage(claim, program, kind, base):
    """What any guard passes on, and what none does."""
    with Echo(base) as upstream, temporary_directory() as directory:
        with Guard(program, upstream.url, "blackout", kind=kind) as guard:
            check_replies(claim, guard, upstream)
            check_requests(claim, guard, upstream)
            check_origins(claim, guard, upstream)
        check_keys(claim, program, upstream, directory, kind)


def check_uploads(claim, guard, upstream):
    for name, path, content in UPLOADS:
        start = len(upstream.requests)
        reply = guard.ask("POST", path, content)
        holds = reply.is_refusal and len(upstream.requests) == start
        claim(holds, f"an upload {name} is refused, and the upstream knows nothing of it", f"{reply}")
    for name, content, fields in OTHER_FORMS:
        start = len(upstream.requests)
        reply = guard.ask("POST", STOP, content, **fields)
        claim(reply.is_refusal and len(upstream.requests) == start, f"an upload {name} is refused", f"{reply}")
    for content in ({"options": {"remotePath": ""}}, {"options": {"remotePath": None}}, {"options": {}}):
        reply = guard.ask("POST", STOP, content)
        claim(reply.status == 200 and reply.value == "", f"{json.dumps(content)} is no upload", f"{reply}")
    for name in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"):
        start = len(upstream.requests)
        reply = guard.ask("POST", "/session/ios/orientation", {}, **{name: "GET"})
        passed = [request.fields[name] for request in upstream.requests[start:]]
        claim(not any(passed) and not reply.failure, f"{name} is not passed on", passed)


def check_sockets(claim, guard, upstream, paths):
    host, port = guard.url.removeprefix("http://").split(":")
    for path in paths:
        start = len(upstream.requests)
        with socket.create_connection((host, int(port)), 10) as connection:
            connection.sendall(
                f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            status = int(connection.recv(4096).split(b" ")[1])
        upgrades = [request.path for request in upstream.requests[start:] if request.fields["Upgrade"]]
        claim(status >= 400 and not upgrades, f"a WebSocket at {path} is refused, and not passed on", f"{status} {upgrades}")


def check_replies(claim, guard, upstream):
    for path, body in Echo.REPLIES.items():
        reply = guard.ask("GET", path)
        is_same = (reply.status, reply.body, reply.failure) == (200, body, "")
        claim(is_same, f"{len(body)} bytes of {path} pass byte for byte", f"{reply}")
    claim(reply.header("Content-Type") == "application/json;charset=UTF-8", "the type of a reply passes", reply.header("Content-Type"))
    claim(reply.header("Content-Length") == str(len(reply.body)), "a reply has a length")


def check_requests(claim, guard, upstream):
    body = b"[" + b",\n".join([b'{ "value" : "\\u00e4\xc3\xa4",\n "n" : 1.50 }'] * 10_000) + b"]"
    cases = [
        ("POST", "/session/e/element/a%2Fb%20c/value?x=%41&y", body), ("DELETE", "/session/e/cookie/n", None), ("PUT", "/session/e/x", b"{}"),
        ("GET", "/status", None), ("POST", "/session/e/refresh", None), ("HEAD", "/status", None), ("OPTIONS", "/session", None),
    ]
    for method, path, content in cases:
        start = len(upstream.requests)
        reply = guard.ask(method, path, content, X_Idempotency_Key="key-1", X_Request_Id="id-1")
        [request] = upstream.requests[start:] or [None]
        came = request and (request.method, request.path, request.body) == (method, path, content or b"")
        holds = reply.status == 200 and came
        claim(holds, f"{method} {path} is passed on as it is, below the path of the upstream", f"{reply} {request and request.path}")
        if method == "POST" and request:
            names = {name: request.fields[name] for name in ("X-Idempotency-Key", "X-Request-Id", "Accept", "Host")}
            host = upstream.url.removeprefix("http://").removesuffix("/wd/hub")
            wanted = {"X-Idempotency-Key": "key-1", "X-Request-Id": "id-1", "Accept": "application/json", "Host": host}
            claim(names == wanted, "its fields, too, and the host is that of the upstream", names)


def check_origins(claim, guard, upstream):
    for name, fields in [
        ("of another origin", {"Origin": "http://elsewhere.example"}), ("of the same machine", {"Origin": "http://localhost:1"}),
        ("of no origin", {"Origin": "null"}), ("that says whose it is", {"Sec_Fetch_Site": "cross-site"}),
    ]:
        start = len(upstream.requests)
        replies = [guard.ask(method, "/session/e/title", **fields) for method in ("GET", "POST", "OPTIONS")]
        holds = all(reply.is_refusal and reply.status == 403 for reply in replies) and len(upstream.requests) == start
        allowed = [reply.header("Access-Control-Allow-Origin") for reply in replies]
        claim(holds and not any(allowed), f"a page {name} gets 403, and the upstream knows nothing of it", [f"{reply}" for reply in replies])


def check_keys(claim, program, upstream, directory, kind):
    key = "a-key-of-the-check-alone"
    with open(f"{directory}/keys", "w") as file:
        file.write(f"check:{key}\n")
    with Guard(program, upstream.url, "blackout", "--key-file", file.name, kind=kind) as guard:
        start = len(upstream.requests)
        replies = [guard.ask("GET", "/session/e/title"), guard.ask("GET", "/session/e/title", API_Key="another-key-of-none")]
        refused = [reply.status for reply in replies if reply.is_refusal]
        claim(refused == [401, 401] and len(upstream.requests) == start, "with keys, a request without one gets 401", f"{replies[0]}")
        # A harness says by Authorization who it is to the upstream.
        reply = guard.ask("GET", "/session/e/title", API_Key=key, Authorization="Basic dTpw")
        claim(reply.status == 200, "with its key, a request is passed on", f"{reply}")
        came = [request.fields["Authorization"] for request in upstream.requests[start:]]
        claim(came == ["Basic dTpw"], "and so is what is for the upstream", came)
        guard.ask("GET", "/session/e/title", Authorization=f"Bearer {key}")
        fields = [request.path for request in upstream.requests[start:] if key in str(request.fields)]
        claim(not fields, "and the key is not, in whatever field it came", fields)
        claim(key not in guard.log, "nor is it in the log")
    claim(ask(guard.url, "GET", "/status").failure, "a guard that has ended listens no longer")
