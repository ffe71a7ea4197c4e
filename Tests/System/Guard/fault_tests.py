"""Whatever the upstream does, the harness gets a reply that it can read, and the guard goes on."""

import concurrent.futures
import os
import signal
import socket
import subprocess
import time

from agent import command, processes
from faults import BODY, ERROR, FAULTS, PASSED, Faulty
from support import WEBDRIVER, Guard, ask


def check(claim, program, kind=WEBDRIVER):
    with Faulty() as upstream:
        with Guard(program, upstream.url, "blackout", kind=kind) as guard:
            check_faults(claim, guard)
            check_replies(claim, guard)
            check_slowness(claim, guard, upstream)
            check_connections(claim, guard, upstream)
            upstream.stop()
            check_end(claim, guard)
        claim(guard.status == 0, "the guard ends with status 0", guard.status)
    with Faulty() as upstream, Guard(program, upstream.url, "blackout", kind=kind) as guard:
        check_stop(claim, guard)
    with Faulty() as upstream, Guard(program, upstream.url, "blackout", kind=kind) as guard:
        check_killed_launcher(claim, guard)


def check_faults(claim, guard):
    for index, (name, _, allowed) in enumerate(FAULTS):
        reply = guard.ask("GET", f"/session/x/fault/{index}")
        outcome = ERROR if reply.is_error else PASSED if reply.status == 200 and not reply.failure else f"{reply}"
        # A connection may be closed just when it is used.
        goes_on = any(guard.ask("GET", "/session/x/fine").body == BODY for _ in range(3))
        detail = outcome if goes_on else "it does not go on"
        claim(outcome in allowed and goes_on, f"an upstream that sends {name}: {' or '.join(allowed)}", detail)
    reply = guard.ask("GET", "/session/x/reset")
    claim(reply.is_error, "an upstream that resets the connection: an error", f"{reply}")


def check_replies(claim, guard):
    """Replies that are unusual, and none the less whole."""
    for name, status, body in [("204", 204, b""), ("304", 304, b""), ("text", 400, b"unhandled request"), ("empty", 500, b"")]:
        reply = guard.ask("GET", f"/session/x/{name}")
        is_same = (reply.status, reply.body, reply.failure) == (status, body, "")
        claim(is_same, f"a reply with status {status} and {len(body)} bytes passes", f"{reply}")


def check_slowness(claim, guard, upstream):
    reply = guard.ask("GET", "/session/x/slow")
    claim(reply.body == BODY, "a reply that comes slowly passes", f"{reply}")
    with concurrent.futures.ThreadPoolExecutor() as threads:
        host, port = guard.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), 10) as harness:
            harness.sendall(f"GET /session/x/endless HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            time.sleep(0.5)
            replies = list(threads.map(lambda _: guard.ask("GET", "/session/x/fine"), range(8)))
        claim(all(reply.body == BODY for reply in replies), "while a reply has no end, others are answered")
    deadline = time.monotonic() + 10
    while not upstream.was_closed and time.monotonic() < deadline:
        time.sleep(0.05)
    claim(upstream.was_closed, "once the harness hangs up, so does the guard")


def check_connections(claim, guard, upstream):
    client = guard.client()
    index = next(index for index, (name, *_) in enumerate(FAULTS) if name == "more than its length")
    client.ask("GET", f"/session/x/fault/{index}")
    time.sleep(0.1)
    replies = [client.ask("GET", "/session/x/fine") for _ in range(3)]
    holds = [reply.body for reply in replies] == [BODY] * 3
    claim(holds, "what is behind the end of a reply is no reply to another request", f"{replies[0]}")
    replies = []
    for name in ("once", "fine") * 3:
        replies.append(client.ask("GET", f"/session/x/{name}"))
        time.sleep(0.1)
    holds = all(reply.body == BODY for reply in replies)
    claim(holds, "a connection that the upstream has closed is not used again", [f"{reply}" for reply in replies])
    # It may be closed just when it is used.
    replies = [client.ask("GET", f"/session/x/{name}") for name in ("once", "fine") * 5]
    holds = all(reply.body == BODY or reply.is_error for reply in replies)
    claim(holds, "nor does one that closes meanwhile leave a harness without a reply", [f"{reply}" for reply in replies])
    replies = [client.ask("GET", f"/session/x/{name}") for name in ("fault/2", "fine", "fault/0", "fine")]
    holds = [reply.body == BODY for reply in replies] == [False, True, False, True]
    claim(holds, "a harness keeps its connection through errors", [f"{reply}" for reply in replies])
    client.close()
    start = len(upstream.requests)
    guard.ask("POST", "/session/x/fault/0", {})
    claim(len(upstream.requests) == start + 1, "a command that fails is not sent twice", len(upstream.requests) - start)


def check_end(claim, guard):
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor() as threads:
        methods = ("GET", "POST", "DELETE")
        for method, reply in zip(methods, threads.map(lambda method: guard.ask(method, "/session/x/fine"), methods)):
            claim(reply.is_error, f"without an upstream, {method} gets an error", f"{reply}")
    seconds = time.monotonic() - start
    claim(seconds < 5, "and gets it at once, so that a harness need not wait", f"{seconds:.1f} s")


def check_stop(claim, guard):
    with concurrent.futures.ThreadPoolExecutor() as threads:
        late = threads.submit(guard.ask, "GET", "/session/x/late")
        time.sleep(0.5)
        start = time.monotonic()
        status = guard.stop()
        seconds = time.monotonic() - start
        claim(late.result().body == BODY, "SIGTERM lets a command end that was under way", f"{late.result()}")
    claim(status == 0 and seconds < 8, "then the guard ends with status 0", f"{status} after {seconds:.1f} s")
    claim(ask(guard.url, "GET", "/session/x/fine").failure, "and listens no longer")


def check_killed_launcher(claim, guard):
    """A guard whose workers cannot be replaced any more is no guard."""
    pid = guard.process.pid
    # It has the name of the guard, from which it was forked.
    launcher = next(number for number in processes(pid) if number != pid and command(number) == command(pid))
    os.kill(launcher, signal.SIGKILL)
    try:
        guard.status = guard.process.wait(10)
    except subprocess.TimeoutExpired:
        guard.status = None
    is_said = guard.logs("what starts workers had ended: start the guard anew")
    claim(guard.status == 70 and is_said, "a guard ends, and says why, when what starts its workers has ended", guard.log[-300:])
