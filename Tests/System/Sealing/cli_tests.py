"""Pictures on the command line: what is sealed, to whom, and what is refused."""

import json
import pathlib
import shutil

import option_tests
import pictures
import recipient_tests
from bench import FILL, SCREENS

STYLES = {
    "fill": FILL,
    "blur": ("--style", "blur", "--radius", "0.06"),
    "pixelate": ("--style", "pixelate", "--block", "0.1"),
    "veil": ("--style", "veil"),
    "message": ("--style", "message"),
    "image": ("--style", "image", "--asset", SCREENS / "web-profile.jpg"),
}
#: Two regions that overlap, and one at the end of the picture.
REGIONS = ("--region", "0.1,0.12,0.43,0.3", "--region", "0.31,0.25,0.4,0.31", "--region", "0.8,0.9,0.2,0.1")
#: The styles whose lengths no thin picture has room for.
WIDE = {"blur", "pixelate"}
FORMATS = {"png": (), "jpeg": ("--quality", "85"), "webp": (), "lossy webp": ("--quality", "70")}
FEW_FORMATS = ["jpeg", "webp"]
#: The styles that formats are tried with in the short form.
FEW_STYLES = ["fill"]
#: The styles that whole screens are covered with in the short form.
FEW_WHOLE = ["blur", "message"]


def check(claim, bench):
    folder = bench.folder()
    screens = Pictures(bench, folder)
    check_references(claim, screens)
    for style in STYLES:
        screens.check(claim, style, "on regions", *REGIONS)
        if bench.is_full or style in FEW_WHOLE:
            screens.check(claim, style, "on the whole screen")
    for style in STYLES if bench.is_full else FEW_STYLES:
        for name, options in FORMATS.items():
            if bench.is_full or name in FEW_FORMATS:
                screens.check(claim, style, f"as {name}", *REGIONS, "--format", name.split()[-1], *options)
    check_overlaps(claim, bench)
    recipient_tests.check(claim, bench)
    option_tests.check(claim, bench)


class Pictures:
    """Pictures in a folder, which are redacted by one run, and the pixels that each was decoded to."""

    def __init__(self, bench, folder):
        self.bench, self.folder = bench, folder
        self.names = pictures.write_all(folder, bench.is_full)
        safe, _ = self.redact(self.names, *FILL, "--format", "png", key=bench.team)
        restored = bench.at_once(lambda name: bench.restored(safe / f"{name}.png"), self.names)
        self.originals = dict(zip(self.names, restored))

    def redact(self, names, *options, key=None):
        """Redacts pictures into a folder of their own; the folder, and the receipts."""
        result, sealing = self.bench.folder(), ("--recipient", key.recipient) if key else ()
        # Names that differ in their extension alone would be one.
        sources = [shutil.copy(self.folder / name, result / f"{name}{pathlib.Path(name).suffix}") for name in names]
        places = ("--output-directory", result / "safe", "--receipt", result / "receipts.json")
        run = self.bench.run("redact", *sources, "--units", "ratio", *options, *sealing, *places)
        if not run.is_good:
            raise RuntimeError(str(run))
        return result / "safe", json.loads((result / "receipts.json").read_text())

    def check(self, claim, style, words, *options):
        words, options = f"{style} {words}", (*STYLES[style], *options)
        names = [name for name in self.names if style not in WIDE or name not in pictures.THIN]
        plain, plain_receipts = self.redact(names, *options)
        safe, receipts = self.redact(names, *options, key=self.bench.team)
        results = sorted(path.name for path in plain.iterdir())
        changed = [name for name in results if (plain / name).read_bytes() != (safe / name).read_bytes()]
        claim(not changed, f"{words}: pictures are the same with and without sealing", changed)
        sealed = [each["receipt"].pop("sealed", None) for each in receipts]
        claim(sealed == [{"recipients": 1}] * len(results), f"{words}: receipts say to how many it is sealed", sealed)
        same = [each["receipt"] for each in receipts] == [each["receipt"] for each in plain_receipts]
        claim(same, f"{words}: receipts are the same besides")
        wrong = self.bench.wrong(lambda name: self.fault(safe / name), results)
        claim(not wrong and len(results) == len(names), f"{words}: {len(results)} pictures come back as they were", wrong)

    def fault(self, redacted):
        name = redacted.name.removesuffix(redacted.suffix)
        words = pictures.difference(self.bench.restored(redacted), self.originals[name])
        return words and f"{name}: {words}"


def check_references(claim, screens):
    wrong = []
    for name in filter(pictures.is_lossless, screens.names):
        words = pictures.difference((screens.folder / name).read_bytes(), screens.originals[name])
        wrong += [f"{name}: {words}"] if words else []
    claim(not wrong, "a lossless picture comes back with the pixels that Pillow decodes", wrong)
    size = pictures.pixels(screens.originals["turned.jpg"]).shape[:2]
    claim(size == (90, 61), "a turned JPEG comes back upright", size)
    claim(b"iCCP" in screens.originals["profile.png"], "a picture comes back with its colour space")


def check_overlaps(claim, bench):
    """Regions that together are larger than the picture, and more regions than are kept."""
    source = bench.folder() / "rgb.png"
    source.write_bytes(pictures.made()["rgb.png"])
    for words, regions in {
        "ten times the same region": ["0,0,150,100"] * 10,
        "regions larger than the picture together": [f"{x},0,120,121" for x in range(8)],
        "a region beyond the edges": ["-20,-20,4000,60"],
    }.items():
        output = bench.folder() / "safe.png"
        options = [part for region in regions for part in ("--region", region)]
        run = bench.redact(source, output, *options, key=bench.team)
        fault = pictures.difference(bench.restored(output), source.read_bytes()) if run.is_good else str(run)
        claim(not fault, f"{words}: the picture comes back", fault)
    many = bench.folder() / "many.json"
    rule = {"style": {"fill": {"color": "#000"}}}
    # Each target has pixels of its own.
    regions = [{"x": at % 173, "y": at // 173, "width": 1, "height": 1} for at in range(0, 12_000, 50)]
    many.write_text(json.dumps({"rules": [rule | {"target": {"region": region}} for region in regions]}))
    output = bench.folder() / "safe.png"
    run = bench.redact(source, output, style=("--policy", many), key=bench.team)
    fault = pictures.difference(bench.restored(output), source.read_bytes()) if run.is_good else str(run)
    claim(not fault, f"{len(regions)} regions: the picture comes back", fault)
