import Detection
import Foundation
import Testing

@testable import snapveil

@Suite("Shards")
struct ShardTests {
    @Test("a shard is K/N with K from 0 to N - 1")
    func arguments() {
        #expect(Shard(argument: "3/16") == Shard(index: 3, of: 16))
        #expect(Shard(argument: "0/1") == Shard(index: 0, of: 1))
        for text in [
            "", "/", "3", "3/", "/3", "16/16", "0/0", "-1/3", "+1/3", " 1/3", "1/3 ", "1/3/5", "1.0/3", "０/3", "0x1/3",
            "0/100001", "1/99999999999999999999",
        ] { #expect(Shard(argument: text) == nil, "\(text)") }
    }

    @Test("every file is in one shard, and no shard has many more than another")
    func parts() throws {
        for count in [1, 2, 7, 16] {
            let shards = try (0..<count).map { try #require(Shard(index: $0, of: count)) }
            var sizes = [Int](repeating: 0, count: count)
            for number in 0..<4000 {
                let id = FileID(TreePath(bytes: Array("shots/\(number).png".utf8)))
                let owners = shards.filter { $0.contains(id) }
                #expect(owners.count == 1)
                for owner in owners { sizes[owner.index] += 1 }
            }
            #expect(sizes.allSatisfy { abs($0 - 4000 / count) < 400 }, "\(sizes)")
        }
    }

    // printf a/b.png | sha256sum: 88f7ec7982e1b5db…
    @Test("the shard of a file is the start of the SHA-256 of its path, modulo the number of shards")
    func rule() throws {
        let id = FileID(TreePath(bytes: Array("a/b.png".utf8)))
        #expect(id.number == 0x88F7_EC79_82E1_B5DB)
        #expect(try #require(Shard(index: Int(0x88F7_EC79_82E1_B5DB % 1000 as UInt64), of: 1000)).contains(id))
    }

    @Test("an extension is what a name has behind its last dot")
    func extensions() {
        for (path, expected) in [
            ("a/b.PNG", "png"), ("a.b/c", nil), (".png", nil), ("a/.png", nil), ("a..jpg", "jpg"), ("a.", ""),
            ("a.é", nil),
        ] as [(String, String?)] {
            #expect(TreePath(bytes: Array(path.utf8)).fileExtension == expected, "\(path)")
        }
        #expect(TreePath(bytes: Array("a.b/c.png".utf8)).withoutExtension.text == "a.b/c")
        #expect(TreePath(bytes: Array("a.b/c".utf8)).withoutExtension.text == "a.b/c")
    }
}

@Suite("The order of a shard tells whether its results have to be made anew")
struct ShardOrderTests {
    private static let looking = ##"{ "rules": [{ "target": { "text": "all" }, "style": { "veil": {} } }] }"##
    private static let fixed = ##"{ "rules": [{ "target": "screen", "style": { "veil": {} } }] }"##

    @Test("other models are another order, where they are looked with")
    func models() throws {
        let models = try Directory(
            Dictionary(uniqueKeysWithValues: Detector.fileNames.map { ($0, Array("a model".utf8)) })
        )
        let policies = try Directory(texts: ["looking.json": Self.looking, "fixed.json": Self.fixed])
        let (input, output) = (try Directory(), try Directory())
        func order(_ policy: String) throws -> String {
            let command = try Command([
                "redact", input.path, "--output-directory", output.path, "--shard", "0/1", "--print-order",
                "--policy", policies[policy], "--models", models.path,
            ])
            #expect(command.status == 0, "\(command.errors)")
            return command.output
        }
        let (looking, fixed) = (try order("looking.json"), try order("fixed.json"))
        #expect(try order("looking.json") == looking)
        for name in Detector.fileNames {
            try models.write(Array("another".utf8), to: name)
            #expect(try order("looking.json") != looking, "\(name)")
            try models.write(Array("a model".utf8), to: name)
        }
        try models.write(Array("another".utf8), to: "notes.txt")
        #expect(try order("looking.json") == looking && order("fixed.json") == fixed)
        try FileManager.default.removeItem(atPath: models["faces.onnx"])
        #expect(try order("fixed.json") == fixed)
    }
}
