package import Logging
package import RedactionJobs
import SecureMemory

/// Makes messages of a server to a client safe.
package struct MessageWorkers: Sendable {
    let workers: ReplyWorkers
    let order: MessageOrder
    let logger: Logger

    /// Takes workers that have the policy.
    package init(_ workers: ReplyWorkers, _ order: MessageOrder, logger: Logger) {
        (self.workers, self.order, self.logger) = (workers, order, logger)
    }

    /// What becomes of a message.
    enum Outcome: Sendable {
        /// It goes on to the client, or an error in its place.
        case client(SecureBytes, GuardOutcome)
        /// An error goes back to the server.
        case server(SecureBytes)
        /// It goes nowhere.
        case nobody
        /// No worker can look into it, nor into what follows.
        case failed
    }

    /// Bytes of a message that may tell of a screen, at least.
    private static let fewestBytes = 32

    /// Memory for the next message.
    var memory: MemorySource { workers.memory }

    /// What becomes of a message, whose bytes are best in ``memory``.
    ///
    /// - Parameter request: The request that it answers; nil where there is but one agent.
    func outcome(of message: SecureBytes, for request: GuardRequest? = nil) async -> Outcome {
        guard message.count >= Self.fewestBytes else { return .client(message, .passed) }
        let start = ContinuousClock.now
        let beneficiary = request.map { ReplyWorkers.Beneficiary($0) } ?? ReplyWorkers.Beneficiary(client: "agent")
        var result = await workers.redact(message: message, order, for: beneficiary)
        if case .refused(let reason) = result {
            result = await workers.refuse(message: message, order.language, reason, for: beneficiary)
        }
        let duration = (.now - start) / .milliseconds(1)
        var metadata: Logger.Metadata = ["bytes": "\(message.count)", "ms": "\((duration * 10).rounded() / 10)"]
        if let request { metadata["id"] = "\(request.id)" }
        guard case .redacted(let redacted) = result else {
            if case .refused(let reason) = result { metadata["refused"] = "\(reason)" }
            if !Task.isCancelled { logger.critical("message dropped", metadata: metadata) }
            return .failed
        }
        let summary = redacted.summary
        Observation.current?.note(summary)
        metadata["pictures"] = "\(summary.pictures)"
        metadata["dropped"] = "\(summary.dropped)"
        guard let receiver = summary.refusal else {
            if summary.pictures + summary.dropped > 0 { logger.info("message", metadata: metadata) }
            return .client(redacted.body, summary.isUnchanged ? .passed : .redacted)
        }
        metadata["to"] = "\(receiver.rawValue)"
        logger.warning("message refused", metadata: metadata)
        return switch receiver {
        case .client: .client(redacted.body, .unsafe)
        case .server: .server(redacted.body)
        case .nobody: .nobody
        }
    }
}
