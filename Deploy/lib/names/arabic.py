"""Names of people of the countries of Arabic, Persian and Urdu, as Wikidata has them, in their letters and in Latin ones."""
import sqlite3
from collections import Counter, defaultdict
from pathlib import Path

from levels import FAMILY, GIVEN, strength_of_name
from words import fold

# People for each one in Wikidata.
SHARE = 650
# Spellings that are used thirty times less often than another one are mistakes.
MISTAKES = 1.5
PLAIN = str.maketrans("أإآىة", "ااايه")
KINDS = {"given": GIVEN, "surname": FAMILY}


def read_arabic(lexicon, path: Path, used: dict[str, float], often: dict[str, float], known: dict[int, dict[str, int]]):
    """Marks the names. What `known` says of Latin ones counts more."""
    counts = {script: {GIVEN: Counter(), FAMILY: Counter()} for script in ("arabic", "latin")}
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        for key, latin, role, count in database.execute("SELECT arabic_key, latin, role, count FROM units WHERE source = 'wikidata'"):
            if role in KINDS:
                counts["arabic"][KINDS[role]][joined(fold(key))] += count
                for word in fold(latin).replace("-", " ").split():
                    counts["latin"][KINDS[role]][word] += count
    spellings = spellings_of(used)
    for shift, names in counts["arabic"].items():
        for key, count in names.items():
            for word in spellings.get(key, [key]) if " " not in key else []:
                lexicon.raise_level(word, shift, strength_of_name(SHARE * count, used.get(word, 0), 20000))
    for shift, names in counts["latin"].items():
        for word, count in names.items():
            if len(word) > 3 and word.isascii() and word.isalpha() and word not in known[shift] and count > 1:
                lexicon.raise_level(word, shift, strength_of_name(SHARE * count, often.get(word, 0), 20000))


def joined(name: str) -> str:
    """A name with the servant of God in one word, as many write it."""
    return name.replace("عبد ", "عبد") if name.startswith("عبد ") else name


def spellings_of(used: dict[str, float]) -> dict[str, list[str]]:
    """How words are spelled whose letters are told without marks."""
    spellings: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for word, often in used.items():
        spellings[word.translate(PLAIN)].append((often, word))
    return {
        key: [word for often, word in sorted(words) if often >= max(words)[0] - MISTAKES] for key, words in spellings.items()
    }
