import SecureMemory

extension TarArchive {
    private static let longestName = 100
    /// Blocks at the end that are zeros.
    private static let blocksOfEnd = 2

    /// An archive of entries, those of directories with a slash at their ends: without times, owners and rights.
    static func packed(_ entries: [(name: String, contents: SecureBytes)]) throws(OutOfMemory) -> SecureBytes {
        let byteCount = entries.reduce(blocksOfEnd * blockByteCount) { $0 + $1.contents.count + 4 * blockByteCount }
        var builder = try SecureBytesBuilder(capacity: byteCount)
        for (name, contents) in entries {
            let name = Array(name.utf8)
            if name.count > longestName {
                let record = record(ofName: name)
                try builder.append(TarHeader.block("pax".utf8, byteCount: record.count, type: "x"), padded: true)
                try builder.append(record, padded: true)
            }
            let isDirectory = name.last == UInt8(ascii: "/")
            let header = TarHeader.block(
                name.prefix(longestName),
                byteCount: contents.count,
                type: isDirectory ? "5" : "0"
            )
            try builder.append(header, padded: true)
            try builder.append(contents)
            try builder.append(padding(contents.count), padded: false)
        }
        try builder.append([UInt8](repeating: 0, count: blocksOfEnd * blockByteCount), padded: false)
        return builder.finish()
    }

    /// The record of pax for a name, which begins with its own length.
    private static func record(ofName name: [UInt8]) -> [UInt8] {
        let rest = Array(" path=".utf8) + name + [UInt8(ascii: "\n")]
        var length = rest.count
        while "\(length)".utf8.count + rest.count != length { length = "\(length)".utf8.count + rest.count }
        return Array("\(length)".utf8) + rest
    }

    fileprivate static func padding(_ byteCount: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (blockByteCount - byteCount % blockByteCount) % blockByteCount)
    }
}

extension SecureBytesBuilder {
    fileprivate mutating func append(_ bytes: [UInt8], padded: Bool) throws(OutOfMemory) {
        try append(SecureBytes(copying: bytes))
        if padded { try append(TarArchive.padding(bytes.count), padded: false) }
    }
}
