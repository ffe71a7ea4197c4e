import BoundedWork
import ImageCore
import RawVideo
import Redaction
import SecureMemory

/// The frames of a recording on their way: those that wait, what was seen in them, and what was covered.
struct RecordingRun: ~Copyable {
    private struct Waiting {
        let frame: Frame
        let time: Int64
        let second: Double
    }

    private let layout: VideoFrameLayout
    private let frames: FrameRedactor
    private let timeBase: Ratio
    private let linger: Double

    private var changes: ChangeMap
    private var things = SeenThings()
    private var sightings: Sightings
    /// The pixels of the frame that was looked at last.
    private var screen: PixelBuffer?
    private var coverer: FrameCoverer

    private var waiting: [Waiting] = []
    private var waitingBytes = 0
    private var firstTime: Int64?
    private var hasEnded = false
    private var plan: (findings: [Int], timed: [Bool], plan: FramePlan, number: Int)?

    private(set) var frameCount = 0
    /// Seconds from the first frame to the last one.
    private(set) var duration = 0.0
    var covers = CoverIntervals()
    private(set) var warnings: Set<String> = []

    /// Bytes of the frames that wait.
    private static let mostBytes = 256 << 20
    /// Frames that wait, however small.
    private static let mostFrames = 1 << 16

    init(
        _ layout: VideoFrameLayout,
        _ frames: FrameRedactor,
        timeBase: Ratio,
        linger: Double
    ) throws(RecordingError) {
        self.layout = layout
        self.frames = frames
        self.timeBase = timeBase
        self.linger = frames.looks ? linger : 0
        changes = try mapError(ChangeMap(layout), RecordingError.init(_:))
        sightings = Sightings(linger: self.linger)
        coverer = FrameCoverer(layout, frames)
    }

    var looks: Bool { frames.looks }

    // MARK: - Frames that come

    /// Takes the next frame, and looks at it where it has changed.
    mutating func take(_ frame: Frame, at time: Int64) throws(RecordingError) {
        let start = firstTime ?? time
        firstTime = start
        let second = Double(time - start) * Double(timeBase.numerator) / Double(timeBase.denominator)
        // Most frames of a screen are like the one before.
        let last = waiting.last?.frame
        let isAlike = last.map(frame.isAlike) ?? false
        if !isAlike {
            waitingBytes += layout.byteCount
            if looks { try mapError(look(at: frame, second), RecordingError.redaction) }
        }
        waiting.append(Waiting(frame: isAlike ? last ?? frame : frame, time: time, second: second))
        guard waitingBytes <= Self.mostBytes || waiting.count < 3, waiting.count <= Self.mostFrames else {
            throw .lingersTooLong(bytes: Self.mostBytes)
        }
        frameCount += 1
        duration = second
    }

    private mutating func look(at frame: Frame, _ second: Double) throws(RedactionError) {
        let changed = changes.changes(in: frame)
        guard !changed.isEmpty else { return }
        var pixels = try takeScreen()
        for place in changed { layout.read(place, of: frame.bytes, into: &pixels) }
        try frames.look(at: pixels, in: changed, &things)
        screen = consume pixels
        sightings.see(try frames.findings(among: things), at: second)
    }

    private mutating func takeScreen() throws(RedactionError) -> PixelBuffer {
        if let screen = screen.take() { return screen }
        return try mapError(
            PixelBuffer(layout.size, format: layout.pixelFormat, filledWith: .black),
            RedactionError.outOfMemory
        )
    }

    /// Notes that no frame will come any more.
    mutating func end() { hasEnded = true }

    // MARK: - Frames that go

    /// The next frame whose covers are known, covered; nil if there is none.
    mutating func next() throws(RecordingError) -> (frame: Frame, time: Int64)? {
        guard let first = waiting.first, let last = waiting.last, hasEnded || last.second > first.second + linger || !looks
        else { return nil }
        waiting.removeFirst()
        if waiting.first?.frame !== first.frame { waitingBytes -= layout.byteCount }
        return try mapError(covered(first), RecordingError.redaction)
    }

    private mutating func covered(_ waiting: Waiting) throws(RedactionError) -> (frame: Frame, time: Int64) {
        let (plan, number) = try plan(at: waiting.second)
        covers.note(plan.covers, at: waiting.second)
        warnings.formUnion(plan.warnings)
        return (try coverer.covered(waiting.frame, by: plan, number), waiting.time)
    }

    /// The plan for a second, and a number that is equal as long as it is the same.
    private mutating func plan(at second: Double) throws(RedactionError) -> (FramePlan, number: Int) {
        let covered = sightings.covered(at: second)
        let timed = frames.timedTargets(at: second)
        let numbers = covered?.numbers ?? []
        if let plan, plan.findings == numbers, plan.timed == timed { return (plan.plan, plan.number) }
        let findings = if let covered { covered.findings } else { try frames.nothing() }
        let new = try frames.plan(findings, at: second)
        let number = (plan?.number ?? 0) + 1
        plan = (numbers, timed, new, number)
        return (new, number)
    }
}
