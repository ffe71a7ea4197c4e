"""Runs of pytest with traces and reports: what of them reaches the disk, and what is left elsewhere."""

import html
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

import pytest
from PIL import Image
from support import LAUNCH, files, private, wait_for

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


REPORTED = f"""
    import base64, io, os, pytest, pytest_html, tempfile
    from PIL import Image

    PASSWORD, CARD = {PASSWORD!r}, {CARD!r}

    def test_fails(pytestconfig):
        logs = [plugin.logfile for plugin in pytestconfig.pluginmanager.get_plugins() if hasattr(plugin, "logfile")]
        with open("private", "a") as file:
            file.writelines(f"{{os.path.abspath(log + '/../../..')}}\\n" for log in logs)
        print("signs in with password=%s" % PASSWORD)
        assert {{"card": CARD}} == {{"card": "none"}}, "password=%s" % PASSWORD

    def test_shows(extras):
        picture = io.BytesIO()
        Image.new("RGB", (64, 48), "white").save(picture, "PNG")
        extras.append(pytest_html.extras.png(base64.b64encode(picture.getvalue()).decode()))
        extras.append(pytest_html.extras.json({{"password": PASSWORD}}))

    @pytest.mark.parametrize("path", ["xmlpath", "htmlpath"])
    def test_sees_what_was_named(pytestconfig, path):
        print("card", CARD)
        assert "snapveil-" not in pytestconfig.getoption(path)
        # A report is no reason to move temporary files.
        assert "snapveil-" not in tempfile.gettempdir()
"""
REPORTS = ["--junitxml", "out/junit.xml", "-o", "junit_logging=all", "--html", "out/report.html"]


def reported(folder):
    """The tests in the reports of a folder, with their outcomes."""
    suite = ElementTree.parse(folder / "junit.xml").find("testsuite")
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    names = [(case.get("classname"), case.get("name"), case.find("failure") is None) for case in suite.iter("testcase")]
    rows = {test: [row["result"] for row in rows] for test, rows in blob(folder)["tests"].items()}
    return counts, sorted(names), rows


def blob(folder):
    """The data in the report of pytest-html."""
    return json.loads(html.unescape(re.search(r'data-jsonblob="(.*?)"', (folder / "report.html").read_text()).group(1)))


@pytest.mark.parametrize(
    "workers, kind", [([], []), ([], ["--self-contained-html"]), (["-n", "2"], [])], ids=["alone", "self-contained", "xdist"]
)
def test_reports_are_safe_and_say_what_they_said(run, tmp_path, workers, kind):
    run(REPORTED, *REPORTS, *kind)
    raw, safe = tmp_path / "raw", tmp_path / "out"
    safe.rename(raw)
    (tmp_path / "private").unlink()
    assert leaks(raw, PASSWORD) and leaks(raw, CARD)
    status, _, said = run(REPORTED, "--snapveil-policy", "blackout", *REPORTS, *kind, *workers)
    assert status == 1 and "1 failed, 3 passed" in said and "Snapveil" not in said, said
    assert leaks(safe, PASSWORD, CARD) == []
    assert reported(safe) == reported(raw)
    names = {path.relative_to(raw) for path in raw.rglob("*")}
    assert {path.relative_to(safe) for path in safe.rglob("*")} == names and len(names) == (2 if kind else 6)
    shown = [Image.open(io.BytesIO(contents)) for _, contents in files(safe) if contents.startswith(b"\x89PNG")]
    assert [(picture.size, picture.convert("RGB").getcolors()) for picture in shown] == [((64, 48), [(64 * 48, (0, 0, 0))])]
    assert f"generated xml file: {safe / 'junit.xml'} " in said and f"Generated html report: {(safe / 'report.html').as_uri()} " in said
    assert "/snapveil-" not in said + "".join(path.read_text() for path in safe.glob("*.*"))
    if not workers:
        assert not private(tmp_path).exists()


