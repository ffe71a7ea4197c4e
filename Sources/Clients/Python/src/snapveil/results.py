"""What tools leave of a run besides screenshots: it lies in a private folder until all of it is safe."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
from typing import Any, Dict, List, Optional, Union

from snapveil.private import PrivateFolder
from snapveil.schema import Policy
from snapveil.server import program

__all__ = ["Results"]

class Results:
    """The folders that some options of pytest name for results: tools write into private ones in their place, of which what is safe
    goes where the options said.

    `names` are those of the options, and `secrets` is the file of values that are to be nowhere in them.
    """

    def __init__(self, options: Any, names: List[str], policy: Union[str, Policy], secrets: Optional[str]):
        self._policy, self._secrets = policy, secrets
        self._private = PrivateFolder()
        self._raw = self._private.path / "raw"
        self._targets = {name: pathlib.Path(getattr(options, name)).absolute() for name in names}
        #: The private folders, by the options.
        self.folders = {name: str(self._raw / name) for name in names}
        for folder in self.folders.values():
            os.makedirs(folder)
        vars(options).update(self.folders)
        self._settings = self._move_temporary_files()

    def _move_temporary_files(self) -> Dict[str, Optional[str]]:
        """Has tools, and programs that they start, put traces that are not finished into the private folder; the settings before.

        The folders that pytest gives to tests stay where they were.
        """
        folder = self._private.path / "tmp"
        folder.mkdir()
        settings = {"TMPDIR": str(folder), "PYTEST_DEBUG_TEMPROOT": os.environ.get("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())}
        before = {name: os.environ.get(name) for name in settings}
        os.environ.update(settings)
        tempfile.tempdir = None
        return before

    def begin(self) -> None:
        """Empties the folder of pytest-playwright, which does so before a run, too, and now with another one."""
        if output := self._targets.get("output"):
            shutil.rmtree(output, ignore_errors=True)

    def keep_safe(self) -> List[str]:
        """Puts what is safe where the options said; what there is to say about it.

        Raises `RuntimeError`, with the reason, where nothing can be kept.
        """
        if not any(path.is_file() for path in self._raw.rglob("*")):
            return []
        safe = self._private.path / "safe"
        command = [program(), "redact", str(self._raw), "--everything", "--output-directory", str(safe), "--policy", self._policy_name()]
        command += ["--secrets", self._secrets] if self._secrets else []
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
        said = done.stderr.replace(str(self._raw), "the results").strip().splitlines()
        if done.returncode:
            raise RuntimeError("; ".join(said) or f"snapveil ended with {done.returncode}")
        for option, target in self._targets.items():
            if (safe / option).is_dir():
                shutil.copytree(safe / option, target, dirs_exist_ok=True)
        return said

    def _policy_name(self) -> str:
        if isinstance(self._policy, str):
            return self._policy
        path = self._private.path / "policy.json"
        path.write_text(json.dumps(self._policy))
        return str(path)

    def remove(self) -> None:
        """Removes all that is private, and puts the settings back."""
        for name, value in self._settings.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        tempfile.tempdir = None
        self._private.remove()
