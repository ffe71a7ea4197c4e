"""How long a run takes beside ffmpeg that only decodes and encodes, with the settings that the program was seen to use. Nothing is claimed."""

import os
import shlex
import subprocess
import time

import measures
import sessions
from scenes import FFMPEG, H264, QUIET, VP9, Scene

DEFAULTS = {".webm": VP9, ".mp4": H264}
STYLES = {
    "black region": ["--style", "fill", "--color", "#000"],
    "blurred region": ["--style", "blur", "--radius", "20"],
    "frosted region": ["--style", "veil"],
}


def check(claim, bench):
    count = 250 if bench.is_full else 75
    for scene in (Scene("1280x720 VP9", "webm", VP9, size=(1280, 720), count=count), Scene("1280x720 H.264", "mp4", H264, size=(1280, 720), count=count)):
        source, alone = bench.make(scene), None
        for style, options in STYLES.items():
            run = bench.run(source, *options, "--region", ",".join(map(str, scene.region)), measures=True)
            if not run.is_good:
                print(f"   {scene.name}, {style}: {run}")
                continue
            settings = settings_of(run.commands) or DEFAULTS[source.suffix]
            alone = alone or seconds_alone(source, settings, bench.folder() / f"alone{source.suffix}")
            print(f"   {scene.name}, {style}: {run.seconds:.2f} s, {run.seconds / alone:.2f} times ffmpeg alone ({alone:.2f} s: {shlex.join(settings)})")
    if os.environ.get("SNAPVEIL_MODELS"):
        for session in bench.chosen(sessions.SESSIONS):
            source = bench.session(session)
            run, length = bench.run(source, "--policy", bench.policy({"text": "sensitive"}), patience=300), measures.end(source)
            frames = len(measures.times(source))
            print(f"   {session.name}, sensitive text: {run.seconds:.1f} s for {length:.1f} s and {frames} frames, {run.seconds / length:.2f} times as long")


def settings_of(commands):
    """The options of the encoder that was seen to run: from the codec to the container; none if no such ffmpeg was seen."""
    for command in commands:
        words = command.split()
        names = [at for at, word in enumerate(words) if word in ("-c:v", "-codec:v", "-vcodec", "-c")]
        if words and words[0].endswith("ffmpeg") and names and "rawvideo" not in words[names[-1] + 1] and "copy" not in words[names[-1] + 1]:
            rest = words[names[-1]:]
            end = next((at for at, word in enumerate(rest) if word in ("-f", "-map", "-vf") and at), len(rest) - 1)
            return rest[:end]
    return []


def seconds_alone(source, settings, output):
    start = time.monotonic()
    subprocess.run([*FFMPEG, "-i", source, "-an", "-fps_mode", "passthrough", *settings, output], check=True, env=QUIET)
    return time.monotonic() - start
