import Crypto
import FoundationEssentials
import SecureMemory

/// The key of one file, 16 bytes, from which the others are derived (age-encryption.org/v1, "File key").
struct FileKey: Sendable {
    private let key: SymmetricKey

    static let byteCount = 16
    /// Bytes of a wrapped file key, with the tag.
    static let wrappedByteCount = byteCount + ChaCha.tagByteCount

    /// Makes a new random key.
    init() throws(OutOfMemory) {
        self.init(try RandomBytes.take(Self.byteCount))
    }

    /// Holds a copy of 16 bytes.
    init(_ bytes: SecureBytes) {
        key = bytes.withUnsafeBytes { SymmetricKey(data: $0) }
    }

    /// Unwraps a key, or returns nil if `wrapped`, 32 bytes, is not authentic under `wrapKey`.
    init?(unwrapping wrapped: [UInt8], with wrapKey: SymmetricKey) {
        let key = wrapped.withUnsafeBytes { bytes in
            ChaCha.withOpened(bytes, wrapKey, ChunkNonce()) { SymmetricKey(data: $0) }
        }
        guard let key else { return nil }
        self.key = key
    }

    /// The key wrapped with `wrapKey`, 32 bytes.
    func wrapped(with wrapKey: SymmetricKey) throws(OutOfMemory) -> [UInt8] {
        try ChaCha.sealed(key.withUnsafeBytes { bytes in Result { try ChaCha.box(bytes, wrapKey, ChunkNonce()) } })
    }

    /// The MAC of a header, 32 bytes, over its bytes up to `---`.
    func mac(of header: UnsafeRawBufferPointer) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: header, using: macKey))
    }

    /// Whether `mac`, 32 bytes, is that of a header. The time does not depend on it.
    func isMAC(_ mac: [UInt8], of header: UnsafeRawBufferPointer) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: header, using: macKey)
    }

    var macKey: SymmetricKey { derived("header", salt: UnsafeRawBufferPointer(start: nil, count: 0)) }

    /// The key of the chunks, for the nonce of the payload, 16 bytes.
    func payloadKey(nonce: UnsafeRawBufferPointer) -> SymmetricKey {
        derived("payload", salt: nonce)
    }

    private func derived(_ info: String, salt: UnsafeRawBufferPointer) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: Array(info.utf8), outputByteCount: 32)
    }
}
