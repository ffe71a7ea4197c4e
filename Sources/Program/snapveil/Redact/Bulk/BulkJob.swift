import ArgumentParser
import Containment
import ImageCore
import SecureMemory

/// The work on one shard of a tree.
struct BulkJob: Sendable {
    /// The directory of the snapshots.
    let input: String
    /// The directory of the results.
    let output: FileTree
    /// The directory of the manifests.
    let manifests: FileTree
    /// A directory on the volume of the results, for unfinished ones. No other shard has it.
    let unfinished: FileTree
    let shard: Shard
    /// The format that all results have; nil for that of each snapshot.
    let format: OutputFormat.Kind?
    /// The extensions that page sources may have, which lie beside the snapshots under their names; empty if there are none.
    let hierarchyExtensions: [String]
    /// Whether redacted page sources are wanted, too.
    let returnsHierarchies: Bool
    /// The digest of all that is done to the files, but for the secrets that are known.
    let order: Digest
    /// The file of these secrets.
    let secrets: SecureBytes?
    /// Whether all files are read to see whether they have changed.
    let isVerifying: Bool
}

extension BulkJob {
    /// The places of the files that belong to a snapshot.
    struct Places {
        /// In the directory of snapshots.
        let snapshot: TreePath
        /// In the directory of results.
        let result: TreePath
        /// The places that its page source may have.
        let hierarchies: [HierarchyPlaces]
    }

    /// A place that the page source of a snapshot may have.
    struct HierarchyPlaces {
        /// In the directory of snapshots.
        let source: TreePath
        /// The redacted page source, in the directory of results; nil if none are wanted.
        let result: TreePath?
    }

    /// The places of the files that belong to the snapshot at `path`.
    ///
    /// No two snapshots share one in the directory of results. So where a name does not fit, an extension comes behind it, not
    /// in place of the old one: `a.png` and `a.jpg` may lie side by side.
    func places(of path: TreePath) -> Places {
        let fileExtension = path.fileExtension ?? ""
        var result = path
        if let format = format ?? OutputFormat.Kind(ofResultFor: fileExtension),
            OutputFormat.Kind(fileExtension: fileExtension) != format
        {
            result = path.extended(by: ".\(format.rawValue)")
        }
        return Places(
            snapshot: path,
            result: result,
            hierarchies: hierarchyExtensions.map { name in
                HierarchyPlaces(
                    source: path.withoutExtension.extended(by: ".\(name)"),
                    result: returnsHierarchies ? result.extended(by: ".\(name)") : nil
                )
            }
        )
    }
}

/// The reason why work on a shard, or on a file of it, came to nothing.
enum BulkFailure: Error, Equatable {
    /// The file cannot be redacted, for the reason in the sentence; others can.
    case file(String)
    /// There is no use in going on, for the reason in the sentence, which is no fault of a file.
    case everything(String)
    case taken
}

extension BulkFailure {
    static func reading(_ error: SystemError) -> BulkFailure {
        error.isOfAllFiles ? .everything("files cannot be read: \(error)") : .file("\(error)")
    }

    static func writing(_ error: SystemError) -> BulkFailure {
        // To read, a part of a disk may be broken. To write, all of it is.
        error.isOfAllFiles || error == .inputOutput
            ? .everything("results cannot be written: \(error)") : .file("the result cannot be written: \(error)")
    }

    /// The failure of the run at `path`.
    static func run(_ error: FileError, at path: String) -> BulkFailure {
        let isOfAllFiles = error.code.map { SystemError(code: $0).isOfAllFiles } ?? false
        return isOfAllFiles ? .everything("\(error)") : .file(error.path == path ? error.reason : "\(error)")
    }

    static func redacting(_ fault: RedactionFault) -> BulkFailure {
        fault == .worker(.unavailable) ? .everything(fault.sentence) : .file(fault.sentence)
    }
}

extension CommandFailure {
    static func bulk(_ failure: BulkFailure, _ shard: Shard) -> ExitCode {
        switch failure {
        case .taken: taken("another program works on shard \(shard)")
        case .everything(let reason), .file(let reason): breakdown(reason)
        }
    }
}
