import BoundedWork
import SecureMemory

/// Decodes the tiles of a HEIC, one after the other.
struct HEICDecoder {
    /// What has the bytes of the tiles.
    let container: HEICContainer
    /// The part of the stored picture that is wanted.
    let crop: PixelRect
    /// Whether the picture is still wanted.
    let cancellation: Cancellation

    /// Writes the colours of a picture to `pixels`, which are as large as what is wanted.
    ///
    /// - Returns: What is to be done with them.
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

    /// Writes the alpha of a picture to `pixels`, which are as large as what is wanted.
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

    /// How the samples of all tiles become pixels.
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
            // What a profile says of light beyond white, the code points say better.
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

    /// Where a tile is, from the first pixel that is wanted.
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
