"""Parts of pages that show texts, in trees of every kind; and those whose texts are documented as not seen."""

from page_draft import FIELD, TEXT, UNSEEN


def shadow(draft, inner, mode="open", light="", rest=""):
    """An element with a shadow tree."""
    return f'<div {rest}><template shadowrootmode="{mode}"><style>* {{ caret-color: transparent }}</style>{inner}</template>{light}</div>'


def table(draft):
    rows = "".join(f"<tr><td>{n}<td>{draft.mark('name')}<td>{draft.mark('email')}<td>{draft.mark('card')}" for n in range(4))
    return f"<table><caption>Owners</caption><tr><th>No.<th>Name<th>Mail<th>Card{rows}</table>"


def paragraphs(draft):
    inner = " ".join(f"Text and {draft.mark('name')} and <em>{draft.mark('code')}</em>" for _ in range(6))
    return f'<p style="color:#444">{inner}</p><p style="columns:3">{inner}</p>'


def lists(draft):
    items = "".join(f"<li>{draft.mark('name')}</li>" for _ in range(3))
    return (
        f"<ul>{items}</ul><dl><dt>{draft.mark('name')}<dd>{draft.mark('code')}</dl><ruby>{draft.mark('name')}<rt>{draft.mark('code')}</ruby>"
        f"<button>{draft.mark('name')}</button><output>{draft.mark('code')}</output><fieldset><legend>{draft.mark('name')}</legend></fieldset>"
    )


def disclosed(draft):
    return f"<details open><summary>{draft.mark('name')}</summary>{draft.mark('email', 'p')}</details><details>{draft.mark('code')}</details>"


def dialog(draft):
    """In the top layer, as a popover is."""
    return (
        f'<dialog data-open style="margin:40px auto;border:1px solid #777">{draft.mark("name", "p")}{draft.field("card")}</dialog>'
        f'<div popover=manual data-open style="inset:auto 4px 4px auto">{draft.mark("email")}</div>'
    )


def buttons(draft):
    return "".join(f'<input type={form} value="{draft.text("name")}" style="color:{TEXT}">' for form in ("button", "reset", "submit"))


def drawn_text(draft):
    """Text in SVG, and HTML within it."""
    return (
        f'<svg width=360 height=90><text x=4 y=20 fill="{TEXT}">{draft.text("name")}<tspan dy=18 x=20>{draft.text("code")}</tspan></text>'
        f'<g transform="rotate(8) scale(1.3)"><text x=20 y=40 fill="{TEXT}">{draft.text("email")}</text></g>'
        f'<foreignObject x=200 y=4 width=150 height=40>{draft.mark("name", "p")}</foreignObject></svg>'
    )


def drawn_copies(draft):
    """Text in SVG that is shown where it is used."""
    copied = f'<defs><text id=copied fill="{TEXT}">{draft.text("card")}</text></defs>'
    return f'<svg width=300 height=40>{copied}<use href="#copied" x=20 y=24 /></svg>'


def formula(draft):
    return f"<math><mi style='color:{TEXT}'>{draft.text('code')}</mi><mo>=</mo><mtext style='color:{TEXT}'>{draft.text('name')}</mtext></math>"


def without_a_box(draft):
    """An element without a box of its own, whose text is shown."""
    return f'<p>The owner is <span style="display:contents;color:{TEXT}">{draft.text("name")}</span>.</p>'


def open_tree(draft):
    return shadow(draft, f"{draft.field('card')}{draft.mark('name', 'p')}{shadow(draft, draft.field('email') + draft.mark('code'))}")


def slots(draft):
    light = draft.mark("name", rest="slot=named") + draft.mark("code", "p")
    return shadow(draft, "<slot name=named></slot><hr><slot></slot>", light=light)


def text_of_a_host(draft):
    return shadow(draft, "<b><slot></slot></b>", light=draft.text("name"), rest=f'style="color:{TEXT}"')


def text_of_a_slot(draft):
    """What a slot shows where nothing is put into it."""
    return shadow(draft, f'<slot style="color:{TEXT}">{draft.text("name")}</slot>')


def text_of_a_tree(draft):
    """Text that is in no element, but in a shadow tree itself."""
    return shadow(draft, draft.text("name"), rest=f'style="color:{TEXT}"')


def text_beyond_hidden(draft):
    shown = f'<span style="visibility:visible;color:{TEXT}">{draft.text("name")}</span>'
    return f'<div style="visibility:hidden">Hidden {shown}</div>'


def slanted_text(draft):
    """Letters that reach beyond their lines."""
    return f'<p style="font:italic 64px/1 serif;color:{TEXT};margin:10px">fjäf</p>'


def stacked_marks(draft):
    marks = "\u0301\u0302\u0303\u0304\u0306" * 4
    return f'<p style="color:{TEXT};margin:70px 10px;font-size:20px;line-height:1">{"".join(letter + marks for letter in "secret")}</p>'


def low_lines(draft):
    return f'<p style="color:{TEXT};line-height:0.3;font-size:24px;margin:20px 4px">{draft.text("name")}<br>{draft.text("code")}</p>'


def shadows_of_text(draft):
    """A copy of the letters beside them."""
    return f'<p style="color:#444;text-shadow:0 40px 0 {TEXT};margin-bottom:60px">{draft.text("name")}</p>'


def reflected_field(draft):
    return f'<div style="-webkit-box-reflect:below 4px;margin-bottom:60px">{draft.field("card")}</div>'


def alternative_text(draft):
    """The words of a picture that cannot be shown."""
    return f'<img src="/no/such.png" alt="{draft.text("name")}" style="color:{TEXT}">'


def placeholders(draft):
    return f"<style>.hint::placeholder {{ color: {FIELD} }}</style><input class=hint placeholder='{draft.text('card').replace(chr(39), '')}'>"


def closed_tree(draft):
    inner = draft.field("card").replace(FIELD, UNSEEN) + draft.mark("name", color=UNSEEN)
    return shadow(draft, inner, "closed")


def styled_text(draft):
    return f"<style>.owner::before {{ content: attr(data-owner); color: {UNSEEN} }}</style><p class=owner data-owner='Wilma Brandt'>Owner</p>"


def canvas(draft):
    pen = "document.currentScript.previousElementSibling.getContext('2d')"
    drawn = f"const pen = {pen}; pen.fillStyle = '{UNSEEN}'; pen.fillText('4012 8888', 5, 20)"
    return f"<canvas width=120 height=30></canvas><script>{{ {drawn} }}</script>"


PARTS = [
    table, paragraphs, lists, disclosed, dialog, buttons, drawn_text, drawn_copies, formula, without_a_box, open_tree, slots, text_of_a_host,
    text_of_a_slot, text_of_a_tree, text_beyond_hidden, slanted_text, stacked_marks, low_lines, shadows_of_text, reflected_field,
    alternative_text, placeholders, closed_tree, styled_text, canvas,
]
