"""Sessions that Playwright records itself: forms that are typed into, lists that scroll, dialogs that fade, pages that follow each other."""

import asyncio
import base64
import io
import os
import pathlib
from dataclasses import dataclass

import segno

from browsers import with_ffmpeg

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"]

CARD = "4012888888881881"
EMAIL = "wilma.brandt@exposed.example"
NAME = "Henrietta Lindqvist"
CODE = "583204"
IBAN = "DE89370400440532013000"
LISTED = [f"{name}@posted.example" for name in (
    "amelie.hofer", "bjorn.tveit", "carlos.ruiz", "dagmar.weiss", "emeka.obi", "fatima.zahra", "greta.nyman", "hugo.laurent",
    "ingrid.solberg", "jakub.nowak", "katrin.meyer", "liam.murphy", "marta.rossi", "nadia.petrova", "oscar.dahl", "paula.gomez",
    "quentin.moreau", "rosa.silva", "stefan.kraus", "tomas.novak", "ursula.frey", "viktor.balog", "wanda.zielinska", "yusuf.demir",
)]
LINK = "otpauth://totp/Example:wilma@exposed.example?secret=JBSWY3DPEHPK3PXP&issuer=Example"

STYLE = """body { font: 24px 'DejaVu Sans', sans-serif; margin: 24px 40px } label { display: block; margin: 18px 0 }
input { font: 24px 'DejaVu Sans Mono', monospace; width: 620px; margin-left: 12px } td { padding: 7px 20px }
.dark { background: #16181d; color: #e6e6e6 } .dark input { background: #23262d; color: #f2f2f2; border: 1px solid #555 }
#dialog { position: fixed; left: 160px; top: 180px; padding: 30px; background: #eef; border: 1px solid #88a; opacity: 0; transition: opacity 300ms linear }
#dialog.open { opacity: 1 }"""

FORM = """<h2>Payment details</h2><label>E-mail <input id="email"></label><label>Name on card <input id="name"></label>
<label>Card number <input id="card"></label><label>One-time code <input id="code"></label><p>Total of this order: 3 items</p>"""


@dataclass(frozen=True)
class Session:
    """What is done on a page, what it shows that has to be covered, and a text that has to stay."""

    name: str
    play: object
    planted: tuple
    kept: str
    size: tuple = (1280, 720)
    #: The size of the recording; by default the page's, in 800x800.
    recorded: tuple = (1280, 720)
    is_dark: bool = False
    #: The share of the pixels that stays uncovered at least: a list that scrolls is covered where it comes by.
    open_share: float = 0.5
    #: Whether it is left to the full form.
    is_extra: bool = False


def page_of(body, is_dark=False):
    return f"<!DOCTYPE html><meta charset=utf-8><style>{STYLE}</style><body class='{'dark' if is_dark else ''}'>{body}"


async def type_form(page, delay=35):
    await page.set_content(page_of(FORM))
    for field, value in (("#email", EMAIL), ("#name", NAME), ("#card", CARD), ("#code", CODE)):
        await page.locator(field).press_sequentially(value, delay=delay)
    await page.wait_for_timeout(200)


async def type_dark(page):
    await page.set_content(page_of("<h2>Sign in again</h2><label>E-mail <input id=email></label><label>Card number <input id=card></label>", True))
    await page.locator("#email").press_sequentially(EMAIL, delay=35)
    await page.locator("#card").press_sequentially(" ".join(CARD[at:at + 4] for at in range(0, 16, 4)), delay=35)
    await page.wait_for_timeout(200)


async def scroll_list(page):
    rows = "".join(f"<tr><td>{number}<td>{address}<td>Active" for number, address in enumerate(LISTED, 1))
    await page.set_content(page_of("<h2>Newsletter readers</h2>"))
    # A frame is covered for as long as it is shown. So the heading has one of its own, which ends longer before it scrolls than
    # covers linger, even if recording begins late.
    await page.wait_for_timeout(1000)
    await page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", f"<table>{rows}</table><p>End of the list")
    await page.wait_for_timeout(1500)
    await page.mouse.move(400, 400)
    for _ in range(12):
        await page.mouse.wheel(0, 60)
        await page.wait_for_timeout(70)
    await page.wait_for_timeout(200)


