"""What is found by looking at the picture is outlined before anything is redacted, counted, and covered."""

import base64
import io
import json
import pathlib
import re
import tempfile
import urllib.error
import urllib.request

from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops

import code_tests
from support import DESKTOP, MODELS, PHONE, ROOT, SCREENS, BrowserTest

PAGE = ROOT / "Sources/Service/CPlayground/Page"

#: Keeps the sample as it is drawn, and how many previews the page waits for at a time.
WATCH = """
const convert = OffscreenCanvas.prototype.convertToBlob;
OffscreenCanvas.prototype.convertToBlob = async function (...options) {
    window.drawn = await convert.apply(this, options);
    return window.drawn;
};
const send = window.fetch;
window.previews = { running: 0, most: 0, sent: 0 };
window.fetch = async (path, options) => {
    if (!String(path).includes("preview=true")) return send(path, options);
    const { previews } = window;
    const end = () => { if (!ended) { ended = true; previews.running -= 1; } };
    let ended = false;
    previews.sent += 1;
    previews.running += 1;
    options.signal?.addEventListener("abort", end);
    previews.most = Math.max(previews.most, previews.running);
    try { return await send(path, options); } finally { end(); }
};
"""


def lines_of_the_sample():
    """Where each line of the sample is, in pixels, from its top: x, y, and the height of its letters."""
    scale = int(re.search(r"const scale = (\d+)", (PAGE / "sample.js").read_text())[1])
    lines = re.findall(r'(?:locator|caption): "([\w-]+)".* x: (\d+), y: (\d+), size: (\d+)', (PAGE / "sample.js").read_text())
    return {name: tuple(scale * int(number) for number in numbers) for name, *numbers in lines}


