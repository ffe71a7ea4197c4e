"""Runs of the program on files: what it prints, its exit status, and the files that it leaves."""

import dataclasses
import json
import pathlib
import shutil
import subprocess
import tempfile
import typing

from . import inputs
from .cases import rule, rules
from .servers import environment


def directory_of_inputs(path):
    """Pictures, page sources and policies, in a directory of their own."""
    root = pathlib.Path(path)
    for name, data in {
        "shot.png": inputs.made("rgb"), "photo.jpg": inputs.file("jpeg-420.jpg"), "picture.webp": inputs.file("webp-lossless.webp"),
        "photo.heic": inputs.file("heic-grid.heic"), "snapshot.ktx": inputs.file("ktx-plain.ktx"), "cover.png": inputs.made("palette"),
        "broken.png": inputs.made("rgb")[:700], "shots/a.png": inputs.made("rgba"), "shots/b.jpg": inputs.file("jpeg-444.jpg"),
        "shots/deeper/c.webp": inputs.file("webp-lossy.webp"), "shots/deeper/unnamed": inputs.made("grey"), "shots/notes.txt": b"no picture",
        "shots/deeper/broken.png": inputs.made("rgb")[:700]}.items():
        root.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        root.joinpath(name).write_bytes(data)
    root.joinpath("pages").mkdir()
    for name, picture, source in (
        ("login", "ios-login.png", "ios-login.xml"), ("checkout", "android-checkout.png", "android-checkout.xml")):
        shutil.copy(inputs.FILES / picture, root / "pages" / f"{name}.png")
        shutil.copy(inputs.FILES / source, root / "pages" / f"{name}.xml")
    region = {"region": {"x": 3, "y": 4, "width": 12, "height": 9}}
    for name, policy in {
        "policy": rules(rule(region), rule("screen", {"blur": {"radius": 2}}), name="from-file"),
        "elements": rules(rule({"elements": "sensitive"})), "bad": rules(rule("window")), "veil": rules(rule("screen", {"veil": {}})),
        "kinds": rules(rule({"elements": {"kinds": ["email", "card", "phone"]}}), rule({"elements": "sensitive"}))}.items():
        root.joinpath(f"{name}.json").write_text(json.dumps(policy))
    root.joinpath("policy.yaml").write_text("name: of-yaml\nrules:\n- target: screen\n  style: { fill: { color: '#345' } }\n")


@dataclasses.dataclass
class Command:
    name: str
    arguments: list
    prepare: typing.Callable = directory_of_inputs
    input: bytes = b""
    looked: bool = False
    words: bool = False

    def run(self, program, models):
        """The exit status, both outputs, and the files that are new or changed, by their paths."""
        more = {"SNAPVEIL_MODELS": models} if self.looked else {}
        with tempfile.TemporaryDirectory() as directory:
            self.prepare(directory)
            before = contents(directory)
            done = subprocess.run(
                [program, *self.arguments], cwd=directory, input=self.input, capture_output=True, timeout=300, env=environment(**more))
            after = contents(directory)
        place = directory.encode()
        files = {name: data for name, data in after.items() if before.get(name) != data}
        return done.returncode, done.stdout.replace(place, b"DIR"), done.stderr.replace(place, b"DIR"), files, sorted(before.keys() - after.keys())


def contents(directory):
    root = pathlib.Path(directory)
    return {str(path.relative_to(root)): kept(path) for path in sorted(root.rglob("*")) if path.is_file()}


def kept(path):
    """The bytes of a file; of a manifest that it is there, since its digests have a key that is made up."""
    return b"a manifest" if path.parent.name == ".snapveil" else path.read_bytes()


def all_commands():
    yield from helps()
    yield from redactions()
    yield from directories()
    yield from checks()
    yield from mistakes()


