"""Names the wheel after the oldest systems that its files run on."""

import os
import pathlib

from auditwheel.architecture import Architecture
from auditwheel.elfutils import elf_file_filter, elf_find_versioned_symbols, elf_read_dt_needed
from auditwheel.libc import Libc
from auditwheel.policy import WheelPolicies
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def platform(files):
    """The platform tag of these programs and libraries, by what they need of the libraries that are not among them."""
    names = {file.name for file in files}
    needed, versions, machines = {}, {}, set()
    for file, contents in elf_file_filter(files):
        machines.add(contents.get_machine_arch())
        for library in set(elf_read_dt_needed(file)) - names:
            needed.setdefault(library, file.name)
        for library, version in elf_find_versioned_symbols(contents):
            if library not in names:
                versions.setdefault(library, set()).add(version)
    if len(machines) != 1:
        raise ValueError(f"there is not one architecture, but {sorted(machines) or 'none'}")
    policies = WheelPolicies(libc=Libc.GLIBC, arch=Architecture({"x64": "x86_64", "AArch64": "aarch64"}[machines.pop()]))
    policy = policies.versioned_symbols_policy(versions)
    if policy == policies.linux:
        raise ValueError(f"no manylinux platform has all of these: {versions}")
    for library, file in needed.items():
        if library not in policy.whitelist and not library.startswith("ld-linux"):
            raise ValueError(f"{file} needs {library}, which is not in the wheel and not on every system")
    return policy.name


class PlatformTag(BuildHookInterface):
    def initialize(self, version, build_data):
        tree = pathlib.Path(self.root, "tree")
        files = [pathlib.Path(folder, name) for folder, _, names in os.walk(tree) for name in names]
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform(files)}"
