import BoundedWork
public import SecureMemory

/// A file of age as it is opened, piece by piece, armoured or not (age-encryption.org/v1).
///
/// ```swift
/// var reader = AgeReader()
/// try reader.unlock(with: identities)
/// while let piece = try next() {
///     try reader.append(piece)
///     try use(reader.takePlaintext())
/// }
/// try use(reader.finish())
/// ```
/// Plain text that is taken before ``finish()`` is authentic and in its order, but the file may be cut off after it.
public struct AgeReader: ~Copyable, Sendable {
    private var file = FileReader()
    private var armor = ArmorReader()
    /// Nil until the first byte.
    private var isArmored: Bool?
    /// The fault of the file, once it is known: no more of it is read.
    private var failure: AgeError?

    /// Reads a file that begins with the next bytes. It recognises armour by itself.
    public init() {}

    /// Whether the only stanza of the file is one of scrypt; nil until the header is whole. A file that does not takes
    /// identities.
    public var takesPassphrase: Bool? { file.takesPassphrase }

    /// Opens the file with one of `identities`, now or as soon as the header is whole. It is called once.
    ///
    /// - Throws: ``AgeError/wrongKey``, ``AgeError/takesPassphrase``, ``AgeError/changedHeader``.
    public mutating func unlock(with identities: [AgeIdentity]) throws(AgeError) {
        try attempt { (reader) throws(AgeError) in try reader.file.unlock(with: .identities(identities)) }
    }

    /// Opens the file with a passphrase, now or as soon as the header is whole. It is called once. It takes up to 1 GiB
    /// of memory and some seconds: ``AgeLimits/maximumWorkFactor``.
    ///
    /// - Throws: ``AgeError/wrongPassphrase``, ``AgeError/takesIdentity``, ``AgeError/changedHeader``.
    public mutating func unlock(passphrase: SecureBytes) throws(AgeError) {
        try attempt { (reader) throws(AgeError) in try reader.file.unlock(with: .passphrase(passphrase)) }
    }

    /// Reads the next bytes of the file. Those after the header are kept as they are until the file is unlocked.
    ///
    /// - Throws: The fault of the file, now and whenever it is called again. Plain text before it can still be taken.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) throws(AgeError) {
        guard let first = bytes.first else { return }
        try attempt { (reader) throws(AgeError) in
            if reader.isArmored == nil { reader.isArmored = try Self.isArmored(first) }
            guard reader.isArmored == true else { return try reader.file.append(bytes) }
            let capacity = bytes.count / 4 * 3 + Armor.lineByteCount
            var binary = try mapError(SecureBytesBuilder(capacity: capacity), AgeError.outOfMemory)
            try reader.armor.append(bytes, into: &binary)
            try binary.withUnsafeBytes { (binary) throws(AgeError) in try reader.file.append(binary) }
        }
    }

    /// Reads the next bytes of the file, as ``append(_:)-(UnsafeRawBufferPointer)`` does.
    public mutating func append(_ bytes: SecureBytes) throws(AgeError) {
        try bytes.withUnsafeBytes { (buffer) throws(AgeError) in try append(buffer) }
    }

    /// Takes the plain text that is opened so far and was not taken before. All of it is authentic.
    public mutating func takePlaintext() throws(AgeError) -> SecureBytes {
        try file.takePlaintext()
    }

    /// Opens the last chunk, and returns the plain text that was not taken before.
    ///
    /// - Throws: ``AgeError/cut``, and every other fault of the file: the plain text taken before is not all of it
    ///   then.
    public consuming func finish() throws(AgeError) -> SecureBytes {
        if let failure { throw failure }
        if isArmored == true { try armor.finish() }
        return try file.finish()
    }

    /// Makes room for the plain text of a file of `byteCount` bytes.
    mutating func reserve(_ byteCount: Int) {
        file.plaintextCapacity = byteCount
    }

    /// Does a piece of work unless the file has a fault, which the work may find.
    private mutating func attempt(_ work: (inout AgeReader) throws(AgeError) -> Void) throws(AgeError) {
        if let failure { throw failure }
        do {
            try work(&self)
        } catch {
            failure = error
            throw error
        }
    }

    /// Whether a file is armoured, by its first byte.
    private static func isArmored(_ first: UInt8) throws(AgeError) -> Bool {
        if first == AgeHeader.origin.first { return false }
        guard first == Armor.firstLine.first || Armor.isWhiteSpace(first) else { throw .notAge }
        return true
    }

    /// Whether a file begins as one of age does, armoured or not.
    public static func isAge(_ bytes: SecureBytes) -> Bool {
        bytes.withUnsafeBytes { file in
            guard !file.starts(with: AgeHeader.origin) else { return true }
            let outside = file.prefix(AgeLimits.maximumWhiteSpaceByteCount).prefix(while: Armor.isWhiteSpace)
            return file[outside.endIndex...].starts(with: Armor.firstLine)
        }
    }
}
