import Foundation
import Redaction
import SecureMemory
import SensitiveText
import Testing

@testable import Artefacts

@Suite("What stands beside a caption goes from other texts, too")
struct CaptionedSecretTests {
    private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    private static let told = [
        ("Password: admin1x3", "admin1x3"), ("login with password \"P@ssw0rd\"", "P@ssw0rd"),
        ("password is 'Tr0ub4dor&3'", "Tr0ub4dor&3"), ("{'user': 'ada', 'passwd': 'python4852'}", "python4852"),
        ("$ curl -d '{\"password\": \"flaming9z\"}'", "flaming9z"), ("Account number: 95127955", "95127955"),
        ("Passport number: C01X00T47", "C01X00T47"),
        ("find(\"input-password\").send_keys(\"Spectra@1902\")", "Spectra@1902"),
        ("Session token: 0d3c744721937122c25851409644c378", "0d3c744721937122c25851409644c378"),
        ("PIN: 90341722", "90341722"),
    ]

    @Test("from lines, JSON, markup and base64", arguments: told)
    func elsewhere(line: String, value: String) throws {
        let safe = try redacted("\(line)\n\n\nit saw \(value) there\n\n\(base64("it saw \(value) there"))")
        #expect(!safe.contains(value), "\(safe)")
        #expect(safe.contains("it saw ["), "\(safe)")
        #expect(!safe.contains(base64("it saw \(value) there").dropFirst(8).prefix(12)), "\(safe)")
        let json = try redacted(#"{"a": "\#(line.replacing("\"", with: "\\\""))", "z": "it saw \#(value) there"}"#)
        #expect(!json.contains(value), "\(json)")
        let markup = try redacted(
            "<p>\(line.replacing("&", with: "&amp;"))</p><p>it saw \(value.replacing("&", with: "&amp;")) there</p>"
        )
        #expect(!markup.contains(value.replacing("&", with: "&amp;")), "\(markup)")
    }

    @Test("from other entries and their names")
    func entries() throws {
        let files = ["a.log": "Password: admin1x3\n", "admin1x3.txt": "it saw admin1x3 there"]
        let archive = try packed(files.map { ($0, try SecureBytes($1)) })
        let (safe, _) = try ArtefactRedactor.ofTests().redact(archive)
        let entries = try ZipArchive(opening: safe).unpacked()
        #expect(entries.count == 2 && entries.allSatisfy { !"\($0.name) \($0.contents.text)".contains("admin1x3") })
    }

    @Test(
        "but no words, short numbers, names and calls of programs, lines of files and tags",
        arguments: [
            ("Password: visible", "visible"), ("resolved to <input name=\"password\" type=\"password\"/>", "type"),
            ("PIN: 4711", "4711"), ("password = getPassword()", "getPassword()"),
            ("password=$PASSWORD", "$PASSWORD"), ("passwd:\n\nweb/test_login.py:27", "web/test_login.py:27"),
            (
                "Token: org.example.remote.codec.w3c.W3CHttpCodec.create",
                "org.example.remote.codec.w3c.W3CHttpCodec.create"
            ),
            ("password</td><td>is required</small>", "required"), ("password: cy.get('#id1')", "cy.get('#id1')"),
        ]
    )
    func ordinary(line: String, value: String) throws {
        let safe = try redacted("\(line)\n\n\nit saw \(value) there\n")
        #expect(safe.contains("it saw \(value) there"), "\(safe)")
    }

    @Test("a policy that does not look for passwords tells none")
    func policies() throws {
        let text = "Password: admin1x3\n\n\nit saw admin1x3 there"
        #expect(try redacted(text, TextRules(kinds: [.email])) == text)
    }

    @Test("a long log with a caption in each line is read in time")
    func budget() throws {
        let log = (0..<20_000).map { "line \($0): Password: visible, Enter value x\($0 % 7)y in Password field\n" }
            .joined()
        #expect(try !redacted(log).contains("x3y"))
    }
}
