"""Starts `snapveil serve` on a free port for the load checks beside this file."""

import os
import re
import subprocess
import threading
import time


class Server:
    """A running server, ended at the end of a `with`."""

    def __init__(self, program, *options, cores=None, enter=None):
        """`cores` are those that it may run on, all if it is None; `enter` is called in its process before it starts."""
        allowed = os.sched_getaffinity(0)
        os.sched_setaffinity(0, cores or allowed)
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", *options], stderr=subprocess.PIPE, text=True, preexec_fn=enter
        )
        os.sched_setaffinity(0, allowed)
        lines = []
        # The port for metrics, if there is one, is listened on first.
        self.port = self.metrics_port = None
        while self.port is None:
            lines.append(self.process.stderr.readline())
            if not lines[-1]:
                raise SystemExit(f"the server did not start: {''.join(lines)}")
            if found := re.search(r"address=127\.0\.0\.1:(\d+)", lines[-1]):
                name = "metrics_port" if "server=metrics" in lines[-1] else "port"
                setattr(self, name, int(found.group(1)))
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.status = self.process.wait()

    def processes(self):
        """The numbers of all its processes: its own, of what starts workers, and of the workers."""
        pid = self.process.pid
        with open(f"/proc/{pid}/task/{pid}/children") as children:
            return [pid, *map(int, children.read().split())]

    def workers(self):
        """The numbers of the processes that work on bodies."""
        workers = []
        for pid in self.processes():
            try:
                with open(f"/proc/{pid}/cmdline") as arguments:
                    if arguments.read().split("\0")[1:2] == ["worker"]:
                        workers.append(pid)
            except OSError:
                pass
        return workers

    def descriptors(self):
        """How many descriptors it has of anything but memory, and how many of memory that it shares with workers."""
        directory = f"/proc/{self.process.pid}/fd"
        targets = []
        for name in os.listdir(directory):
            try:
                targets.append(os.readlink(f"{directory}/{name}"))
            except OSError:
                pass
        shared = sum(target.startswith("/memfd:") for target in targets)
        return len(targets) - shared, shared

    def memory_megabytes(self, name="VmRSS"):
        """A line of the status of all processes together: VmRSS is what is resident, VmHWM the most that ever was.

        What processes share counts for each of them."""
        return sum(self.numbers("status", name, self.processes())) / 1024

    def proportional_megabytes(self, pids):
        """What is resident of these processes; what several share, in shares. Needs --allow-memory-inspection."""
        return sum(self.numbers("smaps_rollup", "Pss:", pids)) / 1024

    @staticmethod
    def numbers(file, name, pids):
        """The number in a line of a file of each process that has not ended meanwhile."""
        for pid in pids:
            try:
                with open(f"/proc/{pid}/{file}") as lines:
                    yield next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)
            except OSError:
                pass

    def processor_seconds(self):
        """What its processes have used on all cores."""
        # clock_getcpuclockid(3), which Python does not know for other processes.
        return sum(time.clock_gettime(~pid << 3 | 2) for pid in self.processes())


def report(failures):
    """Prints the reasons of the failures, pairs of a condition and a reason; the exit status."""
    reasons = [reason for failed, reason in failures if failed]
    for reason in reasons:
        print(f"FAILED: {reason}")
    return 1 if reasons else 0
