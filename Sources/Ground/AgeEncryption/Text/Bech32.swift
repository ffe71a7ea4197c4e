/// Keys of 32 bytes as text: Bech32 (BIP 173) without its limit on the length, between buffers of the caller.
struct Bech32: Sendable {
    /// The part before the `1`, in lower case.
    let prefix: [UInt8]
    /// Whether the text is in upper case; the checksum is that of the lower case.
    let isUppercase: Bool

    static let recipient = Bech32(prefix: Array("age".utf8), isUppercase: false)
    static let identity = Bech32(prefix: Array("age-secret-key-".utf8), isUppercase: true)

    static let keyByteCount = 32
    private static let keyCharacterCount = (8 * keyByteCount + 4) / 5
    private static let checksumCharacterCount = 6

    /// Number of characters of a text.
    var characterCount: Int { prefix.count + 1 + Self.keyCharacterCount + Self.checksumCharacterCount }

    /// Writes the key that `text` stands for to `key`, of 32 bytes.
    ///
    /// - Throws: The first fault of the text; `key` may then hold a part of a key.
    func decode(_ text: UnsafeRawBufferPointer, into key: UnsafeMutableRawBufferPointer) throws(Bech32Error) {
        precondition(key.count == Self.keyByteCount, "a key has 32 bytes")
        guard text.count > prefix.count, zip(text, prefix).allSatisfy({ $0 == written($1) }),
            text[prefix.count] == UInt8(ascii: "1")
        else { throw .prefix }
        guard text.count == characterCount else { throw .length }
        var checksum = Checksum(prefix: prefix)
        var bits: UInt32 = 0
        var bitCount = 0
        var index = 0
        for (place, character) in text[(prefix.count + 1)...].enumerated() {
            let value = try value(of: character)
            checksum.add(value)
            guard place < Self.keyCharacterCount else { continue }
            bits = (bits << 5 | UInt32(value)) & 0xFFF
            bitCount += 5
            guard bitCount >= 8, index < key.count else { continue }
            bitCount -= 8
            key[index] = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
            index += 1
        }
        guard checksum.value == 1 else { throw .checksum }
        guard bits & 0xF == 0 else { throw .padding }
    }

    /// Writes the text of `key`, of 32 bytes, to `text`, which has room for ``characterCount`` bytes.
    func encode(_ key: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer) {
        precondition(key.count == Self.keyByteCount && text.count >= characterCount, "no room for the text")
        for (index, byte) in prefix.enumerated() { text[index] = written(byte) }
        text[prefix.count] = UInt8(ascii: "1")
        var checksum = Checksum(prefix: prefix)
        let first = prefix.count + 1
        for place in 0..<Self.keyCharacterCount {
            // The five bits from `5 * place` on, which lie in two bytes; zeros follow the last one.
            let byte = 5 * place / 8
            let pair = UInt32(key[byte]) << 8 | (byte + 1 < key.count ? UInt32(key[byte + 1]) : 0)
            let value = UInt8(truncatingIfNeeded: pair >> UInt32(11 - 5 * place % 8)) & 31
            checksum.add(value)
            text[first + place] = written(Self.alphabet[Int(value)])
        }
        for _ in 0..<Self.checksumCharacterCount { checksum.add(0) }
        let rest = checksum.value ^ 1
        for place in 0..<Self.checksumCharacterCount {
            let value = Int(rest >> UInt32(25 - 5 * place)) & 31
            text[first + Self.keyCharacterCount + place] = written(Self.alphabet[value])
        }
    }

    private func written(_ byte: UInt8) -> UInt8 {
        isUppercase && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & ~0x20 : byte
    }

    private func value(of character: UInt8) throws(Bech32Error) -> UInt8 {
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character | 0x20)
        guard character < 128, Self.values[Int(character | (isLetter ? 0x20 : 0))] < 32 else { throw .character }
        guard !isLetter || (character & 0x20 == 0) == isUppercase else { throw .mixedCase }
        return Self.values[Int(character | (isLetter ? 0x20 : 0))]
    }

    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    /// The five bits of every character in lower case, or 255.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 128)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
}

extension Bech32 {
    /// The BCH code over the prefix and the values, 30 bits.
    private struct Checksum {
        private(set) var value: UInt32 = 1

        init(prefix: [UInt8]) {
            for byte in prefix { add(byte >> 5) }
            add(0)
            for byte in prefix { add(byte & 31) }
        }

        mutating func add(_ five: UInt8) {
            let top = value >> 25
            value = (value & 0x1FF_FFFF) << 5 ^ UInt32(five)
            for (bit, generator) in Self.generators.enumerated() where top >> UInt32(bit) & 1 == 1 {
                value ^= generator
            }
        }

        private static let generators: [UInt32] = [
            0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3,
        ]
    }
}

/// Reason why a text is not that of a key.
enum Bech32Error: Error, Equatable {
    case prefix
    case length
    case character
    case mixedCase
    case checksum
    case padding

    /// The fault, as the end of a sentence about a key.
    var sentence: String {
        switch self {
        case .prefix: "does not begin as it should"
        case .length: "is too short or too long; it may be cut off"
        case .character: "has a character that no key has"
        case .mixedCase: "mixes upper and lower case"
        case .checksum: "is mistyped: its checksum is wrong"
        case .padding: "has unused bits that are not zero"
        }
    }
}
