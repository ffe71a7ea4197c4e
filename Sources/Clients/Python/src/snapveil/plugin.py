"""The plugin of pytest: every screenshot of a run is safe as soon as a policy is set, and so are videos, traces and reports."""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
from typing import Any, Dict, Generator, List, Optional, Union

import pytest

from snapveil.client import Client
from snapveil.errors import Unreachable
from snapveil.guard import Guard
from snapveil.results import FILES, FOLDERS, Results, check_recordings
from snapveil.schema import Policy
from snapveil.server import Server, private_server, program, use_client

_SETTINGS = {
    "policy": "cover every screenshot by this policy: the name of one of the server's, or a file of JSON or YAML",
    "url": "ask the server at this URL, instead of one that is started for the run; SNAPVEIL_KEY is its key",
    "secrets": "take the values in this file, a line each, out of videos, traces and reports",
    "on_error": "treatment of a screenshot that cannot be made safe: drop (the default), fail or placeholder",
}
_WAYS = ("drop", "fail", "placeholder")
_RESULTS = "videos, traces and reports"


def pytest_addoption(parser: Any) -> None:
    group = parser.getgroup("snapveil", "screenshots that are safe to keep")
    for name, meaning in _SETTINGS.items():
        choices = {"choices": _WAYS} if name == "on_error" else {}
        group.addoption("--snapveil-" + name.replace("_", "-"), dest="snapveil_" + name, default=None, help=meaning, **choices)
        parser.addini("snapveil_" + name, meaning)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: Any) -> None:
    config.pluginmanager.register(Session(config), "snapveil-session")


@pytest.fixture(scope="session")
def snapveil(pytestconfig: Any) -> Client:
    """The client of the run: `snapveil.sanitize(png, policy="blackout")`."""
    return pytestconfig.pluginmanager.getplugin("snapveil-session").client()


