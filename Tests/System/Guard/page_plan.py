"""The pages that are shown: the parts that each has, and the state in which a browser shows it. The same for the same number."""

import itertools
import random
from dataclasses import dataclass, field
from typing import NamedTuple

import page_fields
import page_frames
import page_layouts
import page_texts
from page_draft import FITTING, Draft, document
from upstreams import Answer, Upstream

PARTS = page_fields.PARTS + page_texts.PARTS + page_frames.PARTS + page_layouts.PARTS
#: Parts of which text is documented not to be seen.
UNSEEN = {page_texts.closed_tree, page_texts.styled_text, page_texts.canvas}
FACTORS = (1, 1.5, 2, 3)


def words(part):
    return part.__name__.replace("_", " ")


class Display(NamedTuple):
    """A display that a browser is made to believe."""

    width: int
    height: int
    factor: float
    is_phone: bool

    def __str__(self):
        return f"{'phone' if self.is_phone else 'display'} of {self.width}x{self.height} at {self.factor}x"


@dataclass
class Page:
    """A page, and the state in which it is shown. Lengths are in CSS pixels."""

    number: int
    parts: list
    #: Pixels for each CSS pixel, of a browser that was started so.
    factor: float = 2
    display: Display | None = None
    is_dark: bool = False
    is_from_right: bool = False
    #: The distance that the page is scrolled.
    far: tuple = (0, 0)
    #: The zoom of its root element.
    zoom: float = 1
    #: The zoom by two fingers.
    pinch: float = 1
    #: Whether it says that a phone shows it as wide as it is itself.
    is_fitting: bool = True
    #: Whether it is in the mode of pages that state no type of document.
    is_quirky: bool = False
    #: What `write` has made: the values on it, by kind.
    values: list = field(default_factory=list)

    @property
    def path(self):
        return f"/{self.number}/page"

    def __str__(self):
        state = [f"at {self.factor}x"] + [f"{self.display}"] * bool(self.display)
        state += ["dark"] * self.is_dark + ["from right to left"] * self.is_from_right + ["quirky"] * self.is_quirky
        state += [f"scrolled by {self.far[0]},{self.far[1]}"] * any(self.far)
        state += [f"zoom {self.zoom}"] * (self.zoom != 1) + [f"pinched {self.pinch}"] * (self.pinch != 1)
        state += ["not fitting"] * (not self.is_fitting)
        return f"page {self.number} ({', '.join(map(words, self.parts))}; {', '.join(state)})"

    def write(self, origin, others):
        """The documents of the page by their paths."""
        draft = Draft(self.number, origin, others)
        content = "".join(f'<section data-part="{words(part)}">{part(draft)}</section>' for part in self.parts)
        if any(self.far):
            content += "<div style='width:1400px;height:1800px'></div>"
        attributes = f'data-far="{self.far[0]},{self.far[1]}"' + " dir=rtl" * self.is_from_right
        style = f"html {{ zoom: {self.zoom} }}" if self.zoom != 1 else ""
        text = document(content, f"Page {self.number}", "light dark" if self.is_dark else "light", attributes, style, FITTING * self.is_fitting)
        self.values = draft.values
        return {**draft.documents, self.path: text.removeprefix("<!DOCTYPE html>") if self.is_quirky else text}


def single(part, number):
    """A page of one part, as plain as can be."""
    return Page(number, [part], factor=FACTORS[number % len(FACTORS)])


def mixed(parts, number, factor=None):
    """A page of some parts, in a state of any kind."""
    chance = random.Random(f"state {number}")
    page = Page(number, parts, factor or chance.choice(FACTORS))
    if chance.random() < 0.4 or factor:
        size = chance.choice([(560, 900), (700, 640), (360, 800)])
        page.display = Display(*size, chance.choice(FACTORS), chance.random() < 0.3)
    page.is_dark = chance.random() < 0.3
    # Of a phone's page that begins at the right, chromedriver itself cannot take a picture of an element.
    page.is_from_right = chance.random() < 0.25 and not (page.display and page.display.is_phone)
    page.is_quirky = chance.random() < 0.15
    if chance.random() < 0.5:
        page.far = ((-1 if page.is_from_right else 1) * chance.choice([0, 0, 7.5, 40]), chance.choice([1, 33.4, 250, 700]))
    page.zoom = chance.choice([1, 1, 1, 1, 0.8, 1.25])
    page.pinch, page.is_fitting = chance.choice([1] * 9 + [1.5]), chance.random() < 0.9
    return page


def scrolled(numbers):
    """Pages whose elements begin beyond the edges of the window."""
    parts = (page_fields.inputs, page_texts.table, page_frames.frame, page_texts.open_tree)
    return [Page(number, [part], far=far) for number, (part, far) in zip(numbers, itertools.product(parts, ((0, 45), (40, 1))))]


def all_pages(count):
    """A page for each part alone, scrolled ones, then mixed ones."""
    pages = [single(part, number) for number, part in enumerate(PARTS)]
    pages = [*pages, *scrolled(itertools.count(len(pages)))][:count]
    chance = random.Random("mixed")
    pages += [mixed(chance.sample(PARTS, chance.randint(2, 5)), number) for number in range(len(pages), count)]
    return pages


def few_pages(count):
    """Mixed pages among which all parts are dealt out, for one start of a browser."""
    parts = random.Random("dealt").sample(PARTS, len(PARTS))
    pages = [mixed(parts[start::count], 1000 + start, factor=1) for start in range(count)]
    # The larger a picture is, the longer it takes.
    for page in pages[1:]:
        page.display = page.display._replace(width=min(page.display.width, 480), height=640, factor=min(page.display.factor, 1.5))
    return pages


class Site(Upstream):
    """Serves the documents of pages; several that share `documents` are of several origins."""

    def __init__(self, documents):
        super().__init__()
        self.documents = documents

    def answer(self, request):
        text = self.documents.get(request.path)
        return Answer(b"", 404) if text is None else Answer(text.encode(), kind="text/html; charset=utf-8")
