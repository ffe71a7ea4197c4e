"""Keys, the policy of the page, and a server without it."""

import re
import unittest
import urllib.error
import urllib.request

from support import BrowserTest, Server

KEY = "correct-horse-battery"


class KeyTests(BrowserTest):
    expected_complaints = ("401",)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.demand_key(KEY)

    def test_the_page_asks_for_a_key_and_keeps_it_in_memory_alone(self):
        dialog = self.page.get_by_role("dialog")
        dialog.wait_for()
        self.page.get_by_label("Key", exact=True).fill("wrong-wrong-wrong-wrong")
        self.page.get_by_role("button", name="Use this key").click()
        problem = self.page.locator("[data-problem=key]")
        problem.wait_for(state="visible")
        self.assertIn("Send one of the server's keys", problem.inner_text())
        self.page.get_by_label("Key", exact=True).fill(KEY)
        self.page.get_by_role("button", name="Use this key").click()
        dialog.wait_for(state="hidden")
        self.load("web-profile.png")
        self.redact()
        stored = self.page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])")
        self.assertNotIn(KEY, stored)
        self.assertNotIn(KEY, self.page.content())
        self.assertEqual(self.page.evaluate("document.querySelector('#key').value"), "")
        self.assertIn("$SNAPVEIL_KEY", self.page.locator("#code").inner_text())
        self.page.reload()
        dialog.wait_for()


class PolicyTests(BrowserTest):
    expected_complaints = ("CSP", "Content Security Policy", "TrustedHTML", "Refused", "TrustedScript", "violates")

    def test_nothing_is_loaded_from_elsewhere(self):
        self.page.click("#sample")
        self.redact()
        for request in self.requests:
            self.assertTrue(request.url.startswith((self.server.url, "blob:", "data:")), request.url)
        self.assertEqual(self.complaints, [])

    def test_what_is_injected_does_not_run_and_reaches_nobody(self):
        heard = self.page.evaluate(
            """async () => {
                const violations = [];
                addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
                const script = document.createElement("script");
                try { script.textContent = "window.ran = true"; document.body.append(script); } catch { }
                try { document.body.innerHTML += "<img src=x onerror='window.ran = true'>"; } catch { }
                const frame = document.createElement("iframe");
                frame.src = "https://example.org/";
                document.body.append(frame);
                await fetch("https://example.org/").catch(() => {});
                await new Promise((done) => setTimeout(done, 300));
                return { violations, ran: window.ran === true };
            }"""
        )
        self.assertFalse(heard["ran"])
        for directive in ("require-trusted-types-for", "frame-src", "connect-src"):
            self.assertIn(directive, heard["violations"])


class FieldTests(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.stop)

    def get(self, path, **fields):
        request = urllib.request.Request(self.server.url + path, headers=fields)
        return urllib.request.urlopen(request)

    def test_a_page_of_another_origin_can_neither_frame_the_page_nor_read_it(self):
        with self.get("/") as reply:
            policy = reply.headers["Content-Security-Policy"]
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertIn("default-src 'none'", policy)
            self.assertNotIn("unsafe", policy)
            self.assertEqual(reply.headers["Cross-Origin-Resource-Policy"], "same-origin")
            self.assertEqual(reply.headers["Cross-Origin-Opener-Policy"], "same-origin")
            self.assertEqual(reply.headers["Referrer-Policy"], "no-referrer")
            self.assertEqual(reply.headers["X-Content-Type-Options"], "nosniff")
            self.assertNotIn("Access-Control-Allow-Origin", reply.headers)

    def test_the_page_is_four_files(self):
        with self.get("/") as reply:
            page = reply.read().decode()
        files = sorted(re.findall(r'"/playground/([a-z.]+)"', page))
        self.assertEqual(files, ["main.js", "style.css", "theme.js"])


class OffTests(unittest.TestCase):
    def test_there_is_no_page_where_it_is_switched_off(self):
        server = Server("--no-playground")
        self.addCleanup(server.stop)
        for path in ("/", "/playground/main.js"):
            with self.assertRaises(urllib.error.HTTPError) as caught:
                urllib.request.urlopen(server.url + path)
            self.assertEqual(caught.exception.code, 404)
            caught.exception.close()
