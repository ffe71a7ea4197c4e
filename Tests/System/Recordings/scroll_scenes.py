"""A list that scrolls under a header and over a footer. Two of its lines are cards; each is cut off by an edge of the list for a while, before it is
whole or after it was, so that nobody could recognise it there."""

from PIL import Image, ImageDraw, ImageFont

import reading
from scenes import FONT, VP9, encode

SIZE, TOP, BOTTOM, ROW = (640, 400), 48, 352, 44
#: The rows of digits, from the top of their line on.
DIGITS = range(5, 19)
STEP, STILL = 64, 25
CARDS = {3: "5425 2334 3010 9903", 7: "4012 8888 8888 1881"}
LEFT = 150
#: By how many pixels the list has scrolled, frame by frame.
OFFSETS = [0] * STILL + [STEP] * 3 + [2 * STEP] * STILL


def check_scroll(claim, bench):
    source, places = scrolled_list(bench.folder() / "scroll.webm")
    run = bench.run(source, "--policy", bench.policy({"text": {"kinds": ["card"]}}))
    claim(run.is_good, "a list that scrolls: is redacted", run)
    if not run.is_good:
        return
    frames = [frame.array for frame in reading.frames(run.output)]
    for row in CARDS:
        views = [each[row] for each in places]
        seen = [number for number, (left, top, right, bottom) in enumerate(views)
                if top < bottom and frames[number][top:bottom, left:right].max() > 60]
        halves = sum(0 < bottom - top < len(DIGITS) for _, top, _, bottom in views)
        claim(halves >= STILL, f"a list that scrolls: the card of line {row} is cut off for a while", halves)
        claim(not seen, f"a list that scrolls: the card of line {row} is black in every frame, also where it is cut off", f"in frames {seen}")
    open_share = min((frame[TOP:BOTTOM] > 60).mean() for frame in frames)
    claim(open_share > 0.4, "a list that scrolls: most of it stays uncovered", open_share)


def scrolled_list(path):
    """A recording of the list, and in each frame the part of each card's line that is in view: left, top, right and bottom."""
    encode(path, SIZE, 25, map(picture, OFFSETS), *VP9, "-pix_fmt", "yuv420p")
    return path, [{row: place(row, offset) for row in CARDS} for offset in OFFSETS]


def line(row, offset):
    """The top of the letters of a line."""
    return TOP + ROW * row - offset - 16


def place(row, offset):
    top = line(row, offset)
    return LEFT + 4, max(top + DIGITS.start, TOP), LEFT + 220, min(top + DIGITS.stop, BOTTOM)


def picture(offset):
    image = Image.new("RGB", SIZE, "#ffffff")
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype(FONT, 20)
    for row in range(13):
        draw.text((24, line(row, offset)), f"Account {row * 37 % 29}", "#203040", font)
        draw.text((LEFT, line(row, offset)), CARDS.get(row, f"paid on {row + 3} May in {'Lyon Bath Kiel Graz Bari'.split()[row % 5]}"), "#203040", font)
    for edges in ((0, TOP), (BOTTOM, SIZE[1])):
        draw.rectangle((0, edges[0], SIZE[0], edges[1] - 1), "#e8e8f0")
    draw.text((24, 12), "All payments of this year", "#203040", font)
    draw.text((24, BOTTOM + 12), "Thirteen entries", "#203040", font)
    return image
