"""Requests that are refused: one at least for each problem that a request can cause."""

import json
import re

from . import inputs, png
from .cases import BOUNDARY, Case, document, form, rule, rules, sent
from .requests import FILL, JSON, REGION, screens

KEY = {"Authorization": "Bearer 0123456789abcdef0123"}
# Nothing that one request alone brings about: load, an end, and faults of the program.
UNREACHED = {"overloaded", "shutting-down", "worker-failed", "internal", "too-expensive", "hierarchy-too-complex", "elements-undecided", "too-much-work"}


def all_cases():
    picture = inputs.made("rgb")
    yield from snapshots(picture)
    yield from artefacts(picture)
    yield from parameters(picture)
    yield from bodies(picture)
    yield from policies(picture)
    yield from page_sources()
    yield from access(picture)
    yield from protocol(picture)


def snapshots(picture):
    photo = inputs.file("jpeg-420.jpg")
    refused = {
        "empty": b"", "text": b"Not a picture", "gif": b"GIF89a" + bytes(40), "bmp": b"BM" + bytes(60), "animated-png": inputs.animated(),
        "animated-webp": inputs.file("animated.webp"), "too-wide": inputs.claimed(20000, 10), "too-large": inputs.claimed(16000, 16000),
        "cut-png": picture[:len(picture) // 2], "cut-jpeg": photo[:len(photo) // 3], "cut-webp": inputs.file("webp-lossy.webp")[:200],
        "cut-heic": inputs.file("heic-grid.heic")[:900], "cut-ktx": inputs.file("ktx-plain.ktx")[:900], "checksum": picture[:60] + b"\xff" + picture[61:],
        "no-data": inputs.claimed(20, 20), "header-only": png.SIGNATURE + png.header(9, 9), "depth": png.SIGNATURE + png.header(9, 9, 3),
        "no-palette": png.encode(9, 9, lambda x, y: (x,), color=3), "zero": inputs.claimed(0, 5),
    }
    for name, body in refused.items():
        for query in (FILL, "style=blur&radius=2"):
            yield sent(f"problem/snapshot/{name}/{query[:10]}", body, query)
    yield sent("problem/snapshot/undecided", inputs.unordered(), f"{FILL}&region=1,2,9,8")
    yield sent("problem/output/webp", inputs.plain(16384, 1), f"{FILL}&region=1,0,9,1&format=webp")


def artefacts(picture):
    run = inputs.archive(shot=picture, video=b"\x1a\x45\xdf\xa3", log="mail b@mail.example\n")
    yield sent("artefact/archive", run, FILL)
    yield sent("artefact/json", run, FILL, headers={"Accept": "application/json"})
    yield sent("artefact/text", b"mail b@mail.example\n", FILL, headers={"Content-Type": "text/plain"})
    yield sent("problem/artefact/unknown", run, f"{FILL}&unknown=fail")
    yield sent("problem/artefact/damaged", run[:-9], FILL)
    yield sent("problem/artefact/format", run, f"{FILL}&format=png")
    yield form("artefact/check", {"image": run, "policy": rules(rule("screen"))}, to="/v1/check")


def parameters(picture):
    for query in (
        "", "style=%zz", "style=%ff", "style=glitter", "style=fill", "style=fill&color=red", f"{FILL}&color=%23000", f"{FILL}&radius=3", "style=blur",
        "style=blur&radius=0", "style=blur&radius=nan", "style=blur&radius=1e9", "style=blur&radius=5000", "style=pixelate&block=1",
        "style=pixelate&block=x", "style=image", "style=image&asset=cover", "style=image&asset=cover&contentMode=stretch", f"{FILL}&region=1,2,3",
        f"{FILL}&region=1,2,0,4", f"{FILL}&region=900,2,3,4", f"{FILL}&region=1,2,3,x", f"{FILL}&units=points", f"{FILL}&units=miles",
        f"{FILL}&scale=0", f"{FILL}&units=pixels&scale=2", f"{FILL}&format=gif",
        f"{FILL}&quality=0&format=jpeg", f"{FILL}&compression=tiny", f"{FILL}&phase=asleep",
        f"{FILL}&minimumAssurance=none", "style=blur&radius=3&minimumAssurance=erased", f"{FILL}&preview=maybe", f"{FILL}&seal=nobody", f"{FILL}&seal=nobody&preview=true", f"{FILL}&unknown=1",
        f"{FILL}&policy=mask", "policy=mask", "policy=nobody", "policy=Not%20a%20name!", "policy=blackout&region=1,2,3,4", "policy=mask&region=1,2,3,4&units=ratio",
        "style=message&appearance=dim", "style=message&text=", "style=message&textColor=%23fff&background=%23fff", "style=message&text=%F3%B0%80%80", "style=message&text=%E2%80%8B",
        "style=message&symbol=heart", "style=message&textSize=0", "style=veil&radius=-1", f"{FILL}&" + "&".join(f"region={n},1,2,3" for n in range(300))):
        yield sent(f"problem/query/{query[:70]}", picture, query)
    yield sent("problem/accept", picture, FILL, headers={"Accept": "image/gif"})
    yield sent("problem/accept/preview", picture, f"{FILL}&preview=true", headers={"Accept": "image/png"})
    yield sent("problem/check/style", picture, "style=blur&radius=3", to="/v1/check")
    yield sent("problem/check/models", picture, to="/v1/check")


def bodies(picture):
    yield sent("problem/type/malformed", picture, FILL, headers={"Content-Type": "image"})
    yield sent("problem/type/mixed", picture, FILL, headers={"Content-Type": "multipart/mixed; boundary=x"})
    yield sent("problem/type/no-boundary", picture, FILL, headers={"Content-Type": "multipart/form-data"})
    yield sent("problem/encoding", picture, FILL, headers={"Content-Encoding": "gzip"})
    yield sent("problem/form/malformed", b"--x\r\nnothing", FILL, headers={"Content-Type": "multipart/form-data; boundary=x"})
    yield sent("problem/form/cut", f"--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\nabc".encode(), FILL,
               headers={"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"})
    yield form("problem/form/no-image", {"policy": rules(rule("screen"))})
    yield form("problem/form/units", {"image": picture, "units": "miles", "policy": rules(rule("screen"))})
    yield form("problem/form/unused", {"image": picture, "policy": rules(rule("screen")), "cover": picture})
    yield form("problem/form/asset", {"image": picture, "policy": rules(rule("screen", {"image": {"asset": "cover"}})), "cover": b"no picture"})
    yield form("problem/form/two-policies", {"image": picture, "policy": rules(rule("screen"))}, FILL)
    for name, body in {
        "malformed": b'{"image": ', "not-object": b"[1]", "no-image": b"{}", "unknown": b'{"image": "", "more": 1}', "not-text": b'{"image": 5}',
        "base64": b'{"image": "####"}', "base64-cut": b'{"image": "abc"}', "twice": b'{"image": "", "image": ""}', "utf-8": b'{"image": "\xff"}',
        "deep": b'{"image": "", "policy": ' + b"[" * 300 + b"]" * 300 + b"}", "empty": b'{"image": ""}', "assets": b'{"image": "", "assets": 3}'}.items():
        yield document(f"problem/document/{name}", body, FILL)
    yield document("problem/document/empty-body", b"", FILL)


def policies(picture):
    wrong = {
        "syntax": '{"rules": [', "trailing": '{"rules": []} x', "no-rules": "{}", "empty-rules": '{"rules": []}', "rules-text": '{"rules": "all"}',
        "member": rules(rule("screen"), colour=1), "rule-member": rules(rule("screen", paint=1)), "target-word": rules(rule("window")),
        "target-two": rules(rule({"region": {"x": 1, "y": 1, "width": 2, "height": 2}, "ellipse": {}})), "style-word": rules({"target": "screen", "style": "fill"}),
        "style-unknown": rules(rule("screen", {"smudge": {}})), "style-member": rules(rule("screen", {"fill": {"color": "#000", "alpha": 1}})),
        "color": rules(rule("screen", {"fill": {"color": "#12"}})), "no-color": rules(rule("screen", {"fill": {}})), "no-style": {"rules": [{"target": "screen"}]},
        "number": rules(rule({"region": {"x": "1", "y": 1, "width": 2, "height": 2}})), "range": rules(rule({"region": {"x": 1, "y": 1, "width": 0, "height": 2}})),
        "width-missing": rules(rule({"region": {"x": 1, "y": 1, "height": 2}})), "name": rules(rule("screen"), name="a b"), "units": rules(rule("screen"), units="feet"),
        "units-scale": rules(rule("screen"), units="pixels", scale=2), "scale": rules(rule("screen"), scale=99), "summary": rules(rule("screen"), summary="x" * 300),
        "assurance": rules(rule("screen", {"blur": {"radius": 3}}), minimumAssurance="erased"), "phases": rules(rule("screen"), phases=[]),
        "phase": rules(rule("screen"), phases=["asleep"]), "coverage": rules(rule(REGION), minimumCoverage=0.9), "coverage-range": rules(rule("screen"), minimumCoverage=2),
        "outside": rules(rule({"region": {"x": 500, "y": 1, "width": 2, "height": 2}})), "polygon-two": rules(rule({"polygon": [[1, 1], [2, 2]]})),
        "polygon-eight": rules(rule({"polygon": [[10, 10], [90, 90], [90, 10], [10, 90]]})), "polygon-flat": rules(rule({"polygon": [[10, 10], [90, 10], [40, 10]]})),
        "keep-small": rules(rule("screen"), keep=[{"region": {"x": 1.2, "y": 1.2, "width": 0.5, "height": 0.5}}]), "kept": rules(rule(REGION), keep=["screen"]),
        "keep-regions": rules(rule("screen"), keep=["regions"]), "points": rules(rule(REGION), units="points"), "regions": rules(rule("regions")),
        "at-least": rules(rule("screen", atLeast=3)), "outside-word": rules(rule("screen", outside="cover")), "minimum-height": rules(rule("screen", minimumHeight=3)),
        "radius": rules(rule(REGION, {"blur": {"radius": 0.001}})), "block": rules(rule(REGION, {"pixelate": {"block": 1}})), "asset": rules(rule(REGION, {"image": {"asset": "x"}})),
        "message-contrast": rules(rule(REGION, {"message": {"textColor": "#fff", "background": "#fefefe"}})), "message-title": rules(rule(REGION, {"message": {"title": "x" * 201}})),
        "text": rules(rule({"text": "sensitive"})), "faces": rules(rule({"faces": "eyes"})), "kinds": rules(rule({"elements": {"kinds": ["nonsense"]}})),
        "kinds-empty": rules(rule({"text": {"kinds": []}})), "matches": rules(rule({"text": {"matches": "("}})), "path": rules(rule({"element": "//a["})),
        "path-function": rules(rule({"element": "document('x')"})), "pattern": rules(rule({"element": {"label": "("}})), "element-empty": rules(rule({"element": {}})),
        "elements": rules(rule({"elements": "sensitive"})), "terms": rules(rule({"elements": {"sensitive": {"terms": []}}})), "many": rules(*[rule("screen")] * 257),
    }
    for name, policy in wrong.items():
        yield form(f"problem/policy/{name}", {"image": picture, "policy": policy})
    yield form("problem/policy/scale-conflict", {"image": picture, "policy": rules(rule(REGION), scale=3), "scale": "2"})
    yield form("problem/policy/regions-units", {"image": picture, "policy": rules(rule("regions", padding=3), units="pixels")}, "region=0.1,0.1,0.2,0.2&units=ratio")
    yield form("problem/check/nothing", {"image": picture, "policy": rules(rule(REGION))}, to="/v1/check")


def page_sources():
    picture, source, *_ = screens()["ios"]
    level, turned = rules(rule({"elements": "sensitive"})), re.sub('width="393" height="852"', 'width="852" height="393"', source)
    wrong = {
        "unused": (source, rules(rule("screen"))), "text": ("nothing", level), "cut": (source[:700], level), "entities": (
            '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', level), "json": ('{"a": 1}', level), "boxes": ('[{"locator": 1}]', level),
        "deep": ("<hierarchy>" + "<node>" * 3000 + "</node>" * 3000 + "</hierarchy>", level), "none": ('<hierarchy rotation="0"/>', level), "turned": (turned, level),
        "large": (f"<hierarchy><!--{'x' * 8_400_000}--></hierarchy>", level), "matches": (source, rules(rule({"element": {"identifier": "absent"}}))),
        "at-least": (source, rules(rule({"elements": "sensitive"}, atLeast=90))),
        "unplaceable": (source.replace('x="16" y="109" width="361" height="46"', ""), rules(rule({"element": {"identifier": "username"}}))),
        "frame": (source.replace('x="16" y="109"', 'x="a" y="109"'), level),
    }
    for name, (text, policy) in wrong.items():
        yield form(f"problem/source/{name}", {"image": picture, "hierarchy": text, "policy": policy}, headers=JSON)
    yield form("problem/source/scale", {"image": picture, "hierarchy": source, "policy": level, "scale": "2"}, headers=JSON)
    web, boxes = inputs.file("web-profile.png"), inputs.file("web-profile.boxes.json").decode()
    yield form("problem/source/bare-boxes", {"image": web, "hierarchy": boxes, "policy": level})
    yield form("problem/source/viewport", {"image": web, "policy": level, "hierarchy": json.dumps(
        {"viewport": {"width": 640, "height": 700}, "boxes": json.loads(boxes)})})


def access(picture):
    blackout = "policy=blackout"
    yield sent("problem/access/no-key", picture, blackout, server="strict")
    yield sent("problem/access/wrong-key", picture, blackout, server="strict", headers={"Authorization": "Bearer wrong-key-0123456789"})
    yield sent("problem/access/two-keys", picture, blackout, server="strict", headers={**KEY, "API-Key": "0123456789abcdef0123"})
    yield sent("problem/access/origin", picture, blackout, server="strict", headers={**KEY, "Origin": "https://evil.example.org"})
    yield sent("problem/access/own-origin", picture, FILL, headers={"Origin": "https://evil.example.org"})
    yield sent("problem/access/policy-only", picture, FILL, server="strict", headers=KEY)
    yield form("problem/access/policy", {"image": picture, "policy": rules(rule("screen"))}, server="strict", headers=KEY)
    yield sent("problem/access/phase", picture, f"{blackout}&phase=active", server="strict", headers=KEY)
    yield sent("problem/access/obscured", picture, "policy=blur", server="strict", headers=KEY)
    yield form("problem/access/nothing-covered", {"image": picture, "policy": rules(rule("screen"), phases=["background"])}, "phase=active", server="covered")


def protocol(picture):
    head = "Host: 127.0.0.1\r\nX-Request-Id: golden\r\nConnection: close\r\n"
    for name, request in {
        "garbage": "garbage\r\n\r\n", "no-host": "GET / HTTP/1.1\r\n\r\n", "version": f"GET / HTTP/2.0\r\n{head}\r\n", "method": f"BREW / HTTP/1.1\r\n{head}\r\n",
        "space": f"GET / HTTP/1.1\r\n{head}A : b\r\n\r\n", "lengths": f"POST /v1/sanitize HTTP/1.1\r\n{head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx",
        "expect": f"POST /v1/sanitize HTTP/1.1\r\n{head}Expect: cake\r\nContent-Length: 1\r\n\r\nx", "target": f"GET /{'a' * 20000} HTTP/1.1\r\n{head}\r\n",
        "fields": f"GET / HTTP/1.1\r\n{head}A: {'b' * 100000}\r\n\r\n", "many-fields": f"GET / HTTP/1.1\r\n{head}" + "A: b\r\n" * 500 + "\r\n",
        "chunked": f"POST /v1/sanitize?{FILL} HTTP/1.1\r\n{head}Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        "coding": f"POST /v1/sanitize?{FILL} HTTP/1.1\r\n{head}Transfer-Encoding: gzip\r\n\r\n", "slow": "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"}.items():
        yield Case(f"problem/protocol/{name}", raw=request.encode(), server="strict" if name == "slow" else "plain")
    yield Case("problem/protocol/too-large", raw=f"POST /v1/sanitize?{FILL} HTTP/1.1\r\n{head}Content-Length: 99999999\r\n\r\n".encode())
    yield Case("problem/path", "/v2/sanitize", picture)
    yield Case("problem/path/get", "/nothing", method="GET")
    yield Case("problem/method/get", method="GET")
    yield Case("problem/method/delete", "/v1/policies", method="DELETE")
    yield Case("problem/policies/unknown", "/v1/policies/nobody", method="GET")
