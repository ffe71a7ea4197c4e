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


class Port:
    """A free port that nobody else is given while a server is started, or started again: this process keeps it bound."""

    def __init__(self):
        self.holder = socket.socket()
        # With this, a socket that never listens keeps no other from listening that has it, too.
        self.holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.holder.bind(("127.0.0.1", 0))
        self.number = self.holder.getsockname()[1]


def last_words(file):
    """The end of a log, for a message."""
    return "\n".join(pathlib.Path(file).read_text(errors="replace").splitlines()[-10:])


def unpacked(name, place):
    """A file that is installed, or that Deploy/test has unpacked; None if it is neither."""
    files = [root / place / name for root in (UNPACKED, pathlib.Path("/usr"))]
    return next((str(file) for file in files if file.exists()), None)


class Replica(Server):
    """A server at a port that stays its own when it is started again."""

    def __init__(self, program, policies, options, words):
        self.held = Port()
        self.program, self.port, self.words = program, self.held.number, words
        self.options = ["--port", str(self.port), "--policies", policies, *options]
        self.start()

    def start(self, words=None, environment=None):
        """Starts it, with its log in a file, and waits until it listens."""
        command = [self.program, "serve", "--print-url", *self.options]
        with open(words or self.words, "ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=os.environ | (environment or {}))
        if not self.process.stdout.readline():
            raise SystemExit(f"FAILED: a server did not start: {last_words(self.words)}")

    def end(self, number):
        """Sends a signal and waits; the status, and what of it is still there."""
        pids = self.processes()
        self.process.send_signal(number)
        status = self.process.wait(40)
        deadline = time.monotonic() + 10
        while (left := [pid for pid in pids if runs(pid)]) and time.monotonic() < deadline:
            time.sleep(0.02)
        return status, left


class Balancer:
    """HAProxy with the configuration of Deploy/proxies, without TLS, before two servers."""

    def __init__(self, program, work, replicas):
        self.held = Port()
        self.port = self.held.number
        text = (ROOT / "Deploy" / "proxies" / "haproxy.cfg").read_text()
        text = re.sub(r"bind :443.*", f"bind 127.0.0.1:{self.port}", text).replace("maxconn 8192", "maxconn 2000")
        servers = "".join(f"    server {name} 127.0.0.1:{replica.port}\n" for name, replica in zip(("one", "two"), replicas))
        file = work / "haproxy.cfg"
        file.write_text(text.replace("    server one 127.0.0.1:8080\n", servers))
        library_path = str(UNPACKED / "lib" / f"{os.uname().machine}-linux-gnu")
        words = work / "haproxy.log"
        with open(words, "wb") as log:
            self.process = subprocess.Popen(
                [program, "-db", "-f", file], stdout=log, stderr=log, env=os.environ | {"LD_LIBRARY_PATH": library_path},
            )
        deadline = time.monotonic() + 30
        while self.process.poll() is None and time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise SystemExit(f"FAILED: HAProxy does not listen: {last_words(words)}")

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
