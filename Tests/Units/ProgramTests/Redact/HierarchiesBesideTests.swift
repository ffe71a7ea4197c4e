import Foundation
import Samples
import SecureMemory
import Testing

@Suite("Page sources that lie beside their snapshots")
struct HierarchiesBesideTests {
    /// Whether the files are named, or are those of a shard; and who works on them.
    struct Way: Sendable, CustomTestStringConvertible {
        let isSharded: Bool
        let isolation: String
        var testDescription: String { "\(isSharded ? "shard" : "files"), \(isolation)" }
    }

    private static let ways = [true, false].flatMap { isSharded in
        ["auto", "none"].map { Way(isSharded: isSharded, isolation: $0) }
    }
    private static let page = #"{"viewport":{"width":1280,"height":720,"scale":1},"boxes":"#

    @Test(
        "are taken as if each was named, and one that cannot be had is a named failure of its snapshot",
        arguments: ways
    )
    func pairs(way: Way) throws {
        let (tree, directory) = try (samples(), policy())
        let picture = try Sample.iosLogin.picture("png").withUnsafeBytes(Array.init)
        for name in ["without.png", "both.png", "broken.png", "link.png", "folder.png"] {
            try tree.write(picture, to: name)
        }
        try tree.write(Array(Sample.iosLogin.text.utf8), to: "both.xml")
        try tree.write(Array("[]".utf8), to: "both.json")
        try tree.write(Array(Self.page.utf8), to: "broken.json")
        symlink("nowhere", tree.input["link.xml"])
        try tree.write([], to: "folder.json/file")
        let outcome = try run(tree, way, ["--policy", directory["policy.json"]])
        #expect(outcome.status == 1)
        #expect(try tree.results().keys.sorted() == ["android.jpg", "ios.png", "web.png"])
        for (snapshot, source) in [("ios.png", "ios.xml"), ("android.jpg", "android.xml"), ("web.png", "web.json")] {
            let single = try Command([
                "redact", tree.input[snapshot], "--hierarchy", tree.input[source], "--policy", directory["policy.json"],
                "-o", directory[snapshot],
            ])
            #expect(single.status == 0)
            #expect(try tree.bytes(ofResult: snapshot) == [UInt8](Data(contentsOf: URL(filePath: directory[snapshot]))))
        }
        let place = way.isSharded ? "" : tree.input.path + "/"
        for (snapshot, reason) in [
            ("without.png", "the policy names elements, and no page source came with the snapshot"),
            ("both.png", "the picture has two page sources, \(place)both.xml and \(place)both.json; remove one"),
            ("broken.png", "the page source cannot be read: line 1, column 59: expected a value"),
            ("link.png", "the page source \(place)link.xml cannot be read: "),
            ("folder.png", "the page source \(place)folder.json cannot be read: it is not a regular file"),
        ] {
            let lines = outcome.lines.filter { $0.hasPrefix("snapveil: \(place)\(snapshot): ") }
            #expect(lines.count == 1 && lines[0].contains(reason), "\(snapshot): \(outcome.lines)")
        }
    }

    @Test("need not be there where the policy needs none", arguments: ways)
    func unneeded(way: Way) throws {
        let tree = try ShardedTree(count: 2)
        #expect(try run(tree, way, ShardedTree.blur).status == 0)
        #expect(try tree.results().count == 2)
    }

    @Test("come back redacted beside the results of a shard, under their extensions")
    func results() throws {
        let (tree, directory) = try (samples(), policy())
        let way = Way(isSharded: true, isolation: "auto")
        let options = ["--policy", directory["policy.json"], "--hierarchy-results"]
        #expect(try run(tree, way, options).redacted == 3)
        let names = ["android.jpg", "android.jpg.xml", "ios.png", "ios.png.xml", "web.png", "web.png.json"]
        #expect(try tree.results().keys.sorted() == names)
        let returned = try String(decoding: tree.bytes(ofResult: "web.png.json"), as: UTF8.self)
        #expect(returned.hasPrefix(Self.page))
        #expect(returned.contains("[redacted]"))
        #expect(try run(tree, way, options).unchanged == 3)
        // In place of one page source there is another.
        unlink(tree.input["ios.xml"])
        try tree.write(Array(#"{"viewport":{"width":393,"height":852,"scale":3},"boxes":[]}"#.utf8), to: "ios.json")
        let changed = try run(tree, way, options)
        #expect(changed.redacted == 1 && changed.unchanged == 2, "\(changed.lines)")
        #expect(try tree.results().keys.sorted() == names.map { $0 == "ios.png.xml" ? "ios.png.json" : $0 })
        #expect(try run(tree, way, options).unchanged == 3)
        // A failure leaves nothing of either.
        try tree.write([], to: "ios.xml")
        #expect(try run(tree, way, options).failed == 1)
        #expect(try tree.results().keys.allSatisfy { !$0.hasPrefix("ios") })
    }

    @Test(
        "do not go with other ways to name them",
        arguments: [
            "IN/a.png --hierarchy IN/a.xml -o OUT", "- -o OUT",
            "IN --shard 0/1 --output-directory OUT --hierarchy-extension xml",
        ]
    )
    func options(line: String) throws {
        let directory = try Directory()
        let arguments = line.replacing("IN", with: directory.path).replacing("OUT", with: directory["out"])
        let command = try Command(
            ["redact", "--hierarchies-beside", "--style", "veil"] + arguments.split(separator: " ").map(String.init)
        )
        #expect(command.status == 64 && command.errors.contains("--hierarchies-beside"), "\(command.errors)")
    }

    /// A tree of three snapshots with their page sources.
    private func samples() throws -> ShardedTree {
        let tree = try ShardedTree()
        for (name, sample, type) in [
            ("ios", Sample.iosLogin, "png"), ("android", .androidCheckout, "jpg"), ("web", .webProfile, "png"),
        ] {
            try tree.write(sample.picture(type).withUnsafeBytes(Array.init), to: "\(name).\(type)")
            let isPage = sample == .webProfile
            let source = try isPage ? "\(Self.page)\(sample.text)}" : sample.text
            try tree.write(Array(source.utf8), to: "\(name).\(isPage ? "json" : "xml")")
        }
        return tree
    }

    private func policy() throws -> Directory {
        try Directory(texts: [
            "policy.json":
                ##"{"rules": [{"target": {"elements": "all-text"}, "style": {"fill": {"color": "#000"}}}]}"##
        ])
    }

    private func run(_ tree: ShardedTree, _ way: Way, _ options: [String]) throws -> ShardedTree.Outcome {
        let options = ["--hierarchies-beside", "--isolation", way.isolation] + options
        guard !way.isSharded else { return try tree.run("0/1", options) }
        let pictures = try FileManager.default.subpathsOfDirectory(atPath: tree.input.path).filter {
            $0.hasSuffix("png") || $0.hasSuffix("jpg")
        }
        let arguments = pictures.map { tree.input[$0] } + ["--output-directory", tree.output.path]
        return ShardedTree.Outcome(try Command(["redact"] + arguments + options))
    }
}
