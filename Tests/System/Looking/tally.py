"""What is counted over all screens, for each of the programs that are measured."""

import collections
import dataclasses
import statistics

import scores

# The kinds of names, as programs call them.
NAMES = {"personName", "PERSON"}


@dataclasses.dataclass
class Share:
    """How many of some."""

    hits: int = 0
    total: int = 0

    def add(self, hit):
        self.hits += bool(hit)
        self.total += 1

    @property
    def value(self):
        return self.hits / self.total if self.total else 0.0

    def __str__(self):
        return f"{100 * self.value:.1f} % ({self.hits} of {self.total})" if self.total else "none there"


def shares():
    return collections.defaultdict(Share)


@dataclasses.dataclass
class Failure:
    """A line or value that was missed, or a rectangle off every value."""

    what: str
    screen: str
    kind: str | None
    text: str
    covered: float
    hard: list
    box: list
    cause: str


class Tally:
    """The numbers of a program. Shares are by difficulty, script, hardship or kind."""

    def __init__(self):
        self.lines, self.values = shares(), shares()
        self.precision, self.name_precision, self.whole, self.read = Share(), Share(), Share(), Share()
        self.spill, self.failures = [], []
        self.seconds = collections.defaultdict(list)

    @staticmethod
    def groups(inked):
        """What a line or value counts for beside the whole."""
        yield "all"
        yield "hard" if inked.hard else "clear"
        yield f"script: {inked.script.lower()}"
        yield from (f"hardship: {name}" for name in inked.hard if name != inked.script.lower())

    def count(self, shares, inked, mask, screen, what, cause, more=()):
        """Whether a mask covers a line or a value; the cause is what it would be missed for."""
        covered = inked.covered(mask)
        for group in [*self.groups(inked), *more]:
            shares[group].add(covered >= scores.COVERED)
        if covered < scores.COVERED:
            failure = Failure(what, screen.name, inked.kind, inked.text, round(covered, 2), inked.hard, inked.boxes, cause)
            self.failures.append(failure)

    def text(self, screen, reply):
        """Counts the lines that are covered, and what else is."""
        for line in screen.lines:
            self.count(self.lines, line, reply.mask, screen, "line", ", ".join(line.hard) or "clear")
        self.spill.append(screen.spill(reply.mask))
        self.took("all", screen, reply)

    def kinds(self, screen, reply, told=None):
        """Counts the values that are covered, and the rectangles that cover none.

        `told` covers what the program finds where it is told the lines instead of reading them.
        """
        script = "read" if screen.language in scores.READ_LANGUAGES else "unread"
        for value in screen.values:
            cause = "unknown"
            if told is not None:
                is_known = value.covered(told) >= scores.COVERED
                cause = "read falsely, or not at all" if is_known else "not found in the true text either"
                cause += f", on screens in {screen.language}"
            groups = [script, f"kind: {value.kind}", f"screen in: {screen.language}", f"screen: {screen.layout}"]
            if value.kind not in NAMES:
                groups.append("all but names")
            if value.is_alone:
                groups += ["names without a caption", f"names without a caption on screens in: {screen.language}"]
            else:
                groups.append("all but names without a caption")
            if value.is_broken:
                groups += ["broken", f"broken: {value.kind}"]
            if value.covered(reply.mask) > scores.TOUCHED:
                self.whole.add(value.covered(reply.mask) >= scores.COVERED)
            self.count(self.values, value, reply.mask, screen, "value", cause, groups)
        wrong = screen.wrong(reply.rectangles)
        names = [box for box in reply.rectangles if box[4] in NAMES]
        off_names = screen.wrong(names, "personName")
        for box in names:
            self.name_precision.add(box not in off_names)
            if box in off_names and box not in wrong:
                self.failures.append(Failure("wrong", screen.name, "name on another value", under(screen, box), 0, [], [box[:4]], "name on another value"))
        for box in reply.rectangles:
            self.precision.add(box not in wrong)
        for box in wrong:
            self.failures.append(Failure("wrong", screen.name, box[4], under(screen, box), 0, [], [box[:4]], str(box[4])))
        self.took("sensitive", screen, reply)

    def reading(self, screen, read):
        """Counts the lines that are read without a mistake, of those in scripts that the recogniser knows; `read` takes texts."""
        texts = [line.text for line in screen.lines if line.script in scores.READ_SCRIPTS]
        found = read(screen.picture, texts)
        for index in range(len(texts)):
            self.read.add(index in found)

    def took(self, name, screen, reply):
        self.seconds[name].append(reply.seconds)
        self.seconds[name, (screen.width, screen.height)].append(reply.seconds)

    def time(self, name, size=None):
        """The median, and the longest; of screens of one size if it is given."""
        values = self.seconds.get((name, size) if size else name)
        return f"{statistics.median(values):.2f}, {max(values):.2f} s" if values else "–"


def under(screen, box):
    """The lines under a rectangle."""
    return " / ".join(line.text for line in screen.lines if overlap(line.boxes[0], box))


def overlap(first, second):
    """Whether the middle of the second box, by height, is in the first, and they overlap by width."""
    return first[1] < (second[1] + second[3]) / 2 < first[3] and first[0] < second[2] and second[0] < first[2]
