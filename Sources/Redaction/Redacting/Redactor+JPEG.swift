import BoundedWork
import ImageCore
import SecureMemory

extension Redactor {
    /// Paints on a JPEG, to a JPEG, without decoding all of it. Nil where that cannot be done, or gains nothing.
    func paintJPEG(_ order: RedactionOrder, _ snapshot: JPEGFile) throws(RedactionError) -> PaintedSnapshot? {
        let header = snapshot.header
        guard case .jpeg(let quality) = order.output.format(for: .jpeg), let units = header.editableUnits else {
            return nil
        }
        let plan = try order.plan(size: header.size, grid: units, colorSpace: header.colorSpace)
        let file: SecureBytes?
        var omitted: Set<Int> = []
        switch JPEGShortcut(for: plan, size: header.size, keepsQuality: order.output.quality == nil) {
        case .blur(let blur): file = try self.blur(snapshot, with: blur, quality: quality)
        case .coefficients:
            file = try cover(snapshot) { (coefficients) throws(RedactionError) in
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

    private func blur(
        _ snapshot: JPEGFile,
        with blur: GaussianBlur,
        quality: Int
    ) throws(RedactionError) -> SecureBytes? {
        let blurred: BlurredJPEG?
        do {
            blurred = try snapshot.blurred(by: blur)
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
        _ snapshot: JPEGFile,
        _ paint: (inout JPEGCoefficients) throws(RedactionError) -> Void
    ) throws(RedactionError) -> SecureBytes? {
        let coefficients: JPEGCoefficients?
        do {
            coefficients = try snapshot.coefficients()
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
