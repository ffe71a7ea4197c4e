public import BoundedWork
import CImageCodecs
public import SecureMemory

/// What a JPEG says of itself before its scans.
public struct JPEGHeader {
    /// How the picture was stored.
    let orientation: Orientation
    /// Width and height as stored, in pixels.
    let storedSize: PixelSize
    /// The minimum coded units as stored, for those who decode all.
    let storedGrid: BlockGrid
    /// Whether the file holds four inks, and not light.
    let hasInks: Bool
    /// What is to be done with the samples.
    let color: ColorReading
    /// The components, where a redaction can work on them.
    let layout: JPEGLayout?

    /// Width and height as seen, in pixels.
    public var size: PixelSize { orientation.applied(to: storedSize) }

    /// What the samples stand for, once they are decoded.
    public var colorSpace: ColorSpace { color.space }

    /// The minimum coded units, for those who replace them whole, where the picture can be covered without decoding all of
    /// it: by ``JPEGCoefficients`` and ``BlurredJPEG``. It is YCbCr in a ``ColorSpace``, stored as seen, and every pixel has
    /// one sample of each component. Grey is not: what covers it may have colour.
    public var editableUnits: BlockGrid? { editableLayout?.units }

    /// The components, where there are ``editableUnits``.
    var editableLayout: JPEGLayout? {
        guard case .unchanged = color, orientation == .up else { return nil }
        return layout
    }

    /// Reads the header of a JPEG. Nil if `bytes` are a PNG.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: What the header is checked against.
    ///   - cancellation: Whether anybody waits for it.
    /// - Throws: ``DecodingError``.
    public init?(
        reading bytes: SecureBytes,
        limits: DecodingLimits = DecodingLimits(),
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) {
        let header = try bytes.withUnsafeBytes { (buffer) throws(DecodingError) -> JPEGHeader? in
            guard try ImageFormat.detect(buffer) == .jpeg else { return nil }
            return try JPEGDecoder(buffer, limits: limits, cancellation: cancellation).readHeader()
        }
        guard let header else { return nil }
        self = header
    }

    init(
        _ header: codec_header,
        orientation: Orientation,
        color: ColorReading,
        layout: JPEGLayout?,
        limits: DecodingLimits
    ) throws(DecodingError) {
        storedSize = try limits.check(width: header.width, height: header.height)
        storedGrid = BlockGrid(width: Int(header.mcu_width), height: Int(header.mcu_height))
        hasInks = header.channels == 4
        self.orientation = orientation
        self.color = color
        self.layout = layout
    }
}
