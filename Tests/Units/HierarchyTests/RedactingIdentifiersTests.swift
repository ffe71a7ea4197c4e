import Hierarchy
import SecureMemory
import Testing

@Suite("Identifiers stay whole, or nothing is left of them")
struct RedactingIdentifiersTests {
    @Test(
        "an identifier that holds a covered text goes as a whole, on whichever element",
        arguments: [
            "row-Leila Haddad", "com.bank:id/leila haddad_row", "card_7402-8320-9623-3111", "x7402832096233111y",
        ]
    )
    func holding(_ identifier: String) throws {
        let source = """
            <hierarchy><node resource-id='\(identifier)'/><node resource-id="a" text="Leila Haddad"/>\
            <node text="7402 8320 9623 3111" resource-id='\(identifier)'/></hierarchy>
            """
        let redacted = try Hierarchy(source).source(redacting: [2, 3]).bytes.string
        let expected = """
            <hierarchy><node resource-id="[redacted]"/><node resource-id="a" text="[redacted]"/>\
            <node text="[redacted]" resource-id="[redacted]"/></hierarchy>
            """
        #expect(redacted == expected)
    }

    @Test("the name of the app is no part of an identifier that a covered text could be in")
    func package() throws {
        let source = #"<hierarchy><node resource-id="com.demo.bank:id/amount" text="Bank"/></hierarchy>"#
        let redacted = try Hierarchy(source).source(redacting: [1]).bytes.string
        #expect(redacted == source.replacing("Bank", with: "[redacted]"))
        let odd = #"<hierarchy><node resource-id="my bank:id/amount"/><node text="Bank"/></hierarchy>"#
        #expect(try Hierarchy(odd).source(redacting: [2]).bytes.string.contains(#"resource-id="[redacted]""#))
    }

    @Test(
        "the name of a covered element on iOS goes if it is a label",
        arguments: [
            ("balance", "3060,12 €", "balance"), ("pa55-Phrase!", "pa55-Phrase!", "[redacted]"),
            ("LEILA", "Leila", "[redacted]"), ("Leila’s", "Card of Leila", "[redacted]"),
            ("Leila Haddad", "Leila Haddad, 3060 €", "[redacted]"), ("张伟", "张伟的卡", "[redacted]"),
            ("cell_1", "", "cell_1"), ("a", "a", "[redacted]"),
        ]
    )
    func labels(name: String, label: String, expected: String) throws {
        let source = "<AppiumAUT><XCUIElementTypeCell name='\(name)' label='\(label)'/></AppiumAUT>"
        let redacted = try Hierarchy(source).source(redacting: [1]).bytes.string
        #expect(redacted.contains(#"name=\#(expected == name ? "'\(name)'" : "\"[redacted]\"") label="[redacted]""#))
    }

    @Test("the name of another element on iOS loses what its label loses, if it is one")
    func names() throws {
        let source = """
            <AppiumAUT><XCUIElementTypeCell name="Of Leila, today" label="Of Leila, today"/>\
            <XCUIElementTypeCell name="of-leila" label="Of Leila"/><XCUIElementTypeStaticText label="Leila"/></AppiumAUT>
            """
        let redacted = try Hierarchy(source).source(redacting: [3]).bytes.string
        let expected = """
            <AppiumAUT><XCUIElementTypeCell name="Of [redacted], today" label="Of [redacted], today"/>\
            <XCUIElementTypeCell name="[redacted]" label="Of [redacted]"/><XCUIElementTypeStaticText label="[redacted]"/>\
            </AppiumAUT>
            """
        #expect(redacted == expected)
    }

    @Test(
        "a locator that holds a part of a covered text goes",
        arguments: [
            "getByText('4111 1111')", "getByText(/1111.*Leila/)", "text=4111-1111", "text=Leila",
            "getByRole('cell', { name: 'Leila H.' })", #"internal:text=\"haddad\"i"#, "#card-41111111",
            "div:has-text('Card 4111 1111 1111 1111, Leila Haddad') >> nth=0", "getByText('O\\\\'Leila')",
            "[data-owner=haddad]", "locator('text=Leila')", "getByText(`４１１１`)", "page.getByText('eila')",
            "getByText('张伟')",
        ]
    )
    func parts(_ locator: String) throws {
        let (redacted, isIntact) = try redacted(locator)
        #expect(redacted == #"{"locator":"[redacted]","text":"[redacted]","boundingBox":null}"#)
        #expect(!isIntact)
    }

    @Test(
        "a locator that quotes what may be a covered text of few characters goes, whether it is that text or not",
        arguments: [
            ("4", "getByText('4')"), ("4", "getByText('9')"), ("4", "getByRole('button', { name: '4' })"),
            ("4", "text=4"), ("4", "getByText(/^4$/)"), ("４", "getByText('4')"), ("4", "div[data-digit='٤']"),
            ("Ada", "getByText('Ada')"), ("Ada", "getByText('Eve') >> nth=0"), ("张", "text=王"),
        ]
    )
    func short(text: String, locator: String) throws {
        #expect(try ofItself(locator, text) == "[redacted]")
    }

    @Test(
        "the locator of an element with a text of few characters stays where it quotes none like it",
        arguments: [
            ("4", "#digit4"), ("4", "#code >> nth=4"), ("4", "getByTestId('d4')"), ("4", "getByLabel('Digit 4')"),
            ("123", "input[name='cvc']"), ("Ada", "getByRole('row').nth(3)"), ("Ada", "role=row"),
            ("4", "getByText('12')"),
        ]
    )
    func shortAndHarmless(text: String, locator: String) throws {
        #expect(try ofItself(locator, text) == locator)
    }

    /// What is left of the locator of a covered box that says `text`.
    private func ofItself(_ locator: String, _ text: String) throws -> String {
        let source = #"[{"locator":"\#(locator)","text":"\#(text)","boundingBox":null}]"#
        let redacted = try Hierarchy(source).source(redacting: [0]).bytes.string
        return String(try #require(redacted.firstMatch(of: /"locator":"(.*?)"/)).output.1)
    }

    @Test(
        "a locator that tells nothing of it stays",
        arguments: [
            "getByLabel('Card number')", "getByTestId('card-number')", "#leila", "getByRole('cell', { name: 'Kim' })",
            "getByRole('cardlike').nth(1111)", "role=card[name='x']", "text=of", "xpath=//div/span",
            "css=.row >> nth=3",
            "getByText('111')", "getByText(\\\"card 5\\\")", "getByText('张')",
        ]
    )
    func harmless(_ locator: String) throws {
        let (redacted, isIntact) = try redacted(locator, text: "cardlike of Card 4111 9111 8111, Leila Haddad, 张伟")
        #expect(redacted == #"{"locator":"\#(locator)","text":"[redacted]","boundingBox":null}"#)
        #expect(isIntact)
    }

    private func redacted(
        _ locator: String,
        text: String = "Card 4111 1111 1111 1111, Leila Haddad, 张伟"
    ) throws -> (source: String, isIntact: Bool) {
        let hierarchy = try Hierarchy(
            #"[{"locator":"\#(locator)","text":"\#(text)","boundingBox":null}]"#
        )
        let redacted = try hierarchy.source(redacting: [0])
        let attribute = try #require(hierarchy.attribute(.identifier, of: 0))
        return (String(redacted.bytes.string.dropFirst().dropLast()), redacted.isIntact(attribute))
    }
}
