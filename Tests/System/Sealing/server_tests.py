"""A server that seals: forms of replies, refusals, prohibitions, exchanged keys, and what its log and metrics say."""

import json
import signal
import time

import numpy

import artefact_tests
import pictures
import sealed
from server import Server

BLACK = {"style": "fill", "color": "#000"}
BLACK_POLICY = {"rules": [{"target": "screen", "style": {"fill": {"color": "#000"}}}]}
REGIONS = ["5,6,40,30", "60,10,20,70"]
GROUP, OTHER = "grp-payments-7f3", "grp-support-9k2"


def check(claim, bench):
    with Server(bench.program, "--recipients", groups(bench)) as server:
        check_forms(claim, bench, server)
        check_policies(claim, server)
        check_refusals(claim, server)
        check_artefacts(claim, bench, server)
        check_pairs(claim, bench, server)
        check_traces(claim, bench, server)
    check_prohibited(claim, bench)
    check_without(claim, bench)
    check_exchange(claim, bench)
    check_faulty_groups(claim, bench)


def groups(bench):
    """A directory with a group of two, and one of one."""
    folder = bench.folder()
    (folder / GROUP).write_text(f"# two\n{bench.team.recipient}\n{bench.other.recipient}\n")
    (folder / f"{OTHER}.txt").write_text(bench.other.recipient)
    return folder


def png():
    return pictures.made()["rgb.png"]


def restored(bench, parts, key, name="image", suffix=".png"):
    """What the command restores from the parts of a reply."""
    folder = bench.folder()
    (folder / f"safe{suffix}").write_bytes(parts[name])
    (folder / "safe.age").write_bytes(parts["sealed"])
    return bench.restored(folder / f"safe{suffix}", sealed=folder / "safe.age", key=key, suffix=suffix)


def check_forms(claim, bench, server):
    plain = server.ask(png(), **BLACK, region=REGIONS).parts
    for accept in ("application/json", "multipart/mixed", "*/*", "image/png;q=0.9, multipart/mixed;q=0.1"):
        reply = server.ask(png(), accept=accept, **BLACK, region=REGIONS, seal=GROUP)
        parts = reply.parts if reply.status == 200 else {}
        same = parts.get("image") == plain["image"] and parts["receipt"].pop("sealed") == {"recipients": 2}
        claim(same and parts["receipt"] == plain["receipt"], f"{accept}: picture and receipt are those without sealing", reply.status)
        holders = [pictures.difference(restored(bench, parts, key), png()) is None for key in (bench.team, bench.other)]
        claim(all(holders), f"{accept}: both recipients restore the picture", holders)
    typed = server.ask(png(), **BLACK, seal=GROUP).json["sealed"]["type"]
    claim(typed == "application/age-encryption", "the sealed part has a type", typed)
    mixed = server.ask(png(), accept="multipart/mixed", **BLACK, seal=GROUP).body
    claim(b"application/age-encryption" in mixed, "the sealed part of a multipart reply has a type")
    reply = server.ask(png(), **BLACK, region=REGIONS, seal=OTHER)
    words = sealed.Opened(bench.other.open(reply.sealed)).fault(reply.parts["image"], pictures.pixels(png()))
    claim(words is None, "pyrage opens a reply, and finds the documented form", words)
    claim("sealed" not in server.ask(png(), **BLACK).json, "nothing is sealed unless it is asked for")


def check_policies(claim, server):
    fields = {"image": png(), "policy": json.dumps(BLACK_POLICY | {"seal": "never"}).encode()}
    body = b"".join(
        b'--edge\r\nContent-Disposition: form-data; name="%s"; filename="a"\r\n\r\n%s\r\n' % (name.encode(), content)
        for name, content in fields.items()
    )
    reply = server.ask(body + b"--edge--\r\n", kind="multipart/form-data; boundary=edge", seal=GROUP)
    said = reply.json.get("receipt", {}).get("sealed")
    claim(said == {"recipients": 0, "forbidden": "policy"}, "a policy with seal never: the receipt says so", reply)
    claim("sealed" not in reply.json, "a policy with seal never: nothing is sealed")


