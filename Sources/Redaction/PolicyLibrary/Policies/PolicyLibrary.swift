public import Redaction

/// Policies by name: those that are built in, and those in the files of a directory.
///
/// ```swift
/// let library = try PolicyLibrary(directory: "/etc/snapveil/policies")
/// let policy = library["bank-app"]
/// ```
public struct PolicyLibrary: Sendable {
    private let policies: [String: Policy]

    /// The policies that are built in.
    public init() {
        self.init(BuiltInPolicies.all)
    }

    /// The policies that are built in, and those of the files in `directory` called `.json`, `.yaml` or `.yml`. A file
    /// is named after its policy; one that is called as a policy that is built in takes its place. They may take a detector.
    ///
    /// - Parameters:
    ///   - directory: A path.
    ///   - hasBuiltIns: False leaves out those that are built in; there has to be a file then.
    ///   - minimum: The weakest assurance that every file has to allow.
    /// - Throws: ``InvalidFile`` for the first file that cannot be used.
    public init(
        directory: String,
        hasBuiltIns: Bool = true,
        demanding minimum: MinimumAssurance = .obscured
    ) throws(InvalidFile) {
        let texts = try PolicyText.all(in: directory, mayBeNone: hasBuiltIns)
        try self.init(texts, hasBuiltIns: hasBuiltIns, demanding: minimum, hasDetector: true)
    }

    /// The policies that are built in, unless `hasBuiltIns` is false, and those of files that were read, none of which may take
    /// a detector if `hasDetector` is false.
    ///
    /// - Throws: ``InvalidFile`` for the first file that cannot be used.
    init(
        _ texts: [PolicyText],
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

    /// A library of `policies`, all of which have names. If two have the same name, the latter counts.
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
