import HTTPServer
package import PrometheusMetrics
import Redaction
import RedactionJobs

/// The metrics of a server, each declared once, for counting, exposition and documentation.
package enum ServiceMetric {
    // MARK: Requests

    static let requests = MetricDeclaration(
        "snapveil_http_requests_total",
        .counter,
        "Answered requests.",
        labels: [
            "route": "the route of the API, `other` for an unknown path, `unread` if no path was read",
            "status": "the status of the reply",
            "problem": "the [code](doc:Errors) of the problem, or `none`",
        ]
    )
    static let requestDuration = MetricDeclaration(
        "snapveil_http_request_duration_seconds",
        .histogram(bounds: Bounds.waits),
        "Time from the head of a request to its reply, including the upload of the body.",
        labels: ["route": "as above"]
    )
    static let requestsInFlight = MetricDeclaration(
        "snapveil_http_requests_in_flight",
        .gauge,
        "Requests to sanitise that upload, wait or are worked on."
    )
    static let incompleteUploads = MetricDeclaration(
        "snapveil_http_incomplete_uploads_total",
        .counter,
        "Requests to sanitise without a whole body: the client left, was too slow or sent too much."
    )
    static let abandonedRequests = MetricDeclaration(
        "snapveil_http_abandoned_requests_total",
        .counter,
        "Requests to sanitise without a result: the client left, or the work took too long."
    )
    static let rejections = MetricDeclaration(
        "snapveil_rejections_total",
        .counter,
        "Rejected requests that could succeed later, elsewhere or with a key.",
        labels: ["reason": words(Rejection.allCases.map(\.label))]
    )
    static let sealedReplies = MetricDeclaration(
        "snapveil_sealed_replies_total",
        .counter,
        "Replies with covered pixels, or an artefact, sealed to recipients."
    )
    static let bodyBytes = MetricDeclaration(
        "snapveil_body_bytes_total",
        .counter,
        "Bytes of bodies: in, whole bodies of requests to sanitise; out, bodies of all replies.",
        labels: ["direction": words(Direction.allCases.map(\.rawValue))]
    )

    // MARK: Connections

    static let connections = MetricDeclaration("snapveil_connections", .gauge, "Open connections.")
    static let connectionLimit = MetricDeclaration(
        "snapveil_connections_limit",
        .gauge,
        "Most open connections, from `--max-connections`."
    )
    static let acceptedConnections = MetricDeclaration(
        "snapveil_connections_accepted_total",
        .counter,
        "Accepted connections."
    )

    // MARK: Work

    static let queueDepth = MetricDeclaration("snapveil_queue_depth", .gauge, "Requests that wait for a worker.")
    static let expectedWait = MetricDeclaration(
        "snapveil_queue_expected_wait_seconds",
        .gauge,
        "Expected wait of a new request for a worker, from the queue and the duration of recent requests."
    )
    static let queueWait = MetricDeclaration(
        "snapveil_queue_wait_seconds",
        .histogram(bounds: Bounds.waits),
        "Time that requests waited for a worker."
    )
    static let work = MetricDeclaration(
        "snapveil_work_seconds",
        .histogram(bounds: Bounds.waits),
        "Time that a worker spent on a request."
    )
    static let stage = MetricDeclaration(
        "snapveil_stage_seconds",
        .histogram(bounds: Bounds.stages),
        "Time of a stage of the work: reading the snapshot, resolving the policy, covering, writing the new file.",
        labels: ["stage": words(WorkMeter.Stage.allCases.map(\.rawValue))]
    )
    static let style = MetricDeclaration(
        "snapveil_style_seconds",
        .histogram(bounds: Bounds.stages),
        "Time to paint with a style, for each request that covers with it.",
        labels: ["style": words(Style.kinds)]
    )
    static let pixels = MetricDeclaration(
        "snapveil_pixels_total",
        .counter,
        "Pixels: in, of redacted snapshots; out, of pictures in replies.",
        labels: ["direction": words(Direction.allCases.map(\.rawValue))]
    )
    static let snapshotPixels = MetricDeclaration(
        "snapveil_snapshot_pixels",
        .histogram(bounds: Bounds.pixels),
        "Pixels of a redacted snapshot."
    )
    static let coverLookups = MetricDeclaration(
        "snapveil_cover_cache_lookups_total",
        .counter,
        "Lookups of covers for whole screens: ready, or made anew.",
        labels: ["outcome": words(CoverOutcome.allCases.map(\.rawValue))]
    )
    static let coverBytes = MetricDeclaration(
        "snapveil_cover_cache_bytes",
        .gauge,
        "Bytes of covers kept ready, as of the last result of each worker."
    )

    // MARK: Workers

    static let workers = MetricDeclaration(
        "snapveil_workers",
        .gauge,
        "Workers, by whether they are busy.",
        labels: ["state": "`busy`, `idle`"]
    )
    static let workersAlive = MetricDeclaration(
        "snapveil_workers_alive",
        .gauge,
        "Workers with a live or starting process."
    )
    static let workerEnds = MetricDeclaration(
        "snapveil_worker_ends_total",
        .counter,
        "Worker processes that ended, or were ended, before the server.",
        labels: ["cause": words(WorkerEnd.allCases.map(\.rawValue))]
    )
    static let workerRestarts = MetricDeclaration(
        "snapveil_worker_restarts_total",
        .counter,
        "Workers that got a new process."
    )
    static let workerRestartFailures = MetricDeclaration(
        "snapveil_worker_restart_failures_total",
        .counter,
        "Failed attempts to give a worker a new process."
    )

    // MARK: Memory

    static let budget = MetricDeclaration(
        "snapveil_budget_bytes",
        .gauge,
        "Most bytes of a budget: for pictures at work, bodies or replies.",
        labels: ["budget": words(MemoryBudget.allCases.map(\.rawValue))]
    )
    static let budgetUsed = MetricDeclaration(
        "snapveil_budget_used_bytes",
        .gauge,
        "Bytes of a budget in use.",
        labels: ["budget": "as above"]
    )
    static let budgetWaiting = MetricDeclaration(
        "snapveil_budget_waiting",
        .gauge,
        "Requests that wait for bytes of a budget.",
        labels: ["budget": "as above"]
    )
    static let endedTransfers = MetricDeclaration(
        "snapveil_ended_transfers_total",
        .counter,
        "Bodies and replies that were cut off while others waited: too slow, or too many of one address.",
        labels: ["budget": words(transferBudgets.map(\.rawValue))]
    )
    static let idleMemory = MetricDeclaration(
        "snapveil_idle_memory_bytes",
        .gauge,
        "Bytes of memory kept for later requests.",
        labels: ["holder": words(MemoryHolder.allCases.map(\.rawValue))]
    )
    static let residentMemory = MetricDeclaration(
        "snapveil_resident_memory_bytes",
        .gauge,
        "Resident bytes of the processes: private, or shared with other processes and files.",
        labels: ["process": words(ProcessRole.allCases.map(\.rawValue)), "kind": "`private`, `shared`"]
    )

    // MARK: The process

    static let cpu = MetricDeclaration(
        "process_cpu_seconds_total",
        .counter,
        "Processor time of the front and of ended workers."
    )
    static let resident = MetricDeclaration(
        "process_resident_memory_bytes",
        .gauge,
        "Resident bytes of the front, including memory shared with workers."
    )
    static let openDescriptors = MetricDeclaration("process_open_fds", .gauge, "Open descriptors of the front.")
    static let descriptorLimit = MetricDeclaration("process_max_fds", .gauge, "Most open descriptors of the front.")
    static let startTime = MetricDeclaration(
        "process_start_time_seconds",
        .gauge,
        "Start of the server, in seconds since 1970."
    )
    static let build = MetricDeclaration(
        "snapveil_build_info",
        .info,
        "Version of the program, and the place of the work.",
        labels: ["version": "that of `snapveil --version`", "work": "`contained` in workers, or `here` in the server"]
    )

    static let spans = MetricDeclaration(
        "snapveil_spans_total",
        .counter,
        "Spans of traces: taken by the collector, dropped because it was too slow, or refused by it.",
        labels: ["outcome": words(SpanOutcome.allCases.map(\.rawValue))]
    )

    /// All metrics, by the headings of the documentation.
    package static let groups: [(heading: String, metrics: [MetricDeclaration])] = [
        (
            "Requests",
            [
                requests, requestDuration, requestsInFlight, incompleteUploads, abandonedRequests, rejections,
                sealedReplies, bodyBytes,
            ]
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
    static var all: [MetricDeclaration] { declared(groups) }

    /// The metrics of every server with workers, also of one without the API: rejections, and all groups but the first.
    package static var inCommon: [MetricDeclaration] { [rejections] + declared(groups.dropFirst()) }

    private static func declared(
        _ groups: some Sequence<(heading: String, metrics: [MetricDeclaration])>
    ) -> [MetricDeclaration] {
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

    /// Bounds of histograms.
    package enum Bounds {
        /// Seconds: a request takes at least 1 ms; by default it waits for 20 s and works for 30 s at most.
        package static let waits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60]
        static let stages = [
            0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30,
        ]
        /// Pixels from a part of a screen to the default limit and beyond.
        static let pixels = [1e5, 3e5, 1e6, 2e6, 3e6, 5e6, 1e7, 2e7, 5e7, 1e8]
    }

    /// The values of a label, as documentation.
    package static func words(_ words: [String]) -> String {
        words.map { "`\($0)`" }.joined(separator: ", ")
    }
}
