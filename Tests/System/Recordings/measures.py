"""What a result is measured by: its times, the pixels outside and within covers, and what it carries besides."""

import itertools
import json
import math
import pathlib
import subprocess
from dataclasses import dataclass

import av
import numpy

from reading import animated, frames, is_webp

#: Pixels by which a cover may be larger than its region on each side: the blocks of a codec, and 8 that its filters reach; of any codec,
#: AV1 included, which has the largest ones. And the pixels round a cover of a receipt, which is as large as it is drawn, that a codec may blend with it.
MARGIN, REACH, EDGE = 40, 72, 16
#: The darkest that black may become.
DARK = 40
#: What `quality` asks for, in dB.
ENOUGH = 40
#: Seconds by which a time may differ: half of the unit of Matroska, and what floating point adds.
TICK = 0.00051
#: Names of tags that containers have in any case.
PLAIN_TAGS = {
    "encoder", "duration", "language", "handler_name", "vendor_id", "major_brand", "minor_version", "compatible_brands", "alpha_mode",
}


@dataclass
class Cover:
    """A rectangle that is covered from one time until another, in seconds."""

    x: float
    y: float
    width: float
    height: float
    start: float = -math.inf
    end: float = math.inf

    def place(self, margin, shape):
        """Its rows and columns, with a margin, or inset by a negative one."""
        rows = slice(max(0, math.floor(self.y - margin)), min(shape[0], math.ceil(self.y + self.height + margin)))
        columns = slice(max(0, math.floor(self.x - margin)), min(shape[1], math.ceil(self.x + self.width + margin)))
        return rows, columns


def holds(cover, region):
    """Whether a cover holds a region, and is larger by no more than a margin on each side."""
    x, y, width, height = region
    over = x - cover.x, y - cover.y, cover.x + cover.width - x - width, cover.y + cover.height - y - height
    return all(0 <= each <= MARGIN for each in over)


def covers_of(receipt):
    """The covers that a receipt lists."""
    listed = json.loads(pathlib.Path(receipt).read_text()).get("covered", [])
    return [
        Cover(*(each["rect"][name] for name in ("x", "y", "width", "height")), each.get("from") or -math.inf, each.get("until") or math.inf)
        for each in listed
    ]


def times(path):
    """The time of each frame of the first video, in seconds."""
    if is_webp(path):
        return [float(time) for time, _, _ in animated(path)]
    with av.open(str(path)) as container:
        return [float(frame.pts * frame.time_base) for frame in container.decode(container.streams.video[0])]


def end(path):
    """When the last frame ends, as far as the file says."""
    if is_webp(path):
        return float(max(time + length for time, length, _ in animated(path)))
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        # Frames that are decoded ahead may state the time of others.
        last = max(((packet.pts, packet.duration or 0) for packet in container.demux(stream) if packet.pts is not None), default=(0, 0))
        return float(sum(last) * stream.time_base)


def differing_times(source, result, shift=0):
    """What differs between the times of two recordings, which may all be later by up to a `shift`; empty if nothing does."""
    one, other = times(source), times(result)
    if len(one) != len(other):
        return f"{len(other)} frames, and not {len(one)}"
    later = other[0] - one[0] if one else 0
    one = [was + later for was in one] if abs(later) <= shift else one
    far = [(number, was, now) for number, (was, now) in enumerate(zip(one, other, strict=True)) if abs(was - now) > TICK]
    return f"{len(far)} of {len(one)} frames, as number {far[0][0]} at {far[0][2]:.4f} s, and not {far[0][1]:.4f}" if far else ""


@dataclass
class Likeness:
    """How alike the pixels outside covers are, in dB: all together, and those of the worst frame."""

    whole: float
    worst: float
    #: The share of pixels that were compared.
    share: float

    def __str__(self):
        return f"{self.whole:.1f} dB, the worst frame {self.worst:.1f} dB, of {100 * self.share:.0f} % of the pixels"


def decibels(squares, count):
    return 99.0 if not squares else 10 * math.log10(255**2 * count / squares)


