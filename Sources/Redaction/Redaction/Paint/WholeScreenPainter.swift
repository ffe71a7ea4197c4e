import BoundedWork
import ImageCore
import SecureMemory

/// Covers all of a snapshot without decoding it, with a ready file where there is one.
struct WholeScreenPainter: Painter {
    /// Read anew for each snapshot, so that none is taken for whole because of another of its size.
    let header: ImageHeader
    let covers: CoverCache?

    var properties: Snapshot.Properties? { Snapshot.Properties(header) }

    func paint(
        _ plan: Plan,
        on snapshot: inout Snapshot,
        for request: OpenedRequest
    ) throws(RedactionError) -> PaintedFile? {
        var file = try paint(plan, for: request)
        if request.keepsCovered {
            // Nothing was decoded to cover all of it.
            let image = try request.decoded()
            file.covered = try request.coveredPixels(of: plan, in: image.pixels)
        }
        return file
    }

    private func paint(_ plan: Plan, for request: OpenedRequest) throws(RedactionError) -> PaintedFile {
        let format = request.output.format(for: header.format)
        // Assets and elements of a request are kept no longer than it.
        let covers = request.painting.assets.isEmpty && request.elements == nil ? covers : nil
        let cover = CoverCache.Cover(
            request.policy,
            with: request.painting.store,
            scale: request.scale,
            on: header,
            format
        )
        let ready = covers?.ready(for: cover)
        if covers != nil { request.meter.note(readyCover: ready != nil) }
        if let ready { return ready }
        let cancellation = request.work.cancellation
        var image = try mapError(DecodedImage(blank: header, cancellation: cancellation), \WorkFailure.redactionError)
        let omitted = try request.painting.paint(plan, on: &image)
        let file = PaintedFile(
            bytes: try image.encoded(format, request.work, request.meter),
            format: format.kind,
            omitted: omitted
        )
        covers?.keep(file, for: cover)
        return file
    }
}
