"""Looks at recordings that write none: `check`, and contact sheets by `redact --preview`."""

import dataclasses
import json
import os
import shutil
import subprocess
import xml.etree.ElementTree

import numpy
from PIL import Image, ImageDraw, ImageFont

import process_tests
import scenes
import sessions
from bench import BLACK
from scenes import H264, VP9, Scene

#: Pixels of the shorter edge of a frame in a sheet, between frames, and of the words below one.
EDGE, GAP, CAPTION = 240, 10, 18
#: What is in a session, by kind.
PLANTED = {"typed form": {"email", "card", "oneTimeCode"}, "dark form": {"email", "card"}, "pages": {"email", "iban", "card"}}


def check(claim, bench):
    check_sheets(claim, bench)
    check_failures(claim, bench)
    if not os.environ.get("SNAPVEIL_MODELS"):
        print("not checked: what a check finds, because SNAPVEIL_MODELS names no models")
        return
    for session in bench.chosen(sessions.SESSIONS):
        if session.name in PLANTED:
            check_findings(claim, bench, session, PLANTED[session.name])
    check_fades(claim, bench)
    check_formats(claim, bench)
    check_runs(claim, bench)


# Contact sheets.


def check_sheets(claim, bench):
    for scene in scenes.lossless():
        check_pair(claim, bench, scene)
    source = bench.make(Scene("sheet", "mp4", H264, size=(640, 480), count=30))
    run = sheet_of(bench, source, *BLACK, "--region", "100,100,200,150", "--receipt", bench.folder() / "receipt.json")
    claim(run.is_good and run.leaves_nothing, "a sheet of a recording: is written, and nothing is left", run)
    if run.is_good:
        tile = tiles(run.output, (320, 240))[0]
        claim(not tile[52:123, 52:148].any(), "a sheet of a recording: a cover is black in it")
        claim(tile[200:230, 200:300].any(), "a sheet of a recording: what is not covered is in it")
        claim(json.loads(run.receipt.read_text())["recording"]["frames"] == 30, "a sheet of a recording: the receipt is that of the redaction")
    pages = bench.session(sessions.PAGES)
    run = sheet_of(bench, pages, *BLACK, "--region", "0,0,20,20")
    count = len(tiles(run.output, (410, 240))) if run.is_good else 0
    claim(5 <= count <= 9, "a sheet of six pages: has a frame of each", f"{count}: {run}")
    clash = bench.folder()
    shutil.copy(source, clash / "run.mp4")
    subprocess.run([bench.program, "redact", clash / "run.mp4", "--preview", *BLACK, "--output-directory", clash / "out"], check=False)
    claim([path.name for path in (clash / "out").iterdir()] == ["run.mp4.png"], "a sheet in a directory: is called like a picture")


def check_pair(claim, bench, scene):
    """One pattern that changes, and another one that does not, under a cover."""
    sources = [bench.make(dataclasses.replace(scene, secret=secret, still=secret == 2)) for secret in (1, 2)]
    x, y, width, height = scene.region
    region = ",".join(map(str, (x - 8, y - 8, width + 16, height + 16)))
    runs = [sheet_of(bench, source, *BLACK, "--region", region) for source in sources]
    same = all(run.is_good for run in runs) and runs[0].output.read_bytes() == runs[1].output.read_bytes()
    claim(same, f"{scene.name}: the sheets of recordings that differ under a cover are the same", "; ".join(map(str, runs)))
    uncovered = [sheet_of(bench, source, *BLACK, "--region", "0,0,1,1") for source in sources]
    differ = all(run.is_good for run in uncovered) and uncovered[0].output.read_bytes() != uncovered[1].output.read_bytes()
    claim(differ, f"{scene.name}: the sheets differ where nothing covers that")


def sheet_of(bench, source, *options, **settings):
    return bench.run(source, "--preview", *options, extension=".png", **settings)


def tiles(path, size):
    """The frames of a sheet that are not empty."""
    picture = numpy.asarray(Image.open(path).convert("RGB"))
    ground, (width, height) = picture[0, 0], size
    places = [(x, y) for y in range(GAP, picture.shape[0] - height, height + CAPTION + GAP) for x in range(GAP, picture.shape[1] - width, width + GAP)]
    found = [picture[y:y + height, x:x + width] for x, y in places]
    return [tile for tile in found if (tile != ground).any()]


# Checks.


def check_findings(claim, bench, session, kinds):
    source, policy = bench.session(session), bench.policy({"text": {"kinds": sorted(kinds)}})
    run = bench.look(source, "--policy", policy, patience=180)
    claim(run.status == 1 and run.leaves_nothing, f"{session.name}: the check finds something, and leaves nothing", run)
    if not run.output.exists():
        return
    [report] = json.loads(run.output.read_text())
    found = report["findings"]
    claim({each["kind"] for each in found} == kinds, f"{session.name}: the check finds each kind", found)
    end = report["recording"]["duration"]
    claim(all(0 <= each["from"] <= each["until"] <= end + 0.001 for each in found), f"{session.name}: each finding has its time", found)
    claim(report["lookedFor"] == ["text"] and report["models"], f"{session.name}: the report says what looked for what")
    told = run.output.read_text() + run.words
    claim(not [value for value in session.planted if value[:6] in told], f"{session.name}: the report has no value")
    safe = bench.run(source, "--policy", policy, patience=180)
    again = bench.look(safe.output, "--policy", policy, patience=180)
    claim(again.status == 0, f"{session.name}: the check finds nothing in the redacted recording", again.output.read_text() if again.output.exists() else again)


