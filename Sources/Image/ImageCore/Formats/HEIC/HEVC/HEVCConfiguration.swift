/// The box `hvcC`: the parameter sets of a picture (ISO/IEC 14496-15, section 8.3.3).
struct HEVCConfiguration {
    /// Bytes of the length in front of each unit of a picture.
    let lengthSize: Int
    /// The units that hold parameter sets, as they stand there.
    private(set) var units: [UnsafeRawBufferPointer] = []
    /// The size of pictures, the same in all sets.
    let parameters: SequenceParameters

    /// Sets of a kind, of which one is enough.
    private static let maximumSetCount = 4
    /// Video, sequence and picture parameter sets (ITU-T H.265, table 7-1).
    static let setTypes: Set<Int> = [32, 33, 34]

    /// - Parameter box: The content of the box, valid as long as this value.
    /// - Throws: ``DecodingError``.
    init(_ box: UnsafeRawBufferPointer) throws(DecodingError) {
        var reader = BigEndianReader(box)
        try reader.skip(21)
        lengthSize = try reader.integer(1) & 3 + 1
        var parameters: SequenceParameters?
        var counts: [Int: Int] = [:]
        for _ in 0..<(try reader.integer(1)) {
            try reader.skip(1)
            for _ in 0..<(try reader.integer(2)) {
                let unit = try reader.take(reader.integer(2))
                guard let type = Self.type(of: unit), Self.setTypes.contains(type) else { continue }
                counts[type, default: 0] += 1
                let isFew = counts[type, default: 0] <= Self.maximumSetCount
                guard isFew else { throw .corrupt("it has too many parameter sets") }
                units.append(unit)
                guard type == 33 else { continue }
                let found = try SequenceParameters(unit)
                guard parameters == nil || parameters == found else { throw .corrupt("its parameter sets differ") }
                parameters = found
            }
        }
        guard let parameters else { throw .corrupt("it has no parameter set") }
        self.parameters = parameters
    }

    /// Whether the parameter sets are the same, byte by byte.
    func isSame(as other: HEVCConfiguration) -> Bool {
        lengthSize == other.lengthSize && units.count == other.units.count
            && zip(units, other.units).allSatisfy { $0.elementsEqual($1) }
    }

    /// The type of a unit (ITU-T H.265, section 7.3.1.2); nil if it has no header.
    static func type(of unit: UnsafeRawBufferPointer) -> Int? {
        unit.count >= 2 ? Int(unit[0] >> 1 & 0x3F) : nil
    }
}
