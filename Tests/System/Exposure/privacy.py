"""Screens that stand in for an app: privacy screens with a message, splashes with a logo, plain colours."""

MESSAGES = ["Hidden while inactive", "Content hidden", "Hidden for your privacy", "This app is locked", "Privacy screen",
            "Your data is protected", "Inhalt ausgeblendet", "Contenu masqué", "Contenido oculto", "Locked"]
DETAILS = ["", "", "Open the app to continue.", "Return to the app to see your accounts.", "Unlock with your face or your finger.",
           "For your security, the content of this screen is not shown while the app is in the background."]


def _gradient(theme):
    rng, one, two = theme.rng, theme.accent, theme.second
    return rng.choice([
        f"linear-gradient({rng.randint(0, 359)}deg, {one}, {two})",
        f"linear-gradient(180deg, {one}, {two})",
        f"linear-gradient(135deg, {one}, #101018)",
        f"linear-gradient(180deg, {one} 0%, {two} 60%, #222 100%)",
        f"radial-gradient(circle at 50% 40%, {one}, {two})",
        f"radial-gradient({two}, {one})",
    ])


def plain(theme):
    """A colour."""
    return theme.document("", background=theme.rng.choice(["#fff", "#000", theme.accent, "#8e8e93"]))


def gradient(theme):
    """Colours that pass into each other."""
    return theme.document("", background=_gradient(theme))


def _message(theme, background, ink):
    rng = theme.rng
    icon = rng.choice(["", theme.lock(rng.choice([44, 64, 90]), ink), theme.logo(rng.choice([72, 110]))])
    size = rng.choice([17, 20, 24, 28, 34])
    detail = rng.choice(DETAILS)
    lower = f'<p style="font-size:15px;margin-top:10px;max-width:300px;line-height:1.4;opacity:0.8">{detail}</p>' if detail else ""
    place = rng.choice(["", "", "bottom:120px"])
    return theme.document(theme.status(ink) + f'<div class="middle" style="{place}">{icon}<p style="font-size:{size}px;margin-top:16px;'
                          f'max-width:85%;font-weight:{rng.choice([400, 600])}">{rng.choice(MESSAGES)}</p>{lower}</div>', background, ink)


def message(theme):
    """Words on a colour, perhaps with a padlock or a logo."""
    background, ink = theme.rng.choice([("#000", "#fff"), ("#fff", "#111"), (theme.accent, "#fff"), ("#1c1c1e", "#ebebf5"), ("#f2f2f7", "#3c3c43")])
    if background == theme.accent:
        theme.accent = "#e8e8ee"
    return _message(theme, background, ink)


def message_on_gradient(theme):
    """Words on a gradient."""
    background = _gradient(theme)
    theme.accent = "#f0f0f4"
    return _message(theme, background, "#fff")


def splash(theme):
    """A logo on a colour, perhaps with the app's name and whose it is."""
    rng = theme.rng
    background = rng.choice(["#fff", "#000", "#f2f2f7", "#101820"])
    ink = "#fff" if background in ("#000", "#101820") else "#222"
    name = f'<div style="font-size:{rng.choice([28, 36])}px;font-weight:700;margin-top:18px">{theme.app}</div>' if rng.random() < 0.4 else ""
    foot = rng.choice(["", "", f'<p style="position:absolute;bottom:48px;left:0;right:0;text-align:center;font-size:14px;opacity:0.6">from {theme.app} Group</p>',
                       '<p style="position:absolute;bottom:44px;left:0;right:0;text-align:center;font-size:13px;opacity:0.6">© 2026 Nordbank AG</p>'])
    spinner = rng.choice(["", "", f'<div style="width:30px;height:30px;border:3px solid {theme.line};border-top-color:{ink};border-radius:15px;margin-top:36px"></div>'])
    return theme.document(f'<div class="middle">{theme.logo(rng.choice([80, 120, 160, 220]))}{name}{spinner}</div>{foot}', background, ink)


def picture_splash(theme):
    """A picture from edge to edge with a logo on it, which only its likeness gives away."""
    return theme.document(f'<img src="{theme.photograph(430, 932)}" style="position:absolute;width:100%;height:100%"><div class="middle">'
                          f'{theme.logo(150)}<h1 style="color:#fff;margin-top:14px">{theme.app}</h1></div>')


KINDS = [(message, 18), (message_on_gradient, 12), (splash, 18), (plain, 4), (gradient, 6)]
