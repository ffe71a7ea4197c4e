"""The kinds of screens: each lists blocks of HTML from top to bottom, of which as many are kept as fit.

The last argument says whether the screen is narrow, as that of a phone.
"""

import content


def button(rng, language):
    return f'<div class="block button" data-hard="button">{content.line(rng, language)}</div>'


def small(rng, language):
    return f'<div class="block small">{content.line(rng, language)} · {content.noisy(rng, language)}</div>'


def heading(rng, language):
    return f'<div class="block"><h1>{content.line(rng, language)}</h1></div>'


def any_field(rng, language):
    return content.harmless(rng, language) if rng.random() < 0.4 else content.field(rng, language)


def form(rng, language, _):
    """Captions above boxes, of which some are empty."""
    yield heading(rng, language)
    for index in range(24):
        field = any_field(rng, language)
        if rng.random() < 0.22:
            yield (f'<div class="block"><label>{field.caption}</label>'
                   f'<div class="input grey" data-hard="placeholder">{content.line(rng, language)}</div></div>')
        else:
            star = rng.choice(["", "", " *", ":"])
            yield f'<div class="block"><label>{field.caption}{star}</label><div class="input">{content.marked(field)}</div></div>'
        if index % 6 == 5:
            yield button(rng, language)
        if index % 9 == 4:
            yield small(rng, language)


def chat(rng, language, _):
    """Messages of two people, and when they were sent."""
    yield f'<div class="block card"><h2>{content.line(rng, language)}</h2></div>'
    for _ in range(30):
        text = content.sentence(rng, language) if rng.random() < 0.5 else rng.choice([content.line, content.noisy])(rng, language)
        is_mine = rng.random() < 0.45
        mark = ' mine" data-hard="button' if is_mine else ""
        yield f'<div class="block bubble{mark}">{text}</div>'
        if rng.random() < 0.25:
            time = f"{rng.randint(10, 23)}:{rng.randint(10, 59)}"
            yield f'<div class="block grey" data-hard="light grey" style="text-align:center">{time}</div>'


def settings(rng, language, _):
    """Rows with a caption at the start and a value at the end."""
    yield heading(rng, language)
    for index in range(30):
        field = any_field(rng, language)
        look = rng.choice(["", "", "muted"])
        yield f'<div class="block row"><span>{field.caption}</span><span class="{look}">{content.marked(field)}</span></div>'
        if index % 5 == 3:
            yield f'<div class="block grey" data-hard="light grey">{content.line(rng, language)}</div>'


def table(rng, language, is_narrow):
    """Rows of a customer, and beneath it lines of a log."""
    yield heading(rng, language)
    kinds = rng.sample(["email", "iban", "card", "ipAddress", "phone"], 1 if is_narrow else 2)
    if language in content.phrases.LINES:
        kinds = ["personName", *kinds]
    else:
        kinds = [kind for kind in kinds if kind in content.values.PLAIN] or ["email"]
    captions = [content.field(rng, language, [kind]).caption for kind in kinds]
    captions.append(rng.choice(content.HARMLESS[language])[0])
    head = "".join(f"<th>{caption}</th>" for caption in captions)
    for _ in range(2):
        rows = []
        for _ in range(rng.randint(4, 7)):
            cells = [content.marked(content.field(rng, language, [kind])) for kind in kinds]
            cells.append(f"<span>{rng.randint(1, 999)}</span>")
            rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
        yield f'<div class="block"><table><tr>{head}</tr>{"".join(rows)}</table></div>'
        for _ in range(5):
            yield f'<div class="block">{content.noisy(rng, language)}</div>'


def order(rng, language, _):
    """What was bought, where it goes, and how it was paid."""
    yield heading(rng, language)
    kinds = [["postalAddress"], ["personName"], ["email"], ["phone"], ["card"], ["iban"], ["bic"]]
    rng.shuffle(kinds)
    if language not in content.phrases.LINES:
        kinds = [["email"], ["card"], ["iban"], ["macAddress"]]
    for wanted in kinds * 2:
        field = content.field(rng, language, wanted)
        joint = rng.choice(["<br>", ": "]) if len(field.lines) == 1 else "<br>"
        yield f'<div class="block card"><span>{field.caption}</span>{joint}{content.marked(field)}</div>'
        for _ in range(rng.randint(1, 3)):
            price = f"{rng.randint(1, 999)},{rng.randint(10, 99)} €"
            yield f'<div class="block row"><span>{content.noisy(rng, language)}</span><span class="price">{price}</span></div>'
    yield button(rng, language)


def receipt(rng, language, _):
    """Lines of one width, caption and value in one line."""
    yield f'<div class="block mono" style="text-align:center">{content.line(rng, language)}</div>'
    for _ in range(30):
        if rng.random() < 0.35:
            yield f'<div class="block mono">{content.noisy(rng, language)}</div>'
        else:
            field = any_field(rng, language)
            joint = rng.choice([": ", ": ", " ", " – "])
            yield f'<div class="block mono"><span>{field.caption}{joint}</span>{content.marked(field)}</div>'


def wallet(rng, language, _):
    """Cards of a bank, numbers in boxes, and small type."""
    for _ in range(6):
        card = content.field(rng, language, ["card"])
        inside = f'<div style="font-size:1.25em">{content.marked(card)}</div>'
        if language in content.phrases.LINES:
            holder, code = (content.field(rng, language, [kind]) for kind in ("personName", "cardSecurityCode"))
            inside += f'<div class="muted">{holder.caption}</div><div>{content.marked(holder)}</div>'
            inside += f'<div>{code.caption} {content.marked(code)}</div>'
        yield f'<div class="block plastic" data-hard="gradient">{inside}</div>'
        if language in content.phrases.LINES:
            kind = rng.choice(["oneTimeCode", "pin"])
            caption = rng.choice(content.CAPTIONS[kind][language])
            digits = "".join(f"<span>{rng.randint(0, 9)}</span>" for _ in range(6 if kind == "oneTimeCode" else 4))
            yield f'<div class="block"><label>{caption}</label><div class="cells" dir="ltr" data-kind="{kind}">{digits}</div></div>'
        for _ in range(3):
            field = any_field(rng, language)
            yield f'<div class="block"><span>{field.caption}: </span>{content.marked(field)}</div>'
        yield small(rng, language)
        yield button(rng, language)


LAYOUTS = [form, chat, settings, table, order, receipt, wallet]
