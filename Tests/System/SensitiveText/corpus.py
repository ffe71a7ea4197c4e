#!/usr/bin/env python3
"""Makes up screens in twelve languages with values that are sensitive and others that are not, and numbers of states.

    Tests/System/SensitiveText/corpus.py [--seed N] [--screens N] DIRECTORY

Writes screens.json (pieces of text with frames, and the values in them) and numbers.json (valid numbers and others with a digit
changed). The same seed makes the same files. Each number that python-stdnum knows is held against it. Needs what
requirements.txt names beside the Python that runs this.
"""

import argparse
import json
import os
import pathlib
import random
import sys

import made_numbers
import noise
import phrases
import values

CAPTIONS = {kind: phrases.by_language(text) for kind, text in phrases.CAPTIONS.items()}
SENTENCES = {kind: phrases.by_language(text) for kind, text in phrases.SENTENCES.items()}
RIGHT_TO_LEFT = {"ar"}

CONFUSIONS = {"0": "O", "1": "lI", "5": "S", "8": "B", "2": "Z", "O": "0", "I": "1l", "S": "5", "B": "8"}
# Kinds whose values a check digit or a beginning proves, so that a recogniser's mistakes can be set right.
REPAIRED = {"card", "iban", "nationalNumber"}


class Screen:
    """Pieces from top to bottom, and where the values in them are."""

    def __init__(self, rng, language, is_recognised):
        self.rng, self.language, self.is_recognised = rng, language, is_recognised
        self.pieces, self.values = [], []
        self.y = rng.randint(10, 60)
        self.size = rng.choice([14, 16, 20, 34])
        self.left = rng.choice([16, 24, 40])
        self.right = self.left + 26 * self.size

    def width(self, text):
        return sum(1.0 if ord(c) > 0x2E80 else 0.55 for c in text) * self.size

    def add(self, text, x=None, is_right=False, is_mirrored=True):
        """Appends a piece at the current height."""
        width = self.width(text)
        if x is None:
            x = self.left
        if self.language in RIGHT_TO_LEFT and is_mirrored:
            x = self.left + self.right - x - width
        if is_right:
            x = self.right - width if self.language not in RIGHT_TO_LEFT else self.left
        jitter = self.rng.uniform(-0.06, 0.06) * self.size if self.is_recognised else 0
        self.pieces.append([text, round(x, 1), round(self.y + jitter, 1), round(width, 1), self.size])
        return len(self.pieces) - 1

    def down(self, lines=1.0):
        self.y = round(self.y + self.size * lines, 1)

    def value(self, kind, scheme, *spans):
        self.values.append({"kind": kind, "scheme": scheme, "spans": [list(span) for span in spans]})


def read(screen, text, kind):
    """What a recogniser makes of a value: one or two characters confused, a space too many or too few."""
    rng = screen.rng
    if not screen.is_recognised or kind not in REPAIRED or rng.random() < 0.6:
        return text
    places = [i for i, c in enumerate(text) if c in CONFUSIONS and (kind == "iban" and i > 3 or kind != "iban")]
    # Letters of a scheme may be any; digits are set right.
    places = [i for i in places if text[i].isdigit()]
    for place in rng.sample(places, min(len(places), rng.choice([1, 1, 2]))):
        text = text[:place] + rng.choice(CONFUSIONS[text[place]]) + text[place + 1:]
    if kind == "iban" and " " in text and rng.random() < 0.3:
        text = text.replace(" ", "", 1)
    return text


def caption(screen, kind, scheme):
    """How the field is called."""
    if scheme:
        return screen.rng.choice(phrases.NATIONAL[screen.language][scheme])
    return screen.rng.choice(CAPTIONS[kind][screen.language])


def place(screen, label, value, kind, scheme=None):
    """Puts a caption and its value on the screen, in one of the ways that screens do."""
    rng = screen.rng
    way = rng.choice(["inline", "inline", "beside", "above", "above"])
    if way == "inline":
        joint = rng.choice([": ", ": ", " ", " – ", "：" if screen.language in ("zh", "ja") else ": "])
        index = screen.add(label + joint + value)
        start = len(label + joint)
        screen.value(kind, scheme, (index, start, start + len(value)))
        screen.down(1.8)
        return
    # What does not fit beside its caption stands beneath.
    if way == "beside" and screen.width(value) < 12 * screen.size:
        screen.add(label + rng.choice(["", ":", ""]))
        index = screen.add(value, x=screen.left + 13 * screen.size, is_right=rng.random() < 0.4 and screen.language not in RIGHT_TO_LEFT)
        if rng.random() < 0.2:
            screen.pieces[-1], screen.pieces[-2] = screen.pieces[-2], screen.pieces[-1]
            index -= 1
        screen.value(kind, scheme, (index, 0, len(value)))
        screen.down(2)
        return
    screen.add(label + rng.choice(["", "", " *", ":"]))
    screen.down(rng.choice([1.3, 1.6, 2.2]))
    index = screen.add(value, x=screen.left + rng.choice([0, 0, 0.6]) * screen.size)
    screen.value(kind, scheme, (index, 0, len(value)))
    screen.down(2.4)


def field(screen):
    kind = screen.rng.choice(list(CAPTIONS))
    if kind == "postalAddress":
        return address(screen)
    value = values.MAKERS[kind](screen.rng, screen.language)
    place(screen, caption(screen, kind, None), read(screen, value, kind), kind)


def national(screen):
    rng = screen.rng
    scheme = rng.choice(sorted(phrases.NATIONAL[screen.language]))
    value = made_numbers.written(scheme, made_numbers.valid(scheme, rng), rng)
    place(screen, caption(screen, None, scheme), read(screen, value, "nationalNumber"), "nationalNumber", scheme)


