import CNettle
import Glibc
import SecureMemory

/// A digest: SHA-256 of FIPS 180-4, which `sha256sum` prints, too.
struct Digest: Sendable, Hashable {
    /// The 32 bytes.
    let bytes: [UInt8]

    /// Bytes of a digest.
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

    /// The digest of `bytes`.
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

        /// Starts with no bytes.
        init() {
            nettle_sha256_init(&state)
        }

        /// Goes on with `bytes`.
        mutating func add(_ bytes: UnsafeRawBufferPointer) {
            nettle_sha256_update(&state, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }

        /// Goes on with `bytes`.
        mutating func add(_ bytes: some Collection<UInt8>) {
            let state: Void? = bytes.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
            if state == nil { Array(bytes).withUnsafeBytes { add($0) } }
        }

        /// Goes on with `bytes`.
        mutating func add(_ bytes: SecureBytes) {
            bytes.withUnsafeBytes { add($0) }
        }

        /// The digest of all bytes, of which nothing is left in memory.
        consuming func finish() -> Digest {
            Digest(
                [UInt8](unsafeUninitializedCapacity: Digest.byteCount) { buffer, count in
                    nettle_sha256_digest(&state, Digest.byteCount, buffer.baseAddress)
                    // The end of what was hashed.
                    explicit_bzero(&state, MemoryLayout<sha256_ctx>.size)
                    count = Digest.byteCount
                }
            )
        }
    }
}

extension Collection<UInt8> {
    /// Two lowercase digits for each byte.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
