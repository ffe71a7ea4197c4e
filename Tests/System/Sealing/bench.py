"""Where a check works: the program, a directory, keys, and runs."""

import concurrent.futures
import functools
import os
import pathlib
import random
import subprocess
import tempfile
from dataclasses import dataclass

import pyrage

JOBS = os.cpu_count() or 2
#: Seconds that a run may take.
PATIENCE = 60
FILL = ("--style", "fill", "--color", "#a01040")
SCREENS = pathlib.Path(__file__).resolve().parent.parent.parent / "Support" / "Samples" / "Screens"


@dataclass
class Run:
    """The end of a run: its status, None if it had to be killed, and its output."""

    status: int | None
    output: bytes
    words: str

    @property
    def is_good(self):
        return self.status == 0

    @property
    def is_refusal(self):
        """Whether it is one line of printable characters and an exit status of an error."""
        line = self.words.removesuffix("\n")
        return self.status is not None and self.status > 0 and line.startswith("snapveil: ") and line.isprintable()

    def refuses(self, *words):
        return self.is_refusal and all(word in self.words for word in words)

    def __str__(self):
        return f"status {self.status}: {self.words.strip()[-300:]!r}"


@dataclass(frozen=True)
class Key:
    """An identity in a file, and its recipient."""

    file: pathlib.Path
    recipient: str

    @functools.cached_property
    def secret(self):
        return next(line for line in self.file.read_text().splitlines() if line.startswith("AGE-SECRET-KEY-1"))

    def open(self, sealed):
        """The content of a sealed file, by pyrage."""
        return pyrage.decrypt(sealed, [pyrage.x25519.Identity.from_str(self.secret)])


@dataclass
class Bench:
    """The program and a directory for all that a check makes; `is_full` asks for the long form."""

    program: pathlib.Path
    directory: pathlib.Path
    is_full: bool = False

    def folder(self):
        """A new, empty directory."""
        return pathlib.Path(tempfile.mkdtemp(dir=self.directory))

    def few_or_many(self, few, many):
        return many if self.is_full else few

    @functools.cached_property
    def random(self):
        return random.Random(37)

    @functools.cached_property
    def team(self):
        return self.key("team")

    @functools.cached_property
    def other(self):
        return self.key("other")

    def key(self, name):
        """A new identity of the program."""
        file = self.folder() / f"{name}.key"
        return Key(file, self.run("keys", "new", file).output.decode().strip())

    def run(self, *arguments, content=None, patience=PATIENCE, **variables):
        """Runs the program to its end, with `content` as its standard input."""
        given = {"input": content} if content is not None else {"stdin": subprocess.DEVNULL}
        command = [str(self.program), *map(str, arguments)]
        try:
            done = subprocess.run(command, capture_output=True, timeout=patience, env={**os.environ, **variables}, **given)
        except subprocess.TimeoutExpired as error:
            return Run(None, b"", f"no end within {error.timeout} s")
        return Run(done.returncode, done.stdout, done.stderr.decode(errors="replace"))

    def redact(self, source, output, *options, style=FILL, key=None, **settings):
        """Redacts a file, and seals it to `key`."""
        sealing = ("--recipient", key.recipient) if key else ()
        return self.run("redact", source, *style, *options, *sealing, "-o", output, **settings)

    def unseal(self, redacted, output, *options, sealed=None, key=None, **settings):
        """Restores a file by a sealed one, or by the one beside it."""
        files = (redacted, sealed) if sealed else (redacted,)
        return self.run("unseal", *files, *options, "--identity", (key or self.team).file, "-o", output, **settings)

    def restored(self, redacted, *options, sealed=None, key=None, suffix=".png"):
        """The bytes that a redacted file is restored to; a failure is an error."""
        output = self.folder() / f"restored{suffix}"
        run = self.unseal(redacted, output, *options, sealed=sealed, key=key)
        if not run.is_good:
            raise RuntimeError(f"{redacted.name}: {run}")
        return output.read_bytes()

    def at_once(self, function, *tasks):
        """The results of a function for each task, in their order. Threads wait for processes meanwhile."""
        with concurrent.futures.ThreadPoolExecutor(JOBS) as threads:
            return list(threads.map(function, *tasks))

    def wrong(self, function, tasks):
        """The faults that a function, which returns one or none, finds in tasks. An error is one, too."""

        def fault(task):
            try:
                return function(task)
            except Exception as error:
                return f"{task}: {type(error).__name__}: {error}"

        return [fault for fault in self.at_once(fault, tasks) if fault]
