"""Archives and texts: sealed whole, restored byte by byte, and never half done."""

import gzip
import io
import json
import random
import signal
import subprocess
import tarfile
import time
import zipfile

import pictures
import sealed
from bench import FILL, JOBS, SCREENS

SECRET = "password=Tr0ub4dor-und-3 sk_live_51H8xTzQ2mN4v9Rk1Lw0Zq84\n"


def check(claim, bench):
    files = make(bench.folder())
    for file in files:
        check_file(claim, bench, file)
    check_streams(claim, bench, files[0])
    check_pairs(claim, bench, files)
    check_prohibition(claim, bench, files[0])
    check_sizes(claim, bench)
    check_killed(claim, bench)


def contents(seed=1, count=2):
    random_lines = random.Random(seed)
    log = "".join(f"{random_lines.getrandbits(64):x} line\n" for _ in range(3000)) + SECRET
    made = pictures.made()
    screens = {f"screens/{at}.png": made["rgb.png"] for at in range(count)}
    return {"logs/run.log": log.encode(), "a.json": json.dumps({"password": "Tr0ub4dor-und-3"}).encode(), **screens}


def zipped(entries):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return file.getvalue()


def tarred(entries, mode):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as archive:
        for name, content in entries.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return file.getvalue()


def make(folder):
    """An artefact of each kind."""
    entries = contents()
    files = {
        "trace.zip": zipped(entries),
        "run.log": entries["logs/run.log"],
        "run.log.gz": gzip.compress(entries["logs/run.log"]),
        "run.tar": tarred(entries, "w"),
        "run.tar.gz": tarred(entries, "w:gz"),
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in files]


def check_file(claim, bench, source):
    name, folder = source.name, bench.folder()
    plain, safe, receipt = folder / "plain" / name, folder / "safe" / name, folder / "receipt.json"
    for path in (plain, safe):
        path.parent.mkdir()
    bench.redact(source, plain)
    run = bench.redact(source, safe, "--receipt", receipt, key=bench.team)
    same = run.is_good and safe.read_bytes() == plain.read_bytes() != source.read_bytes()
    claim(same, f"{name}: the result is the same with and without sealing", run)
    restored = bench.restored(safe, suffix=f"-{name}")
    claim(restored == source.read_bytes(), f"{name}: it comes back byte by byte", len(restored))
    opened = sealed.Opened(bench.team.open((safe.parent / f"{name}.age").read_bytes()))
    as_stated = opened.original == source.read_bytes() and json.loads(opened.receipt) == json.loads(receipt.read_text())
    claim(as_stated, f"{name}: pyrage opens it, and finds the documented form", opened.line)
    said = json.loads(receipt.read_text()).get("sealed")
    claim(said == {"recipients": 1}, f"{name}: the receipt says to how many it is sealed", said)
    fits = bench.unseal(safe, folder / f"out-{name}", "--receipt", receipt)
    claim(fits.is_good, f"{name}: the receipt of the redaction fits", fits)
    receipt.write_text(receipt.read_text().replace("redacted", "kept"))
    run = bench.unseal(safe, out := folder / f"out2-{name}", "--receipt", receipt)
    claim(run.refuses("receipt") and not out.exists(), f"{name}: a changed receipt is refused", run)
    check_in_place(claim, bench, source)


def check_in_place(claim, bench, source):
    file = bench.folder() / source.name
    file.write_bytes(source.read_bytes())
    run = bench.run("redact", file, *FILL, "--recipient", bench.team.recipient, "--in-place")
    same = run.is_good and bench.restored(file, suffix=f"-{source.name}") == source.read_bytes() != file.read_bytes()
    claim(same, f"{source.name}: it comes back where it was replaced", run)


def check_streams(claim, bench, source):
    folder = bench.folder()
    run = bench.redact("-", folder / "safe.zip", key=bench.team, content=source.read_bytes())
    left = sorted(path.name for path in folder.iterdir())
    claim(run.refuses("stream") and not left, "an artefact of standard input is refused, and nothing is written", f"{run} {left}")


