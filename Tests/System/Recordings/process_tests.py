"""Ends that come early: Ctrl-C and kill, and an ffmpeg that hangs, dies, prints garbage or is not there."""

import os
import shutil
import signal
import sys

import measures
import running
from bench import BLACK, repeated
from measures import Cover
from scenes import H264, VP9, Scene

#: Scripts that stand in for ffmpeg and ffprobe, which are found at REAL.
FAKES = {
    "hangs": "exec sleep 1000",
    "hangs in a process of its own": "sleep 1000",
    "reads all and hangs": "cat >/dev/null; exec sleep 1000",
    "hangs and ignores signals": "trap '' TERM INT HUP PIPE; while :; do sleep 1; done",
    "dies": "exit 1",
    "crashes": "kill -SEGV $$",
    "says that all is well, and does nothing": "exit 0",
    "prints garbage": "head -c 300000 /dev/urandom; exit 0",
    "prints without end": "exec yes garbage",
    "complains without end": "exec yes garbage >&2",
}
#: The same for one that works as it should until some bytes are written. A program may well be done by then.
FAKES_MIDWAY = {
    "hangs midway": 'REAL "$@" | head -c 30000; exec sleep 1000',
    "dies midway": 'REAL "$@" | head -c 30000; exit 1',
    "prints garbage midway": 'REAL "$@" | head -c 30000; exec head -c 300000 /dev/urandom',
}
REGION = (10, 20, 100, 60)
SIGNALS = {
    "Ctrl-C": running.interrupt_group,
    "SIGINT to the program alone": lambda process: process.send_signal(signal.SIGINT),
    "SIGTERM": lambda process: process.send_signal(signal.SIGTERM),
    "SIGKILL": lambda process: process.kill(),
}
STATUSES = {"SIGTERM": (143, -signal.SIGTERM, *running.ERRORS, *running.INTERRUPTED), "SIGKILL": (-signal.SIGKILL,)}


def check(claim, bench):
    check_signals(claim, bench)
    check_fakes(claim, bench)


def check_signals(claim, bench):
    source = repeated(bench.make(Scene("long", "webm", VP9, size=(1280, 720), count=50)), 30)
    for name, send in SIGNALS.items():
        for at in (0.1, 1.0) if name == "Ctrl-C" else (1.0,):
            run = bench.black(source, (10, 20, 300, 200), at=at, send=send)
            if name == "SIGKILL":
                # Nobody is left to tidy up: a partial file may lie beside, under no name that is taken for a result.
                run.files = []
            is_right = run.status in STATUSES.get(name, running.INTERRUPTED) and not run.output.exists() and run.leaves_nothing
            claim(is_right and run.seconds < at + 10, f"{name} after {at} s: ends it, and nothing is written or left", run)


def check_fakes(claim, bench):
    source, scripts = bench.make(Scene("short", "mp4", H264, count=50)), {**FAKES, **FAKES_MIDWAY}
    tasks = [(bench.program, source, bench.folder() / "safe.mp4", path_with(bench.folder(), script)) for script in scripts.values()]
    for name, run in zip(scripts, bench.at_once(run_with, tasks), strict=True):
        is_refused = run.is_error and run.leaves_nothing
        if name in FAKES_MIDWAY:
            is_good = run.is_good and run.leaves_nothing and not measures.uncovered(run.output, Cover(*REGION))
            claim(is_good or is_refused, f"an ffmpeg that {name}: is a named error, unless the result is whole", run)
        else:
            claim(is_refused, f"an ffmpeg that {name}: is a named error", run)
    run = run_with(bench.program, source, bench.folder() / "safe.mp4", path_without(bench.folder()))
    claim(run.is_error and run.leaves_nothing, "no ffmpeg: is a named error", run)


def run_with(program, source, output, path):
    return running.redact(program, source, output, *BLACK, "--region", ",".join(map(str, REGION)), PATH=path)


def path_with(folder, script):
    """A PATH in which a script is first that stands in for ffmpeg and ffprobe."""
    for tool in ("ffmpeg", "ffprobe"):
        fake = folder / tool
        fake.write_text("#!/bin/sh\n" + script.replace("REAL", shutil.which(tool)) + "\n")
        fake.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def path_without(folder):
    """A PATH with neither ffmpeg nor ffprobe; this Python is in it, for programs that are scripts."""
    (folder / "python3").symlink_to(sys.executable)
    (folder / "env").symlink_to("/usr/bin/env")
    return str(folder)
