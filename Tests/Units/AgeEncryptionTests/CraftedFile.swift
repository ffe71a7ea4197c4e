import BoundedWork
import Crypto
import SecureMemory

@testable import AgeEncryption

/// A file of age put together piece by piece, to break one rule of the format at a time.
struct CraftedFile {
    /// Text of the version line.
    var version = "age-encryption.org/v1\n"
    /// Texts of the stanzas, with all line feeds.
    var stanzas: [String]
    /// Text of the last line, made of that of the MAC.
    var lastLine: (String) -> String = { "--- \($0)\n" }
    /// The key of the file.
    let fileKey: FileKey
    /// The nonce of the payload.
    var nonce = [UInt8](repeating: 7, count: 16)
    /// The plain text of each chunk, and whether it claims to be the last.
    var chunks: [(plain: [UInt8], isLast: Bool)] = [(Array("hello".utf8), true)]

    /// A file of keys, or of one stanza of X25519 for `recipient`.
    init(for recipient: AgeRecipient, fileKey: FileKey? = nil) throws {
        self.fileKey = try fileKey ?? FileKey()
        stanzas = [try Self.stanza(for: recipient, self.fileKey)]
    }

    /// The bytes of the file. Its MAC is right.
    func bytes() throws -> SecureBytes {
        let authenticated = Array("\(version)\(stanzas.joined())---".utf8)
        let mac = authenticated.withUnsafeBytes { fileKey.mac(of: $0) }
        var file = try SecureBytesBuilder()
        try file.append("\(version)\(stanzas.joined())\(lastLine(base64(mac)))")
        try nonce.withUnsafeBytes { try file.append($0) }
        let key = nonce.withUnsafeBytes { fileKey.payloadKey(nonce: $0) }
        for (number, chunk) in chunks.enumerated() {
            let nonce = ChunkNonce(number: UInt64(number), isLast: chunk.isLast)
            try chunk.plain.withUnsafeBytes { try ChaCha.seal($0, key, nonce, into: &file) }
        }
        return file.finish()
    }

    /// The text of a stanza that wraps a file key for a recipient.
    static func stanza(for recipient: AgeRecipient, _ fileKey: FileKey) throws -> String {
        let stanza = try X25519Stanza(wrapping: fileKey, for: recipient)
        return "-> X25519 \(base64(stanza.share))\n\(base64(stanza.body))\n"
    }
}

/// The canonical text of bytes, without padding.
func base64(_ bytes: [UInt8]) -> String {
    (try? UnpaddedBase64.encode(bytes))?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } ?? ""
}

extension SecureBytes {
    /// The UTF-8 of a text.
    init(_ text: String) throws {
        try self.init(copying: Array(text.utf8))
    }

    /// The bytes as an array.
    var array: [UInt8] { withUnsafeBytes { Array($0) } }
}

/// The file that seals `plain` to `recipients`, on some threads.
func sealed(_ plain: [UInt8], to recipients: [AgeRecipient], threads: Int = 1) throws -> SecureBytes {
    var writer = try AgeWriter(to: recipients, capacity: plain.count)
    try writer.append(SecureBytes(copying: plain), work: WorkContext { threads })
    return try writer.finish()
}

/// The fault that keeps a file from being opened, or nil.
func fault(_ file: [UInt8], _ identities: [AgeIdentity]) throws -> AgeError? {
    let bytes = try SecureBytes(copying: file)
    do throws(AgeError) {
        _ = try AgeFile.open(bytes, with: identities)
        return nil
    } catch {
        return error
    }
}
