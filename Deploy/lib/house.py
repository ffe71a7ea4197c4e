#!/usr/bin/env python3
"""Draws the floors and modules of the package as a house, from what the package manager says of the manifest.

    swift package dump-package | Deploy/lib/house.py [--check]

Writes house.svg and house~dark.svg beside the documentation; with --check it writes nothing and fails if they are old.
"""
import argparse
import json
import pathlib
import sys
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "Sources/Program/snapveil/Snapveil.docc"
# From the top down, with the words below the name of each.
FLOORS = {
    "Program": "commands",
    "Service": "HTTP, workers, metrics",
    "Redaction": "policy, plan, paint, report",
    "Image": "pixels and formats",
    "Ground": "memory, work, text, files",
    "System": "libraries of the system",
}
SCHEMES = {
    "house.svg": {"ink": "#1c1c1e", "pale": "#6e6e73", "line": "#c7c7cc", "swift": "#fff4ec", "c": "#eef2f7", "floor": "#ffffff"},
    "house~dark.svg": {"ink": "#f2f2f7", "pale": "#a1a1a6", "line": "#48484a", "swift": "#3a2a1e", "c": "#232a33", "floor": "#1c1c1e"},
}
WIDTH, LEFT, PAD, BOX, GAP = 960, 190, 14, 30, 8
LETTER = 7.4


def modules(package):
    """The modules of each floor, in the order of the manifest; those of C behind the others."""
    floors = {floor: [] for floor in FLOORS}
    for target in package["targets"]:
        parts = (target.get("path") or "").split("/")
        if parts[0] == "Sources" and parts[1] in floors:
            floors[parts[1]].append(target["name"])
    return {floor: sorted(names, key=is_c) for floor, names in floors.items()}


def is_c(name):
    return name[0] == "C" and name[1].isupper()


def rows(names):
    """The boxes of a floor as (name, x, row), and how many rows they take."""
    boxes, x, row = [], LEFT, 0
    for name in names:
        width = len(name) * LETTER + 22
        if x + width > WIDTH - PAD:
            x, row = LEFT, row + 1
        boxes.append((name, x, row, width))
        x += width + GAP
    return boxes, row + 1


def draw(floors, colors):
    top, parts = 78, []
    for floor, names in floors.items():
        boxes, count = rows(names)
        height = count * BOX + (count - 1) * GAP + 2 * PAD
        parts.append(f'<rect x="8" y="{top}" width="{WIDTH - 16}" height="{height}" fill="{colors["floor"]}" stroke="{colors["line"]}"/>')
        middle = top + height / 2
        parts.append(f'<text x="24" y="{middle - 3:g}" class="floor">{escape(floor)}</text>')
        parts.append(f'<text x="24" y="{middle + 14:g}" class="words">{escape(FLOORS[floor])}</text>')
        for name, x, row, width in boxes:
            y = top + PAD + row * (BOX + GAP)
            fill = colors["c" if is_c(name) else "swift"]
            parts.append(f'<rect x="{x:g}" y="{y}" width="{width:g}" height="{BOX}" rx="5" fill="{fill}" stroke="{colors["line"]}"/>')
            parts.append(f'<text x="{x + width / 2:g}" y="{y + 19.5:g}" class="module">{escape(name)}</text>')
        top += height
    roof = f'<path d="M8 78 L{WIDTH / 2:g} 10 L{WIDTH - 8} 78 Z" fill="{colors["floor"]}" stroke="{colors["line"]}"/>'
    title = f'<text x="{WIDTH / 2:g}" y="60" class="roof">Snapveil</text>'
    style = (
        f'text{{font-family:-apple-system,"Segoe UI",Inter,"DejaVu Sans",sans-serif;fill:{colors["ink"]}}}'
        f'.roof{{font-size:17px;font-weight:600;text-anchor:middle}}.floor{{font-size:14px;font-weight:600}}'
        f'.words{{font-size:11px;fill:{colors["pale"]}}}.module{{font-size:12.5px;text-anchor:middle}}'
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top + 8}" width="{WIDTH}" height="{top + 8}" role="img">',
            "<title>The floors of Snapveil from the top down, and the modules of each</title>",
            f"<style>{style}</style>", roof, title, *parts, "</svg>", "",
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if a picture is not what the manifest says")
    check = parser.parse_args().check
    floors = modules(json.load(sys.stdin))
    folders = sorted(path.name for path in (ROOT / "Sources").iterdir())
    if folders != sorted([*FLOORS, "Clients"]):
        sys.exit(f"house.py: Sources has {folders}, and the picture {[*FLOORS]}.")
    for name, colors in SCHEMES.items():
        picture = draw(floors, colors)
        if not check:
            (PAGES / name).write_text(picture)
        elif not (PAGES / name).exists() or (PAGES / name).read_text() != picture:
            sys.exit(f"house.py: {name} is old: run swift package dump-package | Deploy/lib/house.py")


main()
