/// The box `meta` of a HEIC: its items, their properties and their references (ISO/IEC 14496-12, section 8.11).
struct HEICMeta {
    private(set) var primary: Int?
    private(set) var items: [Int: HEICItem] = [:]
    private(set) var references: [HEICReference] = []
    /// The properties, of which the first is number 1.
    private(set) var properties: [ISOBox] = []
    /// The box `idat`, where some items have their bytes.
    private(set) var data: UnsafeRawBufferPointer?

    /// Bound on items: tiles of 256 pixels an edge make less of 50 megapixels.
    static let maximumItemCount = 4096
    /// Bound on places of an item, and properties of one.
    private static let maximumPartCount = 64

    private static let boxes: Set<BoxType> = ["hdlr", "pitm", "iinf", "iloc", "iref", "iprp", "idat"]

    /// Reads the box `meta`, valid as long as this value.
    init(_ box: ISOBox) throws(DecodingError) {
        var reader = BigEndianReader(box.content)
        _ = try reader.versionAndFlags()
        var boxes = ISOBoxReader(reader.rest)
        var seen: Set<BoxType> = []
        var later: [ISOBox] = []
        while let box = try boxes.next() {
            guard Self.boxes.contains(box.type) else { continue }
            guard seen.insert(box.type).inserted else { throw .corrupt("there are two boxes \(box.type)") }
            switch box.type {
            case "hdlr": try Self.checkHandler(box)
            case "pitm": try readPrimary(box)
            case "iinf": try readItems(box)
            case "idat": data = box.content
            default: later.append(box)
            }
        }
        // They hold for items, which may be named behind them.
        for box in later {
            switch box.type {
            case "iloc": try readLocations(box)
            case "iref": try readReferences(box)
            default: try readProperties(box)
            }
        }
    }

    private static func checkHandler(_ box: ISOBox) throws(DecodingError) {
        var reader = BigEndianReader(box.content)
        _ = try reader.versionAndFlags()
        try reader.skip(4)
        guard try reader.type() == "pict" else { throw .corrupt("its items are not pictures") }
    }

    private mutating func readPrimary(_ box: ISOBox) throws(DecodingError) {
        var reader = BigEndianReader(box.content)
        let version = try reader.versionAndFlags().version
        primary = try reader.integer(version == 0 ? 2 : 4)
    }

    /// The box `iinf` of boxes `infe` (ISO/IEC 14496-12, section 8.11.6).
    private mutating func readItems(_ box: ISOBox) throws(DecodingError) {
        var reader = BigEndianReader(box.content)
        let version = try reader.versionAndFlags().version
        _ = try reader.integer(version == 0 ? 2 : 4)
        var boxes = ISOBoxReader(reader.rest)
        while let box = try boxes.next() {
            guard box.type == "infe" else { continue }
            var entry = BigEndianReader(box.content)
            let (version, flags) = try entry.versionAndFlags()
            // Earlier versions know no types of items.
            guard version >= 2 else { continue }
            let number = try entry.integer(version == 2 ? 2 : 4)
            guard try entry.integer(2) == 0 else { throw .unsupported("a HEIC with protected items") }
            let item = HEICItem(type: try entry.type(), isHidden: flags & 1 != 0)
            guard items.updateValue(item, forKey: number) == nil else { throw .corrupt("two items have one number") }
            guard items.count <= Self.maximumItemCount else { throw .corrupt("there are too many items") }
        }
    }

    /// The box `iloc` (ISO/IEC 14496-12, section 8.11.3).
    private mutating func readLocations(_ box: ISOBox) throws(DecodingError) {
        var reader = BigEndianReader(box.content)
        let version = try reader.versionAndFlags().version
        guard version <= 2 else { throw .unsupported("a HEIC with iloc of version \(version)") }
        let sizes = try reader.integer(2)
        let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
        let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else {
            throw .corrupt("iloc has numbers of an impossible size")
        }
        for _ in 0..<(try reader.integer(version == 2 ? 4 : 2)) {
            let number = try reader.integer(version == 2 ? 4 : 2)
            var location = HEICItem.Location()
            if version > 0 { location.constructionMethod = try reader.integer(2) & 15 }
            location.dataReference = try reader.integer(2)
            let base = try reader.integer(baseSize)
            let count = try reader.integer(2)
            guard count <= Self.maximumPartCount else { throw .corrupt("an item is in too many places") }
            for _ in 0..<count {
                try reader.skip(indexSize)
                let offset = try reader.integer(offsetSize)
                location.extents.append((offset: base + offset, length: try reader.integer(lengthSize)))
            }
            items[number]?.location = location
        }
    }

    /// The box `iref` (ISO/IEC 14496-12, section 8.11.12).
    private mutating func readReferences(_ box: ISOBox) throws(DecodingError) {
        var reader = BigEndianReader(box.content)
        let size = try reader.versionAndFlags().version == 0 ? 2 : 4
        var boxes = ISOBoxReader(reader.rest)
        while let box = try boxes.next() {
            var reader = BigEndianReader(box.content)
            let source = try reader.integer(size)
            let count = try reader.integer(2)
            guard count <= Self.maximumItemCount else { throw .corrupt("there are too many items") }
            var targets: [Int] = []
            for _ in 0..<count { targets.append(try reader.integer(size)) }
            references.append(HEICReference(type: box.type, source: source, targets: targets))
        }
    }

    /// The box `iprp`: the properties, and the items of each (ISO/IEC 23008-12, section 9.3).
    private mutating func readProperties(_ box: ISOBox) throws(DecodingError) {
        var boxes = box.boxes
        while let box = try boxes.next() {
            switch box.type {
            case "ipco":
                guard properties.isEmpty else { throw .corrupt("there are two boxes ipco") }
                var reader = box.boxes
                while let property = try reader.next() { properties.append(property) }
            case "ipma": try readAssociations(box)
            default: break
            }
        }
    }

    private mutating func readAssociations(_ box: ISOBox) throws(DecodingError) {
        var reader = BigEndianReader(box.content)
        let (version, flags) = try reader.versionAndFlags()
        let isWide = flags & 1 != 0
        for _ in 0..<(try reader.integer(4)) {
            let number = try reader.integer(version < 1 ? 2 : 4)
            var associations: [HEICItem.Association] = []
            for _ in 0..<(try reader.integer(1)) {
                let word = try reader.integer(isWide ? 2 : 1)
                let essential = isWide ? 0x8000 : 0x80
                associations.append(.init(index: word & (essential - 1), isEssential: word & essential != 0))
            }
            guard let item = items[number] else { continue }
            guard item.properties.isEmpty, associations.count <= Self.maximumPartCount else {
                throw .corrupt("an item has its properties twice, or too many")
            }
            items[number]?.properties = associations
        }
    }
}
