import BoundedWork
public import ImageCore
public import SecureMemory

/// The pixels of a snapshot below its covers, as they were decoded.
public struct CoveredPixels: Sendable {
    /// The covered rectangles of the receipt, and others in which the result has other pixels than the snapshot, each once: the edges
    /// of a JPEG that is edited, all of a result that is lossy. The whole snapshot where all of them together have more pixels than it,
    /// and where they are more than ``mostRects``. They do not depend on covered pixels, save where covers are found by looking.
    public let rects: [PixelRect]
    /// The samples of one rectangle after the other, row by row without padding, as 8-bit RGBA that is not premultiplied.
    public let samples: SecureBytes

    /// Upper bound on the rectangles.
    public static let mostRects = 4096
    /// Bytes of a pixel in ``samples``.
    public static let bytesOfPixel = PixelFormat.rgba.channels

    /// The rectangles that are kept of a picture of `size` that changes in these.
    fileprivate static func rects(of covered: [PixelRect], in size: PixelSize) -> [PixelRect] {
        guard !covered.contains(PixelRect(size)) else { return [PixelRect(size)] }
        var seen: Set<PixelRect> = []
        let rects = covered.filter { seen.insert($0).inserted }
        let area = rects.reduce(0) { $0 + $1.size.area }
        return rects.count > mostRects || area > size.area ? [PixelRect(size)] : rects
    }
}

/// Copies the pixels of rectangles before they are painted, as rows of the snapshot become known.
final class CoveredPixelReader {
    /// The rectangles, each with the place of its first sample.
    private let parts: [(rect: PixelRect, start: Int)]
    private var samples: WipedAllocation
    private var rowCount = 0

    init(_ rects: [PixelRect]) throws(OutOfMemory) {
        var byteCount = 0
        var parts: [(rect: PixelRect, start: Int)] = []
        for rect in rects {
            parts.append((rect, byteCount))
            byteCount += rect.size.area * CoveredPixels.bytesOfPixel
        }
        self.parts = parts
        samples = try WipedAllocation(byteCount: byteCount)
    }

    /// Copies what is covered in the first `rowCount` rows and was not copied yet. These rows are not painted on before.
    func read(_ pixels: borrowing PixelBuffer, within rowCount: Int) {
        let rows = self.rowCount..<max(rowCount, self.rowCount)
        for (rect, start) in parts {
            for y in rect.rows.clamped(to: rows) {
                let place = start + (y - rect.y) * rect.width * CoveredPixels.bytesOfPixel
                pixels.withRow(y) { row in copy(row, of: pixels.format, rect.columns, to: samples.baseAddress + place) }
            }
        }
        self.rowCount = rows.upperBound
    }

    private func copy(
        _ row: UnsafeBufferPointer<UInt8>,
        of format: PixelFormat,
        _ columns: Range<Int>,
        to target: UnsafeMutableRawPointer
    ) {
        let source = UnsafeRawBufferPointer(row)[
            columns.lowerBound * format.channels..<columns.upperBound * format.channels
        ]
        guard let base = UnsafeRawBufferPointer(rebasing: source).baseAddress else { return }
        guard format == .rgb else { return target.copyMemory(from: base, byteCount: source.count) }
        let last = columns.count - 1
        // The fourth byte that is loaded belongs to the next pixel.
        for x in 0..<last {
            let pixel = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: 3 &* x, as: UInt32.self)) | 0xFF00_0000
            target.storeBytes(of: pixel.littleEndian, toByteOffset: 4 &* x, as: UInt32.self)
        }
        for channel in 0..<3 { (target + 4 * last + channel).copyMemory(from: base + 3 * last + channel, byteCount: 1) }
        target.storeBytes(of: 255, toByteOffset: 4 * last + 3, as: UInt8.self)
    }

    /// The pixels, once all rows were read; the reader has none afterwards.
    func coveredPixels() throws(RedactionError) -> CoveredPixels {
        var whole = try mapError(WipedAllocation(byteCount: 0), RedactionError.outOfMemory)
        swap(&whole, &samples)
        let byteCount = whole.byteCount
        return CoveredPixels(rects: parts.map(\.rect), samples: SecureBytes(whole, count: byteCount))
    }
}

extension OpenedRequest {
    /// A reader of the pixels that `plan` covers; nil unless they are wanted.
    ///
    /// - Parameter others: Rectangles in which pixels beside the covers are others in the result, too.
    func coveredPixelReader(for plan: Plan, changing others: [PixelRect]) throws(RedactionError) -> CoveredPixelReader?
    {
        guard keepsCovered else { return nil }
        let rects = CoveredPixels.rects(of: plan.steps.flatMap(\.rects) + others, in: plan.size)
        return try mapError(CoveredPixelReader(rects), RedactionError.outOfMemory)
    }

    /// The pixels that `plan` covers in a decoded snapshot; see ``coveredPixelReader(for:changing:)``.
    func coveredPixels(
        of plan: Plan,
        in pixels: borrowing PixelBuffer,
        changing others: [PixelRect] = []
    ) throws(RedactionError) -> CoveredPixels? {
        guard let reader = try coveredPixelReader(for: plan, changing: others) else { return nil }
        reader.read(pixels, within: pixels.size.height)
        return try reader.coveredPixels()
    }
}
