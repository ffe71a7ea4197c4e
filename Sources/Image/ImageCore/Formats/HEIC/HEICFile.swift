import BoundedWork
import SecureMemory

/// A HEIC that was opened: its items were read, its sizes checked.
///
/// The container is read here, and its pictures in HEVC by libde265.
public struct HEICFile: OpenableFile {
    private let bytes: SecureBytes
    private let limits: DecodingLimits
    private let cancellation: Cancellation

    /// The format of the file: ``ImageFormat/heic``.
    public var format: ImageFormat { .heic }

    init(opening bytes: SecureBytes, limits: DecodingLimits, cancellation: Cancellation) throws(DecodingError) {
        guard !cancellation.isCancelled else { throw .cancelled }
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            _ = try HEICPicture(bytes, limits: limits)
        }
        self.bytes = bytes
        self.limits = limits
        self.cancellation = cancellation
    }

    static func recognizes(_ bytes: UnsafeRawBufferPointer) throws(DecodingError) -> Bool {
        guard let brands = HEICBrands(bytes) else { return false }
        try brands.check()
        return true
    }

    /// The size that is stated of the item that is the picture.
    static func declaredSize(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
        guard let container = try? HEICContainer(bytes), let primary = container.meta.primary,
            let item = try? container.item(primary), let properties = try? HEICProperties(of: item, in: container.meta),
            let size = properties.size
        else { return nil }
        return PixelSize(width: size.width, height: size.height)
    }

    /// Nil: only decoding tells whether the pixels are whole, as there is no checksum.
    public func checkedHeader() throws(DecodingError) -> ImageHeader? { nil }

    /// The picture in full size.
    ///
    /// - Throws: ``DecodingError``.
    public func decoded() throws(DecodingError) -> DecodedImage {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            try HEICPicture(bytes, limits: limits).decoded(cancellation)
        }
    }
}
