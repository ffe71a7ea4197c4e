"""Screens of tools: trackers, terminals, invoices, sheets, editors, maps and accounts. Of the same sort as those of products.py."""

import html

import content
import people
from products import PRODUCTS, block, window


def tracker(cast, is_narrow):
    """Issues with who has them, and comments."""
    rows = [block(f'{cast.decoy()} <span class="thin">/ {cast.menu()}</span>', "big")]
    for _ in range(9):
        key = f"{cast.rng.choice(['APP', 'WEB', 'OPS'])}-{cast.number(100, 4000)}"
        rows.append(block(f'<span class="thin">{key}</span><span class="grow">{cast.said()}</span><span class="tag">{cast.menu()}</span><span>{cast.plain_name()}</span>', "line rule"))
    for _ in range(5):
        rows.append(block(f'<span class="bold">{cast.plain_name()}</span> <span class="thin">{cast.when()}</span><div>{cast.about()} {cast.said()}</div>', "card"))
    return window(cast, is_narrow, rows)


def terminal(cast, _):
    """A shell: a log of commits, connections and settings."""
    rng = cast.rng
    rows = [block('<span class="yellow">$</span> git log --stat')]
    for _ in range(4):
        person = cast.person()
        mail = people.value(rng, "en", "email")
        rows += [block(f'<span class="yellow">commit {rng.getrandbits(160):040x}</span>'), block(f'Author: {people.marked("personName", person.full, "captioned")} &lt;{people.marked("email", mail)}&gt;'), block(f"Date:   {people.day(rng):%a %b %d} 10:42:07 2024 +0100"), block(f"    {cast.said()}"), block(f" Sources/Kafka/Consumer.swift | {cast.number()} +++--")]
    rows += [block('<span class="yellow">$</span> git shortlog -sn'), *(block(f"{cast.number(100, 999):>6}  {cast.plain_name()}") for _ in range(6))]
    rows += [block('<span class="yellow">$</span> cat .env'), block(f"API_KEY={cast.value('secret', 'captioned')}"), block("APP_NAME=Hugo Boss Shop"), block(f"DB_PASSWORD={cast.value('password', 'captioned')}"), block(f"PING {cast.value('ipAddress')}: 56 data bytes"), block(f"link/ether {cast.value('macAddress')} brd")]
    rows += [block('<span class="yellow">$</span> julia --version'), block("julia version 1.10.4"), block("Jenkins 2.462, Cassandra 4.1, Django 5.1, Pascal 3.2")]
    return f'<div class="app terminal"><div class="main">{"".join(rows)}</div></div>'


def invoice(cast, _):
    """A letter with an address, items and how to pay."""
    firm, town = (html.escape(name) for name in people.company(cast.rng, cast.language))
    address = [] if cast.language in ("ar", "he") else [f"<div>{cast.value('postalAddress')}</div>"]
    rows = [block(f"{firm}<br>{town}", "big"), block("".join([f"<div>{cast.plain_name()}</div>", *address]), "narrow"), block(f"{people.day(cast.rng):%d.%m.%Y} · Nr. {cast.number(1000, 9999)}", "thin")]
    for _ in range(7):
        rows.append(block(f'<span>{cast.decoy()}</span><span class="price">{cast.number()},{cast.number(10, 99)} €</span>', "row"))
    rows.append(block(f'<div class="thin">IBAN</div><div class="narrow">{cast.value("iban", "captioned")}</div>', "card"))
    rows.append(block(f'<span class="thin">BIC</span> {cast.value("bic", "captioned")}', "card"))
    rows.append(block(f"{cast.about()} {cast.said()}", "thin"))
    rows.append(block(f'{cast.value("email")} · {cast.value("phone")}', "thin"))
    return f'<div class="app"><div class="main" style="max-width:640px">{"".join(rows)}</div></div>'


def caption(cast, kind):
    """What the language calls a kind."""
    return html.escape(cast.rng.choice((content.MORE_CAPTIONS.get(cast.language) or {name: words[cast.language] for name, words in content.CAPTIONS.items()})[kind]))


