import ImageCore
import Synchronization

/// The cost of the work on a request, stage by stage, also of work that fails.
///
/// ```swift
/// let meter = WorkMeter()
/// defer { report(meter.reading) }
/// let result = try redactor.redact(request, meter: meter)
/// ```
public final class WorkMeter: Sendable {
    /// A stage of the work; a little lies between stages.
    public enum Stage: String, CaseIterable, Sendable {
        /// Opening and decoding the snapshot, and what is written of it before it is decoded to its end.
        case open
        /// Reading the page source, finding elements and resolving the policy.
        case plan
        /// Looking at the pixels for what targets name.
        case look
        /// Covering, with every style.
        case paint
        /// Writing the new file.
        case encode
    }

    /// The cost of the work so far.
    public struct Reading: Sendable, Equatable {
        /// The time of each stage that was reached.
        public var stages: [Stage: Duration]
        /// The time of painting, by the words for styles.
        public var styles: [String: Duration]
        /// Pixels of the snapshot; 0 unless all of the work was done.
        public var pixels: Int
        /// Whether a ready cover of a whole screen was used; nil where none could be.
        public var hadReadyCover: Bool?

        /// Puts a reading together, by default that of work that has not begun.
        public init(
            stages: [Stage: Duration] = [:],
            styles: [String: Duration] = [:],
            pixels: Int = 0,
            hadReadyCover: Bool? = nil
        ) {
            self.stages = stages
            self.styles = styles
            self.pixels = pixels
            self.hadReadyCover = hadReadyCover
        }
    }

    private let state = Mutex(Reading())

    /// A meter of work that has not begun.
    public init() {}

    /// The cost so far; set where it was measured elsewhere.
    public var reading: Reading {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }

    /// A running stage.
    struct Lap {
        fileprivate let stage: Stage
        let start = ContinuousClock.now
    }

    /// Begins or resumes a stage: `defer { meter.end(lap) }`.
    func begin(_ stage: Stage) -> Lap { Lap(stage: stage) }

    func end(_ lap: Lap) {
        let time = ContinuousClock.now - lap.start
        state.withLock { $0.stages[lap.stage, default: .zero] += time }
    }

    func measure<Value: ~Copyable, Failure: Error>(
        _ stage: Stage,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let lap = begin(stage)
        defer { end(lap) }
        return try body()
    }

    /// Adds the time since `start` to a style, and returns the present.
    func note(style: String, since start: ContinuousClock.Instant) -> ContinuousClock.Instant {
        let now = ContinuousClock.now
        state.withLock { $0.styles[style, default: .zero] += now - start }
        return now
    }

    func note(size: PixelSize) {
        state.withLock { $0.pixels = size.area }
    }

    func note(readyCover: Bool) {
        state.withLock { $0.hadReadyCover = readyCover }
    }
}
