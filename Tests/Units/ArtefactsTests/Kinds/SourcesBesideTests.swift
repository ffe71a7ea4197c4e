import Redaction
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Page sources beside pictures")
struct SourcesBesideTests {
    private static let png = "\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) } + [0, 0, 0, 13]

    @Test("the source of a picture is the file of its name, or of its state")
    func pairs() {
        let names = [
            "a/1.xml", "a/1.png", "a/1.json", "a/2.PNG", "b/1.json", "1.png", "states/state_7.json",
            "states/screen_7.jpg", "state_7.json", "notes.txt",
        ]
        let sources = SourcesBeside(names)
        #expect(names.indices.map(sources.source) == [nil, 0, nil, nil, nil, nil, nil, 6, nil, nil])
        #expect(sources.order(of: Array(names.indices)) == [1, 7, 0, 2, 3, 4, 5, 6, 8, 9])
    }

    @Test("a policy that names elements gets the source, which is redacted by the covers and as a text")
    func redacted() throws {
        let source = try packed([
            ("1.xml", try SecureBytes(copying: "<a>mail b@mail.example</a>".utf8)),
            ("1.png", try SecureBytes(copying: Self.png)),
        ])
        func contents(takesSources: Bool) throws -> [String] {
            let redactor = ArtefactRedactor(TextRules(), PicturesOfTests(takesSources: takesSources))
            return try ZipArchive(opening: redactor.redact(source).artefact).unpacked().map(\.contents.text)
        }
        #expect(try contents(takesSources: true) == ["SOURCE", "PICTURE"])
        #expect(try contents(takesSources: false) == ["<a>mail [email]</a>", "PICTURE"])
    }
}
