import BoundedWork
import ImageCore
import RawVideo
import Redaction
import SecureMemory

/// The frames of a recording on their way: those that wait, what was seen in them, and what is to be covered.
struct RecordingRun: ~Copyable {
    private struct Waiting {
        let change: FrameChange
        let time: Int64
        let second: Double
        /// What was seen in it, where that alone is covered.
        var seen: CoverTracks.Covered?
    }

    private let layout: VideoFrameLayout
    private let frames: FrameRedactor
    private let timeBase: Ratio
    private let linger: Double

    private var changes: ChangeMap
    private var things = SeenThings()
    private var tracks: CoverTracks
    /// What is seen in the newest frame, where that alone is covered; nil where covers last.
    private var seen: CoverTracks.Covered?
    /// The pixels of the frame that was looked at last.
    private var screen: PixelBuffer?

    /// The last frame that came, and the last that went.
    private var newest: Frame?
    private var current: Frame?
    private var waiting: [Waiting] = []
    private var waitingBytes = 0
    private var firstTime: Int64?
    private var hasEnded = false
    private var plan: (tracks: [Int], timed: [Bool], plan: FramePlan, number: Int)?

    private(set) var frameCount = 0
    /// Seconds from the first frame to the last one.
    private(set) var duration = 0.0
    private var covers = CoverIntervals()
    private var warnings: Set<String> = []
    /// The most lines of a frame that could not be read and are not covered.
    private var mostUnread = 0

    /// Bytes of the frames that wait for the time that covers linger.
    private static let mostBytes = 256 << 20
    /// Bytes of frames that wait, from which on nothing is left to be looked at later.
    private static let tightBytes = 192 << 20
    /// Frames that wait, however small.
    private static let mostFrames = 1 << 16
    /// Seconds for which the last frame is taken to be shown.
    private static let lastTime = 1.0
    /// Seconds for which frames wait where that takes few bytes: more than typing pauses for.
    private static let (patience, cheapBytes) = (10.0, 48 << 20)

    /// - Parameters:
    ///   - linger: The seconds for which a finding is covered before and after it was seen.
    ///   - isOfWhatIsSeen: Whether each frame is covered by what is seen in it, and for no time more.
    init(
        _ layout: VideoFrameLayout,
        _ frames: FrameRedactor,
        timeBase: Ratio,
        linger: Double,
        isOfWhatIsSeen: Bool
    ) throws(RecordingError) {
        let changes = try mapError(ChangeMap(layout, linger: linger), RecordingError.init(_:))
        tracks = try mapError(frames.tracks(linger: linger), RecordingError.redaction)
        (self.layout, self.frames, self.timeBase) = (layout, frames, timeBase)
        (self.linger, self.changes) = (linger, changes)
        if isOfWhatIsSeen { seen = tracks.covered(at: 0) }
    }

    // MARK: - Frames that come

    /// Takes the next frame, and looks at it where it has changed.
    mutating func take(_ frame: Frame, at time: Int64) throws(RecordingError) {
        let start = firstTime ?? time
        firstTime = start
        let second = Double(time - start) * Double(timeBase.numerator) / Double(timeBase.denominator)
        if let deadline = changes.deadline, deadline < second || waitingBytes > Self.tightBytes { try lookAtRest() }
        let change = try mapError(change(to: frame), RecordingError.init(_:))
        if frames.looks, !change.isSame || changes.isBehind {
            try mapError(look(at: frame, second), RecordingError.redaction)
        }
        newest = frame
        waiting.append(Waiting(change: change, time: time, second: second, seen: seen))
        waitingBytes += change.byteCount
        guard waitingBytes <= Self.mostBytes || waiting.count < 3, waiting.count <= Self.mostFrames else {
            throw .lingersTooLong(bytes: Self.mostBytes)
        }
        frameCount += 1
        duration = second
    }

    private func change(to frame: Frame) throws(OutOfMemory) -> FrameChange {
        guard let newest else { return .all(frame) }
        // What is not looked at goes at once.
        return frames.looks
            ? try FrameChange(from: newest, to: frame, layout) : frame.isAlike(newest) ? .same : .all(frame)
    }

