import Foundation
import Glibc
import ImageCore
import Redaction
import Samples
import SecureMemory
import Testing

@testable import snapveil

@Suite("Runs of snapveil redact --shard", .serialized)
struct ShardRunTests {
    @Test("the shards together redact every file once, as a run over the files by name does")
    func shards() throws {
        let tree = try ShardedTree(count: 30)
        try tree.write(Array("no picture".utf8), to: "0/notes.txt")
        let outcomes = try (0..<3).map { try tree.run("\($0)/3") }
        #expect(outcomes.allSatisfy { $0.status == 0 && $0.lines.count == 1 })
        #expect(outcomes.reduce(0) { $0 + ($1.redacted ?? 0) } == 30)
        #expect(outcomes.allSatisfy { $0.counts["not pictures"] == 1 && ($0.redacted ?? 0) > 0 })
        for outcome in outcomes { #expect((outcome.redacted ?? 0) + (outcome.counts["in other shards"] ?? 0) == 30) }
        let results = try tree.results()
        #expect(results.count == 30)
        let single = try Directory()
        for (name, result) in results {
            let command = try Command(
                ["redact", tree.input[name], "-o", single["one"]] + ShardedTree.blur + ["--format", "png"]
            )
            #expect(command.status == 0)
            #expect(try [UInt8](Data(contentsOf: URL(filePath: single["one"]))) == result)
        }
        let entries = try (0..<3).flatMap { try tree.entries("\($0)/3").values }
        #expect(Set(entries.compactMap(\.input.text)) == Set(results.keys))
        for entry in entries {
            guard case .done(let done) = entry.outcome, let name = entry.input.text, let result = results[name] else {
                throw Obstacle(description: "no result: \(entry)")
            }
            #expect(done.output == entry.input && done.assurance == .obscured && done.covered == 1)
            #expect(done.sha256 == Digest(of: result).hexadecimal)
        }
    }

    @Test("a manifest says nothing that a snapshot could be tried against")
    func digests() throws {
        let tree = try ShardedTree(count: 1)
        try tree.run()
        let snapshot = Digest(of: [UInt8](try Data(contentsOf: URL(filePath: tree.input["0/0/shot0.png"])))).hexadecimal
        #expect(try !String(contentsOfFile: tree.manifest(), encoding: .utf8).contains(snapshot))
        var status = stat()
        #expect(stat(tree.output[".snapveil/shard-0-of-1.key"], &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("a run that is killed at any moment goes on where it was, and ends with what it would have made undisturbed")
    func killed() throws {
        let tree = try ShardedTree(count: 200)
        let expected = try tree.expected()
        var known: [String: FileStamp] = [:]
        for round in 1...4 {
            let command = try RunningCommand(tree.arguments() + ["--jobs", "2"])
            let isUnderWay = eventually(within: 60) { ((try? tree.results().count) ?? 0) >= round * 6 }
            command.kill()
            try #require(command.waitForEnd() && isUnderWay)
            // What has its name is whole.
            for (name, result) in try tree.results() { #expect(result == expected[name]) }
            // What the manifest knew before was not done again.
            for (name, stamp) in known { #expect(try tree.stamp(ofResult: name) == stamp) }
            for name in try tree.wholeLines().compactMap(\.input.text) { known[name] = try tree.stamp(ofResult: name) }
        }
        #expect(known.count >= 20 && known.count < 200)
        // As a machine that loses its power may leave it.
        let manifest = try FileHandle(forUpdating: URL(filePath: tree.manifest()))
        let length = try manifest.seekToEnd()
        try manifest.truncate(atOffset: length - 5)
        let remains = tree.output[".snapveil/shard-0-of-1.unfinished/0123"]
        try Data("half".utf8).write(to: URL(filePath: remains))
        let whole = try Set(tree.wholeLines().map(\.input)).count
        let outcome = try tree.run()
        #expect(outcome.status == 0 && outcome.redacted == 200 - whole && outcome.unchanged == whole)
        #expect(try tree.results() == expected)
        #expect(try tree.entries().count == 200)
        #expect(!FileManager.default.fileExists(atPath: remains))
        let again = try tree.run()
        #expect(again.status == 0 && again.redacted == 0 && again.unchanged == 200)
    }

    @Test("what has changed is done again: a snapshot, a result, and what is done")
    func changes() throws {
        let tree = try ShardedTree(count: 6)
        let names = try tree.expected().keys.sorted()
        try tree.run()
        #expect(try tree.run().unchanged == 6)
        // Another snapshot of the same length and age.
        let path = tree.input[names[0]]
        let age = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        let old = try [UInt8](Data(contentsOf: URL(filePath: path)))
        var new = try NoisySnapshot.png(.fast, seed: 100).file.prefix(old.count)
        new += [UInt8](repeating: 0, count: old.count - new.count)
        try tree.write(Array(new), to: names[0])
        try FileManager.default.setAttributes([.modificationDate: try #require(age)], ofItemAtPath: path)
        // A damaged result, one that is gone, one that is a link, and one that was only touched.
        var damaged = try tree.bytes(ofResult: names[1])
        damaged[damaged.count / 2] ^= 1
        try tree.output.write(damaged, to: names[1])
        unlink(tree.output[names[2]])
        rename(tree.output[names[3]], tree.output["aside"])
        symlink(tree.output["aside"], tree.output[names[3]])
        try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: tree.output[names[4]])
        try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: tree.input[names[5]])
        let untouched = try (tree.stamp(ofResult: names[4]), tree.stamp(ofResult: names[5]))
        let outcome = try tree.run()
        #expect(outcome.redacted == 4 && outcome.unchanged == 2)
        #expect(try tree.stamp(ofResult: names[4]) == untouched.0 && tree.stamp(ofResult: names[5]) == untouched.1)
        unlink(tree.output["aside"])
        #expect(try tree.results() == tree.expected())
        let other = ["--style", "blur", "--radius", "10"]
        #expect(try tree.run("0/1", other).redacted == 6)
        #expect(try tree.results() == tree.expected(other))
        #expect(try tree.run("0/1", other + ["--jobs", "1", "--isolation", "none"]).unchanged == 6)
        #expect(try tree.run("0/1", other + ["--compression", "small"]).redacted == 6)
    }

    @Test("files whose times say enough are not read, unless that is asked for")
    func reading() throws {
        let tree = try ShardedTree(count: 2)
        let paths = [tree.input["0/0/shot0.png"], tree.output["0/0/shot0.png"]]
        // Before that, a change might not show in the times.
        sleep(4)
        try tree.run()
        for (options, isRead) in [(ShardedTree.blur, false), (ShardedTree.blur + ["--verify"], true)] {
            let watch = try ReadWatch(paths)
            #expect(try tree.run("0/1", options).unchanged == 2)
            #expect(watch.hasSeenRead == isRead)
        }
    }

    @Test("a file that fails has no result, is named, and is tried again")
    func failures() throws {
        let tree = try ShardedTree(count: 3)
        let name = "0/0/shot0.png"
        let good = try [UInt8](Data(contentsOf: URL(filePath: tree.input[name])))
        try tree.run()
        try tree.write(Array(good.prefix(900)), to: name)
        for _ in 0..<2 {
            let outcome = try tree.run()
            #expect(outcome.status == 1 && outcome.failed == 1 && outcome.unchanged == 2)
            #expect(outcome.lines.first?.hasPrefix("snapveil: \(name): ") == true)
            #expect(try tree.results()[name] == nil)
            guard case .failed(let reason) = try tree.entry(of: name) else { throw Obstacle(description: "no failure") }
            #expect(outcome.lines.first == "snapveil: \(name): \(reason)")
        }
        try tree.write(good, to: name)
        let outcome = try tree.run()
        #expect(outcome.status == 0 && outcome.redacted == 1 && outcome.unchanged == 2)
        #expect(try tree.results() == tree.expected())
        // The line of a failure goes with its file.
        try tree.write([1], to: "gone.png")
        #expect(try tree.run().status == 1)
        unlink(tree.input["gone.png"])
        #expect(try tree.run().status == 0)
        #expect(try tree.entries().count == 3)
    }

    @Test("a file whose worker is killed fails, and the others do not")
    func killedWorker() throws {
        let tree = try ShardedTree(count: 200)
        let command = try RunningCommand(tree.arguments() + ["--jobs", "1"])
        try #require(eventually(within: 60) { ((try? tree.results().count) ?? 0) >= 3 })
        let worker = try #require(command.workers.first)
        kill(worker, SIGSTOP)
        usleep(300_000)
        kill(worker, SIGKILL)
        try #require(command.waitForEnd())
        #expect(command.status == 1)
        #expect(try tree.results().count == 199)
        #expect(try tree.run().redacted == 1)
        #expect(try tree.results() == tree.expected())
    }

    @Test("a shard is worked on by one program at a time")
    func taken() throws {
        let tree = try ShardedTree(count: 200)
        let first = try RunningCommand(tree.arguments() + ["--jobs", "1"])
        try #require(eventually(within: 60) { ((try? tree.results().count) ?? 0) >= 2 })
        first.signal(SIGSTOP)
        let second = try tree.run()
        #expect(second.status == 75)
        #expect(second.lines == ["snapveil: another program works on shard 0/1"])
        first.signal(SIGCONT)
        try #require(first.waitForEnd())
        #expect(first.status == 0)
        #expect(try tree.results() == tree.expected())
    }

    @Test("results of another format have names of their own")
    func formats() throws {
        let tree = try ShardedTree()
        let picture = try NoisySnapshot.png(.fast, seed: 1).file
        for name in ["a.png", "a.jpg", "b.png", "b.png.jpeg"] { try tree.write(picture, to: name) }
        let outcome = try tree.run("0/1", ShardedTree.blur + ["--format", "jpeg"])
        #expect(outcome.status == 1)
        #expect(
            outcome.lines.first
                == "snapveil: b.png: another file has the same result, b.png.jpeg"
        )
        #expect(try tree.results().keys.sorted() == ["a.jpg", "a.png.jpeg", "b.png.jpeg"])
        #expect(try tree.results().values.allSatisfy { $0.starts(with: [0xFF, 0xD8]) })
    }

    @Test("page sources that lie beside snapshots say what is covered", arguments: ["auto", "none"])
    func hierarchies(isolation: String) throws {
        let tree = try ShardedTree()
        let policy = try Directory(texts: [
            "policy.json":
                ##"{"rules": [{"target": {"elements": "sensitive"}, "style": {"fill": {"color": "#000"}}}]}"##
        ])
        let samples: [(String, Sample)] = [("ios", .iosLogin), ("android", .androidCheckout)]
        for (name, sample) in samples {
            try tree.write(sample.picture("png").withUnsafeBytes(Array.init), to: "\(name).png")
            try tree.write(Array(sample.text.utf8), to: "\(name).xml")
        }
        try tree.write(NoisySnapshot.png(.fast, seed: 1).file, to: "without.png")
        let options = [
            "--policy", policy["policy.json"], "--hierarchy-extension", "xml", "--hierarchy-results", "--isolation",
            isolation,
        ]
        let outcome = try tree.run("0/1", options)
        #expect(outcome.status == 1 && outcome.redacted == 2 && outcome.failed == 1)
        let results = try tree.results()
        #expect(results.keys.sorted() == ["android.png", "android.png.xml", "ios.png", "ios.png.xml"])
        for (name, _) in samples {
            let command = try Command([
                "redact", tree.input["\(name).png"], "--hierarchy", tree.input["\(name).xml"], "--policy",
                policy["policy.json"], "-o", policy["safe.png"], "--hierarchy-output", policy["safe.xml"],
            ])
            #expect(command.status == 0)
            for (result, single) in [("\(name).png", "safe.png"), ("\(name).png.xml", "safe.xml")] {
                #expect(try results[result] == [UInt8](Data(contentsOf: URL(filePath: policy[single]))))
            }
        }
        #expect(try tree.run("0/1", options).unchanged == 2)
        try tree.output.write([1], to: "ios.png.xml")
        #expect(try tree.run("0/1", options).redacted == 1)
        #expect(try tree.results() == results)
        // A page source that is another, and one that is gone.
        try tree.write(Array(Sample.iosLogin.text.utf8) + [10], to: "ios.xml")
        unlink(tree.input["android.xml"])
        let changed = try tree.run("0/1", options)
        #expect(changed.redacted == 1 && changed.failed == 2)
        #expect(try tree.results().keys.sorted() == ["ios.png", "ios.png.xml"])
    }
}

extension ShardedTree {
    /// The lines of the manifest that are whole.
    fileprivate func wholeLines() throws -> [ManifestEntry] {
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: manifest())))
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { ManifestEntry(line: Array($0)) }
    }
}

/// Notices whether files are read.
private final class ReadWatch {
    private let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)

    init(_ paths: [String]) throws {
        for path in paths {
            guard inotify_add_watch(descriptor, path, UInt32(IN_ACCESS)) >= 0 else {
                throw Obstacle(description: "\(path) cannot be watched")
            }
        }
    }

    deinit { close(descriptor) }

    var hasSeenRead: Bool {
        var events = [UInt8](repeating: 0, count: 4096)
        return read(descriptor, &events, events.count) > 0
    }
}
