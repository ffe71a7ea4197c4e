/// The header of an entry of a tar archive: a block of POSIX.1-1988 (ustar), or of GNU tar.
struct TarHeader {
    /// The letter for the kind of the entry.
    let type: UInt8
    /// The name as far as the block has it.
    let name: [UInt8]
    /// The number of bytes of the contents; nil if it is malformed.
    let byteCount: Int?

    private static let checksum = 148..<156

    /// Reads a block; nil if it is none of tar, or its checksum is wrong.
    init?(_ block: Slice<UnsafeRawBufferPointer>) {
        let bytes = UnsafeRawBufferPointer(rebasing: block)
        guard bytes[257..<262].elementsEqual("ustar".utf8) else { return nil }
        let sum = bytes.enumerated().reduce(0) { $0 + (Self.checksum.contains($1.offset) ? 0x20 : Int($1.element)) }
        guard Self.number(bytes[Self.checksum]) == sum else { return nil }
        type = bytes[156]
        byteCount = Self.number(bytes[124..<136])
        let name = Self.text(bytes[0..<100])
        // GNU tar has times in the place of the prefix.
        let isPOSIX = bytes[262] == 0
        let prefix = isPOSIX ? Self.text(bytes[345..<500]) : []
        self.name = prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    }

    /// Whether it tells of the next entry: by pax, for all, or by GNU tar.
    var isExtension: Bool { "xgLK".utf8.contains(type) }

    var isDirectory: Bool { type == UInt8(ascii: "5") }

    /// Whether it is neither a file nor a directory.
    var isSpecial: Bool { !("057".utf8.contains(type) || type == 0) }

    /// The bytes in front of the first that is 0.
    static func text(_ field: Slice<UnsafeRawBufferPointer>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }

    /// A number in octal digits, or in the binary form of GNU tar; nil if it is malformed or too large.
    private static func number(_ field: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard field.first != 0x80 else {
            return field.dropFirst().reduce(0) { number, byte in
                number.flatMap { $0 > Int.max >> 8 ? nil : $0 << 8 | Int(byte) }
            }
        }
        let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
        return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 < 0 ? nil : $0 }
    }

    /// The block of an entry with a name of at most 100 bytes.
    static func block(_ name: some Sequence<UInt8>, byteCount: Int, type: Character) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: TarArchive.blockByteCount)
        func set(_ field: Int, _ bytes: some Sequence<UInt8>) {
            for (index, byte) in bytes.enumerated() { block[field + index] = byte }
        }
        func set(_ field: Int, octal number: Int, digits: Int) {
            let text = String(number, radix: 8)
            set(field, (String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
        }
        set(0, name)
        set(100, octal: type == "5" ? 0o755 : 0o644, digits: 7)
        for field in [108, 116] { set(field, octal: 0, digits: 7) }
        set(124, octal: byteCount, digits: 11)
        set(136, octal: 0, digits: 11)
        set(156, "\(type)".utf8)
        set(257, "ustar\0".utf8)
        set(263, "00".utf8)
        set(checksum.lowerBound, "        ".utf8)
        set(checksum.lowerBound, octal: block.reduce(0) { $0 + Int($1) }, digits: 6)
        block[checksum.lowerBound + 6] = 0
        return block
    }
}

/// What headers of pax or of GNU tar tell of the next entry.
struct TarExtension {
    private(set) var name: [UInt8]?
    private(set) var byteCount: Int?
    /// Whether the contents have holes that the archive does not.
    private(set) var isSparse = false

    /// Reads the contents of an extension; false if they are malformed.
    mutating func read(_ contents: Slice<UnsafeRawBufferPointer>, _ type: UInt8) -> Bool {
        switch type {
        case UInt8(ascii: "L"): name = TarHeader.text(contents)
        case UInt8(ascii: "x"): return readRecords(contents)
        default: break
        }
        return true
    }

    /// Reads records of pax, each `LENGTH KEYWORD=VALUE` and a line feed.
    private mutating func readRecords(_ contents: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = contents
        while let first = rest.first, first != 0 {
            guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
                let length = Int(String(decoding: rest[..<space], as: UTF8.self)),
                length > space + 1 - rest.startIndex, length <= rest.count
            else { return false }
            let record = rest[(space + 1)..<(rest.startIndex + length - 1)]
            guard rest[rest.startIndex + length - 1] == UInt8(ascii: "\n"),
                let equals = record.firstIndex(of: UInt8(ascii: "="))
            else { return false }
            let value = record[(equals + 1)...]
            switch String(decoding: record[..<equals], as: UTF8.self) {
            case "path": name = Array(value)
            case "size":
                guard let size = Int(String(decoding: value, as: UTF8.self)), size >= 0 else { return false }
                byteCount = size
            case let keyword where keyword.hasPrefix("GNU.sparse"): isSparse = true
            default: break
            }
            rest = rest.dropFirst(length)
        }
        return true
    }
}
