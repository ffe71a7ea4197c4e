public import BoundedWork
public import SecureMemory

/// Base64 with the standard alphabet (RFC 4648, section 4), from wiped memory into wiped memory.
///
/// A text stands for at most one run of bytes, and apart from line breaks the other way round: padding is required, and neither other
/// white space nor bits left over are let through.
public enum Base64 {
    /// The 64 characters, in the order of their values.
    package static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Groups of four characters between two checks of the cancellation.
    static let groupsOfStep = 1 << 18

    static let padding = UInt8(ascii: "=")
}

extension Base64 {
    /// Appends `bytes` as base64 text: four characters for every three bytes or part of them. Once it is cancelled, the appended
    /// text is meaningless.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to encode.
    ///   - builder: The builder of the text.
    ///   - cancellation: Whether the text is still wanted.
    public static func encode(
        _ bytes: SecureBytes,
        into builder: inout SecureBytesBuilder,
        cancellation: Cancellation = Cancellation()
    ) throws(OutOfMemory) {
        try bytes.withUnsafeBytes { (bytes) throws(OutOfMemory) in
            try encode(bytes, into: &builder, cancellation: cancellation)
        }
    }

    /// Appends `bytes` as ``encode(_:into:cancellation:)-(SecureBytes,_,_)`` does.
    package static func encode(
        _ bytes: UnsafeRawBufferPointer,
        into builder: inout SecureBytesBuilder,
        cancellation: Cancellation = Cancellation()
    ) throws(OutOfMemory) {
        let (count, overflow) = ((bytes.count + 2) / 3).multipliedReportingOverflow(by: 4)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        try builder.appendInPlace(minimum: count) { free in
            write(bytes, into: free, cancellation)
            return count
        }
    }

    /// Writes `bytes` as base64 to `text`, which has room for it; not all of them once it is cancelled.
    private static func write(
        _ bytes: UnsafeRawBufferPointer,
        into text: UnsafeMutableRawBufferPointer,
        _ cancellation: Cancellation
    ) {
        precondition(text.count >= (bytes.count + 2) / 3 * 4, "no room for the text")
        let whole = bytes.count / 3
        for start in stride(from: 0, to: whole, by: groupsOfStep).whileWanted(cancellation) {
            write(start..<min(start + groupsOfStep, whole), of: bytes, into: text)
        }
        guard bytes.count > 3 * whole else { return }
        let first = Int(bytes[3 * whole])
        let second = bytes.count - 3 * whole == 2 ? Int(bytes[3 * whole + 1]) : nil
        let bits = first << 16 | (second ?? 0) << 8
        text[4 * whole] = alphabet[bits >> 18]
        text[4 * whole + 1] = alphabet[bits >> 12 & 0x3F]
        text[4 * whole + 2] = second == nil ? padding : alphabet[bits >> 6 & 0x3F]
        text[4 * whole + 3] = padding
    }

    private static func write(
        _ groups: Range<Int>,
        of bytes: UnsafeRawBufferPointer,
        into text: UnsafeMutableRawBufferPointer
    ) {
        characterPairs.withUnsafeBufferPointer { pairs in
            var next = groups.lowerBound
            // Two groups at a time, of which a load has two bytes more than they have.
            while next + 2 <= groups.upperBound, 3 * next + 8 <= bytes.count {
                let bits = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 3 * next, as: UInt64.self))
                let low = UInt64(pairs[Int(bits >> 52)]) | UInt64(pairs[Int(bits >> 40 & 0xFFF)]) << 16
                let high = UInt64(pairs[Int(bits >> 28 & 0xFFF)]) | UInt64(pairs[Int(bits >> 16 & 0xFFF)]) << 16
                text.storeBytes(of: (low | high << 32).littleEndian, toByteOffset: 4 * next, as: UInt64.self)
                next += 2
            }
            for group in next..<groups.upperBound {
                // 24 bits, of which each half is an index below 4096.
                let bits = Int(bytes[3 * group]) << 16 | Int(bytes[3 * group + 1]) << 8 | Int(bytes[3 * group + 2])
                let four = UInt32(pairs[bits >> 12]) | UInt32(pairs[bits & 0xFFF]) << 16
                text.storeBytes(of: four.littleEndian, toByteOffset: 4 * group, as: UInt32.self)
            }
        }
    }

    /// The two characters for every 12 bits, the first in the low byte.
    private static let characterPairs: [UInt16] = (0..<4096).map { bits in
        UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 0x3F]) << 8
    }
}

/// Reason why a text is not base64, with the byte at fault, counted from 0.
public enum Base64Error: Error, Equatable {
    /// The text is a `data:` URL.
    case dataURL
    /// A line break at a wrong place, or something else where one has to be.
    case lineBreak(offset: Int)
    /// A character of base64url (RFC 4648, section 5).
    case base64URL(Unicode.Scalar, offset: Int)
    /// A byte that base64 has no use for.
    case invalidByte(UInt8, offset: Int)
    /// Padding before the end, or too much of it.
    case misplacedPadding(offset: Int)
    /// A text whose length is not a multiple of four: cut off, or without its padding.
    case incomplete(byteCount: Int)
    /// Bits after the last byte that are not zero, so that two texts would stand for the same bytes.
    case nonZeroTrailingBits(offset: Int)
    /// There is no memory for the result.
    case outOfMemory(byteCount: Int)
    /// Nobody waits for the bytes any more; the text may be in order.
    case cancelled
}

extension Base64Error: CustomStringConvertible {
    /// The fault, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .dataURL:
            "this is a data: URL; send only the base64 text that follows its comma"
        case .lineBreak(let offset):
            "the lines of the base64 text are uneven at offset \(offset); send it in one line, or in lines of the same length, a "
                + "multiple of 4 and 76 at most, all ended by LF or all by CRLF"
        case .base64URL(let character, let offset):
            "\"\(character)\" at offset \(offset) belongs to base64url; send standard base64, which has \"+\" and \"/\""
        case .invalidByte(let byte, let offset):
            "\(Self.describe(byte)) at offset \(offset) is not a character of base64"
        case .misplacedPadding(let offset):
            "the \"=\" at offset \(offset) is not at the end, or is one too many"
        case .incomplete(let byteCount):
            "the base64 text has \(byteCount) characters, which is not a multiple of 4; "
                + "it is cut off, or its padding with \"=\" is missing"
        case .nonZeroTrailingBits(let offset):
            "the character at offset \(offset) has unused bits that are not zero; the text may be cut off"
        case .outOfMemory(let byteCount):
            "\(byteCount) bytes of memory could not be allocated"
        case .cancelled:
            "the work was cancelled"
        }
    }

    private static func describe(_ byte: UInt8) -> String {
        guard !(0x21...0x7E).contains(byte) else { return "\"\(Unicode.Scalar(byte))\"" }
        return "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
