"""Everybody can use the page: by keyboard alone, by touch on a phone, with a screen reader, in both themes."""

import io
import time

from axe_playwright_python.sync_playwright import Axe
from PIL import Image

from support import DESKTOP, PHONE, TABLET, BrowserTest


class KeyboardTests(BrowserTest):
    def tab_to(self, description, condition, most=60):
        """Goes to an element by the tab key."""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(f"(e => e && ({condition}))(document.activeElement)"):
                return
        self.fail(f"the tab key does not lead to {description}")

    def test_a_picture_is_redacted_by_keys_alone(self):
        self.tab_to("the sample", "e.id === 'sample'")
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(".found.element")
        self.tab_to("the colour", "e.name === 'style'")
        self.page.keyboard.press("ArrowRight")
        self.assertTrue(self.page.get_by_role("radio", name="Colour erases").is_checked())
        self.tab_to("the button that adds a region", "e.id === 'add-region'")
        self.page.keyboard.press("Enter")
        [before] = self.regions()
        self.assertTrue(self.page.evaluate("document.activeElement.matches('[data-region]')"))
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Shift+ArrowRight")
        [x, y, width, height] = self.regions()[0]
        self.assertEqual([x, y - 10, width - 10, height], before)
        self.tab_to("the button that redacts", "e.id === 'redact'")
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("#outcome-full:not([hidden])")
        self.tab_to("the button that downloads", "e.id === 'download'")
        with self.page.expect_download() as download:
            self.page.keyboard.press("Enter")
        picture = Image.open(download.value.path()).convert("RGB")
        box = picture.crop((x, y, x + width, y + height))
        self.assertEqual(box.getcolors(), [(width * height, (0, 0, 0))])

    def test_every_control_that_has_the_focus_shows_it(self):
        self.page.click("#sample")
        self.page.wait_for_selector(".found.element")
        for _ in range(25):
            self.page.keyboard.press("Tab")
            shows = self.page.evaluate(
                """() => {
                    const e = document.activeElement;
                    const near = e.matches(".style input, .segments input") ? e.closest("label") : e;
                    const marks = [near, ...near.children].map((n) => getComputedStyle(n));
                    return e === document.body || e.closest("svg") !== null
                        || marks.some((s) => s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 0);
                }"""
            )
            self.assertTrue(shows, self.page.evaluate("document.activeElement.outerHTML.slice(0, 120)"))


class TouchTests(BrowserTest):
    device = PHONE

    def swipe(self, start, end):
        """Draws a finger over the screen."""
        session = self.page.context.new_cdp_session(self.page)
        points = [(start[0] + (end[0] - start[0]) * i / 8, start[1] + (end[1] - start[1]) * i / 8) for i in range(9)]
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": points[0][0], "y": points[0][1]}]})
        for x, y in points[1:]:
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
            # A finger that is still moving when it is lifted throws the page, and the next touch stops that.
            time.sleep(0.03)
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": end[0] + 0.5, "y": end[1]}]})
        time.sleep(0.1)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def test_a_region_is_drawn_and_moved_by_a_finger_on_a_phone(self):
        self.load("ios-login.png")
        self.page.get_by_text("Colour", exact=True).tap()
        self.swipe(self.on_screen(150, 600), self.on_screen(800, 900))
        [(x, y, width, height)] = self.regions()
        self.assertLess(abs(width - 650), 30)
        self.swipe(self.on_screen(x + width / 2, y + height / 2), self.on_screen(x + width / 2, y + height / 2 + 400))
        [moved] = self.regions()
        self.assertEqual(moved[2:], [width, height])
        self.assertLess(abs(moved[0] - x), 5)
        self.assertLess(abs(moved[1] - y - 400), 20)
        self.page.get_by_role("button", name="Redact", exact=True).tap()
        self.page.wait_for_selector("#outcome-full:not([hidden])")
        picture = Image.open(io.BytesIO(self.result())).convert("RGB")
        x, y, width, height = moved
        self.assertEqual(picture.crop((x, y, x + width, y + height)).getcolors(), [(width * height, (0, 0, 0))])

    def test_nothing_is_wider_than_the_screen(self):
        self.assertEqual(self.page.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)"), 390)
        self.page.tap("#sample")
        self.page.wait_for_selector(".found.element")
        self.redact()
        self.assertEqual(self.page.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)"), 390)

    def test_what_is_touched_is_large_enough(self):
        self.page.tap("#sample")
        self.redact()
        small = self.page.evaluate(
            """() => [...document.querySelectorAll("button, select, input:not([type=radio], [type=checkbox], [type=range])")]
                .filter((e) => e.checkVisibility() && !e.matches(".visually-hidden"))
                .map((e) => [e.id || e.textContent, e.getBoundingClientRect()])
                .filter(([, box]) => box.height < 24 || box.width < 24).map(([name]) => name)"""
        )
        self.assertEqual(small, [])


class AccessibilityTests(BrowserTest):
    def check(self, where):
        found = Axe().run(self.page)
        report = [
            f"{violation['id']}: {node['target']}: {node.get('failureSummary', '')}"
            for violation in found.response["violations"] for node in violation["nodes"]
        ]
        self.assertEqual(report, [], where)

    def test_axe_finds_no_violation_in_either_theme(self):
        for device in (DESKTOP, PHONE):
            for theme in ("light", "dark"):
                with self.subTest(theme=theme, width=device["viewport"]["width"]):
                    self.open(color_scheme=theme, **device)
                    self.check("the start")
                    self.page.click("#sample")
                    self.page.wait_for_selector(".found.element")
                    self.page.click("#add-region")
                    self.check("the work")
                    self.redact()
                    self.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                    self.check("the result")
                    self.page.get_by_text("A policy by name").click()
                    self.check("policies by name")

    def test_axe_finds_no_violation_where_something_is_wrong(self):
        self.expected_complaints = ("422",)
        for theme in ("light", "dark"):
            self.open(color_scheme=theme, **TABLET)
            self.page.click("#sample")
            self.page.locator("#parameter-radius").fill("-1")
            self.page.wait_for_selector("[data-problem=radius]:not([hidden])")
            self.check(theme)

    def test_the_theme_can_be_chosen_and_is_kept(self):
        shade = "getComputedStyle(document.body).backgroundColor"
        light = self.page.evaluate(shade)
        self.page.get_by_label("Theme").select_option("dark")
        dark = self.page.evaluate(shade)
        self.assertNotEqual(light, dark)
        self.page.reload()
        self.assertEqual(self.page.evaluate(shade), dark)
