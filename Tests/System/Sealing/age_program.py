"""Debian's age, where it is: a terminal of its own asks for its passphrases."""

import os
import pty
import select
import shutil
import subprocess
import time

PATIENCE = 30


def is_there():
    return shutil.which("age") is not None and shutil.which("age-keygen") is not None


def decrypt(sealed, identity):
    return subprocess.run(["age", "-d", "-i", identity], input=sealed, capture_output=True, check=True).stdout


def encrypt(content, *recipients, armored=False):
    options = [part for recipient in recipients for part in ("-r", recipient)] + (["-a"] if armored else [])
    return subprocess.run(["age", "-e", *options], input=content, capture_output=True, check=True).stdout


def new_identity(path):
    """Has age-keygen write an identity; its recipient."""
    subprocess.run(["age-keygen", "-o", path], capture_output=True, check=True)
    return subprocess.run(["age-keygen", "-y", path], capture_output=True, check=True, text=True).stdout.strip()


def with_passphrase(passphrase, *arguments):
    """Runs age at a terminal that answers each question with a passphrase; its status."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp("age", ["age", *map(str, arguments)])
    deadline, seen = time.monotonic() + PATIENCE, b""
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            seen += os.read(terminal, 4096)
        except OSError:
            break
        if seen.rstrip().endswith(b":"):
            os.write(terminal, passphrase.encode() + b"\n")
            seen = b""
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
