"""Screens that show an app."""


def _bar(theme, title, leading="", trailing=""):
    return (f'<div style="position:absolute;top:0;left:0;right:0;height:100px;padding:58px 16px 0;display:flex;'
            f'justify-content:space-between;background:{theme.card};border-bottom:1px solid {theme.line}"><span style="color:'
            f'{theme.accent}">{leading}&nbsp;</span><b>{title}</b><span style="color:{theme.accent}">&nbsp;{trailing}</span></div>')


def _tabs(theme, names=("Home", "Search", "Inbox", "Profile")):
    items = "".join(
        f'<div style="text-align:center;font-size:11px;color:{theme.accent if i == 0 else theme.faint}"><div style="width:26px;'
        f'height:26px;border-radius:{8 if i % 2 else 13}px;border:2.5px solid;margin:0 auto 3px"></div>{name}</div>'
        for i, name in enumerate(names))
    return (f'<div style="position:absolute;bottom:0;left:0;right:0;height:84px;padding-top:9px;display:flex;justify-content:'
            f'space-around;background:{theme.card};border-top:1px solid {theme.line}">{items}</div>')


def login(theme):
    """A few fields and a button."""
    rng = theme.rng
    title = rng.choice(["Sign in", "Welcome back", theme.app, "Log in to continue"])
    value = rng.choice([f'<span class="faint">E-mail</span>', "anna.keller@example.org", "ben.okafor"])
    align = rng.choice(["left", "center"])
    extra = rng.choice(["", '<p style="text-align:center;margin-top:22px" class="faint">Forgot password?</p>'])
    logo = theme.logo(rng.choice([64, 96, 120])) if rng.random() < 0.6 else ""
    return theme.document(theme.status() + f'<div style="padding:{rng.choice([90, 150, 220])}px 24px 0;text-align:{align}">{logo}'
                          f'<h1 style="margin:14px 0 22px;font-size:30px">{title}</h1><div class="field">{value}</div>'
                          f'<div class="field">••••••••••</div><div class="button" style="margin-top:18px">Continue</div>{extra}</div>')


def empty(theme):
    """A bar, tabs, and a note that there is nothing yet."""
    rng = theme.rng
    note = rng.choice(["No messages yet", "Nothing here", "Your basket is empty", "No transactions"])
    tabs = _tabs(theme) if rng.random() < 0.8 else ""
    return theme.document(theme.status() + _bar(theme, rng.choice(["Inbox", "Orders", "Basket"]), "Edit", "+") +
                          f'<div class="middle">{theme.lock(56, theme.faint)}<h2 style="margin:16px 0 6px">{note}</h2>'
                          f'<p class="faint">What you receive is shown here.</p></div>' + tabs)


def rows(theme):
    """A list with names and amounts."""
    rng = theme.rng
    items = "".join(
        f'<div class="row"><div style="width:38px;height:38px;border-radius:19px;background:{rng.choice([theme.accent, theme.second, theme.line])}">'
        f'</div><div style="flex:1">{theme.name()}<div class="faint" style="font-size:13px">{theme.words(2, 5)}</div></div>'
        f'<b>{theme.amount()}</b></div>' for _ in range(14))
    return theme.document(theme.status() + _bar(theme, rng.choice(["Accounts", "Payments", "Contacts"]), "Back") +
                          f'<div style="padding-top:100px">{items}</div>' + _tabs(theme))


def settings(theme):
    """Groups of rows with switches, which are faint."""
    rng = theme.rng
    groups = ""
    for _ in range(4):
        lines = "".join(
            f'<div style="height:46px;padding:12px 16px;display:flex;justify-content:space-between;border-bottom:1px solid '
            f'{theme.line}">{theme.words(1, 3)}<span style="width:46px;height:26px;border-radius:13px;background:'
            f'{rng.choice([theme.accent, theme.line])}"></span></div>' for _ in range(rng.randint(2, 5)))
        groups += f'<div style="background:{theme.card};margin:22px 16px 0;border-radius:12px">{lines}</div>'
    return theme.document(theme.status() + f'<h1 style="padding:64px 16px 0;font-size:34px">Settings</h1>{groups}')


