public import BoundedWork
import Crypto
public import SecureMemory

/// A file of age as it is sealed, piece by piece (age-encryption.org/v1).
///
/// ```swift
/// var writer = try AgeWriter(to: [recipient], capacity: picture.count)
/// try writer.append(picture)
/// let file = try writer.finish()
/// ```
/// Without ``finish()`` the file is cut off, and no reader takes it.
public struct AgeWriter: ~Copyable, Sendable {
    private var payload: PayloadWriter
    private var sealed: SecureBytesBuilder

    /// Bytes of a whole file that is not armoured, sealed to `recipientCount` recipients, 1 or more.
    ///
    /// - Parameters:
    ///   - count: Bytes of plain text, 0 or more.
    ///   - recipientCount: Number of recipients.
    public static func byteCount(ofPlaintext count: Int, recipientCount: Int) -> Int {
        AgeHeader.fixedByteCount + recipientCount * X25519Stanza.byteCount + nonceByteCount
            + PayloadWriter.byteCount(ofPlaintext: count)
    }

    private static let nonceByteCount = 16

    /// Begins a file that every one of `recipients` can open.
    ///
    /// - Parameters:
    ///   - recipients: 1 to ``AgeLimits/maximumRecipientCount``, some 100 µs each.
    ///   - capacity: Bytes of plain text to make room for.
    public init(to recipients: [AgeRecipient], capacity: Int = 0) throws(OutOfMemory) {
        try self.init(to: recipients, capacity: capacity, fileKey: FileKey())
    }

    init(to recipients: [AgeRecipient], capacity: Int, fileKey: FileKey) throws(OutOfMemory) {
        precondition(1...AgeLimits.maximumRecipientCount ~= recipients.count, "a file has 1 to 64 recipients")
        let byteCount = Self.byteCount(ofPlaintext: max(capacity, 0), recipientCount: recipients.count)
        var header = try HeaderWriter(capacity: byteCount)
        for recipient in recipients {
            try CryptoRemains.overwritten { () throws(OutOfMemory) in
                let stanza = try X25519Stanza(wrapping: fileKey, for: recipient)
                try header.append("X25519", [stanza.share], body: stanza.body)
            }
        }
        try self.init(header: header, fileKey)
    }

    /// Begins a file that the holders of a passphrase can open.
    ///
    /// - Parameters:
    ///   - passphrase: Any bytes; an empty one protects nothing.
    ///   - workFactor: The exponent of the work factor of scrypt, 1 to ``AgeLimits/maximumWorkFactor``: memory of
    ///     2^`workFactor` KiB. 18 takes 256 MiB, and about a second.
    public init(passphrase: SecureBytes, workFactor: Int = 18) throws(OutOfMemory) {
        try self.init(passphrase: passphrase, workFactor: workFactor, fileKey: FileKey())
    }

    init(passphrase: SecureBytes, workFactor: Int, fileKey: FileKey) throws(OutOfMemory) {
        var header = try HeaderWriter(capacity: 0)
        try CryptoRemains.overwritten { () throws(OutOfMemory) in
            let salt = try RandomBytes.take(16).withUnsafeBytes { Array($0) }
            let key = try Passphrase.wrapKey(passphrase, salt: salt, workFactor: workFactor)
            try header.append("scrypt", [salt], suffix: " \(workFactor)", body: fileKey.wrapped(with: key))
        }
        try self.init(header: header, fileKey)
    }

    private init(header: consuming HeaderWriter, _ fileKey: FileKey) throws(OutOfMemory) {
        let nonce = try RandomBytes.take(Self.nonceByteCount)
        var header = header
        let (mac, key) = try CryptoRemains.overwritten { () throws(OutOfMemory) in
            (try header.mac(fileKey), nonce.withUnsafeBytes { fileKey.payloadKey(nonce: $0) })
        }
        var sealed = try header.finish(mac: mac)
        try sealed.append(nonce)
        self.sealed = sealed
        payload = PayloadWriter(key: key)
    }

    /// Seals a copy of `bytes`, on the threads of `work`.
    public mutating func append(_ bytes: SecureBytes, work: WorkContext = WorkContext()) throws(OutOfMemory) {
        try bytes.withUnsafeBytes { (bytes) throws(OutOfMemory) in try payload.append(bytes, into: &sealed, work) }
    }

    /// Takes the bytes of the file that are sealed so far and were not taken before, to write a large file as it comes.
    /// At most one chunk of 64 KiB stays inside.
    public mutating func takeSealed() throws(OutOfMemory) -> SecureBytes {
        var taken = try SecureBytesBuilder()
        swap(&taken, &sealed)
        return taken.finish()
    }

    /// Seals the rest, and returns the bytes of the file that were not taken before.
    public consuming func finish() throws(OutOfMemory) -> SecureBytes {
        var sealed = sealed
        var payload = payload
        try payload.finish(into: &sealed)
        return sealed.finish()
    }
}
