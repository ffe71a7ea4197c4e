public import Foundation

/// Why there is no sanitised screenshot, or no check of one. Holds nothing of the screenshot.
public enum SnapveilError: Error, Sendable, Equatable {
    /// The server refuses the request: the policy, the picture, the hierarchy or the key.
    case refused(Problem)
    /// The server cannot be reached, for this reason.
    case unreachable(String)
    /// The deadline has passed.
    case late(Duration)
    /// What was given cannot be sent, for this reason.
    case unusable(String)
    /// What answers is no Snapveil server: it replied with this status, and not with what one says, or with more than 256 MiB.
    case unexpectedReply(status: Int)
    /// The task was cancelled.
    case cancelled

    /// Why a server refuses a request (RFC 9457).
    public struct Problem: Sendable, Equatable, Codable {
        /// The kind of the problem, which never changes: it ends with a code such as `policy-unknown`.
        public let type: String
        /// The kind in a few words.
        public let title: String
        /// The status of the reply.
        public let status: Int
        /// What is wrong this time, and what to do.
        public let detail: String
        /// The place in the policy that is at fault, as a JSON pointer.
        public let pointer: String?
        /// The parameter or the member of the body that is at fault.
        public let parameter: String?
    }
}

extension SnapveilError: CustomStringConvertible, LocalizedError {
    /// What is wrong, as a sentence.
    public var description: String {
        switch self {
        case .refused(let problem):
            "Snapveil: \(problem.title): \(problem.detail)" + (problem.pointer.map { " (policy at \"\($0)\")" } ?? "")
        case .unreachable(let reason): "Snapveil cannot be reached: \(reason)"
        case .late(let deadline): "Snapveil did not answer within \(deadline)."
        case .unusable(let reason): "The request to Snapveil cannot be made: \(reason)"
        case .unexpectedReply(let status):
            "The server that answered with status \(status) is not Snapveil, or its reply is longer than 256 MiB."
        case .cancelled: "The request to Snapveil was cancelled."
        }
    }

    /// The same sentence, for what shows errors to people.
    public var errorDescription: String? { description }
}
