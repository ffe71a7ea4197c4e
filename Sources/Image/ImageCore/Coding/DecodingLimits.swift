/// What a picture may cost before it is refused. Checked against its header, before memory is taken for its pixels.
public struct DecodingLimits: Sendable, Hashable {
    /// The largest number of pixels, width times height.
    public var maximumPixels: Int
    /// The longest edge, in pixels.
    public var maximumEdge: Int
    /// The largest number of scans of a progressive JPEG; common encoders write about 10.
    public var maximumScans: Int

    /// Limits of 50 megapixels, 16 384 pixels an edge and 100 scans unless said otherwise.
    public init(maximumPixels: Int = 50_000_000, maximumEdge: Int = 16_384, maximumScans: Int = 100) {
        self.maximumPixels = maximumPixels
        self.maximumEdge = maximumEdge
        self.maximumScans = maximumScans
    }

    /// The size of a picture, if it is within the limits.
    func check(width: UInt32, height: UInt32) throws(DecodingError) -> PixelSize {
        guard let size = PixelSize(width: Int(width), height: Int(height)) else {
            throw .corrupt("it has no pixels")
        }
        guard max(size.width, size.height) <= maximumEdge else { throw .edgeTooLong(size, limit: maximumEdge) }
        guard size.area <= maximumPixels else { throw .tooManyPixels(size, limit: maximumPixels) }
        return size
    }
}
