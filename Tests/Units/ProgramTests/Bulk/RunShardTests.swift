import Artefacts
import Foundation
import Glibc
import ImageCore
import SecureMemory
import Testing

@testable import snapveil

@Suite("Runs of snapveil redact --everything --shard", .serialized)
struct RunShardTests {
    private static let everything = ["--everything", "--style", "fill", "--color", "#000"]

    /// Two runs in directories, one in an archive, one in a text, and a link.
    private func tree() throws -> ShardedTree {
        let tree = try ShardedTree()
        try tree.write(NoisySnapshot.png(.fast, seed: 1).file, to: "login/a.png")
        try tree.write(Array(##"{"selector":"#password","value":"flaming9z"}"##.utf8), to: "login/trace.trace")
        try tree.write(Array("typed flaming9z".utf8), to: "login/deep/flaming9z.log")
        try tree.write(Array("typed flaming9z".utf8), to: "search/run.log")
        try tree.write(zip("run.log", "Mail: ada@example.com"), to: "trace.zip")
        try tree.write(Array("Mail: ada@example.com".utf8), to: "ada@example.com.log")
        symlink("/etc", tree.input["link"])
        return tree
    }

    private func zip(_ name: String, _ text: String) throws -> [UInt8] {
        var writer = ZipWriter()
        try writer.append(name, SecureBytes(copying: Array(text.utf8)))
        return try writer.finish().withUnsafeBytes(Array.init)
    }

    private func text(_ tree: ShardedTree, _ name: String) throws -> String {
        String(decoding: try tree.bytes(ofResult: name), as: UTF8.self)
    }

    @Test("the shards together redact every run once, and what one run tells goes from that run alone")
    func shards() throws {
        let tree = try tree()
        let outcomes = try (0..<3).map { try tree.run("\($0)/3", Self.everything) }
        #expect(outcomes.allSatisfy { $0.status == 0 && $0.counts["not runs"] == 1 }, "\(outcomes.map(\.lines))")
        #expect(outcomes.reduce(0) { $0 + ($1.redacted ?? 0) } == 4)
        for outcome in outcomes { #expect((outcome.redacted ?? 0) + (outcome.counts["in other shards"] ?? 0) == 4) }
        let results = try tree.results()
        #expect(
            results.keys.sorted() == [
                "ada@example.com.log", "login/a.png", "login/deep/[secret].log", "login/trace.trace", "search/run.log",
                "trace.zip",
            ]
        )
        #expect(try text(tree, "login/trace.trace") == ##"{"selector":"#password","value":"[password]"}"##)
        #expect(try text(tree, "login/deep/[secret].log") == "typed [secret]")
        #expect(try text(tree, "search/run.log") == "typed flaming9z")
        #expect(try text(tree, "ada@example.com.log") == "Mail: [email]")
        let alone = try Directory()
        for name in ["login", "trace.zip"] {
            let place = name == "login" ? ["--output-directory", alone[name]] : ["-o", alone[name]]
            let cover = name == "login" ? Self.everything : Array(Self.everything.dropFirst())
            #expect(try Command(["redact", tree.input[name]] + place + cover).status == 0)
        }
        for name in ["login/a.png", "login/trace.trace", "trace.zip"] {
            #expect(try Data(contentsOf: URL(filePath: alone[name])) == Data(results[name] ?? []))
        }
    }

    @Test("what has changed is done again: a file, a result, the secrets, what is done; what is gone goes from results")
    func changes() throws {
        let tree = try tree()
        // Before that, a change might not show in the times.
        sleep(4)
        #expect(try tree.run("0/1", Self.everything).redacted == 4)
        let again = try tree.run("0/1", Self.everything)
        #expect(again.redacted == 0 && again.unchanged == 4 && again.status == 0)
        unlink(tree.input["login/deep/flaming9z.log"])
        try tree.output.write(Array("Mail: ada@example.com".utf8), to: "search/run.log")
        unlink(tree.output["trace.zip"])
        let changed = try tree.run("0/1", Self.everything)
        #expect(changed.redacted == 3 && changed.unchanged == 1)
        #expect(
            try tree.results().keys.sorted() == [
                "ada@example.com.log", "login/a.png", "login/trace.trace", "search/run.log", "trace.zip",
            ]
        )
        #expect(try text(tree, "search/run.log") == "typed flaming9z")
        let secrets = try Directory(texts: ["known": "flaming9z\n"])
        #expect(try tree.run("0/1", Self.everything + ["--secrets", secrets["known"]]).redacted == 4)
        #expect(try text(tree, "search/run.log") == "typed [secret]")
        #expect(try tree.run("0/1", Self.everything + ["--unknown", "keep"]).redacted == 4)
    }

    @Test("a run that fails has no results, is named, and is tried again; the others are done")
    func failures() throws {
        let tree = try tree()
        #expect(try tree.run("0/1", Self.everything).redacted == 4)
        try tree.write([0x1A, 0x45, 0xDF, 0xA3, 0], to: "search/run.webm")
        try tree.write(Array("PK\u{3}\u{4} and no archive".utf8), to: "broken.zip")
        try tree.write(Array("text".utf8), to: ".snapveil/notes.txt")
        let name = TreePath(bytes: Array("odd/".utf8) + [0xFF])
        try tree.write(Array("text".utf8), to: name)
        let outcome = try tree.run("0/1", Self.everything + ["--unknown", "fail"])
        #expect(outcome.status == 1 && outcome.failed == 4 && outcome.redacted == 3, "\(outcome.lines)")
        for reason in ["search: \"run.webm\": it is a recording", "broken.zip", ".snapveil: ", "odd: "] {
            #expect(outcome.lines.contains { $0.contains(reason) }, "\(reason): \(outcome.lines)")
        }
        let results = try tree.results()
        #expect(results["search/run.log"] == nil && results["login/a.png"] != nil)
        #expect(try tree.entry(of: "search") == .failed("\"run.webm\": it is a recording"))
        #expect(try tree.run("0/1", Self.everything + ["--unknown", "drop"]).failed == 3)
        #expect(try text(tree, "search/run.log") == "typed flaming9z")
    }

    @Test("a shard that is killed goes on, and ends with what it would have made undisturbed")
    func killed() throws {
        let tree = try ShardedTree()
        for run in 0..<24 {
            for file in 0..<4 {
                try tree.write(NoisySnapshot.png(.fast, seed: UInt64(run * 4 + file)).file, to: "run\(run)/\(file).png")
            }
        }
        let expected = try tree.expected(Self.everything)
        // Before that, a change might not show in the times.
        sleep(4)
        for round in 1...3 {
            let command = try RunningCommand(tree.arguments("0/1", Self.everything + ["--jobs", "2"]))
            let isUnderWay = eventually(within: 60) { ((try? tree.results().count) ?? 0) >= round * 8 }
            command.kill()
            try #require(command.waitForEnd() && isUnderWay)
            for (name, result) in try tree.results() { #expect(result == expected[name]) }
        }
        let outcome = try tree.run("0/1", Self.everything)
        #expect(outcome.status == 0 && (outcome.unchanged ?? 0) > 0)
        #expect(try tree.results() == expected)
    }

    @Test("options that say nothing of a run are refused")
    func options() throws {
        let tree = try tree()
        for option in [["--verify"], ["--hierarchy-extension", "xml"], ["--hierarchies-beside"], ["--format", "png"]] {
            let outcome = try tree.run("0/1", Self.everything + option)
            #expect(outcome.status == 64, "\(option)")
        }
        let secrets = try Directory(texts: ["known": "flaming9z\n"])
        let digest = try tree.run("0/1", Self.everything + ["--secrets", secrets["known"], "--print-order"])
        #expect(digest.status == 64)
    }
}