def check_refusals(claim, server):
    for words, status, options in [
        ("an unknown group", 404, {"seal": "nobody"}),
        ("no name", 404, {"seal": ""}),
        ("a path for a group", 404, {"seal": f"../{GROUP}"}),
        ("the name of a file with its extension", 404, {"seal": f"{OTHER}.txt"}),
        ("two groups", 422, {"seal": [GROUP, OTHER]}),
        ("a picture alone", 406, {"seal": GROUP, "accept": "image/png"}),
        ("a preview", 422, {"seal": GROUP, "preview": "true"}),
        ("a check", 422, {"seal": GROUP, "path": "/v1/check"}),
    ]:
        query = options if "path" in options else BLACK | options
        reply = server.ask(png(), **query)
        is_problem = reply.type.startswith("application/problem+json") and reply.json["status"] == status
        claim(reply.status == status and is_problem, f"{words}: {status}", reply)
    key = "age1" + "q" * 58
    reply = server.ask(png(), **BLACK, seal=key)
    claim(reply.status == 404 and key not in reply.body.decode(), "a request brings no recipient", reply)


def check_artefacts(claim, bench, server):
    entries = artefact_tests.contents()
    for name, content, kind in [
        ("run.zip", artefact_tests.zipped(entries), "application/zip"),
        ("run.tar", artefact_tests.tarred(entries, "w"), "application/x-tar"),
        ("run.log", entries["logs/run.log"], "text/plain"),
    ]:
        plain = server.ask(content, kind=kind, **BLACK).parts
        for accept in ("application/json", "multipart/mixed"):
            reply = server.ask(content, kind=kind, accept=accept, **BLACK, seal=GROUP)
            parts = reply.parts if reply.status == 200 else {}
            same = parts.get("artefact") == plain.get("artefact") and parts.get("receipt", {}).get("sealed") == {"recipients": 2}
            claim(same and reply.sealed, f"{name} as {accept}: the artefact is that without sealing, and the receipt says so", reply)
            if reply.sealed:
                back = restored(bench, parts, bench.team, "artefact", f".{name}")
                claim(back == content, f"{name} as {accept}: it comes back byte by byte")
        alone = server.ask(content, kind=kind, accept=kind, **BLACK, seal=GROUP)
        claim(alone.status == 406, f"{name}: alone it is not acceptable", alone)


def check_pairs(claim, bench, server):
    """Snapshots that differ below the cover alone, by chance and in the extremes that compress best and worst."""
    wrong, lengths = [], set()
    with_connection = server.connection()
    for seed in range(bench.few_or_many(20, 500)):
        samples = pictures.noise(120, 90, seed=7).copy()
        replies = []
        for side in range(2):
            hidden = numpy.random.default_rng([seed, side]).integers(0, 256, (30, 40, 3), numpy.uint8)
            samples[6:36, 5:45] = [hidden, 255 * side][seed % 3 == 0]
            snapshot = pictures.encoded(pictures.Image.fromarray(samples), "PNG")
            replies.append(server.ask(snapshot, with_connection, **BLACK, region=REGIONS[0], seal=GROUP).parts)
        left, right = replies
        lengths |= {len(left["sealed"]), len(right["sealed"])}
        if left["image"] != right["image"] or left["receipt"] != right["receipt"] or left["sealed"] == right["sealed"]:
            wrong.append(seed)
    claim(not wrong, "pairs that differ below the cover have the same picture and receipt", wrong)
    claim(len(lengths) == 1, "pairs that differ below the cover have sealed parts of one length", lengths)
    other = server.ask(png(), **BLACK, region=REGIONS, seal=GROUP).sealed
    claim(len(other) not in lengths, "other regions have sealed parts of another length", len(other))


