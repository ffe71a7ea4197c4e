import BoundedWork
import Redaction
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Bounds on the memory of an artefact")
struct ArtefactLimitsTests {
    private func redactor(_ change: (inout ArtefactLimits) -> Void) -> ArtefactRedactor {
        var limits = ArtefactLimits()
        change(&limits)
        return ArtefactRedactor(TextRules(), PicturesOfTests(), limits: limits)
    }

    private func archive(_ entries: [(String, String)]) throws -> SecureBytes {
        try packed(entries.map { ($0.0, try SecureBytes(copying: $0.1.utf8)) })
    }

    @Test("a text that is too long is dropped, and tells nothing")
    func longText() throws {
        let tale = #"{"password":"flaming9z"}"#
        let source = try archive([("long.json", tale), ("a.log", "flaming9z")])
        let (_, receipt) = try redactor { $0.textBytes = tale.utf8.count - 1 }.redact(source)
        #expect(receipt.entries.map(\.outcome) == [.dropped, .kept])
        #expect(receipt.entries[0].dropped == ["it is a text of more than \(tale.utf8.count - 1) bytes"])
        let whole = try redactor { $0.textBytes = tale.utf8.count }.redact(source)
        #expect(whole.receipt.entries.map(\.outcome) == [.redacted, .redacted])
    }

    @Test("a text alone that is too long is refused")
    func longTextAlone() throws {
        let text = try SecureBytes(copying: "0123456789".utf8)
        #expect(throws: ContentFailure.refused("it is a text of more than 9 bytes")) {
            try redactor { $0.textBytes = 9 }.redact(text)
        }
    }

    @Test("a result that grows counts like what is opened")
    func growth() throws {
        let rows = String(repeating: "a@b.example\n", count: 50)
        let source = try archive([("a.txt", rows), ("b.txt", rows)])
        let rules = TextRules(replacement: String(repeating: "x", count: 64))
        func outcomes(_ bytes: Int) throws -> [ArtefactReceipt.Outcome] {
            var limits = ArtefactLimits()
            limits.archives.totalBytes = bytes
            return try ArtefactRedactor(rules, PicturesOfTests(), limits: limits).redact(source).receipt.entries
                .map(\.outcome)
        }
        #expect(try outcomes(50 * 65 * 2) == [.redacted, .redacted])
        #expect(try outcomes(50 * 65 * 2 - 1) == [.redacted, .dropped])
    }

    @Test("secrets that take more memory than there is for the search are an error")
    func secrets() throws {
        let source = try archive([("a.json", #"{"password":"flaming9z"}"#)])
        let enough = ArtefactLimits.searchBytes(forSecretOf: 9)
        #expect(try redactor { $0.searchBytes = enough }.redact(source).receipt.entries.map(\.outcome) == [.redacted])
        #expect(throws: ContentFailure.self) { try redactor { $0.searchBytes = enough - 1 }.redact(source) }
    }

    @Test(
        "what is set apart for each part is no more than there is",
        arguments: [1 << 20, 100 << 20, 1 << 30, 16 << 30]
    )
    func shares(_ byteCount: Int) throws {
        let limits = ArtefactLimits(fitting: byteCount)
        let secrets = limits.searchBytes
        let entries = limits.archives.entries * ArtefactLimits.bytesOfEntry
        let contents = limits.archives.totalBytes
        let text = limits.textBytes * ArtefactLimits.growthOfText
        let picture = try #require(limits.pictureBytes)
        #expect(secrets + entries + contents + text + picture <= byteCount)
        #expect(secrets + entries + 3 * contents <= byteCount)
        #expect(limits.archives.entryBytes <= contents && limits.archives.entries <= ZipLimits().entries)
    }

    @Test("no memory has room for nothing")
    func none() {
        let limits = ArtefactLimits(fitting: -1)
        #expect(limits.textBytes == 0 && limits.archives.totalBytes == 0 && limits.pictureBytes == 0)
    }
}
