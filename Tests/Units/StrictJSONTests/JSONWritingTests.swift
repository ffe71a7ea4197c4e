import SecureMemory
import StrictJSON
import Testing

@Suite("Texts are written as JSON strings")
struct JSONWritingTests {
    @Test("what is written is read as the same text")
    func roundTrip() throws {
        let text = "\u{0}\u{1}\u{1F}\n\r\t\"\\/é😀\u{7F}\u{2028}"
        var builder = try SecureBytesBuilder()
        try builder.append(jsonString: SecureBytes(copying: Array(text.utf8)))
        let written = builder.finish()
        #expect(try JSONCursor(JSONValue(parsing: written)).string() == text)
        let expected = #""\u0000\u0001\u001f\n\r\t\"\\/é😀"# + "\u{7F}\u{2028}\""
        #expect(written.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == expected)
    }
}
