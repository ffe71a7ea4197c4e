import SnapveilService

extension RedactionOrder {
    /// Tells what is done to files from all else that could be, by another version of the program, too: the digest of both.
    ///
    /// - Parameter hierarchyExtensions: Those that page sources may have; empty if there are none.
    func digest(hierarchyExtensions: [String]) throws -> Digest {
        let bytes = try encoded()
        var hasher = Digest.Hasher()
        hasher.add("snapveil \(APIDescription.version) \(hierarchyExtensions.joined(separator: " "))\n".utf8)
        hasher.add(bytes)
        return hasher.finish()
    }
}
