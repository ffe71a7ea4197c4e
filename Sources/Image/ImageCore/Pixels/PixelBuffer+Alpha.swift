public import BoundedWork
import SecureMemory

extension PixelBuffer {
    func isOpaque(in rect: PixelRect, _ cancellation: Cancellation) -> Bool {
        guard format == .rgba else { return true }
        return rect.rows.whileWanted(cancellation).allSatisfy { y in
            Self.isOpaque(row(y) + rect.x * 4, count: rect.width)
        }
    }

    static func isOpaque(_ pixels: UnsafePointer<UInt8>, count: Int) -> Bool {
        let pixels = UnsafeRawPointer(pixels)
        var conjunction = UInt32.max
        for x in 0..<count { conjunction &= pixels.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self) }
        // Alpha is the highest byte of a number whose lowest is first.
        return UInt32(littleEndian: conjunction) >> 24 == 255
    }

    /// Makes pixels with alpha to those without, which begin at the same place. What follows them may change up to the end of the
    /// former.
    static func packOpaque(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
        let pixels = UnsafeMutableRawPointer(pixels)
        for x in 0..<count {
            // The fourth byte makes way for the next pixel, which begins behind it.
            let pixel = pixels.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
            pixels.storeBytes(of: pixel, toByteOffset: x &* 3, as: UInt32.self)
        }
    }

    /// The inverse of ``packOpaque(_:count:)``.
    static func unpackOpaque(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
        for x in (0..<count).reversed() {
            let (red, green, blue) = (pixels[x &* 3], pixels[x &* 3 &+ 1], pixels[x &* 3 &+ 2])
            (pixels[x &* 4], pixels[x &* 4 &+ 1], pixels[x &* 4 &+ 2], pixels[x &* 4 &+ 3]) = (red, green, blue, 255)
        }
    }

    /// Zeroes the colour beneath alpha 0, which no viewer shows; stops early once it is cancelled.
    mutating func clearInvisibleColor(_ cancellation: Cancellation) {
        guard format == .rgba else { return }
        for y in (0..<size.height).whileWanted(cancellation) {
            Self.clearInvisibleColor(mutableRow(y), count: size.width)
        }
    }

    static func clearInvisibleColor(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
        let pixels = UnsafeMutableRawPointer(pixels)
        for x in 0..<count {
            // Alpha is the highest byte of a number whose lowest is first.
            let pixel = UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
            let visible = pixel < 0x100_0000 ? 0 : pixel
            pixels.storeBytes(of: visible.littleEndian, toByteOffset: x &* 4, as: UInt32.self)
        }
    }

    /// The picture as RGB, in the same memory, if every pixel is opaque; else unchanged. Meaningless once it is cancelled.
    public consuming func withoutNeedlessAlpha(_ work: WorkContext = WorkContext()) -> PixelBuffer {
        guard format == .rgba, isOpaque(work) else { return self }
        let (rows, width) = (sharedRows, size.width)
        bands(work).forEach { _, band in
            for y in band.whileWanted(work.cancellation) { Self.packOpaque(rows.row(y), count: width) }
        }
        return reinterpreted(as: .rgb)
    }

    private func isOpaque(_ work: WorkContext) -> Bool {
        let opaque = bands(work).map { _, band in
            let rect = PixelRect(columns: 0..<size.width, rows: band)
            return rect.map { isOpaque(in: $0, work.cancellation) } ?? true
        }
        return opaque.allSatisfy(\.self)
    }

    private func bands(_ work: WorkContext) -> Bands {
        Bands(0..<size.height, threads: work.threads, leastRows: 256)
    }

    /// Composes the picture over `background` to opaque pixels; RGB stays. Stops early once it is cancelled.
    public mutating func flatten(over background: Color, _ cancellation: Cancellation = Cancellation()) {
        guard format == .rgba else { return }
        for y in (0..<size.height).whileWanted(cancellation) {
            let pixels = mutableRow(y)
            for x in 0..<size.width where pixels[x &* 4 &+ 3] != 255 {
                let pixel = pixels + x &* 4
                let alpha = UInt32(pixel[3])
                pixel[0] = Self.blend(pixel[0], over: background.red, alpha: alpha)
                pixel[1] = Self.blend(pixel[1], over: background.green, alpha: alpha)
                pixel[2] = Self.blend(pixel[2], over: background.blue, alpha: alpha)
                pixel[3] = 255
            }
        }
    }

    private static func blend(_ top: UInt8, over bottom: UInt8, alpha: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt32(top) &* alpha &+ UInt32(bottom) &* (255 &- alpha) &+ 127) / 255)
    }

    /// A copy of the pixels in `rect` with colour multiplied by alpha, for averages; not whole once it is cancelled.
    func premultiplied(in rect: PixelRect, _ cancellation: Cancellation) throws(OutOfMemory) -> PixelBuffer {
        var copy = try PixelBuffer(uninitialized: rect.size, format: .rgba)
        for y in (0..<rect.height).whileWanted(cancellation) {
            let source = row(rect.y + y) + rect.x * 4
            let target = copy.mutableRow(y)
            for x in 0..<rect.width {
                let alpha = UInt32(source[x &* 4 &+ 3])
                for channel in 0..<3 {
                    let sample = UInt32(source[x &* 4 &+ channel])
                    target[x &* 4 &+ channel] = UInt8(truncatingIfNeeded: (sample &* alpha &+ 127) / 255)
                }
                target[x &* 4 &+ 3] = UInt8(truncatingIfNeeded: alpha)
            }
        }
        return copy
    }

    /// Writes `parts` from `premultiplied`, whose first pixel stands at `origin`, with straight alpha; stops early once it is
    /// cancelled.
    mutating func write(
        premultiplied: borrowing PixelBuffer,
        at origin: PixelRect,
        parts: [PixelRect],
        _ cancellation: Cancellation
    ) {
        for part in parts {
            for y in part.rows.whileWanted(cancellation) {
                let source = premultiplied.row(y - origin.y) + (part.x - origin.x) * 4
                let target = mutableRow(y) + part.x * 4
                for x in 0..<part.width {
                    let alpha = UInt32(source[x &* 4 &+ 3])
                    let divisor = max(alpha, 1)
                    for channel in 0..<3 {
                        let sample = UInt32(source[x &* 4 &+ channel])
                        let straight = min((sample &* 255 &+ divisor / 2) / divisor, 255)
                        target[x &* 4 &+ channel] = alpha == 0 ? 0 : UInt8(truncatingIfNeeded: straight)
                    }
                    target[x &* 4 &+ 3] = UInt8(truncatingIfNeeded: alpha)
                }
            }
        }
    }
}
