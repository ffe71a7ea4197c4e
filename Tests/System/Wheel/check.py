#!/usr/bin/env python3
"""Builds the wheel of a program with Deploy/wheel, installs it, and runs it where nothing else is.

    Tests/System/Wheel/check.py SNAPVEIL

Two builds give the same bytes. `snapveil`, `python -m snapveil` and `snapveil.program()` are the same program. With a root
file system of the installed files and the C library alone, for a user without rights, it redacts, draws the message that the
given program draws with the same fonts in the image, and serves, all with contained workers.
"""

import http.client
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "Deploy" / "lib"), str(ROOT / "Tests" / "System" / "Load")]

import confine  # noqa: E402
from server import Server  # noqa: E402

PICTURE = ROOT / "Tests" / "Support" / "Samples" / "Screens" / "ios-login.png"
# What the machine has to have: the C library, and what every program in C++ loads.
BASE = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+))\.so\.\d+")
# A font of each kind, and lines that are broken by words of Thai.
WORDS = {"title": "Screen locked 🔒", "text": "内容已隐藏 – 非公開 – 비공개. المحتوى مخفي. סודי. " + "เนื้อหาถูกซ่อนไว้เพื่อความเป็นส่วนตัว " * 4}
MESSAGE = [part for name, value in WORDS.items() for part in (f"--{name}", value)]


def check(condition, claim):
    if not condition:
        raise SystemExit(f"FAILED: {claim}")
    print(f"passed: {claim}")


def run(*command, **options):
    """What a command prints; it has to succeed."""
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, timeout=300, **options).stdout


def build(program, directory):
    run(ROOT / "Deploy" / "wheel", program, directory)
    return sorted(directory.iterdir())


def entrance(*shown):
    """What a process calls to be a user without rights in a root file system that shows these alone."""

    def enter():
        confine.change_root(shown)
        confine.become_user()

    return enter


def same_place(path):
    return (str(path), str(path))


def redacted(program, enter, *style):
    command = [program, "redact", PICTURE, *style, "--isolation", "required", "--output", "-"]
    return run(*command, preexec_fn=enter)


def check_commands(python, program, version):
    """Whichever way it is started, it is the program."""
    check(run(python, "-c", "import snapveil; print(snapveil.program())").decode().strip() == str(program), "the program is found")
    check(run(program, "--version") == run(python, "-m", "snapveil", "--version") == version, "it is of the same version")
    status = subprocess.run([python, "-m", "snapveil", "glitter"], stderr=subprocess.DEVNULL, timeout=30).returncode
    check(status == 64, "python -m snapveil ends with the program's status")
    script = f"""import pathlib, snapveil
with snapveil.Server() as server, snapveil.Client(server.url) as client:
    print(client.sanitize(pathlib.Path({str(PICTURE)!r}).read_bytes(), policy="blackout").receipt["assurance"])
"""
    check(run(python, "-c", script) == b"erased\n", "the package starts it as a server, and asks it")
    extras = run(python, "-c", "import importlib.metadata as m; print(m.requires('snapveil'))").decode()
    check(all(each in extras for each in ("imageio-ffmpeg", "snapveil-detect", "snapveil-emoji")), "its extras are models, emoji and FFmpeg")
    check(b"page.js" in run(python, "-c", "import snapveil.captures as c; print('page.js', len(c.page_script()))"), "it has its script for pages")


def check_emoji(python, installed, emoji):
    """The font for emoji is a wheel of its own, and until that is there, they are refused."""
    # Fonts of symbols have some, but no animal.
    draw = [installed, "redact", PICTURE, "--style", "message", "--title", "🐙", "--output", os.devnull]
    refused = subprocess.run(draw, stderr=subprocess.PIPE, timeout=60)
    check(refused.returncode != 0 and "U+1F419" in refused.stderr.decode(), "without its font, it refuses an emoji")
    run(python, "-m", "pip", "install", "-q", "--no-index", "--disable-pip-version-check", "--find-links", emoji.parent, "snapveil[emoji]")
    run(*draw)
    check(True, "as snapveil[emoji], it draws one")


