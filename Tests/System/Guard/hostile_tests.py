"""Whatever way a reply holds a screenshot in, the guard makes it safe or refuses it; a few ways are documented as not seen."""

from hostile import Hostile
from screens import small
from support import WEBDRIVER, Guard, ask
from traces import Traces, pictures_of
from ways import REFUSED, SAFE, UNSEEN, learn

PATH = "/session/x/way/%d"


def check(claim, program, kind=WEBDRIVER):
    traces = Traces()
    learn(traces)
    size = small().size
    with Hostile() as upstream:
        blind = [way.name for index, way in enumerate(upstream.ways) if not traces.of(*ask(upstream.url, "GET", PATH % index).contents)]
        claim(not blind, f"what finds noise sees it in all {len(upstream.ways)} ways", ", ".join(blind))
        with Guard(program, upstream.url, "blackout", kind=kind) as guard:
            for index, way in enumerate(upstream.ways):
                reply = guard.ask("GET", PATH % index)
                outcome = outcome_of(reply, way, traces.of(*reply.contents), size)
                claim(outcome in way.allowed, f"{way.name}: {' or '.join(way.allowed)}", f"{outcome}: {reply}")
            claim(guard.ask("GET", "/session/x/title").status == 200, "after all of them the guard goes on")
        claim(guard.status == 0, "and ends with status 0", guard.status)


def outcome_of(reply, way, trace, size):
    """What became of a reply."""
    if trace:
        return UNSEEN if UNSEEN in way.allowed else f"it leaks {trace}"
    if reply.failure:
        return "it has no end"
    if reply.is_error:
        return REFUSED
    if way.answer.pieces is None and reply.status != way.answer.status:
        return f"its status was {way.answer.status}"
    if way.keeps_picture and size not in [picture.size for picture in pictures_of(reply.body)]:
        return "its picture is missing"
    return SAFE
