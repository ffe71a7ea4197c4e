"""Recordings that are drawn: the same screen in each container and codec, of all rates and sizes, with what files carry besides.

A scene shows a screen on which a block moves, and in its region a pattern that stands for a secret. All that differs between two
scenes with other secrets is within the region.
"""

import functools
import os
import pathlib
import subprocess
from dataclasses import dataclass

import numpy
from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
FFMPEG = ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y"]
#: An environment in which SVT-AV1 says nothing.
QUIET = {**os.environ, "SVT_LOG": "0"}
SIZE = (320, 240)
#: A text that metadata, subtitles, chapters and attachments hold, and no result may.
PLANTED = "Zq84LmXv27"

VP8 = ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "2M"]
VP9 = ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "2M"]
AV1 = ["-c:v", "libsvtav1", "-preset", "12", "-crf", "20"]
#: For odd sizes, which SVT-AV1 does not take.
SLOW_AV1 = ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-crf", "20", "-b:v", "0"]
H264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "16"]
#: In place of arguments of ffmpeg.
LOSSY_WEBP = ["lossy"]
HEVC = ["-c:v", "libx265", "-preset", "ultrafast", "-crf", "16", "-x265-params", "log-level=none", "-tag:v", "hvc1"]


@dataclass(frozen=True)
class Scene:
    """How a recording is made: the arguments of its encoder, and what its frames show."""

    name: str
    extension: str
    codec: list
    size: tuple = SIZE
    rate: int = 25
    count: int = 24
    #: What decides the pattern in the region; a `still` one is the same in all frames.
    secret: int = 0
    still: bool = False
    format: str = "yuv420p"
    #: The time of frame N, in seconds, as ffmpeg writes expressions; evenly by default.
    times: str = ""
    #: Further arguments of ffmpeg: in front of the output.
    more: tuple = ()
    #: Whether it is left to the full form.
    is_extra: bool = False

    @property
    def region(self):
        """The place of the secret: x, y, width and height, all even."""
        width, height = self.size
        if min(width, height) < 16:
            return 0, 0, width, height
        return tuple(int(value) // 2 * 2 for value in (width * 0.3, height * 0.25, width * 0.4, height * 0.3))

    def make(self, directory):
        """Writes the recording, and says where."""
        path = pathlib.Path(directory) / f"{self.name.replace(' ', '-').replace('/', '-')}-{self.secret}.{self.extension}"
        if self.extension in ("gif", "png", "apng", "webp"):
            write_animation(path, self)
        else:
            write_video(path, self)
        return path


def scene(name, extension, codec, **options):
    return Scene(name, extension, codec, **options)


def containers():
    """A scene in each container and codec."""
    return [
        *(scene(f"{name} in WebM", "webm", codec) for name, codec in (("VP8", VP8), ("VP9", VP9), ("AV1", AV1))),
        *(scene(f"{name} in Matroska", "mkv", codec, is_extra=name != "VP9") for name, codec in (("VP8", VP8), ("VP9", VP9), ("AV1", AV1))),
        *(scene(f"{name} in {title}", extension, codec) for title, extension in (("MP4", "mp4"), ("MOV", "mov"))
          for name, codec in (("H.264", H264), ("HEVC", HEVC))),
        scene("GIF", "gif", []),
        scene("APNG", "png", []),
        scene("lossless WebP", "webp", []),
        scene("lossy WebP", "webp", LOSSY_WEBP),
    ]


#: Frames in pairs, half a second or less from each other.
UNEVEN = "N/40+floor(N/2)*0.11+0.3*floor(N/7)"


def rates():
    """Scenes of several rates, even and not."""
    return [
        *(scene(f"{rate} frames a second in {extension}", extension, codec, rate=rate, count=rate)
          for rate, extension, codec in ((24, "mp4", H264), (30, "webm", VP9), (60, "mkv", VP8), (60, "mov", HEVC))),
        scene("variable rate in webm", "webm", VP8, times=UNEVEN),
        scene("variable rate in mp4", "mp4", H264, times=UNEVEN),
        scene("variable rate in mkv", "mkv", AV1, times=UNEVEN, is_extra=True),
        scene("start at 5 s in webm", "webm", VP9, more=("-output_ts_offset", "5"), is_extra=True),
        scene("start at 5 s in mkv", "mkv", VP8, times=f"5+{UNEVEN}"),
        scene("start at 5 s in mp4", "mp4", H264, more=("-output_ts_offset", "5")),
        scene("start at a 15th of a second in mp4", "mp4", H264, more=("-output_ts_offset", "0.066667", "-movie_timescale", "15360")),
        scene("B-frames in mp4", "mp4", [*H264, "-bf", "3", "-b_strategy", "0"], count=40),
        scene("B-frames in mkv", "mkv", [*HEVC[:-2], "-bf", "3"], count=40, is_extra=True),
        scene("one frame in webm", "webm", VP9, count=1),
        scene("one frame in mp4", "mp4", H264, count=1, is_extra=True),
    ]


def shapes():
    """Scenes of odd sizes and of other forms of pixels."""
    tall = {"size": (1179, 2556), "count": 3}
    return [
        scene("333x251 VP9", "webm", VP9, size=(333, 251)),
        scene("333x251 VP8", "webm", VP8, size=(333, 251), is_extra=True),
        scene("1x1 GIF", "gif", [], size=(1, 1), count=3),
        scene("17x33 APNG", "png", [], size=(17, 33), count=3, is_extra=True),
        scene("333x251 WebP", "webp", LOSSY_WEBP, size=(333, 251), count=6),
        scene("1179x2556 VP9", "webm", VP9, is_extra=True, **tall),
        scene("1179x2556 AV1", "mkv", SLOW_AV1, **tall),
        scene("1179x2556 HEVC", "mp4", HEVC, format="yuv444p", is_extra=True, **tall),
        scene("10 bits in HEVC", "mp4", HEVC, format="yuv420p10le"),
        scene("10 bits in VP9", "webm", [*VP9, "-profile:v", "2"], format="yuv420p10le", is_extra=True),
        scene("10 bits in AV1", "mkv", AV1, format="yuv420p10le"),
        scene("4:4:4 in H.264", "mp4", H264, format="yuv444p"),
        scene("4:4:4 in VP9", "webm", [*VP9, "-profile:v", "1"], format="yuv444p"),
        scene("full range in H.264", "mov", H264, format="yuvj420p"),
    ]


def lossless():
    """Scenes whose codec keeps every pixel, so that the pattern in the region changes nothing outside it."""
    return [
        scene("GIF", "gif", []),
        scene("APNG", "png", []),
        scene("lossless WebP", "webp", []),
        scene("lossless VP9", "webm", ["-c:v", "libvpx-vp9", "-lossless", "1", "-cpu-used", "8", "-deadline", "realtime"]),
        scene("lossless H.264", "mp4", ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0"]),
    ]


@functools.cache
def screen(size):
    """A screen with headings, lines of text and a gradient."""
    width, height = size
    across = numpy.linspace(205, 250, width)[None, :, None]
    down = numpy.linspace(0, 30, height)[:, None, None]
    image = Image.fromarray((across - down * numpy.array([0, 0.4, 1])).clip(0, 255).astype("uint8"), "RGB")
    draw = ImageDraw.Draw(image)
    line = max(11, height // 24)
    font = ImageFont.truetype(FONT, max(8, line * 2 // 3))
    for number, y in enumerate(range(4, height, line)):
        draw.text((6, y), f"Line {number} of this screen says nothing of anyone", "#203040", font)
    return numpy.asarray(image)


def pattern(scene, number):
    """Blocks of colours that depend on the secret, and on the frame unless they are still."""
    width, height = scene.region[2:]
    chance = numpy.random.default_rng((scene.secret, 0 if scene.still else number // 2))
    blocks = chance.integers(60, 256, (height // 8 + 1, width // 8 + 1, 3), "uint8")
    return blocks.repeat(8, 0).repeat(8, 1)[:height, :width]


def frames(scene):
    """The pictures of a scene, in order."""
    width, height = scene.size
    x, y, w, h = scene.region
    block = max(1, min(width, height) // 12)
    for number in range(scene.count):
        picture = screen(scene.size).copy()
        left = number * max(1, block // 4) % max(1, width - block)
        picture[height - block:, left:left + block] = (200, 40, 90)
        picture[y:y + h, x:x + w] = pattern(scene, number)
        yield picture


def write_video(path, scene):
    """Has ffmpeg encode the frames of a scene."""
    filters, clock = "null", []
    if scene.times:
        filters, clock = f"settb=1/1000,setpts=({scene.times})/TB", ["-fps_mode", "passthrough", "-enc_time_base", "1/1000"]
    encode(path, scene.size, scene.rate, frames(scene), "-vf", filters, *scene.codec, "-pix_fmt", scene.format, *clock, *scene.more)


def encode(path, size, rate, pictures, *settings):
    """Has ffmpeg encode pictures, of Pillow or arrays, by settings."""
    command = [*FFMPEG, "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "{}x{}".format(*size), "-r", str(rate), "-i", "-", *settings, path]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, env=QUIET)
    with process.stdin as pipe:
        for picture in pictures:
            pipe.write(picture.tobytes())
    if process.wait():
        raise RuntimeError(f"ffmpeg could not make {path.name}")


def write_animation(path, scene, **options):
    """A GIF, APNG or WebP of the frames of a scene. The colours of a GIF are the same whatever is in the region."""
    pictures = [Image.fromarray(picture) for picture in frames(scene)]
    settings = {"duration": 1000 // scene.rate, "loop": 0, **options}
    if path.suffix == ".gif":
        colors = Image.new("P", (1, 1))
        colors.putpalette([value for red in range(6) for green in range(6) for blue in range(6) for value in (red * 51, green * 51, blue * 51)])
        pictures = [picture.quantize(palette=colors, dither=Image.Dither.NONE) for picture in pictures]
        pictures[0].save(path, save_all=True, append_images=pictures[1:], **settings)
    elif path.suffix == ".webp":
        settings |= {"quality": 80} if scene.codec == LOSSY_WEBP else {"lossless": True}
        pictures[0].save(path, "WEBP", save_all=True, append_images=pictures[1:], **settings)
    else:
        pictures[0].save(path, "PNG", save_all=True, append_images=pictures[1:], **settings)


def transparent(directory):
    """A GIF, an APNG and a WebP with holes and with frames that last for different times; their delays in milliseconds."""
    delays, paths = [40, 500, 120, 70, 1000, 200], []
    plan = Scene("transparent", "gif", [], count=len(delays))
    more = {
        "gif": {"disposal": 2, "comment": PLANTED}, "png": {"disposal": 1, "blend": 0, "pnginfo": notes()},
        "webp": {"lossless": True, "xmp": PLANTED.encode(), "exif": b"Exif\0\0" + PLANTED.encode()},
    }
    for extension, options in more.items():
        pictures = []
        for number, array in enumerate(frames(plan)):
            picture = Image.fromarray(array).convert("RGBA")
            picture.paste((0, 0, 0, 0), (10 + number * 20, 10, 60 + number * 20, 40))
            pictures.append(picture)
        path = pathlib.Path(directory) / f"transparent.{extension}"
        pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=delays, loop=3, **options)
        paths.append(path)
    return plan, delays, paths


def notes():
    """Texts in a PNG."""
    info = PngInfo()
    info.add_text("Comment", PLANTED)
    info.add_itxt("Author", PLANTED)
    return info


def rotated(directory, degrees):
    """An MP4 whose frames lie on their side, and a matrix that turns them. The scene is as they are coded."""
    plan = Scene(f"turned by {degrees}", "mp4", H264)
    lying, path = plan.make(directory), pathlib.Path(directory) / f"turned-{degrees}.mp4"
    ffmpeg("-i", lying, "-c", "copy", "-metadata:s:v:0", f"rotate={degrees}", path)
    return plan, path


#: The container, the video, the sound, the subtitles, and whether it takes attachments or a cover.
RICH = {
    "mp4": (H264, ["-c:a", "aac"], ["-c:s", "mov_text"], "cover"),
    "mov": (HEVC, ["-c:a", "aac"], ["-c:s", "mov_text", "-timecode", "01:02:03:04"], ""),
    "mkv": (VP9, ["-c:a", "libopus"], ["-c:s", "srt"], "attachment"),
    "webm": (VP8, ["-c:a", "libvorbis"], ["-c:s", "webvtt"], ""),
}

#: A note within a stream of H.264.
NOTE = ["-bsf:v:0", f"h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+{PLANTED}"]


def rich(directory, extension):
    """A recording with sound, subtitles, chapters, metadata, and with a cover or attachments if its container has those."""
    directory, (codec, sound, subtitles, extra) = pathlib.Path(directory), RICH[extension]
    plan = Scene(f"rich {extension}", extension, codec, count=50)
    video, path = plan.make(directory), directory / f"everything.{extension}"
    (directory / "lines.srt").write_text(f"1\n00:00:00,200 --> 00:00:01,800\n{PLANTED}\n")
    (directory / "notes.ini").write_text(
        f";FFMETADATA1\ntitle={PLANTED} title\nartist={PLANTED}\ncomment={PLANTED}\nlocation=+48.1+011.5/\n"
        f"creation_time=2001-02-03T04:05:06Z\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle={PLANTED} chapter\n"
    )
    (directory / "secret.txt").write_text(PLANTED)
    Image.fromarray(screen((160, 120))).save(directory / "cover.jpg")
    extras, maps = [], ["-map", "0:v", "-map", "1:a", "-map", "2:s"]
    inputs = ["-i", video, "-f", "lavfi", "-i", "sine=440:d=2", "-i", directory / "lines.srt", "-i", directory / "notes.ini"]
    if extra == "cover":
        inputs += ["-i", directory / "cover.jpg"]
        maps += ["-map", "4:v"]
        extras = ["-c:v:1", "mjpeg", "-disposition:v:1", "attached_pic"]
    if extra == "attachment":
        for number, (file, kind) in enumerate((("secret.txt", "text/plain"), ("cover.jpg", "image/jpeg"))):
            extras += ["-attach", directory / file, f"-metadata:s:t:{number}", f"mimetype={kind}"]
    ffmpeg(
        *inputs, *maps, "-map_metadata", "3", "-map_chapters", "3", "-c:v:0", "copy", *(NOTE if codec == H264 else []), *sound, *subtitles, *extras,
        "-metadata:s:v:0", f"title={PLANTED}", "-metadata:s:a:0", f"title={PLANTED}", "-metadata:s:a:0", "language=ger", path,
    )
    return plan, path


def captioned(directory):
    """An MP4 whose H.264 has captions between its pictures, as broadcasts have (ATSC A/53, CTA-608)."""
    directory, plan = pathlib.Path(directory), Scene("captioned", "h264", [*H264, "-bf", "0"])
    stream, path = plan.make(directory), directory / "captioned.mp4"
    units, number = stream.read_bytes().split(b"\0\0\1"), 0
    for at, unit in enumerate(units):
        if unit and unit[0] & 31 in (1, 5):
            pair = PLANTED.encode()[number % 5 * 2:][:2]
            units[at] = caption(pair) + b"\0\0\1" + unit
            number += 1
    stream.write_bytes(b"\0\0\1".join(units))
    ffmpeg("-r", plan.rate, "-i", stream, "-c", "copy", path)
    return plan, path


def caption(pair):
    """A message of H.264 with two letters of a caption."""
    letters = bytes(letter | (0 if letter.bit_count() % 2 else 0x80) for letter in pair)
    message = b"\xb5\0\x31GA94\x03\x41\xff\xfc" + letters + b"\xff"
    return b"\x06\x04" + bytes([len(message)]) + message + b"\x80"


def ffmpeg(*arguments):
    subprocess.run([*FFMPEG, *map(str, arguments)], check=True, env=QUIET)
