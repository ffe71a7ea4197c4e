"""What Appium replies about one screen, in the words of WebDriver, from what was recorded of it."""

import base64
import http.server
import json
import re
import threading
import xml.etree.ElementTree

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class AppiumServer(http.server.ThreadingHTTPServer):
    """Serves a picture and a page source. `sources` may hold further ones, which come first, one a call."""

    def __init__(self, picture, source, platform="iOS", window=(393, 852)):
        super().__init__(("127.0.0.1", 0), Replies)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.picture, self.source, self.window = picture.read_bytes(), source.read_text(), window
        self.sources, self.pictures_taken = [], 0
        self.capabilities = {"platformName": platform, "automationName": "XCUITest" if platform == "iOS" else "UiAutomator2"}
        self.elements = list(xml.etree.ElementTree.fromstring(self.source).iter())
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __exit__(self, *details):
        self.shutdown()
        super().__exit__(*details)


class Replies(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def reply(self, value, status=200):
        body = json.dumps({"value": value}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        server, path = self.server, self.path
        if path.endswith("/screenshot"):
            # Of the screen, or of an element of it.
            server.pictures_taken += 1
            self.reply(base64.b64encode(server.picture).decode())
        elif path.endswith("/source"):
            self.reply(server.sources.pop(0) if server.sources else server.source)
        elif path.endswith("/window/rect"):
            self.reply({"x": 0, "y": 0, "width": server.window[0], "height": server.window[1]})
        elif found := re.search(r"/element/(\d+)/rect$", path):
            attributes = server.elements[int(found.group(1))].attrib
            self.reply({name: int(attributes[name]) for name in ("x", "y", "width", "height")})
        else:
            self.reply({"error": "unknown command", "message": path, "stacktrace": ""}, 404)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or "{}")
        if self.path == "/session":
            asked = body["capabilities"].get("alwaysMatch") or body["capabilities"]["firstMatch"][0]
            own = {"browserName": asked["browserName"]} if "browserName" in asked else self.server.capabilities
            self.reply({"sessionId": "recorded", "capabilities": own})
        elif self.path.endswith("/elements"):
            wanted = body["value"].lstrip(".#")
            found = [index for index, element in enumerate(self.server.elements) if wanted in (element.get("name"), element.tag)]
            self.reply([{ELEMENT: str(index)} for index in found])
        else:
            self.reply({"error": "unknown command", "message": self.path, "stacktrace": ""}, 404)

    def do_DELETE(self):
        self.reply(None)

    def log_message(self, *_):
        pass
