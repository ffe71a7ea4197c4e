"""Recordings that are damaged or lie: seeded mutations of good ones, and files that are made by hand."""

import io
import random
import struct
import zlib

from PIL import Image

from scenes import AV1, H264, HEVC, LOSSY_WEBP, VP8, VP9, Scene, ffmpeg

SMALL = {"size": (160, 120), "count": 12}
#: What is mutated: every container, and every codec.
MUTATED = [
    Scene("WebM with VP8", "webm", VP8, **SMALL), Scene("WebM with VP9", "webm", VP9, **SMALL), Scene("Matroska with AV1", "mkv", AV1, **SMALL),
    Scene("MP4 with H.264", "mp4", H264, **SMALL), Scene("MOV with HEVC", "mov", HEVC, **SMALL), Scene("a GIF", "gif", [], **SMALL),
    Scene("an APNG", "png", [], **SMALL), Scene("a lossless WebP", "webp", [], **SMALL), Scene("a lossy WebP", "webp", LOSSY_WEBP, **SMALL),
]
HUGE = 16384
#: Edges that take two bytes to write.
LARGER = (320, 260)


def mutated(data, seed):
    """A file with some damage."""
    chance, data = random.Random(seed), bytearray(data)
    # Half of the damage is where the headers are.
    def place():
        return chance.randrange(min(len(data), 600) if chance.random() < 0.5 else len(data))

    kind = chance.choice(("flip", "flip", "cut", "double", "clear", "shorten"))
    if kind == "flip":
        for _ in range(chance.choice((1, 3, 20))):
            data[place()] = chance.randrange(256)
    elif kind == "shorten":
        del data[max(1, place()):]
    else:
        start = place()
        end = min(len(data), start + chance.choice((1, 16, 500, 5000)))
        data[start:end] = {"cut": b"", "double": bytes(data[start:end] * 2), "clear": bytes(end - start)}[kind]
    return bytes(data)


def webm(directory, name="small", **options):
    return Scene(name, "webm", VP8, **{**SMALL, **options}).make(directory)


def mp4(directory, name="small", **options):
    return Scene(name, "mp4", H264, **{**SMALL, **options}).make(directory)


def refused(directory):
    """Files that cannot be redacted, by their names."""
    good, other = webm(directory), mp4(directory)

    def file(name, content):
        path = directory / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    head = good.read_bytes()
    cluster = head.index(b"\x1f\x43\xb6\x75")
    yield "an empty file", file("empty.webm", b"")
    yield "a WebM of a head alone", file("head.webm", head[:64])
    yield "a WebM without frames", file("frameless.webm", head[:cluster])
    yield "an MP4 without its index", file("unindexed.mp4", other.read_bytes().replace(b"moov", b"junk"))
    yield "a GIF of a head alone", file("head.gif", b"GIF89a" + struct.pack("<HHBBB", 160, 120, 0, 0, 0) + b";")
    yield "text called WebM", file("text.webm", "This is no recording.\n" * 50)
    yield "text called MP4", file("text.mp4", "This is no recording.\n" * 50)
    yield "a page called GIF", file("page.gif", "<!DOCTYPE html><title>Not found</title>")
    yield "a playlist that names a recording", file("list.mp4", f"#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://{other}\n#EXT-X-ENDLIST\n")
    yield "a playlist without a scheme", file("plain.webm", f"#EXTM3U\n#EXTINF:10,\n{other}\n#EXT-X-ENDLIST\n")
    yield "a script of ffmpeg that names a recording", file("script.mkv", f"ffconcat version 1.0\nfile '{other.name}'\n")
    yield "a description of a session", file("session.mov", "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n")
    yield "an animated WebP without frames", webp(directory / "frameless.webp", [], 2)
    sound = directory / "sound.webm"
    ffmpeg("-f", "lavfi", "-i", "sine=440:d=1", "-c:a", "libopus", sound)
    yield "a WebM with sound alone", sound
    ffmpeg("-f", "lavfi", "-i", "sine=440:d=1", "-c:a", "aac", directory / "sound.mp4")
    yield "an MP4 with sound alone", directory / "sound.mp4"
    yield "a file that is not there", directory / "nowhere.webm"


