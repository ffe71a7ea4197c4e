import Base64Coding
import Glibc

/// The characters of base64, and the ways in which texts escape them.
enum Base64Symbols {
    /// The value of `=`.
    static let padding: UInt8 = 64
    /// The value of any other byte.
    private static let none: UInt8 = 0xFF

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: none, count: 256)
        for (value, character) in Base64.alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        // The alphabet for URLs (RFC 4648, section 5).
        values[Int(UInt8(ascii: "-"))] = 62
        values[Int(UInt8(ascii: "_"))] = 63
        values[Int(UInt8(ascii: "="))] = padding
        return values
    }()

    /// The value of a character, below 64; ``padding``, or more for any other byte.
    static func value(of byte: UInt8) -> UInt8 { values[Int(byte)] }

    /// The first place from `start` on that no character of base64 is at. Most of a reply is one run of them, so that the table is
    /// looked up without the checks of arrays.
    static func end(of text: UnsafeRawBufferPointer, from start: Int) -> Int {
        values.withUnsafeBufferPointer { values in
            guard let values = values.baseAddress, let bytes = text.baseAddress else { return start }
            let count = text.count
            var offset = start
            while offset < count, values[Int(bytes.load(fromByteOffset: offset, as: UInt8.self))] < padding {
                offset += 1
            }
            return offset
        }
    }

    /// Whether some bytes have any of the alphabet for URLs alone.
    static func isOfURL(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let bytes = text.baseAddress else { return false }
        return memchr(bytes, Int32(UInt8(ascii: "-")), text.count) != nil
            || memchr(bytes, Int32(UInt8(ascii: "_")), text.count) != nil
    }

    /// Whether a character of base64 may begin with a byte, as it is or escaped.
    static func mayBegin(_ byte: UInt8) -> Bool {
        value(of: byte) < padding || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "%")
            || byte == UInt8(ascii: "&")
    }

    /// Whether a byte is of the usual alphabet, in which alone there are lines.
    static func isOfLine(_ byte: UInt8) -> Bool {
        value(of: byte) < padding && !isOfURL(byte)
    }

    /// Whether a byte is of the alphabet for URLs alone.
    static func isOfURL(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") }

    /// The character of the usual alphabet for a value.
    static func character(of value: UInt8) -> UInt8 {
        value < padding ? Base64.alphabet[Int(value)] : UInt8(ascii: "=")
    }

    /// An escape at a place of a text: the value that it stands for, nil for a line break, and its length; nil if there is none.
    static func escape(at offset: Int, in text: UnsafeRawBufferPointer) -> (symbol: UInt8?, count: Int)? {
        switch text[offset] {
        case UInt8(ascii: "\n"): return (nil, 1)
        case UInt8(ascii: "\r"):
            let isPair = offset + 1 < text.count && text[offset + 1] == UInt8(ascii: "\n")
            return (nil, isPair ? 2 : 1)
        case UInt8(ascii: "\\"): return backslash(at: offset, in: text)
        case UInt8(ascii: "%"), UInt8(ascii: "&"):
            let rest = text[offset...].prefix(longest)
            return written.first { rest.starts(with: $0.text) }.map { ($0.symbol, $0.text.count) }
        default: return nil
        }
    }

    /// Any number of backslashes, as in strings within each other, and what they escape.
    private static func backslash(at offset: Int, in text: UnsafeRawBufferPointer) -> (symbol: UInt8?, count: Int)? {
        guard let end = text[offset...].firstIndex(where: { $0 != UInt8(ascii: "\\") }) else { return nil }
        let count = end + 1 - offset
        switch text[end] {
        case UInt8(ascii: "/"): return (63, count)
        case UInt8(ascii: "n"): return (nil, count)
        case UInt8(ascii: "r"):
            let next =
                end + 1 < text.count && text[end + 1] == UInt8(ascii: "\\") ? backslash(at: end + 1, in: text) : nil
            guard let next, next.symbol == nil else { return (nil, count) }
            return (nil, count + next.count)
        case UInt8(ascii: "u"):
            let digits = text[end...].dropFirst().prefix(4)
            guard digits.count == 4, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else {
                return nil
            }
            let symbol = self.value(of: value)
            return symbol <= padding ? (symbol, count + 4) : value == 10 || value == 13 ? (nil, count + 4) : nil
        default: return nil
        }
    }

    private static let longest = 7

    private static let written: [(text: [UInt8], symbol: UInt8)] = {
        let symbols: [(Character, UInt8)] = [("+", 62), ("/", 63), ("=", padding)]
        return symbols.flatMap { character, symbol in
            let code = Int(character.asciiValue ?? 0)
            let digits = String(code, radix: 16)
            let forms = [
                "%\(digits)", "%\(digits.uppercased())", "&#\(code);", "&#x\(digits);", "&#x\(digits.uppercased());",
                "&#X\(digits.uppercased());",
            ]
            return forms.map { (Array($0.utf8), symbol) }
        }
    }()

    /// The way in which a text escapes slashes, if it does.
    static func slashEscape(in text: Slice<UnsafeRawBufferPointer>) -> String? {
        for offset in text.indices where Self.value(of: text[offset]) > padding {
            guard let escape = escape(at: offset, in: text.base), escape.symbol == 63 else { continue }
            return String(decoding: text[offset..<offset + escape.count], as: UTF8.self)
        }
        return nil
    }
}
