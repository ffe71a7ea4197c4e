/// Meaning of the first bytes of frames, from the main header.
struct FrameCodes {
    /// What a first byte states; what it leaves open follows it.
    struct Entry {
        var flags: FrameFlags = .invalid
        var timeDelta: Int64 = 0
        var sizeMultiplier: UInt64 = 1
        var sizeRemainder: UInt64 = 0
    }

    private var entries = Array(repeating: Entry(), count: 256)

    subscript(code: UInt8) -> Entry { entries[Int(code)] }

    init(_ fields: inout HeaderFields) throws(RawVideoError) {
        var entry = Entry(flags: [])
        // The byte that start codes begin with is no code of a frame.
        var codes = (UInt8.min...UInt8.max).filter { $0 != NUT.startByte }[...]
        while !codes.isEmpty {
            let count = try Self.run(&fields, &entry)
            guard count >= 1, count <= codes.count else { throw .malformed(fields.part) }
            for code in codes.prefix(Int(count)) {
                entries[Int(code)] = entry
                entry.sizeRemainder += 1
            }
            codes = codes.dropFirst(Int(count))
        }
    }

    /// Reads what codes in a row have in common. Time and multiplier hold on for the next run. Raw video has
    /// no stream but the first, no reserved fields, and no beginnings that frames are written without.
    private static func run(_ fields: inout HeaderFields, _ entry: inout Entry) throws(RawVideoError) -> UInt64 {
        entry.flags = FrameFlags(rawValue: try fields.number())
        let fieldCount = try fields.integer(in: 0...8)
        if fieldCount > 0 { entry.timeDelta = try fields.signed() }
        if fieldCount > 1 { entry.sizeMultiplier = try fields.integer(in: 0...UInt64(Int32.max)) }
        if fieldCount > 2 { _ = try fields.integer(in: 0...0) }
        entry.sizeRemainder = fieldCount > 3 ? try fields.integer(in: 0...UInt64(Int32.max)) : 0
        if fieldCount > 4 { _ = try fields.integer(in: 0...0) }
        // A difference below 0 wraps around to a count that is too large.
        let count = fieldCount > 5 ? try fields.number() : entry.sizeMultiplier &- entry.sizeRemainder
        if fieldCount > 6 { _ = try fields.signed() }
        if fieldCount > 7 { _ = try fields.integer(in: 0...0) }
        return count
    }
}
