"""What a picture shows, and what its result still shows, as the server's check says it."""

import json
import re
import urllib.request

from axe_playwright_python.sync_playwright import Axe

from looking_tests import LookingTest
from support import DESKTOP, MODELS, PHONE, SCREENS, BrowserTest

NOTHING = "Nothing sensitive was found. Looking can miss things: check the picture yourself before you share it."
KEY = "correct-horse-battery"


def check(test):
    """Presses the button, and waits for what comes of it."""
    test.page.get_by_role("button", name="Check", exact=True).click()
    test.until("!document.querySelector('#check').hasAttribute('aria-busy')", 30)


class Report:
    """What the page says of the original, or of the result."""

    def __init__(self, test, name):
        self.page = test.page
        self.place = self.page.locator(f"#{name}-report")
        self.name = name

    def verdict(self):
        return self.place.locator(":scope > p").first.inner_text()

    def findings(self):
        return self.place.locator(".seen li").all_inner_texts()

    def places(self):
        """Where each finding is by the list: x, y, width, height."""
        numbers = [re.search(r"(\d+) × (\d+) at (\d+), (\d+)$", text).groups() for text in self.findings()]
        return [tuple(map(int, (x, y, width, height))) for width, height, x, y in numbers]

    def marks(self, width, height):
        """Where each mark is in a picture of this size: x, y, width, height."""
        shares = self.page.evaluate(
            f"[...document.querySelectorAll('#{self.name}-marks .mark')].map(({{ style }}) => "
            "[style.left, style.top, style.width, style.height].map(parseFloat))"
        )
        return [tuple(round(share * size / 100) for share, size in zip(mark, (width, height) * 2)) for mark in shares]


def ask(url, picture):
    """What the server finds in a picture without the page."""
    request = urllib.request.Request(f"{url}/v1/check", picture, {"Content-Type": "application/octet-stream"})
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)["findings"]


def places(findings):
    return [tuple(finding["rect"][edge] for edge in ("x", "y", "width", "height")) for finding in findings]


class CheckTests(LookingTest):
    def test_what_the_original_shows_is_listed_and_marked(self):
        self.open_sample("sensitive")
        check(self)
        report = Report(self, "original")
        self.assertEqual(
            report.verdict(),
            "Found: 1 card number, 1 name, 1 IBAN, 1 e-mail address, 1 one-time code, 1 face, 1 QR code and 2 elements of the page source.",
        )
        bytes_of_sample = bytes(self.page.evaluate("window.drawn.arrayBuffer().then((bytes) => [...new Uint8Array(bytes)])"))
        seen = ask(self.server.url, bytes_of_sample)
        self.assertEqual(report.places()[:7], places(seen))
        self.assertEqual(report.marks(780, 1560), report.places())
        score = round(seen[0]["score"] * 100)
        self.assertTrue(report.findings()[0].startswith(f"Card number, {score} % sure, by its check digits, "), report.findings()[0])
        self.assertEqual([text.split(",")[0] for text in report.findings()[7:]], ["balance", "portrait"])
        self.assertRegex(report.place.inner_text(), "The server looked for codes, faces and text, with .*, and for sensitive elements")
        self.assertTrue(self.page.locator("#result-report").is_hidden())
        self.assertEqual(self.page.locator("#status").inner_text(), f"Findings in the original: {report.verdict()}")

    def test_the_sample_as_it_is_redacted_shows_nothing_more(self):
        self.open_sample("sensitive")
        self.redact()
        check(self)
        report = Report(self, "result")
        self.assertEqual(report.verdict(), NOTHING)
        self.assertEqual(report.findings(), [])
        self.assertEqual(report.marks(780, 1560), [])
        self.assertIn(f"Findings in the result: {NOTHING}", self.page.locator("#status").inner_text())
        self.assertEqual(len(Report(self, "original").findings()), 9)

    def test_what_a_result_still_shows_is_listed_and_marked_in_it(self):
        self.load("web-profile.png")
        x, y, width, height = region = (24, 98, 400, 25)
        self.draw(*region)
        self.page.get_by_role("radio", name="Colour erases").check(force=True)
        self.redact()
        check(self)
        original, result = Report(self, "original"), Report(self, "result")
        self.assertEqual(result.places(), places(ask(self.server.url, self.result())))
        self.assertEqual(result.marks(1280, 720), result.places())
        emails = [sum(text.startswith("E-mail address") for text in report.findings()) for report in (original, result)]
        self.assertEqual(emails, [5, 4])
        # Boxes of the lines above and beneath reach a little into it.
        for left, top, wide, high in result.places():
            self.assertFalse(x < left + wide and left < x + width and y + 8 < top + high and top < y + height - 8, (left, top))

    def test_a_report_goes_when_it_is_no_longer_true_or_wanted(self):
        self.open_sample("sensitive")
        self.redact()
        check(self)
        original, result = Report(self, "original"), Report(self, "result")
        self.assertTrue(original.place.is_visible() and result.place.is_visible())
        self.page.get_by_role("button", name="Hide: Findings in the original").click()
        self.assertTrue(original.place.is_hidden() and result.place.is_visible())
        self.assertEqual(original.marks(780, 1560), [])
        self.assertEqual(self.page.evaluate("document.activeElement.id"), "check")
        self.redact()
        result.place.wait_for(state="hidden")
        check(self)
        self.assertTrue(original.place.is_visible())
        self.page.get_by_role("button", name="Remove", exact=True).click()
        self.assertTrue(original.place.is_hidden() and result.place.is_visible())
        self.page.get_by_role("button", name="Remove this one").click()
        self.load("web-profile.png")
        self.assertTrue(original.place.is_hidden() and result.place.is_hidden())

    def test_a_picture_is_checked_by_keys_alone(self):
        self.open_sample("sensitive")
        self.page.locator("#redact").focus()
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("#original-report:not([hidden])")
        self.assertEqual(self.page.evaluate("document.activeElement.id"), "check")
        self.assertIn("Found: 1 card number", self.page.locator("#status").inner_text())
        self.page.locator("#original-report .seen").focus()
        self.page.keyboard.press("Shift+Tab")
        self.page.keyboard.press("Enter")
        self.assertTrue(self.page.locator("#original-report").is_hidden())

    def test_axe_finds_no_violation_in_a_report_and_it_fits(self):
        for device in (DESKTOP, PHONE):
            for theme in ("light", "dark"):
                with self.subTest(theme=theme, width=device["viewport"]["width"]):
                    self.open(color_scheme=theme, **device)
                    self.page.click("#sample")
                    self.page.wait_for_selector(".found.element")
                    self.page.get_by_label("Elements to cover").select_option("user-input")
                    self.redact()
                    check(self)
                    self.assertGreater(len(Report(self, "result").findings()), 4)
                    found = Axe().run(self.page).response["violations"]
                    self.assertEqual([(one["id"], [node["target"] for node in one["nodes"]]) for one in found], [])
                    width = self.page.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)")
                    self.assertEqual(width, device["viewport"]["width"])


