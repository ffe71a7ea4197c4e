#!/usr/bin/env python3
"""Offers a server four times the work that it can do, and says how it holds up.

    Tests/System/Load/overload.py [.build/release/snapveil] [picture] [seconds]

Prints the latencies of accepted requests, of refusals and of probes. Exit status 1 if accepted requests take longer at the
99th percentile than 1.5 times the work that the queue holds, if a refusal lacks Retry-After or takes 50 ms, or if a probe
takes 50 ms. Needs nothing but Python. The client shares the cores with the server: run it on a machine that does nothing
else.
"""

import http.client
import os
import sys
import threading
import time

from server import Server, report

PATH = "/v1/sanitize?style=blur&radius=20"
QUEUE = 16


def ask(port, method, path, body=None):
    """Status, whether there was a Retry-After, and seconds."""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, path, body)
        response = connection.getresponse()
        response.read()
        return response.status, response.getheader("Retry-After") is not None, time.monotonic() - began
    finally:
        connection.close()


def busy_time(port, body, workers, rounds=30):
    """What a request takes while every worker is busy: the median."""
    times = []
    threads = [
        threading.Thread(target=lambda: times.extend(ask(port, "POST", PATH, body)[2] for _ in range(rounds)))
        for _ in range(workers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(times)[len(times) // 2]


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000 if values else float("nan")


def offer(port, body, rate, seconds):
    """Sends requests at a fixed rate, whatever becomes of them, and a probe every 20 ms."""
    results, probes, threads = [], [], []
    began = time.monotonic()

    def run(target, *call):
        threads.append(threading.Thread(target=lambda: target.append(ask(port, *call))))
        threads[-1].start()

    sent = 0
    while (now := time.monotonic() - began) < seconds:
        if sent <= now * rate:
            run(results, "POST", PATH, body)
            sent += 1
        elif len(probes) < now * 50:
            run(probes, "GET", "/healthz")
            time.sleep(0.001)
        else:
            time.sleep(0.0005)
    for thread in threads:
        thread.join()
    return results, probes


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ".build/release/snapveil"
    picture = sys.argv[2] if len(sys.argv) > 2 else "Tests/Support/Samples/Screens/ios-login.png"
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 10
    with open(picture, "rb") as file:
        body = file.read()
    workers = os.cpu_count()
    with Server(program, "--queue", str(QUEUE), "--workers", str(workers)) as server:
        work = busy_time(server.port, body, workers)
        rate = 4 * workers / work
        results, probes = offer(server.port, body, rate, seconds)

    accepted = [seconds for code, _, seconds in results if code == 200]
    refused = [seconds for code, _, seconds in results if code == 503]
    bound = 1.5 * (QUEUE / workers + 1) * work * 1000
    print(f"a request takes {work * 1000:.1f} ms while every worker is busy; offered {rate:.0f} a second to {workers} workers, queue of {QUEUE}")
    print(f"{len(accepted)} accepted: p50 {percentile(accepted, 0.5):.0f} ms, p99 {percentile(accepted, 0.99):.0f} ms (bound {bound:.0f} ms)")
    print(f"{len(refused)} refused: p50 {percentile(refused, 0.5):.1f} ms, p99 {percentile(refused, 0.99):.1f} ms, most {percentile(refused, 1):.1f} ms")
    probe_times = [seconds for _, _, seconds in probes]
    print(f"{len(probes)} probes: p99 {percentile(probe_times, 0.99):.1f} ms, most {percentile(probe_times, 1):.1f} ms")
    return report([
        (len(accepted) + len(refused) != len(results), "there were other replies than 200 and 503"),
        (not refused, "nothing was refused: the offered load was too small"),
        (percentile(accepted, 0.99) > bound, "accepted requests took too long"),
        (any(code == 503 and not retry for code, retry, _ in results), "a refusal without Retry-After"),
        (percentile(refused, 0.99) > 50, "refusals took 50 ms and more"),
        (percentile(probe_times, 0.99) > 50, "probes took 50 ms and more"),
        (any(code != 200 for code, _, _ in probes), "a probe failed"),
        (server.status != 0, f"the server ended with status {server.status}"),
    ])


if __name__ == "__main__":
    sys.exit(main())
