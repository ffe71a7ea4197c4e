"""The sample, as it is opened: what is sensitive in it is covered, on any server, and what only names it is not."""

import json

from PIL import ImageChops

from looking_tests import LookingTest, lines_of_the_sample

#: What a person would hide of the sample: lines, and pictures with their left, top, right and bottom.
SENSITIVE = ["balance", "card-number", "card-holder", "iban", "email", "one-time-code"]
PICTURES = {"portrait": (628, 60, 740, 172), "device-code": (544, 1240, 694, 1390)}


class SampleTests(LookingTest):
    """A test without models, as most who try the page have none."""

    options = ()

    def test_what_is_sensitive_is_covered_and_captions_are_not(self):
        original = self.open_sample("sensitive")
        result = self.redact_in_black()
        for name in SENSITIVE:
            count, shown = self.ink(original, result, name)
            self.assertGreater(count, 300, name)
            self.assertEqual(shown, 0, name)
        for name, box in PICTURES.items():
            self.assertGreater(len(original.crop(box).getcolors(100_000)), 1, name)
            self.assertEqual(result.crop(box).getcolors(), [((box[2] - box[0]) * (box[3] - box[1]), (0, 0, 0))], name)
        others = [name for name in lines_of_the_sample() if name not in SENSITIVE]
        self.assertTrue({"iban-caption", "email-caption", "branch", "title"} <= set(others))
        for name in others:
            difference = ImageChops.difference(self.line(original, name), self.line(result, name))
            self.assertIsNone(difference.getbbox(), name)

    def test_words_of_ones_own_are_a_choice_that_is_shown_and_goes_into_the_policy(self):
        self.open_sample("sensitive")
        words = self.page.get_by_label("Also elements named by these words")
        self.assertEqual(words.input_value(), "card holder, portrait")
        self.page.get_by_role("tab", name="Policy, JSON").click()
        [rule] = json.loads(self.page.locator("#code").text_content())["rules"]
        self.assertEqual(rule["target"], {"elements": {"sensitive": {"terms": ["card holder", "portrait"]}}})
        covered = self.page.locator("#matches li")
        self.assertIn("card-holder", covered.all_inner_texts())
        words.fill("branch")
        self.until("[...document.querySelectorAll('#matches li')].some(e => e.textContent === 'branch')")
        self.assertNotIn("card-holder", covered.all_inner_texts())
        words.fill("")
        self.until("document.querySelectorAll('#matches li').length === 6")
        self.page.get_by_label("Elements to cover").select_option("all-text")
        self.assertTrue(words.is_hidden())
