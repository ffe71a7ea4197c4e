import BoundedWork
import SecureMemory

/// The picture of a HEIC, found but not decoded.
///
/// Metadata, thumbnails, depth and gain maps are left behind. The properties define the orientation; EXIF data repeats it at best,
/// and is ignored (ISO/IEC 23008-12, section 6.5.10).
struct HEICPicture {
    private let container: HEICContainer
    private let color: HEICLayer
    private let alpha: HEICLayer?

    /// Names of auxiliary pictures that are alpha (ISO/IEC 23008-12, section 6.6.2.1.1, and its first edition).
    private static let alphaTypes = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
    ]

    init(_ container: HEICContainer, limits: DecodingLimits) throws(DecodingError) {
        self.container = container
        let primary = try container.primary()
        color = try HEICLayer(primary, of: container, limits)
        alpha = try Self.alpha(of: primary, container, limits)
        guard let alpha else { return }
        guard alpha.size == color.size, alpha.properties.geometry == color.properties.geometry else {
            throw .unsupported("a HEIC with alpha of another size")
        }
        guard try container.targets(of: "prem", from: primary).isEmpty else {
            throw .unsupported("a HEIC with premultiplied alpha")
        }
    }

    private static func alpha(
        of primary: Int,
        _ container: HEICContainer,
        _ limits: DecodingLimits
    ) throws(DecodingError) -> HEICLayer? {
        var found: HEICLayer?
        for reference in container.meta.references where reference.type == "auxl" && reference.targets.contains(primary)
        {
            guard let item = container.meta.items[reference.source] else { continue }
            // Other auxiliary pictures do not matter.
            guard let type = HEICAuxiliary(of: item, in: container.meta).type, alphaTypes.contains(type) else {
                continue
            }
            guard found == nil else { throw .corrupt("it has alpha twice") }
            found = try HEICLayer(reference.source, of: container, limits)
        }
        return found
    }

    /// Bytes of memory for each pixel while it is decoded: of the picture, of samples twice, as libde265 filters a copy of them, and one
    /// of what it knows of blocks. Up to 5 of the colours were seen to stay in memory while alpha is decoded.
    var decodingBytesOfPixel: Int {
        let samples = [color, alpha].compactMap { $0?.configuration.parameters.bytesOfTwoPixels }.max() ?? 0
        return PixelFormat.rgba.channels + samples + 1 + (alpha == nil ? 0 : 5)
    }

    func decoded(_ work: WorkContext) throws(DecodingError) -> DecodedImage {
        let cancellation = work.cancellation
        let geometry = color.properties.geometry
        let crop = geometry.crop ?? PixelRect(color.size)
        let format: PixelFormat = alpha == nil ? .rgb : .rgba
        var pixels = try mapError(PixelBuffer(uninitialized: crop.size, format: format), DecodingError.outOfMemory)
        let decoder = HEICDecoder(container: container, crop: crop, work: work)
        let reading = try decoder.decode(color, into: &pixels)
        if let alpha { try decoder.decodeAlpha(alpha, into: &pixels) }
        pixels.apply(reading, cancellation)
        pixels.clearInvisibleColor(cancellation)
        return try DecodedImage(
            stored: pixels,
            format: .heic,
            grid: color.grid.joined(with: alpha?.grid).shifted(x: -crop.x, y: -crop.y),
            orientation: geometry.orientation,
            colorSpace: reading.space,
            cancellation: cancellation
        )
    }
}

private struct HEICAuxiliary {
    private(set) var type: String?

    init(of item: HEICItem, in meta: HEICMeta) {
        let boxes = item.properties.filter { (1...max(meta.properties.count, 1)).contains($0.index) }
            .compactMap { meta.properties.indices.contains($0.index - 1) ? meta.properties[$0.index - 1] : nil }
        guard let box = boxes.first(where: { $0.type == "auxC" }) else { return }
        type = String(decoding: box.content.dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension BlockGrid {
    /// The larger blocks of two grids from the same place; both sizes are powers of two, or one grid is nil.
    fileprivate func joined(with other: BlockGrid?) -> BlockGrid {
        guard let other else { return self }
        return BlockGrid(
            width: max(width, other.width),
            height: max(height, other.height),
            margin: max(margin, other.margin),
            isPredicted: isPredicted || other.isPredicted
        )
    }

    fileprivate func shifted(x: Int, y: Int) -> BlockGrid {
        BlockGrid(
            width: width,
            height: height,
            offsetX: (x % width + width) % width,
            offsetY: (y % height + height) % height,
            margin: margin,
            isPredicted: isPredicted
        )
    }
}
