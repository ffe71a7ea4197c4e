#!/usr/bin/env python3
"""Compares the requests a second of two servers behind HAProxy and of one behind HAProxy.

    Tests/System/Load/balanced.py [.build/release/snapveil] [--seconds 30] [--share 0.4] [--mix regions]

Each server has one worker, and a share of a core that its control group gives it, so that both, the proxies and the client
fit on two cores. One and two are asked in turn for two seconds each, over the same configuration, by four clients a server that
send the next request when they have a reply. Exit status 1 if two do less than 1.9 times as much at the median, or anything
is refused. Needs root, two cores, and HAProxy, installed or unpacked by Deploy/test.
"""

import argparse
import contextlib
import pathlib
import statistics
import sys
import tempfile
import time

from generator import Generator
from groups import ProcessorGroup
from mixes import mixes
from replicas import Balancer, unpacked
from server import Server, report

TURN = 2.0
CLIENTS = 4
GOAL = 1.9


class Replicas:
    """Servers behind a proxy, and a client of it."""

    def __init__(self, stack, options, proxy, count):
        self.name, self.clients = f"{count} behind HAProxy", CLIENTS * count
        groups = [stack.enter_context(ProcessorGroup(options.share)) for _ in range(count)]
        settings = ["--workers", "1", "--max-peer-share", "1"]
        self.servers = [stack.enter_context(Server(options.program, *settings, enter=group.enter)) for group in groups]
        work = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        self.balancer = Balancer(proxy, work, self.servers)
        stack.callback(self.balancer.end)
        self.client = stack.enter_context(Generator(self.balancer.port))
        self.rates, self.wrong, self.work, self.replies = [], 0, 0, 0

    def ask(self, requests, turn):
        """One turn; the same requests in the same order for each."""
        began, work = time.monotonic(), self.processor_seconds()
        replies = self.client.in_turn(requests, self.clients, TURN, seed=turn)
        self.rates.append(sum(reply.ended < began + TURN for reply in replies) / TURN)
        self.work += self.processor_seconds() - work
        self.replies += len(replies)
        self.wrong += sum(reply.status != 200 for reply in replies)

    def processor_seconds(self):
        return sum(server.processor_seconds() for server in self.servers)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default=".build/release/snapveil")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--share", type=float, default=0.4)
    parser.add_argument("--mix", default="regions")
    options = parser.parse_args()
    if not (proxy := unpacked("haproxy", "sbin")):
        raise SystemExit("FAILED: there is no HAProxy")
    requests = mixes()[options.mix]
    with contextlib.ExitStack() as stack:
        both = [Replicas(stack, options, proxy, count) for count in (1, 2)]
        for turn in range(int(options.seconds / 2 / TURN) + 1):
            for replicas in both:
                replicas.ask(requests, turn)
        for replicas in both:
            # The first has connections to make.
            rate = statistics.median(replicas.rates[1:])
            print(f"{replicas.name}: {rate:.1f} a second, {replicas.work / replicas.replies * 1000:.2f} ms of processor time each")
        ratio = statistics.median(two / one for one, two in zip(*(replicas.rates[1:] for replicas in both)))
        wrong = sum(replicas.wrong for replicas in both)
    print(f"two do {ratio:.2f} times as much as one")
    return report([
        (ratio < GOAL, f"two servers do less than {GOAL} times the work of one"),
        (wrong, f"{wrong} replies were wrong"),
    ])


if __name__ == "__main__":
    sys.exit(main())
