"""Drafts of pages: what their parts share, which are the colours of secrets, made-up values, and the documents of frames."""

import html
import random
import string

#: The colours of what a page shows: a secret in a field or beside its caption, a text, and what is documented as not seen.
#: Everything else on a page is grey.
FIELD, TEXT, UNSEEN = "#ff00fe", "#00fe00", "#fefe00"

DOCUMENT = """<!DOCTYPE html><html lang="en" ATTRIBUTES><head><meta charset="utf-8">META<title>TITLE</title><style>
:root { color-scheme: SCHEME }
body { margin: 12px; font: 14px/1.5 "DejaVu Sans", sans-serif; color: #444; background: #f4f4f4 }
* { caret-color: transparent }
a, button, th { color: #444 }
input, textarea, select, button, output { font: inherit; accent-color: #777; outline-color: #777 }
section { margin: 6px 0; padding: 4px; outline: 1px solid #ccc }
iframe { border: 2px solid #999; background: #fff }
td, th { border: 1px solid #aaa; padding: 2px 8px }
@media (prefers-color-scheme: dark) { body { color: #bbb; background: #1e1e1e } }
STYLE</style></head><body>CONTENT<script>
addEventListener("load", () => {
    for (const box of document.querySelectorAll("[data-scroll]")) box.scrollTo(...box.dataset.scroll.split(","));
    const far = document.documentElement.dataset.far;
    if (far) scrollTo(...far.split(","));
});
</script></body></html>"""


#: Says that a phone shows the page as wide as it is itself.
FITTING = '<meta name="viewport" content="width=device-width, initial-scale=1">'


def document(content, title="A page", scheme="light", attributes="", style="", meta=FITTING):
    """The text of a document."""
    pieces = {"ATTRIBUTES": attributes, "META": meta, "TITLE": title, "SCHEME": scheme, "STYLE": style, "CONTENT": content}
    text = DOCUMENT
    for name, piece in pieces.items():
        text = text.replace(name, piece, 1)
    return text


class Draft:
    """Takes part in writing a page: gives values that are the same for the same seed, and keeps the documents of frames.

    `origin` is that of the page, and `others` are origins that serve the same documents.
    """

    def __init__(self, seed, origin, others):
        self.chance = random.Random(f"page {seed}")
        self.prefix, self.origin, self.others = f"/{seed}", origin, others
        self.documents, self.values = {}, []

    def frame(self, content, **options):
        """The path of a document for a frame."""
        path = f"{self.prefix}/{len(self.documents)}"
        # Inner frames have been written before.
        self.documents[path] = document(content, "A frame", **options)
        return path

    def value(self, kind):
        """A made-up value, to be kept from pictures."""
        digits, letters = (lambda count: "".join(self.chance.choices(string.digits, k=count))), string.ascii_letters
        name = self.chance.choice(["Wilma Brandt", "Ana Kovačević", "Jürgen Groß", "O’Neill, Siobhán", "François Lefèvre"])
        made = {
            "name": lambda: name,
            "email": lambda: f"{self.chance.choice(['wilma', 'ana', 'j.gross'])}{digits(3)}@exposed.example",
            "card": lambda: self.chance.choice(["4012 8888 8888 1881", "5105 1051 0510 5100", "4111 1111 1111 1111"]),
            "password": lambda: "".join(self.chance.choices(letters + string.digits + "&<>\"'", k=14)),
            "code": lambda: digits(6),
            "phone": lambda: f"+49 30 {digits(7)}",
            "address": lambda: f"https://exposed.example/{digits(8)}",
            "note": lambda: f"My account is {digits(10)}, and the word is {''.join(self.chance.choices(letters, k=9))}",
        }[kind]()
        self.values.append((kind, made))
        return made

    def text(self, kind):
        """A made-up value as it stands in HTML."""
        return html.escape(self.value(kind))

    def pick(self, *choices):
        return self.chance.choice(choices)

    def field(self, kind="note", **attributes):
        """An input whose value has the colour of secrets."""
        written = {"type": "text", "name": self.pick("owner", "contact", "reference"), "value": self.value(kind), **attributes}
        style = written.pop("style", "") + f";color:{FIELD}"
        quoted = " ".join(f'{name.replace("_", "-")}="{html.escape(str(text))}"' for name, text in written.items())
        return f'<input {quoted} style="{style}">'

    def mark(self, kind="note", tag="span", color=TEXT, rest=""):
        """An element with a text of the colour."""
        return f'<{tag} style="color:{color}" {rest}>{self.text(kind)}</{tag}>'
