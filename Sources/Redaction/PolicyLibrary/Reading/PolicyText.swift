import BoundedWork
import SecureMemory

/// A policy of a directory as it was read, in JSON or YAML.
struct PolicyText: Sendable, Equatable {
    /// The name that the policy has to have.
    let name: String
    /// Where the file was, which tells whether it is YAML.
    let path: String
    /// All bytes of the file.
    let bytes: SecureBytes
}

extension PolicyText {
    /// Reads the files in `directory` called `.json`, `.yaml` or `.yml`.
    ///
    /// - Parameters:
    ///   - directory: A path.
    ///   - mayBeNone: Whether the directory may be without a policy.
    /// - Throws: ``InvalidFile`` for the first thing that cannot be read, or has no name.
    static func all(in directory: String, mayBeNone: Bool) throws(InvalidFile) -> [Self] {
        var policies: [Self] = []
        for file in try NamedFile.all(in: directory, extensions: ["json", "yaml", "yml"]) {
            let input = InputFile(file.path)
            let bytes = try mapError(
                input.read(.regular, maximumBytes: StructuredFile.maximumBytes),
                InvalidFile.init
            )
            policies.append(Self(name: file.name, path: file.path, bytes: bytes))
        }
        // A directory that was not mounted would leave a server that refuses everything.
        guard mayBeNone || !policies.isEmpty else { throw InvalidFile(directory, "it has no policies") }
        return policies
    }
}
