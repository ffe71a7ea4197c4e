import ArgumentParser
import Foundation
import ImageCore
import RedactionJobs

/// The options that have `redact` work on one part of a directory tree.
struct ShardOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Redact part K, from 0, of N parts of the directory IN; the path of a file decides its part. Files with \
            current results are left alone. With --everything, what lies in IN itself is a test run each.
            """,
            valueName: "K/N"
        )
    )
    var shard: Shard?
    @Option(
        help: ArgumentHelp(
            "Directory for the manifests of results. (default: .snapveil in the output directory)",
            valueName: "directory"
        )
    )
    var manifests: String?
    @Option(
        help: ArgumentHelp(
            "Read the page source of each picture from the file beside it with this extension.",
            valueName: "extension"
        )
    )
    var hierarchyExtension: String?
    @Flag(help: "Write page sources without the texts of covered elements beside the results.")
    var hierarchyResults = false
    @Flag(help: "Compare the contents of all files to find changes, not only their attributes.")
    var verify = false
    @Flag(
        help: """
            Print the digest of the settings that results depend on, and do nothing. Another digest means that results are made anew.
            """
    )
    var printOrder = false
}

extension ShardOptions {
    /// Checks that the options go together, and with those of the destination.
    func validate(
        inputs: [String],
        _ destination: DestinationOptions,
        _ artefacts: ArtefactOptions,
        hasHierarchiesBeside: Bool
    ) throws {
        guard shard != nil else {
            let isGiven = manifests != nil || hierarchyExtension != nil || hierarchyResults || verify || printOrder
            guard !isGiven else {
                throw ValidationError(
                    "--manifests, --hierarchy-extension, --hierarchy-results, --verify and --print-order go with --shard."
                )
            }
            return
        }
        guard inputs.count == 1, inputs.first != DestinationOptions.standardStream else {
            throw ValidationError("--shard takes one input, a directory.")
        }
        guard destination.outputDirectory != nil else { throw ValidationError("--shard takes an --output-directory.") }
        guard destination.receipt == nil, destination.hierarchyOutput == nil else {
            throw ValidationError("--receipt and --hierarchy-output do not go with --shard, which writes a manifest.")
        }
        guard !printOrder || artefacts.secrets == nil else {
            throw ValidationError("--print-order does not go with --secrets, as no digest may tell of them.")
        }
        guard !artefacts.everything || !verify && hierarchyExtension == nil && !hasHierarchiesBeside else {
            throw ValidationError(
                "--verify, --hierarchy-extension and --hierarchies-beside do not go with --everything."
            )
        }
        guard hierarchyExtension == nil || !hasHierarchiesBeside else {
            throw ValidationError(
                "--hierarchy-extension does not go with --hierarchies-beside, which reads xml and json."
            )
        }
        guard hierarchyExtension != nil || hasHierarchiesBeside || !hierarchyResults else {
            throw ValidationError("--hierarchy-results takes --hierarchies-beside or a --hierarchy-extension.")
        }
        if let hierarchyExtension {
            let isName = !hierarchyExtension.isEmpty && !hierarchyExtension.contains { "/.\0".contains($0) }
            guard isName, OutputFormat.Kind(ofResultFor: hierarchyExtension.lowercased()) == nil else {
                throw ValidationError(
                    "--hierarchy-extension is an extension such as xml, without the dot, and not that of a picture."
                )
            }
        }
    }

    /// The name of the directory of manifests among the results.
    static let ownDirectory = ".snapveil"

    /// The job that the options ask for. Makes the directories that it writes to.
    func job(
        _ shard: Shard,
        from input: String,
        to output: String,
        format: OutputFormat.Kind?,
        hierarchyExtensions: [String],
        models: String?,
        _ order: RedactionOrder
    ) throws -> BulkJob {
        let (source, target) = (Self.components(input), Self.components(output))
        guard !source.starts(with: target), !target.starts(with: source) else {
            throw CommandFailure.usage("\(input) and \(output) may not lie in each other")
        }
        let results = try DestinationOptions.directory(output)
        // Below the results, where a link could lead elsewhere.
        let own = try DestinationOptions.subdirectory(Self.ownDirectory, of: results)
        let unfinished = try DestinationOptions.subdirectory(
            "shard-\(shard.index)-of-\(shard.count).unfinished",
            of: own
        )
        return BulkJob(
            input: input,
            output: results,
            manifests: try manifests.map(DestinationOptions.directory) ?? own,
            unfinished: unfinished,
            shard: shard,
            format: format,
            hierarchyExtensions: hierarchyExtensions,
            returnsHierarchies: hierarchyResults,
            order: try order.digest(hierarchyExtensions: hierarchyExtensions, models: models),
            secrets: order.secrets,
            isVerifying: verify
        )
    }

    /// The names of the directories from the top to `path`, without links.
    private static func components(_ path: String) -> [String] {
        URL(fileURLWithPath: DestinationOptions.canonical(path)).pathComponents
    }
}

/// One of the parts of a tree, into which its files fall by their relative paths alone.
///
/// A file is in the shard whose index is the first 8 bytes of the SHA-256 of its path, modulo the number of shards. So it
/// stays there with any other files beside it, listed in any order.
struct Shard: Sendable, Hashable {
    /// From 0 to ``count`` - 1.
    let index: Int
    let count: Int

    static let maximumCount = 100_000

    /// The shard of this index; nil if there is none.
    init?(index: Int, of count: Int) {
        guard (1...Self.maximumCount).contains(count), (0..<count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    func contains(_ file: FileID) -> Bool {
        file.number % UInt64(count) == UInt64(index)
    }
}

extension Shard: ExpressibleByArgument {
    /// Reads `3/16`, which is the fourth of sixteen.
    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        // Digits alone: Int reads a sign, too.
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let index = Int(parts[0]), let count = Int(parts[1])
        else { return nil }
        self.init(index: index, of: count)
    }
}

extension Shard: CustomStringConvertible {
    var description: String { "\(index)/\(count)" }
}
