import BoundedWork
import ImageCore
import SecureMemory

extension Redactor {
    /// Covers all of a snapshot without decoding it, or by a file that is ready. Nil where only decoding can tell whether the
    /// snapshot is whole.
    ///
    /// - Parameter order: One that hides everything.
    func hide(_ order: RedactionOrder) throws(RedactionError) -> PaintedSnapshot? {
        guard let header = try checkedHeader(order) else { return nil }
        let plan = try order.plan(size: header.size, grid: header.grid, colorSpace: header.colorSpace)
        let options = order.output.encoding(header.format)
        let ready = try cover(order, plan, on: header, options)
        return PaintedSnapshot(
            file: ready.file,
            format: options.format,
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
        _ options: EncodingOptions
    ) throws(RedactionError) -> CoverCache.Ready {
        // Pictures and elements that were sent along are kept no longer than their request.
        let covers = order.painter.assets.isEmpty && order.elements == nil ? covers : nil
        let cover = CoverCache.Cover(
            order.policy,
            with: order.painter.store,
            scale: order.scale,
            on: header,
            options
        )
        if let ready = covers?.ready(for: cover) { return ready }
        var image = try blank(header, order.work.cancellation)
        let omitted = try order.paint(plan, on: &image)
        let file = try encode(image, options, order.work)
        let ready = CoverCache.Ready(file: file, omitted: omitted)
        covers?.keep(ready, for: cover)
        return ready
    }

    /// Read anew for each snapshot, so that none is taken for whole because another of its size was.
    private func checkedHeader(_ order: RedactionOrder) throws(RedactionError) -> ImageHeader? {
        do {
            return try ImageHeader(checking: order.snapshot, limits: limits, cancellation: order.work.cancellation)
        } catch {
            throw RedactionError(error)
        }
    }

    private func blank(_ header: ImageHeader, _ cancellation: Cancellation) throws(RedactionError) -> DecodedImage {
        do {
            return try DecodedImage(blank: header, cancellation: cancellation)
        } catch {
            throw RedactionError(error)
        }
    }
}
