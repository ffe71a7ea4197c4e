"""Snapveil makes screenshots safe to keep. The wheel carries the program itself."""

import importlib.metadata
import os
import pathlib

__all__ = ["program"]


def program() -> str:
    """The path of the program `snapveil` that was installed with this package.

    Raises `FileNotFoundError` if it is not there any more.
    """
    # Where programs go is up to the installer, which notes it. What it notes of `pip install --target` is where they were
    # before it moved them.
    noted = importlib.metadata.files("snapveil") or []
    paths = [pathlib.Path(file.locate()) for file in noted if file.name == "snapveil"]
    for path in [*paths, pathlib.Path(__file__).parents[1] / "bin" / "snapveil"]:
        if path.is_file() and os.access(path, os.X_OK):
            return str(path.resolve())
    raise FileNotFoundError("the program snapveil is not where it was installed")
