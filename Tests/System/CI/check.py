#!/usr/bin/env python3
"""Runs the recipes for continuous integration as their hosts would, on directories with screenshots.

    Tests/System/CI/check.py SNAPVEIL

Definitions are held against the schemas of GitHub and GitLab; the shell in them is run, with a stand-in for docker that runs
the given program where the container would see its directories; the hook is run by pre-commit itself. Needs what
requirements.txt names beside the Python that runs this, git and bash.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCREENS = ROOT / "Tests/Support/Samples/Screens"
CI = ROOT / "Deploy/ci"
TOOLS = pathlib.Path(sys.executable).parent
SECRET = "flaming9z"
IMAGE = "registry.example.com/snapveil"
#: What apt-get is asked for.
INSTALL = "-q update\n-q install --yes --no-install-recommends ffmpeg\n"

# Translates the paths of a container's volumes, and says how it would have been run.
DOCKER = """#!/usr/bin/env python3
import os, pathlib, sys
arguments, volumes, place = sys.argv[1:], [], "."
pathlib.Path(os.environ["DOCKER_LOG"]).write_text(" ".join(arguments))
assert arguments.pop(0) == "run"
while arguments[0].startswith("-"):
    option = arguments.pop(0)
    if option in ("--rm", "--read-only"):
        continue
    value = arguments.pop(0)
    if option == "--volume":
        volumes.append(value.split(":"))
    if option == "--workdir":
        place = value
image, *command = arguments
for outside, inside, *_ in volumes:
    command = [outside + word[len(inside):] if word == inside or word.startswith(inside + "/") else word for word in command]
