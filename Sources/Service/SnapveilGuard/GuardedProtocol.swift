import Artefacts
import HTTPServer
import HTTPTypes
import RedactionJobs
import SecureMemory
import SnapveilService

/// A protocol between clients and the server behind a guard.
protocol GuardedProtocol: Sendable {
    /// The kind of a request, as it is counted.
    func kind(of head: HTTPRequest) -> GuardedCommand

    /// The reply to a request, safe: that of the server behind, or an error of the guard.
    func answer(_ request: GuardRequest) async throws(GuardError) -> GuardAnswer

    /// An error of the guard in the form of the protocol.
    func response(to error: GuardError) -> HTTPServerResponse

    /// The name of the key that a word in the path of a web socket stands for; nil if there is none.
    func key(ofSocket target: String) -> String?

    /// Forgets what stands for keys that are no more.
    func forgetKeys(named names: Set<String>)

    /// What passes on the messages of a web socket.
    func openSocket(_ request: GuardRequest) throws(GuardError) -> HTTPServerResponse.Stream
}

extension GuardedProtocol {
    func key(ofSocket target: String) -> String? { nil }

    func forgetKeys(named names: Set<String>) {}

    func openSocket(_ request: GuardRequest) throws(GuardError) -> HTTPServerResponse.Stream {
        throw .notPassedOn("web sockets are not passed on, because screens would pass through them unseen")
    }
}

/// The parts of a request that are passed on.
struct GuardRequest: Sendable {
    let method: HTTPRequest.Method
    /// The path with the query.
    let target: String
    let fields: HTTPFields
    let body: SecureBytes?
    /// The beginning of the addresses of web sockets at the guard, as the client calls it; nil if it calls it nothing.
    let socketOrigin: String?
    /// The name of the key that it came with; nil where none is demanded.
    let key: String?
    /// The address of the client, without its port.
    let peer: String
    let room: ReplyRoom
    /// The name of the request in the log.
    let id: String

    /// The client that the work is for.
    var client: String { key.map { "key \($0)" } ?? peer }
}

/// A reply, and what was done to it.
struct GuardAnswer {
    let response: HTTPServerResponse
    var summary = ReplySummary()
    /// The reason why it is an error of the guard; nil for a reply of the server behind.
    var refusal: String?
    /// Whether a picture was to be made safe.
    var isScreenshot = false
    /// Recordings that were redacted.
    var recordings = 0
    var outcome = GuardOutcome.passed
}

/// An error that a guard gives in place of a reply.
struct GuardError: Error {
    /// The status as HTTP has it.
    let status: HTTPResponse.Status
    /// Whether the guard never passes such a request on.
    var isUnsupported = false
    /// A sentence without a full stop and without a byte of a picture.
    let message: String
    /// The outcome that it is counted as.
    var outcome = GuardOutcome.refused

    /// The reason why another time or a key could have helped; nil where neither could.
    var rejection: Rejection? {
        switch status {
        case .unauthorized: .key
        case .forbidden: .origin
        default: nil
        }
    }

    /// An error in place of a reply that cannot be made safe, for a reason of workers.
    static func unsafe(_ reason: String) -> GuardError { .refusal("the reply cannot be made safe: \(reason)") }

    /// An error in place of a reply.
    static func refusal(_ reason: String) -> GuardError {
        GuardError(status: .internalServerError, message: reason, outcome: .unsafe)
    }

    /// An error in place of a reply that did not come.
    static func upstream(_ failure: UpstreamFailure) -> GuardError {
        let outcome: GuardOutcome = failure.reason == .abandoned ? .abandoned : .upstream
        return GuardError(status: .badGateway, message: "\(failure)", outcome: outcome)
    }

    /// An error about a request that is not passed on.
    static func notPassedOn(_ reason: String) -> GuardError {
        GuardError(status: .internalServerError, isUnsupported: true, message: reason)
    }
}