def check_traces(claim, bench, server):
    time.sleep(0.2)
    log, metrics = server.log, server.metrics()
    metered = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if not line.startswith("#"))
    found = metered.get("snapveil_sealed_replies_total")
    claim(found and float(found) > 10, "metrics count sealed replies", found)
    claim("sealed=true" in log, "the log says of a request that something was sealed")
    names = [GROUP, OTHER, *(key.recipient[5:30] for key in (bench.team, bench.other))]
    kept = metered.get('snapveil_idle_memory_bytes{holder="front"}')
    claim(kept and float(kept) > 1 << 18, "memory of a large reply is kept for the next one", kept)
    told = [(where, name) for where, text in (("log", log), ("metrics", metrics)) for name in names if name in text]
    claim(not told, "neither log nor metrics name a group or a recipient", told)
    claim(log.count("\n") > 20, "the log has lines")


def check_prohibited(claim, bench):
    with Server(bench.program, "--recipients", groups(bench), "--no-seal") as server:
        for words, options in {"asked": {"seal": GROUP}, "not asked": {}}.items():
            reply = server.ask(png(), **BLACK, **options).json
            said = reply["receipt"].get("sealed")
            forbidden = said == {"recipients": 0, "forbidden": "operator"} and "sealed" not in reply
            claim(forbidden, f"--no-seal, {words}: nothing is sealed, and the receipt says so", said)


def check_without(claim, bench):
    with Server(bench.program) as server:
        reply = server.ask(png(), **BLACK, seal=GROUP)
        claim(reply.status == 404, "a server without recipients knows no group", reply)


def check_exchange(claim, bench):
    policies = bench.folder()
    for words, options in {"recipients alone": (), "recipients and policies": ("--policies", policies)}.items():
        folder = groups(bench)
        (policies / "black.json").write_text(json.dumps(BLACK_POLICY))
        with Server(bench.program, "--recipients", folder, *options) as server:
            check_exchanged(claim, bench, server, folder / f"{OTHER}.txt", words)


def check_exchanged(claim, bench, server, file, words):
    def holders():
        parts = server.ask(png(), **BLACK, seal=OTHER).parts
        return [opens(key, parts["sealed"]) for key in (bench.team, bench.other)]

    before = holders()
    file.write_text(bench.team.recipient)
    claim(before == holders() == [False, True], f"{words}: an exchanged key counts only from SIGHUP on", before)
    claim(reload(server), f"{words}: the log says that files were read again", server.log[-200:])
    claim(holders() == [True, False], f"{words}: after SIGHUP the new key opens replies, and the former does not", holders())
    file.write_text("age1spoilt")
    reload(server)
    claim(server.says(f"{file.name}:1", patience=1), f"{words}: after SIGHUP a malformed key is named, with its line", server.log[-200:])
    claim(holders() == [True, False], f"{words}: the former keys stay where one is malformed", holders())
    file.unlink()
    reload(server)
    claim(server.ask(png(), **BLACK, seal=OTHER).status == 404, f"{words}: after SIGHUP a group that is gone is unknown")


def opens(key, file):
    try:
        return bool(key.open(file))
    except Exception:
        return False


def reload(server):
    """Has a server read its files again; whether it says so."""
    lines = server.log.count("again\n") + server.log.count("unchanged:")
    server.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + 1.5
    while time.monotonic() < deadline:
        if server.log.count("again\n") + server.log.count("unchanged:") > lines:
            return True
        time.sleep(0.02)
    return False


def names_last(run, words):
    """Whether a server did not start for a reason with these words, below its log."""
    line = run.words.splitlines()[-1]
    return run.status not in (0, None) and line.startswith("snapveil: ") and words in line


def check_faulty_groups(claim, bench):
    folder = bench.folder()
    for words, text in {
        "an identity": bench.team.file.read_text(), "a malformed key": "age1qqqq", "no key": "#\n",
    }.items():
        (folder / "team").write_text(text)
        run = bench.run("serve", "--port", "0", "--recipients", folder, patience=5)
        claim(names_last(run, "team"), f"a server does not start with {words} among its recipients", run)
        claim(bench.team.secret not in run.words, f"a server does not repeat {words}")
    run = bench.run("serve", "--port", "0", "--recipients", bench.folder(), patience=5)
    claim(names_last(run, "no groups"), "a server does not start with an empty directory of recipients", run)
