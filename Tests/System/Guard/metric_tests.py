"""What a guard counts of its requests, its calls and its work, on a port of its own."""

import concurrent.futures
import socket
import time

from appium import Appium
from faults import FAULTS, Faulty
from support import Guard, ask, policies, temporary_directory
from upstreams import Upstream, value
from watching import Samples, metrics_url

PORT = ["--metrics-port", "0"]
REQUESTS = "snapveil_guard_requests_total,command={},outcome={}"
FAILURES = "snapveil_guard_upstream_failures_total,reason={}"


def check(claim, program):
    with temporary_directory() as directory:
        with Appium() as upstream:
            check_outcomes(claim, program, upstream)
            check_elements(claim, program, upstream, policies(directory)["all"])
            check_places(claim, program, upstream)
            check_refusals(claim, program, upstream, directory)
        check_failures(claim, program)
        check_times(claim, program)
        check_labels(claim, program)


def counted(samples, command, outcome):
    return samples.get(REQUESTS.format(command, outcome), 0)


def check_outcomes(claim, program, upstream):
    with Guard(program, upstream.url, "blackout", *PORT, "--workers", "2") as guard:
        before = Samples(guard)
        for method, path, content, command, outcome in [
            ("GET", "/session/ios/screenshot", None, "screenshot", "redacted"),
            ("GET", "/session/android/element/email/screenshot", None, "screenshot", "redacted"),
            ("POST", "/session/ios/execute/sync", {"script": "mobile: viewportScreenshot", "args": []}, "other", "redacted"),
            ("GET", "/session/ios/source", None, "source", "passed"),
            ("GET", "/status", None, "other", "passed"),
            ("GET", "/session/nobody/screenshot", None, "screenshot", "passed"),
            ("GET", "/session/ios", None, "other", "redacted"),
            ("POST", "/session/ios/appium/device/pull_file", {"path": "a.pdf"}, "other", "unsafe"),
            ("POST", "/session/ios/appium/stop_recording_screen", {"options": {"remotePath": "http://a"}}, "recording", "refused"),
        ]:
            start = Samples(guard)
            guard.ask(method, path, content, X_Request_Id="run-7")
            changes = Samples(guard).since(start)
            ends = {name: count for name, count in changes.items() if name.startswith("snapveil_guard_requests_total")}
            claim(ends == {REQUESTS.format(command, outcome): 1}, f"{method} {path} counts as {command}, {outcome}", ends)
        samples = Samples(guard)
        changes = samples.since(before)
        covered = {name: changes.get(f"snapveil_guard_{name}") for name in ("pictures_total", "left_out_total")}
        claim(covered == {"pictures_total": 3, "left_out_total": None}, "covered pictures are counted", covered)
        claim(changes.get("snapveil_work_seconds_count") == 9, "work is counted for each reply, and for each look into a command", changes)
        claim(changes.get("snapveil_style_seconds_count,style=fill") == 3, "and so are the styles of its covers", changes)
        claim(changes.get("snapveil_snapshot_pixels_count") == 3, "and the pixels of pictures", changes)
        claim(changes.get("snapveil_guard_own_seconds_count,command=screenshot") == 3, "each request has a time of the guard", changes)
        own = [name for name in samples.exemplars if name.startswith("snapveil_guard_own_seconds_bucket")]
        claim(own and all(samples.exemplars[name] == {"request_id": "run-7"} for name in own), "which names a request", own)
        claim(samples["snapveil_workers,state=idle"] == 2 and samples["snapveil_workers_alive"] == 2, "workers are told", samples)
        claim(samples["snapveil_guard_requests_in_flight"] == 0, "no request is in flight at the end", samples)
        claim(samples["metrics_refused_series_total"] == 0, "no series is refused")
        held = [name for name in samples if name.startswith("snapveil_resident_memory_bytes") and "workers" in name]
        claim(samples["process_resident_memory_bytes"] > 1e6 and all(samples[name] > 0 for name in held), "processes have memory", held)


def check_elements(claim, program, upstream, policy):
    with Guard(program, upstream.url, policy, *PORT) as guard:
        before = Samples(guard)
        guard.ask("GET", "/session/ios/screenshot")
        changes = Samples(guard).since(before)
        calls = changes.get("snapveil_guard_upstream_seconds_count,command=screenshot")
        claim(calls == 4, "the guard's own questions are calls of the screenshot that they are for", calls)
        upstream.moves = 1
        guard.ask("GET", "/session/ios/screenshot")
        moved = Samples(guard)["snapveil_guard_moved_screens_total"]
        claim(moved == 1, "a picture that is taken again is counted", moved)


def check_places(claim, program, upstream):
    with Guard(program, upstream.url, "blackout", *PORT) as guard:
        url = metrics_url(guard)
        statuses = {path: ask(url, "GET", path).status for path in ("/metrics?x", "/healthz", "/readyz", "/status", "/session/ios/screenshot")}
        wanted = {"/metrics?x": 200, "/healthz": 200, "/readyz": 200, "/status": 404, "/session/ios/screenshot": 404}
        claim(statuses == wanted, "the port for metrics has them, and the probes, and no way to the upstream", statuses)
        start = len(upstream.requests)
        guard.ask("GET", "/metrics")
        claim(len(upstream.requests) == start + 1, "and /metrics of the guard itself is the upstream's")
    with Guard(program, upstream.url, "blackout", SNAPVEIL_METRICS_PORT="0", SNAPVEIL_METRICS_HOST="127.0.0.1") as guard:
        claim(ask(metrics_url(guard), "GET", "/metrics").status == 200, "the environment names the port, too")
    with Guard(program, upstream.url, "blackout") as guard:
        guard.ask("GET", "/status")
        claim("server=metrics" not in guard.log, "without either there is none")


