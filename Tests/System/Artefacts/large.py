"""Redacts a large trace of Playwright, and measures the memory of the program and its workers, and the time.

Usage: large.py SNAPVEIL [--megabytes 300] [--limit 300] [--frames png|jpeg]

The trace is made up: screenshots of noise, or pages in JPEG as Playwright records them, and a log with a password and addresses.
It fails where program and workers take more than the limit in MiB together, where a secret is left, an entry is missing, or a run
that is ended leaves anything. The policy covers a region, so that it needs no models and the pictures take as little time as they can.
"""

import argparse
import glob
import io
import json
import os
import pathlib
import random
import signal
import string
import subprocess
import sys
import tempfile
import time
import zipfile

from PIL import Image, ImageDraw

PASSWORD = "Tr0ub4dor&3x"
EMAIL = "wilma.brandt@exposed.example"
SIZE = (1290, 2796)
FRAME_SIZE = (1280, 720)
#: Rows of noise, which no compression makes smaller.
NOISE = 1000
POLICY = {
    "name": "region",
    "rules": [
        {
            "target": {"region": {"x": 100, "y": 300, "width": 800, "height": 200}},
            "style": {"fill": {"color": "#000"}},
        }
    ],
}


def page(source):
    """A page of text and boxes in JPEG."""
    image = Image.new("RGB", FRAME_SIZE, "white")
    draw = ImageDraw.Draw(image)
    for top in range(20, FRAME_SIZE[1], 24):
        words = " ".join("".join(source.choices(string.ascii_lowercase, k=source.randint(2, 9))) for _ in range(18))
        draw.text((260, top), words, fill="#222")
        draw.rectangle((20, top, 20 + source.randint(40, 200), top + 14), fill=source.choice(["#e8eaf6", "#c5cae9", "#3f51b5"]))
    file = io.BytesIO()
    image.save(file, "JPEG", quality=90)
    return file.getvalue()


def picture(source):
    image = Image.new("RGB", SIZE, (240, 240, 240))
    image.paste(Image.frombytes("RGB", (SIZE[0], NOISE), source.randbytes(SIZE[0] * NOISE * 3)), (0, SIZE[1] - NOISE))
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()


def record(path, pictures, byte_count, kind="png"):
    """Writes a trace of so many bytes, and its pictures alone; their names."""
    source = random.Random(3)
    pictures.mkdir()
    events = [{"type": "context-options", "version": 10}]
    names = []
    with zipfile.ZipFile(path, "w") as archive:
        while path.stat().st_size < byte_count:
            count = len(names)
            name = f"page@1-{count}.{kind}"
            content = picture(source) if kind == "png" else page(source)
            archive.writestr(f"resources/{name}", content)
            (pictures / name).write_bytes(content)
            size = SIZE if kind == "png" else FRAME_SIZE
            frame = {"type": "screencast-frame", "pageId": "p", "sha1": name, "timestamp": 1000 * count}
            events.append({**frame, "width": size[0] / 2, "height": size[1] / 2})
            events += [
                {"type": "log", "callId": f"c{count}", "time": step, "message": f"waiting for {EMAIL}, attempt {step}"}
                for step in range(10)
            ]
            names.append(f"resources/{name}")
        fill = {"selector": "#password", "value": PASSWORD}
        events.append({"type": "before", "callId": "c", "startTime": 2600, "method": "fill", "params": fill})
        text = "\n".join(map(json.dumps, events))
        archive.writestr("trace.trace", text, zipfile.ZIP_DEFLATED)
        archive.writestr("notes.txt", f"typed {PASSWORD}")
    return names


def processes(root):
    yield root
    for path in glob.glob(f"/proc/{root}/task/*/children"):
        try:
            children = pathlib.Path(path).read_text().split()
        except OSError:
            continue
        for child in children:
            yield from processes(int(child))


def memory(process):
    """Bytes of a process, with its share of what it has in common with others."""
    try:
        lines = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))


def run(*command):
    """Runs a command; the seconds that it took, and the bytes that it had at most."""
    start = time.monotonic()
    process = subprocess.Popen(command)
    peak = 0
    while process.poll() is None:
        peak = max(peak, sum(map(memory, processes(process.pid))))
        time.sleep(0.05)
    assert process.returncode == 0, f"it ended with {process.returncode}"
    return time.monotonic() - start, peak


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--megabytes", type=int, default=300)
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--frames", choices=["png", "jpeg"], default="png")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="snapveil-large-") as directory:
        directory = pathlib.Path(directory)
        trace, pictures, safe = directory / "trace.zip", directory / "pictures", directory / "safe"
        names = record(trace, pictures, arguments.megabytes * 10**6, arguments.frames)
        policy = directory / "policy.json"
        policy.write_text(json.dumps(POLICY))
        safe.mkdir()
        redact = [arguments.program, "redact", "--policy", policy]
        seconds, peak = run(*redact, trace, "-o", safe / "trace.zip")
        expect_safe(safe / "trace.zip", names)
        assert os.listdir(safe) == ["trace.zip"], os.listdir(safe)
        ended(redact + [trace, "-o", safe / "again.zip"], safe, seconds)
        alone, _ = run(*redact, pictures, "--output-directory", directory / "alone")
        print(
            f"{trace.stat().st_size >> 20} MiB, {len(names)} pictures: {peak >> 20} MiB, {seconds:.1f} s;"
            f" pictures alone {alone:.1f} s"
        )
        assert peak <= arguments.limit << 20, f"it took more than {arguments.limit} MiB"


def ended(command, results, seconds):
    """Ends runs that take so long at many times, which has to leave nothing but whole results."""
    for step in range(1, 8):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        time.sleep(seconds * step / 8)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert set(os.listdir(results)) <= {"trace.zip", "again.zip"}, os.listdir(results)
        if (results / "again.zip").exists():
            assert (results / "again.zip").read_bytes() == (results / "trace.zip").read_bytes()


def expect_safe(path, pictures):
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        assert names == pictures + ["trace.trace", "notes.txt"], names
        for name in ["trace.trace", "notes.txt"]:
            text = archive.read(name).decode()
            assert PASSWORD not in text and EMAIL not in text, f"{name} has a secret"
        assert archive.testzip() is None
        image = Image.open(io.BytesIO(archive.read(names[-3])))
        assert max(image.convert("RGB").getpixel((500, 400))) < 3


if __name__ == "__main__":
    sys.exit(main())
