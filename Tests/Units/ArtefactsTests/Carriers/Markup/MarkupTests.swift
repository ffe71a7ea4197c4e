import Redaction
import Testing

@testable import Artefacts

@Suite("Markup as a carrier")
struct MarkupTests {
    @Test(
        "values go from texts and attributes, and every tag stays",
        arguments: [
            (
                #"<p class=x>Mail <a href="mailto:b@mail.example">b@mail.example</a></p>"#,
                #"<p class=x>Mail <a href="mailto:[email]">[email]</a></p>"#
            ),
            (
                #"<input type="password" name=pw value="flaming 9"><p>It is flaming 9!</p>"#,
                #"<input type="password" name=pw value="[secret]"><p>It is [secret]!</p>"#
            ),
            (#"<meta name="csrf-token" content="Zk93jfkq02mxLw81">"#, #"<meta name="csrf-token" content="[secret]">"#),
            ("<p>a&amp;b@mail.example &lt;</p>", "<p>[email] &lt;</p>"),
            (
                "<!-- b@mail.example --><script>var x = 'b@mail.example<p>'</script>",
                "<!-- [email] --><script>var x = '[email]<p>'</script>"
            ),
            (
                "<testcase name='a > b'><![CDATA[b@mail.example]]></testcase>",
                "<testcase name='a > b'><![CDATA[[email]]]></testcase>"
            ),
            ("<p>1 < 2 and b@mail.example", "<p>1 < 2 and [email]"),
            (
                "<a><password>flaming 9</password>It is flaming 9, <code>200 OK</code></a>",
                "<a><password>[secret]</password>It is [secret], <code>200 OK</code></a>"
            ),
            (#"<x><w:Password T="1"> flaming 9</w:Password></x>"#, #"<x><w:Password T="1"> [secret]</w:Password></x>"#),
            (
                #"<node password="true" text="a"/><db password="flaming9"/> flaming9"#,
                #"<node password="true" text="a"/><db password="[secret]"/> [secret]"#
            ),
            ("<x><password><![CDATA[flaming 9]]></password></x>", "<x><password><![CDATA[[secret]]]></password></x>"),
        ]
    )
    func values(_ source: String, _ expected: String) throws {
        #expect(try redacted(source) == expected)
    }

    @Test(
        "what is beside the caption of a secret in a table or a list goes from all",
        arguments: [
            ("<tr><th>Password:</th><td>flaming9</td></tr>", "<tr><th>Password:</th><td>[secret]</td></tr>"),
            ("<tr><td>PIN</td><td>flaming9</td></tr>flaming9", "<tr><td>PIN</td><td>[secret]</td></tr>[secret]"),
            (
                "<tr><td><b>Password</b></td><td> <i>flaming9</i></td></tr>",
                "<tr><td><b>Password</b></td><td> <i>[secret]</i></td></tr>"
            ),
            ("<dl><dt>API key</dt><dd>flaming9</dd></dl>", "<dl><dt>API key</dt><dd>[secret]</dd></dl>"),
            (
                "<dict><key>password</key><string>flaming9</string><key>b</key><string>c9</string></dict>",
                "<dict><key>password</key><string>[secret]</string><key>b</key><string>c9</string></dict>"
            ),
        ]
    )
    func captions(_ source: String, _ expected: String) throws {
        #expect(try redacted(source) == expected)
    }

    @Test(
        "a text in another row, or that is no secret elsewhere, stays",
        arguments: [
            "<tr><td>Password</td><td>required</td></tr>", "<tr><td>Password</td></tr><tr><td>flaming9</td></tr>",
            "<tr><th>User</th><th>Password</th></tr><tr><td>flaming9</td></tr>",
            "<dict><key>password</key><string>Your password</string></dict>",
            "<tr><td>City</td><td>flaming9</td></tr>", "<dl><dt>Password</dt><dt>flaming9</dt></dl>",
        ]
    )
    func otherTexts(_ source: String) throws {
        #expect(try redacted(source) == source)
    }

    @Test("a label in front of a field is no part of a value")
    func form() throws {
        let source = """
            <html><form><label>E-mail <input name="email" type="email"></label><label>Password <input name="password" \
            type="password"></label><button>Sign in</button></form></html>
            """
        #expect(try redacted(source) == source)
    }

    @Test("a picture in an attribute is redacted")
    func picture() throws {
        let png = "iVBORw0KGgo" + String(repeating: "AAAA", count: 20) + "A"
        let form = #"<img alt="Mail b@mail.example" src="data:image/png;base64,§">"#
        let text = try redacted(form.replacing("§", with: png))
        #expect(text == form.replacing("§", with: "UElDVFVSRQ==").replacing("b@mail.example", with: "[email]"))
    }

    @Test(
        "a drawing is no text: its shapes may be letters",
        arguments: ["<svg/>", "<?xml version=\"1.0\"?>\n<svg xmlns='x'/>"]
    )
    func drawing(_ source: String) throws {
        #expect(throws: ContentFailure.self) { try redacted(source) }
    }

    @Test("elements without end in a row are searched in parts")
    func longRow() throws {
        let spans = (0..<5_000).map { "<span>user\($0)@mail.example</span>" }.joined()
        let result = try redaction("<p>" + spans)
        #expect(result.receipt.entries.map(\.values) == [["email": 5_000]])
    }

    @Test("a replacement is written for markup")
    func replacement() throws {
        #expect(try redacted("<p>b@mail.example</p>", .init(replacement: "<{kind}>")) == "<p>&lt;email&gt;</p>")
    }

    @Test("JSON in an attribute or between tags is opened, and written as it stood")
    func nested() throws {
        let form =
            ##"<div data-jsonblob="{&#34;a&#34;: {&#34;password&#34;: &#34;§&#34;}}"></div><pre>{"pin": "a&lt;b"}</pre>"##
        #expect(
            try redacted(form.replacing("§", with: "flaming9z"))
                == ##"<div data-jsonblob="{&quot;a&quot;: {&quot;password&quot;: &quot;[password]&quot;}}"></div>"##
                + ##"<pre>{&quot;pin&quot;: &quot;[secret]&quot;}</pre>"##
        )
        let harmless = ##"<div data-jsonblob="{&#34;a&#34;: 1}"></div>"##
        #expect(try redacted(harmless) == harmless)
    }
}
