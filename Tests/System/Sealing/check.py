#!/usr/bin/env python3
"""Seals what `snapveil` covers, opens it again with the program, with pyrage and with age, and compares every pixel and byte.

    Tests/System/Sealing/check.py SNAPVEIL [GROUP...] [--full]    # a minute and a half, or all of it

    cli        pictures, styles and formats; recipients; refusals by name
    artefacts  archives and texts, byte by byte; a program that is killed
    folders    runs that are killed, or find a full disk, at every change of a file; paths and names that are easily confused
    server     forms of replies, prohibitions, exchanged keys, logs, and pairs that differ below a cover alone
    interop    files of pyrage and age, and of the program for them; identities with a passphrase
    hostile    mutated and made files, each with a lie
    memory     what is left in the memory of a server
    cost       times with and without sealing; nothing is claimed

--full has more of each. `unfaithful.py` in place of SNAPVEIL shows which claims can fail. Prints a line for each claim; the status is 1
if one does not hold. Needs what requirements.txt lists, root for the group on memory, and uses Debian's age where it is.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "Guard"), str(HERE.parent / "Remains")]

import artefact_tests  # noqa: E402
import cli_tests  # noqa: E402
import cost_tests  # noqa: E402
import folder_tests  # noqa: E402
import hostile_tests  # noqa: E402
import interop_tests  # noqa: E402
import memory_tests  # noqa: E402
import server_tests  # noqa: E402
from bench import Bench  # noqa: E402
from support import run_groups  # noqa: E402

GROUPS = {
    "cli": cli_tests.check,
    "artefacts": artefact_tests.check,
    "folders": folder_tests.check,
    "server": server_tests.check,
    "interop": interop_tests.check,
    "hostile": hostile_tests.check,
    "memory": memory_tests.check,
    "cost": cost_tests.check,
}


if __name__ == "__main__":
    sys.exit(run_groups(GROUPS, "snapveil-sealing-", Bench))