def check_refusals(claim, program, upstream, directory):
    key = "a-key-of-the-check-alone"
    with open(f"{directory}/keys", "w") as file:
        file.write(f"check:{key}\n")
    with Guard(program, upstream.url, "blackout", *PORT, "--key-file", file.name, "--max-body-bytes", "1000") as guard:
        guard.ask("GET", "/session/ios/screenshot")
        guard.ask("GET", "/status", API_Key=key, Origin="https://elsewhere.example")
        guard.ask("POST", "/session/ios/url", {"url": "x" * 2000}, API_Key=key)
        _send(guard, b"NO HTTP\r\n\r\n")
        samples = Samples(guard)
    ends = [counted(samples, *end) for end in (("screenshot", "denied"), ("other", "denied"), ("other", "refused"), ("unread", "refused"))]
    claim(ends == [1, 1, 1, 1], "no key, a foreign page, a body that is too large, and bytes that are no HTTP are counted", ends)
    reasons = [samples[f"snapveil_rejections_total,reason={reason}"] for reason in ("key", "origin")]
    claim(reasons == [1, 1], "the first two by their reason, too", reasons)
    claim(not any(key in name for name in samples), "no name of a sample has a key")


def check_failures(claim, program):
    numbers = {name: index for index, (name, *_) in enumerate(FAULTS)}
    with Faulty() as upstream, Guard(program, upstream.url, "blackout", *PORT, "--max-upstream-bytes", "100000") as guard:
        for fault, reason in [("a part of a body", "broken"), ("bytes that are no HTTP", "malformed"), ("a body of 200 MB in gzip", "too-large")]:
            start = Samples(guard)
            guard.ask("GET", f"/session/x/fault/{numbers[fault]}")
            changes = Samples(guard).since(start)
            holds = changes.get(FAILURES.format(reason)) == 1 and counted(changes, "other", "upstream") == 1
            claim(holds, f"an upstream that sends {fault} fails: {reason}", changes)
        with concurrent.futures.ThreadPoolExecutor() as threads:
            late = threads.submit(guard.ask, "GET", "/session/x/late")
            time.sleep(0.5)
            samples = Samples(guard)
            claim(samples["snapveil_guard_requests_in_flight"] == 1, "a request that waits for the upstream is in flight")
            late.result()
        _send(guard, b"GET /session/x/late HTTP/1.1\r\nHost: a\r\n\r\n", waits=False)
        abandoned = _eventually(guard, REQUESTS.format("other", "abandoned"))
        claim(abandoned == 1, "a harness that hangs up is counted", abandoned)
        upstream.stop()
        guard.ask("GET", "/session/x/fine")
        claim(Samples(guard)[FAILURES.format("unreachable")] == 1, "an upstream that is gone fails: unreachable")
    with Guard(program, "http://no-such-host.invalid", "blackout", *PORT) as guard:
        guard.ask("GET", "/session/x/fine")
        claim(Samples(guard)[FAILURES.format("name")] == 1, "an upstream without an address fails: name")


def check_times(claim, program):
    with Faulty() as upstream, Guard(program, upstream.url, "blackout", *PORT) as guard:
        guard.ask("GET", "/session/x/late")
        samples = Samples(guard)
    own, calls = (samples[f"snapveil_guard_{name}_seconds_sum,command=other"] for name in ("own", "upstream"))
    claim(calls >= 1.5 and 0 < own < 1, "what the upstream takes is no time of the guard", f"{own} {calls}")


class Anything(Upstream):
    """Answers whatever it is asked."""

    def answer(self, request):
        return value("an answer of some length")


def check_labels(claim, program):
    with Anything() as upstream, Guard(program, upstream.url, "blackout", *PORT) as guard:
        guard.ask("GET", "/first")
        before = Samples(guard)
        for number in range(50):
            guard.ask("GET", f"/session/made-up-{number}/element/{number}/screenshot")
            guard.ask("POST", f"/made-up/{number}?secret=vault", {}, traceparent=f"00-{number:032x}-{number:016x}-01")
            guard.ask(f"METHOD{number}", "/first", X_Request_Id=f"made-up-{number}")
        after = Samples(guard)
        new = after.keys() - before.keys()
        claim(not new, "whatever paths, methods and names are made up, there are no more samples for it", new)
        claim(len(after) < 800, "a guard has less than 800 samples", len(after))


def _send(guard, content, waits=True):
    host, port = guard.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), 10) as harness:
        harness.sendall(content)
        if waits:
            harness.recv(4096)
        else:
            time.sleep(0.3)


def _eventually(guard, name):
    deadline = time.monotonic() + 10
    while not (found := Samples(guard).get(name)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found
