import BoundedWork
public import ImageCore
public import SecureMemory

/// The pixels of a snapshot below its covers, as they were decoded.
public struct CoveredPixels: Sendable {
    /// The covered rectangles of the receipt, each once; the whole snapshot where all of them together have more pixels than it,
    /// where they are more than ``mostRects``, and where the result is lossy, which changes other pixels, too. They do not depend on
    /// covered pixels, save where covers are found by looking.
    public let rects: [PixelRect]
    /// The samples of one rectangle after the other, row by row without padding, as 8-bit RGBA that is not premultiplied.
    public let samples: SecureBytes

    /// Upper bound on the rectangles.
    public static let mostRects = 4096
    /// Bytes of a pixel in ``samples``.
    public static let bytesOfPixel = PixelFormat.rgba.channels

    /// The rectangles that are kept of a picture of `size` in which these are covered.
    package static func rects(of covered: some Sequence<PixelRect>, in size: PixelSize) -> [PixelRect] {
        var seen: Set<PixelRect> = []
        let rects = covered.filter { seen.insert($0).inserted }
        // No more than can be added to, whatever a receipt states.
        let area = rects.reduce(0) { min($0 + $1.size.area, size.area + 1) }
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
        let (input, output) = (base.assumingMemoryBound(to: UInt8.self), target.assumingMemoryBound(to: UInt8.self))
        for x in 0..<columns.count {
            output[4 &* x] = input[3 &* x]
            output[4 &* x &+ 1] = input[3 &* x &+ 1]
            output[4 &* x &+ 2] = input[3 &* x &+ 2]
            output[4 &* x &+ 3] = 255
        }
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
    /// - Parameter othersStay: Whether all other pixels are the same in the result; else all are read.
    func coveredPixelReader(for plan: Plan, othersStay: Bool) throws(RedactionError) -> CoveredPixelReader? {
        guard keepsCovered else { return nil }
        let covered = othersStay ? plan.steps.flatMap(\.rects) : [PixelRect(plan.size)]
        let rects = CoveredPixels.rects(of: covered, in: plan.size)
        return try mapError(CoveredPixelReader(rects), RedactionError.outOfMemory)
    }

    /// The pixels that `plan` covers in a decoded snapshot, or all of them; see ``coveredPixelReader(for:othersStay:)``.
    func coveredPixels(
        of plan: Plan,
        in pixels: borrowing PixelBuffer,
        othersStay: Bool = true
    ) throws(RedactionError) -> CoveredPixels? {
        guard let reader = try coveredPixelReader(for: plan, othersStay: othersStay) else { return nil }
        reader.read(pixels, within: pixels.size.height)
        return try reader.coveredPixels()
    }
}
