import ArgumentParser
import Foundation
import ImageCore
import Redaction
import SecureMemory
import Synchronization
import Testing

@testable import RedactionJobs
@testable import snapveil

@Suite("A directory that becomes a link while a tree is worked on")
struct SwappedDirectoryTests {
    /// A tree of two pictures, `in`, and `elsewhere`, which has a secret of the same name.
    private let directory: Directory
    private let secret: [UInt8]

    init() throws {
        directory = try Directory()
        secret = try NoisySnapshot.png(.fast, seed: 3).file
        for name in ["in/sub", "elsewhere"] {
            try FileManager.default.createDirectory(atPath: directory[name], withIntermediateDirectories: true)
        }
        try directory.write(NoisySnapshot.png(.fast, seed: 1).file, to: "in/a.png")
        try directory.write(NoisySnapshot.png(.fast, seed: 2).file, to: "in/sub/b.png")
        try directory.write(secret, to: "elsewhere/b.png")
    }

    @Test("leads no result in place out of the tree, and is a named failure of its own")
    func inPlace() throws {
        let (files, before) = (try files(["--in-place"]), try bytes("in/sub/b.png"))
        try swap("in/sub")
        let original = try bytes("in/a.png")
        #expect(try batch().run(files).failures == 1)
        #expect(try bytes("in/a.png") != original)
        #expect(try bytes("in/sub-before/b.png") == before)
        try expectNothingElsewhere()
    }

    @Test("lends no picture to the results of a directory")
    func input() throws {
        let files = try files(["--output-directory", directory["out"]])
        try swap("in/sub")
        #expect(try batch().run(files).failures == 1)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: directory["out"]).sorted() == ["a.png", "sub"])
    }

    @Test("takes no result out of the directory of results")
    func output() throws {
        let files = try files(["--output-directory", directory["out"]])
        try swap("out/sub")
        #expect(try batch().run(files).failures == 1)
        try expectNothingElsewhere()
        try FileManager.default.removeItem(atPath: directory["out/sub"])
        #expect(try batch().run(files).failures == 0)
        #expect(try bytes("out/sub/b.png") != bytes("in/sub/b.png"))
    }

