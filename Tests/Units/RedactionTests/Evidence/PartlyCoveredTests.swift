import SecureMemory
import Testing

@testable import Redaction

@Suite("Elements that are covered in part lose their texts, and what only lies round them keeps its own")
struct PartlyCoveredTests {
    @Test("what several rules cover together is gone, whether they name regions or elements")
    func together() throws {
        let source = """
            <XCUIElementTypeApplication x="0" y="0" width="96" height="80">
              <XCUIElementTypeStaticText label="Leila Haddad" x="10" y="10" width="40" height="10"/>
              <XCUIElementTypeStaticText label="3060,12 €" x="10" y="60" width="40" height="10"/>
              <XCUIElementTypeOther name="veil" x="30" y="5" width="30" height="20"/>
            </XCUIElementTypeApplication>
            """
        let returned = try redact(
            source,
            #"{"target": {"element": {"identifier": "veil"}}, "style": STYLE}"#,
            region(5, 5, 25, 40)
        )
        #expect(!returned.contains("Leila Haddad"))
        #expect(returned.contains("3060,12 €"))
    }

    @Test(
        "a text of which a region covers a part is gone, and containers lose what it says",
        arguments: [(12, 30, 3, 3), (0, 0, 12, 33), (48, 38, 48, 42), (0, 34, 96, 1)]
    )
    func region(x: Int, y: Int, width: Int, height: Int) throws {
        let source = """
            <XCUIElementTypeApplication label="Bank" x="0" y="0" width="96" height="80">
              <XCUIElementTypeCell label="Today, 3060 €" x="0" y="10" width="96" height="60">
                <XCUIElementTypeStaticText label="today" x="60" y="11" width="30" height="10"/>
                <XCUIElementTypeStaticText label="3060 €" x="10" y="30" width="40" height="10"/>
              </XCUIElementTypeCell>
              <XCUIElementTypeTextField x="60" y="70" width="30" height="9"/>
            </XCUIElementTypeApplication>
            """
        let returned = try redact(source, region(x, y, width, height))
        #expect(returned.contains(#"<XCUIElementTypeApplication label="Bank" "#))
        #expect(returned.contains(#"<XCUIElementTypeCell label="Today, [redacted]" "#))
        #expect(returned.contains(#"<XCUIElementTypeStaticText label="today" "#))
        #expect(returned.contains(#"<XCUIElementTypeStaticText label="[redacted]" "#))
        // The field is empty, and does not say so.
        #expect(returned.contains("value=") == (y + height > 71))
    }

    @Test("what has no other text in it loses its own, a button all that it holds")
    func innermost() throws {
        let source = """
            <hierarchy><node bounds="[0,0][96,80]"><node class="android.view.View" content-desc="Leila" bounds="[0,0][96,20]">\
            <node bounds="[80,0][96,20]"/></node><node class="android.widget.Button" text="Pay" bounds="[0,40][96,80]">\
            <node text="3060" bounds="[60,40][96,80]"/></node></node></hierarchy>
            """
        let returned = try redact(source, region(2, 2, 4, 4), region(2, 42, 4, 4))
        #expect(returned.components == ["[redacted]", "[redacted]", "[redacted]"])
    }

    @Test("what lies beside a region, and shares its outermost pixels with it, stays")
    func beside() throws {
        let source = """
            [{"locator": "main", "boundingBox": {"x": 0, "y": 0, "width": 96, "height": 80}},
             {"locator": "a", "text": "Leila", "boundingBox": {"x": 10, "y": 10.4, "width": 20, "height": 10}},
             {"locator": "b", "text": "Ada", "boundingBox": {"x": 10, "y": 20.4, "width": 20, "height": 10}}]
            """
        let returned = try redact(source, region(10, 10, 20, 11))
        #expect(!returned.contains("Leila"))
        #expect(returned.contains("Ada"))
    }

