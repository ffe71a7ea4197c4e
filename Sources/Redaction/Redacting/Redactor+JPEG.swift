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
        case .blur(let blur): file = try self.blur(order.snapshot, header, with: blur, quality: options.quality)
        case .coefficients:
            file = try cover(order.snapshot, header) { (coefficients) throws(RedactionError) in
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

    /// What a JPEG says of itself; nil for a PNG.
    func header(of snapshot: SecureBytes) throws(RedactionError) -> JPEGHeader? {
        do {
            return try JPEGHeader(reading: snapshot, limits: limits)
        } catch {
            throw RedactionError(error)
        }
    }

    private func blur(
        _ snapshot: SecureBytes,
        _ header: JPEGHeader,
        with blur: GaussianBlur,
        quality: Int
    ) throws(RedactionError) -> SecureBytes? {
        let blurred: BlurredJPEG?
        do {
            blurred = try BlurredJPEG(blurring: snapshot, with: blur, limits: limits, header: header)
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
        _ snapshot: SecureBytes,
        _ header: JPEGHeader,
        _ paint: (inout JPEGCoefficients) throws(RedactionError) -> Void
    ) throws(RedactionError) -> SecureBytes? {
        let coefficients: JPEGCoefficients?
        do {
            coefficients = try JPEGCoefficients(reading: snapshot, limits: limits, header: header)
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
