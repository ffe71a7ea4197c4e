public import BoundedWork
public import SecureMemory

/// The canvas of an animated WebP, on which its frames are drawn one after the other (RFC 9649, section 2.7.1).
///
/// It is transparent at first, and where a frame is cleared, as in browsers: none shows the colour that a file states for its ground.
public struct WebPCanvas: ~Copyable {
    private var pixels: PixelBuffer
    private let limits: DecodingLimits
    /// The place that is cleared before the next frame.
    private var disposed: PixelRect?

    /// Takes the memory of a canvas.
    ///
    /// - Parameters:
    ///   - size: Width and height of the canvas.
    ///   - limits: The largest image of a frame.
    public init(_ size: PixelSize, limits: DecodingLimits) throws(OutOfMemory) {
        pixels = try PixelBuffer(uninitialized: size, format: .rgba)
        self.limits = limits
        disposed = PixelRect(size)
    }

    /// Draws the next frame.
    ///
    /// - Parameters:
    ///   - frame: The head of the frame.
    ///   - image: The chunks behind the head of the frame.
    ///   - cancellation: Ends the work when nobody waits for it any more.
    public mutating func draw(
        _ frame: WebPFrame,
        _ image: UnsafeRawBufferPointer,
        _ cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) {
        if let disposed { clear(disposed) }
        disposed = frame.isDisposed ? frame.place : nil
        let decoder = try WebPDecoder(image, limits: limits)
        guard decoder.size == frame.place.size else { throw .corrupt("a frame of it has another size than its head") }
        let picture = try decoder.decode(cancellation)
        for y in 0..<frame.place.height {
            let target = pixels.mutableRow(frame.place.y + y) + frame.place.x * 4
            Self.draw(picture.row(y), picture.format, over: target, count: picture.size.width, frame.isBlended)
        }
    }

    /// Copies the canvas: rows of red, green, blue and alpha, not premultiplied, from the top down without padding.
    public func copy(into bytes: UnsafeMutableRawBufferPointer) {
        let rowBytes = pixels.size.width * 4
        precondition(bytes.count == rowBytes * pixels.size.height, "a copy has the size of the canvas")
        for y in 0..<pixels.size.height {
            let row = UnsafeMutableRawBufferPointer(rebasing: bytes[y * rowBytes..<(y + 1) * rowBytes])
            row.copyMemory(from: UnsafeRawBufferPointer(start: pixels.row(y), count: rowBytes))
        }
    }

    private mutating func clear(_ place: PixelRect) {
        for y in place.rows { (pixels.mutableRow(y) + place.x * 4).update(repeating: 0, count: place.width * 4) }
    }

    private static func draw(
        _ source: UnsafePointer<UInt8>,
        _ format: PixelFormat,
        over target: UnsafeMutablePointer<UInt8>,
        count: Int,
        _ isBlended: Bool
    ) {
        guard format == .rgba else {
            for x in 0..<count {
                (target + x &* 4).update(from: source + x &* 3, count: 3)
                target[x &* 4 &+ 3] = 255
            }
            return
        }
        guard isBlended else {
            target.update(from: source, count: count * 4)
            return PixelBuffer.clearInvisibleColor(target, count: count)
        }
        for x in 0..<count { blend(source + x &* 4, over: target + x &* 4) }
    }

    /// Composes a pixel over another, neither premultiplied (RFC 9649, section 2.7.1.1).
    private static func blend(_ top: UnsafePointer<UInt8>, over bottom: UnsafeMutablePointer<UInt8>) {
        let alpha = UInt32(top[3])
        guard alpha > 0 else { return }
        let rest = (UInt32(bottom[3]) &* (255 &- alpha) &+ 127) / 255
        let whole = alpha &+ rest
        for channel in 0..<3 {
            let sum = UInt32(top[channel]) &* alpha &+ UInt32(bottom[channel]) &* rest
            bottom[channel] = UInt8(truncatingIfNeeded: (sum &+ whole / 2) / whole)
        }
        bottom[3] = UInt8(truncatingIfNeeded: whole)
    }
}
