import Redaction
import SecureMemory
import Testing

@testable import Artefacts

@Suite("A text that was redacted is left as it is")
struct ReplacementMarkTests {
    private static let texts = [
        ##"{"selector":"#password","value":"flaming9z","note":"sent to b@mail.example, password: flaming9z"}"##,
        "<form><input type=\"password\" value=\"flaming9z\"><p>Password: flaming9z &amp; b@mail.example</p></form>",
        "var state = {password: 'flaming9z', to: 'b@mail.example', text: 'password: flaming9z'};",
        "12:00 current-password: (More info) at once\npassword: flaming9z next: 1\nAuthorization: Bearer flaming9z\n",
    ]

    @Test(
        "redacting twice gives the same bytes, of which nothing counts as found",
        arguments: texts,
        ["[{kind}]", "«{kind}»", "<{kind}>", "{kind}", "{kind}/{kind}", "'{kind}\"", "GONE"]
    )
    func twice(text: String, replacement: String) throws {
        let rules = TextRules(replacement: replacement)
        let once = try redaction(text, rules, secrets: ["at once"])
        #expect(once.text != text && !once.text.contains("flaming9z") && !once.text.contains("b@mail"))
        let twice = try redaction(once.text, rules, secrets: ["at once"])
        #expect(twice.text == once.text)
        #expect(twice.receipt.entries.allSatisfy { $0.values.isEmpty && $0.outcome == .kept })
    }

    @Test(
        "what only looks like a mark is taken out",
        arguments: ["[hunter2x]", "[secret]hunter2x", "[secret", "secret]x", "[Secret]", "[secretx]"]
    )
    func others(value: String) throws {
        let text = try redacted("{\"password\":\"\(value)\"}")
        #expect([#"{"password":"[password]"}"#, #"{"password":"[secret]"}"#].contains(text))
    }

    @Test("a mark is the value of a caption in front of it, and says nothing of what is beside it")
    func beside() throws {
        let text = try redacted("password: [password] at once\n\n[email]x@mail.example\n")
        #expect(text == "password: [password] at once\n\n[email]\n")
        let code = "login(password: [secret]);\npassword='[password]',\n"
        #expect(try redacted(code) == code)
        #expect(try !redacted("password: [secret]);hunter2x\n").contains("hunter2x"))
    }
}
