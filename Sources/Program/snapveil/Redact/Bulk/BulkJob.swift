import ImageCore

/// What is to be done with which files.
struct BulkJob: Sendable {
    /// The directory of the snapshots.
    let input: String
    /// The directory of the results.
    let output: FileTree
    /// The directory of the manifests.
    let manifests: FileTree
    /// A directory on the volume of the results, for those that are not written to their ends. No other shard has it.
    let unfinished: FileTree
    /// Which of the files.
    let shard: Shard
    /// The format that all results have; nil for that of each snapshot.
    let format: OutputFormat.Kind?
    /// The extensions that page sources may have, which lie beside the snapshots under their names; empty if there are none.
    let hierarchyExtensions: [String]
    /// Whether redacted page sources are wanted, too.
    let returnsHierarchies: Bool
    /// Tells what is done to the files.
    let order: Digest
    /// Whether all files are read to see whether they have changed.
    let isVerifying: Bool
}

extension BulkJob {
    /// Where the files are that belong to a snapshot.
    struct Places {
        /// The snapshot, in the directory of snapshots.
        let snapshot: TreePath
        /// The result, in the directory of results.
        let result: TreePath
        /// Where its page source may be.
        let hierarchies: [HierarchyPlaces]
    }

    /// Where a page source may be that belongs to a snapshot.
    struct HierarchyPlaces {
        /// The page source, in the directory of snapshots.
        let source: TreePath
        /// The redacted page source, in the directory of results; nil if none are wanted.
        let result: TreePath?
    }

    /// Where the files are that belong to the snapshot at `path`.
    ///
    /// No two snapshots share one in the directory of results. So where a name does not fit, an extension comes behind it, and not
    /// in place of the one that is there: `a.png` and `a.jpg` may lie side by side.
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
