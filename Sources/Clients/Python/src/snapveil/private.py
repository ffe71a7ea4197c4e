"""A folder for what nobody else may see, and of which nothing is left when this process has ended, however it ends."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import weakref
from typing import Optional

__all__ = ["PrivateFolder"]

#: Where files lie in memory, and the bytes that have to be free there.
_MEMORY, _LEAST_FREE = "/dev/shm", 1 << 30

# A shell that removes the folder when the other end of its standard input is closed, as the end of this process does, even by a
# signal that cannot be caught. Programs that were started may write into it for a while: it is removed until it stays away.
_WATCH = (
    'PATH=$PATH:/usr/bin:/bin; read -r _; n=0; '
    'while [ $n -lt 20 ]; do n=$((n + 1)); if [ -e "$1" ]; then n=0; rm -rf -- "$1"; fi; sleep 0.1; done'
)


class PrivateFolder:
    """A folder that this user alone can open: in memory if there is room, else among the temporary files."""

    path: pathlib.Path

    def __init__(self) -> None:
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="snapveil-", dir=_place()))
        # A group of its own: Ctrl-C, and a signal to all of a run, leave it.
        self._watch = subprocess.Popen(
            ["/bin/sh", "-c", _WATCH, "snapveil", str(self.path)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )
        # A process that is forked off would hold the pipe open, and so keep the folder.
        held = weakref.ref(self)
        os.register_at_fork(after_in_child=lambda: _let_go(held()))

    def remove(self) -> None:
        """Removes it with all that is in it; what is written afterwards is removed within some seconds."""
        shutil.rmtree(self.path, ignore_errors=True)
        _let_go(self)


def _place() -> Optional[str]:
    try:
        state = os.statvfs(_MEMORY)
    except OSError:
        return None
    has_room = state.f_bavail * state.f_frsize >= _LEAST_FREE
    return _MEMORY if has_room and os.access(_MEMORY, os.W_OK | os.X_OK) else None


def _let_go(folder: Optional[PrivateFolder]) -> None:
    if folder is not None and folder._watch.stdin:
        folder._watch.stdin.close()
