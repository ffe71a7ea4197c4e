"""The browser of the tests, what they left, and what tells whether a picture shows a secret."""

import base64
import functools
import io
import pathlib
import re
import subprocess
import time
import zipfile

from PIL import Image, ImageChops
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCREENS = ROOT / "Tests" / "Support" / "Samples" / "Screens"

#: What every secret of the pages is painted in, and nothing else.
SECRET = (255, 0, 254)

#: Debian's browser; as root, which tests in containers run as, there is no sandbox, and the pages are our own.
LAUNCH = {"executable_path": "/usr/bin/chromium", "args": ["--no-sandbox", "--disable-gpu"]}


def chrome(**emulation):
    """The browser as Selenium drives it."""
    options = webdriver.ChromeOptions()
    options.enable_bidi = True
    options.binary_location = LAUNCH["executable_path"]
    for argument in ("--headless=new", "--window-size=1280,800", *LAUNCH["args"], *emulation.pop("arguments", [])):
        options.add_argument(argument)
    if emulation:
        options.add_experimental_option("mobileEmulation", emulation)
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


def share(picture, color):
    """The share of the pixels of a picture that have a color."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    bands = [band.point([255 * (value == wanted) for value in range(256)]) for band, wanted in zip(image.split(), color)]
    return functools.reduce(ImageChops.darker, bands).histogram()[255] / (image.width * image.height)


def shows_trace(picture):
    """Whether a picture has pixels with less green than red and blue: what every secret is painted in, however faint."""
    red, green, blue = Image.open(io.BytesIO(picture)).convert("RGB").split()
    return ImageChops.subtract(ImageChops.darker(red, blue), green).getextrema()[1] > 16


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
    for match in re.finditer(rb"[A-Za-z0-9+/]{16,}={0,2}", contents):
        yield f"{name}, base64", base64.b64decode(match.group()[: len(match.group()) // 4 * 4])


def frames(video):
    """The frames of a video, as pictures."""
    command = ["ffmpeg", "-loglevel", "error", "-i", video, "-f", "image2pipe", "-c:v", "png", "-"]
    stream = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=60).stdout
    signature = b"\x89PNG\r\n\x1a\n"
    return [signature + part for part in stream.split(signature)[1:]]


def wait_for(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
