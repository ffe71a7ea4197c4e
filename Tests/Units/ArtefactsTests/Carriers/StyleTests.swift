import Redaction
import Testing

@testable import Artefacts

@Suite("Style sheets as carriers")
struct StyleTests {
    @Test(
        "names and numbers of a sheet stay",
        arguments: [
            ".test--pass---C1Mk7{color:#4caf50}.user-password:hover{margin:0 4111px}",
            "@charset \"utf-8\";\n/* Password: none */\na:not(.b)::after { content: \"Password: hunter2x\"; --x: {}; width: 1px }\n",
            "@media (max-width: 100px) { .pass .fail > i { background: url(a;b.png) no-repeat; -webkit-flex: 1 } }",
        ]
    )
    func sheets(sheet: String) throws {
        #expect(try redacted(sheet) == sheet)
    }

    @Test("a secret of the run goes from a sheet, too")
    func secrets() throws {
        let sheet = ".a{content:\"flaming9z\";color:red}"
        #expect(try redacted(sheet, secrets: ["flaming9z"]) == ".a{content:\"[KNOWN]\";color:red}")
    }

    @Test(
        "what is like a sheet, and none, is a text",
        arguments: [
            "server { password: hunter2x; }", "{ Password: hunter2x }", "a { color: red } Password: hunter2x",
            "a { color: red; Password: hunter2x", "Password: hunter2x; a { color: red }",
            "a { color: red } } Password: hunter2x",
        ]
    )
    func others(text: String) throws {
        #expect(try redacted(text).contains("[password]"))
    }

    @Test(
        "what nothing ends is looked for once",
        arguments: ["(", "\"", "'", "/*", "a{b:(", "{", "a{color:red}", "(\"", "a{color:\\"]
    )
    func unclosed(part: String) throws {
        _ = try redacted(String(repeating: part, count: 200_000))
    }
}
