#!/usr/bin/env python3
"""Prints what each file of an image is, and no times: image-contents.py ARCHIVE, a tar archive of all files of the image.

A line a file: its kind, mode, owner, group, path, and the SHA-256 of its bytes or where it leads.
"""

import hashlib
import sys
import tarfile

KINDS = {tarfile.REGTYPE: "file", tarfile.DIRTYPE: "directory", tarfile.SYMTYPE: "link", tarfile.LNKTYPE: "hard-link"}


def line(archive, member):
    if member.isreg():
        target = hashlib.file_digest(archive.extractfile(member), "sha256").hexdigest()
    else:
        target = member.linkname
    kind = KINDS.get(member.type, "other")
    path = member.name.removeprefix("./").rstrip("/")
    return f"{kind} {member.mode & 0o7777:04o} {member.uid} {member.gid} {path} {target}".rstrip()


def main():
    with tarfile.open(sys.argv[1]) as archive:
        print("\n".join(sorted(line(archive, member) for member in archive)))


if __name__ == "__main__":
    main()
