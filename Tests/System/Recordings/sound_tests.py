"""What files carry besides the video: sound is dropped or kept, all else is gone."""

import measures
import scenes
from measures import Cover
from scenes import PLANTED, RICH

#: Seconds by which the video may be later beside sound that is kept: what Opus begins with, which some count into it.
LEAD = 0.01


def check(claim, bench):
    for extension in RICH if bench.is_full else ("mp4", "mkv"):
        scene, source = scenes.rich(bench.folder(), extension)
        kinds = [kind for kind, _ in measures.streams(source)]
        found = measures.surplus(source, PLANTED)
        is_rich = {"video", "audio", "subtitle"} <= set(kinds) and "a planted text" in found and len(found) > 3
        claim(is_rich, f"{extension}: the source has sound, subtitles, metadata", f"{kinds} {found}")
        for options in ([], ["--sound", "keep"]):
            check_result(claim, bench, scene, source, options)
    check_captions(claim, bench)


def check_result(claim, bench, scene, source, options):
    name = f"{source.suffix[1:]} {' '.join(options)}".strip()
    run = bench.black(source, scene.region, *options)
    claim(run.is_good, f"{name}: is redacted", run)
    if not run.is_good:
        return
    surplus = measures.surplus(run.output, PLANTED, bool(options))
    claim(not surplus, f"{name}: there is nothing but the video{' and its sound' if options else ''}", surplus)
    differing = measures.differing_times(source, run.output, LEAD if options else 0)
    claim(not differing, f"{name}: frames keep their number and times", differing)
    claim(not measures.uncovered(run.output, Cover(*scene.region)), f"{name}: the region is black in every frame")
    if options and ("audio" in [kind for kind, _ in measures.streams(run.output)]):
        before, after = measures.packets(source), measures.packets(run.output)
        claim([each[1] for each in before] == [each[1] for each in after], f"{name}: the sound is as it was", f"{len(after)} packets of {len(before)}")
        shift = max((abs(one[0] - other[0]) for one, other in zip(before, after)), default=1)
        claim(shift < 0.002, f"{name}: the sound keeps its times", f"{shift:.4f} s off")


def check_captions(claim, bench):
    """What is written between the pictures of a stream."""
    scene, source = scenes.captioned(bench.folder())
    claim(measures.captions(source) == scene.count, "captions in H.264: the source has them", measures.captions(source))
    run = bench.black(source, scene.region)
    claim(run.is_good and not measures.captions(run.output), "captions in H.264: are gone", run)
