"""Servers that are started again where they were, a proxy before two of them, and a clock that jumps, for Deploy/soak."""

import os
import pathlib
import re
import socket
import subprocess
import sys
import time

from contained import runs
from server import Server

ROOT = pathlib.Path(__file__).resolve().parents[3]
UNPACKED = ROOT / ".build-tools" / "servers" / "usr"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def unpacked(name, place):
    """A file that is installed, or that Deploy/test has unpacked; None if it is neither."""
    files = [root / place / name for root in (UNPACKED, pathlib.Path("/usr"))]
    return next((str(file) for file in files if file.exists()), None)


class Replica(Server):
    """A server at a port that stays its own when it is started again."""

    def __init__(self, program, policies, options, words):
        self.program, self.port, self.words = program, free_port(), words
        self.options = ["--port", str(self.port), "--policies", policies, *options]
        self.start()

    def start(self, words=None, environment=None):
        """Starts it, with its log in a file, and waits until it listens."""
        command = [self.program, "serve", "--print-url", *self.options]
        with open(words or self.words, "ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=os.environ | (environment or {}))
        if not self.process.stdout.readline():
            raise SystemExit("FAILED: a server did not start")

    def end(self, number):
        """Sends a signal and waits; the status, and what of it is still there."""
        pids = self.processes()
        self.process.send_signal(number)
        status = self.process.wait(40)
        deadline = time.monotonic() + 2
        while (left := [pid for pid in pids if runs(pid)]) and time.monotonic() < deadline:
            time.sleep(0.02)
        return status, left


class Balancer:
    """HAProxy with the configuration of Deploy/proxies, without TLS, before two servers."""

    def __init__(self, program, work, replicas):
        self.port = free_port()
        text = (ROOT / "Deploy" / "proxies" / "haproxy.cfg").read_text()
        text = re.sub(r"bind :443.*", f"bind 127.0.0.1:{self.port}", text).replace("maxconn 8192", "maxconn 2000")
        servers = "".join(f"    server {name} 127.0.0.1:{replica.port}\n" for name, replica in zip(("one", "two"), replicas))
        file = work / "haproxy.cfg"
        file.write_text(text.replace("    server one 127.0.0.1:8080\n", servers))
        library_path = str(UNPACKED / "lib" / f"{os.uname().machine}-linux-gnu")
        self.process = subprocess.Popen(
            [program, "-db", "-f", file],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | {"LD_LIBRARY_PATH": library_path},
        )
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise SystemExit("FAILED: HAProxy does not listen")

    def end(self):
        self.process.terminate()
        self.process.wait()


class Clock:
    """A clock for a server that jumps when it is told to."""

    def __init__(self, work):
        self.file, library = work / "clock", work / "clock.so"
        self.file.write_bytes(bytes(8))
        source = ROOT / "Deploy" / "lib" / "jumping-clock.c"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        self.environment = {"LD_PRELOAD": str(library), "JUMPING_CLOCK": str(self.file)}

    def jump(self, seconds):
        """Sets how far it is from that of the system."""
        with open(self.file, "r+b") as file:
            file.write(seconds.to_bytes(8, sys.byteorder, signed=True))
