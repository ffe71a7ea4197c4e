package import BoundedWork
import ImageCore
package import RawVideo
package import Redaction
import SecureMemory

/// Covers the targets of a policy in the frames of a recording, one after the other: what is found by looking is covered for a while
/// before it was seen, too, so that frames wait until that is known.
///
/// ```swift
/// let receipt = try RecordingRedactor(request, by: redactor, terms).redact(from: decoder, to: encoder)
/// ```
/// No frame is written that is not covered. It takes the memory of the frames that wait, however long the recording is.
package struct RecordingRedactor {
    private let request: RedactionRequest
    private let redactor: Redactor
    private let terms: RecordingTerms
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

    /// Redacts the frames of `source`, in the form that the terms state, into `sink`, as NUT. After an error what was written is no whole
    /// recording.
    ///
    /// - Parameter progress: Takes the number of frames so far, and the seconds from the first one to the last.
    package func redact(
        from source: some ByteSource,
        to sink: some ByteSink,
        progress: (_ frames: Int, _ seconds: Double) -> Void = { _, _ in }
    ) throws(RecordingError) -> RecordingReceipt {
        switch terms.source {
        case .nut:
            let reader = try mapError(NUTReader(source, limits: limits), RecordingError.init(reading:))
            return try redact(reader, to: sink, progress)
        case .webp:
            let reader = try WebPFrames(source, limits: redactor.limits, grid: terms.grid, work.cancellation)
            return try redact(reader, to: sink, progress)
        }
    }

    private func redact<Frames: FrameSource & ~Copyable>(
        _ source: consuming Frames,
        to sink: some ByteSink,
        _ progress: (_ frames: Int, _ seconds: Double) -> Void
    ) throws(RecordingError) -> RecordingReceipt {
        let format = source.format
        var run = try run(of: format)
        var writer = try mapError(NUTWriter(sink, format: format, frameRate: frameRate), RecordingError.writing)
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
            while let (frame, time) = try run.next() {
                try mapError(writer.write(frame.bytes, at: time), RecordingError.writing)
            }
        }
        return try receipt(of: run, format)
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

    private func run(of format: RawVideoFormat) throws(RecordingError) -> RecordingRun {
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
        return try RecordingRun(layout, frames, timeBase: format.timeBase, linger: terms.linger)
    }

    private func receipt(
        of run: consuming RecordingRun,
        _ format: RawVideoFormat
    ) throws(RecordingError) -> RecordingReceipt {
        guard run.frameCount > 0 else { throw .noFrames }
        let matches = try matches(run.covers.counts)
        guard !request.requiresCover || run.covers.assurance != nil else { throw .nothingCovered }
        let duration = run.duration
        return RecordingReceipt(
            policy: request.policy.name,
            phase: request.phase,
            recording: RecordingReceipt.Recording(
                width: format.width,
                height: format.height,
                codec: terms.codec,
                frames: run.frameCount,
                duration: duration.inMilliseconds
            ),
            assurance: run.covers.assurance ?? .untouched,
            covered: run.covers.finish(at: duration),
            omitted: run.covers.omitted > 0 ? run.covers.omitted : nil,
            matches: matches.isEmpty ? nil : matches,
            detected: run.looks ? true : nil,
            warnings: run.warnings.isEmpty ? nil : run.warnings.sorted()
        )
    }

    /// The covers of each rule that looks for something.
    private func matches(_ counts: [Int: Int]) throws(RecordingError) -> [Receipt.Matches] {
        var matches: [Receipt.Matches] = []
        for (index, demanded) in request.policy.demandedMatches {
            let found = counts[index] ?? 0
            guard found >= demanded else { throw .tooFewMatches(rule: index, found: found, demanded: demanded) }
            matches.append(Receipt.Matches(rule: index, count: found))
        }
        return matches
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
