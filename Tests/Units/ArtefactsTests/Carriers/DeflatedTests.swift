import BoundedWork
import Foundation
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import Artefacts

@Suite("Deflated files as carriers")
struct DeflatedTests {
    /// `mail b@mail.example, typed flaming9z` and a line end, packed by gzip 1.12 with a name, and by zlib 1.2.13.
    static let gzip = "H4sICO9WCGsAA25vdGUudHh0AMtNzMxRSHLIBVJ6qRWJuQU5qToKJZUFqSkKaTmJuZl56ZZVXADlHKfMJQAAAA=="
    private static let zlib = "eJzLTczMUUhyyAVSeqkVibkFOak6CiWVBakpCmk5ibmZeemWVVwAAJgNUA=="
    private static let text = "mail b@mail.example, typed flaming9z\n"

    private func file(_ base64: String) throws -> SecureBytes {
        try SecureBytes(copying: try #require(Data(base64Encoded: base64)))
    }

    private func inflated(_ file: SecureBytes) throws -> String {
        var budget = WorkBudget(limit: .max)
        let form = try #require(file.withUnsafeBytes { PackedFile.form(of: $0) })
        return try PackedFile(file, form, ZipLimits(), budget: &budget).contents.text
    }

    @Test(
        "a file is inflated, redacted and deflated again; one in which nothing is found stays, but for its name",
        arguments: [gzip, zlib]
    )
    func files(base64: String) throws {
        let file = try file(base64)
        #expect(try inflated(file) == Self.text)
        let redactor = try ArtefactRedactor.ofTests(secrets: ["flaming9z"])
        #expect(try inflated(redactor.redact(file).artefact) == "mail [email], typed [KNOWN]\n")
        let other = try ArtefactRedactor.ofTests(TextRules(kinds: [])).redact(file).artefact
        #expect(try inflated(other) == Self.text && (other == file) == (base64 == Self.zlib))
        #expect(!other.text.contains("note.txt"))
    }

    @Test("a stream of zlib that is all of a string is opened, and tells secrets as any other content")
    func strings() throws {
        let html = #"<html><script>s = ["*a", "\#(Self.zlib)"]</script>"#
        let result = try redacted(html, secrets: ["flaming9z"])
        #expect(!result.contains(Self.zlib))
        let string = try #require(result.split(separator: "\"").dropLast().last)
        #expect(try inflated(file(String(string))) == "mail [email], typed [KNOWN]\n")
    }

    @Test("what is cut off, changed or too large is refused, whatever it is")
    func damaged() throws {
        let file = try file(Self.gzip)
        for end in 9..<file.count { #expect(throws: (any Error).self) { try inflated(file[0..<end]) } }
        var noise = SeededGenerator(seed: 9)
        for _ in 0..<2_000 {
            var bytes = file.array
            bytes[Int.random(in: 3..<bytes.count, using: &noise)] = .random(in: .min ... .max, using: &noise)
            if let text = try? inflated(SecureBytes(copying: bytes)) { #expect(text == Self.text) }
        }
        var budget = WorkBudget(limit: .max)
        #expect(throws: ContentFailure.self) {
            try PackedFile(file, .gzip, ZipLimits(entryBytes: 8, ratio: 1), budget: &budget)
        }
    }
}
