import HTTPServer
import PrometheusMetrics
import Redaction
import RedactionJobs

/// The metrics of a server, each declared once, for counting, exposition and documentation.
enum ServiceMetric {
    // MARK: Requests

    static let requests = MetricDeclaration(
        "snapveil_http_requests_total",
        .counter,
        "Requests that were answered.",
        labels: [
            "route": "the path of the API, `other` for a path that there is not, `unread` before there was a path",
            "status": "the status of the reply",
            "problem": "the [code](doc:Errors) of the problem, or `none`",
        ]
    )
    static let requestDuration = MetricDeclaration(
        "snapveil_http_request_duration_seconds",
        .histogram(bounds: Bounds.waits),
        "From the head of a request to its reply, the time included that the body takes to come.",
        labels: ["route": "as above"]
    )
    static let requestsInFlight = MetricDeclaration(
        "snapveil_http_requests_in_flight",
        .gauge,
        "Requests to sanitise whose bodies come, wait or are worked on."
    )
    static let incompleteUploads = MetricDeclaration(
        "snapveil_http_incomplete_uploads_total",
        .counter,
        "Requests to sanitise whose bodies did not come whole: the client left, was too slow or sent too much."
    )
    static let abandonedRequests = MetricDeclaration(
        "snapveil_http_abandoned_requests_total",
        .counter,
        "Requests to sanitise whose clients left, or were told that it took too long, before there was a reply."
    )
    static let rejections = MetricDeclaration(
        "snapveil_rejections_total",
        .counter,
        "Requests that were turned away, and could have been served at another time, elsewhere or with a key.",
        labels: ["reason": words(Rejection.allCases.map(\.label))]
    )
    static let bodyBytes = MetricDeclaration(
        "snapveil_body_bytes_total",
        .counter,
        "Bytes of bodies: in, of requests to sanitise that came whole; out, of all replies.",
        labels: ["direction": words(Direction.allCases.map(\.rawValue))]
    )

    // MARK: Connections

    static let connections = MetricDeclaration("snapveil_connections", .gauge, "Connections that are open.")
    static let connectionLimit = MetricDeclaration(
        "snapveil_connections_limit",
        .gauge,
        "Connections that may be open, as `--max-connections` says."
    )
    static let acceptedConnections = MetricDeclaration(
        "snapveil_connections_accepted_total",
        .counter,
        "Connections that were accepted."
    )

    // MARK: Work

    static let queueDepth = MetricDeclaration("snapveil_queue_depth", .gauge, "Requests that wait for a worker.")
    static let expectedWait = MetricDeclaration(
        "snapveil_queue_expected_wait_seconds",
        .gauge,
        "How long a request that came now would wait for a worker, by what waits and how long requests have taken."
    )
    static let queueWait = MetricDeclaration(
        "snapveil_queue_wait_seconds",
        .histogram(bounds: Bounds.waits),
        "How long requests waited for a worker."
    )
    static let work = MetricDeclaration(
        "snapveil_work_seconds",
        .histogram(bounds: Bounds.waits),
        "How long workers worked on a request, all of it."
    )
    static let stage = MetricDeclaration(
        "snapveil_stage_seconds",
        .histogram(bounds: Bounds.stages),
        "How long a stage of the work took: reading the snapshot, resolving the policy, covering, writing the new file.",
        labels: ["stage": words(WorkMeter.Stage.allCases.map(\.rawValue))]
    )
    static let style = MetricDeclaration(
        "snapveil_style_seconds",
        .histogram(bounds: Bounds.stages),
        "How long was painted with a style, in a request that covers with it.",
        labels: ["style": words(Style.kinds)]
    )
    static let pixels = MetricDeclaration(
        "snapveil_pixels_total",
        .counter,
        "Pixels: in, of snapshots that were redacted; out, of pictures in replies.",
        labels: ["direction": words(Direction.allCases.map(\.rawValue))]
    )
    static let snapshotPixels = MetricDeclaration(
        "snapveil_snapshot_pixels",
        .histogram(bounds: Bounds.pixels),
        "Pixels of a snapshot that was redacted."
    )
    static let coverLookups = MetricDeclaration(
        "snapveil_cover_cache_lookups_total",
        .counter,
        "Covers of whole screens that were asked for: there ready, or made.",
        labels: ["outcome": words(CoverOutcome.allCases.map(\.rawValue))]
    )
    static let coverBytes = MetricDeclaration(
        "snapveil_cover_cache_bytes",
        .gauge,
        "Bytes of the covers that are kept ready, as each worker has said with its last result."
    )

    // MARK: Workers

    static let workers = MetricDeclaration(
        "snapveil_workers",
        .gauge,
        "Workers, by whether they have something to do.",
        labels: ["state": "`busy`, `idle`"]
    )
    static let workersAlive = MetricDeclaration(
        "snapveil_workers_alive",
        .gauge,
        "Workers that have a process, or will have one in a moment."
    )
    static let workerEnds = MetricDeclaration(
        "snapveil_worker_ends_total",
        .counter,
        "Processes of workers that ended, or were ended, before the server did.",
        labels: ["cause": words(WorkerEnd.allCases.map(\.rawValue))]
    )
    static let workerRestarts = MetricDeclaration(
        "snapveil_worker_restarts_total",
        .counter,
        "Workers that were given a new process."
    )
    static let workerRestartFailures = MetricDeclaration(
        "snapveil_worker_restart_failures_total",
        .counter,
        "Attempts to give a worker a new process that failed."
    )

