public import Redaction

/// Policies by name: the built-in ones, and those in the files of a directory.
///
/// ```swift
/// let library = try PolicyLibrary(directory: "/etc/snapveil/policies")
/// let policy = library["bank-app"]
/// ```
public struct PolicyLibrary: Sendable {
    private let policies: [String: Policy]

    /// The built-in policies.
    public init() {
        self.init(BuiltInPolicies.all)
    }

    /// The built-in policies, unless `hasBuiltIns` is false, and those of the files in `directory` called `.json`, `.yaml` or
    /// `.yml`, which may need a detector and have to allow `minimum`. A file is named after its policy; one with the name of a
    /// built-in policy takes its place. ``InvalidFile`` for the first file that cannot be used, or if there is no policy at all.
    public init(
        directory: String,
        hasBuiltIns: Bool = true,
        demanding minimum: MinimumAssurance = .obscured
    ) throws(InvalidFile) {
        let texts = try NamedText.policies(in: directory, mayBeNone: hasBuiltIns)
        try self.init(texts, hasBuiltIns: hasBuiltIns, demanding: minimum, hasDetector: true)
    }

    /// The built-in policies, unless `hasBuiltIns` is false, and those of files, which may need a detector if `hasDetector`.
    init(
        _ texts: [NamedText],
        hasBuiltIns: Bool,
        demanding minimum: MinimumAssurance,
        hasDetector: Bool
    ) throws(InvalidFile) {
        var policies = hasBuiltIns ? BuiltInPolicies.all : []
        for text in texts {
            let file = try StructuredFile(text.path, text.bytes)
            policies.append(try file.policy(named: text.name, demanding: minimum, hasDetector: hasDetector))
        }
        self.init(policies)
    }

    /// - Precondition: All policies have names. Of two with the same name, the latter counts.
    private init(_ policies: [Policy]) {
        self.policies = policies.reduce(into: [:]) { table, policy in
            if let name = policy.name { table[name] = policy }
        }
    }

    /// The policy called `name`.
    public subscript(name: String) -> Policy? { policies[name] }

    /// All policies in the order of their names.
    public var all: [Policy] { policies.sorted { $0.key < $1.key }.map(\.value) }

    /// The names of all policies, in order.
    public var names: [String] { policies.keys.sorted() }
}
