import SecureMemory
import Testing

@testable import Artefacts

@Suite("Names stay within their folder, each once")
struct ZipNameTests {
    private func refusal(_ names: [[UInt8]]) throws -> ZipError? {
        let zip = CraftedZip(entries: names.map { .init(name: $0, bytes: []) })
        return ArtefactsTests.refusal(of: try zip.secureBytes)
    }

    private func refusal(_ names: String...) throws -> ZipError? { try refusal(names.map { Array($0.utf8) }) }

    @Test(
        "a name that leads out of its folder, or is understood in another way elsewhere, is refused",
        arguments: [
            ("", "is empty"), ("/etc/passwd", "begins with a slash"), ("/", "begins with a slash"),
            ("../a", "leads out of its folder"), ("a/../b", "leads out of its folder"),
            ("a/..", "leads out of its folder"),
            ("..", "leads out of its folder"), ("../", "leads out of its folder"), ("..\\a", "has a backslash"),
            ("a\\b", "has a backslash"), ("C:/a", "begins with a drive"), ("c:a", "begins with a drive"),
            ("a\0.png", "has a NUL"), ("./a", "has an empty part or one that is a dot"),
            ("a//b", "has an empty part or one that is a dot"), ("a/.", "has an empty part or one that is a dot"),
            ("a//", "has an empty part or one that is a dot"),
            (String(repeating: "a", count: 4097), "has more than 4096 bytes"),
        ]
    )
    func unsafeNames(name: String, reason: String) throws {
        #expect(try refusal(name) == .unsafeName(name, reason))
        #expect(throws: ZipError.unsafeName(name, reason)) { try packed([(name, SecureBytes())]) }
    }

    @Test("a name that is not UTF-8 is refused, whether it claims to be or not", arguments: [0, 0x0800] as [UInt16])
    func encoding(flags: UInt16) throws {
        var entry = CraftedZip.Entry(name: [0x61, 0x81], bytes: [])
        entry.flags = flags
        let found = ArtefactsTests.refusal(of: try CraftedZip(entries: [entry]).secureBytes)
        #expect(found == .unsafeName("a\u{FFFD}", "is not UTF-8"))
    }

    @Test("names that look alike are taken")
    func harmlessNames() throws {
        let names = [
            "a", "A", "..a", "a..", "...", ".hidden", "a b", "ab:c", "folder/", "folder/a", "folder.txt", "é/🙂",
        ]
        #expect(try refusal(names.map { Array($0.utf8) }) == nil)
    }

    @Test("two entries of one name are refused, wherever they stand")
    func repeatedNames() throws {
        #expect(try refusal("a", "b", "a") == .repeatedName("a"))
        #expect(try refusal("a/", "a/") == .repeatedName("a/"))
        #expect(try refusal("a/", "a") == .repeatedName("a/"))
        #expect(try refusal("a", "a-b", "a.b", "a/b") == .repeatedName("a"))
        #expect(try refusal("a/b/c", "a", "b") == .repeatedName("a"))
        #expect(try refusal("e\u{301}", "\u{E9}") == .repeatedName("\u{E9}"))
        #expect(throws: ZipError.repeatedName("a")) { try packed([("a", SecureBytes()), ("a", SecureBytes())]) }
    }
}
