import BoundedWork
import CImageCodecs
import SecureMemory

/// A JPEG that was opened: its header was read, its profile looked at.
///
/// Where ``JPEGHeader/editableUnits`` are there, it can be covered without decoding all of it: by ``coefficients()`` and
/// ``blurred(by:)``. Each method reads the pixels anew.
public struct JPEGFile: OpenableFile {
    /// What the file says of itself before its scans.
    public let header: JPEGHeader
    /// Whether the picture is still wanted.
    let cancellation: Cancellation
    private let bytes: SecureBytes
    private let maximumScans: Int

    /// The format of the file: ``ImageFormat/jpeg``.
    public var format: ImageFormat { .jpeg }

    /// Bytes of the file.
    var byteCount: Int { bytes.count }

    init(opening bytes: SecureBytes, limits: DecodingLimits, cancellation: Cancellation) throws(DecodingError) {
        header = try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            let decoder = try JPEGDecoder(bytes, maximumScans: limits.maximumScans, cancellation)
            return try JPEGHeader(JPEGMetadata(bytes, cancellation), decoder, limits)
        }
        self.bytes = bytes
        self.maximumScans = limits.maximumScans
        self.cancellation = cancellation
    }

    static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: [0xFF, 0xD8, 0xFF])
    }

    /// The size in the first frame header (ITU-T T.81, section B.2.2).
    static func declaredSize(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
        func integer(at offset: Int) -> Int {
            Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
        }
        var position = 2
        while position + 9 <= bytes.count {
            guard bytes[position] == 0xFF else { return nil }
            switch bytes[position + 1] {
            case 0xFF: position += 1
            case JPEGMarkers.huffmanTables, JPEGMarkers.extensions, JPEGMarkers.arithmeticConditioning:
                position += 2 + integer(at: position + 2)
            case JPEGMarkers.frames:
                return PixelSize(width: integer(at: position + 7), height: integer(at: position + 5))
            default: position += 2 + integer(at: position + 2)
            }
        }
        return nil
    }

    /// What the file says of its picture, after the order of its segments and scans was checked to the end of the file. No
    /// pixel is decoded.
    ///
    /// - Returns: The header; never nil, as a damaged file is refused.
    /// - Throws: ``DecodingError``.
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
    ///
    /// - Throws: ``DecodingError``.
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

    /// Calls `body` with a decoder that has read the header and is at the first scan. If the decoder outlives the call, it must
    /// not read any further.
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
