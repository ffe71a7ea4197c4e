import Artefacts
import SecureMemory
import Testing

@Suite("Outlines of messages of WebDriver BiDi")
struct BiDiOutlineTests {
    /// The outline of a message, and its parts as they are written.
    private func outline(of message: String) throws -> (BiDiOutline, [String?]) {
        let bytes = try SecureBytes(copying: message.utf8)
        let outline = BiDiOutline(of: bytes)
        let parts = [outline.id, outline.context, outline.element, outline.text].map { place in
            place.map { bytes[$0].withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
        }
        return (outline, parts)
    }

    @Test(
        "a command that takes a picture tells of what",
        arguments: [
            (#""context":"c""#, .window), (#""context":"c","origin":"viewport""#, .window),
            (#""context":"c","clip":null"#, .window), (#""origin":"document","context":"c""#, .page),
            (#""context":"c","clip":{"type":"box","x":0}"#, .other),
            (#""context":"c","origin":"document","clip":{"type":"element","element":{"sharedId":"e"}}"#, .other),
        ] as [(String, BiDiOutline.Subject)]
    )
    func subjects(params: String, subject: BiDiOutline.Subject) throws {
        let (outline, parts) = try outline(
            of: #"{"id": 9007199254740991, "method":"browsingContext.captureScreenshot","params":{\#(params)}}"#
        )
        #expect(outline.subject == subject)
        #expect(parts[0] == "9007199254740991")
        #expect(parts[1] == #""c""#)
    }

    @Test("names and words may be escaped")
    func escaped() throws {
        let (outline, parts) = try outline(
            of: #"""
                {"params":{"clip":{"element":{"shared\u0049d":"a\"b"}},"context":"c\\"},
                "m\u0065thod":"browsingContext.\u0063aptureScreenshot","\u0069d":0}
                """#
        )
        #expect(outline.subject == .element)
        #expect(parts == ["0", #""c\\""#, #""a\"b""#, nil])
    }

    @Test("the text that a script returned has a place, and no other result")
    func texts() throws {
        let reply =
            #"{"type":"success","id":5,"result":{"type":"success","realm":"r","result":{"type":"string","value":"{\"a\":1}"}}}"#
        let (outline, parts) = try outline(of: reply)
        #expect(outline.subject == nil)
        #expect(parts == ["5", nil, nil, #""{\"a\":1}""#])
        for other in [
            reply.replacing("string", with: "number"),
            reply.replacing(#""id":5,"result":{"type":"success""#, with: #""id":5,"result":{"type":"exception""#),
            reply.replacing(#"{"type":"success","id""#, with: #"{"type":"error","id""#), "{", "", "[]", "1",
        ] {
            #expect(try self.outline(of: other).1[3] == nil, "\(other)")
        }
    }
}
