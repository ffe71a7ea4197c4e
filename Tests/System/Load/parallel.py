#!/usr/bin/env python3
"""Has tests that run in parallel send screenshots to a server in a container, and sees that none is refused.

    Tests/System/Load/parallel.py [.build/release/snapveil] [--clients 60] [--megabytes 512] [--pause 1] [--seconds 10]
    Tests/System/Load/parallel.py [.build/release/snapveil] --largest [--megabytes 256 512 1024]

Each client sends a screenshot every `--pause` seconds, or as soon as it has a reply with `--pause 0`; the server has its default
settings, and the memory. `--largest` looks for the most clients of which none is refused. Exit status 1 if any reply is not right, or
the kernel has killed a process for memory. Needs root (for memory groups), and two cores.
"""

import argparse
import sys

from generator import Generator
from groups import MemoryGroup
from mixes import mixes
from overload import percentile
from server import Server, report

FEW, MANY = 64, 4096
# What is meant by the largest number.
PRECISION = 0.05


class Suite:
    """What came of so many clients of a server with so much memory."""

    def __init__(self, options, requests, clients, megabytes):
        self.clients = clients
        with MemoryGroup(megabytes << 20) as group:
            with Server(options.program, enter=group.enter) as server, Generator(server.port) as client:
                replies = client.in_turn(requests, clients, options.seconds, options.pause)
                alive = server.process.poll() is None
            self.peak = group.peak_megabytes()
            self.failures = [
                (not alive or server.status != 0, "the server has ended"),
                (group.kills(), f"{group.kills()} processes were killed for lack of memory"),
            ]
        self.good = [reply.seconds() for reply in replies if reply.status == 200]
        self.refused = sum(reply.status == 503 for reply in replies)
        self.wrong = len(replies) - len(self.good) - self.refused
        self.failures.append((self.refused, f"{self.refused} of {len(replies)} requests were refused"))
        self.failures.append((self.wrong, f"{self.wrong} replies were wrong"))
        times = ", ".join(f"p{share} {percentile(self.good, share / 100):.0f} ms" for share in (50, 95, 99))
        print(f"{megabytes} MB, {clients} clients: {len(self.good)} replies in {options.seconds:.0f} s, {times}; {self.refused} refused, "
              f"{self.wrong} wrong; {self.peak} MB at the peak", flush=True)

    def is_fine(self):
        return not any(failed for failed, _ in self.failures)


def largest(options, requests, megabytes):
    """The most clients that were all served."""
    fine, failed = 0, FEW
    while failed <= MANY and Suite(options, requests, failed, megabytes).is_fine():
        fine, failed = failed, 2 * failed
    while failed - fine > PRECISION * fine + 1 and fine < MANY:
        middle = (fine + failed) // 2
        if Suite(options, requests, middle, megabytes).is_fine():
            fine = middle
        else:
            failed = middle
    return fine


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default=".build/release/snapveil")
    parser.add_argument("--clients", type=int, default=60)
    parser.add_argument("--megabytes", type=int, nargs="+", default=[512])
    parser.add_argument("--pause", type=float, default=1)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--mix", default="regions")
    parser.add_argument("--pictures")
    parser.add_argument("--largest", action="store_true")
    options = parser.parse_args()
    requests = mixes(options.pictures)[options.mix]
    if options.largest:
        for megabytes in options.megabytes:
            print(f"{megabytes} MB: {largest(options, requests, megabytes)} clients at the most")
        return 0
    return report([failure for megabytes in options.megabytes
                   for failure in Suite(options, requests, options.clients, megabytes).failures])


if __name__ == "__main__":
    sys.exit(main())
