"""Holds the metrics and the traces of a running server against the formats that they are in.

Usage: metrics.py SNAPVEIL

After requests of many kinds, promtool (of Debian's prometheus) finds nothing to complain of, and the parsers of
prometheus-client read both formats, strictly: the same metrics with the same values, and in OpenMetrics exemplars that
name requests. No metric has more series than its labels explain, whatever paths and names were made up. What a collector
is sent is what the definitions of OpenTelemetry have, without a member that is not known.
"""

import base64
import concurrent.futures
import http.server
import json
import os
import pathlib
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_openmetrics
from prometheus_client.parser import text_string_to_metric_families as read_text

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "System" / "Load"))

from server import Server  # noqa: E402

SCREENS = ROOT / "Tests" / "Support" / "Samples" / "Screens"
MOST_SAMPLES = 1500


def send(port, path, body=None, method=None, **headers):
    """The status of the reply, and its body."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, headers, method=method)
    try:
        with urllib.request.urlopen(request) as reply:
            return reply.status, reply.read(), reply.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read(), error.headers


def requests():
    """Requests of many kinds, with the statuses that they get."""
    png, jpeg = (SCREENS / "web_1280x720.png").read_bytes(), (SCREENS / "web-profile.jpg").read_bytes()
    for picture in png, jpeg:
        for query in (
            "style=fill&color=%23000&region=10,20,300,200", "style=blur&radius=9&region=0,0,90,90", "style=veil",
            "style=pixelate&block=8", "policy=privacy-screen", "policy=blackout&preview=true",
            "style=fill&color=%23123&format=jpeg",
        ):
            yield 200, f"/v1/sanitize?{query}", picture
        yield 422, "/v1/sanitize?style=fill", picture
        yield 404, "/v1/sanitize?policy=made-up", picture
    yield 415, "/v1/sanitize?style=veil", b"no picture"
    yield 422, "/v1/sanitize?style=veil", png[:5000]
    for number in range(20):
        yield 404, f"/made-up/{number}", None
        yield 404, f"/v1/policies/made-up-{number}", None
    for path in "/", "/healthz", "/readyz", "/v1/policies", "/v1/policies/blur", "/openapi.json", "/v1/problems":
        yield 200, path, None


def load(port):
    """Sends all of it, some at a time, and leaves in the middle once; how many were answered."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(b"POST /v1/sanitize?style=veil HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\nabc")
    orders = list(requests()) * 2
    with concurrent.futures.ThreadPoolExecutor(4) as executor:
        for order, (status, *_) in zip(orders, executor.map(lambda order: send(port, *order[1:]), orders)):
            if status != order[0]:
                raise SystemExit(f"FAILED: {order[1]}: {status}, and not {order[0]}")
    return len(orders)


def check_with_promtool(page):
    result = subprocess.run(["promtool", "check", "metrics"], input=page, capture_output=True, text=True)
    if result.returncode or result.stdout or result.stderr:
        raise SystemExit(f"FAILED: promtool check metrics: {result.stdout}{result.stderr}")


def samples(families):
    return {(s.name, tuple(sorted(s.labels.items()))): s for family in families for s in family.samples}


def number_of_bound(labels):
    """Each format writes bounds in a way of its own."""
    return tuple((name, float(value) if name == "le" else value) for name, value in labels)


class Collector:
    """Keeps what it is sent, as long as a `with` goes on."""

    def __enter__(self):
        self.documents = documents = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                assert self.path == "/v1/traces" and self.headers["Content-Type"] == "application/json"
                documents.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()


def with_bytes(value):
    """A document with the names of traces and spans as the mapping of Protocol Buffers has bytes; OTLP has them in
    hexadecimal, which no parser of that mapping knows."""
    if isinstance(value, list):
        return [with_bytes(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {
        name: base64.b64encode(bytes.fromhex(member)).decode()
        if name in ("traceId", "spanId", "parentSpanId") else with_bytes(member)
        for name, member in value.items()
    }


def check_spans(documents, count):
    spans, roots = [], 0
    for document in documents:
        request = json_format.ParseDict(with_bytes(document), ExportTraceServiceRequest())
        for resource in request.resource_spans:
            assert {a.key for a in resource.resource.attributes} == {"service.name", "service.version"}
            spans += [span for scope in resource.scope_spans for span in scope.spans]
    ids = {span.span_id for span in spans}
    for span in spans:
        assert len(span.trace_id) == 16 and len(span.span_id) == 8 and span.flags == 1, span
        assert 0 < span.start_time_unix_nano <= span.end_time_unix_nano, span
        assert span.status.code == Status.STATUS_CODE_UNSET, span
        if span.kind == Span.SPAN_KIND_SERVER:
            assert not span.parent_span_id and "http.route" in {a.key for a in span.attributes}, span
            roots += 1
        else:
            assert span.kind == Span.SPAN_KIND_INTERNAL and span.parent_span_id in ids, span
    if len(ids) != len(spans) or roots != count:
        raise SystemExit(f"FAILED: {len(spans)} spans, of which {roots} are requests, and not {count}")
    return len(spans)


def scrape(server):
    """Loads the server; how many requests were answered, and its metrics in both formats."""
    count = load(server.port)
    _, text, fields = send(server.metrics_port, "/metrics")
    assert fields["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8", fields["Content-Type"]
    accept = "application/openmetrics-text; version=1.0.0"
    _, openmetrics, fields = send(server.metrics_port, "/metrics", Accept=accept)
    assert fields["Content-Type"] == f"{accept}; charset=utf-8", fields["Content-Type"]
    return count, text.decode(), openmetrics.decode()


def check_metrics(count, text, openmetrics):
    check_with_promtool(text)
    plain = samples(read_text(text))
    strict = samples(read_openmetrics(openmetrics))
    names = {(name, number_of_bound(labels)) for name, labels in plain}
    if names != {(name, number_of_bound(labels)) for name, labels in strict}:
        raise SystemExit("FAILED: the formats do not have the same samples")
    answered = sum(s.value for (name, _), s in strict.items() if name == "snapveil_http_requests_total")
    if answered != count:
        raise SystemExit(f"FAILED: {count} requests were answered, and {answered} are counted")
    if len(strict) > MOST_SAMPLES:
        raise SystemExit(f"FAILED: there are {len(strict)} samples")
    exemplars = [s.exemplar.labels for s in strict.values() if s.exemplar]
    if len(exemplars) < 20 or any(list(labels) != ["request_id"] for labels in exemplars):
        raise SystemExit(f"FAILED: exemplars are {exemplars}")
    print(f"{len(strict)} samples of {count} requests, {len(exemplars)} with an exemplar, are as both formats want them")


def main():
    program = os.path.abspath(sys.argv[1])
    with Collector() as collector:
        with Server(program, "--metrics-port", "0", "--otlp-endpoint", collector.url) as server:
            count, text, openmetrics = scrape(server)
        check_metrics(count, text, openmetrics)
        # Probes and the page are not traced.
        untraced = 2 * sum(path in ("/", "/healthz", "/readyz") for _, path, _ in requests())
        spans = check_spans(collector.documents, count - untraced)
    print(f"{spans} spans are what OpenTelemetry's definitions have")


main()
