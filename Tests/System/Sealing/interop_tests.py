"""Files of pyrage and age, opened by the program, and its own, opened by them: each to the byte, in the documented form."""

import json

import pyrage

import age_program
import pictures
import sealed
from bench import Key
from server import Server

PASSPHRASE = "correct horse battery staple"
#: Bytes of a chunk of the format, around which its edges lie.
CHUNK = 65536


def check(claim, bench):
    check_pictures(claim, bench)
    check_made(claim, bench)
    check_sizes(claim, bench)
    check_server(claim, bench)
    check_passphrases(claim, bench)
    if age_program.is_there():
        check_age(claim, bench)
    else:
        print("left out: there is no program age")


def random_text(bench, count):
    """Text without anything that is sensitive."""
    return (b"%032x\n" % bench.random.getrandbits(64)) * (count // 33 + 1)


def check_pictures(claim, bench):
    """Pictures of random sizes, with random regions."""
    def fault(task):
        width, height, seed = task
        folder = bench.folder()
        (folder / "a.png").write_bytes(pictures.encoded(pictures.picture(width, height, seed=seed), "PNG"))
        place = f"{width // 3},{height // 4},{max(width // 2, 1)},{max(height // 2, 1)}"
        run = bench.redact(folder / "a.png", folder / "safe.png", "--region", place, key=bench.team)
        if not run.is_good:
            return f"{task}: {run}"
        opened = sealed.Opened(bench.team.open((folder / "safe.png.age").read_bytes()))
        words = opened.fault((folder / "safe.png").read_bytes(), pictures.pixels((folder / "a.png").read_bytes()))
        return words and f"{task}: {words}"

    count = bench.few_or_many(12, 300)
    sizes = [(bench.random.randint(1, 400), bench.random.randint(1, 400), seed) for seed in range(count)]
    wrong = bench.wrong(fault, sizes)
    claim(not wrong, f"pyrage opens {count} pictures of random sizes, and finds the documented form", wrong[:3])


def made_picture(bench, width=150, height=130, places=((3, 4, 50, 60), (40, 70, 100, 20), (149, 129, 1, 1))):
    """A redacted picture that the program did not make, and the content that is sealed of it."""
    original = pictures.picture(width, height)
    redacted = original.copy()
    for x, y, w, h in places:
        redacted.paste((0, 0, 0), (x, y, x + w, y + h))
    file = bench.folder() / "made.png"
    file.write_bytes(pictures.encoded(redacted, "PNG"))
    source = pictures.encoded(original, "PNG")
    return file, source, sealed.Content.of(file.read_bytes(), pictures.pixels(source), list(places))


def write_beside(redacted, content):
    redacted.with_name(f"{redacted.name}.age").write_bytes(content)


def check_made(claim, bench):
    redacted, source, content = made_picture(bench)
    for words, file in {
        "pyrage": sealed.seal(content.bytes(), bench.team),
        "pyrage, armoured": sealed.seal(content.bytes(), bench.team, armored=True),
        "pyrage, among three": sealed.seal(content.bytes(), bench.other, bench.key("third"), bench.team),
    }.items():
        write_beside(redacted, file)
        fault = pictures.difference(bench.restored(redacted), source)
        claim(fault is None, f"a picture that is sealed by {words}, in the documented form, comes back", fault)
    write_beside(redacted, sealed.seal(content.bytes(), bench.other))
    run = bench.unseal(redacted, out := bench.folder() / "o.png")
    claim(run.refuses("none of the identities") and not out.exists(), "what pyrage seals to another opens not", run)


def check_sizes(claim, bench):
    """Artefacts whose content ends near the edge of a chunk, and of random sizes: sealed by the program, and to it by pyrage."""
    edges = [CHUNK * chunks + offset for chunks in (1, 2) for offset in (-700, -330, -1, 0, 1)]
    count = bench.few_or_many(30, 2000)
    sizes = edges + [int(2 ** bench.random.uniform(5, 18)) for _ in range(count - len(edges))]
    folder, safe = bench.folder(), bench.folder()
    originals = {f"{at}.txt": random_text(bench, size)[:size] for at, size in enumerate(sizes)}
    for name, content in originals.items():
        (folder / name).write_bytes(content)
    for start in range(0, count, 200):
        files = [folder / name for name in list(originals)[start : start + 200]]
        run = bench.run("redact", *files, "--policy", "blackout", "--recipient", bench.team.recipient, "--output-directory", safe)
        if not run.is_good:
            raise RuntimeError(str(run))

    def fault(name):
        opened = sealed.Opened(bench.team.open((safe / f"{name}.age").read_bytes()))
        if opened.original != originals[name]:
            return f"{name}: pyrage finds another artefact"
        content = bench.random.randbytes(64) + originals[name]
        file = sealed.seal(sealed.artefact_content((safe / name).read_bytes(), content), bench.team)
        write_beside(safe / name, file)
        return None if bench.restored(safe / name, suffix=".txt") == content else f"{name}: the program restores another artefact"

    wrong = bench.wrong(fault, originals)
    claim(not wrong, f"pyrage opens {count} artefacts of all sizes, and the program opens what pyrage makes of them", wrong[:3])
    content = sealed.artefact_content((safe / "0.txt").read_bytes(), originals["0.txt"], separators=(", ", ": "))
    write_beside(safe / "0.txt", sealed.seal(content, bench.team))
    run = bench.unseal(safe / "0.txt", out := bench.folder() / "out.txt")
    same = run.is_good and out.read_bytes() == originals["0.txt"]
    claim(same, "an artefact whose head has spaces in its JSON comes back, as a picture does", run)


def check_server(claim, bench):
    groups = bench.folder()
    (groups / "all").write_text(f"{bench.other.recipient}\n{bench.team.recipient}\n")
    source = pictures.made()["alpha.png"]
    with Server(bench.program, "--recipients", groups) as server:
        parts = server.ask(source, style="fill", color="#123", region=["0,0,40,50", "20,30,60,60"], seal="all").parts
    for key in (bench.team, bench.other):
        fault = sealed.Opened(key.open(parts["sealed"])).fault(parts["image"], pictures.pixels(source))
        claim(fault is None, "pyrage opens a server's reply for each recipient", fault)


def check_passphrases(claim, bench):
    redacted, source, content = made_picture(bench)
    write_beside(redacted, sealed.seal(content.bytes(), bench.team))
    folder = bench.folder()
    (folder / "right").write_text(f"{PASSPHRASE}\r\nanother line\n")
    (folder / "wrong").write_text("another\n")
    locked = Key(folder / "locked.key", bench.team.recipient)
    locked.file.write_bytes(pyrage.passphrase.encrypt(bench.team.file.read_bytes(), PASSPHRASE))
    restored = bench.run("unseal", redacted, "-i", locked.file, "--passphrase-file", folder / "right", "-o", "-")
    fault = pictures.difference(restored.output, source) if restored.is_good else str(restored)
    claim(fault is None, "an identity that pyrage encrypts with a passphrase opens a picture", fault)
    for words, options in {"a wrong passphrase": ("--passphrase-file", folder / "wrong"), "no passphrase": ()}.items():
        out = folder / "out.png"
        run = bench.run("unseal", redacted, "-i", locked.file, *options, "-o", out, patience=20)
        claim(run.refuses("passphrase") and not out.exists(), f"{words} is refused as one", run)
    own = folder / "own.key"
    run = bench.run("keys", "new", own, "--passphrase-file", folder / "right")
    text = pyrage.passphrase.decrypt(own.read_bytes(), PASSPHRASE).decode()
    opened = Key(own, run.output.decode().strip())
    is_same = str(pyrage.x25519.Identity.from_str(text.split("\n")[2]).to_public()) == opened.recipient
    claim(is_same, "pyrage opens an identity that the program encrypts with a passphrase", run)
    claim("AGE-SECRET-KEY" not in own.read_text(), "an encrypted identity does not show")
    shown = bench.run("keys", "recipient", own, "--passphrase-file", folder / "right").output.decode().strip()
    claim(shown == opened.recipient, "keys recipient opens an encrypted identity", shown)


def check_age(claim, bench):
    folder = bench.folder()
    key = Key(folder / "keygen.key", age_program.new_identity(folder / "keygen.key"))
    redacted, source, content = made_picture(bench)
    for words, options in {"age": {}, "age, armoured": {"armored": True}}.items():
        write_beside(redacted, age_program.encrypt(content.bytes(), bench.other.recipient, key.recipient, **options))
        fault = pictures.difference(bench.restored(redacted, key=key), source)
        claim(fault is None, f"a picture that is sealed by {words} to a key of age-keygen comes back", fault)
    (folder / "a.png").write_bytes(source)
    bench.redact(folder / "a.png", folder / "safe.png", "--region", "3,4,50,60", key=key)
    file = (folder / "safe.png.age").read_bytes()
    fault = sealed.Opened(age_program.decrypt(file, key.file)).fault((folder / "safe.png").read_bytes(), pictures.pixels(source))
    claim(fault is None, "age opens what is sealed to a key of age-keygen", fault)
    receipt = sealed.Opened(key.open(file)).receipt
    claim(json.loads(receipt)["sealed"] == {"recipients": 1}, "the receipt is in the sealed file", receipt)
    check_age_passphrases(claim, bench, key, redacted, source, content)


def check_age_passphrases(claim, bench, key, redacted, source, content):
    folder = bench.folder()
    (folder / "pass").write_text(PASSPHRASE)
    write_beside(redacted, sealed.seal(content.bytes(), key))
    for words, options in {"age -p": ("-p",), "age -p -a": ("-p", "-a")}.items():
        status = age_program.with_passphrase(PASSPHRASE, *options, "-o", folder / "locked.key", key.file)
        run = bench.run("unseal", redacted, "-i", folder / "locked.key", "--passphrase-file", folder / "pass", "-o", "-")
        fault = pictures.difference(run.output, source) if run.is_good else f"{status} {run}"
        claim(fault is None, f"an identity that {words} encrypts opens a picture", fault)
        (folder / "locked.key").unlink()
    own = folder / "own.key"
    bench.run("keys", "new", own, "--passphrase-file", folder / "pass")
    status = age_program.with_passphrase(PASSPHRASE, "-d", "-o", folder / "plain.key", own)
    is_opened = status == 0 and "AGE-SECRET-KEY-1" in (folder / "plain.key").read_text()
    claim(is_opened, "age opens an identity that the program encrypts", status)