    private mutating func look(at frame: Frame, _ second: Double) throws(RedactionError) {
        let changed = changes.changes(in: frame, after: newest, at: second)
        guard !changed.isEmpty else { return }
        let forgotten = changed.motions.flatMap { things.follow($0, in: layout.size) }
        var pixels = try takeScreen()
        for place in changed.motions.map(\.area) + changed.places { layout.read(place, of: frame.bytes, into: &pixels) }
        try frames.look(at: pixels, in: ChangeMap.places(of: changed.places + forgotten, in: layout.size), &things)
        screen = consume pixels
        let findings = try frames.findings(among: things)
        if let seen {
            self.seen = seen.followed(by: findings)
        } else {
            tracks.see(findings, among: things, at: second, changes.history, moved: changed.moved)
        }
    }

    private mutating func takeScreen() throws(RedactionError) -> PixelBuffer {
        if let screen = screen.take() { return screen }
        return try mapError(
            PixelBuffer(layout.size, format: layout.pixelFormat, filledWith: .black),
            RedactionError.outOfMemory
        )
    }

    /// Notes that no frame will come any more.
    mutating func end() throws(RecordingError) {
        hasEnded = true
        if changes.isBehind { try lookAtRest() }
    }

    /// Looks at what was left for later of the newest frame.
    private mutating func lookAtRest() throws(RecordingError) {
        guard let newest else { return }
        try mapError(look(at: newest, duration.nextUp), RecordingError.redaction)
        if let last = waiting.indices.last { waiting[last].seen = seen }
    }

    /// What is known once the last frame went.
    consuming func outcome(codec: String) throws(RecordingError) -> RecordingOutcome {
        guard frameCount > 0 else { throw .noFrames }
        let warnings = warnings.sorted() + [FramePlan.warning(ofUnread: mostUnread)].compactMap(\.self)
        return RecordingOutcome(
            recording: RecordingReceipt.Recording(
                width: layout.size.width,
                height: layout.size.height,
                codec: codec,
                frames: frameCount,
                duration: duration.inMilliseconds
            ),
            covered: covers.finish(at: duration),
            omitted: covers.omitted > 0 ? covers.omitted : nil,
            counts: covers.counts,
            assurance: covers.assurance,
            lookedFor: frames.lookedFor,
            models: frames.models,
            warnings: warnings.isEmpty ? nil : warnings,
            duration: duration
        )
    }

    // MARK: - Frames that go

    /// The next frame whose covers are known; nil if there is none.
    mutating func next() throws(RecordingError) -> PlannedFrame? {
        guard let first = waiting.first, let last = waiting.last, hasEnded || isDue(first, last) else { return nil }
        waiting.removeFirst()
        waitingBytes -= first.change.byteCount
        let frame = try mapError(frame(of: first.change), RecordingError.init(_:))
        current = frame
        let shown = first.second..<max(waiting.first?.second ?? first.second + Self.lastTime, first.second)
        let covered = first.seen ?? tracks.covered(at: first.second)
        let (plan, number) = try mapError(plan(for: covered, shown), RecordingError.redaction)
        covers.note(plan.covers, at: first.second)
        warnings.formUnion(plan.warnings)
        mostUnread = max(mostUnread, plan.unreadCount)
        return PlannedFrame(
            frame: frame,
            isSame: first.change.isSame,
            time: first.time,
            second: first.second,
            plan: plan,
            number: number
        )
    }

    /// Whether it is known what the first frame that waits shows of what comes until the last one.
    private func isDue(_ first: Waiting, _ last: Waiting) -> Bool {
        // A frame is shown until the next one.
        guard frames.looks, seen == nil else { return waiting.count > 1 }
        // What fades may yet be found to have been there before.
        guard changes.deadline == nil || changes.wholeSecond - first.second > linger else { return false }
        let seconds = last.second - first.second
        return seconds > linger && (seconds > Self.patience || waitingBytes > Self.cheapBytes)
    }

    /// The frame of a change, made of the one that went last.
    private func frame(of change: FrameChange) throws(OutOfMemory) -> Frame {
        // Others are compared with the newest one, which has to stay as it is.
        if case .all(let frame) = change { return frame === newest ? try frame.copied() : frame }
        guard let current else { preconditionFailure("the first frame is a whole one") }
        return change.applied(to: current, layout)
    }

    /// The plan for a frame that is shown for a time, and a number that is equal as long as it is the same.
    private mutating func plan(
        for covered: CoverTracks.Covered,
        _ shown: Range<Double>
    ) throws(RedactionError) -> (FramePlan, number: Int) {
        let timed = frames.timedTargets(shown)
        if let plan, plan.tracks == covered.numbers, plan.timed == timed { return (plan.plan, plan.number) }
        let new = try frames.plan(covered.findings, shown)
        let number = (plan?.number ?? 0) + 1
        plan = (covered.numbers, timed, new, number)
        return (new, number)
    }
}