def test_what_a_trace_tells_goes_from_reports_which_link_to_it(run, tmp_path):
    test = SIGN_IN.replace("assert False", f'assert "{PASSWORD}" == "none"')
    options = ["--tracing", "on", "--screenshot", "on", "--alluredir", "allure"]
    status, _, said = run(test, "--snapveil-policy", "blackout", *REPORTS, *options, "-n", "2")
    assert status == 1 and "1 failed, 1 passed" in said, said
    out = tmp_path / "out"
    assert leaks(out, PASSWORD, CARD) == [] and leaks(tmp_path / "allure", PASSWORD, CARD) == []
    text = "".join((out / name).read_text() for name in ("junit.xml", "report.html"))
    assert "[password]" in text and "/snapveil-" not in text
    properties = [entry.get("value") for entry in ElementTree.parse(out / "junit.xml").iter("property")]
    assert len(properties) == 4 and all((tmp_path / value).is_file() and not os.path.isabs(value) for value in properties)
    links = {link for rows in blob(out)["tests"].values() for row in rows for link in [extra["content"] for extra in row["extras"]]}
    assert len(links) == 4 and all(link.startswith("../test-results/") and (out / link).is_file() for link in links)


def test_screenshots_without_traces_are_linked_where_they_are(run, tmp_path):
    test = "    def test_page(page):\n        page.goto('SITE/empty')\n"
    status, _, said = run(test, "--snapveil-policy", "blackout", *REPORTS, "--screenshot", "on")
    assert status == 0 and "Snapveil" not in said, said
    ((row,),) = blob(tmp_path / "out")["tests"].values()
    (link,) = [extra["content"] for extra in row["extras"]]
    assert link.startswith("../test-results/") and (tmp_path / "out" / link).is_file()


def test_without_a_policy_reports_are_what_they_were(run, tmp_path):
    status, _, said = run(REPORTED, *REPORTS)
    assert status == 1 and "Snapveil" not in said, said
    assert {("junit.xml", PASSWORD), ("report.html", PASSWORD)} < set(leaks(tmp_path / "out", PASSWORD))


@pytest.mark.parametrize("folder", ["a/b", "~/c", "$PLACE/d", ""])
def test_a_report_is_where_its_plugin_would_have_put_it(run, tmp_path, folder):
    options = ["--junitxml", os.path.join(folder, "junit.xml"), "--html", os.path.join(folder, "report.html"), "--collect-only"]
    home, place = tmp_path / "home", tmp_path / "place"
    status, _, said = run(REPORTED, "--snapveil-policy", "blackout", *options, HOME=str(home), PLACE=str(place))
    assert status == 0 and "Snapveil" not in said, said
    target = {"a/b": tmp_path / "a/b", "~/c": home / "c", "$PLACE/d": place / "d", "": tmp_path}[folder]
    assert (target / "junit.xml").is_file() and (target / "report.html").is_file() and (target / "assets" / "style.css").is_file()
    assert str(target / "junit.xml") in said


def test_reports_and_results_may_share_a_folder_with_other_files(run, tmp_path):
    out = tmp_path / "out"
    out.mkdir(mode=0o750)
    (out / "other.txt").write_text(PASSWORD)
    (out / "junit.xml").write_text("of an earlier run")
    status, _, said = run(REPORTED, "--snapveil-policy", "blackout", *REPORTS, "--alluredir", "out")
    assert status == 1 and "Snapveil" not in said, said
    assert {"other.txt", "junit.xml", "report.html", "assets"} < {path.name for path in out.iterdir()}
    assert len(list(out.glob("*-result.json"))) == 4 and reported(out)[0]["tests"] == "4"
    assert leaks(out, PASSWORD) == [("other.txt", PASSWORD)] and out.stat().st_mode & 0o777 == 0o750


