public import AgeEncryption
import BoundedWork
public import ImageCore
public import Redaction

/// Policies and pictures of a server by name. Both were checked.
public struct Catalogue: Sendable {
    /// The policies that the server has by name.
    public let policies: PolicyLibrary
    /// The pictures that styles may name.
    public let assets: AssetStore
    /// The names of the pictures that can be used, also where another process has them.
    public let assetNames: Set<String>
    /// The groups of recipients that covered pixels may be sealed to, by name.
    public let recipients: [String: [AgeRecipient]]
    /// The name of the policy for requests that bring none.
    public let defaultPolicy: String?
    /// Whether there is a detector: a policy of a request may need one then.
    public let hasDetector: Bool
    /// The reasons why pictures that no policy needs cannot be used, in the order of their names.
    public let warnings: [InvalidFile]

    /// Sources of a catalogue.
    public struct Sources: Sendable {
        /// A directory of policies.
        public var policies: String?
        /// Whether the built-in policies are there, too, next to those of the directory.
        public var hasBuiltIns = true
        /// A directory of pictures.
        public var assets: String?
        /// A directory of groups of recipients.
        public var recipients: String?
        /// The name of the policy for requests that bring none.
        public var defaultPolicy: String?
        /// The weakest assurance that every policy of a file, and the default, have to allow.
        public var minimumAssurance = MinimumAssurance.obscured
        /// Whether there is a detector, which policies of files and the default may need then.
        public var hasDetector = false
        /// Bounds on the cost of a picture.
        public var limits = DecodingLimits()

        /// The built-in policies, and no directories.
        public init() {}
    }

    /// The built-in policies, and no pictures, for a service with a detector or without one.
    public init(hasDetector: Bool = false) {
        self.hasDetector = hasDetector
        policies = PolicyLibrary()
        assets = AssetStore()
        assetNames = []
        recipients = [:]
        defaultPolicy = nil
        warnings = []
    }

    /// Reads and checks everything; ``InvalidFile`` for the first fault, with unreadable files first.
    public init(_ sources: Sources) throws(InvalidFile) {
        try self.init(CatalogueFiles(reading: sources), limits: sources.limits)
    }

    /// Parses the policies of `files` and decodes the pictures; ``InvalidFile`` for the first fault.
    ///
    /// A policy may name a picture that is not there: a request can bring it. A picture that cannot be used is an error where a
    /// policy names it.
    public init(_ files: CatalogueFiles, limits: DecodingLimits) throws(InvalidFile) {
        policies = try files.library()
        hasDetector = files.hasDetector
        let pictures = DecodedPictures(files.pictures, limits: limits)
        let needed = policies.all.reduce(into: Set()) { $0.formUnion($1.assetNames) }
        assets = AssetStore(try pictures.usable(needed: needed))
        assetNames = assets.names
        warnings = pictures.warnings
        recipients = try files.groups()
        defaultPolicy = files.defaultPolicy
        try files.checkDefault(in: policies)
    }

    /// Parses the policies of `files`, and leaves the pictures to another process: ``assets`` has none. Pictures in `warnings`,
    /// from the process that decoded them, are not among ``assetNames``. ``InvalidFile`` for the first policy that cannot be used.
    public init(policiesOf files: CatalogueFiles, warnings: [InvalidFile]) throws(InvalidFile) {
        policies = try files.library()
        hasDetector = files.hasDetector
        assets = AssetStore()
        let faulty = Set(warnings.map(\.path))
        assetNames = Set(files.pictures.filter { !faulty.contains($0.path) }.map(\.name))
        self.warnings = warnings
        recipients = try files.groups()
        defaultPolicy = files.defaultPolicy
        try files.checkDefault(in: policies)
    }
}

extension CatalogueFiles {
    fileprivate func library() throws(InvalidFile) -> PolicyLibrary {
        try PolicyLibrary(
            policies,
            hasBuiltIns: hasBuiltIns,
            demanding: minimumAssurance,
            hasDetector: hasDetector
        )
    }

    /// The groups of recipients by name.
    fileprivate func groups() throws(InvalidFile) -> [String: [AgeRecipient]] {
        var groups: [String: [AgeRecipient]] = [:]
        for file in recipients { groups[file.name] = try file.recipients() }
        return groups
    }

    fileprivate func checkDefault(in library: PolicyLibrary) throws(InvalidFile) {
        guard let defaultPolicy else { return }
        guard let policy = library[defaultPolicy] else {
            let known = library.names.joined(separator: ", ")
            let name = QuotedText.quoting(defaultPolicy)
            throw InvalidFile("default-policy", "there is no policy \(name); known are \(known)")
        }
        do throws(PolicyError) {
            try policy.demanding(minimumAssurance).check(hasDetector: hasDetector)
        } catch {
            throw InvalidFile("default-policy", "\(defaultPolicy): \(error)")
        }
    }
}
