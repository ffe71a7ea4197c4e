import BoundedWork
import Detection
import SecureMemory
import SnapveilService

extension RedactionOrder {
    /// Tells what is done to files from all else that could be, by another version of the program or with other models, too: the
    /// digest of all of these.
    ///
    /// - Parameters:
    ///   - hierarchyExtensions: Those that page sources may have; empty if there are none.
    ///   - models: The directory of models that the order needs; nil if it needs none.
    /// - Throws: `ExitCode`, after the reason was printed, for a model that cannot be read, or an error of ``encoded()``.
    func digest(hierarchyExtensions: [String], models: String?) throws -> Digest {
        let bytes = try encoded()
        var hasher = Digest.Hasher()
        hasher.add("snapveil \(APIDescription.version) \(hierarchyExtensions.joined(separator: " "))\n".utf8)
        for name in models == nil ? [] : Detector.fileNames {
            // Of one length each, so that no file can pass for two.
            let file = try mapError(InputFile("\(models ?? "")/\(name)").read()) { (error: FileError) in
                CommandFailure.configuration("\(error)")
            }
            hasher.add(Digest(of: file).bytes)
        }
        hasher.add(bytes)
        return hasher.finish()
    }
}
