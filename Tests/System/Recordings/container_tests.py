"""Each container and codec: what comes out is the same but for the region."""

import json

import measures
from measures import Cover
from scenes import Scene, VP9, H264, containers, shapes


def check(claim, bench):
    bench.check_at_once(claim, check_scene, bench.chosen([*containers(), *shapes()]))
    check_whole(claim, bench)
    check_formats(claim, bench)
    check_animated(claim, bench)
    check_receipt(claim, bench)


def check_scene(claim, bench, scene):
    """A region of a scene in black."""
    source = bench.make(scene)
    run = bench.black(source, scene.region)
    claim(run.is_good and run.leaves_nothing, f"{scene.name}: is redacted, and nothing is left", run)
    if not run.is_good:
        return
    cover = Cover(*scene.region)
    before, after = kind(source), kind(run.output)
    claim(before == after, f"{scene.name}: container and codec stay", f"{after}, and not {before}")
    uncovered = measures.uncovered(run.output, cover)
    claim(not uncovered, f"{scene.name}: the region is black in every frame", f"{len(uncovered)} frames, as at {uncovered[:1]}")
    differing = measures.differing_times(source, run.output)
    claim(not differing, f"{scene.name}: frames keep their number and times", differing)
    one, other = measures.size(source)[0], measures.size(run.output)[0]
    claim(one == other, f"{scene.name}: the size stays", f"{other}, and not {one}")
    if min(scene.size) > 100:
        likeness = measures.likeness(source, run.output, [cover])
        claim(likeness.whole >= measures.ENOUGH, f"{scene.name}: the rest stays to {measures.ENOUGH} dB", likeness)
    surplus = measures.surplus(run.output, "nothing is planted here")
    claim(not surplus, f"{scene.name}: there is nothing but the video", surplus)


def kind(path):
    """The container and the codec of a recording."""
    return measures.container(path), measures.streams(path)[0][1]


def check_whole(claim, bench):
    """The whole screen in black."""
    scenes = (("WebM", "webm", VP9), ("MP4", "mp4", H264), ("GIF", "gif", []), ("WebP", "webp", []))
    for scene in (Scene(f"a whole screen in {title}", extension, codec) for title, extension, codec in scenes):
        run = bench.black(bench.make(scene))
        claim(run.is_good and not measures.uncovered(run.output, Cover(0, 0, *scene.size)), f"{scene.name}: is black in every frame", run)


def check_formats(claim, bench):
    """Another container by --video-format."""
    scene = Scene("converted", "webm", VP9)
    source = bench.make(scene)
    for form in ("webm", "mp4", "gif", "webp"):
        run = bench.black(source, scene.region, "--video-format", form, extension=f".{form}")
        is_right = run.is_good and measures.container(run.output) == form and not measures.uncovered(run.output, Cover(*scene.region))
        claim(is_right, f"WebM to {form}: is one, with the region black", run)
        if run.is_good:
            # A GIF counts in hundredths, and ffmpeg takes it for one of a steady rate.
            counts = len(measures.times(source)), len(measures.times(run.output))
            claim(counts[0] == counts[1], f"WebM to {form}: the number of frames stays", counts)


def check_animated(claim, bench):
    """An animated WebP in other containers."""
    scene = Scene("to be converted", "webp", [])
    source = bench.make(scene)
    for form, name in (("webm", "webm"), ("mp4", "mp4"), ("gif", "gif"), ("apng", "png")):
        run = bench.black(source, scene.region, "--video-format", form, extension=f".{name}")
        is_right = run.is_good and measures.container(run.output) == name and not measures.uncovered(run.output, Cover(*scene.region))
        claim(is_right, f"WebP to {form}: is one, with the region black", run)
        differing = measures.differing_times(source, run.output) if run.is_good else run
        claim(not differing, f"WebP to {form}: frames keep their number and times", differing)


def check_receipt(claim, bench):
    """What the receipt says of the recording and its cover."""
    scene = Scene("with a receipt", "webm", VP9)
    run = bench.black(bench.make(scene), scene.region, "--receipt", bench.folder() / "receipt.json")
    claim(run.is_good and run.receipt.exists(), "a receipt is written", run)
    if not (run.is_good and run.receipt.exists()):
        return
    said = json.loads(run.receipt.read_text())
    recording = said.get("recording", {})
    claim((recording.get("width"), recording.get("height")) == scene.size, "the receipt has the size of the recording", recording)
    claim(recording.get("frames") == scene.count, "the receipt has the number of frames", recording)
    claim(abs((recording.get("duration") or 0) - scene.count / scene.rate) < 0.06, "the receipt has the duration", recording)
    claim(recording.get("codec", "").lower() == "vp9", "the receipt has the codec", recording)
    claim(said.get("assurance") == "erased", "the receipt has the assurance", said.get("assurance"))
    covers = measures.covers_of(run.receipt)
    are_right = len(covers) == 1 and measures.holds(covers[0], scene.region)
    claim(are_right, f"the receipt lists the region, larger by {measures.MARGIN} pixels at most", said.get("covered"))