    @Test("or a link in place of a result or a page source: the first gives way, the second is not read")
    func links() throws {
        let files = try files(["--output-directory", directory["out"]])
        symlink(directory["elsewhere/b.png"], directory["out/sub/b.png"])
        symlink("../elsewhere/b.png", directory["in/a.json"])
        #expect(try batch(takesHierarchies: true).run(files).failures == 1)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: directory["out"]).sorted() == ["sub", "sub/b.png"])
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: directory["in/a.json"]) == "../elsewhere/b.png"
        )
        var status = stat()
        #expect(lstat(directory["out/sub/b.png"], &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
        try expectNothingElsewhere()
    }

    @Test("is named by its path when a picture below is to be checked")
    func check() throws {
        let order = try RedactionOrder(policy: .everythingSensitive(hasHierarchy: false), product: .report)
        let workers = try workers(order)
        let found = try PictureFinder().files(of: [directory["in"]])
        #expect(found.map(\.place) == ["a.png", "sub/b.png"])
        try swap("in/sub")
        let errors = Mutex<[FileError]>([])
        workers.run { turn in
            do throws(FileError) {
                _ = try workers.perform(found[1].file, takingHierarchyBeside: false, turn)
            } catch {
                errors.withLock { $0.append(error) }
            }
            return false
        }
        #expect(errors.withLock { $0 } == [FileError(path: directory["in/sub/b.png"], ENOTDIR)])
    }

    @Test("opens no file of a shard, and lets none be made, asked for or replaced")
    func steps() throws {
        let tree = try FileTree(directory["in"])
        let path = TreePath(bytes: Array("sub/b.png".utf8))
        #expect(try tree.file(at: path).bytes(at: 0, count: 1 << 20) == bytes("in/sub/b.png"))
        try swap("in/sub")
        #expect(throws: SystemError(code: ENOTDIR)) { _ = try tree.file(at: path).descriptor }
        #expect(tree.status(of: path) == nil && !tree.isMissing(path))
        #expect(throws: SystemError(code: ENOTDIR)) { try tree.write(to: path) { _ in } }
        #expect(throws: SystemError(code: ENOTDIR)) { _ = try tree.subtree(path, making: true) }
        #expect(throws: SystemError(code: ENOTDIR)) {
            _ = try tree.subtree(TreePath(bytes: Array("sub".utf8)), making: true)
        }
        var walk = try TreeWalk(tree)
        var items: [TreeWalk.Item] = []
        while let item = walk.next() { items.append(item) }
        #expect(items.contains(.other(TreePath(bytes: Array("sub".utf8)))))
        #expect(!items.contains { $0 == .picture(path) })
        try expectNothingElsewhere()
    }

    @Test("does not have a shard remove what is not its own", arguments: ["", "/shard-0-of-1.unfinished"])
    func unfinished(place: String) throws {
        let link = "out/.snapveil\(place)"
        let parent = URL(filePath: directory[link]).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        symlink(directory["elsewhere"], directory[link])
        let command = try Command(
            ["redact", directory["in"], "--shard", "0/1", "--output-directory", directory["out"]] + ShardedTree.blur
        )
        #expect(command.status == 64)
        #expect(command.errors == "snapveil: \(directory[link]) cannot be used: Not a directory\n")
        try expectNothingElsewhere()
    }

    @Test("is another thing than a link that was named, which is followed")
    func namedLink() throws {
        symlink("in", directory["root"])
        symlink("in/a.png", directory["file.png"])
        chmod(directory["in/a.png"], 0o640)
        let before = (try bytes("in/a.png"), try bytes("in/sub/b.png"))
        let found = try PictureFinder().files(of: [directory["file.png"], directory["root"]])
        #expect(found.map(\.place) == ["file.png", "a.png", "sub/b.png"])
        let files = try DestinationOptions.parse(["--in-place"]).files(for: [found[0], found[2]], format: nil)
        #expect(try batch().run(files).failures == 0)
        #expect(try bytes("in/a.png") != before.0)
        #expect(try bytes("in/sub/b.png") != before.1)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: directory["file.png"]) == "in/a.png")
        var status = stat()
        #expect(stat(directory["in/a.png"], &status) == 0 && status.st_mode & 0o7777 == 0o640)
    }

    @Test("and paths longer than the system takes in one piece have results as all others do")
    func longPaths() throws {
        let place = (Array(repeating: String(repeating: "d", count: 200), count: 25) + ["c.png"]).joined(separator: "/")
        let path = TreePath(bytes: Array(place.utf8))
        try FileTree(directory["in"]).write(to: path) { (file) throws(SystemError) in try file.write(secret) }
        #expect(try batch().run(files(["--output-directory", directory["out"]])).failures == 0)
        #expect(try FileTree(directory["out"]).status(of: path) != nil)
    }

    // MARK: - Helpers

    private func files(_ options: [String]) throws -> [RedactionFile] {
        let found = try PictureFinder().files(of: [directory["in"]])
        return try DestinationOptions.parse(options).files(for: found, format: nil)
    }

    private func batch(takesHierarchies: Bool = false) throws -> Batch {
        let order = try RedactionOrder(policy: Policy(rules: [.init(.screen, .fill(.black))]))
        return Batch(
            workers: try workers(order),
            takesHierarchiesBeside: takesHierarchies,
            hierarchyOutput: nil
        )
    }

    private func workers(_ order: RedactionOrder) throws -> FileWorkers {
        try WorkerOptions.parse(["--jobs", "1"]).workers(files: 1, order, models: nil, nil)
    }

    /// Puts a link to `elsewhere` in the place of a directory.
    private func swap(_ name: String) throws {
        try FileManager.default.moveItem(atPath: directory[name], toPath: directory["\(name)-before"])
        symlink(directory["elsewhere"], directory[name])
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: directory[name])))
    }

    private func expectNothingElsewhere() throws {
        #expect(try bytes("elsewhere/b.png") == secret)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory["elsewhere"]) == ["b.png"])
    }
}
