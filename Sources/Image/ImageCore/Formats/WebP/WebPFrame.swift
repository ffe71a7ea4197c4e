/// The head of a frame of an animated WebP (RFC 9649, section 2.7.1.1).
public struct WebPFrame: Sendable, Equatable {
    /// Bytes of a head, which the image follows.
    public static let headByteCount = 16
    /// The type of the chunk with a frame: four characters.
    public static let chunkType = WebPChunkType.frame.bytes

    /// The pixels of the canvas that the image covers; its corner is at an even place.
    public let place: PixelRect
    /// Milliseconds for which the frame is shown.
    public let duration: Int
    /// Whether the canvas shows through the image, where that is not opaque.
    let isBlended: Bool
    /// Whether the place of the image is cleared before the next frame.
    let isDisposed: Bool

    /// Reads ``headByteCount`` bytes.
    ///
    /// - Throws: ``DecodingError/corrupt(_:)`` for a frame that reaches beyond a canvas of `size`.
    public init(_ head: [UInt8], in size: PixelSize) throws(DecodingError) {
        precondition(head.count == Self.headByteCount, "a head has a fixed size")
        func number(at offset: Int) -> Int { head[offset..<offset + 3].littleEndianNumber }
        let flags = head[15]
        let (x, y, width, height) = (2 * number(at: 0), 2 * number(at: 3), number(at: 6) + 1, number(at: 9) + 1)
        guard x + width <= size.width, y + height <= size.height,
            let place = PixelRect(x: x, y: y, width: width, height: height)
        else { throw .corrupt("a frame of it reaches beyond the canvas") }
        self.place = place
        duration = number(at: 12)
        (isBlended, isDisposed) = (flags & 2 == 0, flags & 1 != 0)
    }

    /// Whether an image that begins with these four bytes is lossless.
    public static func isLossless(imageBeginning bytes: [UInt8]) -> Bool {
        bytes.starts(with: WebPChunkType.lossless.bytes)
    }
}