def test_a_report_that_cannot_be_made_safe_is_not_kept_and_not_named(run, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "junit.xml").write_text("of an earlier run")
    test = """
    def test_odd(pytestconfig):
        open(pytestconfig.getoption("--alluredir").encode() + b"/\\xff.txt", "w").close()
    """
    status, _, said = run(test, "--snapveil-policy", "blackout", *REPORTS, "--alluredir", "allure")
    assert status == 1 and "1 passed" in said and "nothing of them was kept: " in said, said
    assert list((tmp_path / "out").iterdir()) == [] and "enerated" not in said and not (tmp_path / "allure").exists()


def test_a_picture_that_is_left_out_of_a_report_is_named_by_its_place(run, tmp_path):
    (tmp_path / "fields.json").write_text('{"rules": [{"target": {"elements": "user-input"}, "style": {"veil": {}}}]}')
    status, left, said = run(REPORTED, "--snapveil-policy", "fields.json", *REPORTS)
    assert status == 1 and left == {} and f'left out 1 of 5 entries: "{tmp_path}/out/assets/' in said, said


@pytest.mark.parametrize("is_first", [True, False])
def test_a_path_that_is_set_by_code_is_private_or_refused(run, tmp_path, is_first):
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "conftest.py").write_text(
        f"import pytest\n@pytest.hookimpl(tryfirst={is_first})\ndef pytest_configure(config):\n"
        "    config.option.htmlpath = 'out/report.html'\n"
    )
    (folder / "test_typed.py").write_text(f"def test_typed():\n    assert 'password={PASSWORD}' == ''\n")
    status, _, said = run("", "--snapveil-policy", "blackout", "project")
    assert status == (1 if is_first else 4) and ("htmlpath was set after Snapveil read it" in said) is not is_first, said
    assert (tmp_path / "out" / "report.html").is_file() is is_first
    assert leaks(tmp_path / "out", PASSWORD) == []


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


TYPED_AND_WAITING = f"""
import os, time

def test_typed(page):
    page.set_content("<input id=password type=password>")
    page.fill("#password", {PASSWORD!r})
    open("new", "w").write(os.path.dirname(os.environ["TMPDIR"]))
    os.rename("new", "private")
    time.sleep(60)
"""
REPORTED_AND_WAITING = f"""
import os, time

def test_fails():
    assert {PASSWORD!r} == ""

def test_waits(pytestconfig):
    (log,) = [plugin.logfile for plugin in pytestconfig.pluginmanager.get_plugins() if hasattr(plugin, "logfile")]
    open("new", "w").write(os.path.abspath(log + "/../../.."))
    os.rename("new", "private")
    time.sleep(60)
"""


@pytest.mark.parametrize(
    "test, options, is_reported",
    [
        (TYPED_AND_WAITING, ["--tracing", "on"], False),
        (REPORTED_AND_WAITING, [*REPORTS, "-o", "generate_report_on_test=true"], True),
    ],
    ids=["traces", "reports"],
)
def test_a_run_that_is_killed_leaves_nothing(tmp_path, site, test, options, is_reported):
    (tmp_path / "conftest.py").write_text(
        f"import pytest\n@pytest.fixture(scope='session')\ndef browser_type_launch_args():\n    return {LAUNCH!r}\n"
    )
    (tmp_path / "test_it.py").write_text(test)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", tmp_path, *options]
    with subprocess.Popen(
        [*command, "--snapveil-policy", "blackout"], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:
        wait_for(lambda: (tmp_path / "private").exists())
        folder = private(tmp_path)
        assert folder.stat().st_mode & 0o777 == 0o700
        assert any(path.is_file() for path in folder.rglob("*")), "traces are recorded there"
        assert leaks(folder, PASSWORD) or not is_reported, "reports are written there"
        process.send_signal(signal.SIGKILL)
    wait_for(lambda: not folder.exists())
    time.sleep(1)
    assert not folder.exists() and not (tmp_path / "test-results").exists() and not (tmp_path / "out").exists()
