"""Made-up lines of an MCP server that show no screen, of all lengths and in all ways of writing JSON, the same for the same seed."""

import base64
import json
import random

#: Bytes of the longest line.
LONGEST = 300_000

_ALPHABETS = [
    "etaoin shrdlu", "abcXYZ019 _-./:",
    "äöüßéñ漢字かなعربى", "😀👩‍👩‍👧🏳️‍🌈𝕏", "\u2028\u2029\ufeff\u200d\u0085", "\"\\/\b\f\n\r\t", "\0\x01\x1f\x7f",
]
_NUMBERS = [
    "0", "-0", "1", "-1", "1e400", "-1.5E-7", "9007199254740993", "0.1000000000000000055511151231257827", "123456789" * 9, "2e+0", "1.0",
]
_SPACES = ["", "", "", " ", "\t", "  ", "\r"]
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


class Lines:
    """A source of random lines."""

    def __init__(self, seed):
        self.randoms = random.Random(seed)

    def content(self, count):
        """So many bytes or a few more, whose last line has no end."""
        lines, total = [], 0
        while total < count:
            lines.append(self.line())
            total += len(lines[-1]) + 1
        return b"\n".join([*lines, b'{"jsonrpc":"2.0","method":"notifications/that_has_no_end"}'])

    def line(self):
        """A line without its end."""
        kind = self.randoms.random()
        if kind < 0.04:
            return b""
        if kind < 0.08:
            return self.randoms.choice([b"\r", b" ", b"x", b"{", b"[]", b"{}", b"null", b"0", b'""', b"\xef\xbb\xbf{}"])
        if kind < 0.14:
            return self.broken()
        if kind < 0.18:
            return self.long().encode()
        line = self.message().encode()
        return line + b"\r" if kind > 0.9 else line

    def broken(self):
        """A line that is no message: a part of one, or bytes that are no UTF-8, or what a server prints by mistake."""
        line = self.message().encode()
        return self.randoms.choice([
            lambda: line[:self.randoms.randrange(len(line))],
            lambda: line + b"}",
            lambda: bytes(byte for byte in self.randoms.randbytes(60) if byte != 10),
            lambda: b"\xc3\x28 \xed\xa0\x80 " + line,
            lambda: b"Server listening on http://127.0.0.1:1 \x1b[32mready\x1b[0m",
            lambda: b"{'single': 'quotes'}",
        ])()

    def long(self):
        """A message with a long text, or a file that is no picture, or many numbers."""
        size = self.randoms.choice((5_000, 60_000, 65_536, LONGEST))
        words = [self.text(9) or '""' for _ in range(40)]
        text = json.loads("[" + ",".join(words) + "]")
        content = self.randoms.choice([
            lambda: json.dumps(" ".join(text) * (size // (sum(map(len, text)) + 40) + 1))[:size].rpartition(" ")[0].rstrip("\\") + '"',
            lambda: json.dumps(base64.b64encode(("a table, of words\n" * (size // 24)).encode()).decode()),
            lambda: json.dumps([self.randoms.gauss(0, 1) for _ in range(size // 24)]),
            lambda: json.dumps([{"id": number, "sum": f"{self.randoms.getrandbits(256):064x}"} for number in range(size // 100)]),
        ])()
        return f'{{"jsonrpc":"2.0","id":{self.number()},"result":{{"content":[{{"type":"text","text":{content}}}]}}}}'

    def message(self):
        members = [('"jsonrpc"', '"2.0"')]
        kind = self.randoms.randrange(4)
        if kind != 1:
            members.append(('"id"', self.randoms.choice([self.number, lambda: self.text(12), lambda: "null"])()))
        if kind <= 1:
            members += [('"method"', self.text(12)), ('"params"', self.value(0))]
        else:
            members.append(('"result"' if kind == 2 else '"error"', self.value(0)))
        self.randoms.shuffle(members)
        if self.randoms.random() < 0.1:
            members.append(self.randoms.choice(members))
        return self.object(members)

    def value(self, depth):
        kind = self.randoms.random()
        if depth > 6 or kind < 0.3:
            return self.text(self.randoms.choice((0, 1, 5, 30, 400)))
        if kind < 0.4:
            return self.number()
        if kind < 0.5:
            return self.randoms.choice(("true", "false", "null"))
        if kind < 0.53:
            levels = self.randoms.choice((20, 60, 200))
            return '{"a":[' * (levels // 2) + self.number() + "]}" * (levels // 2)
        count = self.randoms.choice((0, 1, 2, 3, 6))
        if kind < 0.7:
            return "[" + ",".join(self.space() + self.value(depth + 1) + self.space() for _ in range(count)) + "]"
        names = [self.text(8) for _ in range(count)] + ['"type"', '"data"', '"blob"', '"text"', '"src"', '"twice"', '"twice"'][:count]
        return self.object([(name, self.value(depth + 1)) for name in names])

    def object(self, members):
        return "{" + ",".join(f"{self.space()}{name}{self.space()}:{self.space()}{value}" for name, value in members) + self.space() + "}"

    def number(self):
        return self.randoms.choice([*_NUMBERS, str(self.randoms.randrange(1 << 40))])

    def space(self):
        return self.randoms.choice(_SPACES)

    def text(self, longest):
        """A string, some of whose characters are escaped though they need not be."""
        letters = self.randoms.choice(_ALPHABETS)
        characters = (self.randoms.choice(letters) for _ in range(self.randoms.randint(0, longest)))
        share = self.randoms.choice((0, 0, 0.2, 1))
        return '"' + "".join(map(lambda character: self.character(character, share), characters)) + '"'

    def character(self, character, share):
        if self.randoms.random() < share:
            form = "\\u%04x" if self.randoms.random() < 0.5 else "\\u%04X"
            units = character.encode("utf-16-be", "surrogatepass")
            return "".join(form % int.from_bytes(units[start:start + 2], "big") for start in range(0, len(units), 2))
        if character == "/" and self.randoms.random() < 0.3:
            return "\\/"
        return _ESCAPES.get(character) or (f"\\u{ord(character):04x}" if character < " " else character)
