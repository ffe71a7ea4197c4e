package import Redaction

/// The result of a job: its outcome, and figures of the work.
package struct WorkResult: Sendable {
    package let outcome: Outcome
    package let reading: WorkMeter.Reading
    /// The memory that the worker keeps for later jobs.
    package let kept: KeptMemory

    package enum Outcome: Sendable {
        case done(RedactedParts)
        /// The request is refused.
        case problem(Problem)
        /// The file is refused, for the reason in the sentence.
        case refused(String)
        /// The job has to look at the picture, and may not now.
        case handedBack
    }

    package init(_ outcome: Outcome, reading: WorkMeter.Reading = .init(), kept: KeptMemory = KeptMemory()) {
        self.outcome = outcome
        self.reading = reading
        self.kept = kept
    }

    /// The bounds of a result that can be true.
    package struct Bounds {
        /// Time from the order to the result, measured by the front.
        let time: Duration
        let pixels: Int

        package init(time: Duration, pixels: Int) {
            self.time = time
            self.pixels = pixels
        }
    }
}

/// The memory that a worker keeps for later jobs.
package struct KeptMemory: Sendable, Equatable {
    /// Bytes of covers of whole screens.
    package var covers = 0
    /// Bytes of large empty blocks.
    package var idle = 0

    package init(covers: Int = 0, idle: Int = 0) {
        self.covers = covers
        self.idle = idle
    }

    /// Upper bound on bytes: more than any machine has.
    static let most = 1 << 44
}
