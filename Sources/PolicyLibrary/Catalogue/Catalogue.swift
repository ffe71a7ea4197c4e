import BoundedWork
public import ImageCore
public import Redaction

/// What a server has by name: policies, and the pictures that they cover with. Both were checked.
public struct Catalogue: Sendable {
    /// The policies that the server has by name.
    public let policies: PolicyLibrary
    /// The pictures that styles may name.
    public let assets: AssetStore
    /// The name of the policy for requests that bring none.
    public let defaultPolicy: String?
    /// Why pictures that no policy needs cannot be used, in the order of their names.
    public let warnings: [InvalidFile]

    /// Where a catalogue comes from.
    public struct Sources: Sendable {
        /// A directory of policies.
        public var policies: String?
        /// Whether the policies that are built in are there, too, next to those of the directory.
        public var hasBuiltIns = true
        /// A directory of pictures.
        public var assets: String?
        /// The name of the policy for requests that bring none.
        public var defaultPolicy: String?
        /// The weakest assurance that every policy of a file, and the default, have to allow.
        public var minimumAssurance = MinimumAssurance.obscured
        /// What a picture may cost.
        public var limits = DecodingLimits()

        /// The policies that are built in, and no directories.
        public init() {}
    }

    /// The policies that are built in, and no pictures.
    public init() {
        policies = PolicyLibrary()
        assets = AssetStore()
        defaultPolicy = nil
        warnings = []
    }

    /// Reads and checks everything.
    ///
    /// A policy may name a picture that is not there: a request can bring it. One that is there and cannot be used,
    /// though, is an error where a policy names it.
    ///
    /// - Throws: ``InvalidFile`` for the first thing that is wrong.
    public init(_ sources: Sources) throws(InvalidFile) {
        if let directory = sources.policies {
            policies = try PolicyLibrary(
                directory: directory,
                hasBuiltIns: sources.hasBuiltIns,
                demanding: sources.minimumAssurance
            )
        } else {
            policies = PolicyLibrary()
        }
        let directory = try sources.assets.map { (path) throws(InvalidFile) in
            try AssetDirectory(path, limits: sources.limits)
        }
        let needed = policies.all.reduce(into: Set()) { $0.formUnion($1.assetNames) }
        assets = AssetStore(try directory?.usable(needed: needed) ?? [:])
        warnings = (directory?.failures ?? [:]).sorted { $0.key < $1.key }.map(\.value)
        defaultPolicy = sources.defaultPolicy
        try checkDefault(demanding: sources.minimumAssurance)
    }

    private func checkDefault(demanding minimum: MinimumAssurance) throws(InvalidFile) {
        guard let defaultPolicy else { return }
        guard let policy = policies[defaultPolicy] else {
            let known = policies.names.joined(separator: ", ")
            let name = QuotedText.quoting(defaultPolicy)
            throw InvalidFile("default-policy", "there is no policy \(name); there are \(known)")
        }
        _ = try mapError(policy.demanding(minimum)) { (error: PolicyError) in
            InvalidFile("default-policy", "\(defaultPolicy): \(error)")
        }
    }
}
