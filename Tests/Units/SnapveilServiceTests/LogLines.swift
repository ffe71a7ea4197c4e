import Logging
import Synchronization

/// The metadata of all lines that were logged.
final class LogLines: Sendable {
    private let lines = Mutex([[String: String]]())

    var all: [[String: String]] { lines.withLock { $0 } }

    /// A logger whose lines are kept.
    func logger(_ level: Logger.Level = .info) -> Logger {
        var logger = Logger(label: "test") { _ in Handler(lines: self) }
        logger.logLevel = level
        return logger
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.lines.withLock { $0.append((event.metadata ?? [:]).mapValues(\.description)) }
        }
    }
}
