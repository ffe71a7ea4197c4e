import BinaryCoding
public import SecureMemory

extension ZipIndex.Ends {
    /// The ends in one message.
    public func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter(capacity: head.count + tail.count + 32)
        writer.write(byteCount)
        writer.write(head)
        writer.write(tail)
        return try writer.finish()
    }

    init(decoding message: SecureBytes) throws(ContentFailure) {
        self = try PartMessage.read(message) { reader in
            try reader.checked { reader in
                let ends = Self(byteCount: try reader.int(), head: try reader.bytes(), tail: try reader.bytes())
                return ends.byteCount >= ends.tail.count ? ends : nil
            }
        }
    }
}

extension ZipIndex.Reading {
    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        switch self {
        case .needsTail(let byteCount):
            writer.write(false)
            writer.write(byteCount)
        case .read(let index):
            writer.write(true)
            writer.write(array: index.entries) { $1.write(to: &$0) }
        }
        return try writer.finish()
    }

    /// Reads a message on a file of `byteCount` bytes.
    public init(decoding message: SecureBytes, byteCount: Int) throws(ContentFailure) {
        self = try PartMessage.read(message) { reader in
            guard try reader.bool() else { return .needsTail(byteCount: try reader.count(atMost: byteCount)) }
            return .read(
                ZipIndex(
                    try reader.array(maximumCount: PartMessage.mostEntries) { reader in
                        try ZipIndex.Entry(from: &reader, byteCountOfFile: byteCount)
                    }
                )
            )
        }
    }
}

extension ZipIndex.Entry {
    fileprivate func write(to writer: inout BinaryWriter) {
        writer.write(name)
        writer.write(byteCount)
        for number in [place.lowerBound, place.upperBound] { writer.write(number) }
        writer.write(header)
        for number in [offsetField.lowerBound, offsetField.upperBound] { writer.write(number) }
    }

    fileprivate init(from reader: inout BinaryReader, byteCountOfFile: Int) throws {
        name = try reader.string(maximumByteCount: PartMessage.longestName)
        byteCount = try reader.count(atMost: Int(UInt32.max))
        place = try reader.range(within: byteCountOfFile)
        header = try reader.bytes()
        offsetField = try reader.range(within: header.count)
    }
}

extension BinaryReader {
    fileprivate mutating func count(atMost limit: Int) throws(BinaryError) -> Int {
        try checked { reader in
            let count = try reader.int()
            return 0...limit ~= count ? count : nil
        }
    }

    fileprivate mutating func range(within count: Int) throws(BinaryError) -> Range<Int> {
        try checked { reader in
            let (lower, upper) = (try reader.int(), try reader.int())
            return 0 <= lower && lower <= upper && upper <= count ? lower..<upper : nil
        }
    }
}
