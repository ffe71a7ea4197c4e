/// A key under which digests are made that tell nobody else what was hashed.
///
/// With the plain digest of a screenshot, whoever has its redacted form can try what was covered until the digest fits.
struct SealingKey: Sendable {
    private let inner: [UInt8]
    private let outer: [UInt8]

    /// Bytes of a key.
    static let byteCount = 32

    /// A key of ``byteCount`` bytes.
    init(_ bytes: [UInt8]) {
        let padded = bytes + [UInt8](repeating: 0, count: 64 - bytes.count)
        inner = padded.map { $0 ^ 0x36 }
        outer = padded.map { $0 ^ 0x5C }
    }

    /// Bytes of a key that nobody can guess.
    static func random() -> [UInt8] {
        (0..<byteCount).map { _ in .random(in: .min ... .max) }
    }

    /// Starts what ``finish(_:)`` ends: HMAC (RFC 2104) of what is added between them.
    func hasher() -> Digest.Hasher {
        var hasher = Digest.Hasher()
        hasher.add(inner)
        return hasher
    }

    /// The digest, under this key, of what was added to a hasher of this key.
    func finish(_ hasher: consuming Digest.Hasher) -> Digest {
        var second = Digest.Hasher()
        second.add(outer)
        second.add(hasher.finish().bytes)
        return second.finish()
    }
}
