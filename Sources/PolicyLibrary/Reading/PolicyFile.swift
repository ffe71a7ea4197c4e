public import Redaction
import SecureMemory
import StrictJSON

/// A policy in a file: in YAML if the file is called `.yaml` or `.yml`, in JSON if it is called anything else.
public struct PolicyFile: Sendable {
    /// Where the file is; `-` is standard input.
    public let path: String
    private let kind: InputFile.Kind

    /// The file at `path`, which may be a pipe.
    public init(_ path: String) {
        self.init(path, .any)
    }

    init(_ path: String, _ kind: InputFile.Kind) {
        self.path = path
        self.kind = kind
    }

    /// The policy in the file.
    ///
    /// - Parameter minimum: The weakest assurance that it has to allow to be of use.
    /// - Throws: ``InvalidFile``, with the line.
    public func read(demanding minimum: MinimumAssurance = .obscured) throws(InvalidFile) -> Policy {
        try read(named: nil, demanding: minimum)
    }

    /// The policy in the file, under `name`. One that has a name of its own has to have this one.
    func read(named name: String?, demanding minimum: MinimumAssurance) throws(InvalidFile) -> Policy {
        let file = try StructuredFile(path, kind)
        do throws(PolicyError) {
            let policy = try Policy(JSONCursor(file.value))
            _ = try policy.demanding(minimum)
            return try name.map { (name) throws(PolicyError) in try policy.named(name) } ?? policy
        } catch {
            throw file.invalid(error.description, at: error.pointer)
        }
    }
}
