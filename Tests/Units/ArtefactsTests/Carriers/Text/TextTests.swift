import Foundation
import Testing

@testable import Artefacts

@Suite("Texts as carriers")
struct TextTests {
    @Test("values go from the lines of a log, and the rest stays")
    func log() throws {
        let source = "12:01 GET /users?mail=x\r\n\tReply to anna.kiefer@mail.example\n\nPassword: flaming9!\n"
        let text = try redacted(source)
        #expect(text == "12:01 GET /users?mail=x\r\n\tReply to [email]\n\nPassword: [password]\n")
    }

    @Test(
        "known secrets go in every spelling",
        arguments: [
            "key=s3cr€t/pässword", "key=S3CR€T/PÄSSWORD".lowercased(), "q=s3cr%E2%82%ACt%2Fp%C3%A4ssword",
            #"\"s3cr\u20act/p\u00e4ssword\""#,
            "&quot;s3cr€t/pässword&#39;",
        ]
    )
    func spellings(_ source: String) throws {
        let text = try redacted(source, secrets: ["s3cr€t/pässword"])
        #expect(text.contains("[KNOWN]"), "\(text)")
    }

    @Test("known secrets go from base64, wherever they stand in it", arguments: 0..<3)
    func base64(lead: Int) throws {
        let secret = "s3cr€t/?>pässword"
        let around = String(repeating: "x", count: lead)
        let standard = Data((around + secret + "yyyy").utf8).base64EncodedString()
        for text in [standard, standard.replacing("+", with: "-").replacing("/", with: "_")] {
            let redacted = try redacted("blob \(text) end", secrets: [secret])
            #expect(redacted.hasPrefix("blob ") && redacted.contains("[KNOWN]"), "\(text): \(redacted)")
            #expect(redacted.count <= "blob [KNOWN] end".count + 12)
        }
    }

    @Test("a number goes however its digits are grouped")
    func grouped() throws {
        #expect(try redacted("No 1234 5678-9012", secrets: ["123456789012"]) == "No [KNOWN]")
        #expect(try redacted("No 123456789012", secrets: ["1234 5678 9012"]) == "No [KNOWN]")
    }

    @Test("a short secret goes where it is a word, and a shorter one where it is all of a text")
    func short() throws {
        #expect(try redacted("is 4711; not 47112", secrets: ["4711"]) == "is [KNOWN]; not 47112")
        #expect(try redacted(#"["99", "199", "99 x"]"#, secrets: ["99"]) == #"["[KNOWN]", "199", "99 x"]"#)
    }

    @Test("a beginning of a secret goes where it is all of a text, as it is while it is typed")
    func beginning() throws {
        let source = #"["hunt", "hun", "hunter", "the hunt"]"#
        #expect(try redacted(source, secrets: ["hunter2x"]) == #"["[KNOWN]", "hun", "[KNOWN]", "the hunt"]"#)
    }

    @Test("a line without end is searched in parts, and nothing is lost between them")
    func longLine() throws {
        let words = String(repeating: "word ", count: 20_000)
        let text = try redacted(words + "b@mail.example " + words)
        #expect(text == words + "[email] " + words)
    }

    @Test("many lines are searched in parts")
    func manyLines() throws {
        let lines = (0..<3_000).map { "line \($0) of user\($0)@mail.example" }.joined(separator: "\n")
        let result = try redaction(lines)
        #expect(result.receipt.entries.map(\.values) == [["email": 3_000]])
        #expect(!result.text.contains("@"))
    }

    @Test("a secret is found as names of files are made of it, and a card behind the name of an error")
    func files() throws {
        #expect(
            try redacted("a/test_login_Tr0ub4dor_3x_.png tr0ub4dor-3x", secrets: ["Tr0ub4dor&3x"])
                == "a/test_login_[KNOWN]_.png [KNOWN]"
        )
        #expect(
            try redacted("AssertionError: assert '4012888888881881' == 'x'\n")
                == "AssertionError: assert '[card]' == 'x'\n"
        )
    }
}
