"""What tools leave of a run besides screenshots: it lies in a private folder until all of it is safe."""

import dataclasses
import html
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import urllib.parse
from typing import Any, Dict, List, Optional, Union

from snapveil.private import PrivateFolder
from snapveil.schema import Policy
from snapveil.server import environment, program

__all__ = ["FILES", "FOLDERS", "Results", "check_recordings"]

#: The options that name a folder, into which workers of pytest-xdist write, too.
FOLDERS = ("output", "allure_report_dir")
#: The options that name a file: a plugin reads it before the run, and writes the file in the process of the run alone.
FILES = ("xmlpath", "htmlpath")

#: Seconds after which the program is ended: nothing is kept then.
LONGEST = 3600.0


@dataclasses.dataclass(frozen=True)
class _Place:
    """The folder that the results of an option go to, the private one until they are safe, and the name of a file in both."""

    target: pathlib.Path
    private: pathlib.Path
    file: str

    @classmethod
    def of(cls, name: str, given: str, private: pathlib.Path) -> "_Place":
        """The place that the value of an option says."""
        if name in FOLDERS:
            return cls(pathlib.Path(given).absolute(), private, "")
        # As pytest and pytest-html understand it.
        path = pathlib.Path(os.path.abspath(os.path.expanduser(os.path.expandvars(given))))
        return cls(path.parent, private, path.name)

    def named(self, text: str) -> str:
        """A text with the target in place of the private folder."""
        return text.replace(self.private.as_uri(), self.target.as_uri()).replace(str(self.private), str(self.target))


class Results:
    """The folders and files that some options of pytest name for results: tools write into private folders in their place, of which
    what is safe goes where the options said.

    Each option has a private folder. All of it goes to the target, so that what a tool puts beside a file goes there, too.

    `names` are those of the options, and `secrets` is the file of values that are to be nowhere in them. With `has_videos`, recordings
    are covered, too; otherwise there are none among what is safe.
    """

    def __init__(
        self, options: Any, names: List[str], policy: Union[str, Policy], secrets: Optional[str], has_videos: bool = False
    ):
        self._options, self._policy, self._secrets, self._has_videos = options, policy, secrets, has_videos
        self._private = PrivateFolder()
        self._raw = self._private.path / "raw"
        self._given = {name: getattr(options, name) for name in names}
        self._places = {name: _Place.of(name, given, self._raw / name) for name, given in self._given.items()}
        for place in self._places.values():
            place.private.mkdir(parents=True)
        #: Lines about videos.
        self.lost: List[str] = []
        #: The private paths, by the options.
        self.paths = {name: str(place.private / place.file) for name, place in self._places.items()}
        #: Those into which workers write, too.
        self.folders = {name: path for name, path in self.paths.items() if name in FOLDERS}
        vars(options).update(self.paths)
        # Tools that write into folders have temporary files, too; a plugin writes a file directly.
        self._settings = self._move_temporary_files() if self.folders else {}

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
        """Takes away the results of an earlier run: reports, and the folder that pytest-playwright would have emptied."""
        for name, place in self._places.items():
            path = place.target / place.file
            if name == "output":
                shutil.rmtree(path, ignore_errors=True)
            elif path.is_file() and not path.is_symlink():
                path.unlink()

    def show_files(self) -> None:
        """Gives the options of files their values back: their plugins have read the private ones, and tests link from the targets."""
        vars(self._options).update({name: given for name, given in self._given.items() if name in FILES})

    def keep_safe(self) -> List[str]:
        """Puts what is safe where the options said, and gives them all their values back; what there is to say about it.

        Raises `RuntimeError`, with the reason, where nothing can be kept. Afterwards, `lost` has a line for each video that was left out.
        """
        vars(self._options).update(self._given)
        if not any(path.is_file() for path in self._raw.rglob("*")):
            return []
        self._name_targets()
        safe, receipt = self._private.path / "safe", self._private.path / "receipt.json"
        options = ["--secrets", self._secrets] if self._secrets else []
        options += ["--video", "redact", "--receipt", str(receipt)] if self._has_videos else []
        done = _redact(self._raw, safe, _policy_name(self._policy, self._private.path), *options)
        said = self._said(done.stderr).strip().splitlines()
        if done.returncode:
            raise RuntimeError("; ".join(said) or f"snapveil ended with {done.returncode}")
        if self._has_videos:
            self.lost = self._lost(json.loads(receipt.read_text()))
        for name, place in self._places.items():
            _copy(safe / name, place.target)
        return said

    @property
    def videos(self) -> int:
        """The number of videos that are to be covered."""
        return sum(path.is_file() for path in self._raw.rglob("*.webm")) if self._has_videos else 0

    def _lost(self, receipt: Dict[str, Any]) -> List[str]:
        """A line for each video that a receipt says was left out."""
        left = [entry for entry in receipt["entries"] if entry["name"].endswith(".webm") and entry["outcome"] == "dropped"]
        return [f"{self._place_of(entry['name'])} was left out: {'; '.join(entry['dropped'])}" for entry in left]

    def _place_of(self, name: str) -> pathlib.Path:
        """The place that an entry of the results would have had."""
        option, _, rest = name.partition("/")
        return self._places[option].target / rest

    def line(self, text: str) -> Optional[str]:
        """A line that a tool says, with the targets in place of the private folders; `None` if it names a file that was not kept."""
        for place in self._places.values():
            if place.file and str(place.private) in text and not (place.target / place.file).exists():
                return None
        return self._named(text)

    def _name_targets(self) -> None:
        """Has reports name the targets in place of the private folders."""
        for report in self._places.values():
            path = report.private / report.file
            if not path.is_file():
                continue
            text = path.read_bytes()
            for place in self._places.values():
                text = text.replace(_link(place.private, report.target), _link(place.target, report.target))
                text = text.replace(os.fsencode(place.private), _shown(place.target))
            path.write_bytes(text)

    def _named(self, text: str) -> str:
        for place in self._places.values():
            text = place.named(text)
        return text

    def _said(self, text: str) -> str:
        """A text of the program, which names files by their places in the private folder."""
        text = self._named(text).replace(str(self._raw), "the results")
        for name, place in self._places.items():
            text = text.replace(f'"{name}/', f'"{place.target}/')
        return text

    def remove(self) -> None:
        """Removes all that is private, and puts the settings back."""
        for name, value in self._settings.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        tempfile.tempdir = None
        self._private.remove()


