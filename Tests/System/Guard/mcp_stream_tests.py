"""What shows no screen passes as it is, as fast as it is read, however much of it there is and whoever waits for whom."""

import base64
import contextlib
import hashlib
import json
import os
import pathlib
import random
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time

from agent import SERVER, Agent, guarded
from mcp_lines import Lines
from mcp_messages import PLACES
from screens import base64_of, pdf, small
from support import temporary_directory

#: Bytes of random lines, and of all in a flood.
RANDOM, FLOOD = 1_000_000, 200_000_000
#: Bytes that the guard and all that it started may take, and seconds that any of this may take.
MEMORY, PATIENCE = 300 << 20, 30
SEEDS = ("a", "b")


def check(claim, program):
    check_bytes(claim, program)
    check_agent_that_waits(claim, program)
    check_server_that_waits(claim, program)
    check_both(claim, program)
    check_descriptors(claim, program)
    check_time(claim, program)


def check_bytes(claim, program, transport=Agent):
    for seed in SEEDS:
        said, heard = Lines(seed).content(RANDOM), random.Random(seed).randbytes(RANDOM)
        with temporary_directory() as directory:
            path, record = (pathlib.Path(directory) / name for name in ("said", "heard"))
            path.write_bytes(said)
            with transport(program, "replay", path, record) as agent:
                agent.started()
                threading.Thread(target=lambda: (agent.send(heard), agent.close())).start()
                found = agent.rest(PATIENCE) or b""
                status = agent.end()
            # A last line that has no end may get one.
            where = difference(said, found.removesuffix(b"\n"))
            claim(not where, f"{len(said)} bytes of random lines of a server pass as they are (seed {seed})", where)
            digest = record.read_text() if record.exists() else ""
            claim(digest == hash_of(heard), f"{len(heard)} random bytes of an agent pass as they are", digest)
            claim(status == 0, "and the guard ends with status 0", f"{status} {agent.log[-300:]}")


def difference(said, found):
    """The first line that differs, and what became of it; empty if none does."""
    for before, after in zip([*said.split(b"\n"), b"(no more)"], [*found.split(b"\n"), b"(no more)"], strict=False):
        if before != after:
            place = next((index for index, pair in enumerate(zip(before, after)) if pair[0] != pair[1]), min(len(before), len(after)))
            start = max(place - 60, 0)
            return f"at {place} of {len(before)}: {before[start:place + 60]} became {after[start:place + 60]}"
    return "" if said == found else f"{len(said)} bytes became {len(found)}"


def hash_of(content):
    return f"{hashlib.sha256(content).hexdigest()} {len(content)}"


class Watch:
    """The most memory that a guard, and all that it started, took while in a `with`."""

    def __init__(self, agent):
        self.agent, self.most, self._ended = agent, 0, threading.Event()

    def _watch(self):
        while not self._ended.wait(0.05):
            self.most = max(self.most, self.agent.memory)

    def __enter__(self):
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()

    def is_flat(self, claim, text):
        print(f"memory at most: {self.most >> 20} MiB")
        claim(0 < self.most < MEMORY, f"{text}: memory stays below {MEMORY >> 20} MiB", f"{self.most >> 20} MiB")


