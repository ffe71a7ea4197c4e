"""Damaged sealed files and lies: each is refused by one printable line, soon, and leaves no file."""

import base64
import os
import pathlib
import tempfile

import pyrage

import artefact_tests
import lies
import pictures
import sealed
from bench import FILL
from interop_tests import PASSPHRASE, made_picture
from mutations import mutated

#: Seconds that a refusal may take.
SOON = 10
#: Mutations in the short form and in the long one.
FEW, MANY = 300, 100_000


def check(claim, bench):
    check_control(claim, bench)
    check_mutations(claim, bench)
    check_armour(claim, bench)
    check_lies(claim, bench)
    check_artefact_lies(claim, bench)
    check_headers(claim, bench)
    check_passphrases(claim, bench)


def fault(bench, redacted, content, word="", *options, key=None):
    """Opens a sealed file that may not open; what is wrong with its refusal, if anything is."""
    with tempfile.TemporaryDirectory(dir=bench.directory) as folder:
        folder = pathlib.Path(folder)
        (folder / "sealed.age").write_bytes(content)
        out = folder / "out.png"
        run = bench.unseal(redacted, out, *options, sealed=folder / "sealed.age", key=key, patience=SOON)
        left = sorted(path.name for path in folder.iterdir())
        if left != ["sealed.age"]:
            return f"it leaves {left}: {run}"
        if run.status != 1 or not run.is_refusal:
            return str(run)
        return None if word in run.words else f"its refusal has not {word!r}: {run}"


def check_control(claim, bench):
    """The untouched file, which opens: else nothing below proves anything."""
    redacted, _, content = made_picture(bench)
    words = fault(bench, redacted, sealed.seal(content.bytes(), bench.team))
    claim(words and "it leaves" in words, "the file without a lie opens", words)


def small(bench):
    folder = bench.folder()
    (folder / "a.png").write_bytes(pictures.encoded(pictures.picture(150, 130), "PNG"))
    bench.redact(folder / "a.png", folder / "safe.png", "--region", "5,5,140,121", key=bench.team)
    return folder / "safe.png", (folder / "safe.png.age").read_bytes()


def check_mutations(claim, bench):
    redacted, data = small(bench)
    count = bench.few_or_many(FEW, MANY)

    def fault_of(seed):
        # Half of them in a worker, as files of strangers are opened.
        options = () if seed % 2 else ("--isolation", "none")
        words = fault(bench, redacted, mutated(data, seed), "the sealed file does not open", *options)
        return words and f"seed {seed}: {words}"

    wrong = bench.wrong(fault_of, range(count))
    claim(not wrong, f"{count} mutated files are refused: none opens, none hangs, none leaves a file", wrong[:3])


def check_armour(claim, bench):
    """Mutated armour. White space around it may change: what opens has to be what it was."""
    redacted, _, content = made_picture(bench)
    data = sealed.seal(content.bytes(), bench.team, armored=True)
    count, opened = bench.few_or_many(60, 10_000), []

    def fault_of(seed):
        file = mutated(data, f"armour {seed}")
        words = fault(bench, redacted, file, "the sealed file does not open")
        if words and "it leaves ['out.png'" in words and is_armour_of(file, data):
            opened.append(seed)
            return None
        return words and f"seed {seed}: {words}"

    wrong = bench.wrong(fault_of, range(count))
    claim(not wrong, f"{count} files with mutated armour are refused, but for {len(opened)} with other white space around it", wrong[:3])


def is_armour_of(file, data):
    """Whether a file is the same armour with other ends of lines or other white space around it."""
    return file.replace(b"\r\n", b"\n").strip() == data.replace(b"\r\n", b"\n").strip()


def check_lies(claim, bench):
    redacted, _, content = made_picture(bench)
    told = lies.of_line(content) | lies.of_form(content) | lies.of_pictures(content)
    check_told(claim, bench, redacted, told)


def check_artefact_lies(claim, bench):
    folder = bench.folder()
    source = folder / "run.log"
    source.write_bytes(artefact_tests.contents()["logs/run.log"])
    bench.run("redact", source, *FILL, "-o", folder / "safe.log")
    check_told(claim, bench, folder / "safe.log", lies.of_artefacts((folder / "safe.log").read_bytes(), source.read_bytes()))


def check_told(claim, bench, redacted, told):
    words = bench.at_once(lambda lie: fault(bench, redacted, sealed.seal(lie[0], bench.team), lie[1]), told.values())
    for lie, wrong in zip(told, words):
        claim(wrong is None, f"{lie}: refused by a printable line", wrong)


def line(data):
    return base64.b64encode(data).rstrip(b"=")


def check_headers(claim, bench):
    redacted, data = small(bench)
    start, stanza = b"age-encryption.org/v1\n", data.split(b"\n---")[0].partition(b"\n")[2] + b"\n"
    end, scrypt = data[data.index(b"---") :], b"-> scrypt %s 30\n%s\n" % (line(os.urandom(16)), line(os.urandom(32)))
    for words, file in {
        "300 stanzas": start + stanza * 300 + end,
        "a header of 50 MB": start + b"-> X25519 " + b"a" * 50_000_000 + b"\n" + end,
        "a header of 50 MB in stanzas": start + (b"-> joint a\n" + b"A" * 64 + b"\n\n") * 600_000 + end,
        "a header without an end": start + stanza,
        "a key of low order": start + b"-> X25519 %s\n%s\n" % (line(bytes(32)), line(os.urandom(32))) + end,
        "a work factor of 30": start + scrypt + end,
        "a passphrase in place of recipients": pyrage.passphrase.encrypt(b"snapveil-sealed/1\n", PASSPHRASE),
        "escape sequences in a header": start + b"-> \x1b[31m\n\n" + end,
        "another version of age": data.replace(b"v1", b"v2", 1),
        "no bytes at all": b"",
        "zeros": bytes(100_000),
    }.items():
        wrong = fault(bench, redacted, file, "the sealed file does not open")
        claim(wrong is None, f"{words}: refused by a printable line", wrong)


def check_passphrases(claim, bench):
    """Identities whose passphrase would take an hour and a TB."""
    redacted, _ = small(bench)
    folder = bench.folder()
    (folder / "pass").write_text(PASSPHRASE)
    for factor in (21, 30, 63, 64, 10**20):
        stanza = b"-> scrypt %s %d\n%s\n--- %s\n" % (line(os.urandom(16)), factor, line(os.urandom(32)), line(os.urandom(32)))
        (folder / "locked.key").write_bytes(b"age-encryption.org/v1\n" + stanza + os.urandom(200))
        options = ("-i", folder / "locked.key", "--passphrase-file", folder / "pass", "-o", folder / "out.png")
        run = bench.run("unseal", redacted, *options, patience=SOON)
        is_refused = run.is_refusal and not (folder / "out.png").exists()
        is_named = "work" in run.words or "malformed" in run.words
        claim(is_refused and is_named, f"an identity with a work factor of {factor} is refused", run)
    for words, content in {"64 KiB": b"#" * 65536 + b"\n", "escapes": b"AGE-SECRET-KEY-1\x1b[31m\n", "zeros": bytes(99)}.items():
        (folder / "spoilt.key").write_bytes(content)
        run = bench.run("unseal", redacted, "-i", folder / "spoilt.key", "-o", folder / "out.png", patience=SOON)
        claim(run.is_refusal and not (folder / "out.png").exists(), f"a file of identities with {words} is refused", run)
