"""What goes wrong is told in the server's own words beside what caused it, and the work stays."""

import json
import pathlib
import tempfile
import unittest
import urllib.error
import urllib.request

from support import SCREENS, BrowserTest


class RefusalTests(BrowserTest):
    expected_complaints = ("the server responded with a status of", "net::ERR")

    def detail(self, query, body):
        """The server's own sentence."""
        request = urllib.request.Request(f"{self.server.url}/v1/sanitize?{query}", body, {"Content-Type": "image/png"})
        try:
            urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            return json.load(error)["detail"]
        raise AssertionError("the server took it")

    def problem(self, name):
        box = self.page.locator(f"[data-problem={name}]")
        box.wait_for(state="visible")
        return box.locator(".sentence").inner_text()

    def no_result(self):
        self.assertTrue(self.page.locator("#outcome-full").is_hidden())
        self.assertIsNone(self.page.locator("#result").get_attribute("src"))

    def test_a_file_that_is_no_picture(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory, "notes.png")
            path.write_bytes(b"These are notes.")
            self.page.set_input_files("#picture-file", str(path))
            sentence = self.detail("style=veil", path.read_bytes())
            self.assertEqual(self.problem("drop"), f"notes.png: {sentence}")
        self.load("web-profile.png")

    def test_a_parameter_that_cannot_be_used_is_told_beside_its_control(self):
        self.load("web-profile.png")
        self.page.get_by_role("radio", name="Blur obscures").check(force=True)
        self.draw(100, 100, 200, 100)
        self.page.locator("#parameter-radius").fill("-4")
        sentence = self.detail("style=blur&radius=-4", (SCREENS / "web-profile.png").read_bytes())
        self.assertEqual(self.problem("radius"), sentence)
        self.assertEqual(self.page.locator("#parameter-radius").get_attribute("aria-invalid"), "true")
        self.page.get_by_role("button", name="Redact", exact=True).click()
        self.assertEqual(self.problem("radius"), sentence)
        self.no_result()
        self.page.locator("#parameter-radius").fill("8")
        self.page.wait_for_selector("#forecast .obscured")
        self.assertTrue(self.page.locator("[data-problem=radius]").is_hidden())

    def test_a_region_outside_of_another_screenshot_is_named(self):
        self.load("ios-login.png", "web-profile.png")
        self.draw(100, 100, 200, 100)
        self.draw(100, 2000, 300, 100)
        self.page.get_by_role("button", name="web-profile.png, open").click()
        self.page.wait_for_selector("[data-problem=region]:not([hidden])")
        self.assertRegex(self.problem("region"), r"^Region 2: The region lies outside the snapshot")
        self.assertEqual(self.page.locator("#region-list .wrong").count(), 1)
        self.assertEqual(len(self.regions()), 2)

    def test_a_demand_that_the_style_does_not_meet(self):
        self.load("web-profile.png")
        self.page.get_by_role("radio", name="Mosaic obscures").check(force=True)
        self.page.locator(".more > summary").click()
        self.page.get_by_label("Refuse covers that can be undone").check()
        body = (SCREENS / "web-profile.png").read_bytes()
        self.assertEqual(self.problem("style"), self.detail("style=pixelate&block=24&minimumAssurance=erased", body))

    def test_where_the_server_explains_a_problem_a_link_leads_there(self):
        self.load("web-profile.png")
        problem = {"type": "urn:snapveil:problem:x", "detail": "It does not work.", "help": "/help#x"}
        self.page.route("**/v1/sanitize*", lambda route: route.fulfill(
            status=422, content_type="application/problem+json", body=json.dumps(problem)))
        self.page.get_by_role("button", name="Redact", exact=True).click()
        self.assertEqual(self.problem("general"), "It does not work.")
        link = self.page.get_by_role("link", name="More about this")
        self.assertEqual(link.get_attribute("href"), f"{self.server.url}/help#x")

    def test_a_refusal_after_a_result_leaves_no_result(self):
        self.load("web-profile.png")
        self.redact()
        self.page.locator("#parameter-radius").fill("0")
        self.page.get_by_role("button", name="Redact", exact=True).click()
        self.page.wait_for_selector("#outcome-full", state="hidden")
        self.no_result()

    def test_a_server_that_goes_away_is_told_and_the_work_stays(self):
        self.load("web-profile.png")
        self.draw(100, 100, 200, 100)
        self.page.wait_for_selector("#forecast .badge")
        self.server.process.kill()
        self.server.process.wait()
        before = self.regions()
        self.page.get_by_role("button", name="Redact", exact=True).click()
        self.assertIn("The server does not answer.", self.problem("general"))
        self.no_result()
        self.assertEqual(self.regions(), before)

    def test_a_reply_that_is_no_picture_is_not_shown(self):
        self.load("web-profile.png")
        body = b"--b\r\nContent-Type: image/png\r\nContent-Disposition: attachment; name=\"image\"\r\n\r\nno\r\n--b\r\n" \
            b"Content-Type: application/json\r\nContent-Disposition: attachment; name=\"receipt\"\r\n\r\n{}\r\n--b--\r\n"
        self.page.route("**/v1/sanitize*", lambda route: route.fulfill(
            status=200, headers={"Content-Type": "multipart/mixed; boundary=b"}, body=body))
        self.page.get_by_role("button", name="Redact", exact=True).click()
        self.assertIn("cannot show", self.problem("general"))
        self.no_result()


class SmallServerTests(RefusalTests):
    options = ("--max-pixels", "1000000")

    def test_a_picture_over_the_limits(self):
        self.load("ios-login.png")
        sentence = self.detail("style=veil", (SCREENS / "ios-login.png").read_bytes())
        self.assertEqual(self.problem("picture"), sentence)
        self.page.get_by_role("button", name="Redact", exact=True).click()
        self.assertEqual(self.problem("picture"), sentence)
        self.no_result()


class SmallBodyTests(RefusalTests):
    options = ("--max-body-bytes", "50000")

    def test_a_body_over_the_limits(self):
        self.load("ios-login.png")
        self.assertRegex(self.problem("picture"), r"\d")
        self.no_result()


# Only what these two add: the rest was tested above.
for case in (SmallServerTests, SmallBodyTests):
    for name in dir(RefusalTests):
        if name.startswith("test_"):
            setattr(case, name, None)
