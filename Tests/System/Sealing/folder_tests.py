"""Files and folders: runs that are killed, or whose disk is full, at every change of a file; and places that are easily confused."""

import os
import pathlib
import shutil
import subprocess
import zipfile

import pictures
from bench import FILL

HERE = pathlib.Path(__file__).resolve().parent
SECRET = "Tr0ub4dor-und-3-zq84"
#: The beginning of the name of a file that was whole when its run was killed, and had not yet its own name.
UNFINISHED = ".snapveil-"


def check(claim, bench):
    faults = Faults(bench)
    for job in jobs(bench):
        check_faults(claim, bench, faults, job)
    check_swapped(claim, bench, faults)
    check_disk(claim, bench)
    check_messages(claim, bench)
    check_paths(claim, bench)
    check_clashes(claim, bench)
    check_sealed_in_run(claim, bench)
    check_names(claim, bench)


class Faults:
    """Runs of the program that end, or find the disk full, at one of their changes of files."""

    def __init__(self, bench):
        self.bench, self.library = bench, bench.folder() / "faults.so"
        source = HERE / "file_faults.c"
        subprocess.run(["cc", "-std=gnu17", "-O1", "-shared", "-fPIC", source, "-o", self.library], check=True)

    def count(self, arguments):
        """The number of changes of a run without faults, and the run."""
        file = self.bench.folder() / "count"
        run = self.bench.run(*arguments, LD_PRELOAD=str(self.library), FAULT_COUNT=str(file))
        return int(file.read_text()) if file.exists() else 0, run

    def run(self, fault, at, arguments):
        return self.bench.run(*arguments, LD_PRELOAD=str(self.library), FAULT=fault, FAULT_AT=str(at))


class Job:
    """A run over files that `make` puts into a folder, by the arguments that `arguments` makes of the folder."""

    def __init__(self, words, make, arguments, is_sealed=False, keeps=()):
        self.words, self.make, self.arguments, self.is_sealed = words, make, arguments, is_sealed
        #: The files that are the same after any run.
        self.keeps = keeps


def jobs(bench):
    seal = ("--recipient", bench.team.recipient)
    picture = pictures.made()["rgb.png"]

    def shot(folder):
        (folder / "shot.png").write_bytes(picture)

    def older(folder):
        shot(folder)
        (folder / "safe.png").write_bytes(b"an older result")

    def trace(folder):
        with zipfile.ZipFile(folder / "shot.zip", "w") as archive:
            # Without a date, which would be another each time.
            archive.writestr(zipfile.ZipInfo("a.png"), picture)
            archive.writestr(zipfile.ZipInfo("run.log"), f"password={SECRET}\n")

    def run(folder):
        (folder / "run").mkdir()
        (folder / "run" / "shot.png").write_bytes(picture)
        (folder / "run" / "run.log").write_text(f"password={SECRET}\n")

    yield Job("sealed in place", shot, lambda at: ("redact", at / "shot.png", *FILL, *seal, "--in-place"), True)
    yield Job("over an older result", older, lambda at: ("redact", at / "shot.png", *FILL, "-o", at / "safe.png"), keeps=["shot.png"])
    yield Job("an archive, sealed in place", trace, lambda at: ("redact", at / "shot.zip", *FILL, *seal, "--in-place"), True)
    yield Job("a run in place", run, lambda at: ("redact", at / "run", "--everything", *FILL, "--in-place"))
    yield Job(
        "a shard", run,
        lambda at: ("redact", at / "run", "--shard", "0/1", *FILL, "--output-directory", at / "safe"), keeps=["run/shot.png"],
    )
    if bench.is_full:
        yield Job(
            "into another file", shot, lambda at: ("redact", at / "shot.png", *FILL, *seal, "-o", at / "safe.png"),
            keeps=["shot.png"],
        )
        yield Job("an identity", lambda at: None, lambda at: ("keys", "new", at / "new.key"))


