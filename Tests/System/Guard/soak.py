#!/usr/bin/env python3
"""Lets a server that fails in every way stand behind guards for a while, and checks every reply: soak.py PROGRAM [--minutes 10]

50 sessions send commands and take screenshots all the time, one half through a guard that blackens all, the other through one that asks
what the screen holds. Meanwhile the server is killed, stops, ends connections, stalls, sends garbage and damaged pictures, and is well
again. No reply may have a pixel of what is sensitive, each has to come in time, all have to be right while the server is well, and the
memory and the descriptors of the guards have to be in the end what they were. Prints a table; status 1 if anything is wrong.
"""

import argparse
import contextlib
import pathlib
import signal
import socket
import subprocess
import sys
import time

from soak_load import BOUND, Load, trace_of
from soak_measures import Measures
from support import Guard, ask, policies, temporary_directory

SESSIONS = 50
#: Seconds of each failure; of the time in which what had failed may end, longer than a stall; and of that in which all has to be right.
FAILING, SETTLING, WELL = 5, 2, 3
#: Seconds after which no connection is kept that nobody uses.
QUIET = 18
#: Megabytes that a guard may take at any time; and how many more of its own it may hold in the end than after the first round.
MOST, GROWTH = 256, 6
#: Descriptors besides those of memory that it may have more in the end.
MORE_DESCRIPTORS = 4
FAILURES = ("cut", "killed", "stalled", "garbage", "stopped", "damaged", "reset", "late", "large", "errors", "slow", "killed and away")


class Server:
    """The process of the failing server, always on the same port."""

    def __init__(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None

    def start(self):
        command = [sys.executable, "-B", str(pathlib.Path(__file__).with_name("soak_upstream.py")), str(self.port), str(SESSIONS)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.process.stdout.readline()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def mode(self, name):
        ask(self.url, "POST", f"/mode/{name}", {})

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()

    def fail(self, name):
        """Fails for a while, and is well in the end."""
        match name:
            case "killed":
                for _ in range(3):
                    self.kill()
                    self.start()
                    time.sleep(FAILING / 3)
            case "killed and away":
                self.kill()
                time.sleep(FAILING)
                self.start()
            case "stopped":
                self.process.send_signal(signal.SIGSTOP)
                time.sleep(FAILING)
                self.process.send_signal(signal.SIGCONT)
            case _:
                self.mode(name)
                time.sleep(FAILING)
                self.mode("well")


def soak(program, minutes):
    with temporary_directory() as directory, Server() as server, contextlib.ExitStack() as stack:
        options = {"blackened": "blackout", "asked": policies(directory)["all"]}
        guards = {
            name: stack.enter_context(Guard(program, server.url, policy, "--log-level", "warning")) for name, policy in options.items()
        }
        measures = {name: stack.enter_context(Measures(guard.process.pid)) for name, guard in guards.items()}
        load = stack.enter_context(Load([guard.url for guard in guards.values()], SESSIONS))
        if not trace_of(ask(server.url, "GET", "/session/s0/screenshot")):
            return ["what finds noise sees none in what the server sends"]
        run(load, server, measures, time.monotonic() + minutes * 60)
        load.pause()
        print_table(load, measures)
        problems = {name: one.problems(MOST, GROWTH, MORE_DESCRIPTORS) for name, one in measures.items()}
        return [*load.wrong(), *(f"{name}: {problem}" for name, found in problems.items() for problem in found)]


def run(load, server, measures, end):
    """Failures in turn, and a rest after each round of them, in which it is measured what the guards hold."""
    while True:
        for name in FAILURES:
            load.name(name)
            server.fail(name)
            load.name("settling")
            time.sleep(SETTLING)
            load.name("well")
            time.sleep(WELL)
        rest(load, measures)
        if time.monotonic() > end:
            return


def rest(load, measures):
    """Measures while nobody asks anything."""
    load.pause()
    time.sleep(QUIET)
    for one in measures.values():
        one.note()
    load.go_on()


def print_table(load, measures):
    print(f"{'the server is':18}{'requests':>9}{'right':>8}{'refused':>9}{'errors':>8}{'left':>6}{'longest':>10}")
    for name, row in load.rows():
        print(f"{name:18}{row.requests:9}{row.right:8}{row.refused:9}{row.errors:8}{row.left:6}{row.longest:8.1f} s")
    print(f"no reply may take longer than {BOUND} s")
    for name, one in measures.items():
        print(f"the guard of what is {name}, after each round:\n    {one}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    # What it has started ends with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    problems = soak(options.program.resolve(), options.minutes)
    for problem in problems:
        print(f"FAILED: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
