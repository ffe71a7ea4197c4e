import BoundedWork
package import ImageCore
import Messages
package import SecureMemory

/// What a picture of a recording is made of.
extension FrameRedactor {
    /// A small picture of a covered frame, in which a line goes round each cover: black for an erased one, orange for an obscured one.
    ///
    /// - Parameters:
    ///   - plan: The covers of the frame.
    ///   - edge: Pixels of the shorter edge at most.
    ///   - line: Pixels of the line; 0 for none.
    package func reduced(
        _ frame: consuming PixelBuffer,
        to edge: Int,
        marking plan: FramePlan,
        line: Int
    ) throws(RedactionError) -> PixelBuffer {
        do {
            var pixels = try frame.reduced(to: edge, painting.work)
            for cover in line > 0 ? plan.covers : [] {
                let frame = Fill(color: cover.assurance.frameColor)
                for side in cover.rect.scaled(from: size, to: pixels.size)?.frame(line) ?? [] {
                    if let area = PaintArea(side) { try frame.apply(to: &pixels, in: area, work: painting.work) }
                }
            }
            return pixels
        } catch {
            throw RedactionError(looking: error)
        }
    }

    /// Words on light grey; grey alone where they do not fit, or there are no fonts.
    package func caption(_ words: String, _ size: PixelSize) throws(RedactionError) -> PixelBuffer {
        let work = painting.work
        do {
            let place = PixelRect(size)
            var pixels = try PixelBuffer(size, format: .rgb, filledWith: .white, work.cancellation)
            let stencil = try? painting.messages.stencil(
                for: LabelText(words),
                in: place,
                cancellation: work.cancellation
            )
            if let area = PaintArea(place) { try Label(stencil).apply(to: &pixels, in: area, work: work) }
            return pixels
        } catch {
            throw RedactionError(looking: error)
        }
    }

    /// A picture as a file.
    package func file(of pixels: borrowing PixelBuffer, _ format: OutputFormat) throws(RedactionError) -> SecureBytes {
        try mapError(pixels.encoded(format, work: painting.work), \EncodingError.redactionError)
    }
}

extension PixelRect {
    /// The place in a reduced picture, of one pixel at least.
    fileprivate func scaled(from size: PixelSize, to small: PixelSize) -> PixelRect? {
        func place(_ pixel: Int, _ whole: Int, _ length: Int) -> Int { pixel * length / whole }
        let (left, top) = (place(x, size.width, small.width), place(y, size.height, small.height))
        let (right, bottom) = (place(maxX, size.width, small.width), place(maxY, size.height, small.height))
        return PixelRect(x: left, y: top, width: max(right - left, 1), height: max(bottom - top, 1))?
            .intersection(PixelRect(small))
    }

    /// The sides of a frame of `line` pixels within it.
    fileprivate func frame(_ line: Int) -> [PixelRect] {
        let (width, height) = (width - 2 * line, height - 2 * line)
        return PixelRect(x: x + line, y: y + line, width: width, height: height).map(subtracting) ?? [self]
    }
}
