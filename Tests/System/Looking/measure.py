"""Measures how much is found by looking, beside Presidio's image redactor and plain Tesseract. Started by `run` beside it."""

import argparse
import dataclasses
import json
import os
import pathlib
import sys

import codes
import content
import faces
import people
import real
import report
import runners
import samples
import scores
import screens
import tally

# All kinds, for page sources, whose targets name them.
KINDS = sorted(
    {*content.values.MAKERS, "bankCode", "iccid", "machineReadableZone", "nationalNumber", "postalAddress", "urlCredentials"})
ROOT = pathlib.Path(__file__).resolve().parents[3]


def options():
    parser = argparse.ArgumentParser(prog="Tests/System/Looking/run", description=__doc__)
    parser.add_argument("--program", default=str(ROOT / ".build/release/snapveil"), help="what is measured: a release build")
    parser.add_argument("--models", default=str(ROOT / ".build-tools/models"))
    parser.add_argument("--screens", type=int, default=52, help="how many are made and looked at")
    parser.add_argument("--seed", type=int, default=19, help="the same seed makes the same screens")
    parser.add_argument("--directory", type=pathlib.Path, default=ROOT / ".build-tools/looking-screens", help="where screens are put")
    parser.add_argument("--peers", action="store_true", help="measure Presidio and Tesseract, too")
    parser.add_argument("--samples", type=pathlib.Path, help="a folder of screens with NAME.text.json or NAME.truth.json")
    parser.add_argument("--faces", type=pathlib.Path, help="a folder of photographs with a face in the middle of each")
    parser.add_argument("--failures", type=pathlib.Path, help="where to write what Snapveil missed, as JSON")
    parser.add_argument("--worst", type=int, default=15, help="how many failures of each sort are printed")
    parser.add_argument("--core", type=int, help="the processor that everything runs on; by default the last one")
    parser.add_argument("--names", choices=people.HALVES, help="measure screens in the look of products, with one half of the names")
    parser.add_argument("--texts", action="store_true", help="with --names or --real: tell the lines instead of having them read; no pictures are made")
    parser.add_argument("--real", type=pathlib.Path, help="list what is found on screenshots in DroidBot's folders of states")
    parser.add_argument("--names-only", type=pathlib.Path, metavar="PNG", help="with --real: list names alone, and draw them there")
    parser.add_argument("--check", action="store_true", help="end with status 1 if so little is found that looking is broken")
    return parser.parse_args()


def source_of(screen):
    """The lines of a screen as a page source."""
    source = []
    for index, line in enumerate(screen.lines):
        x, y, x2, y2 = line.boxes[0]
        box = {"x": x, "y": y, "width": x2 - x, "height": y2 - y}
        source.append({"locator": str(index), "role": "text", "text": line.text, "boundingBox": box})
    return source


def told(snapveil, screen):
    """What is covered where the lines of a screen are told by a page source, as if they had been read without a mistake."""
    kinds = sorted({value.kind for value in screen.values})
    return snapveil.find(screen.picture, {"elements": {"kinds": kinds}}, hierarchy=source_of(screen), times=0).mask if kinds else None


def look_at_products(snapveil, peers, paths, is_told):
    """The tallies of all programs on screens in the look of products; `is_told` measures the rules alone, line by line."""
    tallies = {"Snapveil": tally.Tally()} | {name: tally.Tally() for name in peers if name == "Presidio"}
    for path in paths:
        screen = scores.Screen(path)
        if is_told:
            found = snapveil.find(screen.picture, *({"elements": {"kinds": [kind]}} for kind in KINDS), hierarchy=source_of(screen), times=0)
        else:
            found = snapveil.find(screen.picture, {"text": "sensitive"})
        tallies["Snapveil"].kinds(screen, found)
        if "Presidio" in peers:
            tallies["Presidio"].kinds(screen, peers["Presidio"].find(screen.picture))
    return tallies


def measure_products(snapveil, peers, paths, given):
    """What a run with `--names` prints."""
    tallies = look_at_products(snapveil, peers, paths, given.texts)
    print(f"{len(paths)} screens of products, seed {given.seed}, {given.names} names{', told the lines' if given.texts else ''}: {paths[0].parent}\n")
    print("\n".join([*report.product_table(tallies), "", *report.detail_table(lambda tally: tally.values, tallies)]))
    return tallies["Snapveil"]


