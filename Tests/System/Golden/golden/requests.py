"""Requests that succeed: formats, styles, targets, page sources, bodies and replies."""

import json

from . import inputs
from .cases import Case, document, form, rule, rules, sent

FILL = "style=fill&color=%23102030"
JSON = {"Accept": "application/json"}
PARTS = {"Accept": "multipart/mixed"}
STYLES = {
    "fill": {"fill": {"color": "#1c8"}},
    "blur": {"blur": {"radius": 6}},
    "pixelate": {"pixelate": {"block": 9}},
    "image": {"image": {"asset": "cover", "contentMode": "aspectFit", "background": "#224466"}},
    "veil": {"veil": {}},
    "message": {"message": {"text": "Hidden", "appearance": "dark", "symbol": "eye"}},
    "label": {"label": {"numbered": True}},
}
REGION = {"region": {"x": 13, "y": 9, "width": 71, "height": 50}}


def all_cases():
    pictures = {name: read() for name, read in inputs.snapshots().items()}
    yield from formats(pictures)
    yield from styles(pictures)
    yield from outputs(pictures)
    yield from targets(pictures)
    yield from page_sources()
    yield from bodies(pictures)
    yield from documents()


def formats(pictures):
    for name, picture in pictures.items():
        yield sent(f"format/{name}/region", picture, f"{FILL}&region=7,5,20,13")
        yield sent(f"format/{name}/png", picture, f"{FILL}&region=9,11,6,5&format=png", headers=JSON)
        yield sent(f"format/{name}/screen", picture, FILL if "ktx" not in name else f"{FILL}&format=png")


def styles(pictures):
    for name in ("png-rgb", "png-rgba", "png-grey", "jpeg-420", "jpeg-444", "jpeg-grey", "webp-lossless"):
        for style, value in STYLES.items():
            extra = {"cover": pictures["png-rgba"]} if style == "image" else {}
            for target in ("screen", REGION):
                where = target if isinstance(target, str) else "region"
                policy = rules(rule(target, value))
                yield form(
                    f"style/{name}/{style}/{where}", {"image": pictures[name], "policy": policy, **extra}, headers=JSON,
                    words=style in ("message", "label"))
    picture = pictures["png-rgb"]
    for mode in ("aspectFill", "aspectFit", "fill", "center"):
        policy = rules(rule("screen", {"image": {"asset": "cover", "contentMode": mode, "background": "#f00"}}))
        yield form(f"style/image/{mode}", {"image": picture, "policy": policy, "cover": pictures["jpeg-turned"]})
    yield sent("style/image/absent", picture, "policy=splash")
    for radius in (0.5, 2.5, 40):
        yield sent(f"style/blur/{radius}", picture, f"style=blur&radius={radius}&region=30,30,60,60")
    for block in (2, 16, 64):
        yield sent(f"style/pixelate/{block}", picture, f"style=pixelate&block={block}&region=30,30,60,61")
    yield sent("style/veil/radius", picture, "style=veil&radius=30&region=30,30,60,60")
    for query in (
        "title=Screen+locked&symbol=lock", "text=%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82&appearance=light",
        "textColor=%23fff&background=%23046&textSize=14", "text=x&region=1,1,5,5", "text=One%0ATwo&region=10,10,100,60"):
        yield sent(f"style/message/{query}", picture, f"style=message&{query}", words=True, headers=JSON)
    for query in ("region=10,10,100,40", "numbered=true&region=10,10,60,20&region=10,40,12,16&region=90,40,5,5"):
        yield sent(f"style/label/{query}", picture, f"style=label&{query}", words=True, headers=JSON)
    for name in ("blackout", "blur", "frosted", "privacy-screen"):
        yield sent(f"policy/{name}", picture, f"policy={name}", words=name == "privacy-screen", headers=JSON)
    yield sent("policy/mask", picture, "policy=mask&region=16,9,36,46&region=80,20,20,20", headers=JSON)


def outputs(pictures):
    for name in ("png-rgb", "png-rgba", "png-palette", "png-rgb16", "jpeg-420", "jpeg-cmyk", "webp-lossless-alpha", "webp-lossy"):
        for query in (
            "format=png&compression=balanced", "format=png&compression=small", "format=jpeg", "format=jpeg&quality=35", "format=webp",
            "format=webp&quality=70"):
            yield sent(f"output/{name}/{query}", pictures[name], f"style=veil&region=11,12,20,18&{query}")


