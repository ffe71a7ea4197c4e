"""Readers of the files that hold words."""
import gzip
import struct
from pathlib import Path

import polars
import umsgpack

from words import fold


def unpacked(path: Path):
    """What a compressed file of MessagePack holds."""
    return umsgpack.unpackb(gzip.decompress(path.read_bytes()))


def columns(path: Path, *names: str):
    """The rows of a Parquet table, with the columns that are named."""
    return polars.read_parquet(path, columns=list(names)).select(names).iter_rows()


def korean_words(path: Path):
    """The part of speech, the meaning and the reading of each word in the dictionary mecab-ko-dic, as MeCab compiles it."""
    data = path.read_bytes()
    # A head, the graph of words, 16 bytes for each word, and what is said of them.
    count, _, _, graph, words, _ = struct.unpack_from("<6I", data, 12)
    start = 72 + graph
    for place in range(start, start + 16 * count, 16):
        said = start + words + struct.unpack_from("<I", data, place + 8)[0]
        kind, meaning, _, reading, _ = data[said : data.index(0, said)].decode().split(",", 4)
        yield kind, meaning, reading


def read_frequencies(path: Path) -> dict[str, float]:
    """The words of a language and the logarithm of how often they come in 10^9."""
    packed = unpacked(path)
    words: dict[str, float] = {}
    for index, group in enumerate(packed[1:]):
        for word in group:
            words.setdefault(fold(word), 9 - index / 100)
    return words
