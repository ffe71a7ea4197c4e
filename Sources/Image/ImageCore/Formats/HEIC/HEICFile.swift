import BoundedWork
import SecureMemory

/// A HEIC that was opened: its items were read, its sizes checked. libde265 decodes its pictures in HEVC.
public struct HEICFile: OpenableFile {
    private let bytes: SecureBytes
    private let limits: DecodingLimits
    private let work: WorkContext

    /// The format of the file: ``ImageFormat/heic``.
    public var format: ImageFormat { .heic }

    init(opening bytes: SecureBytes, limits: DecodingLimits, work: WorkContext) throws(DecodingError) {
        guard !work.isCancelled else { throw .cancelled }
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            _ = try HEICPicture(HEICContainer(bytes), limits: limits)
        }
        self.bytes = bytes
        self.limits = limits
        self.work = work
    }

    static func recognizes(_ bytes: UnsafeRawBufferPointer) throws(DecodingError) -> Bool {
        guard let brands = HEICBrands(bytes) else { return false }
        try brands.check()
        return true
    }

    static func declaration(_ bytes: UnsafeRawBufferPointer) -> PictureDeclaration? {
        guard let container = try? HEICContainer(bytes), let primary = container.meta.primary,
            let item = try? container.item(primary), let properties = try? HEICProperties(of: item, in: container.meta),
            let size = properties.size
        else { return nil }
        let picture = try? HEICPicture(container, limits: DecodingLimits())
        let bytesOfPixel = picture?.decodingBytesOfPixel ?? PictureDeclaration.usualBytesOfPixel
        return PictureDeclaration(width: size.width, height: size.height, decodingBytesOfPixel: bytesOfPixel)
    }

    /// Nil: only decoding shows whether the pixels are whole, because there is no checksum.
    public func checkedHeader() throws(DecodingError) -> ImageHeader? { nil }

    /// The picture in full size.
    public func decoded() throws(DecodingError) -> DecodedImage {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            try HEICPicture(HEICContainer(bytes), limits: limits).decoded(work)
        }
    }
}

struct HEICDecoder {
    let container: HEICContainer
    let crop: PixelRect
    let work: WorkContext

    /// Writes the colours of a picture to `pixels`, which have the size of the crop.
    func decode(_ layer: HEICLayer, into pixels: inout PixelBuffer) throws(DecodingError) -> ColorReading {
        let target = pixels.sharedRows
        var first: Rules?
        try forEachTile(layer.tiles.indices.prefix(1), of: layer) { (picture, origin) throws(DecodingError) in
            let color = layer.properties.codePoints ?? picture.color
            let rules = try Rules(layer, color, target.format)
            try rules.pixels().write(picture, at: origin, to: target, work.cancellation)
            first = rules
        }
        guard let rules = first else { throw .corrupt("it has no tiles") }
        try forEachTile(layer.tiles.indices.dropFirst(), of: layer) { (picture, origin) throws(DecodingError) in
            let color = layer.properties.codePoints ?? picture.color
            guard rules.color == color else { throw .corrupt("tiles differ in their colours") }
            try rules.pixels().write(picture, at: origin, to: target, work.cancellation)
        }
        return rules.reading
    }

    /// Writes the alpha of a picture to `pixels`, which have the size of the crop.
    func decodeAlpha(_ layer: HEICLayer, into pixels: inout PixelBuffer) throws(DecodingError) {
        let target = pixels.sharedRows
        let grey = CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: true, format: "a HEIC")
        try forEachTile(layer.tiles.indices, of: layer) { (picture, origin) throws(DecodingError) in
            let alpha = try HEVCPixels(picture.parameters, grey, nil)
            alpha.writeAlpha(picture, at: origin, to: target, work.cancellation)
        }
    }

    /// Decodes tiles of a picture, several at the same time, and gives each to `write`, until which returns it is valid, with the
    /// place of its first pixel in the crop. No two tiles share a pixel.
    private func forEachTile(
        _ tiles: Range<Int>,
        of layer: HEICLayer,
        _ write: (HEVCPicture, (x: Int, y: Int)) throws(DecodingError) -> Void
    ) throws(DecodingError) {
        _ = try work.map(tiles.count, atMost: layer.tilesAtOnce) { (number) throws(DecodingError) in
            let index = tiles.lowerBound + number
            let decoder = try HEVCDecoder(layer.configuration.parameters)
            let picture = try decode(layer, index, by: decoder)
            try withExtendedLifetime(decoder) { () throws(DecodingError) in
                try write(picture, origin(of: index, layer))
            }
        }
    }

    private struct Rules {
        let color: CodePoints
        let reading: ColorReading
        private let parameters: SequenceParameters
        private let toneMap: ToneMap?

        init(_ layer: HEICLayer, _ color: CodePoints, _ format: PixelFormat) throws(DecodingError) {
            let parameters = layer.configuration.parameters
            let toneMap = try color.ofRGB.toneMap()
            self.color = color
            self.parameters = parameters
            self.toneMap = toneMap
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

        /// A conversion of the samples, which are toned before they lose bits.
        func pixels() throws(DecodingError) -> HEVCPixels { try HEVCPixels(parameters, color, toneMap) }
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
        guard !work.isCancelled else { throw .cancelled }
        return try container.data(of: layer.tiles[index]).withBytes { (bytes) throws(DecodingError) in
            try decoder.decode(bytes, layer.configuration, work.cancellation)
        }
    }
}
