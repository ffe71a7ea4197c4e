import Testing

@testable import Hierarchy

@Suite("Two page sources of one screen")
struct SamePlacesTests {
    private func source(
        _ text: String = "12:00",
        x: Int = 0,
        visible: Bool = true,
        name: String = "clock",
        more: String = ""
    ) -> String {
        """
        <XCUIElementTypeApplication type="XCUIElementTypeApplication" name="App" x="0" y="0" width="390" height="844" visible="true">\
        <XCUIElementTypeStaticText type="XCUIElementTypeStaticText" name="\(name)" value="\(text)" x="\(x)" y="0" width="40" height="20" \
        visible="\(visible)"/>\(more)</XCUIElementTypeApplication>
        """
    }

    @Test("are of the same places although a text has changed")
    func texts() throws {
        #expect(try Hierarchy(source()).showsSamePlaces(as: Hierarchy(source("12:01"))))
    }

    @Test("are of others once something has moved, come, gone, or is another element")
    func others() throws {
        let more =
            #"<XCUIElementTypeOther type="XCUIElementTypeOther" x="0" y="0" width="1" height="1" visible="true"/>"#
        for other in [source(x: 1), source(visible: false), source(name: "total"), source(more: more)] {
            #expect(try !Hierarchy(source()).showsSamePlaces(as: Hierarchy(other)))
        }
    }

    @Test("of a page are of others once it is scrolled")
    func pages() throws {
        func page(_ scroll: Int) -> String {
            #"""
            {"viewport": {"width": 100, "height": 50, "scale": 1}, "scroll": {"x": 0, "y": \#(scroll)}, "boxes":
            [{"locator": "a", "boundingBox": {"x": 1, "y": 2, "width": 3, "height": 4}}]}
            """#
        }
        #expect(try Hierarchy(page(0)).showsSamePlaces(as: Hierarchy(page(0))))
        #expect(try !Hierarchy(page(0)).showsSamePlaces(as: Hierarchy(page(7))))
    }
}
