import Crypto
import SecureMemory

/// A file key wrapped for a recipient (age-encryption.org/v1, "X25519 recipient stanza").
struct X25519Stanza {
    /// The ephemeral share, 32 bytes.
    let share: [UInt8]
    /// The wrapped file key, 32 bytes.
    let body: [UInt8]

    /// Bytes of a stanza in a header, with the two line feeds.
    static let byteCount = "-> X25519 ".utf8.count + 2 * (UnpaddedBase64.characterCount(ofBytes: 32) + 1)

    /// Wraps a file key under a new ephemeral secret.
    init(wrapping fileKey: FileKey, for recipient: AgeRecipient) throws(OutOfMemory) {
        let ephemeral = try RandomBytes.take(Bech32.keyByteCount).withUnsafeBytes { KeyAgreement.privateKey($0) }
        share = ephemeral.publicKey.bytes
        guard let key = KeyAgreement.wrapKey(ephemeral, recipient.point, salt: share + recipient.point) else {
            preconditionFailure("a recipient is not of low order")
        }
        body = try fileKey.wrapped(with: key)
    }
}
