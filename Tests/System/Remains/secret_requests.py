"""Requests of every kind, all of which hold the same secrets where a policy covers them or a fault ends the reading."""

import base64
import gzip
import io
import json
import pathlib
import random
import sys
import tarfile
import zipfile
import zlib

import numpy
import segno
from PIL import Image, ImageDraw, ImageFont

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Sealing"))

from pictures import encoded, noise  # noqa: E402
from sealed import stored_png  # noqa: E402

POLICIES = {
    "looks": {
        "rules": [
            {"target": {"text": "sensitive"}, "style": {"label": {"numbered": True}}},
            {"target": {"text": "all"}, "style": {"veil": {}}, "atLeast": 0},
            {"target": {"codes": "all"}, "style": {"fill": {"color": "#fff"}}, "atLeast": 0},
            {"target": {"faces": "whole"}, "style": {"fill": {"color": "#000"}}, "atLeast": 0},
        ]
    },
    "elements": {
        "rules": [
            {"target": {"elements": "sensitive"}, "style": {"fill": {"color": "#000"}}},
            {"target": {"elements": "all-text"}, "style": {"label": {"numbered": True}}},
        ]
    },
}
#: Where the secret lies in a picture: from this pixel on, this many of a row, in all rows of the region.
LEFT, LENGTH, REGION = 64, 32, "40,16,160,96"
FIELDS = [("SecureTextField", "Password"), ("TextField", "E-mail"), ("StaticText", "Balance")]
BLACK = "style=fill&color=%23000"


