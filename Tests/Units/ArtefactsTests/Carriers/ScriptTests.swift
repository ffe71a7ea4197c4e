import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import Artefacts

@Suite("Scripts as carriers")
struct ScriptTests {
    private func tokens(_ script: String) -> (tokens: [String], isMalformed: Bool) {
        let bytes = Array(script.utf8)
        return bytes.withUnsafeBytes { bytes in
            var tokens = ScriptTokens(0..<bytes.count, of: bytes)
            var found: [String] = []
            while let token = tokens.next() {
                switch token {
                case .code(let range): found.append("c" + String(decoding: bytes[range], as: UTF8.self))
                case .string(let range): found.append("s" + String(decoding: bytes[range], as: UTF8.self))
                case .comment(let range): found.append("/" + String(decoding: bytes[range], as: UTF8.self))
                case .expression(let range): found.append("e" + String(decoding: bytes[range], as: UTF8.self))
                }
            }
            return (found, tokens.isMalformed)
        }
    }

    @Test("strings, templates, comments and expressions are told apart")
    func tokens() {
        #expect(tokens(#"a="x\"y"+'z'"#).tokens == ["ca=", #"sx\"y"#, "c+", "sz"])
        #expect(tokens("f(`a${b({c:'d'})}e`)").tokens == ["cf(", "sa", "cb({c:", "sd", "c})", "se", "c)"])
        #expect(tokens("a/b/c;x=/'[/]\"/g;//it's\ny").tokens == ["ca/b/c;x=", "e/'[/]\"/", "cg;", "/it's", "c\ny"])
        #expect(tokens("return /\"/.x/* ' */;").tokens == ["creturn ", "e/\"/", "c.x", "/ ' ", "c;"])
    }

    @Test("a quotation mark that nothing closes is code", arguments: ["it's\nx", "`a", "/* a", "\"a\\"])
    func malformed(script: String) {
        #expect(tokens(script).isMalformed)
    }

