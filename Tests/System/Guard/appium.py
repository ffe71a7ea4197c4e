"""An Appium server with a session of XCUITest or UiAutomator2 for a made-up screen, as far as its replies show that screen."""

import copy
import functools
import io
import re
import zipfile

from capabilities import ANDROID, IOS
from screens import ELEMENTS, Screen, base64_of, encoded, movie, noise, pdf
from traces import Traces
from upstreams import Upstream, error, value

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
TEXT = "what a test has written, in UTF-8: “ä”\n"
CLIPBOARD = "SGVsbG8="


@functools.cache
def all_traces():
    """What finds noise of a server like this, in all that it may send."""
    traces = Traces()
    Appium().learn(traces)
    return traces


class Appium(Upstream):
    """Answers for the sessions `ios` and `android`; `POST /session` begins the one of the platform that is asked for.

    The elements move before each of the next `moves` screenshots. `state` is what a harness can change, by session.
    """

    def __init__(self, base=""):
        super().__init__(base)
        self.screens = {"ios": Screen("iOS"), "android": Screen("Android")}
        self.twins = {"ios": Screen("iOS", "hidden"), "android": Screen("Android", "hidden")}
        self.moves, self.uploads = 0, []
        self.state = {name: {"context": "NATIVE_APP", "is_recording": False, "settings": {}, "timeouts": {}} for name in self.screens}

    def states(self):
        return copy.deepcopy(self.state)

    def learn(self, traces):
        """Teaches what finds noise all files that this server may send while no element has moved."""
        for session, screen in self.screens.items():
            twin = self.twins[session]
            for files in zip(self._files(screen), self._files(twin), strict=True):
                traces.learn(*files)
            traces.learn_picture(screen.picture(), twin.picture())

    @staticmethod
    def _files(screen):
        picture = screen.picture()
        yield from (screen.png(), encoded(_cropped(picture)), encoded(_marked(picture)), encoded(_photo(screen.seed)))
        yield from (screen.part(element.name) for element in ELEMENTS if element.is_sensitive)
        yield from (movie(picture), movie(picture, b"qt  "), pdf(picture))

    def answer(self, request):
        path = request.path.split("?")[0].lower().removesuffix("/")
        if path == "/status":
            return value({"ready": True, "message": "The server is ready to accept new connections", "build": {"version": "3.6.0"}})
        if (request.method, path) == ("POST", "/session"):
            asked = request.json["capabilities"]["alwaysMatch"]["platformName"].lower()
            return value({"capabilities": self._capabilities(asked), "sessionId": asked})
        if path in ("/sessions", "/appium/sessions"):
            return value([{"id": name, "created": 1, "capabilities": self._capabilities(name)} for name in self.screens])
        found = re.fullmatch(r"/session/([^/]+)(/.*)?", path)
        if not found or found[1] not in self.screens:
            return error("invalid session id", 404, "A session is either terminated or not started")
        return self._command(found[1], f"{request.method} {found[2] or ''}".rstrip(), request)

    @staticmethod
    def _capabilities(session):
        return IOS if session == "ios" else ANDROID

    def _command(self, session, command, request):
        screen, state = self.screens[session], self.state[session]
        if found := re.fullmatch(r"GET /element/([^/]+)/screenshot", command):
            names = [element.name for element in ELEMENTS if element.name.lower() == found[1]]
            return value(base64_of(screen.part(names[0]))) if names else error("no such element", 404)
        match command:
            case "GET /screenshot":
                if self.moves:
                    self.moves -= 1
                    screen.move()
                return value(base64_of(screen.png()))
            case "GET /source":
                is_native = state["context"] == "NATIVE_APP"
                return value(screen.source() if is_native else "<html><body>A page in the app</body></html>")
            case "GET /context" | "GET /appium/context":
                return value(state["context"])
            case "GET /contexts" | "GET /appium/contexts":
                return value(["NATIVE_APP", "WEBVIEW_1"])
            case "POST /context" | "POST /appium/context":
                state["context"] = request.json["name"]
                return value(None)
            case "GET /window/rect":
                width, height = (side * (1 if session == "ios" else Screen.SCALE) for side in Screen.SIZE)
                return value({"x": 0, "y": 0, "width": width, "height": height})
            case "GET /orientation":
                return value("PORTRAIT")
            case "GET" | "GET /appium/capabilities":
                capabilities = self._capabilities(session)
                return value({"capabilities": capabilities} if command.endswith("capabilities") else capabilities)
            case "DELETE":
                return value(None)
            case "POST /timeouts":
                state["timeouts"].update(request.json)
                return value(None)
            case "POST /appium/settings":
                state["settings"].update(request.json["settings"])
                return value(None)
            case "POST /elements":
                return value([{ELEMENT: element.name, "ELEMENT": element.name} for element in ELEMENTS])
            case "POST /execute/sync" | "POST /execute":
                return self._script(session, request.json["script"], (request.json.get("args") or [{}])[0] or {})
            case "POST /appium/start_recording_screen" | "POST /appium/stop_recording_screen":
                return self._recording(state, screen, "start" in command, request.json.get("options") or {})
            case "POST /appium/device/pull_file":
                return value(self._file(screen, request.json["path"]))
            case "POST /appium/device/pull_folder":
                return value(base64_of(_folder(screen)))
            case "POST /appium/device/get_clipboard":
                is_picture = request.json.get("contentType") == "image"
                return value(base64_of(screen.png()) if is_picture else CLIPBOARD)
            case "POST /appium/compare_images":
                return value(self._comparison(screen, request.json))
            case "GET /element/appium-image-element-1/attribute/visual":
                return value(base64_of(encoded(_marked(screen.picture()))))
            case "POST /appium/execute_driver":
                logs = {"log": ["done"], "warn": [], "error": []}
                return value({"result": {"steps": [1, {"shot": base64_of(screen.png())}]}, "logs": logs})
            case "POST /element/signin/click":
                return value(None)
        return error("unknown command", 404, "The requested resource could not be found")

    def _script(self, session, script, options):
        screen, state = self.screens[session], self.state[session]
        width, height = (side * Screen.SCALE for side in Screen.SIZE)
        shot = base64_of(screen.png())
        match script:
            case "mobile: viewportScreenshot":
                return value(base64_of(encoded(_cropped(screen.picture()))))
            case "mobile: screenshots":
                display = {"id": "4619827259835644672", "isDefault": True, "name": "EMU_display_0", "payload": shot}
                return value({display["id"]: display, "2": {**display, "id": "2", "isDefault": False}})
            case "mobile: listWindows":
                rect = {"x": 0, "y": 0, "width": width, "height": height}
                window = {"windowId": 12, "displayId": 0, "virtualDisplayId": None, "rect": rect, "packageName": "com.example.bank"}
                return value([{**window, "screenshot": shot, "type": 1, "title": "A", "layer": 0}])
            case "mobile: startScreenRecording" | "mobile: stopScreenRecording":
                return self._recording(state, screen, "start" in script, options)
            case "mobile: stopXCTestScreenRecording":
                content = base64_of(movie(screen.picture(), b"qt  "))
                return value({"uuid": "0C7A", "fps": 24, "codec": 0, "startedAt": 1700000000.1, "payload": content})
            case "mobile: stopMediaProjectionRecording":
                return value(base64_of(movie(screen.picture())))
            case "mobile: startScreenStreaming":
                self.uploads.append(options)
                return value(None)
            case "mobile: shell":
                lines = "\n".join(shot[start:start + 76] for start in range(0, len(shot), 76))
                return value({"stdout": lines + "\n", "stderr": ""})
            case "mobile: getClipboard":
                return value(shot if options.get("contentType") == "image" else CLIPBOARD)
            case "mobile: pullFile":
                return value(self._file(screen, options["remotePath"]))
            case "mobile: deviceScreenInfo":
                size = {"width": Screen.SIZE[0], "height": Screen.SIZE[1]}
                return value({"screenSize": size, "statusBarSize": {"width": size["width"], "height": 20}, "scale": Screen.SCALE})
        if script.startswith("mobile: "):
            return error("unknown command", 404, "Unknown mobile command")
        return error("unsupported operation", 500, "scripts run in web contexts only")

    def _recording(self, state, screen, is_start, options):
        was_recording, state["is_recording"] = state["is_recording"], is_start
        if options.get("remotePath"):
            self.uploads.append(options)
            return value("")
        return value(base64_of(movie(screen.picture())) if was_recording else "")

    @staticmethod
    def _file(screen, path):
        content = {"png": encoded(_photo(screen.seed)), "pdf": pdf(screen.picture()), "mp4": movie(screen.picture())}
        return base64_of(content.get(path.rsplit(".")[-1], TEXT.encode()))

    @staticmethod
    def _comparison(screen, asked):
        shown = {"visualization": base64_of(encoded(_marked(screen.picture())))} if asked["options"].get("visualize") else {}
        match = {"rect": {"x": 1, "y": 2, "width": 3, "height": 4}, "score": 0.90, **shown}
        if asked["mode"] == "matchTemplate":
            return [match] if asked["options"].get("multiple") else match
        return {"score": 0.90, **shown}


def _photo(seed):
    """A picture on the device that shows nothing but noise."""
    return noise(f"photo {seed}", 100, 90)


def _cropped(picture):
    """Without the status bar."""
    return picture.crop((0, 60, *picture.size))


def _marked(picture):
    """With the frame of a match."""
    marked = picture.copy()
    marked.paste((90, 90, 90), (0, 0, 40, 40))
    return marked


def _folder(screen):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("DCIM/notes.txt", TEXT)
        archive.writestr("DCIM/shot.png", screen.png())
    return buffer.getvalue()
