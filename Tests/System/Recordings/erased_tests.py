"""Nothing of what is covered is in any byte: recordings that differ only there have the same result."""

import dataclasses

import numpy
from PIL import Image, ImageDraw

import scenes
from reading import frames

#: Pixels round the pattern that the conversion to half the chroma can change.
AROUND = 8


def check(claim, bench):
    for scene in scenes.lossless():
        check_pair(claim, bench, scene)
    check_palettes(claim, bench)
    for scene in scenes.containers()[::3] if bench.is_full else []:
        source = bench.make(scene)
        runs = [bench.black(source, scene.region) for _ in range(2)]
        claim(are_equal(runs), f"{scene.name}: the same recording has the same result twice", different(runs))


def check_pair(claim, bench, scene):
    """One pattern that changes, and another one that does not."""
    sources = [bench.make(dataclasses.replace(scene, secret=secret, still=secret == 2)) for secret in (1, 2)]
    x, y, width, height = scene.region
    region = x - AROUND, y - AROUND, width + 2 * AROUND, height + 2 * AROUND
    inside, outside = differences(*sources, region)
    claim(inside and not outside, f"{scene.name}: the recordings differ in the region alone", f"{inside} pixels there, {outside} elsewhere")
    for style in ([*("--style", "fill", "--color", "#000")], ["--style", "veil"]):
        runs = [bench.run(source, *style, "--region", ",".join(map(str, region))) for source in sources]
        claim(are_equal(runs), f"{scene.name}: a {style[1]} makes the same file of both", different(runs))


def check_palettes(claim, bench):
    """A GIF whose last result has the palette of the first one, and another one between them."""
    source, area = bench.folder() / "palettes.gif", (60, 20, 181, 81)
    pictures = [palette_picture(area if number == 0 else None, number > 0, 4 * number) for number in range(3)]
    pictures[0].save(source, save_all=True, append_images=pictures[1:], duration=1000, loop=0, optimize=False)
    left, top, right, bottom = area
    region = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    run = bench.run(source, "--policy", bench.policy({"region": region, "from": 2}))
    claim(run.is_good, "a GIF whose palettes change: is redacted", run)
    if run.is_good:
        last = [frame.array for frame in frames(run.output, "rgb24")][-1]
        claim(not last[top:bottom, left:right].any(), "a GIF whose palettes change: nothing of an earlier frame shows in a cover")


def palette_picture(area, has_text, left):
    picture = Image.new("RGB", (200, 100), "white")
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "1"
    draw.rectangle((left, 0, left + 20, 12), fill="red")
    if area:
        draw.rectangle((area[0], area[1], area[2] - 1, area[3] - 1), fill="black")
    if has_text:
        draw.text((80, 40), "SECRET 1234", fill=(0, 0, 120))
    return picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=4)


def differences(one, other, region):
    """The numbers of pixels that differ in a region, and outside it, in all frames."""
    x, y, width, height = region
    inside = outside = 0
    for was, now in zip(frames(one, "rgb24"), frames(other, "rgb24"), strict=True):
        is_other = (was.array != now.array).any(2)
        here = numpy.count_nonzero(is_other[y:y + height, x:x + width])
        inside, outside = inside + here, outside + numpy.count_nonzero(is_other) - here
    return inside, outside


def are_equal(runs):
    return all(run.is_good for run in runs) and runs[0].output.read_bytes() == runs[1].output.read_bytes()


def different(runs):
    if not all(run.is_good for run in runs):
        return "; ".join(map(str, runs))
    one, other = (run.output.read_bytes() for run in runs)
    place = next((at for at, (was, now) in enumerate(zip(one, other)) if was != now), min(len(one), len(other)))
    return f"{len(one)} and {len(other)} bytes, different from byte {place} on"
