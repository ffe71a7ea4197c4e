import ImageCore
import Synchronization

/// What the work on a request has taken so far, stage by stage: known of work that fails, too.
///
/// ```swift
/// let meter = WorkMeter()
/// defer { report(meter.reading) }
/// let result = try redactor.redact(request, meter: meter)
/// ```
public final class WorkMeter: Sendable {
    /// A part of the work. Between stages there is a little that is part of none.
    public enum Stage: String, CaseIterable, Sendable {
        /// Opening and decoding the snapshot, as far as it has to be.
        case open
        /// Reading the hierarchy, finding elements and resolving the policy.
        case plan
        /// Looking at the pixels for what targets name.
        case look
        /// Covering, with every style.
        case paint
        /// Writing the new file.
        case encode
    }

    /// What the work has taken.
    public struct Reading: Sendable, Equatable {
        /// How long each stage took; those are left out that were not come to.
        public var stages: [Stage: Duration]
        /// How long was painted with each style, by the words for styles.
        public var styles: [String: Duration]
        /// Pixels of the snapshot; 0 unless all of the work was done.
        public var pixels: Int
        /// Whether the cover of a whole screen was there ready; nil where none could have been.
        public var hadReadyCover: Bool?

        /// Puts a reading together; that of work that has not begun, unless said otherwise.
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

    /// What the work has taken so far. Set where it was measured elsewhere.
    public var reading: Reading {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }

    /// A stage that goes on.
    struct Lap {
        fileprivate let stage: Stage
        /// When it began, or went on.
        let start = ContinuousClock.now
    }

    /// Begins a stage, or goes on with it: `defer { meter.end(lap) }`.
    func begin(_ stage: Stage) -> Lap { Lap(stage: stage) }

    /// Ends a stage for now.
    func end(_ lap: Lap) {
        let time = ContinuousClock.now - lap.start
        state.withLock { $0.stages[lap.stage, default: .zero] += time }
    }

    /// Measures a stage, or goes on with it.
    func measure<Value: ~Copyable, Failure: Error>(
        _ stage: Stage,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let lap = begin(stage)
        defer { end(lap) }
        return try body()
    }

    /// Notes that something was painted with a style since `start`; when it ended.
    func note(style: String, since start: ContinuousClock.Instant) -> ContinuousClock.Instant {
        let now = ContinuousClock.now
        state.withLock { $0.styles[style, default: .zero] += now - start }
        return now
    }

    /// Notes that a snapshot of `size` was redacted.
    func note(size: PixelSize) {
        state.withLock { $0.pixels = size.area }
    }

    /// Notes whether the cover of a whole screen was there ready.
    func note(readyCover: Bool) {
        state.withLock { $0.hadReadyCover = readyCover }
    }
}
