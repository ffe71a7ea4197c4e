"""The tables that a run prints, in Markdown."""

import collections
import statistics

# What is aimed for: a row, its goal, and whether a tally meets it.
GOALS = {
    "lines, clear": ("99 %", lambda tally: tally.lines["clear"].value >= 0.99),
    "lines, hard": ("97 %", lambda tally: tally.lines["hard"].value >= 0.97),
    "values in scripts that are read": ("97 %", lambda tally: tally.values["read"].value >= 0.97),
    "values": ("97 %", lambda tally: tally.values["all"].value >= 0.97),
    "rectangles": ("95 %", lambda tally: tally.precision.value >= 0.95),
    "spill": ("2 %", lambda tally: statistics.median(tally.spill) <= 0.02),
}


# The measures of screens in the look of products: a row, the cell of a tally, and its goal, if it has one of its own.
PRODUCT_GOALS = [
    ("names without a caption", lambda tally: tally.values["names without a caption"], 0.90),
    ("rectangles of names on names", lambda tally: tally.name_precision, 0.95),
    ("other sensitive values covered", lambda tally: tally.values["all but names without a caption"], 0.97),
    ("– but names", lambda tally: tally.values["all but names"], 0.97),
    ("all sensitive values covered", lambda tally: tally.values["all"], None),
    ("values broken over lines or cells", lambda tally: tally.values["broken"], 0.90),
    ("rectangles on values", lambda tally: tally.precision, 0.98),
    ("values that are touched are covered whole", lambda tally: tally.whole, 0.99),
]


def product_table(tallies):
    """The rows of the documentation for screens in the look of products."""
    yield row("what", "goal", *tallies)
    yield row(*["---"] * (len(tallies) + 2))
    for title, share, goal in PRODUCT_GOALS:
        yield row(title, f"{100 * goal:.0f} %" if goal else "", *(str(share(tally)) for tally in tallies.values()))
    for language in sorted({name.split(": ")[1] for tally in tallies.values() for name in tally.values if name.startswith("names without a caption on")}):
        yield row(f"– names without a caption, {language}", "", *(str(tally.values[f"names without a caption on screens in: {language}"]) for tally in tallies.values()))


def row(*cells):
    return f"| {' | '.join(cells)} |"


def share(shares, group):
    """A cell with one of the shares of a tally."""
    return lambda tally: str(shares(tally)[group]) if shares(tally) else "–"


def spill(tally):
    return f"{100 * statistics.median(tally.spill):.1f} %, {100 * max(tally.spill):.0f} %" if tally.spill else "–"


def main_table(tallies):
    """The rows of the documentation, a column for each program."""
    rows = [
        ("lines of text covered, clear", "lines, clear", share(lambda tally: tally.lines, "clear")),
        ("lines of text covered, hard", "lines, hard", share(lambda tally: tally.lines, "hard")),
        ("rest of the picture covered, median and worst", "spill", spill),
        ("lines in Latin, Greek and Chinese read without a mistake", None, lambda tally: str(tally.read) if tally.read.total else "–"),
        ("sensitive values covered", "values", share(lambda tally: tally.values, "all")),
        ("– on screens in Latin script or Chinese", "values in scripts that are read", share(lambda tally: tally.values, "read")),
        ("– on screens in Arabic, Hebrew, Japanese, Korean, Russian", None, share(lambda tally: tally.values, "unread")),
        ("rectangles that cover some of a value", "rectangles", lambda tally: str(tally.precision) if tally.precision.total else "–"),
        ("time for all text, median and longest", None, lambda tally: tally.time("all")),
        ("time for sensitive text, median and longest", None, lambda tally: tally.time("sensitive")),
    ]
    yield row("what", "goal", *tallies)
    yield row(*["---"] * (len(tallies) + 2))
    for title, goal, cell in rows:
        yield row(title, GOALS[goal][0] if goal else "", *map(cell, tallies.values()))


def wary(tally):
    """What is covered, and what for, where lines that cannot be read are covered, too."""
    if not tally.precision.total:
        return []
    unread = tally.values["unread"]
    return [f"where lines that cannot be read are covered, too: values {tally.values['all']}, of which on screens in Arabic, "
            f"Hebrew, Japanese, Korean and Russian {unread}; "
            f"rectangles that cover some of a value {tally.precision}"]


def missed_product_goals(tally):
    """The goals of screens of products that were missed, each as a sentence."""
    return [f"MISSED: {title}, of which the goal is {100 * goal:.0f} %" for title, share, goal in PRODUCT_GOALS if goal and share(tally).value < goal]


def missed_goals(tally):
    """The goals that were missed, each as a sentence."""
    return [f"MISSED: {name}, of which the goal is {goal}" for name, (goal, is_met) in GOALS.items() if not is_met(tally)]


def detail_table(shares, tallies):
    """A table of shares by script, hardship and kind; `shares` takes those of a tally."""
    names = sorted({name for tally in tallies.values() for name in shares(tally)} - {"all"})
    yield row("of", *tallies)
    yield row(*["---"] * (len(tallies) + 1))
    for name in names:
        yield row(name, *(str(shares(tally)[name]) if shares(tally) else "–" for tally in tallies.values()))


def times_table(tallies):
    """Times by the size of screens."""
    first = next(iter(tallies.values()))
    sizes = sorted({key[1] for key in first.seconds if isinstance(key, tuple)}, key=lambda size: size[0] * size[1])
    columns = [(name, what) for name, tally in tallies.items() for what in ("all", "sensitive") if tally.seconds[what]]
    yield row("median and longest time", *map(", ".join, columns))
    yield row(*["---"] * (len(columns) + 1))
    for size in sizes:
        times = (tallies[name].time(what, size) for name, what in columns)
        yield row(f"{size[0]}x{size[1]} ({len(first.seconds['all', size])})", *times)


def details(tallies):
    """What the main table sums up."""
    yield from ["", "Times by size, and how many screens have it:", "", *times_table(tallies)]
    yield from ["", "Lines of text covered:", "", *detail_table(lambda tally: tally.lines, tallies)]
    yield from ["", "Sensitive values covered:", "", *detail_table(lambda tally: tally.values, tallies)]


def failures(tally, count):
    """The worst failures of a program."""
    yield ""
    for what, title in [("line", "Lines not covered"), ("value", "Values missed"), ("wrong", "Rectangles off every value")]:
        some = [failure for failure in tally.failures if failure.what == what]
        yield f"{title}: {len(some)}"
        for cause, number in collections.Counter(failure.cause for failure in some).most_common():
            yield f"- {number} {cause}"
        for failure in sorted(some, key=lambda failure: failure.covered)[:count]:
            hard = ", ".join(failure.hard)
            yield f"  - {failure.screen}: {failure.kind or 'text'} `{failure.text[:70]}` {failure.covered} {hard}"
