"""The claims about one page: commands pass as they are, pictures are safe or refused, and neither leaves anything behind."""

import collections
import concurrent.futures
import itertools
from dataclasses import dataclass, field

from page_browsers import STATE, WATCH
from page_commands import transcript
from page_draft import FIELD, TEXT, UNSEEN
from page_pictures import changed, covered, picture_of, refusal, share, traces

CSS = "css selector"
#: The colours that a policy promises to cover, by the name of its guard.
PROMISED = {"fields": (FIELD,), "texts": (FIELD, TEXT), "veil": (FIELD, TEXT, UNSEEN)}
#: Details of a claim that does not hold, at most.
MOST = 6
#: Kinds of values that no redacted page source has.
KINDS_IN_SOURCES = {"card", "email"}


@dataclass
class Tally:
    """What became of the pictures of all pages."""

    safe: collections.Counter = field(default_factory=collections.Counter)
    refused: collections.Counter = field(default_factory=collections.Counter)
    leaks: collections.Counter = field(default_factory=collections.Counter)
    shares: list = field(default_factory=list)
    commands: int = 0
    #: Pictures that show nothing secret, with or without a guard; those that show what is documented as not seen.
    blank: int = 0
    documented: int = 0
    refused_pages: set = field(default_factory=set)

    def print(self):
        print(f"{self.commands} commands had the same result")
        for way, count in self.safe.items():
            print(f"{count} pictures through the guard of {way} were safe")
        print(f"{self.blank} pictures showed no secret directly either; {self.documented} showed what is documented as not seen")
        if self.shares:
            print(f"covers took {sum(self.shares) / len(self.shares):.1%} of a picture on average, {max(self.shares):.1%} at most")
        print(f"{sum(self.refused.values())} pictures of {len(self.refused_pages)} pages were refused:")
        self._print(self.refused)
        print(f"{sum(self.leaks.values())} pictures showed secrets:")
        self._print(self.leaks)

    @staticmethod
    def _print(counter):
        for words, count in counter.most_common():
            print(f"{count:6} {words}")


