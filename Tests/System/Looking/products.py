"""Screens in the look of products, which were not written for the rules: mail, chats, tables, social media and others.

Each lists the HTML of a screen, of which the blocks are kept that fit. A `Cast` draws what stands there.
"""

import html

import people
import sayings


class Cast:
    """What a screen in a language shows: names and values of one half of the names, and texts round them."""

    def __init__(self, rng, language, half):
        self.rng, self.language, self.people = rng, language, people.People(half)

    def person(self):
        return self.people.person(self.rng, self.language)

    def name(self, way="", is_sorted=False):
        """A whole name, marked."""
        person = self.person()
        return people.marked("personName", person.sorted(self.rng) if is_sorted else person.written(self.rng), way)

    def plain_name(self):
        return people.marked("personName", self.person().full)

    def given(self, person=None):
        """A given name alone, marked."""
        return people.marked("personName", (person or self.person()).given)

    def titled(self):
        """A name with a title."""
        before, after = self.rng.choice(sayings.some(sayings.TITLED, self.language)).split("{}")
        person = self.person()
        name = person.family if self.rng.random() < 0.6 else person.full
        return html.escape(before) + people.marked("personName", name, "captioned") + html.escape(after)

    def value(self, kind, way=""):
        return people.marked(kind, people.value(self.rng, self.language, kind), way)

    def text(self, table):
        return html.escape(self.rng.choice(sayings.some(table, self.language)))

    def said(self):
        return self.text(sayings.SAID)

    def when(self):
        return self.text(sayings.WHENS)

    def menu(self):
        return self.text(sayings.MENUS)

    def menus(self, count):
        entries = sayings.some(sayings.MENUS, self.language)
        return [html.escape(entry) for entry in self.rng.sample(entries, min(count, len(entries)))]

    def decoy(self):
        """A place, a street, a firm or a product."""
        way = self.rng.random()
        if way < 0.45:
            return self.text(sayings.DECOYS)
        if way < 0.75:
            return html.escape(self.rng.choice(sayings.PRODUCTS.split("|")))
        return html.escape(self.rng.choice(people.company(self.rng, self.language)).strip())

    def about(self):
        """A sentence with a name or two."""
        pieces = self.rng.choice(sayings.some(sayings.ABOUT, self.language)).split("{}")
        return "".join(html.escape(piece) + (self.plain_name() if index < len(pieces) - 1 else "") for index, piece in enumerate(pieces))

    def given_there(self, person=None):
        """What is said of a given name alone."""
        before, after = self.rng.choice(sayings.some(sayings.GIVEN, self.language)).split("{}")
        return html.escape(before) + self.given(person) + html.escape(after)

    def avatar(self):
        return f'<span class="avatar" aria-hidden="true" style="background:{self.rng.choice(["#8e44ad", "#00897b", "#546e7a", "#c2185b"])}"></span>'

    def number(self, low=1, high=99):
        return self.rng.randint(low, high)


def block(content, names=""):
    return f'<div class="block {names}">{content}</div>'


def side(cast, is_narrow):
    """The menu of a window, which phones have no room for."""
    return "" if is_narrow else f'<div class="side">{"".join(map(block, cast.menus(9)))}{block(cast.decoy())}</div>'


def window(cast, is_narrow, blocks, names=""):
    return f'<div class="app {names}">{side(cast, is_narrow)}<div class="main">{"".join(blocks)}</div></div>'


def inbox(cast, is_narrow):
    """A list of mails: who, what, when."""
    rows = [block(f'<span class="grow big">{cast.menu()}</span><span class="thin">{cast.number()}</span>', "line")]
    for _ in range(22):
        who = cast.name() if cast.rng.random() < 0.65 else cast.decoy()
        if is_narrow:
            rows.append(block(f'{cast.avatar()}<div class="grow"><div class="bold">{who}</div><div>{cast.said()}</div></div><span class="thin">{cast.when()}</span>', "line rule"))
        else:
            rows.append(block(f'<span class="bold" style="width:200px">{who}</span><span class="grow">{cast.said()}</span><span class="thin">{cast.when()}</span>', "line rule"))
    return window(cast, is_narrow, rows)


def mail(cast, is_narrow):
    """A mail with its header, paragraphs and signature."""
    rows = [block(cast.said(), "big"), block(f'{cast.avatar()}<div class="grow"><div class="bold">{cast.name()}</div><div class="thin">{cast.value("email")}</div></div><span class="thin">{cast.when()}</span>', "line rule")]
    for _ in range(2):
        rows += [block(cast.titled()), block(f"{cast.said()} {cast.about()} {cast.said()}"), block(f"{cast.about()} {cast.decoy()}."), block(f'{cast.said()} {cast.value(cast.rng.choice(["phone", "iban", "postalAddress"]))}')]
        rows += [block(f"{cast.text(sayings.ENDS)}<br>{cast.plain_name()}<br>{html.escape(people.job(cast.rng, cast.language))}<br>{cast.decoy()}<br>{cast.value('phone')}", "rule")]
    return window(cast, is_narrow, [*rows, block(cast.menu(), "button")])


