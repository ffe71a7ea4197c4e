import BoundedWork
import ImageCore
import SecureMemory

/// Covers the rows of a PNG or a JPEG while it is read, and written in the same format.
struct RowPainter: Painter {
    private let file: File
    private let header: ImageHeader

    private enum File {
        case png(PNGFile, PNGCompression)
        case jpeg(JPEGFile, quality: Int)

        var isLossless: Bool {
            switch self {
            case .png: true
            case .jpeg: false
            }
        }

        func repainted(
            _ paint: (_ image: inout DecodedImage, _ rowCount: Int) -> Int?
        ) throws(DecodingError) -> SecureBytes? {
            switch self {
            case .png(let png, let compression): try png.repainted(as: compression, paint)
            case .jpeg(let jpeg, let quality): try jpeg.repainted(quality: quality, paint)
            }
        }
    }

    /// Nil unless the snapshot can be repainted, and keeps its format. Writing a small PNG takes so long that reading meanwhile saves
    /// nothing, and it might have to be done again.
    init?(_ request: OpenedRequest) throws(RedactionError) {
        let found: ImageHeader?
        switch (request.file, request.output.format(for: request.file.format)) {
        case (let png as PNGFile, .png(let compression)) where compression != .small:
            file = .png(png, compression)
            found = try request.meter.measure(.open) { () throws(RedactionError) in
                try mapError(png.repaintableHeader(), \DecodingError.redactionError)
            }
        case (let jpeg as JPEGFile, .jpeg(let quality)):
            file = .jpeg(jpeg, quality: quality)
            found = jpeg.repaintableHeader
        default: return nil
        }
        guard let header = found else { return nil }
        self.header = header
    }

    /// The pixels are verified by the time that there is a file.
    var properties: Snapshot.Properties? {
        Snapshot.Properties(
            size: header.size,
            format: header.format,
            grid: header.grid,
            colorSpace: header.colorSpace
        )
    }

    func paint(
        _ plan: Plan,
        on snapshot: inout Snapshot,
        for request: OpenedRequest
    ) throws(RedactionError) -> PaintedFile? {
        if let painted = try repaint(plan, for: request) { return painted }
        snapshot.image = try request.decoded()
        return try PixelPainter().paint(plan, on: &snapshot, for: request)
    }

    /// Nil if the picture has to be read whole, which may refuse it.
    private func repaint(_ plan: Plan, for request: OpenedRequest) throws(RedactionError) -> PaintedFile? {
        guard var rows = try planRows(plan, request.painting) else { return nil }
        let reader = try request.coveredPixelReader(for: plan, changing: file.isLossless ? [] : [PixelRect(plan.size)])
        guard let bytes = try repaint(with: &rows, reader, request.meter) else { return nil }
        return PaintedFile(
            bytes: bytes,
            format: OutputFormat.Kind(header.format),
            omitted: rows.omitted,
            covered: try reader.map { (reader) throws(RedactionError) in try reader.coveredPixels() }
        )
    }

    private func planRows(_ plan: Plan, _ painting: Painting) throws(RedactionError) -> (any PlanRows)? {
        // Rows of a PNG are read and written by several threads at a time: covering them one after the other would hold these up.
        if case .jpeg = file, let rows = try RowwisePlan(plan, of: header.pixelFormat, by: painting) { return rows }
        return RowPainting(plan, by: painting)
    }

    private func repaint(
        with rows: inout any PlanRows,
        _ reader: CoveredPixelReader?,
        _ meter: WorkMeter
    ) throws(RedactionError) -> SecureBytes? {
        var log = RepaintingLog(height: header.size.height, meter)
        defer { log.end() }
        let bytes = try mapError(
            file.repainted { (image, rowCount) in
                log.paint(within: rowCount) { () throws(RedactionError) in
                    reader?.read(image.pixels, within: rowCount)
                    return try rows.paint(on: &image, within: rowCount)
                }
            },
            \DecodingError.redactionError
        )
        try log.check()
        return bytes
    }
}

/// The painting of a plan from top to bottom, as rows of a picture become known.
private protocol PlanRows {
    /// Indices of painted steps whose words did not fit.
    var omitted: Set<Int> { get }

    /// Paints within the first `rowCount` rows, and returns the number of first rows that will neither be read nor painted any more.
    mutating func paint(on image: inout DecodedImage, within rowCount: Int) throws(RedactionError) -> Int
}

extension RowPainting: PlanRows {}

extension RowwisePlan: PlanRows {
    var omitted: Set<Int> { [] }
}
