import Base64Coding
import SecureMemory

/// The armour of a file: strict PEM with the label `AGE ENCRYPTED FILE` (age-encryption.org/v1, "ASCII armor"; RFC
/// 7468, section 3).
enum Armor {
    static let firstLine = Array("-----BEGIN AGE ENCRYPTED FILE-----".utf8)
    static let lastLine = Array("-----END AGE ENCRYPTED FILE-----".utf8)

    /// Characters of every line of base64 but the last.
    static let lineLength = 64
    /// Bytes of such a line.
    static let lineByteCount = lineLength / 4 * 3

    /// The armoured text of a file, every line ended by a line feed.
    static func armored(_ file: UnsafeRawBufferPointer) throws(OutOfMemory) -> SecureBytes {
        let lineCount = (file.count + lineByteCount - 1) / lineByteCount
        let capacity = (file.count + 2) / 3 * 4 + lineCount + firstLine.count + lastLine.count + 2
        var builder = try SecureBytesBuilder(capacity: capacity)
        try builder.append(firstLine + [lineFeed])
        for start in stride(from: 0, to: file.count, by: lineByteCount) {
            let line = UnsafeRawBufferPointer(rebasing: file[start..<min(start + lineByteCount, file.count)])
            try Base64.encode(line, into: &builder)
            try builder.append([lineFeed])
        }
        try builder.append(lastLine + [lineFeed])
        return builder.finish()
    }

    private static let lineFeed = UInt8(ascii: "\n")

    /// Whether a byte is white space: lines of it may precede armour and follow it.
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte)
    }
}
