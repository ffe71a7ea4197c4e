"""Decodes every frame of a recording, and has Tesseract read what changes from one to the next.

Tesseract takes a tenth of a second and more for a line, so it gets only the rows of a frame that differ from what was read there
before, each picture of them once, and many with one start. A text that fades in is read at each step of its contrast.
"""

import concurrent.futures
import fractions
import os
import pathlib
import re
import subprocess
import tempfile
from dataclasses import dataclass

import av
import numpy
import zxingcpp
from PIL import Image

#: A pixel is another one if its luma differs by more than this, of 255: more than a codec does to one that stays.
STEP = 20
#: Changed pixels of a row that count, the rows between changes that are read with them, and those around all.
PIXELS, GAP, MARGIN = 2, 24, 20
#: The least lengths of lines across and down, and how thick something else is, in pixels.
LINE, THICK = (60, 44), 6
#: Characters of the beginning of a value that may be in no frame, and of any part of it.
BEGINNING, PART = 6, 8
#: Characters that a reader confuses.
CONFUSED = str.maketrans("oilszb", "011528")
JOBS = os.cpu_count() or 2


@dataclass
class Frame:
    """A picture as it is shown: upright."""

    #: In seconds, as a fraction.
    time: object
    array: numpy.ndarray
    #: By how many degrees the file says to turn it.
    rotation: int


def frames(path, form="gray"):
    """All frames of the first video of a recording, in a format of ffmpeg's."""
    if is_webp(path):
        for time, _, picture in animated(path):
            yield Frame(time, av.VideoFrame.from_ndarray(picture[:, :, :3].copy(), "rgb24").to_ndarray(format=form), 0)
        return
    with av.open(str(path)) as container:
        if not container.streams.video:
            raise ValueError("there is no video")
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        for frame in container.decode(stream):
            array = frame.to_ndarray(format=form)
            yield Frame(frame.pts * frame.time_base, upright(array, frame.rotation, form), frame.rotation)


def is_webp(path):
    return pathlib.Path(path).read_bytes()[:4] == b"RIFF"


def animated(path):
    """The beginning and the length of each frame of a WebP, in seconds as fractions, and its pixels with alpha. ffmpeg reads no animated one."""
    with Image.open(path) as image:
        time = fractions.Fraction()
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            picture = numpy.asarray(image.convert("RGBA"))
            length = fractions.Fraction(round(image.info.get("duration", 0)), 1000)
            yield time, length, picture
            time += length


def upright(array, degrees, form):
    """A picture, turned counterclockwise; of planes each."""
    return numpy.rot90(array, degrees // 90, (1, 2) if form.startswith("yuv") else (0, 1)) if degrees else array


def normalised(text):
    """Letters and digits alone, those that look alike as one."""
    return re.sub(r"[\W_]", "", text.lower().replace("|", "l")).translate(CONFUSED)


def traces(value):
    """What no frame may show of a value: its beginning, and any longer part."""
    whole = normalised(value)
    return {whole[:BEGINNING], *(whole[at:at + PART] for at in range(len(whole) - PART + 1))}


@dataclass
class Reading:
    """What was read at a time: the words, and the same as they are compared."""

    time: float
    text: str

    @property
    def key(self):
        return normalised(self.text)


def read(path):
    """What is read in the frames of a recording."""
    with tempfile.TemporaryDirectory(prefix="snapveil-reading-") as directory:
        found, files = [], {}
        for time, rows in changes(path):
            key = rows.tobytes()
            if key not in files:
                files[key] = pathlib.Path(directory) / f"{len(files)}.pgm"
                enlarged(without_lines(rows)).save(files[key])
            found.append((time, files[key]))
        texts = recognised(list(files.values()))
    return [Reading(time, texts[file]) for time, file in found]


def enlarged(rows):
    """A picture of rows, as large as Tesseract reads best."""
    height, width = rows.shape
    scale = 2 if width >= 1000 else 3
    return Image.fromarray(rows).resize((width * scale, height * scale), Image.Resampling.BICUBIC)


def without_lines(rows):
    """Rows without the frames of fields, whose contents Tesseract takes for pictures. What is thicker than a line stays."""
    ground = numpy.median(rows)
    is_ink = abs(rows - ground) > STEP
    lines = thin(runs(is_ink, LINE[0])) | thin(runs(is_ink.T, LINE[1])).T
    return numpy.where(lines, ground, rows).astype("uint8")


def runs(mask, length):
    """The places of a mask in runs along its rows that are as long."""
    result = numpy.zeros(mask.shape, bool)
    if mask.shape[1] > length:
        sums = numpy.cumsum(numpy.pad(mask, ((0, 0), (1, 0))), 1)
        starts = sums[:, length:] - sums[:, :-length] == length
        for shift in range(length):
            result[:, shift:shift + starts.shape[1]] |= starts
    return result


def thin(mask):
    """The parts of horizontal lines that are no thicker than those of a frame."""
    return mask & ~runs(mask.T, THICK).T


def changes(path):
    """The rows of each frame that differ from what was there when they were last read."""
    seen = None
    for frame in frames(path):
        picture = frame.array.astype("int16")
        if seen is None:
            seen = picture.copy()
            yield float(frame.time), frame.array
            continue
        rows = numpy.flatnonzero((abs(picture - seen) > STEP).sum(1) > PIXELS)
        if not len(rows):
            continue
        for group in numpy.split(rows, numpy.flatnonzero(numpy.diff(rows) > GAP) + 1):
            top, bottom = max(0, group[0] - MARGIN), group[-1] + MARGIN
            seen[top:bottom] = picture[top:bottom]
            yield float(frame.time), numpy.ascontiguousarray(frame.array[top:bottom])


def recognised(files):
    """The text in each of some pictures."""
    # Neighbours are alike, and take alike long.
    parts = [part for part in (files[job::JOBS] for job in range(JOBS)) if part]
    with concurrent.futures.ThreadPoolExecutor(JOBS) as threads:
        return {file: text for part, texts in zip(parts, threads.map(tesseract, parts)) for file, text in zip(part, texts, strict=True)}


def tesseract(files):
    """The texts in pictures, of one process for all."""
    done = subprocess.run(
        ["nice", "tesseract", "stdin", "stdout", "--oem", "1", "--psm", "11", "-c", "page_separator=\f"],
        input="\n".join(map(str, files)) + "\n", capture_output=True, text=True, check=True, env={**os.environ, "OMP_THREAD_LIMIT": "1"},
    )
    return done.stdout.split("\f")[:len(files)]


def unread(readings, values):
    """The values that no reading has as a whole."""
    keys = [reading.key for reading in readings]
    return [value for value in values if not any(normalised(value) in key for key in keys)]


def shown(readings, values):
    """What is read of values that should be covered, and when."""
    wanted = {part: value for value in values for part in traces(value)}
    return [f"{reading.time:.2f} s: {wanted[part]}" for reading in readings for part in wanted if part in reading.key]


def codes(path):
    """The texts of all codes that can be read in any frame."""
    return {code.text for frame in frames(path) for code in zxingcpp.read_barcodes(frame.array)}