def likeness(source, result, covers, margin=REACH):
    """Compares luma and chroma of two recordings, frame by frame, outside of covers and a margin round them."""
    total = squares = everything = 0
    worst = 99.0
    for one, other in itertools.zip_longest(frames(source, "yuv444p"), frames(result, "yuv444p")):
        if one is None or other is None or one.array.shape != other.array.shape:
            return Likeness(0, 0, 0)
        is_open, tolerance = numpy.ones(one.array.shape[1:], bool), TICK
        for cover in covers:
            if cover.start - tolerance <= one.time <= cover.end + tolerance:
                is_open[cover.place(margin, is_open.shape)] = False
        difference = one.array[:, is_open].astype("int32") - other.array[:, is_open]
        sum_of_frame = int((difference**2).sum(dtype="int64"))
        if difference.size:
            worst = min(worst, decibels(sum_of_frame, difference.size))
        total, squares, everything = total + difference.size, squares + sum_of_frame, everything + one.array.size
    return Likeness(decibels(squares, total) if total else 0, worst, total / everything if everything else 0)


def uncovered(result, cover, inset=6):
    """The times of frames in which something within a cover is not black."""
    found = []
    for frame in frames(result, "rgb24"):
        if cover.start <= float(frame.time) + TICK and float(frame.time) - TICK <= cover.end:
            rows, columns = cover.place(-min(inset, cover.width / 4, cover.height / 4), frame.array.shape)
            brightest = frame.array[rows, columns].max(initial=0)
            if brightest > DARK:
                found.append(f"{float(frame.time):.2f} s: {brightest}")
    return found


def size(path):
    """Width and height of the frames as they are shown, the number of them, and by how much the file turns them."""
    shapes, count, rotations = set(), 0, set()
    for frame in frames(path):
        shapes.add(frame.array.shape[::-1])
        rotations.add(frame.rotation)
        count += 1
    return shapes, count, rotations


def probe(path):
    """What ffprobe says of a file."""
    done = subprocess.run(
        ["ffprobe", "-v", "error", "-show_streams", "-show_format", "-show_chapters", "-of", "json", path], capture_output=True, text=True
    )
    return json.loads(done.stdout or "{}")


def container(path):
    """The container of a file, by its first bytes, as its extension would be."""
    head = pathlib.Path(path).read_bytes()[:64]
    if head.startswith(b"\x1aE\xdf\xa3"):
        return "webm" if b"webm" in head else "mkv"
    if head[4:8] == b"ftyp":
        return "mov" if head[8:10] == b"qt" else "mp4"
    return {b"GIF8": "gif", b"\x89PNG": "png", b"RIFF": "webp"}.get(head[:4], f"{head[:8]}")


def streams(path):
    """The type and the codec of each stream."""
    return [(stream.get("codec_type"), stream.get("codec_name")) for stream in probe(path).get("streams", [])]


def surplus(path, planted, sound=False):
    """What a result carries and should not: streams, chapters, tags, a planted text."""
    found, said = [], probe(path)
    kinds = [stream.get("codec_type") for stream in said.get("streams", [])]
    if kinds != ["video", "audio"][:1 + sound]:
        found.append(f"streams {kinds}")
    found += ["chapters"] if said.get("chapters") else []
    for part in [*said.get("streams", []), said.get("format", {})]:
        found += [f"tag {name}={text}" for name, text in part.get("tags", {}).items() if name.lower() not in PLAIN_TAGS]
        found += [f"language {text}" for name, text in part.get("tags", {}).items() if name.lower() == "language" and text not in ("und", "eng")]
        found += [f"disposition {name}" for name, is_set in part.get("disposition", {}).items() if is_set and name != "default"]
    if planted.encode() in pathlib.Path(path).read_bytes():
        found.append("a planted text")
    return found


def captions(path):
    """How many frames have captions within the video."""
    with av.open(str(path)) as container:
        return sum(any("CC" in side.type.name for side in frame.side_data) for frame in container.decode(video=0))


def packets(path, kind="audio"):
    """The packets of the first stream of a kind: when they are played, and their bytes."""
    with av.open(str(path)) as container:
        stream = next(iter(container.streams.get(**{kind: 0})))
        return [(float(packet.pts * stream.time_base), bytes(packet)) for packet in container.demux(stream) if packet.pts is not None]
