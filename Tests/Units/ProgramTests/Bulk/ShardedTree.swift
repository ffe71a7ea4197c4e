import Foundation
import Glibc
import ImageCore
import Samples
import SecureMemory
import Testing

@testable import snapveil

/// A tree of snapshots, the directory of its results, and runs of `snapveil redact --shard` over them.
final class ShardedTree {
    let input: Directory
    let output: Directory

    static let blur = ["--style", "blur", "--radius", "9"]

    init() throws {
        input = try Directory()
        output = try Directory()
    }

    /// A tree of so many small snapshots in a few directories, half of them called like a JPEG, though that says nothing.
    convenience init(count: Int) throws {
        try self.init()
        for number in 0..<count {
            let snapshot = try NoisySnapshot.png(.fast, seed: UInt64(number)).file
            try write(snapshot, to: "\(number % 3)/\(number % 5)/shot\(number).\(number % 2 == 0 ? "png" : "jpg")")
        }
    }

    /// Writes a file of the input, whatever its name is.
    func write(_ bytes: [UInt8], to path: TreePath) throws {
        let tree = try FileTree(input.path)
        let file = try tree.withDirectory(of: path, making: true) { (directory, name) throws(SystemError) in
            try OpenFile(openat(directory, name, O_WRONLY | O_CREAT | O_TRUNC, 0o666))
        }
        try file.write(bytes)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try write(bytes, to: TreePath(bytes: Array(name.utf8)))
    }

    /// The command line of a run.
    func arguments(_ shard: String = "0/1", _ options: [String] = ShardedTree.blur) -> [String] {
        ["redact", input.path, "--shard", shard, "--output-directory", output.path] + options
    }

    /// Runs the program to its end.
    @discardableResult
    func run(_ shard: String = "0/1", _ options: [String] = ShardedTree.blur) throws -> Outcome {
        Outcome(try Command(arguments(shard, options)))
    }

    /// What a run said.
    struct Outcome {
        let status: Int32
        let lines: [String]
        /// The numbers of the summary by the words behind them.
        let counts: [String: Int]

        init(_ command: Command) {
            status = command.status
            lines = command.errors.split(separator: "\n").map(String.init).filter { !$0.contains("contained in part") }
            let parts = lines.last?.split(separator: ": ").last?.split(separator: ", ") ?? []
            counts = Dictionary(
                parts.compactMap { part in
                    let words = part.split(separator: " ", maxSplits: 1)
                    return words.count == 2 ? Int(words[0]).map { (String(words[1]), $0) } : nil
                },
                uniquingKeysWith: { first, _ in first }
            )
        }

        var redacted: Int? { counts["redacted"] }
        var unchanged: Int? { counts["unchanged"] }
        var failed: Int? { counts["failed"] }
    }

    /// The results by their paths, which are all that is in the directory besides what is the program's own.
    func results() throws -> [String: [UInt8]] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: output.path).filter {
            !$0.hasPrefix(".snapveil") && !isDirectory(output[$0])
        }
        return Dictionary(uniqueKeysWithValues: try names.map { ($0, try bytes(ofResult: $0)) })
    }

    func bytes(ofResult name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: output[name])))
    }

    /// The path of the manifest of a shard.
    func manifest(_ shard: String = "0/1") -> String {
        output[".snapveil/shard-\(shard.replacing("/", with: "-of-")).jsonl"]
    }

    /// The lines of a manifest, those of the results by the files that they are of.
    func entries(_ shard: String = "0/1") throws -> [TreePath: ManifestEntry] {
        let lines = try [UInt8](Data(contentsOf: URL(filePath: manifest(shard)))).split(separator: UInt8(ascii: "\n"))
        let entries = try lines.map { try #require(ManifestEntry(line: Array($0))) }
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.input, $0) })
    }

    func entry(of name: String) throws -> ManifestEntry.Outcome? {
        try entries()[TreePath(bytes: Array(name.utf8))]?.outcome
    }

    /// What the file system says of a result, which tells whether it was written again.
    func stamp(ofResult name: String) throws -> FileStamp {
        var status = stat()
        guard stat(output[name], &status) == 0 else { throw Obstacle(description: "no result \(name)") }
        return FileStamp(status)
    }

    /// What all results would be if nothing were there yet.
    func expected(_ options: [String] = ShardedTree.blur) throws -> [String: [UInt8]] {
        let other = try Directory()
        _ = try Command(
            ["redact", input.path, "--shard", "0/1", "--output-directory", other.path, "--isolation", "none"] + options
        )
        return try ShardedTree(input: input, output: other).results()
    }

    private init(input: Directory, output: Directory) {
        self.input = input
        self.output = output
    }

    private func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
