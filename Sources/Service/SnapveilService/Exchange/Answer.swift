package import HTTPServer
import HTTPTypes
import Redaction
package import RedactionJobs

/// A reply on its way, with the facts to record of it.
struct Answer: Sendable {
    var response: HTTPServerResponse
    /// The kind of problem that the reply is about; nil for none.
    let problem: ProblemKind?
    /// Why the request was turned away; nil where it was not.
    let rejection: Rejection?
    /// The work behind the reply; nil where there was none.
    var work: Work?
    /// Whether something in the reply is sealed to recipients.
    var isSealed = false

    /// Time and stages of the work on a snapshot.
    struct Work {
        let cost: JobQueue.Cost
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

    init(_ refusal: JobQueue.Refusal) {
        self.init(Problem(refusal), Rejection(refusal))
    }
}

/// The reason for turning away a request that another time, server or key could have served; a label.
package enum Rejection: Hashable, CaseIterable, Sendable {
    /// Every worker is busy, and the wait would be too long or the queue too full.
    case queue
    /// The client left while its request waited for a worker.
    case abandoned
    /// There was no worker or no memory for the work, or the client left meanwhile.
    case work
    /// The request had no key, or a wrong one.
    case key
    /// A page of another origin sent the request.
    case origin
    case shutdown
    /// The server itself lacks a resource.
    case server(HTTPServerShortage)

    package static let allCases =
        [queue, abandoned, work, key, origin, shutdown] + HTTPServerShortage.allCases.map(Rejection.server)

    var label: String { if case .server(let shortage) = self { shortage.rawValue } else { "\(self)" } }

    package init(_ refusal: JobQueue.Refusal) {
        switch refusal {
        case .full: self = .queue
        case .cancelled: self = .abandoned
        }
    }

    /// The rejection of a problem, where all problems of its kind are one rejection.
    init?(_ kind: ProblemKind) {
        switch kind {
        case ProblemKind(AccessProblem.unauthorized): self = .key
        case ProblemKind(AccessProblem.crossOrigin): self = .origin
        case ProblemKind(ServerProblem.shuttingDown): self = .shutdown
        default: return nil
        }
    }
}

extension Problem {
    fileprivate init(_ refusal: JobQueue.Refusal) {
        switch refusal {
        case .full(let wait): self = .overloaded(retryAfter: min(max(Int((wait / .seconds(1)).rounded(.up)), 1), 60))
        case .cancelled: self = .overloaded()
        }
    }
}