def check_pairs(claim, bench, files):
    safe = [bench.folder() / file.name for file in files[:2]]
    for file, output in zip(files, safe):
        bench.redact(file, output, key=bench.team)
    beside = [path.with_name(f"{path.name}.age") for path in safe]
    for redacted, other in zip(safe, reversed(beside)):
        out = bench.folder() / "out"
        run = bench.unseal(redacted, out, sealed=other)
        claim(run.refuses("not the file that was sealed") and not out.exists(), f"{redacted.name}: another's sealed file is refused", run)
    cut = beside[0].read_bytes()[:-30]
    beside[0].write_bytes(cut)
    run = bench.unseal(safe[0], out := bench.folder() / "out.zip")
    claim(run.is_refusal and not out.exists(), "a sealed artefact that is cut is refused, and nothing of it is left", run)


def check_prohibition(claim, bench, source):
    folder = bench.folder()
    run = bench.redact(source, folder / "s.zip", "--no-seal", "--receipt", folder / "r.json", key=bench.team)
    said = json.loads((folder / "r.json").read_text()).get("sealed")
    left = sorted(path.name for path in folder.iterdir())
    claim(run.is_good and left == ["r.json", "s.zip"], "--no-seal: an artefact is not sealed", f"{run} {left}")
    claim(said == {"recipients": 0, "forbidden": "operator"}, "--no-seal: the receipt of an artefact says so", said)
    never = bench.folder() / "never.json"
    never.write_text(json.dumps({"rules": [{"target": "screen", "style": {"fill": {"color": "#000"}}}], "seal": "never"}))
    folder = bench.folder()
    run = bench.redact(source, folder / "s.zip", "--receipt", folder / "r.json", style=("--policy", never), key=bench.team)
    left = sorted(path.name for path in folder.iterdir())
    claim(run.is_good and left == ["r.json", "s.zip"], "a policy with seal never: an artefact is not sealed", f"{run} {left}")
    said = json.loads((folder / "r.json").read_text()).get("sealed") if run.is_good else None
    claim(said == {"recipients": 0, "forbidden": "policy"}, "a policy with seal never: the receipt of an artefact says so", said)


def check_sizes(claim, bench):
    """Artefacts of nearly the same size have sealed files of one length."""
    folder, lengths = bench.folder(), set()
    for count in (20_000, 20_100, 20_200):
        (folder / f"{count}.txt").write_text("word " * (count // 5))
        bench.redact(folder / f"{count}.txt", folder / "safe.txt", key=bench.team)
        lengths.add((folder / "safe.txt.age").stat().st_size)
    claim(len(lengths) <= 2, "the length of a sealed artefact says little of its size", lengths)


def check_killed(claim, bench):
    folder = bench.folder()
    (folder / "trace.zip").write_bytes(zipped(contents(seed=2, count=4)))
    (folder / "screen.png").write_bytes((SCREENS / "ios-login.png").read_bytes())
    for source in (folder / "trace.zip", folder / "screen.png"):
        start = time.monotonic()
        bench.redact(source, bench.folder() / source.name, key=bench.team)
        seconds = (time.monotonic() - start) * JOBS
        count = bench.few_or_many(16, 300)
        moments = [seconds * bench.random.random() for _ in range(count)]
        for in_place in (False, True):
            ends = bench.at_once(lambda moment: killed(bench, source, moment, in_place), moments)
            wrong = [end for end in ends if end not in ("before", "after")]
            words = f"{source.name} {'in place' if in_place else 'into another file'}"
            claim(not wrong, f"{words}: {count} runs that are killed leave no result without its sealed file", wrong[:3])
            print(f"{words}: {ends.count('before')} runs left no result, {ends.count('after')} one with its sealed file")


def killed(bench, source, moment, in_place):
    """Kills a run at a moment; `before` or `after` it was done, or what is wrong with its files."""
    folder = bench.folder()
    file = folder / source.name
    file.write_bytes(source.read_bytes())
    result = file if in_place else folder / f"safe{source.suffix}"
    destination = ["--in-place"] if in_place else ["-o", result]
    command = [bench.program, "redact", file, *FILL, "--recipient", bench.team.recipient, *destination]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(moment)
    process.send_signal(signal.SIGKILL)
    process.wait()
    if result.exists() and (not in_place or result.read_bytes() != source.read_bytes()):
        run = bench.unseal(result, out := bench.folder() / f"out{source.suffix}")
        return "after" if run.is_good and is_same(out, source) else f"after {moment:.3f} s: {run}"
    return "before" if file.read_bytes() == source.read_bytes() else f"after {moment:.3f} s: the input was changed"


def is_same(restored, source):
    left, right = restored.read_bytes(), source.read_bytes()
    return left == right or source.suffix == ".png" and pictures.difference(left, right) is None
