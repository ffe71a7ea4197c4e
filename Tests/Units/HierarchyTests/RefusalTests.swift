import Hierarchy
import SecureMemory
import Testing

@Suite("What is no page source is refused, at its place and without quoting it")
struct RefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let source: String
        let message: String
    }

    static let refusals = [
        Refusal(
            testDescription: "the elements of UIAutomation",
            source: #"<AppiumAUT><UIAApplication x="0" y="0" width="9" height="9"/></AppiumAUT>"#,
            message:
                "line 1, column 12: the root element is unknown; expected one of XCUITest (XCUIElementType…, AppiumAUT) or "
                + "UiAutomator (hierarchy, displays)"
        ),
        Refusal(
            testDescription: "an entity bomb",
            source: """
                <?xml version="1.0"?>
                <!DOCTYPE h [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
                <hierarchy a="&b;"/>
                """,
            message: "line 2, column 13: a document type declaration is not allowed"
        ),
        Refusal(
            testDescription: "an external entity",
            source: "<!DOCTYPE h [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><hierarchy><node/></hierarchy>",
            message: "line 1, column 13: a document type declaration is not allowed"
        ),
        Refusal(
            testDescription: "an external document type",
            source: "<!DOCTYPE hierarchy SYSTEM \"http://127.0.0.1/x.dtd\"><hierarchy/>",
            message: "line 1, column 52: a document type declaration is not allowed"
        ),
        Refusal(
            testDescription: "an entity that nothing declares",
            source: "<hierarchy>\n <node text=\"&secret;\"/></hierarchy>",
            message: "line 2, column 2: the XML is malformed: undefined entity"
        ),
        Refusal(
            testDescription: "tags that do not match",
            source: "<hierarchy>\n  <node></hierarchy>",
            message: "line 2, column 11: the XML is malformed: mismatched tag"
        ),
        Refusal(
            testDescription: "a source that is cut off",
            source: "<hierarchy><node text=\"pa55",
            message: "line 1, column 12: the XML is malformed: unclosed token"
        ),
        Refusal(
            testDescription: "an attribute that is there twice",
            source: "<hierarchy a='1' a='2'/>",
            message: "line 1, column 18: the XML is malformed: duplicate attribute"
        ),
        Refusal(
            testDescription: "two roots",
            source: "<hierarchy/><hierarchy/>",
            message: "line 1, column 13: the XML is malformed: junk after document element"
        ),
        Refusal(
            testDescription: "text between tags",
            source: "<hierarchy>\nsecret</hierarchy>",
            message: "line 2, column 1: the page source holds "
                + "text between tags; only elements with attributes are allowed"
        ),
        Refusal(
            testDescription: "a CDATA section",
            source: "<hierarchy><![CDATA[ ]]></hierarchy>",
            message: "line 1, column 12: the page source holds "
                + "a CDATA section; only elements with attributes are allowed"
        ),
        Refusal(
            testDescription: "a comment",
            source: "<!--secret--><hierarchy/>",
            message: "line 1, column 1: the page source holds a comment; only elements with attributes are allowed"
        ),
        Refusal(
            testDescription: "a processing instruction",
            source: "<?secret ?><hierarchy/>",
            message: "line 1, column 1: the page source holds "
                + "a processing instruction; only elements with attributes are allowed"
        ),
        Refusal(
            testDescription: "XML of another tool",
            source: "<secret><body/></secret>",
            message:
                "line 1, column 1: the root element is unknown; expected one of XCUITest (XCUIElementType…, AppiumAUT) or "
                + "UiAutomator (hierarchy, displays)"
        ),
        Refusal(
            testDescription: "neither XML nor a list",
            source: "secret",
            message: """
                expected the XML of Appium or UiAutomator, the JSON of WebDriverAgent, Maestro, droidbot or Sentry's view \
                hierarchy, or the boxes of a page as JSON
                """
        ),
        Refusal(
            testDescription: "JSON with a comma too many",
            source: "[\n{\"locator\":\"secret\",}]",
            message: "line 2, column 21: expected a member's name in quotation marks"
        ),
        Refusal(
            testDescription: "a member that is not known",
            source: #"[{"locator":"a","secret":"b","boundingBox":null}]"#,
            message: "/0: unknown member; known here: locator, role, text, boundingBox"
        ),
        Refusal(
            testDescription: "a box without its box",
            source: #"[{"locator":"a"}]"#,
            message: #"/0: the member "boundingBox" is missing"#
        ),
    ]

    @Test("refused", arguments: refusals)
    func refused(_ refusal: Refusal) {
        let error = #expect(throws: HierarchyError.self) { try Hierarchy(refusal.source) }
        #expect(error?.description == refusal.message)
        #expect(error?.description.contains("pa55") == false && error?.description.contains("secret") == false)
    }

    @Test(
        "a frame that is none",
        arguments: [
            "x='0' y='0' width='1'", "x='1-' y='0' width='1' height='1'", "x='' y='0' width='1' height='1'",
            "x='0x10' y='0' width='1' height='1'",
            "x='NaN'",
            "x='1e' y='0' width='1' height='1'", "x='0' y='0' width='1' height='infinite'",
            "x='0.33333333333333333333333' y='0' width='1' height='1'",
        ]
    )
    func malformedFrame(_ attributes: String) {
        let error = #expect(throws: HierarchyError.self) {
            try Hierarchy("<AppiumAUT>\n <XCUIElementTypeApplication \(attributes)/></AppiumAUT>")
        }
        #expect(error == HierarchyError(.malformedFrame, at: .position(line: 2, column: 2)))
    }

    @Test(
        "bounds that are none",
        arguments: ["[0,0]", "[0,0][1,NaN]", "[0,0][1,1]]", "[0,0][1,99999999999999999999]", "", "[0.5,0][1,2]"]
    )
    func malformedBounds(_ bounds: String) {
        #expect(throws: HierarchyError(.malformedFrame, at: .position(line: 1, column: 12))) {
            try Hierarchy("<hierarchy><node bounds='\(bounds)'/></hierarchy>")
        }
    }

    @Test("a box of text instead of numbers, and one without bounds to its size")
    func malformedBox() throws {
        let text = #expect(throws: HierarchyError.self) {
            try Hierarchy(#"[{"locator":"a","boundingBox":{"x":"0","y":0,"width":1,"height":1}}]"#)
        }
        #expect(text?.description == "/0/boundingBox/x: expected a number, found a string")
        let large = #expect(throws: HierarchyError.self) {
            try Hierarchy(#"[{"locator":"a","boundingBox":{"x":0,"y":0,"width":1e7,"height":1}}]"#)
        }
        #expect(large?.reason == .malformedFrame)
    }
}
