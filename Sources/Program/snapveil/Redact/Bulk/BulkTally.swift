import Glibc
import Synchronization

/// Counts the files of a shard by outcome, and prints the counts on standard error.
final class BulkTally: Sendable {
    struct Counts: Equatable {
        /// Files of the shard that were redacted.
        var redacted = 0
        /// Files of the shard whose results were there.
        var unchanged = 0
        /// Files of the shard that have no result.
        var failed = 0
        /// Directories that could not be listed.
        var unreadable = 0
        /// Pictures or runs of other shards.
        var others = 0
        /// What is none: links, and where pictures are redacted other files.
        var passedOver = 0
    }

    private let shard: Shard
    private let things: String
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let state: Mutex<State>

    private struct State {
        var counts = Counts()
        var lastReport = ContinuousClock.now
    }

    /// The time between two lines about the progress, where they go into a log.
    private static let interval = Duration.seconds(60)
    /// The time between two updates on a terminal.
    private static let terminalInterval = Duration.milliseconds(200)

    /// - Parameter things: What is redacted, in the plural.
    init(of shard: Shard, _ things: String) {
        (self.shard, self.things) = (shard, things)
        state = Mutex(State())
    }

    var counts: Counts { state.withLock(\.counts) }

    /// Counts a file, and prints `message` on a line of its own.
    func add(_ count: any WritableKeyPath<Counts, Int> & Sendable, reporting message: String? = nil) {
        state.withLock { state in
            state.counts[keyPath: count] += 1
            if let message { PrintedText.report("snapveil: \(message)", clearing: clearing) }
            let now = ContinuousClock.now
            guard now - state.lastReport >= (isTerminal ? Self.terminalInterval : Self.interval) else { return }
            state.lastReport = now
            PrintedText.write(isTerminal ? "\(clearing)\(summary(state.counts))" : "\(summary(state.counts)) so far\n")
        }
    }

    func finish() {
        state.withLock { PrintedText.write("\(clearing)\(summary($0.counts))\n") }
    }

    private var clearing: String { isTerminal ? "\r\u{1B}[K" : "" }

    private func summary(_ counts: Counts) -> String {
        var parts = [
            "\(counts.redacted) redacted", "\(counts.unchanged) unchanged", "\(counts.failed) failed",
            "\(counts.others) in other shards", "\(counts.passedOver) not \(things)",
        ]
        if counts.unreadable > 0 { parts.append("\(counts.unreadable) directories not listed") }
        return "snapveil: shard \(shard): \(parts.joined(separator: ", "))"
    }
}
