"""Ways in which parts of a page are laid out: turned, scaled, scrolled, fixed, stopped in the midst of an animation."""

from page_fields import captions, editable, inputs
from page_frames import frame
from page_texts import open_tree, table


def _content(draft):
    return draft.pick(inputs, editable, table, open_tree)(draft)


def _styled(draft, style, inner=None):
    return f'<div style="{style}">{inner or _content(draft)}</div>'


def turned(draft):
    return _styled(draft, f"transform:rotate({draft.pick(-14, 5, 33)}deg);margin:90px 40px;width:420px")


def turned_by_a_property(draft):
    return _styled(draft, "rotate:-11deg;margin:60px 20px;width:420px")


def scaled(draft):
    return _styled(draft, f"transform:scale({draft.pick(0.6, 1.25, 1.5)});transform-origin:0 0;width:400px")


def skewed(draft):
    return _styled(draft, "transform:skew(12deg,4deg);margin:40px;width:380px")


def mirrored(draft):
    return _styled(draft, "transform:scaleX(-1);width:480px")


def in_perspective(draft):
    inner = _styled(draft, "transform:rotateY(40deg) rotateX(15deg);width:420px")
    return _styled(draft, "perspective:500px;padding:30px", inner)


def zoomed(draft):
    return _styled(draft, f"zoom:{draft.pick(0.75, 1.1, 1.5)}")


def zoomed_twice(draft):
    return _styled(draft, "zoom:1.2", _styled(draft, "zoom:0.9;transform:scale(0.95);transform-origin:0 0"))


def stuck(draft):
    bar = f'<div style="position:sticky;top:0;background:#ddd;padding:4px">{draft.field("name")}{draft.mark("email")}</div>'
    return f'<div style="height:200px;overflow:auto" data-scroll="0,90">{bar}<p>Below</p>{_content(draft)}<div style="height:600px"></div></div>'


def fixed(draft):
    return f'<div style="position:fixed;right:6px;bottom:6px;background:#ddd;padding:4px">{draft.field("card")}{draft.mark("name")}</div>'


def scrolled(draft):
    inner = f"{_content(draft)}<div style='width:1500px;height:900px'></div>"
    return f'<div style="height:170px;overflow:scroll;border:1px solid #999" data-scroll="37,61">{inner}</div>'


def scrolled_within(draft):
    inner = f'<div style="height:140px;width:460px;overflow:auto" data-scroll="11,43">{_content(draft)}<div style="height:700px"></div></div>'
    return f'<div style="height:120px;overflow:auto" data-scroll="0,17">{inner}<div style="height:700px"></div></div>'


def scrolled_from_right_to_left(draft):
    inner = f"{_content(draft)}<div style='width:1500px;height:900px'></div>"
    return f'<div dir=rtl style="height:170px;overflow:scroll" data-scroll="-50,31">{inner}</div>'


def cut_off(draft):
    return _styled(draft, "overflow:clip;height:60px;width:150px")


def in_columns(draft):
    return _styled(draft, "columns:2", table(draft) + editable(draft))


def stopped(draft):
    """In the midst of an animation."""
    frames = "<style>@keyframes away { to { transform: translate(200px, 60px) rotate(20deg) } }</style>"
    return frames + _styled(draft, "animation:away 10s linear -4s paused;width:380px;margin-bottom:80px")


def laid_out_late(draft):
    return _styled(draft, "content-visibility:auto;contain-intrinsic-size:300px")


def layered(draft):
    return _styled(draft, "will-change:transform;filter:contrast(1);opacity:0.99;isolation:isolate")


def half_pixels(draft):
    return _styled(draft, "position:relative;left:0.37px;top:0.61px;padding:0.29px", captions(draft))


def frame_in_a_scrolled_box(draft):
    inner = f"<div style='height:60px;width:1200px'></div>{frame(draft)}<div style='height:700px'></div>"
    return f'<div style="height:150px;overflow:auto" data-scroll="21,33">{inner}</div>'


PARTS = [
    turned, turned_by_a_property, scaled, skewed, mirrored, in_perspective, zoomed, zoomed_twice, stuck, fixed, scrolled, scrolled_within,
    scrolled_from_right_to_left, cut_off, in_columns, stopped, laid_out_late, layered, half_pixels, frame_in_a_scrolled_box,
]


# Parts that are on no page with others: while they move, no place is known.


def moving(draft):
    frames = "<style>@keyframes across { to { transform: translate(380px, 300px) } }</style>"
    return frames + _styled(draft, "animation:across 0.7s linear infinite alternate;width:260px", _moved(draft))


def jumping(draft):
    """There and back between two looks."""
    frames = "<style>@keyframes there { 50% { transform: translate(0, 200px) } }</style>"
    return frames + _styled(draft, "animation:there 0.06s steps(1) infinite;width:260px", _moved(draft))


def _moved(draft):
    return f"{draft.field('card')}<br>{draft.mark('name')}"


MOVING = [moving, jumping]