def chat(theme):
    """Bubbles."""
    rng = theme.rng
    bubbles = ""
    for _ in range(11):
        mine = rng.random() < 0.5
        bubbles += (f'<div style="max-width:72%;width:fit-content;margin:7px {"0 7px auto" if mine else "0"};padding:9px 14px;'
                    f'border-radius:19px;background:{theme.accent if mine else theme.card};color:{"#fff" if mine else theme.ink}">'
                    f'{theme.words(2, 14)}</div>')
    return theme.document(theme.status() + f'<div style="padding:108px 14px 0">{bubbles}</div>' + _bar(theme, theme.name(), "‹ Chats"))


def feed(theme):
    """Photographs with captions."""
    posts = "".join(
        f'<div class="row" style="border:0"><div style="width:34px;height:34px;border-radius:17px;background:{theme.second}"></div>'
        f'<b>{theme.name()}</b></div><img src="{theme.photograph(400, 300)}" style="width:100%;height:300px;display:block">'
        f'<p style="padding:10px 16px">{theme.words(8, 18)}</p>' for _ in range(2))
    return theme.document(theme.status() + f'<div style="padding-top:54px">{posts}</div>' + _tabs(theme))


def photo(theme):
    """One photograph from edge to edge, or between black bars."""
    height = theme.rng.choice([theme.height, theme.height * 0.5])
    return theme.document(f'<div class="middle"><img src="{theme.photograph(430, 700)}" style="width:100%;height:{height}px"></div>',
                          background="#000")


def map_screen(theme):
    """Streets, a park, a river, names, and a field to search with."""
    rng = theme.rng
    lines = "".join(
        f'<path d="M{rng.randint(-50, 450)} {rng.randint(-50, 1000)} L{rng.randint(-50, 450)} {rng.randint(-50, 1000)}" stroke="#fff" '
        f'stroke-width="{rng.choice([3, 5, 9])}"/>' for _ in range(34))
    names = "".join(
        f'<text x="{rng.randint(10, 320)}" y="{rng.randint(120, 880)}" font-size="12" fill="#555">{theme.words(1, 2)}</text>'
        for _ in range(16))
    return theme.document(f'<svg width="{theme.width}" height="{theme.height}" style="position:absolute;background:#e8e4da"><rect x="40" '
                          f'y="300" width="180" height="220" fill="#c9e6c0"/><path d="M-20 640 Q200 540 460 720" stroke="#a6cdf0" '
                          f'stroke-width="46" fill="none"/>{lines}{names}</svg><div class="field" style="position:absolute;top:60px;'
                          f'left:16px;right:16px;background:#fff;color:#777">Search here</div>', ink="#111")


def welcome(theme):
    """A large logo and what to begin with: close to a splash."""
    rng = theme.rng
    button = f'<div class="button" style="width:{theme.width - 48}px">{rng.choice(["Log in", "Get started", "Continue with e-mail"])}</div>'
    if rng.random() < 0.4:
        button = (f'<div class="button" style="width:{theme.width - 48}px;background:none;border:1.5px solid {theme.accent};color:'
                  f'{theme.accent}">Log in</div>')
    second = rng.choice(["", f'<p style="margin-top:18px;color:{theme.accent}">Create an account</p>'])
    title = rng.choice(["", f'<h1 style="margin-top:20px">{theme.app}</h1>', f'<h2 style="margin-top:20px">Banking made simple</h2>'])
    return theme.document(theme.status() + f'<div class="middle" style="bottom:120px">{theme.logo(rng.choice([120, 180, 240]))}{title}</div>'
                          f'<div style="position:absolute;left:24px;bottom:{rng.choice([50, 90, 220])}px;text-align:center">{button}{second}</div>')


