import SnapveilService

extension RedactionOrder {
    /// Tells what is done to files from all else that could be, by another version of the program, too: the digest of both.
    ///
    /// - Parameter hierarchyExtension: That of the page sources; nil if there are none.
    func digest(hierarchyExtension: String?) throws -> Digest {
        let bytes = try encoded()
        var hasher = Digest.Hasher()
        hasher.add("snapveil \(APIDescription.version) \(hierarchyExtension ?? "")\n".utf8)
        hasher.add(bytes)
        return hasher.finish()
    }
}
