"""Runs of pytest with traces and results of Allure: what of them reaches the disk, and what is left elsewhere."""

import base64
import io
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import zipfile

import pytest
from PIL import Image
from support import LAUNCH

PASSWORD, CARD, KNOWN = "Tr0ub4dor&3x", "4012888888881881", "Zebra-Quiet-91"

SIGN_IN = f"""
    PAGE = '''<label>Password <input id=password type=password></label><label>Card number <input id=card></label>
        <p id=note></p>'''

    import os

    def note():
        with open("private", "a") as file:
            file.write(os.path.dirname(os.environ.get("TMPDIR", "/none/tmp")) + "\\n")

    def test_fails(page):
        note()
        page.set_content(PAGE)
        page.fill("#password", {PASSWORD!r})
        page.locator("#card").press_sequentially({CARD!r})
        page.evaluate("console.log('sent ' + document.querySelector('#card').value)")
        assert False

    def test_other(page):
        page.set_content("<p>typed elsewhere: {PASSWORD} and {KNOWN}</p>")
"""


def private(folder):
    """The private folder that the tests noted."""
    noted = pathlib.Path((folder / "private").read_text().splitlines()[0])
    assert noted.name.startswith("snapveil-")
    return noted


def files(folder):
    """All files, and those in archives, with what is in base64 in them: names and bytes."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield from opened(str(path.relative_to(folder)), path.read_bytes())


def opened(name, contents):
    yield name, contents
    if contents.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(contents)) as archive:
            for entry in archive.namelist():
                yield from opened(f"{name}/{entry}", archive.read(entry))
    for match in re.finditer(rb"[A-Za-z0-9+/]{16,}", contents):
        yield f"{name}, base64", base64.b64decode(match.group()[: len(match.group()) // 4 * 4])


def leaks(folder, *secrets):
    return [(name, secret) for name, contents in files(folder) for secret in secrets if secret[:6].encode() in contents + name.encode()]


def pictures(folder):
    return [contents for name, contents in files(folder) if name.endswith((".png", ".jpeg", ".jpg"))]


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_traces_are_safe_and_nothing_else_is_left(run, tmp_path, workers):
    (tmp_path / "test-results").mkdir()
    (tmp_path / "test-results" / "old.txt").write_text("of an earlier run")
    (tmp_path / "secrets").write_text(f"PHRASE={KNOWN}\n")
    options = ["--tracing", "on", "--screenshot", "on", "--snapveil-secrets", "secrets"]
    status, _, said = run(SIGN_IN, "--snapveil-policy", "blackout", *options, *workers)
    assert status == 1 and "1 failed, 1 passed" in said, said
    results = tmp_path / "test-results"
    assert len(list(results.rglob("trace.zip"))) == 2 and not (results / "old.txt").exists(), said
    assert len(list(results.rglob("*.png"))) == 2
    assert leaks(results, PASSWORD, CARD, KNOWN) == []
    text = b"".join(contents for _, contents in files(results))
    assert b"[password]" in text and b"[PHRASE]" in text and b"[card]" in text
    frames = pictures(results)
    assert len(frames) > 4
    for picture in frames:
        assert max(high for _, high in Image.open(io.BytesIO(picture)).convert("RGB").getextrema()) < 8
    assert not private(tmp_path).exists()


def test_without_a_policy_traces_are_what_they_were(run, tmp_path):
    status, _, said = run(SIGN_IN, "--tracing", "on")
    assert status == 1 and "Snapveil" not in said, said
    assert leaks(tmp_path / "test-results", PASSWORD)


def test_a_trace_that_is_not_kept_is_no_result(run, tmp_path):
    status, _, said = run(SIGN_IN.replace("assert False", "pass"), "--snapveil-policy", "blackout", "--tracing", "retain-on-failure")
    assert status == 0 and "2 passed" in said, said
    assert not (tmp_path / "test-results").exists()


def test_results_of_allure_are_safe(run, tmp_path):
    test = f"""
    import allure

    def test_login():
        with allure.step("fill password {PASSWORD}"):
            allure.attach('{{"password": "{PASSWORD}"}}', name="form", attachment_type=allure.attachment_type.JSON)
    """
    status, _, said = run(test, "--snapveil-policy", "blackout", "--alluredir", "allure")
    assert status == 0, said
    assert len(list((tmp_path / "allure").glob("*-result.json"))) == 1
    assert leaks(tmp_path / "allure", PASSWORD) == []


def test_what_cannot_be_made_safe_is_not_kept_and_fails_the_run(run, tmp_path):
    test = SIGN_IN.replace("assert False", "pass") + """
    def test_odd(pytestconfig):
        import os
        folder = pytestconfig.getoption("--output").encode()
        os.makedirs(folder, exist_ok=True)
        open(folder + b"/\\xff.txt", "w").close()
    """
    status, _, said = run(test, "--snapveil-policy", "blackout", "--tracing", "on")
    assert status == 1 and "3 passed" in said and "nothing of them was kept: " in said and "not UTF-8" in said, said
    assert not (tmp_path / "test-results").exists() and not private(tmp_path).exists()


def test_a_run_that_is_killed_leaves_nothing(tmp_path, site):
    (tmp_path / "conftest.py").write_text(
        f"import pytest\n@pytest.fixture(scope='session')\ndef browser_type_launch_args():\n    return {LAUNCH!r}\n"
    )
    (tmp_path / "test_it.py").write_text(
        "import os, time\ndef test_typed(page):\n    page.set_content('<input id=password type=password>')\n"
        f"    page.fill('#password', {PASSWORD!r})\n"
        "    open('new', 'w').write(os.path.dirname(os.environ['TMPDIR']))\n    os.rename('new', 'private')\n    time.sleep(60)\n"
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", tmp_path, "--tracing", "on"]
    with subprocess.Popen(
        [*command, "--snapveil-policy", "blackout"], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:
        wait_for(lambda: (tmp_path / "private").exists())
        folder = private(tmp_path)
        assert folder.stat().st_mode & 0o777 == 0o700
        assert any(path.is_file() for path in folder.rglob("*")), "traces are recorded there"
        process.send_signal(signal.SIGKILL)
    wait_for(lambda: not folder.exists())
    time.sleep(1)
    assert not folder.exists() and not (tmp_path / "test-results").exists()


def wait_for(condition):
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
