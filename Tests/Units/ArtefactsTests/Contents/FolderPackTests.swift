import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import Artefacts

@Suite("Folders as carriers")
struct FolderPackTests {
    private func pack(_ files: [(String, String)]) throws -> FolderPack {
        try FolderPack(files.map { ($0.0, try SecureBytes($0.1)) })
    }

    @Test("files arrive as they are, with nothing before, between or behind them")
    func arrives() throws {
        let message = try pack([("a/b.txt", "one"), ("c", "")]).encoded()
        let arrived = try FolderPack(decoding: message)
        #expect(arrived.files.map(\.name) == ["a/b.txt", "c"])
        #expect(arrived.files.map(\.contents.text) == ["one", ""])
        for end in 0..<message.count {
            #expect(throws: ContentFailure.self) { try FolderPack(decoding: message[0..<end]) }
        }
    }

    @Test(
        "names that lead out of the folder, or over one another, are refused on both ends",
        arguments: [["../a"], ["/a"], ["a/../../b"], ["a", "a"], ["a", "a/b"], [""], ["a\0"], ["a\\b"]]
    )
    func names(names: [String]) throws {
        #expect(throws: ContentFailure.self) { try pack(names.map { ($0, "x") }) }
    }

    @Test("a message of anybody ends in files or in an error")
    func hostile() throws {
        let message = try pack([("a/b.txt", "one"), ("c", "two"), ("d/e/f", "three")]).encoded().array
        var noise = SeededGenerator(seed: 3)
        for _ in 0..<5_000 {
            var changed = message
            for _ in 0..<Int.random(in: 1...4, using: &noise) {
                changed[Int.random(in: changed.indices, using: &noise)] = .random(in: .min ... .max, using: &noise)
            }
            _ = try? FolderPack(decoding: SecureBytes(copying: changed))
        }
    }

    @Test("what one file tells goes from all, also from those before it")
    func told() throws {
        let files = try pack([
            ("a.log", "typed flaming9z\n"), ("in.zip", ""), ("t.json", ##"{"password":"flaming9z"}"##),
        ]).files
        let (safe, receipt, _) = try ArtefactRedactor.ofTests().redact(inParts: DividedFolder(files: files))
        #expect(safe.map(\.contents.text) == ["typed [secret]\n", "", ##"{"password":"[password]"}"##])
        #expect(receipt.entries.map(\.outcome) == [.redacted, .kept, .redacted])
    }
}
