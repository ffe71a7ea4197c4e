public import SecureMemory

/// Whole files of age, in memory.
///
/// ```swift
/// let picture = try AgeFile.open(upload, with: identities)
/// ```
public enum AgeFile {
    /// The plain text of a file, armoured or not, that one of `identities` opens.
    public static func open(_ file: SecureBytes, with identities: [AgeIdentity]) throws(AgeError) -> SecureBytes {
        var reader = AgeReader()
        reader.reserve(file.count)
        try reader.unlock(with: identities)
        return try open(file, with: reader)
    }

    /// The plain text of a file, armoured or not, that a passphrase opens. It takes up to 1 GiB of memory and some
    /// seconds: ``AgeLimits/maximumWorkFactor``.
    public static func open(_ file: SecureBytes, passphrase: SecureBytes) throws(AgeError) -> SecureBytes {
        var reader = AgeReader()
        reader.reserve(file.count)
        try reader.unlock(passphrase: passphrase)
        return try open(file, with: reader)
    }

    /// Whether the only stanza of a file, armoured or not, is one of scrypt; false for one whose header is malformed or
    /// cut off.
    public static func takesPassphrase(_ file: SecureBytes) -> Bool {
        var reader = AgeReader()
        // Armour takes 65 bytes for 48.
        let start = file[0..<min(file.count, 2 * AgeLimits.maximumHeaderByteCount)]
        try? reader.append(start)
        return reader.takesPassphrase ?? false
    }

    /// The armoured text of a file, every line ended by a line feed.
    public static func armored(_ file: SecureBytes) throws(OutOfMemory) -> SecureBytes {
        try file.withUnsafeBytes { (bytes) throws(OutOfMemory) in try Armor.armored(bytes) }
    }

    private static func open(_ file: SecureBytes, with reader: consuming AgeReader) throws(AgeError) -> SecureBytes {
        try reader.append(file)
        return try reader.finish()
    }
}
