import Foundation
import Redaction
import Testing

@testable import Artefacts

@Suite("JSON as a carrier")
struct JSONTests {
    @Test("a value goes, and everything else stays byte for byte")
    func value() throws {
        let source =
            #"{ "to" : "anna.kiefer@mail.example", "at":1695162970243, "ok" : [true, null, 0.25e3],"π":"\u00fc" }"#
            + "\n"
        let expected = #"{ "to" : "[email]", "at":1695162970243, "ok" : [true, null, 0.25e3],"π":"\u00fc" }"# + "\n"
        let text = try redacted(source)
        #expect(text == expected)
    }

    @Test(
        "the name of a member is the caption of its value",
        arguments: [
            (#"{"iban": "GB33BUKB20201555555555"}"#, "[iban]"),
            (#"{"dateOfBirth": "12.04.1987"}"#, "[dateOfBirth]"),
            (#"{"phone_number": 4915223433333}"#, "[phone]"),
        ]
    )
    func caption(_ source: String, _ mark: String) throws {
        let text = try redacted(source)
        #expect(text.contains(mark), "\(text)")
    }

    @Test(
        "what a field holds goes, whatever it looks like, if the field is called like a secret",
        arguments: [
            #"{"password": "§"}"#, #"{"userPin": "§"}"#, #"{"api_key":"§"}"#,
            #"{"headers": [{"name": "Authorization", "value": "§"}]}"#,
            #"{"value": "§", "name": "set-cookie"}"#,
            #"{"method":"fill","params":{"selector":"internal:label=\"Password\"i","value":"§"}}"#,
            #"["INPUT",{"__playwright_value_":"§","name":"q","type":"password"}]"#,
            #"["INPUT",{"__playwright_value_":"§","autocomplete":"cc-csc"}]"#,
            #"{"form": {"password": {"value": "§", "touched": true}, "city": {"value": "Rome"}}}"#,
            #"{"tokens": [{"type": "access", "value": "§"}]}"#,
        ]
    )
    func field(_ form: String) throws {
        let source = form.replacing("§", with: "flaming 9")
        let marks = ["[secret]", "[password]"].map { form.replacing("§", with: $0) }
        let text = try redacted(source)
        #expect(marks.contains(text), "\(text)")
    }

    @Test(
        "what a field of another name holds stays",
        arguments: [
            #"{"name": "user resets the password on page 2", "text": "12 passed"}"#,
            #"{"type": "log", "text": "Signed in"}"#,
            #"{"method": "click", "callId": "call@12", "key": "Enter"}"#,
            #"{"password": {"type": "string", "title": "Password", "min": 8}}"#, #"{"code": {"value": "E_FAIL"}}"#,
        ]
    )
    func harmless(_ source: String) throws {
        #expect(try redacted(source) == source)
    }

    @Test("a secret that a field tells goes from everything else, in every spelling")
    func told() throws {
        let source = #"""
            {"type":"before","params":{"selector":"#password","value":"Tr0ub4dor&3x"}}
            {"type":"log","message":"  fill(\"Tr0ub4dor&3x\")"}
            {"type":"console","text":"typed tr0UB4dor&3x"}
            {"body":"email=a&password=Tr0ub4dor%263x"}
            {"html":"<p>Tr0ub4dor&amp;3x</p>"}
            {"auth":"Basic YTpUcjB1YjRkb3ImM3g="}
            {"frame":"Tr0ub4"}
            """#
        let text = try redacted(source)
        #expect(!text.lowercased().contains("tr0ub4"), "\(text)")
        #expect(!text.contains("cjB1YjRkb3ImM3"), "\(text)")
        #expect(text.split(separator: "\n").count == 7)
    }

    @Test(
        "a field that holds the name of a secret tells nothing, and one that holds a secret with such a name in it does"
    )
    func names() throws {
        let source =
            #"{"password":"password","label":"Your password","pin":"Password123","log":"Password123 is the password"}"#
        let text = try redacted(source)
        #expect(!text.contains("123") && text.contains("Your password"), "\(text)")
    }

    @Test(
        "what stands for a value that is not there tells nothing",
        arguments: ["false", "undefined", "••••", "*****"]
    )
    func literals(_ value: String) throws {
        let source = #"{"password":"§","log":"is §"}"#.replacing("§", with: value)
        #expect(try redacted(source).hasSuffix("is \(value)\"}"))
    }

    @Test(
        "names of things and drawings stay",
        arguments: [
            #"{"apiName":"Before Hooks","fileName":"Anna Kiefer.txt","class":"BrowserContext"}"#,
            #"["path",{"d":"M14.386 14.386l4.0877 4.0877-2.9418 2.9419 0 2.9419 2.9418 2.9419 7.7115 0 10.6533z"}]"#,
        ]
    )
    func things(_ source: String) throws {
        #expect(try redacted(source) == source)
    }

    @Test("names of persons go", arguments: ["cardholderName", "first_name", "fullName"])
    func persons(_ name: String) throws {
        #expect(try redacted(#"{"\#(name)":"Wilma Brandt"}"#).contains("[personName]"))
    }

    @Test("the values of cookies go, and from headers with them")
    func cookies() throws {
        let source = #"""
            {"cookies":[{"name":"sid","value":"Zk93jfkq02mxLw81","httpOnly":true}]}
            {"headers":[{"name":"Set-Cookie","value":"csrf=qP8dk30xkdl; Path=/; HttpOnly"},{"name":"Accept","value":"text/html"}]}
            {"log":"sid is Zk93jfkq02mxLw81, csrf is qP8dk30xkdl"}
            """#
        let expected = #"""
            {"cookies":[{"name":"sid","value":"[secret]","httpOnly":true}]}
            {"headers":[{"name":"Set-Cookie","value":"[secret]"},{"name":"Accept","value":"text/html"}]}
            {"log":"sid is [secret], csrf is [secret]"}
            """#
        #expect(try redacted(source) == expected)
    }

    @Test("JSON within a string is JSON, too")
    func nested() throws {
        let source = #"{"body":"{\"password\":\"flaming 9\",\"n\":\"a\\nb\"}"}"#
        #expect(try redacted(source) == #"{"body":"{\"password\":\"[secret]\",\"n\":\"a\\nb\"}"}"#)
    }

    @Test("JSON that is a secret as a whole goes as a whole")
    func nestedSecret() throws {
        let source = #"{"password":"{\"mail\":\"b@mail.example\",\"n\":\"flaming\"}"}"#
        #expect(try redacted(source) == #"{"password":"[secret]"}"#)
    }

    @Test("pictures in base64 are redacted, with or without a data: URL")
    func pictures() throws {
        let png = "iVBORw0KGgo" + String(repeating: "AAAA", count: 20) + "A"
        #expect(try redacted(#"{"shot":"\#(png)"}"#) == #"{"shot":"UElDVFVSRQ=="}"#)
        let escaped = "data:image/png;base64,\(png)".replacing("/", with: #"\/"#)
        let result = try redaction(#"{"shot":"\#(escaped)"}"#)
        #expect(result.text == #"{"shot":"data:image/png;base64,UElDVFVSRQ=="}"#)
        #expect(result.receipt.entries.map(\.pictures) == [1])
    }

    @Test("a file in base64 that is not understood is dropped, unless it is to be kept")
    func unknown() throws {
        let source = #"{"font":"data:font/woff2;base64,d09GMgABAAAAAA=="}"#
        let result = try redaction(source)
        #expect(result.text == #"{"font":"data:font/woff2;base64,"}"#)
        #expect(result.receipt.entries.map(\.dropped) == [["it is a font"]])
        #expect(try redacted(source, keepsUnknown: true) == source)
    }

    @Test("the replacement is written in the notation of its place")
    func replacement() throws {
        let rules = TextRules(replacement: #"<"{kind}\">"#)
        let source = #"{"pin":4711,"to":"anna.kiefer@mail.example"}"#
        #expect(try redacted(source, rules) == #"{"pin":"<\"secret\\\">","to":"<\"email\\\">"}"#)
    }

    @Test(
        "a line of an address or number stands in a string beside others",
        arguments: [
            #"{"a":"x\nCall +49 1522 3433333 now"}"#, #"{"a":"\ud83d\ude00 +49 1522 3433333"}"#,
        ]
    )
    func lines(_ source: String) throws {
        #expect(try redacted(source) == source.replacing("+49 1522 3433333", with: "[phone]"))
    }

    @Test(
        "what is not quite JSON is text",
        arguments: [#"{"a": "mail b@mail.example""#, "{a: b@mail.example}", "[1, b@mail.example]"]
    )
    func malformed(_ source: String) throws {
        #expect(try redacted(source) == source.replacing("b@mail.example", with: "[email]"))
    }

    @Test("the name of a member is a text, too, whatever its value is")
    func namesAsTexts() throws {
        #expect(
            try redacted(
                #"{"typed flaming9z": 1, "b@mail.example": {"x": true}, "n[c@mail.example]": []}"#,
                secrets: ["flaming9z"]
            )
                == #"{"typed [KNOWN]": 1, "[email]": {"x": true}, "n[[email]]": []}"#
        )
    }

    @Test("a file in base64 tells its secrets to the text that it is in")
    func toldByFiles() throws {
        let inner = #"{"password": "flaming9z", "padding": "so that it is long enough to be a file of its own"}"#
        let source = #"{"a": "data:application/json;base64,\#(base64(inner))", "b": "flaming9z"}"#
        #expect(try redacted(source).hasSuffix(#""b": "[secret]"}"#))
        let html = #"<p title="data:application/json;base64,\#(base64(inner))">flaming9z</p>"#
        #expect(try redacted(html).hasSuffix(">[secret]</p>"))
    }

    private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}
