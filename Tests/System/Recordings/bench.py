"""Where a check works: the program, a directory, and recordings and runs in it."""

import concurrent.futures
import json
import os
import pathlib
import tempfile
from dataclasses import dataclass, field

import running
import sessions
from scenes import ffmpeg

JOBS = os.cpu_count() or 2
BLACK = ("--style", "fill", "--color", "#000")


@dataclass
class Bench:
    """The program and a directory for all that a check makes; `is_full` asks for the long form."""

    program: pathlib.Path
    directory: pathlib.Path
    is_full: bool = False
    #: The recordings of sessions, by name.
    recorded: dict = field(default_factory=dict)

    def folder(self):
        """A new, empty directory."""
        return pathlib.Path(tempfile.mkdtemp(dir=self.directory))

    def chosen(self, subjects):
        """The scenes, or sessions, of this form."""
        return [subject for subject in subjects if self.is_full or not subject.is_extra]

    def make(self, scene):
        """The recording of a scene."""
        return scene.make(self.folder())

    def run(self, source, *options, extension="", patience=running.PATIENCE, **settings):
        """Redacts a recording into a directory of its own."""
        output = self.folder() / f"safe{extension or source.suffix}"
        return running.redact(self.program, source, output, *options, patience=patience, **settings)

    def look(self, source, *options, **settings):
        """Checks a recording, or what has some in it; the report in JSON is the output."""
        return running.redact(self.program, source, self.folder() / "report.json", "--format", "json", *options, verb="check", **settings)

    def black(self, source, region=None, *options, **settings):
        """Redacts a recording with a black region, or a black screen."""
        return self.run(source, *BLACK, *(("--region", ",".join(map(str, region))) if region else ()), *options, **settings)

    def policy(self, *targets):
        """A file with a policy that covers targets in black."""
        path = self.folder() / "policy.json"
        path.write_text(json.dumps({"rules": [{"target": target, "style": {"fill": {"color": "#000"}}} for target in targets]}))
        return path

    def session(self, session):
        """The recording of a session, and of all others of this form with the first."""
        if session.name not in self.recorded:
            played = [each for each in self.chosen(sessions.SESSIONS) if each.name not in self.recorded]
            self.recorded |= sessions.record(self.folder(), played if session in played else [session])
        return self.recorded[session.name]

    def at_once(self, function, tasks):
        """The results of a function for each task, in order. Processes work on them: each counts what it leaves running."""
        with concurrent.futures.ProcessPoolExecutor(JOBS, initializer=running.adopt_orphans) as workers:
            yield from workers.map(function, *zip(*tasks, strict=True))

    def check_at_once(self, claim, check, subjects):
        """Checks subjects beside each other, and makes the claims of one after those of another."""
        for claims in self.at_once(claims_of, [(check, self, subject) for subject in subjects]):
            for each in claims:
                claim(*each)


def claims_of(check, bench, subject):
    """The claims of a check, in words."""
    claims = []
    try:
        check(lambda holds, words, detail="": claims.append((bool(holds), words, str(detail))), bench, subject)
    except Exception as error:
        claims.append((False, f"{subject.name}: the check comes to its end", f"{type(error).__name__}: {error}"))
    return claims


def repeated(path, times):
    """A recording so many times as long."""
    result = path.with_name(f"{path.stem}-x{times}{path.suffix}")
    ffmpeg("-stream_loop", times - 1, "-i", path, "-c", "copy", result)
    return result
