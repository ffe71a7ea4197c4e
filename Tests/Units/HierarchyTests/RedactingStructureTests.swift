import Hierarchy
import SecureMemory
import Testing

@Suite("What tools write of a covered element by themselves stays, unless it tells what the element says")
struct RedactingStructureTests {
    @Test("the attributes of UiAutomator2, of uiautomator dump and of its windows stay")
    func android() throws {
        let attributes = """
            index="3" instance="0" package="com.example.bank" class="android.widget.EditText" checkable="false" \
            checked="false" clickable="true" enabled="true" focusable="true" focused="false" long-clickable="true" \
            password="false" scrollable="false" selected="false" bounds="[40,-12][1040,220]" displayed="true" \
            a11y-important="true" screen-reader-focusable="false" input-type="129" drawing-order="7" \
            text-entry-key="false" multiline="false" dismissable="false" a11y-focused="false" heading="false" \
            live-region="0" context-clickable="false" max-text-length="16" content-invalid="false" window-id="1046" \
            is-collection="true" is-collection-item="true" visible-to-user="true" display-id="0" rotation="0" \
            width="1080" height="2400" layer="2" active="true" accessibility-focused="false" id="12"
            """
        let source = "<hierarchy><node \(attributes)/></hierarchy>"
        #expect(try Hierarchy(source).source(redacting: [0]).bytes.string == source)
    }

    @Test("the attributes of WebDriverAgent stay")
    func iOS() throws {
        let attributes = """
            type="XCUIElementTypeButton" enabled="true" visible="true" accessible="true" x="16" y="109.33333333333" \
            nativeAccessibilityElement="true" focused="false" selected="false" hittable="true" index="4" width="361" \
            height="46" traits="Button, Selected" nativeFrame="{{16, 109.33333333333333}, {361, 46}}" \
            processId="4711" bundleId="com.example.bank"
            """
        let source = "<XCUIElementTypeButton \(attributes)/>"
        #expect(try Hierarchy(source).source(redacting: [0]).bytes.string == source)
    }

    @Test(
        "a coordinate that no tool writes goes, and a number is left for who reads the source again",
        arguments: ["165.", "4111111111111111", "+5", "-.5", "4e3000"]
    )
    func oddCoordinates(_ text: String) throws {
        let source = #"<XCUIElementTypeButton type="XCUIElementTypeButton" x="\#(text)" y="2" width="3" height="inf"/>"#
        let redacted = try Hierarchy(source).source(redacting: [0]).bytes
        #expect(redacted.string == source.replacing(text, with: "0"))
        #expect(try Hierarchy(parsing: redacted).elements.count == 1)
        // So it does where it is the text of another element.
        let card = #"<XCUIElementTypeOther label="\#(text)"/>"#
        let screen = "<XCUIElementTypeApplication>\(card)\(source)</XCUIElementTypeApplication>"
        #expect(throws: Never.self) { try Hierarchy(parsing: Hierarchy(screen).source(redacting: [1]).bytes) }
    }

