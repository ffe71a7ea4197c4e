import Crypto
import SecureMemory

/// Chunks of a payload as they are opened (age-encryption.org/v1, "Payload").
///
/// A whole chunk is opened when its last byte comes, as one that others follow or as the last one; a shorter one can
/// only be the last.
struct PayloadReader: ~Copyable, Sendable {
    private let fileKey: FileKey
    /// Nil until the nonce of the payload is whole.
    private var key: SymmetricKey?
    private var payloadNonce = ChunkBuffer(capacity: 16)
    private var nonce = ChunkNonce()
    private var chunk = ChunkBuffer(capacity: Self.chunkByteCount)
    private var plain: SecureBytesBuilder

    /// Bytes of every chunk but the last, with its tag.
    private static let chunkByteCount = PayloadWriter.chunkByteCount + ChaCha.tagByteCount

    /// Begins a payload; `capacity` makes room for its plain text.
    init(_ fileKey: FileKey, capacity: Int) throws(OutOfMemory) {
        plain = try SecureBytesBuilder(capacity: capacity)
        self.fileKey = fileKey
    }

    /// Whether so many more bytes make the nonce or a chunk whole, so that keys are used.
    func opens(_ count: Int) -> Bool {
        key == nil || chunk.count + count >= Self.chunkByteCount
    }

    /// Opens the chunks that are whole.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(AgeError) {
        var input = bytes
        guard let key = try payloadKey(from: &input) else { return }
        while !input.isEmpty {
            guard !nonce.isLast else { throw .trailingBytes }
            guard chunk.count > 0 || input.count < Self.chunkByteCount else {
                let whole = UnsafeRawBufferPointer(rebasing: input[..<Self.chunkByteCount])
                input = UnsafeRawBufferPointer(rebasing: input[Self.chunkByteCount...])
                try Self.openWhole(whole, key, &nonce, into: &plain)
                continue
            }
            do { try chunk.fill(from: &input) } catch { throw .outOfMemory(error) }
            guard chunk.isFull else { continue }
            try chunk.withUnsafeBytes { (whole) throws(AgeError) in
                try Self.openWhole(whole, key, &nonce, into: &plain)
            }
            chunk.removeAll()
        }
    }

    /// Takes the plain text that is opened so far and was not taken before.
    mutating func takePlaintext() throws(OutOfMemory) -> SecureBytes {
        var taken = try SecureBytesBuilder()
        swap(&taken, &plain)
        return taken.finish()
    }

    /// Opens the last chunk, unless it was whole.
    mutating func finish() throws(AgeError) {
        guard let key else { throw .cut }
        guard !nonce.isLast else { return }
        guard chunk.count >= ChaCha.tagByteCount else { throw .cut }
        nonce.isLast = true
        guard chunk.count > ChaCha.tagByteCount || nonce.number == 0 else {
            let nonce = nonce
            throw chunk.withUnsafeBytes { Self.isAuthentic($0, key, nonce) } ? .emptyLastChunk : .changed
        }
        let isOpen = try chunk.withUnsafeBytes { (rest) throws(AgeError) in
            try Self.open(rest, key, nonce, into: &plain)
        }
        guard !isOpen else { return }
        nonce.isLast = false
        throw chunk.withUnsafeBytes { Self.isAuthentic($0, key, nonce) } ? .cut : .changed
    }

    /// The key of the chunks; nil if the nonce before them is not whole yet.
    private mutating func payloadKey(from input: inout UnsafeRawBufferPointer) throws(AgeError) -> SymmetricKey? {
        if let key { return key }
        do { try payloadNonce.fill(from: &input) } catch { throw .outOfMemory(error) }
        guard payloadNonce.isFull else { return nil }
        key = payloadNonce.withUnsafeBytes { fileKey.payloadKey(nonce: $0) }
        return key
    }

    /// Appends the plain text of a whole chunk, which may be the last: `nonce` says so then.
    private static func openWhole(
        _ chunk: UnsafeRawBufferPointer,
        _ key: SymmetricKey,
        _ nonce: inout ChunkNonce,
        into plain: inout SecureBytesBuilder
    ) throws(AgeError) {
        if try open(chunk, key, nonce, into: &plain) {
            nonce.number += 1
        } else {
            nonce.isLast = true
            guard try open(chunk, key, nonce, into: &plain) else { throw .changed }
        }
    }

    /// Appends the plain text of a chunk, or returns false if it is not authentic.
    private static func open(
        _ chunk: UnsafeRawBufferPointer,
        _ key: SymmetricKey,
        _ nonce: ChunkNonce,
        into plain: inout SecureBytesBuilder
    ) throws(AgeError) -> Bool {
        let appended = ChaCha.withOpened(chunk, key, nonce) { opened in
            Result { () throws(OutOfMemory) in try plain.append(opened) }
        }
        guard let appended else { return false }
        do { try appended.get() } catch { throw .outOfMemory(error) }
        return true
    }

    private static func isAuthentic(_ bytes: UnsafeRawBufferPointer, _ key: SymmetricKey, _ nonce: ChunkNonce) -> Bool {
        ChaCha.withOpened(bytes, key, nonce) { _ in true } ?? false
    }
}
