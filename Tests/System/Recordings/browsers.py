#!/usr/bin/env python3
"""The programs that Playwright records with, for machines that lack them.

    Tests/System/Recordings/browsers.py DIRECTORY

Playwright has frames encoded by an ffmpeg of its own, which is not there: a link to Debian's stands where it is looked for. So the
container, the codec and the settings are those of Playwright. Says what PLAYWRIGHT_BROWSERS_PATH has to be.
"""

import json
import pathlib
import shutil
import sys

import playwright


def with_ffmpeg(directory):
    """The directory, as one of Playwright's programs."""
    listed = json.loads((pathlib.Path(playwright.__file__).parent / "driver" / "package" / "browsers.json").read_text())
    revision = next(each["revision"] for each in listed["browsers"] if each["name"] == "ffmpeg")
    folder = directory / f"ffmpeg-{revision}"
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / "ffmpeg-linux"
    if not link.exists():
        link.symlink_to(shutil.which("ffmpeg"))
        (folder / "INSTALLATION_COMPLETE").touch()
    return directory


if __name__ == "__main__":
    print(with_ffmpeg(pathlib.Path(sys.argv[1])))
