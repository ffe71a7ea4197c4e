public import BoundedWork
public import SecureMemory

extension Base64 {
    /// The bytes that `text` stands for. An empty text stands for none.
    ///
    /// - Parameters:
    ///   - text: The characters, in one line or in lines of MIME: all but the last equally long, a multiple of 4 and 76
    ///     characters at most, and ended by the same line break, CRLF or LF. The last may be ended by one.
    ///   - cancellation: Whether the bytes are still wanted.
    /// - Throws: ``Base64Error`` with the place of the fault and its remedy.
    public static func decode(
        _ text: SecureBytes,
        cancellation: Cancellation = Cancellation()
    ) throws(Base64Error) -> SecureBytes {
        try text.withUnsafeBytes { (characters) throws(Base64Error) in
            let lines = Base64Lines(of: characters)
            // The content of the last group is known only when it is read; it may leave two bytes unused.
            let byteCount = lines.characterCount / 4 * 3
            let allocation: WipedAllocation
            do { allocation = try WipedAllocation(byteCount: byteCount) } catch {
                throw .outOfMemory(byteCount: byteCount)
            }
            let bytes = UnsafeMutableRawBufferPointer(start: allocation.baseAddress, count: byteCount)
            let count = try decode(lines, into: bytes, cancellation)
            return SecureBytes(allocation, count: count)
        }
    }

    /// Writes the bytes that `text` stands for to memory that has room for three for every four characters, and returns their number.
    package static func decode(
        _ text: UnsafeRawBufferPointer,
        into bytes: UnsafeMutableRawBufferPointer
    ) throws(Base64Error) -> Int {
        try decode(Base64Lines(of: text), into: bytes, Cancellation())
    }

    /// Decodes all lines of a text into memory for three bytes of each four characters, and returns the bytes written.
    private static func decode(
        _ lines: Base64Lines,
        into bytes: UnsafeMutableRawBufferPointer,
        _ cancellation: Cancellation
    ) throws(Base64Error) -> Int {
        guard lines.characterCount.isMultiple(of: 4) else { throw fault(in: lines, from: 0, cancellation) }
        precondition(bytes.count >= lines.characterCount / 4 * 3, "no room for the bytes")
        let groups = lines.length / 4
        let last = lines.count - 1
        for line in (0..<last).whileWanted(cancellation) {
            let free = UnsafeMutableRawBufferPointer(rebasing: bytes[(3 * groups * line)...])
            let end = sextets.withUnsafeBufferPointer {
                decodeGroups(0..<groups, of: lines.line(line), into: free, sextets: $0)
            }
            guard end == groups, lines.isEnded(line) else {
                throw fault(in: lines, from: lines.start(of: line), cancellation)
            }
        }
        let start = 3 * groups * last
        let free = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        return start + (try decodeLastLine(of: lines, into: free, cancellation))
    }

    /// Decodes the line that may be padded, which may be all of the text, and returns the bytes written.
    private static func decodeLastLine(
        of lines: Base64Lines,
        into bytes: UnsafeMutableRawBufferPointer,
        _ cancellation: Cancellation
    ) throws(Base64Error) -> Int {
        let characters = lines.lastLine
        guard !characters.isEmpty else { return 0 }
        let whole = characters.count / 4 - 1
        for start in stride(from: 0, to: whole, by: groupsOfStep).whileWanted(cancellation) {
            let groups = start..<min(start + groupsOfStep, whole)
            let end = sextets.withUnsafeBufferPointer { decodeGroups(groups, of: characters, into: bytes, sextets: $0) }
            guard end == groups.upperBound else {
                throw fault(in: lines, from: lines.start(of: lines.count - 1) + 4 * end, cancellation)
            }
        }
        guard !cancellation.isCancelled else { throw .cancelled }
        return 3 * whole + (try decodeLastGroup(of: lines, into: bytes, group: whole, cancellation))
    }

    /// Decodes groups of four characters without padding, up to the first that is no such group.
    ///
    /// - Parameters:
    ///   - groups: Their places, each of four characters and three bytes.
    ///   - characters: As many as the groups reach to.
    ///   - bytes: As many as the groups reach to.
    ///   - sextets: 256 entries.
    /// - Returns: The group that is none, or the end of all.
    // Called in two places, it would be left out of line, where it takes one and a half times as long.
    @inline(__always)
    private static func decodeGroups(
        _ groups: Range<Int>,
        of characters: UnsafeRawBufferPointer,
        into bytes: UnsafeMutableRawBufferPointer,
        sextets: UnsafeBufferPointer<UInt8>
    ) -> Int {
        for group in groups {
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
        return groups.upperBound
    }

    /// Decodes the group of the last line that may be padded, and returns the bytes written: one to three.
    private static func decodeLastGroup(
        of lines: Base64Lines,
        into bytes: UnsafeMutableRawBufferPointer,
        group: Int,
        _ cancellation: Cancellation
    ) throws(Base64Error) -> Int {
        let characters = lines.text
        let offset = characters.count - 4
        let padded = characters[offset + 3] != padding ? 0 : characters[offset + 2] != padding ? 1 : 2
        var bits: UInt32 = 0
        for index in 0..<4 {
            let sextet = index < 4 - padded ? sextets[Int(characters[offset + index])] : 0
            guard sextet < 64 else { throw fault(in: lines, from: offset, cancellation) }
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

    /// The first fault of a text that has one, and has none before `start`.
    private static func fault(
        in lines: Base64Lines,
        from start: Int,
        _ cancellation: Cancellation
    ) -> Base64Error {
        let text = lines.text
        if text.starts(with: "data:".utf8) { return .dataURL }
        let lastLine = lines.start(of: lines.count - 1)
        for step in stride(from: start, to: text.count, by: 4 * groupsOfStep).whileWanted(cancellation) {
            for offset in step..<min(step + 4 * groupsOfStep, text.count) {
                if let due = lines.dueBreak(at: offset) {
                    if text[offset] != due || offset >= lastLine { return .lineBreak(offset: offset) }
                } else if sextets[Int(text[offset])] == unused, !isPadding(text, from: offset) {
                    return fault(text[offset], at: offset)
                }
            }
        }
        return cancellation.isCancelled ? .cancelled : .incomplete(byteCount: lines.characterCount)
    }

    private static func fault(_ byte: UInt8, at offset: Int) -> Base64Error {
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): .lineBreak(offset: offset)
        case UInt8(ascii: "-"), UInt8(ascii: "_"): .base64URL(Unicode.Scalar(byte), offset: offset)
        case padding: .misplacedPadding(offset: offset)
        default: .invalidByte(byte, offset: offset)
        }
    }

    /// Whether nothing follows `offset` but as much padding as a text may have.
    private static func isPadding(_ characters: UnsafeRawBufferPointer, from offset: Int) -> Bool {
        characters.count - offset <= 2 && characters[offset...].allSatisfy { $0 == padding }
    }

    /// The entry of ``sextets`` for a byte that is not in the alphabet. Above 63, and stays so when others are or-ed.
    private static let unused: UInt8 = 0xFF

    /// The six bits of every byte, or ``unused``.
    private static let sextets: [UInt8] = {
        var table = [UInt8](repeating: unused, count: 256)
        for (sextet, character) in alphabet.enumerated() {
            table[Int(character)] = UInt8(sextet)
        }
        return table
    }()
}
