"""What an operator sets, wherever it is set, and what ends the start."""

import json
import os
import subprocess

from appium import Appium
from screens import EMAIL
from support import PATIENCE, Guard, policies, temporary_directory

REGION = {"units": "points", "rules": [{"target": {"region": {"x": 0, "y": 0, "width": 9, "height": 9}}, "style": {"veil": {}}}]}


def check(claim, program):
    with temporary_directory() as directory, Appium() as upstream:
        check_environment(claim, program, upstream, directory)
        check_refusals(claim, program, upstream)


def check_environment(claim, program, upstream, directory):
    policy = policies(directory)["all"]
    for options, variables, is_redacted in [
        ([], {"SNAPVEIL_SOURCE": "redacted"}, True), (["--source", "passed"], {"SNAPVEIL_SOURCE": "redacted"}, False), ([], {}, False),
    ]:
        with Guard(program, upstream.url, policy, *options, **variables) as guard:
            reply = guard.ask("GET", "/session/ios/source")
        holds = reply.status == 200 and (EMAIL not in reply.value) == is_redacted
        claim(holds, f"page sources with {' '.join(options) or 'no option'} and {variables or 'no variable'}", f"{reply}")
    for options, variables, ways in [
        ([], {"SNAPVEIL_ALLOW": "cdp, vnc"}, "cdp vnc"), (["--allow", "cdp,bidi", "--allow", "mjpeg"], {}, "cdp bidi mjpeg"),
        (["--allow", "upload"], {"SNAPVEIL_ALLOW": "cdp"}, "upload"), ([], {"SNAPVEIL_ALLOW": ""}, "none"),
    ]:
        with Guard(program, upstream.url, "blackout", *options, **variables) as guard:
            is_open = "se:vnc" in guard.ask("GET", "/session/android").body.decode()
        holds = f"open={ways} " in guard.log and is_open == ("vnc" in ways)
        claim(holds, f"{' '.join(options) or 'no option'} and {variables or 'no variable'} leave open: {ways}", guard.log[-300:])
    with open(f"{directory}/points.json", "w") as file:
        json.dump(REGION, file)
    for options, variables, is_known in [([], {"SNAPVEIL_SCALE": "3"}, True), (["--scale", "3"], {}, True), ([], {}, False)]:
        with Guard(program, upstream.url, file.name, *options, **variables) as guard:
            reply = guard.ask("GET", "/session/ios/screenshot")
        claim((reply.status == 200) == is_known, f"a policy in points with {options or variables or 'nothing'}", f"{reply}")
    with Guard(program, upstream.url, "blackout", SNAPVEIL_FILE=f"{directory}/no-file") as guard:
        claim(guard.ask("GET", "/status").status == 200, "a variable called SNAPVEIL_FILE names no file of settings")


def check_refusals(claim, program, upstream):
    url = ["--upstream", upstream.url]
    for options, variables, status, words in [
        ([*url, "--policy", "blackout"], {"SNAPVEIL_ALLOW": "cdp,all"}, 78, 'SNAPVEIL_ALLOW is "cdp,all"'),
        ([*url, "--policy", "blackout"], {"SNAPVEIL_SCALE": "0"}, 78, 'SNAPVEIL_SCALE is "0"'),
        ([*url, "--policy", "blackout"], {"SNAPVEIL_SOURCE": "gone"}, 78, 'SNAPVEIL_SOURCE is "gone"'),
        ([*url, "--policy", "blur"], {"SNAPVEIL_MINIMUM_ASSURANCE": "erased"}, 78, "the minimum assurance is erased"),
        ([*url, "--policy", "blackout", "--scale", "101"], {}, 64, "--scale"),
        (url, {}, 64, "--policy, or SNAPVEIL_POLICY, says what is covered"),
        (["--policy", "blackout"], {}, 78, "a guard needs --upstream"),
    ]:
        refuses(claim, program, options, variables, status, words)


def refuses(claim, program, options, variables, status, words):
    """Whether a guard ends its start with a status and a reason."""
    done = subprocess.run(
        [program, "guard", "webdriver", *options], env={**os.environ, **variables}, capture_output=True, text=True, timeout=PATIENCE,
    )
    holds = done.returncode == status and words in done.stderr
    claim(holds, f"{options[-2:]} with {variables or 'no variable'} ends with {status}: {words}", f"{done.returncode} {done.stderr[-300:]}")
