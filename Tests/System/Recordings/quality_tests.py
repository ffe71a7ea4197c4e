"""What is not covered stays as it was, at the size and with the noise of real recordings."""

import measures
import sessions
from measures import Cover
from scenes import AV1, H264, HEVC, VP8, VP9, Scene

SCENES = [
    Scene("1280x720 VP8", "webm", VP8, size=(1280, 720), count=20),
    Scene("1280x720 VP9", "webm", VP9, size=(1280, 720), count=20),
    Scene("1280x720 H.264", "mp4", H264, size=(1280, 720), count=20),
]
MORE = [
    Scene("1280x720 AV1", "webm", AV1, size=(1280, 720), count=100),
    Scene("1280x720 HEVC", "mov", HEVC, size=(1280, 720), count=100),
    Scene("1290x2796 H.264", "mp4", H264, size=(1290, 2796), count=60),
]


def check(claim, bench):
    for scene in SCENES + (MORE if bench.is_full else []):
        compare(claim, bench, scene.name, bench.make(scene), scene.region)
    for session in (sessions.TYPED, sessions.SCROLLED):
        compare(claim, bench, session.name, bench.session(session), (300, 200, 320, 100))


def compare(claim, bench, name, source, region):
    run = bench.black(source, region)
    claim(run.is_good, f"{name}: is redacted", run)
    if not run.is_good:
        return
    likeness = measures.likeness(source, run.output, [Cover(*region)])
    claim(likeness.whole >= measures.ENOUGH, f"{name}: the rest stays to {measures.ENOUGH} dB", likeness)
    uncovered = measures.uncovered(run.output, Cover(*region))
    claim(not uncovered, f"{name}: the region is black in every frame", f"{len(uncovered)} frames, as at {uncovered[:1]}")
    differing = measures.differing_times(source, run.output)
    claim(not differing, f"{name}: frames keep their number and times", differing)
    growth = run.output.stat().st_size / source.stat().st_size
    print(f"   {name}: {likeness}; {growth:.2f} of the bytes of the source")
