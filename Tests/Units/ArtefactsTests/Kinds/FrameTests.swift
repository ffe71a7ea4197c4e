import Redaction
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Frames of traces")
struct FrameTests {
    private static let png = "\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) } + [0, 0, 0]

    /// A picture that is told from others by its last byte.
    private static func picture(_ number: UInt8) -> [UInt8] { png + [number] }

    /// Frames 1 to 4, a second apart, of a page that is left for another before the last.
    private static let frames = (1...4).map { number in
        #"{"type":"screencast-frame","pageId":"p","file":"shots/\#(number).png","width":200,"height":100,"timestamp":\#(number)000}"#
    }

    private static func snapshot(_ call: String, _ time: Int, _ address: String) -> String {
        #"{"type":"frame-snapshot","snapshot":{"callId":"\#(call)","pageId":"p","frameUrl":"\#(address)","#
            + #""timestamp":\#(time),"isMainFrame":true,"html":["HTML",{},["BODY",{},"x"]]}}"#
    }

    private static func trace(_ lines: [String]) -> [UInt8] {
        Array(([#"{"type":"context-options","version":10}"#] + frames + lines).map { $0 + "\n" }.joined().utf8)
    }

    private func pictures(
        _ trace: [UInt8],
        named name: String = "trace.trace",
        _ texts: [UInt8: SeenText] = [:]
    ) throws -> [String] {
        let directory = name.hasSuffix("/trace.trace") ? String(name.dropLast("trace.trace".count)) : ""
        let shots = (1...4).map { ("\(directory)shots/\($0).png", Self.picture(UInt8($0))) }
        let source = try packed((shots + [(name, trace)]).map { ($0.0, try SecureBytes(copying: $0.1)) })
        let redactor = ArtefactRedactor(TextRules(), PicturesOfTests(texts: texts))
        let safe = try redactor.redact(source).artefact
        return try ZipArchive(opening: safe).unpacked().dropLast().map(\.contents.text)
    }

    private static func fill(_ selector: String, _ value: String) -> [String] {
        [
            #"{"type":"before","callId":"c","startTime":2600,"method":"fill","params":{"selector":"\#(selector)","value":"\#(value)"}}"#,
            snapshot("c", 2610, "http://a/pay?step=1"),
            #"{"type":"input","callId":"c","box":{"x":20,"y":10,"width":100,"height":20}}"#,
        ]
    }

    private static let left = snapshot("d", 3300, "http://a/pay#done") + "\n" + snapshot("e", 3400, "http://a/thanks")

    @Test(
        "a field that takes a secret is covered from its first touch on, as long as its document is shown",
        arguments: [
            ("trace.trace", #"internal:label=\"Password\"i"#, "x1"), ("deep/er/trace.trace", "#f3", "4012888888881881"),
        ]
    )
    func field(name: String, selector: String, value: String) throws {
        let lines = Self.fill(selector, value) + [Self.left]
        #expect(
            try pictures(Self.trace(lines), named: name)
                == ["PICTURE", "PICTURE", "PICTURE [[10, 10, 60, 30]]", "PICTURE"]
        )
    }

    @Test("a field that takes no secret is not covered")
    func harmless() throws {
        #expect(try pictures(Self.trace(Self.fill("#city", "Lyon"))) == Array(repeating: "PICTURE", count: 4))
    }

    @Test("an element that a click came to is a field by what the log says of it")
    func clicked() throws {
        func lines(_ element: String) -> [String] {
            [
                #"{"type":"before","callId":"c","startTime":900,"method":"click","params":{"selector":".x"}}"#,
                #"{"type":"log","callId":"c","time":1,"message":"  locator resolved to <\#(element)"}"#,
                #"{"type":"input","callId":"c","box":{"x":0,"y":0,"width":20,"height":10}}"#,
            ]
        }
        let covered = "PICTURE [[0, 0, 10, 10]]"
        #expect(
            try pictures(Self.trace(lines(#"input type=\"password\" id=\"f1\"/>"#)))
                == Array(repeating: covered, count: 4)
        )
        #expect(
            try pictures(Self.trace(lines(#"a id=\"x\">Forgot password?</a>"#)))
                == Array(repeating: "PICTURE", count: 4)
        )
    }

    @Test("a value that one frame shows is covered in the frames round it, as long as there is text in its place")
    func lasting() throws {
        let value = try #require(Places.Place(columns: 0.1...0.5, rows: 0.1...0.2))
        let part = try #require(Places.Place(columns: 0.1...0.2, rows: 0.12...0.2))
        let beside = try #require(Places.Place(columns: 0.6...0.7, rows: 0.1...0.2))
        let texts: [UInt8: SeenText] = [
            1: SeenText(lines: [part]), 2: SeenText(lines: [beside]), 3: SeenText(lines: [part, beside]),
            4: SeenText(lines: [value], values: [value]),
        ]
        #expect(
            try pictures(Self.trace([]), texts) == ["PICTURE", "PICTURE", "PICTURE [[10, 10, 50, 20]]", "PICTURE"]
        )
    }

    @Test("a value is not covered in another page, or in another part of one")
    func changed() throws {
        func place(_ left: Double, _ top: Double) throws -> Places.Place {
            try #require(Places.Place(columns: left...left + 0.3, rows: top...top + 0.1))
        }
        let value = try place(0.1, 0.1)
        let shifted = try [place(0.1, 0.12), place(0.2, 0.3), place(0.3, 0.5)]
        let texts: [UInt8: SeenText] = [
            1: SeenText(lines: [value, try place(0.1, 0.3), try place(0.1, 0.5)]),
            2: SeenText(lines: [value, try place(0.1, 0.3)], values: [value]),
            3: SeenText(lines: shifted), 4: SeenText(lines: [value]),
        ]
        #expect(
            try pictures(Self.trace([]), texts) == ["PICTURE [[10, 10, 40, 20]]", "PICTURE", "PICTURE", "PICTURE"]
        )
    }

    @Test("a file of JSON lines that is no trace has no frames")
    func other() throws {
        let lines = Self.trace(Self.fill("#password", "x1")).split(separator: UInt8(ascii: "\n")).dropFirst()
        #expect(try pictures(Array(lines.joined(separator: "\n".utf8))) == Array(repeating: "PICTURE", count: 4))
    }
}
