"""Names from lists of the whole world."""
import gzip
import json
from pathlib import Path

from levels import FAMILY, GIVEN
from words import fold

# Lists that have to hold a name.
LISTS = 3
MANY_LISTS = 5


def read_given_names(counts: Path, dictionary: Path) -> dict[str, int]:
    """The names of the dictionary of the World Intellectual Property Organization that other lists have, and how many of them."""
    lists = {fold(name): said[0] for name, said in json.loads(counts.read_text()).items() if len(name) > 2 and name.isalpha()}
    names = set()
    for path in sorted(dictionary.glob("gender_wgnd2.*.jsonl.gz")):
        for line in gzip.decompress(path.read_bytes()).decode().splitlines():
            if line:
                names.add(fold(json.loads(line)["name"]))
    return {name: count for name, count in lists.items() if count >= LISTS and name in names}


def mark_given_names(lexicon, given: dict[str, int], frequencies: dict[str, dict[str, float]], english: set[str]):
    """Marks those that are not known as names of families, but for words that come often."""
    for word, count in given.items():
        if word not in english and lexicon.level(word, FAMILY) < 2 and max(words.get(word, 0) for words in frequencies.values()) < 4:
            lexicon.raise_level(word, GIVEN, 2 if count >= MANY_LISTS else 1)
