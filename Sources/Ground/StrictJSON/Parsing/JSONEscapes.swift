import BoundedWork
import Glibc

/// The escapes of strings (RFC 8259, section 7), in two steps: the parser checks them, and a string is written without
/// them only when it is asked for.
package enum JSONEscapes {
    enum Checked {
        /// A well-formed escape of this many bytes, the backslash included.
        case valid(byteCount: Int)
        case invalid
        /// The escape of a surrogate that is not half of a pair.
        case loneSurrogate
    }

    /// Checks the escape whose backslash is at `offset` of a text that may end within it.
    static func check(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Checked {
        guard offset + 1 < bytes.count else { return .invalid }
        let letter = bytes[offset + 1]
        guard letter == UInt8(ascii: "u") else {
            return replacement(for: letter) == nil ? .invalid : .valid(byteCount: 2)
        }
        guard let unit = codeUnit(at: offset, in: bytes) else { return .invalid }
        guard UTF16.isSurrogate(unit) else { return .valid(byteCount: 6) }
        guard UTF16.isLeadSurrogate(unit), let next = codeUnit(at: offset + 6, in: bytes), UTF16.isTrailSurrogate(next)
        else { return .loneSurrogate }
        return .valid(byteCount: 12)
    }

    /// Writes `escaped`, whose escapes have been checked, without them, and returns the bytes written; not all of it once it is
    /// cancelled. No escape is shorter than its meaning.
    static func unescape(
        _ escaped: UnsafeRawBufferPointer,
        into destination: UnsafeMutableRawBufferPointer,
        _ cancellation: Cancellation
    ) -> Int {
        precondition(destination.count >= escaped.count, "no room for the text")
        guard let source = escaped.baseAddress, let target = destination.baseAddress else { return 0 }
        var read = 0
        var written = 0
        while read < escaped.count, !cancellation.isCancelled {
            let rest = escaped.count - read
            let backslash = memchr(source + read, Int32(UInt8(ascii: "\\")), rest)
            let run = backslash.map { UnsafeRawPointer($0) - (source + read) } ?? rest
            (target + written).copyMemory(from: source + read, byteCount: run)
            read += run
            written += run
            guard read < escaped.count else { break }
            read += unescapeOne(at: read, in: escaped, into: destination, at: &written)
        }
        return written
    }

    /// Writes the meaning of the escape at `offset`, and returns the bytes of the escape.
    private static func unescapeOne(
        at offset: Int,
        in escaped: UnsafeRawBufferPointer,
        into destination: UnsafeMutableRawBufferPointer,
        at written: inout Int
    ) -> Int {
        guard let (scalar, count) = decode(at: offset, in: escaped) else {
            // Checked strings hold no such thing; anything but an escape would stand for itself.
            destination[written] = escaped[offset]
            written += 1
            return 1
        }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            destination[written] = byte
            written += 1
        }
        return count
    }

    /// The scalar that the escape at `offset` of a text stands for, and the bytes of the escape; nil if it is none, or half of a
    /// surrogate pair.
    package static func decode(
        at offset: Int,
        in bytes: UnsafeRawBufferPointer
    ) -> (scalar: Unicode.Scalar, byteCount: Int)? {
        guard case .valid(let count) = check(at: offset, in: bytes) else { return nil }
        if count == 2 { return replacement(for: bytes[offset + 1]).map { (Unicode.Scalar($0), 2) } }
        return (scalar(at: offset, in: bytes), count)
    }

    /// The byte that a backslash and `letter` stand for, if they are an escape.
    private static func replacement(for letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// The scalar of the escape at `offset`, which has been checked.
    private static func scalar(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Unicode.Scalar {
        guard let unit = codeUnit(at: offset, in: bytes) else { return "\u{FFFD}" }
        guard let low = codeUnit(at: offset + 6, in: bytes), UTF16.isLeadSurrogate(unit), UTF16.isTrailSurrogate(low)
        else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        return UTF16.decode(UTF16.EncodedScalar([unit, low]))
    }

    private static func codeUnit(at offset: Int, in bytes: UnsafeRawBufferPointer) -> UInt16? {
        guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for index in offset + 2..<offset + 6 {
            let digit: UInt8
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[index] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[index] - UInt8(ascii: "A") + 10
            default: return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
