import BoundedWork
import ImageCore
import SecureMemory

/// Makes a JPEG of a JPEG without decoding all of it: blurs it whole, or replaces only the blocks that are covered.
struct JPEGRoute: Route {
    func paint(_ job: RedactionJob) throws(RedactionError) -> PaintedSnapshot? {
        guard let file = job.file as? JPEGFile, let units = file.header.editableUnits,
            case .jpeg(let quality) = job.output.format(for: .jpeg)
        else { return nil }
        let (size, colorSpace) = (file.header.size, file.header.colorSpace)
        let plan = try job.plan(size: size, grid: units, colorSpace: colorSpace)
        let painted: SecureBytes?
        var omitted: Set<Int> = []
        if let blur = plan.soleBlur(of: size) {
            painted = try self.blur(file, by: blur, quality: quality, job.meter)
        } else if job.output.quality == nil, plan.leavesMost(of: size) {
            painted = try cover(file, job.meter) { (coefficients) throws(RedactionError) in
                omitted = try job.paint(plan, on: &coefficients)
            }
        } else {
            painted = nil
        }
        return painted.map { bytes in
            PaintedSnapshot(file: bytes, format: .jpeg, plan: plan, omitted: omitted, size: size, input: .jpeg)
        }
    }

    private func blur(
        _ file: JPEGFile,
        by blur: GaussianBlur,
        quality: Int,
        _ meter: WorkMeter
    ) throws(RedactionError) -> SecureBytes? {
        // It decodes and blurs row by row, which is one stage.
        let blurring = meter.begin(.paint)
        let blurred = try mapError(file.blurred(by: blur), \DecodingError.redactionError)
        meter.end(blurring)
        guard let blurred else { return nil }
        _ = meter.note(style: BlurStyle.kind, since: blurring.start)
        let lap = meter.begin(.encode)
        defer { meter.end(lap) }
        do {
            return try blurred.encoded(quality: quality)
        } catch {
            throw RedactionError(error)
        }
    }

    private func cover(
        _ file: JPEGFile,
        _ meter: WorkMeter,
        _ paint: (inout JPEGCoefficients) throws(RedactionError) -> Void
    ) throws(RedactionError) -> SecureBytes? {
        let opening = meter.begin(.open)
        let opened = try mapError(file.coefficients(), \DecodingError.redactionError)
        meter.end(opening)
        guard var coefficients = opened else { return nil }
        try paint(&coefficients)
        let lap = meter.begin(.encode)
        defer { meter.end(lap) }
        do {
            return try coefficients.encoded()
        } catch {
            throw RedactionError(error)
        }
    }
}

extension JPEGCoefficients: Canvas {}

extension Plan {
    /// The blur, if the plan blurs all of a picture of `size` and does nothing else.
    fileprivate func soleBlur(of size: PixelSize) -> GaussianBlur? {
        guard steps.count == 1, let step = steps.first, step.area == PaintArea(PixelRect(size)) else { return nil }
        return (step.brush as? BlurBrush)?.blur
    }

    /// Whether so little of a picture of `size` has to be decoded that it pays to keep the rest as coefficients.
    ///
    /// Coefficients take as much memory as pixels, so there is room for half a picture beside them; and if more than
    /// that were decoded and quantised anew, it would be faster to do so with all.
    fileprivate func leavesMost(of size: PixelSize) -> Bool {
        let decoded = steps.filter { !$0.brush.isFlat }.map(\.area.target)
        return decoded.allSatisfy { $0.height <= size.height / 2 }
            && decoded.map(\.size.area).reduce(0, +) <= size.area / 2
    }
}