def targets(pictures):
    shapes = {
        "rounded": rules(rule({"region": {"x": 10.4, "y": 20, "width": 80, "height": 40, "cornerRadius": 12}})),
        "ellipse": rules(rule({"ellipse": {"x": 20, "y": 10, "width": 61, "height": 70.5}}, {"veil": {}})),
        "polygon": rules(rule({"polygon": [[10, 10], [120, 30], [90, 100], [30, 80]]}, {"pixelate": {"block": 5}})),
        "padding": rules(rule({"ellipse": {"x": 50, "y": 40, "width": 30, "height": 20}}, padding=7.5)),
        "points": rules(rule({"region": {"x": 5, "y": 6, "width": 20, "height": 9}}, {"blur": {"radius": 2}}), scale=3),
        "ratio": rules(rule({"region": {"x": 0.1, "y": 0.2, "width": 0.5, "height": 0.25}}, padding=0.02), units="ratio"),
        "beyond": rules(rule({"region": {"x": -20, "y": 90, "width": 60, "height": 60}})),
        "order": rules(
            rule({"region": {"x": 0, "y": 0, "width": 90, "height": 60}}, {"blur": {"radius": 5}}),
            rule({"region": {"x": 20, "y": 20, "width": 90, "height": 60}}, {"veil": {}}),
            rule({"region": {"x": 40, "y": 40, "width": 90, "height": 60}}), rule("screen", {"pixelate": {"block": 4}})),
        "keep": rules(
            rule("screen", {"veil": {}}), keep=[{"region": {"x": 0, "y": 0, "width": 150, "height": 18}},
                                                {"ellipse": {"x": 60, "y": 50, "width": 50, "height": 40}}]),
        "keep-polygon": rules(rule("screen"), keep=[{"polygon": [[10, 10], [140, 20], [70, 100]]}], name="kept"),
        "coverage": rules(rule({"region": {"x": 0, "y": 0, "width": 150, "height": 60}}), minimumCoverage=0.5),
        "phases": rules(rule("screen"), phases=["inactive", "background"], name="phased"),
    }
    for name in ("png-rgba", "jpeg-420"):
        for shape, policy in shapes.items():
            yield form(f"target/{name}/{shape}", {"image": pictures[name], "policy": policy}, headers=JSON)
        for phase in ("active", "background"):
            yield form(f"target/{name}/phase-{phase}", {"image": pictures[name], "policy": shapes["phases"]}, f"phase={phase}", headers=JSON)
    for query in (
        "region=5,6,20,9&scale=3", "region=0.1,0.1,0.5,0.5&units=ratio", "region=10,10,30,30&padding=4", "region=10,10,30,30&region=35,35,30,30", "padding=3",
        "format=png&quality=3", "format=jpeg&compression=small"):
        yield sent(f"target/query/{query}", pictures["png-rgb"], f"{FILL}&{query}", headers=JSON)


def screens():
    boxes = json.loads(inputs.file("web-profile.boxes.json"))
    page = {"viewport": {"width": 1280, "height": 720, "scale": 1}, "boxes": boxes}
    return {
        "ios": (inputs.file("ios-login.png"), inputs.file("ios-login.xml").decode(), "//XCUIElementTypeSecureTextField", "owner|balance"),
        "android": (inputs.file("android-checkout.png"), inputs.file("android-checkout.xml").decode(), "//*[@password='true']", ".*(name|total)"),
        "web": (inputs.file("web-profile.png"), json.dumps(page), "//*[@role='cell']", "row[01]-.*"),
    }


def page_sources():
    for name, (picture, source, path, identifiers) in screens().items():
        policies = {
            "sensitive": rules(rule({"elements": "sensitive"})),
            "all-text": rules(rule({"elements": "all-text"}, {"veil": {}})),
            "user-input": rules(rule({"elements": "user-input"}, {"pixelate": {"block": 20}}, padding=4)),
            "kinds": rules(rule({"elements": {"kinds": ["email", "iban", "card", "phone", "oneTimeCode"]}})),
            "terms": rules(rule({"elements": {"sensitive": {"terms": ["voucher", "Ada", "hint"]}}}, {"blur": {"radius": 9}})),
            "path": rules(rule({"element": path}, {"veil": {"radius": 8}}, atLeast=0, padding=3)),
            "identifier": rules(rule({"element": {"identifier": identifiers}}, atLeast=0), keep=[{"element": {"label": ".*€.*"}}]),
            "label": rules(rule({"element": {"label": "(?i).*leila.*"}}, atLeast=0), rule({"element": {"value": ".*[0-9]{4}.*"}}, atLeast=0)),
            "region": rules(
                rule({"region": {"x": 0, "y": 0, "width": 0.6, "height": 0.3}}), rule({"elements": "sensitive"}, {"veil": {}}), units="ratio"),
        }
        for kind, policy in policies.items():
            yield form(f"source/{name}/{kind}", {"image": picture, "hierarchy": source, "policy": policy}, headers=JSON)
        parts = {"image": picture, "hierarchy": source, "policy": policies["sensitive"]}
        yield form(f"source/{name}/picture", parts)
        yield form(f"source/{name}/parts", parts, headers=PARTS)
        yield form(f"source/{name}/preview", parts, "preview=true", headers=JSON)
        yield form(f"source/{name}/jpeg", parts, "format=jpeg&quality=80", headers=JSON)
        yield document(f"source/{name}/document", parts, headers=JSON)
        yield form(
            f"source/{name}/check", {"image": picture, "hierarchy": source, "policy": policies["kinds"]}, to="/v1/check")
    picture, source, *_ = screens()["ios"]
    policy = rules(rule({"elements": "sensitive"}))
    yield form("source/ios/webdriver", {"image": picture, "hierarchy": json.dumps({"value": source, "sessionId": "1"}), "policy": policy}, headers=JSON)
    wide = source.replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16")
    yield form("source/ios/utf-16", {"image": picture, "hierarchy": wide, "policy": policy}, headers=JSON)
    picture, source, *_ = screens()["android"]
    half = source.replace("[0,0][1080,2400]", "[0,1200][1080,2400]")
    for outside in ("cover", "keep"):
        yield form(
            f"source/android/outside-{outside}",
            {"image": picture, "hierarchy": half, "policy": rules(rule({"elements": "sensitive"}, {"veil": {}}, outside=outside))}, headers=JSON)
    toast = source.replace('bounds="[48,1071][1032,1143]"', "")
    yield form(
        "source/android/unplaceable",
        {"image": picture, "hierarchy": toast, "policy": rules(rule({"elements": "all-text"}, unplaceable="skip"))}, headers=JSON)
    picture, source, *_ = screens()["web"]
    photo = inputs.file("web-profile.jpg")
    yield form("source/web/photo", {"image": photo, "hierarchy": source, "policy": policy}, headers=JSON)
    boxes = inputs.file("web-profile.boxes.json").decode()
    yield form("source/web/bare", {"image": picture, "hierarchy": boxes, "policy": policy, "units": "points", "scale": "1"}, headers=JSON)


