"""Words as Snapveil compares them, and readers of the files that hold words. `FoldedWords` of SensitiveText is the same in Swift."""
import gzip
import re
import unicodedata
import zipfile
from pathlib import Path

PLAIN = (
    ("a", "àáâãäåāăąạảấầẩẫậắằẳẵặ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęěẹẻẽếềểễệ"), ("g", "ĝğġģ"),
    ("h", "ĥħ"), ("i", "ìíîïĩīĭįıỉị"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŋ"),
    ("o", "òóôõöøōŏőơọỏốồổỗộớờởỡợ"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűųưụủứừửữự"),
    ("w", "ŵ"), ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"), ("е", "ё"), ("и", "й"), ("α", "ά"), ("ε", "έ"), ("η", "ή"),
    ("ι", "ίϊΐ"), ("ο", "ό"), ("υ", "ύϋΰ"), ("ω", "ώ"), ("σ", "ς"),
)
PLAIN_LETTERS = {marked: plain for plain, letters in PLAIN for marked in letters}
SPACES = {0xA0, 0x202F, 0x205F, 0x3000, 0x2028, 0x2029, *range(0x2000, 0x200B)}
DASHES = {0x2212, 0xAD, *range(0x2010, 0x2016)}
MARKS = {"Mn", "Mc", "Me", "Cf"}


def fold_scalar(scalar: str) -> str:
    """A scalar in small letters without accents; nothing for a mark."""
    code = ord(scalar)
    if scalar in "\t\n\r" or code in SPACES:
        return " "
    if code in DASHES:
        return "-"
    if code in (0x2018, 0x2019):
        return "'"
    if code == 0xE33:
        return "\u0e32"
    if code not in (0xFF0C, 0xFF0E):
        scalar = in_ascii(scalar)
    category = unicodedata.category(scalar)
    if category in MARKS:
        return ""
    if category in ("Lu", "Lt", "Ll"):
        small = scalar.lower()[0]
        return PLAIN_LETTERS.get(small, small)
    return scalar


def in_ascii(scalar: str) -> str:
    """What a wide letter or a digit of another script is in ASCII."""
    code = ord(scalar)
    if 0xFF01 <= code <= 0xFF5E:
        return chr(code - 0xFEE0)
    if code > 0x7F and unicodedata.category(scalar) == "Nd":
        return str(unicodedata.digit(scalar))
    return scalar


FOLDED: dict[str, str] = {}


def fold(text: str) -> str:
    """A text in small letters without accents and marks, composed beforehand."""
    text = unicodedata.normalize("NFC", text)
    for scalar in text:
        if scalar not in FOLDED:
            FOLDED[scalar] = fold_scalar(scalar)
    return "".join(FOLDED[scalar] for scalar in text)


def sheet(path: Path, name: str):
    """The rows of a sheet of a workbook that start with a text: the text, and all cells by their column."""
    with zipfile.ZipFile(path) as book:
        texts = re.findall(r"<si>.*?<t[^>]*>([^<]*)</t>", book.read("xl/sharedStrings.xml").decode(), re.S)
        rows = book.read(f"xl/worksheets/{name}.xml").decode()
    for row in re.finditer(r'<row r="\d+"[^>]*>(.*?)</row>', rows, re.S):
        cells = dict(re.findall(r'<c r="([A-Z]+)\d+"[^>]*><v>([^<]*)</v>', row[1]))
        if re.search(r'<c r="A\d+"[^>]*t="s"', row[1]):
            yield texts[int(cells["A"])], cells


def read_frequencies(path: Path) -> dict[str, float]:
    """The words of a language and the logarithm of how often they come in 10^9."""
    # Only `models.sh` has it.
    import msgpack

    packed = msgpack.unpackb(gzip.decompress(path.read_bytes()))
    words: dict[str, float] = {}
    for index, group in enumerate(packed[1:]):
        for word in group:
            words.setdefault(fold(word), 9 - index / 100)
    return words
