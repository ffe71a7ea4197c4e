#!/usr/bin/env python3
"""Redacts recordings with `snapveil redact`, decodes every frame of the results, and looks for what should not be there.

    Tests/System/Recordings/check.py SNAPVEIL [GROUP...] [--full]    # two minutes in Deploy/test --all, or all of it

Recordings are made here: screens that `scenes.py` draws and ffmpeg encodes in each container and codec, and sessions in a browser
that Playwright itself records. Results are decoded by PyAV. In the region that a policy names no pixel of any frame may be lighter
than black, and outside it the picture has to stay to 40 dB. What a policy on sensitive text has to find, Tesseract may read in no
frame, nor the first six characters of it; it has to read all of it in the recording, or it proves nothing.

    containers  each container, codec, size and form of pixels
    times       rates, starts, turns, delays, and regions for a while
    erased      recordings that differ only under a cover have the same bytes as their result
    sound       what a file carries besides its video
    sessions    forms, lists, dialogs, pages and codes, with policies on what they show; needs SNAPVEIL_MODELS
    looks       checks and contact sheets; most need SNAPVEIL_MODELS
    hostile     damaged files, lies and names
    processes   Ctrl-C, kill, and an ffmpeg that hangs, dies, prints garbage or is not there
    quality     what is not covered, at the size of real recordings
    memory      the most that a run takes
    speed       times beside ffmpeg alone; nothing is claimed

Without names, all groups but the last three are checked. --full has these as well, every scene and session, longer recordings, and a
hundred mutations of each container instead of three. `unredacted.py` in place of SNAPVEIL shows which claims can fail, and `drawbox.py`,
which covers regions alone, which can hold. Prints a line for each claim; the status is 1 if one does not hold. Needs what
requirements.txt lists, and Debian's ffmpeg, tesseract-ocr and chromium.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Guard"))

import container_tests  # noqa: E402
import erased_tests  # noqa: E402
import hostile_tests  # noqa: E402
import look_tests  # noqa: E402
import memory_tests  # noqa: E402
import process_tests  # noqa: E402
import quality_tests  # noqa: E402
import running  # noqa: E402
import session_tests  # noqa: E402
import sound_tests  # noqa: E402
import speed_tests  # noqa: E402
import time_tests  # noqa: E402
from bench import Bench  # noqa: E402
from support import run_groups  # noqa: E402

GROUPS = {
    "containers": container_tests.check,
    "times": time_tests.check,
    "erased": erased_tests.check,
    "sound": sound_tests.check,
    "sessions": session_tests.check,
    "looks": look_tests.check,
    "hostile": hostile_tests.check,
    "processes": process_tests.check,
    "quality": quality_tests.check,
    "memory": memory_tests.check,
    "speed": speed_tests.check,
}
#: Groups that the short form leaves out.
LONG = {"quality", "memory", "speed"}


def main():
    running.adopt_orphans()
    return run_groups(GROUPS, "snapveil-recordings-", Bench, short=[name for name in GROUPS if name not in LONG])


if __name__ == "__main__":
    sys.exit(main())
