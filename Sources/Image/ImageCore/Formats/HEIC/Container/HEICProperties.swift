struct HEICProperties {
    private(set) var size: (width: Int, height: Int)?
    private(set) var configuration: UnsafeRawBufferPointer?
    private(set) var profile: UnsafeRawBufferPointer?
    private(set) var codePoints: CodePoints?
    private(set) var auxiliaryType: String?
    private(set) var geometry = HEICGeometry()

    /// Properties without a bearing on decoding, even if a file calls them essential.
    private static let passedOver: Set<BoxType> = [
        "pixi", "pasp", "clli", "mdcv", "cclv", "amve", "rloc", "udes", "altt",
    ]

    init(of item: HEICItem, in meta: HEICMeta) throws(DecodingError) {
        for association in item.properties where association.index > 0 {
            guard association.index <= meta.properties.count else {
                throw .corrupt("an item names a missing property")
            }
            let box = meta.properties[association.index - 1]
            if try !read(box), association.isEssential, !Self.passedOver.contains(box.type) {
                throw .unsupported("a HEIC with the property \(box.type)")
            }
        }
    }

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

    /// A profile or code points (ISO/IEC 14496-12, section 12.1.5). The first of each counts.
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

/// A picture, a part of one, or something else that a HEIC names by number (ISO/IEC 23008-12, section 6).
struct HEICItem {
    let type: BoxType
    let isHidden: Bool
    var location = Location()
    /// Its properties in the order in which they apply.
    var properties: [Association] = []

    /// Place of the bytes of an item (ISO/IEC 14496-12, section 8.11.3).
    struct Location {
        /// 0 for the file, 1 for the box `idat`, 2 for another item.
        var constructionMethod = 0
        /// 0 for this very file.
        var dataReference = 0
        /// Places whose bytes follow one another in the item. Without a length they reach to the end.
        var extents: [(offset: Int, length: Int)] = []
    }

    /// Link of an item to a property (ISO/IEC 23008-12, section 9.3).
    struct Association {
        /// Its place among the properties, from 1 on; 0 for none.
        let index: Int
        /// Whether a reader that does not know it must not show the item.
        let isEssential: Bool
    }

    var isPicture: Bool {
        ["hvc1", "hev1", "grid", "iden", "iovl", "av01", "avc1", "jpeg", "unci", "vvc1", "j2k1"].contains(type)
    }
}

/// Link of an item to others (ISO/IEC 14496-12, section 8.11.12).
struct HEICReference {
    let type: BoxType
    let source: Int
    let targets: [Int]
}
