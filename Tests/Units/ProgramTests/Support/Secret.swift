import Glibc

/// Bytes that a request brought, or its reply held, and that are to be gone afterwards.
struct Secret {
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: some Collection<UInt8>) {
        self.name = name
        self.bytes = Array(bytes)
    }

    /// Pieces from all over the bytes, so that what is left of a buffer that was partly overwritten is found, too.
    var pieces: [ArraySlice<UInt8>] {
        let length = 32
        guard bytes.count > length else { return [bytes[...]] }
        // The first bytes of a file tell its size, and are the same in a cover that is kept ready.
        let content = bytes.count > 256 ? bytes.dropFirst(64) : bytes[...]
        return (0...7).map { eighth in
            let start = content.startIndex + (content.count - length) * eighth / 7
            return bytes[start..<start + length]
        }
    }

    /// Whether any piece is among `bytes`.
    func shows(in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            pieces.contains { piece in piece.withUnsafeBytes { Self.find($0, in: bytes) } }
        }
    }

    private static func find(_ piece: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let target = piece.baseAddress, let first = piece.first else { return false }
        guard var start = bytes.baseAddress else { return false }
        // The last place at which the piece could begin.
        let end = start + bytes.count - piece.count
        while start <= end, let found = memchr(start, Int32(first), end - start + 1) {
            if memcmp(found, target, piece.count) == 0 { return true }
            start = UnsafeRawPointer(found) + 1
        }
        return false
    }
}
