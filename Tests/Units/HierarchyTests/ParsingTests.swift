import Hierarchy
import Samples
import SecureMemory
import Testing

@Suite("A page source is read as a tree")
struct ParsingTests {
    @Test("Appium's XCUITest source has frames in points, and identifiers, labels and values")
    func xcuiTest() throws {
        let hierarchy = try Sample.iosLogin.hierarchy
        #expect(hierarchy.format == .xcuiTest)
        #expect(hierarchy.elements.count == 16)
        #expect(hierarchy.elements[0].frame == Frame(x: 0, y: 0, width: 393, height: 852))

        let field = try hierarchy.index("passwordShown")
        #expect(hierarchy.type(of: field) == "XCUIElementTypeTextField")
        #expect(hierarchy.text(.value, of: field)?.string == "pa55-Phrase!")
        #expect(hierarchy.text(.label, of: field)?.string == "passwordShown")
        #expect(hierarchy.elements[field].frame == Frame(x: 16, y: 221, width: 361, height: 46))
        #expect(!hierarchy.elements[field].isSecure)
        #expect(hierarchy.elements[try hierarchy.index("password")].isSecure)
        #expect(!hierarchy.elements[try hierarchy.index("offscreen")].isVisible)
    }

    @Test("elements follow those that hold them")
    func tree() throws {
        let hierarchy = try Sample.iosLogin.hierarchy
        let card = try hierarchy.index("accountCard")
        let held = hierarchy.identifiers(Array(hierarchy.subtree(of: card)))
        #expect(held == ["accountCard", "owner", "cardNumber", "balance"])
        #expect(hierarchy.elements[card + 1].parent == card)
        #expect(hierarchy.elements[0].parent == nil)
        #expect(hierarchy.subtree(of: 0) == 0..<16)
    }

    @Test("UiAutomator's dump has frames in pixels, and says which fields hide what is typed")
    func uiAutomator() throws {
        let hierarchy = try Sample.androidCheckout.hierarchy
        #expect(hierarchy.format == .uiAutomator)
        #expect(hierarchy.elements[0].frame == nil)

        let pin = try hierarchy.index("com.shop:id/pin")
        #expect(hierarchy.type(of: pin) == "android.widget.EditText")
        #expect(hierarchy.elements[pin].frame == Frame(x: 48, y: 735, width: 984, height: 138))
        #expect(hierarchy.elements[pin].isSecure)
        let card = try hierarchy.index("com.shop:id/card_number")
        #expect(hierarchy.text(.value, of: card)?.string == "7402 8320 9623 3111")
        #expect(hierarchy.text(.label, of: card) == nil)
        #expect(!hierarchy.elements[card].isSecure)
    }

