"""`python -m snapveil` becomes the program: the same process, with the same arguments."""

import os
import sys

from snapveil import program

os.execv(program(), ["snapveil", *sys.argv[1:]])
