"""Records a sign-in as a trace of Playwright, redacts it, and looks for what was typed in every byte of the result.

Usage: check.py SNAPVEIL

Once all frames are covered, and once what is sensitive in them: then Tesseract may read none of it in any frame. The result is
opened by Playwright's own viewer, which has to list what it lists of the trace as it was recorded. CHROMIUM names the browser,
and SNAPVEIL_MODELS the models.
"""

import base64
import contextlib
import http.server
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.parse
import zipfile

from PIL import Image
from playwright._impl._driver import compute_driver_executable
from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

PASSWORD = "Tr0ub4dor&3x"
CARD = "4012888888881881"
EMAIL = "wilma.brandt@exposed.example"
COOKIE = "Zk93jfkq02mxLw81"
TOKEN = "Qp7xTz2LmN4v9Rk1"
KNOWN = "kraken depth 77"
#: What is typed into a field that shows it.
PIN = "Zq84LmXv27"
SECRETS = [PASSWORD, CARD, EMAIL, COOKIE, TOKEN, KNOWN, PIN]
#: Characters of the beginning of a secret that may be nowhere.
BEGINNING = 6

PAGE = """<!DOCTYPE html><html><body style="font: 32px sans-serif"><style>input { font: 32px monospace }</style><form action="/login" method="post">
<label>E-mail <input name="email" type="email"></label> <label>Password <input name="password" type="password"></label>
<label>Card number <input name="card" autocomplete="cc-number"></label> <label>PIN <input id="f3" name="pin"></label><button>Sign in</button></form>
<script>document.querySelector('button').onclick = () => {
  console.log('typed ' + document.querySelector('[name=password]').value)
  console.log('KNOWN')
  throw new Error('boom')
}</script></body></html>"""


class Site(http.server.BaseHTTPRequestHandler):
    """A page to sign in on."""

    def do_GET(self):
        self.answer(200, "text/html", PAGE.replace("KNOWN", KNOWN).encode(), [("Set-Cookie", f"sid={COOKIE}; HttpOnly")])

    def do_POST(self):
        body = urllib.parse.parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.answer(200, "application/json", json.dumps({"access_token": TOKEN, "for": body["email"][0]}).encode(), [])

    def answer(self, status, kind, body, fields):
        self.send_response(status)
        for name, value in [("Content-Type", kind), ("Content-Length", str(len(body))), *fields]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def site():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


def record(browser, url, path):
    """Signs in, and keeps a trace of it."""
    context = browser.new_context()
    context.tracing.start(screenshots=True, snapshots=True, sources=False)
    page = context.new_page()
    page.goto(url)
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").press_sequentially(PASSWORD)
    page.locator("[name=card]").press_sequentially(CARD, delay=60)
    page.locator("#f3").press_sequentially(PIN, delay=60)
    page.get_by_role("button").click()
    page.wait_for_url("**/login")
    context.tracing.stop(path=path)
    context.close()


def spellings(secret):
    """A secret as texts of several formats have it, in small letters."""
    yield secret.lower().encode()
    yield urllib.parse.quote(secret, safe="").lower().encode()
    yield urllib.parse.quote_plus(secret).lower().encode()
    yield json.dumps(secret)[1:-1].lower().encode()
    yield secret.replace("&", "&amp;").lower().encode()


def leaks(archive):
    """The secrets, and beginnings of them, in names and contents of an archive that was unpacked."""
    found = []
    with zipfile.ZipFile(archive) as file:
        assert file.testzip() is None
        for entry in file.infolist():
            contents = (entry.filename.encode() + b"\n" + file.read(entry)).lower()
            for secret in SECRETS:
                for part in {secret, secret[:BEGINNING]}:
                    if any(spelling in contents for spelling in spellings(part)):
                        found.append(f"{entry.filename}: {part}")
                for lead in range(3):
                    coded = base64.b64encode(b"x" * lead + secret.encode()).decode().rstrip("=")[4:-2]
                    if len(coded) >= 8 and coded.lower().encode() in contents:
                        found.append(f"{entry.filename}: {secret} in base64")
    return found


def read(archive):
    """What Tesseract reads in the frames of an archive, in small letters and without spaces."""
    with zipfile.ZipFile(archive) as file:
        for name in file.namelist():
            if name.startswith("screencast/"):
                picture = Image.open(io.BytesIO(file.read(name))).convert("L")
                picture = picture.resize((picture.width * 2, picture.height * 2))
                buffer = io.BytesIO()
                picture.save(buffer, "PNG")
                text = subprocess.run(
                    ["tesseract", "-", "-", "--psm", "11"], input=buffer.getvalue(), capture_output=True, check=True
                ).stdout.decode()
                yield name, "".join(text.lower().split())


def shown(archive):
    """The beginnings of secrets that can be read in the frames of an archive."""
    beginnings = [secret[:BEGINNING].lower().replace(" ", "") for secret in (CARD, EMAIL, PIN, KNOWN)]
    return [f"{name}: {part}" for name, text in read(archive) for part in beginnings if part in text]


