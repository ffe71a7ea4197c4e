"""Spans of a guard, and the place in a trace that it passes on."""

from appium import Appium
from faults import Faulty
from support import Guard, eventually, policies, temporary_directory
from watching import Collector, Samples, Span

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
SAMPLED = {"traceparent": f"00-{TRACE}-{PARENT}-01", "tracestate": "vendor=1"}


def check(claim, program):
    with temporary_directory() as directory, Appium() as upstream:
        policy = policies(directory)["all"]
        with Collector() as collector:
            with Guard(program, upstream.url, policy, "--otlp-endpoint", collector.url, "--metrics-port", "0") as guard:
                check_screenshot(claim, guard, upstream, collector)
                check_places(claim, guard, upstream, collector)
                check_silence(claim, guard, upstream, collector)
        with Collector() as collector:
            with Guard(program, upstream.url, "blackout", SNAPVEIL_OTLP_ENDPOINT=collector.url) as guard:
                guard.ask("GET", "/status")
            claim(len(collector.spans) >= 2, "the last spans are sent before the end", len(collector.spans))
        with Guard(program, upstream.url, "blackout") as guard:
            start = len(upstream.requests)
            guard.ask("GET", "/status", **SAMPLED)
            passed = upstream.requests[start].fields["traceparent"]
            claim(passed == SAMPLED["traceparent"], "without a collector the place in a trace passes as it is", passed)
            claim(f"trace={TRACE}" not in guard.log, "and a command without a picture has no line in the log")
            guard.ask("GET", "/session/ios/screenshot", **SAMPLED)
            claim(eventually(lambda: f"trace={TRACE}" in guard.log), "the line of a picture has the trace")
    with Faulty() as upstream, Collector() as collector:
        with Guard(program, upstream.url, "blackout", "--otlp-endpoint", collector.url) as guard:
            guard.ask("GET", "/session/x/fault/0")
            spans = {span.kind: span for span in collector.wait(2)}
    errors = [(spans[kind].is_error, spans[kind].attributes.get("error.type")) for kind in (Span.SERVER, Span.CLIENT)]
    claim(errors == [(True, "upstream"), (True, "broken")], "a call that fails is an error, and so is its request", errors)


def check_screenshot(claim, guard, upstream, collector):
    start = len(upstream.requests)
    guard.ask("GET", "/session/ios/screenshot", X_Request_Id="run-7", **SAMPLED)
    spans = collector.wait(7)
    names = sorted(span.name for span in spans)
    wanted = ["GET screenshot", "queue"] + ["upstream"] * 4 + ["work"]
    claim(names == wanted, "a screenshot has spans for itself, its calls, its wait and its work", names)
    [request] = [span for span in spans if span.kind == Span.SERVER] or [None]
    holds = request and (request.trace, request.parent) == (TRACE, PARENT)
    claim(holds, "the first is within that of the harness", f"{request}")
    holds = all((span.trace, span.parent) == (TRACE, request.id) for span in spans if span is not request)
    claim(holds, "and the others are within it", [f"{span}" for span in spans])
    calls = {span.id: span for span in spans if span.kind == Span.CLIENT}
    places = [f"00-{TRACE}-{name}-01" for name in calls]
    came = [request.fields["traceparent"] for request in upstream.requests[start:]]
    claim(sorted(came) == sorted(places), "the upstream gets the place of each call", came)
    states = {request.fields["tracestate"] for request in upstream.requests[start:]}
    claim(states == {"vendor=1"}, "and what vendors add, as it is", states)
    told = {name: request.attributes.get(name) for name in ("snapveil.guard.command", "snapveil.guard.outcome", "snapveil.request.id")}
    wanted = {"snapveil.guard.command": "screenshot", "snapveil.guard.outcome": "redacted", "snapveil.request.id": "run-7"}
    claim(told == wanted, "its attributes say what became of it", told)
    claim(all(span.attributes["http.response.status_code"] == "200" for span in calls.values()), "those of calls, too")
    work = next(span for span in spans if span.name == "work")
    claim("snapveil.stage.paint.seconds" in work.attributes, "work has its stages", work.attributes)
    claim(request.seconds >= sum(span.seconds for span in calls.values()), "a request takes as long as its calls at least")


def check_places(claim, guard, upstream, collector):
    for name, fields in [("none", {}), ("a malformed place", {**SAMPLED, "traceparent": f"00-{TRACE}-{'0' * 16}-01"})]:
        count, start = len(collector.spans), len(upstream.requests)
        guard.ask("GET", "/status", **fields)
        spans = collector.wait(count + 4)[count:]
        request = next(span for span in spans if span.kind == Span.SERVER)
        claim(request.parent is None and request.trace != TRACE, f"with {name}, a trace begins here", f"{request}")
        came = upstream.requests[start].fields
        call = next(span for span in spans if span.kind == Span.CLIENT)
        holds = (came["traceparent"], came["tracestate"]) == (f"00-{request.trace}-{call.id}-01", None)
        claim(holds, "and the upstream gets that", f"{came['traceparent']} {came['tracestate']}")


def check_silence(claim, guard, upstream, collector):
    count, start = len(collector.spans), len(upstream.requests)
    guard.ask("GET", "/healthz")
    guard.ask("GET", "/session/ios/source", **{**SAMPLED, "traceparent": f"00-{TRACE}-{PARENT}-00"})
    place = upstream.requests[start].fields["traceparent"]
    claim(place.startswith(f"00-{TRACE}-") and place.endswith("-00"), "a trace that nobody keeps goes on", place)
    guard.ask("GET", "/session/ios/element/secret-element/attribute/secret?secret=vault")
    spans = collector.wait(count + 4)[count:]
    claim(len([span for span in spans if span.kind == Span.SERVER]) == 1, "and neither it nor a probe has spans", [f"{span}" for span in spans])
    words = [word for word in ("secret", "vault", "/session", "127.0.0.1") if any(word in f"{span}" for span in collector.spans)]
    claim(not words, "no span has a path, a query or an address", words)
    exported = Samples(guard)["snapveil_spans_total,outcome=exported"]
    claim(exported == len(collector.spans), "spans that were sent are counted", exported)
