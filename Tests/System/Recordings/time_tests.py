"""Times, turns and delays: rates of all kinds, starts that are not 0, films that lie on their side, and regions for a while."""

from PIL import Image

import measures
import reading
import scenes
from measures import Cover
from scenes import H264, VP9, Scene

#: In dB: where chroma has half the pixels, turning a picture moves it by a part of one.
ENOUGH_TURNED = 36


def check(claim, bench):
    bench.check_at_once(claim, check_rate, bench.chosen(scenes.rates()))
    for degrees in (90, 180, 270) if bench.is_full else (90,):
        check_turned(claim, bench, degrees)
    check_animations(claim, bench)
    for scene in (Scene("for a while in WebM", "webm", VP9, count=75), Scene("for a while in MP4", "mp4", H264, count=75)):
        check_span(claim, bench, scene)


def check_rate(claim, bench, scene):
    source = bench.make(scene)
    run = bench.black(source, scene.region)
    claim(run.is_good, f"{scene.name}: is redacted", run)
    if not run.is_good:
        return
    differing = measures.differing_times(source, run.output)
    claim(not differing, f"{scene.name}: frames keep their number and times", differing)
    starts = measures.times(source)[0], measures.times(run.output)[0]
    claim(abs(starts[0] - starts[1]) < 0.0002, f"{scene.name}: begins at the same time", f"at {starts[1]:.5f} s, and not {starts[0]:.5f}")
    ends = measures.end(source), measures.end(run.output)
    claim(abs(ends[0] - ends[1]) < 0.1, f"{scene.name}: the last frame lasts as long", f"until {ends[1]:.3f} s, and not {ends[0]:.3f}")
    uncovered = measures.uncovered(run.output, Cover(*scene.region))
    claim(not uncovered, f"{scene.name}: the region is black in every frame", f"{len(uncovered)} frames, as at {uncovered[:1]}")


def check_turned(claim, bench, degrees):
    """The region is where the viewer sees it, and the result is upright."""
    scene, source = scenes.rotated(bench.folder(), degrees)
    shape = next(iter(measures.size(source)[0]))
    cover = Cover(20, 40, 100, 60)
    run = bench.black(source, (20, 40, 100, 60))
    claim(run.is_good, f"{scene.name}: is redacted", run)
    if not run.is_good:
        return
    shapes, _, rotations = measures.size(run.output)
    claim(rotations == {0} and shapes == {shape}, f"{scene.name}: the result is upright", f"{shapes}, to be turned by {rotations}")
    if shapes == {shape}:
        likeness = measures.likeness(source, run.output, [cover])
        claim(likeness.whole >= ENOUGH_TURNED, f"{scene.name}: the rest stays to {ENOUGH_TURNED} dB", likeness)
    claim(not measures.uncovered(run.output, cover), f"{scene.name}: the region is black where it is shown", measures.uncovered(run.output, cover)[:1])


def check_animations(claim, bench):
    """Delays, loops, holes and notes of a GIF, an APNG and a WebP."""
    scene, delays, paths = scenes.transparent(bench.folder())
    for source in paths:
        name = {"gif": "a GIF", "png": "an APNG", "webp": "a WebP"}[source.suffix[1:]]
        run = bench.black(source, scene.region)
        claim(run.is_good, f"{name} with holes: is redacted", run)
        if not run.is_good:
            continue
        before, after = animation(source), animation(run.output)
        claim(after["delays"] == delays, f"{name} with holes: frames keep their delays", f"{after['delays']}, and not {delays}")
        if source.suffix == ".webp":
            check_pixels(claim, source, run.output, Cover(*scene.region))
        claim(after["loop"] == before["loop"], f"{name} with holes: is shown as often", f"{after['loop']} times, and not {before['loop']}")
        claim(after["holes"] == before["holes"], f"{name} with holes: holes stay", f"{after['holes']}, and not {before['holes']}")
        claim(scenes.PLANTED.encode() not in run.output.read_bytes(), f"{name} with holes: notes are gone")
        uncovered = [number for number, color in enumerate(after["middle"]) if color != (0, 0, 0, 255)]
        claim(not uncovered, f"{name} with holes: the region is black in every frame", uncovered)


def check_pixels(claim, source, result, cover):
    """The frames outside of a cover are those that another reader of WebP sees, with their alpha."""
    rows, columns = cover.place(measures.MARGIN, (1 << 20, 1 << 20))
    most = 0
    for (_, _, was), (_, _, now) in zip(reading.animated(source), reading.animated(result), strict=True):
        difference = abs(was.astype("int16") - now)
        difference[rows, columns] = 0
        # Nobody sees the colour of a hole.
        difference[was[:, :, 3] == 0, :3] = 0
        most = max(most, difference.max())
    claim(most <= 1, "a WebP with holes: what is not covered stays to a level", f"{most} levels")


def animation(path):
    """What Pillow sees of one: delays, loops, transparent pixels of each frame, and the pixel in the middle of the region."""
    found = {"delays": [], "holes": [], "middle": []}
    with Image.open(path) as image:
        for number in range(image.n_frames):
            image.seek(number)
            frame = image.convert("RGBA")
            found["delays"].append(round(image.info.get("duration", 0)))
            found["holes"].append(frame.getchannel("A").histogram()[0])
            found["middle"].append(frame.getpixel((frame.width // 2, frame.height * 2 // 5)))
        return {**found, "loop": image.info.get("loop")}


def check_span(claim, bench, scene):
    """A region from one time until another."""
    x, y, width, height = scene.region
    start, end = 1.0, 2.0
    target = {"region": {"x": x, "y": y, "width": width, "height": height}, "from": start, "until": end}
    source = bench.make(scene)
    run = bench.run(source, "--policy", bench.policy(target))
    claim(run.is_good, f"a region {scene.name}: is redacted", run)
    if not run.is_good:
        return
    # The frame in which a span begins is covered, and the one in which it ends may be either.
    uncovered = measures.uncovered(run.output, Cover(*scene.region, start, end - 0.041))
    claim(not uncovered, f"a region {scene.name}: is black then", f"{len(uncovered)} frames, as at {uncovered[:1]}")
    likeness = measures.likeness(source, run.output, [Cover(*scene.region, start - 0.041, end + 0.6)])
    claim(likeness.whole >= measures.ENOUGH, f"a region {scene.name}: and as it was before and after", likeness)
