"""The browser of the tests, and what tells whether a picture shows a secret."""

import functools
import io
import pathlib

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