    @Test("a text that sticks out of a covered element is gone, and what lies round that keeps the rest of its own")
    func overhang() throws {
        let source = """
            [{"locator": "main", "text": "Hello Leila", "boundingBox": {"x": 0, "y": 0, "width": 96, "height": 80}},
             {"locator": "card", "boundingBox": {"x": 10, "y": 10, "width": 40, "height": 20}},
             {"locator": "a", "text": "Leila", "boundingBox": {"x": 12, "y": 12, "width": 46, "height": 10}},
             {"locator": "b", "text": "Ada", "boundingBox": {"x": 10, "y": 31, "width": 40, "height": 10}}]
            """
        // What is painted round an element says nothing of those beside it.
        let returned = try redact(
            source,
            #"{"target": {"element": {"identifier": "card"}}, "style": STYLE, "padding": 6}"#
        )
        #expect(returned.contains(#""text": "Hello [redacted]""#))
        #expect(returned.contains(#""locator": "a", "text": "[redacted]""#))
        #expect(returned.contains(#""text": "Ada""#))
    }

    @Test("what is kept of a region keeps its texts")
    func kept() throws {
        let source = """
            <hierarchy><node bounds="[0,0][96,80]"><node resource-id="a" text="Leila" bounds="[1,0][40,20]"/>\
            <node resource-id="b" text="Ada" bounds="[1,30][40,50]"/></node></hierarchy>
            """
        let returned = try redact(source, region(0, 0, 60, 60), keep: #"{"element": {"identifier": "b"}}"#)
        #expect(!returned.contains("Leila"))
        #expect(returned.contains("Ada"))
    }

    @Test("a receipt names no locator that holds a part of a covered text")
    func receipt() throws {
        let source = """
            [{"locator": "main", "boundingBox": {"x": 0, "y": 0, "width": 96, "height": 80}},
             {"locator": "getByText('4111 1111')", "text": "Card 4111 1111 1111 1111",
              "boundingBox": {"x": 0, "y": 0, "width": 40, "height": 20}},
             {"locator": "#iban", "text": "DE89 3704 0044", "boundingBox": {"x": 0, "y": 40, "width": 40, "height": 20}}]
            """
        let rule = #"{"target": {"element": {"value": ".+"}}, "style": STYLE}"#
        let receipt = try result(source, [rule], keep: nil).receipt
        #expect(receipt.covered.map(\.matched?.identifier) == [nil, "#iban"])
    }

    private func region(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
        let region = #"{"x": \#(x), "y": \#(y), "width": \#(width), "height": \#(height)}"#
        return #"{"target": {"region": \#(region)}, "style": STYLE}"#
    }

    /// The page source that comes back from a snapshot of 96 x 80 pixels. One of the rules names an element that is none.
    private func redact(_ source: String, _ rules: String..., keep: String? = nil) throws -> String {
        let none = #"{"target": {"element": {"identifier": "none"}}, "style": STYLE, "atLeast": 0}"#
        let bytes = try #require(result(source, rules + [none], keep: keep).hierarchy).bytes
        return bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func result(_ source: String, _ rules: [String], keep: String?) throws -> Redactor.Result {
        let rules = rules.joined(separator: ",").replacing("STYLE", with: ##"{"fill": {"color": "#000000"}}"##)
        let policy = #"{"keep": [\#(keep ?? "")], "rules": [\#(rules)]}"#
        return try Redactor().redact(
            RedactionRequest(
                Screen(secret: 1, in: [0, 0, 10, 10]).encoded(),
                policy: Policy(parsing: SecureBytes(copying: Array(policy.utf8))),
                hierarchy: SecureBytes(copying: Array(source.utf8)),
                unit: .points(scale: 1)
            )
        )
    }
}

extension String {
    /// The texts of Android's nodes.
    fileprivate var components: [String] {
        matches(of: /(?:text|content-desc)="([^"]*)"/).map { String($0.1) }
    }
}
