"""Recipients: keys, files and groups; which of them open what is sealed, and which are refused by name."""

import pictures


def check(claim, bench):
    source = bench.folder() / "screen.png"
    source.write_bytes(pictures.made()["rgb.png"])
    check_several(claim, bench, source)
    check_files(claim, bench, source)
    check_refusals(claim, bench, source)
    check_secrets(claim, bench, source)


def sealed(bench, source, *recipients):
    """The redacted picture; a failure is an error."""
    output = bench.folder() / "safe.png"
    run = bench.redact(source, output, *(part for each in recipients for part in ("--recipient", each)))
    if not run.is_good:
        raise RuntimeError(str(run))
    return output


def opens(bench, source, redacted, key):
    run = bench.unseal(redacted, output := bench.folder() / "restored.png", key=key)
    return run.is_good and pictures.difference(output.read_bytes(), source.read_bytes()) is None


def check_several(claim, bench, source):
    keys, stranger = [bench.team, bench.other, bench.key("third")], bench.key("stranger")
    redacted = sealed(bench, source, *(key.recipient for key in keys), keys[0].recipient)
    claim(all(opens(bench, source, redacted, key) for key in keys), "each of three recipients opens what is sealed to them")
    run = bench.unseal(redacted, output := bench.folder() / "out.png", key=stranger)
    claim(run.refuses("none of the identities") and not output.exists(), "a fourth key opens nothing", run)
    header = redacted.with_name("safe.png.age").read_bytes().split(b"\n---")[0]
    claim(header.count(b"-> X25519") == 3, "a key that is given twice is one recipient", header.count(b"-> X25519"))
    both = bench.run("unseal", redacted, "-i", stranger.file, "-i", keys[1].file, "-o", "-")
    same = both.is_good and pictures.difference(both.output, source.read_bytes()) is None
    claim(same, "one of two files of identities is enough, and standard output takes the picture", both)
    shown = bench.run("keys", "recipient", bench.team.file)
    claim(shown.output.decode().strip() == bench.team.recipient, "keys recipient prints what keys new has printed", shown)
    claim(bench.team.file.stat().st_mode & 0o777 == 0o600, "an identity is for its owner alone")
    again = bench.run("keys", "new", bench.team.file)
    claim(again.refuses("exists"), "keys new writes over no file", again)


def check_files(claim, bench, source):
    groups = bench.folder()
    text = f"# Payments\n\n{bench.team.recipient}\r\n#{bench.key('left').recipient}\n{bench.other.recipient}\n"
    (groups / "payments").write_text(text)
    (groups / "support.txt").write_text(bench.other.recipient)
    redacted = sealed(bench, source, groups / "payments")
    holders = [opens(bench, source, redacted, key) for key in (bench.team, bench.other)]
    claim(all(holders), "a file of recipients, with comments and ends of lines of both kinds, is of all in it", holders)
    for group, expected in {"payments": [True, True], "support": [False, True]}.items():
        redacted = bench.folder() / "safe.png"
        bench.redact(source, redacted, "--recipients", groups, "--recipient", group)
        holders = [opens(bench, source, redacted, key) for key in (bench.team, bench.other)]
        claim(holders == expected, f"the group {group} is of those in its file", holders)


def check_refusals(claim, bench, source):
    groups, key = bench.folder(), bench.team.recipient
    (groups / "good").write_text(key)
    (groups / "spoilt.txt").write_text(f"{key}\n# changed:\n{key[:-1]}{'q' if key[-1] != 'q' else 'p'}\n")
    (groups / "empty").write_text("# nobody\n")
    (groups / "secret").write_bytes(b"# a key\n" + bench.team.file.read_bytes())
    cases = {
        "an unknown group": ("nobody", ("nobody", "good")),
        "a malformed key": ("spoilt", ("spoilt.txt:3:",)),
        "a file without keys": ("empty", ("empty", "recipient")),
        "an identity in the file of recipients": ("secret", ("secret:4:", "identity")),
        "a key that is cut off": (key[:-4], ("--recipient", "cut off")),
        "a key in letters of both sizes": (key[:30] + key[30:].upper(), ("--recipient",)),
    }
    for words, (recipient, named) in cases.items():
        output = bench.folder() / "safe.png"
        run = bench.redact(source, output, "--recipients", groups, "--recipient", recipient)
        is_left = any(output.parent.iterdir())
        claim(run.refuses(*named) and not is_left, f"{words} is refused by name, and nothing is written", run)


def check_secrets(claim, bench, source):
    """An identity that is pasted in the place of a recipient, which a log of CI would keep."""
    output = bench.folder() / "safe.png"
    run = bench.redact(source, output, "--recipient", bench.team.secret)
    claim(run.is_refusal and "identity" in run.words, "an identity in the place of a recipient is refused as one", "")
    claim(bench.team.secret not in run.words, "an identity in the place of a recipient is not repeated", "")
    named = [run for run in [bench.run("unseal", source, "-i", bench.team.secret, "-o", output)] if bench.team.secret in run.words]
    claim(not named, "an identity in the place of its file is not repeated", "")
    file = bench.folder() / "spoilt.key"
    file.write_text(bench.team.secret[:-1] + ("Q" if bench.team.secret[-1] != "Q" else "P"))
    run = bench.run("keys", "recipient", file)
    claim(run.refuses("spoilt.key:1:") and bench.team.secret[:-1] not in run.words, "a malformed identity is named by its line alone", run)
