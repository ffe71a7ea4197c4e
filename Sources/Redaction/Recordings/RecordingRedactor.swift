package import BoundedWork
import ImageCore
package import RawVideo
package import Redaction
package import SecureMemory

/// Covers the targets of a policy in the frames of a recording, one after the other: what is found by looking is covered for a while
/// before it was seen, too, so that frames wait until that is known.
///
/// ```swift
/// let receipt = try RecordingRedactor(request, by: redactor, terms).redact(from: decoder, to: encoder)
/// ```
/// No frame is written that is not covered. It takes the memory of the frames that wait, however long the recording is.
package struct RecordingRedactor {
    private var request: RedactionRequest
    private let redactor: Redactor
    private var terms: RecordingTerms
    /// Whether each frame is covered by what is seen in it, and for no time more.
    private var isOfWhatIsSeen = false
    private let work: WorkContext
    private let meter: WorkMeter

    /// - Parameters:
    ///   - request: The policy and its pictures; its snapshot does not matter.
    ///   - work: The threads, which no byte depends on, and the cancellation.
    ///   - meter: Notes the time of each stage.
    package init(
        _ request: RedactionRequest,
        by redactor: Redactor,
        _ terms: RecordingTerms,
        work: WorkContext = WorkContext(),
        meter: WorkMeter = WorkMeter()
    ) {
        self.request = request
        self.redactor = redactor
        self.terms = terms
        self.work = work
        self.meter = meter
    }

    /// Takes the number of frames so far, and the seconds from the first one to the last.
    package typealias Progress = (_ frames: Int, _ seconds: Double) -> Void

    /// Redacts the frames of `source`, in the form that the terms state, into `sink`, as NUT. After an error what was written is no whole
    /// recording.
    package func redact(
        from source: some ByteSource,
        to sink: some ByteSink,
        progress: Progress = { _, _ in }
    ) throws(RecordingError) -> RecordingReceipt {
        let outcome = try run(over: source, progress) { (format, layout, frames) throws(RecordingError) in
            let writer = try mapError(NUTWriter(sink, format: format, frameRate: frameRate), RecordingError.writing)
            return EncodedFrames(writer, FrameCoverer(layout, frames))
        }
        return try RecordingReceipt(of: outcome, request)
    }

    /// Makes a contact sheet of the frames of `source`, in which each scene has a covered frame.
    ///
    /// - Returns: The sheet, a PNG unless the output options of the request allow none.
    package func preview(
        _ source: some ByteSource,
        progress: Progress = { _, _ in }
    ) throws(RecordingError) -> (sheet: SecureBytes, receipt: RecordingReceipt) {
        var sheet: ContactSheet?
        let outcome = try run(over: source, progress) { _, layout, frames in
            let new = ContactSheet(.preview, layout, frames)
            sheet = new
            return new
        }
        let receipt = try RecordingReceipt(of: outcome, request)
        guard let sheet else { throw .noFrames }
        return (try sheet.file(endingAt: outcome.duration, request.output.format(for: .png)), receipt)
    }

    /// Looks at the frames of `source` by the rules that look for something, as `Redactor.check` does at a snapshot.
    ///
    /// - Parameter thumbnailEdge: Pixels of the shorter edge of a frame in the thumbnail, 1 or more; nil for none.
    /// - Returns: The report, and as a thumbnail a contact sheet in which all findings are black, a JPEG.
    package func check(
        _ source: some ByteSource,
        thumbnailEdge: Int? = nil,
        progress: Progress = { _, _ in }
    ) throws(RecordingError) -> (report: RecordingReport, thumbnail: SecureBytes?) {
        let (policy, rules) = try mapError(request.policy.forChecking()) { (error: PolicyError) in
            RecordingError.redaction(.policy(error))
        }
        var checked = self
        (checked.request.policy, checked.request.phase) = (policy, nil)
        // Findings have the extent and the time of what is seen, without what a cover adds.
        (checked.terms.grid, checked.isOfWhatIsSeen) = (.pixels, true)
        var sheet: ContactSheet?
        let outcome = try checked.run(over: source, progress) { (_, layout, frames) -> (any PlannedFrameTaker)? in
            sheet = thumbnailEdge.map { ContactSheet(.thumbnail(edge: $0), layout, frames) }
            return sheet
        }
        let report = RecordingReport(of: outcome, policy: policy.name, rules: rules)
        return (report, try sheet?.file(endingAt: outcome.duration, .jpeg(quality: 80)))
    }
}

extension RecordingRedactor {
    /// Makes something that takes the frames; nil if nothing does.
    private typealias MakingTaker =
        (RawVideoFormat, VideoFrameLayout, FrameRedactor) throws(RecordingError) -> (any PlannedFrameTaker)?

    private func run(
        over source: some ByteSource,
        _ progress: Progress,
        taking taker: MakingTaker
    ) throws(RecordingError) -> RecordingOutcome {
        switch terms.source {
        case .nut:
            let reader = try mapError(NUTReader(source, limits: limits), RecordingError.init(reading:))
            return try run(over: reader, progress, taking: taker)
        case .webp:
            let reader = try WebPFrames(source, limits: redactor.limits, grid: terms.grid, work.cancellation)
            return try run(over: reader, progress, taking: taker)
        }
    }

    private func run<Frames: FrameSource & ~Copyable>(
        over source: consuming Frames,
        _ progress: Progress,
        taking make: MakingTaker
    ) throws(RecordingError) -> RecordingOutcome {
        let format = source.format
        guard let layout = VideoFrameLayout(format, terms.colors) else {
            throw .reading(.frameTooLarge(width: UInt64(format.width), height: UInt64(format.height)))
        }
        let frames = try mapError(
            FrameRedactor(
                request,
                by: redactor,
                size: layout.size,
                grid: terms.grid.blocks,
                work: work,
                meter: meter
            ),
            RecordingError.redaction
        )
        var run = try RecordingRun(
            layout,
            frames,
            timeBase: format.timeBase,
            linger: terms.linger,
            isOfWhatIsSeen: isOfWhatIsSeen
        )
        let taker = try make(format, layout, frames)
        var hasMore = true
        while hasMore {
            guard !work.isCancelled else { throw .redaction(.cancelled) }
            let frame = try mapError(Frame(byteCount: format.byteCount), RecordingError.init(_:))
            if let time = try source.nextFrame(into: frame.mutableBytes) {
                try run.take(frame, at: time)
                progress(run.frameCount, run.duration)
            } else {
                try run.end()
                hasMore = false
            }
            while let frame = try run.next() { try taker?.take(frame) }
        }
        return try run.outcome(codec: terms.codec)
    }

    private var limits: NUTLimits {
        NUTLimits(
            width: redactor.limits.maximumEdge,
            height: redactor.limits.maximumEdge,
            pixelCount: redactor.limits.maximumPixels
        )
    }

    private var frameRate: Ratio? {
        terms.frameRate.flatMap { $0 > 0 && $0 < 1000 ? Ratio(Int(($0 * 1000).rounded()), 1000) : nil }
    }
}

extension VideoFrameLayout {
    fileprivate init?(_ format: RawVideoFormat, _ colors: VideoColors) {
        guard let size = PixelSize(width: format.width, height: format.height) else { return nil }
        let layout = format.layout
        self.init(
            size,
            layout == .rgba
                ? .rgba
                : .planar(shiftX: layout.horizontalChromaShift, shiftY: layout.verticalChromaShift, colors)
        )
    }
}