class PageCheck:
    """Checks one page in two browsers; `depth` is how many of its parts, fields and frames are pictured."""

    def __init__(self, claim, browsers, page, tally, depth):
        self.claim, self.browsers, self.page, self.tally, self.depth = claim, browsers, page, tally, depth
        #: What is wrong with its pictures, and with what they left behind.
        self.wrong, self.traces_left = [], []

    def check_commands(self, is_long):
        """Compares what both browsers answer. Needs a page that is shown anew, as choosing frames leaves marks in it."""
        with concurrent.futures.ThreadPoolExecutor() as threads:
            both = threads.map(lambda driver: transcript(driver, max(self.depth, 2), is_long), (self.browsers.direct, self.browsers.guarded))
            direct, guarded = both
        differences = [f"{name}: {one[:200]} and {other[:200]}" for (name, one), (_, other) in zip(direct, guarded) if one != other]
        self.tally.commands += len(direct) - len(differences)
        is_same = not differences and len(direct) == len(guarded)
        self.claim(is_same, f"{self.page}: {len(direct)} commands have the same results", differences[:3])

    # MARK: Pictures

    def check_pictures(self):
        browsers = self.browsers
        browsers.run(WATCH)
        # What the page itself has begun, such as a scroll, has happened once it is drawn.
        browsers.ask("directly", "GET", "/screenshot")
        browsers.run("top.happened.length = 0")
        before = browsers.state()
        ways = list(browsers.guards)
        self.check_picture("the window", "/screenshot", ways)
        self.compare_state("the window", before)
        self.claim(*self.source_claim())
        for name, element in self.elements():
            before = browsers.state()
            self.check_picture(name, f"/element/{element.id}/screenshot", ways[:2], is_first_guarded=True)
            self.compare_state(name, before, may_scroll=True)
        self.check_frames(ways)
        self.claim(not self.wrong, f"{self.page}: its pictures are safe", "; ".join(self.wrong[:MOST]))
        self.claim(not self.traces_left, f"{self.page}: they leave nothing behind", "; ".join(self.traces_left[:MOST]))

    def check_frames(self, ways):
        """Pictures while a frame is chosen, which stays so. The short form takes them of the window alone."""
        guarded, is_short = self.browsers.guarded, self.depth == 1
        for index, frame in enumerate(guarded.find_elements(CSS, "iframe")[:max(self.depth // 2, 1)]):
            guarded.switch_to.frame(frame)
            before = self.browsers.run(STATE)
            name = f"frame {index}"
            self.check_picture(name, "/screenshot", ways[:1] if is_short else ways)
            for element in guarded.find_elements(CSS, "input")[:0 if is_short else 1]:
                self.check_picture(f"a field in {name}", f"/element/{element.id}/screenshot", ways[:2], is_first_guarded=True)
            if self._without_scroll(self.browsers.run(STATE)) != self._without_scroll(before):
                self.traces_left.append(f"{name} is not as it was")
            guarded.switch_to.default_content()

    def elements(self):
        """Some elements to be pictured, with names."""
        guarded = self.browsers.guarded
        shadows = "[...document.querySelectorAll('*')].map((e) => e.shadowRoot).filter((root) => root)"
        in_trees = f"return {shadows}.flatMap((root) => [...root.querySelectorAll('input, p, b')])"
        found = [(f"part {part.get_attribute('data-part')}", part) for part in guarded.find_elements(CSS, "section")[:self.depth]]
        for name, all_of_kind in (
            ("a field", guarded.find_elements(CSS, "input, textarea, [contenteditable]")), ("a frame", guarded.find_elements(CSS, "iframe")),
            ("an element in a tree", guarded.execute_script(in_trees)),
        ):
            found += [(name, element) for element in all_of_kind[:self.depth // 2]]
        return found

    def check_picture(self, name, command, ways, is_first_guarded=False):
        """Takes a picture directly, and through guards."""
        # The first picture of an element scrolls to it: a guard has to see that, too.
        first = self.browsers.ask(ways[0], "GET", command) if is_first_guarded else None
        reply = self.browsers.ask("directly", "GET", command)
        raw = picture_of(reply)
        if raw is None:
            if first and picture_of(first):
                self.wrong.append(f"{name}: a picture only through the guard")
            return
        shown = {color for color in (FIELD, TEXT, UNSEEN) if traces(raw, color)}
        self.tally.blank += not shown
        for way in ways:
            reply = self.browsers.ask(way, "GET", command)
            for one in filter(None, (first, reply) if way == ways[0] else (reply,)):
                self.judge(name, way, one, raw, shown, command)

    def judge(self, name, way, reply, raw, shown, command):
        picture = picture_of(reply)
        if picture is None:
            reason = refusal(reply)
            self.tally.refused[f"{way}, {self._kind(name)}: {reason or 'without a reason'}"] += 1
            self.tally.refused_pages.add(self.page.number)
            if not reason:
                self.wrong.append(f"{name}, {way}: an error that gives no reason: {reply}")
            return
        leaks = {color: found for color in PROMISED[way] if (found := traces(picture, color))}
        for color, found in leaks.items():
            parts = self.parts_at(found, raw) if command == "/screenshot" else name
            self.tally.leaks[f"{way}, {self._kind(name)}: {parts}"] += 1
            self.wrong.append(f"{name}, {way}: {found} of {raw.size} have {color}, which is of {parts}")
        self.tally.safe[way] += not leaks
        self.tally.documented += UNSEEN in shown and traces(picture, UNSEEN) is not None
        if picture.size != raw.size:
            self.wrong.append(f"{name}, {way}: {picture.size} in place of {raw.size}")
        elif way != "veil":
            self.compare(name, way, picture, raw, command)

    def compare(self, name, way, picture, raw, command):
        """Compares what is not covered with the picture without a guard."""
        covers = covered(picture)
        self.tally.shares.append(share(covers))
        # Browsers draw some pages in two ways, in turn.
        others = (picture_of(self.browsers.ask("directly", "GET", command)) for _ in range(6))
        if all(changed(picture, one, covers) for one in itertools.chain([raw], others)):
            self.wrong.append(f"{name}, {way}: what is not covered has changed in {changed(picture, raw, covers)}")

    @staticmethod
    def _kind(name):
        return "a part" if name.startswith("part ") else name.rstrip("0123456789 ")

    def parts_at(self, found, raw):
        """The names of the parts of the page that are near some pixels."""
        left, top, right, bottom = found.box
        places = [(left + 1, top + 1), ((left + right) / 2, (top + bottom) / 2), (right - 2, bottom - 2)]
        script = (
            f"const scale = {raw.width} / top.visualViewport.width; return {[list(place) for place in places]}.map(([x, y]) => "
            "top.document.elementsFromPoint(x / scale, y / scale).map((e) => e.closest('[data-part]')?.dataset.part).find((part) => part))"
        )
        names = self.browsers.run(script)
        return " or ".join(sorted(set(filter(None, names)))) if isinstance(names, list) and any(names) else "an unknown part"

    # MARK: What is left behind

    def compare_state(self, name, before, may_scroll=False):
        happened = self.browsers.run("return top.happened")
        if not may_scroll and happened:
            self.traces_left.append(f"{name}: {happened} happened in the page")
        after = self.browsers.state()
        if may_scroll:
            before, after = self._without_scroll(before), self._without_scroll(after)
        if after != before:
            self.traces_left.append(f"{name}: the session is not as it was")

    def _without_scroll(self, seen):
        match seen:
            case dict(): return {key: self._without_scroll(inner) for key, inner in seen.items() if key not in ("scroll", "scrolled", "size")}
            case list(): return [self._without_scroll(inner) for inner in seen]
        return seen

    def source_claim(self):
        """Whether the guard that redacts page sources leaves no value in one."""
        raw = self.browsers.ask("directly", "GET", "/source").value
        source = self.browsers.ask("veil", "GET", "/source").value
        values = [text for kind, text in self.page.values if kind in KINDS_IN_SOURCES and text in raw]
        left = [text for text in values if not isinstance(source, str) or text in source]
        return not left, f"{self.page}: none of {len(values)} values is in its redacted source", left
