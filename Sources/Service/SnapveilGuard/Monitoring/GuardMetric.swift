package import PrometheusMetrics
import SnapveilService

/// The metrics of a guard, each declared once, besides those that every server with workers has.
package enum GuardMetric {
    static let requests = MetricDeclaration(
        "snapveil_guard_requests_total",
        .counter,
        "Answered requests.",
        labels: [
            "command": ServiceMetric.words(GuardedCommand.allCases.map(\.rawValue)) + " if no request was read",
            "outcome": GuardOutcome.allCases.map { "`\($0.rawValue)`: \($0.meaning)" }.joined(separator: "; "),
        ]
    )
    static let inFlight = MetricDeclaration(
        "snapveil_guard_requests_in_flight",
        .gauge,
        "Requests that upload, wait for the server behind or for a worker, or are worked on."
    )
    static let ownTime = MetricDeclaration(
        "snapveil_guard_own_seconds",
        .histogram(bounds: ServiceMetric.Bounds.waits),
        "Time from the head of a request to its reply, without that of the server behind.",
        labels: ["command": "as above, of requests that were read"]
    )
    static let upstreamTime = MetricDeclaration(
        "snapveil_guard_upstream_seconds",
        .histogram(bounds: ServiceMetric.Bounds.waits + [120, 300]),
        "Time of a call to the server behind until all of its reply is there. For a policy that names elements, a picture takes several.",
        labels: ["command": "the command that the call is for"]
    )
    static let upstreamFailures = MetricDeclaration(
        "snapveil_guard_upstream_failures_total",
        .counter,
        "Calls to the server behind without a whole reply.",
        labels: [
            "reason": UpstreamFailure.Reason.allCases.map { "`\($0.rawValue)`: \($0.meaning)" }.joined(separator: "; ")
        ]
    )
    static let pictures = MetricDeclaration(
        "snapveil_guard_pictures_total",
        .counter,
        "Pictures in replies that were covered."
    )
    static let recordings = MetricDeclaration(
        "snapveil_guard_recordings_total",
        .counter,
        "Recordings in replies that were covered."
    )
    static let leftOut = MetricDeclaration(
        "snapveil_guard_left_out_total",
        .counter,
        "Pictures and files that were left out of replies, because they could not be covered."
    )
    static let movedScreens = MetricDeclaration(
        "snapveil_guard_moved_screens_total",
        .counter,
        "Pictures that were thrown away, because elements moved while they were taken."
    )

    private static let own = [
        requests, inFlight, ownTime, upstreamTime, upstreamFailures, pictures, recordings, leftOut,
        movedScreens,
    ]

    /// The metrics that only a guard has, by the heading of the documentation.
    package static let groups = [(heading: "Requests to a guard", metrics: own)]

    /// All metrics that a guard declares; a registry has one of its own besides.
    static var all: [MetricDeclaration] { own + ServiceMetric.inCommon }
}

/// The kind of a request to a guard, as the value of a label: few, whatever clients ask for.
enum GuardedCommand: String, CaseIterable, Sendable {
    /// A picture of a screen, an element or a page.
    case screenshot
    /// A page source.
    case source
    /// The end of a recording of a screen.
    case recording
    case other
    /// A message to an MCP server.
    case message
    /// A web socket.
    case socket
    /// The server itself refused bytes that were no whole request.
    case unread
}

/// What became of a request to a guard, as the value of a label.
enum GuardOutcome: String, CaseIterable, Sendable {
    case passed, redacted, unsafe, upstream, refused, denied, abandoned

    var meaning: String {
        switch self {
        case .passed: "the reply as it came"
        case .redacted: "the reply without what is sensitive"
        case .unsafe: "an error, because the reply could not be made safe"
        case .upstream: "an error, because the server behind gave no reply"
        case .refused: "not passed on, such as a way round the guard"
        case .denied: "no key, or a page of another origin"
        case .abandoned: "the client left before the reply"
        }
    }
}
