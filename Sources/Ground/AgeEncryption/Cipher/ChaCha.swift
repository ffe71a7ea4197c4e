import Crypto
import FoundationEssentials
import SecureMemory

/// ChaCha20-Poly1305 (RFC 8439) between buffers of the caller.
enum ChaCha {
    static let tagByteCount = 16

    /// Appends `plain` sealed: as many bytes, and the tag.
    static func seal(
        _ plain: UnsafeRawBufferPointer,
        _ key: SymmetricKey,
        _ nonce: ChunkNonce,
        into builder: inout SecureBytesBuilder
    ) throws(OutOfMemory) {
        var isSealed = true
        try builder.appendInPlace(minimum: plain.count + tagByteCount) { room in
            isSealed = seal(plain, key, nonce, into: room)
            return isSealed ? plain.count + tagByteCount : 0
        }
        guard isSealed else { throw .unknown }
    }

    /// Writes `plain` sealed to the start of `room`, which has place for it and the tag; false where there is no memory.
    static func seal(
        _ plain: UnsafeRawBufferPointer,
        _ key: SymmetricKey,
        _ nonce: ChunkNonce,
        into room: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard let box = try? box(plain, key, nonce) else { return false }
        box.combined.copyBytes(to: room, from: ChunkNonce.byteCount..<box.combined.count)
        return true
    }

    static func box(_ plain: UnsafeRawBufferPointer, _ key: SymmetricKey, _ nonce: ChunkNonce) throws
        -> ChaChaPoly.SealedBox
    {
        try ChaChaPoly.seal(plain, using: key, nonce: ChaChaPoly.Nonce(data: nonce.bytes))
    }

    /// The bytes and the tag of a sealed box.
    static func sealed(_ box: Result<ChaChaPoly.SealedBox, any Error>) throws(OutOfMemory) -> [UInt8] {
        guard let box = try? box.get() else { throw .unknown }
        return Array(box.ciphertext + box.tag)
    }

    /// Calls `body` with the opened bytes, which are gone after it, and returns its value; nil if `sealed` is not
    /// authentic.
    static func withOpened<Value>(
        _ sealed: UnsafeRawBufferPointer,
        _ key: SymmetricKey,
        _ nonce: ChunkNonce,
        _ body: (UnsafeRawBufferPointer) -> Value
    ) -> Value? {
        guard sealed.count >= tagByteCount, let plain = try? opened(sealed, key, nonce) else { return nil }
        return plain.withUnsafeBytes { body($0) }
    }

    private static func opened(
        _ sealed: UnsafeRawBufferPointer,
        _ key: SymmetricKey,
        _ nonce: ChunkNonce
    ) throws -> Data {
        let end = sealed.count - tagByteCount
        let box = try ChaChaPoly.SealedBox(
            nonce: ChaChaPoly.Nonce(data: nonce.bytes),
            ciphertext: UnsafeRawBufferPointer(rebasing: sealed[..<end]),
            tag: UnsafeRawBufferPointer(rebasing: sealed[end...])
        )
        return try ChaChaPoly.open(box, using: key)
    }
}

/// The nonce of a chunk: its number in eleven bytes, and whether it is the last (age-encryption.org/v1, "Payload").
struct ChunkNonce: Sendable {
    static let byteCount = 12

    /// Number of the chunk, from 0. No file has 2^64 of them.
    var number: UInt64 = 0
    /// Whether the chunk is the last.
    var isLast = false

    /// Twelve bytes. Those of a new value are all zero, as the nonce of a wrapped file key is.
    var bytes: [UInt8] {
        [0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) } + [isLast ? 1 : 0]
    }
}
