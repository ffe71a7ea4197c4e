"""Drawing, moving and resizing regions, and what comes of them."""

import io
import urllib.request

from PIL import Image, ImageChops

from support import SCREENS, BrowserTest


def post(url, path):
    """What the server makes of a file without the page."""
    request = urllib.request.Request(url, path.read_bytes(), {"Content-Type": "application/octet-stream"})
    with urllib.request.urlopen(request) as reply:
        return reply.read()


class DrawingTests(BrowserTest):
    def choose_black(self):
        self.page.get_by_role("radio", name="Colour erases").check(force=True)

    def test_a_drawn_region_is_black_and_every_other_pixel_is_as_it_was(self):
        self.load("ios-login.png")
        self.choose_black()
        self.draw(100, 500, 400, 150)
        [(x, y, width, height)] = self.regions()
        self.assertLess(abs(x - 100) + abs(y - 500) + abs(width - 400) + abs(height - 150), 24)
        self.redact()
        result = self.result()
        original = Image.open(SCREENS / "ios-login.png").convert("RGB")
        expected = original.copy()
        expected.paste((0, 0, 0), (x, y, x + width, y + height))
        difference = ImageChops.difference(Image.open(io.BytesIO(result)).convert("RGB"), expected)
        self.assertIsNone(difference.getbbox())
        query = f"style=fill&color=%23000000&region={x},{y},{width},{height}"
        self.assertEqual(result, post(f"{self.server.url}/v1/sanitize?{query}", SCREENS / "ios-login.png"))
        self.assertIn("Erased", self.page.locator("#receipt").inner_text())

    def test_regions_are_moved_and_resized_by_mouse_and_by_keys_and_taken_back(self):
        self.load("web-profile.png")
        self.draw(200, 200, 300, 100)
        [drawn] = self.regions()
        x, y, width, height = drawn
        start, end = self.on_screen(x + 40, y + 40), self.on_screen(x + 140, y + 90)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=5)
        self.page.mouse.up()
        [moved] = self.regions()
        self.assertEqual(moved[2:], drawn[2:])
        self.assertLess(abs(moved[0] - x - 100) + abs(moved[1] - y - 50), 5)
        corner = self.on_screen(moved[0] + width, moved[1] + height)
        self.page.mouse.move(*corner)
        self.page.mouse.down()
        self.page.mouse.move(corner[0] + 30, corner[1] + 30, steps=5)
        self.page.mouse.up()
        [larger] = self.regions()
        self.assertEqual(larger[:2], moved[:2])
        self.assertGreater(larger[2], moved[2])
        self.assertGreater(larger[3], moved[3])
        for key, change in [
            ("ArrowRight", (10, 0, 0, 0)), ("ArrowUp", (0, -10, 0, 0)), ("Control+ArrowLeft", (-1, 0, 0, 0)),
            ("Shift+ArrowDown", (0, 0, 0, 10)), ("Shift+ArrowLeft", (0, 0, -10, 0)),
        ]:
            [before] = self.regions()
            self.page.keyboard.press(key)
            self.assertEqual(self.regions(), [[a + b for a, b in zip(before, change)]], key)
        self.page.keyboard.press("Delete")
        self.assertEqual(self.regions(), [])
        for _ in range(6):
            self.page.keyboard.press("Control+z")
        self.assertEqual(self.regions(), [larger])
        for _ in range(3):
            self.page.keyboard.press("Control+z")
        self.assertEqual(self.regions(), [])
        self.page.keyboard.press("Control+Shift+z")
        self.assertEqual(self.regions(), [drawn])

    def test_a_region_never_leaves_the_picture(self):
        self.load("web-profile.png")
        self.draw(1200, 650, 60, 60)
        for _ in range(12):
            self.page.keyboard.press("ArrowRight")
            self.page.keyboard.press("Shift+ArrowDown")
        [(x, y, width, height)] = self.regions()
        self.assertEqual((x + width, y + height), (1280, 720))

    def test_nothing_is_sent_while_a_region_is_dragged_and_a_preview_once_it_is_let_go(self):
        self.load("web-profile.png")
        self.page.wait_for_selector("#forecast .badge")
        before = len(self.requests)
        self.page.mouse.move(*self.on_screen(100, 100))
        self.page.mouse.down()
        for step in range(40):
            self.page.mouse.move(*self.on_screen(110 + 10 * step, 110 + 5 * step))
        self.assertEqual(len(self.requests), before)
        with self.page.expect_request("**/v1/sanitize*preview=true"):
            self.page.mouse.up()

    def test_an_area_of_a_jpeg_grows_and_the_page_shows_how_far(self):
        self.load("web-profile.jpg")
        self.draw(203, 203, 100, 50)
        self.page.wait_for_selector(".found.grown")
        [(x, y, width, height)] = self.regions()
        grown = self.page.evaluate(
            "['x', 'y', 'width', 'height'].map(a => Number(document.querySelector('.grown .line').getAttribute(a)))"
        )
        self.assertLessEqual(grown[0], x)
        self.assertGreaterEqual(grown[0] + grown[2], x + width)
        self.assertGreater(grown[2] * grown[3], width * height)

    def test_a_pasted_picture_is_opened(self):
        png = list((SCREENS / "web-profile.png").read_bytes())
        self.page.evaluate(
            "async bytes => navigator.clipboard.write([new ClipboardItem({ 'image/png': "
            "new Blob([new Uint8Array(bytes)], { type: 'image/png' }) })])",
            png,
        )
        self.page.keyboard.press("Control+v")
        self.page.wait_for_selector("#workspace:not([hidden])")
        self.assertIn("1280 × 720", self.page.locator("#picture-meta").inner_text())
        self.redact()
        self.assertEqual(Image.open(io.BytesIO(self.result())).size, (1280, 720))

    def test_several_screenshots_are_redacted_with_the_same_policy(self):
        self.load("ios-login.png", "web-profile.png", "android-checkout.jpg")
        self.choose_black()
        self.draw(50, 50, 200, 100)
        [(x, y, width, height)] = self.regions()
        self.page.get_by_role("button", name="Redact all 3").click()
        self.page.wait_for_selector("#download-all:not([hidden])")
        for name in ["ios-login.png", "web-profile.png", "android-checkout.jpg"]:
            self.page.get_by_role("button", name=f"{name}, redacted").click()
            query = f"style=fill&color=%23000000&region={x},{y},{width},{height}"
            self.assertEqual(self.result(), post(f"{self.server.url}/v1/sanitize?{query}", SCREENS / name))

    def test_a_result_that_is_out_of_date_says_so_and_is_not_downloaded(self):
        self.load("web-profile.png")
        self.draw(100, 100, 100, 100)
        self.redact()
        self.assertTrue(self.page.locator("#outdated").is_hidden())
        self.draw(400, 300, 100, 100)
        self.assertTrue(self.page.locator("#outdated").is_visible())
        self.assertTrue(self.page.get_by_role("button", name="Download", exact=True).is_disabled())
        self.page.keyboard.press("Control+z")
        self.assertTrue(self.page.locator("#outdated").is_hidden())

    def test_the_slider_shows_the_original_over_the_result(self):
        self.load("web-profile.png")
        self.redact()
        self.assertTrue(self.page.locator("#comparison").is_hidden())
        slider = self.page.get_by_role("slider", name="Compare with the original")
        slider.focus()
        for _ in range(50):
            slider.press("ArrowRight")
        self.assertEqual(self.page.locator("#comparison").evaluate("e => e.style.clipPath"), "inset(0px 50% 0px 0px)")
        self.assertTrue(self.page.locator("#tag-original").is_visible())
