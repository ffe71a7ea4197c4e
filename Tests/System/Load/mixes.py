"""Mixes of requests as test suites send them, for the load checks beside this file."""

import json
import pathlib

from abuse import form, rules
from generator import Request
from memory import SCREENS, png

LARGE = (1290, 2796)
COVERS = ["privacy-screen", "splash", "frosted", "blackout"]
FILL, VEIL = {"fill": {"color": "#1c1c1e"}}, {"veil": {}}
AREAS = [{"x": 60, "y": 200, "width": 500, "height": 60}, {"x": 60, "y": 320, "width": 500, "height": 60},
         {"x": 60, "y": 440, "width": 400, "height": 90}]
# What is beside a screen, what it has covered, and what the request says besides: boxes do not tell their scale.
SOURCES = {".xml": ({"elements": "sensitive"}, ""), ".boxes.json": ({"elements": "all-text"}, "&scale=1")}


def pictures(directory):
    """Screens of phones and pages, PNG and JPEG, and one that is larger."""
    files = sorted(file for file in pathlib.Path(directory or SCREENS).iterdir() if file.suffix in (".png", ".jpg"))
    return [(file, file.read_bytes()) for file in files] + [(None, png(*LARGE))]


def source_of(file):
    """The page source of a screen, what is to be covered by it, and the scale; None if there is none."""
    for ending, how in SOURCES.items() if file else ():
        source = SCREENS / (file.stem + ending)
        if source.exists():
            return source.read_bytes(), *how
    return None


def form_of(body, source, target, scale):
    policy = rules((target, FILL), ("regions", VEIL))
    kind, data = form([("image", body), ("hierarchy", source), ("policy", policy)])
    return Request("region=60,200,500,60" + scale, data, kind)


def mixes(directory=None):
    """Requests by the name of the mix."""
    screens = pictures(directory)
    regions = json.dumps({"rules": [{"target": {"region": area}, "style": FILL} for area in AREAS]}).encode()
    partly = [form_of(body, *source) if (source := source_of(file)) else
              Request("", *reversed(form([("image", body), ("policy", regions)]))) for file, body in screens]
    effects = ["style=blur&radius=20", "style=blur&radius=4", "style=pixelate&block=24"]
    return {
        "covers": [Request(f"policy={policy}", body) for _, body in screens for policy in COVERS],
        "regions": partly,
        "effects": [Request(effect, body) for _, body in screens for effect in effects],
    }
