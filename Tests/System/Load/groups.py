"""Control groups as containers have them, of cgroup v1 or v2, for servers of the load checks beside this file. Need root."""

import contextlib
import os
import pathlib
import time

ROOT = pathlib.Path("/sys/fs/cgroup")
PERIOD = 20_000


class Group:
    """A group of a controller, gone at the end of a `with`."""

    def __init__(self, controller):
        with open("/proc/self/cgroup") as lines:
            groups = {names: path for _, names, path in (line.strip().split(":", 2) for line in lines)}
        self.is_unified = controller not in groups
        path = ROOT / groups[""].lstrip("/") if self.is_unified else ROOT / controller / groups[controller].lstrip("/")
        number = 0
        while (path / f"snapveil-{os.getpid()}-{number}").exists():
            number += 1
        self.path = path / f"snapveil-{os.getpid()}-{number}"
        self.path.mkdir()

    def set(self, name, value):
        (self.path / name).write_text(str(value))

    def enter(self):
        """Puts this process into the group."""
        self.set("cgroup.procs", os.getpid())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for _ in range(50):
            with contextlib.suppress(OSError):
                return self.path.rmdir()
            time.sleep(0.1)


class MemoryGroup(Group):
    """A group that has `limit` bytes of memory."""

    def __init__(self, limit):
        super().__init__("memory")
        self.set("memory.max" if self.is_unified else "memory.limit_in_bytes", limit)
        if self.is_unified:
            with contextlib.suppress(OSError):
                self.set("memory.swap.max", 0)

    def kills(self):
        """How many processes the kernel has killed for lack of memory."""
        file = "memory.events" if self.is_unified else "memory.oom_control"
        fields = dict(line.split() for line in (self.path / file).read_text().splitlines())
        return int(fields["oom_kill"])

    def peak_megabytes(self):
        """The most memory that ever was in use."""
        return int((self.path / ("memory.peak" if self.is_unified else "memory.max_usage_in_bytes")).read_text()) >> 20


class ProcessorGroup(Group):
    """A group that has a share of one core: its processes stop for the rest of each 20 ms when they have used it."""

    def __init__(self, share):
        super().__init__("cpu")
        if self.is_unified:
            self.set("cpu.max", f"{int(share * PERIOD)} {PERIOD}")
        else:
            self.set("cpu.cfs_period_us", PERIOD)
            self.set("cpu.cfs_quota_us", int(share * PERIOD))
