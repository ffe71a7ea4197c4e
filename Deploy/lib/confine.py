#!/usr/bin/env python3
"""Runs a program as the container image runs it, or as a unit of systemd does, without an engine and without systemd.

    confine.py [--memory BYTES] [--unit FILE] PROGRAM [ARGUMENT...]

The program gets the user 65532, no capability, no new privileges, no core dumps, and a root file system that is read-only
and holds what the image holds: the program, its libraries, the fonts, /proc, and the devices without content. With
`--memory`, a control group bounds the memory, snapveil-PID, which is to be removed afterwards. With `--unit`, what a unit's
file allows is all that is allowed: system calls, address families, namespaces, limits, and which processes are seen. It
keeps the process and the network. Status 77 if this machine does not let it do so: it takes root, and the right to mount.
"""

import argparse
import ctypes
import errno
import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import sys

USER = 65532
LIBC = ctypes.CDLL(None, use_errno=True)
# From <sched.h>, <sys/mount.h> and <sys/prctl.h>.
CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUTS = 0x20000, 0x8000000, 0x4000000
NAMESPACES = 0x7E020080
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_SET_MDWE = 1, 24, 38, 65
DEVICES = ["null", "zero", "full", "random", "urandom"]


class Impossible(Exception):
    """This machine does not let a program be confined."""


def call(name, *arguments):
    """Calls a function of libc that returns a negative number if it fails."""
    if getattr(LIBC, name)(*arguments) < 0:
        number = ctypes.get_errno()
        raise Impossible(f"{name}: {os.strerror(number)}")


def mount(source, target, kind=None, flags=0, data=None):
    call("mount", *[text and str(text).encode() for text in (source, target, kind)], ctypes.c_ulong(flags), data and data.encode())


def libraries(program):
    """The libraries that a program loads, and what loads them, where ldd finds them."""
    listing = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    return re.findall(r"(/\S+) \(0x", listing)


def lay(root, source, target):
    """Shows a file or a directory of this machine in another root."""
    place = root / str(target).lstrip("/")
    if pathlib.Path(source).is_dir():
        place.mkdir(parents=True, exist_ok=True)
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
    mount(source, place, flags=MS_BIND | MS_REC)
    return place


def enter_root(program, processes):
    """Leaves the file system for one with a program as /usr/bin/snapveil and with little else.

    `processes` is what /proc is mounted with."""
    shown = [(program, "/usr/bin/snapveil"), ("/usr/share/fonts", "/usr/share/fonts"), ("/sys/fs/cgroup", "/sys/fs/cgroup")]
    change_root([*shown, *[(library, library) for library in libraries(program)]], processes)


