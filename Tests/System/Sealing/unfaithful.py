#!/usr/bin/env python3
"""Stands in for the program, and breaks each promise of sealing: `check.py unfaithful.py` shows which claims can fail.

    SNAPVEIL=… unfaithful.py redact|unseal|serve|keys OPTION...

What is covered lies open beside the result; whatever is to be restored, the redacted file is handed out; a server seals nothing.
"""

import os
import pathlib
import shutil
import subprocess
import sys

PROGRAM = os.environ["SNAPVEIL"]


def value(arguments, name):
    """What follows an option; none if it is not there."""
    return arguments[arguments.index(name) + 1] if name in arguments else None


def without(arguments, *names):
    """The arguments without options of these names."""
    left = list(arguments)
    for name in names:
        while name in left:
            at = left.index(name)
            del left[at : at + 2]
    return left


def redact(arguments):
    """Redacts, and copies the input beside the result as it is."""
    inputs = [pathlib.Path(name) for name in arguments[1:] if os.path.isfile(name)]
    originals = {path.name: path.read_bytes() for path in inputs}
    status = subprocess.run([PROGRAM, *without(arguments, "--recipient", "--recipients")]).returncode
    output, folder = value(arguments, "-o"), value(arguments, "--output-directory")
    if "--recipient" not in arguments or status:
        return status
    for name, content in originals.items():
        result = pathlib.Path(output) if output else pathlib.Path(folder or ".") / name
        if result.is_file():
            result.with_name(f"{result.name}.age").write_bytes(content)
            # A picture that shows whether something was sealed.
            with result.open("ab") as file:
                file.write(b"\n")
    return status


def unseal(arguments):
    output = value(arguments, "-o")
    if output == "-":
        sys.stdout.buffer.write(pathlib.Path(arguments[1]).read_bytes())
    elif output:
        shutil.copy(arguments[1], output)
    return 0


arguments = sys.argv[1:]
if arguments[0] == "redact":
    sys.exit(redact(arguments))
if arguments[0] == "unseal":
    sys.exit(unseal(arguments))
if arguments[0] == "serve":
    arguments = [*without(arguments, "--recipients"), "--no-seal"]
os.execv(PROGRAM, [PROGRAM, *arguments])
