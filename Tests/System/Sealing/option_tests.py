"""Options beside --recipient: destinations, prohibitions, receipts, and what does not go together."""

import json
import os
import pty
import select
import subprocess

import pictures
from bench import FILL

REGION = ("--region", "10,10,60,50")


def check(claim, bench):
    source = bench.folder() / "screen.png"
    source.write_bytes(pictures.made()["rgb.png"])
    check_places(claim, bench, source)
    check_twice(claim, bench, source)
    check_prohibitions(claim, bench, source)
    check_receipts(claim, bench, source)
    check_others(claim, bench, source)
    check_conflicts(claim, bench, source)
    check_recording(claim, bench)
    check_shown(claim, bench, source)


def check_places(claim, bench, source):
    folder = bench.folder()
    names = ["a.png", "sub/b.png"]
    (folder / "sub").mkdir()
    for name in names:
        (folder / name).write_bytes(source.read_bytes())
    seals = ("--recipient", bench.team.recipient)
    safe = bench.folder()
    run = bench.run("redact", folder, *FILL, *REGION, *seals, "--output-directory", safe)
    same = run.is_good and all(same_picture(bench, safe / name, source) for name in names)
    claim(same, "a directory of results has a sealed file beside each, also below", run)
    run = bench.run("redact", folder, *FILL, *REGION, *seals, "--in-place")
    same = run.is_good and all(same_picture(bench, folder / name, source) for name in names)
    claim(same, "a picture that is replaced has a sealed file beside it", run)
    output = bench.folder() / "safe.png"
    run = bench.run("redact", "-", *FILL, *REGION, *seals, "-o", output, content=source.read_bytes())
    claim(run.is_good and same_picture(bench, output, source), "a picture of standard input is sealed beside its result", run)
    moved = bench.folder() / "elsewhere.bin"
    (output.parent / "safe.png.age").rename(moved)
    restored = bench.restored(output, sealed=moved)
    claim(pictures.difference(restored, source.read_bytes()) is None, "the sealed file may have any name")
    run = bench.unseal(output, out := bench.folder() / "out.png")
    claim(run.refuses("safe.png.age") and not out.exists(), "a sealed file that is not there is named", run)
    run = bench.unseal(output, bench.folder() / "out.jpg", sealed=moved)
    claim(run.status == 64, "a picture is restored as a PNG alone", run)


def same_picture(bench, redacted, source):
    return pictures.difference(bench.restored(redacted), source.read_bytes()) is None


def check_twice(claim, bench, source):
    """A second run over a result in place, as a script that is started again does it."""
    file = bench.folder() / "a.png"
    file.write_bytes(source.read_bytes())
    seals = ("--recipient", bench.team.recipient)
    for _ in range(2):
        run = bench.run("redact", file, *FILL, *REGION, *seals, "--in-place")
    kept = [path for path in file.parent.iterdir() if path != file]
    originals = [path for path in kept if opens_to(bench, file, path, source)]
    claim(originals or run.is_refusal, "a picture that is redacted in place twice does not lose its original", run)
    folder = bench.folder()
    for name in ("a.png", "a.png.age"):
        (folder / name).write_bytes(source.read_bytes())
    safe = bench.folder()
    run = bench.run("redact", folder / "a.png", folder / "a.png.age", *FILL, *seals, "--output-directory", safe)
    is_refused = run.is_refusal and not any(safe.iterdir())
    claim(is_refused, "a result that has the name of another's sealed file is refused", f"{run} {sorted(p.name for p in safe.iterdir())}")


def opens_to(bench, redacted, sealed, source):
    run = bench.unseal(redacted, output := bench.folder() / "out.png", sealed=sealed)
    return run.is_good and pictures.difference(output.read_bytes(), source.read_bytes()) is None


def check_prohibitions(claim, bench, source):
    never = bench.folder() / "never.json"
    rule = {"target": {"region": {"x": 1, "y": 2, "width": 30, "height": 40}}, "style": {"fill": {"color": "#000"}}}
    never.write_text(json.dumps({"rules": [rule], "seal": "never"}))
    for words, style, options, forbidden in [
        ("--no-seal", (*FILL, *REGION), ["--no-seal"], "operator"),
        ("a policy with seal never", ("--policy", never), [], "policy"),
    ]:
        for key in (bench.team, None):
            folder = bench.folder()
            run = bench.redact(source, folder / "safe.png", *options, "--receipt", folder / "receipt.json", style=style, key=key)
            files = sorted(path.name for path in folder.iterdir())
            asked = "with a recipient" if key else "without one"
            claim(run.is_good and files == ["receipt.json", "safe.png"], f"{words} {asked}: nothing is sealed", f"{run} {files}")
            said = json.loads((folder / "receipt.json").read_text()).get("sealed")
            claim(said == {"recipients": 0, "forbidden": forbidden}, f"{words} {asked}: the receipt says who forbids it", said)
    check_word(claim, bench, source, never)


