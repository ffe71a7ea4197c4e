import BoundedWork
public import Redaction
import SecureMemory
import StrictJSON

/// A policy in a file: in YAML if the file is called `.yaml` or `.yml`, in JSON if it is called anything else.
public struct PolicyFile: Sendable {
    /// Path of the file; `-` is standard input.
    public let path: String

    /// The file at `path`, which may be a pipe.
    public init(_ path: String) {
        self.path = path
    }

    /// The policy in the file, which may need a detector and has to allow `minimum`; ``InvalidFile`` with the line.
    public func read(demanding minimum: MinimumAssurance = .obscured) throws(InvalidFile) -> Policy {
        try StructuredFile(path, .any).policy(named: nil, demanding: minimum, hasDetector: true)
    }
}

extension StructuredFile {
    /// The policy in the file, called `name` unless that is nil; a name of its own has to be the same. It has to allow `minimum`.
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

extension NamedText {
    /// The policies in `directory`, called `.json`, `.yaml` or `.yml`; an error if there are none, unless `mayBeNone`.
    static func policies(in directory: String, mayBeNone: Bool) throws(InvalidFile) -> [Self] {
        let policies = try all(
            in: directory,
            extensions: ["json", "yaml", "yml"],
            maximumBytes: StructuredFile.maximumBytes
        )
        // A directory that was not mounted would leave a server that refuses everything.
        guard mayBeNone || !policies.isEmpty else { throw InvalidFile(directory, "the directory has no policies") }
        return policies
    }
}

extension Policy {
    /// Refuses a policy that needs a detector without one, by ``PolicyError/detectorMissing(_:)``.
    public func check(hasDetector: Bool) throws(PolicyError) {
        guard !hasDetector, let pointer = pointerToSight else { return }
        throw .detectorMissing(pointer)
    }
}
