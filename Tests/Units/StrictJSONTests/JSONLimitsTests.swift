import BoundedWork
import SecureMemory
import StrictJSON
import Testing

@Suite("What a text can make the parser do is bounded")
struct JSONLimitsTests {
    @Test("nesting is bounded, for arrays and objects together")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            (0..<depth).map { $0.isMultiple(of: 2) ? "[" : "{\"a\":" }.joined() + "0"
                + (0..<depth).reversed().map { $0.isMultiple(of: 2) ? "]" : "}" }.joined()
        }
        #expect(throws: Never.self) { try Tree(parsing: nested(64)) }
        let error = try #require(throws: JSONSyntaxError.self) { try Tree(parsing: nested(65)) }
        #expect(error.reason == .tooDeep(limit: 64))
        #expect(error.pointer.tokens.count == 64)
    }

    @Test("a million opening brackets are refused, not followed")
    func endlessNesting() throws {
        let text = try SecureBytes(copying: repeatElement(UInt8(ascii: "["), count: 1_000_000))
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(error.position.offset == 64)
    }

    @Test("the number of values is bounded, the whole among them")
    func valueCount() throws {
        let limits = JSONLimits(valueCount: 4)
        #expect(throws: Never.self) { try Tree(parsing: #"[1,{"a":2}]"#, limits: limits) }
        let error = try #require(throws: JSONSyntaxError.self) { try Tree(parsing: #"[1,{"a":2},3]"#, limits: limits) }
        #expect(error.reason == .tooManyValues(limit: 4))
        #expect(error.position.column == 12)
    }

    @Test("a member's name is bounded, counted without its escapes")
    func nameLength() throws {
        let limits = JSONLimits(nameByteCount: 3)
        #expect(throws: Never.self) { try Tree(parsing: #"{"\u0061\u0062\u0063":1}"#, limits: limits) }
        for name in ["abcd", "éé", #"\u0061\u0062\u0063\u0064"#, String(repeating: "x", count: 1000)] {
            let error = try #require(throws: JSONSyntaxError.self) {
                try Tree(parsing: "{\"\(name)\":1}", limits: limits)
            }
            #expect(error.reason == .nameTooLong(limit: 3))
            #expect(error.position.column == 2)
        }
    }

    @Test("a number's length is bounded")
    func numberLength() throws {
        let zeros = String(repeating: "0", count: 126)
        #expect(try Tree(parsing: "0.\(zeros)") == .number(0))
        let error = try #require(throws: JSONSyntaxError.self) { try Tree(parsing: "[0.\(zeros)0]") }
        #expect(error.reason == .numberTooLong(limit: 128))
        #expect(error.position.column == 2)
    }

    @Test("an object with 99 000 members is checked for duplicates in linear time")
    func manyMembers() throws {
        let members = (0..<99_000).map { "\"name\($0)\":0" }.joined(separator: ",")
        let duration = try ContinuousClock().measure {
            let error = try #require(throws: JSONSyntaxError.self) {
                try JSONValue(parsing: secure("{\(members),\"name98999\":1}"))
            }
            #expect(error.reason == .duplicateMember("name98999"))
        }
        #expect(duration < .seconds(3))
    }

    @Test("a long string is a slice of the text, not a copy")
    func slices() throws {
        let text = try secure("{\"image\":\"" + String(repeating: "QUJD", count: 10_000) + "\"}")
        guard case .object(let object) = try JSONValue(parsing: text), case .string(let image) = object["image"] else {
            Issue.record("no string was read")
            return
        }
        let start = text.withUnsafeBytes { $0.baseAddress }
        #expect(!image.hasEscapes)
        #expect(try image.bytes().count == 40_000)
        #expect(try image.bytes().withUnsafeBytes { $0.baseAddress } == start.map { $0 + 10 })
    }

    @Test("a string with escapes is unescaped in wiped memory, as Apple writes base64")
    func unescapesBytes() throws {
        let base64 = String(repeating: "QUJD\\/+8", count: 1000)
        guard case .string(let image) = try JSONValue(parsing: secure("\"\(base64)\"")) else {
            Issue.record("no string was read")
            return
        }
        #expect(image.hasEscapes)
        #expect(image.escaped.count == 8000)
        #expect(try image.bytes() == secure(base64.replacing("\\/", with: "/")))
        #expect(image.string == base64.replacing("\\/", with: "/"))
    }
}

@Suite("A text that nobody waits for is not read to its end")
struct CancellationTests {
    private let cancellation = Cancellation()

    init() { cancellation.cancel() }

    @Test("JSON is neither taken nor refused for what it says", arguments: ["[1,2]", #"{"a":"b"}"#, "[1,"])
    func json(text: String) throws {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: secure(text), cancellation: cancellation)
        }
        #expect(error?.reason == .cancelled)
    }

    @Test("a string with escapes is not unescaped")
    func escapes() throws {
        guard case .string(let string) = try JSONValue(parsing: secure(#""a\/b""#)) else { return }
        #expect(throws: WorkFailure.cancelled) { try string.bytes(cancellation) }
        #expect(try string.bytes() == secure("a/b"))
    }
}
