public import BoundedWork
public import SecureMemory

/// What a file says of its picture, for those who need to know no more.
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

extension ImageHeader {
    /// Reads the header of a PNG or JPEG, and checks the structure of all of the file and its checksums. Pixels are decoded
    /// where that is quick: of a small PNG.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: What the picture may cost.
    ///   - cancellation: Whether anybody waits for it.
    /// - Returns: Nil for a file that is of a kind, or damaged in a way, that only decoding can tell.
    /// - Throws: ``DecodingError``.
    public init?(
        checking bytes: SecureBytes,
        limits: DecodingLimits = DecodingLimits(),
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) {
        let header = try bytes.withUnsafeBytes { (buffer) throws(DecodingError) in
            switch try ImageFormat.detect(buffer) {
            case .png: try PNGDecoder(buffer).header(limits: limits, cancellation: cancellation)
            case .jpeg: try JPEGDecoder(buffer, limits: limits, cancellation: cancellation).header()
            }
        }
        guard let header else { return nil }
        self = header
    }
}