def check_faults(claim, bench, faults, job):
    done = bench.folder()
    job.make(done)
    before = contents(done)
    count, run = faults.count(job.arguments(done))
    expected = contents(done)
    claim(run.is_good and count > 0, f"{job.words}: a run without faults changes files", f"{count} changes, {run}")
    for fault in ("kill", "full"):
        wrong = bench.wrong(lambda at: fault_at(bench, faults, job, fault, at, before, expected), range(1, count + 1))
        claim(not wrong, f"{job.words}: {fault} at each of {count} changes leaves files whole, and the next run completes", wrong[:3])


def fault_at(bench, faults, job, fault, at, before, expected):
    """What is wrong after a fault at a change, and after the run that follows; nothing if all is well."""
    folder = bench.folder()
    job.make(folder)
    run = faults.run(fault, at, job.arguments(folder))
    left = contents(folder)
    place = f"{fault} at {at}: "
    is_named = any(words in run.words for words in (str(folder), "results cannot be written", "the manifest cannot be"))
    if fault == "full" and not (run.is_good or run.status in (1, 64, 70) and is_named):
        return f"{place}{run}"
    strange = [name for name, content in left.items() if not is_known(name, content, before, expected, fault)]
    if strange:
        return f"{place}left {strange}"
    lost = [name for name in job.keeps if left.get(name) != before[name]]
    lost += [name for name in before if name not in left and name in expected]
    if lost:
        return f"{place}lost {lost}"
    return next_run(bench, job, folder, before, expected, place, fault)


def next_run(bench, job, folder, before, expected, place, fault):
    name = next(iter(before), "")
    if job.is_sealed and (folder / f"{name}.age").exists():
        if (folder / name).read_bytes() != before[name]:
            restored = bench.restored(folder / name, suffix=pathlib.Path(name).suffix)
            same = restored == before[name] or name.endswith(".png") and not pictures.difference(restored, before[name])
            return None if same else f"{place}the sealed file opens to something else"
        if fault == "full":
            return f"{place}a sealed file is there, and its result is not"
        run = bench.run(*job.arguments(folder))
        if not run.refuses(f"{name}.age is there", "nothing is covered yet, delete it"):
            return f"{place}the next run does not say what to do: {run}"
        (folder / f"{name}.age").unlink()
    if name == "" and expected.keys() <= contents(folder).keys():
        return None
    run = bench.run(*job.arguments(folder))
    after = contents(folder)
    same = all(is_same(name, after.get(name), content) for name, content in expected.items())
    return None if run.is_good and same else f"{place}the next run does not complete: {run} {sorted(after)}"