def chat_list(cast, is_narrow):
    """Conversations, of persons and of groups."""
    rows = [block(cast.menu(), "big")]
    for _ in range(18):
        head = cast.plain_name() if cast.rng.random() < 0.75 else cast.decoy()
        last = cast.given_there() if cast.rng.random() < 0.3 else cast.said()
        rows.append(block(f'{cast.avatar()}<div class="grow"><div class="bold">{head}</div><div class="thin">{last}</div></div><span class="thin">{cast.when()}</span>', "line"))
    return window(cast, is_narrow, rows)


def talk(cast, is_narrow):
    """A conversation, in whose narrow bubbles values are broken over lines."""
    person = cast.person()
    head = people.marked("personName", cast.rng.choice([person.full, person.given]))
    blocks = [block(f'{cast.avatar()}<div class="grow"><div class="bold">{head}</div><div class="thin">{cast.given_there(person)}</div></div>', "bar")]
    font = cast.rng.choice(["Liberation Sans", "Noto Sans", "Inter", "DejaVu Serif"])
    for _ in range(16):
        way = cast.rng.random()
        kind = cast.rng.choice(["phone", "iban", "card", "email", "password", "postalAddress", "cryptoAddress"])
        # A password has to be called one.
        label = "Password: " if kind == "password" else ""
        text = f"{label}{cast.value(kind)}" if way < 0.45 else cast.about() if way < 0.65 else cast.said()
        if way < 0.2 and kind != "password":
            text = f"{cast.said()} {text}"
        mine = "green" if cast.rng.random() < 0.5 else "theirs"
        hard = ' data-hard="button"' if mine == "green" else ""
        width = cast.rng.choice(["", "narrow", f'" style="max-width:{cast.number(8, 14)}em'])
        blocks.append(f'<div class="block talk {mine} {width}"{hard}>{text}</div>')
        if cast.rng.random() < 0.2:
            blocks.append(block(cast.when(), "thin"))
    return window(cast, is_narrow, [f"<div style=\"font-family:'{font}','Noto Sans Arabic','WenQuanYi Micro Hei'\">", *blocks, "</div>"])


def users(cast, is_narrow):
    """A table of accounts without a caption over the names."""
    is_sorted = cast.rng.random() < 0.4
    columns = "1.3fr .8fr" if is_narrow else "1.3fr 1.6fr 1fr .7fr"
    rows = [block(cast.menu(), "big")]
    for _ in range(20):
        cells = [cast.name(is_sorted=is_sorted), cast.when()] if is_narrow else [cast.name(is_sorted=is_sorted), cast.value("email"), cast.decoy(), cast.when()]
        rows.append(block("".join(f"<span>{cell}</span>" for cell in cells), f'grid" style="grid-template-columns:{columns}'))
    return window(cast, is_narrow, rows)


def contact(cast, is_narrow):
    """A customer of a CRM, and what happened."""
    firm, town = (html.escape(name) for name in people.company(cast.rng, cast.language))
    rows = [block(f'{cast.avatar()}<div class="grow"><div class="big">{cast.plain_name()}</div><div class="thin">{html.escape(people.job(cast.rng, cast.language))}, {firm}</div></div>', "line")]
    rows += [block(cast.value(kind), "rule") for kind in ("email", "phone", "postalAddress") if kind != "postalAddress" or cast.language not in ("ar", "he")]
    rows += [block(f'<span class="tag">{cast.menu()}</span> <span class="tag">{town}</span> <span class="tag">{cast.decoy()}</span>')]
    for _ in range(9):
        what = cast.about() if cast.rng.random() < 0.5 else f"{cast.plain_name()} · {cast.said()}"
        rows.append(block(f'<div class="grow">{what}<div class="thin">{cast.when()} · {cast.decoy()}</div></div>', "card"))
    return window(cast, is_narrow, rows)


def feed(cast, is_narrow):
    """Posts, who wrote and who liked them."""
    rows = [block(f'<span class="big">{cast.decoy()}</span>')]
    for _ in range(8):
        rows.append(block(f'{cast.avatar()}<div class="grow"><span class="bold">{cast.plain_name()}</span> <span class="thin">· {cast.when()}</span><div>{cast.said()} {cast.decoy()}</div>'
                          f'<div class="thin">{cast.plain_name()}, {cast.plain_name()} +{cast.number()}</div></div>', "line rule"))
        rows.append(block(f'{cast.rng.choice(["♥", "↻", "✉"])} {cast.number()} · {cast.menu()}', "thin"))
        if cast.rng.random() < 0.5:
            rows.append(block(cast.given_there(), "theirs talk"))
    return window(cast, is_narrow, rows)


def agenda(cast, is_narrow):
    """Days with meetings, and who comes."""
    rows = [block(f'<span class="grow big">{cast.when()}</span><span class="tag">{cast.menu()}</span>', "line")]
    for _ in range(12):
        hour = cast.number(8, 19)
        what = cast.rng.choice([cast.about, cast.said, cast.decoy])()
        rows.append(block(f'<span class="thin">{hour}:00</span><div class="grow event">{what}<div class="thin">{cast.decoy()}</div></div>', "line"))
        if cast.rng.random() < 0.35:
            rows.append(block("".join(f"<div>{cast.avatar()} {cast.plain_name()}</div>" for _ in range(2)), "thin"))
    return window(cast, is_narrow, rows)


PRODUCTS = [inbox, mail, chat_list, talk, users, contact, feed, agenda]
