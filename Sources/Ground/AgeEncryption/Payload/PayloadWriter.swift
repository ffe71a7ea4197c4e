import Crypto
import SecureMemory

/// Chunks of a payload as they are sealed (age-encryption.org/v1, "Payload").
struct PayloadWriter: ~Copyable, Sendable {
    private let key: SymmetricKey
    private var nonce = ChunkNonce()
    private var chunk = ChunkBuffer(capacity: Self.chunkByteCount)

    /// Bytes of plain text in every chunk but the last.
    static let chunkByteCount = 64 << 10

    init(key: SymmetricKey) {
        self.key = key
    }

    /// Bytes of the chunks of a plain text.
    static func byteCount(ofPlaintext count: Int) -> Int {
        count + ChaCha.tagByteCount * max(1, (count + chunkByteCount - 1) / chunkByteCount)
    }

    /// Whether so many more bytes make a chunk whole that they also follow.
    func seals(_ count: Int) -> Bool { chunk.count + count > Self.chunkByteCount }

    /// Seals the chunks that other bytes follow.
    mutating func append(_ bytes: UnsafeRawBufferPointer, into sealed: inout SecureBytesBuilder) throws(OutOfMemory) {
        var input = bytes
        guard seals(input.count) else { return try chunk.fill(from: &input) }
        if chunk.count > 0 {
            try chunk.fill(from: &input)
            try sealChunk(into: &sealed)
        }
        while input.count > Self.chunkByteCount {
            try seal(UnsafeRawBufferPointer(rebasing: input[..<Self.chunkByteCount]), into: &sealed)
            input = UnsafeRawBufferPointer(rebasing: input[Self.chunkByteCount...])
        }
        try chunk.fill(from: &input)
    }

    /// Seals the last chunk, which is empty only if there is no other.
    mutating func finish(into sealed: inout SecureBytesBuilder) throws(OutOfMemory) {
        nonce.isLast = true
        try sealChunk(into: &sealed)
    }

    private mutating func sealChunk(into sealed: inout SecureBytesBuilder) throws(OutOfMemory) {
        let (key, nonce) = (key, nonce)
        try chunk.withUnsafeBytes { (bytes) throws(OutOfMemory) in try ChaCha.seal(bytes, key, nonce, into: &sealed) }
        chunk.removeAll()
        self.nonce.number += 1
    }

    private mutating func seal(_ bytes: UnsafeRawBufferPointer, into sealed: inout SecureBytesBuilder)
        throws(OutOfMemory)
    {
        try ChaCha.seal(bytes, key, nonce, into: &sealed)
        nonce.number += 1
    }
}
