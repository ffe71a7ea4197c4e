import BoundedWork
import CNettle
import Detection
import Glibc
import RedactionJobs
import SecureMemory
import SnapveilService

/// A digest: SHA-256 of FIPS 180-4, which `sha256sum` prints, too.
struct Digest: Sendable, Hashable {
    let bytes: [UInt8]

    static let byteCount = Int(SHA256_DIGEST_SIZE)

    fileprivate init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The digest of `bytes`.
    init(of bytes: some Collection<UInt8>) {
        var hasher = Hasher()
        hasher.add(bytes)
        self = hasher.finish()
    }

    init(of bytes: SecureBytes) {
        var hasher = Hasher()
        hasher.add(bytes)
        self = hasher.finish()
    }

    /// The digest in lowercase hexadecimal, as `sha256sum` prints it.
    var hexadecimal: String { bytes.hexadecimal }
}

extension Digest {
    /// Makes the digest of bytes that come piece by piece.
    struct Hasher {
        private var state = sha256_ctx()

        init() {
            nettle_sha256_init(&state)
        }

        mutating func add(_ bytes: UnsafeRawBufferPointer) {
            nettle_sha256_update(&state, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }

        mutating func add(_ bytes: some Collection<UInt8>) {
            let state: Void? = bytes.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
            if state == nil { Array(bytes).withUnsafeBytes { add($0) } }
        }

        mutating func add(_ bytes: SecureBytes) {
            bytes.withUnsafeBytes { add($0) }
        }

        /// The digest of all bytes; nothing of them is left in memory.
        consuming func finish() -> Digest {
            Digest(
                [UInt8](unsafeUninitializedCapacity: Digest.byteCount) { buffer, count in
                    nettle_sha256_digest(&state, Digest.byteCount, buffer.baseAddress)
                    // The context holds the end of the hashed bytes.
                    explicit_bzero(&state, MemoryLayout<sha256_ctx>.size)
                    count = Digest.byteCount
                }
            )
        }
    }
}

extension Collection<UInt8> {
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// A key for digests that show nobody else the hashed bytes.
///
/// With the plain digest of a screenshot, whoever has its redacted form can try covered values until the digest fits.
struct SealingKey: Sendable {
    private let inner: [UInt8]
    private let outer: [UInt8]

    static let byteCount = 32

    init(_ bytes: [UInt8]) {
        let padded = bytes + [UInt8](repeating: 0, count: 64 - bytes.count)
        inner = padded.map { $0 ^ 0x36 }
        outer = padded.map { $0 ^ 0x5C }
    }

    /// Bytes of a key that nobody can guess.
    static func random() -> [UInt8] {
        (0..<byteCount).map { _ in .random(in: .min ... .max) }
    }

    /// The key for what depends on secrets, too: with others no digest is the same. Nobody who lacks the key can try values.
    func bound(to secrets: SecureBytes?) -> SealingKey {
        guard let secrets else { return self }
        var hasher = hasher()
        hasher.add("secrets\n".utf8)
        hasher.add(secrets)
        return SealingKey(finish(hasher).bytes)
    }

    /// Starts the HMAC (RFC 2104) of the bytes that are added until ``finish(_:)``.
    func hasher() -> Digest.Hasher {
        var hasher = Digest.Hasher()
        hasher.add(inner)
        return hasher
    }

    /// The digest, under this key, of the bytes added to a hasher of this key.
    func finish(_ hasher: consuming Digest.Hasher) -> Digest {
        var second = Digest.Hasher()
        second.add(outer)
        second.add(hasher.finish().bytes)
        return second.finish()
    }
}

extension RedactionOrder {
    /// The digest of all that is done to files: of this order, the version of the program, the extensions of page sources,
    /// and the models. Nothing of the secrets that are known is in it: who has the rest could try values.
    func digest(hierarchyExtensions: [String], models: String?) throws -> Digest {
        var order = self
        order.secrets = nil
        let bytes = try order.encoded()
        var hasher = Digest.Hasher()
        hasher.add("snapveil \(APIDescription.version) \(hierarchyExtensions.joined(separator: " "))\n".utf8)
        for name in models == nil ? [] : Detector.fileNames {
            // Of one length each, so that no file can pass for two.
            let file = try mapError(InputFile("\(models ?? "")/\(name)").read()) { (error: FileError) in
                CommandFailure.configuration("\(error)")
            }
            hasher.add(Digest(of: file).bytes)
        }
        hasher.add(bytes)
        return hasher.finish()
    }
}
