"""The code that the page shows does what the page does: each is run, and gives the same bytes."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from PIL import Image

from support import PROGRAM, SCREENS, BrowserTest

KEY = "correct-horse-battery"


class CodeTests(BrowserTest):
    def setUp(self):
        super().setUp()
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def code(self, language):
        self.page.get_by_role("tab", name=language).click()
        return self.page.locator("#code").text_content()

    def run_code(self, command, name=None, code=""):
        """Runs code in a directory that holds what it reads; tells what it wrote."""
        for old in self.directory.glob("safe.*"):
            old.unlink()
        if name:
            (self.directory / name).write_text(code)
        environment = {**os.environ, "SNAPVEIL_KEY": KEY, "NO_PROXY": "*", "no_proxy": "*"}
        done = subprocess.run(command, cwd=self.directory, env=environment, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, f"{code}\n{done.stdout}{done.stderr}")
        [written] = self.directory.glob("safe.*")
        return written.read_bytes()

    def compare(self, *files):
        """Compares what each language makes of the call with what the page has got."""
        for name in files:
            shutil.copy(SCREENS / name, self.directory / name)
        self.redact()
        expected = self.result()
        self.assertEqual(self.run_code(["bash", "-euc", self.code("curl")]), expected, "curl")
        self.assertEqual(self.run_code([sys.executable, "call.py"], "call.py", self.code("Python")), expected, "Python")
        if shutil.which("node"):
            self.assertEqual(self.run_code(["node", "call.mjs"], "call.mjs", self.code("JavaScript")), expected, "JavaScript")
        return expected

    def compare_swift(self, expected):
        """Compiles the code for Swift, which takes longer than to run the others, and compares what it makes."""
        (self.directory / "main.swift").write_text(self.code("Swift"))
        built = subprocess.run(["swiftc", "main.swift", "-o", "call"], cwd=self.directory, capture_output=True, text=True)
        self.assertEqual(built.returncode, 0, built.stderr)
        self.assertEqual(self.run_code([str(self.directory / "call")]), expected, "Swift")

    def compare_policies(self, expected, picture, *options):
        """Compares what the policies in files make of a picture on the command line."""
        for name, language in [("policy.json", "Policy, JSON"), ("policy.yaml", "Policy, YAML")]:
            (self.directory / name).write_text(self.code(language))
            command = [PROGRAM, "redact", picture, "--policy", name, "-o", f"safe{pathlib.Path(picture).suffix}", *options]
            self.assertEqual(self.run_code(command), expected, name)

    def test_regions_in_a_colour(self):
        self.load("ios-login.png")
        self.page.get_by_role("radio", name="Colour erases").check(force=True)
        self.draw(100, 500, 400, 150)
        self.draw(100, 1000, 400, 150)
        expected = self.compare("ios-login.png")
        self.compare_policies(expected, "ios-login.png")

    def test_a_page_source_with_padding_on_a_jpeg(self):
        self.load("ios-login.jpg", "ios-login.xml")
        self.page.locator(".more > summary").click()
        self.page.get_by_label("Padding, pixels").fill("6")
        self.draw(100, 2000, 300, 100)
        expected = self.compare("ios-login.jpg", "ios-login.xml")
        self.compare_policies(expected, "ios-login.jpg", "--hierarchy", "ios-login.xml")
        self.compare_swift(expected)

    def test_words_with_quotes_and_other_scripts(self):
        self.load("web-profile.png")
        self.page.get_by_role("radio", name="Message erases").check(force=True)
        self.page.get_by_label("Title").fill("It's \"hidden\" \\ & $HOME")
        self.page.get_by_label("Text", exact=True).fill("100 % `safe` + größer: <b>")
        self.page.get_by_label("Symbol").select_option("lock")
        self.compare_policies(self.compare("web-profile.png"), "web-profile.png")
        # The same in the body, where the policy goes once it is too long for a URL.
        for index in range(25):
            self.page.get_by_role("button", name="Add region").click()
        self.page.get_by_role("radio", name="Message erases").check(force=True)
        self.compare_policies(self.compare("web-profile.png"), "web-profile.png")

    def test_labels_with_numbers(self):
        self.load("ios-login.png", "ios-login.xml")
        self.page.get_by_role("radio", name="Label erases").check(force=True)
        self.page.get_by_label("Numbers", exact=True).select_option("true")
        self.compare_policies(self.compare("ios-login.png", "ios-login.xml"), "ios-login.png", "--hierarchy", "ios-login.xml")

    def test_a_label_on_a_region(self):
        self.load("web-profile.png")
        self.page.get_by_role("radio", name="Label erases").check(force=True)
        self.page.get_by_label("Numbers", exact=True).select_option("true")
        self.draw(100, 100, 400, 60)
        self.compare_policies(self.compare("web-profile.png"), "web-profile.png")

    def test_a_picture_of_ones_own(self):
        self.load("web-profile.png")
        self.page.get_by_role("radio", name="Picture erases").check(force=True)
        self.page.set_input_files("#parameter-asset", str(SCREENS / "web_1280x720.png"))
        self.draw(100, 100, 400, 300)
        self.compare("web-profile.png", "web_1280x720.png")

    def test_a_policy_by_name_with_regions_and_another_format(self):
        self.load("web-profile.png")
        self.page.get_by_text("A policy by name").click()
        self.page.get_by_label("Policy", exact=True).select_option("mask")
        self.page.get_by_text("It covers the regions that you draw.").wait_for()
        self.draw(100, 100, 400, 300)
        self.page.locator(".more > summary").click()
        self.page.get_by_label("File format").select_option("jpeg")
        self.page.get_by_label("Quality, 1 to 100").fill("70")
        expected = self.compare("web-profile.png")
        self.assertEqual(expected[:2], b"\xff\xd8")
        self.assertEqual(json.loads(self.code("Policy, JSON"))["name"], "mask")

    def test_a_webp_stays_one(self):
        shot = self.directory / "shot.webp"
        Image.open(SCREENS / "web-profile.png").save(shot, lossless=True)
        self.load(str(shot))
        self.draw(100, 100, 400, 300)
        self.redact()
        self.assertIn("The result is a new WebP of 1280 × 720 pixels", self.page.locator("#receipt").inner_text())
        self.assertIn("-o safe.webp", self.code("curl"))
        self.assertEqual(self.result()[8:12], b"WEBP")

    def test_every_built_in_policy_redacts_with_the_regions_left_on_the_page(self):
        self.load("web-profile.png")
        self.draw(100, 100, 400, 300)
        self.page.get_by_text("A policy by name").click()
        names = self.page.locator("#policy option").all_inner_texts()
        self.assertIn("blackout", names)
        for name in names:
            self.page.get_by_label("Policy", exact=True).select_option(name)
            self.until("document.querySelector('#outdated').hidden === false || document.querySelector('#outcome-full').hidden")
            self.redact()
            self.until("document.querySelector('#outdated').hidden")
            self.assertIn(f"The policy was {name}.", self.page.locator("#receipt").inner_text())
        self.assertEqual(len(self.regions()), 1)

    def test_the_copy_is_what_is_shown(self):
        self.load("web-profile.png")
        shown = self.code("Python")
        self.page.get_by_role("button", name="Copy").click()
        self.page.get_by_role("button", name="Copied").wait_for()
        self.assertEqual(self.page.evaluate("navigator.clipboard.readText()"), shown)


class CodeWithKeyTests(CodeTests):
    """The same with a key, which the code takes from the environment."""

    expected_complaints = ("401",)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.demand_key(KEY)

    def setUp(self):
        super().setUp()
        self.page.get_by_label("Key", exact=True).fill(KEY)
        self.page.get_by_role("button", name="Use this key").click()
        self.page.get_by_role("dialog").wait_for(state="hidden")


for name in dir(CodeTests):
    if name.startswith("test_") and name not in ("test_regions_in_a_colour", "test_a_page_source_with_padding_on_a_jpeg"):
        setattr(CodeWithKeyTests, name, None)
