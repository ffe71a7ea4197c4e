"""Makes a report as Playwright's HTML reporter does: with the page that comes with Playwright, and the results in a zip in base64.

The reporter itself comes with the runner for Node alone; the page that shows its results comes with Python's Playwright, too.
"""

import base64
import hashlib
import io
import json
import pathlib
import zipfile

import playwright

VITE = pathlib.Path(playwright.__file__).parent / "driver/package/lib/vite/htmlReport"


def make(folder, password, card, screenshot):
    """Writes a report of two tests into `folder`: one fails, with a screenshot, a log and an error that has a card."""
    shot = attach(folder, screenshot, "png")
    log = attach(folder, f"typed {password} into #password\n".encode(), "txt")
    attachments = [
        {"name": "screenshot", "contentType": "image/png", "path": shot},
        {"name": "log", "contentType": "text/plain", "path": log},
        {"name": "form", "contentType": "application/json", "body": json.dumps({"password": password, "card": card})},
    ]
    typed = step(f'Fill "{password}" locator("#password")', snippet=f"  await page.fill('#password', '{password}');")
    error = {"message": f"Error: card {card} refused", "codeframe": f"> 3 | expect('{card}').toBe('')"}
    tests = [
        test("fails", "unexpected", [typed], [error], attachments),
        test(f"signs in with password={password}", "expected", [step("Navigate")], [], []),
    ]
    stats = {"total": 2, "expected": 1, "unexpected": 1, "flaky": 0, "skipped": 0, "ok": False}
    file = {"fileId": "f1", "fileName": "login.spec.ts"}
    report = {
        "metadata": {}, "startTime": 1_700_000_000_000, "duration": 20, "projectNames": ["chromium"], "stats": stats,
        "errors": [], "machines": [], "options": {},
        "files": [{**file, "tests": [summary(entry) for entry in tests], "stats": stats}],
    }
    results = io.BytesIO()
    with zipfile.ZipFile(results, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("f1.json", json.dumps({**file, "tests": tests}))
        archive.writestr("report.json", json.dumps(report))
    page = (VITE / "index.html").read_text()
    script, style = ((VITE / name).read_text() for name in ("report.js", "report.css"))
    page = page.replace('<script type="module" crossorigin src="./report.js"></script>', f'<script type="module">{script}</script>')
    page = page.replace('<link rel="stylesheet" crossorigin href="./report.css">', f"<style>{style}</style>")
    packed = base64.b64encode(results.getvalue()).decode()
    page += f'\n<template id="playwrightReportBase64">data:application/zip;base64,{packed}</template>'
    (folder / "index.html").write_text(page)


def attach(folder, contents, extension):
    path = f"data/{hashlib.sha1(contents).hexdigest()}.{extension}"
    (folder / "data").mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(contents)
    return path


def step(title, **more):
    return {"title": title, "startTime": "2024-01-01T00:00:00.000Z", "duration": 3, "steps": [], "attachments": [], "count": 1, **more}


def test(title, outcome, steps, errors, attachments):
    return {
        "testId": hashlib.sha1(title.encode()).hexdigest()[:20], "title": title, "projectName": "chromium", "path": ["sign-in"],
        "location": {"file": "login.spec.ts", "line": 3, "column": 5}, "annotations": [], "tags": [], "outcome": outcome,
        "duration": 9, "ok": outcome == "expected",
        "results": [{
            "retry": 0, "startTime": "2024-01-01T00:00:00.000Z", "duration": 9, "workerIndex": 0, "steps": steps, "errors": errors,
            "annotations": [], "attachments": attachments, "status": "passed" if outcome == "expected" else "failed",
        }],
    }


def summary(entry):
    results = [{"startTime": result["startTime"], "workerIndex": 0, "attachments": []} for result in entry["results"]]
    return {**entry, "results": results}
