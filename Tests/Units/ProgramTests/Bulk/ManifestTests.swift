import Foundation
import Redaction
import SeededRandom
import Testing

@testable import snapveil

@Suite("Manifests of shards")
struct ManifestTests {
    private let directory: Directory
    private let shard: Shard

    init() throws {
        directory = try Directory()
        shard = try #require(Shard(index: 1, of: 3))
    }

    private var path: String { directory["shard-1-of-3.jsonl"] }

    private func open() throws -> Manifest { try Manifest(of: shard, in: FileTree(directory.path)) }

    private func bytes() throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(filePath: path))) }

    private func entry(_ name: String, _ number: Int = 0) -> ManifestEntry {
        Self.entry(TreePath(bytes: Array(name.utf8)), number)
    }

    private static func entry(_ path: TreePath, _ number: Int) -> ManifestEntry {
        let done = ManifestEntry.Done(
            output: path.extended(by: ".jpeg"),
            sha256: "\(number)",
            hierarchy: number == 1 ? "h" : nil,
            assurance: .erased,
            covered: number,
            receipt: "r",
            order: "o",
            source: "s",
            seal: number == 2 ? "e" : nil
        )
        return ManifestEntry(input: path, outcome: .done(done))
    }

    @Test("what is added is there when the manifest is opened again, whatever the file is called")
    func names() throws {
        var names = [
            "a", "a\nb", "a\"status\":\"failed\",", "é/🔒", "\u{1}\u{7F}", String(repeating: "x/\n", count: 1300),
        ].map {
            Array($0.utf8)
        }
        names += [[0xFF, 0xFE], Array("a\u{FFFD}".utf8), Array("a".utf8) + [0x80]]
        let entries = names.enumerated().map { Self.entry(TreePath(bytes: $1), $0) }
        do {
            let manifest = try open()
            for entry in entries { try manifest.append(entry) }
        }
        #expect(try bytes().count { $0 == UInt8(ascii: "\n") } == entries.count)
        #expect(String(validating: try bytes(), as: UTF8.self) != nil)
        let manifest = try open()
        for entry in entries { #expect(try manifest.entry(of: entry.input) == entry) }
        #expect(try manifest.entry(of: TreePath(bytes: Array("b".utf8))) == nil)
    }

    @Test("a line without its end is cut off, and what comes next begins a line")
    func tornLine() throws {
        do {
            let manifest = try open()
            for name in ["a", "b", "c"] { try manifest.append(entry(name)) }
        }
        let whole = try bytes()
        let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
        for length in [ends[1] + 1, ends[1] + 2, ends[1] + 50, ends[2] - 1, ends[2]] {
            try Data(whole[..<length]).write(to: URL(filePath: path))
            let manifest = try open()
            #expect(try manifest.entry(of: entry("b").input) == entry("b"))
            #expect(try manifest.entry(of: entry("c").input) == nil)
            try manifest.append(entry("d"))
            let expected = try Array(whole[...ends[1]]) + entry("d").line
            #expect(try bytes() == expected)
        }
    }

    @Test("lines that are none are nothing, and go when the manifest is tidied")
    func garbage() throws {
        let line = try entry("a", 3).line
        let id = FileID(entry("b").input).hexadecimal
        let garbage = [
            "", "{}", "[]", "null", "{\"id\":\"", "{\"id\":\"\(id)", "{\"id\":\"\(id)\"}",
            "{\"id\":\"\(id.uppercased())\"}",
            "{\"id\":\"\(id)\",\"status\":\"failed\",\"input\":\"b\"}", String(repeating: "x", count: 3 << 20), "\u{0}",
        ]
        let before = garbage.map { $0 + "\n" }.joined()
        try Data(Array(before.utf8) + line + Array(before.utf8)).write(to: URL(filePath: path))
        let manifest = try open()
        #expect(try manifest.entry(of: entry("a").input) == entry("a", 3))
        #expect(try manifest.entry(of: entry("b").input) == nil)
        try manifest.finish()
        #expect(try bytes() == line)
    }

    @Test("the last line of a file counts, and alone remains when all files were worked on")
    func supersededLines() throws {
        let failure = ManifestEntry(input: entry("gone").input, outcome: .failed("why"))
        do {
            let manifest = try open()
            for number in 0..<5 { try manifest.append(entry("a", number)) }
            try manifest.append(failure)
            try manifest.append(ManifestEntry(input: entry("c").input, outcome: .failed("because")))
            try manifest.append(entry("b", 7))
        }
        let manifest = try open()
        #expect(try manifest.entry(of: entry("a").input) == entry("a", 4))
        #expect(try manifest.entry(of: failure.input) == failure)
        try manifest.append(entry("c", 8), replacing: true)
        let unreadable = ManifestEntry(input: entry("d").input, outcome: .unreadable("so"))
        try manifest.append(unreadable)
        try manifest.finish()
        let expected = try [entry("a", 4), entry("b", 7), entry("c", 8), unreadable].flatMap { try $0.line }
        #expect(try bytes() == expected)
    }

    @Test("whatever bytes it has, an entry is one of the file that is asked about, and what is added is there")
    func mutated() throws {
        do {
            let manifest = try open()
            for name in ["a", "b", "c"] { try manifest.append(entry(name, 2)) }
        }
        let whole = try bytes()
        let marks = Array("\n\"\\{}[],:0-\u{0}".utf8) + [0xFF]
        var noise = SeededGenerator(seed: 38)
        for round in 0..<2000 {
            var mutated = whole
            for _ in 0...Int.random(in: 0..<4, using: &noise) {
                let place = Int.random(in: mutated.indices, using: &noise)
                switch Int.random(in: 0..<3, using: &noise) {
                case 0: mutated[place] = try #require(marks.randomElement(using: &noise))
                case 1: mutated[place] ^= 1 << UInt8.random(in: 0..<8, using: &noise)
                default: mutated.removeSubrange(place..<min(place + 40, mutated.count))
                }
            }
            try Data(mutated).write(to: URL(filePath: path))
            do {
                let manifest = try open()
                for name in ["a", "b", "c"] {
                    let known = try manifest.entry(of: entry(name).input)
                    #expect(known == nil || known?.input == entry(name).input, "round \(round)")
                }
                try manifest.append(entry("d", 3))
                try manifest.finish()
            }
            #expect(try open().entry(of: entry("d").input) == entry("d", 3), "round \(round)")
        }
    }

    @Test("there is one at a time, and the key stays")
    func lock() throws {
        var seal = Digest(of: [])
        do {
            let manifest = try open()
            #expect(throws: BulkFailure.taken) { try open() }
            _ = try Manifest(of: #require(Shard(index: 2, of: 3)), in: FileTree(directory.path))
            seal = manifest.key.finish(manifest.key.hasher())
        }
        let again = try open()
        #expect(again.key.finish(again.key.hasher()) == seal)
        let other = try Manifest(of: #require(Shard(index: 2, of: 3)), in: FileTree(directory.path))
        #expect(other.key.finish(other.key.hasher()) != seal)
    }

    @Test("an index finds every line that it was told, and no other, however full it is")
    func index() throws {
        let tree = try FileTree(directory.path)
        var noise = SeededGenerator(seed: 12)
        // As many as it is made for, and as many as it has room for.
        for (expected, count) in [(4000, 4000), (1, 170)] {
            let index = try ManifestIndex(lineCount: expected, in: tree.root, called: "index")
            let ids = try (0..<count).map { _ in try #require(FileID(hexadecimal: noise.bytes(16).hexadecimal.utf8)) }
            for (offset, id) in ids.enumerated() {
                #expect(try !index.insert(id, at: offset + 5))
                #expect(try index.insert(id, at: offset))
            }
            for (offset, id) in ids.enumerated() { #expect(try index.offset(of: id) == offset) }
            guard count > 170 else { continue }
            #expect(try index.offset(of: FileID(entry("a").input)) == nil)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }
}
