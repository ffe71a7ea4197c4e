"""`python -m snapveil` becomes the program: the same process, with the same arguments, and with the FFmpeg of `snapveil[video]`."""

import os
import sys

from snapveil import environment, program

os.execve(program(), ["snapveil", *sys.argv[1:]], environment())
