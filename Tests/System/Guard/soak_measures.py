"""What a guard and its workers hold: memory and descriptors, from /proc. Only its user, or root, can read that."""

import os
import threading
from dataclasses import dataclass, fields

#: Seconds between two looks.
INTERVAL = 1


def tree(pid):
    """A process and all that descend from it."""
    found = [pid]
    for parent in found:
        try:
            for thread in os.listdir(f"/proc/{parent}/task"):
                with open(f"/proc/{parent}/task/{thread}/children") as children:
                    found += map(int, children.read().split())
        except OSError:
            continue
    return found


@dataclass
class Holding:
    """What some processes hold, in megabytes that are resident, and in numbers."""

    #: Memory, of which what several share counts for each.
    each: float = 0
    #: The same in shares: all of it, what is of a process alone, and what the guard shares with workers for pictures.
    shared_out: float = 0
    own: float = 0
    pictures: float = 0
    #: Descriptors, and those of memory that is shared with workers, which a guard keeps for the next picture.
    descriptors: int = 0
    regions: int = 0
    processes: int = 0

    @classmethod
    def of(cls, pid):
        processes = tree(pid)
        lines = [line for one in processes for line in _lines(f"/proc/{one}/smaps_rollup")]
        names = ("Rss:", "Pss:", "Pss_Anon:", "Pss_Shmem:")
        memory = (sum(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024 for name in names)
        targets = [target for one in processes for target in _targets(one)]
        regions = sum(target.startswith("/memfd:") for target in targets)
        return cls(*memory, len(targets) - regions, regions, len(processes))

    def most(self, other):
        """The greater of each."""
        return Holding(*(max(getattr(self, field.name), getattr(other, field.name)) for field in fields(Holding)))

    def __str__(self):
        return (
            f"{self.shared_out:4.0f} MB, {self.own:.0f} of them its own and {self.pictures:.0f} for pictures "
            f"({self.each:.0f} MB if what is shared counts for each); "
            f"{self.descriptors} descriptors, {self.regions} of memory, {self.processes} processes"
        )


def _lines(path):
    """The lines of a file; none if its process has ended."""
    try:
        with open(path) as lines:
            return lines.readlines()
    except (FileNotFoundError, ProcessLookupError):
        return []


def _targets(pid):
    """What the descriptors of a process are of."""
    try:
        names = os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return
    for name in names:
        try:
            yield os.readlink(f"/proc/{pid}/fd/{name}")
        except OSError:
            continue


class Measures:
    """Looks again and again while in a `with`; `note` keeps what there is at that moment."""

    def __init__(self, pid):
        self.pid, self.most, self.notes = pid, Holding(), []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def _look(self):
        while not self._ended.wait(INTERVAL):
            self.most = self.most.most(Holding.of(self.pid))

    def note(self):
        self.notes.append(Holding.of(self.pid))

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()

    def __str__(self):
        return "\n    ".join([*map(str, self.notes), f"{self.most} at most"])

    def problems(self, most, growth, more_descriptors):
        """Sentences on what is not as it has to be. The memory for pictures is bounded with all the rest, and may grow up to that."""
        before, after = self.notes[0], self.notes[-1]
        if self.most.shared_out > most:
            yield f"it took {self.most.shared_out:.0f} MB, and may take {most}"
        if after.own > before.own + growth:
            yield f"its own memory grew from {before.own:.0f} to {after.own:.0f} MB"
        if after.descriptors > before.descriptors + more_descriptors:
            yield f"its descriptors grew from {before.descriptors} to {after.descriptors}"
        if after.processes != before.processes:
            yield f"it had {before.processes} processes, and has {after.processes}"