    @Test("so it does in a tree of views of Android", arguments: ["4111111111111111", "1e5", "100222222222222222"])
    func oddCoordinatesOfViews(_ number: String) throws {
        let source = #"""
            {"rendering_system":"android_view_system","windows":[
            {"type":"android.view.View","x":0,"y":0,"width":\#(number),"height":9,"alpha":1,"children":[]}]}
            """#
        let hierarchy = try Hierarchy(source)
        let redacted = try hierarchy.source(redacting: Array(hierarchy.elements.indices)).bytes
        #expect(try Hierarchy(parsing: redacted).elements.count == hierarchy.elements.count)
        #expect(redacted.string == (number == "1e5" ? source : source.replacing(number, with: "0")))
    }

    @Test(
        "what has not the form that the tool writes goes",
        arguments: [
            "drawing-order='4111111111111111'", "input-type='secret'", "input-type='0x81 4111'",
            "live-region='4 9 2 8'",
            "checked='Leila'", "max-text-length='1.2.3'", "window-id='-'", "index=''",
            "extras='a'", "actions='click,Call Leila'", "error='PIN 4928 is wrong'", "pane-title='Leila'",
            "tooltip-text=''", "showing-hint='true'", "title='Leila'", "original-text=''", "rotation='1e5000'",
        ]
    )
    func formless(_ attribute: String) throws {
        let source = "<hierarchy><node \(attribute)/></hierarchy>"
        let name = attribute.prefix { $0 != "=" }
        let redacted = try Hierarchy(source).source(redacting: [1]).bytes.string
        #expect(redacted == #"<hierarchy><node \#(name)="[redacted]"/></hierarchy>"#)
    }

    @Test(
        "so it does on iOS",
        arguments: [
            "traits='Button, Leila'", "nativeFrame='4111 1111 1111 1111'", "minValue='0'", "maxValue='306012'",
            "customActions='Call Leila'", "bundleId='Leila H'", "nativeFrame='{{1, 2}, {3, 4111111111111111}}'",
        ]
    )
    func formlessOnIOS(_ attribute: String) throws {
        let source = "<AppiumAUT><XCUIElementTypeSlider \(attribute)/></AppiumAUT>"
        let name = attribute.prefix { $0 != "=" }
        let redacted = try Hierarchy(source).source(redacting: [1]).bytes.string
        #expect(redacted == #"<AppiumAUT><XCUIElementTypeSlider \#(name)="[redacted]"/></AppiumAUT>"#)
    }

    @Test("a field of Android looks the same, whether it is empty, shows its hint or is filled")
    func emptyOnAndroid() throws {
        let fields = [
            #"NAF="true" text="" showing-hint="false""#,
            #"text="PIN" showing-hint="true" text-size="42.0" text-unit = 'sp'"#,
            #"text="4928" showing-hint="false" selection-start="0" selection-end="4" text-has-clickable-span="true""#,
        ]
        let redacted = try fields.map { field in
            let source = """
                <hierarchy><node class="android.view.View"\(field.contains("NAF") ? " NAF='true'" : "")>
                  <node class="android.widget.EditText" \(field) password="true"/>
                </node></hierarchy>
                """
            return try Hierarchy(source).source(redacting: [2]).bytes.string
        }
        #expect(Set(redacted).count == 1)
        let field =
            #"<node class="android.widget.EditText" text="[redacted]" showing-hint="[redacted]" password="true"/>"#
        #expect(redacted[0].contains(#"<node class="android.view.View">\#n  \#(field)"#))
    }

    @Test("a field of iOS looks the same, whether it is empty, shows its placeholder or is filled")
    func emptyOnIOS() throws {
        func redacted(_ type: String) throws -> Set<String> {
            let values = ["", #" value="""#, #" value="PIN""#, #" value="4928""#, #" value="••••""#]
            return try Set(
                values.map { value in
                    let field = #"<XCUIElementTypeSecureTextField\#(type)\#(value) name="pin" label=""/>"#
                    return try Hierarchy("<AppiumAUT>\(field)</AppiumAUT>").source(redacting: [1]).bytes.string
                }
            )
        }
        let rest = #" value="[redacted]" name="pin" label="[redacted]"/></AppiumAUT>"#
        #expect(try redacted("") == ["<AppiumAUT><XCUIElementTypeSecureTextField\(rest)"])
        let type = #" type="XCUIElementTypeSecureTextField""#
        #expect(try redacted(type) == ["<AppiumAUT><XCUIElementTypeSecureTextField\(type)\(rest)"])
    }

    @Test("a box looks the same, whether its text is empty or not", arguments: ["", "4928", "•"])
    func emptyBox(_ text: String) throws {
        let source = #"[{"text": "\#(text)", "locator": "pin", "boundingBox": null}]"#
        let redacted = try Hierarchy(source).source(redacting: [0]).bytes.string
        #expect(redacted == ##"[{"text": "[redacted]", "locator": "pin", "boundingBox": null}]"##)
    }

    @Test("what tells of elements that are not covered stays")
    func elsewhere() throws {
        let source = """
            <hierarchy><node NAF="true" text=""/><node NAF="true" selection-start="1" text-size="2" text="b"><node/></node>
            <node text="c"/></hierarchy>
            """
        let redacted = try Hierarchy(source).source(redacting: [4]).bytes.string
        #expect(redacted == source.replacing(#"text="c""#, with: #"text="[redacted]""#))
    }
}
