import ImageCore
import Messages
import Testing

@Suite("A message that cannot be read is refused")
struct MessageTests {
    @Test(
        "words that cannot be written are, naming what is wrong",
        arguments: [
            ("", "is empty"), (" \n\u{2009}", "is empty"),
            ("a\tb", "control character U+0009"), ("a\u{0}b", "control character U+0000"),
            ("a\u{85}b", "control character U+0085"), ("a\r\nb", "control character U+000D"),
            ("a\u{0378}b", "U+0378, which is not a character"), ("\u{FFFE}", "U+FFFE, which is not a"),
            ("\u{10FFFF}", "U+10FFFF, which is not a"), ("\u{E000}", "U+E000, which is not a"),
            ("a\u{202E}b", "U+202E, which opens or closes"), ("a\u{202C}b", "U+202C, which opens or closes"),
            ("\u{2066}a\u{202C}", "U+202C"), ("\u{202A}a\u{2069}", "U+2069"), ("\u{2067}a\nb\u{2069}", "U+2067"),
            (String(repeating: "a", count: 1001), "has 1001 characters; at most 1000 are allowed"),
            (String(repeating: "日", count: 10_000), "has 10000 characters"),
        ]
    )
    func words(text: String, message: String) {
        let error = #expect(throws: InvalidMessage.self) { try Message(text: text) }
        #expect(error?.member == .text)
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
        #expect(throws: InvalidMessage.self) { try Message(title: text) }
    }

    @Test("words of any script and of several lines are taken, with directions of writing that are closed")
    func scripts() throws {
        let texts = [
            "a\nb", "\u{2067}שלום\u{2069} \u{202B}a\u{202C}", "תוכן", "محتوى", "内容", "👩‍👩‍👧🇩🇪", "e\u{301}",
            String(repeating: "a", count: 1000),
        ]
        for text in texts { #expect(try Message(text: text).text == text) }
        #expect(throws: InvalidMessage.self) { try Message(title: String(repeating: "a", count: 201)) }
        #expect(try Message() == .standard)
    }

    @Test(
        "a text size is above 0",
        arguments: [0, -1, .nan, .infinity] as [Double]
    )
    func textSize(size: Double) {
        let error = #expect(throws: InvalidMessage.self) { try Message(textSize: size) }
        #expect(error?.member == .textSize)
    }

    @Test(
        "words that can hardly be told from what is behind them are refused",
        arguments: [
            ("#ffffff", "#ffffff", Appearance.automatic, false), ("#ffffff", "#d4d4d4", .automatic, false),
            ("#ffffff", "#b0b0b0", .automatic, true), ("#101010", "#000000", .light, false),
            ("#f2f2f7", nil, .light, false), ("#f2f2f7", nil, .dark, true), ("#2c2c2e", nil, .dark, false),
            ("#1c1c1e", nil, .dark, false), ("#1c1c1e", nil, .light, true), ("#000000", nil, .automatic, true),
            ("#ffffff", nil, .automatic, true), ("#777777", nil, .automatic, true),
        ] as [(String, String?, Appearance, Bool)]
    )
    func contrast(text: String, background: String?, appearance: Appearance, isTaken: Bool) throws {
        let textColor = try #require(Color(hex: text))
        let behind = background.flatMap { Color(hex: $0) }
        func message() throws -> Message {
            try Message(textColor: textColor, background: behind, appearance: appearance)
        }
        guard !isTaken else {
            _ = try message()
            return
        }
        let error = #expect(throws: InvalidMessage.self) { try message() }
        #expect(error?.member == .textColor)
    }
}