def helps():
    for words in ("", "serve", "redact", "check", "policies", "policies list", "policies show", "policies check", "policies schema", "health", "guard", "guard webdriver", "guard mcp"):
        yield Command(f"help/{words or 'snapveil'}", [*words.split(), "--help"])
    yield Command("help/version", ["--version"])
    yield Command("policies/list", ["policies", "list"])
    for name in ("blackout", "blur", "frosted", "mask", "privacy-screen", "splash"):
        yield Command(f"policies/show/{name}", ["policies", "show", name])
    yield Command("policies/show/absent", ["policies", "show", "absent"])
    for name in ("policy.json", "policy.yaml", "bad.json", "shots/notes.txt", "absent.json"):
        yield Command(f"policies/check/{name}", ["policies", "check", name])
    yield Command("policies/check/assurance", ["policies", "check", "policy.json", "--minimum-assurance", "erased"])
    yield Command("policies/check/input", ["policies", "check", "-"], input=b'{"rules": []}')


def redactions():
    redact, fill = ["redact"], ["--style", "fill", "--color", "#246"]
    region = ["--region", "3,4,12,9"]
    for name, arguments in {
        "png": ["shot.png", *fill, *region, "-o", "out.png"], "jpeg": ["photo.jpg", *fill, *region, "-o", "out.jpg"],
        "webp": ["picture.webp", *fill, *region, "-o", "out.webp"], "heic": ["photo.heic", *fill, *region, "-o", "out.jpg"],
        "ktx": ["snapshot.ktx", *fill, *region, "-o", "out.png"], "to-jpeg": ["shot.png", *fill, "--format", "jpeg", "--quality", "70", "-o", "out"],
        "to-webp": ["shot.png", *fill, *region, "--format", "webp", "-o", "out"], "blur": ["shot.png", "--style", "blur", "--radius", "4", "-o", "out.png"],
        "pixelate": ["shot.png", "--style", "pixelate", "--block", "8", *region, "--scale", "2", "-o", "out.png"],
        "veil": ["photo.jpg", "--style", "veil", *region, "--padding", "5", "-o", "out.jpg", "--receipt", "receipt.json"],
        "image": ["shot.png", "--style", "image", "--asset", "cover.png", "--content-mode", "fill", "-o", "out.png"],
        "policy": ["shot.png", "--policy", "policy.json", "-o", "out.png", "--receipt", "receipt.json"],
        "yaml": ["photo.jpg", "--policy", "policy.yaml", "-o", "out.jpg"], "named": ["shot.png", "--policy", "mask", *region, "-o", "out.png"],
        "in-place": ["shot.png", "photo.jpg", *fill, "--in-place", "--jobs", "1"], "phase": ["shot.png", "--policy", "policy.json", "--phase", "active", "-o", "out.png"],
        "preview": ["shot.png", "--policy", "mask", *region, "--preview", "-o", "out.png"],
        "small": ["shot.png", *fill, *region, "--compression", "small", "-o", "out.png"],
        "here": ["shot.png", *fill, *region, "--isolation", "none", "-o", "out.png"],
        "source": ["pages/login.png", "--hierarchy", "pages/login.xml", "--policy", "elements.json", "-o", "out.png", "--hierarchy-output", "out.xml",
                   "--receipt", "receipt.json"],
        "source-preview": ["pages/login.png", "--hierarchy", "pages/login.xml", "--policy", "elements.json", "-o", "out.png", "--preview"],
        "erased": ["shot.png", "--policy", "policy.json", "--minimum-assurance", "erased", "-o", "out.png"],
    }.items():
        yield Command(f"redact/{name}", redact + arguments)
    yield Command("redact/message", redact + ["shot.png", "--style", "message", "--title", "Locked", "-o", "out.png"], words=True)
    yield Command("redact/standard-input", redact + ["-", *fill, *region, "-o", "-"], input=inputs.made("rgb"))