def look(snapveil, peers, paths, is_check):
    """The tallies of all programs, which look at each screen one after the other, and that of Snapveil where it covers what it
    cannot read, too. A check asks for no causes."""
    tallies = {"Snapveil": tally.Tally()} | {name: tally.Tally() for name in peers}
    wary = tally.Tally()
    for index, path in enumerate(paths):
        screen = scores.Screen(path)
        tallies["Snapveil"].text(screen, snapveil.find(screen.picture, {"text": "all"}))
        found = snapveil.find(screen.picture, {"text": "sensitive"})
        tallies["Snapveil"].kinds(screen, found, None if is_check else told(snapveil, screen))
        if not is_check:
            tallies["Snapveil"].reading(screen, snapveil.read)
            wary.kinds(screen, snapveil.find(screen.picture, {"text": "sensitive"}, {"text": "unread"}, times=0))
        if "Presidio" in peers:
            tallies["Presidio"].kinds(screen, peers["Presidio"].find(screen.picture))
        if "Tesseract" in peers:
            tallies["Tesseract"].text(screen, peers["Tesseract"].find(screen.picture))
        if sys.stderr.isatty():
            print(f"\r{index + 1} of {len(paths)}", end="", file=sys.stderr)
    return tallies, wary


def below_bounds(found, codes_covered):
    """What few screens have to reach. It is less than the goals: far below it, looking is broken."""
    bounds = [
        ("lines covered", found.lines["all"].value, 0.99), ("values covered, in scripts that are read", found.values["read"].value, 0.96),
        ("rectangles that cover some of a value", found.precision.value, 0.94), ("codes covered", codes_covered, 0.92),
    ]
    return [f"FAILED: {name}: {value:.3f}, and not {bound} at least" for name, value, bound in bounds if value < bound]


def report_failures(found, given):
    """Prints the worst failures, and writes all of them where that is asked for."""
    print("\n".join(report.failures(found, given.worst)))
    if given.failures:
        given.failures.write_text(json.dumps([dataclasses.asdict(failure) for failure in found.failures], ensure_ascii=False, indent=1))


def measure_real(given):
    """What a run with `--real` prints."""
    snapveil = runners.Snapveil(given.program, given.models)
    try:
        for line in real.measure(snapveil, given, KINDS):
            print(line, flush=True)
    finally:
        snapveil.stop()


def main():
    given = options()
    if given.real:
        return measure_real(given)
    folder = "-".join([str(given.seed), str(given.screens), *filter(None, [given.names, "texts" if given.texts else None])])
    paths = screens.make(given.directory / folder, given.seed, given.screens, given.names, has_pictures=not given.texts)
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0)) if given.core is None else given.core})
    peers = {"Presidio": runners.Presidio(), "Tesseract": runners.Tesseract()} if given.peers else {}
    snapveil = runners.Snapveil(given.program, given.models)
    try:
        if given.names:
            found = measure_products(snapveil, peers, paths, given)
            report_failures(found, given)
            print("", *report.missed_product_goals(found), sep="\n")
            return 0
        tallies, wary = look(snapveil, peers, paths, given.check)
        found = tallies["Snapveil"]
        print(f"{len(paths)} screens, seed {given.seed}", end="")
        print(f"; Tesseract reads {peers['Tesseract'].languages}\n" if peers else "\n")
        print("\n".join(report.main_table(tallies)))
        hits, lines = codes.measure(snapveil, given.seed)
        extra = lines + report.wary(wary)
        extra += faces.measure(snapveil, given.faces, given.seed)
        extra += samples.measure(snapveil, given.samples) if given.samples else []
        print("", *(f"- {line}" for line in extra), sep="\n")
    finally:
        snapveil.stop()
    print("\n".join([] if given.check else report.details(tallies)))
    report_failures(found, given)
    reasons = below_bounds(found, hits) if given.check else report.missed_goals(found)
    print("", *reasons, sep="\n")
    return 1 if given.check and reasons else 0


if __name__ == "__main__":
    sys.exit(main())