def check_detect(python, installed, detect):
    """So are the models, and until they are there, policies that take them are refused."""
    policy = installed.parents[1] / "text.json"
    policy.write_text('{"rules": [{"target": {"text": "all"}, "style": {"fill": {"color": "#000"}}, "atLeast": 5}]}')
    look = [installed, "redact", PICTURE, "--policy", policy, "--output", os.devnull]
    refused = subprocess.run(look, stderr=subprocess.PIPE, timeout=60)
    check(refused.returncode != 0 and "no models" in refused.stderr.decode(), "without models, it refuses to look")
    run(python, "-m", "pip", "install", "-q", "--no-index", "--disable-pip-version-check", "--find-links", detect.parent, "snapveil[detect]")
    run(*look)
    check(True, "as snapveil[detect], it finds text")


def check_alone(given, installed):
    """The installed program, where there is nothing else."""
    runtime = installed.parents[1] / "share" / "snapveil" / "models" / "libonnxruntime.so"
    loaded = sorted({pathlib.Path(library) for loader in (installed, runtime) for library in confine.libraries(loader)})
    outside = [library for library in loaded if not library.resolve().is_relative_to(installed.parents[1])]
    foreign = [library.name for library in outside if not BASE.fullmatch(library.name)]
    check(not foreign, " ".join([f"it loads {len(loaded) - len(outside)} libraries that came with it, and of the machine none", *foreign]))

    alone = entrance(*map(same_place, [installed.parents[1], PICTURE, *outside]))
    try:
        run(installed, "--version", preexec_fn=alone)
    except subprocess.SubprocessError as error:
        if "preexec_fn" not in str(error):
            raise
        print("skipped: this machine does not let a program have another root")
        return
    fonts = installed.parents[1] / "share" / "snapveil" / "fonts"
    in_image = entrance((str(given), "/usr/bin/snapveil"), (str(fonts), "/usr/share/fonts"), same_place(PICTURE),
                        *map(same_place, confine.libraries(given)))

    fill = ["--style", "fill", "--color", "#000", "--region", "16,109,361,46", "--scale", "3"]
    check(redacted(installed, alone, *fill) == redacted("/usr/bin/snapveil", in_image, *fill), "it redacts as in the image")
    message = ["--style", "message", *MESSAGE]
    drawn = redacted(installed, alone, *message)
    check(drawn == redacted("/usr/bin/snapveil", in_image, *message), "it draws a message as in the image")

    with Server(str(installed), "--isolation", "required", enter=alone) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("POST", "/v1/sanitize?" + urllib.parse.urlencode({"style": "message", **WORDS}), PICTURE.read_bytes())
        response = connection.getresponse()
        check((response.status, response.read()) == (200, drawn), "it serves the same message")
        check(server.workers(), "contained workers are what draws it")
    check(server.status == 0, "it ends with status 0")


def main():
    (given,) = sys.argv[1:]
    given = pathlib.Path(given).resolve()
    with tempfile.TemporaryDirectory() as directory:
        # For the user without rights.
        os.chmod(directory, 0o755)
        directory = pathlib.Path(directory).resolve()
        wheels, again = build(given, directory / "once"), build(given, directory / "again")
        sizes = [wheel.stat().st_size / 1e6 for wheel in wheels]
        same = [one.name == other.name and one.read_bytes() == other.read_bytes() for one, other in zip(wheels, again)]
        check(all(same), " and ".join(f"{wheel.name} of {size:.1f} MB" for wheel, size in zip(wheels, sizes)) + " are the same if built again")
        wheel, detect, emoji = wheels
        check(sizes[0] < 36, "the wheel has less than 36 MB")
        version = run(given, "--version")
        check(wheel.name.startswith(f"snapveil-{version.decode().strip()}-py3-none-manylinux_"), "its name tells version and platform")
        run(sys.executable, "-m", "venv", directory / "venv")
        python, installed = directory / "venv" / "bin" / "python", directory / "venv" / "bin" / "snapveil"
        run(python, "-m", "pip", "install", "-q", "--no-index", "--disable-pip-version-check", wheel)
        check_commands(python, installed, version)
        check_emoji(python, installed, emoji)
        check_detect(python, installed, detect)
        check_alone(given, installed)


if __name__ == "__main__":
    main()
