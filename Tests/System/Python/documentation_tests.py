"""The recipes of the documentation do what it says of them, as they stand there."""

import os
import re
import subprocess
import sys

import pytest
import snapveil
from PIL import Image

from support import LAUNCH, ROOT, SCREENS, SECRET, share

PAGE = (ROOT / "Sources" / "Program" / "snapveil" / "Snapveil.docc" / "Python.md").read_text()
RECIPES = {name: text for text, name in re.findall(r"```(?:python|yaml)\n(# (\S+)\n.*?)```", PAGE, re.DOTALL)}

#: The browser of these tests, which is not where Playwright and Selenium look for one.
CHROME = """__import__("support").chrome()"""


@pytest.fixture
def recipe(tmp_path, site, appium):
    """Writes a recipe for the pages and the browser of these tests; where it is."""
    (tmp_path / "conftest.py").write_text(
        f"import pytest, sys\nsys.path.append({str(ROOT / 'Tests' / 'System' / 'Python')!r})\n"
        f"@pytest.fixture(scope='session')\ndef browser_type_launch_args():\n    return {LAUNCH!r}\n"
    )

    def write(name):
        changes = {
            "http://127.0.0.1:8000": site, "http://127.0.0.1:4723": appium.url, "webdriver.Chrome()": CHROME,
            "chromium.launch()": f"chromium.launch(**{LAUNCH!r})",
        }
        text = RECIPES[name]
        for given, taken in changes.items():
            text = text.replace(given, taken)
        (tmp_path / name).write_text(text)
        return tmp_path

    return write


def run(folder, *command):
    command = [sys.executable, *command]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize(
    "name, pictures",
    [
        ("test_checkout.py", {"checkout.png": 0}),
        # The address is not masked.
        ("test_awaited.py", {"awaited.png": 1}), ("test_selenium.py", {"selenium.png": 1}),
        ("test_appium.py", {"by-policy.png": 0, "masked.png": 0}),
    ],
)
def test_a_recipe_covers_what_it_masks(recipe, name, pictures):
    folder = recipe(name)
    run(folder, "-m", "pytest", "-p", "no:cacheprovider", name)
    for picture, secrets in pictures.items():
        image = Image.open(folder / picture)
        pixels = round(share((folder / picture).read_bytes(), SECRET) * image.width * image.height)
        scale = 2 if name == "test_awaited.py" else 1
        assert secrets * 2000 * scale ** 2 <= pixels <= secrets * 2700 * scale ** 2
        assert (folder / picture).read_bytes() != (SCREENS / "ios-login.png").read_bytes()


def test_the_recipe_of_a_check_passes_and_fails_as_it_says(recipe):
    folder = recipe("test_receipt.py")
    run(folder, "-m", "pytest", "-p", "no:cacheprovider", "test_receipt.py")
    path = folder / "test_receipt.py"
    path.write_text(path.read_text().replace("/receipt", "/checkout"))
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_receipt.py"]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 1
    (message,) = re.findall(r"```\n(AssertionError: .*?)```", PAGE, re.DOTALL)
    said = [line.lstrip("E ") for line in done.stdout.splitlines()]
    # Where things are depends on the fonts that there are.
    place = re.compile(r"(\d+,){3}\d+")
    assert {place.sub("", line) for line in message.splitlines()} <= {place.sub("", line) for line in said}, done.stdout


@pytest.mark.parametrize("line", re.findall(r"\npytest (.*)", PAGE))
def test_the_lines_of_it_make_a_run_safe(recipe, browsers, line):
    folder = recipe("header.yaml")
    (folder / ".env").write_text("KEY=Zebra-Quiet-91\n")
    (folder / "test_it.py").write_text("def test_that_fails(page):\n    page.goto('data:text/html,<p>Hello')\n    assert False\n")
    command = [sys.executable, "-m", "pytest", *line.split(), "test_it.py"]
    environment = {**os.environ, "PLAYWRIGHT_BROWSERS_PATH": browsers}
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    assert "1 failed" in done.stdout and "Snapveil" not in done.stdout.replace("Snapveil covers 1 video,", "")
    assert len(list(folder.glob("test-results/*/*"))) == 1


def test_the_policy_in_it_can_be_used(recipe):
    folder = recipe("fields.yaml")
    subprocess.run([snapveil.program(), "policies", "check", folder / "fields.yaml"], check=True, timeout=60)


def test_the_script_in_it_redacts_a_file(recipe, screen):
    folder = recipe("redact.py")
    (folder / "shot.png").write_bytes(screen)
    assert run(folder, "redact.py") == "{'height': 138, 'width': 1083, 'x': 48, 'y': 327}\npolicy-unknown policy\n"
    assert share((folder / "black.png").read_bytes(), (0, 0, 0)) == 1


def test_every_error_in_it_is_one():
    for name in re.findall(r"^\| `(\w+)` \|", PAGE.partition("| error |")[2], re.MULTILINE):
        assert issubclass(getattr(snapveil, name), snapveil.SnapveilError)
