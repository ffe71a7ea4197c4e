import HTTPServer
import HTTPTypes
import Redaction

/// A reply on its way, with what there is to record of it.
struct Answer: Sendable {
    /// The reply to the client.
    var response: HTTPServerResponse
    /// The kind of problem that the reply is about; nil for none.
    let problem: ProblemKind?
    /// Why the request was turned away; nil where it was not.
    let rejection: Rejection?
    /// The work behind the reply; nil where there was none.
    var work: Work?

    /// Time and stages of the work on a snapshot.
    struct Work {
        let cost: WorkerPool.Cost
        let reading: WorkMeter.Reading
        let sendsPicture: Bool
    }

    var status: Int { response.head.status.code }

    /// A reply about no problem, unless said otherwise.
    ///
    /// - Parameter rejection: Why the request was turned away, where the kind of problem does not say it.
    init(_ response: HTTPServerResponse, _ problem: ProblemKind? = nil, _ rejection: Rejection? = nil) {
        self.response = response
        self.problem = problem
        self.rejection = rejection ?? problem.flatMap(Rejection.init)
    }

    init(_ problem: Problem, _ rejection: Rejection? = nil) {
        self.init(problem.response, problem.kind, rejection)
    }

    init(_ refusal: WorkerPool.Refusal) {
        self.init(Problem(refusal), Rejection(refusal))
    }
}

/// Why a request was turned away that could have been served at another time, by another server or with another key; as the
/// value of a label.
enum Rejection: Hashable, CaseIterable {
    /// Every worker is busy, and the wait would be too long or the queue too full.
    case queue
    /// The client left while its request waited for a worker.
    case abandoned
    /// There was no worker or no memory for the work, or the client left meanwhile.
    case work
    /// There is no key, or a wrong one.
    case key
    /// The page of another origin called.
    case origin
    /// The server is shutting down.
    case shutdown
    /// The server itself lacks something.
    case server(HTTPServerShortage)

    static let allCases =
        [queue, abandoned, work, key, origin, shutdown] + HTTPServerShortage.allCases.map(Rejection.server)

    /// The value of the label.
    var label: String {
        switch self {
        case .queue: "queue"
        case .abandoned: "abandoned"
        case .work: "work"
        case .key: "key"
        case .origin: "origin"
        case .shutdown: "shutdown"
        case .server(let shortage): shortage.rawValue
        }
    }

    /// The rejection that a refusal of the pool is.
    init(_ refusal: WorkerPool.Refusal) {
        switch refusal {
        case .full: self = .queue
        case .cancelled: self = .abandoned
        }
    }

    /// The rejection that a problem of a kind is, where all of the kind are one.
    init?(_ kind: ProblemKind) {
        switch kind {
        case ProblemKind(AccessProblem.unauthorized): self = .key
        case ProblemKind(AccessProblem.crossOrigin): self = .origin
        case ProblemKind(ServerProblem.shuttingDown): self = .shutdown
        default: return nil
        }
    }
}
