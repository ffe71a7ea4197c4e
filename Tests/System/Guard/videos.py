"""Recordings of made-up screens, drawn and encoded by ffmpeg, and what the frames of a recording show."""

import json
import subprocess
import tempfile
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageStat

from screens import ELEMENTS, Screen

FFMPEG = ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y"]
#: Codecs by containers.
CODECS = {
    "mp4": ["-c:v", "libx264", "-preset", "veryfast", "-crf", "16", "-pix_fmt", "yuv420p"],
    "mov": ["-c:v", "libx264", "-preset", "veryfast", "-crf", "16", "-pix_fmt", "yuv420p"],
    "webm": ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "8M", "-pix_fmt", "yuv420p"],
    "mkv": ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "8M", "-pix_fmt", "yuv420p"],
}
#: What the names of demuxers of ffmpeg have for containers.
DEMUXERS = {"mp4": "mp4", "mov": "mp4", "webm": "webm", "mkv": "matroska"}
#: Seconds of frame N: in pairs, uneven.
TIMES = "(N/40+floor(N/2)*0.11)/TB"
#: Pixels round an element that a cover may take, too: a block and the reach of filters.
MARGIN = 40


def pictures(count, screen=None):
    """Frames of a screen on which a block moves."""
    still = (screen or Screen("Android")).picture()
    for number in range(count):
        picture = still.copy()
        picture.paste((60, 60, 60), (10 + 8 * number % 260, 420, 30 + 8 * number % 260, 440))
        yield picture


def video(container, count=12, *options):
    """The bytes of a recording."""
    width, height = (side * Screen.SCALE for side in Screen.SIZE)
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", "40", "-i", "-"]
    with tempfile.NamedTemporaryFile(suffix=f".{container}") as file:
        frames = b"".join(picture.tobytes() for picture in pictures(count))
        timing = ["-vf", f"setpts={TIMES}", "-fps_mode", "passthrough"]
        subprocess.run([*FFMPEG, *source, *timing, *CODECS[container], *options, file.name], input=frames, check=True)
        return file.read()


def long_video(loops=40):
    """The bytes of a recording that takes long: many large frames, which follow each other again and again."""
    with tempfile.NamedTemporaryFile(suffix=".mp4") as part, tempfile.NamedTemporaryFile(suffix=".mp4") as file:
        source = ["-f", "lavfi", "-i", "testsrc=s=1280x720:r=30:d=5"]
        subprocess.run([*FFMPEG, *source, "-c:v", "libx264", "-preset", "ultrafast", "-crf", "40", part.name], check=True)
        subprocess.run([*FFMPEG, "-stream_loop", str(loops - 1), "-i", part.name, "-c", "copy", file.name], check=True)
        return file.read()


@dataclass
class Shown:
    """What a recording shows."""

    container: str
    #: Seconds of its frames, in microseconds from the first one.
    times: list
    frames: list


def shown(content):
    """The frames of a recording; none where it is none."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        said = subprocess.run(
            ["ffprobe", "-v", "error", "-of", "json", "-show_entries", "format=format_name:stream=width,height:frame=pts_time", "-show_frames",
             "-select_streams", "v:0", file.name], capture_output=True,
        )
        facts = json.loads(said.stdout or "{}")
        if not facts.get("frames"):
            return Shown("", [], [])
        size = facts["streams"][0]["width"], facts["streams"][0]["height"]
        decoding = [*FFMPEG, "-i", file.name, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
        pixels = subprocess.run(decoding, capture_output=True, check=True).stdout
    step = size[0] * size[1] * 3
    frames = [Image.frombytes("RGB", size, pixels[start:start + step]) for start in range(0, len(pixels), step)]
    times = [round(float(frame["pts_time"]) * 1e6) for frame in facts["frames"]]
    return Shown(facts["format"]["format_name"], [time - times[0] for time in times], frames)


def boxes():
    """The places of what is sensitive on a screen: left, top, right and bottom."""
    screen = Screen("Android")
    return [screen.box(element) for element in ELEMENTS if element.is_sensitive]


def policy():
    """A policy that covers these places in black."""
    regions = [{"x": left, "y": top, "width": right - left, "height": bottom - top} for left, top, right, bottom in boxes()]
    return {"rules": [{"target": {"region": region}, "style": {"fill": {"color": "#000000"}}} for region in regions]}


def flaws(content, source, container):
    """What is wrong with the redacted form of a recording in a container; nothing if it is as it should be."""
    result, before = shown(content), shown(source)
    found = []
    if DEMUXERS[container] not in result.container:
        found.append(f"the container is {result.container}")
    if len(result.frames) != len(before.frames):
        return [*found, f"{len(result.frames)} frames of {len(before.frames)}"]
    if any(abs(one - other) > 1001 for one, other in zip(result.times, before.times, strict=True)):
        found.append(f"the times are {result.times}, and were {before.times}")
    for number, (frame, earlier) in enumerate(zip(result.frames, before.frames, strict=True)):
        if frame.size != earlier.size:
            return [*found, f"the size is {frame.size}"]
        brightest = max(high for box in boxes() for _, high in frame.crop(box).getextrema())
        if brightest > 24:
            found.append(f"frame {number} shows {brightest} where it should be black")
        difference = max(ImageStat.Stat(ImageChops.difference(uncovered(frame), uncovered(earlier))).mean)
        if difference > 3:
            found.append(f"frame {number} differs by {difference:.1f} where it should not")
    return found


def uncovered(frame):
    """A frame without what covers may take."""
    rest = frame.copy()
    for left, top, right, bottom in boxes():
        rest.paste((0, 0, 0), (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN))
    return rest
