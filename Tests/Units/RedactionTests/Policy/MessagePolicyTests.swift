import ImageCore
import Messages
import Redaction
import SecureMemory
import StrictJSON
import Testing

@Suite("A message is read from a policy")
struct MessagePolicyTests {
    @Test("every member is read, and none is needed")
    func read() throws {
        let style = try parse(
            ##"""
            { "text": "Weg\n\u05d2", "title": "T", "textColor": "#FFF", "background": "#102030", "appearance": "dark",
              "textSize": 17.5, "symbol": "lock" }
            """##
        )
        let message = try Message(
            title: "T",
            text: "Weg\nג",
            textColor: .white,
            background: Color(red: 16, green: 32, blue: 48),
            appearance: .dark,
            textSize: 17.5,
            symbol: .lock
        )
        #expect(style == .message(message))
        #expect(try parse("{}") == .message(.standard))
    }

    @Test(
        "what is wrong is refused, naming the place",
        arguments: [
            (##"{ "text": "" }"##, "/text", "is empty"),
            (##"{ "text": null }"##, "/text", "string"),
            (##"{ "title": "a\u0007" }"##, "/title", "U+0007"),
            (##"{ "text": "a\u202e" }"##, "/text", "U+202E"),
            (##"{ "textColor": "red" }"##, "/textColor", "#rrggbb"),
            (##"{ "background": "#12" }"##, "/background", "#rgb"),
            (##"{ "textColor": "#fff", "background": "#eee" }"##, "/textColor", "too close"),
            (##"{ "textColor": "#eee", "appearance": "light" }"##, "/textColor", "too close"),
            (##"{ "appearance": "grey" }"##, "/appearance", "automatic"),
            (##"{ "symbol": "key" }"##, "/symbol", "lock"),
            (##"{ "textSize": 0 }"##, "/textSize", "above 0"),
            (##"{ "textSize": 1e9 }"##, "/textSize", "1000000"),
            (##"{ "color": "#fff" }"##, "/color", "textColor"),
        ]
    )
    func refused(message: String, pointer: String, words: String) {
        let error = #expect(throws: PolicyError.self) { try parse(message) }
        #expect(error?.pointer?.description == "/rules/0/style/message" + pointer)
        #expect(error?.code == "policy-invalid")
        #expect(error?.description.contains(words) == true, "\(error.map(String.init(describing:)) ?? "")")
    }

    @Test("a text of 10 000 characters is refused with the bound", arguments: ["a", "日", "🙈"])
    func long(character: String) {
        let text = String(repeating: character, count: 10_000)
        let error = #expect(throws: PolicyError.self) { try parse(#"{ "text": "\#(text)" }"#) }
        #expect(error?.description.contains("4000 bytes") == true)
        let shorter = String(repeating: "a", count: 1001)
        let characters = #expect(throws: PolicyError.self) { try parse(#"{ "text": "\#(shorter)" }"#) }
        #expect(characters?.description.contains("at most 1000") == true)
    }

    private func parse(_ message: String) throws -> Style {
        let text = #"{ "rules": [ { "target": "screen", "style": { "message": \#(message) } } ] }"#
        return try Policy(parsing: SecureBytes(copying: Array(text.utf8))).rules[0].style
    }
}
