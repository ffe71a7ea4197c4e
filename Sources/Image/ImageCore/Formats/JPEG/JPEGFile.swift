import BoundedWork
import CImageCodecs
import SecureMemory

/// A JPEG that was opened: its header was read, its profile looked at.
///
/// Where there are ``JPEGHeader/editableUnits``, ``edited(whole:_:)`` and ``blurred(by:quality:_:)`` cover it without decoding all
/// of it. Each method reads the pixels anew.
public struct JPEGFile: OpenableFile {
    /// Facts of the file before its scans.
    public let header: JPEGHeader
    let work: WorkContext
    private let bytes: SecureBytes
    private let maximumScans: Int

    /// The format of the file: ``ImageFormat/jpeg``.
    public var format: ImageFormat { .jpeg }

    var cancellation: Cancellation { work.cancellation }

    var byteCount: Int { bytes.count }

    init(opening bytes: SecureBytes, limits: DecodingLimits, work: WorkContext) throws(DecodingError) {
        let cancellation = work.cancellation
        header = try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            let decoder = try JPEGDecoder(bytes, maximumScans: limits.maximumScans, cancellation)
            return try JPEGHeader(JPEGMetadata(bytes, cancellation), decoder, limits)
        }
        self.bytes = bytes
        self.maximumScans = limits.maximumScans
        self.work = work
    }

    static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: [0xFF, 0xD8, 0xFF])
    }

    /// libjpeg keeps the coefficients of a picture in several scans, of 2 bytes each, as many of each colour as if it were not subsampled.
    static func declaration(_ bytes: UnsafeRawBufferPointer) -> PictureDeclaration? {
        guard let frame = JPEGDeclaration(bytes) else { return nil }
        // More components are not read.
        let ofCoefficients = frame.isInOneScan ? 0 : 2 * min(frame.componentCount, 4)
        let bytesOfPixel = max(PictureDeclaration.usualBytesOfPixel, PixelFormat.rgba.channels + ofCoefficients)
        return PictureDeclaration(width: frame.width, height: frame.height, decodingBytesOfPixel: bytesOfPixel)
    }

    /// The header of the picture, after the order of its segments and scans was checked to the end of the file; never nil. No pixel
    /// is decoded.
    public func checkedHeader() throws(DecodingError) -> ImageHeader? {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in try JPEGStructure(bytes, cancellation).check() }
        return ImageHeader(
            format: .jpeg,
            size: header.size,
            pixelFormat: .rgb,
            grid: header.orientation.applied(to: header.storedGrid, storedSize: header.storedSize),
            colorSpace: header.colorSpace
        )
    }

    /// The picture in full size.
    public func decoded() throws(DecodingError) -> DecodedImage {
        var pixels = try withDecoder { (decoder) throws(DecodingError) in try decoder.decode(header) }
        pixels.apply(header.color, cancellation)
        return try DecodedImage(
            stored: pixels,
            format: .jpeg,
            grid: header.storedGrid,
            orientation: header.orientation,
            colorSpace: header.colorSpace,
            cancellation: cancellation
        )
    }

    /// Calls `body` with a decoder at the first scan.
    func withDecoder<Result: ~Copyable>(
        _ body: (consuming JPEGDecoder) throws(DecodingError) -> Result
    ) throws(DecodingError) -> Result {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            let decoder = try JPEGDecoder(bytes, maximumScans: maximumScans, cancellation)
            _ = try decoder.readHeader()
            return try body(decoder)
        }
    }
}

/// Facts of a JPEG before its scans.
public struct JPEGHeader {
    let orientation: Orientation
    let storedSize: PixelSize
    let storedGrid: BlockGrid
    let hasInks: Bool
    let color: ColorReading
    let layout: JPEGLayout?

    /// Width and height as seen, in pixels.
    public var size: PixelSize { orientation.applied(to: storedSize) }

    /// The colour space of the decoded samples.
    public var colorSpace: ColorSpace { color.space }

    /// The minimum coded units, where they can be replaced whole, by ``JPEGFile/edited(whole:_:)`` and
    /// ``JPEGFile/blurred(by:quality:_:)``.
    ///
    /// Such a picture is YCbCr in a ``ColorSpace``, stored as seen, with one sample of each component for every pixel; not grey,
    /// whose cover may have colour.
    public var editableUnits: BlockGrid? { editableLayout?.units }

    var editableLayout: JPEGLayout? {
        guard case .unchanged = color, orientation == .up else { return nil }
        return layout
    }

    init(
        _ metadata: JPEGMetadata,
        _ decoder: borrowing JPEGDecoder,
        _ limits: DecodingLimits
    ) throws(DecodingError) {
        let header = try decoder.readHeader()
        hasInks = header.channels == 4
        let model: ColorReading.Model = header.grey ? .grey(.rgb) : hasInks ? .cmyk : .rgb(.rgb)
        color = try mapError(metadata.colorReading(of: model), DecodingError.outOfMemory)
        storedSize = try limits.check(width: header.width, height: header.height)
        storedGrid = BlockGrid(width: Int(header.mcu_width), height: Int(header.mcu_height))
        orientation = metadata.orientation
        layout = JPEGLayout(decoder.reader)
    }
}
