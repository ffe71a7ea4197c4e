"""Servers that drive browsers: one made up, whose page answers scripts wrongly, and chromedriver with a page of noise."""

import contextlib
import re
import subprocess

from screens import Screen, base64_of, encoded, noise
from support import Client
from upstreams import Answer, Upstream, error, value

CHROMIUM, CHROMEDRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
#: The sensitive fields of the page: left, top, width and height in CSS pixels, the last one below the window.
FIELDS = {"email": (20, 40, 200, 30), "password": (20, 90, 200, 30), "card": (20, 460, 200, 30), "code": (20, 1200, 200, 30)}
PAGE = """<!DOCTYPE html><style>
::-webkit-scrollbar { display: none }
body { margin: 0; height: 2000px; background: #f2f2f2 }
h1 { margin: 0; font: 16px sans-serif }
input, iframe { position: absolute; border: 0; padding: 0; outline: 0; caret-color: transparent; background-size: 100% 100% }
</style><h1>Sign in</h1>INPUTS<iframe src="/frame" style="left: 300px; top: 40px"></iframe>"""
#: What the script of a guard may be told, other than the truth.
WRONG_ANSWERS = {
    "null": value(None),
    "a text": value("no boxes"),
    "a list of nothing": value([]),
    "boxes without a place": value({"viewport": {"width": 100, "height": 180, "scale": 3}, "boxes": [{"locator": "input[name=password]"}]}),
    "a page of another size": value({
        "viewport": {"width": 777, "height": 555, "scale": 1}, "scroll": {"x": 0, "y": 0}, "fullPage": False, "page": None, "clip": None,
        "boxes": [{"locator": 'input[name="password"]', "role": "textbox", "boundingBox": {"x": 1, "y": 2, "width": 3, "height": 4}}],
    }),
    "an error of the script": error("javascript error", 500),
    "a timeout": error("script timeout", 500),
    "no JSON": Answer(b"<html>gone</html>", kind="text/html"),
    "nothing": Answer(pieces=[]),
}


class WrongBrowser(Upstream):
    """A browser whose page shows a screen with noise; `answers` is what it tells scripts, and `alert` the text of an open dialog."""

    def __init__(self):
        super().__init__()
        self.answers, self.alert = None, None

    def answer(self, request):
        command = f"{request.method} {request.path.removeprefix('/session/b')}"
        if self.alert and command in ("POST /execute/sync", "GET /source", "GET /title"):
            # By default a dialog that is in the way is closed.
            self.alert = None
            return error("unexpected alert open", 500)
        match command:
            case "GET /screenshot":
                return value(base64_of(Screen("iOS").png()))
            case "GET /alert/text":
                return value(self.alert) if self.alert else error("no such alert", 404)
            case "POST /execute/sync":
                return self.answers
        return error("unknown command", 404)


class Page(Upstream):
    """A page whose fields are filled with noise."""

    def answer(self, request):
        if found := re.fullmatch(r"/(\w+)\.png", request.path):
            width, height = FIELDS[found[1]][2:]
            return Answer(encoded(noise(f"page {found[1]}", width * 2, height * 2)), kind="image/png")
        if request.path == "/frame":
            return Answer(b"<!DOCTYPE html><body>A frame", kind="text/html")
        inputs = "".join(
            f'<input name="{name}" style="left:{x}px;top:{y}px;width:{width}px;height:{height}px;background-image:url(/{name}.png)">'
            for name, (x, y, width, height) in FIELDS.items()
        )
        return Answer(PAGE.replace("INPUTS", inputs).encode(), kind="text/html")


@contextlib.contextmanager
def chromedriver():
    """The URL of a running chromedriver."""
    process = subprocess.Popen([CHROMEDRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        found = next(filter(None, (re.search(r"started successfully on port (\d+)", line) for line in process.stdout)))
        yield f"http://127.0.0.1:{found[1]}"
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


class Session:
    """A session of chromedriver that was begun through a guard, and is asked on either way."""

    def __init__(self, guard, driver):
        self.guard, self.driver = Client(guard, 30), Client(driver, 30)
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=640,560", "--force-device-scale-factor=2"]
        options = {"args": arguments, "binary": CHROMIUM}
        self.begun = self.guard.ask("POST", "/session", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})
        self.path = f"/session/{self.begun.value['sessionId']}"

    def ask(self, method, command, content=None, directly=False):
        """Asks through the guard, or the driver itself."""
        return (self.driver if directly else self.guard).ask(method, self.path + command, content)

    def run(self, script):
        """The value of a script, past the guard."""
        return self.ask("POST", "/execute/sync", {"script": script, "args": []}, directly=True).value

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ask("DELETE", "", directly=True)
        self.guard.close()
        self.driver.close()
