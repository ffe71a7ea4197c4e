import BoundedWork
import ImageCore
import SecureMemory

/// Writes a JPEG from a JPEG without decoding all of it: blurs it whole, or replaces only the covered blocks.
struct CoefficientPainter: Painter {
    private let file: JPEGFile
    private let units: BlockGrid
    private let quality: Int

    /// Nil unless the snapshot is a JPEG that can be edited, and becomes one.
    init?(_ request: OpenedRequest) {
        guard let file = request.file as? JPEGFile, let units = file.header.editableUnits,
            case .jpeg(let quality) = request.output.format(for: .jpeg)
        else { return nil }
        (self.file, self.units, self.quality) = (file, units, quality)
    }

    var properties: Snapshot.Properties? {
        let header = file.header
        return Snapshot.Properties(size: header.size, format: .jpeg, grid: units, colorSpace: header.colorSpace)
    }

    func paint(
        _ plan: Plan,
        on snapshot: inout Snapshot,
        for request: OpenedRequest
    ) throws(RedactionError) -> PaintedFile? {
        let bytes: SecureBytes?
        var omitted: Set<Int> = []
        if let blur = plan.soleBlur {
            bytes = try self.blur(file, by: blur, quality: quality, request.meter)
        } else if request.output.quality == nil, plan.leavesMost {
            bytes = try cover(file, plan, request.painting, omitted: &omitted)
        } else {
            bytes = nil
        }
        guard let bytes else { return nil }
        var painted = PaintedFile(bytes: bytes, format: .jpeg, omitted: omitted)
        if request.keepsCovered {
            // Covered blocks were not decoded to be replaced.
            let image = try request.decoded()
            painted.covered = try request.coveredPixels(
                of: plan,
                in: image.pixels,
                changing: units.edges(of: plan.size)
            )
        }
        return painted
    }

    private func blur(
        _ file: JPEGFile,
        by blur: GaussianBlur,
        quality: Int,
        _ meter: WorkMeter
    ) throws(RedactionError) -> SecureBytes? {
        // Reading and writing go on at the same time; what is left after the last row counts as writing.
        var lap = meter.begin(.paint)
        defer { meter.end(lap) }
        let height = file.header.size.height
        return try mapError(
            file.blurred(by: blur, quality: quality) { rowCount in
                guard rowCount == height else { return }
                meter.end(lap)
                _ = meter.note(style: BlurStyle.kind, since: lap.start)
                lap = meter.begin(.encode)
            },
            \DecodingError.redactionError
        )
    }

    private func cover(
        _ file: JPEGFile,
        _ plan: Plan,
        _ painting: Painting,
        omitted: inout Set<Int>
    ) throws(RedactionError) -> SecureBytes? {
        var rows = RowPainting(plan, by: painting)
        let isWhole = rows == nil
        var log = RepaintingLog(height: file.header.size.height, painting.meter)
        defer { log.end() }
        let bytes = try mapError(
            file.edited(whole: isWhole) { (coefficients, rowCount) in
                log.paint(within: rowCount) { () throws(RedactionError) in
                    if let count = try rows?.paint(on: &coefficients, within: rowCount) { return count }
                    omitted = try painting.paint(plan, on: &coefficients)
                    return rowCount
                }
            },
            \DecodingError.redactionError
        )
        try log.check()
        if let rows { omitted = rows.omitted }
        return bytes
    }
}

extension JPEGCoefficients: Canvas {}

extension BlockGrid {
    /// Pixels beside a block that its samples of colour are mixed into.
    private static let reach = 2

    /// The rectangles with all pixels that depend on units which reach beyond a picture of `size`. They are written anew, because
    /// their samples beyond it would show.
    fileprivate func edges(of size: PixelSize) -> [PixelRect] {
        let right = size.width / width * width - Self.reach
        let bottom = size.height / height * height - Self.reach
        return [
            size.width % width == 0 ? nil : PixelRect(columns: max(right, 0)..<size.width, rows: 0..<size.height),
            size.height % height == 0 ? nil : PixelRect(columns: 0..<size.width, rows: max(bottom, 0)..<size.height),
        ].compactMap(\.self)
    }
}

extension Plan {
    /// Nil unless the plan blurs the whole snapshot and does nothing else.
    fileprivate var soleBlur: GaussianBlur? {
        guard steps.count == 1, let step = steps.first, step.area == PaintArea(PixelRect(size)) else { return nil }
        return (step.brush as? BlurBrush)?.blur
    }

    /// Whether so little has to be decoded that keeping the rest as coefficients pays. They take as much memory as pixels, which
    /// leaves half a picture; beyond that, decoding and quantising all is faster.
    fileprivate var leavesMost: Bool {
        let decoded = steps.filter { !$0.brush.isFlat }.map(\.area.target)
        return decoded.allSatisfy { $0.height <= size.height / 2 }
            && decoded.map(\.size.area).reduce(0, +) <= size.area / 2
    }
}
