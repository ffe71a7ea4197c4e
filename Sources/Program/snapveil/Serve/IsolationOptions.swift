import ArgumentParser
import Containment
import Logging
import Synchronization

struct IsolationOptions: ParsableArguments {
    @Option(
        help: """
            required: work on uploads in processes that can open no file and no socket, or do not start. auto: as far as the \
            kernel lets it. none: in the server's own process.
            """
    )
    var isolation = ServerSetting(\.isolation)
}

extension IsolationNotes {
    /// Notes of a server in its log, which begins with its limits. Nothing is noted before the rest of the start has
    /// succeeded, so that a failed start prints its reason alone.
    init(_ logger: Logger, after limits: Logger.Metadata? = nil) {
        let introduction = Introduction(logger, limits)
        self.init(
            fallback: "uploads are worked on in the server's own process",
            note: { introduction.logger.notice("\($0)") },
            warn: { introduction.logger.warning("\($0)") }
        )
    }
}

/// A log that begins with the limits in force.
private final class Introduction: Sendable {
    private let log: Logger
    private let limits: Mutex<Logger.Metadata?>

    init(_ logger: Logger, _ limits: Logger.Metadata?) {
        log = logger
        self.limits = Mutex(limits)
    }

    var logger: Logger {
        if let limits = limits.withLock({ $0.take() }) { log.info("limits", metadata: limits) }
        return log
    }
}

extension Isolation {
    /// Locks this process, which has no other threads yet, once it has workers; `paths` can be read again later, and `socket`, a
    /// socket in the file system, removed. Throws if that cannot be done and is required.
    func lockFront(
        reading paths: [String],
        removing socket: String?,
        _ notes: IsolationNotes
    ) throws(InvalidSetting) {
        try report("the server itself", FrontLock.apply(readable: paths, removable: socket), notes)
    }
}
