"""How much memory a run takes at most: the program, its workers and what they start, shared memory counted once."""

from bench import repeated
from scenes import H264, VP8, VP9, Scene

#: MB that are enough for a size.
BOUNDS = {(1280, 720): 400, (1290, 2796): 700}
SCENES = [
    Scene("1280x720 VP9", "webm", VP9, size=(1280, 720), count=50),
    Scene("1290x2796 H.264", "mp4", H264, size=(1290, 2796), count=15),
]
MORE = [Scene("1280x720 H.264", "mp4", H264, size=(1280, 720), count=50), Scene("1280x720 VP8", "webm", VP8, size=(1280, 720), count=50)]


def check(claim, bench):
    for scene in SCENES + (MORE if bench.is_full else []):
        short, bound = bench.make(scene), BOUNDS[scene.size]
        # A tall recording takes long even when it is short.
        for times in (1, 10) if bench.is_full or scene.size[1] < 1000 else (1,):
            source = repeated(short, times) if times > 1 else short
            run = bench.black(source, scene.region, measures=True, patience=300)
            name = f"{scene.name}{f', {times} times as long' if times > 1 else ''}"
            claim(run.is_good and 0 < run.peak <= bound, f"{name}: takes {run.peak:.0f} MB at most, of {bound}", run)
