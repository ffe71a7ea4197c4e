"""Those who watch a guard: a scraper of its metrics, and a collector of its spans."""

import http.server
import json
import re
import threading
import time

from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_openmetrics
from prometheus_client.parser import text_string_to_metric_families as read_text

from support import PATIENCE, ask


def metrics_url(guard):
    """The URL of the port for metrics, which the log has."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := re.search(r"address=(127\.0\.0\.1:\d+) server=metrics", guard.log):
            return f"http://{found[1]}"
        time.sleep(0.01)
    raise RuntimeError(f"the log has no port for metrics: {guard.log[-500:]}")


class Samples(dict):
    """The samples of a guard by their names and labels, as they are written; each format is read strictly."""

    def __init__(self, guard):
        url = metrics_url(guard)
        plain = self._read(read_text, ask(url, "GET", "/metrics").body)
        reply = ask(url, "GET", "/metrics", Accept="application/openmetrics-text; version=1.0.0")
        self.exemplars = {}
        strict = self._read(read_openmetrics, reply.body, self.exemplars)
        if plain.keys() != strict.keys():
            raise RuntimeError(f"the formats have other samples: {plain.keys() ^ strict.keys()}")
        super().__init__(strict)

    @staticmethod
    def _read(read, body, exemplars=None):
        samples = {}
        for family in read(body.decode()):
            for sample in family.samples:
                labels = {name: str(float(text)) if name == "le" else text for name, text in sample.labels.items()}
                name = sample.name + "".join(f",{name}={text}" for name, text in sorted(labels.items()))
                samples[name] = sample.value
                if exemplars is not None and sample.exemplar:
                    exemplars[name] = sample.exemplar.labels
        return samples

    def since(self, before):
        """The samples that have changed, with their difference."""
        return {name: count - before.get(name, 0) for name, count in self.items() if count != before.get(name, 0)}


class Collector(http.server.ThreadingHTTPServer):
    """Keeps the spans that it is sent, while in a `with`."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Receiver)
        self.url, self.spans = f"http://127.0.0.1:{self.server_port}/v1/traces", []

    def wait(self, count):
        """The spans, once there are so many."""
        deadline = time.monotonic() + PATIENCE
        while len(self.spans) < count and time.monotonic() < deadline:
            time.sleep(0.02)
        return list(self.spans)

    def __enter__(self):
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class _Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        document = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        for resource in document["resourceSpans"]:
            for scope in resource["scopeSpans"]:
                self.server.spans += map(Span, scope["spans"])
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


class Span:
    """A span as OTLP has it in JSON."""

    SERVER, CLIENT, INTERNAL = 2, 3, 1

    def __init__(self, content):
        self.content, self.name, self.kind = content, content["name"], content["kind"]
        self.trace, self.id, self.parent = content["traceId"], content["spanId"], content.get("parentSpanId")
        self.seconds = (int(content["endTimeUnixNano"]) - int(content["startTimeUnixNano"])) / 1e9
        self.is_error = content.get("status", {}).get("code") == 2
        self.attributes = {a["key"]: next(iter(a["value"].values())) for a in content.get("attributes", [])}

    def __str__(self):
        return json.dumps(self.content)
