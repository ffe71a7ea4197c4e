import BoundedWork
import SecureMemory

/// A HEIC that was opened: its items were read, its sizes checked. libde265 decodes its pictures in HEVC.
public struct HEICFile: OpenableFile {
    private let bytes: SecureBytes
    private let limits: DecodingLimits
    private let cancellation: Cancellation

    /// The format of the file: ``ImageFormat/heic``.
    public var format: ImageFormat { .heic }

    init(opening bytes: SecureBytes, limits: DecodingLimits, work: WorkContext) throws(DecodingError) {
        let cancellation = work.cancellation
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

    static func declaredSize(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
        guard let container = try? HEICContainer(bytes), let primary = container.meta.primary,
            let item = try? container.item(primary), let properties = try? HEICProperties(of: item, in: container.meta),
            let size = properties.size
        else { return nil }
        return PixelSize(width: size.width, height: size.height)
    }

    /// Nil: only decoding shows whether the pixels are whole, because there is no checksum.
    public func checkedHeader() throws(DecodingError) -> ImageHeader? { nil }

    /// The picture in full size.
    public func decoded() throws(DecodingError) -> DecodedImage {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            try HEICPicture(bytes, limits: limits).decoded(cancellation)
        }
    }
}

struct HEICDecoder {
    let container: HEICContainer
    let crop: PixelRect
    let cancellation: Cancellation

    /// Writes the colours of a picture to `pixels`, which have the size of the crop.
    func decode(_ layer: HEICLayer, into pixels: inout PixelBuffer) throws(DecodingError) -> ColorReading {
        var rules: Rules?
        for index in layer.tiles.indices {
            let decoder = try HEVCDecoder(layer.configuration.parameters)
            let picture = try decode(layer, index, by: decoder)
            let color = layer.properties.codePoints ?? picture.color
            let current: Rules
            if let rules { current = rules } else { current = try Rules(layer, color, pixels.format) }
            guard current.color == color else { throw .corrupt("tiles differ in their colours") }
            withExtendedLifetime(decoder) {
                current.pixels.write(picture, at: origin(of: index, layer), to: &pixels, cancellation)
            }
            rules = current
        }
        guard let rules else { throw .corrupt("it has no tiles") }
        return rules.reading
    }

    /// Writes the alpha of a picture to `pixels`, which have the size of the crop.
    func decodeAlpha(_ layer: HEICLayer, into pixels: inout PixelBuffer) throws(DecodingError) {
        let parameters = layer.configuration.parameters
        let grey = CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: true, format: "a HEIC")
        let alpha = try HEVCPixels(parameters, grey, nil)
        for index in layer.tiles.indices {
            let decoder = try HEVCDecoder(parameters)
            let picture = try decode(layer, index, by: decoder)
            withExtendedLifetime(decoder) {
                alpha.writeAlpha(picture, at: origin(of: index, layer), to: &pixels, cancellation)
            }
        }
    }

    private struct Rules {
        let color: CodePoints
        let pixels: HEVCPixels
        let reading: ColorReading

        init(_ layer: HEICLayer, _ color: CodePoints, _ format: PixelFormat) throws(DecodingError) {
            let parameters = layer.configuration.parameters
            let toneMap = try color.ofRGB.toneMap()
            self.color = color
            // Before the samples lose bits.
            pixels = try HEVCPixels(parameters, color, toneMap)
            // The code points describe light beyond white better than a profile.
            if let toneMap {
                reading = .unchanged(toneMap.space)
            } else if let profile = layer.properties.profile, profile.count <= ColorProfile.maximumSize {
                let copy = try mapError(SecureBytes(copying: profile), DecodingError.outOfMemory)
                let model: ColorReading.Model = parameters.chromaFormat == 0 ? .grey(format) : .rgb(format)
                reading = try mapError(ColorReading([.profile(copy)], of: model), DecodingError.outOfMemory)
            } else {
                let declaration = try color.ofRGB.declaration()
                reading = try mapError(ColorReading([declaration], of: .rgb(format)), DecodingError.outOfMemory)
            }
        }
    }

    private func origin(of index: Int, _ layer: HEICLayer) -> (x: Int, y: Int) {
        let origin = layer.origin(of: index)
        return (origin.x - crop.x, origin.y - crop.y)
    }

    private func decode(
        _ layer: HEICLayer,
        _ index: Int,
        by decoder: HEVCDecoder
    ) throws(DecodingError) -> HEVCPicture {
        guard !cancellation.isCancelled else { throw .cancelled }
        return try container.data(of: layer.tiles[index]).withBytes { (bytes) throws(DecodingError) in
            try decoder.decode(bytes, layer.configuration, cancellation)
        }
    }
}
