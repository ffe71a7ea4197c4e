#!/usr/bin/env python3
"""Measures how many requests a second a server with one worker does, and how long they take at shares of that and at more.

    Tests/System/Load/capacity.py [.build/release/snapveil] [--seconds 10] [--max-wait 2] [--pictures DIR] [--mix NAME]

For each mix of requests, clients that never pause say first what the server can do. Then come 25, 50, 75, 100 and 400 percent
of that, each at a rate of its own, by chance, whether earlier ones are answered or not; times are from when a request was due.
The server has one core and the client the other; of covers, which take as little of the one as of the other, it is given a
quarter of a core to do. Probes go to the port of metrics. Prints a table. Exit status 1 if four times the load takes more than a
tenth of the good replies, has one wait longer than --max-wait, or has a refusal or a probe come late; if there is any error but a
refusal, or a refusal at half of the load. Needs root, and a machine with two cores that does nothing else.
"""

import argparse
import contextlib
import os
import sys
import time

from generator import Generator
from groups import ProcessorGroup
from mixes import mixes
from overload import percentile
from probes import Probes
from server import Server, report

SHARES = [0.25, 0.5, 0.75, 1, 4]
CLIENTS = 8
# Or the client could not send four times as many.
CORES = {"covers": 0.25}
# How far off the estimate may be by which the server refuses.
MARGIN = 1.5
REFUSAL = PROBE = 50
# Times are not worth much if the client was later than this with what was due.
LATE = 20
COLUMNS = ["mix", "load", "offered", "good", "p50", "p95", "p99", "refused", "p99 of refusals", "p99 of probes"]


class Step:
    """What came of a load."""

    def __init__(self, name, replies, began, seconds, probes=()):
        self.name = name
        self.probe = percentile(probes, 0.99)
        self.offered = sum(reply.due < began + seconds for reply in replies) / seconds
        self.good = [reply for reply in replies if reply.status == 200]
        self.refused = [reply for reply in replies if reply.status == 503]
        self.unclean = len(replies) - len(self.good) - sum(reply.says_when for reply in self.refused)
        self.rate = sum(reply.ended < began + seconds for reply in self.good) / seconds
        self.late = percentile([reply.sent - reply.due for reply in replies], 0.99)

    def quantile(self, share, replies=None):
        return percentile([reply.seconds() for reply in replies or self.good], share)

    def row(self, mix):
        times = [f"{self.quantile(share):.0f}" for share in (0.5, 0.95, 0.99)]
        refused = f"{len(self.refused) / max(len(self.good) + len(self.refused), 1):.0%}"
        refusals = f"{self.quantile(0.99, self.refused):.0f}" if self.refused else "–"
        return [mix, self.name, f"{self.offered:.0f}", f"{self.rate:.0f}", *times, refused, refusals, f"{self.probe:.0f}"]


def line(cells):
    return "| " + " | ".join(cells) + " |"


def measure(options, mix, requests, cores):
    """The rows of a mix, and what is wrong with them."""
    settings = ["--workers", "1", "--max-peer-share", "1", "--max-wait", str(options.max_wait), "--metrics-port", "0"]
    with contextlib.ExitStack() as stack:
        group = stack.enter_context(ProcessorGroup(CORES[mix])) if mix in CORES else None
        server = stack.enter_context(Server(options.program, *settings, cores={cores[0]}, enter=group and group.enter))
        client = stack.enter_context(Generator(server.port))
        client.in_turn(requests, CLIENTS, 1)
        began, work, use = time.monotonic(), server.processor_seconds(), time.process_time()
        full = Step("full", client.in_turn(requests, CLIENTS, options.seconds), began, options.seconds)
        work, use = server.processor_seconds() - work, time.process_time() - use
        print(f"{mix}: {full.rate:.1f} a second, {work / len(full.good) * 1000:.2f} ms of processor time each; "
              f"the client took {use / options.seconds:.0%} of its core", file=sys.stderr)
        steps = []
        for share in SHARES:
            began = time.monotonic()
            with Probes(server.metrics_port) as probes:
                replies = client.at_rate(requests, full.rate * share, options.seconds)
            steps.append(Step(f"{share:.0%}", replies, began, options.seconds, probes.waits))
    half, most = steps[1], steps[-1]
    failures = [(step.unclean, f"{mix}: {step.unclean} replies at {step.name} were neither right nor a clean refusal")
                for step in [full, *steps]]
    failures += [(step.late > LATE, f"{mix}: the client was {step.late:.0f} ms late at {step.name}") for step in steps]
    return [step.row(mix) for step in steps], failures + [
        (half.refused, f"{mix}: {len(half.refused)} were refused at half of the load"),
        (not most.refused, f"{mix}: nothing was refused at four times the load"),
        (most.rate < 0.9 * full.rate, f"{mix}: {most.rate:.1f} good replies a second at four times the load, of {full.rate:.1f}"),
        (most.quantile(0.99) > options.max_wait * MARGIN * 1000, f"{mix}: accepted requests took too long"),
        (most.quantile(0.99, most.refused) > REFUSAL, f"{mix}: refusals took {REFUSAL} ms and more"),
        (most.probe > PROBE, f"{mix}: probes took {PROBE} ms and more"),
        (server.status != 0, f"{mix}: the server ended with status {server.status}"),
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default=".build/release/snapveil")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--max-wait", type=int, default=2)
    parser.add_argument("--pictures")
    parser.add_argument("--mix")
    options = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        raise SystemExit("FAILED: this takes two cores")
    every, failures = mixes(options.pictures), []
    os.sched_setaffinity(0, {cores[1]})
    print(line(COLUMNS))
    print(line(["---", *["--:"] * (len(COLUMNS) - 1)]))
    for mix in [options.mix] if options.mix else every:
        rows, wrong = measure(options, mix, every[mix], cores)
        failures += wrong
        for row in rows:
            print(line(row), flush=True)
    return report(failures)


if __name__ == "__main__":
    sys.exit(main())
