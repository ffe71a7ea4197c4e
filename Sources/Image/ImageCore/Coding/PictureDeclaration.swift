/// What a file declares of its picture before its pixels, for an estimate of what it costs, whether the file is whole or not.
public struct PictureDeclaration: Sendable, Hashable {
    /// Width and height as they are stored, in pixels.
    public let size: PixelSize
    /// Bytes of memory for each pixel while it is decoded, those of the picture among them.
    public let decodingBytesOfPixel: Int

    /// Bytes of most decoders: of the picture, and of a copy that is turned or without alpha. They keep some rows besides.
    static let usualBytesOfPixel = 2 * PixelFormat.rgba.channels

    /// Nil for a picture without a pixel.
    init?(width: Int, height: Int, decodingBytesOfPixel: Int = usualBytesOfPixel) {
        guard let size = PixelSize(width: width, height: height) else { return nil }
        (self.size, self.decodingBytesOfPixel) = (size, decodingBytesOfPixel)
    }
}