class LookingTest(BrowserTest):
    """A test with a server that has models."""

    options = ("--models", MODELS)

    def open(self, path="/", **settings):
        super().open(path, **settings)
        self.page.set_default_timeout(30_000)
        self.page.add_init_script(WATCH)
        self.page.reload()
        self.page.wait_for_selector("html[data-ready]")

    def open_sample(self, elements="none"):
        """Opens the sample, of whose page source these elements are covered; tells what it shows."""
        self.page.click("#sample")
        self.page.wait_for_selector(".found.element")
        self.page.get_by_label("Elements to cover").select_option(elements)
        drawn = self.page.evaluate("window.drawn.arrayBuffer().then((bytes) => [...new Uint8Array(bytes)])")
        return Image.open(io.BytesIO(bytes(drawn))).convert("RGB")

    def look(self, text=None, faces=None, codes=False):
        """Chooses what is looked for, and waits until the server has said what it found."""
        if text:
            self.page.get_by_label("Text to find").select_option(text)
        if faces:
            self.page.get_by_label("Faces to find").select_option(faces)
        if codes:
            self.page.get_by_label("QR codes and barcodes").check()
        self.settle()

    def settle(self):
        """Waits until there is no preview to wait for."""
        self.until("window.previews.sent > 0 && window.previews.running === 0", 30)
        self.until("!document.querySelector('[data-looking]')")

    def chips(self):
        return self.page.locator("#findings li").all_inner_texts()

    def redact_in_black(self):
        """Redacts in black; tells the picture."""
        self.page.get_by_role("radio", name="Colour erases").check(force=True)
        self.settle()
        self.page.get_by_role("button", name="Redact", exact=True).click()
        self.page.wait_for_selector("#outcome-full:not([hidden])")
        return Image.open(io.BytesIO(self.result())).convert("RGB")

    def outlines(self):
        """What is outlined as found by looking: left, top, right, bottom."""
        return self.page.evaluate(
            "[...document.querySelectorAll('.found.sight .line')].map(r => "
            "['x', 'y', 'width', 'height'].map(a => Number(r.getAttribute(a)))).map(([x, y, w, h]) => [x, y, x + w, y + h])"
        )

    def line(self, picture, name):
        """The line of the sample of this name, cut out of a picture over its whole width of letters."""
        x, y, height = lines_of_the_sample()[name]
        return picture.crop((x, y, picture.width // 2 + 130, y + height * 9 // 8))

    def ink(self, original, result, name):
        """How many pixels of the letters of a line there are, and how many of them still show."""
        before, after = self.line(original, name), self.line(result, name)
        paper = before.getpixel((before.width - 1, 0))
        letters = [
            (old, new) for old, new in zip(before.getdata(), after.getdata())
            if max(abs(a - b) for a, b in zip(old, paper)) > 32
        ]
        return len(letters), sum(new != (0, 0, 0) for _, new in letters)


class SampleTests(LookingTest):
    def test_sensitive_text_is_outlined_counted_and_covered_and_no_other(self):
        original = self.open_sample()
        self.look(text="sensitive")
        expected = ["1 card number", "1 name", "1 IBAN", "1 e-mail address", "1 one-time code"]
        self.assertEqual(self.chips(), expected)
        self.assertEqual(len(self.outlines()), 5)
        self.assertEqual(self.page.locator("#status").inner_text(),
                         "Found by looking: 1 card number, 1 name, 1 IBAN, 1 e-mail address and 1 one-time code")
        self.assertEqual(self.page.locator("#coverage").inner_text(),
                         "Findings by looking. Everything else stays unchanged.")
        outlines = self.outlines()
        result = self.redact_in_black()
        for name in ("card-number", "card-holder", "iban", "email", "one-time-code"):
            count, shown = self.ink(original, result, name)
            self.assertGreater(count, 500, name)
            self.assertEqual(shown, 0, name)
        for name in ("title", "balance", "branch", "code-title"):
            difference = ImageChops.difference(self.line(original, name), self.line(result, name))
            self.assertIsNone(difference.getbbox(), name)
        # What was outlined is what is black, and no pixel more.
        expected = original.copy()
        for outline in outlines:
            expected.paste((0, 0, 0), tuple(outline))
        self.assertIsNone(ImageChops.difference(result, expected).getbbox())

    def test_all_text_is_covered(self):
        original = self.open_sample()
        self.look(text="all")
        [words] = self.chips()
        self.assertRegex(words, r"^1\d pieces of text$")
        result = self.redact_in_black()
        for name in lines_of_the_sample():
            self.assertEqual(self.ink(original, result, name)[1], 0, name)

    def test_the_face_and_the_code_are_covered_whole_and_of_the_face_the_eyes_alone_if_these_are_asked_for(self):
        original = self.open_sample()
        self.look(faces="eyes", codes=True)
        self.assertEqual(sorted(self.chips()), ["1 QR code", "1 face"])
        band, code = sorted(self.outlines(), key=lambda outline: outline[1])
        self.look(faces="whole")
        face, same = sorted(self.outlines(), key=lambda outline: outline[1])
        self.assertEqual(code, same)
        self.assertLess(face[1], band[1])
        self.assertGreater(face[3], band[3] + 20)
        result = self.redact_in_black()
        self.assertEqual(result.crop(face).getcolors(), [((face[2] - face[0]) * (face[3] - face[1]), (0, 0, 0))])
        # Nothing as dark as the squares is left round the code, which is black now.
        wider = (code[0] - 20, code[1] - 12, code[2] + 20, code[3] + 12)
        squares = original.crop(wider).convert("L").point(lambda value: 255 if value < 128 else 0)
        left = ImageChops.subtract(squares, ImageChops.invert(result.crop(wider).convert("L").point(lambda v: 255 if v > 0 else 0)))
        self.assertIsNotNone(squares.getbbox())
        self.assertIsNone(left.getbbox())

    def test_the_receipt_in_words_says_that_more_may_be_there(self):
        self.open_sample()
        self.look(text="sensitive", codes=True)
        self.redact_in_black()
        self.page.get_by_text("Covered areas", exact=True).click()
        receipt = self.page.locator("#receipt").inner_text()
        self.assertIn("Looking can miss things", receipt)
        self.assertIn("6 areas were covered. Found by looking, with ZXing-C++ and PP-OCRv6 tiny, Tesseract 4.1: 1 card number, 1 name, 1 IBAN, "
                      "1 e-mail address, 1 one-time code and 1 QR code.", receipt)
        self.assertNotIn("page source", receipt)
        self.assertRegex(receipt, r"E-mail address, \d\d % sure, by its form, \d+ × \d+ at \d+, \d+: a colour, erased")
        self.assertRegex(receipt, r"QR code, by how it looks, \d+ × \d+ at")

    def test_elements_of_a_page_source_are_counted_apart(self):
        self.open_sample()
        self.page.get_by_label("Elements to cover").select_option("sensitive")
        self.page.wait_for_selector(".found.element")
        elements = self.page.locator(".found.element").count()
        self.look(text="sensitive", codes=True)
        self.assertEqual(self.page.locator("#matches li").count(), elements)
        self.assertEqual(len(self.outlines()), 6)
        self.assertEqual(
            self.page.locator("#coverage").inner_text(),
            f"{elements} elements of the page source and findings by looking. Everything else stays unchanged.",
        )
        self.redact_in_black()
        self.assertIn(f"{elements} elements of the page source matched. Found by looking", self.page.locator("#receipt").inner_text())

    def test_where_nothing_is_found_the_page_says_so_and_that_nothing_would_be_covered(self):
        self.load("web-profile.png")
        self.look(codes=True)
        self.assertEqual(self.chips(), ["nothing"])
        self.assertIn("Untouched", self.page.locator("#forecast").inner_text())
        self.redact_in_black()
        self.assertIn("Found by looking, with ZXing-C++: nothing.", self.page.locator("#receipt").inner_text())

    def test_choices_are_taken_back_and_done_again(self):
        self.open_sample()
        self.look(text="sensitive")
        self.look(faces="eyes", codes=True)
        values = "[...document.querySelectorAll('#look-text, #look-faces')].map(e => e.value).concat(document.querySelector('#look-codes').checked)"
        self.page.locator("#overlay").focus()
        steps = [["sensitive", "eyes", True], ["sensitive", "eyes", False], ["sensitive", "none", False], ["none", "none", False]]
        for step in steps[1:]:
            self.page.get_by_role("button", name="Undo").click()
            self.assertEqual(self.page.evaluate(values), step)
        self.settle()
        self.assertEqual(self.chips(), [])
        self.assertEqual(self.outlines(), [])
        for step in reversed(steps[:-1]):
            self.page.get_by_role("button", name="Redo").click()
            self.assertEqual(self.page.evaluate(values), step)
        self.settle()
        self.assertEqual(len(self.outlines()), 7)

    def test_one_preview_runs_at_a_time_and_the_latest_wins(self):
        self.open_sample()
        self.look(text="sensitive")
        choice = self.page.get_by_label("Text to find")
        for value in ["all", "none", "sensitive", "all", "none"] * 3:
            choice.select_option(value)
        self.page.get_by_label("Faces to find").select_option("whole")
        self.settle()
        self.assertEqual(self.chips(), ["1 face"])
        self.assertGreater(self.page.evaluate("window.previews.sent"), 10)
        self.assertEqual(self.page.evaluate("window.previews.most"), 1)

    def test_looking_goes_on_by_keys_alone(self):
        self.open_sample()
        self.page.get_by_label("Text to find").focus()
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Space")
        self.settle()
        self.assertEqual(len(self.outlines()), 6)
        self.page.keyboard.press("Control+z")
        self.settle()
        self.assertEqual(len(self.outlines()), 5)


class PhoneTests(LookingTest):
    device = PHONE

    def test_what_is_found_fits_on_a_phone(self):
        self.page.tap("#sample")
        self.page.wait_for_selector(".found.element")
        self.look(text="all", faces="whole", codes=True)
        self.assertEqual(len(self.chips()), 3)
        self.assertEqual(self.page.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)"), 390)
        for id in ("look-text", "look-faces"):
            self.assertGreaterEqual(self.page.locator(f"#{id}").bounding_box()["height"], 44)


class AccessibilityTests(LookingTest):
    def test_axe_finds_no_violation_in_what_was_found(self):
        for device in (DESKTOP, PHONE):
            for theme in ("light", "dark"):
                with self.subTest(theme=theme, width=device["viewport"]["width"]):
                    self.open(color_scheme=theme, **device)
                    self.page.click("#sample")
                    self.page.wait_for_selector(".found.element")
                    self.look(text="sensitive", codes=True)
                    self.redact()
                    self.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                    found = Axe().run(self.page).response["violations"]
                    self.assertEqual([(one["id"], [node["target"] for node in one["nodes"]]) for one in found], [])


class NamedPolicyTests(LookingTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        policy = {"rules": [{"target": {"text": {"kinds": ["iban"]}}, "style": {"fill": {"color": "#000000"}}}]}
        pathlib.Path(directory.name, "accounts.json").write_text(json.dumps(policy))
        cls.options = ("--models", MODELS, "--policies", directory.name)

    def test_what_a_policy_by_name_finds_is_shown_too(self):
        self.open_sample()
        self.page.get_by_text("A policy by name").click()
        self.page.get_by_label("Policy", exact=True).select_option("blackout")
        self.assertTrue(self.page.locator("#looking-area").is_hidden())
        self.page.get_by_label("Policy", exact=True).select_option("accounts")
        self.page.wait_for_selector(".found.sight")
        self.settle()
        self.assertEqual(self.chips(), ["1 IBAN"])
        self.assertTrue(self.page.locator("#findings").is_visible())
        self.assertTrue(self.page.get_by_label("Text to find").is_hidden())
        self.page.get_by_role("button", name="Redact", exact=True).click()
        self.page.wait_for_selector("#outcome-full:not([hidden])")
        self.assertIn("Found by looking, with PP-OCRv6 tiny, Tesseract 4.1: 1 IBAN. The policy was accounts.", self.page.locator("#receipt").inner_text())


class WithoutModelsTests(BrowserTest):
    def test_a_server_without_models_says_why_it_cannot_look(self):
        self.load("web-profile.png")
        area = self.page.get_by_role("group", name="Found by looking")
        self.assertIn("This server has no models. Start it with --models", area.inner_text())
        for name in ("Text to find", "Faces to find", "QR codes and barcodes"):
            self.assertTrue(area.get_by_label(name).is_disabled(), name)
        self.redact()

    def test_a_server_that_lost_its_models_says_so_beside_what_takes_them(self):
        self.expected_complaints = ("422",)
        self.page.route("**/v1/policies", lambda route: route.fulfill(
            json={**route.fetch().json(), "looksFor": ["codes", "faces", "text"]}))
        self.page.reload()
        self.load("web-profile.png")
        self.draw(100, 100, 200, 100)
        self.page.get_by_label("Faces to find").select_option("whole")
        problem = self.page.locator("[data-problem=looking]")
        problem.wait_for(state="visible")
        self.assertEqual(problem.locator(".sentence").inner_text(), self.sentence())
        self.page.get_by_label("Faces to find").select_option("none")
        problem.wait_for(state="hidden")
        self.assertEqual(len(self.regions()), 1)

    def sentence(self):
        """What the server says by itself."""
        policy = {"rules": [{"target": "screen", "style": {"veil": {}}}, {"target": {"faces": "whole"}, "style": {"veil": {}}}]}
        body = {"image": base64.b64encode((SCREENS / "web-profile.png").read_bytes()).decode(), "policy": policy}
        request = urllib.request.Request(
            f"{self.server.url}/v1/sanitize", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with self.assertRaises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(request)
        with caught.exception as reply:
            return json.load(reply)["detail"]


class CodeTests(LookingTest, code_tests.CodeTests):
    """The code does what the page does."""

    def test_what_is_found_by_looking(self):
        self.load("ios-login.png", "ios-login.xml")
        self.page.get_by_label("Text to find").select_option("sensitive")
        self.page.get_by_label("Faces to find").select_option("eyes")
        self.page.get_by_label("QR codes and barcodes").check()
        self.draw(100, 2000, 300, 100)
        expected = self.compare("ios-login.png", "ios-login.xml")
        self.assertIn('- target: { text: "sensitive" }', self.code("Policy, YAML"))
        self.compare_policies(expected, "ios-login.png", "--hierarchy", "ios-login.xml", "--models", MODELS)


for name in dir(code_tests.CodeTests):
    if name.startswith("test_"):
        setattr(CodeTests, name, None)
