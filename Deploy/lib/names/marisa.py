"""Reader of the tries of marisa-trie. A trie holds the ends that its keys share in a further trie, where they are reversed."""
import struct
from itertools import accumulate
from pathlib import Path

MAGIC = b"We love Marisa.\0"


class File:
    """The numbers of a file, one behind the other."""

    def __init__(self, content: bytes, place: int):
        self.content, self.place = content, place

    def number(self, form: str) -> int:
        (value,) = struct.unpack_from("<" + form, self.content, self.place)
        self.place += struct.calcsize("<" + form)
        return value

    def vector(self) -> bytes:
        """Bytes behind their number, up to a multiple of eight."""
        size = self.number("Q")
        start, self.place = self.place, self.place + (size + 7) // 8 * 8
        return self.content[start : start + size]

    def bits(self) -> list[int]:
        """Bits, without the three tables by which they are searched."""
        units = self.vector()
        size, _ = self.number("I"), self.number("I")
        for _ in range(3):
            self.vector()
        return [units[index >> 3] >> (index & 7) & 1 for index in range(size)]

    def packed(self) -> list[int]:
        """Numbers of the same width."""
        units = self.vector()
        width, mask, size = self.number("I"), self.number("I"), self.number("Q")
        places = (divmod(width * index, 8) for index in range(size))
        return [int.from_bytes(units[place : place + 5], "little") >> bit & mask for place, bit in places]


class Trie:
    """Nodes in the order of their depth, with a label each, or a link to a longer one."""

    def __init__(self, file: File):
        self.parents = self.read_parents(file.bits())
        self.ends, links = file.bits(), file.bits()
        labels, high = file.vector(), file.packed()
        self.tail, tail_ends = file.vector(), file.bits()
        stops = {index for index, bit in enumerate(tail_ends) if bit}
        further = Trie(file) if any(links) and not self.tail else None
        file.vector()
        self.first_level = file.number("I")
        file.number("I")
        self.labels = []
        for node, count in enumerate(accumulate(links)):
            if not links[node]:
                self.labels.append(labels[node : node + 1])
                continue
            link = high[count - 1] << 8 | labels[node]
            self.labels.append(further.end(link) if further else self.tail_from(link, stops))

    @staticmethod
    def read_parents(bits: list[int]) -> list[int]:
        """The parent of each node: each has as many ones as children, and a zero."""
        parents, node = [], -1
        for bit in bits:
            if bit:
                parents.append(node)
            else:
                node += 1
        return parents

    def tail_from(self, start: int, stops: set[int]) -> bytes:
        if not stops:
            return self.tail[start : self.tail.index(0, start)]
        stop = start
        while stop not in stops:
            stop += 1
        return self.tail[start : stop + 1]

    def end(self, node: int) -> bytes:
        """The labels from a node up, as a trie before this one has them."""
        labels = [self.labels[node]]
        while node > self.first_level:
            node = self.parents[node]
            labels.append(self.labels[node])
        return b"".join(labels)

    def keys(self):
        """All keys, in the order of their length."""
        prefixes: list[bytes] = [b""]
        for node in range(len(self.parents)):
            if node:
                prefixes.append(prefixes[self.parents[node]] + self.labels[node])
            if self.ends[node]:
                yield prefixes[node]


def read_ranks(path: Path):
    """The words of a trie of records, each with its number."""
    content = path.read_bytes()
    if not content.startswith(MAGIC):
        raise ValueError(f"{path.name} is no trie")
    for key in Trie(File(content, len(MAGIC))).keys():
        word, _, record = key.partition(b"\xff")
        yield word.decode(), struct.unpack("<I", record)[0]
