"""Names from the registers and dictionaries of single countries."""
import json
from pathlib import Path

from morphology import Morphology
from levels import FAMILY, FEW, GIVEN, is_read, strength, strength_of_name
from readers import columns
from words import fold


def read_american(lexicon, folder: Path, often: dict[str, float]) -> dict[int, dict[str, int]]:
    """Marks the names of the United States, and returns the levels of the given and of the family names of the census."""
    levels: dict[int, dict[str, int]] = {}
    for shift, census, voters, many in (
        (GIVEN, "census_2020_first_names", "first_name_race", 6000), (FAMILY, "census_2020", "last_name_race", 10000)
    ):
        people = columns(folder / f"census/{census}.parquet", "name", "count")
        levels[shift] = {}
        for name, count in people:
            word = fold(name or "")
            level = strength(count, often.get(word, 0), many)
            lexicon.raise_level(word, shift, level)
            # What is rare here may be usual elsewhere.
            if count >= FEW or level == 0:
                levels[shift][word] = level
        # Of those who are registered to vote, nothing says how many have a name.
        for (name,) in columns(folder / f"rosenman/{voters}.parquet", "name"):
            word = fold(name or "")
            if len(word) > 3 and word.isalpha() and word not in levels[shift] and word not in often:
                lexicon.raise_level(word, shift, 1)
    return levels


def read_brazilian(lexicon, path: Path, often: dict[str, float]):
    """Marks the given names of Brazil's census."""
    for name, said in json.loads(path.read_text()).items():
        people = int(said["frequency_female"] + said["frequency_male"])
        word = fold(name)
        # There are a third fewer people than in the United States.
        if people >= 100 and len(word) > 2:
            lexicon.raise_level(word, GIVEN, strength_of_name(people * 3 // 2, often.get(word, 0), 6000))


def read_dutch(lexicon, path: Path, given: dict[str, int], english: set[str]):
    """Marks the names of OpenTaal's list, whose flag PN says that they are of persons."""
    lines = [line.partition("/") for line in path.read_text().replace("ĳ", "ij").replace("Ĳ", "IJ").splitlines()]
    small = {fold(word) for word, _, _ in lines if word[:1].islower()}
    for name, _, flags in lines:
        word = fold(name)
        if flags == "PN" and len(word) > 2 and word.isalpha() and word not in english:
            if word in given and lexicon.level(word, FAMILY) < 2:
                lexicon.raise_level(word, GIVEN, 2)
            lexicon.raise_level(word, FAMILY, 1 if word in given or word in small else 2)


def read_israeli(lexicon, folder: Path, often: dict[str, float]):
    """Marks the names of Israel's register of people, in Hebrew letters."""
    people: dict[int, dict[str, int]] = {GIVEN: {}, FAMILY: {}}
    for path in sorted(folder.glob("dist.*.*")):
        shift = FAMILY if path.suffix == ".last" else GIVEN
        for line in path.read_text("utf-16").splitlines():
            name, *numbers = line.split("\t")
            if len(numbers) > 1 and is_read(name):
                people[shift][fold(name)] = people[shift].get(fold(name), 0) + int(float(numbers[0]))
    for shift, counts in people.items():
        for word, count in counts.items():
            # There are forty times fewer people than in the United States.
            lexicon.raise_level(word, shift, strength(40 * count, often.get(word, 0), 20000))


def read_russian(folder: Path):
    """Russian names with 1 for a first case and 2 for others, and words that are none."""
    names: dict[str, dict[int, int]] = {}
    words: set[str] = set()
    for word, tag in Morphology(folder).forms():
        word = fold(word)
        tag = tag.replace(" ", ",").split(",")
        kind = GIVEN if "Name" in tag or "Patr" in tag else FAMILY if "Surn" in tag else None
        if kind is None:
            if not {"Geox", "Orgn", "Trad", "Abbr", "Init"} & set(tag):
                words.add(word)
        elif "Init" not in tag and "Abbr" not in tag and "plur" not in tag:
            kinds = names.setdefault(word, {})
            kinds[kind] = min(kinds.get(kind, 2), 1 if "nomn" in tag else 2)
    return names, words
