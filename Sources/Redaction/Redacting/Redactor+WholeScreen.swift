import ImageCore
import SecureMemory

extension Redactor {
    /// Covers all of a snapshot without decoding it, or by a file that is ready. Nil where only decoding can tell whether the
    /// snapshot is whole.
    ///
    /// - Parameters:
    ///   - policy: One that hides everything.
    ///   - phase: One in which it applies.
    func hide(
        _ snapshot: SecureBytes,
        policy: Policy,
        phase: Phase?,
        painter: Painter,
        output: OutputOptions,
        threads: () -> Int,
        isCancelled: () -> Bool
    ) throws(RedactionError) -> Result? {
        guard let header = try checkedHeader(of: snapshot) else { return nil }
        let (size, format) = (header.size, header.format)
        let plan = try plan(policy, phase: phase, size: size, grid: header.grid, colorSpace: header.colorSpace)
        func result(_ file: SecureBytes, omitting omitted: Set<Int>) -> Result {
            let receipt = Receipt(plan, omitting: omitted, policy: policy, phase: phase, size: size, format: format)
            return Result(image: file, format: options.format, receipt: receipt)
        }
        let options = output.encoding(header.format)
        // Pictures that were sent along are kept no longer than their request.
        let covers = painter.assets.isEmpty ? covers : nil
        let cover = CoverCache.Cover(policy, with: painter.store, on: header, options)
        if let ready = covers?.ready(for: cover) { return result(ready.file, omitting: ready.omitted) }
        var image = try blank(header)
        let omitted = try painter.paint(plan, on: &image, threads: threads, isCancelled: isCancelled)
        let file = try encode(image, options, threads: threads())
        covers?.keep(file, omitting: omitted, of: cover)
        return result(file, omitting: omitted)
    }

    private func checkedHeader(of snapshot: SecureBytes) throws(RedactionError) -> ImageHeader? {
        do {
            return try ImageHeader(checking: snapshot, limits: limits)
        } catch {
            throw .decoding(error)
        }
    }

    private func blank(_ header: ImageHeader) throws(RedactionError) -> DecodedImage {
        do {
            return try DecodedImage(blank: header)
        } catch {
            throw .outOfMemory(error)
        }
    }
}
