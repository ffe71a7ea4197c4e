"""Parts of pages that are frames, of every origin, in every place, and turned in every way."""

import html

from page_texts import shadow

SIZE = 'width="340" height="110"'


def content(draft, rest=""):
    """What a frame shows: a field and a text."""
    return f"<p>{draft.mark('name')}</p>{draft.field('card')}{rest}"


def framed(draft, inner=None, rest="", **options):
    """A frame with a document of the page's own origin."""
    return f'<iframe src="{draft.frame(inner or content(draft), **options)}" {SIZE} {rest}></iframe>'


def elsewhere(draft, origin, inner=None):
    """A frame of another origin."""
    return f'<iframe src="{origin}{draft.frame(inner or content(draft))}" {SIZE}></iframe>'


def frame(draft):
    return framed(draft)


def frame_in_place(draft):
    return f'<iframe srcdoc="{html.escape(content(draft))}" {SIZE}></iframe>'


def frame_that_is_written(draft):
    inner = html.escape(content(draft)).replace("\n", " ")
    return f"""<iframe {SIZE} data-inner="{inner}"></iframe><script>
{{ const at = document.currentScript.previousElementSibling; at.contentDocument.write(at.dataset.inner); at.contentDocument.close() }}
</script>"""


def frames_within(draft):
    inner = framed(draft, content(draft), 'style="width:240px;height:70px"')
    return framed(draft, f"{draft.mark('name')}<br>{inner}", 'style="height:170px"')


def frames_within_that_scroll(draft):
    inner = framed(draft, content(draft, "<div style='height:400px'></div>"), 'style="width:240px;height:90px"', attributes='data-far="0,12"')
    return framed(draft, f"<p>Above</p>{inner}<div style='height:500px'></div>", 'style="height:150px"', attributes='data-far="0,30"')


def frame_with_edges(draft):
    return framed(draft, rest='style="padding:9px 17px;border:7px solid #888;margin:5px"')


def frame_that_scrolls(draft):
    far = f"<div style='width:900px;height:90px'></div>{content(draft)}<div style='height:700px'></div>"
    return framed(draft, far, attributes='data-far="23,70"')


def frame_from_right_to_left(draft):
    return framed(draft, content(draft, "<div style='height:600px;width:700px'></div>"), attributes="dir=rtl")


def frame_that_is_scaled(draft):
    return framed(draft, rest='style="transform:scale(0.7,0.85);transform-origin:0 0"')


def frame_that_is_scaled_by_its_parent(draft):
    return f'<div style="scale:1.2;transform-origin:0 0;height:140px">{framed(draft)}</div>'


def frame_with_zoom(draft):
    return framed(draft, rest='style="zoom:1.3"')


def frame_whose_page_has_zoom(draft):
    return framed(draft, style="html { zoom: 1.4 }")


def frame_that_is_turned(draft):
    return f'<div style="padding:50px 0">{framed(draft, rest="style=transform:rotate(9deg)")}</div>'


def frame_that_is_turned_round(draft):
    return framed(draft, rest="style=transform:rotate(180deg)")


def frame_that_is_turned_by_a_property(draft):
    return f'<div style="padding:50px 0">{framed(draft, rest="style=rotate:-12deg")}</div>'


def frame_that_is_mirrored(draft):
    return framed(draft, rest="style=transform:scaleX(-1)")


def frame_that_is_mirrored_by_a_property(draft):
    return framed(draft, rest='style="scale:1 -1"')


def frame_that_is_skewed(draft):
    return f'<div style="padding:20px 0">{framed(draft, rest="style=transform:skewX(20deg)")}</div>'


def frame_that_leans_back(draft):
    return f'<div style="perspective:300px">{framed(draft, rest="style=transform:rotateX(50deg)")}</div>'


def frame_that_turns_away(draft):
    return f'<div style="perspective:300px">{framed(draft, rest="style=transform:rotateY(40deg)")}</div>'


def frame_with_a_parent_of_its_own(draft):
    """A variable of its script hides its parent."""
    return framed(draft, f"<script>var parent = 'Wilma'</script>{content(draft)}")


def frame_on_a_path(draft):
    style = "offset-path:path('M 0 0 L 100 40');offset-distance:30%;offset-anchor:0 0"
    return f'<div style="height:260px">{framed(draft, rest=chr(34).join(["style=", style, ""]))}</div>'


def frame_in_a_slot_that_is_turned(draft):
    return f'<div style="padding:60px 0">{shadow(draft, "<div style=transform:rotate(10deg)><slot></slot></div>", light=framed(draft))}</div>'


def frame_in_a_tree(draft):
    return shadow(draft, framed(draft))


def tree_in_a_frame(draft):
    return framed(draft, shadow(draft, content(draft)))


def frame_of_another_port(draft):
    return elsewhere(draft, draft.others[0])


def frame_of_another_host(draft):
    """It holds a frame of the page's own origin."""
    inner = f'<iframe src="{draft.origin}{draft.frame(content(draft))}" width=240 height=70></iframe>'
    return elsewhere(draft, draft.others[1], f"{draft.mark('name')}{inner}")


def frame_of_another_port_in_a_frame(draft):
    return framed(draft, f"{draft.mark('name')}{elsewhere(draft, draft.others[0])}", 'style="height:170px"')


def frame_of_another_port_that_is_turned(draft):
    return f'<div style="rotate:7deg;padding:30px 0">{elsewhere(draft, draft.others[0])}</div>'


def frame_in_a_sandbox(draft):
    return framed(draft, rest='sandbox="allow-scripts"')


def frame_of_data(draft):
    return f'<iframe {SIZE} src="data:text/html,{html.escape(draft.mark("name")).replace("#", "%23")}"></iframe>'


def object_with_a_page(draft):
    return f'<object type="text/html" data="{draft.frame(content(draft))}" {SIZE}></object>'


def object_of_another_port(draft):
    return f'<object type="text/html" data="{draft.others[0]}{draft.frame(content(draft))}" {SIZE}></object>'


def embedded_page(draft):
    return f'<embed type="text/html" src="{draft.frame(content(draft))}" {SIZE}>'


PARTS = [
    frame, frame_in_place, frame_that_is_written, frames_within, frames_within_that_scroll, frame_with_edges, frame_that_scrolls,
    frame_from_right_to_left, frame_that_is_scaled, frame_that_is_scaled_by_its_parent, frame_with_zoom, frame_whose_page_has_zoom,
    frame_that_is_turned, frame_that_is_turned_round, frame_that_is_turned_by_a_property, frame_that_is_mirrored,
    frame_that_is_mirrored_by_a_property, frame_that_is_skewed, frame_that_leans_back, frame_that_turns_away,
    frame_with_a_parent_of_its_own, frame_on_a_path, frame_in_a_slot_that_is_turned,
    frame_in_a_tree, tree_in_a_frame, frame_of_another_port, frame_of_another_host, frame_of_another_port_in_a_frame,
    frame_of_another_port_that_is_turned, frame_in_a_sandbox, frame_of_data, object_with_a_page, object_of_another_port, embedded_page,
]
