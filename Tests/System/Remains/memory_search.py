"""Searches the memory of a server, of all its processes, for what it should have wiped."""

import contextlib
import os

#: Bytes of memory that are read at a time, how many of them are read twice, and the longest mapping that is read.
PIECE, OVERLAP, LONGEST = 1 << 22, 1024, 1 << 34


def found(server, secrets):
    """The names of secrets, shorter than OVERLAP, that are in the memory of a process of a server, each with the process."""
    names = set()
    for pid in server.processes():
        # One that ends meanwhile has no memory.
        with contextlib.suppress(OSError):
            words = command(pid)
            for piece in memory(pid):
                names |= {f"{name} in {words}" for name, secret in secrets.items() if secret in piece}
    return sorted(names)


def command(pid):
    with open(f"/proc/{pid}/cmdline") as file:
        return " ".join(file.read().split("\0")[1:2])


def memory(pid):
    """All memory that a process can read or write, and the files in memory that it has open, piece by piece."""
    with open(f"/proc/{pid}/maps") as file:
        lines = [line.split() for line in file]
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as file:
        for line in lines:
            start, end = (int(part, 16) for part in line[0].split("-"))
            # A program's own code and constants hold no pixels; holes of shared memory are not to be filled.
            if line[1].startswith("rw") and end - start < LONGEST and "/memfd:" not in " ".join(line):
                yield from pieces(file, start, end)
    for name in os.listdir(f"/proc/{pid}/fd"):
        path = f"/proc/{pid}/fd/{name}"
        try:
            if os.readlink(path).startswith("/memfd:"):
                with open(path, "rb", buffering=0) as file:
                    yield from filled(file)
        except OSError:
            continue


def pieces(file, start, end):
    """Reads a part of a file, in pieces that overlap by more than a secret."""
    while start < end:
        try:
            file.seek(start)
            piece = file.read(min(PIECE, end - start))
        except (OSError, ValueError, OverflowError):
            return
        if not piece:
            return
        yield piece
        start += len(piece) if start + len(piece) >= end or len(piece) < 4 * OVERLAP else len(piece) - OVERLAP


def filled(file):
    """Reads what is no hole."""
    end = 0
    while True:
        try:
            start = os.lseek(file.fileno(), end, os.SEEK_DATA)
        except OSError:
            return
        end = os.lseek(file.fileno(), start, os.SEEK_HOLE)
        yield from pieces(file, start, end)
