#!/usr/bin/env python3
"""Stands in for the program with ffmpeg's filter `drawbox`: `check.py drawbox.py containers times` shows that claims can hold.

    drawbox.py redact IN -o OUT [--style fill --color COLOR] [--region X,Y,WIDTH,HEIGHT]... [--policy FILE] [--receipt FILE] ...

It covers the screen and regions alone, in black, and reads no animated WebP, as Debian's ffmpeg does not. What it says and leaves is worded as the program words it.
"""

import argparse
import json
import math
import os
import pathlib
import signal
import subprocess
import sys

ENCODERS = {
    "vp8": ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "4", "-crf", "4", "-b:v", "20M", "-qmin", "0", "-qmax", "20", "-auto-alt-ref", "0"],
    "vp9": ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "5", "-crf", "12", "-b:v", "0", "-row-mt", "1"],
    "av1": ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-crf", "12", "-b:v", "0"],
    "h264": ["-c:v", "libx264", "-preset", "veryfast", "-crf", "12", "-a53cc", "0"],
    "hevc": ["-c:v", "libx265", "-preset", "ultrafast", "-crf", "12", "-x265-params", "log-level=none:info=0", "-tag:v", "hvc1"],
    "gif": ["-c:v", "gif"],
    "apng": ["-c:v", "apng", "-plays", "0"],
}
MUXERS = {"webm": "webm", "mkv": "matroska", "mp4": "mp4", "mov": "mov", "gif": "gif", "png": "apng", "apng": "apng"}
DEFAULTS = {"webm": "vp9", "mkv": "vp9", "mp4": "h264", "mov": "h264", "gif": "gif", "apng": "apng"}


def main(draws=True):
    options = parsed()
    try:
        said = probe(options.source)
        video = next((stream for stream in said.get("streams", []) if stream["codec_type"] == "video"), None)
        if video is None or video["codec_name"] not in ENCODERS:
            raise ValueError("the file is no recording that can be redacted")
        write(options, video, boxes(options) if draws else [])
    except (ValueError, OSError, subprocess.SubprocessError) as error:
        print(f"snapveil: {options.source.name}: {str(error).splitlines()[0][:200]}", file=sys.stderr)
        return 1
    return 0


def parsed():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["redact"])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("-o", dest="output", type=pathlib.Path)
    for name in ("policy", "receipt"):
        parser.add_argument(f"--{name}", type=pathlib.Path)
    for name in ("linger", "video-format", "sound", "secrets", "style", "color", "radius"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--region", action="append", default=[])
    parser.add_argument("--preview", action="store_true")
    return parser.parse_args()


def probe(source):
    done = subprocess.run(["ffprobe", "-v", "error", "-format_whitelist", "matroska,webm,mov,mp4,gif,apng,png_pipe", "-show_streams", "-of", "json", f"file:{source}"], capture_output=True, text=True, timeout=5)
    return json.loads(done.stdout or "{}")


def boxes(options):
    """Rectangles with their times; None is the screen."""
    if not options.policy:
        return [(tuple(map(float, region.split(","))), -1, math.inf) for region in options.region] or [(None, -1, math.inf)]
    found = []
    for rule in json.loads(options.policy.read_text())["rules"]:
        target = rule["target"]
        place = None
        if isinstance(target, dict) and "region" in target:
            place = tuple(target["region"][name] for name in ("x", "y", "width", "height"))
        elif target != "screen":
            continue
        timed = target if isinstance(target, dict) else {}
        found.append((place, timed.get("from", -1), timed.get("until", math.inf)))
    return found


def drawn(box):
    place, start, end = box
    x, y, width, height = place or (0, 0, "iw", "ih")
    times = "" if math.isinf(end) and start < 0 else f":enable='between(t,{start},{1e9 if math.isinf(end) else end})'"
    return f"drawbox={x}:{y}:{width}:{height}:black:fill{times}"


def write(options, video, covers):
    """Has ffmpeg write the result beside its place, and moves it there."""
    form = options.video_format or {"png": "apng"}.get(options.output.suffix[1:], options.output.suffix[1:])
    codec = DEFAULTS[form] if options.video_format else video["codec_name"]
    partial = options.output.with_name(f".{options.output.name}.partial")
    # A box on chroma of half the size would reach over its edges by a pixel, which no claim minds.
    filters = [*map(drawn, covers)] or ["null"]
    if form == "gif":
        filters[-1] += ",split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none"
    sound = ["-map", "0:a?", "-c:a", "copy"] if options.sound == "keep" else []
    command = [
        "setpriv", "--pdeathsig", "KILL", "ffmpeg", "-nostdin", "-format_whitelist", "matroska,webm,mov,mp4,gif,apng", "-v", "error", "-y", "-protocol_whitelist", "file", "-copyts", "-i", f"file:{options.source}",
        "-map", "0:v:0", *sound, "-map_metadata", "-1", "-map_chapters", "-1", "-vf", ",".join(filters), *ENCODERS[codec],
        *(["-pix_fmt", video["pix_fmt"]] if codec == video["codec_name"] and "pix_fmt" in video and codec != "gif" else []),
        "-threads", "1", "-fps_mode", "passthrough", "-enc_time_base", "-1", "-fflags", "+bitexact", "-flags", "+bitexact",
        "-metadata:s:a", "language=und", "-f", MUXERS[form], partial,
    ]
    ffmpeg = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)

    def stop(*_):
        ffmpeg.kill()
        partial.unlink(missing_ok=True)
        os._exit(130)

    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, stop)
    words = ffmpeg.communicate(timeout=50)[1]
    if ffmpeg.returncode:
        partial.unlink(missing_ok=True)
        raise ValueError(words.strip() or "ffmpeg failed")
    partial.rename(options.output)
    if options.receipt:
        options.receipt.write_text(json.dumps(receipt(video, covers, options.output)))


def receipt(video, covers, output):
    def rect(place):
        return dict(zip(("x", "y", "width", "height"), place or (0, 0, video["width"], video["height"])))

    covered = [
        {"rect": rect(place), "from": max(0, start), "until": None if math.isinf(end) else end, "assurance": "erased"} for place, start, end in covers
    ]
    done = subprocess.run(
        ["ffprobe", "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets:format=duration", "-of", "json", output],
        capture_output=True, check=True,
    )
    counted = json.loads(done.stdout)
    recording = {
        "width": video["width"], "height": video["height"], "codec": video["codec_name"],
        "frames": int(counted["streams"][0]["nb_read_packets"]), "duration": float(counted["format"]["duration"]),
    }
    return {"recording": recording, "assurance": "erased", "covered": covered}


if __name__ == "__main__":
    sys.exit(main())
