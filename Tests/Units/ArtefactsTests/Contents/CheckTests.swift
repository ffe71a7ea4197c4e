import Redaction
import SecureMemory
import Testing

@testable import Artefacts

@Suite("A check of an artefact tells kinds and places, and changes nothing")
struct CheckTests {
    private static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]

    private func report(_ content: SecureBytes, secrets: [String] = []) throws -> [ArtefactReport.Entry] {
        try ArtefactRedactor.ofTests(secrets: secrets).check(content).entries
    }

    @Test("values are told by kind, with the lines of the first of them")
    func lines() throws {
        let text = (1...14).map { "\($0) mail b\($0)@mail.example\n" }.joined() + "card 4111 1111 1111 1111\n"
        let entry = try #require(try report(SecureBytes(text)).first)
        #expect(entry.name == nil && entry.pictures.isEmpty && entry.failures.isEmpty)
        #expect(entry.texts.map(\.kind) == ["card", "email"] && entry.texts.map(\.count) == [1, 14])
        #expect(entry.texts.map(\.lines) == [[15], Array(1...10)])
    }

    @Test(
        "what is in JSON in a string has the line of the string, and one kind on a line counts as often as it is there"
    )
    func nested() throws {
        let text = "{}\n{\"body\":\"{\\\"to\\\":\\\"a@mail.example\\\",\\n\\\"cc\\\":\\\"b@mail.example\\\"}\"}\n"
        let texts = try #require(try report(SecureBytes(text)).first).texts
        #expect(texts.map(\.lines) == [[2]] && texts.map(\.count) == [2])
    }

    @Test("lines are in order, and once, also where what is in a text is looked into before the rest of it")
    func order() throws {
        let inner = "dG8gYkBtYWlsLmV4YW1wbGUgYW5kIG1vcmUgb2YgaXQ="
        let text = "mail a@mail.example\nsee data:text/plain;base64,\(inner)\nc@mail.example d@mail.example\n"
        let texts = try #require(try report(SecureBytes(text)).first).texts
        #expect(texts.map(\.lines) == [[1, 2, 3]] && texts.map(\.count) == [4])
    }

    @Test("what a field tells is found in other files, and in their names, which do not tell it")
    func told() throws {
        let archive = try packed([
            ("trace.trace", SecureBytes(#"{"password":"flaming9z"}"#)),
            ("log flaming9z.txt", SecureBytes("typed flaming9z\n")),
            ("clean.txt", SecureBytes("nothing\n")),
        ])
        let entries = try report(archive)
        #expect(entries.map(\.name) == ["trace.trace", "log [secret].txt", "clean.txt"])
        #expect(entries[1].texts.map(\.count) == [2] && entries[1].texts.map(\.lines) == [[1]])
        #expect(entries[2].texts.isEmpty && entries[2].failures.isEmpty)
        let safe = try ArtefactRedactor.ofTests().redact(archive).artefact
        #expect(try report(safe).allSatisfy { $0.texts.isEmpty && $0.failures.isEmpty })
    }

    @Test("what is not understood is told, wherever it lies")
    func unknown() throws {
        let recording = try SecureBytes(copying: [0x1A, 0x45, 0xDF, 0xA3, 0])
        let entries = try report(packed([("run.webm", recording), ("a.txt", SecureBytes("a"))]))
        #expect(entries.map(\.failures) == [["it is a recording"], []])
    }
}
