#!/usr/bin/env python3
"""Collects FFmpeg as the target `recordings` of the Dockerfile does, and redacts a recording with it where nothing else is.

    Tests/System/Recordings/image.py SNAPVEIL

For a user without rights, in a root file system that is read-only and holds what the image holds. Needs Debian's ffmpeg, root, and the
right to mount; says so where a machine does not let it.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "Deploy" / "lib"))

import confine  # noqa: E402
import measures  # noqa: E402
from scenes import VP9, Scene  # noqa: E402

# What the base of the image has, beside what loads it.
BASE = re.compile(r"/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+))\.so\.\d+$")
ENCODERS = {"libvpx", "libvpx-vp9", "libsvtav1", "libx264", "libx265", "gif", "apng", "libwebp_anim"}
GPL = ("ffmpeg", "libx264", "libx265")


def check(holds, claim):
    if not holds:
        raise SystemExit(f"FAILED: {claim}")
    print(f"passed: {claim}")


def alone(shown, *command):
    """What a command prints where these files alone are shown; None if this machine has no such place."""

    def enter():
        confine.change_root(shown, written=("/out",))
        confine.become_user()

    try:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=120, env={"PATH": "/usr/bin"}, preexec_fn=enter).stdout
    except subprocess.SubprocessError as error:
        if "preexec_fn" not in str(error):
            raise
        return None


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as directory:
        tree = pathlib.Path(directory) / "tree"
        subprocess.run(["bash", ROOT / "Deploy" / "lib" / "collect-ffmpeg.sh", tree], check=True)
        recorded = {path.name for path in (tree / "var/lib/dpkg/status.d").iterdir() if path.suffix != ".md5sums"}
        has_terms = all((tree / "usr/share/doc" / name / "copyright").is_file() for name in recorded)
        has_terms = has_terms and all(any(name.startswith(each) for name in recorded) for each in GPL)
        check(has_terms, f"{len(recorded)} packages are recorded with their terms, those under the GPL among them")

        base = [library for library in confine.libraries("/usr/bin/ffmpeg") if BASE.search(library)]
        shown = [*((tree / place, f"/{place}") for place in ("usr/bin/ffmpeg", "usr/lib")), *((library, library) for library in base)]
        said = alone(shown, "/usr/bin/ffmpeg", "-hide_banner", "-encoders")
        if said is None:
            print("skipped: this machine does not let a program have another root")
            return
        check(set(said.decode().split()) >= ENCODERS, "FFmpeg runs, and has each encoder")

        scene, folder = Scene("in the image", "webm", VP9), pathlib.Path(directory) / "out"
        folder.mkdir()
        folder.chmod(0o777)
        source, result = scene.make(directory), folder / "safe.webm"
        # The program finds its libraries in a place of its own there, and FFmpeg has been seen to take none of them.
        others = [(library, library) for library in confine.libraries(program) if library not in base]
        shown += [*others, (program, "/usr/bin/snapveil"), (source, "/source.webm"), (folder, "/out")]
        alone(shown, "snapveil", "redact", "/source.webm", "--style", "fill", "--color", "#000", "--isolation", "required", "-o", "/out/safe.webm")
        check(len(measures.times(result)) == scene.count, "a recording is redacted with it")
        check(not measures.uncovered(result, measures.Cover(0, 0, *scene.size)), "it is black in every frame")


if __name__ == "__main__":
    main()
