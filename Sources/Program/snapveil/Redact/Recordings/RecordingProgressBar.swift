import Foundation
import Synchronization
import Transcoding

/// The progress of a recording on standard error, where that is a terminal.
final class RecordingProgressBar: Sendable {
    private let isShown = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private let hasShown = Mutex(false)

    /// Seconds that nobody is told of.
    private static let longest = 1e7

    func show(_ progress: Transcoder.Progress) {
        guard isShown else { return }
        hasShown.withLock { $0 = true }
        PrintedText.write("\r\u{1B}[K" + line(progress))
    }

    func finish() {
        if hasShown.withLock(\.self) { PrintedText.write("\n") }
    }

    /// For example `██████░░░░ 512 frames, 1.8x, 12 s left`, at 1.8 times the speed at which it plays.
    private func line(_ progress: Transcoder.Progress) -> String {
        let passed = (ContinuousClock.now - start) / .seconds(1)
        let speed = progress.seconds / max(passed, 0.001)
        var parts = ["\(progress.frames) frames", String(format: "%.1fx", speed)]
        guard let total = progress.total, total > 0 else { return parts.joined(separator: ", ") }
        let share = min(progress.seconds / total, 1)
        let cells = Progress.cells(filled: Int(Double(Progress.width) * share))
        let left = max((total - progress.seconds) / speed, 0).rounded(.up)
        if left < Self.longest { parts.append("\(Int(left)) s left") }
        return "\(cells) \(parts.joined(separator: ", "))"
    }
}
