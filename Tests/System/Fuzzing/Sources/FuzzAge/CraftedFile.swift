import SecureMemory

@testable import AgeEncryption

/// A file of age whose MAC and whose tags are right, whatever its stanzas and chunks are.
struct CraftedFile {
    private let stanzas: [UInt8]
    private var chunks: [(plain: [UInt8], isLast: Bool)] = []

    /// The key 07 07 … of the file, which the stanza of the seeds wraps.
    private static let fileKey = {
        guard let key = try? SecureBytes(copying: [UInt8](repeating: 7, count: 16)) else { fatalError("no memory") }
        return FileKey(key)
    }()

    /// Takes an input apart: texts of stanzas up to an empty line, then a byte for each chunk, with its length and in the highest
    /// bit whether it claims to be the last, and its bytes. A length of 127 is a whole chunk.
    init(_ input: [UInt8]) {
        let end = input.indices.first { input[$0...].starts(with: [10, 10]) } ?? max(input.count - 1, 0)
        stanzas = Array(input.prefix(end + 1))
        var rest = input.dropFirst(end + 2)
        while let head = rest.popFirst() {
            let length = Int(head & 127)
            let plain = length == 127 ? [UInt8](repeating: 0, count: 1 << 16) : Array(rest.prefix(length))
            if length < 127 { rest = rest.dropFirst(length) }
            chunks.append((plain, head > 127))
            // Some megabytes are enough.
            if chunks.count > 8 { return }
        }
    }

    func bytes() throws -> SecureBytes {
        let authenticated = AgeHeader.versionLine + stanzas + AgeHeader.macMark
        let mac = authenticated.withUnsafeBytes { Self.fileKey.mac(of: $0) }
        var file = try SecureBytesBuilder()
        try authenticated.withUnsafeBytes { try file.append($0) }
        try file.append(" ")
        try file.append(UnpaddedBase64.encode(mac))
        try file.append("\n")
        let nonce = [UInt8](repeating: 9, count: 16)
        try nonce.withUnsafeBytes { try file.append($0) }
        let key = nonce.withUnsafeBytes { Self.fileKey.payloadKey(nonce: $0) }
        for (number, chunk) in chunks.enumerated() {
            let nonce = ChunkNonce(number: UInt64(number), isLast: chunk.isLast)
            try chunk.plain.withUnsafeBytes { try ChaCha.seal($0, key, nonce, into: &file) }
        }
        return file.finish()
    }
}
