public import BoundedWork
import ImageCore
public import SecureMemory

extension Receipt {
    /// A preview of the covers: the rectangles of the receipt on a grey screen that shows nothing of the snapshot, erased ones
    /// framed in black and obscured ones in orange.
    ///
    /// - Parameters:
    ///   - output: PNG by default.
    ///   - work: The threads and the cancellation.
    public func picture(
        _ output: OutputOptions = OutputOptions(),
        work: WorkContext = WorkContext()
    ) throws(RedactionError) -> SecureBytes {
        guard let size = PixelSize(width: snapshot.width, height: snapshot.height) else {
            throw .outOfMemory(.unknown)
        }
        let pixels = try mapError(
            work.cancellation.finish { () throws(OutOfMemory) in try draw(size, work) },
            \WorkFailure.redactionError
        )
        return try mapError(pixels.encoded(output.format(for: .png), work: work), \EncodingError.redactionError)
    }

    private func draw(_ size: PixelSize, _ work: WorkContext) throws(OutOfMemory) -> PixelBuffer {
        var pixels = try PixelBuffer(size, format: .rgb, filledWith: Self.screenColor, work.cancellation)
        let line = max(min(size.width, size.height) / 200, 1)
        for covered in covered.whileWanted(work.cancellation) {
            try Self.draw(covered, on: &pixels, line: line, work)
        }
        return pixels
    }

    /// Draws a frame of `line` pixels.
    private static func draw(
        _ covered: Covered,
        on pixels: inout PixelBuffer,
        line: Int,
        _ work: WorkContext
    ) throws(OutOfMemory) {
        let (x, y, width, height) = (covered.rect.x, covered.rect.y, covered.rect.width, covered.rect.height)
        guard let outer = PixelRect(x: x, y: y, width: width, height: height).flatMap({ PaintArea($0) }) else { return }
        try Fill(color: covered.assurance.frameColor).paint(outer, of: &pixels, work)
        let inner = PixelRect(x: x + line, y: y + line, width: width - 2 * line, height: height - 2 * line)
        guard let inner = inner.flatMap({ PaintArea($0) }) else { return }
        try Fill(color: coveredColor).paint(inner, of: &pixels, work)
    }

    private static let screenColor = Color(red: 0xE5, green: 0xE5, blue: 0xEA)
    private static let coveredColor = Color(red: 0x8E, green: 0x8E, blue: 0x93)
}

extension Assurance {
    /// The colour of the frame round a cover in a preview.
    var frameColor: Color { self == .erased ? .black : Color(red: 0xFF, green: 0x95, blue: 0x00) }
}
