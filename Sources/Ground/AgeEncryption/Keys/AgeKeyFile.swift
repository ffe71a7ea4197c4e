public import SecureMemory

/// Files of keys, one a line, as `age-keygen` writes them and `age -R` and `age -i` read them.
///
/// Lines are ended by LF or CRLF. Empty ones and those that begin with `#` are skipped.
public enum AgeKeyFile {
    /// Upper bound on the keys of a file.
    public static let maximumKeyCount = 64

    /// Upper bound on the bytes of a file.
    public static let maximumByteCount = 64 << 10

    /// The recipients of a file, 1 to 64, in their order. One that stands there twice is returned once.
    public static func recipients(in file: SecureBytes) throws(AgeKeyError) -> [AgeRecipient] {
        var recipients: [AgeRecipient] = []
        try forEachKey(in: file, "recipient") { (text) throws(AgeKeyError) in
            let recipient = try AgeRecipient(parsing: text)
            if !recipients.contains(recipient) { recipients.append(recipient) }
        }
        return recipients
    }

    /// The identities of a file, 1 to 64, in their order. One that stands there twice is returned once.
    public static func identities(in file: SecureBytes) throws(AgeKeyError) -> [AgeIdentity] {
        var identities: [AgeIdentity] = []
        try forEachKey(in: file, "identity") { (text) throws(AgeKeyError) in
            let identity = try AgeIdentity(parsing: text)
            if !identities.contains(where: { $0.recipient == identity.recipient }) { identities.append(identity) }
        }
        return identities
    }

    /// Calls `read` with every line that holds a key.
    private static func forEachKey(
        in file: SecureBytes,
        _ noun: String,
        _ read: (UnsafeRawBufferPointer) throws(AgeKeyError) -> Void
    ) throws(AgeKeyError) {
        guard file.count <= maximumByteCount else { throw AgeKeyError("the file is larger than 64 KiB") }
        var keyCount = 0
        try file.withUnsafeBytes { (bytes) throws(AgeKeyError) in
            var start = 0
            var number = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                number += 1
                let line = line(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                start = end + 1
                guard let first = line.first, first != UInt8(ascii: "#") else { continue }
                keyCount += 1
                guard keyCount <= maximumKeyCount else {
                    throw AgeKeyError(line: number, "the file has more than \(maximumKeyCount) keys")
                }
                do throws(AgeKeyError) { try read(line) } catch { throw error.at(line: number) }
            }
        }
        guard keyCount > 0 else { throw AgeKeyError("the file has no \(noun)") }
    }

    /// A line without the CR that may end it.
    private static func line(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.last == UInt8(ascii: "\r") ? UnsafeRawBufferPointer(rebasing: bytes.dropLast()) : bytes
    }
}
