#!/usr/bin/env python3
"""Tests the package for Python with a program, browsers and tools of test.

    Tests/System/Python/run.py SNAPVEIL [option of pytest …]

The package is laid out as pip lays it out, so that pytest finds its plugin, from the sources and the program that is given.
The server is the one in KITS_SERVER, or one for each process of tests. Needs what requirements.txt names, and Debian's
chromium and chromium-driver.
"""

import configparser
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parents[2] / "Sources" / "Clients" / "Python"


def lay_out(program, site):
    """What `pip install --target` makes of the package."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    (site / "snapveil").symlink_to(PACKAGE / "src" / "snapveil")
    (site / "bin").mkdir()
    (site / "bin" / "snapveil").symlink_to(program)
    information = site / "snapveil-0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: snapveil\nVersion: 0\n")
    entries = configparser.ConfigParser()
    entries.read_dict(project["entry-points"])
    text = io.StringIO()
    entries.write(text)
    (information / "entry_points.txt").write_text(text.getvalue())


def main():
    program, *options = sys.argv[1:]
    with tempfile.TemporaryDirectory() as site:
        lay_out(pathlib.Path(program).resolve(), pathlib.Path(site))
        # Nothing of this is for the repository.
        environment = {**os.environ, "PYTHONPATH": site, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "python_files=*_tests.py"]
        # Tests of the browser mostly wait for it.
        command += ["-n", str(len(os.sched_getaffinity(0))), "--dist", "worksteal"]
        if url := os.environ.get("KITS_SERVER"):
            command += ["--snapveil-url", url]
        return subprocess.run([*command, *options], cwd=HERE, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
