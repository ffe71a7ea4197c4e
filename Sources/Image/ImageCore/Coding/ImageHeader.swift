/// What a file says of its picture, without the pixels.
public struct ImageHeader: Sendable, Hashable {
    /// The format of the file.
    public let format: ImageFormat
    /// Width and height as a viewer sees them, in pixels.
    public let size: PixelSize
    /// The samples that its pixels are decoded to.
    let pixelFormat: PixelFormat
    /// The blocks within which a pixel of the file shows in its neighbours, as a viewer sees them.
    public let grid: BlockGrid
    /// What the samples stand for once they are decoded.
    public let colorSpace: ColorSpace
    /// Whether the pixels are known to decode. If not, only the structure of the file was checked.
    public internal(set) var hasVerifiedPixels = false
}
