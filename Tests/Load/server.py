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
        line = self.process.stderr.readline()
        found = re.search(r"address=127\.0\.0\.1:(\d+)", line)
        if not found:
            raise SystemExit(f"the server did not start: {line}{self.process.stderr.read()}")
        self.port = int(found.group(1))
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.status = self.process.wait()

    def memory_megabytes(self, name="VmRSS"):
        """A line of the process's status: VmRSS is what is resident, VmHWM the most that ever was."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(name)) / 1024

    def processor_seconds(self):
        """What it has used on all cores."""
        # clock_getcpuclockid(3), which Python does not know for other processes.
        return time.clock_gettime(~self.process.pid << 3 | 2)


def report(failures):
    """Prints the reasons of the failures, pairs of a condition and a reason; the exit status."""
    reasons = [reason for failed, reason in failures if failed]
    for reason in reasons:
        print(f"FAILED: {reason}")
    return 1 if reasons else 0