    // MARK: Memory

    static let budget = MetricDeclaration(
        "snapveil_budget_bytes",
        .gauge,
        "Bytes that pictures at work, bodies and replies may take.",
        labels: ["budget": words(MemoryBudget.allCases.map(\.rawValue))]
    )
    static let budgetUsed = MetricDeclaration(
        "snapveil_budget_used_bytes",
        .gauge,
        "Bytes of it that are taken.",
        labels: ["budget": "as above"]
    )
    static let budgetWaiting = MetricDeclaration(
        "snapveil_budget_waiting",
        .gauge,
        "Requests that wait for some of it.",
        labels: ["budget": "as above"]
    )
    static let endedTransfers = MetricDeclaration(
        "snapveil_ended_transfers_total",
        .counter,
        "Bodies and replies that were ended, as they moved slowly or were too many of one address, and others waited.",
        labels: ["budget": words(transferBudgets.map(\.rawValue))]
    )
    static let idleMemory = MetricDeclaration(
        "snapveil_idle_memory_bytes",
        .gauge,
        "Bytes of memory that are kept for requests to come.",
        labels: ["holder": words(MemoryHolder.allCases.map(\.rawValue))]
    )
    static let residentMemory = MetricDeclaration(
        "snapveil_resident_memory_bytes",
        .gauge,
        "Bytes of memory that processes have: of their own, or in common with others and with files.",
        labels: ["process": words(ProcessRole.allCases.map(\.rawValue)), "kind": "`private`, `shared`"]
    )

    // MARK: The process

    static let cpu = MetricDeclaration(
        "process_cpu_seconds_total",
        .counter,
        "Processor time of the front, and of workers that have ended."
    )
    static let resident = MetricDeclaration(
        "process_resident_memory_bytes",
        .gauge,
        "Bytes of memory that the front has, those included that it shares with workers."
    )
    static let openDescriptors = MetricDeclaration("process_open_fds", .gauge, "Descriptors that the front has open.")
    static let descriptorLimit = MetricDeclaration("process_max_fds", .gauge, "Descriptors that it may have open.")
    static let startTime = MetricDeclaration(
        "process_start_time_seconds",
        .gauge,
        "When the server started, in seconds since 1970."
    )
    static let build = MetricDeclaration(
        "snapveil_build_info",
        .info,
        "The version of the program, and where it works on requests.",
        labels: ["version": "as `snapveil --version` says", "work": "`contained` in processes of its own, or `here`"]
    )

    static let spans = MetricDeclaration(
        "snapveil_spans_total",
        .counter,
        "Spans of traces: that the collector took, that were dropped as it was too slow, or that it did not take.",
        labels: ["outcome": words(SpanOutcome.allCases.map(\.rawValue))]
    )

    /// All metrics, by the headings of the documentation.
    static let groups: [(heading: String, metrics: [MetricDeclaration])] = [
        (
            "Requests",
            [requests, requestDuration, requestsInFlight, incompleteUploads, abandonedRequests, rejections, bodyBytes]
        ),
        ("Connections", [connections, connectionLimit, acceptedConnections]),
        (
            "Work",
            [queueDepth, expectedWait, queueWait, work, stage, style, pixels, snapshotPixels, coverLookups, coverBytes]
        ),
        ("Workers", [workers, workersAlive, workerEnds, workerRestarts, workerRestartFailures]),
        ("Memory", [budget, budgetUsed, budgetWaiting, endedTransfers, idleMemory, residentMemory]),
        (
            "The program",
            [build, spans, cpu, resident, openDescriptors, descriptorLimit, startTime, PrometheusRegistry.refusals]
        ),
    ]

    /// All metrics that a server declares; a registry has one of its own besides.
    static var all: [MetricDeclaration] {
        groups.flatMap(\.metrics).filter { $0.name != PrometheusRegistry.refusals.name }
    }

    /// The budgets of bodies and replies.
    static let transferBudgets = [MemoryBudget.bodies, .replies]

    /// The direction of bytes and pixels, as the value of a label.
    enum Direction: String, CaseIterable {
        case `in`, out
    }

    /// Whether a cover was ready, as the value of a label.
    enum CoverOutcome: String, CaseIterable {
        case ready, made
    }

    private enum Bounds {
        /// Seconds: a request takes at least 1 ms; by default it waits for 20 s and works for 30 s at most.
        static let waits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60]
        static let stages = [
            0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30,
        ]
        /// Pixels from a part of a screen to the default limit and beyond.
        static let pixels = [1e5, 3e5, 1e6, 2e6, 3e6, 5e6, 1e7, 2e7, 5e7, 1e8]
    }

    private static func words(_ words: [String]) -> String {
        words.map { "`\($0)`" }.joined(separator: ", ")
    }
}
