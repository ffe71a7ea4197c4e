"""Runs the program that came with this package."""

import atexit
import contextlib
import importlib
import importlib.metadata
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import weakref
from typing import Dict, Optional

from snapveil.client import Client
from snapveil.errors import Unreachable
from snapveil.private import PrivateFolder

__all__ = ["Server", "default_client", "environment", "private_server", "program", "use_client"]

#: The bytes of a path that a socket takes, and a few less.
_LONGEST_SOCKET = 100

# A shell that ends the server when the other end of its standard input is closed: that is so however this process ends, even if
# it is killed. A signal at the end of the parent (PR_SET_PDEATHSIG) would come at the end of the thread that started it, too.
# The shell lets go of standard output, so that it ends if the server does not start.
_WATCH = '"$@" </dev/null & exec >/dev/null 2>&1; read -r _; kill -KILL $!; wait $!'


def program() -> str:
    """The path of the program `snapveil` that was installed with this package.

    Raises `FileNotFoundError` if it is not there any more.
    """
    # Where programs go is up to the installer, which notes it. What it notes of `pip install --target` is where they were
    # before it moved them.
    try:
        noted = importlib.metadata.files("snapveil") or []
    except importlib.metadata.PackageNotFoundError:
        noted = []
    paths = [pathlib.Path(file.locate()) for file in noted if file.name == "snapveil"]
    for path in [*paths, pathlib.Path(__file__).parents[1] / "bin" / "snapveil"]:
        if path.is_file() and os.access(path, os.X_OK):
            return str(path.resolve())
    raise FileNotFoundError("the program snapveil is missing from its place of installation")


def environment() -> Dict[str, str]:
    """The variables of this process, as the program takes them: with the FFmpeg of imageio-ffmpeg where there is no other.

        subprocess.run([snapveil.program(), "redact", "session.webm", "-o", "safe.webm"], env=snapveil.environment())

    `pip install 'snapveil[video]'` brings that one. What `SNAPVEIL_FFMPEG` names, and an `ffmpeg` in the `PATH`, go before it.
    """
    variables = dict(os.environ)
    if not variables.get("SNAPVEIL_FFMPEG") and not shutil.which("ffmpeg"):
        # It raises `RuntimeError` where it has none for this machine.
        with contextlib.suppress(ImportError, RuntimeError):
            variables["SNAPVEIL_FFMPEG"] = importlib.import_module("imageio_ffmpeg").get_ffmpeg_exe()
    return variables


class Server:
    """A server of one's own, on a free port of this machine, which ends with this process.

        with snapveil.Server() as server, snapveil.Client(server.url) as client:
            client.sanitize(png, policy="blackout").save("safe.png")

    `options` are those of `snapveil serve`: `Server("--policies", "policies")`. With `unix_socket` it listens on a socket in
    the file system instead. What the environment sets for other servers (`SNAPVEIL_…`) is left out.

    Raises `Unreachable` if it does not start, with the program's own words.
    """

    #: Where it listens: `http://127.0.0.1:41235`, or `unix:` and the path of the socket.
    url: str

    _folder: Optional[PrivateFolder] = None

    def __init__(self, *options: str, unix_socket: Optional[str] = None, path: Optional[str] = None):
        place = ["--unix-socket", unix_socket] if unix_socket else ["--host", "127.0.0.1", "--port", "0"]
        # All clients of one machine are one address.
        settings = ["--print-url", "--log-level", "warning", "--max-peer-share", "1"]
        command = [path or program(), "serve", *place, *settings, *options]
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SNAPVEIL_", "LISTEN_"))}
        with tempfile.TemporaryFile() as log:
            # A group of its own: Ctrl-C is for the tests, which may still take pictures while they end.
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _WATCH, "snapveil", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
                env=kept, start_new_session=True,
            )
            assert self._process.stdin and self._process.stdout
            self._hold, self._said = self._process.stdin, self._process.stdout
            self._stopping = threading.Lock()
            # A process that is forked off would hold the pipe open, and so keep the server.
            held = weakref.ref(self)
            os.register_at_fork(after_in_child=lambda: _let_go(held()))
            self.url = self._said.readline().decode().strip()
            if not self.url:
                self.stop()
                log.seek(0)
                reason = log.read().decode(errors="replace").strip() or "no reason given"
                raise Unreachable(f"the server does not start: {reason}")

    def stop(self) -> None:
        """Ends the server, at once."""
        with self._stopping:
            self._hold.close()
            self._said.close()
            self._process.wait()
            if self._folder:
                self._folder.remove()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _let_go(server: Optional[Server]) -> None:
    if server is not None:
        server._hold.close()


def private_server() -> Server:
    """A server that this user alone can reach, on a socket in a private folder.

    A port is free again as soon as its server has ended, however that ended, and whoever takes it next would get the pictures.
    """
    folder = PrivateFolder()
    socket = str(folder.path / "api")
    try:
        # Of a folder for temporary files whose path is too long, there is only a port.
        server = Server(unix_socket=socket if len(os.fsencode(socket)) <= _LONGEST_SOCKET else None)
    except BaseException:
        folder.remove()
        raise
    server._folder = folder
    return server


_default: Optional[Client] = None
_choosing = threading.Lock()


def default_client() -> Client:
    """What is asked where no client is given: that of the session, or one of a server that is started now."""
    global _default
    with _choosing:
        if _default is None:
            server = private_server()
            atexit.register(server.stop)
            _default = Client(server.url)
        return _default


def use_client(client: Optional[Client]) -> None:
    """Has this client be asked where none is given."""
    global _default
    _default = client
