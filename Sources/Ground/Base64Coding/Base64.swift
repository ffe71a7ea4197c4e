public import BoundedWork
public import SecureMemory

/// Base64 with the standard alphabet (RFC 4648, section 4), from wiped memory into wiped memory.
///
/// A text stands for at most one run of bytes, and apart from line breaks the other way round: padding is required, and neither other
/// white space nor bits left over are let through.
public enum Base64 {
    /// The 64 characters, in the order of the values that they stand for.
    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Groups of four characters after which it is asked whether anybody waits.
    static let groupsOfStep = 1 << 18

    /// The character that pads the last group.
    static let padding = UInt8(ascii: "=")
}

extension Base64 {
    /// Appends `bytes` as base64 text: four characters for every three bytes or part of them. Once it is cancelled,
    /// what was appended has no meaning.
    ///
    /// - Parameters:
    ///   - bytes: What the text stands for.
    ///   - builder: Where it goes.
    ///   - cancellation: Whether the text is still wanted.
    /// - Throws: ``OutOfMemory``.
    public static func encode(
        _ bytes: SecureBytes,
        into builder: inout SecureBytesBuilder,
        cancellation: Cancellation = Cancellation()
    ) throws(OutOfMemory) {
        let (groups, overflow) = ((bytes.count + 2) / 3).multipliedReportingOverflow(by: 4)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        try builder.appendInPlace(minimum: groups) { free in
            bytes.withUnsafeBytes { write($0, into: free, cancellation) }
            return groups
        }
    }

    /// Writes `bytes` as base64 to `text`, which has room for it. Once it is cancelled, not all of them are written.
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

    /// Writes whole groups of three bytes, by their places.
    private static func write(
        _ groups: Range<Int>,
        of bytes: UnsafeRawBufferPointer,
        into text: UnsafeMutableRawBufferPointer
    ) {
        characterPairs.withUnsafeBufferPointer { pairs in
            for group in groups {
                // 24 bits, of which each half is an index below 4096.
                let bits = Int(bytes[3 * group]) << 16 | Int(bytes[3 * group + 1]) << 8 | Int(bytes[3 * group + 2])
                let four = UInt32(pairs[bits >> 12]) | UInt32(pairs[bits & 0xFFF]) << 16
                text.storeBytes(of: four.littleEndian, toByteOffset: 4 * group, as: UInt32.self)
            }
        }
    }

    /// For every 12 bits the two characters that they are written with, the first in the low byte.
    private static let characterPairs: [UInt16] = (0..<4096).map { bits in
        UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 0x3F]) << 8
    }
}
