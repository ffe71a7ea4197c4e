"""What stands on the screens: fields, sentences and lines of the labelled corpus, as HTML in which values are marked."""

import dataclasses
import html
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "SensitiveText"))

import made_numbers  # noqa: E402
import noise  # noqa: E402
import phrases  # noqa: E402
import values  # noqa: E402

CAPTIONS = {kind: phrases.by_language(text) for kind, text in phrases.CAPTIONS.items()}
SENTENCES = {kind: phrases.by_language(text) for kind, text in phrases.SENTENCES.items()}
RIGHT_TO_LEFT = {"ar", "he"}

# Languages that the corpus has no captions in. What stands on their screens is looked for as text, and as what needs no caption.
LINES = phrases.LINES | {
    "ko": ["설정", "비밀번호를 잊으셨나요?", "계속하기", "오늘 14:05", "알림 3개", "개인정보 보호", "12쪽 중 3쪽", "로그아웃", "배송 조회", "이용약관에 동의합니다"],
    "he": ["הגדרות", "שכחת סיסמה?", "המשך", "היום 14:05", "פרטיות ואבטחה", "עמוד 3 מתוך 12", "התנתקות", "תנאי שימוש"],
}
HARMLESS = phrases.HARMLESS | {
    "ko": [("주문 번호", "digits"), ("합계", "price"), ("버전", "version"), ("수량", "small"), ("도시", "city")],
    "he": [("מספר הזמנה", "digits"), ("סך הכול", "price"), ("גרסה", "version"), ("כמות", "small")],
}
LANGUAGES = list(LINES)


@dataclasses.dataclass
class Field:
    """A caption and the lines of what it names; no kind where that is harmless."""

    caption: str
    lines: list
    kind: str | None = None


def known(language):
    """The language whose made-up values stand on a screen of this one."""
    return language if language in phrases.LINES else "en"


def field(rng, language, kinds=None):
    """A caption and a sensitive value."""
    if language not in phrases.LINES:
        kind = rng.choice(sorted(values.PLAIN & {*kinds}) if kinds else sorted(values.PLAIN))
        return Field(rng.choice(HARMLESS[language])[0], [plain(rng, kind)], kind)
    if kinds is None and rng.random() < 0.2:
        scheme = rng.choice(sorted(phrases.NATIONAL[language]))
        number = made_numbers.written(scheme, made_numbers.valid(scheme, rng), rng)
        return Field(rng.choice(phrases.NATIONAL[language][scheme]), [number], "nationalNumber")
    kind = rng.choice(kinds or list(CAPTIONS))
    if kind == "postalAddress":
        lines = values.address(rng, language)
    else:
        lines = [values.MAKERS[kind](rng, language)]
    return Field(rng.choice(CAPTIONS[kind][language]), lines, kind)


def plain(rng, kind):
    """A value that needs no caption."""
    return values.secret(rng, "") if kind == "secret" else values.MAKERS[kind](rng, "en")


def harmless(rng, language):
    """A caption and a value that is not sensitive."""
    caption, form = rng.choice(HARMLESS[language])
    return Field(caption, [values.harmless(rng, form, known(language))])


def line(rng, language):
    """A line that says nothing about anybody."""
    return html.escape(rng.choice(LINES[language]))


def noisy(rng, language):
    """A line that looks like a value and is none."""
    return html.escape(rng.choice(noise.MAKERS)(rng, known(language)))


def sentence(rng, language):
    """A message with a value in it, as HTML."""
    if language not in phrases.LINES:
        kind = rng.choice(sorted(values.PLAIN))
        return f"{line(rng, language)} {marked(Field('', [plain(rng, kind)], kind))}"
    kind = rng.choice(list(SENTENCES))
    before, after = rng.choice(SENTENCES[kind][language]).split("{}")
    value = Field("", [values.MAKERS[kind](rng, language)], kind)
    return html.escape(before) + marked(value) + html.escape(after)


def marked(field):
    """The value of a field, marked with its kind if it has one. Numbers run from left to right in every language."""
    text = "<br>".join(html.escape(part) for part in field.lines)
    if field.kind is None:
        return f"<span>{text}</span>"
    direction = "" if field.kind in ("personName", "postalAddress") else ' dir="ltr"'
    return f'<span data-kind="{field.kind}"{direction}>{text}</span>'
