"""Page sources: what they name is outlined before anything is redacted."""

import json
import urllib.request

from support import SCREENS, BrowserTest


class SourceTests(BrowserTest):
    def outlines(self):
        return self.page.locator(".found.element").count()

    def test_what_a_page_source_names_is_outlined_and_then_covered(self):
        self.load("ios-login.png", "ios-login.xml")
        self.page.wait_for_selector(".found.element")
        sensitive = self.outlines()
        self.assertEqual(sensitive, self.page.locator("#matches li").count())
        self.page.get_by_label("Elements to cover").select_option("all-text")
        self.until(f"document.querySelectorAll('.found.element').length > {sensitive}")
        self.page.get_by_label("Elements to cover").select_option("xpath")
        self.page.get_by_label("XPath").fill("//XCUIElementTypeSecureTextField")
        self.until("document.querySelectorAll('.found.element').length === 1")
        self.redact()
        self.assertIn("1 area was covered. 1 element of the page source matched.", self.page.locator("#receipt").inner_text())
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="Download page source").click()
        self.assertIn("[redacted]", download.value.path().read_text(encoding="utf-8"))

    def test_boxes_of_playwright_are_a_page_source_too(self):
        boxes = json.loads((SCREENS / "web-profile.boxes.json").read_text())
        source = json.dumps({"viewport": {"width": 1280, "height": 720, "scale": 1}, "boxes": boxes})
        self.load("web-profile.png")
        self.page.set_input_files(
            "#source-file", {"name": "boxes.json", "mimeType": "application/json", "buffer": source.encode()}
        )
        self.page.wait_for_selector(".found.element")
        self.redact()
        self.assertIn("Erased", self.page.locator("#receipt").inner_text())

    def test_a_page_source_of_another_screen_is_refused_beside_it_and_the_work_stays(self):
        self.expected_complaints = ("422",)
        self.load("web-profile.png")
        self.draw(100, 100, 200, 100)
        before = self.regions()
        self.page.set_input_files("#source-file", str(SCREENS / "ios-login.xml"))
        problem = self.page.locator("[data-problem=source]:not([hidden])")
        problem.wait_for()
        self.assertEqual(problem.locator(".sentence").inner_text(), self.sentence())
        self.page.get_by_role("button", name="Redact", exact=True).click()
        problem.wait_for()
        self.assertTrue(self.page.locator("#outcome-full").is_hidden())
        self.assertEqual(self.regions(), before)
        self.page.get_by_role("button", name="Remove", exact=True).click()
        self.redact()

    def sentence(self):
        """What the server says of the two files by itself."""
        boundary = "b0undary"
        policy = {"rules": [{"target": {"elements": "sensitive"}, "style": {"veil": {}}}]}
        parts = [
            ("image", (SCREENS / "web-profile.png").read_bytes()),
            ("hierarchy", (SCREENS / "ios-login.xml").read_bytes()),
            ("policy", json.dumps(policy).encode()),
        ]
        body = b"".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + content + b"\r\n"
            for name, content in parts
        )
        request = urllib.request.Request(
            f"{self.server.url}/v1/sanitize", body + f"--{boundary}--\r\n".encode(),
            {"Content-Type": f"multipart/form-data; boundary={boundary}"},
        )
        try:
            urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            return json.load(error)["detail"]
        return None
