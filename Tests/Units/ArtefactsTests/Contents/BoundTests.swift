import BoundedWork
import Redaction
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Bounds of the work on an artefact")
struct BoundTests {
    @Test("an artefact that tells too many secrets is refused, with what to do")
    func tooManySecrets() throws {
        let lines = (0..<300).map { #"{"token":"\#($0)-\#(String(repeating: "x", count: 4_000))"}"# }
        #expect(
            throws: ContentFailure.refused(
                "its fields hold more secrets than can be looked for; redact its parts one by one"
            )
        ) {
            try redacted(lines.joined(separator: "\n"))
        }
    }

    @Test("a beginning of one secret that is another one is taken out as that, wherever it stands")
    func beginnings() throws {
        #expect(try redacted("hunter2, hunter", secrets: ["hunter", "hunter2x"]) == "[KNOWN]2, [KNOWN]")
        #expect(try redacted("hunter2, hunter", secrets: ["hunter2x", "hunter"]) == "[KNOWN]2, [KNOWN]")
    }

    @Test("a hundred thousand secrets are looked for at once, and found")
    func manySecrets() throws {
        let lines = (100_000..<200_000).map { #"{"pin":"\#($0)"}"# }
        let text = try redacted(lines.joined(separator: "\n") + "\n{\"log\":\"it is 123456.\"}")
        #expect(text.hasSuffix("it is [secret].\"}"))
    }

    @Test("an object of one name a hundred thousand times takes no longer than another")
    func repeatedNames() throws {
        let members = (0..<100_000).map { _ in #""value":"a","name":"b""# }.joined(separator: ",")
        #expect(try redacted("{\(members)}") == "{\(members)}")
    }

    @Test("JSON nested deeper than any reader goes is text")
    func depth() throws {
        let deep =
            String(repeating: "[", count: 100_000) + "\"b@mail.example\"" + String(repeating: "]", count: 100_000)
        #expect(try redacted(deep) == deep.replacing("b@mail.example", with: "[email]"))
    }

    @Test("strings of JSON within each other are opened to a bounded depth, and what is deeper is dropped")
    func nestedStrings() throws {
        var text = #"{"to":"b@mail.example"}"#
        for _ in 0..<(ContentRedactor.maximumDepth + 1) {
            text = #"{"in":"\#(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))"}"#
        }
        let result = try redaction(text)
        #expect(!result.text.contains("@"))
        #expect(result.receipt.entries.flatMap(\.dropped).count == 1)
    }

    @Test("a text that takes more work than its bytes are worth is no part of the result")
    func spent() throws {
        let bytes = try SecureBytes(copying: "mail b@mail.example".utf8)
        var unbounded = WorkBudget(limit: .max)
        let marks = ReplacementMarks(.standard, [])
        let search = TextSearch(.standard, try SecretSearch([], budget: &unbounded), marks, names: nil)
        let terms = ContentRedactor.Terms(
            search: search,
            foreign: ArtefactRedactor.Foreign(),
            limits: ZipLimits(),
            pictures: PicturesOfTests(),
            secretsInPictures: nil
        )
        var redactor = ContentRedactor(terms)
        var budget = WorkBudget(limit: 40)
        #expect(throws: ContentFailure.unfinished(.spent)) { try redactor.redacted(bytes, budget: &budget) }
    }
}
