import BoundedWork
import CImageCodecs

/// What a JPEG says of itself before its scans.
public struct JPEGHeader {
    /// How the picture was stored.
    let orientation: Orientation
    /// Width and height as stored, in pixels.
    let storedSize: PixelSize
    /// The minimum coded units as stored, for a picture that is decoded.
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

    /// The minimum coded units, where they can be replaced whole and the picture can be covered without decoding all of it: by
    /// ``JPEGFile/coefficients()`` and ``JPEGFile/blurred(by:)``.
    ///
    /// Such a picture is YCbCr in a ``ColorSpace``, stored as seen, and every pixel has one sample of each component. Grey is
    /// not among them: what covers it may have colour.
    public var editableUnits: BlockGrid? { editableLayout?.units }

    /// The components, where there are ``editableUnits``.
    var editableLayout: JPEGLayout? {
        guard case .unchanged = color, orientation == .up else { return nil }
        return layout
    }

    /// What a decoder reads, and what libjpeg does not tell.
    ///
    /// - Parameters:
    ///   - metadata: Of the same file.
    ///   - decoder: One that has read nothing yet.
    ///   - limits: What the size is checked against.
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