def contents(folder):
    """The files of a folder by their paths; those of manifests, which say when they were made, are left out."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {
        str(path.relative_to(folder)): path.read_bytes() for path in files if ".snapveil" not in path.relative_to(folder).parts[:-1]
    }


def is_known(name, content, before, expected, fault):
    """Whether a file is as it was, as it is to be, or, after a kill, unnamed yet."""
    if pathlib.Path(name).name.startswith(UNFINISHED):
        return fault == "kill"
    return content == before.get(name) or name in expected and is_same(name, content, expected[name])


def is_same(name, content, expected):
    """Whether files are equal; what is encrypted, or a key, is never the same twice, and has its length."""
    if content is None or not name.endswith((".age", ".key")):
        return content == expected
    return len(content) == len(expected)


def check_swapped(claim, bench, faults):
    """Inputs that another program replaces after they were read."""
    for job in jobs(bench):
        if "in place" not in job.words or "run" in job.words:
            continue
        for words, sealing in (("", ()), (", sealed", ("--recipient", bench.team.recipient))):
            folder = bench.folder()
            job.make(folder)
            file = next(folder.iterdir())
            new = folder / "new"
            new.write_bytes(b"another content")
            run = bench.run(
                "redact", file, *FILL, *sealing, "--in-place",
                LD_PRELOAD=str(faults.library), FAULT="swap", FAULT_AT="1", FAULT_FROM=str(new), FAULT_TO=str(file),
            )
            kept = contents(folder) == {file.name: b"another content"}
            claim(run.refuses("changed while it was read") and kept, f"{file.name}{words}: one that was replaced meanwhile stays", run)


def check_disk(claim, bench):
    """A disk of its own that is nearly full."""
    disk = bench.folder()
    size = ("mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", disk)
    if os.geteuid() != 0 or subprocess.run(size, capture_output=True).returncode:
        return print("left out: no disk can be mounted here")
    try:
        picture = pictures.made()["rgb.png"]
        wrong = []
        for room in range(0, 128 if bench.is_full else 64, 4 if bench.is_full else 12):
            (disk / "shot.png").write_bytes(picture)
            with open(disk / "filler", "wb", buffering=0) as filler:
                fill(filler)
                filler.truncate(max(os.path.getsize(disk / "filler") - room * 1024, 0))
            run = bench.run("redact", disk / "shot.png", *FILL, "--recipient", bench.team.recipient, "--in-place")
            names = sorted(path.name for path in disk.iterdir())
            whole = (disk / "shot.png").read_bytes() == picture and names == ["filler", "shot.png"]
            if not (run.is_good or run.refuses("No space left") and whole):
                wrong.append(f"{room} KiB: {run} {names}")
            for name in names:
                (disk / name).unlink()
        claim(not wrong, "a disk that is full leaves the input, and nothing else", wrong[:3])
    finally:
        subprocess.run(["umount", disk], check=True)


def fill(file):
    try:
        while file.write(bytes(1024)):
            pass
    except OSError:
        pass


def check_messages(claim, bench):
    """Standard error and standard output that take nothing."""
    folder = bench.folder()
    (folder / "shot.png").write_bytes(pictures.made()["rgb.png"])
    (folder / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nbroken")
    command = [bench.program, "redact", folder, *FILL, "--output-directory", folder / "safe"]
    with open("/dev/full", "wb", buffering=0) as full:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=full)
        claim(done.returncode == 1 and (folder / "safe/shot.png").exists(), "a log that is full ends no run", done.returncode)
        shown = subprocess.run([bench.program, "policies", "show", "blackout"], stdout=full, stderr=subprocess.PIPE)
        claim(shown.returncode == 1 and b"No space" in shown.stderr, "output that is not taken is a failure", shown)


def check_paths(claim, bench):
    folder, picture = bench.folder(), pictures.made()["rgb.png"]
    for name in ("here", "other/below"):
        (folder / name).mkdir(parents=True)
    (folder / "here/link").symlink_to("../other/below")
    (folder / "other/shot.png").write_bytes(picture)
    (folder / "here/shot.png").write_text("another file")
    # By a relative path, whose dots must not be taken for those of the text.
    command = [bench.program, "redact", "link/../shot.png", *FILL, "--in-place"]
    run = subprocess.run(command, cwd=folder / "here", stdin=subprocess.DEVNULL, capture_output=True)
    right = (folder / "here/shot.png").read_bytes() == b"another file" and (folder / "other/shot.png").read_bytes() != picture
    words = "the parent of what a link leads to is that of the system: the file that was read is replaced"
    claim(run.returncode == 0 and right, words, run)
    (folder / "end").symlink_to("other/shot.png")
    (folder / "other/shot.png").write_bytes(picture)
    run = bench.run("redact", folder / "end", *FILL, "--in-place")
    right = (folder / "end").is_symlink() and (folder / "other/shot.png").read_bytes() != picture
    claim(run.is_good and right, "of a link, the file at its end is replaced", run)


def check_clashes(claim, bench):
    """Results that would take the place of an input or of each other."""
    folder, picture = bench.folder(), pictures.made()["rgb.png"]
    (folder / "shot.png").write_bytes(picture)
    (folder / "source.xml").write_text("<hierarchy><node bounds='[0,0][173,121]' password='true'/></hierarchy>")
    policy = folder / "policy.json"
    policy.write_text('{"rules":[{"target":{"elements":"sensitive"},"style":{"fill":{"color":"#000"}}}]}')
    for place in ("shot.png", "safe.png", "safe.png.age"):
        run = bench.redact(
            folder / "shot.png", folder / "safe.png", "--hierarchy", folder / "source.xml", "--scale", "1",
            "--hierarchy-output", folder / place, style=("--policy", policy), key=bench.team,
        )
        kept = (folder / "shot.png").read_bytes() == picture
        claim(run.status == 64 and "--hierarchy-output" in run.words and kept, f"--hierarchy-output over {place} is refused", run)
    run_in = folder / "above" / "in"
    (run_in / "in").mkdir(parents=True)
    (run_in / "a.txt").write_text("one")
    (run_in / "in" / "a.txt").write_text("two")
    run = bench.run("redact", run_in, "--everything", *FILL, "--output-directory", folder / "above")
    kept = (run_in / "a.txt").read_text() == "one" and not (folder / "above/a.txt").exists()
    claim(run.is_refusal and kept, "a result of a run that would replace a file of it is refused, and nothing is written", run)
    (run_in / "in" / "a.txt").unlink()
    run = bench.run("redact", run_in, "--everything", *FILL, "--output-directory", folder / "out", "--receipt", run_in / "a.txt")
    claim(run.status == 64 and (run_in / "a.txt").read_text() == "one", "a receipt over a file of a run is refused", run)


def check_sealed_in_run(claim, bench):
    """A sealed file in a run that is redacted in place, and a directory whose name is a secret."""
    folder, secrets = bench.folder(), bench.folder() / "secrets"
    (folder / "shot.png").write_bytes(pictures.made()["rgb.png"])
    bench.run("redact", folder, *FILL, "--recipient", bench.team.recipient, "--in-place")
    sealed = (folder / "shot.png.age").read_bytes()
    run = bench.run("redact", folder, "--everything", *FILL, "--in-place")
    kept = (folder / "shot.png.age").exists() and (folder / "shot.png.age").read_bytes() == sealed
    claim(run.status == 64 and "shot.png.age is sealed" in run.words and kept, "a run in place takes no sealed file away", run)
    run = bench.run("redact", folder, "--everything", "--unknown", "keep", *FILL, "--in-place")
    kept = (folder / "shot.png.age").exists() and (folder / "shot.png.age").read_bytes() == sealed
    claim(run.is_good and kept, "--unknown keep keeps it", run)
    shutil.rmtree(folder)
    secrets.write_text(f"{SECRET}\n")
    (folder / SECRET / "a").mkdir(parents=True)
    (folder / SECRET / "a" / "run.log").write_text("fine\n")
    run = bench.run("redact", folder, "--everything", "--secrets", secrets, *FILL, "--in-place")
    names = [str(path.relative_to(folder)) for path in folder.rglob("*")]
    told = [name for name in names if SECRET in name]
    claim(run.is_good and names and not told, "a run in place leaves no directory whose name is a secret", f"{run} {names}")


def check_names(claim, bench):
    folder, picture = bench.folder(), pictures.made()["rgb.png"]
    long = folder / f"{'n' * 251}.png"
    long.write_bytes(picture)
    run = bench.run("redact", long, *FILL, "--recipient", bench.team.recipient, "--in-place")
    same = long.read_bytes() == picture and len(list(folder.iterdir())) == 1
    claim(run.is_refusal and "too long" in run.words and same, "a name with no room for .age is refused by that reason", str(run)[-200:])
    strange = bench.folder()
    (strange / "ok.png").write_bytes(picture)
    pathlib.Path(os.fsdecode(os.fsencode(strange) + b"/a\xff.png")).write_bytes(picture)
    run = bench.run("redact", strange, *FILL, "--in-place")
    claim(run.status == 64 and ".png: its name is not UTF-8" in run.words, "a name that is not UTF-8 is told", run)