def check_fades(claim, bench):
    """A value that fades in and then stands, in frames that come when something changes."""
    shown = [faded(step / 4) for step in range(5)]
    noisy = [faded(1, noise=number) for number in range(1, 26)]
    films = {
        "stands until a cut": ([*shown, faded(0)], [40] * 4 + [4000, 1000]),
        "stands in the last frame": (shown, [40] * 4 + [4000]),
        "moves, and stands until a cut": ([*shown, faded(1, 12), faded(0)], [40] * 5 + [4000, 1000]),
        "stands in noise, and fades": ([*shown, *noisy, *reversed(shown)], [40] * 4 + [100] * 26 + [40] * 5),
    }
    policy = bench.policy({"text": {"kinds": ["email"]}})
    for name, (pictures, durations) in films.items():
        source = bench.folder() / "fade.apng"
        pictures[0].save(source, format="PNG", save_all=True, append_images=pictures[1:], duration=durations)
        run = bench.look(source, "--policy", policy)
        found = json.loads(run.output.read_text())[0]["findings"] if run.output.exists() else []
        claim(run.status == 1 and found, f"what {name}: is found by a check", run)
        for linger in ("0.5", "10") if "noise" in name else ("0.5",):
            run = bench.run(source, "--policy", policy, "--linger", linger, "--receipt", bench.folder() / "receipt.json")
            covered = json.loads(run.receipt.read_text())["covered"] if run.is_good else []
            whole = [each for each in covered if each["from"] == 0 and each["until"] >= 0.16 and each["rect"]["height"] > 25]
            claim(whole, f"what {name}: is covered from its first frame on, with --linger {linger}", f"{run} {covered}")


def faded(light, down=0, noise=0):
    """A page with an address that is as dark as it says."""
    picture = Image.new("RGB", (640, 320), "white")
    shade = round(255 * (1 - light))
    ImageDraw.Draw(picture).text((40, 100 + down), sessions.EMAIL, (shade, shade, shade), ImageFont.load_default(24))
    if noise:
        spots = numpy.random.default_rng(noise).integers(-3, 1, (320, 640, 3))
        picture = Image.fromarray((numpy.asarray(picture).astype(int) + spots).clip(0, 255).astype("uint8"))
    return picture


def check_formats(claim, bench):
    source = bench.session(sessions.PAGES)
    for format, shows in (("sarif", is_sarif), ("junit", is_junit), ("html", is_page), ("text", lambda text: " s, rule 0" in text)):
        run = bench.look(source, "--format", format, patience=180)
        text = run.output.read_text() if run.output.exists() else ""
        claim(run.status == 1 and shows(text), f"a check as {format}: has the findings with their times", f"{run} {text[:300]}")


def is_sarif(text):
    found = [result["properties"] for result in json.loads(text)["runs"][0]["results"]]
    return len(found) >= 4 and all(each["from"] <= each["until"] for each in found)


def is_junit(text):
    return xml.etree.ElementTree.fromstring(text).find(".//failure").text.count(" s, rule") >= 4


def is_page(text):
    # One sheet, in which nothing is marked.
    return text.count("<img ") == 1 and "data:image/jpeg;base64," in text and 'href="#m' not in text and " s; " in text


def check_runs(claim, bench):
    folder = bench.folder() / "run"
    folder.mkdir()
    shutil.copy(bench.session(sessions.PAGES), folder / "pages.webm")
    (folder / "log.txt").write_text("nothing of note\n")
    (folder / "broken.mp4").write_bytes(bench.make(Scene("broken", "mp4", H264, count=5)).read_bytes()[:600])
    archive = shutil.make_archive(str(bench.folder() / "run"), "zip", folder)
    for name, source, options in (("a directory", folder, ["--everything"]), ("an archive", archive, [])):
        run = bench.look(source, *options, patience=180)
        failed = [each for each in json.loads(run.output.read_text()) if each.get("error") == "it is a recording"]
        claim(run.status == 2 and len(failed) == 2, f"recordings in {name}: are named, where they are not looked at", run)
        run = bench.look(source, *options, "--video", "redact", patience=180)
        files = {each["file"].rsplit("/", 1)[1]: each for each in json.loads(run.output.read_text())}
        claim(run.status == 2 and set(files) == {"pages.webm", "log.txt", "broken.mp4"}, f"recordings in {name}: are looked at", run)
        kinds = {each["kind"] for each in files["pages.webm"].get("findings", [])}
        claim(PLANTED["pages"] <= kinds, f"recordings in {name}: what is found is told", files)
        claim(files["broken.mp4"].get("error", "").startswith("there is no video in it"), f"recordings in {name}: one that is broken is named", files)


def check_failures(claim, bench):
    source, policy = bench.make(Scene("short", "webm", VP9, count=20)), bench.policy({"codes": "all"})
    run = bench.look(source, "--policy", policy)
    claim(run.status == 0, "a check of a recording without codes: finds nothing", run)
    for name, path in (("is not there", process_tests.path_without(bench.folder())), *broken_programs(bench)):
        for verb in ("check", "sheet"):
            settings = {"PATH": path}
            run = bench.look(source, "--policy", policy, **settings) if verb == "check" else sheet_of(bench, source, *BLACK, **settings)
            is_named = run.status == (2 if verb == "check" else 1) and "ffmpeg" in run.words and run.leaves_nothing
            claim(is_named, f"a {verb} with an ffmpeg that {name}: is a named error, and leaves nothing", run)


def broken_programs(bench):
    for name in ("crashes", "dies midway"):
        script = {**process_tests.FAKES, **process_tests.FAKES_MIDWAY}[name]
        yield name, process_tests.path_with(bench.folder(), script)
