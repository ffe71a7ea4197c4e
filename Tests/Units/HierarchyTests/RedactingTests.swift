import Hierarchy
import Samples
import SecureMemory
import Testing

@Suite("A page source comes back without what covered elements say")
struct RedactingTests {
    @Test("the texts of a covered element become a constant, and every other byte stays")
    func oneElement() throws {
        let text = try Sample.iosLogin.text
        let expected = text.replacing(
            #"value="pa55-Phrase!" name="passwordShown" label="passwordShown""#,
            with: #"value="[redacted]" name="[redacted]" label="[redacted]""#
        )
        #expect(try Sample.iosLogin.hierarchy.redacted("passwordShown") == expected)
        #expect(try Sample.iosLogin.hierarchy.redacted() == text)
    }

    @Test("whatever a covered element holds goes with it")
    func container() throws {
        let text = try Sample.iosLogin.text
        let expected =
            text
            // The label of the card occurs in its own identifier.
            .replacing(#"name="accountCard" label="account""#, with: #"name="[redacted]" label="[redacted]""#)
            .replacing(#"label="Leila Haddad""#, with: #"label="[redacted]""#)
            .replacing(#"label="7402 8320 9623 3111""#, with: #"label="[redacted]""#)
            .replacing(#"label="3060,12 €""#, with: #"label="[redacted]""#)
        let redacted = try Sample.iosLogin.hierarchy.redacted("accountCard")
        #expect(redacted == expected)
    }

    @Test("text, content-desc and hint of Android go, whether they were empty or not")
    func android() throws {
        let hierarchy = try Hierarchy(
            #"<hierarchy><node text="a" content-desc='b' hint="c" resource-id="d" "#
                + #"bounds="[0,0][1,1]"/><node text="" hint=""/></hierarchy>"#
        )
        let redacted = try hierarchy.source(redacting: [2, 1]).bytes.string
        let expected =
            #"<hierarchy><node text="[redacted]" content-desc="[redacted]" hint="[redacted]" resource-id="d" "#
            + #"bounds="[0,0][1,1]"/><node text="[redacted]" hint="[redacted]"/></hierarchy>"#
        #expect(redacted == expected)
    }

    @Test("the quotation marks round a covered text do not tell whether it held any")
    func quotationMarks() throws {
        let sources = [#"text='a "b" c'"#, #"text="a b c""#].map { #"<hierarchy><node \#($0) y='1'/></hierarchy>"# }
        let redacted = try sources.map { try Hierarchy($0).source(redacting: [1]).bytes.string }
        #expect(redacted[0] == redacted[1])
        #expect(redacted[0].contains(#"text="[redacted]""#))
    }

    @Test("text and locator of a box go, whatever the order of its members")
    func boxes() throws {
        let text =
            #"[{"text":"Leila \u0048addad","boundingBox":null,"locator":"text=leila haddad"},"#
            + #"{"locator":"x","boundingBox":null}]"#
        let redacted = try Hierarchy(text).source(redacting: [0]).bytes.string
        let expected =
            #"[{"text":"[redacted]","boundingBox":null,"locator":"[redacted]"},"#
            + #"{"locator":"x","boundingBox":null}]"#
        #expect(redacted == expected)
    }

    @Test("an attribute of a covered element that nobody knows goes, even if it is a flag")
    func unknownAttributes() throws {
        let node = #"<node index="1" hasText="true" extras="tint=4111" error="" class="a.B" bounds="[0,0][1,1]"/>"#
        let redacted = try Hierarchy("<hierarchy>\(node)\(node)</hierarchy>").source(redacting: [1]).bytes.string
        let expected =
            #"<node index="1" hasText="[redacted]" extras="[redacted]" error="[redacted]" class="a.B" bounds="[0,0][1,1]"/>"#
        #expect(redacted == "<hierarchy>\(expected)\(node)</hierarchy>")
    }

    @Test("what no tool writes in the place of a type, a number or a flag goes as well")
    func strayTexts() throws {
        let source = #"<hierarchy><node class="my card 4111" index="two" enabled="so so" text="a"/></hierarchy>"#
        let redacted = try Hierarchy(source).source(redacting: [1]).bytes.string
        let expected = #"<node class="[redacted]" index="[redacted]" enabled="[redacted]" text="[redacted]"/>"#
        #expect(redacted == "<hierarchy>\(expected)</hierarchy>")
    }

    @Test("letters that have one capital are one letter", arguments: ["ΟΔΥΣΣΕΎΣ", "Οδυσσεύς", "οδυσσεύσ"])
    func capitals(_ spelling: String) throws {
        let source = "<hierarchy><node text='Οδυσσεύς'/><node x='Of \(spelling)!'/></hierarchy>"
        let redacted = try Hierarchy(source).source(redacting: [1]).bytes.string
        #expect(redacted == #"<hierarchy><node text="[redacted]"/><node x='Of [redacted]!'/></hierarchy>"#)
    }

    @Test("the label of a container that reads out what it holds keeps only the rest")
    func concatenatedLabel() throws {
        let hierarchy = try Hierarchy(
            """
            <XCUIElementTypeCell label="Leila Haddad, 3060,12 €, today">
              <XCUIElementTypeStaticText label="Leila Haddad"/>
              <XCUIElementTypeStaticText label="3060,12 €"/>
            </XCUIElementTypeCell>
            """
        )
        let redacted = try hierarchy.source(redacting: [1, 2]).bytes.string
        #expect(redacted.contains(#"<XCUIElementTypeCell label="[redacted], [redacted], today">"#))
    }

    @Test(
        "a text is found elsewhere however it is written",
        arguments: [
            "LEILA &amp; HADDÁD", "leila &#38; hadd&#xE1;d", "Leila &amp;\r\n Haddád", "Leila &amp;\n\tHadda\u{301}d",
            "Leila\u{00A0}&amp; Haddád",
            "\u{2068}Leila\u{200D} &amp; Hadd\u{200E}ád\u{2069}", "Leila  &amp;  Haddád",
        ]
    )
    func spellings(_ spelling: String) throws {
        let source = "<hierarchy><node text='Leila &amp; Haddád'/><node x='Of \(spelling)!'/></hierarchy>"
        let redacted = try Hierarchy(source).source(redacting: [1]).bytes.string
        let expected = #"<hierarchy><node text="[redacted]"/><node x='Of [redacted]!'/></hierarchy>"#
        #expect(redacted.replacing("\u{2068}", with: "") == expected)
    }

    @Test("escapes of JSON are found, those of pairs of surrogates as well")
    func escapesOfJSON() throws {
        let source =
            #"[{"locator":"a","text":"\ud83d\udE00 Ada\/Byron","boundingBox":null},"#
            + #"{"locator":"\ud83d\ude01\u0041\u0064a/Byron\n","boundingBox":null},"#
            + #"{"locator":"x 😀 ada/byron!","text":"\uD83D\uDE01  \uD83D\uDE00  ADA\/byron\\!","boundingBox":null}]"#
        let redacted = try Hierarchy(source).source(redacting: [0]).bytes.string
        #expect(
            redacted.hasSuffix(#"{"locator":"[redacted]","text":"\uD83D\uDE01  [redacted]\\!","boundingBox":null}]"#)
        )
        #expect(redacted.contains(#"{"locator":"\ud83d\ude01\u0041\u0064a/Byron\n""#))
    }

    @Test("texts of fewer than four characters, masks and captions of fields stay elsewhere")
    func whatStays() throws {
        let hierarchy = try Hierarchy(
            """
            <AppiumAUT>
              <XCUIElementTypeStaticText label="PIN"/><XCUIElementTypeStaticText label="••••••"/>
              <XCUIElementTypeTextField label="Email" value="ada"/>
              <XCUIElementTypeOther label="PIN, ada, Email, ••••••"/>
            </AppiumAUT>
            """
        )
        let redacted = try hierarchy.source(redacting: [1, 2, 3]).bytes.string
        #expect(redacted.contains(#"<XCUIElementTypeOther label="PIN, ada, Email, ••••••"/>"#))
        #expect(redacted.contains(#"<XCUIElementTypeTextField label="[redacted]" value="[redacted]"/>"#))
    }

    @Test("frames, flags and types stay what they are, even if somebody typed the same")
    func typedFrames() throws {
        let node = #"<node class="android.widget.Text" enabled="true" bounds="[0,0][1080,2400]" "#
        let source = "<hierarchy>\(node)text='2400'/>\(node)text='true'/>\(node)text='Text'/></hierarchy>"
        let redacted = try Hierarchy(source).source(redacting: [1, 2, 3]).bytes.string
        let expected = "<hierarchy>" + String(repeating: #"\#(node)text="[redacted]"/>"#, count: 3) + "</hierarchy>"
        #expect(redacted == expected)
    }

    @Test("of texts that begin alike the longest is found")
    func longest() throws {
        let source =
            "<hierarchy><node text='Room'/><node text='Room 12'/><node text='Room 123'/>"
            + "<node x='Room 1234 room 1'/></hierarchy>"
        let redacted = try Hierarchy(source).source(redacting: [1, 2, 3]).bytes.string
        #expect(redacted.contains("x='[redacted]4 [redacted] 1'"))
    }

    @Test("what is redacted once stays as it is")
    func idempotent() throws {
        for sample in Sample.allCases {
            let hierarchy = try sample.hierarchy
            let once = try hierarchy.source(redacting: hierarchy.elements(at: .allText)).bytes
            let again = try Hierarchy(parsing: once)
            #expect(try again.source(redacting: again.elements(at: .allText)).bytes == once)
        }
    }

    @Test("no secret of the samples is left by policies that a user would write", arguments: Sample.allCases)
    func samples(_ sample: Sample) throws {
        let hierarchy = try sample.hierarchy
        let shown = try sample.secrets
        #expect(shown.count >= 2)
        let allText = try hierarchy.source(redacting: hierarchy.elements(at: .allText)).bytes.string
        for secret in shown { #expect(!allText.contains(secret)) }
    }

    @Test("what comes back does not depend on what covered elements say")
    func nonInterference() throws {
        let returned = try ["pa55-Phrase!", "Pa55-phrase?", "four", "A &amp; B", String(repeating: "x", count: 5000)]
            .map { secret in
                let source = try Sample.iosLogin.text.replacing("pa55-Phrase!", with: secret)
                    .replacing(#"label="account""#, with: #"label="of \#(secret), account""#)
                return try Hierarchy(source).redacted("passwordShown")
            }
        #expect(Set(returned).count == 1)
        #expect(returned[0].contains(#"label="of [redacted], account""#))
    }

    @Test("elements may be named in any order, and more than once")
    func order() throws {
        let hierarchy = try Sample.iosLogin.hierarchy
        let card = try hierarchy.index("accountCard")
        let all = try hierarchy.source(redacting: [card + 2, card, card + 1, card])
        #expect(try all.bytes == hierarchy.source(redacting: [card]).bytes)
    }
}
