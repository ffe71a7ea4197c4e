"""Names of Poland's register of people."""
import math
import re
from pathlib import Path

from levels import FAMILY, GIVEN, strength_of_name
from marisa import read_ranks
from words import fold

# Names that fewer people have are not listed, and how many have the first of the others.
LEAST = 200
MOST = {GIVEN: 1_000_000, FAMILY: 200_000}
# Endings of other cases than the first, where any word has them, and where the word without it is a name, too.
SURE_ENDINGS = re.compile(r"(owi|ami|ach|owie|[ks]i(ego|emu|ej|ch|mi|m)|ego|emu|ymi|ych|(s|c|dz)cy|[csz]kie)$")
ENDINGS = "em iem om ow ym im u e ie y i o ej".split()


def read_polish(lexicon, folder: Path, often: dict[str, float], used: dict[str, float]):
    """Marks names in their first case, and in others where they are used."""
    for shift, file in ((GIVEN, "pl_first_names"), (FAMILY, "pl_last_names")):
        ranks: dict[str, int] = {}
        for word, rank in read_ranks(folder / f"{file}.marisa"):
            word = fold(word)
            ranks[word] = min(rank, ranks.get(word, rank))
        last = max(ranks.values())
        power = math.log(MOST[shift] / LEAST) / math.log(last)
        for word, rank in ranks.items():
            is_first = is_first_case(word, ranks)
            if is_first or word in used:
                # There are nine times fewer people than in the United States.
                people = int(9 * LEAST * (last / rank) ** power)
                level = strength_of_name(people, often.get(word, 0), 20000)
                lexicon.raise_level(word, shift, level if is_first else min(level, 2))


def is_first_case(word: str, forms) -> bool:
    if SURE_ENDINGS.search(word):
        return False
    for ending in ENDINGS:
        stem = word.removesuffix(ending)
        # "Bogacki" and "Kalużny" are inflected as adjectives.
        is_adjective = ending in ("y", "i") and (stem + "ego" in forms or word + "ego" in forms)
        if stem != word and not is_adjective and (stem in forms or stem + "a" in forms or ending != "o" and stem + "o" in forms):
            return False
    if word.endswith("a"):
        # "Nowaka" is of "Nowak", "Marta" is not of "Mart".
        return not (word[:-1] in forms and word[:-1] + "owi" in forms)
    return word + "a" not in forms or word + "owi" in forms or word + "em" in forms
