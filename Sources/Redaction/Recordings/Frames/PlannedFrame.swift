import Redaction

/// A frame with the plan for its covers, none of which is painted yet.
struct PlannedFrame {
    let frame: Frame
    /// Whether it is like the one before.
    let isSame: Bool
    /// Its time stamp, in the unit of the source.
    let time: Int64
    /// Seconds from the first frame.
    let second: Double
    let plan: FramePlan
    /// A number that is equal for equal plans that follow each other.
    let number: Int
}

/// Takes the frames of a recording, in their order.
protocol PlannedFrameTaker {
    func take(_ frame: PlannedFrame) throws(RecordingError)
}