def address(screen):
    rng = screen.rng
    lines = values.address(rng, screen.language)
    screen.add(caption(screen, "postalAddress", None) + rng.choice(["", ":"]))
    screen.down(1.5)
    if rng.random() < 0.4:
        lines = [", ".join(lines)]
    spans = []
    for line in lines:
        spans.append((screen.add(line), 0, len(line)))
        screen.down(1.3)
    screen.value("postalAddress", None, *spans)
    screen.down(1.5)


def sentence(screen):
    rng = screen.rng
    kind = rng.choice(list(SENTENCES))
    value = values.MAKERS[kind](rng, screen.language)
    text = rng.choice(SENTENCES[kind][screen.language])
    start = text.index("{}")
    index = screen.add(text.replace("{}", value))
    screen.value(kind, None, (index, start, start + len(value)))
    screen.down(1.9)


def plain(screen):
    """A value without a caption, of a kind that needs none."""
    kind = screen.rng.choice(sorted(values.PLAIN))
    value = values.secret(screen.rng, "") if kind == "secret" else values.MAKERS[kind](screen.rng, screen.language)
    index = screen.add(value)
    screen.value(kind, None, (index, 0, len(value)))
    screen.down(2.2)


def cells(screen):
    """A number in boxes, or in two lines."""
    rng = screen.rng
    way = rng.choice(["card", "code", "pin", "iban"])
    label = caption(screen, {"code": "oneTimeCode"}.get(way, way), None)
    screen.add(label)
    screen.down(1.7)
    if way == "iban":
        parts = made_numbers.iban(rng)[1]
        half = len(parts) // 2
        lines = [" ".join(parts[:half]), " ".join(parts[half:])]
        spans = []
        for line in lines:
            spans.append((screen.add(line), 0, len(line)))
            screen.down(1.3)
        screen.value("iban", None, *spans)
    else:
        parts = None
        while parts is None or way == "card" and len(parts) != 4:
            parts = made_numbers.card(rng)[1] if way == "card" else list(values.characters(rng, "0123456789", 6 if way == "code" else 4))
        # Digits stand from left to right in all languages.
        gap = 1.6 * screen.size
        x = screen.left
        if screen.language in RIGHT_TO_LEFT:
            x = screen.right - sum(screen.width(part) + gap for part in parts) + gap
        spans = []
        for part in parts:
            spans.append((screen.add(part, x=x, is_mirrored=False), 0, len(part)))
            x += screen.width(part) + gap
        screen.value({"code": "oneTimeCode"}.get(way, way), None, *spans)
    screen.down(2)


def harmless(screen):
    rng = screen.rng
    label, form = rng.choice(phrases.HARMLESS[screen.language])
    value = values.harmless(rng, form, screen.language)
    way = rng.choice(["inline", "beside", "above"])
    if way == "inline":
        screen.add(f"{label}: {value}")
        screen.down(1.9)
    elif way == "beside":
        screen.add(label)
        screen.add(value, x=screen.left + 13 * screen.size)
        screen.down(2)
    else:
        screen.add(label)
        screen.down(1.5)
        screen.add(value)
        screen.down(2.4)


def line(screen):
    screen.add(screen.rng.choice(phrases.LINES[screen.language]))
    screen.down(2)


def noisy(screen):
    screen.add(screen.rng.choice(noise.MAKERS)(screen.rng, screen.language))
    screen.down(1.9)


def table(screen):
    """A table with names and prices, of which the names are sensitive."""
    rng = screen.rng
    columns = [("personName", caption(screen, "personName", None)), ("email", caption(screen, "email", None))]
    places = [screen.left, screen.left + 15 * screen.size]
    for (_, label), x in zip(columns, places):
        screen.add(label, x=x)
    screen.down(1.9)
    for _ in range(rng.randint(2, 4)):
        for (kind, _), x in zip(columns, places):
            value = values.MAKERS[kind](rng, screen.language)
            index = screen.add(value, x=x)
            screen.value(kind, None, (index, 0, len(value)))
        screen.down(1.9)


BLOCKS = [(field, 9), (national, 3), (sentence, 3), (plain, 1.5), (cells, 1), (harmless, 9), (line, 6), (noisy, 9),
          (table, 0.5)]


def screen_of(rng, language):
    screen = Screen(rng, language, rng.random() < 0.5)
    makers, weights = zip(*BLOCKS)
    # One screen in six holds nothing sensitive.
    is_harmless = rng.random() < 0.16
    for _ in range(rng.randint(5, 10)):
        maker = rng.choices([harmless, noisy, line], [2, 2, 1])[0] if is_harmless else rng.choices(makers, weights)[0]
        maker(screen)
    return {"language": language, "recognised": screen.is_recognised, "pieces": screen.pieces, "values": screen.values}


def numbers_of(rng):
    found = []
    for scheme in made_numbers.SCHEMES:
        for _ in range(4):
            number = made_numbers.valid(scheme, rng)
            found.append({"scheme": scheme, "number": number, "valid": True})
            other = made_numbers.changed(scheme, number, rng)
            if other:
                found.append({"scheme": scheme, "number": other, "valid": False})
    return found


def main():
    # Faker goes through sets, whose order is another in each process otherwise.
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"PYTHONHASHSEED": "0"})
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--screens", type=int, default=288)
    parser.add_argument("directory", type=pathlib.Path)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    languages = list(phrases.LOCALES)
    screens = [screen_of(rng, languages[index % len(languages)]) for index in range(options.screens)]
    for name, content in [("screens", screens), ("numbers", numbers_of(rng))]:
        lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in content)
        (options.directory / f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
