import Foundation
import RedactionJobs
import Synchronization

/// Watches how far a recording has come, and gives it up once nothing goes on any more.
final class Supervision: Sendable {
    private let progress: PipeEnd
    private let report: @Sendable (RecordingProgress) -> Void
    private let giveUp: @Sendable () -> Void
    private let hasGivenUp = Atomic(false)
    private let isOver = Atomic(false)

    private static let tick: Int32 = 250

    /// - Parameters:
    ///   - progress: The pipe that the worker tells of its frames by.
    ///   - report: Takes word of progress, some times a second at most.
    ///   - giveUp: Ends all that takes part; called once at most.
    init(
        _ progress: PipeEnd,
        reporting report: @escaping @Sendable (RecordingProgress) -> Void,
        givingUp giveUp: @escaping @Sendable () -> Void
    ) {
        self.progress = progress
        self.report = report
        self.giveUp = giveUp
        Thread.detachNewThread { self.run() }
    }

    /// Whether it was given up.
    var isStuck: Bool { hasGivenUp.load(ordering: .relaxed) }

    /// Has it watch no more.
    func end() { isOver.store(true, ordering: .relaxed) }

    private func run() {
        var last = ContinuousClock.now
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !isOver.load(ordering: .relaxed) {
            usleep(UInt32(Self.tick) * 1000)
            var ready = pollfd(fd: progress.number, events: Int16(POLLIN), revents: 0)
            if poll(&ready, 1, 0) > 0, ready.revents & Int16(POLLIN) != 0 {
                let count = read(progress.number, &buffer, buffer.count)
                guard count > 0 else { continue }
                last = .now
                if let word = buffer.withUnsafeBytes({
                    RecordingProgress(lastOf: UnsafeRawBufferPointer(rebasing: $0[..<count]))
                }) {
                    report(word)
                }
            } else if .now - last > FFmpeg.patience {
                hasGivenUp.store(true, ordering: .relaxed)
                return giveUp()
            }
        }
    }
}
