import BoundedWork
import ImageCore
import SecureMemory

/// Covers the pixels of a decoded snapshot and encodes them: carries out every plan.
struct PixelPainter: Painter {
    /// The header of a snapshot that a plan is made for before it is decoded, as the plan may be all that is asked for; by default
    /// nil.
    var header: ImageHeader?

    var properties: Snapshot.Properties? { header.map(Snapshot.Properties.init) }

    func paint(
        _ plan: Plan,
        on snapshot: inout Snapshot,
        for request: OpenedRequest
    ) throws(RedactionError) -> PaintedFile? {
        guard var image = try request.takeImage(of: &snapshot, for: plan) else { return nil }
        let omitted = try request.paint(plan, on: &image)
        let format = request.outputFormat
        let bytes = try image.encoded(format, request.work, request.meter)
        return PaintedFile(bytes: bytes, format: format.kind, omitted: omitted)
    }

    /// Paints `plan` on a decoded snapshot, and writes it as a small JPEG with a shorter edge of `edge` pixels, 1 or more.
    ///
    /// - Returns: Nil if what was found decided how the snapshot is read, so that it may show beside its cover.
    func thumbnail(
        of plan: Plan,
        on snapshot: inout Snapshot,
        for request: OpenedRequest,
        edge: Int
    ) throws(RedactionError) -> SecureBytes? {
        let taken: DecodedImage?
        do {
            taken = try request.takeImage(of: &snapshot, for: plan)
        } catch .decoding(.undecided) {
            return nil
        }
        guard var image = taken else { return nil }
        _ = try request.paint(plan, on: &image)
        let (colorSpace, work) = (image.colorSpace, request.work)
        do {
            return try image.takePixels().reduced(to: edge, work)
                .encoded(.jpeg(quality: 80), colorSpace: colorSpace, work: work)
        } catch {
            throw RedactionError(looking: error)
        }
    }
}

extension DecodedImage {
    /// The picture as a new file, without alpha if all pixels are opaque. A JPEG shows white where the picture is
    /// transparent.
    consuming func encoded(
        _ format: OutputFormat,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(RedactionError) -> SecureBytes {
        let lap = meter.begin(.encode)
        defer { meter.end(lap) }
        let colorSpace = colorSpace
        var pixels = takePixels()
        if format.kind == .jpeg { pixels.flatten(over: .white, work.cancellation) }
        // Whether the file that was sent had alpha may be up to a pixel that is covered now.
        let opaque = pixels.withoutNeedlessAlpha(work.cancellation)
        guard !work.isCancelled else { throw .cancelled }
        do {
            return try opaque.encoded(format, colorSpace: colorSpace, work: work)
        } catch {
            throw RedactionError(error)
        }
    }
}