def check_agent_that_waits(claim, program, transport=Agent):
    """An agent that does not read what a server says, and then does."""
    for count, size in [(FLOOD // 500_000, 500_000), (4000, 1000)]:
        with transport(program, "flood", count, size, reads=False) as agent, Watch(agent) as watch:
            time.sleep(1)
            start = time.monotonic()
            agent.read()
            agent.started()
            numbers = []
            while len(numbers) < count and time.monotonic() - start < PATIENCE and (message := agent.message(PATIENCE)):
                numbers.append(message["params"]["data"]["number"])
            seconds = time.monotonic() - start
            claim(numbers == list(range(count)), "an agent that waited reads all that a server said, in its order", len(numbers))
            agent.close()
            agent.end()
        print(f"messages of {size} bytes: {count / seconds:.0f} a second, {count * size / 1e6 / seconds:.0f} MB/s")
        watch.is_flat(claim, f"{count} messages of {size} bytes")


def check_server_that_waits(claim, program):
    """A server that does not read what an agent says, and then does."""
    part, digest = random.Random("much").randbytes(1 << 20), hashlib.sha256()
    count = FLOOD // len(part)
    for _ in range(count):
        digest.update(part)
    with Agent(program, "deaf") as agent, Watch(agent) as watch:
        number = agent.started()
        sender = threading.Thread(target=lambda: ([agent.send(part) for _ in range(count)], agent.close()))
        sender.start()
        sender.join(1)
        is_waiting = sender.is_alive()
        if agent.number:
            os.kill(number, signal.SIGUSR1)
        message = agent.message(PATIENCE)
        found = message and message["params"]["all"]
        sender.join(PATIENCE)
        agent.end()
    claim(is_waiting, "an agent waits for a server that does not read")
    claim(found == f"{digest.hexdigest()} {count * len(part)}", f"and then {FLOOD // 1_000_000} MB come to the server as they are", found)
    watch.is_flat(claim, "an agent that says as much")


def check_both(claim, program):
    """Each says much before it listens, with messages before that which are refused, and that of which come back."""
    size, count, said = 400_000, 10, b'{"jsonrpc":"2.0","method":"notifications/x"}\n' * 100_000
    sampling = next(place for place in PLACES if place.name == "sampling")
    refused = sampling.message("7", json.dumps(base64_of(pdf(small()))))
    for name, first in [("at once", b""), ("at once, after a request that comes back", refused)]:
        with Agent(program, "both", count, size, base64.b64encode(first).decode()) as agent:
            agent.started()
            sender = threading.Thread(target=lambda: (agent.send(said), agent.close()))
            sender.start()
            lines = [agent.message(4)]
            while lines[-1]:
                lines.append(agent.message(4))
            sender.join(1)
            heard = lines[-2]["params"].get("all", "") if len(lines) > 1 else ""
            errors = len(said) + (0 if not first else 1) <= int((heard or "0 0").split()[1])
            claim(len(lines) == count + 2 and errors, f"nothing stands still when both say much {name}", f"{len(lines)} lines, {heard}")


def check_descriptors(claim, program):
    """An agent whose descriptors do not wait, as those are that it shares with a program of Node.js."""
    count, size, said = 100, 10_000, b"x" * 300_000
    own, other = socket.socketpair()
    own.settimeout(10)
    with own, other:
        other.setblocking(False)
        command = [*guarded(program, "blackout"), sys.executable, "-I", "-S", str(SERVER), "flood", str(count), str(size)]
        process = subprocess.Popen(command, stdin=other, stdout=other, stderr=subprocess.DEVNULL)
        other.close()
        time.sleep(0.5)
        lines = []
        with contextlib.suppress(OSError), own.makefile("rb") as reader:
            lines += [reader.readline() for _ in range(count + 1)]
            own.sendall(said)
            own.shutdown(socket.SHUT_WR)
            lines.append(reader.readline())
        holds = len(lines) == count + 2 and all(lines) and hash_of(said).encode() in lines[-1]
        claim(holds, "descriptors that do not wait lose nothing", f"{len([line for line in lines if line])} of {count + 2} lines")
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def check_time(claim, program, transport=Agent):
    medians = []
    for guarding in (None, program):
        with transport(guarding, "talk") as agent:
            agent.started()
            times = []
            for number in range(300):
                line = b'{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"%s"}]}}\n' % (number, b"a text " * 40)
                start = time.perf_counter()
                agent.say(line)
                if agent.line() != line:
                    break
                times.append(time.perf_counter() - start)
            claim(len(times) == 300, f"300 messages {'pass' if guarding else 'come without a guard'} one after the other")
            medians.append(statistics.median(times or [99]) * 1000)
    print(f"median of a question and its answer: {medians[0]:.2f} ms directly, {medians[1]:.2f} ms through the guard")
    claim(medians[1] - medians[0] < 20, "a message without a picture takes less than 20 ms more", f"{medians[1]:.1f} ms")
