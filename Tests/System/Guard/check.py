#!/usr/bin/env python3
"""Puts `snapveil guard` in front of servers that stand in for drivers, or for MCP servers, and checks what it lets through.

    Tests/System/Guard/check.py SNAPVEIL [GROUP...]

The screens of these servers have noise where something is sensitive, so a check can say whether any pixel of it is in a reply,
however the reply is written. `appium.py` answers as Appium does, `hostile.py` hides a screenshot in a hundred ways, `faults.py`
fails in each way that a server can, `bidi_upstream.py` says on web sockets what no library would, and a real browser is asked where
chromedriver is; `pages.py` has it show pages of all kinds. Recordings are made and looked at by ffmpeg.
`mcp_server.py` says what an agent wants it to say, `http_agent.py` does so over HTTP, and the official package for MCP is asked where
it is beside this Python. `unguarded.py` in place of SNAPVEIL shows which claims can fail. Prints a line for each claim; the status is
1 if one does not hold. Needs ffmpeg, and Pillow and Selenium beside the Python that runs this. Only ports of this machine are used,
and those that are free.
"""

import pathlib
import sys
import time

import app_tests
import authority_tests
import bidi_tests
import browser_tests
import fault_tests
import hostile_tests
import mcp_http_tests
import mcp_tests
import metric_tests
import pages
import recording_tests
import reply_tests
import request_tests
import setting_tests
import trace_tests
from support import Claims

GROUPS = {
    "apps": app_tests.check,
    "replies": reply_tests.check,
    "requests": request_tests.check,
    "settings": setting_tests.check,
    "authorities": authority_tests.check,
    "recordings": recording_tests.check,
    "ways": hostile_tests.check,
    "faults": fault_tests.check,
    "metrics": metric_tests.check,
    "traces": trace_tests.check,
    "browsers": browser_tests.check,
    "bidi": bidi_tests.check,
    "pages": pages.check,
    "mcp": mcp_tests.check,
    "mcp-http": mcp_http_tests.check,
}


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    start, claims = time.monotonic(), Claims()
    for name in sys.argv[2:] or GROUPS:
        claims.group(name, GROUPS[name], program)
    print(f"{claims.passed} of {claims.passed + claims.failed} claims hold ({time.monotonic() - start:.0f} s)")
    return 1 if claims.failed else 0


if __name__ == "__main__":
    sys.exit(main())
