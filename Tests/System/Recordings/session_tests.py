"""Sessions that Playwright recorded: nobody can read in any frame what a policy on sensitive text covers.

Needs models, which SNAPVEIL_MODELS names.
"""

import importlib.util
import os

import measures
import reading
import sessions
from face_scenes import check_faces
from scroll_scenes import check_scroll


def check(claim, bench):
    if not os.environ.get("SNAPVEIL_MODELS"):
        print("not checked: sessions, because SNAPVEIL_MODELS names no models")
        return
    for session in bench.chosen(sessions.SESSIONS):
        if session.planted and (bench.is_full or session is not sessions.PAGES):
            check_session(claim, bench, session)
    check_kinds(claim, bench)
    check_codes(claim, bench)
    check_scroll(claim, bench)
    if importlib.util.find_spec("skimage"):
        check_faces(claim, bench)
    else:
        print("not checked: faces, because there is no scikit-image with pictures of any")


def check_session(claim, bench, session):
    """Sensitive text in black."""
    source = bench.session(session)
    raw = reading.read(source)
    claim(not reading.unread(raw, session.planted), f"{session.name}: each value is read in the recording", reading.unread(raw, session.planted))
    run = bench.run(source, "--policy", bench.policy({"text": "sensitive"}), "--receipt", bench.folder() / "receipt.json", patience=180)
    claim(run.is_good and run.leaves_nothing, f"{session.name}: is redacted, and nothing is left", run)
    if not run.is_good:
        return
    safe = reading.read(run.output)
    shown = reading.shown(safe, session.planted)
    claim(not shown, f"{session.name}: no value, and no beginning of one, is read in any frame", summary(shown))
    claim(not reading.unread(safe, [session.kept]), f"{session.name}: “{session.kept}” is still read")
    differing = measures.differing_times(source, run.output)
    claim(not differing, f"{session.name}: frames keep their number and times", differing)
    claim(run.receipt.exists(), f"{session.name}: a receipt is written")
    if run.receipt.exists():
        covers = measures.covers_of(run.receipt)
        likeness = measures.likeness(source, run.output, covers, measures.EDGE)
        claim(covers and likeness.whole >= measures.ENOUGH, f"{session.name}: what no cover of the receipt is on stays to {measures.ENOUGH} dB", likeness)
        claim(likeness.share > session.open_share, f"{session.name}: most of it stays uncovered", likeness)
        print(f"   {session.name}: {len(covers)} covers, {likeness}; {run.seconds:.1f} s for {measures.end(source):.1f} s")


def summary(shown):
    return f"{len(shown)} times, as at {'; '.join(shown[:3])}"


def check_kinds(claim, bench):
    """Only what a policy names, and a value that is known."""
    secrets = bench.folder() / "secrets.env"
    secrets.write_text(f"EMAIL={sessions.EMAIL}\n")
    run = bench.run(bench.session(sessions.PAGES), "--policy", bench.policy({"text": {"kinds": ["card"]}}), "--secrets", secrets, "--linger", "0")
    claim(run.is_good, "cards and a known secret: is redacted", run)
    if run.is_good:
        safe = reading.read(run.output)
        shown = reading.shown(safe, [sessions.CARD, sessions.EMAIL])
        claim(not shown, "cards and a known secret: neither is read in any frame", summary(shown))
        claim(not reading.unread(safe, [sessions.IBAN]), "cards and a known secret: what is of another kind stays")


def check_codes(claim, bench):
    """A QR code in black, wherever it moves."""
    source = bench.session(sessions.CODES)
    claim(reading.codes(source) == {sessions.LINK}, "QR code: it is read in the recording", reading.codes(source))
    run = bench.run(source, "--policy", bench.policy({"codes": "all"}))
    claim(run.is_good, "QR code: is redacted", run)
    if run.is_good:
        claim(not reading.codes(run.output), "QR code: it is read in no frame")
        claim(not reading.unread(reading.read(run.output), [sessions.CODES.kept]), f"QR code: “{sessions.CODES.kept}” is still read")
