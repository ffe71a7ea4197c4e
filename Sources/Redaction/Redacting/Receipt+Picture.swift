import ImageCore
public import SecureMemory

extension Receipt {
    /// A picture of what was covered, for whoever tries a policy: the rectangles on a grey screen that shows nothing of the
    /// snapshot. What is erased is framed in black, what is only obscured in orange.
    ///
    /// - Parameter output: How the picture is written.
    /// - Throws: ``RedactionError``.
    public func picture(_ output: OutputOptions = OutputOptions()) throws(RedactionError) -> SecureBytes {
        guard let size = PixelSize(width: snapshot.width, height: snapshot.height) else {
            throw .outOfMemory(OutOfMemory(byteCount: 0))
        }
        do {
            var pixels = try PixelBuffer(size, format: .rgb, filledWith: Self.screenColor)
            let line = max(min(size.width, size.height) / 200, 1)
            for covered in covered {
                try Self.draw(covered, on: &pixels, line: line)
            }
            return try pixels.encoded(output.encoding(.png))
        } catch let error as EncodingError {
            throw RedactionError(error)
        } catch {
            throw .outOfMemory(error as? OutOfMemory ?? OutOfMemory(byteCount: 0))
        }
    }

    /// Draws a rectangle with a frame of `line` pixels.
    private static func draw(_ covered: Covered, on pixels: inout PixelBuffer, line: Int) throws {
        let (x, y, width, height) = (covered.rect.x, covered.rect.y, covered.rect.width, covered.rect.height)
        guard let outer = PixelRect(x: x, y: y, width: width, height: height).flatMap({ PaintArea($0) }) else { return }
        let frame = covered.assurance == .erased ? Color.black : obscuredColor
        try Fill(color: frame).apply(to: &pixels, in: outer)
        let inner = PixelRect(x: x + line, y: y + line, width: width - 2 * line, height: height - 2 * line)
        guard let inner = inner.flatMap({ PaintArea($0) }) else { return }
        try Fill(color: coveredColor).apply(to: &pixels, in: inner)
    }

    private static let screenColor = Color(red: 0xE5, green: 0xE5, blue: 0xEA)
    private static let coveredColor = Color(red: 0x8E, green: 0x8E, blue: 0x93)
    private static let obscuredColor = Color(red: 0xFF, green: 0x95, blue: 0x00)
}
