"""Damaged files and lies: a result that is covered, or a named error; no crash, no file after an error, nothing left, no minute."""

import socket

import measures
import running
from bench import BLACK
from measures import Cover
from mutations import MUTATED, mutated, named, refused, strange
from scenes import ffmpeg

#: Mutations of each container in the short form, and in the full one.
FEW, MANY = 3, 100
REGION = MUTATED[0].region


def check(claim, bench):
    check_mutations(claim, bench)
    check_made(claim, bench)
    check_names(claim, bench)
    check_network(claim, bench)
    check_earlier_result(claim, bench)


def verdict(program, source, output, whole=False):
    """What became of a file: `good`, `refused`, or what is wrong."""
    region = () if whole else ("--region", ",".join(map(str, REGION)))
    run = running.redact(program, source, output, *BLACK, *region)
    if not run.leaves_nothing or not (run.is_good or run.is_error):
        return str(run)
    # A text is redacted as one, whatever its name.
    if run.is_error or is_text(source) and is_text(output):
        return "refused"
    cover = Cover(0, 0, 1 << 20, 1 << 20) if whole else Cover(*REGION)
    try:
        shown = measures.uncovered(output, cover)
        count = len(measures.times(output))
    except Exception as error:
        return f"the result cannot be decoded: {type(error).__name__} {error}"
    if not count:
        return "the result has no frames"
    return f"{len(shown)} frames are uncovered, as at {shown[:1]}" if shown else "good"


def is_text(path):
    try:
        return "\0" not in path.read_bytes().decode()
    except UnicodeDecodeError:
        return False


def check_mutations(claim, bench):
    count = MANY if bench.is_full else FEW
    for scene in MUTATED:
        data, folder, tasks = bench.make(scene).read_bytes(), bench.folder(), []
        for seed in range(count):
            path = folder / f"{seed}.{scene.extension}"
            path.write_bytes(mutated(data, f"{scene.name} {seed}"))
            tasks.append((bench.program, path, bench.folder() / f"safe.{scene.extension}"))
        became = list(bench.at_once(verdict, tasks))
        wrong = [f"seed {seed}: {each}" for seed, each in enumerate(became) if each not in ("good", "refused")]
        claim(not wrong, f"{count} mutations of {scene.name}: {became.count('good')} results are covered, all others are refused", f"{len(wrong)}: {wrong[:3]}")


def check_made(claim, bench):
    folder = bench.folder()
    for has_to_fail, files in ((True, refused(folder)), (False, strange(folder, bench.is_full))):
        names, paths = zip(*files, strict=True)
        tasks = [(bench.program, path, bench.folder() / f"safe{path.suffix}", not has_to_fail) for path in paths]
        for name, became in zip(names, bench.at_once(verdict, tasks), strict=True):
            wanted = ("refused",) if has_to_fail else ("refused", "good")
            claim(became in wanted, f"{name}: is {became if became in wanted else ' or '.join(wanted)}", became)


def check_names(claim, bench):
    sources = list(named(bench.folder(), bench.is_full))
    tasks = [(bench.program, source, bench.folder() / source.name) for source in sources]
    for source, became in zip(sources, bench.at_once(verdict, tasks), strict=True):
        claim(became == "good", f"a file called {source.name!r}: is redacted", became)


def check_network(claim, bench):
    """A file that names an address has it asked by nobody."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        folder, port = bench.folder(), server.getsockname()[1]
        for suffix in ("mp4", "webm", "gif"):
            source = folder / f"asks.{suffix}"
            source.write_text(f"#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:{port}/secret.ts\n#EXT-X-ENDLIST\n")
            became = verdict(bench.program, source, bench.folder() / f"safe.{suffix}")
            try:
                server.accept()[0].close()
                is_asked = True
            except TimeoutError:
                is_asked = False
            claim(not is_asked and became == "refused", f"a playlist called {suffix}: no address in it is asked", became)


def check_earlier_result(claim, bench):
    """An error leaves the result of an earlier run as it was, or takes it away; nothing half written is there."""
    output, source = bench.folder() / "safe.webm", bench.make(MUTATED[0])
    damaged = source.with_name("damaged.webm")
    ffmpeg("-f", "lavfi", "-i", "sine=440:d=1", "-c:a", "libopus", damaged)
    output.write_bytes(b"earlier")
    run = running.redact(bench.program, damaged, output, *BLACK)
    is_left = not output.exists() or output.read_bytes() == b"earlier"
    claim(run.status in running.ERRORS and is_left, "an error leaves no half of a result over an earlier one", run)
