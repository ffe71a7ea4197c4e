package import AgeEncryption
import BinaryCoding
import BoundedWork
package import PolicyLibrary
package import SecureMemory

/// The files of identities, with the passphrase of those that are encrypted: read, but neither opened nor parsed.
package struct IdentityFiles: Sendable {
    /// A file of identities, in lines or encrypted with a passphrase.
    package struct File: Sendable {
        /// The path, for errors.
        let path: String
        let bytes: SecureBytes

        package init(_ path: String, _ bytes: SecureBytes) {
            (self.path, self.bytes) = (path, bytes)
        }

        /// Whether it is encrypted, by its first bytes.
        package var isEncrypted: Bool { AgeReader.isAge(bytes) }
    }

    private let files: [File]
    /// The passphrase of all encrypted files; nil where none is encrypted.
    private let passphrase: SecureBytes?

    package init(_ files: [File], passphrase: SecureBytes?) {
        (self.files, self.passphrase) = (files, passphrase)
    }

    /// Upper bound on the files, and on the bytes of a path.
    private static let (mostFiles, longestPath) = (64, 64 << 10)

    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(array: files) { writer, file in
            writer.write(file.path)
            writer.write(file.bytes)
        }
        writer.write(optional: passphrase) { $0.write($1) }
        return try writer.finish()
    }

    init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        files = try reader.array(maximumCount: Self.mostFiles) { reader in
            File(try reader.string(maximumByteCount: Self.longestPath), try reader.bytes())
        }
        passphrase = try reader.optional { try $0.bytes() }
        try reader.finish()
    }

    /// The identities of all files; ``InvalidFile`` for the first one that cannot be used.
    package func identities() throws(InvalidFile) -> [AgeIdentity] {
        var all: [AgeIdentity] = []
        for file in files { all += try identities(of: file) }
        return all
    }

    private func identities(of file: File) throws(InvalidFile) -> [AgeIdentity] {
        let lines = file.isEncrypted ? try opened(file) : file.bytes
        return try mapError(AgeKeyFile.identities(in: lines)) { (error: AgeKeyError) in
            InvalidFile(file.path, line: error.line, error.sentence)
        }
    }

    private func opened(_ file: File) throws(InvalidFile) -> SecureBytes {
        guard let passphrase else {
            throw InvalidFile(file.path, "it is encrypted with a passphrase, and none was given")
        }
        return try mapError(AgeFile.open(file.bytes, passphrase: passphrase)) { (error: AgeError) in
            InvalidFile(file.path, error.sentence)
        }
    }
}
