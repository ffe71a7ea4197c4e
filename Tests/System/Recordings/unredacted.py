#!/usr/bin/env python3
"""Stands in for the program, and covers nothing: `check.py unredacted.py` shows which claims can fail. Otherwise as `drawbox.py`."""

import sys

import drawbox

sys.exit(drawbox.main(draws=False))
