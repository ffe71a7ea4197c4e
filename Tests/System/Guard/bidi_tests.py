"""Whatever a server shows on a web socket of WebDriver BiDi, and however it goes about it, a harness sees what is safe."""

import bidi_address_tests
import bidi_browser_tests
import bidi_capture_tests
import bidi_end_tests
import bidi_message_tests
import bidi_stream_tests

#: What takes all of the machine, or measures its memory.
ALONE = ("large", "waiting")


def check(claim, program):
    for name in ALONE:
        claim.group(name, bidi_stream_tests.CHECKS[name], program)
    checks = bidi_stream_tests.CHECKS | bidi_end_tests.CHECKS | bidi_address_tests.CHECKS | {
        "messages": bidi_message_tests.check, "captures": bidi_capture_tests.check, "Selenium": bidi_browser_tests.check,
    }
    claim.at_once({name: check for name, check in checks.items() if name not in ALONE}, program)
