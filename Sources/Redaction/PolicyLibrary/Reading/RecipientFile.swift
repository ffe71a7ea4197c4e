public import AgeEncryption
import BoundedWork
import SecureMemory

/// A file of recipients, one in a line, as `age-keygen -y` writes them.
public struct RecipientFile: Sendable {
    /// Path of the file; `-` is standard input.
    public let path: String

    /// The file at `path`, which may be a pipe.
    public init(_ path: String) {
        self.path = path
    }

    /// The recipients in the file; ``InvalidFile`` with the line.
    public func read() throws(InvalidFile) -> [AgeRecipient] {
        let bytes = try mapError(
            InputFile(path).read(.any, maximumBytes: AgeKeyFile.maximumByteCount),
            InvalidFile.init
        )
        return try NamedText(name: path, path: path, bytes: bytes).recipients()
    }

    /// The recipients of a group: those of the file `name` in `directory`, with or without `.txt`.
    public static func group(_ name: String, in directory: String) throws(InvalidFile) -> [AgeRecipient] {
        let groups = try NamedText.recipients(in: directory)
        guard let group = groups.first(where: { $0.name == name }) else {
            let known = groups.map(\.name).joined(separator: ", ")
            throw InvalidFile(directory, "there is no group \(QuotedText.quoting(name)); known are \(known)")
        }
        return try group.recipients()
    }
}

extension NamedText {
    /// The groups in `directory`, called by their names alone or `.txt`; an error if there are none.
    static func recipients(in directory: String) throws(InvalidFile) -> [Self] {
        let groups = try all(in: directory, extensions: ["", "txt"], maximumBytes: AgeKeyFile.maximumByteCount)
        guard !groups.isEmpty else { throw InvalidFile(directory, "the directory has no groups of recipients") }
        return groups
    }

    func recipients() throws(InvalidFile) -> [AgeRecipient] {
        try mapError(AgeKeyFile.recipients(in: bytes)) { (error: AgeKeyError) in
            InvalidFile(path, line: error.line, error.sentence)
        }
    }
}