class Secrets:
    """A word that a reader of texts reads easily, and a row of pixels, both drawn anew each time."""

    def __init__(self):
        chance = random.SystemRandom()
        self.word = "".join(chance.choice("abdehkmnprsuxz") for _ in range(10))
        self.row = noise(LENGTH, 1, seed=chance.getrandbits(30))[0]
        # In a JPEG the secret fills blocks of its own, so that it is the same whatever lies beside it.
        file = encoded(self.picture(0), "JPEG", quality=95, subsampling=0)
        self.decoded = numpy.array(Image.open(io.BytesIO(file)))[32, LEFT : LEFT + LENGTH]

    def picture(self, number):
        """A picture of noise with the row in its region."""
        samples = noise(240, 128, seed=number)
        samples[16:112, LEFT : LEFT + LENGTH] = self.row
        return Image.fromarray(samples)

    @property
    def forms(self):
        """Each way in which a secret may lie in memory, by its name."""
        forms = {f"the word in {name}": self.word.encode(name) for name in ("utf-8", "utf-16-le", "utf-32-le")}
        for lead in range(3):
            coded = base64.b64encode(b"?" * lead + self.word.encode())
            # What depends on the neighbours is left out.
            forms[f"the word in base64, {lead} after a group"] = coded[(lead * 8 + 5) // 6 : (lead + len(self.word)) * 8 // 6]
        for name, row in (("the pixels", self.row), ("the pixels of the JPEG", self.decoded)):
            opaque = numpy.column_stack([row, numpy.full(LENGTH, 255, numpy.uint8)])
            orders = {"RGB": row, "RGBA": opaque, "BGRA": opaque[:, [2, 1, 0, 3]]}
            forms |= {f"{name}, {order}": samples.tobytes() for order, samples in orders.items()}
        return forms


class Request:
    """What a client sends, and whether the server ought to do it."""

    def __init__(self, name, query, body, kind="application/octet-stream", accept="*/*", path="/v1/sanitize", is_good=True):
        self.name, self.target, self.body, self.is_good = name, f"{path}?{query}", body, is_good
        self.fields = {"Content-Type": kind, "Accept": accept}


class Drawer:
    """Draws requests that hold the secrets, by chance."""

    def __init__(self, secrets, seed):
        self.secrets, self.chance = secrets, random.Random(seed)
        self.kinds = [self.covered, self.covered, self.looked_at, self.page_source, self.artefact, self.artefact, self.broken]

    def next(self):
        return self.chance.choice(self.kinds)()

    @property
    def text(self):
        return f"{self.secrets.word}{self.chance.randrange(10**6)}@example.org"

    def picture(self):
        """A file of a picture with the secret, and with the word in what goes with it."""
        image, word = self.secrets.picture(self.chance.getrandbits(30)), self.secrets.word
        kind = self.chance.choice(["PNG", "stored PNG", "JPEG", "WEBP"])
        if kind == "stored PNG":
            return stored_png(numpy.array(image.convert("RGBA")))
        if kind == "WEBP":
            return encoded(image, kind, lossless=True, xmp=word.encode())
        return encoded(image, kind, comment=word.encode(), quality=95, subsampling=0) if kind == "JPEG" else encoded(image, kind)

    def covered(self):
        """A region is covered, in each style, output and form of reply; sealed, too."""
        styles = [BLACK, "style=veil", "style=message&text=Hidden", "style=blur&radius=20", "style=pixelate&block=24"]
        outputs = ["", "&format=png&compression=balanced", "&format=jpeg", "&format=webp"]
        query = self.chance.choice(styles) + self.chance.choice(outputs) + f"&region={REGION}"
        accept = self.chance.choice(["*/*", "application/json", "multipart/mixed"])
        if accept != "*/*" and self.chance.random() < 0.5:
            query += "&seal=team"
        return Request("a region", query, self.picture(), accept=accept)

    def looked_at(self, path=None):
        """Texts are read and a code is decoded."""
        image = Image.new("RGB", (1000, 420), "white")
        draw = ImageDraw.Draw(image)
        draw.text((30, 30), self.text, "black", ImageFont.load_default(44))
        draw.text((30, 110), f"Account of {self.secrets.word}", "black", ImageFont.load_default(36))
        code, address = io.BytesIO(), f"https://example.org/{self.secrets.word}/{self.chance.randrange(10**6)}"
        segno.make(address, micro=False).save(code, kind="png", scale=5)
        image.paste(Image.open(code).convert("RGB"), (30, 190))
        path = path or self.chance.choice(["/v1/sanitize", "/v1/check"])
        return Request(f"a look, {path.rpartition('/')[2]}", "policy=looks", encoded(image, "PNG"), path=path)

    def source(self):
        """A page source whose texts hold the secret."""
        fields = "".join(
            f'<XCUIElementType{kind} type="XCUIElementType{kind}" name="{name}" label="{name}" value="{self.text}" '
            f'enabled="true" visible="true" x="16" y="{20 + 24 * row}" width="200" height="20"/>'
            for row, (kind, name) in enumerate(FIELDS)
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?><AppiumAUT><XCUIElementTypeApplication type="XCUIElementTypeApplication" '
            f'name="Bank" enabled="true" visible="true" x="0" y="0" width="240" height="128">{fields}'
            "</XCUIElementTypeApplication></AppiumAUT>"
        ).encode()

    def page_source(self):
        """Elements are covered in the picture and in the page source."""
        path = self.chance.choice(["/v1/sanitize", "/v1/check"])
        kind, body = form({"image": self.picture(), "hierarchy": self.source()})
        accept = self.chance.choice(["application/json", "multipart/mixed"]) if path == "/v1/sanitize" else "application/json"
        return Request(f"a page source, {path.rpartition('/')[2]}", "policy=elements", body, kind, accept, path)

    def log(self):
        lines = [f"2026-11-30 12:00:0{row} user={self.text} password={self.secrets.word}{row}" for row in range(9)]
        return "\n".join(lines).encode()

    def exchange(self):
        """What a browser recorded, with the secret in a head, a cookie, a form and a body in base64."""
        reply = base64.b64encode(json.dumps({"email": self.text, "token": self.secrets.word}).encode()).decode()
        request = {
            "method": "POST", "url": f"https://example.org/login?token={self.secrets.word}",
            "cookies": [{"name": "sid", "value": self.text}],
            "headers": [{"name": "Authorization", "value": f"Bearer {self.secrets.word}"}],
            "postData": {"mimeType": "application/x-www-form-urlencoded", "text": f"password={self.secrets.word}"},
        }
        content = {"mimeType": "application/json", "encoding": "base64", "text": reply}
        entry = {"request": request, "response": {"status": 200, "headers": [], "content": content}}
        return json.dumps({"log": {"version": "1.2", "entries": [entry]}}).encode()

    def page(self):
        return f'<html><body><input type="password" value="{self.secrets.word}"><p>Mail to {self.text}</p></body></html>'.encode()

    def files(self):
        texts = {"run.log": self.log(), "network.har": self.exchange(), "page.html": self.page(), "page.xml": self.source()}
        return {**texts, "screen.png": self.picture()}

    def archive(self):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", self.chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as archive:
            for name, content in self.files().items():
                archive.writestr(name, content)
        return file.getvalue()

    def tar(self):
        file = io.BytesIO()
        with tarfile.open(fileobj=file, mode=self.chance.choice(["w", "w:gz"])) as archive:
            for name, content in self.files().items():
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
        return file.getvalue()

    def artefact(self):
        """A text, what a browser recorded, or an archive of a run."""
        name, body, kind = self.chance.choice([
            ("a log", self.log(), "text/plain"), ("an exchange", self.exchange(), "application/octet-stream"),
            ("a page", self.page(), "application/octet-stream"), ("a packed log", gzip.compress(self.log()), "application/gzip"),
            ("a zip", self.archive(), "application/zip"), ("a tar", self.tar(), "application/octet-stream"),
        ])
        if self.chance.random() < 0.3:
            return Request(f"{name}, checked", "", body, kind, path="/v1/check")
        if self.chance.random() < 0.4:
            # What is sealed comes beside the result, so in a form that has room for both.
            return Request(f"{name}, sealed", f"{BLACK}&seal=team", body, kind, "multipart/mixed")
        return Request(name, BLACK, body, kind)

    def broken(self):
        """What is cut off, has a wrong checksum, or is none of what it is called."""
        picture, source = self.picture(), self.source()
        kind, whole = form({"image": picture, "hierarchy": source})
        until_word = source[: source.index(self.secrets.word.encode()) + 14]
        cut_kind, cut_source = form({"image": picture, "hierarchy": until_word})
        wrong = bytearray(stored_png(numpy.array(self.secrets.picture(1).convert("RGBA"))))
        wrong[-20] ^= 1
        packed = gzip.compress(self.log())
        unknown_kind, unknown = form({"image": picture, "note": self.secrets.word.encode()})
        text = json.dumps({"image": base64.b64encode(picture).decode(), "note": self.text}).encode()
        query = f"{BLACK}&region={REGION}"
        return Request("what is broken", *self.chance.choice([
            (query, picture[: len(picture) * 2 // 3]), (query, bytes(wrong)),
            (query, picture[:200] + self.secrets.word.encode() * 9),
            ("policy=elements", whole[: len(whole) * 2 // 3], kind), ("policy=elements", cut_source, cut_kind),
            (query, unknown, unknown_kind), (query, text, "application/json"), (query, text[:-9], "application/json"),
            (BLACK, self.exchange()[:-30], "application/zip"), (BLACK, self.archive()[:-40], "application/zip"),
            (BLACK, packed[:-8] + bytes(8), "application/gzip"), (BLACK, zlib.compress(self.log())),
            (f"{query}&region=9999,0,9,9", picture), ("style=none", picture), ("policy=absent", picture),
        ]), is_good=False)


def form(parts):
    """The type and the body of a form."""
    body = b"".join(
        b'--edge\r\nContent-Disposition: form-data; name="%s"; filename="a"\r\n\r\n%s\r\n' % (name.encode(), content)
        for name, content in parts.items()
    )
    return "multipart/form-data; boundary=edge", body + b"--edge--\r\n"
