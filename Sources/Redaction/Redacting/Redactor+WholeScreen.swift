import BoundedWork
import ImageCore
import SecureMemory

extension Redactor {
    /// Covers all of a snapshot without decoding it, or by a file that is ready. Nil where only decoding can tell whether the
    /// snapshot is whole.
    ///
    /// - Parameter order: One that hides everything.
    func hide(_ order: RedactionOrder) throws(RedactionError) -> PaintedSnapshot? {
        // Read anew for each snapshot, so that none is taken for whole because another of its size was.
        let checked = try mapError(order.file.checkedHeader()) { (error: DecodingError) in RedactionError(error) }
        guard let header = checked else { return nil }
        let plan = try order.plan(size: header.size, grid: header.grid, colorSpace: header.colorSpace)
        let format = order.output.format(for: header.format)
        let ready = try cover(order, plan, on: header, format)
        return PaintedSnapshot(
            file: ready.file,
            format: format.kind,
            plan: plan,
            omitted: ready.omitted,
            size: header.size,
            input: header.format,
            hasVerifiedPixels: header.hasVerifiedPixels
        )
    }

    private func cover(
        _ order: RedactionOrder,
        _ plan: Plan,
        on header: ImageHeader,
        _ format: OutputFormat
    ) throws(RedactionError) -> CoverCache.Ready {
        // Pictures and elements that were sent along are kept no longer than their request.
        let covers = order.painter.assets.isEmpty && order.elements == nil ? covers : nil
        let cover = CoverCache.Cover(
            order.policy,
            with: order.painter.store,
            scale: order.scale,
            on: header,
            format
        )
        if let ready = covers?.ready(for: cover) { return ready }
        var image = try mapError(DecodedImage(blank: header, cancellation: order.work.cancellation)) {
            (error: WorkFailure) in RedactionError(error)
        }
        let omitted = try order.paint(plan, on: &image)
        let file = try encode(image, format, order.work)
        let ready = CoverCache.Ready(file: file, omitted: omitted)
        covers?.keep(ready, for: cover)
        return ready
    }
}
