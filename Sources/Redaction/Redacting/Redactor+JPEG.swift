import ImageCore
import SecureMemory

extension Redactor {
    /// Redacts a JPEG to a JPEG without decoding all of it. Nil where that cannot be done, or gains nothing.
    func redactJPEG(
        _ snapshot: SecureBytes,
        _ header: JPEGHeader,
        policy: Policy,
        phase: Phase?,
        painter: Painter,
        output: OutputOptions,
        threads: () -> Int,
        isCancelled: () -> Bool
    ) throws(RedactionError) -> Result? {
        let options = output.encoding(.jpeg)
        guard options.format == .jpeg, let units = header.editableUnits else { return nil }
        let plan = try plan(policy, phase: phase, size: header.size, grid: units, colorSpace: header.colorSpace)
        let image: SecureBytes?
        var omitted: Set<Int> = []
        switch JPEGShortcut(for: plan, size: header.size, keepsQuality: output.quality == nil) {
        case .blur(let blur): image = try self.blur(snapshot, header, with: blur, quality: options.quality)
        case .coefficients:
            image = try cover(snapshot, header) { (coefficients) throws(RedactionError) in
                omitted = try painter.paint(plan, on: &coefficients, threads: threads, isCancelled: isCancelled)
            }
        case nil: image = nil
        }
        guard let image else { return nil }
        let (size, format) = (header.size, ImageFormat.jpeg)
        let receipt = Receipt(plan, omitting: omitted, policy: policy, phase: phase, size: size, format: format)
        return Result(image: image, format: .jpeg, receipt: receipt)
    }

    /// What a JPEG says of itself; nil for a PNG.
    func header(of snapshot: SecureBytes) throws(RedactionError) -> JPEGHeader? {
        do {
            return try JPEGHeader(reading: snapshot, limits: limits)
        } catch {
            throw .decoding(error)
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
            throw .decoding(error)
        }
        guard let blurred else { return nil }
        do {
            return try blurred.encoded(quality: quality)
        } catch {
            throw .encoding(error)
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
            throw .decoding(error)
        }
        guard var coefficients else { return nil }
        try paint(&coefficients)
        do {
            return try coefficients.encoded()
        } catch {
            throw .encoding(error)
        }
    }
}

extension JPEGCoefficients: Canvas {}
