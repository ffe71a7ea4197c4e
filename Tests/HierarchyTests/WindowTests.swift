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
}
