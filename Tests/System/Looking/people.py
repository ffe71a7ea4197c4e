"""Names and values of persons from the providers of Faker and Mimesis, which no rule was made of: for tests alone.

Each name is in one of two halves, by its hash: rules are developed with one, and figures are of the other.
"""

import dataclasses
import datetime
import functools
import hashlib
import html

import faker
import mimesis
from mimesis import Locale

HALVES = ("development", "held-out")

# The locales of a language in Faker, and in Mimesis where it has the language.
LOCALES = {
    "en": (["en_US", "en_GB", "en_IN", "en_NZ"], ["en", "en-gb"]), "de": (["de_DE", "de_AT", "de_CH"], ["de", "de-ch"]), "fr": (["fr_FR", "fr_CH"], ["fr"]),
    "es": (["es_ES", "es_MX", "es_AR"], ["es", "es-mx"]), "it": (["it_IT"], ["it"]), "pt": (["pt_BR", "pt_PT"], ["pt", "pt-br"]),
    "nl": (["nl_NL", "nl_BE"], ["nl"]), "pl": (["pl_PL"], ["pl"]), "ru": (["ru_RU"], ["ru"]), "ar": (["ar_AA", "ar_SA", "ar_PS"], ["ar-eg", "ar-sa"]),
    "he": (["he_IL"], []), "ja": (["ja_JP"], ["ja"]), "ko": (["ko_KR"], ["ko"]), "zh": (["zh_CN"], ["zh"]),
}
# People whose names are from elsewhere stand on screens in Latin script, too.
ELSEWHERE = (["tr_TR", "sv_SE", "da_DK", "no_NO", "fi_FI", "cs_CZ", "hu_HU", "ro_RO", "hr_HR", "id_ID"], ["tr", "sv", "cs"])
LATIN = ("en", "de", "fr", "es", "it", "pt", "nl", "pl")
EAST = ("ja", "ko", "zh")
PARTICLES = {"en": ["O’", "Mc"], "de": ["von ", "von der "], "fr": ["de ", "Le ", "d’"], "es": ["de la ", "del "], "it": ["De ", "Di ", "D’"], "pt": ["da ", "dos "], "nl": ["van ", "van der ", "de "]}


@dataclasses.dataclass(frozen=True)
class Person:
    """A given name and a family name, as the language writes them."""

    given: str
    family: str
    language: str
    locale: str

    @property
    def full(self):
        return self.family + self.given if self.language in EAST else f"{self.given} {self.family}"

    def sorted(self, rng):
        """The family name first, as lists have it."""
        if self.language in EAST:
            return rng.choice([self.full, f"{self.family} {self.given}"])
        if self.language in ("ar", "he"):
            return f"{self.family}، {self.given}" if self.language == "ar" else f"{self.family}, {self.given}"
        return rng.choice([f"{self.family.upper()}, {self.given}", f"{self.family}, {self.given}", f"{self.family.upper()} {self.given}", f"{self.family.upper()}, {self.given.upper()}"])

    def initialled(self, rng):
        """Initials and the family name."""
        if self.language not in (*LATIN, "ru"):
            return self.full
        first = self.given[0]
        return rng.choice([f"{first}. {self.family}", f"{self.given} {rng.choice('ABDEHJKLMPRST')}. {self.family}", f"{self.family} {first}."] if self.language != "ru" else [f"{self.family} {first}. А.", f"{first}. {self.family}"])

    def written(self, rng):
        """One of all ways in which screens show a whole name; mostly the plain one."""
        return rng.choice([lambda: self.full] * 6 + [lambda: self.full.upper() if self.language in (*LATIN, "ru") else self.full, lambda: self.sorted(rng), lambda: self.initialled(rng)])()


def half_of(name):
    """The half that a name is in."""
    return HALVES[hashlib.sha256(name.casefold().encode()).digest()[0] & 1]


@functools.cache
def made_by(locale):
    return faker.Faker(locale)


@functools.cache
def mimesis_of(locale):
    return mimesis.Generic(Locale(locale))


def parts(rng, fakers, mimics):
    """A given name, a family name and the locale, of one gender where the language cares."""
    if mimics and rng.random() < 0.45:
        locale = rng.choice(mimics)
        maker = mimesis_of(locale)
        maker.reseed(rng.getrandbits(32))
        gender = rng.choice([mimesis.Gender.MALE, mimesis.Gender.FEMALE])
        return maker.person.first_name(gender), maker.person.last_name(gender), locale
    locale = rng.choice(fakers)
    maker = made_by(locale)
    maker.seed_instance(rng.getrandbits(32))
    sex = rng.choice(["male", "female"])
    family = getattr(maker, f"last_name_{sex}", maker.last_name)
    return getattr(maker, f"first_name_{sex}")(), family(), locale


