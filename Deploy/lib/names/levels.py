"""What the lexicon of names says of a word: levels of two bits, and flags of one."""
import math

GIVEN, FAMILY, WORD, PLACE, OTHER = 0, 2, 4, 0x40, 0x80
# The scripts that are read, by their blocks; names of characters differ between versions of Python.
SCRIPTS = (
    ("LATIN", 0x41, 0x24F), ("GREEK", 0x370, 0x3FF), ("CYRILLIC", 0x400, 0x52F), ("HEBREW", 0x591, 0x5F4),
    ("ARABIC", 0x600, 0x77F), ("DEVANAGARI", 0x900, 0x97F), ("THAI", 0xE01, 0xE5B), ("LATIN", 0x1E00, 0x1EFF),
    ("HIRAGANA", 0x3041, 0x309F), ("KATAKANA", 0x30A0, 0x30FF), ("CJK", 0x3005, 0x3007), ("CJK", 0x3400, 0x9FFF),
    ("HANGUL", 0xAC00, 0xD7A3),
)

# People of whom a name says no more than that it is there.
FEW = 700


def strength(people: int, often: float, many: int) -> int:
    """The level of a name that so many people have, and that comes so often in texts, where it may be a word, too."""
    share = math.log10(max(people, 1)) - often
    if share < -1.3:
        return 0
    if share < -0.5:
        return 1
    return 3 if people >= many and share >= 0.2 else 2 if people >= FEW else 1


def script(word: str) -> str:
    """The script that a word begins in, empty where it is not read."""
    code = ord(word[0]) if word else 0
    return next((name for name, first, last in SCRIPTS if first <= code <= last), "")


def is_read(word: str) -> bool:
    return script(word) != ""


def strength_of_name(people: int, often: float, many: int) -> int:
    """The same of a name that may be in texts as a word alone: none where it comes often, and as a name seldom."""
    level = strength(people, often, many)
    return 0 if level == 1 and often >= 4 else level
