/// A stored picture of a HEIC: one that is coded whole, or a grid of such ones (ISO/IEC 23008-12, section 6.6.2.3).
struct HEICLayer {
    let size: PixelSize
    let properties: HEICProperties
    let tiles: [Int]
    let columns: Int
    let configuration: HEVCConfiguration

    init(_ number: Int, of file: HEICContainer, _ limits: DecodingLimits) throws(DecodingError) {
        let item = try file.item(number)
        properties = try HEICProperties(of: item, in: file.meta)
        size = try Self.size(properties, limits)
        switch item.type {
        case "hvc1":
            (tiles, columns) = ([number], 1)
            configuration = try Self.configuration(properties, size)
        case "grid":
            let grid = try Self.grid(number, of: file)
            let isStated = grid.width == size.width && grid.height == size.height
            guard isStated else { throw .corrupt("a grid differs from its stated size") }
            (tiles, columns) = (try file.targets(of: "dimg", from: number), grid.columns)
            guard tiles.count == grid.columns * grid.rows else {
                throw .corrupt("a grid differs from its stated number of tiles")
            }
            configuration = try Self.configuration(of: tiles, file, limits)
            let (width, height) = (configuration.parameters.width, configuration.parameters.height)
            // A grid has neither a gap nor a tile that nobody sees.
            let (first, last) = (width * (grid.columns - 1), height * (grid.rows - 1))
            let isCovered =
                (first + 1...first + width).contains(size.width) && (last + 1...last + height).contains(size.height)
            guard isCovered else { throw .corrupt("the tiles of a grid do not fit it") }
        case "av01": throw .unsupported("an AVIF")
        default: throw .unsupported("a HEIC of the item type \(item.type)")
        }
        try file.checkBytes(of: tiles)
    }

    func origin(of index: Int) -> (x: Int, y: Int) {
        (index % columns * configuration.parameters.width, index / columns * configuration.parameters.height)
    }

    /// Tiles that are decoded at the same time at most, so that their decoders hold no more than one of a picture that is coded
    /// whole.
    var tilesAtOnce: Int {
        // The last tiles may reach far beyond the picture.
        let areaOfTile = max(1, configuration.parameters.codedWidth * configuration.parameters.codedHeight)
        return max(1, min(tiles.count / 2, size.area / areaOfTile))
    }

    /// The blocks of the whole: those of a tile, unless one ends within a block.
    var grid: BlockGrid {
        let parameters = configuration.parameters
        func block(_ edge: Int, _ isOne: Bool) -> Int {
            isOne || edge % parameters.blockEdge == 0 ? parameters.blockEdge : edge
        }
        return BlockGrid(
            width: block(parameters.width, columns == 1),
            height: block(parameters.height, tiles.count == columns),
            margin: Self.margin,
            isPredicted: true
        )
    }

    /// Pixels beyond a block that it shows in: deblocking changes 3 samples of luma and 1 of chroma, and the sample adaptive offset
    /// looks at 1 beside them (ITU-T H.265, section 8.7). Chroma has 2 pixels for each sample.
    ///
    /// Beyond that a pixel shows in the encoder's choices alone: x265 at a quality of 80 gave other samples to 0.6 % of these
    /// pixels, by 1.5 levels on average and 9 at most.
    private static let margin = 4

    private static func size(_ properties: HEICProperties, _ limits: DecodingLimits) throws(DecodingError) -> PixelSize
    {
        guard let stated = properties.size else { throw .corrupt("an item has no size") }
        return try limits.check(width: UInt32(clamping: stated.width), height: UInt32(clamping: stated.height))
    }

    private static func grid(
        _ number: Int,
        of file: HEICContainer
    ) throws(DecodingError) -> (columns: Int, rows: Int, width: Int, height: Int) {
        try file.data(of: number).withBytes { (bytes) throws(DecodingError) in
            var reader = BigEndianReader(bytes)
            try reader.skip(1)
            let size = try reader.integer(1) & 1 == 1 ? 4 : 2
            let (rows, columns) = (try reader.integer(1) + 1, try reader.integer(1) + 1)
            return (columns, rows, try reader.integer(size), try reader.integer(size))
        }
    }

    private static func configuration(
        _ properties: HEICProperties,
        _ size: PixelSize
    ) throws(DecodingError) -> HEVCConfiguration {
        guard let box = properties.configuration else { throw .corrupt("a picture has no parameter sets") }
        let configuration = try HEVCConfiguration(box)
        let parameters = configuration.parameters
        // Beyond the picture there is less than one block.
        let isStated = parameters.width == size.width && parameters.height == size.height
        let isTight = parameters.codedWidth - size.width < 64 && parameters.codedHeight - size.height < 64
        guard isStated, isTight else { throw .corrupt("a picture differs from its stated size") }
        return configuration
    }

    /// The parameter sets of tiles, the same but for their bytes.
    private static func configuration(
        of tiles: [Int],
        _ file: HEICContainer,
        _ limits: DecodingLimits
    ) throws(DecodingError) -> HEVCConfiguration {
        var found: HEVCConfiguration?
        var box: UnsafeRawPointer?
        for tile in tiles {
            let item = try file.item(tile)
            guard item.type == "hvc1" else { throw .unsupported("a HEIC with tiles of the item type \(item.type)") }
            let properties = try HEICProperties(of: item, in: file.meta)
            guard properties.geometry == HEICGeometry() else {
                throw .unsupported("a HEIC with tiles that are turned")
            }
            // Nearly all share one.
            if let box, properties.configuration?.baseAddress == box { continue }
            let configuration = try configuration(properties, size(properties, limits))
            if let found {
                guard found.isSame(as: configuration) else { throw .unsupported("a HEIC with tiles of several kinds") }
            }
            found = found ?? configuration
            box = properties.configuration?.baseAddress
        }
        guard let found else { throw .corrupt("a grid has no tiles") }
        return found
    }
}
