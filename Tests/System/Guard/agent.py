"""An agent, with the guard and the MCP server that it starts."""

import base64
import contextlib
import json
import os
import pathlib
import queue
import signal
import subprocess
import sys
import threading
import time

from support import PATIENCE

SERVER = pathlib.Path(__file__).with_name("mcp_server.py")


def guarded(program, policy, *options):
    """The beginning of a command for a server behind a guard; nothing without a program."""
    return [str(program), "guard", "mcp", "--policy", str(policy), *options, "--"] if program else []


class Listener:
    """What an agent reads, a message a line, and the processes of its guard.

    `reads` is whether it reads what it is sent; if not, `read` begins to.
    """

    #: Whether a server may say something that answers nothing.
    hears_requests = True

    def __init__(self, process, reads):
        self.process, self.number, self.known, self._lines, self._reader = process, None, set(), queue.Queue(), None
        if reads:
            self.read()

    def started(self):
        """Waits for the server, and keeps in mind which processes there are; the number of the server's."""
        first = self.message()
        self.number = first["params"]["process"] if first else None
        self.keep_in_mind()
        return self.number

    def keep_in_mind(self):
        self.known |= {(number, started_at(number)) for number in processes(self.process.pid)}

    def read(self):
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.lines():
            self._lines.put(line)
        self._lines.put(b"")

    def line(self, patience=PATIENCE):
        """The next line, with its end; empty at the end of all, None if there is none in time."""
        try:
            return self._lines.get(timeout=patience)
        except queue.Empty:
            return None

    def message(self, patience=PATIENCE):
        """The next line as a value; None if there is none, or it is no JSON."""
        try:
            return json.loads(self.line(patience) or b"")
        except ValueError:
            return None

    def rest(self, patience=PATIENCE):
        """All lines to the end; None if that does not come."""
        lines = []
        while line := self.line(patience):
            lines.append(line)
        return None if line is None else b"".join(lines)

    @property
    def memory(self):
        """Bytes in the memory of the guard and all that it started."""
        return sum(resident(number) for number in processes(self.process.pid))

    def left(self, patience=2):
        """The processes of the guard and the server that are still there, after a while, ended ones for which nobody waits among them."""
        deadline = time.monotonic() + patience
        while (there := sorted(number for number, start in self.known if started_at(number) == start)) and time.monotonic() < deadline:
            time.sleep(0.02)
        return there

    def __enter__(self):
        return self


class Agent(Listener):
    """Starts `mcp_server.py` in a mode, behind a guard if there is a program, and ends both at the end of a `with`."""

    def __init__(self, program, *mode, policy="blackout", options=(), reads=True, command=None):
        command = command or [sys.executable, "-I", "-S", str(SERVER), *map(str, mode)]
        process = subprocess.Popen(
            guarded(program, policy, *options) + command, bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        super().__init__(process, reads)
        self._log = []
        self._logger = threading.Thread(target=self._read_log, daemon=True)
        self._logger.start()

    def lines(self):
        return open(self.process.stdout.fileno(), "rb", closefd=False)

    def _read_log(self):
        # Not buffered: what is written at the end has to be there at the end.
        while part := self.process.stderr.read(1 << 16):
            self._log.append(part)

    @property
    def log(self):
        return b"".join(self._log).decode("utf-8", "replace")

    def send(self, content):
        """Writes bytes, for as long as somebody reads them."""
        content = memoryview(content)
        with contextlib.suppress(BrokenPipeError, ValueError):
            while content:
                content = content[self.process.stdin.write(content):]

    def say(self, *lines):
        """Has the server say bytes in the mode `talk`."""
        for line in lines:
            self.send(json.dumps({"say": base64.b64encode(line).decode()}).encode() + b"\n")

    def close(self):
        with contextlib.suppress(OSError):
            self.process.stdin.close()

    def end(self, patience=PATIENCE):
        """Its exit status, once it has one; None if it goes on."""
        try:
            status = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            return None
        self._logger.join(2)
        return status

    def __exit__(self, *_):
        self.keep_in_mind()
        self.close()
        if self.end(3) is None:
            self.process.terminate()
            if self.end(3) is None:
                self.process.kill()
                self.process.wait()
        for number in self.left(0):
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)


def command(number):
    """The name of a process and its arguments."""
    with open(f"/proc/{number}/cmdline", "rb") as file:
        return file.read()


def processes(number):
    """A process and all that it, or those that it started, have started."""
    children = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        if fields := state(path.parent.name):
            children.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found = [number]
    for each in found:
        found += children.get(each, [])
    return found


def started_at(number):
    """When a process was started, which says whether it is still the same one; None if there is none."""
    fields = state(number)
    return fields[19] if fields else None


def state(number):
    """What the kernel says of a process, from its state on."""
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    return None


def resident(number):
    with contextlib.suppress(OSError), open(f"/proc/{number}/status") as file:
        for line in file:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) << 10
    return 0
