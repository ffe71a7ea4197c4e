"""What stands on the screens: fields, sentences and lines of the labelled corpus, as HTML in which values are marked."""

import dataclasses
import html
import pathlib
import sys

import faker

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "SensitiveText"))

import made_numbers  # noqa: E402
import noise  # noqa: E402
import phrases  # noqa: E402
import values  # noqa: E402

CAPTIONS = {kind: phrases.by_language(text) for kind, text in phrases.CAPTIONS.items()}
SENTENCES = {kind: phrases.by_language(text) for kind, text in phrases.SENTENCES.items()}
RIGHT_TO_LEFT = {"ar", "he"}

# Languages that the corpus of texts does not have.
MORE_CAPTIONS = {
    "ko": {
        "email": ["이메일", "이메일 주소"], "phone": ["휴대폰 번호", "전화번호"], "card": ["카드 번호"], "cardSecurityCode": ["보안 코드", "CVC"],
        "iban": ["IBAN"], "bankAccount": ["계좌번호"], "passport": ["여권 번호"], "drivingLicence": ["운전면허 번호"],
        "personName": ["이름", "예금주", "받는 사람"], "oneTimeCode": ["인증 번호"], "pin": ["PIN 번호"], "password": ["비밀번호"],
        "secret": ["API 키", "액세스 토큰"], "ipAddress": ["IP 주소"], "macAddress": ["MAC 주소"], "coordinates": ["위치", "좌표"],
        "imei": ["IMEI"], "iccid": ["ICCID"], "vin": ["차대번호"], "cryptoAddress": ["지갑 주소"], "postalAddress": ["주소", "배송지"],
    },
    "he": {
        "email": ["דואר אלקטרוני", "אימייל"], "phone": ["טלפון", "טלפון נייד"], "card": ["מספר כרטיס", "כרטיס אשראי"],
        "cardSecurityCode": ["CVV"], "iban": ["IBAN"], "bankAccount": ["מספר חשבון"], "passport": ["מספר דרכון"],
        "drivingLicence": ["רישיון נהיגה"], "personName": ["שם מלא", "שם"], "oneTimeCode": ["קוד אימות"], "pin": ["קוד סודי"],
        "password": ["סיסמה"], "secret": ["מפתח API"], "ipAddress": ["כתובת IP"], "macAddress": ["כתובת MAC"],
        "coordinates": ["מיקום"], "imei": ["IMEI"], "iccid": ["ICCID"], "vin": ["מספר שלדה"], "cryptoAddress": ["כתובת ארנק"],
        "postalAddress": ["כתובת"],
    },
}
MORE_SENTENCES = {"ko": ["확인해 주세요: {}", "{} 님에게 보냈습니다"], "he": ["נשלח אל {}", "נא לאשר: {}"]}
MORE_LOCALES = {"ko": "ko_KR", "he": "he_IL"}
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
    if language in MORE_CAPTIONS:
        captions = MORE_CAPTIONS[language]
        kind = rng.choice(sorted({*captions} & {*kinds}) if kinds else sorted(captions))
        return Field(rng.choice(captions[kind]), other_lines(rng, language, kind), kind)
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


def other_lines(rng, language, kind):
    """The lines of a value in a language that the corpus of texts does not have."""
    if kind not in ("personName", "postalAddress"):
        return [plain(rng, kind)]
    fake = faker.Faker(MORE_LOCALES[language])
    fake.seed_instance(rng.getrandbits(32))
    return [fake.name()] if kind == "personName" else fake.address().split("\n")


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
    if language in MORE_CAPTIONS:
        kind = rng.choice(sorted(values.PLAIN))
        before, after = rng.choice(MORE_SENTENCES[language]).split("{}")
        return html.escape(before) + marked(Field("", [plain(rng, kind)], kind)) + html.escape(after)
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