def strange(directory, is_full):
    """Files that may be redacted or refused, by their names."""
    good, other = webm(directory), mp4(directory)
    yield "two videos in Matroska", two_videos(directory, good, "mkv")
    yield "two videos in MP4", two_videos(directory, other, "mp4")
    for seconds in (0.0, 1e-9, 1e15, float("nan"), -5.0) if is_full else (1e15, float("nan")):
        path = directory / f"lie-{seconds}.webm"
        path.write_bytes(with_duration(good.read_bytes(), seconds * 1000))
        yield f"a WebM that says it lasts {seconds} s", path
    for ticks in (0, 1, 0x7FFFFFFF, 0xFFFFFFFF) if is_full else (0, 0xFFFFFFFF):
        path = directory / f"lie-{ticks}.mp4"
        path.write_bytes(with_ticks(other.read_bytes(), ticks))
        yield f"an MP4 that says it lasts {ticks} ticks", path
    large = webm(directory, "large", size=LARGER).read_bytes()
    yield "a VP8 frame of 16383x16383", huge_vp8(directory / "huge.webm", large)
    yield "a WebM that says it is 16384x16384", huge_webm(directory / "says.webm", large)
    yield "a GIF of 16384x16384", huge_gif(directory / "huge.gif")
    yield "an APNG of 16384x16384", huge_apng(directory / "huge.png")
    yield "a WebP of 16383x16383", webp(directory / "huge.webp", [], 16383)
    count = 100_000 if is_full else 200
    yield f"a WebP of {count} frames", webp(directory / "many.webp", [5] * count, 2)
    yield "a WebP of frames that are shown for no time", webp(directory / "fast.webp", [0] * 50, 2)
    yield "a WebP of frames that are shown for hours", webp(directory / "slow.webp", [0xFFFFFF] * 3, 2)
    yield f"a GIF of {count // 25} frames", many_frames(directory / "many.gif", count // 25)
    many = directory / "many.webm"
    ffmpeg("-f", "lavfi", "-i", f"testsrc=s=2x2:r=1000:d={count / 1000}", "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "16", "-g", "1000", many)
    yield f"a WebM of {count} frames of 2x2", many
    yield "an hour between frames", webm(directory, "hours", times="N*3600")
    yield "an hour between frames in MP4", mp4(directory, "hours", times="N*3600")
    if is_full:
        black = directory / "black.mp4"
        ffmpeg("-f", "lavfi", "-i", "color=black:s=16000x16000:r=1:d=1", "-c:v", "libx264", "-preset", "ultrafast", "-frames:v", "1", black)
        yield "an H.264 frame of 16000x16000", black


#: Names that mean something to shells, to ffmpeg or to printf.
NAMES = (
    "-y.webm", "100%d.webm", "pipe:1.webm", "it's, [0:v];\\ \"$HOME\".webm", "a:b.webm", "два\U0001f3ac.webm", "line\nbreak.webm", "concat:a|b.webm",
)


def named(directory, is_full):
    """Good files with such names."""
    good = webm(directory).read_bytes()
    for name in NAMES if is_full else NAMES[:4]:
        path = directory / name
        path.write_bytes(good)
        yield path


def two_videos(directory, source, extension):
    path = directory / f"two.{extension}"
    second = Scene("second", extension, VP8 if extension == "mkv" else H264, secret=3, **SMALL).make(directory)
    ffmpeg("-i", source, "-i", second, "-map", "0:v", "-map", "1:v", "-c", "copy", path)
    return path


def with_duration(data, milliseconds):
    """A WebM that says it lasts for another time."""
    at = data.index(b"\x44\x89\x88") + 3
    return data[:at] + struct.pack(">d", milliseconds) + data[at + 8:]


def with_ticks(data, ticks):
    """An MP4 whose film, track and media say they last for another time."""
    data = bytearray(data)
    for box, offset in ((b"mvhd", 20), (b"tkhd", 24), (b"mdhd", 20)):
        at = data.index(box) + offset
        data[at:at + 4] = struct.pack(">I", ticks)
    return bytes(data)


def huge_vp8(path, data):
    """A WebM whose first frame of VP8 says it is larger than any screen, and so does its track."""
    at = data.index(b"\x9d\x01\x2a") + 3
    path.write_bytes(with_edges(data[:at] + struct.pack("<HH", 16383, 16383) + data[at + 4:], 16383))
    return path


def huge_webm(path, data):
    """A WebM whose track says it is larger than any screen."""
    path.write_bytes(with_edges(data, HUGE))
    return path


def with_edges(data, edge):
    """The same WebM with a track that says it is a square of another size."""
    for name, size in zip((b"\xb0\x82", b"\xba\x82"), LARGER, strict=True):
        element = name + struct.pack(">H", size)
        if data.count(element) != 1:
            raise ValueError("the track does not have its edges once")
        data = data.replace(element, name + struct.pack(">H", edge))
    return data


def huge_gif(path):
    """A GIF with a large screen and a small picture on it, twice."""
    picture = b"!\xf9\x04\x04\x0a\x00\x00\x00," + struct.pack("<HHHHB", 0, 0, 2, 2, 0) + b"\x02\x03\x44\x02\x05\x00"
    path.write_bytes(b"GIF89a" + struct.pack("<HHBBB", HUGE, HUGE, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff" + picture * 2 + b";")
    return path


def many_frames(path, count):
    """A GIF of many frames of two by two pixels."""
    pictures = [
        b"!\xf9\x04\x04\x02\x00\x00\x00," + struct.pack("<HHHHB", 0, 0, 2, 2, 0) + code for code in (b"\x02\x03\x44\x02\x05\x00", b"\x02\x02\x8c\x53\x00")
    ]
    path.write_bytes(b"GIF89a" + struct.pack("<HHBBB", 2, 2, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff" + b"".join(pictures) * (count // 2) + b";")
    return path


def webp(path, durations, edge):
    """An animated WebP with so many frames of two by two pixels, in turn black and white."""
    images = []
    for color in ((0, 0, 0), (255, 255, 255)):
        still = io.BytesIO()
        Image.new("RGB", (2, 2), color).save(still, "WEBP", lossless=True)
        images.append(still.getvalue()[12:])

    def chunk(kind, data):
        return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)

    def number(value):
        return struct.pack("<I", value)[:3]

    body = b"WEBP" + chunk(b"VP8X", b"\x02\0\0\0" + number(edge - 1) * 2) + chunk(b"ANIM", b"\xff\xff\xff\xff\0\0")
    head = number(0) * 2 + number(1) * 2
    body += b"".join(chunk(b"ANMF", head + number(each) + b"\0" + images[at % 2]) for at, each in enumerate(durations))
    path.write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)
    return path


def huge_apng(path):
    """An APNG with two large frames of one bit a pixel."""
    pixels = zlib.compress(bytes(HUGE * (HUGE // 8 + 1)), 1)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    def control(number):
        return chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, HUGE, HUGE, 0, 0, 1, 10, 0, 0))

    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", HUGE, HUGE, 1, 0, 0, 0, 0)) + chunk(b"acTL", struct.pack(">II", 2, 0))
        + control(0) + chunk(b"IDAT", pixels) + control(1) + chunk(b"fdAT", struct.pack(">I", 2) + pixels) + chunk(b"IEND", b"")
    )
    return path