def check_word(claim, bench, source, never):
    wrong = bench.folder() / "wrong.json"
    wrong.write_text(never.read_text().replace("never", "sometimes"))
    run = bench.redact(source, bench.folder() / "safe.png", style=("--policy", wrong), key=bench.team)
    claim(run.refuses("seal"), "another word than never and allowed is refused", run)
    plain = bench.folder()
    run = bench.redact(source, plain / "safe.png", "--receipt", plain / "r.json")
    files = sorted(path.name for path in plain.iterdir())
    is_silent = "sealed" not in json.loads((plain / "r.json").read_text())
    claim(files == ["r.json", "safe.png"] and is_silent, "nothing is sealed, and no receipt speaks of it, unless it is asked for", files)


def check_receipts(claim, bench, source):
    folder = bench.folder()
    bench.redact(source, folder / "safe.png", *REGION, "--receipt", folder / "r.json", key=bench.team)
    out = folder / "out.png"
    run = bench.unseal(folder / "safe.png", out, "--receipt", folder / "r.json")
    claim(run.is_good, "the receipt of the redaction fits", run)
    receipt = json.loads((folder / "r.json").read_text())
    receipt["covered"][0]["rect"]["x"] += 1
    for words, text in {"a changed receipt": json.dumps(receipt), "no receipt at all": "[]", "garbage": "\x1b[31m{"}.items():
        (folder / "r.json").write_text(text)
        run = bench.unseal(folder / "safe.png", fresh := bench.folder() / "o.png", "--receipt", folder / "r.json")
        claim(run.refuses("receipt") and not fresh.exists(), f"{words} is refused", run)
    said = json.dumps(receipt)
    claim(bench.team.recipient[5:25] not in said, "a receipt names no recipient", said)


def check_others(claim, bench, source):
    """A file that is not the one that was sealed."""
    folder = bench.folder()
    for name in ("a", "b"):
        bench.redact(source, folder / f"{name}.png", "--region", f"{ord(name) % 5},0,20,20", key=bench.team)
    out = folder / "out.png"
    run = bench.unseal(folder / "a.png", out, sealed=folder / "b.png.age")
    claim(run.refuses("not the file that was sealed") and not out.exists(), "a sealed file of another picture is refused", run)
    data = bytearray((folder / "a.png").read_bytes())
    data[-20] ^= 1
    (folder / "a.png").write_bytes(data)
    run = bench.unseal(folder / "a.png", out)
    claim(run.refuses("not the file that was sealed") and not out.exists(), "a picture that was changed by one bit is refused", run)
    out.write_text("an earlier file")
    bench.unseal(folder / "a.png", out)
    claim(out.read_text() == "an earlier file", "a failure leaves an earlier file as it is")


def check_conflicts(claim, bench, source):
    seals, folder = ("--recipient", bench.team.recipient), source.parent
    for words, options in {
        "standard output": (source, "-o", "-"),
        "--preview": (source, "--preview", "-o", bench.folder() / "p.png"),
        "--shard": (folder, "--shard", "0/1", "--output-directory", bench.folder() / "s"),
        "--everything": (folder, "--everything", "--output-directory", bench.folder() / "e"),
    }.items():
        run = bench.run("redact", *options, *FILL, *seals)
        claim(run.status == 64 and "--recipient" in run.words and not run.output, f"{words} does not go with --recipient", run)


def check_recording(claim, bench):
    folder = bench.folder()
    made = subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=d=0.2:s=64x48", folder / "a.webm"], capture_output=True
    )
    if made.returncode:
        print("left out: there is no ffmpeg that writes a recording")
        return
    for options in ((), ("--video", "redact")):
        run = bench.run("redact", folder / "a.webm", *FILL, *options, "--recipient", bench.team.recipient, "-o", folder / "safe.webm")
        left = sorted(path.name for path in folder.iterdir())
        claim(run.is_refusal and left == ["a.webm"], f"a recording is not sealed {' '.join(options)}".strip(), f"{run} {left}")


def check_shown(claim, bench, source):
    redacted = bench.folder() / "safe.png"
    bench.redact(source, redacted, *REGION, key=bench.team)
    run = bench.run("unseal", redacted, "-i", bench.team.file, "--show", content=b"\n")
    claim(run.status == 64 and "there is no terminal" in run.words, "--show without a terminal is refused", run)
    words, was_there, status = shown_at_terminal([bench.program, "unseal", redacted, "-i", bench.team.file, "--show"])
    path = words.partition("picture is ")[2].partition(" until")[0]
    claim(was_there and status == 0 and path and not os.path.exists(path), "--show writes a private file, which is gone at the end", words)
    run = bench.run("unseal", redacted, "-i", bench.team.file)
    claim(run.status == 64, "one of --output and --show is needed", run)


def shown_at_terminal(arguments):
    """Runs a program at a terminal that shows no pictures, and presses Return; its words, whether its private file was there, and
    its status."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM_PROGRAM"] = "none"
        os.execv(arguments[0], [str(argument) for argument in arguments])
    words, was_there = "", False
    while select.select([terminal], [], [], 10)[0]:
        try:
            words += os.read(terminal, 4096).decode()
        except OSError:
            break
        path = words.partition("picture is ")[2].partition(" until")[0]
        if "press Return" in words and not was_there:
            was_there = os.stat(path).st_mode & 0o777 == 0o600
            os.write(terminal, b"\n")
    os.close(terminal)
    return words, was_there, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