def sheet(cast, is_narrow):
    """Cells of a sheet, in whose narrow columns values are broken."""
    widths = "32px 1.2fr 1fr .7fr" if is_narrow else "32px 1.3fr 1fr 1.1fr .8fr .7fr"
    count = 3 if is_narrow else 5
    rows = [block("".join(f'<span class="shade">{name}</span>' for name in ["&nbsp;", *"ABCDE"[:count]]), f'grid" style="grid-template-columns:{widths}')]
    way = cast.rng.choice([True, False])
    kinds = cast.rng.sample(["phone", "iban", "card", "email", "macAddress"], 2)
    captions = ["", caption(cast, kinds[0]), "" if is_narrow else caption(cast, kinds[1]), cast.menu(), "№"]
    rows.append(block("".join(f'<span class="bold">{cell}</span>' for cell in ["", *captions[:count]]), f'grid" style="grid-template-columns:{widths}'))
    for index in range(24):
        cells = [cast.name(is_sorted=way), cast.value(kinds[0], "captioned"), cast.when(), cast.decoy(), str(cast.number(1, 9999))]
        if not is_narrow:
            cells[2] = cast.value(kinds[1], "captioned")
        rows.append(block("".join(f"<span>{cell}</span>" for cell in [f'<span class="thin">{index + 1}</span>', *cells[:count]]), f'grid" style="grid-template-columns:{widths}'))
    return f'<div class="app tall"><div class="bar thin">{" &nbsp; ".join(cast.menus(4))}</div><div class="main">{"".join(rows)}</div></div>'


def editor(cast, is_narrow):
    """Source code with names and values in comments and strings."""
    lines = ['<span class="pink">import</span> Kafka', '<span class="pink">import</span> Jenkins.Pipeline', "", f'<span class="blue">// {cast.said()}</span>']
    for _ in range(7):
        lines += [f'<span class="blue">// TODO({cast.given()}): {cast.said()}</span>' if cast.rng.random() < 0.3 else f'<span class="blue">// {cast.about()}</span>',
                  f'<span class="pink">let</span> author = "{cast.plain_name()}"', f'<span class="pink">let</span> contact = "{cast.value("email")}"', f"Hugo.render(Julia.solve(x: {cast.number()}, y: {cast.number()}))",
                  f'server.connect("{cast.value("ipAddress")}", product: "{cast.decoy()}")', ""]
    rows = [block(f'<span class="thin">{index + 1:>3}</span> {line}') for index, line in enumerate(lines)]
    return window(cast, is_narrow, rows, "code")


def places(cast, _):
    """A map with places, and what people say of one."""
    labels = "".join(f'<div class="block" style="position:absolute;top:{cast.number(8, 45)}%;inset-inline-start:{column * 33 + cast.number(1, 8)}%;max-width:24%">{cast.decoy()}</div>' for column in range(3))
    rows = [block(cast.decoy(), "big"), block(f"{cast.decoy()} · {cast.decoy()}", "thin")]
    for _ in range(4):
        rows.append(block(f'{cast.avatar()}<div class="grow"><div class="bold">{cast.plain_name()}</div><div class="thin">★★★★☆ {cast.when()}</div><div>{cast.said()}</div></div>', "line"))
    return f'<div class="app tall map"><div class="bar sheet" style="margin:12px">{cast.decoy()}</div>{labels}<div class="sheet" style="margin-top:auto">{"".join(rows)}</div></div>'


def account(cast, is_narrow):
    """The data of one's own account: captions of no language but English, as many products have."""
    rows = [block(cast.plain_name(), "big"), block(cast.value("email"), "thin")]
    fields = [("Password", "password"), ("Date of birth", "dateOfBirth"), ("IBAN", "iban"), ("BIC", "bic"), ("Card", "card"), ("IMEI", "imei"), ("Wallet", "cryptoAddress"), ("API key", "secret"), ("IP address", "ipAddress"),
              ("Wi-Fi MAC address", "macAddress"), ("Phone", "phone"), ("Verification code", "oneTimeCode")]
    for caption, kind in cast.rng.sample(fields, len(fields)):
        width = cast.rng.choice(["", "narrow"])
        rows.append(block(f'<span>{caption}</span><span class="{width}">{cast.value(kind, "captioned")}</span>', "row"))
        if cast.rng.random() < 0.3:
            rows.append(block(f'<span>{cast.menu()}</span><span class="thin">{cast.decoy()}</span>', "row"))
    return window(cast, is_narrow, rows)


SCREENS = [*PRODUCTS, tracker, terminal, invoice, sheet, editor, places, account]