def directories():
    redact = ["redact", "--jobs", "1"]
    yield Command("directory/tree", redact + ["shots", "--policy", "veil.json", "--output-directory", "safe", "--receipt", "receipts.json"])
    yield Command("directory/parallel", ["redact", "shots", "--policy", "policy.json", "--output-directory", "safe", "--receipt", "receipts.json", "--jobs", "2"])
    yield Command("directory/files", redact + ["shot.png", "photo.jpg", "photo.heic", "--policy", "blackout", "--output-directory", "safe", "--receipt", "receipts.json"])
    yield Command("directory/in-place", redact + ["shots", "--policy", "veil.json", "--in-place"])
    yield Command("directory/preview", redact + ["shots", "--policy", "policy.json", "--preview", "--output-directory", "safe"])
    yield Command("directory/sources", redact + [
        "pages", "--hierarchies-beside", "--policy", "elements.json", "--output-directory", "safe", "--receipt", "receipts.json"])
    yield Command("directory/sources-redacted", redact + [
        "pages", "--shard", "0/1", "--hierarchy-extension", "xml", "--hierarchy-results", "--policy", "elements.json", "--output-directory", "safe"])
    yield Command("directory/shard", redact + ["shots", "--shard", "0/2", "--policy", "veil.json", "--output-directory", "safe"])
    yield Command("directory/shard-1", redact + ["shots", "--shard", "1/2", "--policy", "veil.json", "--output-directory", "safe"])
    yield Command("directory/order", redact + ["shots", "--shard", "0/2", "--policy", "veil.json", "--output-directory", "safe", "--print-order"])


def checks():
    for form in ("text", "json", "junit", "sarif", "html"):
        yield Command(f"check/{form}", ["check", "pages", "broken.png", "--hierarchies-beside", "--policy", "kinds.json", "--jobs", "1", "--format", form, "-o", "report"])
    yield Command("check/output", ["check", "pages/login.png", "--hierarchy", "pages/login.xml", "--policy", "elements.json"])
    yield Command("check/models", ["check", "shot.png"])
    yield Command("check/nothing", ["check", "shot.png", "--policy", "policy.json"])
    yield Command("check/none", ["check", "absent", "--policy", "elements.json"])
    for form in ("text", "json", "html"):
        yield Command(f"check/hidden-{form}", ["check", "--hidden", "shot.png", "cover.png", "snapshot.ktx", "broken.png", "--format", form, "--jobs", "1"])
    yield Command("check/hidden-splash", ["check", "--hidden", "shot.png", "--splash", "shot.png", "--format", "json"])


def mistakes():
    for name, arguments in {
        "nothing": [], "no-style": ["shot.png", "-o", "out.png"], "unknown-option": ["shot.png", "--policy", "mask", "--glitter", "-o", "out.png"], "no-output": ["shot.png", "--style", "blur", "--radius", "3"],
        "color": ["shot.png", "--style", "fill", "--color", "red", "-o", "out.png"], "both": ["shot.png", "--style", "blur", "--radius", "3", "--policy", "mask", "-o", "o.png"],
        "absent": ["absent.png", "--policy", "blackout", "-o", "out.png"], "broken": ["broken.png", "--policy", "blackout", "-o", "out.png"],
        "bad-policy": ["shot.png", "--policy", "bad.json", "-o", "out.png"], "no-policy": ["shot.png", "--policy", "nobody", "-o", "out.png"],
        "outside": ["shot.png", "--policy", "mask", "--region", "900,1,2,3", "-o", "out.png"], "no-source": ["shot.png", "--policy", "elements.json", "-o", "out.png"],
        "other-source": ["shot.png", "--policy", "elements.json", "--hierarchy", "pages/login.xml", "-o", "out.png"],
        "two-outputs": ["shot.png", "photo.jpg", "--policy", "blackout", "-o", "out.png"], "over-input": ["shot.png", "--policy", "blackout", "-o", "o.png", "--receipt", "shot.png"],
        "require-covered": ["shot.png", "--policy", "mask", "--require-covered", "-o", "out.png"], "models": ["shot.png", "--policy", "looked.json", "-o", "out.png"],
        "shard": ["shots", "--shard", "3/2", "--policy", "blackout", "--output-directory", "safe"],
    }.items():
        yield Command(f"mistake/{name}", ["redact", *arguments])
    yield Command("mistake/command", ["sanitise"])
    yield Command("mistake/serve-option", ["serve", "--max-pixels", "many"])
    yield Command("mistake/serve-policies", ["serve", "--policies", "absent"])
    yield Command("mistake/serve-default", ["serve", "--default-policy", "nobody", "--port", "0", "--log-level", "error"])
    yield Command("mistake/health", ["health", "--port", "1", "--timeout", "1"])
    yield Command("mistake/check-format", ["check", "shot.png", "--format", "pdf"])
