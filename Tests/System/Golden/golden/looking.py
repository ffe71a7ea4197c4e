"""What is found by looking at pictures; only where there are models."""

import pathlib
import shutil

from . import inputs, png
from .cases import form, rule, rules, sent
from .commands import Command
from .requests import JSON, PARTS, screens

# Code 39: of the nine bars and gaps of a character, 1 is a wide one.
CODE_39 = {"*": "010010100", "G": "000001101", "O": "100010010", "L": "001000011", "D": "000011001", "3": "101100000", "1": "100100001"}


def barcode(text="GOLD31", module=3, height=80, quiet=30):
    """A barcode in Code 39 on white."""
    line = [False] * quiet
    for character in f"*{text}*":
        for index, wide in enumerate(CODE_39[character]):
            line += [index % 2 == 0] * (module * (3 if wide == "1" else 1))
        line += [False] * module
    line += [False] * quiet
    return png.encode(
        len(line), height + 2 * quiet, lambda x, y: ((0,) * 3 if line[x] and quiet <= y < quiet + height else (255,) * 3))


def all_requests():
    web, ios = inputs.file("web-profile.png"), inputs.file("ios-login.png")
    fill = {"fill": {"color": "#000"}}
    policies = {
        "sensitive": rules(rule({"text": "sensitive"}, {"veil": {}}, padding=4)),
        "kinds": rules(rule({"text": {"kinds": ["email", "phone"], "extent": "line"}}, fill, minimumHeight=4)),
        "matches": rules(rule({"text": {"matches": "(?i)ada"}}, {"pixelate": {"block": 12}})),
        "beside": rules(rule({"text": {"beside": "(?i)customer"}}, fill), keep=[{"text": {"matches": "desk"}}]),
    }
    for name, policy in policies.items():
        yield form(f"looking/web/{name}", {"image": web, "policy": policy}, headers=JSON, server="looking", looked=True)
    everything = rules(rule({"text": "all"}, fill), rule({"faces": "whole"}, fill), rule({"codes": "all"}, fill))
    yield form("looking/web/all", {"image": web, "policy": everything}, headers=PARTS, server="looking", looked=True)
    yield form("looking/web/preview", {"image": web, "policy": policies["sensitive"]}, "preview=true", headers=JSON, server="looking", looked=True)
    yield form("looking/web/photo", {"image": inputs.file("web-profile.jpg"), "policy": policies["kinds"]}, server="looking", looked=True)
    yield form("looking/web/too-few", {"image": web, "policy": rules(rule({"codes": "all"}, fill, atLeast=2))}, server="looking", looked=True)
    yield form("looking/code", {"image": barcode(), "policy": rules(rule({"codes": "all"}, fill))}, headers=JSON, server="looking", looked=True)
    yield sent("looking/check/web", web, to="/v1/check", server="looking", looked=True)
    yield sent("looking/check/code", barcode(), to="/v1/check", server="looking", looked=True)
    yield form(
        "looking/check/ios", {"image": ios, "hierarchy": screens()["ios"][1]}, to="/v1/check", server="looking", looked=True)


def screens_directory(directory):
    shots = pathlib.Path(directory, "shots")
    shots.mkdir()
    shutil.copy(inputs.FILES / "web-profile.png", shots / "web.png")
    shots.joinpath("code.png").write_bytes(barcode())
    shots.joinpath("plain.png").write_bytes(inputs.plain(40, 30))
    shots.joinpath("broken.png").write_bytes(inputs.made("rgb")[:500])


def all_commands():
    for form_of_report in ("text", "json", "junit", "sarif", "html"):
        yield Command(
            f"looking/command/{form_of_report}", ["check", "shots", "--jobs", "1", "--format", form_of_report], screens_directory, looked=True)
    yield Command("looking/command/hidden", ["check", "--hidden", "shots", "--jobs", "1", "--format", "json"], screens_directory, looked=True)
