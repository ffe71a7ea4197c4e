import BoundedWork
import CImageCodecs
public import SecureMemory

/// A JPEG as its quantised coefficients, parts of which can be covered while the others stay as they are.
///
/// ```swift
/// if var picture = try file.coefficients() {
///     try picture.cover(area, with: GaussianBlur(sigma: 20))
///     let covered = try picture.encoded()
/// }
/// ```
/// Coefficients take as much memory as the samples of the picture in 16 bits each. Of what the file holds besides them,
/// nothing is kept but the quantisation tables in use. Samples beyond the right and bottom edges, which no viewer
/// shows, are replaced by repetitions of the last visible ones; the blocks that hold them are quantised anew.
public struct JPEGCoefficients: ~Copyable {
    /// Width and height in pixels.
    public let size: PixelSize
    /// What the samples stand for, once they are decoded.
    public let colorSpace: ColorSpace
    /// How the samples are spread.
    let layout: JPEGLayout
    /// Converts between the samples and the coefficients of each component.
    let quantizers: [JPEGQuantizer]
    /// The size of the file that was read, in bytes.
    private let fileByteCount: Int
    private let decoder: JPEGDecoder

    /// Whether the picture is still wanted. Where it is not, it may be covered in part, and is not written.
    var cancellation: Cancellation { decoder.cancellation }

    /// Nil for a file that ``JPEGFile/coefficients()`` does not take.
    fileprivate init?(_ file: JPEGFile) throws(DecodingError) {
        guard let layout = file.header.editableLayout else { return nil }
        let decoder = try file.withDecoder { (decoder) throws(DecodingError) in
            // The decoder looks at the file no more once this has returned.
            guard jpeg_reader_read_coefficients(decoder.reader) else { throw decoder.failure }
            return decoder
        }
        let quantizers = JPEGLayout.stored(decoder.reader).compactMap(JPEGQuantizer.init)
        guard quantizers.count == layout.components.count else { return nil }
        self.size = file.header.size
        self.colorSpace = file.header.colorSpace
        self.layout = layout
        self.quantizers = quantizers
        self.fileByteCount = file.byteCount
        self.decoder = decoder
        replaceHiddenSamples()
    }

    /// The blocks of a row, 64 coefficients each.
    ///
    /// - Parameters:
    ///   - row: 0 to the component's ``JPEGLayout/Component/rows``, less 1.
    ///   - component: Index of the component.
    func blocks(inRow row: Int, of component: Int) -> UnsafeMutablePointer<Int16> {
        guard let blocks = jpeg_reader_block_row(decoder.reader, Int32(component), UInt32(row)) else {
            preconditionFailure("there is no such row of blocks")
        }
        return blocks
    }

    /// The picture as a new baseline JPEG of the same quality and subsampling that holds coefficients, a profile of our
    /// own where the space is not sRGB, and nothing else.
    ///
    /// Nil if a coefficient is beyond what a baseline file can hold. Those of blocks that were covered are within it,
    /// whatever they were before, so that nothing that is hidden decides what becomes of a file.
    ///
    /// - Throws: ``EncodingError``.
    public consuming func encoded() throws(EncodingError) -> SecureBytes? {
        var output = codec_output()
        var isBeyondBaseline = false
        // Without tables of its own and in one scan, a file can be larger than it was, but hardly twice as large.
        let estimate = fileByteCount + fileByteCount / 4
        let written = colorSpace.profile.withUnsafeBufferPointer { profile in
            let start = profile.isEmpty ? nil : profile.baseAddress
            return jpeg_reader_write(decoder.reader, start, profile.count, estimate, &output, &isBeyondBaseline)
        }
        guard !isBeyondBaseline else { return nil }
        return try SecureBytes(output, written: written, cancellation)
    }
}

extension JPEGFile {
    /// All coefficients, which take as much memory as the samples of the picture in 16 bits each.
    ///
    /// Nil unless there are ``JPEGHeader/editableUnits``. Other files are for ``decoded()``.
    ///
    /// - Throws: ``DecodingError``.
    public func coefficients() throws(DecodingError) -> JPEGCoefficients? {
        try JPEGCoefficients(self)
    }
}
