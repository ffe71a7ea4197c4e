import Hierarchy
import SecureMemory
import Testing

@Suite("What a source of UiAutomator says about displays and windows is kept")
struct WindowTests {
    @Test("the size of the display is that which the outermost element states")
    func declaredScreen() throws {
        let stated = try Hierarchy("<hierarchy index='0' rotation='1' width='2274' height='1080'><node/></hierarchy>")
        #expect(stated.declaredScreen?.width == 2274)
        #expect(stated.declaredScreen?.height == 1080)
        #expect(stated.declaredScreen?.rotation == 1)
        let upright = try Hierarchy("<hierarchy width='1' height='1000000'/>")
        #expect(upright.declaredScreen?.height == 1_000_000)
        #expect(upright.declaredScreen?.rotation == 0)
    }

    @Test("a dump of uiautomator states none, and elements of other tools state none by having a size")
    func undeclaredScreen() throws {
        #expect(try Hierarchy("<hierarchy rotation='7'/>").declaredScreen == nil)
        let app =
            "<XCUIElementTypeApplication x='0' y='0' width='1' height='1'><hierarchy width='1' height='1' x='0' y='0'/>"
        #expect(try Hierarchy("\(app)</XCUIElementTypeApplication>").declaredScreen == nil)
    }

    @Test(
        "a size that is incomplete, or none, is refused",
        arguments: [
            "width='1080'", "height='1'", "width='0' height='1'", "width='1' height='1000001'", "width='-1' height='1'",
            "width='1.5' height='1'", "width='' height='1'", "width='1' height='1' rotation='4'",
            "width='1' height='1' rotation='90°'", "width='1' height='99999999999999999999'",
        ]
    )
    func malformedScreen(_ attributes: String) {
        let error = #expect(throws: HierarchyError.self) { try Hierarchy("<hierarchy \(attributes)/>") }
        #expect(error?.reason == .malformedScreen)
    }

    /// The habits of `uiautomator dump --windows`: the topmost window first, one without a hierarchy, another display.
    private static let windows = """
        <?xml version='1.0' encoding='UTF-8' standalone='yes' ?><displays><display id="0">\
        <window index="0" title="" bounds="[0,0][1080,63]" active="false" focused="false" accessibility-focused="false" id="1" \
        layer="2" type="TYPE_SYSTEM"><hierarchy rotation="0"><node index="0" text="12:00" class="android.widget.TextView" \
        bounds="[10,0][100,63]" /></hierarchy></window>\
        <window index="1" title="Pay Ada" bounds="[28,1035][1052,1467]" active="true" focused="true" id="2" layer="1" \
        type="TYPE_APPLICATION"><hierarchy rotation="0"><node index="0" text="4111 1111" class="android.widget.EditText" \
        bounds="[40,1100][900,1200]" /></hierarchy></window>\
        <window index="2" title="com.shop" bounds="[0,0][1080,2400]" id="3" layer="0" type="TYPE_APPLICATION" />\
        </display><display id="7"><window index="0" title="Cast" bounds="[0,0][640,480]" id="4" layer="0" \
        type="TYPE_APPLICATION"><hierarchy rotation="1"><node text="Cast" bounds="[0,0][640,480]" /></hierarchy></window>\
        </display></displays>
        """

    @Test("a dump of all windows is read with each of them, and with what display they are on")
    func displays() throws {
        let hierarchy = try Hierarchy(Self.windows)
        #expect(hierarchy.format == .uiAutomator)
        #expect(hierarchy.elements.count == 13)
        #expect(hierarchy.displays.map(\.element) == [1, 9])
        #expect(hierarchy.displays.map(\.id) == [0, 7])
        #expect(hierarchy.displays.map { hierarchy.tagName(of: $0.element) } == ["display", "display"])
        #expect(hierarchy.subtree(of: 1) == 1..<9)
        #expect(hierarchy.elements[5].frame == Frame(x: 28, y: 1035, width: 1024, height: 432))
        #expect(hierarchy.text(.value, of: 7)?.string == "4111 1111")
        #expect(hierarchy.declaredScreen == nil)
        #expect(try Hierarchy("<hierarchy><display id='0'/></hierarchy>").displays.isEmpty)
        #expect(try Hierarchy("<displays><display id='x'/></displays>").displays.map(\.id) == [nil])
    }

    @Test("displays and windows show no text: the title of one is not on the screen")
    func titles() throws {
        let hierarchy = try Hierarchy(Self.windows)
        #expect(try hierarchy.elements(at: .allText) == [4, 7, 12])
        #expect(try hierarchy.elements(at: .userInput) == [7])
        #expect(try hierarchy.elements(at: .sensitive).isEmpty)
    }
}
