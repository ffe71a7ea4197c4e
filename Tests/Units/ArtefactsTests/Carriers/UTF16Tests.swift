import BoundedWork
import Redaction
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Texts in UTF-16, as carriers")
struct UTF16Tests {
    private func file(_ text: String, isBigEndian: Bool) throws -> SecureBytes {
        try SecureBytes(
            copying: ("\u{FEFF}" + text).utf16.flatMap { unit in
                withUnsafeBytes(of: isBigEndian ? unit.bigEndian : unit.littleEndian, Array.init)
            }
        )
    }

    @Test("a text is searched, and written again as it was", arguments: [false, true])
    func texts(isBigEndian: Bool) throws {
        let file = try file("Größe 😀 b@mail.example, typed flaming9z\r\n", isBigEndian: isBigEndian)
        #expect(ArtefactRedactor.form(of: file) == .text)
        let safe = try ArtefactRedactor.ofTests(secrets: ["flaming9z"]).redact(file).artefact
        #expect(safe == (try self.file("Größe 😀 [email], typed [KNOWN]\r\n", isBigEndian: isBigEndian)))
        #expect(try ArtefactRedactor.ofTests(TextRules(kinds: [])).redact(file).artefact == file)
        let json = try self.file(#"{"password": "hunter2!"}"#, isBigEndian: isBigEndian)
        let other = try ArtefactRedactor.ofTests().redact(
            packed([("a.json", json), ("b.txt", SecureBytes("is hunter2!"))])
        )
        #expect(try ZipArchive(opening: other.artefact).unpacked()[1].contents.text == "is [secret]")
    }

    @Test("a secret in bytes that are no text in UTF-16 is refused", arguments: [[0xFE, 0xFF], [0xFF, 0xFE]])
    func otherwise(mark: [UInt8]) throws {
        let file = try SecureBytes(copying: mark + Array("key: FLAMING9z! ".utf8))
        #expect(ArtefactRedactor.form(of: file) == .text)
        #expect(throws: ContentFailure.refused("a secret is in its bytes, but not in its text")) {
            try ArtefactRedactor.ofTests(secrets: ["flaming9z"]).redact(file)
        }
        #expect(try ArtefactRedactor.ofTests().redact(file).artefact == file)
    }

    @Test("what is cut off, or has half of a character, is refused")
    func malformed() throws {
        let file = try file("b@mail.example 😀", isBigEndian: false)
        #expect(throws: ContentFailure.refused("it ends within a character of UTF-16")) {
            try ArtefactRedactor.ofTests().redact(file[0..<file.count - 1])
        }
        #expect(throws: ContentFailure.refused("it is no well-formed UTF-16")) {
            try ArtefactRedactor.ofTests().redact(file[0..<file.count - 2])
        }
        var budget = WorkBudget(limit: 8)
        #expect(throws: ContentFailure.self) { try PackedFile(file, .utf16LittleEndian, ZipLimits(), budget: &budget) }
    }
}
