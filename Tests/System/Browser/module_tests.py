"""What the page computes without a document: the tests of its modules, run by the Node that Playwright brings."""

import pathlib
import subprocess
import unittest

import playwright

MODULES = pathlib.Path(__file__).resolve().parent / "Modules"


class ModuleTests(unittest.TestCase):
    def test_the_modules_pass_their_tests(self):
        node = pathlib.Path(playwright.__file__).parent / "driver/node"
        files = sorted(map(str, MODULES.glob("*.test.mjs")))
        self.assertTrue(files)
        done = subprocess.run([node, "--test", *files], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
