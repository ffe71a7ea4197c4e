#!/usr/bin/env python3
"""Tests the playground and the report of a check in a real browser, measures the playground, or takes pictures of it.

    Tests/System/Browser/run.py [.build/release/snapveil] [--measure] [--pictures DIR] [test …]

Without options it runs every test, or those that are named: `drawing_tests`, `code_tests.CodeTests`. Needs what
requirements.txt names, Debian's chromium, curl and nodejs. Status 1 if a test fails, or if a measure is worse than its bound.
"""

import argparse
import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent


def arguments():
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", nargs="?", default=str(HERE.parents[2] / ".build/release/snapveil"))
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--measure", action="store_true", help="measure size, start, drags and previews instead")
    parser.add_argument("--pictures", metavar="DIR", help="take pictures of the page at three sizes in both themes instead")
    return parser.parse_args()


def main():
    """Does what was asked for."""
    options = arguments()
    # Read when the support is imported.
    os.environ["SNAPVEIL"] = options.program
    sys.path.insert(0, str(HERE))
    if options.measure:
        import measures

        return measures.run()
    if options.pictures:
        import pictures

        return pictures.run(pathlib.Path(options.pictures))
    loader = unittest.TestLoader()
    if options.tests:
        suite = loader.loadTestsFromNames(options.tests)
    else:
        suite = loader.discover(str(HERE), pattern="*_tests.py")
    return 0 if unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
