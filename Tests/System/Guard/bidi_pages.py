"""Pages of a made-up browser that speaks BiDi: what they show, and what they say that they show."""

import json
import threading
import time

from screens import ELEMENTS, Screen, base64_of, pdf
from bidi_upstream import BiDiServer

SIZE, SCALE = Screen.SIZE, Screen.SCALE


class PageServer(BiDiServer):
    """Answers the commands of harnesses; the page moves before each of the next `moves` pictures.

    `facts` changes what the page says that it shows, `answers` are replies in place of its own, by method, without their number, and
    methods in `silent` get none. `commands` are all messages as they came, and `asked` the methods of those.
    """

    def __init__(self):
        super().__init__()
        self.screen, self.moves, self.commands = Screen("iOS"), 0, []
        self.facts, self.answers, self.silent = (lambda facts: json.dumps(facts)), {}, set()
        #: Seconds before each reply.
        self.delay = 0

    def opened(self, patience=5):
        server = super().opened(patience)
        if server:
            threading.Thread(target=self._serve, args=(server,), daemon=True).start()
        return server

    @property
    def asked(self):
        return [json.loads(command)["method"] for command in self.commands]

    def _serve(self, server):
        while (command := server.message(60)) is not None:
            self.commands.append(command)
            message = json.loads(command)
            if message["method"] in self.silent:
                continue
            time.sleep(self.delay)
            reply = self.answers.get(message["method"]) or self._reply(message["method"], message["params"])
            server.say(json.dumps({"id": message["id"], **reply}).encode())

    def _reply(self, method, params):
        match method:
            case "browsingContext.captureScreenshot":
                if self.moves:
                    self.moves -= 1
                    self.screen.move()
                element = params.get("clip", {}).get("element", {}).get("sharedId")
                return success({"data": base64_of(self.screen.part(element) if element else self.screen.png())})
            case "browsingContext.print":
                return success({"data": base64_of(pdf(self.screen.picture()))})
            case "script.callFunction":
                element = next((each["sharedId"] for each in params.get("arguments", []) if "sharedId" in each), None)
                return script({"type": "string", "value": self.facts(self.said(element))})
        return success({"echo": params})

    def said(self, name=None):
        """What the page says that it shows, of a picture of the window or of an element."""
        boxes = [{"locator": f"#{element.name}", "role": "textbox", "boundingBox": self._box(element)} for element in ELEMENTS]
        clip = next((box["boundingBox"] for box in boxes if box["locator"] == f"#{name}"), None)
        viewport = {"width": SIZE[0], "height": SIZE[1], "scale": SCALE}
        return {"viewport": viewport, "scroll": {"x": 0, "y": 0}, "fullPage": False, "page": None, "clip": clip, "boxes": boxes}

    def _box(self, element):
        return {name: number / SCALE for name, number in zip(("x", "y", "width", "height"), self.screen.frame(element))}


def success(result):
    return {"type": "success", "result": result}


def script(value):
    return success({"type": "success", "result": value, "realm": "R"})


def error(word, message="m"):
    return {"type": "error", "error": word, "message": message, "stacktrace": ""}
