#!/usr/bin/env python3
"""Usage: lexicon.py WHEELS SCOWL IPADIC DUTCH RESULT

Writes a table of what words are: given names, family names, ordinary words, places and others. It is made from the wheels that
are unpacked in WHEELS and from three Debian packages, and is the same on every machine.

The table starts with SNAPNAME, a version, and the number of its slots. A slot is 0, or the upper 24 bits of the hash of a word and
eight flags. The lower 32 bits say which slot, as a part of all; the next free one is taken where that is taken.
"""
import struct
import sys
from pathlib import Path

import sources

MAGIC, VERSION, SLOTS = b"SNAPNAME", 2, 1_990_000
MASK = 0xFFFFFFFFFFFFFFFF


def hashed(word: str) -> int:
    """FNV-1a of the UTF-8 of a word, mixed."""
    value = 0xCBF29CE484222325
    for byte in word.encode():
        value = (value ^ byte) * 0x100000001B3 & MASK
    value ^= value >> 32
    value = value * 0x9E3779B97F4A7C15 & MASK
    return value ^ value >> 29


def table(flags: dict[str, int]) -> bytes:
    """The file."""
    slots = [0] * SLOTS
    if len(flags) > SLOTS * 4 // 5:
        raise ValueError(f"{len(flags)} words are too many for {SLOTS} slots")
    # In the order of their places, so that none is put far behind its own.
    for place, value, word in sorted(((hashed(word) & 0xFFFFFFFF) * SLOTS >> 32, hashed(word), word) for word in flags):
        while slots[place]:
            place = (place + 1) % SLOTS
        slots[place] = value >> 40 << 8 | flags[word]
    return MAGIC + struct.pack(f"<II{SLOTS}I", VERSION, SLOTS, *slots)


class Lexicon:
    """Words with the greatest of each of their levels."""

    def __init__(self):
        self.flags: dict[str, int] = {}

    def level(self, word: str, shift: int) -> int:
        return self.flags.get(word, 0) >> shift & 3

    def raise_level(self, word: str, shift: int, level: int):
        flags = self.flags.get(word, 0)
        if level > flags >> shift & 3:
            self.flags[word] = flags & ~(3 << shift) | level << shift

    def set_level(self, word: str, shift: int, level: int):
        self.flags[word] = self.flags.get(word, 0) & ~(3 << shift) | level << shift

    def mark(self, word: str, flag: int):
        self.flags[word] = self.flags.get(word, 0) | flag


def main():
    """Writes the table."""
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    wheels, scowl, ipadic, dutch, result = map(Path, sys.argv[1:])
    lexicon = Lexicon()
    sources.gather(lexicon, wheels, scowl, ipadic, dutch)
    flags = {word: value for word, value in lexicon.flags.items() if word and value}
    result.write_bytes(table(flags))


if __name__ == "__main__":
    main()
