import BoundedWork
import ImageCore
import SecureMemory

/// Decodes all of a snapshot, covers its pixels and encodes them: the way that every job can go, with all the
/// evidence that there is.
struct PixelRoute {
    /// Plans the job, covers the decoded pixels and writes the new file.
    func paint(_ job: RedactionJob) throws(RedactionError) -> PaintedSnapshot {
        var image = try job.decoded()
        let (size, input) = (image.pixels.size, image.format)
        let seen = try job.look(at: image.pixels)
        let plan = try job.plan(size: size, grid: image.grid, colorSpace: image.colorSpace, seen: seen)
        let omitted = try job.paint(plan, on: &image)
        let format = try job.outputFormat()
        return PaintedSnapshot(
            file: try image.encoded(format, job.work, job.meter),
            format: format.kind,
            plan: plan,
            omitted: omitted,
            size: size,
            input: input
        )
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