class People:
    """Persons of one half; of all names if none is given."""

    def __init__(self, half=None):
        self.half = half

    def has(self, *names):
        return all(self.half in (None, half_of(name)) and len(name) > 1 - (ord(name[0]) > 0x2E80) for name in names)

    def draw(self, rng, language, sources):
        while True:
            given, family, locale = parts(rng, *sources)
            if self.has(given, family):
                return Person(given.strip(), family.strip(), language, locale)

    def person(self, rng, language):
        """A person on a screen in a language: most are from there, some have a double name or a particle."""
        is_foreign = language in LATIN and rng.random() < 0.15
        person = self.draw(rng, language, ELSEWHERE if is_foreign else LOCALES[language])
        if is_foreign or rng.random() < 0.85:
            return person
        given, family = person.given, person.family
        other = self.draw(rng, language, LOCALES[language])
        if language in PARTICLES and rng.random() < 0.5:
            family = rng.choice(PARTICLES[language]) + family
        elif language in LATIN and rng.random() < 0.5:
            family += (" " if language in ("es", "pt") else "-") + other.family
        elif language in LATIN:
            given += rng.choice(["-", " "]) + other.given
        return dataclasses.replace(person, given=given, family=family)


def marked(kind, text, way=""):
    """A value as HTML: `way` is "captioned" if a caption, a title or a greeting says what it is."""
    direction = "" if kind in ("personName", "postalAddress") else ' dir="ltr"'
    return f'<span data-kind="{kind}" data-way="{way}"{direction}>{html.escape(text).replace(chr(10), "<br>")}</span>'


def value(rng, language, kind):
    """A value of a kind, as the providers make it; those of kinds that need no caption."""
    locale = rng.choice(LOCALES[language][0])
    maker, other = made_by(locale), mimesis_of(rng.choice(LOCALES[language][1] or ["en"]))
    maker.seed_instance(rng.getrandbits(32))
    other.reseed(rng.getrandbits(32))
    bank = locale if locale.split("_")[1] in ("DE", "AT", "CH", "FR", "ES", "IT", "NL", "BE", "PL", "PT", "GB") else "de_DE"
    makers = {
        "email": lambda: rng.choice([maker.ascii_free_email, other.person.email])(),
        # Faker's own numbers in Arabic are American, with extensions.
        "phone": lambda: maker.phone_number().split("x")[0] if language != "ar" else other.person.phone_number(),
        "iban": lambda: spaced(made_iban(bank, rng), rng), "card": lambda: spaced(maker.credit_card_number("visa"), rng, 4), "bic": lambda: maker.swift(11),
        "ipAddress": lambda: rng.choice([maker.ipv4_public, maker.ipv4_private, maker.ipv6])(), "macAddress": maker.mac_address,
        "password": lambda: maker.password(rng.choice([10, 12, 14])), "postalAddress": maker.address, "imei": other.code.imei,
        "cryptoAddress": other.payment.ethereum_address, "secret": lambda: other.cryptographic.token_hex(16),
        "dateOfBirth": lambda: maker.date_of_birth(minimum_age=18, maximum_age=90).strftime(rng.choice(["%d/%m/%Y", "%Y-%m-%d", "%d.%m.%Y"])),
        "oneTimeCode": lambda: maker.numerify("######"),
    }
    return makers[kind]()


def made_iban(locale, rng):
    maker = made_by(locale)
    maker.seed_instance(rng.getrandbits(32))
    return maker.iban()


def spaced(text, rng, size=4):
    """A number in groups, or as it is."""
    return " ".join(text[at:at + size] for at in range(0, len(text), size)) if rng.random() < 0.7 else text


def company(rng, language):
    """A firm and a town that exist, as Mimesis lists them."""
    other = mimesis_of(rng.choice(LOCALES[language][1] or ["en"]))
    other.reseed(rng.getrandbits(32))
    return other.finance.company(), other.address.city()


def job(rng, language):
    other = mimesis_of(rng.choice(LOCALES[language][1] or ["en"]))
    other.reseed(rng.getrandbits(32))
    return other.person.occupation()


def day(rng):
    return datetime.date(2024, rng.randint(1, 12), rng.randint(1, 28))
