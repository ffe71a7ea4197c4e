"""A sealed picture is opened in the browser alone, and each that is not says why."""

import io

import pyrage
from axe_playwright_python.sync_playwright import Axe
from PIL import Image

from sealing import RECEIPT, RECTANGLES, SealedScreen, seal
from support import DESKTOP, PHONE, SCREENS, BrowserTest

NARROW = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}


class SealedTest(BrowserTest):
    """A test with the view open, and a sealed screen."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.screen = SealedScreen()
        cls.identity = pyrage.x25519.Identity.generate()
        cls.sealed = seal(cls.screen.content(), cls.identity)

    def setUp(self):
        super().setUp()
        self.open_view()

    def open_view(self):
        self.page.get_by_role("button", name="Open sealed").click()
        self.page.wait_for_selector("#unseal:not([hidden])")

    def choose(self, place, data, name):
        self.page.set_input_files(f"#unseal-file-{place}", {"name": name, "mimeType": "", "buffer": data})

    def give(self, picture=None, sealed=None, identity=None):
        """Chooses the files, and pastes the identity, but does not open anything."""
        self.choose("picture", picture or self.screen.picture, "safe.png")
        self.choose("sealed", sealed or self.sealed, "safe.png.age")
        self.page.locator("#unseal-identity").fill(identity or str(self.identity))

    def press(self):
        self.page.get_by_role("button", name="Open", exact=True).click()

    def restored(self):
        """The picture as it is saved."""
        self.page.wait_for_selector("#restored")
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="Save as PNG").click()
        self.assertEqual(download.value.suggested_filename, "safe-restored.png")
        return Image.open(download.value.path()).convert("RGBA")

    def assert_restored(self):
        self.assertEqual(self.restored().tobytes(), self.screen.original.tobytes())

    def problem(self, place):
        box = self.page.locator(f"[data-problem=unseal-{place}]")
        box.wait_for(state="visible")
        self.assertEqual(self.page.locator("#restored").count(), 0)
        self.assertEqual(self.page.locator("#unseal-identity").input_value(), "")
        return box.locator(".sentence").inner_text()


class OpeningTests(SealedTest):
    def test_the_pixels_are_those_of_the_original(self):
        self.give()
        self.press()
        self.page.wait_for_selector("#restored")
        self.assertEqual(self.page.evaluate("document.activeElement.id"), "unsealed")
        self.assert_restored()
        facts = self.page.locator("#unsealed-facts").inner_text()
        for words in ("3 rectangles were put back.", "Nothing left this browser", "snapveil unseal", "The policy was tests.", "3 areas were covered.", "Erased"):
            self.assertIn(words, facts)
        self.assertIn("The picture is restored. 3 rectangles were put back.", self.page.locator("#status").inner_text())

    def test_an_armoured_file_and_an_identity_file_with_comments_and_others(self):
        other = pyrage.x25519.Identity.generate()
        self.give(sealed=seal(self.screen.content(), other, self.identity, armored=True), identity="AGE-SECRET-KEY-1WRONG")
        lines = ["# created: today", f"# public key: {self.identity.to_public()}", str(pyrage.x25519.Identity.generate()), str(self.identity)]
        self.choose("identity", "\n".join(lines).encode(), "keys.txt")
        self.assertEqual(self.page.locator("#unseal-identity").input_value(), "")
        self.assertIn("keys.txt", self.page.locator("#unseal-identity-name").inner_text())
        self.press()
        self.assert_restored()
        self.assertNotIn("keys.txt", self.page.content())

    def test_nothing_leaves_the_browser_or_stays_in_it(self):
        self.requests.clear()
        asked = "performance.getEntriesByType('resource').length"
        before = self.page.evaluate(asked)
        session = self.page.context.new_cdp_session(self.page)
        session.send("Network.enable")
        sent = []
        session.on("Network.requestWillBeSent", lambda event: sent.append(event["request"]["url"]))
        address = self.page.url
        self.give()
        self.press()
        self.assert_restored()
        foreign = [url for url in [*sent, *(request.url for request in self.requests)] if not url.startswith("blob:")]
        self.assertEqual(foreign, [])
        self.assertEqual(self.page.evaluate(asked), before)
        self.assertEqual(self.page.url, address)
        stored = self.page.evaluate(
            """async () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie,
                await indexedDB.databases(), await caches.keys()])"""
        )
        self.assertEqual(stored, '[{},{},"",[],[]]')
        self.assertEqual(self.page.locator("#unseal-identity").input_value(), "")
        self.assertNotIn(str(self.identity), self.page.content())

    def test_the_field_for_the_identity_hides_it_and_no_browser_fills_it_in(self):
        field = self.page.locator("#unseal-identity")
        self.assertEqual([field.get_attribute(name) for name in ("type", "autocomplete", "spellcheck", "name")], ["password", "off", "false", None])

    def test_another_file_takes_the_restored_picture_away_and_clearing_takes_all(self):
        self.give()
        self.press()
        self.page.wait_for_selector("#restored")
        self.choose("sealed", self.sealed, "other.age")
        self.assertEqual(self.page.locator("#restored").count(), 0)
        self.page.locator("#unseal-identity").fill("x")
        self.page.get_by_role("button", name="Clear all").click()
        self.assertEqual(self.page.locator("#unseal-identity").input_value(), "")
        self.assertEqual(self.page.locator("#unseal-sealed-name").inner_text(), "The file beside it, such as safe.png.age.")
        self.press()
        self.assertEqual(self.problem("picture"), "Choose the redacted picture.")

    def test_a_newer_choice_abandons_what_is_under_way(self):
        self.give(sealed=seal(b"x" * 16_000_000, self.identity))
        self.page.evaluate(
            """() => { document.querySelector("#unseal-open").click(); document.querySelector("#unseal-clear").click(); }"""
        )
        self.page.wait_for_timeout(1500)
        self.assertEqual(self.page.locator("#unseal .problem:visible").count(), 0)
        self.assertIsNone(self.page.locator("#unseal-open").get_attribute("aria-busy"))
        self.give()
        self.press()
        self.assert_restored()

    def test_the_page_lives_while_a_large_file_is_opened(self):
        self.give(sealed=seal(b"x" * 16_000_000, self.identity))
        longest = self.page.evaluate(
            """async () => {
                let last = performance.now(), longest = 0, isOver = false;
                document.querySelector("#unseal-open").click();
                while (document.querySelector("#unseal-open").ariaBusy) {
                    await new Promise((done) => setTimeout(done));
                    longest = Math.max(longest, performance.now() - last);
                    last = performance.now();
                }
                return longest;
            }"""
        )
        self.assertIn("Snapveil did not seal it", self.problem("sealed"))
        self.assertLess(longest, 400)


class DropTests(BrowserTest):
    """Sealed files and identities that are dropped on the page are never sent, whichever view is open."""

    def drop(self, *files):
        self.page.evaluate(
            """(files) => {
                const data = new DataTransfer();
                for (const [name, type, text] of files) data.items.add(new File([text], name, { type }));
                dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
            }""",
            [list(file) for file in files],
        )

    def test_a_sealed_file_or_an_identity_opens_the_view(self):
        for file in [("safe.png.age", "", "age-encryption.org/v1\n"), ("x", "", "-----BEGIN AGE ENCRYPTED FILE-----\n"), ("key.txt", "text/plain", "# mine\nAGE-SECRET-KEY-1X\n")]:
            with self.subTest(file[0]):
                self.open()
                self.page.click("#sample")
                self.page.wait_for_selector("#workspace:not([hidden])")
                self.page.wait_for_load_state("networkidle")
                self.requests.clear()
                self.drop(file)
                self.page.wait_for_selector("#unseal:not([hidden])")
                self.assertTrue(self.page.locator("#workspace").is_hidden())
                self.assertIn(file[0], self.page.locator("#unseal").inner_text())
                self.page.wait_for_timeout(300)
                self.assertEqual([request.url for request in self.requests], [])
                self.page.get_by_role("button", name="Back").click()
                self.assertTrue(self.page.locator("#workspace").is_visible())
                self.assertEqual(self.page.evaluate("document.activeElement.id"), "open-sealed")

    def test_files_go_where_they_belong_and_others_are_named(self):
        self.page.get_by_role("button", name="Open sealed").click()
        self.drop(("safe.png", "image/png", "x"), ("safe.age", "", "x"), ("a.key", "", "AGE-SECRET-KEY-1X"))
        self.until("document.querySelector('#unseal-identity-name').textContent.startsWith('a.key')")
        self.assertIn("safe.png ·", self.page.locator("#unseal-picture-name").inner_text())
        self.assertIn("safe.age ·", self.page.locator("#unseal-sealed-name").inner_text())
        self.drop(("notes.pdf", "application/pdf", "x"))
        problem = self.page.locator("[data-problem=unseal-general]")
        problem.wait_for(state="visible")
        self.assertEqual(problem.inner_text(), "notes.pdf is neither a picture nor a sealed file nor an identity.")


class RefusalTests(SealedTest):
    def refuse(self, place, sentence, **given):
        self.give(**given)
        self.press()
        self.assertEqual(self.problem(place), sentence)
        expected = {"picture": "unseal-choose-picture", "sealed": "unseal-choose-sealed", "identity": "unseal-identity"}[place]
        self.assertEqual(self.page.evaluate("document.activeElement.id"), expected)

    def changed(self, **changes):
        return seal(self.screen.content(**changes), self.identity)

    def test_what_is_missing_is_asked_for(self):
        self.press()
        self.assertEqual(self.problem("picture"), "Choose the redacted picture.")
        self.choose("picture", self.screen.picture, "safe.png")
        self.press()
        self.assertEqual(self.problem("sealed"), "Choose the sealed file.")
        self.choose("sealed", self.sealed, "safe.png.age")
        self.press()
        self.assertEqual(self.problem("identity"), "Paste an identity, or choose a file with some.")
        self.assertEqual(self.page.locator("#unseal-identity").get_attribute("aria-invalid"), "true")

    def test_identities(self):
        other = pyrage.x25519.Identity.generate()
        self.refuse("identity", "The identity does not open this file: it is sealed to other recipients.", identity=str(other))
        self.refuse(
            "identity",
            "Line 1 is a recipient, which anyone may know and which opens nothing. Give the identity that belongs to it: it begins with AGE-SECRET-KEY-1.",
            identity=str(self.identity.to_public()),
        )
        text = str(self.identity)
        self.refuse("identity", "The identity in line 1 has a wrong checksum: a character is missing or is another one.", identity=text[:-1])
        self.give()
        self.choose("identity", pyrage.passphrase.encrypt(text.encode(), "correct horse"), "key.age")
        self.press()
        self.assertEqual(
            self.problem("identity"),
            "The identity is itself encrypted, with a passphrase or a key, which this page cannot undo: decrypt it first with age -d, or use snapveil unseal.",
        )
        self.give()
        self.choose("identity", f"# one\n# two\n{text[:30]}b{text[31:]}".encode(), "key.txt")
        self.press()
        self.assertEqual(self.problem("identity"), "The identity in line 3 mixes upper and lower case, as at place 31.")

    def test_files_that_are_not_as_they_were_sealed(self):
        self.refuse("sealed", "This is not an age file. The sealed file has a name such as safe.png.age.", sealed=self.screen.picture)
        changed = bytearray(self.sealed)
        digest = self.sealed.index(b"\n--- ") + 5
        # Another character of base64, whatever the random one is.
        changed[digest] = ord("B") if changed[digest] == ord("A") else ord("A")
        self.refuse("sealed", "The header of the sealed file was changed.", sealed=bytes(changed))
        count = -(-len(self.sealed) // 65552)
        payload = self.sealed.index(b"\n--- ") + 49
        self.refuse(
            "sealed", "The sealed file is cut: parts at its end are missing.", sealed=self.sealed[: payload + 16 + 65552 * 2]
        )
        self.refuse(
            "sealed",
            f"The sealed file is cut or was changed: the last of its {count} parts of 64 KiB is not as it was sealed.",
            sealed=self.sealed[:-1],
        )
        changed = bytearray(self.sealed)
        changed[payload + 30] ^= 1
        self.refuse(
            "sealed",
            f"The sealed file was changed: part 1 of its {count} parts of 64 KiB is not as it was sealed.",
            sealed=bytes(changed),
        )
        self.refuse(
            "sealed",
            "The file is encrypted with a passphrase, which this page cannot undo. Use age -d.",
            sealed=pyrage.passphrase.encrypt(b"x", "correct horse"),
        )

    def test_content_that_is_not_as_snapveil_seals_it(self):
        self.refuse(
            "sealed", "The file opens, but Snapveil did not seal it: there is no picture in it. Use age -d.", sealed=seal(b"a letter", self.identity)
        )
        self.refuse(
            "sealed",
            "The file is of a newer version of Snapveil than this page reads. Use a newer server or snapveil unseal.",
            sealed=self.changed(version="2"),
        )
        malformed = "The sealed content is malformed: it "
        outside = [{"x": 1279, "y": 0, "width": 2, "height": 1, "png": 1}]
        self.refuse("sealed", f"{malformed}has a rectangle 1 that lies outside of the picture.", sealed=self.changed(rectangles=outside))
        self.refuse("sealed", f"{malformed}has bytes behind its last rectangle.", sealed=seal(self.screen.content() + b"x", self.identity))
        self.refuse("sealed", f"{malformed}lacks bytes of rectangle 3.", sealed=seal(self.screen.content()[:-1], self.identity))
        places = [dict(zip(("x", "y", "width", "height"), place), png=len(png)) for place, png in zip(RECTANGLES, self.screen.pngs)]
        places[1]["width"] = 2
        self.refuse(
            "sealed",
            "The sealed content is malformed: the PNG of rectangle 2 has another size than its rectangle.",
            sealed=self.changed(rectangles=places),
        )

    def test_a_picture_that_is_not_the_sealed_one(self):
        sentence = "This is not the picture that was sealed, or not the file as it was written: a copy that another program has saved is another file."
        self.refuse("picture", sentence, picture=(SCREENS / "web-profile.png").read_bytes())
        again = io.BytesIO()
        Image.open(io.BytesIO(self.screen.picture)).save(again, "PNG", compress_level=1)
        self.refuse("picture", sentence, picture=again.getvalue())


class ReceiptTests(SealedTest):
    def show(self, receipt):
        screen = SealedScreen(receipt)
        self.give(sealed=seal(screen.content(), self.identity))
        self.press()
        self.page.wait_for_selector("#restored")
        return self.page.locator("#unsealed-facts")

    def test_a_receipt_that_somebody_made_up_is_text_and_nothing_else(self):
        markup = "<img src=x onerror=alert(1)>"
        facts = self.show({**RECEIPT, "policy": markup, "warnings": [markup]})
        self.assertIn(f"The policy was {markup}.", facts.inner_text())
        self.assertEqual(facts.locator("img").count(), 0)
        for receipt in [{**RECEIPT, "assurance": "drop-veil-all"}, {**RECEIPT, "covered": 3}, {**RECEIPT, "covered": [{"assurance": "constructor"}]}, [], 7, {**RECEIPT, "models": 7, "detected": True}]:
            with self.subTest(receipt):
                facts = self.show(receipt)
                self.assertEqual(facts.locator(".drop-veil-all, .constructor").count(), 0)
                self.assertIn("The receipt as JSON", facts.inner_text())
        screen = SealedScreen()
        screen.receipt = b"{"
        self.give(sealed=seal(screen.content(), self.identity))
        self.press()
        self.page.wait_for_selector("#restored")
        self.assertIn("It is no JSON, and not shown.", self.page.locator("#unsealed-facts").inner_text())


    def test_a_receipt_that_its_indentation_would_make_a_hundred_times_longer_is_not_shown(self):
        for depth, count in ((200, 1_000_000), (100_000, 1)):
            with self.subTest(depth):
                screen = SealedScreen()
                screen.receipt = b"[" * depth + b",".join([b"1"] * count) + b"]" * depth
                self.give(screen.picture, seal(screen.content(), self.identity))
                self.press()
                self.page.wait_for_selector("#restored")
                facts = self.page.locator("#unsealed-facts")
                self.assertIn("nested too deeply", facts.text_content())
                self.assertLess(len(facts.text_content()), 1000)


class UnableTests(BrowserTest):
    """Browsers, and addresses, without the cryptography for it."""

    def explanation(self, script):
        self.page.add_init_script(script)
        self.page.reload()
        self.page.wait_for_selector("html[data-ready]")
        self.page.get_by_role("button", name="Open sealed").click()
        box = self.page.locator("#unseal-missing")
        box.wait_for(state="visible")
        self.assertTrue(self.page.locator("#unseal-open").is_disabled())
        return box.inner_text()

    def test_plain_http_from_elsewhere(self):
        text = self.explanation(
            "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });"
            "Object.defineProperty(globalThis, 'isSecureContext', { value: false });"
        )
        self.assertEqual(
            text,
            "This page came over plain HTTP from another machine, and browsers keep their cryptography from such pages. "
            "Open it over HTTPS or from http://localhost, or use snapveil unseal or age -d instead.",
        )

    def test_a_browser_without_x25519(self):
        text = self.explanation("SubtleCrypto.prototype.generateKey = async () => { throw new DOMException('', 'NotSupportedError'); };")
        self.assertEqual(
            text,
            "This browser's cryptography does not have X25519, the kind of keys that age uses. "
            "Update the browser, or use snapveil unseal or age -d instead.",
        )


class SealedAccessTests(SealedTest):
    def check(self, where):
        found = Axe().run(self.page)
        report = [f"{violation['id']}: {node['target']}: {node.get('failureSummary', '')}" for violation in found.response["violations"] for node in violation["nodes"]]
        self.assertEqual(report, [], where)

    def test_axe_finds_no_violation_in_either_theme(self):
        for device in (DESKTOP, PHONE):
            for theme in ("light", "dark"):
                with self.subTest(theme=theme, width=device["viewport"]["width"]):
                    self.open(color_scheme=theme, **device)
                    self.open_view()
                    self.check("the view")
                    self.press()
                    self.problem("picture")
                    self.give(identity="x")
                    self.press()
                    self.problem("identity")
                    self.check("a problem")
                    self.give()
                    self.press()
                    self.page.wait_for_selector("#restored")
                    self.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                    self.check("the restored picture")

    def test_it_fits_the_narrowest_phone(self):
        self.open(**NARROW)
        width = "Math.max(innerWidth, document.documentElement.scrollWidth)"
        self.assertEqual(self.page.evaluate(width), 360)
        self.open_view()
        self.give()
        self.page.get_by_role("button", name="Open", exact=True).tap()
        self.page.wait_for_selector("#restored")
        self.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        self.assertEqual(self.page.evaluate(width), 360)
        small = self.page.evaluate(
            """() => [...document.querySelectorAll("button, select, input")].filter((e) => e.checkVisibility() && !e.matches(".visually-hidden"))
                .filter((e) => { const box = e.getBoundingClientRect(); return box.height < 24 || box.width < 24; }).map((e) => e.id)"""
        )
        self.assertEqual(small, [])

    def test_it_is_used_by_keys_alone(self):
        self.page.keyboard.press("Tab")
        seen = []
        for _ in range(7):
            seen.append(self.page.evaluate("document.activeElement.id"))
            self.page.keyboard.press("Tab")
        self.assertEqual(
            seen,
            ["unseal-back", "unseal-choose-picture", "unseal-choose-sealed", "unseal-identity", "unseal-choose-identity", "unseal-open", "unseal-clear"],
        )
        self.give()
        self.page.locator("#unseal-identity").focus()
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("#restored")
        self.page.keyboard.press("Tab")
        self.assertEqual(self.page.evaluate("document.activeElement.id"), "save-restored")