def change_root(shown, processes=None, written=()):
    """Leaves the file system for one that shows these, pairs of a file or directory of this one and a path in the other.

    They are read-only, but for the paths in `written`. There are /proc, mounted with `processes`, the devices without content, and
    nothing else."""
    root = pathlib.Path("/tmp")
    # What is mounted in here is gone with this process.
    call("unshare", CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS)
    mount(None, "/", flags=MS_REC | MS_PRIVATE)
    # Reached by their descriptors, since the new root may hide them.
    sources = [(os.open(source, os.O_PATH), target) for source, target in
               [*shown, *[(f"/dev/{name}", f"/dev/{name}") for name in DEVICES]]]
    mount("tmpfs", root, "tmpfs", MS_NOSUID, "mode=755")
    for descriptor, target in sources:
        place = lay(root, f"/proc/self/fd/{descriptor}", target)
        os.close(descriptor)
        if not target.startswith("/dev/") and target not in written:
            mount(None, place, flags=MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV)
    (root / "etc").mkdir()
    (root / "proc").mkdir()
    mount("proc", root / "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, processes)
    mount(None, root, flags=MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID)
    os.chroot(root)
    os.chdir("/")


def bound_memory(limit):
    """Joins a new control group with a limit on memory, of either version; false if none can be made."""
    name = f"snapveil-{os.getpid()}"
    for parent, file in (("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")):
        group = pathlib.Path(parent, name)
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            (group / file).write_text(str(limit))
            (group / "cgroup.procs").write_text(str(os.getpid()))
            return True
        except OSError:
            group.rmdir()
    return False


class Unit:
    """What the file of a unit allows, of what can be had without systemd."""

    def __init__(self, file):
        self.settings = {}
        for name, value in re.findall(r"^([A-Za-z]+)=(.*)$", pathlib.Path(file).read_text(), re.MULTILINE):
            self.settings.setdefault(name, []).append(value)
        # Made while there still are a program to ask for groups of calls and a library to make it with.
        families = [getattr(socket, name) for name in self.words("RestrictAddressFamilies")]
        self.filter = Filter(self.allowed_calls(), families, "yes" in self.words("RestrictNamespaces"))

    def words(self, name):
        return " ".join(self.settings.get(name, [])).split()

    def allowed_calls(self):
        """The names of the system calls that are allowed, as systemd reads lists: later ones add to or take from earlier."""
        allowed = set()
        for line in self.settings["SystemCallFilter"]:
            for name in line.lstrip("~").split():
                allowed = allowed - group(name) if line.startswith("~") else allowed | group(name)
        return allowed | group("@default")

    def limit(self):
        for name, number in (("LimitNOFILE", resource.RLIMIT_NOFILE), ("LimitCORE", resource.RLIMIT_CORE)):
            for value in map(int, self.words(name)):
                value = min(value, resource.getrlimit(number)[1] % 2**64)
                resource.setrlimit(number, (value, value))

    def processes(self):
        """How /proc shows the processes of others."""
        return "".join(f"hidepid={word}" for word in self.words("ProtectProc"))

    def forbid(self):
        """Takes away what is not allowed, for good. It has to come last: what it takes, this program needs, too."""
        os.umask(int(self.words("UMask")[0], 8))
        if "yes" in self.words("MemoryDenyWriteExecute"):
            # An older kernel has it not, and systemd would do it by a filter.
            LIBC.prctl(PR_SET_MDWE, 1, 0, 0, 0)
        self.filter.load()


def group(name):
    """The system calls of a group as systemd has it, or a single one."""
    if not name.startswith("@"):
        return {name}
    listing = subprocess.run(["systemd-analyze", "syscall-filter", name], check=True, capture_output=True, text=True).stdout
    members = [line.strip() for line in listing.splitlines() if line.startswith("    ") and not line.strip().startswith("#")]
    return set().union(*map(group, members))


class Comparison(ctypes.Structure):
    """`struct scmp_arg_cmp` of libseccomp."""

    _fields_ = [("argument", ctypes.c_uint), ("operator", ctypes.c_int), ("first", ctypes.c_uint64), ("second", ctypes.c_uint64)]


class Filter:
    """A seccomp filter that lets some calls through and answers all others with EPERM."""

    ALLOW, FAIL, EQUAL, MASKED_EQUAL = 0x7FFF0000, 0x00050000, 4, 7

    def __init__(self, calls, families, forbids_namespaces):
        self.library = ctypes.CDLL("libseccomp.so.2")
        self.library.seccomp_init.restype = ctypes.c_void_p
        self.context = ctypes.c_void_p(self.library.seccomp_init(self.FAIL | errno.EPERM))
        if forbids_namespaces:
            calls = calls - {"unshare", "setns", "clone", "clone3"}
            self.add(self.ALLOW, "clone", Comparison(0, self.MASKED_EQUAL, NAMESPACES, 0))
            # Its flags are in memory, where no filter sees them; libraries then fall back to clone.
            self.add(self.FAIL | errno.ENOSYS, "clone3")
        if families:
            calls = calls - {"socket"}
            for family in families:
                self.add(self.ALLOW, "socket", Comparison(0, self.EQUAL, family, 0))
        for name in calls:
            self.add(self.ALLOW, name)

    def add(self, action, name, *comparisons):
        number = self.library.seccomp_syscall_resolve_name(name.encode())
        # Negative numbers are of calls that this architecture, or this version of the library, does not know.
        if number >= 0:
            array = (Comparison * len(comparisons))(*comparisons)
            self.library.seccomp_rule_add_array(self.context, ctypes.c_uint32(action), number, len(comparisons), array)

    def load(self):
        if self.library.seccomp_load(self.context) != 0:
            raise Impossible("seccomp_load")


def become_user():
    """Gives up root, every capability, and the way back."""
    for capability in range(64):
        if LIBC.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) < 0:
            break
    os.setgroups([])
    os.setresgid(USER, USER, USER)
    os.setresuid(USER, USER, USER)
    call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    # Asked for last: what has been asked for ends with the change of the user.
    call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--memory", type=int)
    parser.add_argument("--unit")
    parser.add_argument("program")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    try:
        if os.geteuid() != 0:
            raise Impossible("not root")
        if options.memory and not bound_memory(options.memory):
            print("confine.py: no control group can be made here: the memory has no bound", file=sys.stderr)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        unit = options.unit and Unit(options.unit)
        if unit:
            unit.limit()
        enter_root(os.path.realpath(options.program), unit and unit.processes())
        become_user()
        if unit:
            unit.forbid()
    except Impossible as reason:
        print(f"confine.py: not here: {reason}", file=sys.stderr)
        sys.exit(77)
    os.execv("/usr/bin/snapveil", ["snapveil", *options.arguments])


if __name__ == "__main__":
    main()