async def fade_dialog(page):
    lines = "".join(f"<p>Line {number} of the terms of use, which hide nothing" for number in range(9))
    dialog = f"<div id=dialog>Confirm your e-mail<br><b>{EMAIL}</b><br>Card number {' '.join(CARD[at:at + 4] for at in range(0, 16, 4))}</div>"
    await page.set_content(page_of(f"<h2>Terms of use</h2>{lines}{dialog}"))
    for script in ("add", "remove", "add", "remove"):
        await page.wait_for_timeout(250)
        await page.evaluate(f"document.querySelector('#dialog').classList.{script}('open')")
        await page.wait_for_timeout(400)


async def turn_pages(page):
    pages = [
        f"<h2>Your account</h2><p>E-mail: {EMAIL}<p>Plan: yearly",
        f"<h2>Your bank</h2><p>IBAN<p>{IBAN}<p>Plan: yearly",
        f"<p>Card number<h2>{CARD}</h2><p>Back to the overview",
    ]
    for number, body in enumerate(pages * 2):
        await page.goto("data:text/html;base64," + base64.b64encode(page_of(body, number > 2).encode()).decode())
        await page.wait_for_timeout(250)


async def show_code(page):
    file = io.BytesIO()
    segno.make(LINK, error="m").save(file, kind="png", scale=5, border=4)
    source = "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()
    await page.set_content(page_of(f"<h2>Scan to continue</h2><img id=code src='{source}' hidden><p>Open the app on your phone"))
    await page.wait_for_timeout(250)
    await page.evaluate("document.querySelector('#code').hidden = false")
    for left in (0, 60, 180):
        await page.evaluate(f"document.querySelector('#code').style.marginLeft = '{left}px'")
        await page.wait_for_timeout(250)


SESSIONS = [
    Session("typed form", type_form, (EMAIL, NAME, CARD, CODE), "Payment details"),
    Session("dark form", type_dark, (EMAIL, CARD), "Sign in again", size=(1000, 560), recorded=None, is_dark=True, is_extra=True),
    Session("scrolled list", scroll_list, tuple(LISTED[:20]), "Newsletter readers", size=(900, 640), recorded=None, open_share=0.3),
    Session("fading dialog", fade_dialog, (EMAIL, CARD), "Terms of use", is_extra=True),
    Session("pages", turn_pages, (EMAIL, IBAN, CARD), "Plan yearly", size=(1024, 600), recorded=(1024, 600)),
    Session("QR code", show_code, (), "Scan to continue", size=(800, 600), recorded=(800, 600)),
    Session("slowly typed form", lambda page: type_form(page, 130), (EMAIL, NAME, CARD, CODE), "Payment details", is_extra=True),
    Session("quickly typed form", lambda page: type_form(page, 0), (EMAIL, NAME, CARD, CODE), "Payment details", is_extra=True),
    Session("form on a phone", type_form, (EMAIL, CARD), "Payment details", size=(720, 1280), recorded=None, is_extra=True),
]
TYPED, _, SCROLLED, _, PAGES, CODES, *_ = SESSIONS


def record(directory, sessions):
    """Plays sessions, some beside each other, and says where the recording of each is."""
    return asyncio.run(_record(pathlib.Path(directory), sessions))


async def _record(directory, sessions):
    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = str(with_ffmpeg(directory / "browsers"))
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        turns = asyncio.Semaphore(2)

        async def played(session):
            async with turns:
                return await _play(browser, directory, session)

        paths = await asyncio.gather(*map(played, sessions))
        await browser.close()
    return dict(zip((session.name for session in sessions), paths, strict=True))


async def _play(browser, directory, session):
    size = {"width": session.size[0], "height": session.size[1]}
    recorded = session.recorded and {"width": session.recorded[0], "height": session.recorded[1]}
    context = await browser.new_context(
        viewport=size, record_video_dir=directory / "playwright", record_video_size=recorded, color_scheme="dark" if session.is_dark else "light"
    )
    page = await context.new_page()
    await session.play(page)
    await context.close()
    path = directory / f"{session.name.replace(' ', '-')}.webm"
    await page.video.save_as(path)
    return path
