public import Redaction
import SecureMemory
import StrictJSON

/// A policy in a file: in YAML if the file is called `.yaml` or `.yml`, in JSON if it is called anything else.
public struct PolicyFile: Sendable {
    /// Where the file is; `-` is standard input.
    public let path: String

    /// The file at `path`, which may be a pipe.
    public init(_ path: String) {
        self.path = path
    }

    /// The policy in the file, which may take a detector.
    ///
    /// - Parameter minimum: The weakest assurance that it has to allow to be of use.
    /// - Throws: ``InvalidFile``, with the line.
    public func read(demanding minimum: MinimumAssurance = .obscured) throws(InvalidFile) -> Policy {
        try StructuredFile(path, .any).policy(named: nil, demanding: minimum, hasDetector: true)
    }
}

extension StructuredFile {
    /// The policy in the file.
    ///
    /// - Parameters:
    ///   - name: What the policy is called. One that has a name of its own has to have this one. Nil leaves the policy as
    ///     it is.
    ///   - minimum: The weakest assurance that it has to allow to be of use.
    ///   - hasDetector: Whether a policy that takes a detector is of use.
    /// - Throws: ``InvalidFile``, with the line.
    func policy(
        named name: String?,
        demanding minimum: MinimumAssurance,
        hasDetector: Bool
    ) throws(InvalidFile) -> Policy {
        do throws(PolicyError) {
            let policy = try Policy(JSONCursor(value))
            _ = try policy.demanding(minimum)
            try policy.check(hasDetector: hasDetector)
            return try name.map { (name) throws(PolicyError) in try policy.named(name) } ?? policy
        } catch {
            throw invalid(error.description, at: error.pointer)
        }
    }
}