class Session:
    """What a run of pytest has: a policy, a client, and a server if no other was named."""

    def __init__(self, config: Any):
        self._config = config
        self._client: Optional[Client] = None
        self._server: Optional[Server] = None
        self._starting = threading.Lock()
        self._failures: Dict[str, int] = {}
        self._guard: Optional[Guard] = None
        self._results: Optional[Results] = None
        self._said: List[str] = []
        self._refusal: Optional[str] = None
        policy, self._on_error = self._setting("policy"), self._setting("on_error") or "drop"
        if self._on_error not in _WAYS:
            raise pytest.UsageError(f"snapveil_on_error is one of {', '.join(_WAYS)}, not {self._on_error}")
        if url := getattr(config, "workerinput", {}).get("snapveil_url") or self._setting("url"):
            try:
                self._client = self._connect(url)
            except ValueError as error:
                raise pytest.UsageError(f"snapveil_url: {error}") from None
        if not policy:
            return
        read = self._policy(policy)
        self._guard = Guard(self.client, read, self._on_error)
        self._failures = self._guard.failures
        if hasattr(config, "workerinput"):
            # The folders of the run, which makes them safe when all workers have ended.
            vars(config.option).update(config.workerinput.get("snapveil_folders", {}))
        elif names := self._named():
            self._check_program(read)
            self._results = Results(config.option, names, read, self._secrets(), self._is_on("video"))
        self._guard.install()

    def client(self) -> Client:
        """The client of the run; starts the server with the first call."""
        with self._starting:
            if self._client is None:
                try:
                    self._server = private_server()
                except FileNotFoundError as error:
                    raise Unreachable(f"the server does not start: {error}") from error
                self._client = self._connect(self._server.url)
            return self._client

    @staticmethod
    def _connect(url: str) -> Client:
        client = Client(url, os.environ.get("SNAPVEIL_KEY"), timeout=30)
        use_client(client)
        return client

    def pytest_unconfigure(self) -> None:
        if self._guard:
            self._guard.remove()
        if self._results:
            self._results.remove()
        use_client(None)
        if self._client:
            self._client.close()
        if self._server:
            self._server.stop()

    # Workers of pytest-xdist ask one server, and print nothing; what they could not do is told at the end of all.

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        if self._guard:
            # If there is no server, each of them finds out itself, and says so for its screenshots.
            with contextlib.suppress(Unreachable):
                node.workerinput["snapveil_url"] = self.client().url
        if self._results:
            if self._results.folders and not node.gateway.spec.popen:
                raise pytest.UsageError(f"{_RESULTS} are made safe on this machine: run the workers here, too, or without them")
            node.workerinput["snapveil_folders"] = self._results.folders

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        for reason, count in getattr(node, "workeroutput", {}).get("snapveil", {}).items():
            self._failures[reason] = self._failures.get(reason, 0) + count

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        if self._guard and not hasattr(self._config, "workerinput"):
            self._check_paths()
        if self._results:
            self._results.show_files()
            if not self._config.getoption("collectonly", False):
                self._results.begin()

    # The innermost wrapper: it comes after all that write reports, and before the terminal says how the run ended.
    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_sessionfinish(self, session: Any) -> Generator[None, Any, None]:
        yield
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["snapveil"] = self._failures
        if self._results:
            self._announce(self._results.videos)
            try:
                self._said = self._results.keep_safe()
            except (RuntimeError, OSError) as error:
                self._refusal = str(error)
            if self._refusal or self._results.lost and self._on_error == "fail":
                session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    def _announce(self, videos: int) -> None:
        """Says why a run that is over goes on."""
        reporter = self._config.pluginmanager.getplugin("terminalreporter")
        if videos and reporter:
            reporter.ensure_newline()
            reporter.write_line(f"Snapveil covers {videos} video{'' if videos == 1 else 's'}, as part of the results")

    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> Generator[None, Any, None]:
        with _targets_named(terminalreporter, self._results) if self._results else contextlib.nullcontext():
            yield
        lost = self._results.lost if self._results else []
        if self._said or lost or self._refusal:
            terminalreporter.section(f"Snapveil: {_RESULTS}", red=bool(lost or self._refusal))
            for line in self._said:
                terminalreporter.line(line)
            for line in lost:
                terminalreporter.line(line, red=True)
            if self._refusal:
                terminalreporter.line(f"nothing of them was kept: {self._refusal}", red=True)
        if not self._failures:
            return
        fate = {"drop": "dropped", "fail": "refused", "placeholder": "replaced by a grey picture"}[self._on_error]
        terminalreporter.section("Snapveil", red=True)
        for reason, count in self._failures.items():
            screenshots = f"{count} screenshot was" if count == 1 else f"{count} screenshots were"
            terminalreporter.line(f"{screenshots} {fate}: {reason}", red=True)

    def _named(self) -> List[str]:
        """The options that name videos, traces and reports."""
        is_recorded = self._is_on("tracing") or self._is_on("video")
        names = [name for name in (*FOLDERS, *FILES) if self._config.getoption(name, None)]
        return [name for name in names if is_recorded or name != "output"]

    def _is_on(self, option: str) -> bool:
        """Whether pytest-playwright records something."""
        return self._config.getoption(option, "off") not in (None, "off")

    def _check_paths(self) -> None:
        """Refuses a run in which another plugin, such as `conftest.py`, named a place for raw results after this one."""
        private = self._results.paths if self._results else {}
        for name in self._named():
            if self._config.getoption(name) != private.get(name):
                raise pytest.UsageError(f"{name} was set after Snapveil read it: set it in a pytest_configure that is tryfirst")

    def _setting(self, name: str) -> Optional[str]:
        return self._config.getoption("snapveil_" + name) or self._config.getini("snapveil_" + name) or None

    def _secrets(self) -> Optional[str]:
        """The path of the file of secrets."""
        secrets = self._setting("secrets")
        path = secrets and self._found(secrets)
        if secrets and not path:
            raise pytest.UsageError(f"there is no file {secrets}, neither here nor at {self._config.rootpath}")
        return str(path) if path else None

    def _check_program(self, policy: Union[str, Policy]) -> None:
        """Refuses a run whose videos, traces and reports nobody could make safe at its end."""
        try:
            path = program()
        except FileNotFoundError as error:
            raise pytest.UsageError(f"{_RESULTS} are made safe by the program: {error}") from None
        meant: Any = policy
        if isinstance(policy, str):
            shown = subprocess.run([path, "policies", "show", policy], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if shown.returncode:
                raise pytest.UsageError(
                    f"{_RESULTS} are made safe on this machine, where the policy {policy} cannot be used: "
                    f"{shown.stderr.strip()}; name a file"
                )
            meant = json.loads(shown.stdout)
        if self._is_on("video"):
            try:
                check_recordings(meant)
            except RuntimeError as error:
                raise pytest.UsageError(
                    f"--video is made safe by the program and FFmpeg, which pip install 'snapveil[video]' brings, too: {error}"
                ) from None

    def _found(self, name: str) -> Optional[pathlib.Path]:
        """The file of a name, here or where the project begins."""
        folders = (self._config.invocation_params.dir, self._config.rootpath)
        return next((folder / name for folder in folders if (folder / name).is_file()), None)

    def _policy(self, policy: str) -> Union[str, Policy]:
        """The policy in a file, or the name of one."""
        if pathlib.Path(policy).suffix not in (".json", ".yaml", ".yml"):
            return policy
        path = self._found(policy)
        if path is None:
            raise pytest.UsageError(f"there is no policy {policy}, neither here nor at {self._config.rootpath}")
        # The program reads YAML and says what is wrong in it; of a folder with this file alone, as it reads all there are.
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(path, folder)
            command = [program(), "policies", "show", path.stem, "--policies", folder]
            shown = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if shown.returncode:
                raise pytest.UsageError(f"the policy {policy} cannot be used: {shown.stderr.strip().replace(folder + '/', '')}")
            return json.loads(shown.stdout)


@contextlib.contextmanager
def _targets_named(terminalreporter: Any, results: Results) -> Generator[None, None, None]:
    """Has plugins say where their reports are, and not where they wrote them."""
    write_sep = terminalreporter.write_sep

    def write(sep: str, title: Optional[str] = None, *others: Any, **markup: Any) -> None:
        line = results.line(title) if title else title
        if line or not title:
            write_sep(sep, line, *others, **markup)

    terminalreporter.write_sep = write
    try:
        yield
    finally:
        del terminalreporter.write_sep
