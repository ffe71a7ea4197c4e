#!/usr/bin/env python3
"""A server of the Model Context Protocol that does as it is told, in each way that a server can go wrong. It needs no package.

    mcp_server.py MODE [ARGUMENT...]

Its first line is a notification with the number of its process.
"""

import base64
import contextlib
import hashlib
import json
import os
import random
import resource
import signal
import sys
import threading
import time


def say(line):
    """Writes a line to the end, however little the reader takes at a time."""
    write(line + b"\n")


def write(content):
    content = memoryview(content)
    while content:
        content = content[os.write(1, content):]


def notification(method, **params):
    return json.dumps({"jsonrpc": "2.0", "method": f"notifications/{method}", "params": params}).encode()


def read_all():
    """Reads all that the agent still says; the hash of it, and how many bytes it is."""
    digest, count = hashlib.sha256(), 0
    while part := os.read(0, 1 << 16):
        digest.update(part)
        count += len(part)
    return f"{digest.hexdigest()} {count}"


def talk():
    """Says what the agent wants it to say, and repeats all else that it hears."""
    for line in open(0, "rb", closefd=False):
        try:
            content = base64.b64decode(json.loads(line)["say"])
        except (ValueError, KeyError, TypeError):
            say(notification("heard", line=line.decode("latin-1")))
        else:
            write(content)


def replay(path, record):
    """Says what is in a file, in pieces of all sizes, and records what it hears meanwhile."""
    with open(path, "rb") as file:
        content = file.read()
    heard = []
    listener = threading.Thread(target=lambda: heard.append(read_all()))
    listener.start()
    for piece in pieces(content, random.Random(path)):
        write(piece)
    os.close(1)
    listener.join()
    with open(record, "w") as file:
        file.write(heard[0])


def pieces(content, randoms):
    """Pieces of all sizes."""
    start = 0
    while start < len(content):
        count = randoms.choice((1, 2, 40, 700, 4096, 65_536, 300_000))
        yield content[start:start + count]
        start += count


def much(count, size):
    """Messages of a size, with their numbers."""
    for number in range(int(count)):
        yield notification("message", level="info", data={"number": number, "text": "lorem ipsum " * (int(size) // 12)})


def flood(count, size):
    """Says much, and listens only then."""
    for line in much(count, size):
        say(line)
    say(notification("heard", all=read_all()))


def deaf():
    """Hears nothing before a signal."""
    signal.sigwait([signal.SIGUSR1])
    say(notification("heard", all=read_all()))


def both(count, size, first=""):
    """Waits until the agent is stuck with all that it says, says something, and says much before it listens."""
    time.sleep(0.5)
    if first:
        say(base64.b64decode(first))
    flood(count, size)


def late(*lines):
    """Says lines once the agent has closed."""
    read_all()
    for line in lines:
        say(base64.b64decode(line))


def leave(status):
    """Ends as soon as it hears something."""
    os.read(0, 1)
    sys.exit(int(status))


def stay(*ignored):
    """Does not end when the agent does; nor at signals that it ignores."""
    for name in ignored:
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    record_end()
    time.sleep(60)


def record_end():
    read_all()
    sys.stderr.write("the server sees the end\n")
    sys.stderr.flush()


def terminated():
    """Ends in its own way at SIGTERM."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
    say(notification("ready"))
    time.sleep(60)


def orphan(status):
    """Ends, and leaves a process that holds its output and its input."""
    os.read(0, 1)
    if os.fork():
        os._exit(int(status))
    time.sleep(8)


def facts():
    """Says what it was started with."""
    with open("/proc/self/status") as file:
        states = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    descriptors = []
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):
            descriptors.append(f"{name} {os.readlink(f'/proc/self/fd/{name}').split(':')[0]}")
    names = [name for name in dir(resource) if name.startswith("RLIMIT_")]
    say(json.dumps({
        "descriptors": sorted(descriptors),
        **{name: states.get(name) for name in ("NoNewPrivs", "Seccomp", "SigBlk", "SigIgn", "Threads", "CapEff", "CapBnd")},
        **{name: resource.getrlimit(getattr(resource, name)) for name in names},
        "directory": os.getcwd(), "environment": sorted(os.environ), "nice": os.nice(0),
    }).encode())
    read_all()


MODES = (talk, replay, flood, deaf, both, late, leave, stay, terminated, orphan, facts)

if __name__ == "__main__":
    if sys.argv[1] == "deaf":
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
    say(notification("started", process=os.getpid()))
    next(mode for mode in MODES if mode.__name__ == sys.argv[1])(*sys.argv[2:])
