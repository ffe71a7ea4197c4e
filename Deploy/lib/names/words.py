"""Words as Snapveil compares them. `FoldedWords` of SensitiveText is the same in Swift."""
import unicodedata

PLAIN = (
    ("a", "àáâãäåāăąạảấầẩẫậắằẳẵặ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęěẹẻẽếềểễệ"), ("g", "ĝğġģ"),
    ("h", "ĥħ"), ("i", "ìíîïĩīĭįıỉị"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŋ"),
    ("o", "òóôõöøōŏőơọỏốồổỗộớờởỡợ"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűųưụủứừửữự"),
    ("w", "ŵ"), ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"), ("е", "ё"), ("и", "й"), ("α", "ά"), ("ε", "έ"), ("η", "ή"),
    ("ι", "ίϊΐ"), ("ο", "ό"), ("υ", "ύϋΰ"), ("ω", "ώ"), ("σ", "ς"), ("ا", "أإآٱ"), ("ي", "ىی"),
    ("ك", "ک"), ("ه", "ەہھۀ"),
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
    if 0xFF66 <= code <= 0xFF9F:
        # Narrow Kana.
        scalar = unicodedata.normalize("NFKC", scalar)
    elif code not in (0xFF0C, 0xFF0E):
        scalar = in_ascii(scalar)
    category = unicodedata.category(scalar)
    if category in MARKS:
        return ""
    if category in ("Lu", "Lt", "Ll"):
        small = scalar.lower()[0]
        return PLAIN_LETTERS.get(small, small)
    return PLAIN_LETTERS.get(scalar, scalar)


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
