import Foundation
import Synchronization

/// A progress bar on standard error, where that is a terminal; messages alone where it is not.
final class Progress: Sendable {
    private let total: Int
    private let isShown: Bool
    private let done = Mutex(0)

    private static let width = 30

    /// Shows that nothing is done yet.
    ///
    /// - Parameter total: Steps to come. A bar is shown for two or more.
    init(total: Int) {
        self.total = total
        self.isShown = total > 1 && isatty(STDERR_FILENO) == 1
        if isShown { write(bar(0)) }
    }

    /// Counts a step, and prints `message` on a line of its own.
    func advance(reporting message: String? = nil) {
        done.withLock { done in
            done += 1
            if let message { write((isShown ? "\r\u{1B}[K" : "") + message + "\n") }
            if isShown { write(bar(done)) }
        }
    }

    /// Ends the line of the bar.
    func finish() {
        if isShown { write("\n") }
    }

    private func bar(_ done: Int) -> String {
        let filled = Self.width * done / total
        let cells = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
        return "\r\(cells) \(done)/\(total)"
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
