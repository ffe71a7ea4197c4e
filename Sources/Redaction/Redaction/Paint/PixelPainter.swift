import BoundedWork
import ImageCore
import SecureMemory

/// Covers the pixels of a decoded snapshot and encodes them; carries out every plan.
struct PixelPainter: Painter {
    /// The header for a plan before decoding, where the plan may be all that is asked for.
    var header: ImageHeader?

    var properties: Snapshot.Properties? { header.map(Snapshot.Properties.init) }

    func paint(
        _ plan: Plan,
        on snapshot: inout Snapshot,
        for request: OpenedRequest
    ) throws(RedactionError) -> PaintedFile? {
        guard var image = try request.takeImage(of: &snapshot, for: plan) else { return nil }
        let format = request.output.format(for: request.file.format)
        let others = format.isLossless ? [] : [PixelRect(plan.size)]
        let covered: CoveredPixels?
        if request.keepsCovered, request.unordered != nil, plan.leavesNothingBeside {
            // With nothing beside the cover, the blocks are in an order that no pixel shows.
            let original = try request.decoded()
            covered = try request.coveredPixels(of: plan, in: original.pixels, changing: others)
        } else {
            covered = try request.coveredPixels(of: plan, in: image.pixels, changing: others)
        }
        let omitted = try request.painting.paint(plan, on: &image)
        let bytes = try image.encoded(format, request.work, request.meter)
        return PaintedFile(bytes: bytes, format: format.kind, omitted: omitted, covered: covered)
    }

    /// Writes a small painted JPEG with a shorter edge of `edge` pixels, 1 or more; nil if findings decided how the snapshot is
    /// read, so that they may show beside their covers.
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
        _ = try request.painting.paint(plan, on: &image)
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
    /// The picture as a new file, without alpha if all pixels are opaque; a JPEG shows white where it is transparent.
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
        // Alpha in the sent file may be due to a pixel that is covered now.
        let opaque = pixels.withoutNeedlessAlpha(work)
        guard !work.isCancelled else { throw .cancelled }
        do {
            return try opaque.encoded(format, colorSpace: colorSpace, work: work)
        } catch {
            throw RedactionError(error)
        }
    }
}
