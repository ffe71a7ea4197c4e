"""The page that `snapveil check --format html` writes: what it shows, loads and lets be filtered."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from axe_playwright_python.sync_playwright import Axe

from support import DESKTOP, MODELS, PHONE, PROGRAM, SCREENS, shared_browser


def run(folder, form):
    """The report of a check of the pictures in a folder."""
    command = [str(PROGRAM), "check", ".", "--hierarchies-beside", "--format", form]
    environment = {**os.environ, "SNAPVEIL_MODELS": MODELS}
    return subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def listed(findings):
    """The findings that the page lists: no element of which another one says what it is."""
    known = [finding["rect"] for finding in findings if "matched" in finding and finding["kind"] != "element"]
    return [finding for finding in findings if finding["kind"] != "element" or finding["rect"] not in known]


class ReportTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        pictures = pathlib.Path(folder.name, "pictures")
        pictures.mkdir()
        for name in ("ios-login.png", "ios-login.xml", "android-checkout.png"):
            shutil.copy(SCREENS / name, pictures / name)
        shutil.copy(SCREENS / "web-profile.png", pictures / "\u202e<img src=x onerror=alert(1)>.png")
        (pictures / "broken.png").write_bytes((SCREENS / "web-profile.png").read_bytes()[:999])
        reports = json.loads(run(pictures, "json"))
        cls.findings = {file["file"].split("/")[-1]: listed(file.get("findings", [])) for file in reports}
        cls.report = pathlib.Path(folder.name, "report.html")
        cls.report.write_bytes(run(pictures, "html"))

    def open(self, **settings):
        """Opens the report; what it loads or complains about fails the test."""
        context = shared_browser().new_context(**{**DESKTOP, **settings})
        self.addCleanup(context.close)
        page = context.new_page()
        requests, complaints = [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.goto(self.report.as_uri())
        self.assertEqual([url for url in requests if not url.startswith("data:image/jpeg;")], [self.report.as_uri()])
        self.assertEqual(complaints, [])
        return page

    def file(self, page, name):
        return page.locator("article", has=page.get_by_role("heading", name=name))

    def test_each_finding_has_a_mark_at_its_place_under_the_number_that_it_has_in_the_list(self):
        page = self.open()
        file = self.file(page, "ios-login.png")
        findings = self.findings["ios-login.png"]
        self.assertGreater(len(findings), 6)
        links = file.locator("li > a")
        self.assertEqual(links.all_inner_texts(), [str(number + 1) for number in range(len(findings))])
        picture = file.locator("figure > svg").first.bounding_box()
        self.assertGreater(picture["height"], 500)
        scale = picture["width"] / 1179
        for finding, link in zip(findings, links.all()):
            # The halo is 5 pixels wide, half of them outside.
            box = page.locator(f"{link.get_attribute('href')} .halo").evaluate(
                "(halo) => { const { x, y, width, height } = halo.getBoundingClientRect(); return [x, y, width, height]; }"
            )
            rect = finding["rect"]
            expected = [picture["x"] + rect["x"] * scale, picture["y"] + rect["y"] * scale, rect["width"] * scale, rect["height"] * scale]
            for is_, should in zip(box, expected):
                self.assertAlmostEqual(is_, should, delta=1)

    def test_a_box_leaves_the_findings_of_its_kind_alone_and_all_come_back(self):
        page = self.open()
        items, marks, files = page.locator("li:visible"), page.locator(".mark:visible"), page.locator("article:visible")
        before = (items.count(), marks.count(), files.count())
        self.assertEqual(before, (sum(map(len, self.findings.values())),) * 2 + (4,))
        emails = sum(finding["kind"] == "email" for findings in self.findings.values() for finding in findings)
        codes = sum(finding["kind"] == "oneTimeCode" for findings in self.findings.values() for finding in findings)
        page.get_by_label("E-mail address").check()
        self.assertEqual((items.count(), marks.count()), (emails, emails))
        self.assertEqual({text.split(" ·")[0].split("\n")[0] for text in page.locator("li:visible b").all_inner_texts()}, {"E-mail address"})
        # What failed is no finding, and stays in sight.
        self.assertEqual(files.count(), 3)
        page.get_by_label("One-time code").check()
        self.assertEqual((items.count(), marks.count()), (emails + codes,) * 2)
        page.get_by_role("button", name="Show all").click()
        self.assertEqual((items.count(), marks.count(), files.count()), before)

    def test_marks_show_on_black_and_on_white_and_one_that_is_asked_for_stands_out(self):
        page = self.open()
        mark = page.locator(".mark").first
        colors = "(mark) => ['.halo', '.edge'].map((name) => getComputedStyle(mark.querySelector(name)).stroke)"
        halo, edge = mark.evaluate(colors)
        self.assertEqual((halo, edge), ("rgb(255, 255, 255)", "rgb(196, 0, 47)"))
        page.locator("li > a").first.click()
        self.assertNotEqual(mark.evaluate(colors), [halo, edge])

    def test_names_of_files_are_text(self):
        page = self.open()
        name = "\\u{202E}<img src=x onerror=alert(1)>.png"
        self.assertTrue(self.file(page, name).is_visible())
        self.assertEqual(page.locator("article img").count(), 0)

    def test_it_is_as_readable_in_the_dark_and_as_wide_as_a_phone(self):
        for scheme in ("light", "dark"):
            page = self.open(color_scheme=scheme)
            results = Axe().run(page)
            self.assertEqual(results.violations_count, 0, results.generate_report())
        backgrounds = [self.open(color_scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor") for scheme in ("light", "dark")]
        self.assertNotEqual(*backgrounds)
        phone = self.open(**PHONE)
        self.assertEqual(phone.evaluate("document.documentElement.scrollWidth"), 390)


if __name__ == "__main__":
    unittest.main()