    @Test("of data, what is called like a secret goes, and quotation marks stay")
    func data() throws {
        let script =
            #"<html><script>window.run = {user: "Mo", password: 'hunter2x', "mail": `b@mail.example`};</script>"#
        #expect(
            try redacted(script)
                == #"<html><script>window.run = {user: "Mo", password: '[password]', "mail": `[email]`};</script>"#
        )
        let quoting = TextRules(replacement: "'\"<{kind}")
        #expect(
            try redacted(#"<p><script>a = 'b@mail.example'</script>"#, quoting).contains(#"a = '\x27\x22\x3cemail'"#)
        )
    }

    @Test("a program goes on to run: its own words are no captions and no names")
    func program() throws {
        let program = """
            <html><script>
            function f(a) { return '<b title="${pass}">Password: ' + a + '</b> Anna Schmidt' } // "Password" is hunter2x
            </script>
            """
        #expect(try redacted(program) == program)
        #expect(try redacted(program.replacing("f(a)", with: "f(b)"), secrets: ["hunter2x"]).contains("is [KNOWN]"))
        let mail = program.replacing("Anna Schmidt", with: "b@mail.example")
        #expect(try redacted(mail) == program.replacing("Anna Schmidt", with: "[email]"))
    }

    @Test("a file of its own is a script if its strings and brackets close")
    func files() throws {
        let script = "const f = () => { return 'Password: ' + x }; f();\n"
        #expect(try redacted(script) == script)
        let log = "const f => Password: hunter2x; it's\n"
        #expect(try redacted(log) != log)
    }

    @Test(
        "brackets in regular expressions, and control characters in strings, make a program no other text",
        arguments: [#"/\(/"#, "/[{]/", "/[(]|[/{]+/g", "'\u{F}\u{15}'"]
    )
    func bundles(literal: String) throws {
        let names = #"var a={name:"Suites",type:"password"};function f(e){return e.pass||e.fail;}"#
        let bundle = "var r=\(literal);" + String(repeating: names, count: 30)
        #expect(try redacted(bundle) == bundle)
    }

    @Test("drawings and versions in a program are no places and no numbers of anybody")
    func numbers() throws {
        let program = """
            var f = () => '<svg viewBox="0 0 310.96 367.914"><path d="M10 30H4C3.46957 30 2.96086 29.7893 2.5 -29.4 8.21.78.48"/></svg>';
            """
        #expect(try redacted(program) == program)
    }

    @Test("what a program calls by the name of a secret is none of the run, unless it is like one")
    func labels() throws {
        let program =
            #"var f = () => 1; load(JSON.parse('{"openPwTrace": "Open Playwright Trace", "password": "Salasana"}'));"#
        let (safe, _) = try ArtefactRedactor.ofTests().redact(
            try zip([
                ("app.js", program),
                ("a.json", #"{"name": "trace", "tool": "Open Playwright Trace", "x": "Salasana"}"#),
            ])
        )
        #expect(try unzipped(safe)["a.json"] == #"{"name": "trace", "tool": "Open Playwright Trace", "x": "Salasana"}"#)
        let telling = program.replacing("Salasana", with: "flaming9z")
        let (other, _) = try ArtefactRedactor.ofTests().redact(
            try zip([("app.js", telling), ("b.txt", "it is flaming9z")])
        )
        #expect(try unzipped(other)["b.txt"] == "it is [secret]")
    }

    private func zip(_ files: [(String, String)]) throws -> SecureBytes {
        var writer = ZipWriter()
        for (name, text) in files { try writer.append(name, SecureBytes(copying: text.utf8)) }
        return try writer.finish()
    }

    private func unzipped(_ archive: SecureBytes) throws -> [String: String] {
        let entries = try ZipArchive(opening: archive).unpacked()
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.contents.text) })
    }

    @Test("JSON in a script, and in a script of data, is opened")
    func nested() throws {
        let script = #"<html><script>load(JSON.parse('{"password": "hunter2x", "o": "it\'s"}'))</script>"#
        let quoted = ##"JSON.parse('{\"password\": \"[password]\", \"o\": \"it\'s\"}')"##
        #expect(try redacted(script) == "<html><script>load(\(quoted))</script>")
        let data = #"<html><script type="application/json">{"password": "hunter2x", "n": 1}</script>"#
        #expect(try redacted(data) == data.replacing("hunter2x", with: "[password]"))
        let template = #"<html><script type="text/x-jquery-tmpl"><a title="Password: ${pass}">x</a></script>"#
        #expect(try redacted(template) == template)
    }

    @Test(
        "literals that nothing ends are looked for once",
        arguments: ["(/[", #"'\'"#, "`${", "/*", "\"\n'", "</", "{\"a\":"]
    )
    func unclosed(part: String) throws {
        let script = "<html><script>var x = 1;" + String(repeating: part, count: 100_000)
        #expect(try redacted(script).hasPrefix("<html><script>var x"))
        _ = try redacted("var x = 1;" + String(repeating: part, count: 100_000))
    }

    @Test("scripts and markup of anybody end in a text or in an error")
    func hostile() throws {
        let source = Array(
            #"""
            <html><p data-x="{&#34;password&#34;: &#34;hunter2x&#34;}">b@mail.example<script>var a = {b: 'c\'d', "e": `f${g}h`},
            r = /[/'"]\/x/g; // it's "said"
            s = "eJzLTczMUUhyyAVSeqkVibkFOak6CiWVBakpCmk5ibmZeemWVVwAAJgNUA=="; JSON.parse('{"pin": 4711}')</script>
            <script type="text/tmpl"><a title="${x}"></script><style>a { b: url(data:image/png;base64,iVBORw0KGgo=) }</style>
            """#.utf8
        )
        var noise = SeededGenerator(seed: 12)
        for _ in 0..<3_000 {
            var changed = source
            for _ in 0..<Int.random(in: 1...6, using: &noise) {
                let place = Int.random(in: changed.indices, using: &noise)
                switch Int.random(in: 0..<3, using: &noise) {
                case 0: changed[place] = changed.randomElement(using: &noise) ?? 0
                case 1: changed.remove(at: place)
                default: changed.insert(contentsOf: changed[place...].prefix(9), at: place)
                }
            }
            _ = try? redacted(String(decoding: changed, as: UTF8.self), secrets: ["flaming9z"])
        }
    }
}