def uncovered(raw, safe):
    """The fields with secrets that are not black in a frame, from the time on at which they are filled in."""
    with zipfile.ZipFile(raw) as file:
        events = [json.loads(line) for line in file.read("trace.trace").decode().splitlines()]
    fills = {e["callId"]: e["startTime"] for e in events if e["type"] == "before" and e["method"] in ("fill", "type")}
    boxes = [(fills[e["callId"]], e["box"]) for e in events if e["type"] == "input" and e["callId"] in fills]
    end = next(e["startTime"] for e in events if e["type"] == "before" and e["method"] == "click")
    assert len(boxes) == 4, boxes
    found = []
    with zipfile.ZipFile(safe) as file:
        for frame in (e for e in events if e["type"] == "screencast-frame" and e["timestamp"] < end):
            picture = Image.open(io.BytesIO(file.read(frame["file"]))).convert("L")
            scale = picture.width / frame["width"]
            for start, box in boxes:
                corners = (box["x"] + 4, box["y"] + 4, box["x"] + box["width"] - 4, box["y"] + box["height"] - 4)
                if frame["timestamp"] >= start and picture.crop([round(c * scale) for c in corners]).getextrema()[1] > 40:
                    found.append(f"{frame['file']}: {box}")
    return found


@contextlib.contextmanager
def viewer(trace):
    """The address of Playwright's viewer with a trace in it."""
    node, command = compute_driver_executable()
    process = subprocess.Popen(
        [node, command, "show-trace", "--host", "127.0.0.1", "--port", "0", trace],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        for line in process.stdout:
            address = re.search(r"http://\S+", line)
            if address:
                yield address.group()
                return
        raise RuntimeError("the viewer did not start")
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()


def listing(browser, trace):
    """The titles of the actions, and the numbers of requests and of lines of the console, as the viewer lists them."""
    with viewer(trace) as address:
        page = browser.new_page()
        page.goto(address)
        page.get_by_text("Sign in").or_(page.locator(".action-title")).first.wait_for(timeout=30_000)
        actions = [re.sub(r"\[\w+\]|\".*?\"", "…", text) for text in page.locator(".action-title").all_inner_texts()]
        page.get_by_role("tab", name="Network").click()
        page.locator(".network-request-column-name, .grid-view-cell").first.wait_for(timeout=30_000)
        requests = page.locator(".network-request-column-status, .grid-view-column-status").count()
        page.close()
    return actions, requests


def check(program, trace, policy, secrets):
    """The status of a check of a trace, and its findings."""
    command = [program, "check", trace, "--policy", policy, "--secrets", secrets]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    return done.returncode, [line for line in done.stdout.splitlines() if ": warning: " not in line]


def main(program):
    with tempfile.TemporaryDirectory() as folder, site() as url, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        raw, safe, secrets = folder / "raw.zip", folder / "safe.zip", folder / "secrets"
        secrets.write_text(f"PHRASE={KNOWN}\n")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        record(browser, url, raw)
        assert len(leaks(raw)) > 20, "the trace shows what was typed"
        subprocess.run(
            [program, "redact", raw, "--policy", "privacy-screen", "--secrets", secrets, "-o", safe, "--receipt", folder / "r"],
            check=True,
        )
        entries = json.loads((folder / "r").read_text())["entries"]
        assert all(entry["outcome"] != "dropped" for entry in entries), entries
        assert sum(entry["pictures"] for entry in entries) > 3, entries
        assert not leaks(safe), leaks(safe)
        with zipfile.ZipFile(raw) as before, zipfile.ZipFile(safe) as after:
            assert before.namelist() == after.namelist()
        policy = folder / "policy.json"
        policy.write_text(json.dumps({"rules": [{"target": {"text": "sensitive"}, "style": {"fill": {"color": "#000"}}}]}))
        assert len(shown(raw)) > 10, "the frames show what was typed"
        subprocess.run(
            [program, "redact", raw, "--policy", policy, "--secrets", secrets, "-o", folder / "seen.zip"],
            check=True,
        )
        assert not leaks(folder / "seen.zip"), leaks(folder / "seen.zip")
        assert not shown(folder / "seen.zip"), shown(folder / "seen.zip")
        assert not uncovered(raw, folder / "seen.zip"), uncovered(raw, folder / "seen.zip")
        assert check(program, raw, policy, secrets)[0] == 1, "the raw trace has findings"
        checked = check(program, folder / "seen.zip", policy, secrets)
        assert checked == (0, []), checked
        before, after = listing(browser, raw), listing(browser, safe)
        assert before == after, f"the viewer lists {before} before, {after} after"
        print(f"a trace of {len(entries)} files is safe; the viewer lists {len(before[0])} actions, {before[1]} requests")
        browser.close()


main(sys.argv[1])
