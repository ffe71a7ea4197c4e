import Redaction

/// The files of a catalogue as they are: read, of the right kinds, named and no larger than they may be. Nothing in them was
/// looked at yet.
///
/// So one process can read them, which may open files, and another one can parse and decode them, which may not:
/// ```swift
/// let message = try CatalogueFiles(reading: sources).encoded()
/// let catalogue = try Catalogue(CatalogueFiles(decoding: message), limits: limits)
/// ```
public struct CatalogueFiles: Sendable, Equatable {
    /// The policies of the directory, in the order of their names.
    let policies: [PolicyText]
    /// The pictures of the directory, in the order of their files' names.
    let pictures: [PictureFile]
    /// Whether the policies that are built in are there, too.
    let hasBuiltIns: Bool
    /// The name of the policy for requests that bring none.
    let defaultPolicy: String?
    /// The weakest assurance that every policy of a file, and the default, have to allow.
    let minimumAssurance: MinimumAssurance
    /// Whether policies may take a detector.
    let hasDetector: Bool

    /// Reads the files of `sources`, and keeps what else these say, save for the limits.
    ///
    /// - Throws: ``InvalidFile`` for a directory that cannot be read or lacks policies, a name that is none or that two files
    ///   have, and a policy that cannot be read. A picture that cannot be read counts once a policy needs it.
    public init(reading sources: Catalogue.Sources) throws(InvalidFile) {
        hasBuiltIns = sources.hasBuiltIns || sources.policies == nil
        policies =
            try sources.policies.map { [hasBuiltIns] (directory) throws(InvalidFile) in
                try PolicyText.all(in: directory, mayBeNone: hasBuiltIns)
            } ?? []
        pictures = try sources.assets.map { (path) throws(InvalidFile) in try PictureFile.all(in: path) } ?? []
        defaultPolicy = sources.defaultPolicy
        minimumAssurance = sources.minimumAssurance
        hasDetector = sources.hasDetector
    }

    init(
        policies: [PolicyText],
        pictures: [PictureFile],
        hasBuiltIns: Bool,
        defaultPolicy: String?,
        minimumAssurance: MinimumAssurance,
        hasDetector: Bool
    ) {
        self.policies = policies
        self.pictures = pictures
        self.hasBuiltIns = hasBuiltIns
        self.defaultPolicy = defaultPolicy
        self.minimumAssurance = minimumAssurance
        self.hasDetector = hasDetector
    }
}
