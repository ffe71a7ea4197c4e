"""Parts of pages that a person types into or picks from: every value in them has the colour of secrets."""

from page_draft import FIELD

BLOCK = f"background:linear-gradient({FIELD},{FIELD}) 50% 50%/70% 50% no-repeat"


def inputs(draft):
    kinds = [
        ("text", "name"), ("password", "password"), ("email", "email"), ("tel", "phone"), ("url", "address"), ("search", "note"),
        ("text", "card"), ("number", "code"),
    ]
    draft.chance.shuffle(kinds)
    fields = [f"<label>Field {number} {draft.field(kind, type=form)}</label><br>" for number, (form, kind) in enumerate(kinds)]
    return f"<form>{''.join(fields)}<input type=hidden name=token value=hidden><input type=submit value=Send></form>"


def inputs_of_dates(draft):
    values = {
        "date": "1984-05-17", "time": "13:37", "datetime-local": "1984-05-17T13:37", "month": "1984-05", "week": "1984-W20",
    }
    return "".join(f"<p><label>When {draft.field(type=form, value=value)}</label></p>" for form, value in values.items())


def input_of_color(draft):
    return f"<label>Color <input type=color name=tint value={FIELD}></label>"


def blocks_in_inputs(draft):
    forms = ("text", "password", "email")
    return "".join(f"<p>{draft.field(type=form, style=f'border:1px solid #888;height:26px;{BLOCK}')}</p>" for form in forms)


def text_areas(draft):
    rows = "\n".join(draft.text("note") for _ in range(8))
    return f'<textarea name=memo rows=4 cols=30 data-scroll="0,40" style="color:{FIELD}">{rows}</textarea>'


def selects(draft):
    options = "".join(f"<option{' selected' if at == 1 else ''}>{draft.text('name')}" for at in range(4))
    listed = "<datalist id=known><option value=Berlin></datalist>"
    style = f'style="color:{FIELD}"'
    return (
        f"<select name=owner {style}>{options}</select> <select name=several multiple size=4 {style}>{options}</select>"
        f"<select name=rows size=3 {style}><optgroup label=Owners>{options}</optgroup></select>{draft.field('name', list='known')}{listed}"
    )


def editable(draft):
    inner = f"{draft.text('note')} <b>{draft.text('code')}</b><br><i>{draft.text('email')}</i><p>{draft.text('name')}</p>"
    return f'<div contenteditable style="color:{FIELD};border:1px solid #888;padding:4px">{inner}</div>'


def editable_that_overflows(draft):
    """The text goes on beyond the box of its element."""
    text = draft.text("note")
    return f'<div contenteditable style="color:{FIELD};width:120px;height:20px;white-space:nowrap;border:1px solid #888">{text}</div>'


def editable_with_contents(draft):
    """A child without a box of its own."""
    return f'<div contenteditable style="color:{FIELD};display:contents">{draft.text("note")}</div>'


def editable_with_low_lines(draft):
    """Letters that reach beyond the box of their element."""
    return f'<div contenteditable style="color:{FIELD};font-size:30px;line-height:0.4;margin:20px 0">{draft.text("name")}</div>'


def editable_in_plain_text(draft):
    return f'<pre contenteditable="plaintext-only" style="color:{FIELD}">{draft.text("note")}\n{draft.text("code")}</pre>'


def fields_by_role(draft):
    roles = ("textbox", "searchbox", "combobox", "spinbutton", "listbox")
    return "".join(draft.mark("name", "div", FIELD, f'role="{role}" tabindex="0"') for role in roles)


def fields_by_role_with_children(draft):
    """Their texts are in other elements."""
    inner = f"<div>{draft.text('name')} <b>{draft.text('code')}</b></div>"
    options = f"<div role=option>{draft.text('name')}</div><div role=option>{draft.text('email')}</div>"
    roles = {"textbox": inner, "combobox": inner, "listbox": options}
    return "".join(f'<div role={role} tabindex=0 style="color:{FIELD}">{content}</div>' for role, content in roles.items())


def fields_with_an_empty_role(draft):
    return draft.field(role="") + draft.mark("note", "div", FIELD, 'contenteditable role=""')


def fields_with_a_role_of_another_kind(draft):
    return draft.field(role="presentation") + draft.field(role="Textbox") + draft.field(role="none textbox")


def captions(draft):
    rows = [("Card number", "card"), ("Password", "password")]
    lines = [f"<div><span>{caption}</span> {draft.mark(kind, 'span', FIELD)}</div>" for caption, kind in rows]
    return "".join(lines) + f"<table><tr><th>IBAN</th><td style='color:{FIELD}'>DE89 3704 0044 0532 0130 00</td></tr></table>"


def vertical_fields(draft):
    style = "writing-mode:vertical-rl;height:140px"
    return f'{draft.field("name", style=style)}<textarea style="color:{FIELD};{style}">{draft.text("note")}</textarea>'


def fields_from_right_to_left(draft):
    area = f'<div contenteditable style="color:{FIELD}">رقم البطاقة 4012888888881881</div>'
    return f'<div dir=rtl><label>שם {draft.field("name")}</label>{area}</div>'


def masked_fields(draft):
    return f'<p>{draft.field("code", style="-webkit-text-security:disc")}</p><p>{draft.field("card", inputmode="numeric", readonly="")}</p>'


def disabled_fields(draft):
    return f"<fieldset disabled><legend>Closed</legend>{draft.field('name')}</fieldset>{draft.field('name', disabled='')}"


def clobbered_form(draft):
    """The names of its fields hide members of the form."""
    names = (
        "id", "type", "name", "title", "value", "action", "style", "parentElement", "childNodes", "localName", "labels", "shadowRoot",
    )
    return f"<form>Codes {''.join(draft.field('code', name=name, size=6) for name in names)}</form>"


def form_that_hides_its_attributes(draft):
    return f"<form>A code {draft.field('code', name='getAttribute', size=6)}</form>"


def open_picker(draft):
    """A select whose list is drawn by the page."""
    options = "".join(f'<option style="color:{FIELD}">{draft.text("name")}</option>' for _ in range(3))
    style = "<style>.own, .own::picker(select) { appearance: base-select }</style>"
    return f'{style}<select class=own data-open style="color:{FIELD}">{options}</select><div style="height:120px"></div>'


PARTS = [
    inputs, inputs_of_dates, input_of_color, blocks_in_inputs, text_areas, selects, editable, editable_that_overflows,
    editable_with_contents, editable_with_low_lines, editable_in_plain_text, fields_by_role, fields_by_role_with_children,
    fields_with_an_empty_role, fields_with_a_role_of_another_kind, captions, vertical_fields, fields_from_right_to_left, masked_fields,
    disabled_fields, clobbered_form, form_that_hides_its_attributes, open_picker,
]
