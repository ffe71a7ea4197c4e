import Crypto
public import RawVideo
public import SecureMemory

/// SHA-256 of a whole file.
public struct FileDigest: Sendable, Equatable {
    /// 64 digits in lowercase.
    public let hexadecimal: String

    /// Nil unless the text has 64 digits in lowercase.
    public init?(hexadecimal: String) {
        guard hexadecimal.utf8.count == 64, hexadecimal.utf8.allSatisfy({ Array("0123456789abcdef".utf8).contains($0) })
        else { return nil }
        self.hexadecimal = hexadecimal
    }

    /// The digest of a file in memory.
    public init(of file: SecureBytes) {
        self.init(file.withUnsafeBytes { SHA256.hash(data: $0) })
    }

    /// The digest of all that a source has.
    public init(readFrom source: some ByteSource) throws(UnsealingError) {
        var source = source
        var hash = SHA256()
        while case let piece = try source.piece(atMost: 1 << 18), !piece.isEmpty {
            piece.withUnsafeBytes { hash.update(bufferPointer: $0) }
        }
        self.init(hash.finalize())
    }

    private init(_ digest: SHA256.Digest) {
        let digits = Array("0123456789abcdef")
        hexadecimal = String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
