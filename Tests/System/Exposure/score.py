#!/usr/bin/env python3
"""Holds verdicts against what is true of screens that screens.py made, and prints how many are right.

    Tests/System/Exposure/score.py --judge PROGRAM [--models DIRECTORY] [--verdicts FILE] DIRECTORY

PROGRAM is what the package beside this file builds (`swift build -c release --package-path Tests/System/Exposure`). Status 1 if a visible screen is called hidden, or if more than 2 % are wrong.
"""

import argparse
import collections
import json
import pathlib
import statistics
import subprocess
import sys

VERDICTS = ["hidden", "blurred", "visible"]


def judge(arguments, truth):
    """What the program says of each screen."""
    lines = []
    for screen in truth:
        fields = [str(arguments.directory / screen["file"]), str(screen["scale"])]
        if "splash" in screen:
            fields.append(str(arguments.directory / screen["splash"]))
        lines.append("\t".join(fields))
    output = subprocess.run(
        [arguments.judge, arguments.models], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def print_strengths(pairs, fact, found):
    """How far off the strengths are that were told."""
    ratios = [verdict[found] / screen[fact] for screen, verdict in pairs if fact in screen and verdict.get(found)]
    if len(ratios) > 1:
        parts = statistics.quantiles(ratios, n=10)
        print(f"{found}: {len(ratios)} told, {statistics.median(ratios):.2f} of the true one at the median, "
              f"{parts[0]:.2f} to {parts[-1]:.2f} for eight of ten")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judge", type=pathlib.Path, required=True)
    parser.add_argument("--models", default="-")
    parser.add_argument("--verdicts", type=pathlib.Path, help="where to write what the program said")
    parser.add_argument("directory", type=pathlib.Path)
    arguments = parser.parse_args()
    truth = json.loads((arguments.directory / "truth.json").read_text())
    verdicts = judge(arguments, truth)
    if arguments.verdicts:
        arguments.verdicts.write_text("".join(json.dumps(verdict) + "\n" for verdict in verdicts))
    pairs = list(zip(truth, verdicts, strict=True))
    table = collections.Counter((screen["verdicts"][0], verdict["verdict"]) for screen, verdict in pairs)
    print("true \\ told".ljust(12), *(name.rjust(8) for name in VERDICTS))
    for name in VERDICTS:
        print(name.ljust(12), *(str(table[name, told]).rjust(8) for told in VERDICTS))
    wrong = [(screen, verdict) for screen, verdict in pairs if verdict["verdict"] not in screen["verdicts"]]
    bold = [pair for pair in wrong if pair[0]["verdicts"] == ["visible"] and pair[1]["verdict"] == "hidden"]
    for screen, verdict in wrong:
        print("wrong:", screen, verdict)
    print_strengths(pairs, "sigma", "sigma")
    print_strengths(pairs, "block", "block")
    print(f"longest: {max(verdict['seconds'] for verdict in verdicts) * 1000:.0f} ms, median "
          f"{statistics.median(verdict['seconds'] for verdict in verdicts) * 1000:.0f} ms")
    print(f"{len(pairs)} screens, {len(wrong)} wrong ({len(wrong) / len(pairs):.1%}), {len(bold)} visible called hidden")
    sys.exit(1 if bold or len(wrong) > 0.02 * len(pairs) else 0)


if __name__ == "__main__":
    main()
