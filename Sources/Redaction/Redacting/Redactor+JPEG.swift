import BoundedWork
import ImageCore
import SecureMemory

extension Redactor {
    /// Paints on a JPEG, to a JPEG, without decoding all of it. Nil where that cannot be done, or gains nothing.
    func paintJPEG(_ order: RedactionOrder, _ header: JPEGHeader) throws(RedactionError) -> PaintedSnapshot? {
        let options = order.output.encoding(.jpeg)
        guard options.format == .jpeg, let units = header.editableUnits else { return nil }
        let plan = try order.plan(size: header.size, grid: units, colorSpace: header.colorSpace)
        let file: SecureBytes?
        var omitted: Set<Int> = []
        switch JPEGShortcut(for: plan, size: header.size, keepsQuality: order.output.quality == nil) {
        case .blur(let blur): file = try self.blur(order, header, with: blur, quality: options.quality)
        case .coefficients:
            file = try cover(order, header) { (coefficients) throws(RedactionError) in
                omitted = try order.paint(plan, on: &coefficients)
            }
        case nil: file = nil
        }
        return file.map { file in
            PaintedSnapshot(
                file: file,
                format: .jpeg,
                plan: plan,
                omitted: omitted,
                size: header.size,
                input: .jpeg
            )
        }
    }

    /// What the snapshot says of itself if it is a JPEG; nil for a PNG.
    func header(_ order: RedactionOrder) throws(RedactionError) -> JPEGHeader? {
        do {
            return try JPEGHeader(reading: order.snapshot, limits: limits, cancellation: order.work.cancellation)
        } catch {
            throw RedactionError(error)
        }
    }

    private func blur(
        _ order: RedactionOrder,
        _ header: JPEGHeader,
        with blur: GaussianBlur,
        quality: Int
    ) throws(RedactionError) -> SecureBytes? {
        let blurred: BlurredJPEG?
        do {
            blurred = try BlurredJPEG(
                blurring: order.snapshot,
                with: blur,
                limits: limits,
                header: header,
                cancellation: order.work.cancellation
            )
        } catch {
            throw RedactionError(error)
        }
        guard let blurred else { return nil }
        do {
            return try blurred.encoded(quality: quality)
        } catch {
            throw RedactionError(error)
        }
    }

    private func cover(
        _ order: RedactionOrder,
        _ header: JPEGHeader,
        _ paint: (inout JPEGCoefficients) throws(RedactionError) -> Void
    ) throws(RedactionError) -> SecureBytes? {
        let coefficients: JPEGCoefficients?
        do {
            coefficients = try JPEGCoefficients(
                reading: order.snapshot,
                limits: limits,
                header: header,
                cancellation: order.work.cancellation
            )
        } catch {
            throw RedactionError(error)
        }
        guard var coefficients else { return nil }
        try paint(&coefficients)
        do {
            return try coefficients.encoded()
        } catch {
            throw RedactionError(error)
        }
    }
}

extension JPEGCoefficients: Canvas {}