    @Test("Appium's UiAutomator2 source, where the class is the tag, is read as well")
    func uiAutomator2() throws {
        let hierarchy = try Hierarchy(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="2274">
              <android.widget.EditText index="0" package="com.shop" class="android.widget.EditText" text="7402"
                resource-id="card" hint="Card" bounds="[-3,4][10,20]" displayed="false" />
            </hierarchy>
            """
        )
        #expect(hierarchy.type(of: 1) == "android.widget.EditText")
        #expect(hierarchy.text(.hint, of: 1)?.string == "Card")
        #expect(hierarchy.elements[1].frame == Frame(x: -3, y: 4, width: 13, height: 16))
        #expect(!hierarchy.elements[1].isVisible)
    }

    @Test("Playwright's boxes are elements side by side, those that are null without a frame")
    func playwright() throws {
        let hierarchy = try Sample.webProfile.hierarchy
        #expect(hierarchy.format == .playwright)
        #expect(hierarchy.elements.count == 16)
        let iban = try hierarchy.index("row0-iban")
        #expect(hierarchy.type(of: iban) == "cell")
        #expect(hierarchy.text(.value, of: iban)?.string == "DE28 2485 9825 1686")
        #expect(hierarchy.elements[iban].frame == Frame(x: 414.5625, y: 178, width: 171.078125, height: 20))

        let hidden = try Hierarchy(#"[ { "locator": "a\u0062", "boundingBox": null } ]"#)
        #expect(hidden.elements[0].frame == nil)
        #expect(hidden.text(.identifier, of: 0)?.string == "ab")
        #expect(hidden.tagName(of: 0) == "box")
    }

    @Test("every value stands where the tree says, whatever its quotation marks and escapes")
    func sourceRanges() throws {
        let text = """
            <hierarchy  a = 'x>"y'\n\tb="&lt;&#x41;'&#10;"
             c="é/" ><node bounds='[0,0][1,1]' text="tab\there&amp;&quot;"/></hierarchy>
            """
        let hierarchy = try Hierarchy(text)
        let written = hierarchy.attributes.map { hierarchy.source[$0.sourceRange].string }
        #expect(written == ["x>\"y", "&lt;&#x41;'&#10;", "é/", "[0,0][1,1]", "tab\there&amp;&quot;"])
        let values = hierarchy.attributes.map { hierarchy.value(of: $0).string }
        #expect(values == ["x>\"y", "<A'\n", "é/", "[0,0][1,1]", "tab here&\""])
        #expect(hierarchy.attributes.map { hierarchy.names[$0.name] } == ["a", "b", "c", "bounds", "text"])
    }

    @Test("bounds whose right edge is left of the left one are those of nothing")
    func invertedBounds() throws {
        let hierarchy = try Hierarchy("<hierarchy><node bounds=\"[10,20][5,30]\"/></hierarchy>")
        #expect(hierarchy.elements[1].frame == Frame(x: 10, y: 20, width: 0, height: 10))
    }

    @Test(
        "numbers that are no place on a screen are those of an element that does not say where it is",
        arguments: [
            "x='inf' y='inf' width='0' height='0'", "x='0' y='-inf' width='1' height='nan'",
            "x='+infinity' y='Infinity' width='1' height='NaN'",
            "x='0' y='0' width='1.797693134862316e+308' height='1'",
            "x='-1' y='-1' width='0' height='0'", "x='0' y='0' width='-1' height='1'",
            "x='0' y='2000000' width='1' height='1'",
        ]
    )
    func unmeasuredFrames(_ attributes: String) throws {
        let field = "<XCUIElementTypeTextField value='PIN' x='16.333333333333332' y='2' width='3' height='4e0'/>"
        let hierarchy = try Hierarchy(
            "<AppiumAUT><XCUIElementTypeAlert \(attributes)>\(field)</XCUIElementTypeAlert></AppiumAUT>"
        )
        #expect(hierarchy.elements[1].frame == nil)
        #expect(hierarchy.elements[2].frame == Frame(x: 16.333333333333332, y: 2, width: 3, height: 4))
    }

    @Test(
        "so are bounds beyond all screens",
        arguments: ["[0,0][1,2147483647]", "[-9223372036854775808,0][1,1]", "[0,0][1,2000000]"]
    )
    func unmeasuredBounds(_ bounds: String) throws {
        #expect(try Hierarchy("<hierarchy><node bounds='\(bounds)'/></hierarchy>").elements[1].frame == nil)
    }

    @Test("a toast has no bounds, or those of nothing")
    func toasts() throws {
        let hierarchy = try Hierarchy(
            """
            <hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="2274">
              <android.widget.Toast index="1" package="com.shop" class="android.widget.Toast" text="Paid" displayed="true" />
              <android.widget.Toast index="2" class="android.widget.Toast" text="Sent" bounds="[0,0][0,0]" displayed="true" />
              <node text="scrolled away" bounds="[0,0][0,-24]" />
            </hierarchy>
            """
        )
        let nothing = Frame(x: 0, y: 0, width: 0, height: 0)
        #expect(hierarchy.elements.map(\.frame) == [nil, nil, nothing, nothing])
        #expect(hierarchy.text(.value, of: 1)?.string == "Paid")
        #expect(hierarchy.elements[1].isVisible)
    }
}