class RefusalTests(LookingTest):
    expected_complaints = ("the server responded with a status of",)

    def sentence(self, name):
        box = self.page.locator(f"[data-problem={name}]")
        box.wait_for(state="visible")
        return box.locator(".sentence").inner_text()

    def answer(self, status, **problem):
        """Has checks be answered with a problem."""
        self.page.unroute("**/v1/check")
        self.page.route("**/v1/check", lambda route: route.fulfill(
            status=status, content_type="application/problem+json", body=json.dumps(problem)))

    def test_a_page_source_of_another_screen_is_told_beside_it(self):
        self.load("web-profile.png")
        self.page.set_input_files("#source-file", str(SCREENS / "ios-login.xml"))
        self.page.get_by_label("Elements to cover").select_option("none")
        self.settle()
        check(self)
        self.assertIn("snapshot", self.sentence("source"))
        self.assertTrue(self.page.locator("#original-report").is_hidden())

    def test_what_the_server_says_is_told_by_the_button_and_goes_once_it_succeeds(self):
        self.load("web-profile.png")
        self.draw(100, 100, 200, 100)
        self.settle()
        self.answer(503, type="urn:snapveil:problem:overloaded", detail="The server is busy.")
        check(self)
        self.assertEqual(self.sentence("general"), "The server is busy.")
        # The rules of a check are not the regions that were drawn.
        self.answer(422, type="urn:snapveil:problem:detector-missing", detail="No models.", pointer="/rules/0/target")
        check(self)
        self.assertEqual(self.sentence("looking"), "No models.")
        self.assertEqual(len(self.regions()), 1)
        self.page.unroute("**/v1/check")
        check(self)
        self.assertTrue(self.page.locator("[data-problem=looking]").is_hidden())
        self.assertIn("5 e-mail addresses", Report(self, "original").verdict())


class KeyTests(LookingTest):
    expected_complaints = ("401", "403")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.demand_key(KEY)
        cls.options += ("--models", MODELS, "--policy-only")

    def unlock(self):
        """Gives the page its key."""
        self.page.get_by_label("Key", exact=True).fill(KEY)
        self.page.get_by_role("button", name="Use this key").click()
        self.page.get_by_role("dialog").wait_for(state="hidden")

    def test_a_server_with_keys_and_policies_of_its_own_alone_checks(self):
        self.unlock()
        self.load("web-profile.png")
        check(self)
        self.assertIn("5 e-mail addresses", Report(self, "original").verdict())

    def test_words_that_are_hidden_are_not_sent(self):
        self.unlock()
        self.page.click("#sample")
        self.page.get_by_text("A policy by name").click()
        self.settle()
        check(self)
        self.assertIn("1 QR code and 1 element of the page source.", Report(self, "original").verdict())


class WithoutModelsTests(BrowserTest):
    def test_a_server_without_models_looks_for_elements_and_says_that_it_does_no_more(self):
        self.page.click("#sample")
        self.page.wait_for_selector(".found.element")
        self.redact()
        check(self)
        original, result = Report(self, "original"), Report(self, "result")
        self.assertEqual(original.verdict(), "Found: 1 card number, 1 IBAN, 1 e-mail address and 5 elements of the page source.")
        self.assertIn("only for sensitive elements in the page source. This server has no models. Start it with --models", original.place.inner_text())
        self.assertEqual(result.verdict(), "Not checked: the server has no models.")

    def test_without_a_page_source_either_nothing_is_sent(self):
        self.load("web-profile.png")
        check(self)
        self.assertFalse([request.url for request in self.requests if "/v1/check" in request.url])
        verdict = Report(self, "original").verdict()
        self.assertEqual(verdict, "Not checked: the server has no models.")
        self.assertIn(verdict, self.page.locator("#status").inner_text())
