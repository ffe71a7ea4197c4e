public import SecureMemory

extension Base64 {
    /// The bytes that `text` stands for. An empty text stands for none.
    ///
    /// - Throws: ``Base64Error``, which says where the text is wrong and what would put it right.
    public static func decode(_ text: SecureBytes) throws(Base64Error) -> SecureBytes {
        try text.withUnsafeBytes { (characters) throws(Base64Error) in
            guard characters.count.isMultiple(of: 4) else { throw fault(in: characters, from: 0) }
            // What the last group holds is known only when it is read; it may leave two bytes unused.
            let byteCount = characters.count / 4 * 3
            let allocation: WipedAllocation
            do { allocation = try WipedAllocation(byteCount: byteCount) } catch {
                throw .outOfMemory(byteCount: byteCount)
            }
            let bytes = UnsafeMutableRawBufferPointer(start: allocation.baseAddress, count: byteCount)
            let count = try decode(characters, into: bytes)
            return SecureBytes(allocation, count: count)
        }
    }

    /// - Parameters:
    ///   - characters: A multiple of four.
    ///   - bytes: Three for every four characters.
    /// - Returns: Bytes written.
    private static func decode(
        _ characters: UnsafeRawBufferPointer,
        into bytes: UnsafeMutableRawBufferPointer
    ) throws(Base64Error) -> Int {
        precondition(bytes.count >= characters.count / 4 * 3, "no room for the bytes")
        guard !characters.isEmpty else { return 0 }
        let whole = characters.count / 4 - 1
        let decoded = sextets.withUnsafeBufferPointer { sextets in
            decodeGroups(characters, into: bytes, count: whole, sextets: sextets)
        }
        guard decoded == whole else { throw fault(in: characters, from: 4 * decoded) }
        return 3 * whole + (try decodeLastGroup(characters, into: bytes, group: whole))
    }

    /// Decodes groups of four characters without padding, up to the first that is no such group.
    ///
    /// - Parameters:
    ///   - characters: At least `4 * count`.
    ///   - bytes: At least `3 * count`.
    ///   - count: Groups.
    ///   - sextets: 256 entries.
    /// - Returns: Groups decoded.
    private static func decodeGroups(
        _ characters: UnsafeRawBufferPointer,
        into bytes: UnsafeMutableRawBufferPointer,
        count: Int,
        sextets: UnsafeBufferPointer<UInt8>
    ) -> Int {
        for group in 0..<count {
            let four = UInt32(littleEndian: characters.loadUnaligned(fromByteOffset: 4 * group, as: UInt32.self))
            let first = sextets[Int(four & 0xFF)]
            let second = sextets[Int(four >> 8 & 0xFF)]
            let third = sextets[Int(four >> 16 & 0xFF)]
            let fourth = sextets[Int(four >> 24)]
            guard first | second | third | fourth < 64 else { return group }
            bytes[3 * group] = first << 2 | second >> 4
            bytes[3 * group + 1] = second << 4 | third >> 2
            bytes[3 * group + 2] = third << 6 | fourth
        }
        return count
    }

    /// Decodes the group that may be padded.
    ///
    /// - Returns: Bytes written: one to three.
    private static func decodeLastGroup(
        _ characters: UnsafeRawBufferPointer,
        into bytes: UnsafeMutableRawBufferPointer,
        group: Int
    ) throws(Base64Error) -> Int {
        let offset = 4 * group
        let padded = characters[offset + 3] != padding ? 0 : characters[offset + 2] != padding ? 1 : 2
        var bits: UInt32 = 0
        for index in 0..<4 {
            let sextet = index < 4 - padded ? sextets[Int(characters[offset + index])] : 0
            guard sextet < 64 else { throw fault(in: characters, from: offset) }
            bits = bits << 6 | UInt32(sextet)
        }
        guard bits & (1 << UInt32(8 * padded) - 1) == 0 else {
            throw .nonZeroTrailingBits(offset: offset + 3 - padded)
        }
        for index in 0..<3 - padded {
            bytes[3 * group + index] = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * index))
        }
        return 3 - padded
    }

    /// The first fault of a text that has one.
    ///
    /// - Parameters:
    ///   - characters: The text.
    ///   - start: Before this there is no fault.
    private static func fault(in characters: UnsafeRawBufferPointer, from start: Int) -> Base64Error {
        if characters.starts(with: "data:".utf8) { return .dataURL }
        for offset in start..<characters.count where sextets[Int(characters[offset])] == unused {
            switch characters[offset] {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return .lineBreak(offset: offset)
            case UInt8(ascii: "-"), UInt8(ascii: "_"):
                return .base64URL(Unicode.Scalar(characters[offset]), offset: offset)
            case padding:
                if isPadding(characters, from: offset) { continue }
                return .misplacedPadding(offset: offset)
            default:
                return .invalidByte(characters[offset], offset: offset)
            }
        }
        return .incomplete(byteCount: characters.count)
    }

    /// Whether nothing follows `offset` but as much padding as a text may have.
    private static func isPadding(_ characters: UnsafeRawBufferPointer, from offset: Int) -> Bool {
        characters.count - offset <= 2 && characters[offset...].allSatisfy { $0 == padding }
    }

    /// What stands in ``sextets`` for a byte that is not in the alphabet. Above 63, and stays so when others are or-ed.
    private static let unused: UInt8 = 0xFF

    /// For every byte the six bits that it stands for, or ``unused``.
    private static let sextets: [UInt8] = {
        var table = [UInt8](repeating: unused, count: 256)
        for (sextet, character) in alphabet.enumerated() {
            table[Int(character)] = UInt8(sextet)
        }
        return table
    }()
}
