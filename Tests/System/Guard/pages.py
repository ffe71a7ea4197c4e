#!/usr/bin/env python3
"""Shows made-up pages to a browser behind guards and to one without, and compares what a harness gets.

    Tests/System/Guard/pages.py SNAPVEIL [--pages N] [--part WORDS]

All that has a colour on a page is a secret, or documented as not seen. So no pixel of a picture through a guard whose policy covers fields,
or all texts, may have the colour of such secrets; no other pixel may change; and a page that cannot be pictured so is refused with a reason.
Any other command has the same result in both browsers. First each part of pages is shown alone, then mixed ones in any state: scrolled, zoomed,
dark, from right to left, on displays of any density. Prints a line for each claim, and in the end what became of the pictures.
"""

import argparse
import json
import os
import pathlib
import signal
import sys
import time

from browser import CHROMEDRIVER
from page_browsers import Browsers
from page_checks import PageCheck, Tally
from page_draft import FIELD, TEXT
from page_layouts import MOVING
from page_pictures import COVER, picture_of, refusal, traces
from page_plan import Page, Site, all_pages, few_pages, words
from support import Claims, temporary_directory

#: The elements that guards cover.
LEVELS = {"fields": ("user-input", "sensitive"), "texts": ("all-text", "user-input")}
#: Pages of the short form, and how many of their parts, fields and frames are pictured; those of the full form.
FEW, FEW_PARTS, PARTS = 10, 1, 3
#: Pictures of a page that moves.
SHOTS = 6
#: A page among so many is asked for all else in the short form, and has windows and dialogs opened.
RARE = 6


def check(claim, program):
    """The short form: all parts, dealt out to a few pages."""
    if not os.path.exists(CHROMEDRIVER):
        print(f"not checked: pages, because there is no {CHROMEDRIVER}")
        return
    show(claim, program, few_pages(FEW), FEW_PARTS)


def show(claim, program, pages, depth):
    """Checks all pages, those of one factor after another."""
    tally, documents = Tally(), {}
    with temporary_directory() as directory, Site(documents) as site, Site(documents) as other:
        others = [other.url, f"http://localhost:{site.server_port}"]
        for factor in sorted({page.factor for page in pages}):
            with Browsers(program, policies(directory), factor) as browsers:
                for page in (page for page in pages if page.factor == factor):
                    documents.update(page.write(site.url, others))
                    show_page(claim, browsers, page, site.url + page.path, tally, depth)
                for part in MOVING:
                    page = Page(-1, [part], factor)
                    documents.update(page.write(site.url, others))
                    browsers.show(page, site.url + page.path, in_both=False)
                    check_moving(claim, browsers, page, tally)
    tally.print()


def show_page(claim, browsers, page, url, tally, depth):
    check, is_rare = PageCheck(claim, browsers, page, tally, depth), page.number % RARE == 0
    asks = is_rare or depth > FEW_PARTS
    # A page may be laid out otherwise when it is shown again.
    browsers.show(page, url, in_both=asks)
    check.check_pictures()
    if asks:
        browsers.show(page, url)
        check.check_commands(is_rare)


def policies(directory):
    """The options of guards, by name."""
    style = {"fill": {"color": COVER}}
    options = {}
    for name, levels in LEVELS.items():
        file = pathlib.Path(directory) / f"{name}.json"
        file.write_text(json.dumps({"rules": [{"target": {"elements": level}, "style": style} for level in levels]}))
        options[name] = [file]
    return {**options, "veil": ["frosted", "--source", "redacted"]}


def check_moving(claim, browsers, page, tally):
    replies = [browsers.ask("fields", "GET", "/screenshot") for _ in range(SHOTS)]
    pictures = list(filter(None, map(picture_of, replies)))
    reasons = [refusal(reply) for reply in replies if not picture_of(reply)]
    tally.refused.update(f"{page.parts[0].__name__}: {reason}" for reason in reasons)
    leaks = [f"{found}" for picture in pictures if (found := traces(picture, FIELD) or traces(picture, TEXT))]
    claim(not leaks and all(reasons), f"{page}: {len(replies)} pictures of what moves are safe, or refused", leaks)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--part", help="shows this part alone, in the words of a claim")
    options = parser.parse_args()
    pages = [page for page in all_pages(options.pages) if not options.part or list(map(words, page.parts)) == [options.part]]
    # What it has started ends with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    start, claims = time.monotonic(), Claims()
    claims.group("pages", show, options.program.resolve(), pages, PARTS)
    print(f"{claims.passed} of {claims.passed + claims.failed} claims hold ({time.monotonic() - start:.0f} s)")
    return 1 if claims.failed else 0


if __name__ == "__main__":
    sys.exit(main())
