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

    /// A flow of Maestro: three steps, of which two have trees of the screen.
    private static let steps = """
        [ {"command": {"metadata": {"hierarchy": {"no": 1}}}, "metadata": {"status": "COMPLETED", "timestamp": 1000}},
          {"command": {}, "metadata": {"timestamp": 2000, "hierarchy": {"attributes": {"text": "first"}, "children": [{}]}}},
          {"metadata": {"hierarchy": {"attributes": {"text": "second"}}, "error": {"x": []}, "timestamp": 3000}} ]
        """

    @Test("the source of a screenshot of Maestro is the tree of the last step before it, in the steps of its flow")
    func maestro() throws {
        let names = [
            "run/screenshot-❌-2500-(Sign in (a/b)).png", "run/commands-(Sign in).json", "run/commands-shard-2-(x).json",
            "run/screenshot-shard-2-⚠️-9999-(x).png", "run/screenshot-❌-1500-(x).png", "commands-(x).json",
            "run/commands-(x).json",
        ]
        let sources = SourcesBeside(names)
        #expect(names.indices.map(sources.source) == [nil, nil, nil, 2, 6, nil, nil])
        let file = try SecureBytes(Self.steps)
        func tree(_ picture: Int) -> String? {
            file.withUnsafeBytes { bytes in
                sources.place(of: picture, in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
            }
        }
        #expect(tree(3) == #"{"attributes": {"text": "second"}}"#)
        #expect(tree(4) == nil, "no step had a tree before it")
        let before = SourcesBeside(["commands-(x).json", "screenshot-❌-2999-(x).png"])
        let place = file.withUnsafeBytes { before.place(of: 1, in: $0) }
        #expect(place.map { file[$0].text } == #"{"attributes": {"text": "first"}, "children": [{}]}"#)
        for text in ["", "{}", "[1, 2", "[[[]]]", #"[{"metadata":{"hierarchy":"#, #"{"metadata":{"hierarchy":{}}}"#] {
            let damaged = try SecureBytes(text)
            #expect(damaged.withUnsafeBytes { before.place(of: 1, in: $0) } == nil)
        }
    }

    @Test("the tree of a step is redacted by the covers of its screenshot, and the rest of the steps as a text")
    func maestroRedacted() throws {
        let artefact = try packed([
            ("commands-(x).json", try SecureBytes(Self.steps.replacing("COMPLETED", with: "sent to b@mail.example"))),
            ("screenshot-❌-2500-(x).png", try SecureBytes(copying: Self.png)),
            ("screenshot-❌-3500-(x).png", try SecureBytes(copying: Self.png)),
        ])
        let redactor = ArtefactRedactor(TextRules(), PicturesOfTests(takesSources: true))
        let files = try ZipArchive(opening: redactor.redact(artefact).artefact).unpacked()
        let steps = files[0].contents.text
        #expect(steps.contains("\"timestamp\": 2000, \"hierarchy\": SOURCE}"))
        #expect(steps.contains("{\"metadata\": {\"hierarchy\": SOURCE, \"error\""))
        #expect(steps.contains("sent to [email]") && !steps.contains("first"))
        let inParts = try redactor.redact(inParts: DividedArchive(artefact)).files
        #expect(inParts.map(\.contents.text) == files.map(\.contents.text))
    }
}
