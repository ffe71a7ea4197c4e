"""Runs the program on a recording, and sees what it leaves: a status, words, files, processes, and how much memory it took at most.

What a run starts may outlive it, under another parent. So the process that runs it adopts all orphans, and whatever has come to
descend from it since is of the run.
"""

import ctypes
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field

#: Seconds that any run may take.
PATIENCE = 60
#: Seconds that what has been started may still need to end.
GRACE = 2
#: Seconds between two looks at memory.
INTERVAL = 0.03
_ADOPT_ORPHANS = 36
#: Statuses of an error with a reason: a file failed, options do not go together, a file is no recording.
ERRORS = (1, 64, 65, 66, 69, 70, 73, 74, 78)
INTERRUPTED = (130, -signal.SIGINT)

Path = pathlib.Path


def adopt_orphans():
    """Makes orphans of this process's descendants its children."""
    ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)


@dataclass
class Run:
    """What became of a run."""

    status: int = None
    words: str = ""
    seconds: float = 0
    output: Path = None
    receipt: Path = None
    #: What was still running, and the files that are neither the result nor the receipt.
    processes: list = field(default_factory=list)
    files: list = field(default_factory=list)
    #: The most memory of all its processes, in MB, of shared memory a share each; and the command lines of those.
    peak: float = 0
    commands: set = field(default_factory=set)

    @property
    def is_good(self):
        return self.status == 0 and self.output.is_file() and self.output.stat().st_size > 0

    @property
    def is_error(self):
        """Whether it is an error as the program words them: a line with a reason, and no file."""
        line = self.words.strip()
        return self.status in ERRORS and line.startswith("snapveil: ") and "\n" not in line and not self.output.exists()

    @property
    def leaves_nothing(self):
        return not self.processes and not self.files

    def __str__(self):
        ending = "" if self.leaves_nothing else f", leaves {self.processes} {self.files}"
        result = "" if self.output.exists() else ", no result"
        return f"status {self.status} after {self.seconds:.1f} s{result}{ending}: {self.words.strip()[-300:]}"


def redact(program, source, output, *options, verb="redact", patience=PATIENCE, at=None, send=None, measures=False, **variables):
    """Redacts a recording, or looks at it, by another verb. `at` so many seconds a signal goes to the program, or to its group as Ctrl-C does: `send(process)`."""
    run, source, output = Run(output=Path(output)), Path(source), Path(output)
    command = [str(program), verb, str(source), "-o", str(output), *map(str, options)]
    run.receipt = next((Path(options[at + 1]) for at, option in enumerate(options) if option == "--receipt"), None)
    before, earlier = set(output.parent.iterdir()), set(descendants(os.getpid()))
    with tempfile.TemporaryDirectory(prefix="snapveil-run-") as temporary, tempfile.TemporaryFile() as errors:
        environment = {**os.environ, "TMPDIR": temporary, **variables}
        start = time.monotonic()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, env=environment, start_new_session=True
        )
        watch = Watch(process.pid) if measures else None
        try:
            if send:
                time.sleep(at)
                send(process)
            run.status = process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            run.words = f"no end within {patience} s\n"
        run.seconds = time.monotonic() - start
        if watch:
            run.peak, run.commands = watch.end()
        run.processes = left_running(earlier)
        errors.seek(0)
        run.words += errors.read().decode(errors="replace")
        run.files = [path.name for path in set(output.parent.iterdir()) - before - {output, run.receipt}]
        run.files += [f"$TMPDIR/{path.name}" for path in Path(temporary).iterdir()]
    return run


def interrupt_group(process):
    """What Ctrl-C does."""
    os.killpg(process.pid, signal.SIGINT)


def descendants(pid):
    """All that descend from a process."""
    found = [pid]
    for parent in found:
        try:
            for thread in os.listdir(f"/proc/{parent}/task"):
                found += map(int, Path(f"/proc/{parent}/task/{thread}/children").read_text().split())
        except OSError:
            continue
    return found[1:]


def left_running(earlier):
    """The command lines of what has been started and does not end, which is then ended."""
    deadline = time.monotonic() + GRACE
    while (left := alive(set(descendants(os.getpid())) - earlier)) and time.monotonic() < deadline:
        time.sleep(0.02)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    return list(left.values())


def alive(pids):
    """Those that run, with their command lines; orphans that have ended are waited for."""
    found = {}
    for pid in pids:
        try:
            if os.waitpid(pid, os.WNOHANG)[0]:
                continue
        except OSError:
            pass
        if command := command_line(pid):
            found[pid] = command[:120]
    return found


def command_line(pid):
    """The command line of a process; none if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def memory(pid):
    """The proportional memory of a process, in kB; all of it, if that is for root alone to know."""
    for file, name in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
        try:
            lines = Path(f"/proc/{pid}/{file}").read_text().splitlines()
        except OSError:
            continue
        return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)
    return 0


class Watch:
    """Looks at the memory of a process and its descendants all the time."""

    def __init__(self, pid):
        self.pid, self.peak, self.commands, self.has_ended = pid, 0, set(), threading.Event()
        self.thread = threading.Thread(target=self._look, daemon=True)
        self.thread.start()

    def _look(self):
        while not self.has_ended.wait(INTERVAL):
            processes = [self.pid, *descendants(self.pid)]
            self.peak = max(self.peak, sum(map(memory, processes)) / 1024)
            self.commands.update(map(command_line, processes))

    def end(self):
        """The most memory in MB, and the command lines that were seen."""
        self.has_ended.set()
        self.thread.join()
        return self.peak, self.commands
