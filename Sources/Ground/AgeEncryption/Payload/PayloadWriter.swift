import BoundedWork
import Crypto
import SecureMemory

/// Chunks of a payload as they are sealed (age-encryption.org/v1, "Payload").
struct PayloadWriter: ~Copyable, Sendable {
    private let key: SymmetricKey
    private var nonce = ChunkNonce()
    private var chunk = ChunkBuffer(capacity: Self.chunkByteCount)

    /// Bytes of plain text in every chunk but the last.
    static let chunkByteCount = 64 << 10
    /// Chunks that a thread seals before it overwrites what that has left.
    private static let chunksOfPiece = 4

    init(key: SymmetricKey) {
        self.key = key
    }

    /// Bytes of the chunks of a plain text.
    static func byteCount(ofPlaintext count: Int) -> Int {
        count + ChaCha.tagByteCount * max(1, (count + chunkByteCount - 1) / chunkByteCount)
    }

    /// Seals the chunks that other bytes follow.
    mutating func append(
        _ bytes: UnsafeRawBufferPointer,
        into sealed: inout SecureBytesBuilder,
        _ work: WorkContext
    ) throws(OutOfMemory) {
        var input = bytes
        guard chunk.count + input.count > Self.chunkByteCount else { return try chunk.fill(from: &input) }
        if chunk.count > 0 {
            try chunk.fill(from: &input)
            try sealChunk(into: &sealed)
        }
        let whole = max(input.count - 1, 0) / Self.chunkByteCount
        try seal(whole, of: input, into: &sealed, work)
        input = UnsafeRawBufferPointer(rebasing: input[(whole * Self.chunkByteCount)...])
        try chunk.fill(from: &input)
    }

    /// Seals the last chunk, which is empty only if there is no other.
    mutating func finish(into sealed: inout SecureBytesBuilder) throws(OutOfMemory) {
        nonce.isLast = true
        try sealChunk(into: &sealed)
    }

    private mutating func sealChunk(into sealed: inout SecureBytesBuilder) throws(OutOfMemory) {
        let (key, nonce) = (key, nonce)
        try chunk.withUnsafeBytes { (bytes) throws(OutOfMemory) in
            try CryptoRemains.overwritten { () throws(OutOfMemory) in
                try ChaCha.seal(bytes, key, nonce, into: &sealed)
            }
        }
        chunk.removeAll()
        self.nonce.number += 1
    }

    /// Seals the first `count` chunks of `input`, all of them whole.
    private mutating func seal(
        _ count: Int,
        of input: UnsafeRawBufferPointer,
        into sealed: inout SecureBytesBuilder,
        _ work: WorkContext
    ) throws(OutOfMemory) {
        let (key, nonce) = (key, nonce)
        let pieces = (count + Self.chunksOfPiece - 1) / Self.chunksOfPiece
        var areSealed = true
        let sealedByteCount = count * (Self.chunkByteCount + ChaCha.tagByteCount)
        try sealed.appendInPlace(minimum: sealedByteCount) { room in
            // Each piece is written to a place of its own.
            let results = work.map(pieces) { piece in
                let start = piece * Self.chunksOfPiece
                let chunks = start..<min(start + Self.chunksOfPiece, count)
                return CryptoRemains.overwritten { Self.seal(chunks, of: input, key, after: nonce, into: room) }
            }
            areSealed = results.allSatisfy(\.self)
            return sealedByteCount
        }
        guard areSealed else { throw .unknown }
        self.nonce.number += UInt64(count)
    }

    /// Seals chunks of `input` to their places in `sealed`; false where there is no memory.
    private static func seal(
        _ chunks: Range<Int>,
        of input: UnsafeRawBufferPointer,
        _ key: SymmetricKey,
        after first: ChunkNonce,
        into sealed: UnsafeMutableRawBufferPointer
    ) -> Bool {
        chunks.allSatisfy { chunk in
            var nonce = first
            nonce.number += UInt64(chunk)
            let plain = input[chunk * chunkByteCount..<(chunk + 1) * chunkByteCount]
            let room = sealed[(chunk * (chunkByteCount + ChaCha.tagByteCount))...]
            return ChaCha.seal(
                UnsafeRawBufferPointer(rebasing: plain),
                key,
                nonce,
                into: UnsafeMutableRawBufferPointer(rebasing: room)
            )
        }
    }
}
