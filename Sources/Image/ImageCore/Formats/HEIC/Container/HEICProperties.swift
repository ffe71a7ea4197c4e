/// What holds for an item, of what is known here.
struct HEICProperties {
    /// Width and height before it is turned or cropped.
    private(set) var size: (width: Int, height: Int)?
    /// The box `hvcC`.
    private(set) var configuration: UnsafeRawBufferPointer?
    /// An ICC profile.
    private(set) var profile: UnsafeRawBufferPointer?
    /// Code points of H.273.
    private(set) var codePoints: CodePoints?
    /// What an auxiliary picture is for.
    private(set) var auxiliaryType: String?
    /// What is done with the picture before it is seen.
    private(set) var geometry = HEICGeometry()

    /// Properties that say nothing of how a picture is decoded, whoever calls them essential.
    private static let passedOver: Set<BoxType> = [
        "pixi", "pasp", "clli", "mdcv", "cclv", "amve", "rloc", "udes", "altt",
    ]

    /// - Parameters:
    ///   - item: Whose properties are read.
    ///   - meta: Has the properties.
    /// - Throws: ``DecodingError/unsupported(_:)`` for one that is essential and not known.
    init(of item: HEICItem, in meta: HEICMeta) throws(DecodingError) {
        for association in item.properties where association.index > 0 {
            guard association.index <= meta.properties.count else {
                throw .corrupt("an item has a property that is not there")
            }
            let box = meta.properties[association.index - 1]
            if try !read(box), association.isEssential, !Self.passedOver.contains(box.type) {
                throw .unsupported("a HEIC with the property \(box.type)")
            }
        }
    }

    /// Whether the property is known.
    private mutating func read(_ box: ISOBox) throws(DecodingError) -> Bool {
        var reader = BigEndianReader(box.content)
        switch box.type {
        case "ispe":
            _ = try reader.versionAndFlags()
            size = (try reader.integer(4), try reader.integer(4))
        case "hvcC": configuration = box.content
        case "colr": return try readColor(&reader)
        case "auxC":
            _ = try reader.versionAndFlags()
            auxiliaryType = String(decoding: reader.rest.prefix { $0 != 0 }, as: UTF8.self)
        case "irot": try geometry.turn(quarters: reader.integer(1) & 3)
        case "imir": try geometry.mirror(swapsColumns: reader.integer(1) & 1 == 1)
        case "clap": try geometry.crop(HEICAperture(&reader), of: size)
        default: return false
        }
        return true
    }

    /// A profile or code points (ISO/IEC 14496-12, section 12.1.5). Of each the first counts.
    private mutating func readColor(_ reader: inout BigEndianReader) throws(DecodingError) -> Bool {
        switch try reader.type() {
        case "prof", "rICC": if profile == nil { profile = reader.rest }
        case "nclx":
            let color = CodePoints(
                primaries: try reader.integer(2),
                transfer: try reader.integer(2),
                matrix: try reader.integer(2),
                isFullRange: try reader.integer(1) & 0x80 != 0,
                format: "a HEIC"
            )
            if codePoints == nil { codePoints = color }
        default: return false
        }
        return true
    }
}