def balance(theme):
    """Three centred lines of the app's own, without a field or a row."""
    rng = theme.rng
    return theme.document(theme.status() + f'<div class="middle"><p class="faint">{rng.choice(["Your balance", "Available", "Total"])}</p>'
                          f'<h1 style="font-size:{rng.choice([40, 52])}px;margin:8px 0">{theme.amount()}</h1><p class="faint">'
                          f'{rng.choice(["updated just now", "in all accounts", theme.name()])}</p></div>')


def note(theme):
    """Three lines that begin at the left."""
    rng = theme.rng
    return theme.document(theme.status() + f'<div style="padding:{rng.choice([70, 120, 300])}px 20px 0;line-height:1.6"><h1>'
                          f'{rng.choice(["Notes", "Today", "Diagnosis"])}</h1><p>{theme.words(3, 5)}</p><p>{theme.words(2, 4)}</p></div>')


def reader(theme):
    """A page of prose."""
    paragraphs = "".join(f'<p style="margin-bottom:16px;line-height:1.5">{theme.words(30, 60)}.</p>' for _ in range(5))
    return theme.document(theme.status() + f'<div style="padding:70px 22px">{paragraphs}</div>')


def dialog(theme):
    """A question over a dimmed list."""
    below = rows(theme)
    box = (f'<div style="position:absolute;inset:0;background:#000a"></div><div class="middle"><div style="width:270px;background:'
           f'{theme.card};border-radius:14px;padding-top:18px;color:{theme.ink}"><b>Delete the account?</b><p style="font-size:13px;'
           f'padding:6px 16px 18px">This cannot be undone.</p><div style="border-top:1px solid {theme.line};padding:12px;color:'
           f'{theme.accent}">Cancel</div></div></div>')
    return below + box


def keypad(theme, amount=None):
    """Digits to enter an amount with, or a code where there is none."""
    keys = "".join(
        f'<div style="width:78px;height:78px;border-radius:39px;background:{theme.card};font-size:32px;line-height:78px">{key}</div>'
        for key in "123456789 0⌫")
    dots = "".join(f'<span style="width:14px;height:14px;border-radius:7px;border:1.5px solid {theme.ink};margin:0 9px"></span>' for _ in range(6))
    top = f'<h1 style="font-size:50px">{amount}</h1>' if amount else f'<div style="display:flex">{dots}</div>'
    return theme.document(theme.status() + f'<div class="middle"><p style="margin-bottom:22px">{"Send to " + theme.name() if amount else "Enter passcode"}'
                          f'</p>{top}<div style="display:grid;grid-template-columns:repeat(3,78px);gap:16px 24px;margin-top:44px">{keys}</div></div>')


def amount(theme):
    """An amount that is being entered."""
    return keypad(theme, theme.amount())


def profile(theme):
    """A picture, a name and an address, all centred, and a button below."""
    return theme.document(theme.status() + f'<div class="middle" style="bottom:300px"><img src="{theme.photograph(200, 200)}" style="width:130px;'
                          f'height:130px;border-radius:65px"><h2 style="margin-top:16px">{theme.name()}</h2><p class="faint">'
                          f'{theme.name().split()[0].lower()}@example.org</p></div>' + _tabs(theme))


def faint(theme):
    """A list beneath a veil that leaves a twentieth of its contrast."""
    return rows(theme) + f'<div style="position:absolute;inset:0;background:{theme.page};opacity:0.93"></div>'


KINDS = [(login, 12), (welcome, 8), (rows, 6), (chat, 6), (empty, 6), (settings, 5), (feed, 4), (map_screen, 4), (balance, 6), (note, 5),
         (reader, 3), (dialog, 3), (amount, 3), (keypad, 3), (profile, 3), (photo, 2), (faint, 2)]
#: What covers are laid over.
COVERED = [login, rows, chat, empty, settings, feed, map_screen, balance, reader, welcome]
