import BoundedWork
import SecureMemory

/// A file whose format is known, opened by ``ImageFormat/open(_:limits:cancellation:)``.
///
/// What its header says was read when it was opened, where the format allows that without a look at the pixels.
public protocol ImageFile {
    /// The format of the file.
    var format: ImageFormat { get }

    /// What the file says of its picture, after the structure of all of the file and its checksums were checked. Pixels are
    /// decoded where that is quick: of a small PNG.
    ///
    /// - Returns: Nil for a file that is of a kind, or damaged in a way, that only decoding can tell.
    /// - Throws: ``DecodingError``.
    func checkedHeader() throws(DecodingError) -> ImageHeader?

    /// The pixels, as ``DecodedImage`` describes them.
    ///
    /// - Throws: ``DecodingError``.
    func decoded() throws(DecodingError) -> DecodedImage
}

/// A file of a format that can be told from others and opened.
protocol OpenableFile: ImageFile {
    /// Whether a file is of the format by its first bytes, whatever its name or media type say.
    ///
    /// - Parameter bytes: The file, or at least its first 16 bytes.
    /// - Throws: ``DecodingError/unsupported(_:)`` for a kind of the format that is not read.
    static func recognizes(_ bytes: UnsafeRawBufferPointer) throws(DecodingError) -> Bool

    /// The size that a file of the format declares before its pixels, as it is stored; nil if it declares none.
    static func declaredSize(_ bytes: UnsafeRawBufferPointer) -> PixelSize?

    /// Opens a file of the format.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: Checked against the header, before memory is taken for pixels.
    ///   - cancellation: Whether the picture is still wanted, now and whatever is done with the file later.
    /// - Throws: ``DecodingError``.
    init(opening bytes: SecureBytes, limits: DecodingLimits, cancellation: Cancellation) throws(DecodingError)
}