def check_recordings(policy: Policy) -> None:
    """Raises `RuntimeError`, with the reason, where no recording can be covered by a policy on this machine."""
    targets = [rule["target"] for rule in policy["rules"]] + list(policy.get("keep", []))
    if any(isinstance(target, dict) and not {"element", "elements"}.isdisjoint(target) for target in targets):
        raise RuntimeError("the policy names elements, and a video has no page sources: name text, codes or places instead")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "raw").mkdir()
        # Of nothing, the program says what it lacks.
        done = _redact(folder / "raw", folder / "safe", _policy_name(policy, folder), "--video", "redact")
        if done.returncode:
            raise RuntimeError(done.stderr.replace(f"{folder}/", "").replace("snapveil: ", "", 1).strip())


def _redact(folder: pathlib.Path, target: pathlib.Path, policy: str, *options: str) -> "subprocess.CompletedProcess[str]":
    """Has the program make the files of a folder safe, as one run."""
    command = [program(), "redact", str(folder), "--everything", "--output-directory", str(target), "--policy", policy, *options]
    try:
        return subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", env=environment(), timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"it took longer than {LONGEST:g} seconds") from None


def _policy_name(policy: Union[str, Policy], folder: pathlib.Path) -> str:
    """What the program takes for a policy: its name, or a file in a folder."""
    if isinstance(policy, str):
        return policy
    path = folder / "policy.json"
    path.write_text(json.dumps(policy))
    return str(path)


def _link(path: pathlib.Path, folder: pathlib.Path) -> bytes:
    """A link as pytest-playwright writes it into a report of pytest-html that lies in a folder."""
    return urllib.parse.quote(os.fsencode(os.path.relpath(path, folder))).encode()


def _shown(path: pathlib.Path) -> bytes:
    """A path as pytest-playwright writes it into a report of JUnit: relative if it is below the working directory."""
    here = pathlib.Path.cwd()
    return html.escape(str(path.relative_to(here) if here in path.parents else path)).encode()


def _copy(folder: pathlib.Path, target: pathlib.Path) -> None:
    """Copies the files of a folder into another, of which nothing else changes."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            copy = target / path.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            with path.open("rb") as source, copy.open("wb") as destination:
                shutil.copyfileobj(source, destination)
