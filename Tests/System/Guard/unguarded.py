#!/usr/bin/env python3
"""Stands in for the program, and guards nothing: `check.py unguarded.py bidi mcp mcp-http` shows which claims can fail.

    unguarded.py guard mcp|webdriver OPTION... (--upstream URL | -- COMMAND ARGUMENT...)
"""

import os
import signal
import sys
import urllib.parse

arguments = sys.argv[1:]
if "--" in arguments:
    command = arguments[arguments.index("--") + 1:]
    os.execvp(command[0], command)
url = urllib.parse.urlsplit(arguments[arguments.index("--upstream") + 1])
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
print(f"{url.scheme}://{url.netloc}", flush=True)
while True:
    signal.pause()
