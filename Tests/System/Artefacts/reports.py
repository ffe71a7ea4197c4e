"""Makes reports with what was typed in them, by the tools that people use, redacts them together, and looks into every byte.

Usage: reports.py SNAPVEIL PYTHON

The reports of pytest (its own, HTML, JSON, JUnit, Allure), Robot Framework, behave and Playwright are opened in Chromium before and
after: they have to show as many tests, without an error. Then the scripts and style sheets of Playwright's viewers, which lie in files of
their own as those of many reports do, have to come out as they went in. PYTHON has the tools; CHROMIUM names the browser.
"""

import base64
import html
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib

import playwright
import playwright_report
from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

PASSWORD = "Tr0ub4dor&3x"
CARD = "4012888888881881"
SECRETS = [PASSWORD, CARD]
#: The pages that are opened, and what there is as often before as after.
PAGES = {
    "pytest.html": "tr",
    "linked/pytest.html": "tr",
    "robot/log.html": ".test",
    "robot/report.html": "tr",
    "behave.html": ".scenario, .step",
    "playwright/index.html": ".test-file-test",
}

TESTS = f"""
import allure, json, pytest
PASSWORD, CARD = {PASSWORD!r}, {CARD!r}

def test_login():
    print("signs in with password=%s and card %s" % (PASSWORD, CARD))
    allure.attach(json.dumps({{"password": PASSWORD}}), name="body", attachment_type=allure.attachment_type.JSON)
    with allure.step("fill password " + PASSWORD):
        form = {{"password": PASSWORD, "card": CARD}}
    assert form["card"] == "none"

@pytest.mark.parametrize("password", [PASSWORD])
def test_parameter(password):
    pass
"""

PLUGIN = f"""
import pytest, pytest_html

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if call.when == "call":
        report.extras = [
            pytest_html.extras.html("<b>password: {html.escape(PASSWORD)}</b>"),
            pytest_html.extras.text("card {CARD}"),
            pytest_html.extras.json({{"password": {PASSWORD!r}}}),
        ]
"""

SUITE = f"""
*** Test Cases ***
Login
    Input Password    id:password    {PASSWORD}
    ${{long}}=    Evaluate    "card {CARD} " * 50
    Log    ${{long}}
*** Keywords ***
Input Password
    [Arguments]    ${{locator}}    ${{password}}
    Log    Typing ${{password}} into ${{locator}}
"""

FEATURE = f"""
Feature: Login
  Scenario: typed
    Given the password "{PASSWORD}" and the card "{CARD}"
"""

STEPS = """
from behave import given

@given('the password "{password}" and the card "{card}"')
def step(context, password, card):
    assert False, "card %s refused" % card
"""


def make(python, folder, raw):
    """Runs the tools, with their reports in `raw`."""
    for name, text in {
        "test_login.py": TESTS,
        "conftest.py": PLUGIN,
        "login.robot": SUITE,
        "features/login.feature": FEATURE,
        "features/steps/steps.py": STEPS,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)

    def run(*command):
        subprocess.run([python, "-m", *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    pytest = ["pytest", "-q", "-p", "no:cacheprovider", "test_login.py"]
    reports = [f"--html={raw}/pytest.html", "--self-contained-html", f"--alluredir={raw}/allure", f"--junitxml={raw}/junit.xml"]
    run(*pytest, *reports)
    run(*pytest, f"--html={raw}/linked/pytest.html")
    run("robot", "-d", f"{raw}/robot", "login.robot")
    run("behave", "-f", "json", "-o", f"{raw}/behave.json", "-f", "behave_html_formatter:HTMLFormatter", "-o", f"{raw}/behave.html")


def screenshot(browser):
    page = browser.new_page()
    page.set_content(f"<h1>Payment</h1><p>Card {CARD}</p>")
    picture = page.screenshot()
    page.close()
    return picture


def parts(contents, depth=0):
    """The contents, and what is packed in them."""
    yield contents
    if contents.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(contents)) as archive:
            for name in archive.namelist():
                yield from parts(archive.read(name), depth)
    if depth < 3:
        for match in re.finditer(rb"[A-Za-z0-9+/]{20,}={0,2}", contents):
            text = match.group()
            try:
                file = base64.b64decode(text + b"=" * (-len(text) % 4))
            except ValueError:
                continue
            yield from parts(file, depth + 1)
            try:
                yield from parts(zlib.decompress(file), depth + 1)
            except zlib.error:
                pass


def leaks(folder):
    """The secrets, and their first six characters, in all files and their names."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name = str(path.relative_to(folder))
            for part in parts(name.encode() + b"\n" + path.read_bytes()):
                found += [f"{name}: {secret}" for secret in SECRETS if secret[:6].lower().encode() in part.lower()]
    return found


def shown(browser, folder):
    """What the reports show, and the errors of their scripts."""
    counts, errors = {}, []
    for name, selector in PAGES.items():
        page = browser.new_page()
        page.on("pageerror", lambda error: errors.append(f"{name}: {error}"))
        page.goto((folder / name).as_uri())
        page.wait_for_timeout(300)
        counts[name] = page.locator(selector).count()
        page.close()
    return counts, errors


def expect_viewers_unchanged(program, folder):
    """Redacts the viewers that come with Playwright; nothing but pictures in their scripts, style sheets and fonts may change."""
    raw, safe = folder / "viewers", folder / "safe-viewers"
    shutil.copytree(pathlib.Path(playwright.__file__).parent / "driver" / "package" / "lib" / "vite", raw)
    command = [program, "redact", raw, "--everything", "--policy", "privacy-screen", "--output-directory", safe]
    subprocess.run(command, check=True)
    files = [path.relative_to(raw) for path in raw.rglob("*") if path.suffix in (".js", ".css", ".ttf")]
    assert len(files) > 20 and any(file.suffix == ".ttf" for file in files), files
    picture = re.compile(rb"data:image/[\w+]+;base64,[\w+/=]*")
    changed = [
        str(file)
        for file in files
        if not (safe / file).exists() or picture.sub(b"", (raw / file).read_bytes()) != picture.sub(b"", (safe / file).read_bytes())
    ]
    assert not changed, changed


def main(program, python):
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        raw, safe = folder / "raw", folder / "safe"
        make(python, folder, raw)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        playwright_report.make(raw / "playwright", PASSWORD, CARD, screenshot(browser))
        assert len(leaks(raw)) > 30, leaks(raw)
        command = [program, "redact", raw, "--everything", "--policy", "privacy-screen", "--output-directory", safe]
        subprocess.run(command, check=True)
        assert not leaks(safe), leaks(safe)
        checks = [subprocess.run([program, "check", run, "--everything"], stdout=subprocess.PIPE, text=True) for run in (raw, safe)]
        found, left = (check.stdout.splitlines() for check in checks)
        # In the code that reports quote, a caption takes what is beside a replacement for a value now and then.
        assert len(found) > 30 and len(left) < 3 and all("password once, in line" in line for line in left), left
        (before, errors), (after, errors_after) = shown(browser, raw), shown(browser, safe)
        assert not errors and not errors_after, errors + errors_after
        assert before == after and min(before.values()) > 0, f"the reports show {before} before, {after} after"
        print(f"{len(before)} reports are safe, and show what they showed")
        browser.close()
        expect_viewers_unchanged(program, folder)


main(*sys.argv[1:])