def bodies(pictures):
    picture, policy = pictures["png-rgb"], rules(rule(REGION), name="named")
    for accept in ("image/png", "image/jpeg", "image/webp", "application/json", "multipart/mixed", "*/*", "image/*;q=0.5, application/json"):
        for query in (f"{FILL}&region=1,2,30,40", "style=blur&radius=3"):
            yield sent(f"reply/{accept}/{query}", picture, query, headers={"Accept": accept})
    yield Case("body/put", f"/v1/sanitize?{FILL}", picture, method="PUT")
    yield sent("body/typed", picture, FILL, headers={"Content-Type": "image/png"})
    yield sent("body/mistyped", picture, FILL, headers={"Content-Type": "image/jpeg"})
    yield document("body/webdriver", {"value": picture}, f"{FILL}&format=jpeg")
    yield document("body/document", {"image": picture, "policy": policy})
    yield document("body/document-text", {"image": picture, "policy": json.dumps(policy)}, headers=JSON)
    yield document("body/document-named", {"image": picture, "policy": "frosted"}, headers=PARTS)
    yield document(
        "body/document-assets", {"image": picture, "policy": rules(rule(REGION, STYLES["image"])), "assets": {"cover": pictures["png-palette"]}}, headers=JSON)
    yield form("body/form-named", {"image": picture, "policy": "blackout"}, headers=JSON)
    yield form("body/form-query", {"image": picture, "scale": "2"}, f"{FILL}&region=5,5,10,10", headers=JSON)
    yield form("body/form-jpeg", {"image": pictures["jpeg-420"], "policy": policy}, headers=PARTS)
    for query in (f"{FILL}&region=1,2,30,40", "style=blur&radius=3", "style=veil", "policy=privacy-screen"):
        for name in ("png-rgb", "jpeg-444", "webp-lossy", "heic-grid"):
            yield sent(f"preview/{name}/{query}", pictures[name], f"{query}&preview=true", headers=JSON)
    yield form("check/elements-none", {"image": pictures["png-rgb"], "policy": rules(rule({"elements": "sensitive"})), "hierarchy": json.dumps(
        {"viewport": {"width": 150, "height": 110, "scale": 1}, "boxes": [{"locator": "a", "boundingBox": None}]})}, to="/v1/check")


def documents():
    for target in ("/v1/policies", "/v1/policies/mask", "/v1/policies/splash", "/healthz", "/readyz", "/v1/policy.schema.json", "/openapi.json"):
        for method in ("GET", "HEAD"):
            yield Case(f"document/{method}{target}", target, method=method)
    yield Case("document/GET/", "/", method="GET", bare=True)
    yield Case("document/GET/v1/problems", "/v1/problems", method="GET", bare=True)
    yield Case("document/preflight", "/v1/sanitize", method="OPTIONS", server="strict", headers={
        "Origin": "https://tests.example.org", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"})
    yield Case("document/OPTIONS", "/v1/sanitize", method="OPTIONS")
    yield Case("document/cors", f"/v1/sanitize?policy=blackout", inputs.made("grey1"), server="strict", headers={
        "Origin": "https://tests.example.org", "Authorization": "Bearer 0123456789abcdef0123"})
    yield Case("document/api-key", f"/v1/sanitize?policy=blackout", inputs.made("grey1"), server="strict", headers={"API-Key": "0123456789abcdef0123"})
    yield Case("document/gzip", "/v1/policy.schema.json", method="GET", headers={"Accept-Encoding": "gzip"})
