"""What is kept of a reply or of a run: the same on every machine, or, as digests, the very bytes."""

import base64
import gzip
import hashlib
import json
import re

from . import png
from .cases import form, rule, rules

# Fields that say nothing of the reply: when it was made, and what follows from the body.
PASSED_OVER = {"date", "content-length", "etag"}
# A longer document is recorded as a digest.
LONGEST = 60_000
LOOKED = {"score", "rect", "pixels", "chunks", "evidence"}
# A place, a score and a height in sentences.
SEEN = re.compile(r"\d+,\d+,\d+,\d+|\(\d(\.\d+)?\)|\d+(\.\d+)? pixels")


def digest(data):
    return hashlib.sha256(data).hexdigest()[:24]


def fields_of(fields):
    """The fields by name; a name that the server made up for the request is not told."""
    for name, value in fields:
        if name.lower() == "x-request-id" and value != "golden":
            value = "made up"
        yield name, value


class Recorder:
    def __init__(self, servers):
        self.servers, self.decoded = servers, {}

    def reply(self, case, status, fields, body):
        kept = {name: value for name, value in fields_of(fields) if name.lower() not in PASSED_OVER}
        result = {"status": status, "fields": kept}
        if body and not case.bare:
            if kept.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            result["body"] = self.document(body, kept.get("Content-Type", ""))
        return self.portable(case, result)

    def run(self, command, status, output, errors, files, removed):
        result = {"status": status, "output": self.document(output), "errors": self.document(errors)}
        result["files"] = {name: self.document(data) for name, data in files.items()}
        if removed:
            result["removed"] = removed
        return self.portable(command, result)

    def document(self, data, kind=""):
        """A picture as what it shows, JSON as itself, a form as its parts, any other text as its lines."""
        if data.startswith((png.SIGNATURE, b"\xff\xd8\xff", b"RIFF")):
            return self.picture(data)
        if kind.startswith("multipart/"):
            boundary = b"--" + kind.split("boundary=")[1].encode()
            parts = [part.strip(b"\r\n").partition(b"\r\n\r\n") for part in data.split(boundary)[1:-1]]
            return [{"fields": head.decode(), "body": self.document(body)} for head, _, body in parts]
        if len(data) > LONGEST:
            return {"sha256": digest(data)}
        try:
            return self.members(json.loads(data))
        except ValueError:
            return self.lines(data)

    def lines(self, data):
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return {"sha256": digest(data)}
        text = re.sub(
            r"data:image/\w+;base64,([\w+/=]+)", lambda found: json.dumps(self.picture(base64.b64decode(found.group(1)))), text)
        return text.split("\n") if "\n" in text else text

    def members(self, value):
        if isinstance(value, dict):
            return {name: self.members(member) for name, member in value.items()}
        if isinstance(value, list):
            return [self.members(member) for member in value]
        if isinstance(value, str) and value.startswith(("iVBORw0KGgo", "/9j/", "UklGR")):
            return self.picture(base64.b64decode(value))
        return value

    def picture(self, data):
        """What a picture shows. JPEG and WebP are decoded by the program itself: a policy that does not apply leaves every pixel as it is."""
        key = digest(data)
        if key not in self.decoded:
            if data.startswith(png.SIGNATURE):
                self.decoded[key] = png.describe(data)
            else:
                policy = rules(rule("screen"), phases=["background"])
                status, _, plain = self.servers.ask(form("decode", {"image": data, "policy": policy}, "format=png&phase=active"))
                name = "jpeg" if data.startswith(b"\xff\xd8") else "webp"
                self.decoded[key] = {**(png.describe(plain) if status == 200 else {"undecodable": status}), "format": name}
        return self.decoded[key]

    @staticmethod
    def portable(case, result):
        """Without what may differ from machine to machine: the pixels of words, and the places and scores of what was found by looking."""
        left_out = LOOKED if case.looked else {"score", "pixels"} if case.words else {"score"}

        def without(value):
            if isinstance(value, dict):
                return {name: without(member) for name, member in value.items() if name not in left_out}
            if isinstance(value, list):
                return [without(member) for member in value]
            if isinstance(value, str) and case.looked:
                return SEEN.sub("seen", value)
            return value

        return without(result)


def bytes_of_reply(status, fields, body):
    head = "\n".join(f"{name}: {value}" for name, value in fields_of(fields) if name != "Date")
    return {"status": status, "head": digest(head.encode()), "body": digest(body)}


def bytes_of_run(status, output, errors, files, removed):
    return {"status": status, "output": digest(output), "errors": digest(errors), "files": {name: digest(data) for name, data in files.items()}, "removed": removed}