os.chdir(place)
os.execvp("snapveil", ["snapveil", *command])
"""


def check(condition, claim):
    if not condition:
        raise SystemExit(f"FAILED: {claim}")
    print(f"passed: {claim}")


def files(directory):
    """The files below a directory."""
    return sorted(str(path.relative_to(directory)) for path in directory.rglob("*") if path.is_file())


class Job:
    """A working directory as tests leave it, and what is on the PATH of a job."""

    def __init__(self, work, program):
        self.work = work
        tools = work / "tools"
        tools.mkdir()
        (tools / "snapveil").symlink_to(program)
        (tools / "docker").write_text(DOCKER)
        (tools / "npx").write_text("#!/bin/sh\nexit 1\n")
        (tools / "apt-get").write_text("#!/bin/sh\necho \"$*\" >>\"$APT_LOG\"\n")
        (tools / "sudo").write_text("#!/bin/sh\nexec \"$@\"\n")
        for tool in ("docker", "npx", "apt-get", "sudo"):
            (tools / tool).chmod(0o755)
        self.docker_log, self.apt_log = work / "docker.log", work / "apt.log"
        # A second of white.
        self.video = work / "recorded.webm"
        white = ["-f", "lavfi", "-i", "color=white:size=320x180:rate=10:duration=1"]
        subprocess.run(["ffmpeg", "-loglevel", "error", *white, "-c:v", "libvpx", self.video], check=True, stdin=subprocess.DEVNULL)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "SNAPVEIL"))},
            "PATH": f"{tools}:{TOOLS}:{os.environ['PATH']}", "DOCKER_LOG": str(self.docker_log),
            "APT_LOG": str(self.apt_log), "PRE_COMMIT_HOME": str(work / "pre-commit"),
        }
        self.count = 0

    def directory(self, broken=False):
        """A new working directory with screenshots, and what else tests leave."""
        self.count += 1
        directory = self.work / f"job{self.count}"
        results = directory / "test-results" / "a test"
        results.mkdir(parents=True)
        shutil.copy(SCREENS / "ios-login.png", results / "failed $(touch ran) 'it's.png")
        shutil.copy(SCREENS / "web-profile.jpg", results.parent / "page.jpg")
        with zipfile.ZipFile(results / "trace.zip", "w") as archive:
            archive.writestr("trace.trace", json.dumps({"selector": "#password", "value": SECRET}))
        (results.parent / "app.log").write_text(f"signed in with {SECRET}\n")
        shutil.copy(self.video, results.parent / "run.webm")
        if broken:
            (results / "broken.png").write_bytes((SCREENS / "ios-login.png").read_bytes()[:5000])
        return directory

    def shell(self, line, directory, *options, **environment):
        """Runs a line as a host does; the status and what it said."""
        done = subprocess.run(
            ["bash", *options, "-c", line], cwd=directory, env={**self.environment, **environment}, text=True, timeout=60,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def redacted(self, path, directory, policy="blackout"):
        """What the command line makes of a file."""
        output = self.work / f"expected{pathlib.Path(path).suffix}"
        subprocess.run([self.work / "tools/snapveil", "redact", directory / path, "--policy", policy, "-o", output], check=True)
        return output.read_bytes()

    def bare(self):
        """A PATH like that of a job, without ffmpeg."""
        tools = self.work / "bare"
        tools.mkdir(exist_ok=True)
        for name in ("bash", "env", "mkdir", "id", "rm", "readlink", "sh", *(path.name for path in (self.work / "tools").iterdir())):
            if not (tools / name).exists():
                (tools / name).symlink_to(shutil.which(name, path=self.environment["PATH"]))
        return str(tools)

    def installed(self, run):
        """What a run installs, and its status and what it said."""
        self.apt_log.unlink(missing_ok=True)
        status, said = run()
        return self.apt_log.read_text() if self.apt_log.exists() else "", status, said

    def check_safe(self, directory, claim, video=False):
        """What can be made safe of a job is in the directory that is uploaded, redacted, and nothing else is."""
        safe, results = directory / "safe-results", directory / "test-results"
        expected = [name for name in files(results) if (video or not name.endswith("webm")) and "broken" not in name]
        check(files(safe) == expected and len(expected) == 4 + video, claim)
        if video:
            gray = ["ffmpeg", "-loglevel", "error", "-i", safe / "run.webm", "-pix_fmt", "gray", "-f", "rawvideo", "-"]
            frames = subprocess.run(gray, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout
            check(len(frames) == 10 * 320 * 180 and max(frames) < 16, "  every frame of the video is covered")
        for name in expected:
            if name.endswith(("jpg", "png")):
                check((safe / name).read_bytes() == self.redacted(name, results), f"  {name} is redacted")
        with zipfile.ZipFile(safe / "a test/trace.zip") as archive:
            check(SECRET not in archive.read("trace.trace").decode(), "  what was typed is not in the trace")
        check((safe / "app.log").read_text() == "signed in with [secret]\n", "  nor in the log")
        check(not list(directory.rglob("ran")), "  no name was run")


def validate(schema, *paths):
    done = subprocess.run([TOOLS / "check-jsonschema", "--no-cache", "--builtin-schema", f"vendor.{schema}", *paths], capture_output=True, text=True)
    check(done.returncode == 0, f"{schema}: {', '.join(path.name for path in paths)} {done.stdout}")


def recipes(directory):
    """The definitions in the guide, as files of their names."""
    guide = (ROOT / "Sources/Program/snapveil/Snapveil.docc/ContinuousIntegration.md").read_text()
    found = {}
    for name, text in re.findall(r"```yaml\n# (\S+)\n(.*?)```", guide, re.S):
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        found[path.name] = path
    return found, re.findall(r"```sh\n(Deploy/ci.*?)```", guide, re.S)


def github(job, workflow):
    validate("github-workflows", workflow)
    validate("github-actions", CI / "github-action/action.yml")
    action = yaml.safe_load((CI / "github-action/action.yml").read_text())
    steps = yaml.safe_load(workflow.read_text())["jobs"]["test"]["steps"]
    [given] = [step["with"] for step in steps if "github-action@" in step.get("uses", "")]
    steps = action["runs"]["steps"]

    def run(directory, variables={}, **changes):
        inputs = {name: str(value.get("default", "")) for name, value in action["inputs"].items()} | given | changes
        check(inputs.keys() == action["inputs"].keys(), "the recipe names inputs of the action alone")
        status, said = 0, ""
        for step in steps:
            environment = {"GITHUB_ACTION_PATH": str(CI / "github-action"), **variables}
            for name, value in step["env"].items():
                environment[name] = re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: inputs[found[1]], value)
            status, words = job.shell(step["run"], directory, "--noprofile", "--norc", "-eo", "pipefail", **environment)
            said += words
            if status:
                break
        return status, said

    for image in (IMAGE, ""):
        directory = job.directory()
        job.docker_log.unlink(missing_ok=True)
        status, said = run(directory, output="safe-results", image=image)
        check(status == 0, f"the action ends with status 0: {said}")
        job.check_safe(directory, f"the action redacts {'in a container' if image else 'with the program on the PATH'}")
        check(job.docker_log.exists() == bool(image), "and in no other way")
    check("--network none --read-only --cap-drop ALL" in run_log(job, run), "the container has no network, and is read-only")
    for image in (IMAGE, ""):
        directory = job.directory()
        installed, status, said = job.installed(lambda: run(directory, output="safe-results", image=image, video="redact"))
        check(status == 0 and not installed, f"the action takes the FFmpeg that is there: {said}")
        job.check_safe(directory, f"the action covers videos {'in a container' if image else 'with the program on the PATH'}", video=True)
    for video, words in (("redact", INSTALL), ("drop", "")):
        directory = job.directory()
        installed, status, said = job.installed(lambda: run(directory, {"PATH": job.bare()}, output="safe-results", image="", video=video))
        check(installed == words, f"where there is no FFmpeg, with {video} the action installs {'it' if words else 'nothing'}: {said}")
        check(status == (78 if words else 0) and bool(files(directory / "safe-results")) == (not words), "  and without it redacts no videos")
    directory = job.directory()
    (directory / "test-results").rename(directory / "the $(touch ran) results")
    status, said = run(directory, output="safe-results", path="the $(touch ran) results")
    check(status == 0, "a name of an input is no line of a shell")
    (directory / "the $(touch ran) results").rename(directory / "test-results")
    job.check_safe(directory, "nor is it split")
    directory = job.directory(broken=True)
    status, said = run(directory, output="safe-results")
    check(status == 0 and "broken.png" in said and "run.webm" in said, "what cannot be made safe is named")
    job.check_safe(directory, "the others are there")
    empty = job.work / "empty"
    empty.mkdir()
    status, said = run(empty, output="safe-results")
    check(status == 0 and not files(empty), "without results there is nothing to do")
    status, said = run(directory, output="safe-results")
    check(status == 64, "a directory that is there already is not taken for the result")
    directory = job.directory()
    status, said = run(directory, output="safe-results", policy="no-such-policy")
    check(status != 0 and not files(directory / "safe-results"), "a policy that is not there leaves nothing to upload")


def run_log(job, run):
    directory = job.directory()
    run(directory, output="safe-results")
    return job.docker_log.read_text()


def gitlab(job, pipeline):
    validate("gitlab-ci", pipeline, CI / "gitlab.yml")
    shared = yaml.safe_load((CI / "gitlab.yml").read_text())[".snapveil"]
    test = yaml.safe_load(pipeline.read_text())["test"]
    check(test["extends"] == ".snapveil", "the recipe extends the definition")
    check(shared["artifacts"]["paths"] == ["safe-results/"], "what is uploaded is what was redacted")
    for broken in (False, True):
        directory = job.directory(broken)
        variables = {**shared["variables"], **test["variables"]}
        status, said = job.shell("\n".join(shared["after_script"]), directory, "-eo", "pipefail", **variables)
        check(status == 0 and ("broken.png" in said) == broken, f"the lines of GitLab end as they should: {said}")
        job.check_safe(directory, "GitLab uploads what was redacted")
    directory = job.directory()
    lines, variables = "\n".join(shared["after_script"]), {**shared["variables"], **test["variables"], "SNAPVEIL_VIDEO": "redact"}
    installed, status, said = job.installed(lambda: job.shell(lines, directory, "-eo", "pipefail", **variables))
    check(status == 0 and not installed, f"GitLab takes the FFmpeg that is there: {said}")
    job.check_safe(directory, "GitLab uploads videos that are covered", video=True)
    directory = job.directory()
    installed, status, said = job.installed(lambda: job.shell(lines, directory, "-eo", "pipefail", **variables, PATH=job.bare()))
    check(installed == INSTALL and status == 78 and not files(directory / "safe-results"), f"where there is none, it is installed: {said}")


def jenkins(job):
    text = (CI / "Jenkinsfile").read_text()
    check(all(text.count(start) == text.count(end) for start, end in ("{}", "()", "[]")), "the brackets of the Jenkinsfile match")
    # In its strings, a line that ends with a backslash goes on in the next one.
    [script] = [found.replace("\\\n", "") for found in re.findall(r"sh '''\n(.*?)'''", text, re.S)]
    image, video = (re.search(rf"SNAPVEIL_{name} = '(.*)'", text)[1] for name in ("IMAGE", "VIDEO"))
    archived = re.search(r"archiveArtifacts artifacts: '(\S+)/\*\*'", text)[1]
    check(archived == "safe-results", "Jenkins archives what was redacted")
    for broken in (False, True):
        directory = job.directory(broken)
        status, said = job.shell(script, directory, "-xe", SNAPVEIL_IMAGE=image, SNAPVEIL_VIDEO=video)
        check(status == 0 and ("broken.png" in said) == broken, f"the lines of Jenkins end as they should: {said if status else ''}")
        job.check_safe(directory, "Jenkins has what was redacted")
    directory = job.directory()
    status, said = job.shell(script, directory, "-xe", SNAPVEIL_IMAGE=image, SNAPVEIL_VIDEO="redact")
    check(status == 0, f"the lines of Jenkins end as they should with videos: {said if status else ''}")
    job.check_safe(directory, "Jenkins has videos that are covered", video=True)


def baselines(job, config):
    """The hook, by pre-commit itself, from a repository of its own."""
    hooks, project = job.work / "hooks", job.work / "project"
    git = "git -c user.name=t -c user.email=t@example.org -c init.defaultBranch=main"
    for name in (".pre-commit-hooks.yaml", "Deploy/ci/pre-commit"):
        (hooks / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, hooks / name)
    # By a tag, as pre-commit wants a revision that stays.
    status, said = job.shell(f"{git} init -q . && git add -A && {git} commit -qm hooks && git tag v0.1.0", hooks)
    check(status == 0, f"the hook is in a repository {said}")
    (project / "login-snapshots").mkdir(parents=True)
    (project / "policies").mkdir()
    (project / "policies/baselines.yaml").write_text("rules:\n- target: { region: { x: 10, y: 10, width: 200, height: 90 } }\n  style: { veil: {} }\n")
    baseline, other = project / "login-snapshots/a login.png", project / "logo.png"
    shutil.copy(SCREENS / "ios-login.png", baseline)
    shutil.copy(SCREENS / "ios-login.png", other)
    text = config.read_text().replace("https://github.com/example/snapveil", str(hooks))
    (project / ".pre-commit-config.yaml").write_text(text)
    job.shell(f"{git} init -q . && git add -A", project)
    status, said = job.shell("pre-commit run", project)
    check(status == 1 and "Redacted login-snapshots/a login.png" in said, f"a raw baseline fails the commit {said if status != 1 else ''}")
    check(baseline.read_bytes() == job.redacted("logo.png", project, project / "policies/baselines.yaml"), "it is redacted in place")
    check(other.read_bytes() == (SCREENS / "ios-login.png").read_bytes(), "another picture is left alone")
    job.shell("git add -A", project)
    status, said = job.shell("pre-commit run", project)
    check(status == 0, f"once it is added again, it passes {said}")
    (project / "policies/baselines.yaml").write_text("rules:\n- target: screen\n  style: { blur: { radius: 9 } }\n")
    status, said = job.shell("pre-commit run --all-files", project)
    check(status == 1 and "obscure" in said, "a policy that only obscures is refused")
    hook = f"{hooks}/Deploy/ci/pre-commit --policy blackout -- logo.png"
    check([job.shell(hook, project)[0] for _ in range(2)] == [1, 0], "the hook fails by itself, until there is nothing to change")
    status, said = job.shell(f"{hooks}/Deploy/ci/pre-commit 'login-snapshots/a login.png'", project)
    check(status == 64, "without a policy the hook says what is missing")
    status, said = job.shell("pre-commit validate-manifest .pre-commit-hooks.yaml", hooks)
    check(status == 0, f"the manifest is valid {said}")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as work:
        job = Job(pathlib.Path(work).resolve(), program)
        found, [shell, video] = recipes(job.work / "recipes")
        check(sorted(found) == [".gitlab-ci.yml", ".pre-commit-config.yaml", "tests.yml"], "the guide has three definitions")
        github(job, found["tests.yml"])
        gitlab(job, found[".gitlab-ci.yml"])
        jenkins(job)
        baselines(job, found[".pre-commit-config.yaml"])
        directory = job.directory()
        (directory / "Deploy").symlink_to(ROOT / "Deploy")
        status, said = job.shell(shell, directory, "-e")
        check(status == 0, f"the lines of the guide run {said}")
        job.check_safe(directory, "and redact")
        directory = job.directory()
        (directory / "Deploy").symlink_to(ROOT / "Deploy")
        status, said = job.shell(video.replace("safest-results", "safe-results"), directory, "-e")
        job.check_safe(directory, f"and cover videos {said}", video=True)


if __name__ == "__main__":
    main()
