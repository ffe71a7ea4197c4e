"""The time that sealing adds to a phone screenshot with three regions, at a server and on the command line. Nothing is claimed."""

import statistics
import time

from bench import FILL, SCREENS
from server import Server

#: Fields of a form, in pixels.
REGIONS = ["66,600,1047,140", "66,790,1047,140", "66,980,520,90"]


def check(claim, bench):
    picture = SCREENS / "ios-login.png"
    groups = bench.folder()
    (groups / "team").write_text(bench.team.recipient)
    for accept in ("application/json", "multipart/mixed"):
        with Server(bench.program, "--recipients", groups) as server:
            connection, body = server.connection(), picture.read_bytes()
            query = {"style": "fill", "color": "#000", "region": REGIONS, "accept": accept}
            asks = [lambda: server.ask(body, connection, **query), lambda: server.ask(body, connection, **query, seal="team")]
            report(f"a server, {accept}", asks, bench.few_or_many(80, 600))
    options = [part for region in REGIONS for part in ("--region", region)]
    output = bench.folder() / "safe.png"
    runs = [lambda: bench.redact(picture, output, *options, style=FILL, key=key) for key in (None, bench.team)]
    report("the command line", runs, bench.few_or_many(12, 60))
    unseal = [runs[0], lambda: bench.unseal(output, output.with_name("out.png"))]
    report("unseal beside a run without sealing", unseal, bench.few_or_many(6, 30))


def report(words, calls, count):
    """Prints the medians of two calls that are made in turn."""
    times = [[], []]
    for at in range(count + 3):
        # The first of two may find caches as the second of the last pair left them.
        for which in (0, 1) if at % 2 else (1, 0):
            start = time.perf_counter()
            calls[which]()
            if at >= 3:
                times[which].append((time.perf_counter() - start) * 1000)
    without, sealing = map(statistics.median, times)
    differences = statistics.median(right - left for left, right in zip(*times))
    print(f"{words}: {without:.1f} ms, sealed {sealing:.1f} ms; sealing adds {differences:.1f} ms (median of {count} pairs)")
